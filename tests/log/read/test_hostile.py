"""Nearly canonical logs: chunk size does not matter, and errors stay separate."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from unittest.mock import patch

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ofcscore.diagnostics.problem import Problem, Problems
from ofcscore.files import yaml_nodes
from ofcscore.files.yaml_nodes import NodeReader
from ofcscore.log.check.checker import read_session
from ofcscore.log.read import logs as log_reading
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import Source, text_source
from ofcscore.log.syntax import DealSyntax, HeaderSyntax
from ofcscore.scoring.deal import Deal, Header
from tests import strategies
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


def in_pieces(
    sources: Callable[[], Source], piece: int
) -> tuple[Read, list[HeaderSyntax | DealSyntax], list[Problem]]:
    """Return the results and parsed items of a log read in chunks of this size."""
    with patch.object(yaml_nodes, "_PIECE", piece):
        problems = Problems()
        read = read_session([sources()])
        return read, list(read_syntax(sources(), problems)), list(problems.kept)


def assert_same_in_pieces(sources: Callable[[], Source]) -> None:
    (items, problems), syntax, told = in_pieces(sources, 1 << 15)
    (other_items, other_problems), other_syntax, other_told = in_pieces(sources, 700)
    assert items == other_items
    assert syntax == other_syntax
    assert _but_characters(problems) == _but_characters(other_problems)
    assert _but_characters(told) == _but_characters(other_told)


def _but_characters(problems: Iterable[Problem]) -> list[Problem]:
    """Errors of characters are reported per chunk, so not after a fatal error."""
    return [problem for problem in problems if problem.code != "yaml-character"]


_BREAKS = ("\r", "\x85", "\u2028", "\ufeff", "\t", "\x00", "\u00a0", "\ud800", "#", " ", "  ", "\n", "\r\n")


def yaml_deal(draw: DrawFn, indent: str, name: str) -> str:
    """Return a deal nearly as `convert` writes it."""
    deal = draw(strategies.deals(("Hero", "Gus", "A", "No", "007", "_x", "top", "expect")))
    deeper = indent + " " * draw(st.sampled_from((4, 4, 4, 3, 6, 2)))
    lines = [f"{indent}- {draw(st.sampled_from(('deal', 'deal', 'hand')))}: {name}", f"{indent}  boards:"]
    gap = draw(st.sampled_from((" ", " ", "   ")))
    middle, bottom = draw(st.sampled_from((("mid", "bot"), ("mid", "bot"), ("middle", "bottom"))))
    for player, rows in zip(deal.players, deal.boards, strict=True):
        a, b, c = map(strategies.canonical_row, rows)
        said = f'"{player}"' if draw(st.integers(0, 5)) == 0 else player
        lines.append(f"{deeper}{said}:{gap}{{top: {a}, {middle}: {b}, {bottom}: {c}}}")
    return "\n".join([*lines, ""]) + "\n" * draw(st.sampled_from((0, 0, 1, 1, 4)))


@st.composite
def hostile_yaml(draw: DrawFn) -> bytes:
    """Canonical YAML deals mixed with text that only resembles a deal."""
    indent = draw(st.sampled_from(("", "", "  ")))
    text = draw(st.sampled_from(("", "deals:\n", "rules: ofc\nplayers: Hero, Gus, A, No = N\ndeals:\n")))
    if draw(st.integers(0, 7)) == 0:
        text += draw(
            st.sampled_from(
                (
                    *("deals: [\n", "deals: &a\n", 'note: "\n', "note: |\n", "{deals:\n", "- ", "note: >-\n"),
                    "...\n",
                )
            )
        )
    names = ("1", "2", "7", "017", "x.y", '"3.x"', '"No"', "No", "~", "1:30", "-", "a b", "&a 4", "", "|")
    for number in range(1, draw(st.integers(2, 8))):
        text += yaml_deal(draw, indent, draw(st.sampled_from((str(number),) * 20 + names)))
        if draw(st.integers(0, 3)):
            continue
        like = yaml_deal(draw, indent, "8")
        inner = like.replace("\n", "\n    ")
        text += indent + draw(
            st.sampled_from(
                (
                    "# - deal: 7\n",
                    f"# remark\n\n{like}",
                    f"  note: |\n      {inner}\n",
                    f"  note: |\n  {inner}\n",
                    f'  note: "a\n{like}  b"\n',
                    f"  note: 'a\n{like}{like}  b'\n",
                    f"- 'a\n{like}'\n",
                    f"  note: a\n    {like}",
                    f"- |\n  {inner}\n",
                    f"- [{{deal: 5,\n{like}}}]\n",
                    "  boards:\n    A: foul\n",
                    "  note: x\n",
                    "note: x\n",
                    "  deal: 9\n",
                    "---\n",
                    "--- # more\n",
                    "...\n",
                    "%YAML 1.1\n---\n",
                    f"---\ndeals:\n{like}",
                    f"- &a\n  {indent}{like.lstrip(' -')}",
                    f"- !t\n  {indent}{like.lstrip(' -')}",
                    "- *a\n",
                    "- @\n",
                    "- `\n",
                    "-\n",
                    "- \n",
                    "- deal\n",
                    "- deal:\n",
                    "- deal: @\n",
                    "- deal: 4\n",
                    "- - deal: 3\n",
                    f"- {like.lstrip(' ')}",
                    "-\tdeal: 3\n",
                    "- ? deal\n  : 3\n",
                    "- {deal: 5, boards: {}}\n",
                    "- {deal: 5\n",
                    f" {like}",
                    f"  {like}",
                    '- deal: "4\n',
                    "- deal: [4\n",
                    "- <<: {a: b}\n",
                    "stake: 2\n",
                )
            )
        )
    match draw(st.integers(0, 9)):
        case 0:
            text = draw(strategies.damaged(text))
        case 1:
            at = draw(st.integers(0, len(text)))
            text = text[:at] + draw(st.sampled_from(_BREAKS)) + text[at:]
        case 2:
            text = text.replace("\n", "\r\n", draw(st.sampled_from((1, 3, -1))))
        case 3:
            text = text[: draw(st.integers(0, len(text)))]
        case 4:
            old = draw(st.sampled_from(("Gus", "top: ", "h ", "boards:", "}", " mid", "- deal: ", "{")))
            new = draw(
                st.sampled_from(
                    (
                        *("Hero", "top:  ", "s ", "boards: ", "} # x", "} ", "&b Gus", "mid: ", "-  deal: "),
                        *("", "\n"),
                    )
                )
            )
            text = text.replace(old, new, draw(st.integers(1, 4)))
        case 5:
            text = text.removesuffix("\n")
    data = text.encode("utf-8", "surrogatepass")
    if draw(st.integers(0, 19)) == 0:
        at = draw(st.integers(0, len(data)))
        data = data[:at] + draw(st.sampled_from((b"\xff", b"\xe2\x80", b"\x00"))) + data[at:]
    return data


def bytes_source(data: bytes) -> Source:
    return Source("night.yaml", lambda: io.BytesIO(data), "yaml")


@pytest.mark.long
@given(hostile_yaml())
def test_hostile_yaml_is_the_same_in_pieces(data: bytes) -> None:
    assert_same_in_pieces(lambda: bytes_source(data))


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
