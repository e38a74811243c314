import math
from pathlib import Path

import numpy as np
import pytest

from evidentia.claim import ScoredPage
from evidentia.errors import InputError
from evidentia.page import Cell, Page, Rich, Sentence, Table
from evidentia.search import drqa_npz
from evidentia.search.drqa_text import ngrams, tokens
from evidentia.search.entities import EntityPages
from evidentia.search.murmur import hash_many
from evidentia.search.sentence_tfidf import rank_sentences, rank_tables, rank_texts
from evidentia.search.tfidf import TfidfIndex, build

TEXTS = [
    ("Vardar", "The Vardar is the longest river in North Macedonia and rises near Gostivar."),
    ("Lake Ohrid", "Lake Ohrid is a deep lake. Lake Ohrid lies between Albania and North Macedonia."),
    ("Skopje", "Skopje is the capital of North Macedonia, on the Vardar river."),
    ("Bread", "Bread is baked from flour and water."),
    ("Café", "A café sells coffee; the café au lait is a coffee with milk."),
    ("Piano", "The piano is an instrument with keys and strings."),
    ("Moth", "Moths are insects that fly at night."),
    ("Basalt", "Basalt is a volcanic rock, rich in iron."),
    ("Chess", "Chess is played on a board of 64 squares."),
    ("Tea", "Tea is poured with hot water over leaves."),
    ("Kite", "A kite flies on a line in the wind."),
]


@pytest.mark.parametrize(
    ("text", "expected"),
    # Reference values of MurmurHash3_x86_32 with seed 0.
    [("", 0), ("a", 0x3C2569B2), ("abc", 0xB3DD93FA), ("test", 0xBA6BD213), ("hello, world", 0x149BBB7F)],
)
def test_murmur_reference_values(text: str, expected: int) -> None:
    assert hash_many([text.encode()]).tolist() == [expected]


def test_murmur_agrees_with_scikit_learn() -> None:
    hashing = pytest.importorskip("sklearn.utils.murmurhash")
    texts = [("äb字 " * 40)[:n].encode() for n in range(150)]
    assert hash_many(texts).tolist() == [int(hashing.murmurhash3_32(text, positive=True)) for text in texts]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The River's mouth", ["river", "mouth"]),
        ("Barack Obama, president", ["barack", "barack obama", "obama", "president"]),
        ("$5 note", ["$", "$ 5", "5", "5 note", "note"]),
        ("of the and", []),
    ],
)
def test_ngrams_skip_stopwords_and_punctuation(text: str, expected: list[str]) -> None:
    assert list(ngrams(text)) == expected


def test_tokens_are_nfd_so_that_accents_stay_with_their_word() -> None:
    assert tokens("Café") == tokens("Cafe\u0301") == ["cafe\u0301"]


def by_hand(claim: str, texts: list[tuple[str, str]]) -> list[float]:
    documents = [list(ngrams(text)) for _, text in texts]
    scores = []
    for document in documents:
        total = 0.0
        for gram in sorted(set(ngrams(claim))):
            n = sum(gram in other for other in documents)
            idf = max(0.0, math.log((len(texts) - n + 0.5) / (n + 0.5)))
            total += math.log1p(list(ngrams(claim)).count(gram)) * idf * math.log1p(document.count(gram)) * idf
        scores.append(total)
    return scores


@pytest.mark.parametrize("claim", ["Lake Ohrid lies in North Macedonia.", "Coffee and the Café au lait", "zzz", ""])
def test_scores_are_the_formula(claim: str) -> None:
    assert build(TEXTS).scores(claim) == pytest.approx(by_hand(claim, TEXTS))


def test_search_gives_best_first_and_nothing_without_a_shared_word() -> None:
    index = build(TEXTS)
    assert [page.title for page in index.search("a coffee in a café", 3)] == ["Café"]
    assert index.search("of the", 5) == []
    assert not index.smoothed and not index.note


def test_few_documents_are_smoothed_and_say_so() -> None:
    index = build(TEXTS[:2])
    assert [page.title for page in index.search("North Macedonia's Lake Ohrid", 1)] == ["Lake Ohrid"]
    assert "2 documents" in index.note


def test_own_file_and_drqa_file_keep_every_score(tmp_path: Path) -> None:
    index = build(TEXTS)
    index.save(tmp_path / "own.npz")
    drqa_npz.write(index, tmp_path / "drqa.npz")
    for claim in ("the longest river of North Macedonia", "coffee with milk"):
        expected = index.scores(claim)
        assert TfidfIndex.load(tmp_path / "own.npz").scores(claim) == pytest.approx(expected)
        assert drqa_npz.read(tmp_path / "drqa.npz").scores(claim) == pytest.approx(expected)


def test_drqa_file_has_the_layout_that_drqa_loads(tmp_path: Path) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    index = build(TEXTS)
    drqa_npz.write(index, tmp_path / "drqa.npz")
    loader = np.load(tmp_path / "drqa.npz", allow_pickle=True)
    matrix = sparse.csr_matrix((loader["data"], loader["indices"], loader["indptr"]), shape=loader["shape"])
    metadata = loader["metadata"].item(0)
    assert metadata["doc_dict"][0]["Skopje"] == 2
    bucket = int(hash_many([b"piano"])[0] % 2**24)
    assert matrix[bucket].indices.tolist() == [5]
    assert matrix[bucket, 5] == pytest.approx(math.log(2) * math.log((11 - 1 + 0.5) / 1.5))
    assert metadata["doc_freqs"][bucket] == 1


def test_a_file_that_would_run_code_is_refused(tmp_path: Path) -> None:
    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return Path.touch, (tmp_path / "touched",)

    arrays = {name: np.zeros(1) for name in ("data", "indices", "indptr", "shape")}
    np.savez(tmp_path / "evil.npz", metadata=np.array({"doc_dict": Evil()}, dtype=object), **arrays)
    with pytest.raises(InputError, match="wants to load"):
        drqa_npz.read(tmp_path / "evil.npz")
    assert not (tmp_path / "touched").exists()


def test_cut_files_are_named(tmp_path: Path) -> None:
    build(TEXTS).save(tmp_path / "own.npz")
    data = (tmp_path / "own.npz").read_bytes()
    (tmp_path / "cut.npz").write_bytes(data[: len(data) // 2])
    with pytest.raises(InputError, match="cut"):
        TfidfIndex.load(tmp_path / "cut.npz")
    with pytest.raises(InputError, match="cut"):
        drqa_npz.read(tmp_path / "cut.npz")


def river_page() -> Page:
    cell = [[Cell("header_cell_0_0_0", Rich("Bridge"), True)], [Cell("cell_0_1_0", Rich("Stone Bridge"))]]
    table = Table(0, cell)
    return Page(
        "Vardar", [Sentence(0, Rich("The Vardar is a river.")), Sentence(1, Rich("It floods in spring.")), table]
    )


def test_sentences_and_tables_of_the_pages_found() -> None:
    pages = [river_page(), Page("Bread", [Sentence(0, Rich("Bread is baked."))])]
    assert rank_sentences("The Vardar floods in spring", pages, 1)[0].id == "Vardar_sentence_1"
    assert rank_sentences("The Vardar floods in spring", pages, 1, ngram=1)[0].context[0].text == "Vardar"
    assert [found.id for found in rank_tables("the Stone Bridge", pages)] == ["Vardar_table_0"]
    assert rank_texts("anything", []) == []


def test_entities_come_first_and_tfidf_fills_up() -> None:
    fill = [ScoredPage("Bread", 4.0), ScoredPage("Vardar", 3.0), ScoredPage("Tea", 2.0)]
    pages = EntityPages(
        {"the Vardar": "Vardar", "Skopje": "Skopje"}.get,
        lambda claim, k: fill[:k],
        recognise=lambda claim: ["Skopje", "the Vardar", "Atlantis"],
    ).pages("…", 3)
    assert [page.title for page in pages] == ["Skopje", "Vardar", "Bread"]
    assert [page.score for page in pages] == sorted((page.score for page in pages), reverse=True)
