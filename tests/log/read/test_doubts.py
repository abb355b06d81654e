"""Signs and words that may take a line back: such a line is asked about, never counted in silence."""

from __future__ import annotations

import json

from tests.loops import each
from tests.trials import Trial

DEAL = (
    "stake: 0.50 EUR\ndeal 1\nAna: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
    "Ben: 6h 6d 2c / Kh Kd 9s 4c 3c / As 8s 5s 3s 2s\n"
)
"""Ben pays Ana 2.50 EUR."""
CHAT = (
    "12/05/26, 9:00 PM - Ana: ofc 0.50 EUR a point\n"
    "12/05/26, 9:10 PM - Ana: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
    "12/05/26, 9:11 PM - Ben: 6h 6d 2c / Kh Kd 9s 4c 3c / As 8s 5s 3s 2s\n"
)


@each(
    "line",
    [
        *("[ ] void", "- [ ] void", "☐ void", "❓ void", "- [ ] Ben paid Ana 2", "☐ paid: Ben -> Ana 2.50"),
        *("○ Ben paid Ana 2", "❓ Ben paid Ana 2", "Ben paid Ana 2 ❌", "Ben paid Ana 2 ⏳"),
        "Ben paid Ana 2 👎",
        *("[ ] Cid: foul", "☐ Cid: foul", "Cid: foul ❓", "Cid: foul (kidding)"),
        "- [ ] adjust: Ana +5, Ben -5",
        *("Ben owes Ana 2.50 (bezahlt)", "Ben owes Ana 2.50 - received", "Ben pays Ana 2.50 ✅"),
        *("✔ Ben owes Ana 2.50", "- [x] Ben pays Ana 2.50", "[x] Ben -> Ana 2.50"),
        "Ben pays Ana 2.50 (got it)",
        "[ ] deal 2\nAna: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\nBen: foul",
        *("void: never mind", "void: nevermind", "void: forget it"),
        # Zero is the result, as a foul has no royalties.
        "Cid: foul (0)",
    ],
)  # fmt: skip
def test_a_line_that_may_be_taken_back_is_asked_about(trial: Trial, line: str) -> None:
    trial.refused(f"{DEAL}{line}\n", name="x.txt")


@each(
    ("line", "amount"),
    [
        *(("- [x] Ben paid Ana 2", "0.50"), ("Ben paid Ana 2 👍", "0.50"), ("void: nothing", "2.50")),
        *(("| Total | Ana +5 | Ben -5 |", "2.50"), ("score so far: Ana +5, Ben -5", "2.50")),
        ("Ben ya le pagó 2€ a Ana", "0.50"),
    ],
)
def test_what_is_certain_counts(trial: Trial, line: str, amount: str) -> None:
    payments = json.loads(trial.accepted(f"{DEAL}{line}\n", "--format", "json", name="x.txt").out)["payments"]
    assert [payment["amount"] for payment in payments] == [amount]


@each("words", ["(Asse oben!)", "(aces on top)", "poker abajo!", "(schade um den Straight Flush)"])
def test_words_about_hands_behind_a_board_are_listed(trial: Trial, words: str) -> None:
    log = DEAL.replace("3s 2s\n", f"3s 2s {words}\n")
    assert "read as a remark" in trial.accepted(log, name="x.txt").err


@each("words", ["(pair of nines)", "(queen of hearts in the middle)", "(not a foul)", "(Ana paid)"])
def test_words_behind_a_board_that_may_correct_it_are_asked_about(trial: Trial, words: str) -> None:
    trial.refused(DEAL.replace("3s 2s\n", f"3s 2s {words}\n"), name="x.txt")


@each(
    "said",
    [
        *("hearts not spades", "a seven, not a six", "it was a six", "just kidding", "those are Ben's cards"),
        *("not this one", "let's restart", "royalties off", "Ben sorted me", "keep it for next time", "cash"),
    ],
)
def test_what_a_chat_may_take_back_is_listed(trial: Trial, said: str) -> None:
    ran = trial.ran(f"{CHAT}12/05/26, 9:12 PM - Ben: {said}\n", name="x.txt")
    assert said in ran.err


def test_a_denied_deal_in_a_chat_is_asked_about(trial: Trial) -> None:
    said = f"{CHAT}12/05/26, 9:12 PM - Ana: ok dann zählt Hand 1 nicht\n"
    assert "void" in trial.refused(said, name="x.txt").err


def test_a_payment_above_the_deals_and_below_is_warned_of(trial: Trial) -> None:
    paid = "paid: Ben -> Ana 1\n"
    assert "money-repeated" in trial.accepted(f"{paid}{DEAL}{paid}", name="x.txt").err


def test_a_board_with_an_arrow_is_no_debt(trial: Trial) -> None:
    trial.accepted(DEAL.replace("3s 2s\n", "3s 2s -> -5 👍\n"), name="x.txt")


def test_an_option_that_is_named_like_a_way_to_score_is_read(trial: Trial) -> None:
    log = DEAL.replace("stake: 0.50 EUR", "chinese poker, sweep 1")
    rules = json.loads(trial.accepted(log, "--format", "json", name="x.txt").out)["rules"]
    assert rules["name"] == "chinese + sweep-1"


def test_no_fantasyland_is_a_rule_of_open_face(trial: Trial) -> None:
    for head in ("no fantasyland", "no fantasyland, 0.50 EUR a point", "OFC at Tom's\nno fantasyland"):
        log = DEAL.replace("stake: 0.50 EUR", head)
        rules = json.loads(trial.accepted(log, "--format", "json", name="x.txt").out)["rules"]
        assert rules["name"] == "ofc + no-fantasyland"
