"""Hands for tests of records, made from boards in log notation."""

from __future__ import annotations

import json
from typing import Any

ANA = "8s 8d 4c / 7h 7d 2c 2s 9h / Td Th Tc 5s 5d"
BEN = "Ks 9c 3h / As Ad 8h 6c 4d / Jh Jd 9s 9d 2h"
FAR = "Kh 7c 6d / Qs Qc 6s 5h 3d / Kd Kc 4h 4s Js"


def player(name: str, board: str, result: int | None = None, **more: object) -> dict[str, Any]:
    """Return a player of a `.hh` record, with the street after each card."""
    rows = "/".join(" ".join(f"{card}0" for card in row.split()) for row in board.split("/"))
    said = {"playerName": name, "playerId": "17", "orderIndex": 0, "inFantasy": False, "dead": ""}
    return {**said, "rows": rows, "result": result, **more}


def record(name: str = "7", *players: dict[str, Any], **more: object) -> dict[str, Any]:
    """Return an object of a `.hh` record, of Ana and Ben by default.

    Ana wins in odd hands.
    """
    ahead, behind = ("Ben", "Ana") if name[-1] in "02468" else ("Ana", "Ben")
    seats = list(players) or [player(ahead, ANA, 15), player(behind, BEN, -15)]
    said = {"stakes": "2", "appName": "Ppp", "rules": "progressive17_nojokers", "handData": {name: seats}}
    return {**said, **more}


def file_of(*objects: dict[str, Any], between: str = "\n\x1a\x00\n", indent: int | None = None) -> str:
    return between.join(json.dumps(one, indent=indent) for one in objects)
