"""Void deals that are named elsewhere in their log: `void: deal 1` below deal 2, `deal 3 void (misdeal)`.

A log is streamed, so a first pass collects the names before any deal is scored.
"""

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import BinaryIO, Final, NamedTuple, cast

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import Peeked, Source
from ofcscore.log.syntax import DealSyntax, Entry, Item, Text

_WORDS = """
    void misdeal mis-deal missdeal miss-deal cancel count nodeal vergeben nul valid vale cuenta conta compte
    nicht ltnet niet
    ltig ongeldig liczy válid valía считается считаем всч 作废 作廢 hủy huỷ 发错 發錯 重发 重發 不算 valeu
    compté bỏ chiasai chialại khôngtính valió gezählt zählte liczone отмен аннулир annul anulad geçersiz
    räknas ogiltig lasketa nieważn 무효 batal redeal re-deal exposed scrapped threwitin threwthemin thrown
    weggeworfen abgebrochen refaire contó contou rifare перераздача пересдача hindikasama dikasama
    hindibinilang walangbilang gegeben neugeben faussedonne malrepartida maldada dealtwrong wrongdeal
    dealagain dealtagain doover do-over nogood worthless
"""
WORDS: Final = tuple(_WORDS.split())
"""One of these, in small letters and without blanks, stands in each log that has a void deal."""
_ENCODED: Final = tuple(word.encode() for word in WORDS)
_ASCII: Final = tuple(filter(bytes.isascii, _ENCODED))
_NO_LETTERS: Final = b"0123456789 /\n\r\t:"
_OF_CARDS: Final = b"0123456789 /\r\t:JjQqSsHhDdCc{}[],"
"""Signs that cards are written with, and few words."""
_BETWEEN_QUOTES: Final = bytes.maketrans(b'"', b"\n")


def _without_cards(text: bytes) -> bytes:
    """Return the lines of a text, each once, in small letters and without most signs of cards."""
    return b"\n".join({*text.translate(_BETWEEN_QUOTES, _OF_CARDS).lower().split(b"\n")})


_BARE_WORDS: Final = frozenset(map(_without_cards, _ASCII))
_LONGEST_WORD: Final = 32
"""No word has more bytes."""
_CHUNK: Final = 1 << 18
_HELD: Final = 1 << 24
"""The number of bytes of a pipe that are read ahead."""
_NAMES_KEPT: Final = 10_000
_WHY: Final = re.compile(r"(?ai:(?:(?:both|is|are|was|were)[ \t]+)*void(?:ed)?(?![a-z]))[ \t,;:(\[–—-]*")
"""The word that only repeats the key."""


class NamedVoid(NamedTuple):
    """A void deal as another line names it: its name, the reason (may be empty), and the line."""

    name: str
    why: str
    at: Text
    also: bool = False
    """True if the line says that this deal is one more than another."""


class Voids(NamedTuple):
    """The void deals that the first pass found named in a log.

    `named` are the void deals that a line names, by name. `lines` are those of them that are named by a deal
    line without boards, which is no deal of its own. `names` are the names of deals that are no numbers.
    """

    named: Mapping[str, NamedVoid] = MappingProxyType({})
    lines: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    first: str = "1"
    """The name of the first deal, and `highest` the highest number of one."""
    highest: int = 0

    def of(self, entry: Entry) -> tuple[NamedVoid, ...]:
        """Return the deals that a `void` names, none if it is about the deal it stands in."""
        if entry.key.text != "void" or not entry.parts:
            return ()
        from ofcscore.log.text.deal_numbers import named_deals

        words = entry.parts[0].words[0]
        in_order = not self.first.isdecimal() or self.first == "1"
        named = named_deals(words.text, self.names, in_order=in_order)
        if named is None:
            # Words that name no deal are a reason.
            return ()
        why = _WHY.sub("", named.why, count=1).strip(" \t()[].,;:!")
        names = map(_plain_number, named.names)
        return tuple(NamedVoid(name, why, words.trimmed(), named.also) for name in names)


NO_VOIDS: Final = Voids()


def is_void_line(syntax: DealSyntax) -> bool:
    """Return True for a deal without boards that is void: it may name another deal."""
    return not syntax.written and any(entry.key.text == "void" for entry in syntax.entries)


def deal_name(syntax: DealSyntax) -> str:
    """Return the name of a deal, a number without zeros before it; the only deal of a log may have none."""
    return "1" if syntax.name is None else _plain_number(syntax.name.text)


def _plain_number(name: str) -> str:
    return (name.lstrip("0") or "0") if name.isdecimal() else name


def collect_voids(read: Callable[[], Iterable[Item]]) -> Voids:
    """Return the void deals that a log names; `read` reads it from its beginning."""
    words: list[Entry] = []
    names: set[str] = set()
    first, highest = "", 0
    lines: dict[str, NamedVoid] = {}
    for item in read():
        found = [entry for entry in item.entries if entry.key.text == "void"]
        words += found[: _NAMES_KEPT - len(words)]
        if not isinstance(item, DealSyntax):
            continue
        name = deal_name(item)
        first = first or name
        if name.isdecimal():
            highest = max(highest, int(name[:9]))
        elif len(names) < _NAMES_KEPT:
            names.add(name)
        if is_void_line(item) and len(lines) < _NAMES_KEPT:
            why = found[0].parts[0].words[0].text.strip() if found[0].parts else ""
            lines.setdefault(name, NamedVoid(name, why, item.name or item.at))
    if not words:
        return NO_VOIDS
    voids = Voids({}, frozenset(), frozenset(names), first, highest)
    named = {void.name: void for entry in words for void in voids.of(entry)}
    # Without another deal of its name, a line is a void deal whose boards nobody wrote down.
    deals = (item for item in read() if isinstance(item, DealSyntax)) if lines else ()
    there = lines.keys() & {deal_name(deal) for deal in deals if not is_void_line(deal)}
    named |= {name: lines[name] for name in there}
    return voids._replace(named=named, lines=frozenset(there))


def find_voids(source: Source) -> tuple[Source, Voids]:
    """Return the void deals that a log names, and the log to be read from its beginning.

    Only a log with a word for it is read twice. Of a pipe the first 16 MB are read ahead.
    """
    again = ahead = source
    try:
        if not source.reopens:
            stream = source.open()
            start = stream.read(_HELD)
            rest = io.BufferedReader(Peeked(start, stream, closes=source.name != "<stdin>"))
            again = source._replace(open=lambda: cast(BinaryIO, rest))
            ahead = source._replace(open=lambda: io.BytesIO(start))
        with ahead.opened() as stream:
            has_word = _has_word(stream)
    except OSError:
        # The second pass reports it.
        return source, NO_VOIDS
    return again, collect_voids(lambda: read_syntax(ahead, Problems())) if has_word else NO_VOIDS


def _has_word(stream: BinaryIO) -> bool:
    """Return True if a void deal may be named in a log."""
    before = b""
    while data := stream.read(_CHUNK):
        if len(data) == _CHUNK and b"\n" not in data and b"\r" not in data:
            # The reader of lines knows when to give up an endless one.
            return True
        here = before + data
        before = data[-_LONGEST_WORD:]
        # Cards are most of a long log. It has no word if there is none without the letters of cards either.
        bare = _without_cards(here)
        if bare.isascii() and not any(word in bare for word in _BARE_WORDS):
            continue
        short = here.translate(None, _NO_LETTERS)
        plain = short.isascii()
        lower = short.lower() if plain else short.decode("utf-8", "ignore").lower().encode()
        if any(word in lower for word in (_ASCII if plain else _ENCODED)):
            return True
    return False


@cache
def _otherwise() -> re.Pattern[str]:
    """Return the words of a reason that may name a deal, or say that less than a whole deal is void.

    Few logs have a void deal, so the table of words is read at the first one.
    """
    from ofcscore.log.vocabulary import all_words, one_of
    from ofcscore.log.words import tables

    deals = [word for words in tables()["deals"].values() for word in words]
    talk = tables()["talk"]
    more = rf"(?:[.,;:&+/)–-]|{one_of((*talk['and'], *talk['also'], *talk['of'], 'or', 'one'))}|$)"
    nth = one_of(all_words("talk.ordinals"))
    cards = one_of(all_words("terms.cards", "cards"))
    counted = rf"(?:[0-9]+[a-z]?(?![^\W_])|{one_of(all_words('talk.cardinals'))})"
    return re.compile(
        rf"(?<![^\W_]){one_of((*deals, *(f'{word}s' for word in deals), *talk['not_a_deal']))}"
        rf"|\?|(?<!\w)x[2-9](?!\w)|(?<![\w.,])[0-9]{{1,4}}(?:st|nd|rd|th)(?![^\W_])"
        rf"|(?<![^\W_]){nth}[ \t]*{more}"
        rf"|^[ \t(#]*{counted}[ \t]*(?:{more}|#?[0-9])|(?<![\w:.,/-])(?P<last>[0-9]{{1,4}})[ \t.!)]*$"
        # `D1`, and `1 because a card was seen`.
        r"|^\W*(?:[^\W\d_]{1,6}[ .-]?[0-9]{1,4}[^\W\d_]?|[①-⑳]|(?ai:prev(?:ious)?))\W*$"
        rf"|^[ \t(#]*(?P<first>[0-9]{{1,4}})[ \t]+(?!{cards}s?)[^\W\d_]"
    )


def _names_otherwise(reason: str, highest: int = 10_000) -> bool:
    from ofcscore.log.vocabulary import one_of
    from ofcscore.log.words import tables

    # Some of the words that say that a deal is void have a `not` in them.
    talk = tables()["talk"]
    words = one_of((*tables()["money"]["void"], *talk["redeals"], *talk["void_sentences"]))
    rest = re.sub(rf"(?<![^\W_]){words}", "", reason)
    found = _otherwise().finditer(rest)
    return any(int(match["first"] or match["last"] or 0) <= highest for match in found)


class VoidNames:
    """The void deals that the lines of one log name, and those of them that have been read."""

    def __init__(self, voids: Voids) -> None:
        self._voids = voids
        self._met: set[str] = set()
        self._nameless = False
        """True if the name of a deal could not be read."""

    def apart(
        self, entries: Sequence[Entry], problems: Problems, deal: str | None = None
    ) -> tuple[Entry, ...]:
        """Return the entries without those that name void deals; refuse those that may mean another one.

        `deal` is the name of the deal in which they stand.
        """
        others = []
        for entry in entries:
            named = self._voids.of(entry)
            others += [] if named else [entry]
            said = entry.parts[0].words[0] if entry.key.text == "void" and entry.parts else None
            if said is None:
                continue
            besides = any(void.also for void in named) and deal not in [void.name for void in named]
            if besides or _names_otherwise(named[0].why if named else said.text, self._voids.highest):
                what = f"`{said.text}` may name other deals than this one, or less than a deal"
                problems.refuse("void-unclear", said.place, what, "write `void` in each deal that is void")
                continue
            for void in named:
                if void.name not in self._voids.named:
                    # It stands in a part of a pipe that was not read ahead.
                    self._refuse(void, problems)
        return tuple(others)

    def read(self, syntax: DealSyntax, problems: Problems) -> NamedVoid | None:
        """Return what makes the deal void, None if no line names it."""
        if not self._voids.named:
            return None
        self._nameless = self._nameless or (syntax.spoiled and syntax.name is None)
        name = deal_name(syntax)
        void = self._voids.named.get(name)
        if void is None or (is_void_line(syntax) and name in self._voids.lines):
            return void
        if name in self._met:
            what = f"this line names deal {name}, and two deals are called so"
            hint = "write `void` in the deal that is void, or give each deal a name of its own"
            problems.refuse("void-unclear", void.at.place, what, hint)
        self._met.add(name)
        return void

    def finish(self, problems: Problems) -> None:
        """Refuse names that no deal of the log has."""
        for name, void in self._voids.named.items():
            if name not in self._met and not self._nameless:
                self._refuse(void, problems)

    def _refuse(self, void: NamedVoid, problems: Problems) -> None:
        what = f"no deal of this log is called {void.name}"
        hint = "name the deal that is void, as in `void: deal 1`, or write `void` in it"
        problems.refuse("void-unclear", void.at.place, what, hint)
