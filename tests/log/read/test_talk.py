"""What in a chat reads as talk, or as a stranger's board, and may be a line of the log."""

from __future__ import annotations

import re

import pytest

from tests.command import run

ANA = "22:11 Ana: JJ5 / AA762 / 9TJQK\n"
BEN = "22:11 Ben: 663 / KK943 / 88844\n"
ROWS = "6 6 3 / K K 9 4 3 / 8 8 8 4 4"
DEAL = f"22:10 Ana: deal 1\n{ANA}"
NEXT = f"{DEAL}{BEN}22:12 Ana: deal 2\n"


def asked(chat: str) -> list[str]:
    """The lines to paste that the hints of a chat have."""
    hints = [line for line in run("check", "-", stdin=chat).err.splitlines() if "  hint: " in line]
    return re.findall("`(22:[^`]*)`", "\n".join(hints))


def codes(chat: str) -> list[str]:
    """The codes of all problems and doubts of a chat but the one of its form."""
    found = re.findall(r"(?:error|warning)\[([a-z-]+)\]:", run("check", "-", stdin=chat).err)
    return [code for code in found if code != "form-assumed"]


class TestWhoseBoard:
    """A word before the sender's own board was a player, who paid for it."""

    @pytest.mark.parametrize(
        ("message", "own", "word"),
        [
            ("here: 663 / KK943 / 88844", ROWS, "here"),
            ("ok 663 / KK943 / 88844", ROWS, "ok"),
            ("Mine 663 / KK943 / 88844", ROWS, "Mine"),
            ("sorry, 663 / KK943 / 88844", ROWS, "sorry"),
            ("- here - 663 / KK943 / 88844", ROWS, "here"),
            ("*me*: 663 / KK943 / 88844", ROWS, "me"),
            ("me (FL): 663 / KK943 / 88844", f"{ROWS} (fantasyland)", "me"),
            ("haha: foul", "foul", "haha"),
        ],
    )
    def test_it_is_asked_in_two_lines(self, message: str, own: str, word: str) -> None:
        chat = f"{DEAL}22:12 Ben: {message}\n"
        assert codes(chat) == ["name-unknown"]
        lines = asked(chat)
        assert len(lines) == 2
        for line, name in zip(lines, ("Ben", word), strict=True):
            pasted = run("fmt", "-", stdin=f"{DEAL}{line}\n")
            assert " ".join(pasted.out.splitlines()[-1].split()) == f"{name}: {own}"
            assert codes(f"{DEAL}{line}\n") == []

    def test_a_second_board_is_asked_with_the_line_of_the_first(self) -> None:
        chat = f"{DEAL}{BEN}22:13 Ben: sorry, 772 / TT653 / 99422\n"
        assert "in place of the one in line 3, delete that one and write" in run("check", "-", stdin=chat).err
        assert codes(chat.replace(BEN, "").replace("sorry, ", "")) == []

    def test_nobody_pays_before_it_is_answered(self) -> None:
        ran = run("score", "-", stdin=f"{NEXT}{ANA}22:13 Ben: here: 663 / KK943 / 88844\n")
        assert (ran.out, ran.status) == ("", 1)

    @pytest.mark.parametrize("name", ["Update", "Gugu"])
    def test_a_capital_where_the_sender_played_before(self, name: str) -> None:
        assert codes(f"{NEXT}22:13 Ben: {name}: 663 / KK943 / 88844\n{ANA}") == ["name-unknown"]

    @pytest.mark.parametrize(
        "lines",
        [
            "22:12 Ana: Ben: 663 / KK943 / 88844\n22:12 Ana: Cid: 772 / TT653 / 99422\n",
            "22:12 Zoe: Ben: 663 / KK943 / 88844\n22:12 Zoe: Cid: foul\n",
            "22:12 Ben: hi\n22:12 Ana: ben: 663 / KK943 / 88844\n",
            '22:12 Ana: "ben": foul\n22:13 Ana: deal 2\n22:13 Ana: ben: foul\n22:13 Ana: foul\n',
            "22:12 Zoe: “ben”: 663 / KK943 / 88844\n",
            "22:12 Ben (FL): ben: 663 / KK943 / 88844\n",
        ],
    )
    def test_who_writes_down_everybodys_boards_is_not_asked(self, lines: str) -> None:
        assert "name-unknown" not in codes(f"{DEAL}{lines}")

    def test_nor_who_writes_of_listed_players(self) -> None:
        chat = f"22:09 Ana: players: ana, ben, Cid = c\n{DEAL}22:12 Ana: ben: foul\n22:12 Ana: c: foul\n"
        assert codes(chat) == []


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
    "I paid the taxi 20",
    "stakes are high tonight",
    "stakes are 3 hours late",
    "stakes are 2 or 3?",
    "Ben paid Ana back yesterday",
    "gave Dan 5 high fives",
    "that does not count",
    "Total: +5",
    "```",
]


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Einsatz: 1 EUR", "stake: 1 EUR"),
        ("ruels: chinese", "rules: chinese"),
        ("adjust Ben +5 Ana -5", "adjust: Ben +5, Ana -5"),
        ("Ben paid Ana 5", "paid: Ben -> Ana 5"),
        ("Ben -> Ana 5", "paid: Ben -> Ana 5"),
        ("paid Ana 5 EUR", "paid: Ben -> Ana 5 EUR"),
        ("misdeal", "void: misdeal"),
    ],
)
def test_a_slip_in_what_moves_money_is_no_talk(message: str, line: str) -> None:
    """In a log each of them is told with the line to write; in a chat they were left out in silence."""
    told = run("check", "-", stdin=f"{DEAL}{BEN}22:13 Ben: {message}\n").err
    assert "error[" in told
    assert f"{line}`" in " ".join(told.split())


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("Ben: paid Ana Maria 5", 'paid: Ben -> "Ana Maria" 5'),
        ("Ana Maria: paid Ben 5 EUR", 'paid: "Ana Maria" -> Ben 5 EUR'),
        ("Cid: Ben paid Ana Maria 5", 'paid: Ben -> "Ana Maria" 5'),
    ],
)
def test_a_payment_of_somebody_of_two_names_is_no_talk(message: str, line: str) -> None:
    """It was left out in silence, where one of a single name is told."""
    chat = f"22:12 Ana Maria: JJ5 / AA762 / 9TJQK\n22:13 Ben: 663 / KK943 / 88844\n22:14 {message}\n"
    told = run("check", "-", stdin=chat).err
    assert f"write `{line}`" in " ".join(told.split())


@pytest.mark.parametrize("sigh", ["oh no I", "oh no, I"])
def test_oh_no_denies_no_foul(sigh: str) -> None:
    assert codes(f"{DEAL}{BEN}22:13 Ben: {sigh} fouled\n") == ["chat-lines", "chat-foul"]


@pytest.mark.parametrize("denial", ["oh not sure I", "oh nobody said I", "no I never"])
def test_what_is_denied_is_no_foul(denial: str) -> None:
    assert codes(f"{DEAL}{BEN}22:13 Ben: {denial} fouled\n") == ["chat-lines"]


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
