"""Fouls that a flush would save: told with the row as it was typed, and only where the deck has the flush."""

from __future__ import annotations

import pytest

import ofcscore
from ofcscore.diagnostics.problem import KEPT_AT_MOST, Problem
from ofcscore.log.check.checker import Overrides, read_session
from ofcscore.log.read.sources import Form, text_source
from ofcscore.scoring.deal import Header
from ofcscore.session.session import Session, score_session
from tests.loops import each

ANN = "Ann: JJ5 / AA762 / 9TJQK"


def doubts(
    *lines: str, form: Form = "text", rules: str | None = None, sets: tuple[str, ...] = ()
) -> list[Problem]:
    items, problems = read_session([text_source("\n".join(lines), form)], Overrides(rules, sets))
    assert [p for p in problems if not p.warning] == []
    return [p for p in score_session(items)[2] if p.code == "flush-forgotten"]


@each(
    ("line", "rows", "meant"),
    [
        ("Ben: 663 / KK943 / AT852", "bottom was a flush", "Ben: 663 / KK943 / AT852 flush"),
        ("Ben: 663 / KK943 / a 10 8,5 2", "bottom was a flush", "Ben: 663 / KK943 / a 10 8,5 2 flush"),
        ("Ben: 999 / AT852 / 4466 6", "middle was a flush", "Ben: 999 / AT852 flush / 4466 6"),
        (
            "Ben: 999 / K8432 / AT852 # x",
            "middle and bottom were flushes",
            "Ben: 999 / K8432 flush / AT852 flush # x",
        ),
        (
            "Ben: bot: AT852 / top: 663 / mid: KK943",
            "bottom was a flush",
            "Ben: bot: AT852 flush / top: 663 / mid: KK943",
        ),
    ],
)
def test_the_row_as_it_was_typed(line: str, rows: str, meant: str) -> None:
    (doubt,) = doubts("Ann: foul", line)
    assert doubt.message == f"Ben's board is a foul unless the {rows}"
    assert doubt.hint == f"if the {rows}, write `{meant}`; if it was a foul, write `(foul)` after the cards"
    assert doubt.warning
    assert doubts("Ann: foul", meant) == []
    assert doubts("Ann: foul", f"{line.partition('#')[0]} (foul)") == []


@each(
    ("line", "why"),
    [
        ("Ben: 663 / KK943 / AT852 flush", "it is no foul"),
        ("Ben: 663 / KK943 / AT852 (foul)", "the table ruled it one"),
        ("Ben: 663 / KK943 / Ah Th 8h 5h 2c", "suits are stated"),
        ("Ben: 663 / KK943 / AAT52", "two cards of a rank are no flush"),
        ("Ben: KK3 / QQ943 / AT852", "the top is a foul still"),
        ("Ben: 663 / KK943 / 88752", "a pair is no flush"),
    ],
)
def test_no_false_alarm(line: str, why: str) -> None:
    assert doubts(ANN, line) == [], why


@pytest.mark.parametrize(("ace", "told"), [("Ah", 0), ("Kh", 1)])
def test_only_where_the_deck_has_the_flush(ace: str, told: int) -> None:
    """With an ace of hearts elsewhere no suit has the five cards left."""
    other = f"Gus: {ace} 4s 3d / Td 8c 5s 3h Kc / Qd Qh Qc Js Jd (foul)"
    assert len(doubts(other, "Ben: 664 / 99743 / AT852")) == told


@each(
    ("line", "meant", "column", "width"),
    [
        ("Ben: KKQ / AA962 / K*T86", "Ben: KKQ / AA962 / K*T86 flush", 20, 5),
        ("Ben: KKQ / AA962 / * K T 8 6", "Ben: KKQ / AA962 / * K T 8 6 flush", 20, 9),
        ("Ben: KKQ / AA962 / JK1 K T 8 6 # x", "Ben: KKQ / AA962 / JK1 K T 8 6 flush # x", 20, 11),
        ("Ben: 552 / 34567 / X K X 8 9", "Ben: 552 / 34567 / X K X 8 9 flush", 20, 9),
    ],
)
def test_a_row_with_jokers_may_be_a_flush(line: str, meant: str, column: int, width: int) -> None:
    rules = "ofc-progressive + jokers"
    (doubt,) = doubts("Ann: foul", line, rules=rules)
    assert doubt.hint is not None
    assert f"write `{meant}`;" in doubt.hint
    assert (doubt.place.column, doubt.place.width) == (column, width)
    assert doubts("Ann: foul", meant, rules=rules) == []


def test_rows_that_are_equal_are_shown_without_their_line() -> None:
    (doubt,) = doubts(ANN, "Ben: Q62 / KT843 / KT843", sets=("order=strict",))
    assert doubt.hint is not None
    assert "write `K T 8 4 3 flush`;" in doubt.hint


def test_a_low_middle_is_none_the_better_for_a_flush() -> None:
    assert doubts(ANN, "Ben: 664 / T9853 / 77643", rules="ofc-27") == []


@pytest.mark.parametrize(
    ("form", "text", "meant"),
    [
        (
            "yaml",
            "boards:\n  Ann: foul\n  Ben: {top: 663, mid: KK943, bot: AT852}",
            "Ben: {top: 663, mid: KK943, bot: AT852 flush}",
        ),
        ("csv", "player,top,mid,bot,status\nAnn,,,,foul\nBen,663,KK943,AT852,", "Ben,663,KK943,AT852 flush,"),
    ],
)
def test_in_every_form(form: Form, text: str, meant: str) -> None:
    (doubt,) = doubts(text, form=form)
    assert doubt.hint is not None
    assert f"write `{meant}`" in doubt.hint


def test_in_the_api() -> None:
    result = ofcscore.score(ofcscore.read_text(f"{ANN}\nBen: 663 / KK943 / AT852"))
    assert "flush-forgotten" in [warning.code for warning in result.warnings]


def test_a_log_that_forgets_them_everywhere_keeps_as_many_as_of_any_warning() -> None:
    session = Session()
    items, _ = read_session([text_source(f"deal 1\n{ANN}\nBen: 663 / KK943 / AT852\n")])
    for item in items:
        if isinstance(item, Header):
            session.header(item)
        else:
            for _ in range(KEPT_AT_MOST + 10):
                session.deal(item)
    assert session.problems.warnings == KEPT_AT_MOST + 10
    assert len(session.problems.kept) == KEPT_AT_MOST


@each(
    ("note", "board", "told"),
    [
        ("foul", "Ben: 663 / KK943 / 88844", True),
        ("Ben fouled!", "Ben: 663 / KK943 / 88844", True),
        ("BEN busted", "Ben: 663 / KK943 / 88844", True),
        ("foul", "Ben: foul", False),
        ("ben fouled", "Ben: KK3 / 66943 / 88844", False),
        ("Ann fouled", "Ben: foul", True),
        ("Cid fouled", "Ben: 663 / KK943 / 88844", True),
        ("no foul", "Ben: 663 / KK943 / 88844", False),
        ("Ben fouled, sorry", "Ben: 663 / KK943 / 88844", True),
        ("Ben has fouled", "Ben: 663 / KK943 / 88844", True),
        ("nobody fouled", "Ben: 663 / KK943 / 88844", False),
        ("Ben nearly fouled", "Ben: 663 / KK943 / 88844", False),
        ("no foul this time", "Ben: 663 / KK943 / 88844", False),
    ],
)
def test_a_note_of_a_foul_that_is_none_is_told(note: str, board: str, told: bool) -> None:
    """A column of notes in a spreadsheet said `foul`, and the board was paid for."""
    items, _ = read_session([text_source(f"deal 1\nnote: {note}\n{ANN}\n{board}\n")])
    assert [p.code for p in score_session(items)[2]] == ["note-foul"] * told


@each(
    ("note", "board", "told"),
    [
        ("Ben's bottom is a flush", "Ben: 663 / KK943 / AQ852", True),
        ("what a flush", "Ben: 663 / KK943 / AQ852", True),
        ("Ben hat Farbe", "Ben: 663 / KK943 / AQ852", True),
        ("Ben's bottom is a flush", "Ben: 223 / 44953 / AQ852 flush", False),
        ("nice hand", "Ben: 223 / 44953 / AQ852", False),
    ],
)
def test_a_note_of_a_flush_that_no_row_says_is_told(note: str, board: str, told: bool) -> None:
    found = doubts("deal 1", f"note: {note}", "Ann: JJ5 / AA762 / 88844", board)
    assert any("has the note" in one.message for one in found) == told


_NOTED = {
    "text": "deal 1\nnote: {}\nAnn: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n",
    "chat": "22:13 Ann: deal 1\n22:13 Ann: note: {}\n22:13 Ann: JJ5 / AA762 / 9TJQK\n"
    "22:13 Ben: 663 / KK943 / 88844\n",
    "yaml": "deals:\n- note: {}\n  boards:\n    Ann: JJ5 / AA762 / 9TJQK\n    Ben: 663 / KK943 / 88844\n",
    "json": '{{"deals": [{{"note": "{}", '
    '"boards": {{"Ann": "JJ5 / AA762 / 9TJQK", "Ben": "663 / KK943 / 88844"}}}}]}}',
    "csv": "deal,player,top,mid,bot,note\n1,Ann,JJ5,AA762,9TJQK,{}\n1,Ben,663,KK943,88844,\n",
}


FORMS_OF_NOTES: dict[str, Form] = {
    "text": "text",
    "chat": "text",
    "yaml": "yaml",
    "json": "json",
    "csv": "csv",
}


@each("form", _NOTED)
@each(
    ("note", "code"),
    [
        *(("Ben paid Ann 5", "note-unread"), ("deal 1 void", "note-unread"), ("misdeal", "note-unread")),
        *(("Ben fouled", "note-foul"), ("Cid fouled", "note-foul")),
    ],
)
def test_a_note_that_would_move_money_is_one_warning(form: str, note: str, code: str) -> None:
    source = text_source(_NOTED[form].format(note), FORMS_OF_NOTES[form])
    items, problems = read_session([source])
    found = [p for p in (*problems, *score_session(items)[2]) if p.code.startswith("note-")]
    assert [(p.code, p.warning) for p in found] == [(code, True)]


def test_a_note_of_a_void_deal_may_say_so() -> None:
    log = _NOTED["text"].format("misdeal") + "void\n"
    assert read_session([text_source(log)])[1] == ()
