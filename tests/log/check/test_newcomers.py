"""Warnings about new names that resemble another player's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import Problem, letters_apart
from ofcscore.log.check.checker import read_session
from ofcscore.log.check.people import COMPARED
from ofcscore.log.read.sources import text_source
from tests.command import run
from tests.loops import each

CARDS = ("Jh Jc 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc", "6h 6d 2c / Kh Kd 9s 4c 3c / As Th 8h 5h 2h")


def log(*deals: str, header: str = "") -> str:
    """Return a log whose deals have these players: `Ann Ben`."""
    made = [header]
    for number, names in enumerate(deals, 1):
        made.append(f"deal {number}\n")
        boards = (*CARDS, *["foul"] * 8)
        made += [f"{name}: {cards}\n" for name, cards in zip(names.split(), boards, strict=False)]
    return "".join(made)


def doubts(*texts: str) -> list[Problem]:
    sources = [text_source(text, name=f"{i}.ofc") for i, text in enumerate(texts, start=1)]
    return [p for p in read_session(sources)[1] if p.code == "name-near"]


def near(*deals: str) -> list[tuple[str, ...]]:
    return [problem.people for problem in doubts(log(*deals))]


@each(
    ("deals", "people"),
    [
        (("Ann Ben", "Ann Benn"), ("Benn", "Ben")),
        (("Ann Benn", "Ann Ben", "Ann Ben"), ("Ben", "Benn")),
        (("Ann Ben", "Ann Bne"), ("Bne", "Ben")),
        (("Ann Marcus", "Ann Makrus"), ("Makrus", "Marcus")),
        (("Ann Jo", "Ann Joe"), ("Joe", "Jo")),
        (("Ann Søren", "Ann Sören"), ("Sören", "Søren")),
        (("Ann Ben Bern", "Ann benn"), ("benn", "Ben")),
        (("Ann Ben", "Ann Benn", "Gus Ben", "Gus Benn"), ("Benn", "Ben")),
        (("Ann Ben", "Ann Ben2"), ("Ben2", "Ben")),
        (("Ann Ben2", "Ann Ben"), ("Ben", "Ben2")),
    ],
)
def test_a_new_name_near_that_of_somebody_missing(deals: tuple[str, ...], people: tuple[str, str]) -> None:
    assert near(*deals) == [people]


@each(
    "deals",
    [
        ("Ann Anna", "Ann Anna"),
        ("Ann Ben Anna", "Anna Ben", "Ann Ben"),
        ("Ann Ben", "Anna Ben", "Ann Anna Ben"),
        ("Ann Ben", "Ann Tom"),
        ("Al Gus", "Ed Gus"),
        ("P1 P2", "P1 P3", "P10 P2"),
        ("Ann Ben2", "Ann Ben3", "Ann Ben"),
        ("Ann 🐻", "Ann 🐼"),
        ("Ann Ben", "Ann Bella"),
        ("Ann Otto", "Ann Bette"),
        ("Ann Ben", "ann Ben"),
    ],
)
def test_no_false_alarm(deals: tuple[str, ...]) -> None:
    """Names that played together, or differ by more, a number or case, give no warning."""
    assert near(*deals) == []


@each("short", ["M", "王"])
def test_an_initial_that_only_fouled_is_another_name(short: str) -> None:
    full = "Mia" if short == "M" else "王伟"
    text = f"deal 1\n{short}: foul\nBen: {CARDS[0]}\nCid: {CARDS[1]}\n{log('')}"
    text += f"deal 2\n{full}: {CARDS[1]}\nBen: {CARDS[0]}\nCid: foul\n"
    assert [problem.people for problem in doubts(text)] == [(full, short)]
    assert doubts(f"players: {full}, Ben, Cid\n{text}") == []


def test_who_is_absent_is_not_missing() -> None:
    assert doubts(log("Ann Ben") + "deal 2\nAnn: foul\nBen: absent\nBenn: foul\n") == []


def test_a_name_that_players_lists_is_right_or_a_problem() -> None:
    assert doubts(log("Ann Ben", "Ann Benn", header="players: Ann, Ben, Benn\n")) == []
    assert doubts(log("Ann Ben", "Ann B", header="players: Ann, Ben, Benn = B\n")) == []
    assert doubts(log("Ann Ben", "Ann Benn", header="players: Ann, Ben\n")) == []


def test_logs_of_one_session() -> None:
    """The second place is in another file; players listed by an earlier log are known."""
    (doubt,) = doubts(log("Ann Ben"), log("Ann Benn"))
    assert "Ben (line 3 of 1.ofc) is missing" in doubt.message
    assert doubts(log("Ann Ben", header="players: Ann, Ben, Benn\n"), log("Ann Benn")) == []
    assert doubts(log("Ann Ben"), log("Ann Benn"), log("Ben Benn")) == []


def test_both_places_and_the_line_mended() -> None:
    (doubt,) = doubts(log("Ann Ben", 'Ann "Benn"'))
    assert (doubt.place.line, doubt.place.column) == (6, 2)
    assert doubt.message == "Benn is new, and Ben (line 3) is missing from this deal: are they one player?"
    assert doubt.hint is not None
    assert f'write `"Ben": {CARDS[1]}`' in doubt.hint
    assert "write `players: Ann, Ben, Benn` above" in doubt.hint


def test_what_the_hint_says_ends_the_doubt() -> None:
    text = log("Ann Ben", "Ann Benn", header="stake: 0.50 EUR\n")
    (doubt,) = doubts(text)
    assert doubt.hint is not None
    one, listed = doubt.hint.split("`")[1::2]
    assert doubts(f"{listed}\n{text}") == []
    lines = text.splitlines()
    lines[doubt.place.line - 1] = one
    assert doubts("\n".join(lines)) == []


@each("form", ["table", "markdown", "chat", "html"])
def test_payments_of_the_two_are_marked(form: str) -> None:
    text = log("Ann Ben Gus", "Ann Benn Gus", header="stake: 1 EUR\n").encode()
    ran = run("score", "--format", form, "-", stdin=text)
    said = " ".join(ran.out.split())
    assert said.count("the same person?") >= 2
    assert "Gus the same person?" not in said


@pytest.mark.long
def test_many_names_take_no_time() -> None:
    names = [f"{a}{b}{c}x" for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyzabcd"]
    deals = [" ".join(pair) for pair in zip(names[::2], names[1::2], strict=True)]
    assert len(names) > COMPARED
    assert near(*deals)


@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.integers(0, 3))
def test_letters_apart(one: str, other: str, most: int) -> None:
    """Equal to the result of the full edit distance table."""
    table = [[i + j if not i or not j else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            same = one[i - 1] == other[j - 1]
            ways = [table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (not same)]
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
                ways.append(table[i - 2][j - 2] + 1)
            table[i][j] = min(ways)
    apart = table[-1][-1]
    assert letters_apart(one, other, most) == (apart if apart <= most else None)


@each("name", ["B", "Benn", "ben."])
def test_a_status_of_a_name_like_one_with_cards_asks(name: str) -> None:
    status = f"deal 1\nAnn: {CARDS[0]}\nBen: {CARDS[1]}\n{name}: foul\n"
    asked = run("score", "-", stdin=status)
    assert asked.status == 1
    assert "more player, or Ben, who has a board in this deal?" in asked.err
    assert run("score", "-", stdin=f"players: Ann, Ben, {name}\n{status}").status == 0


@each("name", ["Ken", "Dan", "Len"])
def test_a_status_of_a_name_with_another_initial_is_another_player(name: str) -> None:
    ran = run("score", "-", "--from", "text", stdin=f"Ann: {CARDS[0]}\nBen: {CARDS[1]}\n{name}: foul\n")
    assert (ran.status, ran.err) == (0, "")


@each("void", ["", "void\n"])
def test_a_status_of_the_same_initial_is_a_second_board(void: str) -> None:
    ran = run("score", "-", stdin=f"deal 1\n{void}A: {CARDS[0]}\nB: {CARDS[1]}\nB: absent\n")
    assert "error[player-repeated]" in ran.err
    assert "error[name-unknown]" not in ran.err


WELL_SET, FOULED = "884 / KK943 / TTT66", "AK8 / 97532 / QQ664"
"""A board, and one that is a foul."""


@each("line", ["B: foul", "B fouled", "foul!", "(foul)", "B foul, 9 high in the middle", "> B fouled: air"])
@each(("board", "status"), [(FOULED, 0), (WELL_SET, 1)])
def test_a_foul_told_below_a_board_is_held_against_its_cards(line: str, board: str, status: int) -> None:
    ran = run("score", "-", "--from", "text", stdin=f"deal 1\nA: JJ5 / AA762 / 9TJQK\nB: {board}\n{line}\n")
    assert (ran.status, "expected foul, found no foul" in ran.err) == (status, status == 1)


@each(
    "line",
    [
        "B did not foul",
        "B fouled, pays double",
        "B fouled, but we let it slide",
        "B fouled in deal 3",
        "A, B: foul?",
    ],
)
def test_words_that_may_take_back_a_foul_ask(line: str) -> None:
    ran = run("score", "-", "--from", "text", stdin=f"deal 1\nA: JJ5 / AA762 / 9TJQK\nB: {FOULED}\n{line}\n")
    assert (ran.status, "error[line-unreadable]" in ran.err) == (1, True)


def test_a_foul_of_the_first_player_above_another_board_is_of_another_deal() -> None:
    boards = f"A: {FOULED}\nB: {WELL_SET}\nA: foul\nB: {WELL_SET}\n"
    assert "error[player-repeated]" in run("score", "-", stdin=f"deal 1\n{boards}").err


@each("line", ["B left, last train", "B ist gegangen", "B had to go home"])
def test_who_has_a_board_left_after_the_deal(line: str) -> None:
    ran = run("score", "-", "--from", "text", stdin=f"deal 1\nA: {CARDS[0]}\nB: {CARDS[1]}\n{line}\n")
    assert (ran.status, ran.err) == (0, "")
