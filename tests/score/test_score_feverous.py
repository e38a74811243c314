import copy

import pytest

from evidentia.score import feverous


def claim(label, *sets):
    return {"label": label, "evidence": [{"content": list(group), "context": {}} for group in sets]}


def said(label, *evidence):
    return {"predicted_label": label, "predicted_evidence": list(evidence)}


S = [["P", "sentence", str(n)] for n in range(8)]
C = [["P", "cell", f"0_{n}_0"] for n in range(30)]


@pytest.mark.parametrize(
    ("gold", "prediction", "strict", "precision", "recall"),
    [
        (claim("SUPPORTS", ["P_sentence_0"]), said("SUPPORTS", S[0]), True, 1.0, 1.0),
        (claim("SUPPORTS", ["P_sentence_0"]), said("Supports", "P_sentence_0"), True, 1.0, 1.0),
        (claim("SUPPORTS", ["P_sentence_6"]), said("SUPPORTS", *S), False, 0.0, 0.0),
        (claim("SUPPORTS", ["P_sentence_6"]), said("SUPPORTS", *C, S[6]), True, 1 / 26, 1.0),
        (claim("SUPPORTS", ["P_cell_0_25_0"]), said("SUPPORTS", *C), False, 0.0, 0.0),
        (claim("SUPPORTS", ["P_cell_0_24_0"]), said("SUPPORTS", *C), True, 1 / 25, 1.0),
        (claim("SUPPORTS", ["P_sentence_1"]), said("SUPPORTS", *[S[0]] * 5, S[1]), False, 0.0, 0.0),
        (claim("SUPPORTS", ["P_sentence_0"]), said("SUPPORTS", S[0], S[0], S[1]), True, 2 / 3, 1.0),
        (
            claim("SUPPORTS", ["P_q_header_cell_0_1_2", "P_q_table_caption_3", "P_q_item_0_4"]),
            said("SUPPORTS", ["P_q", "header_cell", "0_1_2"], ["P_q", "table_caption", "3"], ["P_q", "item", "0_4"]),
            True,
            1.0,
            1.0,
        ),
        (claim("SUPPORTS", ["P_sentence_0"]), said("SUPPORTS"), False, 1.0, 0.0),
        (claim("NOT ENOUGH INFO", ["P_sentence_0"]), said("NOT ENOUGH INFO"), False, 1.0, 0.0),
        (claim("NOT ENOUGH INFO", ["P_sentence_0"]), said("NOT ENOUGH INFO", S[0]), True, 1.0, 1.0),
        (claim("REFUTES", ["P_sentence_0", "P_sentence_1"], ["P_sentence_2"]), said("REFUTES", S[2]), True, 1.0, 1.0),
        (claim("SUPPORTS"), said("SUPPORTS", S[0]), False, 0.0, 1.0),
    ],
)
def test_one_claim(gold, prediction, strict, precision, recall):
    before = copy.deepcopy((gold, prediction))
    found = feverous.score([prediction], [gold]).by_claim[0]
    assert (found.strict, found.precision, found.recall) == (strict, precision, recall)
    assert (gold, prediction) == before


def test_budget_of_header_cells_captions_and_items_is_that_of_the_cells():
    others = [["P", "header_cell", "0_0_1"], ["P", "table_caption", "0"], ["P", "item", "0_0"]]
    gold = [claim("SUPPORTS", ["P_cell_0_22_0"])]
    assert feverous.score([said("SUPPORTS", *others, *C)], gold).score == 0
    assert feverous.score([said("SUPPORTS", *others, *C)], gold, max_evidence_cell=26).score == 1
    assert feverous.score([said("SUPPORTS", *others, *C)], gold, max_evidence_cell=None).score == 1


def test_gold_as_triples_and_accents():
    gold = [{"label": "SUPPORTS", "evidence": [[["Ame\u0301lie", "sentence", "0"]]]}]
    assert feverous.score([said("SUPPORTS", "Am\u00e9lie_sentence_0")], gold).score == 1


def test_figures_of_several():
    gold = [claim("SUPPORTS", ["P_sentence_0"]), claim("NOT ENOUGH INFO", ["P_cell_0_0_0"])]
    found = feverous.feverous_score([said("SUPPORTS", S[0], S[1]), said("NOT ENOUGH INFO", S[3])], gold)
    assert found == (0.5, 1.0, 0.25, 0.5, 1 / 3)


def test_nothing_found_is_no_crash():
    assert feverous.feverous_score([said("SUPPORTS", S[1])], [claim("SUPPORTS", ["P_sentence_0"])])[4] == 0.0


@pytest.mark.parametrize("part", [["P", "sentence"], ["P", "sentence", 1], "no id", 7])
def test_format_check(part):
    with pytest.raises(AssertionError):
        feverous.check_predicted_evidence_format({"predicted_evidence": [part]})
