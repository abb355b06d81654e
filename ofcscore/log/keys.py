"""The keys of headers and of deals: one table, by which every form of a log is read and written."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from ofcscore.log.syntax import ROW_LABELS, SHORT_LABELS


class Key(NamedTuple):
    """A key: how its value is written, and where it may stand."""

    value: str
    """The start symbol of the grammar that reads what stands behind its colon."""
    example: str
    """How it is written, for hints; `, or ` stands between several ways."""
    of: str | None = None
    """The start symbol where it names players before its colon; None where it may name none."""
    bare: bool = False
    """True if it may stand without a value."""
    where: Literal["header", "deal"] | None = None
    """The one place where it may stand; None for headers and deals."""
    once: bool = True
    """True if a header, or a deal, may have one of it at most."""
    listed: Literal["entries", "parts", "sum"] | None = None
    """The meaning of the items of a list of YAML: keys of their own, parts of one value, or terms of a sum
    with `+`; None if the value is no list."""
    pays: bool = False
    """True if it gives or takes something."""
    closing: bool = False
    """True if it tells how a deal ended, and so is written below the boards."""
    anywhere: bool = False
    """True if it stands above the boards of a deal, below them and between them alike."""

    def start(self, names: Sequence[object]) -> str:
        """Return the grammar's start symbol for the value of a key with these names before its colon."""
        return self.of if names and self.of is not None else self.value


KEYS: Final = {
    "title": Key("words", "title: Friday at Ana's"),
    "date": Key("words", "date: 2026-11-20"),
    "rules": Key("words", "rules: ofc", listed="sum"),
    "stake": Key("amount", "stake: 0.50 EUR, or stake Hero/Gus: 2", of="amount", listed="entries"),
    "currency": Key("currency", "currency: EUR", where="header"),
    "players": Key("seats", 'players: Hero, Gus, "Phil H." = P', where="header", listed="parts"),
    "bank": Key("one_name", "bank: Hero"),
    "dealer": Key("one_name", "dealer: Hero"),
    "cards": Key("words", "cards: double 5h", listed="parts"),
    "chips": Key("chips", "chips: Hero 100, Gus 80", once=False, listed="parts", pays=True),
    "bankroll": Key("amount", "bankroll: 100", where="header"),
    "rake": Key("amount", "rake: 1 EUR"),
    "rounds": Key("rounds", "rounds: 12, or rounds: players", where="header"),
    "adjust": Key("shares", "adjust: Gus +5, Hero -5", once=False, listed="entries", pays=True, closing=True),
    "paid": Key("payments", "paid: Ann -> Bob 20", once=False, listed="parts", pays=True, closing=True),
    "expect": Key(
        "shares",
        "expect: Hero +20, Gus -20, or expect Hero/Gus: 20, top +2, or expect Gus: royalties 7, foul",
        of="parts",
        once=False,
        listed="entries",
        closing=True,
    ),
    "running": Key("shares", "running: Hero +20, Gus -20", once=False, listed="entries", closing=True),
    "note": Key("words", "note: what happened", once=False, listed="entries", anywhere=True),
    "void": Key("words", "void", bare=True, where="deal", anywhere=True),
}
"""Every key by its name."""
FREE_KEYS: Final = frozenset(name for name, key in KEYS.items() if key.value == "words")
"""Keys whose value is text as it stands."""
BOARD_COLUMNS: Final = ("player", *SHORT_LABELS, "status", "claim")
"""The columns of a spreadsheet that say what a board is."""
COLUMNS: Final = ("deal", "date", *BOARD_COLUMNS, "dealer", "note", "key", "value")
"""Every column of a spreadsheet, in the order in which they are written."""
COLUMN_NAMES: Final = {
    **{column: column for column in COLUMNS},
    "hand": "deal",
    "name": "player",
    "notes": "note",
    **{label: SHORT_LABELS[row] for label, row in ROW_LABELS.items()},
}
"""Every name of a column, and the column that it names."""
_CORRECTIONS: Final = """
    correction corrected correct korrektur korrigiert berichtigung tippfehler correzione corretto corrección
    corregido correcto corrigé corrige correção corrigido korr fix fixed edit edited update updated typo oops
    ups ok okay so here this wait sorry again nochmal moment board foto richtig better mine meine
"""
CORRECTIONS: Final = frozenset(_CORRECTIONS.split())
"""Words before a board that are hardly anybody's name: they correct a board, or only announce it."""
RESERVED: Final = frozenset((*KEYS, *ROW_LABELS, *CORRECTIONS))
"""Words that, with a colon behind them, are no names unless they stand in quotes."""

YES: Final = ("yes", "true", "y", "on")
NO: Final = ("no", "false", "n", "off", "")
"""The words for yes and for no, in small letters."""
ON: Final = frozenset((*YES, "x", "✓", "✔", "☑", "ja", "sí", "si", "oui", "sim", "да", "是", "1"))
OFF: Final = frozenset((*NO, "nein", "non", "não", "нет", "否", "0", "-", "–", "—"))
"""Words and signs for yes and for no in a list of things that hold or do not."""
SEVERAL: Final = frozenset(("all", "both", "each", "everybody", "everyone", "others", "rest"))
"""Words in place of the names of several players, in small letters."""


def key_form(key: str) -> str:
    """Return how a key is written, as a hint."""
    return "`" + KEYS[key].example.replace(", or ", "`, or `") + "`"
