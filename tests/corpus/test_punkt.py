"""Training the splitter without labels, and the command that does it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from evidentia.cli.corpus_splitter import command
from evidentia.corpus.punkt import train
from evidentia.corpus.sentences import Splitter, load

WORDS = ("river", "house", "garden", "letter", "window", "bridge", "market", "forest", "island", "castle")


def pages() -> list[str]:
    """A language in which `qzt.` is an abbreviation in mid-sentence."""
    text = []
    for number in range(300):
        word, other = WORDS[number % 10], WORDS[(number * 7 + 3) % 10]
        text.append(
            f"The {word} of qzt. {other} stood by the {other}. It was near a {word}. However, they left the {word}."
        )
    return text


def test_abbreviations_are_learnt() -> None:
    learnt = train(pages(), abbreviations=())
    assert "qzt" in learnt.abbreviations
    assert "river" not in learnt.abbreviations
    assert learnt.orthography["the"] & 2
    splitter = Splitter(learnt)
    assert splitter.split("A thing of qzt. river came. It went.") == ["A thing of qzt. river came.", "It went."]


def test_initials_and_given_abbreviations() -> None:
    learnt = train(["He left the q.r.s. yard early."], min_count=1, abbreviations=["blah"])
    assert {"q.r.s", "blah"} <= learnt.abbreviations


def test_rare_words_are_forgotten() -> None:
    assert "river" not in train(pages()[:1], min_count=3).orthography


def test_command_trains_on_any_source(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for number, text in enumerate(pages()[:60]):
        (folder / f"{number:03}.html").write_text(f"<p>{text}</p>")
    output = tmp_path / "own.json.gz"
    result = CliRunner().invoke(command, [str(folder), "--format", "html", "--output", str(output), "--json"])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["words"] > 10
    assert Splitter(load(output)).split("One came. Two left.") == ["One came.", "Two left."]
    first = output.read_bytes()
    CliRunner().invoke(command, [str(folder), "--format", "html", "--output", str(output)])
    assert output.read_bytes() == first


def test_every_other_page(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}.html").write_text(f"<p>{WORDS[number]} {WORDS[number]} {WORDS[number]}.</p>")
    output = tmp_path / "own.json.gz"
    arguments = [str(tmp_path), "--format", "html", "--output", str(output), "--every", "2", "--min-count", "1"]
    assert CliRunner().invoke(command, arguments).exit_code == 0
    words = load(output).orthography
    assert {"river", "garden"} <= set(words)
    assert not {"house", "letter"} & set(words)


def test_source_without_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<p></p>")
    result = CliRunner().invoke(command, [str(tmp_path), "--format", "html", "--output", str(tmp_path / "o")])
    assert result.exit_code != 0
    assert not (tmp_path / "o").exists()
