"""Detect the card letters of other languages from all rows of a log; translate them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from typing import Final, NamedTuple

from ofcscore.diagnostics.problem import Edit, Fix, Problem, Problems, listed
from ofcscore.game.cards import BOARD_SIZE, SUIT_SIGNS, SUITS, Row
from ofcscore.log.syntax import Line, spans
from ofcscore.log.words import tables

_OUTLINED: Final = str.maketrans("♤♡♢♧", "♠♥♦♣")
Letters = tuple[tuple[str, str], ...]
"""Letters of ranks or suits as typed, each with its code."""
OWN: Final = "own"
"""The pseudo-language of a log that explains its own letters."""
_SIZES: Final = frozenset((Row.TOP.size, Row.BOTTOM.size, BOARD_SIZE))
_ENGLISH_RANKS: Final = (("J", "J"), ("Q", "Q"), ("K", "K"), ("A", "A"), ("T", "T"))
_ENGLISH_SUITS: Final = tuple((suit, suit) for suit in SUITS)
_NUMBERS: Final = ("10", *"98765432")
_WORD_RANKS: Final = {chr(0xE000 + i): rank for i, rank in enumerate("AKQJT98765432")}
_WORD_SUITS: Final = {chr(0xE010 + i): suit for i, suit in enumerate(SUITS)}
"""Placeholders for a word of a card until its row is parsed."""
_WORDS: Final = f"[{''.join((*_WORD_RANKS, *_WORD_SUITS))}]"
_FILL: Final = chr(0xE020)
"""The filler after a placeholder up to the length of the word."""
_MOST_READ: Final = 8000
_MOST_LINES: Final = 100
"""The most lines that are used to detect the letters, and to confirm them."""
_LONGEST: Final = 400
_COMMA: Final = r"[ \t]*(?:,[ \t]*)?"
_BETWEEN: Final = rf"{_COMMA}|[.]|-|[ \t]+-[ \t]+(?![0-9]+[ \t]*$)"
"""Signs between the cards of a row."""
_PARTING: Final = r"[ \t]*,[ \t]*|[ \t]+-[ \t]+|(?<=[^ \t])-(?=[^ \t])"
"""Signs that may separate rows."""
_OPEN: Final = r"(?<![^\W_])(?<![♠♥♦♣.,][0-9])(?<![+€$£#'’♠♥♦♣-])"
_SHUT: Final = r"(?![^\W_]|[♠♥♦♣'’]|[ \t]*[:=]|[.,][0-9])"
_ORDINAL: Final = "[0-9]+(?ai:st|nd|rd|th|ste|re|er|de|da)"
_OF: Final = "(?i:of|de|di|von|do|da|the)[ \\t]+"
_STATED: Final = re.compile(r"(?m)(?<![^ \t\"'{,])[Cc]ards[\"']?[ \t]*[:=,;][ \t]*[\"']?([a-z]{2})(?![^\W_])")
_MEANS: Final = r"(?:[ \t]*[=:][ \t]*|[ \t]+)"
_PAIR: Final = rf"([^\W\d_]{{1,3}}){_MEANS}([^\W\d_]+)"
_LEGEND: Final = re.compile(
    r"(?m)(?:^[ \t#(]*(?:[^\W\d_]+[ \t]*:)?|[.,;(])[ \t]*"
    rf"((?=[^\W\d_]+[ \t]*[=:])(?:[^\W\d_]{{1,3}}+{_MEANS}[^\W\d_]++[ \t,;.|/)]*){{2,24}})$"
)
"""Explained letters up to the end of a line; `D dame` needs no sign behind a pair with one."""


_NAMES: Final = {
    "at": "Austrian", "da": "Danish", "de": "German", "en": "English", "es": "Spanish", "fr": "French",
    "id": "Indonesian", "it": "Italian", "nl": "Dutch", "pl": "Polish", "pt": "Portuguese", "ru": "Russian",
    "sv": "Swedish", "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


class Alphabet(NamedTuple):
    """The rank and suit letters of a log, and the languages that use them."""

    languages: tuple[str, ...]
    ranks: Letters
    suits: Letters

    @property
    def is_english(self) -> bool:
        return self.languages == ("en",)


class Choice(NamedTuple):
    """The alphabet of a log, None for English, or the languages to choose from."""

    alphabet: Alphabet | None = None
    unclear: tuple[str, ...] = ()


class CardEdit(NamedTuple):
    """One or more cards in a text, and their code."""

    start: int
    end: int
    code: str


class _Run(NamedTuple):
    """A group of adjacent cards."""

    start: int
    end: int
    cards: tuple[CardEdit, ...]
    typed: bool
    """True if English cards are also written this way."""

    @property
    def codes(self) -> str:
        return " ".join(card.code for card in self.cards)


# --- the table


@lru_cache(maxsize=1)
def _alphabets() -> tuple[Alphabet, ...]:
    """Return English and the other languages, also mixed with English ranks or suits."""
    found: dict[tuple[Letters, Letters], tuple[str, ...]] = {}
    for language, letters in {"en": {}, **tables()["alphabets"]}.items():
        ranks, suits = (
            tuple((form, code) for code, *forms in letters.get(kind, ()) for form in forms)
            for kind in ("ranks", "suits")
        )
        own = ranks or _ENGLISH_RANKS
        for pair in ((own, suits), (own, _ENGLISH_SUITS), (_ENGLISH_RANKS, suits)):
            if pair[1]:
                found[pair] = (*dict.fromkeys((*found.get(pair, ()), language)),)
    return tuple(Alphabet(("en",) if "en" in named else named, *letters) for letters, named in found.items())


def _forms(letters: Letters) -> dict[str, str]:
    """Return letters as typed, in lower and upper case, with their codes."""
    return {
        form: code
        for letter, code in letters
        for form in (letter, letter.lower(), letter.upper(), letter.capitalize())
    }


def _own_forms(alphabet: Alphabet) -> set[str]:
    """Return the letters that English cards do not have in that position."""
    ranks, suits = {*_forms(alphabet.ranks)}, {*_forms(alphabet.suits)}
    return (ranks - {*_forms(_ENGLISH_RANKS)}) | (suits - {*_forms(_ENGLISH_SUITS)})


def _one_of(forms: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, forms), key=lambda form: (-len(form), form)))


@lru_cache(maxsize=1)
def _signs() -> tuple[dict[str, str], dict[str, str]]:
    """Return placeholders for words of suits, and for words of ranks."""
    data = tables()
    return (
        {word: sign for sign, suit in _WORD_SUITS.items() for word in data["suits"][suit]},
        {word: sign for sign, rank in _WORD_RANKS.items() for word in data["cards"].get(rank, ())},
    )


@lru_cache(maxsize=1)
def _words() -> tuple[dict[str, str], re.Pattern[str]]:
    """Return placeholders for words of suits and ranks, and the pattern of these words."""
    suits, ranks = _signs()
    start = rf"(?:(?<=\w)[ \t]+{_OF}|(?<![^\W_]))"
    word = rf"(?:{start}(?P<suit>{_one_of(suits)})|(?<![^\W_])(?P<rank>{_one_of(ranks)}))"
    return {**suits, **ranks}, re.compile(rf"(?i:{word})(?![^\W\d_])")


# --- the cards in a text


@lru_cache(maxsize=128)
def _patterns(
    alphabet: Alphabet,
) -> tuple[re.Pattern[str], re.Pattern[str], dict[str, tuple[re.Pattern[str], ...]]]:
    """Return the patterns for cards before a row, cards after it, and each notation: a row and a card."""
    words = f"[{''.join(_WORD_SUITS)}]{_FILL}*"
    signs = _one_of((*SUIT_SIGNS.values(), *_forms(alphabet.suits)))
    plain = _one_of(_ranks(alphabet))
    ranks = f"(?:{plain}|[{''.join(_WORD_RANKS)}]{_FILL}*)"
    # Before several ranks, only English letters are suits: others are names or ranks.
    first = signs if alphabet.is_english else _one_of(SUIT_SIGNS.values())
    cards = {
        "after": rf"(?P<rank>{ranks})(?P<suit>{signs}|[ \t]?{words})",
        "before": rf"(?P<suit>{signs}|{words}[ \t-]?)(?P<rank>{ranks})",
        "bridge": rf"(?P<suit>{first}|{words})[ \t]*(?P<rank>{ranks}(?:{_COMMA}{ranks})*)",
        "bare": f"(?P<rank>{plain})",
    }
    any_card = f"(?:{signs}|{words})?(?:{plain})(?:{signs}|{words})?"
    before = re.compile(rf"(?:^|[ \t,.-])(?:{any_card})+[ \t,.-]+$")
    behind = re.compile(rf"[ \t,.-]*(?:{any_card}|10|[2-9♠♥♦♣]|[TJQKA])(?![^\W_])(?![.,]?[0-9])")
    ways: dict[str, tuple[re.Pattern[str], ...]] = {}
    for way, card in cards.items():
        one = re.sub(r"\?P<[a-z]+>", "?:", card)
        between = _COMMA if way == "bridge" else _BETWEEN
        row = re.compile(rf"{_OPEN}{one}(?:(?:{between}){one})*{_SHUT}")
        ways[way] = (row, re.compile(card))
    return before, behind, ways


@lru_cache(maxsize=128)
def _ranks(alphabet: Alphabet) -> dict[str, str]:
    """Return the ranks as typed; T is a ten unless it has another meaning."""
    own = _forms(alphabet.ranks)
    taken = {*own, *_forms(alphabet.suits)}
    tens = {form: "T" for form in "Tt" if form not in taken}
    return {**own, **tens, **{number: number for number in _NUMBERS}}


def _runs(alphabet: Alphabet, text: str) -> list[_Run]:
    """Return the rows and boards in a line, with words if all of them are in rows."""
    text = text.translate(_OUTLINED)
    signs, pattern = _words()
    worded = pattern.sub(
        lambda m: signs.get((m["rank"] or m["suit"]).lower(), m[0]).ljust(len(m[0]), _FILL), text
    )
    runs = _runs_in(alphabet, worded)
    inside = {at for run in runs for at in range(run.start, run.end)}
    if all(match.start() in inside for match in re.finditer(_WORDS, worded)):
        return runs
    return _runs_in(alphabet, text)


def _runs_in(alphabet: Alphabet, text: str) -> list[_Run]:
    found: dict[tuple[int, int], _Run] = {}
    unsure: set[tuple[int, int]] = set()
    for way, (row, _) in _patterns(alphabet)[2].items():
        for match in row.finditer(text):
            for run in _parts(alphabet, way, text, *match.span()):
                other = found.setdefault(run[:2], run)
                if other.codes != run.codes:
                    unsure.add(run[:2])
    sure = sorted(found.keys() - unsure)
    return [found[a, b] for a, b in sure if not any(c <= a and b <= d for c, d in sure if (c, d) != (a, b))]


def _parts(alphabet: Alphabet, way: str, text: str, start: int, end: int) -> Iterator[_Run]:
    """Yield the cards in a span if they are a row or a board, even after an initial.

    Otherwise, yield the cards between commas if all pieces except the first are rows.
    """
    before, behind, ways = _patterns(alphabet)
    if behind.match(text, end) or before.search(text[:start]):
        return
    cards = [_edit(alphabet, way, card) for card in ways[way][1].finditer(text, start, end)]
    name = re.match(r"[^\W\d_][ \t]+", text[start:end]) if not text[:start].strip() else None
    for begin in (start, start + name.end()) if name is not None else (start,):
        if (run := _run(alphabet, way, text, cards, begin, end)) is not None:
            yield run
            return
    pieces = [(start + a, start + b) for a, b in spans(text[start:end], _PARTING)]
    runs = [_run(alphabet, way, text, cards, *piece) for piece in pieces]
    if len(runs) > 1 and None not in runs[1:]:
        yield from (run for run in runs if run is not None)


def _run(alphabet: Alphabet, way: str, text: str, cards: list[CardEdit], start: int, end: int) -> _Run | None:
    """Return the cards in a span, None if they are neither a row nor a board."""
    inside = [card for card in cards if start <= card.start and card.end <= end]
    said = text[start:end]
    count = sum(1 if way == "bare" else len(card.code) // 2 for card in inside)
    if count not in _SIZES or (way == "bridge" and count == BOARD_SIZE):
        return None
    if way == "bridge" and len(inside) == 1 and said[0].isalpha():
        # `S 997` is the row of player S.
        return None
    mixed = any({*map(str.isupper, filter(str.isalpha, word))} == {True, False} for word in said.split())
    if way == "bare" and (
        re.fullmatch(_ORDINAL, said) or (not said.isupper() and not re.search("[0-9]", said))
    ):
        return None
    if mixed and not alphabet.is_english and way in ("bare", "bridge") and not re.search(r"(?i:kn)", said):
        return None
    return _Run(start, end, tuple(inside), way != "bridge" and not re.search(_WORDS, said))


def _edit(alphabet: Alphabet, way: str, card: re.Match[str]) -> CardEdit:
    """Return the code of one card, or of several cards after their suit."""
    if way == "bare":
        return CardEdit(*card.span(), _ranks(alphabet)[card["rank"]])
    ranks, suits, letters = _codes(alphabet)
    suit = suits[card["suit"].strip(f" \t-{_FILL}")]
    return CardEdit(*card.span(), "".join(ranks[letter] + suit for letter in letters.findall(card["rank"])))


@lru_cache(maxsize=128)
def _codes(alphabet: Alphabet) -> tuple[dict[str, str], dict[str, str], re.Pattern[str]]:
    """Return the codes of typed ranks and suits, and the pattern of a rank."""
    ranks = {**_ranks(alphabet), **_WORD_RANKS}
    codes = {letter: code.replace("10", "T") for letter, code in ranks.items()}
    signs = {sign: suit for suit, sign in SUIT_SIGNS.items()}
    suits = {**signs, **_WORD_SUITS, **_forms(alphabet.suits)}
    return codes, suits, re.compile(_one_of(ranks))


def edits(alphabet: Alphabet, text: str) -> list[CardEdit]:
    """Return the cards of a line whose notation differs from this program's codes."""
    return [
        card
        for run in (_runs(alphabet, text) if len(text) <= _LONGEST else ())
        if not (alphabet.is_english and run.typed)
        for card in run.cards
        if text[card.start : card.end] != card.code
    ]


def translated(alphabet: Alphabet | None, text: str) -> str:
    """Return a text with its rows translated to the codes of this program.

    >>> translated(choose("Ana: R R 7 / V V 8 4 2 / D D 9 9 5", ()).alphabet, "R V 10")
    'K J 10'
    """
    if alphabet is None:
        return text
    for edit in reversed(edits(alphabet, text)):
        text = text[: edit.start] + edit.code + text[edit.end :]
    return text


def ask_for_letters(problems: Problems, languages: Sequence[str], lines: Sequence[Line]) -> None:
    """Report the first row whose cards differ between the possible languages."""
    alphabets = {
        language: [alphabet for alphabet in _alphabets() if language in alphabet.languages]
        for language in languages
    }
    for line in lines if languages else ():
        runs = (run for own in alphabets.values() for alphabet in own for run in _runs(alphabet, line.text))
        start, end = next((run[:2] for run in runs), (0, 0))
        row = line.text[start:end]
        readings = []
        for language, own in alphabets.items():
            texts = (translated(alphabet, row) for alphabet in own)
            readings.append((language, next((text for text in texts if text.lower() != row.lower()), row)))
        if all(text.lower() == row.lower() for _, text in readings):
            continue
        meanings = [f"`{text}` in {_NAMES[language]}" for language, text in readings]
        above, end_above = lines[0], len(lines[0].text)
        fixes = tuple(
            Fix(
                f"write `cards: {language}` above the deals",
                (Edit(above.file, above.number, 0, end_above, f"cards: {language}\n{above.text}"),),
                safe=False,
            )
            for language in languages
        )
        message = f"`{row}` could be {listed(meanings, 'or')}"
        hint = listed((fix.title for fix in fixes), "or")
        place = line.whole.part(start, end).place
        problems.add(Problem("card-unreadable", place, message, hint, fixes=fixes))
        return


# --- which letters a log has


def choose(text: str, spoken: Iterable[str]) -> Choice:
    """Return the alphabet that fits all rows of a log.

    `spoken` are the languages of its other words. They decide between alphabets that give different cards.
    """
    (lines, letters), stated = _lines(text), _STATED.findall(text)
    named = [*_legend(text)] or [a for a in _alphabets() if not {*a.languages}.isdisjoint(stated)]
    if not lines:
        return Choice()
    english = next(alphabet for alphabet in _alphabets() if alphabet.is_english)
    may = named or [a for a in _alphabets() if not letters.isdisjoint(_own_forms(a))]
    read = {alphabet: [_runs(alphabet, line) for line in lines] for alphabet in (english, *may)}
    # With a legend of suits alone, the ranks of each language are tried, and `6 de` in a date may be cards.
    rows = [
        sorted(
            {
                run[:2]
                for runs in read.values()
                if not named or 2 * sum(run.end - run.start for run in runs[at]) > len(line)
                for run in runs[at]
                if _is_evidence(line, run)
            }
        )
        for at, line in enumerate(lines)
    ]
    viable: dict[Alphabet, tuple[str, ...]] = {}
    for alphabet in (*may, *([english] if english not in may and not named else [])):
        codes = [
            next((run.codes for run in own if run.start <= a and b <= run.end), None)
            for own, spans in zip(read[alphabet], rows, strict=True)
            for a, b in spans
        ]
        if None not in codes:
            viable[alphabet] = tuple(code.replace("10", "T") for code in codes if code is not None)
    if english in viable:
        # Cards in a list of their own are not rows here.
        has_words = any(match["suit"] for line in lines for match in _words()[1].finditer(line))
        untyped = any(not run.typed for runs in read[english] for run in runs)
        return Choice(english if has_words or untyped else None)
    if named:
        viable = dict(islice(viable.items(), 1))
    of_language = {one: codes for one, codes in viable.items() if not {*one.languages}.isdisjoint(spoken)}
    if len({*viable.values()}) > 1 and len({*of_language.values()}) == 1:
        viable = of_language
    if not viable:
        return Choice()
    first = next(iter(viable))
    known = named or not viable.keys().isdisjoint(of_language)
    if len({*viable.values()}) == 1 and (known or _is_sure(lines, read[first])):
        return Choice(first)
    languages = {codes: alphabet.languages[0] for alphabet, codes in reversed(viable.items())}
    return Choice(None, tuple(sorted({*languages.values()})))


def _lines(text: str) -> tuple[list[str], frozenset[str]]:
    """Return the lines that show a log's letters, and its non-English card letters.

    There are no lines if all cards are typed in English.
    """
    text = re.sub("[\ufe0e\ufe0f]", "", _COMMENT.sub("", text).translate(_OUTLINED))
    signs = {*"".join(_every_form()), *"0123456789♠♥♦♣"}
    words = {
        word
        for word in set(_WORD.findall(text))
        if signs.issuperset(word) and _may_be_cards(word) and not _ENGLISH.fullmatch(word)
    }
    if not (words or _has_words_of_cards(text) or _SIGN_BEFORE.search(text)):
        return [], frozenset()
    typed = [line for line in dict.fromkeys(text.split("\n")) if len(line) <= _LONGEST][:_MOST_READ]
    tells = {line: _tells(words, line) for line in typed}
    telling = [line for line in typed if tells[line]]
    rest = [line for line in typed if not tells[line] and re.search("[0-9]", line)]
    letters = "".join(words.intersection(word for line in telling for word in _WORD.findall(line)))
    forms = frozenset(form for form in _every_form() if form in letters)
    return (telling[:_MOST_LINES] + rest[:_MOST_LINES] if telling else []), forms


def _has_words_of_cards(text: str) -> bool:
    """Return True if a text has words of suits or ranks, except those that are typed cards, too: `As`."""
    typed = {*re.findall(r"(?<![^\W_])[^\W\d_]+", text.casefold())}
    words = (word for words in _signs() for word in words if word.casefold() in typed)
    # Compiling the pattern of all words takes longer than reading a short log.
    return not all(map(_ENGLISH.fullmatch, words)) and not all(
        _ENGLISH.fullmatch(match[0]) for match in _words()[1].finditer(text)
    )


def _may_be_cards(word: str) -> bool:
    """Return True for a word that may be cards: letters and digits, capitals, or a card such as `Dp`."""
    if not word.isalpha():
        return any(map(str.isalpha, word))
    if len(word) > 2 and word.isupper():
        return True
    suits, halves = _suits_beside(), ((word[:at], word[at:]) for at in range(1, len(word)))
    return word in suits or any(b in suits.get(a, ()) or a in suits.get(b, ()) for a, b in halves)


@lru_cache(maxsize=1)
def _suits_beside() -> dict[str, frozenset[str]]:
    """Return the suits that may be beside each rank in any language."""
    found: dict[str, frozenset[str]] = {}
    for alphabet in _alphabets():
        suits = frozenset(_forms(alphabet.suits))
        found |= {rank: found.get(rank, suits) | suits for rank in _forms(alphabet.ranks)}
    return found


def _tells(words: set[str], line: str) -> bool:
    """Return True for a line with a row in which one of these words is a card."""
    found = _WORD.findall(line)
    foreign = [word for word in found if word in words]
    cards = len(foreign) + sum(_ENGLISH.fullmatch(word) is not None for word in found)
    capitals = any(len(word) >= Row.TOP.size and word.isupper() for word in foreign)
    if capitals or (foreign and cards >= Row.TOP.size):
        return True
    said = _words()[1].findall(line)
    # `2 of hearts` may be alone on a line of JSON.
    is_card = any(suit for suit, _ in said) and (any(rank for _, rank in said) or re.search("[0-9]", line))
    return len(said) >= Row.TOP.size or bool(is_card) or _SIGN_BEFORE.search(line) is not None


_COMMENT: Final = re.compile(r"(?m)(?:^|[ \t])[ \t]*#(?![0-9]).*$")
_WORD: Final = re.compile(r"[^\s/|;:,()\[\]\"`*=→+._-]+")
_ENGLISH: Final = re.compile(
    r"(?:(?:10|[2-9TJQKAtjqka])[shdcSHDC♠♥♦♣]?)+|(?:[shdcSHDC♠♥♦♣](?:10|[2-9TJQKAtjqka]))+"
)
"""A word of cards as typed in English."""
_SIGN_BEFORE: Final = re.compile(
    r"(?:^|[\s/|;:,([])(?:[♠♥♦♣]|[SHDC][ \t])[ \t]*(?:10|[2-9TJQKA])[ \t,]?(?:10|[2-9TJQKA])"
)
"""A suit before several ranks."""


@lru_cache(maxsize=1)
def _every_form() -> frozenset[str]:
    return frozenset(form for a in _alphabets() for form in (*_forms(a.ranks), *_forms(a.suits)))


def _is_evidence(line: str, run: _Run) -> bool:
    """Return True for cards with a digit, as nearly all rows have one."""
    return not run.typed or re.search("[0-9]", line[run.start : run.end]) is not None


def _is_sure(lines: list[str], read: list[list[_Run]]) -> bool:
    """Return True if rows have three non-English letters, or two on three lines."""
    found = [
        {
            letter
            for start, end, code in (card for run in runs for card in run.cards)
            for letter in {*line[start:end].lower()} - {*code.lower()}
            if letter.isalpha()
        }
        for line, runs in zip(lines, read, strict=True)
    ]
    count = len(set().union(*found))
    return count > 2 or (count > 1 and sum(map(bool, found)) > 2)


def _legend(text: str) -> Iterator[Alphabet]:
    """Yield the alphabet that a line explains: `A = Ass, K = König, D = Dame, B = Bube`."""
    signs = {word: sign for words in _signs() for word, sign in words.items()}
    ranks: dict[str, str] = {}
    suits: dict[str, str] = {}
    for match in _LEGEND.finditer(text):
        pairs = [(letter, signs.get(word.lower(), "")) for letter, word in re.findall(_PAIR, match[1])]
        if all(sign for _, sign in pairs):
            ranks |= {letter: _WORD_RANKS[sign] for letter, sign in pairs if sign in _WORD_RANKS}
            suits |= {letter: _WORD_SUITS[sign] for letter, sign in pairs if sign in _WORD_SUITS}
    codes = {*ranks.values()}
    rest = tuple(pair for pair in _ENGLISH_RANKS if pair[1] not in codes and pair[0] not in ranks)
    others = _alphabets() if ranks or suits else ()
    # The letters that are not explained may be those of a language.
    of_languages = dict.fromkeys(a.ranks for a in others if ranks.items() <= {*a.ranks})
    all_ranks = {(*ranks.items(), *rest): None, **of_languages} if ranks else of_languages
    all_suits = [tuple(suits.items())] if suits else dict.fromkeys(a.suits for a in others)
    yield from (Alphabet((OWN,), *letters) for letters in product(all_ranks, all_suits))


def before_legend(text: str) -> str:
    """Return the text before a legend of card letters, all of it without one."""
    match = _LEGEND.search(text)
    return text if match is None else text[: match.start()]


def explains_letters(alphabet: Alphabet | None, text: str) -> bool:
    """Return True for a line that explains the letters of all rows of the log."""
    explained = [*_legend(text)]
    if alphabet is not None:
        return alphabet.languages == (OWN,) and bool(explained)
    ranks, suits = dict(_ENGLISH_RANKS), dict(_ENGLISH_SUITS)
    return any(
        all(ranks.get(letter.upper(), code) == code for letter, code in one.ranks)
        and all(suits.get(letter.lower(), code) == code for letter, code in one.suits)
        for one in explained
    )
