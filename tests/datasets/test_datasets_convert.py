import pytest

from evidentia.datasets.convert import is_question, keeps_answer, normalise, to_claim

CASES = [
    # who, what, which as the subject
    ("who wrote the blue lantern", "Ada Quill", "Ada Quill wrote the blue lantern."),
    ("Who played Mira in the 2004 film Glass Harbour?", "Jo Lind", "Jo Lind played Mira in the 2004 film Glass Harbour."),
    ("who is the mayor of harlow", "Tom Reed", "Tom Reed is the mayor of harlow."),
    ("what country controlled the strait after the war", "Norway", "Norway controlled the strait after the war."),
    ("Which dog came in third at the fair?", "Biscuit", "Biscuit came in third at the fair."),
    ("who was elected to the council in 1928", "Ann Fry", "Ann Fry was elected to the council in 1928."),
    ("who does the voice of the owl in night post", "Lee Park", "Lee Park does the voice of the owl in night post."),
    ("who has won the most regional cups", "Leeds", "Leeds has won the most regional cups."),
    ("who can become a warden", "any member", "Any member can become a warden."),
    ("who are the singers in two rivers", "Ina and Bo", "Ina and Bo are the singers in two rivers."),
    ("who are the singers in two rivers", "Ina", "Ina is one of the singers in two rivers."),
    ("whose idea won the prize", "Marta", "Marta's idea won the prize."),
    # do-support and moved objects
    ("who did ann marry in real life", "Carl Bo", "Ann married Carl Bo in real life."),
    ("what did the crew carry in 1911", "salt", "The crew carried salt in 1911."),
    ("who does eric end up with in the tall house", "Dora", "Eric ends up with Dora in the tall house."),
    ("which club did silva play for in 2010", "Porto", "Silva played for Porto in 2010."),
    ("what does the word tarn mean", "lake", "The word tarn means lake."),
    ("to whom did she give the ring", "her aunt", "She gave the ring to her aunt."),
    ("What do the opposite faces add up to?", "7", "The opposite faces add up to 7."),
    ("What type of house does Ben live in?", "a barge", "Ben lives in a barge."),
    # equations, naming, stranded prepositions
    ("what is the capital of westmark", "Elden", "The capital of westmark is Elden."),
    ("what is the name of the tower in elden", "The Needle", "The name of the tower in elden is the Needle."),
    ("what is the bridge made of", "oak", "The bridge is made of oak."),
    ("what was the town originally called", "Fort Lee", "The town was originally called Fort Lee."),
    ("what do you call a young hare", "leveret", "You call a young hare leveret."),
    ("which film was the song in", "Dusk", "The song was in Dusk."),
    ("what european country's flag is white", "Alba", "Alba's flag is white."),
    ("What is faster, a hare or a fox?", "hare", "Hare is faster."),
    # time
    ("when did the first ferry sail", "1906", "The first ferry sailed in 1906."),
    ("when did the show first air", "April 19, 1987", "The show first aired on April 19, 1987."),
    ("when was the hall built and opened", "1632", "The hall was built and opened in 1632."),
    ("when does the library close", "9 pm", "The library closes at 9 pm."),
    ("when was the war of the reeds", "1703 to 1709", "The war of the reeds was from 1703 to 1709."),
    ("when did they stop making the blue model", "the end of the war", "They stopped making the blue model at the end of the war."),
    ("when did the last bear die", "during the flood", "The last bear died during the flood."),
    ("what year did the canal open", "1811", "The canal opened in 1811."),
    ("In what year did the mine close?", "1964", "The mine closed in 1964."),
    ("On what date was the pact signed?", "7 May 1917", "The pact was signed on 7 May 1917."),
    ("in which season does bart die", "5", "Bart dies in season 5."),
    ("when did new haven stop using the old bell", "1963", "New haven stopped using the old bell in 1963."),
    ("when was the dome of the old mill completed", "691 CE", "The dome of the old mill was completed in 691 CE."),
    ("As of 2015, when was the last time the river froze?", "1963", "As of 2015, the last time the river froze was in 1963."),
    # place, manner, reason
    ("where was the film the low road shot", "Vienna", "The film the low road was shot in Vienna."),
    ("where do they play their home games", "Park Stadium", "They play their home games at Park Stadium."),
    ("where does the name tarn come from", "Norse", "The name tarn comes from Norse."),
    ("where is the ritz hotel", "Baker Street", "The ritz hotel is on Baker Street."),
    ("why did the dam fail", "poor steel", "The dam failed because of poor steel."),
    ("how did the fox die", "drowning", "The fox died by drowning."),
    # counts and measures
    ("how many islands are there in the bay", "12", "There are 12 islands in the bay."),
    ("how many episodes in season 3 of reef", "ten", "There are ten episodes in season 3 of reef."),
    ("how many rooms does the inn have", "40", "The inn has 40 rooms."),
    ("how many times did she win the cup", "four", "She won the cup four times."),
    ("how many miners died in the fire", "over 90", "Over 90 miners died in the fire."),
    ("how tall is the old tower", "80 metres", "The old tower is 80 metres tall."),
    ("how old was sara when she left", "35", "Sara was 35 years old when she left."),
    ("how old do you have to be to vote", "16", "You have to be 16 to vote."),
    ("how long did the siege last", "three weeks", "The siege lasted three weeks."),
    ("how far is the moon from the earth", "384,400 km", "The moon is 384,400 km from the earth."),
    ("What percentage of the land is used for wheat?", "91%", "91% of the land is used for wheat."),
    # other shapes
    ("the substance that dissolves a salt is called", "solvent", "The substance that dissolves a salt is called solvent."),
    ("the ferry sank in what year", "1906", "The ferry sank in 1906."),
    ("name the author of night post", "Ann Fry", "Ann Fry is the author of night post."),
    ("Tell me who wrote Night Post.", "Ann Fry", "Ann Fry wrote Night Post."),
    ("do you know when the ferry sank", "1906", "The ferry sank in 1906."),
    ("longest river in westmark", "the Ell", "The Ell is longest river in westmark."),
    ("did the club fold in 1970", "yes", "The club folded in 1970."),
    ("is the earth flat", "no", "The earth is not flat."),
    ("do the mills produce ac or dc power", "AC", "The mills produce AC power."),
]  # fmt: skip


@pytest.mark.parametrize(("question", "answer", "claim"), CASES)
def test_claims(question: str, answer: str, claim: str) -> None:
    assert to_claim(question, answer) == claim


@pytest.mark.parametrize("question", ["", "?", "   ", "2004", "the sky is blue", "…", "\x00"])
def test_what_is_no_question_gives_no_claim(question: str) -> None:
    assert to_claim(question, "yes") is None


@pytest.mark.parametrize("answer", ["", "  ", "?", "--", "x" * 400])
def test_what_is_no_answer_gives_no_claim(answer: str) -> None:
    assert to_claim("who wrote night post", answer) is None


def test_the_answer_is_always_kept() -> None:
    for question, answer, _ in CASES:
        if answer not in ("yes", "no"):
            assert keeps_answer(to_claim(question, answer) or "", answer)


def test_no_claim_is_a_question() -> None:
    assert not any(is_question(to_claim(question, answer) or "") for question, answer, _ in CASES)


def test_a_very_long_question_is_bounded() -> None:
    claim = to_claim("who wrote " + "very " * 100_000 + "long books", "Ann")
    assert claim is not None and len(claim) < 3000


def test_normalise() -> None:
    assert normalise("The Ell, a river!") == "ell river"
