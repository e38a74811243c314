"""Closed word classes and the small open ones that the rules look at."""

from __future__ import annotations


def wordset(text: str) -> frozenset[str]:
    return frozenset(text.split())


WH = wordset("who whom whose what which when where why how")
BE = wordset("is are was were am be")
DO = wordset("do does did")
HAVE = wordset("has have had")
MODAL = wordset("can could will would shall should may might must")
AUXILIARY = BE | DO | HAVE | MODAL
DETERMINER = wordset(
    "the a an this that these those my your his her its our their each every some any no all both another either"
)
PREPOSITION = wordset(
    "in on at by for from of to with without within into onto about above across after against along among around as "
    "before behind below beneath beside between beyond despite down during except inside like near off out outside "
    "over past per since through throughout toward towards under underneath until up upon via than"
)
# Prepositions that can end a question with their object moved to the front ("made of", "play for").
STRANDED = wordset(
    "in on at by for from of to with without into onto about against after around as before behind between through "
    "under over upon during near like off towards toward within across inside"
)
PARTICLE = wordset("out up down off over on in away back together apart forward along around through about")
PRONOUN = wordset("i you he she it we they there people everyone someone anyone one")
OBJECT_PRONOUN = wordset("it him her them us me you himself herself itself themselves")
CONJUNCTION = wordset("and or but nor")
SUBORDINATOR = wordset("when while because if although though before after since until unless whereas where")
RELATIVE = wordset("that which who whom whose")
ADVERB = wordset(
    "first last originally officially currently now still also ever never always usually often finally recently "
    "initially formerly previously actually originally only just already once not primarily mainly mostly really "
    "typically generally commonly normally most best next later soon widely historically traditionally eventually "
    "famously publicly formally legally successfully currently today mainly probably supposedly exactly"
)
ORDINAL = wordset("first second third fourth fifth sixth seventh eighth ninth tenth last next final")
# Predicate adjectives that follow a subject in inverted questions ("when is X due", "where is X legal").
PREDICATE = wordset(
    "able active alive available aware common dead different due effective eligible famous free full illegal legal "
    "live located married necessary new old open popular present prevalent ready responsible responsive similar "
    "single visible worth true safe capable important president king queen likely native normal valid allowed "
    "out over on back off up away complete completed"
)
MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
)  # fmt: skip
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SEASONS = wordset("spring summer autumn fall winter")
NUMBER_WORDS = wordset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion "
    "trillion dozen half"
)
DURATION = wordset("second minute hour day week month year decade century season semester game round")
# Nouns of a wh-phrase that ask for a time, place or work, and the preposition their answers take.
TIME_NOUNS = {
    "year": "in", "years": "in", "month": "in", "decade": "in", "century": "in", "season": "in", "era": "in",
    "period": "in", "day": "on", "date": "on", "night": "on", "time": "at", "age": "at", "ages": "at", "week": "in",
    "weekend": "on", "hour": "at", "episode": "in", "chapter": "in", "round": "in", "grade": "in", "quarter": "in",
    "holiday": "on", "event": "at", "point": "at", "stage": "at",
}  # fmt: skip
PLACE_NOUNS = {
    "country": "in", "countries": "in", "city": "in", "cities": "in", "state": "in", "states": "in", "town": "in",
    "place": "in", "county": "in", "continent": "in", "region": "in", "location": "in", "area": "in", "province": "in",
    "village": "in", "part": "in", "district": "in", "stadium": "at", "venue": "at", "school": "at", "college": "at",
    "university": "at", "hospital": "at", "hotel": "at", "airport": "at", "island": "on", "street": "on",
    "planet": "on", "channel": "on", "network": "on", "platform": "on", "station": "on", "ocean": "in", "sea": "in",
    "building": "in", "room": "in", "hemisphere": "in", "zone": "in", "layer": "in", "organ": "in", "body": "in",
    "neighborhood": "in", "temperature": "at", "level": "at", "language": "in", "side": "on", "website": "on",
}  # fmt: skip
WORK_NOUNS = {
    "movie": "in", "movies": "in", "film": "in", "films": "in", "book": "in", "books": "in", "show": "in",
    "series": "in", "song": "in", "game": "in", "album": "on", "novel": "in", "play": "in", "war": "in",
    "battle": "in", "tournament": "in", "article": "in", "section": "in", "document": "in", "act": "in", "scene": "in",
    "amendment": "in", "competition": "in", "sport": "in", "league": "in", "division": "in", "conference": "in",
}  # fmt: skip
# Nouns that a wh-word often stands before and that are no modifiers: the next word can be their verb.
HEAD_NOUNS = wordset(
    "country team state city person people player actor actress singer band company president king queen group nation "
    "club one man woman artist character man movie film book song animal school organization party act law amendment "
    "battle general club driver author writer prince river process planet language"
)
# Nouns that only say which measure is asked for: the answer takes their complement (`4 percent of the water`).
MEASURE_NOUNS = wordset("percentage percent proportion fraction share number amount quantity")
# Nouns that name an attribute: "what colour is X" asks for what X is, not for which colour is X.
ATTRIBUTE_NOUNS = wordset(
    "color colour nationality religion kind type sort genre size breed race age height species shape language gender "
    "sex class category rank style variety form part day date year month time century season channel number state "
    "country city county continent position religion denomination grade level profession percentage percent"
)
GENERIC_NOUNS = wordset("kind type sort form variety style category class breed")
# Words that name a thing one is at rather than in.
AT_PLACES = (
    "stadium", "arena", "airport", "university", "college", "school", "theatre", "theater", "hotel", "museum", "park",
    "station", "studios", "studio", "hall", "palace", "castle", "cathedral", "church", "abbey", "institute", "hospital",
    "speedway", "raceway", "ground", "grounds", "field", "garden", "gardens", "club", "centre", "center", "academy",
    "zoo", "mall", "house", "camp", "base", "fort", "coliseum", "bowl", "resort", "ranch", "farm", "cemetery",
    "headquarters", "factory", "harbor", "harbour", "library", "court", "memorial", "temple",
)  # fmt: skip
ON_PLACES = (
    "street", "avenue", "road", "boulevard", "coast", "floor", "island", "peninsula", "shore", "bank", "banks", "side",
    "border", "channel", "website", "surface", "plain", "moon", "planet", "beach", "highway", "lane", "drive",
    "plateau",
    "earth", "continent", "broadway", "line", "page",
)  # fmt: skip
AT_PARTS = ("top", "bottom", "end", "base", "edge", "foot", "center", "centre", "beginning", "start", "junction",
            "intersection", "entrance", "age", "mouth", "tip", "head", "confluence", "corner", "same", "site",
)  # fmt: skip
MOTION = wordset(
    "go move travel migrate sail fly emigrate relocate immigrate transfer flee send ship return drain connect"
)
