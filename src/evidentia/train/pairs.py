"""Pairs of claim and evidence with a label: what the judge is trained on, from each source that may be used."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from evidentia.claim import Label, Policy

S, R, N = Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO
_WORD = re.compile(r"\w+")


class Pair(msgspec.Struct, kw_only=True, omit_defaults=True):
    """`group` keeps what belongs together (page, table) on one side of a split; `policy` says what refutes."""

    claim: str
    evidence: str
    label: Label
    source: str
    group: str = ""
    policy: Policy = Policy.STRICT


class Text(msgspec.Struct):
    """A page reduced to its title and sentences."""

    title: str
    sentences: list[str]


def lines(path: Path) -> Iterator[Any]:
    with path.open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)


def words(text: str) -> set[str]:
    return {word for word in _WORD.findall(text.lower()) if len(word) > 2 or word.isdigit()}


def entry(title: str, sentences: Iterable[str]) -> str:
    """One page's part of the evidence, as `evidentia.evidence.linearise` writes it."""
    return " . ".join([title, *(text.removesuffix(".").rstrip() for text in sentences)]) + " ."


class TextSources:
    """FEVER's claims over the texts of their pages, with distractors, and NOT ENOUGH INFO made two ways."""

    def __init__(self, data: Path, *, seed: int = 1) -> None:
        self.data, self.rng = data, random.Random(seed)
        self.pages = self._pages()
        self.titles = sorted(self.pages)

    def _pages(self) -> dict[str, Text]:
        from evidentia.formats.fever import unescape_title

        pages: dict[str, Text] = {}
        for page in wikimix(self.data):
            sentences = [page[key] for key in page["order"] if key.startswith("sentence_")][:12]
            pages[page["title"]] = Text(page["title"], [plain(text) for text in sentences])
        for row in lines(self.data / "corpus/minifever_gold_pages.jsonl"):
            title = unescape_title(row["id"])
            sentences = []
            for line in row["lines"].split("\n"):
                sentences.append(line.split("\t")[1] if "\t" in line else "")
            pages[title] = Text(title, sentences)
        return pages

    def nearest(self, claim: str) -> Text | None:
        """The page whose title is the longest run of words of the claim."""
        tokens = claim.rstrip(".").split()
        for length in range(min(6, len(tokens)), 0, -1):
            for start in range(len(tokens) - length + 1):
                title = " ".join(tokens[start : start + length]).strip(",.'\"")
                page = self.pages.get(title) or self.pages.get(title.removesuffix("'s"))
                if page and (length > 1 or (title[:1].isupper() and len(title) > 3)):
                    return page
        return None

    def near(self, claim: str, page: Text, count: int, *, without: Iterable[int] = ()) -> list[str]:
        """The sentences of a page that share most words with a claim, in the order of the page."""
        left_out, wanted = set(without), words(claim)
        places = [i for i, text in enumerate(page.sentences) if text and i not in left_out]
        best = sorted(places, key=lambda i: -len(wanted & words(page.sentences[i])))[:count]
        return [page.sentences[i] for i in sorted(best)]

    def pairs(self) -> Iterator[Pair]:
        yield from self.fever_pairs()
        yield from self.fever_claims()
        yield from self.fm2()

    def fever_pairs(self) -> Iterator[Pair]:
        from evidentia.formats.fever import unescape_title

        for row in lines(self.data / "claims/fever_pairs.jsonl"):
            title = unescape_title(row["pages"][0]) if row["pages"] else ""
            evidence = entry(title, [row["evidence"]]) if title and self.rng.random() < 0.8 else row["evidence"]
            yield Pair(
                claim=row["claim"], evidence=evidence, label=Label(row["label"]), source="fever-pairs", group=title
            )

    def fever_claims(self) -> Iterator[Pair]:
        from evidentia.formats.fever import unescape_title

        for row in lines(self.data / "claims/minifever_train.jsonl"):
            claim, label = row["claim"], Label(row["label"])
            if label is N:
                if page := self.nearest(claim):
                    texts = self.near(claim, page, self.rng.choice((1, 2, 3, 5)))
                    if texts:
                        yield self._nei(claim, page, texts, "nearestp")
                continue
            gold: dict[str, set[int]] = {}
            for group in row["evidence"]:
                if len(group) <= 3:
                    for _, _, title, number in group:
                        gold.setdefault(unescape_title(title), set()).add(number)
                    break
            parts, blocked = [], ""
            for title, numbers in gold.items():
                page = self.pages.get(title)
                if page is None or max(numbers) >= len(page.sentences):
                    blocked = title
                    break
                texts = [page.sentences[i] for i in sorted(numbers)]
                if self.rng.random() < 0.5:
                    texts += self.near(claim, page, self.rng.choice((1, 2)), without=numbers)
                parts.append(entry(title, texts))
            if blocked or not parts:
                continue
            if self.rng.random() < 0.35 and (other := self.nearest(claim)) and other.title not in gold:
                parts.insert(self.rng.randrange(len(parts) + 1), entry(other.title, self.near(claim, other, 2)))
            group = min(gold)
            yield Pair(claim=claim, evidence=" ".join(parts), label=label, source="fever", group=group)
            if self.rng.random() < 0.4:
                page = self.pages[group]
                every = {n for g in row["evidence"] for _, _, t, n in g if unescape_title(t) == group}
                texts = self.near(claim, page, self.rng.choice((1, 2, 3)), without=every)
                if texts:
                    yield self._nei(claim, page, texts, "fever-made-nei")

    def _nei(self, claim: str, page: Text, texts: list[str], source: str) -> Pair:
        return Pair(claim=claim, evidence=entry(page.title, texts), label=N, source=source, group=page.title)

    def fm2(self) -> Iterator[Pair]:
        for row in lines(self.data / "claims/fm2_dev.jsonl"):
            gold = [piece["text"] for piece in row["gold_evidence"]]
            title = row.get("wikipedia_page") or ""
            evidence = entry(title, gold) if title else " ".join(gold)
            yield Pair(claim=row["text"], evidence=evidence, label=Label(row["label"]), source="fm2", group=title)


def wikimix(data: Path) -> Iterator[dict[str, Any]]:
    import io

    import zstandard

    with (data / "corpus/wikimix.jsonl.zst").open("rb") as packed:
        stream = zstandard.ZstdDecompressor(max_window_size=2**27).stream_reader(packed)
        for line in io.TextIOWrapper(stream, encoding="utf-8"):
            yield json.loads(line)


def plain(markup: str) -> str:
    from evidentia.page import parse_markup

    return parse_markup(markup).text


_NUMBER = re.compile(r"\b(1[5-9]\d\d|20[0-2]\d|\d{1,3}(?:,\d{3})+|\d+)\b")
_NAME = re.compile(r"(?<=[a-z,] )((?:[A-Z][a-z]+ ?){1,3})(?=[ ,.])")


def counterfactuals(pages: Iterable[Text], count: int, *, seed: int = 1) -> Iterator[Pair]:
    """Sentences as claims: kept, with a number or name exchanged for one of its type, or without their evidence."""
    rng = random.Random(seed)
    names: list[str] = []
    made = 0
    for page in pages:
        if made >= count:
            return
        usable = [i for i, text in enumerate(page.sentences) if 40 < len(text) < 170 and page.title.split()[0] in text]
        if not usable or rng.random() < 0.5:
            continue
        place = rng.choice(usable)
        sentence = re.sub(r"\s*\([^()]*\)", "", page.sentences[place])
        found = _NAME.findall(sentence)
        names = (names + found)[-400:]
        kind = rng.random()
        label, claim = S, sentence
        evidence = page.sentences
        if kind < 0.45:
            changed = _exchange(sentence, names, page.title, rng)
            if changed is None:
                continue
            label, claim = R, changed
        elif kind < 0.6:
            label, evidence = N, [text for i, text in enumerate(page.sentences) if i != place]
        window = evidence[max(0, place - 1) : place + 2]
        if not window or (label is N and len(words(claim) & words(" ".join(window))) > 0.5 * len(words(claim))):
            continue
        made += 1
        yield Pair(
            claim=claim, evidence=entry(page.title, window), label=label, source="counterfactual", group=page.title
        )


def _exchange(sentence: str, names: list[str], title: str, rng: random.Random) -> str | None:
    spots = [(match.start(), match.end(), "number") for match in _NUMBER.finditer(sentence)]
    spots += [(m.start(1), m.end(1), "name") for m in _NAME.finditer(sentence) if m.group(1).strip() not in title]
    if not spots:
        return None
    start, end, kind = rng.choice(spots)
    old = sentence[start:end]
    if kind == "name":
        other = [name for name in names if name.strip() != old.strip() and name.split()[0] not in sentence]
        if not other:
            return None
        new = rng.choice(other).strip() + (" " if old.endswith(" ") else "")
    else:
        value = int(old.replace(",", ""))
        shift = rng.choice((1, 2, 3, 5, 10, 11, 20)) * rng.choice((-1, 1))
        new = f"{abs(value + shift):,}" if "," in old else str(abs(value + shift))
    return sentence[:start] + new + sentence[end:] if new != old else None
