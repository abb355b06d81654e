"""Nearly canonical logs: pattern and grammar read the same, and errors stay separate."""

from __future__ import annotations

from unittest.mock import patch

import pytest
import yaml

from ofcscore.diagnostics.problem import Problem
from ofcscore.files.yaml_nodes import NodeReader
from ofcscore.log.check.checker import read_session
from ofcscore.log.read import logs as log_reading
from ofcscore.log.read.sources import text_source
from ofcscore.scoring.deal import Deal, Header
from tests.loops import each

Read = tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]


def by_grammar(text: str) -> Read:
    with patch.object(log_reading, "read_canonical", lambda file, number, text: None):
        return read_session([text_source(text)])


def test_a_letter_that_played_beside_a_name_is_no_initial_below() -> None:
    text = (
        "deal 1\nAnn: QQ5 / AA762 / 9TJQK\nA: 663 / KK943 / JJJ44\n"
        "deal 2\n# typed by hand\na: QQ5 / AA762 / 9TJQK\nBen 663 KK943 JJJ44\n"
    )
    items, problems = read_session([text_source(text)])
    assert not [problem for problem in problems if not problem.warning]
    assert isinstance(items[2], Deal)
    assert [board.player for board in items[2].boards] == ["A", "Ben"]
    assert by_grammar(text) == (items, problems)


@each("name", ["S", "s"])
@each("above", ["", "# typed by hand\n", "night two\n"])
def test_a_letter_that_is_listed_is_no_initial_of_another(name: str, above: str) -> None:
    text = f"{above}players: Ann, S, Ben = Short\n{name}: QQ5 / AA762 / 9TJQK\nBen: 663 / KK943 / JJJ44\n"
    items, _ = read_session([text_source(text)])
    assert isinstance(items[-1], Deal)
    assert [board.player for board in items[-1].boards] == ["S", "Ben"]


@each(
    ("top", "message"),
    [
        ("Zh Qd 5c", "Zh is not a card"),
        ("Qh Q 5 5", "A's top row has 4 cards but needs 3"),
        ("Qh QdK c", "c is not a card"),
        ("Qh Qd Qd", "Qd is already in A's top row (column 7)"),
        ("QhQd5c5h", "A's top row has 4 cards but needs 3"),
        ("5c flush", "A's top row has 1 card but needs 3"),
    ],
)
def test_what_is_as_long_as_three_cards_and_is_none(top: str, message: str) -> None:
    other = "B: 6h 6d 3c / Kh Kd 9s 4c 3d / Jc Js 2h 4d 4h\n"
    boards = f"A: {top} / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n{other}"
    text = "".join(f"deal {n}\n{boards}" for n in (1, 2, 3))
    read = read_session([text_source(text)])
    assert read == by_grammar(text)
    assert [problem.message for problem in read[1] if not problem.warning] == [message] * 3


@pytest.mark.parametrize("players", [("A", "B", "C", "D"), ("A", "Rules"), ("A", "expect", "C")])
def test_deals_of_many_players_and_of_one_called_like_a_key(players: tuple[str, ...]) -> None:
    rows = (
        "Ah Kh Qh / Jh Th 9h 8h 7h / 6h 5h 4h 3h 2h",
        "As Ks Qs / Js Ts 9s 8s 7s / 6s 5s 4s 3s 2s",
        "Ad Kd Qd / Jd Td 9d 8d 7d / 6d 5d 4d 3d 2d",
        "Ac Kc Qc / Jc Tc 9c 8c 7c / 6c 5c 4c 3c 2c",
    )
    boards = "".join(f"{player}: {row}\n" for player, row in zip(players, rows, strict=False))
    text = "".join(f"deal {n}\n{boards}" for n in (1, 2, 3))
    read = read_session([text_source(text)])
    assert read == by_grammar(text)
    told = [problem.code for problem in read[1]]
    if len(players) == 4:
        assert told == ["deal-repeated"] * 2
    else:
        assert told.count("name-quotes") == 3


def test_a_board_before_deals() -> None:
    boards = "A: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\nB: 6h 6d 3c / Kh Kd 9s 4c 3d / Jc Js 2h 4d 4h\n"
    text = f"{boards}deal 1\n{boards}deal 2\n{boards}"
    read = read_session([text_source(text)])
    assert read == by_grammar(text)
    assert [problem.message for problem in read[1] if not problem.warning] == [
        "this board comes before the first `deal` line (line 3)"
    ]


def plain_yaml(first: int, last: int, indent: str = "") -> str:
    """Deals of one table as `convert` writes them."""
    boards = (
        "  boards:\n"
        "    A:   {top: Ah Kh Qh, mid: Jh Th 9h 8h 7h, bot: 6h 5h 4h 3h 2h}\n"
        "    Gus: {top: As Ks Qs, mid: Js Ts 9s 8s 7s, bot: 6s 5s 4s 3s 2s}\n\n"
    ).replace("\n ", f"\n{indent} ")
    return "".join(f"{indent}- deal: {n}\n{indent}{boards}" for n in range(first, last))


def test_a_character_spoils_no_deal_but_its_own() -> None:
    before, after = plain_yaml(1, 300), plain_yaml(300, 400)
    text = before + after.replace("Ah", "A\x01", 1)
    items, problems = read_session([text_source(text, "yaml")])
    lines = [deal.line for deal in items if isinstance(deal, Deal)]
    assert lines == [5 * n + 1 for n in range(399) if n != 299]
    assert {problem.place.line for problem in problems if not problem.warning} == {5 * 299 + 3}


@each("item", ["- &a\n  deal: 3\n", "- !t\n  deal: 3\n", "- *a\n- deal: 3\n", "- @\n"])
def test_what_is_wrong_with_an_item_is_no_fault_of_the_one_before(item: str) -> None:
    text = plain_yaml(1, 4).replace("- deal: 3\n", item)
    items, problems = read_session([text_source(text, "yaml")])
    assert [deal.name for deal in items[1:3] if isinstance(deal, Deal)] == ["1", "2"]
    assert {problem.place.line for problem in problems if not problem.warning} == {11}


@pytest.mark.long
def test_the_lines_of_a_long_yaml_log_do_not_stay() -> None:
    pieces = (plain_yaml(n, n + 10) for n in range(0, 20_000, 10))
    reader = NodeReader(pieces, "night.yaml")
    assert reader.next_document()
    most = deals = 0
    for _ in reader.items():
        reader.read()
        deals += 1
        most = max(most, sum(map(len, reader.lines._kept.values())))
    assert deals == 20_000
    assert most < 1 << 20


def test_the_pure_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "deals:\n"
        + plain_yaml(1, 30)
        + "- deal: 30\n  note: |\n"
        + plain_yaml(1, 9, "    ")
        + plain_yaml(31, 40)
    )
    read = read_session([text_source(text, "yaml")])
    monkeypatch.delattr(yaml, "CBaseLoader")
    assert read_session([text_source(text, "yaml")]) == read
    assert [deal.name for deal in read[0][1:] if isinstance(deal, Deal)] == [
        str(n) for n in range(1, 40) if n != 30
    ]
