"""Recognize plain words: the title of a log, and remarks without effect on scores."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

from ofcscore.diagnostics.problem import Problems, near
from ofcscore.log.keys import KEYS
from ofcscore.log.syntax import Entry, LineSyntax, Part, Text, entry, expected, note, told_note
from ofcscore.log.text.log_state import LogContext
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import MINUTES, Context, weigh
from ofcscore.log.text.repairs import MORE_THAN_WORDS, WORDS, Diagnostic
from ofcscore.log.vocabulary import CARDS, Vocabulary, folded, one_of
from ofcscore.log.words import tables
from ofcscore.rules.files import default_name, rule_set_names

_TALK: Final = tables()["talk"]
_LONGEST: Final = 200
_SHORT: Final = 4
"""The word limit of lines that may be about an unknown player: `Cid blew it`."""
_SHOWN: Final = 200
"""The number of lines shown in a warning."""
_STRESS: Final = re.compile(r"^>[ \t]+|(?<![^ \t(])[*_](?=[^\W_])|(?<=[^\W_])[*_](?![^ \t.,;:!?)])")
_RANKS_OF_CARDS: Final = r"(?<![^\W_])@ranks@ @talk.ranks_of@ (?:10|[2-9])s?(?![^\W_])"
"""Cards of a board: `poker di 2!`."""
_MORE_THAN_TALK: Final = re.compile(r"[0-9=+/|#<>~^*_\[\]{}]|:.*[^ \t]")


_OF_GAME: Final = (
    "keys|statuses|rows|currencies|money.point|money.paid|money.owes|money.void|money.double|money.cents|"
    "talk.house_rules|talk.may|talk.moves"
)


@lru_cache(maxsize=8)
def _matters(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words about boards, rules or money, which titles and remarks lack."""
    return vocabulary.words_of(_OF_GAME) - vocabulary.words_of("talk.in_titles")


@lru_cache(maxsize=1)
def _named_rules() -> re.Pattern[str]:
    names = (name for name, meant in rule_set_names().items() if meant != default_name())
    return re.compile(rf"(?<![^\W_]){one_of(names)}")


def title(log: LogContext, source: Normalized) -> Entry | None:
    """Return the title on a log's first line: plain words without a known meaning."""
    if log.begun or log.has_read_line:
        return None
    words = WORDS.findall(source.text)
    if not 1 < len(words) <= 8 or re.search(MORE_THAN_WORDS, source.text):
        return None
    # `night two` is one of a series.
    unnumbered = log.vocabulary.shape(_NUMBERED).sub(" ", source.text)
    matter = _not_in_titles(log.vocabulary)
    if any(folded(word) in matter for word in WORDS.findall(unnumbered)) or moves_terms(log, source.text):
        return None
    telling = [word for word in words if folded(word) not in _TALK["in_titles"]]
    if any(_is_similar(word, KEYS) for word in telling) or _named_rules().search(folded(source.text)):
        return None
    return entry("title", Part(words=(source.whole,)))


_NUMBERED: Final = (
    r"(?<![^\W_])@talk.series|deals|ledger.evening|key.date@ @talk.cardinals|all.numbers@(?![^\W_])"
)


@lru_cache(maxsize=8)
def _not_in_titles(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words about boards, rules or money, of a denial, and numbers above one."""
    words = (
        "talk.denials|talk.denies|talk.results|talk.undoes|talk.to_add|money.pence|talk.cardinals|all.numbers"
    )
    return _matters(vocabulary) | (
        vocabulary.words_of(words) - vocabulary.words_of("talk.cardinals.1|numbers.1")
    )


def moves_terms(log: LogContext, text: str) -> bool:
    """Return True if words above the boards may be about a rule for rows, or about points before the deals."""
    says, fees = log.vocabulary.says, log.vocabulary.words_of("talk.fees") - set(_TALK["not_a_fee"])
    of_rows = says("rows|terms.row|talk.of_cards", text) and says("cards|ranks|suits", text)
    return of_rows or any(f" {fee} " in f" {folded(text)} " for fee in fees)


def remark(log: LogContext, source: Normalized) -> Entry | None:
    """Return a note for a line of talk: `Hi all, here are the hands from last night`."""
    return note(source.whole) if is_talk(log, source.text) else None


def is_talk(log: LogContext, text: str, *, whole: bool = True) -> bool:
    """Return True for words that are not about a missing board, a rule or money.

    If `whole`, the text is a line of its own. Then it may name players with a board in the open deal,
    because their cards show whether they fouled.
    """
    if whole and log.begun:
        text = log.vocabulary.shape(_RANKS_OF_CARDS).sub("wow", text)
    # `Finished at 10.15 pm` is a time. Markdown quotes and emphasis are decoration.
    text = _STRESS.sub("", log.vocabulary.shape(MINUTES).sub(" ", text)) if whole else text
    words = WORDS.findall(text)
    if not words or len(text) > _LONGEST or _MORE_THAN_TALK.search(text):
        return False
    if whole and not log.begun and log.vocabulary.says("talk.moves", text):
        # `Ben doesn't settle with Cid`
        return False
    folded_words = [folded(word) for word in words]
    treats = [word for word in _TALK["treats"] if f" {word} " in f" {' '.join(folded_words)} "]
    # A line about a pizza is not about points, whoever is named.
    people = set() if treats else people_in(log.names)
    # A line about a fouled player may say that it was not a foul.
    of_deal = (log.called.get(name, (name,)) for name, status in log.in_deal.items() if not status)
    with_boards = [name for names in of_deal for name in names] if log.begun else log.names
    there = people_in(with_boards) if whole and not log.is_chat else set()
    named = people.intersection(word.removesuffix("'s") for word in folded_words)
    corrects = log.vocabulary.says("rows", text) and log.vocabulary.says("suits", text)
    asks = bool(named) and (len(words) == 1 or "?" in text)
    if not named <= there or (whole and (corrects or asks)):
        return False
    # `and Cid blew it` may be about a player, and `the deal was off` about the deal.
    tells = (
        log.begun
        and folded_words[0] in _TALK["starters"]
        and not any(word[0].isupper() for word in words[1:])
        and {*folded_words}.isdisjoint(log.vocabulary.deals)
    )
    begins = folded_words[0] in _TALK["openers"] or tells
    if whole and not treats and not named and not begins and len(words) <= _SHORT:
        if not log.begun and not _not_in_titles(log.vocabulary).isdisjoint(folded_words):
            # `five a head`
            return False
        return {word.removesuffix("s") for word in folded_words} <= _plain_words(log.vocabulary)
    folded_words = [word for word in folded_words if not any(word in treat.split() for treat in treats)]
    if not whole and any(near(word, ("foul", "fantasyland")) for word in _telling(folded_words)):
        return False
    return _is_harmless_remark(log, folded_words, text, _unsure_words(log, whole=whole), whole=whole)


def people_in(names: Iterable[str]) -> set[str]:
    """Return the names and each of their words."""
    return {word for name in names for word in (name, *name.split())}


@lru_cache(maxsize=8)
def _plain_words(vocabulary: Vocabulary) -> frozenset[str]:
    """Return the words of a short line without effect: `Totals for the evening`."""
    # A flush may be missing from the cards.
    ranks = (rank.split() for rank, meant in vocabulary.ranks.items() if "flush" not in meant)
    words_of = vocabulary.words_of
    plain = words_of("fillers|cards|talk.ranks_of|talk.openers|talk.in_titles|talk.summary").union(*ranks)
    kept = plain - words_of("deals") - (words_of("keys") - words_of("key.running"))
    return kept.union(word.removesuffix("s") for word in kept)


def _unsure_words(log: LogContext, *, whole: bool) -> frozenset[str]:
    words_of, unsure = log.vocabulary.words_of, _matters(log.vocabulary)
    unsure |= words_of("talk.not_counted|talk.meant|talk.undoes")
    if not whole:
        others = words_of("deals|talk.denials|talk.results|talk.not_a_deal|talk.relative")
        return unsure | others | people_in(log.names)
    unsure |= words_of("talk.corrects")
    # Rules come before the deals, and the cards decide who gets fantasyland.
    return unsure - words_of("talk.of_cards|rows|status.fantasyland") if log.begun else unsure


def _telling(words: Iterable[str]) -> list[str]:
    return [word for word in words if word not in _TALK["in_remarks"]]


def _is_harmless_remark(
    log: LogContext, words: Sequence[str], text: str, unsure: frozenset[str], *, whole: bool = True
) -> bool:
    """Return True if no word of a remark matters or looks like a misspelling of one that does."""
    words_of, people = log.vocabulary.words_of, people_in(log.names)
    unsure -= words_of("talk.in_remarks")
    known, sure = words_of("statuses|rows"), words_of("talk.in_titles|rows")
    below = whole and log.begun
    if below:
        known = words_of("statuses") - words_of("status.fantasyland")
        sure |= known | people | words_of("talk.of_cards")
    context = Context(frozenset(people), above=not log.begun, note=below)
    return _is_harmless(log, _telling(words), text, unsure, unsure, known, sure, context)


def _is_harmless(
    log: LogContext,
    words: Sequence[str],
    text: str,
    unsure: Collection[str],
    owners: Collection[str],
    known: Iterable[str],
    sure: Collection[str],
    context: Context,
) -> bool:
    """Return True if none of the lowercase words of a text matters.

    None may be `unsure` or a possessive of `owners`, nor a misspelling of a key or of a `known` word,
    unless it is `sure`.
    """
    line = folded(text)
    known = [*KEYS, *(word for word in known if " " not in word)]
    return not (
        any(word in unsure or word.removesuffix("'s") in owners for word in words)
        or any(" " in phrase and phrase in line for phrase in unsure)
        or _named_rules().search(line)
        or any(len(word) > 1 and word.isupper() and re.fullmatch(CARDS, word) for word in WORDS.findall(text))
        or any(_is_similar(word, known) for word in words if word not in sure)
        or weigh(text, context, log.vocabulary)
    )


_FOUL: Final = r"(?<![^\W_])(?:=[ \t]*)?(?P<foul>@FOUL@)(?![^\W_])"
_RANK: Final = (
    r"(?<![^\W_])(?:(?:10|[2-9])(?:s|ern?|(?=[ -]@talk.ranks_of@))|(?ai:str)[2-9]|(?![0-9])@CARDS@)(?![^\W_])"
)


def why_foul(log: LogContext, source: Normalized, sender: str = "") -> list[LineSyntax] | None:
    """Return a note for a line that explains a player's foul: `Ben fouled - 8 high in the middle`.

    If the player has a board in the open deal, expect the foul too: the cards must confirm it. In a chat,
    `sender` may have fouled.
    """
    text = source.text.strip(" \t()[].!>")
    padded = f" {' '.join(folded(word) for word in WORDS.findall(text))} "
    named = {name: text for name, text in log.names.items() if f" {name} " in padded}
    if not named and log.vocabulary.says("talk.oneself", text):
        named = {folded(sender): sender}
    if (
        (log.is_chat and not sender)
        or not named
        or not named.keys() <= log.in_deal.keys()
        or len(text) > _LONGEST
    ):
        return None
    shape, says = log.vocabulary.shape, log.vocabulary.says
    told = shape(_FOUL).search(source.text)
    rest = shape(_FOUL).sub(" ", text) if told else text
    rest = shape(rf"(?<![^\W_])(?:@talk.person_marks@ )?{one_of(named)}").sub(" ", rest)
    has_board = [name for name in named if log.in_deal[name] != "foul"]
    of_cards = told is not None or (not has_board and says("rows|ranks|cards", rest))
    rest = shape(_RANK).sub(" ", rest)
    if _MORE_THAN_TALK.search(re.sub("[:→]|[-=]+>", " ", rest)) or says(_CHANGES_FOUL, rest):
        return None
    if not (of_cards and is_reason(log, rest)) or "?" in text:
        return None
    if told is None:
        return [note(source.whole)]
    # `Ben fouled (tens on top), and that against the aces of Ana`
    clause = next(one for one in _CLAUSE.finditer(source.text) if one.end() > told.start())[0]
    padded = f" {' '.join(folded(word) for word in WORDS.findall(clause))} "
    fouled = [name for name in has_board if f" {name} " in padded] or has_board
    word = source.at(*told.span("foul"), "foul")
    said = note(source.whole)
    if has_board and (fouled != list(named) or not is_of_cards(log, rest)):
        # `Ben fouled, we forgave it`: results must confirm that the foul counts.
        if log.is_chat:
            return None
        what, hint = (
            "these words about a foul may limit it or take it back",
            "write what counts as a log line",
        )
        said = doubtful_note("line-unreadable", source, what, hint)
    return [said, *(expected(source.whole.with_text(named[name]), word) for name in fouled)]


def is_of_cards(log: LogContext, text: str) -> bool:
    """Return True for words that only describe cards and rows: `tens over nothing in the middle`."""
    shape = log.vocabulary.shape(rf"{_RANK}|(?<![^\W_])(?:@{_OF_CARDS}@)s?(?![^\W_])")
    return WORDS.search(shape.sub(" ", text)) is None


_OF_CARDS: Final = (
    "rows|ranks|cards|suits|talk.ranks_of|talk.up_on|talk.articles|talk.joins|talk.and|talk.is|talk.behind_foul|"
    "talk.before_place|talk.openers|talk.pronouns|talk.has|talk.person_marks|talk.excepts|talk.holds|talk.exclaims"
)
_CLAUSE: Final = re.compile("[^.,;()]+[.,;()]*")
_CHANGES_FOUL: Final = (
    "talk.meant|talk.corrects|talk.takes_back|talk.undoes|talk.may|talk.conditions|talk.but|talk.half|deals"
)


def settled(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a note for words that say only that everybody is paid: `All settled up`."""
    words = [folded(word) for word in WORDS.findall(source.text)]
    paid = {*(part for word in log.vocabulary.money["paid"] for part in word.split()), *_TALK["settled"]}
    if not paid.intersection(words) or re.search(MORE_THAN_WORDS, source.text) or log.is_chat:
        return None
    if not set(words) <= {*paid, *people_in(log.names), *_TALK["with_settled"]} or not log.begun:
        return None
    return [note(source.whole)]


def without_amount(log: LogContext, source: Normalized) -> Entry | None:
    """Return a note for words below the boards that tell no amount: `Ana paid, Ben will venmo`.

    Words that are not about paying are a sentence, which may name only players with a board in the open deal.
    """
    text, says = source.text, log.vocabulary.says
    if log.is_chat or not log.begun or len(text) > _LONGEST or re.search(r"[0-9?:=/|→>]", text):
        return None
    whom = log.vocabulary.shape(r"(?<![^\W_])@terms.for@ (@NAME@)").search(text)
    pays = says("money.paid|money.owes|key.paid|talk.ways", text)
    # If all cards have suits, `what a flush in the middle` does not add one.
    matters = _MORE_THAN_TALKING + ("|rows|ranks|suits" if pays or log.lacks_suits else "")
    if says(matters, text) or (whom is not None and folded(whom[1]) in log.names):
        return None
    words = {folded(word) for word in WORDS.findall(text)}
    context = Context(frozenset(people_in(log.names)), above=False, note=True)
    may_matter = weigh(text, context, log.vocabulary)
    absent = people_in(log.names) - people_in(log.in_deal)
    if not pays and (may_matter or len(words) < _SHORT or not words.isdisjoint(absent)):
        return None
    if not may_matter:
        log.remarks.append(source.whole)
    return note(source.whole)


_MORE_THAN_TALKING: Final = (
    "statuses|cards|suits.s|suits.h|suits.d|suits.c|currencies|money.double|money.triple|money.void|"
    "money.point|money.cents|key.rules|key.stake|deals|talk.redeals|talk.undoes|talk.meant|talk.corrects|"
    "talk.takes_back|talk.swaps|talk.denies|talk.nobody|talk.somebody|talk.excepts|talk.cardinals|talk.sums|talk.house_rules"
)


CHANGES: Final = (
    "talk.denies|talk.takes_back|talk.undoes|talk.returns|talk.sums|talk.cardinals|cards|talk.also"
)
"""Words of a sentence that may change the sentence before it."""


def is_beside_result(log: LogContext, text: str) -> bool:
    """Return True for words that do not change the result before them: `two boats lol`.

    The ranks that they name are those of a board, which the result confirms.
    """
    ranks = r"(?<![^\W_])(?:@talk.cardinals@ )?(?:(?:@ranks@)s?|@cards|rows|talk.ranks_of@)(?![^\W_])"
    land = rf"(?:{one_of(log.names)} )?(?:@talk.goes_to@ )*@FANTASYLAND@" if log.names else "@FANTASYLAND@"
    known = log.vocabulary.shape(rf"(?<![^\W_]){land}(?![^\W_])|{ranks}|(?<![^\W_])@talk.adds_up@(?![^\W_])")
    words = known.sub(" ", text).strip(" \t.!()")
    is_plain = not words or is_talk(log, words, whole=False)
    return is_plain and "?" not in text and not log.vocabulary.says(CHANGES, words)


_ASIDES: Final = re.compile(r"[ \t]*[(\[]([^()\[\]0-9]*[^\W\d_][^()\[\]0-9]*)[)\]]")


def without_asides(log: LogContext, source: Normalized) -> Normalized | None:
    """Return a line without remarks in brackets: `Total me -38 (ouch), Dave +24`; None without harmless ones."""
    asides = [*_ASIDES.finditer(source.text)]
    if not asides or not all(is_beside_result(log, aside[1]) for aside in asides):
        return None
    return source.edited((*aside.span(), "") for aside in asides)


def doubtful_note(code: str, piece: Normalized, what: str, hint: str) -> Entry:
    """Return a note with the error that is reported unless results in the log confirm the score."""
    doubt = Diagnostic(code, piece.line, piece.span(0, len(piece.text)), what, (), hint)
    return told_note(piece.whole)._replace(doubt=doubt.problem())


MATTERS_BESIDE_NAME: Final = (
    "statuses|suits|money.void|money.double|money.paid|money.owes|talk.denials|talk.half|talk.counted|talk.not_counted"
    "|money.point|talk.cardinals|talk.royalties|talk.moves|currencies|terms.narrows|key.dealer|talk.own_foul|talk.blunders|talk.foul_marks"
)
"""The words that matter in brackets behind a name."""


def words_behind(words: Normalized, what: str, code: str = "line-unreadable") -> Entry:
    """Return a note with the error about words behind a board, a result or the number of a deal."""
    hint = "put them on a line of their own after `#`"
    return doubtful_note(code, words, f"the words behind {what} cannot be read", hint)


_DAY: Final = (
    r"(?<![0-9])[0-9]{1,2}(?:st|nd|rd|th|\.)?~(?:(?ai:of|de) )?@months|short-days.all@(?:,? [0-9]{4})?(?![0-9])"
    r"|(?<![0-9])[0-9]{1,2}[./-][0-9]{1,2}[./-](?:[0-9]{4}|[0-9]{2})(?![0-9])"
)


def may_be_remark(log: LogContext, text: str, *, is_heading: bool = False) -> bool:
    """Return True for words below a board, or in a heading, that are not about money, a void deal or rules.

    They may still be about points, a foul or a card, so results in the log must confirm the score.
    """
    if log.is_chat or log.by_line or re.match(r"[^ ]+(?: [^ ]+)?[ \t]*:", text):
        return False
    if log.begun:
        return is_unlike_money(log.vocabulary, text)
    return (
        is_heading
        and bool(log.names)
        and is_unlike_money(log.vocabulary, text)
        and not _names_game(log, text)
    )


def is_unlike_money(vocabulary: Vocabulary, text: str) -> bool:
    """Return True for words that are not about money, a void deal or a number of points."""
    rest = text
    for part in (_DAY, MINUTES, _CARDS_OR_FANTASYLAND, rf"(?:(?<![^\W_])@talk.cardinals@ )?{_RANK}"):
        rest = vocabulary.shape(part).sub(" ", rest)
    return not (
        len(text) > _LONGEST
        or re.search(r"[0-9/|\\=→]|[-=]>", rest)
        or vocabulary.says(_OF_MONEY, text)
        or adds_points(vocabulary, rest)
        or (len(WORDS.findall(rest)) < _SHORT and vocabulary.says("talk.half|talk.counted", text))
    )


_CARDS_OR_FANTASYLAND: Final = r"(?<![0-9])1[3-7] @terms.cards@|(?:[-=–—]*>|=+|→)~@FANTASYLAND@"
"""Figures and signs in words that are not about points: `even with 14 cards`, `KK up top = fantasy`."""


def adds_points(vocabulary: Vocabulary, text: str) -> bool:
    """Return True for words with a number that may be points: `and ten more`, `Cid gets two`."""
    words_of = vocabulary.words_of
    numbers = words_of("talk.cardinals|all.numbers") - words_of("talk.cardinals.1|numbers.1")
    words = [folded(word) for word in WORDS.findall(text)]
    adds = len(words) < _SHORT or vocabulary.says("talk.to_add|talk.wins|talk.loses", text)
    return adds and any(word in numbers for word in words)


def _names_game(log: LogContext, text: str) -> bool:
    """Return True for words that name a rule set, perhaps misspelled, or a deal, or choose between games."""
    words = (folded(word) for word in WORDS.findall(text))
    misspelled = any(len(word) > _SHORT and near(word, rule_set_names(), 0.8) for word in words)
    chooses = log.vocabulary.says("deals|talk.conditions|terms.scoop", text)
    return misspelled or chooses or _named_rules().search(folded(text)) is not None


_OF_MONEY: Final = (
    "currencies|money.paid|money.owes|money.double|money.triple|money.quadruple|all.money.void|money.point|key.paid|"
    "key.rake|key.stake|key.rules|key.adjust|key.bank|key.chips|key.bankroll|talk.moves|talk.redeals|talk.undoes|"
    "talk.fees|talk.settlement|talk.not_counted|talk.void_sentences|talk.sums|terms.royalties"
)


def is_harmless_beside_day(log: LogContext, words: Sequence[str]) -> bool:
    """Return True if words beside a day above the deals are not about rules or money."""
    folded_words = [folded(word) for word in words]
    rows = log.vocabulary.rows.keys() & folded_words
    # `Thursday, back room` does not name a row.
    unsure = _unsure_words(log, whole=True) - (rows if len(rows) == 1 else set())
    return _is_harmless_remark(log, folded_words, " ".join(words), unsure)


def is_harmless_beside_terms(
    log: LogContext, words: Sequence[str], narrowing: Iterable[str], line: str = ""
) -> bool:
    """Return True for words beside terms that are not about players, rules or money.

    `narrowing` are more words that may matter. The writer's opponents in `line` are ignored.
    """
    folded_words, text = [folded(word) for word in words], " ".join(words)
    beside = log.vocabulary.shape(r"(?<![^\W_])@talk.beside@ (?P<who>[^.;:()0-9]*)").search(line)
    people = people_in(log.names).difference(WORDS.findall(folded(beside["who"])) if beside else ())
    if len(log.names) > 1 and all(set(name.split()) & {*folded_words} for name in log.names):
        # `pineapple, 1 euro a point, Nina Pete Olga` lists the players.
        people = set()
    words_of = log.vocabulary.words_of
    unsure = {*_matters(log.vocabulary), *words_of("talk.denials|talk.results"), *people, *narrowing}
    if any(len(word) > _SHORT and near(word, rule_set_names(), 0.8) for word in folded_words):
        return False
    context = Context(frozenset(people), above=not log.begun)
    return _is_harmless(log, folded_words, text, unsure, people, words_of("statuses|rows"), (), context)


def is_reason(log: LogContext, text: str) -> bool:
    """Return True for the reason of a foul: no figures, no players, no denial."""
    folded_words = {folded(word) for word in WORDS.findall(text)}
    words_of = log.vocabulary.words_of
    unsure = words_of("talk.denies|talk.takes_back|talk.undoes|talk.may|talk.house_rules")
    unsure -= words_of("talk.of_cards")
    if re.search("[0-9]", text) or moves_money(log, text):
        return False
    return folded_words.isdisjoint((unsure | people_in(log.names)) - words_of("talk.ranks_of|cards"))


def moves_money(log: LogContext, text: str) -> bool:
    """Return True if a text is about a foul, a payment, a double stake or a void deal."""
    return log.vocabulary.says("statuses|money.paid|money.owes|money.double|money.void", text)


def _is_similar(word: str, known: Iterable[str]) -> bool:
    return len(word) > 3 and near(folded(word), known, 0.85) is not None


def listed_texts(texts: Sequence[Text]) -> str:
    """List texts with their line numbers, as in a warning."""
    # In a chat, the sender's name may stand for `I`.
    typed = (
        text.text if text.text in text.line.text else text.line.text[slice(*text.span)] for text in texts
    )
    shown = [
        f"line {text.line.number} `{words.strip()[:60]}`"
        for text, words in zip(texts[:_SHOWN], typed, strict=False)
    ]
    more = f" and {len(texts) - _SHOWN} more" if len(texts) > _SHOWN else ""
    return f"{', '.join(shown)}{more}"


def warn_of_remarks(problems: Problems, remarks: Sequence[Text]) -> None:
    """Warn with a list of the remarks, as some may matter."""
    if remarks:
        message = f"read as {'a remark' if len(remarks) == 1 else 'remarks'}: {listed_texts(remarks)}"
        help = "if one is about a board or money, write it as a log line, for example `paid: Ann -> Bob 5`"
        problems.warn("note-unread", remarks[0].place, message, help)
