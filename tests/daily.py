"""The values of a parameter that the default run tries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest


def some(few: int, of: Sequence[Any]) -> list[Any]:
    """The values of a parameter of which a few are tried every day, and all of them among the long tests.

    They are taken from all over, the first among them.
    """
    daily = {len(of) * number // few for number in range(few)}
    return [
        value if at in daily else pytest.param(value, marks=pytest.mark.long) for at, value in enumerate(of)
    ]
