"""Wording shared by reports: points, money, cards, names, sentences."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple, TextIO

from ofcscore.diagnostics.problem import listed, show
from ofcscore.diagnostics.terminal import (
    BOLD,
    GREEN,
    PROSE,
    RED,
    USUAL,
    ColorWhen,
    columns,
    cut_inside,
    has_color,
    inked,
    wrap,
)
from ofcscore.game.cards import SUIT_SIGNS
from ofcscore.game.game_words import ENGLISH, Reason, Speech, tell
from ofcscore.rules.model import Rules
from ofcscore.scoring.deal import HOUSE, Currency, Points, Table
from ofcscore.scoring.score_lines import signed, written
from ofcscore.session.money import Outcome, format_money
from ofcscore.session.result import SessionResult, SideLine

NAME_WIDTH: Final = 16


_NO_HANDLES: Final[Mapping[str, str]] = MappingProxyType({})


class Style(NamedTuple):
    """The encoding, color and width (in columns) of the screen, and the vocabulary.

    If `own` is True, `of_rules` puts the players' own terms from a rule set into `speech`. `handles` maps the
    `name_key` of a person to the link or name by which the person is paid.
    """

    encoding: str = "utf-8"
    color: bool = False
    width: int = USUAL
    own: bool = False
    speech: Speech = ENGLISH
    handles: Mapping[str, str] = _NO_HANDLES

    @classmethod
    def of(cls, out: TextIO, when: ColorWhen = "auto") -> "Style":
        return cls(out.encoding or "ascii", has_color(out, when), columns(out))

    @property
    def signs(self) -> bool:
        """True if the output encoding has the suit symbols, the ellipsis and the blocks of charts."""
        try:
            return bool("♠♥♦♣…▁█".encode(self.encoding))
        except (UnicodeEncodeError, LookupError):
            return False

    def text(self, text: str) -> str:
        """Return text with control characters and unsupported characters escaped."""
        shown = show(text)
        if shown.isascii():
            return shown
        return shown.encode(self.encoding, "backslashreplace").decode(self.encoding)

    def cards(self, text: str) -> str:
        """Return canonical cards, with suit signs if the screen has them: `Q♥ Q♦ 5♣`."""
        if not self.signs:
            return text
        return " ".join(c[0] + SUIT_SIGNS[c[1]] if len(c) == 2 else c for c in text.split())

    def of_rules(self, *rules: Rules) -> "Style":
        """Return the style with the players' own terms on which all the rules agree."""
        if not self.own or not rules:
            return self
        first, *others = (one.words for one in rules)
        words = {key: names for key, names in first.items() if all(o.get(key) == names for o in others)}
        return self._replace(speech=Speech(words))

    def of_session(self, session: SessionResult) -> "Style":
        return self.of_rules(*(use.rules for use in session.rules))

    def say(self, word: str, text: str | None = None) -> str:
        """Return the players' own term for a key, else `text`, else the key."""
        return self.text(self.speech.say(word, text))

    def tell(self, reason: Reason) -> str:
        return self.text(tell(reason, self.speech))

    def counted(self, number: Points, word: str) -> str:
        """Return a number with its noun: `1 scoop`, `3 scoops`, or `3 打枪`."""
        own = word in self.speech.words
        return f"{number} {self.say(word)}" if own else count(number, word)

    def fit(self, text: str, width: int) -> str:
        """Return a user's text in at most `width` columns, cut with an ellipsis."""
        return cut_inside(self.text(text), width, "…" if self.signs else "..")

    @property
    def name_width(self) -> int:
        """The most columns for a name in a table. Sentences show names in full."""
        return min(NAME_WIDTH + max(self.width - USUAL, 0) // 4, 2 * NAME_WIDTH)

    def lines(self, text: str, indent: str = "") -> list[str]:
        """Wrap a sentence to the screen, and to a width that is easy to read."""
        return wrap(text, min(self.width, PROSE), indent)

    def bold(self, text: str) -> str:
        return inked(text, BOLD) if self.color else text

    def red(self, text: str) -> str:
        return inked(text, RED) if self.color else text

    def painted(self, text: str) -> str:
        """Return finished text with red cards, gains and losses in color."""
        if not self.color:
            return text
        text = re.sub(_RED_CARDS, lambda found: inked(found[0], RED), text)
        return re.sub(_WON_OR_LOST, lambda found: inked(found[0], GREEN if found[1] == "+" else RED), text)


_RED_CARDS: Final = "(?<![A-Za-z0-9])[2-9TJQKA][♥♦]"
_WON_OR_LOST: Final = "(?<![^ (])([+-])[^ A-Za-z0-9+-]?[0-9]+(?:[./][0-9]+)?(?![A-Za-z0-9-])"
"""A signed number by itself: `+20`, `-4.50`, `-$4.50`, `+23/4`."""
FILE_STYLE: Final = Style()


def isolated(text: str) -> str:
    """Isolate right-to-left words, so that figures after them stay in place."""
    return text if text.isascii() else re.sub(_RIGHT_TO_LEFT, "\u2068\\g<0>\u2069", text)


_LETTER: Final = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
_RIGHT_TO_LEFT: Final = f"{_LETTER}+(?:[ .'-]{_LETTER}+)*"


def figure(points: Points) -> int | str:
    """Return points as data: an integer, or text such as `3/2` if not whole."""
    return int(points) if points.denominator == 1 else str(points)


def count(number: Points, one: str, many: str | None = None) -> str:
    """Return a number with its noun: `1 deal`, `3 deals`."""
    return f"{written(number)} {one if number == 1 else many or one + 's'}"


def with_currency(text: str, currency: Currency | None) -> str:
    """Return an amount with its currency: `13.00 EUR`, `$13.00`, `-$4.50`."""
    if currency is None:
        return text
    label = show(currency.label)
    if len(label) == 1 and not label.isalpha():
        return f"{text[0]}{label}{text[1:]}" if text[:1] in ("-", "+") else label + text
    return f"{text} {label}"


def money(amount: Points, outcome: Outcome, style: Style = FILE_STYLE) -> str:
    """Return an amount in words: `13.00 EUR`, or `13 points` without money."""
    if not outcome.in_money:
        return style.of_session(outcome.session).counted(Fraction(amount), "point")
    return with_currency(format_money(amount, outcome.digits), outcome.session.currency)


def signed_money(amount: Points, outcome: Outcome, *, label: bool = False) -> str:
    """Return money won or lost with its sign: `+7.50`; `label` adds the currency."""
    return _with_sign(amount, outcome.digits, outcome.session.currency if label else None)


def _with_sign(amount: Points, digits: int, currency: Currency | None) -> str:
    text = format_money(amount, digits)
    return with_currency(f"+{text}" if amount > 0 else text, currency)


def person_money(name: str, outcome: Outcome, *, label: bool = False) -> str | None:
    """Return a person's total in money, None without money; `label` adds the currency."""
    if not outcome.in_money:
        return None
    return signed_money(outcome.money.get(name, Fraction(0)), outcome, label=label)


def average(points: Points | float) -> str:
    """Return points per deal, rounded half away from zero: `+2.50`."""
    hundredths = int(abs(Fraction(points)) * 100 + Fraction(1, 2))
    sign = "" if not hundredths else "-" if points < 0 else "+"
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


_MINUS: Final = "(?<![^ (])-(?=[0-9])"


def real_minus(text: object) -> str:
    """Replace the hyphen before a number with a minus sign, as wide as the plus.

    >>> real_minus("Jean-Luc -5")
    'Jean-Luc −5'
    """
    return re.sub(_MINUS, "−", str(text))


def person(name: str, style: Style) -> str:
    return "the house" if name == HOUSE else style.text(name)


def capital(text: str) -> str:
    """Capitalize `the house` at the start of a sentence; keep names as written."""
    return text[0].upper() + text[1:] if text.startswith("the house") else text


_TITLES_AT_MOST: Final = 3


def log_words(tables: Sequence[Table], style: Style) -> str:
    """Return titles (shortened if many) and dates: `Friday at Ana's, 2026-11-20`."""
    titles = [*dict.fromkeys(style.text(table.title) for table in tables if table.title)]
    if len(titles) > _TITLES_AT_MOST:
        titles = [titles[0], f"{len(titles) - 1} others"]
    dates = sorted({table.date for table in tables if table.date is not None})
    days = " to ".join(dict.fromkeys((dates[0], dates[-1]))) if dates else ""
    return ", ".join(filter(None, (listed(titles, "and"), days)))


NO_STAKE: Final = "none, points only"


def stakes_words(table: Table, outcome: Outcome) -> str:
    """Return the stakes of a table in words, with names of pairs in seat order."""
    parts = [] if table.stake is None else [f"{money(table.stake, outcome)} a point"]
    for pair, stake in table.pair_stakes.items():
        in_seats = [name for name in dict.fromkeys((*table.players, *sorted(pair))) if name in pair]
        names = " and ".join(map(show, in_seats))
        parts.append(f"{money(stake, outcome)} between {names}")
    return ", ".join(parts) or NO_STAKE


def rules_words(rules: Rules) -> str:
    """Return the name and title: `ofc, Open-face Chinese poker, 1-6 scoring`."""
    return f"{show(rules.name)}, {show(rules.title)}" if rules.title else show(rules.name)


def points_words(points: Mapping[str, Points], style: Style) -> str:
    """Return the points of people and the house: `Hero +20, Gus +6, the house -26`."""
    return ", ".join(f"{person(name, style)} {signed(number)}" for name, number in points.items())


def side_words(
    lines: Iterable[SideLine], currency: Currency | None, style: Style, when: str = ""
) -> list[str]:
    """Return adjustments and rake, one line per kind: `Adjusted: Gus +5`.

    `when` is inserted before the colon. Amounts have the usual decimals of the currency, because only a
    finished session has its own number of decimals.
    """
    digits = 0 if currency is None else currency.digits
    by_kind: dict[str, list[str]] = {}
    for line in lines:
        money = _with_sign(line.money or Fraction(0), digits, currency)
        amount = money if line.points is None else signed(line.points)
        by_kind.setdefault(line.kind, []).append(f"{person(line.person, style)} {amount}")
    return [f"{SIDE_WORDS[kind]}{when}: {', '.join(parts)}" for kind, parts in by_kind.items()]


SIDE_WORDS: Final = {"given": "Points by hand", "adjust": "Adjusted", "rake": "Rake"}
