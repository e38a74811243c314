"""One rule per shape of question: where the answer goes and what the verb becomes."""

from __future__ import annotations

from evidentia.datasets.grammar import words
from evidentia.datasets.grammar.adverbials import asks_span, clause_with, with_qualifier
from evidentia.datasets.grammar.answers import manner, reason, spatial, temporal
from evidentia.datasets.grammar.clause import find_base_verb
from evidentia.datasets.grammar.entities import entity_clause, owner, with_measure, with_possession
from evidentia.datasets.grammar.headless import from_embedded, from_fragment
from evidentia.datasets.grammar.quantities import degree_clause, quantity_clause
from evidentia.datasets.grammar.question import Question


def statement(question: Question, answer: str) -> str | None:
    if not question.wh:
        return from_fragment(question, answer)
    if question.embedded:
        embedded = from_embedded(question, answer)
        if embedded:
            return embedded
    kind = question.wh
    if kind == "when" or kind == "how long ago":
        return clause_with(question, with_qualifier(temporal(answer, during=asks_span(question)), question), answer)
    if kind == "where" and question.preposition:
        return clause_with(question, f"{question.preposition} {answer}", answer)
    if kind == "where":
        return clause_with(question, with_qualifier(spatial(answer), question), answer)
    if kind == "why":
        return clause_with(question, reason(answer), answer)
    if kind in ("how many", "how much"):
        return quantity_clause(question, answer)
    if kind.startswith("how "):
        return degree_clause(question, answer)
    if kind == "how":
        return clause_with(question, manner(answer), answer)
    if kind == "who" and question.qualifier:
        inverted = question.auxiliary in words.DO and find_base_verb(question.rest) is not None
        if inverted or question.auxiliary:
            answer = f"{answer} {question.qualifier}"
    if kind == "whose":
        return entity_clause(question, f"{owner(answer)} {' '.join(question.noun)}".strip())
    return entity_clause(question, with_measure(with_possession(question, answer), question))
