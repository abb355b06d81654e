"""What in a chat reads as talk, and may be a line of the log."""

from __future__ import annotations

import re

import pytest

from tests.command import run

ANA = "22:11 Ana: JJ5 / AA762 / 9TJQK\n"
BEN = "22:11 Ben: 663 / KK943 / 88844\n"
DEAL = f"22:10 Ana: deal 1\n{ANA}"


def asked(chat: str) -> list[str]:
    """The lines to paste that the hints of a chat have."""
    hints = [line for line in run("check", "-", stdin=chat).err.splitlines() if "  hint: " in line]
    return re.findall("`(22:[^`]*)`", "\n".join(hints))


def codes(chat: str) -> list[str]:
    """The codes of all problems and doubts of a chat but the one of its form."""
    found = re.findall(r"(?:error|warning)\[([a-z-]+)\]:", run("check", "-", stdin=chat).err)
    return [code for code in found if code != "form-assumed"]


@pytest.mark.parametrize(
    "board", ["Q-Q-2 / T-T-6-5-3 / 9-9-4-2-2", "*QQ2* / *TT653* / _99422_", "DD2 / BB653 / 99422 (FL)"]
)
@pytest.mark.parametrize("message", ["22:12 Cid: {}\n", "22:12 Ana: Cid: {}\n"])
def test_three_rows_without_cards_are_told(board: str, message: str) -> None:
    """They were talk, and Cid did not play."""
    found = codes(f"{DEAL}{BEN}{message.format(board)}")
    assert found
    assert {*found} <= {"card-unreadable", "card-joker"}


TALK = [
    "yes / maybe / never",
    "YES / MAYBE / NEVER",
    "fun 2 / night / great",
    "20/11/2026",
    "rules are rules",
    "rules ofc or pineapple, who knows",
    "paid the pizza",
    "paid Gus -> Gia 5",
    "bank holiday",
    "dealer is drunk",
    "expect rain",
    "players come, now",
    "currency is euro",
    "currency EUR",
    "note to self",
    "we play for 50c a point, or not",
    "Deal 1 was sick",
    "deal with it",
]


@pytest.mark.parametrize("message", TALK)
def test_talk_is_talk(message: str) -> None:
    assert codes(f"{DEAL}{BEN}22:13 Cid: {message}\n") == ["chat-lines"]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("rules mau-binh", "rules: mau-binh"),
        ("Rules ofc + jokers", "rules: ofc + jokers"),
        ("paid Ben -> Ana 5", "paid: Ben -> Ana 5"),
        ("adjust Ana +5, Ben -5", "adjust: Ana +5, Ben -5"),
        ("expect Ana +2, Ben -2", "expect: Ana +2, Ben -2"),
        ("bank Ana", "bank: Ana"),
        ("50c a point", "stake: 50c"),
        ("1€/point", "stake: 1€"),
    ],
)
def test_a_key_without_its_colon(message: str, said: str) -> None:
    """It was talk, and the night was played by other rules, or nobody had paid."""
    chat = f"{DEAL}{BEN}22:13 Ben: {message}\n"
    assert codes(chat)[0] in ("colon-missing", "line-unreadable")
    (line,) = asked(chat)
    pasted = f"{DEAL}{BEN}{line}\n"
    assert said in run("fmt", "-", stdin=pasted).out.splitlines()
    assert not {"colon-missing", "line-unreadable", "chat-lines"}.intersection(codes(pasted))


@pytest.mark.parametrize("message", ["currency EUR", "rounds 12", "players Ana, Ben"])
def test_a_key_of_the_header_without_its_colon(message: str) -> None:
    chat = f"22:09 Ana: {message}\n{DEAL}{BEN}"
    assert "colon-missing" in codes(chat)
    (line,) = asked(chat)
    assert "colon-missing" not in codes(f"{line}\n{DEAL}{BEN}")


@pytest.mark.parametrize("message", ["foul again 😭", "Fouled, as always when it matters"])
def test_a_foul_of_somebody_who_has_no_other_board(message: str) -> None:
    """It was talk, and Cid paid nothing."""
    chat = f"{DEAL}{BEN}22:13 Cid: {message}\n"
    assert codes(chat) == ["chat-lines", "chat-foul"]
    assert asked(chat) == ["22:13 Cid: foul"]
    assert codes(chat.replace("Cid", "Ben")) == ["chat-lines"]


@pytest.mark.parametrize(
    ("message", "remark"),
    [
        ("Deal 2 - Cid sits out", "- Cid sits out"),
        ("Deal 2 (Cid joins):", "(Cid joins):"),
        ("Deal 2 Cid joins", "Cid joins"),
        ("Deal #2: Cid joins", "Cid joins"),
    ],
)
def test_a_deal_with_more_words(message: str, remark: str) -> None:
    """It was talk, and the boards below it were those of the deal before."""
    chat = f"{DEAL}{BEN}22:13 Ana: {message}\n{ANA}22:14 Ben: foul\n"
    assert codes(chat) == ["deal-line"]
    (line,) = asked(chat)
    assert line == f"22:13 Ana: deal 2  # {remark}"
    assert codes(chat.replace(f"22:13 Ana: {message}", line)) == []
