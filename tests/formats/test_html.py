"""The HTML reader: from a document to sentences, sections, lists and tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from evidentia.errors import InputError
from evidentia.formats.base import ReadOptions, Redirect, Reject
from evidentia.formats.html import detect, page_from_html, parse, read
from evidentia.page import Page, PageList, Section, Sentence, Table


def page(html: str | bytes, *, filter: str | None = None) -> Page:
    found = page_from_html(html, "T", filter=filter)
    assert found is not None
    return found


def sentences(html: str) -> list[str]:
    return [sentence.text for sentence in page(html).sentences]


SENTENCES = [
    ("<p>One came. Two left.</p>", ["One came.", "Two left."]),
    ('<p>It rose.<sup class="reference">[2]</sup> .</p><p>“</p><p>Be glad.</p>', ["It rose.", "Be glad."]),
    (
        '<div class="hatnote navigation-not-searchable">Not to be confused with Tees.</div><p>A tee.</p>',
        ["Not to be confused with Tees.", "A tee."],
    ),
    (
        "<dl><dd>2. The Stone Age. It was long.</dd><dd>No. It was not.</dd></dl>",
        ["2. The Stone Age.", "It was long.", "No.", "It was not."],
    ),
    ("loose text<p>then a paragraph</p>tail", ["loose text", "then a paragraph", "tail"]),
    ("<div><span>in <b>a</b> box</span></div>", ["in a box"]),
    ("<p>It weighs 5&#160;kg\n  in   all.</p>", ["It weighs 5 kg in all."]),
    ('<p>Known<sup class="reference"><a href="#n">[1]</a></sup> fact.</p>', ["Known fact."]),
    ('<p>Claim<sup class="noprint Inline-Template">[<i>citation needed</i>]</sup>.</p>', ["Claim."]),
    ('<p>See<a class="external autonumber" href="http://a.b">[4]</a> here.</p>', ["See here."]),
    ('<p><span style="display:none">Zeta</span>Alpha</p>', ["Alpha"]),
    ('<p><span style="DISPLAY : none;">Zeta</span>Alpha</p>', ["Alpha"]),
    (
        '<div class="hatnote">"Tee" redirects here. For other uses, see Tea.</div>',
        ['"Tee" redirects here.', "For other uses, see Tea."],
    ),
    ("<dl><dd><i>Main article: Golf</i></dd></dl>", ["Main article: Golf"]),
    ("<dl><dt>Crew</dt></dl>", ["Crew"]),
    ("<p>Go to http://example.org/a_(b) now, or www.example.org/x.</p>", ["Go to <URL> now, or <URL>."]),
    ("<p>E = <img class='tex' alt='mc^2' src='x.png'>.</p>", ["E = mc^2."]),
    ("<p>x <math><semantics><mi>y</mi><annotation>y^2</annotation></semantics></math></p>", ["x y^2"]),
    ("<p>Roses are red<br>violets are blue.<br>So it goes.</p>", ["Roses are red violets are blue.", "So it goes."]),
    ("<p>SchÃ¶n, cafÃ©s.</p>", ["Schön, cafés."]),
    ("<p>ﬁne so\u00adft\u200b text</p>", ["fine soft text"]),
    ("<p>“Quoted” – as it was</p>", ["“Quoted” – as it was"]),
    ("<blockquote><p>To be.</p></blockquote><center>Or not.</center>", ["To be.", "Or not."]),
    ("<script>var a = 1;</script><style>p {}</style><p>seen</p>", ["seen"]),
    ('<div class="thumb"><div class="thumbcaption">A picture</div></div><p>seen</p>', ["seen"]),
    ("<figure typeof='mw:File/Thumb'><figcaption>A picture</figcaption></figure><p>seen</p>", ["seen"]),
    ('<table class="navbox"><tr><td>Links</td></tr></table><p>seen</p>', ["seen"]),
    ('<div id="toc" class="toc"><h2>Contents</h2><ul><li>1 Early</li></ul></div><p>seen</p>', ["seen"]),
    ('<div class="NavContent" style="display:none"><p>folded away</p></div>', ["folded away"]),
    ("<p>before</p><!-- no --><p>after</p>", ["before", "after"]),
]


@pytest.mark.parametrize(("html", "expected"), SENTENCES)
def test_sentences(html: str, expected: list[str]) -> None:
    assert sentences(html) == expected


def test_figure_around_a_table() -> None:
    html = "<figure><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></figure>"
    assert [element.key for element in page(html).elements] == ["table_0"]


LINKS = [
    ("/wiki/Ada_Lovelace", "Ada Lovelace"),
    ("//en.wikipedia.org/wiki/AC/DC#Members", "AC/DC"),
    ("https://en.wikipedia.org/wiki/Caf%C3%A9", "Café"),
    ("./Caf%C3%A9?action=edit&redlink=1", "Café"),
    ("../A/Some_page", "Some page"),
    ("Some_page.html", "Some page"),
    ("/wiki/Mission:_Impossible", "Mission: Impossible"),
    ("/wiki/File:A.jpg", ""),
    ("/wiki/Wikipedia:About", ""),
    ("#cite", ""),
    ("/w/index.php?title=X&redlink=1", ""),
    ("https://example.org/wiki/X", ""),
    ("mailto:a@b.c", ""),
    ("", ""),
]


@pytest.mark.parametrize(("href", "target"), LINKS)
def test_link_targets(href: str, target: str) -> None:
    found = page(f'<p>An <a href="{href}">anchor</a> here.</p>').sentences[0].content
    assert found.text == "An anchor here."
    assert [(link.target, found.text[link.start : link.end]) for link in found.links] == (
        [(target, "anchor")] if target else []
    )


def test_links_stand_where_their_words_stand_in_split_sentences() -> None:
    found = page('<p>A <a href="/wiki/B"> <i>bee</i> </a> came. Then <a href="/wiki/C">a <b>sea</b></a>!</p>').sentences
    assert [sentence.content.markup for sentence in found] == ["A [[B|bee]] came.", "Then [[C|a sea]]!"]


def test_links_between_languages_and_to_the_page_itself_are_none() -> None:
    html = '<p><a class="extiw" href="//de.wikipedia.org/wiki/X">x</a> <a class="selflink" href="/wiki/T">t</a></p>'
    assert page(html).sentences[0].content.links == ()


def test_sections_keep_levels_and_lose_edit_links() -> None:
    html = (
        "<h1>T</h1><p>Intro.</p>"
        '<h2><span class="mw-headline" id="A">Life</span><span class="mw-editsection">[edit]</span></h2>'
        '<div class="mw-heading"><h3>Youth</h3><span class="mw-editsection">[edit]</span></div><p>Text.</p><h2>  </h2>'
    )
    assert [(element.key, element.text) for element in page(html).elements] == [
        ("sentence_0", "Intro."),
        ("section_0", "Life"),
        ("section_1", "Youth"),
        ("sentence_1", "Text."),
    ]
    assert [section.level for section in page(html).sections] == [2, 3]


def test_nested_lists() -> None:
    html = (
        "<ul><li>a<ol><li>a1</li><li>a2<ul><li>deep</li></ul></li></ol> more</li><li></li>"
        "<li>b <a href='/wiki/B'>c</a></li></ul>"
    )
    (found,) = page(html).lists
    assert [(item.key, item.text, item.level, item.type) for item in found.items] == [
        ("item_0_0", "a more", 0, "unordered_list"),
        ("item_0_1", "a1", 1, "ordered_list"),
        ("item_0_2", "a2", 1, "ordered_list"),
        ("item_0_3", "deep", 2, "unordered_list"),
        ("item_0_4", "b c", 0, "unordered_list"),
    ]
    assert found.items[-1].content.links[0].target == "B"


def test_definition_list_and_list_numbering() -> None:
    html = "<ol><li>x</li></ol><dl><dt>term</dt><dd>meaning</dd></dl>"
    first, second = page(html).lists
    assert first.type == "ordered_list"
    assert [(item.key, item.level) for item in second.items] == [("item_1_0", 0), ("item_1_1", 1)]


def test_table_in_a_list_item_follows_the_list() -> None:
    cells = "<tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr>"
    html = f"<ul><li>see<table class='wikitable'>{cells}</table></li></ul>"
    kinds = [type(element) for element in page(html).elements]
    assert kinds == [PageList, Table]


def test_order_and_numbers_of_elements() -> None:
    html = (
        "<p>A.</p><table class='wikitable'><tr><td>1</td></tr></table><h2>S</h2><p>B.</p><ul><li>x</li></ul><p>C.</p>"
    )
    assert [element.key for element in page(html).elements] == [
        "sentence_0", "table_0", "section_0", "sentence_1", "list_0", "sentence_2",
    ]  # fmt: skip


def test_whole_page_with_skin_is_read_from_its_content() -> None:
    html = (
        "<html><head><title>T - Wikipedia</title></head><body><header>Menu</header><div id='content'><h1>T</h1>"
        "<div id='mw-content-text'><div class='mw-parser-output'><p>Text.</p></div></div><div>From x</div></div>"
        "</body></html>"
    )
    assert sentences(html) == ["Text."]


PARSOID = """<!DOCTYPE html>
<html prefix="dc: http://purl.org/dc/terms/"><head><meta charset="utf-8"/><title>Elbe</title></head>
<body class="mw-body-content parsoid-body" data-parsoid='{}'><section data-mw-section-id="0" id="mwAQ">
<div class="shortdescription nomobile noexcerpt noprint searchaux" style="display:none">River</div>
<div role="note" class="hatnote navigation-not-searchable">For the island, see <a rel="mw:WikiLink"
 href="./Elba" title="Elba">Elba</a>.</div><style data-mw-deduplicate="x">.a{}</style>
<figure typeof="mw:File/Thumb"><a href="./File:E.jpg"><img/></a><figcaption>The river</figcaption></figure>
<p id="mwBw">The <b>Elbe</b> flows to the <a rel="mw:WikiLink" href="./North_Sea" title="North Sea">sea</a>.<sup
 class="mw-ref reference"><a href="./Elbe#cite_note-1"><span class="mw-reflink-text">[1]</span>
</a></sup></p></section><section data-mw-section-id="1"><h2 id="Course">Course</h2><p>It is long.</p>
<link rel="mw:PageProp/Category" href="./Category:Rivers"/></section></body></html>"""


def test_parsoid() -> None:
    found = page(PARSOID)
    assert [(element.key, element.text) for element in found.elements] == [
        ("sentence_0", "For the island, see Elba."),
        ("sentence_1", "The Elbe flows to the sea."),
        ("section_0", "Course"),
        ("sentence_2", "It is long."),
    ]
    assert [link.target for sentence in found.sentences for link in sentence.content.links] == ["Elba", "North Sea"]


def test_encodings() -> None:
    assert page("<p>é</p>".encode()).sentences[0].text == "é"
    assert page(b"\xef\xbb\xbf<p>\xc3\xa9</p>").sentences[0].text == "é"
    assert page("<p>é</p>".encode("latin-1")).sentences[0].text == "é"
    assert page('<meta charset="iso-8859-2"><p>ł</p>'.encode("iso-8859-2")).sentences[0].text == "ł"
    assert page("<p>é</p>".encode("utf-16")).sentences[0].text == "é"


@pytest.mark.parametrize("html", ["", "   ", b"\x00\x00", "<p></p>", "<!-- x -->", "<img src=x>"])
def test_nothing_to_read(html: str | bytes) -> None:
    assert page_from_html(html, "T") is None


def test_unknown_filter_is_told() -> None:
    with pytest.raises(InputError, match="feverous"):
        page_from_html("<p>a</p>", "T", filter="strict")


# Files and folders


def test_folder_of_pages(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<title>Ignored</title><p>A.</p>")
    (tmp_path / "a.json").write_text(json.dumps({"title": "Alpha", "url": "u", "revision": 3}))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.htm").write_text("<title>Beta - Wikipedia</title><p>B.</p>")
    (tmp_path / "sub" / "Caf%C3%A9_bar.html").write_text("<p>C.</p>")
    (tmp_path / "empty.html").write_text("")
    (tmp_path / "notes.css").write_text("p {}")
    records = list(read(tmp_path))
    assert [record.title for record in records if isinstance(record, Page)] == ["Alpha", "Café bar", "Beta"]
    rejects = [record for record in records if isinstance(record, Reject)]
    assert len(rejects) == 1
    assert rejects[0].source.endswith("empty.html")
    assert detect(tmp_path)
    assert len(list(read(tmp_path, options=ReadOptions(limit=1)))) == 1


def test_broken_side_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "x.html").write_text("<h1>From heading</h1><p>A.</p>")
    (tmp_path / "x.json").write_text("{not json")
    (record,) = read(tmp_path / "x.html")
    assert isinstance(record, Page)
    assert record.title == "From heading"


def test_redirect_pages(tmp_path: Path) -> None:
    old = tmp_path / "old.html"
    link = '<a href="/wiki/New_name">New name</a>'
    old.write_text(f'<title>Old</title><div class="redirectMsg"><p>Redirect to:</p><ul><li>{link}</li></ul></div>')
    assert list(parse(old)) == [Redirect("Old", "New name")]
    old.write_text(
        '<html><head><title>Old</title><link rel="mw:PageProp/redirect" href="./New_name"/></head><body></body></html>'
    )
    assert list(parse(old)) == [Redirect("Old", "New name")]


def test_too_large_a_file_and_too_long_a_title_are_rejected(tmp_path: Path) -> None:
    large = tmp_path / "large.html"
    large.write_text("<p>" + "x" * 1000 + "</p>")
    (record,) = parse(large, options=ReadOptions(max_page_bytes=100))
    assert isinstance(record, Reject)
    large.write_text("<title>" + "t" * 1_000_000 + "</title><p>A.</p>")
    (record,) = parse(large)
    assert isinstance(record, Reject)
    assert "1,000,000" in record.reason
    assert len(record.reason) < 200


def test_missing_source_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither"):
        list(read(tmp_path / "nowhere"))


# Hostile input


def nested_tables(count: int) -> str:
    return "<p>before</p>" + "<table><tr><td>x" * count + "</td></tr></table>" * count + "<p>after</p>"


def test_nested_tables_are_bounded() -> None:
    found = page(nested_tables(500))
    assert [found.elements[0].text, found.elements[-1].text] == ["before", "after"]
    assert len(found.elements) < 500


def test_10000_nested_tables_are_rejected_with_the_reason(tmp_path: Path) -> None:
    html = nested_tables(10_000)
    assert page_from_html(html, "T") is None
    (tmp_path / "deep.html").write_text(html)
    (record,) = read(tmp_path)
    assert isinstance(record, Reject)
    assert "deep" in record.reason


@pytest.mark.parametrize(
    "tag", ["div", "span", "ul><li", "b", "blockquote", "a href='/wiki/X'", "dl><dd", "table><tr><td"]
)
def test_deep_nesting_of_any_kind(tag: str) -> None:
    found = page_from_html("<p>start</p>" + f"<{tag}>x " * 500, "T")
    assert found is not None
    assert found.elements[0].text.startswith("start")


def test_vast_spans_are_bounded() -> None:
    html = (
        "<table class='wikitable'><tr><td colspan=1000000 rowspan=1000000>a</td></tr><tr><td colspan='-5'>b</td></tr>"
        "<tr><td colspan=9999999999999999999999 rowspan=x>c</td></tr></table>"
    )
    (table,) = page(html).tables
    assert max(len(row) for row in table.grid) <= 1000
    assert len(table.grid) == 3


def test_controls_and_marks_in_the_source_do_no_harm() -> None:
    html = "<p>a\x00b\x02c\x03d\x05e &#2;f&#3;&#5; <a href='/wiki/X'>\x02g\x03</a></p>"
    found = page(html).sentences[0].content
    assert not set(found.text) & {"\x00", "\x02", "\x03", "\x05"}
    assert all(0 <= link.start < link.end <= len(found.text) for link in found.links)


def test_entities_do_not_explode() -> None:
    doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    bomb = f"{doctype}<p>&b; &lt;b&gt; &nosuch;</p>"
    assert len(" ".join(sentences(bomb))) < 500


def test_unclosed_and_misplaced_tags() -> None:
    html = "<p>a<table><tr><td>1<td>2<tr><th>3</table><b>bold<p>b</i></p></div></td>c"
    found = page(html)
    assert [cell.text for cell in found.tables[0].cells()][:3] == ["1", "2", "3"]
    assert [type(element) for element in found.elements].count(Sentence) >= 2


def test_same_bytes_twice_give_the_same_page() -> None:
    html = "<h2>A</h2><p>One. Two.</p><ul><li>x</li></ul>"
    assert page(html) == page(html)
    assert isinstance(page(html).elements[0], Section)
