"""Naturals: special hands of thirteen cards, each a test and a tie key (rules 5)."""

from __future__ import annotations

from dataclasses import dataclass

from ofcscore.board import Board
from ofcscore.rules.model import Naturals


@dataclass(frozen=True, slots=True)
class Natural:
    """A natural that a board has: kind, points, place in the rule set's ascending list, tie key."""

    kind: str
    points: int
    order: int
    tie: tuple[int, ...]

    @property
    def name(self) -> str:
        """The natural in words: `three straights`."""
        return self.kind.replace("-", " ")


def claimed_natural(board: Board, naturals: Naturals) -> Natural | None:
    """The natural that a board claims, None where the rule set does not pay that kind."""
    raise NotImplementedError


def best_natural(board: Board, naturals: Naturals) -> Natural | None:
    """The best natural that a board's thirteen cards make, None where they make none."""
    raise NotImplementedError


def compare_ties(a: Natural, b: Natural) -> int:
    """1, 0 or -1 as the first of two naturals of one kind is the better, equal, or the worse."""
    return (a.tie > b.tie) - (a.tie < b.tie)
