"""Classify chat messages that are not log lines: important, doubtful or talk."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache, partial
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import near
from ofcscore.game.cards import BOARD_SIZE, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.keys import FREE_KEYS, KEYS, key_form
from ofcscore.log.syntax import BOARD_FORM, Line
from ofcscore.log.text.normalize import normalize
from ofcscore.log.text.syntax_builder import parse
from ofcscore.log.vocabulary import CARDS, CROSS, ENGLISH, SUIT_FIRST, Vocabulary, compiled, folded, one_of
from ofcscore.log.words import tables
from ofcscore.rules.files import rule_set_names

_LONGEST: Final = 400
"""The number of characters of a message that patterns look at."""
_FEW_WORDS: Final = 3
_SIGNED: Final = re.compile(r"(?:^|(?<=[ \t:=(,;]))[+−–-][0-9]+")
_POINTS: Final = re.compile(r"([^\W0-9_][^\s,:;=()+-]*)[ \t:=(]*(?<![0-9])[+−–-][0-9]")
_NUMBER: Final = re.compile(r"(?<![\w:.,/-])[0-9]+(?:[.,][0-9]+)*(?![^\W_]|[:/])")
_CARD: Final = re.compile(r"(?<!\w)(?:10|[2-9TJQKA])[shdc♠♥♦♣](?!\w)")
"""A card with its suit, as a word."""
_DECIMAL: Final = re.compile(r"[0-9]+[.,][0-9]{1,2}")
_DIGIT: Final = re.compile("[0-9]")
_FIGURES: Final = re.compile("(?<![^ ])[2-9tjqka]{3,}(?![^ .!])")
"""Three or more unsuited cards as a lowercase word."""
_UNKNOWN_SCRIPTS: Final = "[\u0370-\u03ff\u0530-\u1cff\u3041-\u30ff\uac00-\ud7af]"
"""Letters of scripts with few words in `words.toml`, such as Greek and Thai."""
_FACTOR: Final = re.compile(r"(?<!\w)(?:[x×][ \t]?[2-9]|[2-9][ \t]?[x×])(?!\w)")
_RANKS: Final = re.compile(r"(?<!\w)[2-9TJQKA]{2,4}(?!\w)")
"""Cards of a row without suits as a word: `QQ`."""
_SPACED: Final = re.compile(r"(?<![^\W_])(?:[^\W\d_][ .*_-]){2,}[^\W\d_](?![^\W_])")
"""A word with its letters apart: `V O I D`."""
_STRETCHED: Final = re.compile(r"(?i)([b-ik-pr-su-z])\1{2,}")
"""A repeated letter that stands for no card: `Fouuuul`."""
_DENIED: Final = (
    r"(?<![^\W_])(?:@talk.denies|terms.without@ (?:[^\W\d_]+ ){0,3}@talk.counts|all.money.owes@"
    r"|@talk.counts@ (?:[^\W\d_]+ ){0,3}@talk.denies@)(?![^\W_])"
)
"""A denial of counting or paying: `agreed not to count it`."""

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
    r"|(?:[0-9]{1,2}|@talk.cardinals|all.numbers@)~(?:@talk.oclock|talk.minutes@|(?ai:[ap]m)))(?![^\W_])"
    r"(?!~(?:@CURRENCY@|@money.cents|money.pence@| @money.per@)(?![^\W_]))"
)


class Weight(NamedTuple):
    """A message that surely matters: diagnostic code, what it may say, and help."""

    code: str
    what: str
    help: str
    kind: str = ""
    """`void`, `rules` for the name of a rule set, or `points` for players' points or amounts."""


class Context(NamedTuple):
    """The state of the log at a message."""

    names: frozenset[str]
    """The lowercase names of players and senders."""
    above: bool = False
    """True if no board comes before the message."""
    note: bool = False
    """True for a note about past events, in which a win alone does not matter."""
    has_board: bool = False
    """True if the sender has a board in the open deal."""
    system: bool = False
    """True for a line by the app, such as a notice that a group was created."""
    in_chat: bool = False
    """True in a chat, where anything that may not be talk is reported."""
    lacks_suits: bool = False
    """True if a board of the open deal may be a flush without saying so."""


def weigh(typed: str, context: Context, vocabulary: Vocabulary = ENGLISH) -> Weight | bool:
    """Return a Weight if a message surely matters, else True if it may matter."""
    typed = _SPACED.sub(lambda spaced: re.sub(r"[\W_]", "", spaced[0]), typed.strip()[:_LONGEST])
    typed = _STRETCHED.sub(r"\1", typed)
    text = folded(typed)
    words, words_of, above = text.split(), vocabulary.words_of, context.above and not context.system

    def has(names: str) -> bool:
        return _has(words_of(names), text)

    bare = {word.strip(".,:;!?()*_'\"") for word in words}
    named = any(name in bare or (" " in name and name in text) for name in context.names)
    tells_who = named or has("talk.oneself")
    amounts, amounts_of_each = _amounts(vocabulary)
    amount = amounts.search(text) is not None
    number = amount or _NUMBER.search(text) is not None
    of_deal = _has(frozenset(word + end for word in vocabulary.deals for end in ("", "s")), text)
    void = _matching(words_of("all.money.void"), gap=r"[^\W\d_]+").search(text) is not None
    fouls = words_of("status.foul|status.surrender") - words_of("talk.not_a_foul")
    if _has(fouls, text) and not (of_deal and void):
        capital = re.search(r"(?<![^\s])[A-ZÀ-Þ][\w'’-]*[ \t]+\w", typed) is not None and not typed.isupper()
        if not (tells_who or capital or len(words) <= _FEW_WORDS):
            return True
        help = "write a foul as `Ann: foul`, or as `(foul)` after the cards"
        if context.has_board:
            help = "if the board was fouled, write `(foul)` after its cards"
        return Weight("chat-foul", "that a board was fouled", help)
    if count_cards(typed) >= BOARD_SIZE:
        return Weight("chat-unread", "which cards a board has, but they cannot be read", BOARD_FORM)
    undoes = _matching(words_of("talk.undoes"), gap=_OBJECTS).search(text) is not None
    # `dann zählt Hand 3 nicht`
    counts_not = of_deal and has("talk.counts") and has("talk.denies")
    if void or has("talk.redeals") or (undoes and of_deal) or counts_not:
        help = "if the deal is void, write `void` below its boards"
        return Weight("chat-unread", "that a deal is void", help, "void")
    signed = [name for name in _POINTS.findall(typed) if name[0].isupper() or name.lower() in context.names]
    if len(signed) > 1:
        help = "write a result as `expect: Ann +5, Bob -5`, and points to add as `adjust: Ann +5, Bob -5`"
        return Weight("chat-unread", "how many points several players have", help, "points")
    moves = (number or named) and (
        has("all.money.paid|all.money.owes|talk.moves") or re.search("->|=>|→", text) is not None
    )
    if number and named and moves:
        help = "write a payment as `paid: Ann -> Bob 5`, and a debt as `adjust: Ann +5 EUR, Bob -5 EUR`"
        return Weight("chat-unread", "that a player paid or owes an amount", help, "points")
    meant, figures, rows = has("talk.meant"), _FIGURES.search(text) is not None, has("rows")
    cards_of_row = rows and len(_CARD.findall(typed)) >= 3
    names_row = rows and figures
    if has("talk.corrects") or (meant and (_has_row(typed) or cards_of_row or names_row)):
        help = "if it corrects a board or a line, change that line"
        return Weight("chat-unread", "that something was wrong", help)
    key = vocabulary.keys.get(words[0].rstrip(":")) if words else None
    of_point = number and has("all.money.point")
    of_each = amount and (len(words) <= _FEW_WORDS or amounts_of_each.search(text) is not None)
    if number and above and (of_point or of_each):
        return _STAKE
    rules = _names_of_rules()
    names_rules = (above or context.note) and _has(rules, text)
    if above and (names_rules or _has(rules, _without_accents(text))):
        help = f"write the rules as {key_form('rules')}"
        return Weight("chat-unread", "which rules are played", help, "rules")
    if key == "stake" and number and above:
        return _STAKE
    if key is not None and ":" in typed.partition(" ")[0] + " " and key in KEYS and key not in FREE_KEYS:
        return Weight("chat-unread", f"the value of `{key}`", f"write it as {key_form(key)}")
    moves_on = context.note and vocabulary.says("talk.from_now", text)
    may = (
        (has("talk.results") and (number or not context.note))
        or (meant and figures)
        or names_row
        or (not (context.note or context.above) and has("all.money.paid|talk.given"))
        or _FACTOR.search(text)
        or amount
        or (number and not context.note and of_point)
        or (number and has("talk.house_rules|talk.fees"))
        or (moves_on and (number or names_rules))
        or (context.above and _DECIMAL.fullmatch(text))
        or _SIGNED.search(text)
        or _has(words_of("talk.may") - (words_of("talk.these") if context.in_chat else set()), text)
        or undoes
        or cards_of_row
        or _may_settle_or_correct(typed, text, context, vocabulary, named=named, tells_who=tells_who)
        or (context.in_chat and not laughs(typed) and _may_change_score(text, context, vocabulary, tells_who))
        # `*9d` corrects a card in the message above.
        or re.match(r"\*[ \t]*[^*]*$", typed)
        or _CARD.search(typed)
    )
    return bool(may or moves or (number and named) or _has_row(typed))


_STAKE: Final = Weight("chat-unread", "what a point is worth", "write a stake as `stake: 0.50 EUR`")


def _may_settle_or_correct(
    typed: str, text: str, context: Context, vocabulary: Vocabulary, *, named: bool, tells_who: bool
) -> bool:
    """Return True if a text may correct cards, cancel a deal, or be about fees, bonuses or debts."""
    words_of, length = vocabulary.words_of, len(text.split())

    def has(names: str, but: str = "") -> bool:
        return _has(words_of(names) - words_of(but) if but else words_of(names), text)

    # In Portuguese, `no final` is at the end.
    denies = has("talk.denies", "talk.in_the") if "pt" in vocabulary.languages else has("talk.denies")
    corrects = has("talk.meant|talk.truly")
    tells = context.in_chat and tells_who
    # `No suits, I write flush` above the boards tells how they are written.
    below = context.in_chat or not context.above
    of_cards, timeless = words_of("cards") - words_of("talk.not_a_card"), without_times(vocabulary, text)
    of_cards |= {f"{word}s" for word in of_cards if word.isascii()}
    cards = _has(of_cards, timeless) or _RANKS.search(typed) is not None
    # `wow aces on top` corrects no card, but `aces on top` may.
    places = has("rows") and words_of("talk.openers").isdisjoint(text.split()[:1])
    currency = has("all.currencies", "talk.not_a_currency|talk.not_money")
    marked = {word.strip(".,:;!?()*_'\"") for word in text.split()} & words_of("talk.foul_marks")
    return bool(
        (
            cards
            and below
            and (denies or corrects or tells or (context.in_chat and (has("talk.is|talk.are") or places)))
        )
        or (
            context.in_chat
            and _may_replace(text, context, vocabulary, of_cards, named=named, corrects=corrects)
        )
        or (has("ranks", "talk.not_a_rank") and below and (denies or corrects or tells))
        or (named and (has("talk.truly") or has("talk.fees", "talk.not_a_fee")))
        or (tells and (has("all.money.debts") or (named and has("talk.blunders"))))
        or (named and marked and length <= 2)
        or (tells_who and has("all.money.amounts", "talk.not_money"))
        or (
            has("talk.cardinals|all.numbers", _ONE)
            and (
                currency
                or has("talk.fees", "talk.not_a_fee")
                or (named and has("talk.to_add|all.money.point"))
            )
        )
        or (has("terms.royalties") and (denies or tells or has("talk.lacks")))
        or (has("rows") and has("talk.compares"))
        or (has("talk.house_rules") and has("talk.counts|all.money.point"))
        or (currency and context.in_chat)
        or (length <= _FEW_WORDS + 1 and has("talk.settled"))
        or (len(text) > 1 and text.strip(" .,:;!?()*_'\"") in words_of("talk.not_counted|talk.half"))
        or vocabulary.shape(_DENIED).search(text)
    )


def _may_replace(
    text: str, context: Context, vocabulary: Vocabulary, cards: frozenset[str], *, named: bool, corrects: bool
) -> bool:
    """Return True if a chat text may correct a row, a board's owner, the rules or the stake, or tell of a payment."""
    says, bare = vocabulary.says, text.strip(" .,:;!?()*_'\"")
    rows = says("rows", text)
    stakes = vocabulary.shape(r"(?<![^\W_])@talk.to|terms.for@ @talk.cardinals|all.numbers@[ .!?]*$")
    whose = vocabulary.shape(r"(?<![^\W_])@talk.these@ [^\W\d_]+['’]s[ .!?]*$")
    return bool(
        (rows and corrects)
        or (named and says("talk.in_place", text))
        or whose.search(text)
        or (
            context.above
            and (bare in cards or (rows and says("talk.house_rules", text)) or stakes.search(text))
        )
        or (not context.above and bare in vocabulary.words_of("talk.sent_money"))
        or (context.above and says("terms.unpaid", text))
    )


_ONE: Final = "talk.cardinals.1|numbers.1"
_OBJECTS: Final = "(?:it|that|this|these|those|them|the|one|last|whole|hand|deal|round|board|all|die|das|diese|la|cette|esta|esa|questa|quella|essa)"
"""Words between the parts of a phrase: `throw that one away`."""


def _may_change_score(text: str, context: Context, vocabulary: Vocabulary, tells_who: bool) -> bool:
    """Return True if a chat text may change the score, besides what `_may_settle_or_correct` finds.

    It has numbers other than times, two rows, a possible missing flush, amounts in words about somebody, or
    a misspelling such as `missdeal`. Short texts with a cross and texts in unknown scripts count too.
    """
    words_of, says, length = vocabulary.words_of, vocabulary.says, len(text.split())
    rows = len(_matching(words_of("rows")).findall(text))
    return (
        _DIGIT.search(without_times(vocabulary, text)) is not None
        or compiled(_UNKNOWN_SCRIPTS).search(text) is not None
        or (re.search(CROSS, text) is not None and length <= _FEW_WORDS)
        or rows > 1
        or (rows == 1 and says("ranks|suits", text))
        or (context.lacks_suits and says("suits", text))
        or re.search("['’]s (?:cards|board|hand|phone)(?![a-z])", text) is not None
        # `hearts not spades`, `the two was a three`
        or (says("suits", text) and says("talk.denies|talk.is", text))
        or says("talk.from_now", text)
        or (
            tells_who
            and _has(words_of("talk.cardinals|all.numbers") - words_of(_ONE), without_times(vocabulary, text))
        )
        or any(
            len(word) > _FEW_WORDS and near(word, tables()["talk"]["slips"], 0.82)
            for word in re.findall(r"[^\W\d_]+", text)
        )
    )


@lru_cache(maxsize=8)
def _amounts(vocabulary: Vocabulary) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of an amount of money, and of an amount for each point."""
    words_of = vocabulary.words_of
    each = one_of(word for word in words_of("all.money.per") - words_of("talk.not_each") if len(word) > 2)
    others = words_of("all.money.cents|all.money.pence|ledger.units") - words_of("talk.not_a_currency")
    units = f"(?:{vocabulary.currency}|{one_of(others)})"
    amount = rf"[€$£¥₫₱₩₽₹][ \t]?[0-9]|[0-9](?:[.,][0-9]+)*[ \t]?{units}"
    return re.compile(amount), re.compile(rf"[0-9][ \t]?(?:{units})?[ \t]*{each}[ \t]*\w")


def states_amount(text: str, vocabulary: Vocabulary) -> bool:
    """Return True if a text has a stake or an amount of money."""
    # In a board, `8c` is a card.
    words = "\n".join(line for line in text.split("\n") if count_cards(line) < len(Row))
    return vocabulary.says("key.stake", text) or _amounts(vocabulary)[0].search(folded(words)) is not None


@lru_cache(maxsize=1)
def _names_of_rules() -> frozenset[str]:
    names = {*rule_set_names()}.difference(tables()["talk"]["rules"])
    return frozenset(names.union(map(_without_accents, names)))


def without_counts(vocabulary: Vocabulary, text: str) -> str:
    """Remove times of day and the numbers and counts of deals from a text."""
    return vocabulary.shape(_WHICH).sub(" ", without_times(vocabulary, text))


def without_times(vocabulary: Vocabulary, text: str) -> str:
    """Remove times of day and counts of deals from a text."""
    return vocabulary.shape(_HOW_MANY).sub(" ", vocabulary.shape(_CLOCK).sub(" ", text))


@lru_cache(maxsize=128)
def _matching(words: frozenset[str], *, gap: str = "") -> re.Pattern[str]:
    """Return the pattern of whole lowercase words.

    Up to three words that match `gap` may come between the words of a phrase.
    """
    listed = {*map(folded, words)}
    plain = "|".join(re.escape(word) for word in sorted(listed, key=len, reverse=True) if word[-1] < "\u2e80")
    plain = plain.replace(r"\ ", rf"[ \t]+(?:{gap}[ \t]+){{0,3}}") if gap else plain
    wide = "".join(f"|{re.escape(word)}" for word in listed if word[-1] >= "\u2e80")
    return compiled(rf"(?<![^\W_])(?:{plain})(?![^\W_]){wide}")


def _has(words: frozenset[str], text: str) -> bool:
    return _matching(words).search(text) is not None


def _without_accents(text: str) -> str:
    """Return a text without diacritics: `mau binh`."""
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def count_cards(text: str) -> int:
    """Count the cards of a text, in any grouping."""
    return sum(map(_count_in_word, re.split(r"[\s,/|;:()._~–—-]+", text[:_LONGEST])))


def _count_in_word(word: str) -> int:
    if re.fullmatch(CARDS, word):
        return len(read_cards(word).cards) if len(word) > 1 or word.isdigit() or word.isupper() else 0
    # `HAHAHA` is laughter.
    return len({*re.findall(SUIT_FIRST, word)}) if re.fullmatch(f"(?:{SUIT_FIRST})+", word) else 0


_LAUGHS: Final = re.compile(
    r"(?i)(?:(\w\w?)\1{2,}\w?|([^\W\d_]([^\W\d_]))\2(?:\w|\3+)?|23{2,}|[0-9]{1,2}/10)[ \t.!]*"
)


def laughs(text: str) -> bool:
    """Return True for laughter and applause that look like cards: `kkkkk`, `10/10`."""
    return _LAUGHS.fullmatch(text.strip()) is not None


def _has_row(text: str) -> bool:
    """Return True if a word is three or more cards, at least one with a figure."""
    words = re.split(r"[\s,/|;:()*]+", text[:_LONGEST])
    rows = (word for word in words if _DIGIT.search(word) and re.fullmatch(CARDS, word))
    return any(len(read_cards(word).cards) > 2 for word in rows if not word.isdigit())


def says_payment(text: str) -> bool:
    """Return True for text with a word for paying that is a valid value of `paid`."""
    if not (_DIGIT.search(text) and _has(ENGLISH.words_of("money.paid"), folded(text))):
        return False
    return parse(normalize(Line("", 1, f"paid: {text}")), ENGLISH).sound


def says_foul(text: str) -> bool:
    """Return True if a text says that somebody fouled, without a denial."""
    return _has(ENGLISH.words_of("status.foul"), folded(text)) and not denies_foul(text)


def denies_foul(text: str) -> bool:
    """Return True if a text says that somebody or nobody fouled, with a denial: `fouls: none`."""
    has = partial(_has, text=folded(text))
    return has(ENGLISH.words_of("status.foul")) and has(ENGLISH.words_of("talk.denies|talk.nobody"))


def says_flush(text: str) -> bool:
    """Return True if a text has a word for a flush or a suit in any language, but no card: `queen of hearts`."""
    return ENGLISH.shape(_FLUSH).search(text) is not None


_FLUSH: Final = r"(?<![^\W_])(?<!of\x20)@all.ranks.flush|suits@|(?<![\w♠♥♦♣])[♠♥♦♣](?!\w)"
