"""Titles of the columns of ledgers and of sheets of points: what each says, by the table of words."""

import re
from collections.abc import Sequence

from ofcscore.log.syntax import Text
from ofcscore.log.vocabulary import folded, tables


def title_of(cell: Text) -> str:
    """Return the title of a column as words are looked up, without a currency in brackets and numbers."""
    text = folded(re.sub(r"\([^()]*\)|\[[^]]*\]", "", cell.text))
    if text in ("+/-", "#"):
        return text
    return " ".join(re.sub(r"[_.:?–—-]+|(?<=[a-z])[ _]*[0-9]+$", " ", text).split())


def is_sum(cell: Text | None) -> bool:
    """Return True for the title of a row or a column of sums."""
    return cell is not None and title_of(cell) in tables()["ledger"]["sum"]


def is_sum_of_one(name: Text) -> bool:
    """Return True for a player's name beside a word for sums: `Ann total`."""
    words = title_of(name).split()
    return len(words) > 1 and any(word in tables()["ledger"]["sum"] for word in words)


def has_rounds_across(head: Sequence[Text | None]) -> bool:
    """Return True for the titles of a sheet with a row for each player and a column for each round."""
    rounds = [cell for cell in head[1:] if not is_sum(cell)]
    is_player = any(cell is not None and title_of(cell) in tables()["ledger"]["player"] for cell in head[:1])
    return is_player and len(rounds) > 1 and all(cell is not None and _is_round(cell) for cell in rounds)


def _is_round(cell: Text) -> bool:
    """Return True for the title of a round: a number, or a word for it and a number, as in `R1`."""
    match = re.fullmatch(r"([^\W\d]*)[ .#_-]*[0-9]{1,3}\.?", folded(cell.text))
    return match is not None and match[1] in ("", "r", "rd", "g", "d", *tables()["ledger"]["round"])
