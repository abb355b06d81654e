"""Interpret the titles of columns and rows in ledgers and sheets of points."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Final

from ofcscore.log.syntax import Text
from ofcscore.log.vocabulary import ENGLISH, all_words, folded
from ofcscore.log.words import tables

_FIGURES: Final = r"[0-9]{4}(?:[./-][0-9]{1,2}){2}|[0-9]{1,2}[./-][0-9]{1,2}[./-]?(?:[0-9]{2,4})?"


def title_of(cell: Text) -> str:
    """Normalize a column title for lookup, without currency, brackets and numbers."""
    text = folded(re.sub(r"\([^()]*\)|\[[^]]*\]", "", cell.text))
    text = _currency_after_title().sub("", text) or text
    if text in ("+/-", "#"):
        return text
    return " ".join(re.sub(r"[_.:?–—-]+|(?<=[a-z])[ _]*[0-9]+$", " ", text).split())


def unit_of(title: Text) -> str:
    """Return the unit in a column title: `EUR` of `Buy-in (EUR)`."""
    bracketed = re.search(r"[(\[]([^()\[\]]*)[)\]][ \t]*$", title.text)
    match = bracketed or _currency_after_title().search(title.text)
    return "" if match is None else match[1].strip()


@cache
def _currency_after_title() -> re.Pattern[str]:
    """Return the pattern of a currency after a title: `Net €`, `Result in EUR`."""
    return re.compile(rf"(?<=[^ ])[ ]+(?:(?ai:in)[ ]+)?({ENGLISH.currency}|[$])[ ]*$")


def unit_in_words(unit: str) -> bool:
    """Return True for a multiple or fraction of a currency unit: `k`, `in 1000`, `p`."""
    many = r"k|tsd|thousands?|hundreds?|dozens?|mille|bbs?|big blinds?|buy-?ins?|(?:in|x|×|\*)[ ]?[0-9]+s?|pence|p"
    unit_text = re.sub(r"^(?:all )?in (?=[^0-9])", "", folded(unit))
    return unit_text in tables()["money"]["cents"] or re.fullmatch(many, unit_text) is not None


def is_sum(cell: Text | None) -> bool:
    """Return True for the title of a row or a column of sums."""
    return cell is not None and (title_of(cell) or folded(cell.text)) in tables()["ledger"]["sum"]


def is_sum_of_one(name: Text) -> bool:
    """Return True for a player's name with a word for a sum: `Ann total`."""
    words = title_of(name).split()
    return len(words) > 1 and any(word in tables()["ledger"]["sum"] for word in words)


def has_rounds_across(head: Sequence[Text | None]) -> bool:
    """Return True for a header with one column per round and one row per player."""
    rounds = [cell for cell in head[1:] if not is_sum(cell)]
    is_player = any(cell is not None and title_of(cell) in tables()["ledger"]["player"] for cell in head[:1])
    return is_player and len(rounds) > 1 and all(cell is not None and is_round(cell) for cell in rounds)


def is_round(cell: Text) -> bool:
    """Return True for the title of a round: a date or a number, as in `R1`."""
    return has_number_of_round(cell) or is_date(cell.text)


def has_number_of_round(cell: Text) -> bool:
    """Return True for a number, perhaps after a word for a round: `3`, `R3`, `Deal 3`."""
    match = re.fullmatch(r"([^\W\d]*)[ .:#_-]*[0-9]{1,6}[a-d]?[.:]?", folded(cell.text))
    words = {"", "g", "d", *_rounds()} - {"rounds", "deals", "hands", "games"}
    return match is not None and match[1] in words


def is_date(text: str) -> bool:
    """Return True for a day in figures or with a month: `20.11.`, `Fri 20 Nov`."""
    lowercase = folded(text)
    if re.fullmatch(_FIGURES, lowercase):
        return True
    if not re.search(r"(?<![0-9])[0-9]{1,2}(?![0-9])", lowercase):
        # `2026` and `Nov 2026` are not days.
        return False
    words = {*re.findall(r"[^\W\d_]+", lowercase)}
    dated = bool(words) and words <= {*_calendar_names(), "st", "nd", "rd", "th", "de", "of"}
    return dated and not re.search(r"[+\u2212-][ ]?[0-9]", lowercase)


def is_heading(text: str) -> bool:
    """Return True for an evening's title with a number: `Night 3`, `Ben's, 20 Nov`."""
    lowercase = folded(text)
    if re.search(r"[+\u2212-][ ]?[0-9]|[0-9][.,][0-9]{2}(?![.,0-9])|[€$£¥()]", lowercase):
        return is_date(lowercase)
    words = [*re.findall(r"[^\W\d_]+", lowercase)]
    known = {*_rounds(), *_calendar_names(), *tables()["ledger"]["evening"]}
    # `May 5` may be a player and an amount.
    alone = len(words) == 1 and words[0] in _calendar_names() and len(re.findall("[0-9]+", lowercase)) == 1
    return not known.isdisjoint(words) and not (alone and lowercase.startswith(words[0]))


@cache
def _rounds() -> frozenset[str]:
    return frozenset(all_words("ledger.round", "deals"))


@cache
def _calendar_names() -> frozenset[str]:
    """Return the names of weekdays and months, including abbreviations of months."""
    months = (name[:length] for name in all_words("months") for length in (3, 4, None))
    return frozenset(word for word in (*months, *all_words("weekdays")) if len(word) > 2)


def running_total_question(total: Text) -> tuple[str, str]:
    """Return the question to ask if a column may hold running totals, and its help."""
    hint = "if they are, keep only each player's last number; if not, call the column `Points`"
    return f"are the numbers below `{total.text}` running totals?", hint


def ask_about_names(
    names: Mapping[int, Text], rows: Sequence[Mapping[int, Fraction]], if_total: str, if_figure: str
) -> tuple[Text, str, str] | None:
    """Return a title that may not be a player's, a question and the help, or None.

    `Ann cum` beside `Ann` may be another figure of Ann's if the other columns sum to zero. `names` are
    the titles by column, and each row has amounts by column.
    """
    total = next((name for name in names.values() if is_sum_of_one(name)), None)
    if total is not None:
        return total, running_total_question(total)[0], if_total
    found: dict[int, int] = {}
    for before, at in combinations(sorted(names), 2):
        own, key = folded(names[before].text), folded(names[at].text)
        # The title extends or shortens an earlier one.
        if key != own and (key.startswith(own) or key.endswith(own) or own.startswith(key)):
            found.setdefault(at, before)
    rest = [at for at in names if at not in found]
    if not found or len(rest) < 2 or not rows:
        return None
    if any(sum((row.get(at, Fraction(0)) for at in rest), Fraction(0)) for row in rows):
        return None
    last = min(found)
    message = f"is `{names[last].text}` a player, or another figure of {names[found[last]].text}?"
    return names[last], message, if_figure


def points_of(text: str) -> Fraction:
    """Return points as people write them, 0 for an empty cell or a word."""
    number = re.fullmatch(r"[+-]?[0-9]+(?:[./][0-9]+)?", re.sub("[\u2212–]", "-", text).replace(",", "."))
    return Fraction(0) if number is None else Fraction(number[0])
