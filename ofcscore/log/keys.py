"""The keys of headers and deals: one table for all formats."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from ofcscore.log.syntax import ROW_LABELS, SHORT_LABELS


class Key(NamedTuple):
    """A key: how its value is written, and where it is allowed."""

    value: str
    """The grammar's start symbol for the value after the colon."""
    example: str
    """How it is written, for help lines; `, or ` separates several ways."""
    of: str | None = None
    """The start symbol if it names players before the colon; None if it cannot."""
    bare: bool = False
    """True if it is allowed without a value."""
    where: Literal["header", "deal"] | None = None
    """The only place where it is allowed; None for both headers and deals."""
    once: bool = True
    """True if a header or a deal may have it at most once."""
    listed: Literal["entries", "parts", "sum"] | None = None
    """The meaning of items of a YAML list: entries, parts of one value, or terms of a sum.

    None if the value cannot be a list.
    """
    pays: bool = False
    """True if it moves points or money."""
    closing: bool = False
    """True if it states the end of a deal, and so is written below the boards."""
    anywhere: bool = False
    """True if it is allowed above, below and between the boards of a deal."""

    def start(self, names: Sequence[object]) -> str:
        """Return the grammar's start symbol for the value of a key with these names."""
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
"""Keys whose value is free text."""
BOARD_COLUMNS: Final = ("player", *SHORT_LABELS, "status", "claim")
"""The columns of a spreadsheet that describe a board."""
COLUMNS: Final = ("deal", "date", *BOARD_COLUMNS, "dealer", "note", "key", "value")
"""Every column of a spreadsheet, in the order of writing."""
COLUMN_NAMES: Final = {
    **{column: column for column in COLUMNS},
    "hand": "deal",
    "name": "player",
    "notes": "note",
    **{label: SHORT_LABELS[row] for label, row in ROW_LABELS.items()},
}
"""Every column name and alias, with its column."""
_CORRECTIONS: Final = """
    correction corrected correct korrektur korrigiert berichtigung tippfehler correzione corretto corrección
    corregido correcto corrigé corrige correção corrigido korr fix fixed edit edited update updated typo oops
    ups ok okay so here this wait sorry again nochmal moment board foto richtig better mine meine
"""
CORRECTIONS: Final = frozenset(_CORRECTIONS.split())
"""Words before a board that correct or announce it and are hardly ever a name."""
RESERVED: Final = frozenset((*KEYS, *ROW_LABELS, *CORRECTIONS))
"""Words that are not names before a colon unless they are in quotes."""

YES: Final = ("yes", "true", "y", "on")
NO: Final = ("no", "false", "n", "off", "")
"""The words for yes and for no in lower case."""
TICKS: Final = frozenset("✓✔☑✅👍")
ON: Final = frozenset((*YES, *TICKS, "x", "ja", "sí", "si", "oui", "sim", "да", "是", "1"))
OFF: Final = frozenset((*NO, "nein", "non", "não", "нет", "否", "0", "-", "–", "—"))
"""Words and signs for yes and for no in lists."""
NOT_VOID: Final = OFF | {
    *("none", "nothing", "null", "~", "."),
    *("falsch", "faux", "falso", "onwaar", "fałsz", "falskt", "ложь"),
}
"""Words that say that a deal counts. Programs that write every key of a deal have several."""
CROSSES: Final = frozenset(("x", "[ ]", *"✗✘✖❌❎×☐□○🚫⛔👎/"))
"""Signs for no beside ticks; alone, only `x` is no doubtful sign."""
SEVERAL: Final = frozenset(("all", "both", "each", "everybody", "everyone", "others", "rest"))
"""Words in place of the names of several players, in lower case."""


def key_form(key: str) -> str:
    """Return the examples of a key as text for a help."""
    return "`" + KEYS[key].example.replace(", or ", "`, or `") + "`"
