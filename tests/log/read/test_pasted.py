"""Lines as people paste them from chats and lists: read as meant, or asked about in their own words."""

from __future__ import annotations

import pytest

from tests.command import run

ANA, BEN = "Ana: QQ5 / AA762 / 9TJQK", "Ben: 662 / KK943 / AT852 flush"


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        (f"{ANA}\n✔ {BEN}", f"{ANA}\n{BEN}"),
        (f"- [x] {ANA}\n- [ ] {BEN}", f"{ANA}\n{BEN}"),
        (f"{ANA}\nBen's board: 662 / KK943 / AT852 flush", f"{ANA}\n{BEN}"),
        (f"{ANA}\nBen’s hand: 662 / KK943 / AT852 flush", f"{ANA}\n{BEN}"),
        (f"{ANA}\nBen: 662 / KK943 / A T 8 5 2 - flush", f"{ANA}\n{BEN}"),
        (f"[21:03]{ANA}\n[21:04]{BEN}", f"{ANA}\n{BEN}"),
        (
            f"1. Deal\n{ANA}\n{BEN}\n2. Deal:\n{ANA}\nBen: foul",
            f"deal 1\n{ANA}\n{BEN}\ndeal 2\n{ANA}\nBen: foul",
        ),
        (
            f"stake: 1 EUR\n{ANA}\n{BEN}\npaid: Ben -> Ana 2.00 EUR.",
            f"stake: 1 EUR\n{ANA}\n{BEN}\npaid: Ben -> Ana 2 EUR",
        ),
        (
            "Ana — Today at 9:03 PM\nQQ5 / AA762 / 9TJQK\nBen — 12/11/2026 21:03\n662\nKK943\nAT852 flush",
            f"{ANA}\n{BEN}",
        ),
        (f"stakes are 2 EUR\n{ANA}\n{BEN}", f"stake: 2 EUR\n{ANA}\n{BEN}"),
        (f"stake – 2 EUR\n{ANA}\n{BEN}", f"stake: 2 EUR\n{ANA}\n{BEN}"),
        (f"stake=2\n{ANA}\n{BEN}", f"stake: 2\n{ANA}\n{BEN}"),
        (f"- [ ] {ANA}\n- [x] {BEN}", f"{ANA}\n{BEN}"),
        (f"```text\n[Deal 7]\n{ANA}\n{BEN}\n----------\n```", f"deal 7\n{ANA}\n{BEN}"),
        (f"{ANA}\nBen: 662 / KK943 / 9TJQK fl", f"{ANA}\nBen: 662 / KK943 / 9TJQK (fantasyland)"),
    ],
)
def test_pasted_from_chats_and_lists(typed: str, plain: str) -> None:
    formats = ("--format", "json", "--from", "text")
    said, meant = (run("score", "-", *formats, stdin=text + "\n") for text in (typed, plain))
    assert said.status == meant.status == 0, said.err
    assert said.out == meant.out


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("~~Cid: foul~~", "line-unreadable", "leave it out, or write `Cid: foul` if it counts"),
        ("~Cid: JJ3 / 88745 / 99733~", "line-unreadable", "write `Cid: JJ3 / 88745 / 99733` if it counts"),
        ("~~Cid~~: foul", "line-unreadable", "leave it out, or write `Cid: foul` if it counts"),
        ("~~adjust: Ana +5, Ben -5~~", "line-unreadable", "leave it out, or write `adjust: Ana +5, Ben -5`"),
        (
            "Cid: 332 / 97432 / AT854 fl",
            "card-unreadable",
            "`flush` behind the cards, or `(FL)` behind the board",
        ),
        (
            "Cid: 332 / 97432 / AT854 FL",
            "card-unreadable",
            "`flush` behind the cards, or `(FL)` behind the board",
        ),
        ("FL: none", "board-empty", "if `FL` is no player, write `# FL: none`; foul, absent"),
        ("(Ben fouled)", "mark-unknown", "write `Ben: foul`"),
        ("deal 2, stake 2", "deal-line", "write `deal 2`, and `stake: 2` below it"),
        ("Deal 2: 50c", "deal-line", "write `Deal 2`, and `stake: 50c` below it"),
        ("hand 2 (double stakes)", "deal-line", "write `hand 2`, and its stake below it, as in `stake: 2`"),
        ("deal 2 x2", "date", "write `deal 2`, and its stake below it, as in `stake: 2`"),
        (
            "Pineapple OFC",
            "line-unreadable",
            "if these are the rules, write `rules: ofc-pineapple`; a remark",
        ),
        ("2-7 pineapple", "line-unreadable", "write `rules: ofc-27` or `rules: ofc-27-progressive`"),
        ("stake: CHF 1.–", "number-unreadable", "write 1"),
        (
            "Cid: A K 6 / 9 9 4 4 2 / straight",
            "card-unreadable",
            "what Cid's bottom row is, and its cards are",
        ),
        ("Cid: 663 / KK943 / AT852 flush lol", "card-unreadable", "lol is not a card"),
        ("Front - QQ5", "colon-missing", "write `Front: QQ5`"),
        ("Players Ana Ben", "colon-missing", "write `players: Ana, Ben`"),
        ("adjust Ben +5 Ana -5", "colon-missing", "write `adjust: Ben +5, Ana -5`"),
        ("Ben -> Ana: 5", "line-unreadable", "if that is a payment already made, write `paid: Ben -> Ana 5`"),
        ("Ben -> Ana 5", "line-unreadable", "if that is a payment already made, write `paid: Ben -> Ana 5`"),
        ("Ana: +2, Ben: -2", "line-unreadable", "if that is what came out, `expect: Ana +2, Ben -2`"),
        ("Cid: 332 / 97432 / AT854 (+2)", "mark-unknown", "write `Cid: 332 / 97432 / AT854`"),
        ("deal 2 22:15", "deal-line", "write `deal 2  # 22:15`".replace("  ", " ")),
        ("Ana: +2, Ben: -2.", "line-unreadable", "if that is what came out, `expect: Ana +2, Ben -2`"),
        ("adjust: Ana: +2, Ben: -2", "key-unreadable", "write `adjust: Ana +2, Ben -2`"),
        ("Cid top: 332", "label-unknown", "write `top: 332`, and `Cid:` once"),
        ("O'Antonio: 5", "name-quotes", """write `"O'Antonio": 5`"""),
        ("payed: Ben -> Ana 5", "key-unknown", "Write `paid: Ben -> Ana 5`"),
        ("point: 0.50 EUR", "key-unknown", "Write `stake: 0.50 EUR`"),
        ("// a break", "line-unreadable", "write `# a break`"),
        ("deal 2 dealer: Ana", "deal-line", "write `deal 2`, and `dealer: Ana` on a line below it"),
        ("deal 2, dealer: Ana", "deal-line", "write `deal 2`, and `dealer: Ana` on a line below it"),
        ("deal 2 note: a (late)", "deal-line", "write `deal 2`, and `note: a (late)` on a line below it"),
        ("deal 2 (note: a (late))", "deal-line", "write `deal 2`, and `note: a (late)` on a line below it"),
    ],
)
def test_what_is_asked_of_lines_that_people_paste(line: str, code: str, hint: str) -> None:
    told = run("check", "-", "--from", "text", stdin=f"deal 1\n{ANA}\n{BEN}\n{line}\n").err
    assert f"error[{code}]" in told
    assert hint in " ".join(told.split())


def test_marks_by_the_dozen_end() -> None:
    """Each blank between two could be of either: a board of twenty marks took longer than anybody waits."""
    line = f"Cid: 332 / 97432 / AT854 {'(a)  ' * 200}(b"
    assert run("check", "-", "--from", "text", stdin=f"deal 1\n{ANA}\n{BEN}\n{line}\n").status == 1


def test_jokers_beside_fl_are_no_fault_of_the_program() -> None:
    """Three jokers in a row were ranked to ask whether it lacks a flush."""
    log = f"rules: ofc + jokers\n{ANA}\nBen: 662 / KK943 / A***4 fl\n"
    assert "program-fault" not in (told := run("check", "-", "--from", "text", stdin=log).err)
    assert "error[deck-impossible]" in told
