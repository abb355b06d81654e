"""`(fantasyland 15)`: how many cards a player got, read, kept, written, and held against what was due."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ofcscore
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import FORMS, Form, text_source
from ofcscore.scoring.deal import Deal
from tests.command import run
from tests.log.write.test_round import convert, read
from tests.loops import each

LOG = """\
rules: ofc-pppoker
stake: 0.50 EUR

deal 1
Hero: 662 / 88833 / 9999K (fantasyland 15)
Gus:  44J / 55A72 / TTQ76 (foul)
"""
DUE = """\
rules: ofc-pineapple
stake: 0.50 EUR
deal 1
Hero: QQ5 / AA762 / 9TJQK
Gus: 663 / KK943 / 88844
deal 2
Hero: 225 / 77664 / 9TJQK (fantasyland {})
Gus: 33A / KK943 / 88845
"""


def hero(text: str, form: Form = "text") -> ofcscore.Board:
    deal = read(text, form)[1]
    assert isinstance(deal, Deal)
    return deal.boards[0]


@each("form", FORMS)
def test_the_number_is_kept_in_every_form(form: Form) -> None:
    board = hero(convert(LOG, "text", form), form)
    assert (board.fantasyland, board.dealt) == (True, 15)
    assert "(fantasyland 15)" in convert(convert(LOG, "text", form), form, "text")


@pytest.mark.parametrize(("mark", "dealt"), [("", 0), (" 13", 13), (" 52", 52)])
def test_a_mark_may_have_a_number(mark: str, dealt: int) -> None:
    board = hero(LOG.replace(" 15", mark))
    assert (board.fantasyland, board.dealt) == (True, dealt)


@each("form", ["text", "yaml", "csv"])
@each("number", ["12", "53", "999999999999"])
def test_as_many_cards_are_not_dealt(number: str, form: Form) -> None:
    wrong = convert(LOG, "text", form).replace(": 15", f": {number}").replace("land 15", f"land {number}")
    found = read_session([text_source(wrong, form)])[1]
    assert [p.code for p in found][:1] == ["mark-unknown"]


def test_where_nobody_knows_it_the_mark_says_how_many_cards_were_dealt() -> None:
    """A player who stays at PPPoker gets the same number of cards again."""
    for mark, cards in ((" 15", 15), (" 17", 17), ("", 14)):
        score = ofcscore.score(ofcscore.read_text(LOG.replace(" 15", mark)))
        assert next(iter(score)).score.boards[0].fantasyland.cards == cards


def test_a_number_that_is_due_is_no_doubt() -> None:
    log = ofcscore.read_text(DUE.format(14))
    assert [p.code for p in ofcscore.score(log).warnings] == []


def test_another_number_than_was_due_is_said_beside_the_payments() -> None:
    ran = run("score", "-", stdin=DUE.format(15))
    doubt = "Hero got 15 fantasyland cards in deal 2, but 14 were due"
    assert f"Please check: {doubt}.\n" in ran.out
    assert f"warning[fantasyland-cards]: {doubt}\n" in ran.err
    for form in ("markdown", "chat", "html"):
        assert doubt in run("score", "-", "--format", form, stdin=DUE.format(15)).out
    assert doubt not in run("score", "-", "--settle", "none", stdin=DUE.format(15)).out


@each(
    ("rules", "number", "said"),
    [
        ("ofc", 13, None),
        ("ofc", 15, "these rules deal 13"),
        ("ofc-pineapple", 13, "these rules deal 14"),
        ("ofc-progressive", 14, None),
        ("ofc-progressive", 17, None),
        ("ofc-progressive", 18, "these rules deal 14 to 17"),
    ],
)
def test_a_number_that_the_rules_never_deal_is_a_doubt(rules: str, number: int, said: str | None) -> None:
    log = LOG.replace("ofc-pppoker", rules).replace("15", str(number))
    found = [p for p in ofcscore.score(ofcscore.read_text(log)).warnings if p.code == "fantasyland-cards"]
    expected = f"Hero got {number} fantasyland cards in deal 1, but {said}"
    assert [p.message for p in found] == ([] if said is None else [expected])


def test_what_was_due_counts() -> None:
    log = DUE.replace("ofc-pineapple", "ofc-pppoker").replace("225 / 77664 / 9TJQK", "225 / 77664 / TTTTQ")
    results = ofcscore.score(ofcscore.read_text(log.format(16)))
    assert [result.score.boards[0].fantasyland.cards for result in results] == [14, 14]


def test_explain_says_the_number_that_the_log_has(tmp_path: Path) -> None:
    log = tmp_path / "x.ofc"
    log.write_text(LOG)
    assert "In fantasyland: Hero, marked in the log with 15 cards\n" in run("explain", f"{log}:1").out
    data = json.loads(run("explain", f"{log}:1", "--format", "json").out)
    assert data["fantasyland"] == [{"player": "Hero", "cards": 15, "deal": None, "had": []}]
    board = "662 / 88833 / 9999K (fantasyland 17)"
    assert "stays in fantasyland, 17 cards" in run("explain", board, "--rules", "ofc-pppoker").out
