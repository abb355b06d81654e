"""The deals of a long log on an `html` page: packed, for its script to unpack where they are looked at."""

from __future__ import annotations

import zlib
from base64 import b64encode
from collections.abc import Callable
from typing import Final

from ofcscore.report.json import dumps
from ofcscore.session.result import DealResult

BLOCK: Final = 50
"""So many deals are unpacked at once."""


class PackedDeals:
    """Deals as they are on the page, in blocks, each packed; what waits for its block is kept as it is.

    `folded` makes the HTML of a deal from it and its number.
    """

    def __init__(self, folded: Callable[[DealResult, int], str]) -> None:
        self._folded = folded
        self._waiting: list[DealResult] = []
        self._blocks: list[str] = []

    def add(self, result: DealResult, waiting: int) -> None:
        """Takes a deal, and packs some once more than so many wait."""
        self._waiting.append(result)
        if len(self._waiting) > waiting:
            self._pack()

    def blocks(self) -> list[str]:
        """Every deal, packed; none where nothing had to be."""
        while self._blocks and self._waiting:
            self._pack()
        return self._blocks

    def _pack(self) -> None:
        first = len(self._blocks) * BLOCK + 1
        deals = [self._folded(result, number) for number, result in enumerate(self._waiting[:BLOCK], first)]
        del self._waiting[:BLOCK]
        self._blocks.append(b64encode(zlib.compress(dumps(deals).encode())).decode())
