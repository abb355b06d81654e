"""Classify chat messages that are not log lines: important, doubtful or talk."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from ofcscore.diagnostics.suggestions import near
from ofcscore.game.board import BOARD_SIZE
from ofcscore.game.spelling import read_cards
from ofcscore.log.keys import FREE_KEYS, KEYS, key_form
from ofcscore.log.syntax import BOARD_FORM, Line
from ofcscore.log.text.normalize import normalize
from ofcscore.log.text.parser import parse
from ofcscore.log.vocabulary import (
    CARDS,
    ENGLISH,
    SUIT_FIRST,
    Vocabulary,
    all_words,
    compiled,
    folded,
    one_of,
)
from ofcscore.log.words import tables
from ofcscore.rules.files import rule_set_names

_LONGEST: Final = 400
"""The number of characters of a message that patterns look at."""
_FEW_WORDS: Final = 3
_ROW: Final = 3
"""The fewest cards in a row."""
_SIGNED: Final = re.compile(r"(?:^|(?<=[ \t:=(,;]))[+−–-][0-9]+")
_POINTS: Final = re.compile(r"([^\W0-9_][^\s,:;=()+-]*)[ \t:=(]*(?<![0-9])[+−–-][0-9]")
_NUMBER: Final = re.compile(r"(?<![\w:.,/-])[0-9]+(?:[.,][0-9]+)*(?![^\W_]|[:/])")
_CARD: Final = re.compile(r"(?<!\w)(?:10|[2-9TJQKA])[shdc♠♥♦♣](?!\w)")
"""A card with its suit, as a word."""
_DECIMAL: Final = re.compile(r"[0-9]+[.,][0-9]{1,2}")
_DIGIT: Final = re.compile("[0-9]")
_FIGURES: Final = re.compile("(?<![^ ])[2-9tjqka]{3,}(?![^ .!])")
"""Three or more unsuited cards as a lowercase word."""
CROSSES: Final = re.compile("[✗✘❌❎☠💀]")
_UNKNOWN_SCRIPTS: Final = "[\u0370-\u03ff\u0530-\u1cff\u3041-\u30ff\uac00-\ud7af]"
"""Letters of scripts with few words in `words.toml`, such as Greek and Thai."""
_FACTOR: Final = re.compile(r"(?<!\w)[x×][2-9](?!\w)")

_HOW_MANY: Final = r"(?<![^ (])(?:[0-9]{1,2}|@talk.cardinals@) @deals|deal_lists|talk.deals@(?![^\W_])"
_WHICH: Final = "(?<![^\\W_])@deals@ #?[0-9]{1,3}"
_WITH_MINUTES: Final = (
    r"[0-9]{1,2}[.:][0-9]{2}~(?:@talk.oclock@|(?ai:[ap]\.?m\.?))|[0-9]{1,2}[:h][0-9]{2}(?![0-9])"
)
MINUTES: Final = rf"(?<![^\W_])(?:@talk.at@ )?(?:{_WITH_MINUTES})(?![^\W_])"
"""A time of day with minutes, which is not points; `at 10.50` may be an amount."""
_CLOCK: Final = (
    r"(?<![^\W_])(?:(?:@talk.at@ )?(?:@talk.cardinals@|(?ai:quarter|half|twenty)) (?ai:past|to)(?: @talk.cardinals@)?"
    rf"(?![^\W_])|{_WITH_MINUTES}"
    r"|@talk.clock@ [0-9]{1,2}(?:[:.h][0-9]{2})?(?:~(?:@talk.oclock|talk.minutes@|(?ai:[ap]m)))?"
    r"|[0-9]{1,2}~(?:@talk.oclock|talk.minutes@|(?ai:[ap]m)))(?![^\W_])"
    r"(?!~(?:@CURRENCY@|@money.cents|money.pence@| @money.per@)(?![^\W_]))"
)


class Weight(NamedTuple):
    """A message that surely matters: diagnostic code, what it may say, and help."""

    code: str
    what: str
    help: str
    voids: bool = False
    pays: bool = False
    """True for players' points or amounts."""
    names_rules: bool = False
    """True if the message names a rule set."""


class Context(NamedTuple):
    """The state of the log at a message."""

    names: frozenset[str]
    """The lowercase names of players and senders."""
    has_board: bool
    """True if the sender has a board in the open deal."""
    above: bool
    """True if no board comes before the message."""
    system: bool
    """True for a line by the app, such as a notice that a group was created."""
    in_chat: bool = False
    """True in a chat, where anything that may not be talk is reported."""
    lacks_suits: bool = False
    """True if a board of the open deal may be a flush without saying so."""
    note: bool = False
    """True for a note about past events, in which a win alone does not matter."""


class Weigher:
    """A classifier of messages by the words of one vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        talk = tables()["talk"]
        money = {
            meaning: [word for words in (by.values() if isinstance(by, dict) else (by,)) for word in words]
            for meaning, by in tables()["money"].items()
        }
        self._keys = vocabulary.keys
        fouls = (
            word
            for word, status in vocabulary.statuses.items()
            if status in ("foul", "surrender") and word not in talk["not_a_foul"]
        )
        self._foul = _matching(fouls)
        self._oneself = _matching(talk["oneself"])
        self._moves = compiled(f"{_whole((*money['paid'], *money['owes'], *talk['moves']))}|->|=>|→")
        self._paid = _matching((*money["paid"], *talk["given"]))
        self._void = _matching(money["void"], apart=True)
        self._redeals = _matching(talk["redeals"])
        self._undoes = _matching(talk["undoes"])
        self._of_deal = _matching((*vocabulary.deals, *(f"{word}s" for word in vocabulary.deals)))
        self._corrects = _matching(talk["corrects"])
        self._meant = _matching(talk["meant"])
        self._may = _matching(talk["may"])
        self._results = _matching(talk["results"])
        self._house_rules = _matching(talk["house_rules"])
        self._point = _matching(money["point"])
        self._rows = _matching(vocabulary.rows)
        self._vocabulary = vocabulary
        each = one_of(word for word in money["per"] if len(word) > 2 and word not in talk["not_each"])
        others = (unit for unit in tables()["ledger"]["units"] if unit not in talk["not_a_currency"])
        no_money = {*talk["not_a_currency"], *talk["not_money"]}
        self._currency = _matching(set(all_words("currencies")) - no_money)
        counts = (*talk["cardinals"].items(), *tables()["numbers"].items())
        self._several = _matching(word for number, words in counts if number != "1" for word in words)
        self._settled = _matching(talk["settled"])
        units = f"(?:{vocabulary.currency}|{one_of((*money['cents'], *money['pence'], *others))})"
        self._of_each = re.compile(rf"[0-9][ \t]?(?:{units})?[ \t]*{each}[ \t]*\w")
        self._amount = re.compile(rf"[€$£¥₫₱₩₽₹][ \t]?[0-9]|[0-9](?:[.,][0-9]+)*[ \t]?{units}")

    @cached_property
    def _rules(self) -> re.Pattern[str]:
        talk = frozenset(tables()["talk"]["rules"])
        names = (word for word in rule_set_names() if word not in talk)
        return _matching({_without_accents(word) for word in names} | set(names))

    def _names_row(self, text: str) -> bool:
        """Return True for a row's label and a word of three or more unsuited cards."""
        return self._rows.search(text) is not None and _FIGURES.search(text) is not None

    def _from_now(self, text: str) -> bool:
        return self._vocabulary.says("talk.from_now", text)

    def _may_change_score(self, text: str, *, lacks_suits: bool, tells_who: bool) -> bool:
        """Return True if a chat text may change the score.

        It has numbers other than times, two rows, a possible missing flush, money, amounts in words about
        somebody, a word for settled debts, or a misspelling such as `missdeal`. Short texts with a cross
        and texts in unknown scripts count too.
        """
        rows, words = len(self._rows.findall(text)), self._vocabulary
        return (
            _DIGIT.search(without_times(words, text)) is not None
            or compiled(_UNKNOWN_SCRIPTS).search(text) is not None
            or (CROSSES.search(text) is not None and len(text.split()) <= _FEW_WORDS)
            or rows > 1
            or (rows == 1 and words.says("ranks|suits", text))
            or (lacks_suits and words.says("suits", text))
            or self._from_now(text)
            or self._currency.search(text) is not None
            or (len(text.split()) <= _FEW_WORDS + 1 and self._settled.search(text) is not None)
            or (tells_who and self._several.search(text) is not None)
            or any(
                len(word) > _FEW_WORDS and near(word, tables()["talk"]["slips"], 0.82)
                for word in re.findall(r"[^\W\d_]+", text)
            )
        )

    def weigh(self, typed: str, context: Context) -> Weight | bool:
        """Return a Weight if a message surely matters, else True if it may matter."""
        typed = typed.strip()[:_LONGEST]
        text = folded(typed)
        words = text.split()
        named = any(word.strip(".,:;!?()*_'\"") in context.names for word in words) or any(
            " " in name and name in text for name in context.names
        )
        tells_who = named or self._oneself.search(text) is not None
        number = _NUMBER.search(text) is not None or self._amount.search(text) is not None
        of_deal = self._of_deal.search(text) is not None
        if self._foul.search(text) and not (of_deal and self._void.search(text)):
            capital = (
                re.search(r"(?<![^\s])[A-ZÀ-Þ][\w'’-]*[ \t]+\w", typed) is not None and not typed.isupper()
            )
            if named or self._oneself.search(text) or capital or len(words) <= _FEW_WORDS:
                help = (
                    "if the board was fouled, write `(foul)` after its cards"
                    if context.has_board
                    else "write a foul as `Ann: foul`, or as `(foul)` after the cards"
                )
                return Weight("chat-foul", "that a board was fouled", help)
            return True
        if count_cards(typed) >= BOARD_SIZE:
            return _matters("which cards a board has, but they cannot be read", BOARD_FORM)
        undoes = self._undoes.search(text) is not None
        if self._void.search(text) or self._redeals.search(text) or (undoes and of_deal):
            help = "if the deal is void, write `void` below its boards"
            return Weight("chat-unread", "that a deal is void", help, voids=True)
        signed = [
            name for name in _POINTS.findall(typed) if name[0].isupper() or name.lower() in context.names
        ]
        if len(signed) > 1:
            return _matters(
                "how many points several players have",
                "write a result as `expect: Ann +5, Bob -5`, and points to add as `adjust: Ann +5, Bob -5`",
                pays=True,
            )
        if number and named and self._moves.search(text):
            return _matters(
                "that a player paid or owes an amount",
                "write a payment as `paid: Ann -> Bob 5`, and a debt as `adjust: Ann +5 EUR, Bob -5 EUR`",
                pays=True,
            )
        cards_of_row = self._rows.search(text) is not None and len(_CARD.findall(typed)) >= _ROW
        if self._corrects.search(text) or (
            self._meant.search(text) and (_has_row(typed) or cards_of_row or self._names_row(text))
        ):
            return _matters("that something was wrong", "if it corrects a board or a line, change that line")
        amount = self._amount.search(text) is not None
        if (
            number
            and context.above
            and not context.system
            and (
                self._point.search(text)
                or (amount and (len(words) <= _FEW_WORDS or self._of_each.search(text)))
            )
        ):
            return _matters("what a point is worth", "write a stake as `stake: 0.50 EUR`")
        if (
            context.above
            and not context.system
            and (self._rules.search(text) or self._rules.search(_without_accents(text)))
        ):
            help = f"write the rules as {key_form('rules')}"
            return Weight("chat-unread", "which rules are played", help, names_rules=True)
        key = self._keys.get(words[0].rstrip(":")) if words else None
        if key == "stake" and number and context.above and not context.system:
            return _matters("what a point is worth", "write a stake as `stake: 0.50 EUR`")
        if key is not None and ":" in typed.partition(" ")[0] + " " and key in KEYS and key not in FREE_KEYS:
            return _matters(f"the value of `{key}`", f"write it as {key_form(key)}")
        results = self._results.search(text) is not None and (number or not context.note)
        figures = self._meant.search(text) is not None and _FIGURES.search(text) is not None
        may = (
            results
            or figures
            or self._names_row(text)
            or (self._paid.search(text) and not (context.note or context.above))
            or _FACTOR.search(text)
            or amount
            or (number and not context.note and self._point.search(text))
            or (number and self._house_rules.search(text))
            or (context.note and self._from_now(text) and (number or self._rules.search(text)))
            or (context.above and _DECIMAL.fullmatch(text))
            or _SIGNED.search(text)
            or self._may.search(text)
            or undoes
            or cards_of_row
        )
        may = may or (
            context.in_chat
            and not laughs(typed)
            and self._may_change_score(text, lacks_suits=context.lacks_suits, tells_who=tells_who)
        )
        # `*9d` corrects a card in the message above.
        may = may or re.match(r"\*[ \t]*[^*]*$", typed) is not None or _CARD.search(typed) is not None
        moves = self._moves.search(text) is not None
        return bool(may or (moves and (number or named)) or (number and named) or _has_row(typed))


def without_counts(vocabulary: Vocabulary, text: str) -> str:
    """Remove times of day and the numbers and counts of deals from a text."""
    return vocabulary.shape(_WHICH).sub(" ", without_times(vocabulary, text))


def without_times(vocabulary: Vocabulary, text: str) -> str:
    """Remove times of day and counts of deals from a text."""
    return vocabulary.shape(_HOW_MANY).sub(" ", vocabulary.shape(_CLOCK).sub(" ", text))


@lru_cache(maxsize=8)
def weigher(vocabulary: Vocabulary) -> Weigher:
    return Weigher(vocabulary)


def _matching(words: Iterable[str], *, apart: bool = False) -> re.Pattern[str]:
    return compiled(_whole(words, apart=apart))


def _whole(words: Iterable[str], *, apart: bool = False) -> str:
    """Return a pattern of whole lowercase words.

    If `apart`, up to three other words may come between the words of a phrase.
    """
    listed = {*map(folded, words)}
    plain = "|".join(re.escape(word) for word in sorted(listed, key=len, reverse=True) if word[-1] < "\u2e80")
    plain = plain.replace(r"\ ", r"[ \t]+(?:[^\W\d_]+[ \t]+){0,3}") if apart else plain
    wide = "".join(f"|{re.escape(word)}" for word in listed if word[-1] >= "\u2e80")
    return rf"(?<![^\W_])(?:{plain})(?![^\W_]){wide}"


def _without_accents(text: str) -> str:
    """Return a text without diacritics: `mau binh`."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def _matters(what: str, help: str, *, pays: bool = False) -> Weight:
    return Weight("chat-unread", what, help, pays=pays)


def count_cards(text: str) -> int:
    """Count the cards of a text, in any grouping."""
    return sum(map(_count_in_word, re.split(r"[\s,/|;:()._~–—-]+", text[:_LONGEST])))


def _count_in_word(word: str) -> int:
    if re.fullmatch(CARDS, word):
        return len(read_cards(word).cards) if len(word) > 1 or word.isdigit() or word.isupper() else 0
    # `HAHAHA` is laughter.
    return len({*re.findall(SUIT_FIRST, word)}) if re.fullmatch(f"(?:{SUIT_FIRST})+", word) else 0


_LAUGHS: Final = re.compile(r"(?i)(?:(\w\w?)\1{2,}\w?|([^\W\d_]{2})\2\w?|23{2,}|[0-9]{1,2}/10)[ \t.!]*")


def laughs(text: str) -> bool:
    """Return True for laughter and applause that look like cards: `kkkkk`, `10/10`."""
    return _LAUGHS.fullmatch(text.strip()) is not None


def _has_row(text: str) -> bool:
    """Return True if a word is three or more cards, at least one with a figure."""
    words = re.split(r"[\s,/|;:()*]+", text[:_LONGEST])
    rows = (
        word for word in words if re.fullmatch(CARDS, word) and _DIGIT.search(word) and not word.isdigit()
    )
    return any(len(read_cards(word).cards) > 2 for word in rows)


_FOUL: Final = _whole(word for word, status in ENGLISH.statuses.items() if status == "foul")
_DENIAL: Final = _whole(tables()["talk"]["denies"])
_PAID: Final = _whole(ENGLISH.money["paid"])


def says_payment(text: str) -> bool:
    """Return True if a text with a word for paying is a valid `paid` value."""
    if not (_DIGIT.search(text) and compiled(_PAID).search(folded(text))):
        return False
    return parse(normalize(Line("", 1, f"paid: {text}")), ENGLISH).sound


def says_foul(text: str) -> bool:
    """Return True if a text says that somebody fouled, without a denial."""
    lowercase = folded(text)
    return compiled(_FOUL).search(lowercase) is not None and compiled(_DENIAL).search(lowercase) is None


def says_flush(text: str) -> bool:
    """Return True if a text has a word for a flush in any language."""
    return ENGLISH.says("all.ranks.flush|all.suits.flush", text)
