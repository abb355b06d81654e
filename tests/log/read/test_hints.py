"""What a hint says to write is the user's own words, mended: written, it makes the problem go away, and
nothing else change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from itertools import islice

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ofcscore.game.cards import RANKS, SUITS
from ofcscore.log.check.stream import read_session
from ofcscore.log.mending import mended_board, mended_rows
from ofcscore.log.read.sources import Form, text_source
from ofcscore.problems.problem import Problem
from ofcscore.session.session import score_session

NAMES = ("Ana", "Ben", "Cid", "Phil H.", "Søren")
KEYS = (
    "rules: ofc-pineapple + moon",
    "stake: 0.50 EUR",
    "players: Ana, Ben",
    "currency: EUR",
    "rake: 0.10 EUR",
    "bankroll: 500",
    "expect: Ana +3, Ben -3",
    "adjust: Ana +5, Ben -5",
    "dealer: Ana",
    "chips: Ana 100, Ben 200",
    "paid: Ana -> Ben 20",
)
ASKS = {
    "board-empty": "foul, absent, or not known yet?",
    "name-missing": "whose is it?",
    "row-empty": "a board is `NAME: TOP / MIDDLE / BOTTOM`",
    "row-missing": "a board has three rows",
    "row-size": "missing",
    "card-unknown": "write the card, or `foul`",
}
"""Hints that ask, or say what is missing: nobody but the user knows the answer."""


@st.composite
def boards(draw: st.DrawFn) -> list[tuple[str, ...]]:
    """The rows of two boards from one deck, with suits or (with four of a rank at most) without."""
    deck = draw(st.permutations([rank + suit for rank in RANKS for suit in SUITS]))
    made = []
    for start in (0, 13):
        cards = deck[start : start + 13]
        blank = draw(st.sampled_from(("", " ")))
        made.append(tuple(blank.join(cards[a:b]) for a, b in ((0, 3), (3, 8), (8, 13))))
    return made


SLIPS: dict[str, Callable[[Sequence[str], str], str]] = {
    "a slash twice": lambda r, n: f"{n}: {r[0]} // {r[1]} / {r[2]}",
    "a slash first": lambda r, n: f"{n}: / {r[0]} / {r[1]} / {r[2]}",
    "a slash last": lambda r, n: f"{n}: {r[0]} / {r[1]} / {r[2]} /",
    "a slash left out": lambda r, n: f"{n}: {r[0]} / {r[1]} {r[2]}",
    "the other left out": lambda r, n: f"{n}: {r[0]} {r[1]} / {r[2]}",
    "both left out": lambda r, n: f"{n}: {r[0]} {r[1]} {r[2]}",
    "a colon for a slash": lambda r, n: f"{n}: {r[0]} / {r[1]}: {r[2]}",
    "colons for slashes": lambda r, n: f"{n}: {r[0]} : {r[1]} : {r[2]}",
    "a colon twice": lambda r, n: f"{n}:: {r[0]} / {r[1]} / {r[2]}",
    "a colon left out": lambda r, n: f"{n} {r[0]} / {r[1]} / {r[2]}",
    "a slash for the colon": lambda r, n: f"{n} / {r[0]} / {r[1]} / {r[2]}",
    "hyphens for slashes": lambda r, n: f"{n}: {r[0]}-{r[1]}-{r[2]}",
    "a stroke for a slash": lambda r, n: f"{n}: {r[0]} | {r[1]} / {r[2]}",
    "a remark": lambda r, n: f"{n}: {r[0]} // {r[1]} / {r[2]}  # late",
}  # fmt: skip


def problems_of(text: str, form: Form = "text") -> list[Problem]:
    return [p for p in read_session([text_source(text, form)])[1] if not p.warning]


def totals_of(text: str, form: Form = "text") -> dict[str, object]:
    items, problems = read_session([text_source(text, form)])
    assert [p for p in problems if not p.warning] == []
    return dict(score_session(items)[1].totals)


def lines_to_write(problem: Problem) -> tuple[str, ...]:
    """Return the lines that a hint says to write."""
    return tuple(re.findall("[Ww]rite `([^`]+)`", problem.hint or ""))


def written(text: str, problem: Problem) -> str | None:
    """The log with what a hint says to write in place of its line; None where it says nothing to write."""
    if not lines_to_write(problem):
        return None
    lines = text.split("\n")
    lines[problem.place.line - 1] = lines_to_write(problem)[0]
    return "\n".join(lines)


@settings(deadline=None)
@given(boards(), st.sampled_from(sorted(SLIPS)), st.sampled_from(NAMES[:3]))
def test_a_board_with_one_slip_scores_as_the_sound_one_did(
    rows: list[tuple[str, ...]], slip: str, name: str
) -> None:
    """Read as it was meant, or by way of one hint."""
    other = f"Gus: {' / '.join(rows[1])}"
    sound = f"{name}: {' / '.join(rows[0])}\n{other}"
    text = f"{SLIPS[slip](rows[0], name)}\n{other}"
    problems = problems_of(text)
    if problems:
        mended = written(text, problems[0])
        assert mended is not None, (slip, problems[0])
        assert len(problems) == 1
        text = mended
    assert totals_of(text) == totals_of(sound)


@settings(deadline=None)
@given(boards(), st.sampled_from(sorted(SLIPS)), st.sampled_from(("boards", "players")))
def test_a_board_of_yaml_with_one_slip_scores_as_the_sound_one_did(
    rows: list[tuple[str, ...]], slip: str, where: str
) -> None:
    """As above, its name a key of YAML: the line of the file is what the hint shows."""
    board = SLIPS[slip](rows[0], "Ana").removeprefix("Ana: ")
    assume("Ana" not in board)
    head = "- deal: 1\n" + ("  boards:\n  " if where == "boards" else "")
    other = f"  Gus: {json.dumps(' / '.join(rows[1]))}"
    other = f"  {other}" if where == "boards" else other
    sound = f"{head}  Ana: {json.dumps(' / '.join(rows[0]))}\n{other}"
    text = f"{head}  Ana: {json.dumps(board)}\n{other}"
    problems = problems_of(text, "yaml")
    if problems:
        mended = written(text, problems[0])
        assert mended is not None, (slip, problems[0])
        indent = " " * (4 if where == "boards" else 2)
        text = "\n".join(indent + line if line.startswith("Ana") else line for line in mended.split("\n"))
    assert totals_of(text, "yaml") == totals_of(sound, "yaml")


CELL_SLIPS: dict[str, Callable[[list[str]], list[str]]] = {
    "the board in one cell": lambda r: [*r[:2], " / ".join(r[2:5]), "", "", r[5]],
    "two rows in one cell": lambda r: [*r[:3], f"{r[3]} / {r[4]}", "", r[5]],
    "strokes in one cell": lambda r: [*r[:2], " | ".join(r[2:5]), "", "", r[5]],
    "a slash behind a row": lambda r: [*r[:2], f"{r[2]} /", *r[3:]],
    "slashes round a row": lambda r: [*r[:3], f"/ {r[3]} /", *r[4:]],
    "labels": lambda r: [*r[:2], f"Front: {r[2]}", f"mid: {r[3]}", f"BACK: {r[4]}", r[5]],
    "one label": lambda r: [*r[:2], f"top: {r[2]}", *r[3:]],
    "a hyphen for nothing": lambda r: [*r[:5], "-"],
    "a slip in the status": lambda r: [*r[:5], "foull"],
    "a letter left out of the status": lambda r: [*r[:5], "fantasylnd"],
    "a comma in the status": lambda r: [*r[:5], "FL, 13"],
    "a blank behind the name": lambda r: [r[0], f"{r[1]} ", *r[2:]],
}
"""Slips in the cells of a board: its deal, its name, its three rows, its status."""


@settings(deadline=None)
@given(boards(), st.sampled_from(sorted(CELL_SLIPS)), st.sampled_from([",", ";", "\t"]))
def test_a_row_of_cells_with_one_slip_scores_as_the_sound_one_did(
    rows: list[tuple[str, ...]], slip: str, comma: str
) -> None:
    """Read as it was meant, or by way of one hint, which is about one word of the row."""
    status = "foul" if slip == "a slip in the status" else "fantasyland" if "the status" in slip else ""
    ana, gus = (["1", name, *of] for name, of in zip(("Ana", "Gus"), rows, strict=True))

    def log(cells: list[str]) -> str:
        written = [["deal", "player", "top", "mid", "bot", "status"], cells, [*gus, ""]]
        quoted = (f'"{cell}"' if comma in cell else cell for row in written for cell in row)
        return "\n".join(comma.join(islice(quoted, 6)) for _ in written)

    text = log(CELL_SLIPS[slip]([*ana, ""]))
    problems = problems_of(text, "csv")
    if problems:
        (problem,) = problems
        meant = re.search("did you mean `(.*)`", problem.hint or "")
        assert meant is not None, (slip, problem)
        lines = text.split("\n")
        at, end = problem.place.column - 1, problem.place.column - 1 + problem.place.width
        lines[1] = lines[1][:at] + meant[1] + lines[1][end:]
        text = "\n".join(lines)
    assert totals_of(text, "csv") == totals_of(log([*ana, status]), "csv")


def test_labels_of_other_rows_are_no_guess() -> None:
    """Cells whose labels clash with their columns are told, and not turned round."""
    text = "deal,player,top,mid,bot\n1,Ana,bot: 9TJQK,mid: AA762,top: JJ5\n1,Gus,663,KK943,88844"
    assert {problem.code for problem in problems_of(text, "csv")} == {"card-unreadable"}


KEY_SLIPS: dict[str, Callable[[Sequence[str], str], str]] = {
    "two letters swapped": lambda key, rest: f"{key[0]}{key[2]}{key[1]}{key[3:]}: {rest}",
    "a letter left out": lambda key, rest: f"{key[:2]}{key[3:]}: {rest}",
    "a letter twice": lambda key, rest: f"{key[:2]}{key[1:]}: {rest}",
    "the colon left out": lambda key, rest: f"{key} {rest}",
}


@pytest.mark.parametrize("line", KEYS, ids=lambda line: line.partition(":")[0])
@pytest.mark.parametrize("slip", KEY_SLIPS)
def test_a_key_with_one_slip_keeps_all_that_stands_behind_it(line: str, slip: str) -> None:
    boards = "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844"
    key, _, rest = line.partition(": ")
    typed = KEY_SLIPS[slip](key, rest)
    problems = problems_of(f"{typed}\n{boards}")
    if not problems:
        return
    assert len(problems) == 1
    mended = written(f"{typed}\n{boards}", problems[0])
    if mended is None:
        assert "`NAME:" in (problems[0].hint or "") or "as in `" in (problems[0].hint or ""), problems
        return
    assert mended.split("\n")[0] == line


@pytest.mark.parametrize("sign", ["-", "?", "--", "???", "…", "? / ? / ?", "– / – / –"])
def test_a_board_of_signs_is_asked_about(sign: str) -> None:
    text = f"deal 1\nAna: JJ5 / AA762 / 9TJQK\nBen: {sign}   # who knows\nCid: 663 / KK943 / 88844"
    (problem,) = problems_of(text)
    assert (problem.code, problem.message) == ("board-empty", "Ben's board has no cards")
    assert problem.hint == (
        "foul, absent, or not known yet? Write `Ben: foul   # who knows`, `Ben: absent   # who knows`,"
        " or `void` in the deal"
    )
    for line in ("Ben: foul   # who knows", "Ben: absent   # who knows"):
        assert problems_of(text.replace(f"Ben: {sign}   # who knows", line)) == []
    assert problems_of(f"{text}\nvoid") == []


@pytest.mark.parametrize(
    "line",
    [
        "Ben: JJ5 // AA762 / 9TJ",
        "Ben: JJ5 / AA762",
        "663 / KK943 / 88844",
        "Ben: JJ5 / AA76 / 9TJQK",
        "Ben: Jh Jd ? / Ah Ad 7s 6c 2d / 9h Ts Jc Qs Kc",
        "Ben: ?",
    ],
)
def test_the_few_hints_that_ask(line: str) -> None:
    for problem in problems_of(f"Ana: 663 / KK943 / 88844\n{line}"):
        assert ASKS[problem.code] in (problem.hint or "")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Ben: foul 663 / KK943 / 88844", "Ben: 663 / KK943 / 88844 (foul)"),
        ("Ben: 663 / KK943 / 88844 foul", "Ben: 663 / KK943 / 88844 (foul)"),
        ("663: KK943: 88844", "663 / KK943 / 88844"),
        ('"Phil H.":: 6h 6d 3c // KK943 / AT852 flush', '"Phil H.": 6h 6d 3c / KK943 / AT852 flush'),
        ("Ben: (fantasyland) 663 KK943 / 88844 # x", "Ben: (fantasyland) 663 / KK943 / 88844 # x"),
    ],
)
def test_a_line_mended(typed: str, meant: str) -> None:
    assert mended_board(typed) == meant


@pytest.mark.parametrize(
    "text", ["", "Ben:", "Ben: JJ5 / AA762", "note: x", "663 / KK943 / 8884", "a/b/c", "((("]
)
def test_what_is_not_sure_is_not_mended(text: str) -> None:
    assert mended_board(text) is None


@pytest.mark.parametrize(
    ("cards", "orders"),
    [
        ("22233 9955A 77K", ("77K / 9955A / 22233", "77K / 22233 / 9955A")),
        ("22233.9955A.77K", ("77K / 9955A / 22233", "77K / 22233 / 9955A")),
        ("22233-9955A-77K", ("77K / 9955A / 22233", "77K / 22233 / 9955A")),
        ("22233_9955A_77K", ("77K / 9955A / 22233", "77K / 22233 / 9955A")),
        ("9955A ~ 77K ~ 22233", ("77K / 9955A / 22233", "77K / 22233 / 9955A")),
        ("2 2 2 3 3, 9 9 5 5 A, 7 7 K", ("7 7 K / 9 9 5 5 A / 2 2 2 3 3", "7 7 K / 2 2 2 3 3 / 9 9 5 5 A")),
        ("22233 / 9955A / 77K", ("77K / 9955A / 22233", "77K / 22233 / 9955A")),
    ],
)
@pytest.mark.parametrize("name", ["Ana: ", "Ana ", ""])
def test_groups_in_a_wrong_order_are_asked_about(cards: str, orders: tuple[str, str], name: str) -> None:
    (problem,) = problems_of(
        f"{name}{cards}\nBen: 663 / KK943 / 88844" if name else f"{cards}\n663 KK943 88844"
    )
    first, second = (f"{name}{order}" for order in orders)
    assert (problem.code, problem.hint) == ("row-size", f"rows swapped? Write `{first}` or `{second}`")


@pytest.mark.parametrize(
    "cards",
    [
        "7-7-K, 9-9-5-5-A, 2-2-2-3-3",
        "77K 9955A2 2233",
        "77K9 955A 22233",
        "77K9 / 955A / 22233",
        "77K 995 5A222 33",
    ],
)
def test_no_hint_cuts_typed_groups_anew(cards: str) -> None:
    for problem in problems_of(f"Ana: {cards}\nBen: 663 / KK943 / 88844"):
        assert lines_to_write(problem) == ()
        assert "77K / " not in (problem.hint or "")


@given(st.text("23TJQKAsh /:|-foul()#", max_size=60))
def test_a_mended_line_has_the_cards_that_were_typed(text: str) -> None:
    rows = mended_rows(text)
    if rows is not None:
        assert re.sub("[^0-9A-Za-z]", "", rows) == re.sub("[^0-9A-Za-z]", "", text)


def test_no_hint_shows_the_cards_of_somebody_else() -> None:
    """Every line with cards in a hint has those that were typed."""
    lines = [
        "Ben: claim 663",
        "Ben: A 6 flush 3 / KK943 / 88844",
        "Ben: 663 \\ KK943",
        "Ben: (foul",
        "Ben: 12 / x / y",
    ]
    for line in lines:
        for problem in problems_of(f"{line}\nAna: JJ5 / AA762 / 9TJQK"):
            for shown in re.findall("`(.*?)`", problem.hint or ""):
                cards = re.findall(r"\b(?:[2-9TJQKA][shdc]?){2,}\b", shown)
                assert all(card in line.replace(" ", "") for card in cards), problem


@pytest.mark.parametrize(
    ("line", "name", "void"),
    [
        ("Deal 1 (void)", "1", "void"),
        ("deal 3 void", "3", "void"),
        ("Hand 3 voided", "3", "void"),
        ("Deal 2, void", "2", "void"),
        ("deal 2: void", "2", "void"),
        ("Deal 2 - misdeal", "2", "void: misdeal"),
        (
            "deal 2 2026-11-20 misdeal, Ana saw a card  # late",
            "2 2026-11-20",
            "void: misdeal, Ana saw a card",
        ),
        ("deal 2 does not count", "2", "void: does not count"),
        ("Round 3 (void)", "3", "void"),
        ("Game 3 - misdeal", "3", "void: misdeal"),
        ("Spiel 2 (void)", "2", "void"),
    ],
)
def test_a_deal_that_is_said_to_be_void_where_it_begins(line: str, name: str, void: str) -> None:
    """`Deal 1 (void)` was to be a deal called that, which counted."""
    boards = "Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844"
    (problem,) = problems_of(f"{line}\n{boards}")
    assert re.findall("`([^`]+)`", problem.hint or "")[:2] == [f"deal {name}", void]
    assert "on a line below it" in (problem.hint or "")
    assert not any(totals_of(f"deal {name}\n{void}\n{boards}").values())


@pytest.mark.parametrize(
    "line", ["deal 3 avoided", "deal 3 was not void", "deal 2 (Ana dealt)", "deal 2 late"]
)
def test_other_words_behind_the_name_of_a_deal(line: str) -> None:
    (problem,) = problems_of(f"{line}\nAna: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844")
    assert "`void" not in (problem.hint or "")


@pytest.mark.parametrize("line", ["Void.", "VOID!", "(void)", "voided", "Voided."])
def test_void_in_other_letters(line: str) -> None:
    """`Void.` was to be a remark, and the deal counted."""
    assert not any(totals_of(f"Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n{line}").values())


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("misdeal", "void: misdeal"),
        ("Misdeal!", "void: Misdeal"),
        ("misdeal: Ana saw a card", "void: Ana saw a card"),
        ("canceled", "void: canceled"),
    ],
)
def test_a_deal_that_is_said_to_be_void_below_its_boards(line: str, meant: str) -> None:
    text = f"Ana: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n{line}"
    (problem,) = problems_of(text)
    assert f"rite `{meant}`" in (problem.hint or "")
    assert not any(totals_of(text.replace(line, meant)).values())


BOARDS = "deal 1\nAna: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Foul: Cid", ["Cid: foul", "(foul)"]),
        ("fouled: Cid  # again", ["Cid: foul  # again", "(foul)"]),
        ("Foul: Cid and Dan", ["Cid: foul", "Dan: foul", "(foul)"]),
        ("Out: Cid", ["Cid: absent"]),
        ("Absent: Dan", ["Dan: absent"]),
        ("Sitting out: Cid", ["Cid: absent"]),
        ("Absent: everyone else", ["NAME: absent"]),
        ("Foul: nobody", ["NAME: foul", "(foul)"]),
    ],
)
def test_a_word_for_a_board_before_the_name(line: str, meant: list[str]) -> None:
    """`Foul: Cid` was to be `Foul: foul`, and a player called Foul paid."""
    (problem,) = problems_of(f"{BOARDS}\n{line}")
    assert re.findall("`([^`]+)`", problem.hint or "") == meant
    if "NAME" not in meant[0]:
        totals = totals_of("\n".join([BOARDS, *(line for line in meant if ":" in line)]))
        assert {"Ana", "Ben"} < {*totals} or "absent" in meant[0]
        assert not {"Foul", "Out", "Absent"} & {*totals}


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        ("Cid:\nfoul", "Cid: foul"),
        ("Cid:  # late\nFOULED! (2 aces)", "Cid: foul (2 aces)"),
        ("Cid:\n(foul)", "Cid: (foul)"),
        ("Cid:\nabsent", "Cid: absent"),
        ("Cid:\nB: 77722\nM: TT953\nF: 864", "Cid: 864 / TT953 / 77722"),
        ("Cid:\nt: 864\nm: TT953\nb: 77722", "Cid: 864 / TT953 / 77722"),
        ("Cid: b: 77722 / m: TT953 / f: 864", "Cid: 864 / TT953 / 77722"),
        ("Cid: F: 864 M: TT953 B: 77722", "Cid: 864 / TT953 / 77722"),
    ],
)
def test_a_board_below_its_name_and_rows_by_their_initials(lines: str, meant: str) -> None:
    """The rows were to be players called B, M and F, and a foul below its name was nobody's."""
    assert totals_of(f"{BOARDS}\n{lines}") == totals_of(f"{BOARDS}\n{meant}")


@pytest.mark.parametrize("lines", ["M: 222 / 55577 / TTT99", "Cid: 222 / 55577 / TTT99\nM: foul", "M:\nfoul"])
def test_a_player_may_have_the_name_of_an_initial(lines: str) -> None:
    assert "M" in totals_of(f"{BOARDS}\n{lines}")


def test_a_row_behind_its_initial_alone() -> None:
    """`F 864` was to begin a deal called 864."""
    problems = problems_of(f"{BOARDS}\nCid:\nF 864\nM TT953\nB 77722")
    assert [re.findall("`(.*)`", p.hint or "") for p in problems] == [["F: 864"], ["M: TT953"], ["B: 77722"]]


@pytest.mark.parametrize(
    "line", ["adjust: everyone -10, Ana +10", "paid: Others -> Ana 5", "bank: all", "each: foul"]
)
def test_a_word_for_several_players_is_no_player_to_list(line: str) -> None:
    """`everyone` was to be added to `players`, and then paid as one more player."""
    (problem,) = [p for p in problems_of(f"players: Ana, Ben\n{BOARDS}\n{line}") if p.code == "name-unknown"]
    assert (problem.hint or "").endswith("by name, with what is his own: Ana and Ben")


@pytest.mark.parametrize(
    ("rules", "typed", "meant"),
    [
        ("shisanshui", "dragon", "claim dragon: 2 3 4 5 6 7 8 9 T J Q K A"),
        ("shisanshui", "一条龙", "claim dragon: 2 3 4 5 6 7 8 9 T J Q K A"),
        ("mau-binh", "sảnh rồng", "claim dragon: 2 3 4 5 6 7 8 9 T J Q K A"),
        ("mau-binh", "six pairs", "claim six pairs: CARDS"),
        ("mau-binh", "Dragon A23456789TJQK", "claim Dragon: A23456789TJQK"),
        ("mau-binh", "dragon A23 / 45678 / 9TJQK", "claim dragon: A23 / 45678 / 9TJQK"),
        ("mau-binh", "A23456789TJQK", "claim dragon: A23456789TJQK"),
        ("shisanshui", "A23456789TJQK", "A23 / 45678 / 9TJQK"),
        ("ofc", "A23456789TJQK", "A23 / 45678 / 9TJQK"),
        ("ofc", "dragon", "foul"),
    ],
)
def test_a_natural_that_is_not_claimed(rules: str, typed: str, meant: str) -> None:
    """A dragon was to be a foul, or three rows, and paid as such."""
    log = f"rules: {rules}\ndeal 1\nBen: 663 / KK943 / 88844"
    (problem,) = problems_of(f"{log}\nAna: {typed}")
    first = next(line for line in lines_to_write(problem) if line.startswith("Ana: "))
    assert first == f"Ana: {meant}"
    if "CARDS" not in meant:
        assert totals_of(f"{log}\n{first}")


def test_thirteen_cards_that_are_no_natural() -> None:
    (problem,) = problems_of("rules: mau-binh\nBen: 663 / KK943 / 88844\nAna: JJ5AA7629TJQK")
    assert problem.hint == "write `Ana: JJ5 / AA762 / 9TJQK`"


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Einsatz: 0,50 € pro Punkt", "stake: 0.50 €"),
        ("Einsatz 0,50 €", "stake: 0.50 €"),
        ("apuesta: 1€/pt", "stake: 1€"),
        ("mise: 1 EUR / main", "stake: 1 EUR / main"),
        ("底分：1", "stake: 1"),
        ("Spieler: Ana, Ben", "players: Ana, Ben"),
        ("规则：shisanshui", "rules: shisanshui"),
        ("Luật: mau-binh", "rules: mau-binh"),
        ("Reglas: ofc + moon", "rules: ofc + moon"),
        ("Datum: 2026-11-20", "date: 2026-11-20"),
        ("waluta: PLN", "currency: PLN"),
        ("Notiz: Pizza war gut", "note: Pizza war gut"),
    ],
)
@pytest.mark.parametrize("boards", [BOARDS, BOARDS.removeprefix("deal 1\n")])
def test_keys_in_other_languages(line: str, meant: str, boards: str) -> None:
    """Their lines were to be remarks, or boards, and the stake was lost."""
    (problem,) = problems_of(f"{line}\n{boards}")
    assert problem.hint == f"did you mean `{meant.partition(':')[0]}:`? Write `{meant}`"
    if "main" not in meant:
        assert totals_of(f"{meant}\n{boards}")


def test_what_was_paid_in_other_languages() -> None:
    (problem,) = problems_of(f"{BOARDS}\nBezahlt: Ben -> Ana 5")
    assert problem.hint == "did you mean `paid:`? Write `paid: Ben -> Ana 5`"


@pytest.mark.parametrize("name", ["Regel", "Mise", "Data", "Nota"])
def test_a_player_may_be_called_like_a_key_of_another_language(name: str) -> None:
    assert name in totals_of(f"{BOARDS}\n{name}: 222 / 55577 / TTT99\n")


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("Cid: FOUL 222 / 55577 / TTT99", "Cid: 222 / 55577 / TTT99 (foul)"),
        ("Cid: Fouled 222 / 55577 / TTT99", "Cid: 222 / 55577 / TTT99 (foul)"),
        ("Cid: 222 / 55577 / TTT99 full house", None),
        ("Cid: 222 trips / 55577 / TTT99", None),
        ("Cid: 222 / 55577 / TTT99 (full house)", "Cid: 222 / 55577 / TTT99"),
        ("Cid: 222 / 55577 / TTT99 - boat  # nice", None),
        ("Cid: 222 Three of a Kind / 55577 Full House / TTT99 fullhouse", None),
        ("Cid: 2h 2d 3c Pair / 5h 5d 7c 7h 8d two pair / T J Q K A straight", None),
        ("Cid: 1) 222 2) 55577 3) TTT99", None),
        ("Cid: 1. 222, 2. 55577, 3. TTT99", None),
    ],
)
def test_words_and_numbers_beside_the_cards(line: str, meant: str | None) -> None:
    problems = problems_of(f"{BOARDS}\n{line}")
    assert [p.hint.partition("rite ")[2] for p in problems if p.hint] == ([f"`{meant}`"] if meant else [])
    plain = meant or "Cid: 222 / 55577 / TTT99"
    if "two pair" in line:
        plain = "Cid: 2h 2d 3c / 5h 5d 7c 7h 8d / T J Q K A"
    assert totals_of(f"{BOARDS}\n{meant or line}") == totals_of(f"{BOARDS}\n{plain}")


@pytest.mark.parametrize(
    ("row", "is_"),
    [("5h 5d 7c 8h 9d two pair", "pair of fives"), ("23456 full house", "straight to the six")],
)
def test_a_rank_that_the_cards_do_not_have_is_asked_about(row: str, is_: str) -> None:
    (problem,) = problems_of(f"Ann: foul\nCid: 222 / {row} / TTTQQ")
    assert problem.message.startswith(f"Cid's middle row is {is_}, and `")
    (line,) = lines_to_write(problem)
    assert line == f"Cid: 222 / {row.replace(' two pair', '').replace(' full house', '')} / TTTQQ"


@pytest.mark.parametrize(
    "word", ["High Card", "Pair", "Trash And Ash", "two pair", "hearts and ace", "nasty"]
)
def test_words_behind_a_row_are_no_cards_of_the_deck(word: str) -> None:
    """`Card` was an ace of diamonds, which others had."""
    ann = "Ann: Ah As 2c / Ac Ad 5c 6s 7d / 8h 8d 8s 9c 9d"
    boards = f"{ann}\nBob: Ks Js 5d {word} / Qc Qd 3h 3c 2d / Th Tc Td 7h 7c"
    assert not {"card-repeated", "deck-impossible"} & {p.code for p in problems_of(boards)}


def test_cards_in_the_wrong_rows_are_not_moved() -> None:
    """`JJ55 / AA762 / 9TJQ` was to be `JJ5 / 5 AA76 / 2 9TJQ`."""
    problems = problems_of("Ben: 663 / KK943 / 88844\nAna: JJ55 / AA762 / 9TJQ")
    assert all("/" not in (problem.hint or "") for problem in problems)
    assert [problem.code for problem in problems] == ["row-size"]


def test_a_word_with_the_letters_of_a_ten() -> None:
    (problem,) = problems_of(f"{BOARDS}\nCid: 222 / 55577 / TTT99 lol")
    assert "10?" not in (problem.hint or "")


@pytest.mark.parametrize("day", ["20/11/26", "20/11/2026 @ Mike's", "Fri 20/11/26", "20.11.26 at Mike's"])
def test_a_day_at_the_head_of_a_log_is_no_board(day: str) -> None:
    """It was a board without a name."""
    for log in (f"{day}\n{BOARDS}", f"{day}\n{BOARDS.removeprefix('deal 1')}"):
        (problem,) = problems_of(log)
        assert problem.hint is not None
        assert (problem.code, problem.place.line) == ("line-unreadable", 1)
        assert "`date: 2026-11-20`" in problem.hint


@pytest.mark.parametrize(
    ("head", "hint"),
    [
        ("Friday 2026-11-20", "if it was played on that day, write `date: 2026-11-20`"),
        ("Friday 2026-11-20 21:05", "if it is a remark, write `# Friday 2026-11-20 21:05`"),
    ],
)
def test_a_night_and_its_time_at_the_head_of_a_log_are_no_board(head: str, hint: str) -> None:
    """It was a board of Friday, before the first deal; as above a message of a chat."""
    (problem,) = problems_of(f"{head}\n{BOARDS}")
    assert (problem.hint or "").startswith(hint)


@pytest.mark.parametrize("cards", ["222 55577TTT99", "22255577 TTT99", "22255577TTT99"])
@pytest.mark.parametrize("name", ["Ann", "Cid"])
def test_loose_cards_behind_a_name_without_its_colon(name: str, cards: str) -> None:
    """A name that begins like a card was taken for cards, and the board for one without a name."""
    (problem,) = problems_of(f"{BOARDS}\n{name} {cards}")
    assert (problem.code, problem.hint) == ("colon-missing", f"write `{name}: 222 / 55577 / TTT99`")
