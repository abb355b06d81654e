"""Which rule set a room's game is, by `games.toml`."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ofcscore.rules.files import shipped_names


@lru_cache(maxsize=1)
def _games() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("games.toml").read_text(encoding="utf-8"))


def rules_called(room: str, name: str) -> tuple[str, str | None]:
    """The rule set of a room's game, and the name where that is a guess (else None)."""
    games, called = _games(), name.lower()
    known: str | None = games["rooms"].get(room.lower(), {}).get(called) or games["games"].get(called)
    if known is not None:
        return known, None
    if called in shipped_names()[0]:
        return called, None
    likely = (rules for word, rules in games["likely"].items() if word in called)
    return next(likely, games["unknown"]), name
