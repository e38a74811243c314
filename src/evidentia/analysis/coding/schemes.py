"""What is asked about a claim, and what the answers mean: FEVER's error analysis, FAVIQ's causes and classes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

MAX_NOTE = 2_000


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """`yes` and `no` name the next question or, if there is none of that name, the code that the claim gets."""

    key: str
    text: str
    yes: str
    no: str


class Scheme(msgspec.Struct, frozen=True, kw_only=True):
    """Either questions, one after another, or a list of codes to choose from (several if `many`)."""

    name: str
    title: str
    codes: dict[str, str]
    questions: Sequence[Question] = ()
    many: bool = False
    published: dict[str, float] = {}
    right_label: float | None = None

    def question(self, key: str) -> Question | None:
        return next((one for one in self.questions if one.key == key), None)


# The order of section 5.8 and appendix B: the claim first, then its annotation, then retrieval, then the verdict.
FEVER = Scheme(
    name="fever-errors",
    title="Errors of a verification pipeline (FEVER, appendix B)",
    codes={
        "self-evident": "The claim can be checked without evidence: tautologous or self-contradictory",
        "ungrammatical": "The claim breaks the guidelines: ungrammatical, a typo, or its names cannot be parsed",
        "vague": "The claim breaks the guidelines: ambiguous, vague or subjective",
        "annotator-error": "The label that people gave is wrong; action: correct the label",
        "gold-evidence-error": "The evidence that people gave does not decide the claim; action: correct it",
        "contradicting-evidence": "New evidence contradicts the gold: an entity mixed up, or pages that differ",
        "new-evidence": "New evidence, unknown to people, decides the claim as labelled; action: add it",
        "retrieval-error": "No suitable evidence was found",
        "incomplete-evidence": "Some of the evidence that is needed together was found, not all of it",
        "verdict-error": "Suitable evidence was found, the verdict on it is wrong",
    },
    questions=(
        Question(key="guidelines", text="Does the claim meet the guidelines: one checkable, well-formed statement?",
                 yes="without", no="why"),
        Question(key="why", text="Is what is wrong with it its grammar, a typo, or a name that is misread?",
                 yes="ungrammatical", no="vague"),
        Question(key="without", text="Can the claim be decided without any evidence (tautologous, self-contradictory)?",
                 yes="self-evident", no="label"),
        Question(key="label", text="Is the gold label right?", yes="gold", no="annotator-error"),
        Question(key="gold", text="Does the gold evidence, if there is any, decide the claim as labelled?",
                 yes="found", no="gold-evidence-error"),
        Question(key="found", text="Did the system find a whole set of gold evidence?", yes="verdict-error",
                 no="other"),
        Question(key="other", text="Did it find other evidence, unknown to the annotators, that decides the claim?",
                 yes="contradicts", no="some"),
        Question(key="contradicts", text="Does that evidence contradict the gold label?",
                 yes="contradicting-evidence", no="new-evidence"),
        Question(key="some", text="Did it find a part of what is needed?", yes="incomplete-evidence",
                 no="retrieval-error"),
    ),
    published={"retrieval-error": 0.5827, "verdict-error": 0.1384, "new-evidence": 0.2185, "annotator-error": 0.0135,
               "contradicting-evidence": 0.0052},
    right_label=0.2851,
)  # fmt: skip

CAUSES = Scheme(
    name="faviq-causes",
    title="Causes of refutation (FAVIQ, Tables 4 and 8)",
    codes={
        "negation": "Negation: the claim denies what the evidence says, with not, never, only …",
        "antonym": "Antonym: an opposite word, won for lost",
        "conjunctions": "Requires reading across conjunctions: facts are joined that do not belong together",
        "shared-attributes": "Shared attributes: entities or events with a key property in common are confused",
        "procedural-event": "Procedural event: one stage of a process is taken for another, filmed for released",
        "property-type": "Incorrect type of properties: a person for a song, a place for a date",
        "no-cause": "Cannot find potential cause: nobody would believe it for a reason that can be seen",
        "annotation-error": "Annotation error: the claim is not refuted",
    },
    published={"negation": 0.0, "antonym": 0.033, "conjunctions": 0.333, "shared-attributes": 0.267,
               "procedural-event": 0.167, "property-type": 0.1, "no-cause": 0.0, "annotation-error": 0.1},
)  # fmt: skip

CLASSES = Scheme(
    name="faviq-classes",
    title="Classes of errors (FAVIQ, Table 6)",
    codes={
        "retrieval": "Retrieval error: what was retrieved does not decide the claim",
        "events": "Events: stages of a process, or events that share properties but differ in place or time",
        "not-explicit": "Evidence not explicit: it decides the claim, but does not say so in so many words",
        "multi-hop": "Multi-hop: two pieces of evidence have to be put together",
        "properties": "Properties: a subtle mismatch, at least for exactly",
        "annotation-error": "Annotation error: the label is wrong",
    },
    many=True,
    published={"retrieval": 0.38, "events": 0.28, "not-explicit": 0.18, "multi-hop": 0.16, "properties": 0.1,
               "annotation-error": 0.04},
)  # fmt: skip

SCHEMES = {scheme.name: scheme for scheme in (FEVER, CAUSES, CLASSES)}
