"""Memory does not grow with a log, in whatever form it comes and in whatever form it leaves.

Each way is run over a log and over one three times as long, each in a Python of its own, which says how much
memory it had at most.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import ofcscore
from ofcscore.game.cards import RANKS, SUITS
from ofcscore.log.read.sources import Form
from tests.memory import most_memory

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system says what a process had at most")

A_DEAL_AT_MOST: Final = 1_000
"""Bytes that a deal may leave behind: its name, to find it again. A deal read and scored is 10,000."""
DEALS: Final = 3_000
"""So many deals have twice as many lines as are analyzed together."""
LONG: Final = 7_500
"""So many deals of text are a long log, as three times as many are: both go as columns where they can."""
PLAYERS: Final = ("Hero", "Gus", "Jos\u00e9")
DECK: Final = [rank + suit for rank in RANKS for suit in SUITS]
STEPS: Final = (3, 5, 7, 9, 11, 15, 17, 19, 21, 23)

Boards = dict[str, dict[str, str]]


def boards(number: int) -> Boards:
    """The boards of a deal of three; there are some hundred deals, over and over."""
    step = STEPS[number % 10]
    deck = [DECK[(number % 11 + step * at) % 52] for at in range(39)]
    dealt = {name: deck[13 * seat : 13 * seat + 13] for seat, name in enumerate(PLAYERS)}
    return {
        name: {"top": " ".join(d[:3]), "mid": " ".join(d[3:8]), "bot": " ".join(d[8:])}
        for name, d in dealt.items()
    }


def as_text(deals: int) -> str:
    """A log with a key in some deals, so that none of the quick ways has all of them."""
    parts = []
    for number in range(1, deals + 1):
        note = "note: late\n" if number % 3 == 0 else ""
        lines = "".join(f"{name}: {' / '.join(rows.values())}\n" for name, rows in boards(number).items())
        parts.append(f"deal {number}\n{note}{lines}\n")
    return "rules: ofc\nstake: 1 EUR\n\n" + "".join(parts)


def as_yaml(deals: int) -> str:
    parts = ["rules: ofc\ndeals:\n"]
    for number in range(1, deals + 1):
        note = "  note: late\n" if number % 3 == 0 else ""
        lines = (
            f"    {name}: {{top: {rows['top']}, mid: {rows['mid']}, bot: {rows['bot']}}}\n"
            for name, rows in boards(number).items()
        )
        parts.append(f"- deal: {number}\n{note}  boards:\n{''.join(lines)}")
    return "".join(parts)


def _data(number: int) -> str:
    note = {"note": "sp\u00e4t"} if number % 3 == 0 else {}
    return json.dumps({"deal": number, **note, "boards": boards(number)})


def as_json(deals: int) -> str:
    return '{"rules": "ofc", "deals": [\n' + ",\n".join(map(_data, range(1, deals + 1))) + "\n]}\n"


def as_jsonl(deals: int) -> str:
    return "".join(f"{_data(number)}\n" for number in range(1, deals + 1))


def as_csv(deals: int) -> str:
    rows = (
        f"{number},{name},{','.join(rows.values())}\n"
        for number in range(1, deals + 1)
        for name, rows in boards(number).items()
    )
    return "deal,player,top,mid,bot\n" + "".join(rows)


FORMS: Final[dict[Form, Callable[[int], str]]] = {
    "text": as_text,
    "yaml": as_yaml,
    "json": as_json,
    "jsonl": as_jsonl,
    "csv": as_csv,
}
SUFFIXES: Final = {form: f".{form}" for form in FORMS} | {"text": ".ofc"}


def growth(folder: Path, form: Form, deals: int, *arguments: str) -> float:
    """By how many bytes a deal the memory grows from a log to one three times as long."""
    most = []
    for count in (deals, 3 * deals):
        log = folder / f"{count}{SUFFIXES[form]}"
        if not log.exists():
            log.write_text(FORMS[form](count), encoding="utf-8")
        command, *options = arguments
        most.append(most_memory(command, log, *options))
    return (most[1] - most[0]) / (2 * deals)


@pytest.mark.long
def test_each_line_of_json_lines_is_forgotten(tmp_path: Path) -> None:
    assert growth(tmp_path, "jsonl", 500, "score", "--format", "markdown") < 2 * A_DEAL_AT_MOST


def test_a_deal_leaves_nothing_that_points_at_itself() -> None:
    """Reference cycles are freed only by the garbage collector, which seldom runs here."""
    # What is there already is not looked through.
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        for form, written in FORMS.items():
            left = []
            for count in (4, 4, 12):
                ofcscore.score(ofcscore.read_text(written(count), form=form))
                left.append(gc.collect())
            assert left[2] == left[1], form
    finally:
        gc.enable()
        gc.unfreeze()


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_memory_does_not_grow_with_a_log_of_any_form(tmp_path: Path, form: Form) -> None:
    assert growth(tmp_path, form, DEALS, "check") < A_DEAL_AT_MOST


@pytest.mark.long
@pytest.mark.parametrize("form", FORMS)
def test_memory_does_not_grow_with_what_is_converted(tmp_path: Path, form: Form) -> None:
    assert growth(tmp_path, "text", DEALS, "convert", "--to", form) < A_DEAL_AT_MOST


@pytest.mark.long
@pytest.mark.parametrize("form", ["table", "markdown", "csv", "json", "jsonl", "chat"])
def test_memory_does_not_grow_with_a_report(tmp_path: Path, form: str) -> None:
    assert (
        growth(tmp_path, "text", LONG if form == "table" else DEALS, "score", "--format", form)
        < A_DEAL_AT_MOST
    )


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        ("--format", "json", "--settle", "pairs"),
        ("--deals", "all"),
        ("--running",),
        ("--chart",),
        ("--compare", "ofc,ofc-27"),
    ],
)
def test_memory_does_not_grow_with_what_is_shown(tmp_path: Path, options: tuple[str, ...]) -> None:
    """A chart shows a number of points, which these logs have."""
    assert growth(tmp_path, "text", DEALS, "score", *options) < A_DEAL_AT_MOST


@pytest.mark.long
def test_memory_grows_with_a_page_by_its_packed_deals(tmp_path: Path) -> None:
    """Every deal is on the page, in some 500 bytes, which are there twice when it is written."""
    assert growth(tmp_path, "text", DEALS, "score", "--format", "html") < 2_000 + A_DEAL_AT_MOST


@pytest.mark.long
def test_memory_does_not_grow_with_a_log_that_is_formatted(tmp_path: Path) -> None:
    assert growth(tmp_path, "text", DEALS, "fmt") < A_DEAL_AT_MOST


@pytest.mark.long
def test_memory_grows_by_the_two_texts_that_formatting_compares(tmp_path: Path) -> None:
    """The difference is of two texts held in lines."""
    for deals in (DEALS, 3 * DEALS):
        (tmp_path / f"{deals}.ofc").write_text(as_text(deals).replace("Gus:", "Gus: "), encoding="utf-8")
    assert growth(tmp_path, "text", DEALS, "fmt", "--diff") < 3 * A_DEAL_AT_MOST


@pytest.mark.long
@pytest.mark.parametrize("form", ["text", "yaml"])
def test_memory_does_not_grow_with_the_log_of_a_deal_that_is_explained(tmp_path: Path, form: Form) -> None:
    most = []
    for count in (DEALS, 3 * DEALS):
        log = tmp_path / f"{count}{SUFFIXES[form]}"
        log.write_text(FORMS[form](count), encoding="utf-8")
        most.append(most_memory("explain", f"{log}:{count - 1}"))
    assert most[1] - most[0] < 2 * DEALS * A_DEAL_AT_MOST
