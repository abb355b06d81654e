"""Properties of reading: nothing valid changes, and all formats give equal results."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from ofcscore.diagnostics.problem import Problem, Problems, format_problem
from ofcscore.game.cards import Board
from ofcscore.log.canonical import read_canonical
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import Form, Source, text_source
from ofcscore.log.syntax import BoardSyntax, Line, located
from ofcscore.log.text.reader import Reader
from ofcscore.scoring.deal import Deal, Header
from tests.strategies import (
    RandomDeal,
    bare_deals,
    canonical_text,
    damaged,
    deals,
    hand_deals,
    hand_text,
    spelled_text,
    yaml_text,
)


def read(text: str, form: Form | None = "text") -> tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]:
    return read_session([text_source(text, form)])


def boards_of(text: str, form: Form = "text") -> list[tuple[str, object, object]]:
    """Return player, rows and sums of every board of a valid text."""
    items, problems = read(text, form)
    assert [format_problem(problem) for problem in problems if not problem.warning] == []
    found = [item for item in items if isinstance(item, Deal)]
    boards: list[tuple[str, object, object]] = []
    for deal in found:
        boards += [(board.player, board.rows, board.sums) for board in deal.boards]
    return boards


def expected_boards(deal: RandomDeal) -> list[tuple[str, object, object]]:
    boards: list[tuple[str, object, object]] = []
    for player, (top, middle, bottom) in zip(deal.players, deal.boards, strict=True):
        board = Board.of(player, " ".join(top), " ".join(middle), " ".join(bottom))
        boards.append((player, board.rows, board.sums))
    return boards


class TestAnyTextGivesDealsOrProblems:
    @given(st.text(max_size=200), st.sampled_from(("text", "yaml", "json", None)))
    def test_any_text(self, text: str, form: Form | None) -> None:
        items, problems = read(text, form)
        assert problems or any(isinstance(item, Deal) for item in items)

    @given(st.binary(max_size=200), st.sampled_from(("text", "yaml", "json", None)))
    def test_any_bytes(self, data: bytes, form: Form | None) -> None:
        items, problems = read_session([Source("x", lambda: io.BytesIO(data), form)])
        assert problems or any(isinstance(item, Deal) for item in items)


class TestEveryWayOfWritingSaysTheSame:
    @given(deals())
    def test_canonical_text(self, deal: RandomDeal) -> None:
        assert boards_of(canonical_text(deal)) == expected_boards(deal)

    @given(st.data())
    def test_spelling_changes_nothing(self, data: st.DataObject) -> None:
        deal = data.draw(deals())
        assert boards_of(data.draw(spelled_text(deal))) == expected_boards(deal)

    @given(deals(), st.booleans())
    def test_yaml(self, deal: RandomDeal, mapping: bool) -> None:
        assert boards_of(yaml_text(deal, mapping=mapping), "yaml") == expected_boards(deal)

    @given(bare_deals())
    def test_suits_left_out(self, deal: RandomDeal) -> None:
        """Cards dealt from one deck are possible, whichever suits are omitted."""
        text = canonical_text(deal)
        boards = boards_of(text)
        assert [rows for _, rows, _ in boards] == [
            tuple(" ".join(row) for row in rows) for rows in deal.boards
        ]

    def test_every_sign_of_a_suit_is_read_by_the_grammar_as_by_the_pattern(self) -> None:
        for sign in ("c", "C", "♣", "♧", "♣\ufe0f", "♣\ufe0e"):
            source = Line("night.ofc", 1, f"Ana: Qh Qd 5{sign} / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc")
            quick = read_canonical(*source)
            if isinstance(quick, BoardSyntax):
                assert Reader(source.file, Problems()).read(source) == [quick]

    @given(st.data())
    def test_the_pattern_and_the_grammar_agree(self, data: st.DataObject) -> None:
        """Canonical lines are recognized without the grammar, places included."""
        deal = data.draw(deals())
        keys = data.draw(
            st.sampled_from(
                (
                    *("rules: ofc + moon", "rules: ./house.yaml", "stake: 0.50 EUR", "stake: 2"),
                    *("hand 7 2026-11-20", "top: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc"),
                    *("Note: Qh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc", "deal x-1", "stake: 2 E"),
                    "rules: + a",
                )
            )
        )
        name = data.draw(st.sampled_from(("1", "last", "12.b")))
        text = data.draw(
            st.one_of(
                st.just(canonical_text(deal, name)),
                spelled_text(deal, name),
                bare_deals().map(canonical_text),
                hand_deals().map(hand_text),
                damaged(canonical_text(deal, name)),
                st.just(canonical_text(deal).replace("s", "").replace("h", "").replace("d", "D ,")),
            )
        )
        for number, line in enumerate((*text.splitlines(), keys), start=1):
            source = Line("night.ofc", number, line)
            quick = read_canonical(*source)
            # The grammar reads a run of blanks as one.
            if quick is not None and "  " not in line:
                problems = Problems()
                found = located(quick, source.file) if isinstance(quick, Board) else quick
                assert Reader(source.file, problems).read(source) == [found]
                assert len(problems) == 0
