"""English verb forms: an irregular table of our own and the spelling rules for the rest."""

from __future__ import annotations

from functools import cache

from evidentia.datasets.grammar.words import wordset

# base, past, past participle; forms that alternate are divided by `/`, the first is the one written.
_IRREGULAR = """
arise arose arisen|awake awoke awoken|bear bore borne/born|beat beat beaten|become became become|begin began begun
bend bent bent|bet bet bet|bind bound bound|bite bit bitten|bleed bled bled|blow blew blown|break broke broken
breed bred bred|bring brought brought|broadcast broadcast broadcast|build built built
burn burned/burnt burned/burnt|burst burst burst|buy bought bought|cast cast cast|catch caught caught
choose chose chosen|cling clung clung|come came come|cost cost cost|creep crept crept|cut cut cut|deal dealt dealt
dig dug dug|do did done|draw drew drawn|dream dreamed/dreamt dreamed/dreamt|drink drank drunk|drive drove driven
dwell dwelt dwelt|eat ate eaten|fall fell fallen|feed fed fed|feel felt felt|fight fought fought|find found found
flee fled fled|fling flung flung|fly flew flown|forbid forbade forbidden|forecast forecast forecast
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten/got|give gave given
go went gone|grind ground ground|grow grew grown|hang hung/hanged hung/hanged|have had had|hear heard heard
hide hid hidden|hit hit hit|hold held held|hurt hurt hurt|keep kept kept|kneel knelt knelt|know knew known
lay laid laid|lead led led|leap leaped/leapt leaped/leapt|learn learned/learnt learned/learnt|leave left left
lend lent lent|let let let|lie lay lain|light lit/lighted lit/lighted|lose lost lost|make made made
mean meant meant|meet met met|mow mowed mown|mistake mistook mistaken|outgrow outgrew outgrown
overcome overcame overcome|overthrow overthrew overthrown|overtake overtook overtaken|pay paid paid
prove proved proven/proved|put put put|quit quit quit|read read read|rebuild rebuilt rebuilt
rewrite rewrote rewritten|rid rid rid|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said said
see saw seen|seek sought sought|sell sold sold|send sent sent|set set set|sew sewed sewn|shake shook shaken
shed shed shed|shine shone shone|shoot shot shot|show showed shown|shrink shrank shrunk|shut shut shut
sing sang sung|sink sank sunk|sit sat sat|slay slew slain|sleep slept slept|slide slid slid|sow sowed sown
speak spoke spoken|spend spent spent|spin spun spun|split split split|spread spread spread|spring sprang sprung
stand stood stood|steal stole stolen|stick stuck stuck|sting stung stung|stride strode stridden
strike struck struck/stricken|string strung strung|swear swore sworn|sweep swept swept|swell swelled swollen
swim swam swum|swing swung swung|take took taken|teach taught taught|tear tore torn|tell told told
think thought thought|throw threw thrown|undergo underwent undergone|understand understood understood
undertake undertook undertaken|uphold upheld upheld|wake woke woken|wear wore worn|weave wove woven|weep wept wept
win won won|wind wound wound|withdraw withdrew withdrawn|withhold withheld withheld|withstand withstood withstood
write wrote written|offset offset offset|reset reset reset|remake remade remade|retake retook retaken
foresee foresaw foreseen|be was been|upset upset upset|bid bid bid|spit spat spat|strive strove striven
thrust thrust thrust|tread trod trodden
"""

# Regular verbs.
_REGULAR = """
abandon abdicate abolish absorb accept accompany accomplish accumulate achieve acquire act adapt add address
administer admit adopt advance advertise advise affect afford agree allow alter amend announce annex answer apologize
appear apply appoint appreciate approach approve argue arrest arrive ask assassinate assemble assert assess assign
assist assume attach attack attain attempt attend attract author authorize avoid ban battle beg behave behead believe
belong betray blame block bomb border borrow bother bounce boycott breathe broaden bury calculate call campaign cancel
capture care carry carve cause cease celebrate challenge change charge chase circulate circumnavigate cite claim
classify clean climb close coach coexist collapse collect colonize combine command commemorate commit communicate
compare compete complain complete compose comprise conceive conclude conduct confess confirm conquer consider consist
construct consume contain contest continue contract contribute control convert convey convict cook cooperate
coordinate copy correspond count cover crash create criticize cross crown cry cultivate dance deal debut decide
declare decline decrease dedicate defeat defect defend define deliver demand demonstrate deny depart depend depict
deploy derive descend describe design desire destroy detect determine develop devise die differ direct disappear
disband discontinue discover discuss dismiss display dissolve distribute divide divorce dominate donate drain dress
drop earn edit elect eliminate embark emerge emigrate employ enable encounter encourage end endorse enforce engage
enjoy enlist ensure enter entitle equal erupt escape establish evolve examine exceed exchange execute exercise exist
expand expect expel experience expire explain explode explore export express extend face fail fear feature file fill
film finance finish fire fit fix flow follow force form found free function fund gain gather generate govern graduate
grant guarantee guard guess guide hand handle happen hate head help highlight hijack hire host hunt identify ignore
illustrate imagine immigrate implement imply import impose improve inaugurate include incorporate increase indicate
induct inform inhabit inherit initiate inspire install instruct insure integrate intend interact interpret introduce
invade invent invest investigate invite involve issue join judge jump justify kick kidnap kill kiss lack land last
laugh launch legalize license lift like limit list live load locate lock look love maintain manage manufacture march
mark marry master matter mature measure mention merge migrate miss modify move murder name narrate need negotiate
nominate notice obtain occupy occur offer open operate oppose orbit order organize originate oversee own pack paint
participate partner pass perform permit persuade pick plan plant play please point portray possess post pour power
practice praise precede predict prefer prepare prescribe present preserve preside prevail prevent print proceed
process proclaim produce prohibit project promise promote propose protect protest provide publish pull punish purchase
pursue push qualify question race rain raise range rank rate ratify reach react realize rebel receive recognize
recommend record recover reduce refer reflect reform refuse regain regard register regulate reign reject relate
release relocate rely remain remember remind remove rename repeal repeat replace reply report represent request
require rescue resemble reside resign resist resolve respond rest restore result retain retire retreat return reunite
reveal revolt revolve reward rob rock roll rotate rule sail sample save scan schedule score search seat secede secure
select separate serve settle share shift ship shop shout sign signify slow smell smoke snow solve sound specialize
specify sponsor spot stage star start starve state stay stem step stop store strengthen stretch struggle study submit
subscribe succeed suffer suggest suit summon supply support suppose surpass surrender surround survive suspect suspend
sustain switch symbolize talk target tax televise terminate test thank threaten tie time tour trace track trade train
transfer transform translate transmit transport trap travel treat trigger trip try turn type unify unite unveil update
upgrade urge use vacate value vanish vary view violate visit voice volunteer vote vow wage wait walk want warn wash
waste watch water weigh welcome widen win wish witness work worry worship wound yell yield air premiere headline
co-write co-found co-star dub finalize rerecord re-record reopen relaunch reboot attribute abut animate archive
arrange ascend award base bind boil broker bypass canonize captain cater chair christen circle clone coin combat
compile concede condemn confer contend convene credit cure cut date debate decorate default degrade delay delegate
deplete deposit derail designate dethrone dig digest diagnose discharge dispute disqualify doubt draft echo elevate
embrace enact encode endanger enlarge enroll absolve abstain accelerate accrue acknowledge acquit activate actuate
adhere adjourn adjust adorn advocate aim align allocate alternate amass ambush amplify amputate analyze anchor anger
annoy anticipate applaud appease apprehend arouse articulate ascribe aspire assault assimilate assure attest audit
audition auction authenticate automate await back baptize bargain bar bathe benefit besiege bestow blend bless bloom
blossom blow boast bombard boost bow breach brew bribe brief browse bully bump bundle burst calm capitalize caption
caution centralize certify characterize chart chew choke chop clarify clash coat coax coincide collaborate collide
comfort commence compensate complement complicate comply compress concern concentrate condense confine conform
confront confuse conserve console consolidate conspire constitute constrain consult contact contaminate contemplate
converge cope correct correlate cough counter couple crack craft crawl cripple crucify crush curb customize cycle
damage dare darken decay deceive decompose decode decree deduct deem deepen defer deflect defy deliberate delight
denote denounce deprive despise deteriorate deviate devote devour dictate differentiate diffuse diminish dine disable
disagree disapprove discard disclose discourage discriminate disguise disintegrate dislike dispatch disperse displace
disregard disrupt distinguish distort disturb dive diverge diversify dodge double drag drift drill drown ease eject
elaborate elude emanate emit empathize emphasize empower emulate enclose encompass encrypt endure energize engrave
enhance enrich entail entertain enthrone entrust envision equate eradicate erode escalate escort evaporate evoke
exaggerate excel exclude excuse exempt exert exhale exhaust exhibit exile exploit expose extinguish extract fade
falsify fasten fertilize fetch filter flash flatten float flourish fluctuate fold foster fracture frighten fulfil fuse
garner gaze glorify graze greet grieve grip groom hamper handcuff hang harass harbor harm harness hatch haunt heat
hesitate hinder hint house humiliate hurry immerse impact impair impersonate impress incite incline incur induce
infect infer inflate inflict influence infringe inhale inhibit innovate insist insulate intensify intercept interfere
interrupt intersect intervene intimidate intrigue invert irrigate irritate isolate knock lament lengthen liberate
liken linger loan long loot loosen lure magnify mandate manifest manipulate mate maximize mediate mimic mine mobilize
mock moderate modernize multiply mutate mutiny negate neglect nourish nurture obey object obscure obsess obstruct
offend omit ordain outline outlive outnumber outsell oust overhear overlook overrule pace pardon park part paste
patrol pave penetrate perceive perpetuate persist pertain pinpoint pitch plague plead plot plunder plunge pollinate
ponder pop popularize pose postpone postulate pray preach preclude premise presume pretend procure profess profit
prolong prompt pronounce propagate propel proscribe prosper provoke publicize pump purify quarrel quell quarantine
quote radiate raid ram ransom rap rearrange reassure rebuke recede recite reckon reconcile reconstruct recreate
rectify recur recycle redefine redirect rediscover refine refrain refute regenerate rehabilitate reimburse rejoin
relax relay relieve remarry remedy render repay repel repent replicate repress reprise reproduce repulse resell
reshape respect respire restart restrain restrict resurrect retaliate rethink retort retrieve retrofit revere revisit
ripen risk roam roar roast rot sacrifice sag salute salvage sanctify saturate savor scare scatter scream sculpt
scrutinize secrete seduce seize sense sever shatter shine shorten shove shrug simplify situate skip slice slip slope
smash smile smooth snap soak soar soften sow span spark specialise spell spill spray sprint squeeze stab stabilize
stack staff stamp stare steam stimulate stipulate strangle strategize stray stress strive structure stumble stun
submerge subside subsidize substitute subtract suffice suffocate supersede supplement surge surface swallow sway swap
sympathize tame tap taste tease tempt tend testify thrive thwart tighten tilt tolerate toss touch tow tread treble
trick trim triple triumph trouble trust tune twist undermine underlie unearth unfold uproot urinate usher usurp utter
vaporize ventilate verify vest vie vindicate void voyage wander ward warrant wed weed whip whisper wield wipe wire
withhold wonder wrap wreck wrestle yearn erect evacuate evict evade excavate fabricate facilitate ferment flood forge
formulate formalize fulfill germinate halt harvest heal ignite impeach imprison inject inscribe insert interview
invoke label landmark lease lobby lower massacre memorize minimize mint model monitor motivate narrow nationalize
navigate nickname oblige orchestrate outlaw overlap overturn owe parody patent peak perish persecute pilot pioneer
pledge poison populate privatize probe prosecute rally reappear rebrand recall reclaim recruit redeem redesign reelect
refuel rehearse reinforce reinstate relinquish remix renew renovate renounce reorganize repatriate resume reunify
revise revive revoke sack sanction segregate sentence shape shelter signal simulate skate slaughter smuggle spawn
standardize steer strip succumb sue summarize supervise suppress syndicate tackle topple transcribe unlock upload
utilize vaccinate validate vandalize veto weaken withdraw zoom
"""
_ALSO_NOUNS = wordset("""
act address advance air answer approach attack attempt attribute author award ban base battle bear beat bet block blow
bomb border bowl break broadcast broker burn call campaign captain care cast cause center chair challenge change
charge circle claim clean close coach command complete contact contest contract control cook copy cost count cover
crash credit cross crown cry cure cut dance date deal debate debut default delay demand deposit design desire display
divorce doubt draft drain draw dream dress drink drive drop dub end equal escape exchange exercise exile experience
export express face fall fear feature feed feel felt fight file fill film finance find fire fit fix flood fly force
forecast form free function fund gain grant ground guarantee guard guess guide halt hand harvest head help highlight
hit host hunt import increase interview invite issue judge jump kick kiss label lack land landmark last laugh launch
lay lead leave lease license lie lift light like limit list live load lobby lock look love lower march mark mass
massacre master match matter mean measure mention mind mint miss model monitor move murder name narrow need nickname
notice offer open orbit order own pack parody part partner pass patent patrol peak pick pilot pioneer place plan plant
play pledge point poison post pound pour power practice present premiere print process produce project promise protest
public pull purchase push question quote race rain raise rally range rank rate reach read rebel reboot recall record
reform regard release remake remix report request rescue reserve rest result retreat return reward ride ring rise rock
roll rule run sack sail sample sanction save say scan schedule score screen search seat secret sell sentence set
settle shape share shed shelter shift ship shoot shop shot show shout sign signal sink sit skate slide slow smell
smoke snow sound speak spin split sponsor spot spread spring stage stand star start state stay steal stem step stick
sting stop store stretch strike string strip struggle study sue suit supply support suspect sweep swim swing switch
tackle talk target tax tear term test thank throw tie time tour trace track trade train transfer transport trap travel
treat trigger trip try turn type update upgrade use value veto view visit voice volunteer vote vow wage wait wake walk
want wash waste watch water wear welcome wind wish witness work worry worship wound yield zoom back book bill board
box camp can card club color dog down drum duck figure fish flower foot frame game garden gas gold hammer house ice
iron key knot park party picture plane rose saw second separate shoe silver sister song table team tower well skip
exit appropriate correct direct elect perfect secure strengthen aim alternate audit audition auction advocate bar
benefit boost bow brief bump bundle burst calm caption caution chart chase concern counter couple crack craft crawl
cycle damage decay decree delight double drag drift drill exploit exhibit filter flash float fold fracture fuse grip
groom harm harness hatch heat impact influence insult knock loan long loot mandate manifest mate mine mock mutiny
object outline pace pardon paste pitch plague plot pop pose profit prompt pump raid ram ransom rap relay remedy render
reprise respect risk roast sacrifice salute sense shine slice slip slope smash smile smooth snap span spark spell
spill spray sprint stack staff stamp steam stress structure supplement surface surge swallow swap tap taste touch tow
trick triple triumph trouble trust tune twist void voyage ward warrant whip whisper wire wonder wrap wreck duke native
""")

_DOUBLING = wordset(
    "ban beg drop plan stop ship star step strip trap trip rob fit knit pin rub snap tap tip wrap hop chop clap "
    "drum grab hug jog nod pat plug quiz sip skip slam slip spot stab submit commit admit permit omit refer "
    "prefer transfer occur control compel expel patrol rebel equip regret dub tag dig cut set run sit get put hit "
    "let win begin swim spin shut split bet quit dig rid shed forget upset spit outfit kidnap propel repel excel "
    "cancel travel model label"
)
_SINGLE_L = wordset("cancel travel model label")


@cache
def _tables() -> tuple[dict[str, tuple[str, str]], dict[str, str], dict[str, str]]:
    """Irregular forms by base, bases by past form, bases by participle."""
    forms: dict[str, tuple[str, str]] = {}
    pasts: dict[str, str] = {}
    participles: dict[str, str] = {}
    for entry in _IRREGULAR.replace("\n", "|").split("|"):
        if not entry.strip():
            continue
        base, past, participle = entry.split()
        forms[base] = past.split("/")[0], participle.split("/")[0]
        for form in past.split("/"):
            pasts.setdefault(form, base)
        for form in participle.split("/"):
            participles.setdefault(form, base)
    for base in _REGULAR.split():
        if base not in forms:
            pasts.setdefault(_regular_past(base), base)
            participles.setdefault(_regular_past(base), base)
    pasts["were"] = "be"
    return forms, pasts, participles


@cache
def bases() -> frozenset[str]:
    return frozenset(_REGULAR.split()) | frozenset(_tables()[0])


@cache
def _third_persons() -> dict[str, str]:
    return {third_person(base): base for base in sorted(bases())}


@cache
def _gerunds() -> dict[str, str]:
    return {gerund(base): base for base in sorted(bases())}


def is_base(word: str) -> bool:
    return word in bases()


def mostly_noun(word: str) -> bool:
    """Whether a base form is at least as often no verb (`show`, `record`)."""
    return word in _ALSO_NOUNS


def is_participle(word: str) -> bool:
    return word in _tables()[2] or _looks_past(word)


def is_past(word: str) -> bool:
    return word in _tables()[1] or _looks_past(word)


def _looks_past(word: str) -> bool:
    return len(word) > 4 and word.endswith("ed") and word.isalpha() and word not in _NO_PAST


_NO_PAST = wordset(
    "hundred speed breed indeed naked wicked sacred kindred creed greed steed tweed exceed proceed succeed united need "
    "rugged crooked aged beloved hatred biped quadruped moped embed"
)


def is_third_person(word: str) -> bool:
    return word in _third_persons()


def is_gerund(word: str) -> bool:
    return word in _gerunds()


def base_of(word: str) -> str | None:
    """The base of any known form."""
    if is_base(word):
        return word
    _, pasts, participles = _tables()
    return pasts.get(word) or participles.get(word) or _third_persons().get(word) or _gerunds().get(word)


def past(base: str) -> str:
    forms = _tables()[0]
    return forms[base][0] if base in forms else _regular_past(base)


def participle(base: str) -> str:
    forms = _tables()[0]
    return forms[base][1] if base in forms else _regular_past(base)


def third_person(base: str) -> str:
    if base in ("have", "be"):
        return "has" if base == "have" else "is"
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def gerund(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")) and base != "be":
        return base[:-1] + "ing"
    if base in _DOUBLING and base not in _SINGLE_L:
        return base + base[-1] + "ing"
    return base + "ing"


def _regular_past(base: str) -> str:
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return base[:-1] + "ied"
    if base in _DOUBLING and base not in _SINGLE_L:
        return base + base[-1] + "ed"
    return base + "ed"
