"""Find repeated deals: equal names in one log, equal cards in several logs."""

import re
from functools import cache
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Place, Problems, listed
from ofcscore.game.cards import BOARD_SIZE, DECK_MASK, RANK_BITS, RANK_MASK, Board
from ofcscore.log.check.people import NAME_LIMIT, is_name, normal_name
from ofcscore.log.syntax import DealSyntax, Text
from ofcscore.scoring.deal import Deal
from ofcscore.scoring.deal_checks import deal_place

NAMES_KEPT: Final = 10_000
RUNS_KEPT: Final = 100
_NUMBER: Final = re.compile("0*(0|[1-9][0-9]{0,16})")
_DOUBLED: Final = (
    r"[0-9][-_. ]?(?:@all.money.double|all.money.triple|all.money.quadruple|talk.half@)(?![^\W_])"
    r"|^(?:(?:last|next)[-_. ])?"
    r"(?:@all.money.double|all.money.triple|all.money.quadruple|talk.half@)(?:[-_. ]?[0-9]+)?$"
    r"|[0-9][-_. ]?[x×*][0-9](?![^\W_])|^[0-9][x×]$|[0-9][-_. ]@CURRENCY@?[0-9]+[.,]?[0-9]*@CURRENCY@"
)
_AGAIN: Final = "(?P<first>[0-9]+)[-_. ]?(?:@talk.replays|people.corrects@|(?ai:v)[2-9])"
_SO_FAR: Final = "(?:@all.keys.running@ )?@talk.after|all.keys.running@ (?:@all.deals@ )?[0-9]"
_OLD: Final = "[0-9]+(?:[-_. ]?@talk.old@|[-_. ](?ai:v)1)"
"""Patterns of names that may mean a doubled or repeated deal, totals so far, or a deal that was replaced."""
_NUMBER_AND_WORDS: Final = (
    r"#?[0-9]+(?:[ \t]*[(\[@]|[,;]?[ \t])[ \t]*(?!of [0-9]+$|[0-9]{4}-[0-9]{2}-[0-9]{2}$)(?P<rest>.+)"
)
OF_A_LOG: Final = 5_000
"""The number of deals per log that are remembered, first ones first."""
IN_ALL: Final = 50_000
"""The number of deals of all logs that are remembered."""
_SHOWN: Final = 5


class DealNames:
    """The names of a log's deals, in memory that does not grow with the log.

    Consecutive numbers are stored as runs; of other names, the first ten thousand are stored.
    """

    def __init__(self, date: str = "") -> None:
        self._runs: dict[int, int] = {}
        """Each run's last number -> its first."""
        self._others: set[tuple[str, str]] = set()
        self._night = date
        """The last date in the log, empty before the first."""

    def read(self, syntax: DealSyntax, problems: Problems, *, date: str = "", void: bool = False) -> str:
        """Return a deal's name; report an invalid one or one that another deal has.

        `date` is the date beside the name. A name may be used again on another date. `void` deals are not
        counted.
        """
        if syntax.name is None:
            return "1"
        name = syntax.name.text
        if syntax.spoiled and not syntax.written and not syntax.entries:
            # None of it could be read, not even its name.
            return name
        plain = _NUMBER.fullmatch(name) is not None
        is_checked = any(entry.key.text == "expect" for entry in syntax.entries)
        asked = (
            not void
            and not plain
            and self._ask_of(syntax.name, problems, is_checked=is_checked, has_boards=bool(syntax.written))
        )
        # A void deal may be the first try of a deal that was written down again.
        number = int(name) if plain and not void else None
        if not plain and not void and not asked:
            from ofcscore.log.text.deal_headings import number_named

            # `#2`, `Deal 2`, `2.0`, `two` or `II`.
            number = number_named(name)
        if asked or (number is None and not (void and plain) and not is_name(syntax.name, problems)):
            return normal_name(name)[:NAME_LIMIT]
        if not void and not self._add_to_night(name, number, date):
            called = name if number is None else str(number)
            again = f"there is already a deal {called} in this log"
            problems.refuse("deal-name-repeated", syntax.name.place, again, _possible_repeat_help(called))
        return name

    def _ask_of(self, at: Text, problems: Problems, *, is_checked: bool, has_boards: bool) -> bool:
        """Report a name that may mean a void, doubled or repeated deal; return True if so.

        In a deal whose totals are checked, a word such as `double` is only a name.
        """
        from ofcscore.log.vocabulary import ENGLISH

        name, number = at.text, re.search("[0-9]+", at.text)
        here, code = f"deal {number[0] if number else 1}", "void-unclear"
        if ENGLISH.shape(_DOUBLED).search(name) and not (is_checked and name.isalpha()):
            what = f"is {name} a deal's name, or does it say that the stakes are multiplied?"
            hint = f"write `{here} x2`, or only the name, for example `{here}`"
        elif may_say_void(name) or ENGLISH.shape(_OLD).fullmatch(name):
            what = f"does a deal called {name} count?"
            hint = f"if not, write `void` below it; otherwise rename it, for example `{here}`"
        elif not has_boards and ENGLISH.shape(_SO_FAR).match(name):
            code = "deal-line"
            what = f"are the points of {name} those of one deal, or the totals so far?"
            hint = f"call it `{here}` and write the points of that deal alone; write totals as `running:`"
        elif _may_be_about_money(name):
            code = "deal-line"
            what = f"is {name} only a deal's name? It may be about the stake, a foul or the rules"
            hint = "write what counts as keys of the deal, for example `stake: 2 EUR`; "
            hint += f"call the deal `{here}`"
        else:
            again = ENGLISH.shape(_AGAIN).fullmatch(name)
            first = again and again["first"]
            if not first or not self._is_taken(int(first), int(first)):
                return False
            what = f"is this deal {first} again?"
            hint = _possible_repeat_help(first)
        problems.refuse(code, at.place, what, hint)
        return True

    def _add_to_night(self, name: str, number: int | None, date: str) -> bool:
        """Record a name; return False if a deal of the same night or without date has it."""
        name = name if number is None else str(number)
        night, self._night = self._night, date or self._night
        if not date and number is not None and self.count_up(number, number):
            return True
        counted = number is not None and self._is_there(number, number)
        taken = counted or (name, "" if date else night) in self._others
        if date:
            return self._add(name, date) and not (taken and night in ("", date))
        return not taken and self._add(name, "")

    def _add(self, name: str, date: str) -> bool:
        if (name, date) in self._others:
            return False
        if len(self._others) < NAMES_KEPT:
            self._others.add((name, date))
        return True

    def count_up(self, first: int, last: int) -> bool:
        """Record consecutive numbers; return False if one is taken or there is no room."""
        if self._is_taken(first, last) or not _NUMBER.fullmatch(str(last)):
            return False
        if first - 1 not in self._runs and len(self._runs) >= RUNS_KEPT:
            return False
        self._runs[last] = self._runs.pop(first - 1, first)
        return True

    def _is_taken(self, first: int, last: int) -> bool:
        """Return True if a deal of this night or without date has one of these numbers."""
        numbers = range(first, last + 1) if self._others else ()
        dated = any((str(number), night) in self._others for number in numbers for night in ("", self._night))
        return dated or self._is_there(first, last)

    def _is_there(self, first: int, last: int) -> bool:
        for high, low in self._runs.items():  # noqa: SIM110 - a generator takes three times as long
            if low <= last and first <= high:
                return True
        return False


def _may_be_about_money(name: str) -> bool:
    """Return True for a number and words that a heading would read: `2 (2 EUR)`, `3, half stakes`."""
    after = re.fullmatch(_NUMBER_AND_WORDS, name)
    return after is not None and _about_money().search(after["rest"]) is not None


@cache
def _about_money() -> re.Pattern[str]:
    """Match figures, and words about money, fouls and rules."""
    from ofcscore.log.vocabulary import ENGLISH, one_of
    from ofcscore.rules.files import rule_set_names

    return ENGLISH.shape(
        r"[0-9€$£]|(?<![^\W_])(?:@statuses|all.money.paid|all.money.owes|all.money.double|all.money.point"
        rf"|talk.half|talk.house_rules@|(?ai:stakes?|rake)|{one_of(rule_set_names())})(?![^\W_])"
    )


def may_say_void(name: str) -> bool:
    """Return True for a name that may mean a void deal: `2-void`, `practice`, `~~2~~`."""
    return _void_words().search(name) is not None


@cache
def _void_words() -> re.Pattern[str]:
    # The words are only loaded for a name that is not a number.
    from ofcscore.log.vocabulary import CROSS, all_words, one_of

    words = all_words("money.void", "talk.redeals", "talk.not_counted", "talk.void_sentences")
    whole = one_of(word for word in words if len(word) > 1 and word != "null")
    return re.compile(rf"~~|{CROSS}|(?<![^\W\d_]){whole}(?![^\W_])")


def _possible_repeat_help(name: str) -> str:
    other = f"{name}b" if re.fullmatch("[A-Za-z0-9_-]+", name) else f'"{name}b"'
    return (
        f"if one does not count, write `void` below the first `deal {name}` or below this one;"
        f" if both count, name this one `deal {other}`"
    )


class _Found(NamedTuple):
    place: Place
    here: list[str]
    there: list[str]


class Repeats:
    """The deals of a session's logs so far, in limited memory."""

    def __init__(self, files: int) -> None:
        self._several = files > 1
        self._file = ""
        self.watched = 0
        """The number of further deals of this log to remember."""
        self._seen: dict[int, tuple[str, str]] = {}
        """The file and name of each deal, by the hash of its cards."""
        self._found: dict[tuple[str, str], _Found] = {}

    def begin_log(self, file: str) -> None:
        self._file = file
        self.watched = OF_A_LOG if self._several else 0

    def add(self, deal: Deal) -> None:
        """Record the next deal and whether another log has it."""
        if not self.watched:
            return
        self.watched -= 1
        cards = frozenset((board.player, own) for board in deal.boards if (own := _cards_of(board)))
        key, here = hash(cards), (self._file, deal.name)
        if not cards or (key not in self._seen and len(self._seen) >= IN_ALL):
            return
        file, there = self._seen.setdefault(key, here)
        if file != self._file:
            found = self._found.setdefault((self._file, file), _Found(deal_place(deal), [], []))
            found.here.append(deal.name)
            found.there.append(there)

    def warn(self, problems: Problems) -> None:
        """Warn about each pair of logs that have deals in common."""
        for (_, other), (place, here, there) in self._found.items():
            noun, verb, them = "deal", "is", "it counts"
            if len(here) > 1:
                noun, verb, them = "deals", "are", "they count"
            called = "" if here == there else f" as {_names(there)}"
            message = f"{noun} {_names(here)} of this log {verb} also in {other}{called}"
            hint = f"{them} twice: omit one of the two logs, or write `void` in the {noun}"
            problems.warn("deal-in-two-logs", place, message, hint)


def _names(names: list[str]) -> str:
    """List names: `1, 2 and 3`, `1 to 12`, or only the first ones of many."""
    first = int(names[0]) if names[0].isdecimal() else 0
    if len(names) > 2 and names == [str(first + i) for i in range(len(names))]:
        return f"{names[0]} to {names[-1]}"
    if len(names) > _SHOWN + 1:
        return listed([*names[:_SHOWN], f"{len(names) - _SHOWN} more"], "and")
    return listed(names, "and")


def _cards_of(board: Board) -> int:
    """Return a board's cards as one number, in any order; 0 without cards."""
    if board.sums is None:
        return hash(board.cards) if board.cards else 0
    top, middle, _ = board.sums
    deck = (sum(board.sums) & DECK_MASK) >> RANK_BITS
    if deck.bit_count() < BOARD_SIZE:
        return hash(board.sums)
    return deck | (top & RANK_MASK | (middle & RANK_MASK) << RANK_BITS) << 52
