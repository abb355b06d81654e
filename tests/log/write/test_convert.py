"""`convert` and the writers: output of each format, limits, unchanged files."""

from __future__ import annotations

import io
import os
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import Problems, format_problem
from ofcscore.files.yaml_nodes import read_document
from ofcscore.log.check.checker import read_session
from ofcscore.log.keys import KEYS
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import FORMS, Form, Source, text_source
from ofcscore.log.write.formats import WRITERS, yaml_scalar
from ofcscore.scoring.deal import Deal
from ofcscore.session.session import score_session
from tests.command import answer
from tests.daily import some
from tests.log.write.test_round import ROUND, Item, convert, plain, read
from tests.loops import each

NIGHT = """\
rules: ofc
stake: 0.50 EUR
players: Ana, "Phil H." = P

deal 1 2026-11-20
dealer: Ana
note: he said "well" # so
Ana:       Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc (fantasyland)
"Phil H.": foul (1 aces)
expect: Ana +5, P -5
expect Ana/P: +5, scoop +3

deal 2
void
Ana:       claim dragon: 2 3 4 5 6 7 8 9 T J Q K A
"Phil H.": surrender
""".replace('he said "well" # so', '"he said ""well"" # so"')

WRITTEN: dict[Form, str] = {
    "text": NIGHT,
    "yaml": """\
rules: ofc
stake: 0.50 EUR
players: Ana, "Phil H." = P

deals:
- deal: 1
  date: "2026-11-20"
  dealer: Ana
  note: 'he said "well" # so'
  boards:
    Ana:     {top: Qh Qd 5c, mid: Ah Ad 7s 6c 2d, bot: 9h Ts Jd Qs Kc, fantasyland: yes}
    Phil H.: foul (1 aces)
  expect: Ana +5, P -5
  expect Ana/P: "+5, scoop +3"

- deal: 2
  void: yes
  boards:
    Ana:     {claim: dragon, cards: 2 3 4 5 6 7 8 9 T J Q K A}
    Phil H.: surrender
""",
    "json": """\
{
  "rules": "ofc",
  "stake": "0.50 EUR",
  "players": "Ana, \\"Phil H.\\" = P",
  "deals": [
    {"deal": "1", "date": "2026-11-20", "dealer": "Ana", "note": "he said \\"well\\" # so", \
"boards": {"Ana": {"top": "Qh Qd 5c", "mid": "Ah Ad 7s 6c 2d", "bot": "9h Ts Jd Qs Kc", \
"fantasyland": true}, "Phil H.": "foul (1 aces)"}, "expect": "Ana +5, P -5", "expect Ana/P": "+5, scoop +3"},
    {"deal": "2", "void": true, "boards": {"Ana": {"claim": "dragon", \
"cards": "2 3 4 5 6 7 8 9 T J Q K A"}, "Phil H.": "surrender"}}
  ]
}
""",
    "jsonl": """\
{"rules": "ofc", "stake": "0.50 EUR", "players": "Ana, \\"Phil H.\\" = P"}
{"deal": "1", "date": "2026-11-20", "dealer": "Ana", "note": "he said \\"well\\" # so", \
"boards": {"Ana": {"top": "Qh Qd 5c", "mid": "Ah Ad 7s 6c 2d", "bot": "9h Ts Jd Qs Kc", \
"fantasyland": true}, "Phil H.": "foul (1 aces)"}, "expect": "Ana +5, P -5", "expect Ana/P": "+5, scoop +3"}
{"deal": "2", "void": true, "boards": {"Ana": {"claim": "dragon", \
"cards": "2 3 4 5 6 7 8 9 T J Q K A"}, "Phil H.": "surrender"}}
""",
    "csv": """\
deal,date,player,top,mid,bot,status,claim,dealer,note,key,value
,,,,,,,,,,rules,ofc
,,,,,,,,,,stake,0.50 EUR
,,,,,,,,,,players,"Ana, ""Phil H."" = P"
1,2026-11-20,Ana,Qh Qd 5c,Ah Ad 7s 6c 2d,9h Ts Jd Qs Kc,fantasyland,,Ana,"he said ""well"" # so",,
1,2026-11-20,Phil H.,,,,foul (1 aces),,,,,
1,2026-11-20,,,,,,,,,expect,"Ana +5, P -5"
1,2026-11-20,,,,,,,,,expect Ana/P,"'+5, scoop +3"
2,,Ana,2 3 4 5 6 7 8 9 T J Q K A,,,,dragon,,,,
2,,Phil H.,,,,surrender,,,,,
2,,,,,,,,,,void,
""",
}


@each("form", FORMS)
def test_keys_that_stand_twice_are_kept(form: Form) -> None:
    """YAML has a key once: parts of one kind are joined, the others are a list."""
    text = (
        "deal 1\nnote: a\nnote: b\nA: foul\nB: foul\nadjust: A +1, B -1\nadjust: A +2, B -2\n"
        "paid: A -> B 1\npaid: B -> A 2\nexpect A/B: +5\nexpect A/B: scoop 0\n"
    )
    assert read(convert(text, "text", form), form) == read(text, "text")


@each("key", KEYS)
def test_every_key_goes_through_every_form(key: str) -> None:
    """The value is read as in the examples of the key table."""
    seats = "" if key == "players" else 'players: Hero, Gus, "Phil H." = P, Ann, Bob\n'
    boards = "Hero: QQ5 / AA762 / 9TJQK\nGus: foul\n"
    for line in KEYS[key].example.split(", or "):
        if KEYS[key].where == "header":
            text = f"{seats}{line}\n\ndeal 1\n{boards}"
        elif KEYS[key].closing:
            text = f"{seats}\ndeal 1\n{boards}{line}\n"
        else:
            text = f"{seats}\ndeal 1\n{line}\n{boards}"
        said = read(text, "text")
        for form in FORMS:
            assert read(convert(text, "text", form), form) == said, form


@cache
def the_night() -> object:
    """The content of the night in every format."""
    return read(NIGHT, "text")


@each(("form", "other"), product(FORMS, FORMS), few=9)
def test_each_form_to_each_other(form: Form, other: Form) -> None:
    assert read(convert(WRITTEN[form], form, other), other) == the_night()


YAML = {
    "Qh Qd 5c": "Qh Qd 5c",
    "Ana": "Ana",
    "李 雷": "李 雷",
    "3": "3",
    "222": "222",
    "066": '"066"',
    "0.50": '"0.50"',
    "1e5": '"1e5"',
    "1:30": '"1:30"',
    "2026-11-20": '"2026-11-20"',
    "No": '"No"',
    "on": '"on"',
    "~": '"~"',
    "<<": '"<<"',
    "": '""',
    " a": '" a"',
    "a ": '"a "',
    "a: b": '"a: b"',
    "a #b": '"a #b"',
    '"a" b': "'\"a\" b'",
    "it's": "it's",
    '"it\'s"': "'\"it''s\"'",
    "a\nb": '"a\\nb"',
    "\x1b\u202e": '"\\x1b\\u202e"',
    "-2, top +2": '"-2, top +2"',
}


@each("text", YAML)
def test_yaml_scalars(text: str) -> None:
    assert yaml_scalar(text) == YAML[text]


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20), st.booleans())
def test_any_text_is_itself_again_in_yaml(text: str, flow: bool) -> None:
    scalar = yaml_scalar(text, flow=flow)
    document = f"{{x: {scalar}, y: z}}\n" if flow else f"x: {scalar}\n"
    root, problems = read_document(document, "x.yaml")
    assert problems == []
    assert root is not None
    value = root.get("x")
    assert value is not None
    assert value.text == text


# --- what a form cannot say


UNWRITABLE = {
    "a note of two lines": (
        "yaml",
        '- deal: 1\n  boards: {A: foul, B: foul}\n  note: "two\\nlines"\n',
        ("text", "csv"),
        "x.yaml:3:3: error[unwritable]: this `note` runs over several lines, but ",
    ),
    "a control character": (
        "yaml",
        '- deal: 1\n  boards: {A: foul, B: foul}\n  note: "a\\ab"\n',
        ("text", "csv"),
        "x.yaml:3:3: error[unwritable]: this `note` has the control character U+0007",
    ),
    "two deals of one name": (
        "text",
        "deal 1\nA: foul\nB: foul\ndeal 1\nA: foul\nC: foul\n",
        ("csv",),
        "x.text:4:6: error[unwritable]: there is another deal 1 in this log, but "
        "CSV joins rows of the same name",
    ),
    "a deal with a date and one of its name without": (
        "text",
        "deal 1 2026-11-20\nA: foul\nB: foul\ndeal 1\nC: foul\nD: foul\n",
        ("csv",),
        "x.text:4:6: error[unwritable]: there is another deal 1 in this log",
    ),
    "a deal without a date and one of its name with": (
        "text",
        "deal 1\nA: foul\nB: foul\ndeal 1 2026-11-20\nC: foul\nD: foul\n",
        ("csv",),
        "x.text:4:6: error[unwritable]: there is another deal 1 in this log",
    ),
    "deals of one name on two days": (
        "text",
        "deal 1 2026-11-20\nA: foul\nB: foul\ndeal 1 2026-11-21\nC: foul\nD: foul\n",
        (),
        "",
    ),
    "deals of one name that others part": (
        "text",
        "deal 1\nA: foul\nB: foul\ndeal 2\nA: foul\nB: foul\ndeal 1 2026-11-21\nC: foul\nD: foul\n",
        (),
        "",
    ),
    "why a deal is void between two notes": (
        "text",
        "deal 1\nnote: one\nvoid: why\nA: foul\nB: foul\nnote: three\n",
        (),
        "",
    ),
    "a note that is too long": (
        "csv",
        f"deal,player,status,note\n1,A,foul,{'x' * 5000}\n1,B,foul,\n",
        ("text", "yaml", "json", "jsonl"),
        "x.csv:2:10: error[unwritable]: this `note` is longer than ",
    ),
    "players that are too many": (
        "csv",
        f"deal,player,status,key,value\n,,,players,{';'.join(f'P{n}' for n in range(1500))}\n"
        "1,P1,foul,,\n1,P2,foul,,\n".replace(";", " + ").replace("P0 +", "X = P0 +"),
        ("text", "yaml", "json", "jsonl"),
        "x.csv:2:4: error[unwritable]: this `players` is longer than ",
    ),
    "a deal of many notes": (
        "text",
        "deal 1\n" + f"note: {'x' * 4000}\n" * 270 + "A: foul\nB: foul\n",
        ("jsonl",),
        "x.text:1:1: error[unwritable]: this exceeds the 1,048,576 characters of a line of JSON ",
    ),
    "boards with and without names": (
        "text",
        "deal 1\nvoid\ntop: QQ5 / AA762 / 9TJQK\nB: foul\n",
        ("yaml", "json", "jsonl"),
        "x.text:4:1: error[unwritable]: this deal has boards with and "
        "without a name, which YAML and JSON logs do not allow",
    ),
    "two boards of one player": (
        "text",
        "deal 1\nvoid\nB: QQ5 / AA762 / 9TJQK\nB: surrender\n",
        ("yaml", "json", "jsonl"),
        "x.text:4:1: error[unwritable]: B has two boards in this deal",
    ),
}


VOID = ("boards with and without names", "two boards of one player")
"""Void deals that only their own format can express exactly."""


def facts_of(item: Item, form: Form) -> Item:
    """Return an item as a format can express it.

    YAML keeps the reason of a void deal as a note if it is between others.
    """
    item = plain(item)
    if form in ("yaml", "json", "jsonl") and isinstance(item, Deal):
        return item._replace(facts=item.facts._replace(why_void=""))
    return item


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.long) if "many" in name else name for name in UNWRITABLE],
)
def test_what_another_form_cannot_say_is_a_problem(name: str) -> None:
    """All content that a format can express is preserved."""
    form, text, others, expected = UNWRITABLE[name]
    said = read_session([text_source(text, form)])[0]  # type: ignore[arg-type]
    for other in FORMS:
        problems = Problems()
        source = text_source(text, form, f"x.{form}")  # type: ignore[arg-type]
        written = "".join(WRITERS[other](read_syntax(source, problems), problems))
        if other in others:
            assert [format_problem(p)[: len(expected)] for p in problems.kept] == [expected]
        else:
            assert problems.errors == 0, other
            items = read_session([text_source(written, other)])[0]
            assert items
            if name not in VOID:
                assert [facts_of(item, other) for item in items] == [facts_of(item, other) for item in said]


# --- JSON Lines


def read_jsonl(text: str) -> tuple[list[str], list[str]]:
    items, problems = read_session([Source("x.jsonl", lambda: io.BytesIO(text.encode()))])
    heads = [format_problem(problem).partition("\n")[0] for problem in problems]
    return [item.name for item in items if isinstance(item, Deal)], heads


GOOD = '{"deal": "1", "boards": {"A": "foul", "B": "foul"}}\n'
JSONL = {
    "no header": (GOOD + GOOD.replace('"1"', "2"), ["1", "2"], []),
    "blank lines and CRLF": ("\n" + GOOD.replace("\n", "\r\n\r\n") + GOOD.replace("1", "2"), ["1", "2"], []),
    "a line that is no JSON": (
        GOOD + GOOD.replace('"1",', '"2"') + GOOD.replace("1", "3"),
        ["1", "3"],
        [
            "x.jsonl:2:14: error[json-syntax]: a comma is missing here, "
            "or a bracket or quote before it is not closed"
        ],
    ),
    "a line cut off": (
        GOOD + GOOD.replace("1", "2")[:30],
        ["1"],
        ["x.jsonl:2:31: error[json-syntax]: a value is missing here"],
    ),
    "a header below": (
        GOOD + '{"rules": "ofc"}\n',
        ["1"],
        ["x.jsonl:2:3: error[key-misplaced]: this document has keys of the session but is not the first"],
    ),
    "a slip in the cards": (
        GOOD.replace('"A": "foul"', '"A": {"top": "Q1h5", "mid": "AA762", "bot": "9TJQK"}')
        + GOOD.replace("1", "2"),
        ["2"],
        ["x.jsonl:1:41: error[card-unreadable]: 1h5 is not a card"],
    ),
    "an unknown key": (
        GOOD + GOOD.replace("1", "2").replace("}}", '}, "nites": "x"}'),
        ["1", "2"],
        ["x.jsonl:2:54: warning[field-noted]: `nites` is kept"],
    ),
    "a key twice": (
        GOOD.replace("}}", '}, "note": "x", "note": "y"}') + GOOD.replace("1", "2"),
        ["2"],
        ["x.jsonl:1:66: error[yaml-repeated-key]: `note` is already in column 53 of this line"],
    ),
    "a list": ("[1, 2]\n" + GOOD, ["1"], None),
    "nested deep": ("[" * 40 + "]" * 40 + "\n" + GOOD, ["1"], None),
    "nested too deep to be JSON": ('{"a":' * 100_000 + "\n" + GOOD, ["1"], None),
}


@each("name", JSONL)
def test_json_lines(name: str) -> None:
    """An invalid line spoils only itself."""
    text, names, problems = JSONL[name]
    found, heads = read_jsonl(text)
    assert found == names
    if problems is None:
        assert heads
    else:
        assert [head[: len(start)] for head, start in zip(heads, problems, strict=True)] == problems


# --- the command


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT)
    return path


@each("form", FORMS)
def test_convert_to(form: Form, night: Path) -> None:
    assert answer("convert", "night.ofc", "--to", form) == (0, WRITTEN[form], "")


@pytest.mark.parametrize(
    ("suffix", "form"),
    [(".yaml", "yaml"), (".YML", "yaml"), (".json", "json"), (".jsonl", "jsonl"), (".csv", "csv")],
)
def test_the_form_is_that_of_the_suffix(suffix: str, form: Form, night: Path) -> None:
    assert answer("convert", "night.ofc", "-o", f"out{suffix}") == (0, "", "")
    assert (night.parent / f"out{suffix}").read_text() == WRITTEN[form]


def test_from_says_the_form(night: Path) -> None:
    (night.parent / "log").write_text(WRITTEN["jsonl"])
    assert answer("convert", "log", "--from", "jsonl", "--to", "text") == (0, NIGHT, "")
    assert answer("convert", "log", "--to", "text") == (0, NIGHT, "")


@each("form", FORMS)
def test_standard_input_is_known_by_its_first_line(form: Form) -> None:
    assert answer("convert", "-", "--to", "text", stdin=WRITTEN[form]) == (0, NIGHT, "")


def test_remarks_are_left_out_and_that_is_said(night: Path) -> None:
    night.write_text("# Friday\n" + NIGHT)
    assert answer("convert", "night.ofc", "--to", "text") == (
        0,
        NIGHT,
        "ofcscore: the comments of night.ofc were dropped; `convert` does not keep comments\n",
    )


def test_a_log_with_problems_is_not_converted(night: Path) -> None:
    night.write_text(NIGHT.replace("5c", "Qh"))
    (night.parent / "out.csv").write_text("old")
    status, out, err = answer("convert", "night.ofc", "-o", "out.csv")
    assert (status, out) == (1, "")
    assert "error[card-repeated]" in err
    assert (night.parent / "out.csv").read_text() == "old"
    assert sorted(os.listdir()) == ["night.ofc", "out.csv"]


@pytest.mark.parametrize(
    "arguments", [(), ("--to", "xml"), ("-o", "out.dat"), ("-o", "out"), ("--from", "x", "--to", "csv")]
)
def test_a_form_that_is_none(arguments: tuple[str, ...], night: Path) -> None:
    status, out, err = answer("convert", "night.ofc", *arguments)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "text, yaml, json, jsonl" in err


# --- the examples


EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples"


@pytest.mark.parametrize("name", ["spreadsheet.csv", "night.jsonl"])
def test_the_night_in_other_forms_is_the_same_night(name: str) -> None:
    night = answer("score", str(EXAMPLES / "night.ofc"), "--deals", "all")
    assert night[0] == 0
    assert answer("score", str(EXAMPLES / "forms" / name), "--deals", "all") == night


@pytest.mark.parametrize(
    "path",
    some(6, of=sorted(EXAMPLES.rglob("*.ofc"))),
    ids=lambda path: path.relative_to(EXAMPLES).as_posix(),
)
def test_every_example_says_the_same_in_every_form(path: Path) -> None:
    text = path.read_text("utf-8")
    base = str(path.parent)

    def session(text: str, form: Form) -> object:
        items, problems = read_session([text_source(text, form, base=base)])
        assert not [format_problem(problem) for problem in problems]
        results, summary, _ = score_session(items)
        return [result.totals for result in results], summary.totals, summary.money

    expected = session(text, "text")
    written: tuple[str, Form] = (text, "text")
    for form in ROUND:
        written = convert(*written, form, base), form
        assert session(*written) == expected


@pytest.mark.parametrize("form", ROUND)
@pytest.mark.parametrize(
    "totals",
    ["Ana +1 EUR", "Ben -> anybody 100 c", "anybody -> Ana 1 EUR", "Ben -> Ana 1 EUR", "anybody 1 EUR"],
)
def test_money_so_far_is_checked_in_every_form(form: Form, totals: str) -> None:
    for told, failed in ((totals, []), (totals.replace("1", "2"), ["expect-failed"])):
        boards = "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"
        written = convert(f"stake: 0.50 EUR\n{boards}running: {told}\n", "text", form, "")
        items, problems = read_session([text_source(written, form, base="")])
        _, _, found = score_session(items)
        assert [problem.code for problem in (*problems, *found)] == failed
