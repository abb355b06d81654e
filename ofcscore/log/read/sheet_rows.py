"""Rows of a sheet that hold no board: settings above and below the boards, sums, and money beside points."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.amounts import plain_number
from ofcscore.log.dates import days_meant
from ofcscore.log.read.grouping import joined
from ofcscore.log.read.table_columns import Row, count_cards, has_digit, word_of
from ofcscore.log.syntax import Entry, Text
from ofcscore.log.text.headings import heading_reader
from ofcscore.log.text.normalize import normalize_value
from ofcscore.log.text.titles import is_sum, unit_of
from ofcscore.log.text.values import read_entry
from ofcscore.log.vocabulary import Vocabulary

_SETTINGS: Final = ("title", "date", "rules", "stake", "currency", "players", "note")
MONEY_KEYS: Final = ("stake", "rules", "currency", "rake")
"""Keys of rows among boards that nobody can leave unread."""
_AMOUNT: Final = re.compile(r"(?P<sign>[+−–-]?)[^\w+.,−–-]*(?P<number>[0-9][0-9.,]*)[^\d.,]*")
_LEAST: Final = 2


def has_cards(row: Row) -> bool:
    return any(count_cards(cell.text) > _LEAST for cell in row.filled)


def settings_of(row: Row, vocabulary: Vocabulary) -> list[Entry]:
    """Return the keys of a row such as `Stake | 0,50 | EUR`, none if it is a row of something else."""
    cells = row.filled
    if not row.whole or not cells or has_cards(row):
        return []
    word = word_of(cells[0].text)
    key = vocabulary.keys.get(word)
    if key in _SETTINGS and len(cells) > 1:
        return _setting(cells, key, vocabulary)
    return _heading(joined(cells, " ") if len(cells) > 1 else cells[0], vocabulary)


def _setting(cells: Sequence[Text], key: str, vocabulary: Vocabulary) -> list[Entry]:
    value = joined(cells[1:], ", " if key == "players" else " ") if len(cells) > _LEAST else cells[1]
    if key in ("title", "note", "players") and has_digit(value.text):
        return []
    if key == "rules" or (key == "date" and not days_meant(value.text)):
        return [said for said in _heading(value, vocabulary) if said.key.text == key]
    # `Points | 5` may be a sum: a stake has a currency or decimals.
    counts = vocabulary.columns.get(word_of(cells[0].text)) == "result"
    if key == "stake" and counts and not re.search(rf"[.,][0-9]|{vocabulary.currency}", value.text):
        return []
    problems = Problems()
    found = read_entry(cells[0]._replace(text=word_of(cells[0].text)), value, problems, vocabulary)
    unread = found is None or problems.errors or (key == "stake" and _number_of(found) is None)
    return [] if found is None or unread else [found]


def _heading(text: Text, vocabulary: Vocabulary) -> list[Entry]:
    found = heading_reader(vocabulary).read(normalize_value(text, vocabulary))
    if found is None or found.unclear or not found.certain:
        return []
    return [*found.entries] if {said.key.text for said in found.entries} <= {"rules", "stake"} else []


def _number_of(said: Entry) -> Fraction | None:
    number = said.parts[0].number if len(said.parts) == 1 and not said.names else None
    plain = None if number is None else plain_number(number.text)
    return None if plain is None else Fraction(plain)


def parted_settings(
    rows: Sequence[Row], is_setting: Callable[[Row], bool], is_foot: Callable[[Row], bool], *, whole: bool
) -> tuple[list[Row], list[Row]]:
    """Return the rows of settings above all boards and below them, and the other rows.

    `whole` is False if the table goes on below. Settings between boards are left where they are.
    """
    flags = [bool(row.filled) and is_setting(row) for row in rows]
    others = [
        at
        for at, row in enumerate(rows)
        if (row.filled or not row.whole) and not flags[at] and not is_foot(row)
    ]
    first, last = (others[0], others[-1]) if others else (len(rows), -1)
    out = {at for at, flag in enumerate(flags) if flag and (at < first or (whole and at > last))}
    return [rows[at] for at in sorted(out)], [row for at, row in enumerate(rows) if at not in out]


def sum_cell(row: Row, totals: set[str]) -> Text | None:
    """Return the cell of a row that says that the row is a sum: `;;Marta;;;SUM;5`."""
    found = [cell for cell in row.filled if word_of(cell.text) in totals or is_sum(cell)]
    return found[0] if len(found) == 1 else None


def is_row_of_money(cells: Sequence[Text], is_money: Callable[[str], bool], vocabulary: Vocabulary) -> bool:
    """Return True for a row of amounts behind a word for money: `euro | -0.25 | 8.50`, `Total (€) | ...`."""
    word = word_of(cells[0].text)
    says = is_money(f"1 {word}") or is_money(f"1 {unit_of(cells[0])}") or word in vocabulary.money["amounts"]
    return len(cells) > 1 and says and all(amount_of(cell) is not None for cell in cells[1:])


def amount_of(cell: Text) -> Fraction | None:
    """Return an amount of money, with a currency before or behind it, or without any."""
    match = _AMOUNT.fullmatch(cell.text.strip(" \t()"))
    plain = plain_number(match["number"].rstrip(".,")) if match else None
    if match is None or plain is None:
        return None
    in_brackets = not match["sign"] and re.fullmatch(r"[ \t]*\(.*\)[ \t]*", cell.text) is not None
    negative = (
        in_brackets or match["sign"] not in ("", "+") or re.match(r"[^\d+−–-]*[−–-]", cell.text) is not None
    )
    return -Fraction(plain) if negative else Fraction(plain)


def stake_of(entries: Sequence[Entry]) -> Fraction | None:
    """Return the money that a point is worth by the header of a table, None if that is not plain."""
    stakes = [said for said in entries if said.key.text == "stake"]
    return (_number_of(stakes[0]) or None) if len(stakes) == 1 else None


def points_in(amount: Fraction, stake: Fraction) -> str | None:
    """Return how many points an amount is, None if it is no number of points that can be won."""
    points = amount / stake
    return str(points) if points.denominator == 1 else None
