"""Which rule set a room's game is, by `games.toml`."""

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any

from ofcscore.log.read.records.hands import Game
from ofcscore.rules.files import shipped_names


@lru_cache(maxsize=1)
def _games() -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("games.toml").read_text(encoding="utf-8"))


def game_called(room: str, name: str, title: str = "", stake: str = "") -> Game:
    """Return a room's game by its name there, which is kept where the rule set is a guess."""
    games, called = _games(), name.lower()
    known: str | None = games["rooms"].get(room.lower(), {}).get(called) or games["games"].get(called)
    if known is not None:
        return Game(title, known, None, stake)
    if called in shipped_names()[0]:
        return Game(title, called, None, stake)
    likely = (rules for word, rules in games["likely"].items() if word in called)
    return Game(title, next(likely, games["unknown"]), name, stake)
