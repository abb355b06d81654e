"""Bad inputs 25 to 40, players and names: refused where they hide something, kept to the letter elsewhere."""

from __future__ import annotations

import csv
import html.parser
import io
import json
import re
from collections.abc import Iterable
from typing import Final
from xml.etree import ElementTree

import pytest

from ofcscore import report
from ofcscore.problems.problem import text_width
from tests.refusals import BOTH, DEAL, GUS, HERO, YAML, Letter

BOARDS: Final = (
    "JJ5 / AA762 / 9TJQK",
    "663 / KK943 / 88844",
    "foul",
)
FORMATS: Final = tuple(name for name in report.FORMATS if name != "png")


def log_of(names: Iterable[str], note: str = "") -> str:
    """A log with these players, their names in quotes."""
    quoted = ('"' + name.replace('"', '""') + '"' for name in names)
    boards = "".join(f"{name}: {board}\n" for name, board in zip(quoted, BOARDS, strict=False))
    return "deal 1\n" + (f"note: {note}\n" if note else "") + boards


class Page(html.parser.HTMLParser):
    """The text of a page, and every tag and attribute in it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(key, value or "") for key, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def test_025_one_player_alone(letter: Letter) -> None:
    ran = letter.refused(HERO)
    assert "Hero is alone in deal 1, and a deal needs at least two" in ran.err
    assert "No foul." in letter.accepted(None, HERO.strip(), command=("explain",)).out


def test_026_one_name_twice(letter: Letter) -> None:
    for first, second in (("Jos\u00e9", "Jose\u0301"), ('"Ann "', "Ann"), ("Ann", "Ann")):
        ran = letter.refused(f"{first}: {BOARDS[0]}\n{second}: {BOARDS[1]}\n")
        assert "has a board in this deal already (line 1)" in ran.err
    ran = letter.accepted(f"ann: {BOARDS[0]}\nAnn: {BOARDS[1]}\n")
    assert "warning[name-case]: Ann and ann differ in capital letters alone and are two players" in ran.err


def test_027_letters_that_look_alike(letter: Letter) -> None:
    ran = letter.accepted(f"\u0410nn: {BOARDS[0]}\nAnn: {BOARDS[1]}\n")
    assert "warning[name-look-alike]" in ran.err
    assert "U+0410 CYRILLIC CAPITAL LETTER A" in ran.err


ESCAPES: Final = ("\x1b[2J", "\x1b]8;;https://x.test\x1b\\y", "\x1b]52;c;AA==\x07", "\x9b2J")


def test_028_terminal_escapes_in_a_name(letter: Letter) -> None:
    for name in ESCAPES:
        ran = letter.refused(log_of([name, "Ann"]))
        assert not set(ran.err) & set("\x1b\x9b\x07")
    for escaped in (r"\e[2J", r"\x1b]8;;x", r"\x9b2J", r"\u001b[1m"):
        ran = letter.refused(YAML.replace("Hero", f'"{escaped}"'), name="x.yaml")
        assert "name-character" in ran.err
        assert "\x1b" not in ran.err


@pytest.mark.parametrize("format_", FORMATS)
def test_028_what_a_note_says_is_cleaned_in_every_format(format_: str, letter: Letter) -> None:
    """A note may hold what it likes in YAML; nothing of it reaches a terminal as it is."""
    note = 'note: "\\e[2J\\x9b1m\\u202e\\u2066\\u200b\\a\\b"\n'
    ran = letter.accepted(note + YAML, "--format", format_, name="x.yaml")
    assert not set(ran.out + ran.err) & set("\x1b\x9b\x07\x08\u202e\u2066\u200b")


def test_029_controls_in_a_name(letter: Letter) -> None:
    for control in "\r\b\t\n\0\x0b\x0c\x1f\x7f\x85":
        letter.refused(log_of([f"a{control}b", "Ann"]))
    for escaped in (r"a\rb", r"a\bb", r"a\tb", r"a\nb", r"a\0b", r"a\x7fb", r"a\Nb"):
        ran = letter.refused(YAML.replace("Hero", f'"{escaped}"'), name="x.yaml")
        assert "name-character" in ran.err


def test_030_marks_that_cannot_be_seen(letter: Letter) -> None:
    hidden = [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200B, 0x200E, 0xAD, 0xFEFF, 0x2028]
    for point in hidden:
        ran = letter.refused(log_of([f"a{chr(point)}b", "Ann"]))
        assert f"U+{point:04X}" in ran.err
        assert chr(point) not in ran.err


ODD_NAMES: Final = ("007", "1e5", "nan", "True", "80,443", "No", "On", "Null", "~", "0x1F", "1_0", "-0.0")
FORMULAS: Final = ("=cmd|'/c calc'!A1", "+1", "-2", "@x", "=1+2", "\uff1d1")
MARKUP: Final = (
    "<script>alert(1)</script>",
    "a & b",
    'it\'s "so"',
    "javascript:alert(1)",
    "a|b",
    "*x*",
    "`x`",
    "[x](javascript:1)",
    "![x](y)",
    "# x",
    "- x",
    "1. x",
    "a\\b",
    "$x$",
    "{{ 7*7 }}",
    "{% x %}",
    "[red]x[/red]",
    "[link=https://x.test]x[/link]",
    "&lt;b&gt;",
    "__x__",
    "~~x~~",
    "</svg><script>",
    "]]>",
)


def names_in_markdown(text: str) -> list[str]:
    """The first cells of the standings, with what Markdown escapes undone."""
    table = text.partition("## Standings")[2]
    cells = [line.split(" | ")[0].removeprefix("| ") for line in table.splitlines() if line.startswith("| ")]
    return [plain_markdown(cell) for cell in cells[2:]]


def plain_markdown(text: str) -> str:
    """What Markdown shows of a piece of text that has no markup in it."""
    return html.unescape(re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", text))


@pytest.mark.parametrize("name", [*ODD_NAMES, *FORMULAS, *MARKUP])
def test_031_names_in_every_format(name: str, letter: Letter) -> None:
    """Each format is read back by its own rules and must have the name as it was written."""
    log = log_of(["Ann", name, "Bob"])
    out = {f: letter.accepted(log, "--format", f, "--deals", "all").out for f in FORMATS}
    for format_ in ("table", "plain", "chat"):
        assert name in out[format_]
    data = json.loads(out["json"])
    assert list(data["totals"]) == ["Ann", name, "Bob"]
    assert [board["player"] for board in data["deals"][0]["boards"]] == ["Ann", name, "Bob"]
    lines = [json.loads(line) for line in out["jsonl"].splitlines()]
    assert list(lines[-1]["totals"]) == ["Ann", name, "Bob"]
    assert name in names_in_markdown(out["markdown"])
    page = Page(out["html"])
    assert " ".join(name.split()) in page.text
    assert {"table", "html"} <= set(page.tags)
    drawing = "".join(ElementTree.fromstring(out["svg"]).itertext())
    assert name in drawing


@pytest.mark.parametrize("name", FORMULAS)
def test_032_formulas_in_csv(name: str, letter: Letter) -> None:
    log = log_of(["Ann", name])
    spreadsheet = list(csv.DictReader(io.StringIO(letter.accepted(log, "--format", "csv").out)))
    assert [row["player"] for row in spreadsheet] == ["Ann", f"'{name}"]
    raw = list(csv.DictReader(io.StringIO(letter.accepted(log, "--format", "csv", "--csv-raw").out)))
    assert [row["player"] for row in raw] == ["Ann", name]
    assert {row["points"] for row in spreadsheet} == {row["points"] for row in raw}
    assert all(re.fullmatch("-?[0-9]+", row["points"]) for row in spreadsheet), "numbers stay numbers"
    assert name in json.loads(letter.accepted(log, "--format", "json").out)["totals"]


@pytest.mark.parametrize("name", [*FORMULAS, "'=1", "'", *ODD_NAMES, *MARKUP])
def test_032_names_through_every_form_of_log(name: str, letter: Letter) -> None:
    """Text to YAML to JSON to JSON Lines to CSV to text: the same players, and the same scores."""
    text, form = log_of(["Ann", name]), "text"
    before = json.loads(letter.accepted(text, "--format", "json").out)
    for other in ("yaml", "json", "jsonl", "csv", "text"):
        suffix = {"text": "ofc"}
        ran = letter.accepted(text, "--to", other, name=f"x.{suffix.get(form, form)}", command=("convert",))
        text, form = ran.out, other
        report = letter.accepted(text, "--format", "json", name=f"x.{suffix.get(form, form)}")
        after = json.loads(report.out)
        assert list(after["totals"]) == ["Ann", name]
        assert after["totals"] == before["totals"]


def test_033_markup_in_html(letter: Letter) -> None:
    for name in MARKUP:
        if name.startswith(("-", "#")):
            continue
        page = Page(letter.accepted(log_of([name, "Ann"], note=f"x {name}"), "--format", "html").out)
        assert not any("javascript" in value for key, value in page.attributes if key in ("href", "src"))
        assert not any(key.startswith("on") for key, _ in page.attributes)
    plain = Page(letter.accepted(log_of(["Ben", "Ann"], note="x y"), "--format", "html").out)
    odd = Page(
        letter.accepted(log_of(["<b>", "Ann"], note="</p><img src=x onerror=y>"), "--format", "html").out
    )
    assert odd.tags == plain.tags, "a name or a note adds no tag"


def test_034_markup_in_markdown(letter: Letter) -> None:
    for name in MARKUP:
        text = letter.accepted(log_of(["Ann", name]), "--format", "markdown", "--deals", "all").out
        assert names_in_markdown(text).count(name) == 1
        tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
        for table in tables:
            assert len({re.sub(r"\\.", "", line).count("|") for line in table.splitlines()}) == 1


def test_035_markup_of_rich(letter: Letter) -> None:
    for name in ("[red]x[/red]", "[link=https://x.test]x[/link]", "[/]", ":smile:"):
        assert name in letter.accepted(log_of(["Ann", name])).out
        bad = log_of(["Ann", name]).replace("663", "66Z")
        assert name in letter.refused(bad).err


def test_036_long_wide_and_stacked_names(letter: Letter) -> None:
    assert "line-too-long" in letter.refused(log_of(["x" * 10_000, "Ann"])).err
    assert "this name has 65 characters" in letter.refused(log_of(["x" * 65, "Ann"])).err
    assert "name-too-long" in letter.refused(log_of(["a" + "\u0301" * 300, "Ann"])).err
    assert "name-too-long" in letter.refused(log_of(["\u65e5" * 65, "Ann"])).err
    for name in (
        "x" * 64,
        "\u65e5\u672c\u8a9e\u306e\u540d\u524d",
        "\u0e17\u0e35\u0e48",
        "\U0001f468",
        "e\u0308\u0304",
    ):
        lines = letter.accepted(log_of([name, "Ann"])).out.splitlines()
        start = next(i for i, line in enumerate(lines) if line.startswith("Standings"))
        widths = {text_width(line) for line in lines[start : start + 3]}
        assert len(widths) == 1, "columns stay aligned by display width"
        assert max(widths) <= 80


def test_037_empty_names_and_keywords(letter: Letter) -> None:
    for name in ("", "  "):
        assert "name-empty" in letter.refused(log_of([name, "Ann"])).err
    for word in ("top", "rules", "stake", "players", "expect", "bank"):
        ran = letter.refused(f"{word}: {BOARDS[0]}\n{GUS}")
        assert word in ran.err
        letter.accepted(log_of([word, "Ann"]))
    # `deal` and `total` are no keys, so a colon makes names of them (design 4).
    for word in ("deal", "hand", "total", "house", "rulesman", "A"):
        letter.accepted(f"{word}: {BOARDS[0]}\n{GUS}")


def test_038_bytes_that_are_no_text(letter: Letter) -> None:
    ran = letter.refused(b"Jos\xe9: " + HERO.encode()[6:] + GUS.encode())
    assert "x.ofc:1:4: error[not-utf8]: not valid UTF-8 at byte 4 of line 1 (byte 0xE9)" in ran.err
    letter.refused(BOTH.encode() + b"\xed\xa0\x80: foul\n")
    letter.refused(YAML.replace("Hero", '"\\ud800"'), name="x.yaml")
    letter.refused('{"boards": {"\\ud800": "foul", "B": "foul"}}\n', name="x.json")
    letter.refused('{"boards": {"\\ud800": "foul", "B": "foul"}}\n', name="x.jsonl")


def test_039_names_that_nobody_has(letter: Letter) -> None:
    ran = letter.refused("stake: 1\nstake Hero/Gsu: 2\n" + DEAL + "adjust: Guss +5, Hero -5\n")
    assert ran.err.count("hint: did you mean Gus?") == 2
    ran = letter.refused("players: Hero = H, Gus\n" + DEAL.replace("Gus:", "Gsu:"))
    assert "Gsu is not in `players:`" in ran.err
    letter.refused("players: Hero = H, Gus\n" + DEAL + "expect: Hreo +3\n")
    letter.refused(DEAL + "paid: Gus -> Hro 3\n")
    letter.refused("bank: Guus\nrules: ofc + bank\n" + DEAL, status=1)


def test_040_short_names_of_two(letter: Letter) -> None:
    assert "P is already a name of Hero's (column 17)" in (
        letter.refused("players: Hero = P, Gus = P\n" + DEAL).err
    )
    assert "Gus is another player's name" in letter.refused("players: Hero = Gus, Gus\n" + DEAL).err
    letter.refused("players: Hero = H, Gus, Hero\n" + DEAL)
