"""Deals that are there twice: names of one log, and cards in several logs."""

import re
from functools import cache
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Place, Problems
from ofcscore.diagnostics.words import listed
from ofcscore.game.board import BOARD_SIZE, Board
from ofcscore.game.cards import DECK_MASK, RANK_BITS, RANK_MASK
from ofcscore.log.check.people import NAME_LIMIT, is_name, normal_name
from ofcscore.log.syntax import DealSyntax, Text
from ofcscore.scoring.admission import deal_place
from ofcscore.scoring.deal import Deal

NAMES_KEPT: Final = 10_000
RUNS_KEPT: Final = 100
_NUMBER: Final = re.compile("0*(0|[1-9][0-9]{0,16})")


class DealNames:
    """The names of the deals of a log, in memory that does not grow with it.

    Numbers that count up are kept as runs; of other names the first ten thousand are watched.
    """

    def __init__(self, date: str = "") -> None:
        self._runs: dict[int, int] = {}
        """The last number of each run -> its first."""
        self._others: set[tuple[str, str]] = set()
        self._night = date
        """The last date in the log, empty before the first."""

    def read(self, syntax: DealSyntax, problems: Problems, *, date: str = "", void: bool = False) -> str:
        """Return the name of a deal; refuse a name that is not valid or that a counted deal has already.

        `date` is the one beside the name. A name may come again on another date.
        """
        if syntax.name is None:
            return "1"
        name = syntax.name.text
        if syntax.spoiled and not syntax.written and not syntax.entries:
            # Nothing of it could be read, its name neither.
            return name
        if void:
            # It may be the first try of a deal that was written down again.
            valid = _NUMBER.fullmatch(name) is not None or is_name(syntax.name, problems)
            return name if valid else normal_name(name)[:NAME_LIMIT]
        if not _NUMBER.fullmatch(name) and self._ask_of(syntax.name, problems):
            return normal_name(name)[:NAME_LIMIT]
        number = _number(name)
        if number is None and not is_name(syntax.name, problems):
            return normal_name(name)[:NAME_LIMIT]
        is_new = self._add_to_night(name, number, date)
        if not is_new:
            again = f"there is already a deal {name} in this log"
            problems.refuse("deal-name-repeated", syntax.name.place, again, _once_more(name))
        return name

    def _ask_of(self, at: Text, problems: Problems) -> bool:
        """Ask about a name that may say whether the deal counts, or for how much; return True if it may."""
        name, number = at.text, re.search("[0-9]+", at.text)
        here = f"deal {number[0] if number else 1}"
        if _patterns().double.search(name):
            what = f"is {name} a deal's name, or does it say that the stakes are multiplied?"
            hint = f"write `{here} x2`, or the name alone as in `{here}`"
        elif may_say_void(name):
            what = f"does a deal that is called {name} count?"
            hint = f"write `void` below it if it does not, else give it another name as in `{here}`"
        else:
            again = _patterns().again.fullmatch(name)
            first = again and again["first"]
            if not first or not (self._is_there(int(first), int(first)) or (first, "") in self._others):
                return False
            what = f"is this deal {first} once more?"
            hint = _once_more(first)
        problems.refuse("void-unclear", at.place, what, hint)
        return True

    def _add_to_night(self, name: str, number: int | None, date: str) -> bool:
        """Take a name in; return False if a deal of that night, or one without a date, has it."""
        name = name if number is None else str(number)
        night, self._night = self._night, date or self._night
        if date:
            undated = (name, "") in self._others or (number is not None and self._is_there(number, number))
            return self._add(name, date) and not (undated and night in ("", date))
        if night and (name, night) in self._others:
            return False
        if number is None:
            return self._add(name, "")
        return not self._is_there(number, number) and (self.count_up(number, number) or self._add(name, ""))

    def _add(self, name: str, date: str) -> bool:
        """Take a name in; False where the same name with the same date is there already."""
        if (name, date) in self._others:
            return False
        if len(self._others) < NAMES_KEPT:
            self._others.add((name, date))
        return True

    def count_up(self, first: int, last: int) -> bool:
        """Take in numbers as a run; do nothing, and return False, if one is there or there is no room."""
        if self._is_there(first, last) or not _NUMBER.fullmatch(str(last)):
            return False
        if first - 1 not in self._runs and len(self._runs) >= RUNS_KEPT:
            return False
        self._runs[last] = self._runs.pop(first - 1, first)
        return True

    def _is_there(self, first: int, last: int) -> bool:
        for high, low in self._runs.items():  # noqa: SIM110 - a generator takes three times as long
            if low <= last and first <= high:
                return True
        return False


class _Patterns(NamedTuple):
    """Patterns of names of deals that may say that these are void, doubled, or played once more."""

    void: re.Pattern[str]
    double: re.Pattern[str]
    again: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    """Return the patterns, whose words are read at the first name that is no number."""
    from ofcscore.log.vocabulary import all_words, one_of

    void = all_words("money.void", "talk.redeals", "talk.not_counted", "talk.void_sentences")
    double = all_words("money.double", "money.triple", "money.quadruple")
    before, after = r"(?<![^\W\d_])", r"(?![^\W_])"
    return _Patterns(
        re.compile(rf"{before}{one_of(word for word in void if len(word) > 1 and word != 'null')}{after}"),
        re.compile(rf"[0-9][-_. ]?(?:{one_of(double)}|[x×*][0-9]){after}|^[0-9][x×]$"),
        re.compile(rf"(?P<first>[0-9]+)[-_. ]?{one_of(all_words('talk.replays'))}"),
    )


def _number(name: str) -> int | None:
    """Return the number that names a deal: `2`, `#2`, `Deal 2`, `2.0`, `two`, `II`; None for another name."""
    if _NUMBER.fullmatch(name):
        return int(name)
    from ofcscore.log.text.deal_numbers import number_named

    return number_named(name)


def may_say_void(name: str) -> bool:
    """Return True for a deal's name that may say that it is void: `2-void`, `practice`, `~~2~~`."""
    return "~~" in name or _patterns().void.search(name) is not None


def _once_more(name: str) -> str:
    """Return the hint for a deal that may be another of the log once more."""
    return (
        f"write `void` below the first `deal {name}`, or below this one, if it does not count;"
        f" if both count, call this one `deal {_other_name(name)}`"
    )


def _other_name(name: str) -> str:
    other = f"{name}b"
    return other if re.fullmatch("[A-Za-z0-9_-]+", other) else f'"{other}"'


OF_A_LOG: Final = 5_000
"""So many deals of each log are watched, the first ones."""
IN_ALL: Final = 50_000
"""So many deals of all logs are remembered."""
_SHOWN: Final = 5


class _Found(NamedTuple):
    """Deals of one log that stand in another: where the first does, and the names in both."""

    place: Place
    here: list[str]
    there: list[str]


class Repeats:
    """The deals of the logs of a session so far, in memory that does not grow with them."""

    def __init__(self, files: int) -> None:
        self._several = files > 1
        self._file = ""
        self.watched = 0
        """How many of the next deals of this log are watched."""
        self._seen: dict[int, tuple[str, str]] = {}
        """The file and the name of each deal, by its cards."""
        self._found: dict[tuple[str, str], _Found] = {}

    def begin_log(self, file: str) -> None:
        self._file = file
        self.watched = OF_A_LOG if self._several else 0

    def add(self, deal: Deal) -> None:
        """Take the next deal."""
        if not self.watched:
            return
        self.watched -= 1
        cards = frozenset((board.player, own) for board in deal.boards if (own := _cards_of(board)))
        if not cards:
            return
        key = hash(cards)
        if key not in self._seen:
            if len(self._seen) < IN_ALL:
                self._seen[key] = (self._file, deal.name)
            return
        file, there = self._seen[key]
        if file != self._file:
            if (self._file, file) not in self._found:
                self._found[self._file, file] = _Found(deal_place(deal), [], [])
            self._found[self._file, file].here.append(deal.name)
            self._found[self._file, file].there.append(there)

    def warn(self, problems: Problems) -> None:
        """Warn, at the end of the session, of each two logs that have deals in common."""
        for (_, other), (place, here, there) in self._found.items():
            noun, verb, them = "deal", "is", "it counts"
            if len(here) > 1:
                noun, verb, them = "deals", "are", "they count"
            called = "" if here == there else f", called {_names(there)} there"
            message = f"{noun} {_names(here)} of this log {verb} in {other} too{called}"
            hint = f"{them} twice: leave one of the two logs out, or write `void` in the {noun}"
            problems.warn("deal-in-two-logs", place, message, hint)


def _names(names: list[str]) -> str:
    """Return `1, 2 and 3`, `1 to 12`, and the first of many others."""
    first = int(names[0]) if names[0].isdecimal() else 0
    if len(names) > 2 and names == [str(first + i) for i in range(len(names))]:
        return f"{names[0]} to {names[-1]}"
    if len(names) > _SHOWN + 1:
        return listed([*names[:_SHOWN], f"{len(names) - _SHOWN} more"], "and")
    return listed(names, "and")


def _cards_of(board: Board) -> int:
    """Return the rows of a board as one number, whatever order their cards have; 0 without cards."""
    if board.sums is None:
        return hash(board.cards) if board.cards else 0
    top, middle, _ = board.sums
    deck = (sum(board.sums) & DECK_MASK) >> RANK_BITS
    if deck.bit_count() < BOARD_SIZE:
        return hash(board.sums)
    return deck | (top & RANK_MASK | (middle & RANK_MASK) << RANK_BITS) << 52
