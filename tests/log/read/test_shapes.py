"""Shapes of deals in YAML and JSON, each with the equivalent text log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

from ofcscore.diagnostics.problem import Problem
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import Form, text_source
from ofcscore.scoring.deal import Deal, Header
from tests.command import run
from tests.log.read.test_yaml import said
from tests.loops import each

ANA: Final = "Qh Ts 2h / 7h 7s 6h 6s Kd / 3d 3h 3s 6d 4h"
BEN: Final = "5c 5s 3c / 9d 9s Th 8d 2d / Ad Ah As Kc 2c"
TEXT: Final = f"Ana: {ANA}\nBen: {BEN}\n"
DEAL: Final = f"deal 1\n{TEXT}"


def rows(board: str) -> list[str]:
    return board.split(" / ")


def labelled(board: str, labels: str = "top middle bottom") -> dict[str, Any]:
    return dict(zip(labels.split(), rows(board), strict=True))


def cards(board: str) -> dict[str, list[str]]:
    return {label: row.split() for label, row in labelled(board).items()}


def objects(board: str) -> dict[str, list[dict[str, str]]]:
    suits = {"s": "spades", "h": "Hearts", "d": "♦", "c": "c"}
    ranks = {"T": "10", "A": "ace", "K": "13"}
    return {
        label: [{"rank": ranks.get(card[0], card[0]), "suit": suits[card[1]]} for card in row]
        for label, row in cards(board).items()
    }


SHAPES: Final[dict[str, tuple[Any, str]]] = {
    "a list of boards": ([{"name": "Ana", **cards(ANA)}, {"name": "Ben", **cards(BEN)}], TEXT),
    "boards by name": ({"Ana": ANA, "Ben": BEN}, TEXT),
    "one player an item": ([{"Ana": ANA}, {"Ben": BEN}], TEXT),
    "players with boards": (
        {"players": [{"name": "Ana", "board": labelled(ANA)}, {"name": "Ben", "board": ANA and rows(BEN)}]},
        TEXT,
    ),
    "players by name": ({"players": {"Ana": labelled(ANA), "Ben": {"cards": BEN}}}, TEXT),
    "hands of one deal": ({"hands": [{"player": "Ana", "hand": ANA}, {"player": "Ben", "hand": BEN}]}, TEXT),
    "hands as deals": ({"hands": [{"hand": 1, "players": {"Ana": ANA, "Ben": BEN}}]}, DEAL),
    "games": ({"games": [{"game": 7, "hands": {"Ana": rows(ANA), "Ben": rows(BEN)}}]}, f"deal 7\n{TEXT}"),
    "rounds as lists of boards": (
        {"rounds": [[{"player": "Ana", **labelled(ANA)}, {"player": "Ben", **labelled(BEN)}]]},
        TEXT,
    ),
    "deals by number": ({"deals": {"1": {"Ana": ANA, "Ben": BEN}}}, DEAL),
    "a key a deal": ({"rules": "ofc", "deal 1": {"Ana": ANA, "Ben": BEN}}, f"rules: ofc\n{DEAL}"),
    "a board an item, with its deal": (
        [{"deal": d, "player": p, **labelled(b)} for d in (1, 2) for p, b in (("Ana", ANA), ("Ben", BEN))],
        f"{DEAL}deal 2\n{TEXT}",
    ),
    "cards as objects": ([{"boards": {"Ana": objects(ANA), "Ben": objects(BEN)}}], TEXT),
    "thirteen cards": (
        [{"boards": {"Ana": ANA.replace(" /", "").split(), "Ben": BEN.replace(" /", "").split()}}],
        TEXT,
    ),
    "front, middle and back": (
        {"Ana": labelled(ANA, "front middle back"), "Ben": labelled(BEN, "Head Body Base")},
        TEXT,
    ),
    "fields in camel case": (
        [
            {
                "roundNumber": 3,
                "arrangements": {"Ana": labelled(ANA, "topRow middleRow bottomRow"), "Ben": BEN},
            }
        ],
        f"deal 3\n{TEXT}",
    ),
    "words of German": (
        {
            "Einsatz": "0,50 EUR",
            "Spieler": ["Ana", "Ben"],
            "Runde 1": {"Ana": labelled(ANA, "oben mitte unten"), "Ben": BEN},
        },
        f"stake: 0.50 EUR\nplayers: Ana, Ben\n{DEAL}",
    ),
    "a foul that is true": (
        [{"player": "Ana", "board": ANA}, {"player": "Ben", "foul": True}, {"player": "Cid", "busted": True}],
        f"Ana: {ANA}\nBen: foul\nCid: foul\n",
    ),
    "cards of a foul": (
        [
            {"player": "Ana", **labelled(ANA), "fouled": False},
            {"player": "Ben", **labelled(BEN), "isFouled": True},
        ],
        f"Ana: {ANA}\nBen: {BEN} (foul)\n",
    ),
    "null did not play": (
        {"deals": [{"boards": {"Ana": ANA, "Ben": BEN, "Cid": None}}]},
        f"{TEXT}Cid: absent\n",
    ),
    "a status in words": (
        [
            {"player": "Ana", "board": ANA},
            {"player": "Ben", "board": BEN},
            {"player": "Cid", "status": "sat out"},
        ],
        f"{TEXT}Cid: absent\n",
    ),
    "keys behind the deals": (
        {"deals": [{"boards": {"Ana": ANA, "Ben": BEN}}], "rules": "ofc-27"},
        f"rules: ofc-27\n{TEXT}",
    ),
    "a session in a mapping": (
        {
            "session": {
                "game": "pineapple",
                "stake": "50c",
                "currency": "EUR",
                "hands": [{"Ana": ANA, "Ben": BEN}],
            }
        },
        f"rules: pineapple\nstake: 50c\ncurrency: EUR\n{TEXT}",
    ),
    "a stake in parts": (
        {"stake": {"amount": 2, "currency": "EUR"}, "deals": [{"Ana": ANA, "Ben": BEN}]},
        f"stake: 2 EUR\n{TEXT}",
    ),
    "names beside boards": ([{"players": ["Ana", "Ben"], "boards": [ANA, BEN]}], TEXT),
    "a factor": (
        {"stake": 1, "deals": [{"multiplier": 2, "boards": {"Ana": ANA, "Ben": BEN}}]},
        f"stake: 1\ndeal 1 x2\n{TEXT}",
    ),
    "a factor of one": ([{"multiplier": 1, "double": False, "boards": {"Ana": ANA, "Ben": BEN}}], TEXT),
    "scores": (
        [{"boards": {"Ana": ANA, "Ben": BEN}, "scores": {"Ana": -1, "Ben": 1}}],
        f"{TEXT}expect: Ana -1, Ben 1\n",
    ),
    "scores in order": (
        [{"boards": [{"name": "Ana", "board": ANA}, {"name": "Ben", "board": BEN}], "scores": [-1, 1]}],
        f"{TEXT}expect: Ana -1, Ben 1\n",
    ),
    "results with boards": (
        {"results": [{"who": "Ana", "board": ANA, "points": -1}, {"who": "Ben", "board": BEN, "points": 1}]},
        f"{TEXT}expect: Ana -1\nexpect: Ben 1\n",
    ),
    "boards of three lines": (
        [
            {"name": "Ana", "board": "\n".join(rows(ANA))},
            {"name": "Ben", "board": "\n".join(rows(BEN)) + "\n"},
        ],
        TEXT,
    ),
    "a list of deals in German": (
        {
            "Spiele": [
                {"Spiel": 1, "Spieler": [{"Name": "Ana", **labelled(ANA)}, {"Name": "Ben", "Blatt": BEN}]}
            ]
        },
        DEAL,
    ),
    "a list of deals in Spanish": (
        {"manos": [{"jugadores": [{"nombre": "Ana", "cartas": ANA}, {"nombre": "Ben", "cartas": BEN}]}]},
        TEXT,
    ),
    "discards": (
        [{"player": "Ana", "board": ANA, "discards": ["2d", "3s"]}, {"player": "Ben", "board": BEN}],
        TEXT,
    ),
    "a date in words, and numbers of deals": (
        {"date": "20 Nov 2026", "hands": [{"number": 1, "dealer": "Ben", "Ana": labelled(ANA), "Ben": BEN}]},
        f"date: 2026-11-20\ndeal 1\ndealer: Ben\n{TEXT}",
    ),
    "a date of a deal": (
        {"hands": [{"no": 1, "date": "20.11.2026", "Ana": ANA, "Ben": BEN}]},
        f"deal 1 2026-11-20\n{TEXT}",
    ),
    "players of a status": (
        {"deals": [{"deal": 1, "fantasyland": "Ben", "fouls": ["ana"], "boards": {"Ana": ANA, "Ben": BEN}}]},
        f"deal 1\nAna: {ANA} (foul)\nBen: {BEN} (fantasyland)\n",
    ),
    "players of a status beside boards right in the deal": (
        {"deals": [{"number": 1, "fantasyland": "Ana, Ben", "Ana": labelled(ANA), "Ben": labelled(BEN)}]},
        f"deal 1\nAna: {ANA} (fantasyland)\nBen: {BEN} (fantasyland)\n",
    ),
    "a game in words": (
        {"game": "open-face Chinese, pineapple", "hands": [{"hand": 1, "boards": {"Ana": ANA, "Ben": BEN}}]},
        f"rules: ofc-pineapple\n{DEAL}",
    ),
    "an evening that is no total": (
        {"evening": "Thursday club", "hands": [{"hand": 1, "boards": {"Ana": ANA, "Ben": BEN}}]},
        f"note: Thursday club\n{DEAL}",
    ),
    "boards as lines": ({"boards": [f"Ana: {ANA}", f"Ben: {BEN}"]}, TEXT),
}


def read(text: str, form: Form) -> tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]:
    return read_session([text_source(text, form, name="night")])


def codes(shape: Any) -> list[str]:
    return [problem.code for problem in read(json.dumps(shape), "json")[1]]


@each("shape", SHAPES)
def test_shape(shape: str) -> None:
    data, text = SHAPES[shape]
    items, problems = read(json.dumps(data), "json")
    assert [problem for problem in problems if not problem.warning] == []
    assert said(items) == said(read(text, "text")[0])


def test_keys_of_deals_may_be_yaml(tmp_path: Path) -> None:
    """Indented boards below `deal 1:` are YAML, others a text log."""
    night = tmp_path / "night.yaml"
    night.write_text(f"deal 1:\n  Ana: {ANA}\n  Ben: {BEN}\n  Cid: foul\n", encoding="utf-8")
    converted = run("convert", night, "--to", "text")
    assert converted.out == f"{DEAL}Cid: foul\n", converted.err
    night.write_text(f"deal 1:\nAna: {ANA}\nBen: {BEN}\n", encoding="utf-8")
    assert "form-mismatch" in run("check", night).err


def test_boards_of_json_lines_make_deals() -> None:
    data, text = SHAPES["a board an item, with its deal"]
    items, problems = read("".join(json.dumps(board) + "\n" for board in data), "jsonl")
    assert [problem for problem in problems if not problem.warning] == []
    assert said(items) == said(read(text, "text")[0])


@each(
    ("field", "value", "code"),
    [
        ("table", "kitchen", "field-noted"),
        ("game_id", "g-1", "field-noted"),
        ("wager", 5, "key-unknown"),
        ("ranked", True, "key-unknown"),
        ("dealr", "Ana", "key-unknown"),
        ("multiplier", 0, "yaml-shape"),
        ("multiplier", 1.5, "yaml-shape"),
        ("Cid", "foul", "key-unknown"),
    ],
)
def test_an_unknown_field(field: str, value: object, code: str) -> None:
    """A text is kept as a note; a number, which may be money, is reported."""
    assert codes([{field: value, "boards": {"Ana": ANA, "Ben": BEN}}]) == [code]


def test_a_field_of_a_nameless_board_may_be_its_player() -> None:
    assert (
        codes([{"boards": [{"human": "Ana", "board": ANA}, {"human": "Ben", "board": BEN}]}])[0]
        == "label-unknown"
    )


def test_a_row_of_cards_in_words() -> None:
    words = {
        "top": ["Queen of hearts", "10 of spades", "2 of hearts"],
        **{k: v for k, v in cards(ANA).items() if k != "top"},
    }
    items, problems = read(json.dumps([{"Ana": words, "Ben": BEN}]), "json")
    assert problems == ()
    assert said(items) == said(read(TEXT, "text")[0])
