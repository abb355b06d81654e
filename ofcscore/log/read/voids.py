"""Find void deals named elsewhere in a log: `void: deal 1`, `deal 3 void (misdeal)`.

A log is streamed, so a first pass collects the names before any deal is scored.
"""

import io
import re
from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache, partial
from typing import BinaryIO, Final, NamedTuple, cast

from ofcscore.diagnostics.problem import Problems
from ofcscore.log.keys import CROSSES, NOT_VOID, OFF, ON, YES
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
    neplatn dealagain dealtagain doover do-over nogood worthless
"""
WORDS: Final = tuple(_WORDS.split())
"""Words of which each log with a void deal has at least one.

They are in lower case and without spaces.
"""
_ENCODED: Final = tuple(word.encode() for word in WORDS)
_ASCII: Final = tuple(filter(bytes.isascii, _ENCODED))
_NO_LETTERS: Final = b"0123456789 /\n\r\t:"
_OF_CARDS: Final = b'0123456789 /\r\t:JjQqSsHhDdCc{}[]"'
"""Signs that cards are written with, but few words."""
_LINES: Final = bytes(range(256)).lower().replace(b",", b"\n")
"""The table of translation to lower case, with a new line for each comma."""
_LONGEST_WORD: Final = 32
"""The most bytes of a word."""
_CHUNK: Final = 1 << 18
_HELD: Final = 1 << 24
"""The number of bytes of a pipe to read ahead."""
_NAMES_KEPT: Final = 10_000
_WHY: Final = r"(?ai:(?:(?:both|is|are|was|were)[ \t]+)*void(?:ed)?(?![a-z]))[ \t,;:(\[–—-]*"
"""Words that only repeat the key."""
_FEW_WORDS: Final = 3
_SHORT: Final = 3


def _without_cards(text: bytes) -> bytes:
    """Return the distinct lines of a text in lower case, without most signs of cards."""
    return b"\n".join({*text.translate(_LINES, _OF_CARDS).split(b"\n")})


_BARE_WORDS: Final = frozenset(map(_without_cards, _ASCII))


class NamedVoid(NamedTuple):
    """A void deal named by another line: its name, the reason (may be empty), the line."""

    name: str
    why: str
    at: Text
    also: bool = False
    """True if the line voids this deal in addition to another."""


class Voids:
    """The void deals that a log names, and those read so far.

    `names` are the deal names that are not numbers, `first` is the name of the first deal, and `highest` the
    highest deal number.
    """

    def __init__(self, names: frozenset[str] = frozenset(), first: str = "1", highest: int = 0) -> None:
        self._names, self._first, self._highest = names, first, highest
        self.named: dict[str, NamedVoid] = {}
        """The void deals that a line names, by name."""
        self.lines: Set[str] = frozenset()
        """The void deals named by a deal line without boards, which is not a deal itself."""
        self.counted: Set[str] = frozenset()
        """The names in `lines` of a deal with boards that has no `void` of its own."""
        self._met: set[str] = set()
        self._nameless = False
        """True if the name of a deal could not be read."""

    def of(self, entry: Entry) -> tuple[NamedVoid, ...]:
        """Return the other deals that a `void` names, nothing if it voids its own deal."""
        if entry.key.text != "void" or not entry.parts:
            return ()
        from ofcscore.log.text.deal_headings import named_deals

        words = entry.parts[0].words[0]
        in_order = not self._first.isdecimal() or self._first == "1"
        named = named_deals(words.text, self._names, in_order=in_order)
        if named is None:
            # Words that do not name a deal are a reason.
            return ()
        why = re.sub(_WHY, "", named.why, count=1).strip(" \t()[].,;:!")
        names = map(_plain_number, named.names)
        return tuple(NamedVoid(name, why, words.trimmed(), named.also) for name in names)

    def apart(
        self, entries: Sequence[Entry], problems: Problems, deal: str | None = None
    ) -> tuple[Entry, ...]:
        """Return the entries that do not void other deals; report unclear ones.

        `deal` is the name of the deal that contains the entries.
        """
        others = []
        for entry in entries:
            named = self.of(entry)
            others += [] if named else [entry]
            if entry.key.text != "void" or not entry.parts:
                continue
            said = entry.parts[0].words[0]
            besides = any(void.also for void in named) and deal not in [void.name for void in named]
            # `A as agreed`
            besides = besides or (not named and said.text.partition(" ")[0].strip('"#:,') in self._names)
            if _denies(said.text):
                what = f"does `{said.text}` mean that this deal counts?"
                hint = "if it counts, remove the line; if it does not, write `void` alone"
                problems.refuse("void-unclear", said.place, what, hint)
            elif besides or _names_otherwise(named[0].why if named else said.text, self._highest):
                what = f"`{said.text}` may mean other deals, or only part of this deal"
                problems.refuse("void-unclear", said.place, what, "write `void` in each deal that is void")
            else:
                # A name may be in a part of a pipe that was not read ahead.
                self._refuse((void for void in named if void.name not in self.named), problems)
        return tuple(others)

    def read(self, syntax: DealSyntax, problems: Problems) -> NamedVoid | None:
        """Return the entry that voids a deal, None if there is none."""
        if not self.named:
            return None
        self._nameless = self._nameless or (syntax.spoiled and syntax.name is None)
        name = deal_name(syntax)
        void = self.named.get(name)
        if void is None:
            return None
        is_line = is_void_line(syntax) and name in self.lines
        if is_line and name not in self._met and name in self.counted:
            what = f"is the deal {name} below void, or was deal {name} dealt again?"
            hint = "if the deal below counts, remove this one with its `void`; "
            hint += "otherwise write `void` below the boards of that deal"
            problems.refuse("void-unclear", void.at.place, what, hint)
        elif not is_line and name in self._met:
            what = f"this line names deal {name}, but two deals have that name"
            hint = "write `void` in the deal that is void, or give each deal its own name"
            problems.refuse("void-unclear", void.at.place, what, hint)
        if not is_line:
            self._met.add(name)
        return void

    def finish(self, problems: Problems) -> None:
        """Report names that no deal of the log has."""
        if not self._nameless:
            self._refuse((void for name, void in self.named.items() if name not in self._met), problems)

    @staticmethod
    def _refuse(voids: Iterable[NamedVoid], problems: Problems) -> None:
        for void in voids:
            what = f"this log has no deal {void.name}"
            hint = "name the void deal, for example `void: deal 1`, or write `void` below its boards"
            problems.refuse("void-unclear", void.at.place, what, hint)


NO_VOIDS: Final = Voids()
"""For a log that does not name void deals."""


def is_void_line(syntax: DealSyntax) -> bool:
    """Return True for a void deal without boards: it may name another deal."""
    return not syntax.written and any(entry.key.text == "void" for entry in syntax.entries)


def _is_plain_void(entry: Entry) -> bool:
    """Return True for a `void` without a reason or the name of a deal."""
    if entry.key.text != "void":
        return False
    return not entry.parts or entry.parts[0].words[0].text.strip().lower() in YES


def deal_name(syntax: DealSyntax) -> str:
    """Return a deal's name, numbers without leading zeros; "1" if it has none."""
    return "1" if syntax.name is None else _plain_number(syntax.name.text)


def _plain_number(name: str) -> str:
    return (name.lstrip("0") or "0") if name.isdecimal() else name


def collect_voids(read: Callable[[], Iterable[Item]]) -> Voids:
    """Return the void deals that a log names; `read` reads the log from its beginning."""
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
    voids = Voids(frozenset(names), first, highest)
    voids.named = {void.name: void for entry in words for void in voids.of(entry)}
    # Without another deal of the same name, the line is a void deal without boards.
    deals = (item for item in read() if isinstance(item, DealSyntax)) if lines else ()
    others = [deal for deal in deals if deal_name(deal) in lines and not is_void_line(deal)]
    voids.lines = frozenset(map(deal_name, others))
    voids.counted = frozenset(
        deal_name(deal) for deal in others if not any(map(_is_plain_void, deal.entries))
    )
    voids.named |= {name: lines[name] for name in voids.lines}
    return voids


Pieces = Callable[[BinaryIO], Iterable[bytes]]
"""Reads the pieces of a log that may have a word for void."""


def _chunks(stream: BinaryIO) -> Iterable[bytes]:
    return iter(partial(stream.read, _CHUNK), b"")


def find_voids(source: Source, pieces: Pieces = _chunks) -> tuple[Source, Voids]:
    """Return a log to read from its beginning, and the void deals that it names.

    Only a log with a word for void is read twice. Of a pipe, the first 16 MB are read ahead.
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
            has_word = _has_word(stream, pieces)
    except OSError:
        # The second pass reports it.
        return source, NO_VOIDS
    return again, collect_voids(lambda: read_syntax(ahead, Problems())) if has_word else NO_VOIDS


def _has_word(stream: BinaryIO, pieces: Pieces = _chunks) -> bool:
    """Return True if a log may name a void deal."""
    before = b""
    for data in pieces(stream):
        if len(data) >= _CHUNK and b"\n" not in data and b"\r" not in data:
            # The line reader detects endless lines.
            return True
        here = before + data
        before = data[-_LONGEST_WORD:]
        # A long log is mostly cards. Without the letters of cards, the search is much shorter.
        bare = _without_cards(here)
        if bare.isascii() and not any(word in bare for word in _BARE_WORDS):
            continue
        short = here.translate(None, _NO_LETTERS)
        plain = short.isascii()
        lower = short.lower() if plain else short.decode("utf-8", "ignore").lower().encode()
        if any(word in lower for word in (_ASCII if plain else _ENCODED)):
            return True
    return False


def _denies(reason: str) -> bool:
    """Return True for a reason that may mean that the deal counts: `nope`, `no misdeal`, `void?`."""
    from ofcscore.log.vocabulary import all_words, one_of

    if reason.strip().lower() in NOT_VOID:
        # The deal counts.
        return False
    begins = re.match(rf"(?ai:{'|'.join(filter(str.isalpha, OFF))})[ \t]*[,.;:!–—-]", reason.strip())
    if "?" in reason or begins is not None or reason.strip(" \t\ufe0f") in CROSSES - ON:
        return True
    rest = re.sub(r"(?<![^\W_])(?ai:no)\.?[ \t]*(?=[0-9])", "", _without_void_words(reason))
    denies = one_of(all_words("talk.no_void", "talk.denies", "talk.conditions"))
    at_end = one_of(all_words("talk.no_void", "talk.denies", "talk.conditions", "talk.turned_down"))
    may = rf"(?<![^\W_])(?:{one_of(all_words('talk.may_count'))}|{at_end}[^\w)]*$)"
    short = len(rest.split()) <= _FEW_WORDS and re.search(rf"(?<![^\W_]){denies}(?![^\W_])", rest)
    return bool(short) or re.search(may, rest) is not None


def _without_void_words(reason: str) -> str:
    """Return a reason without the words for a void deal, some of which contain a `not`."""
    from ofcscore.log.vocabulary import one_of
    from ofcscore.log.words import tables

    talk = tables()["talk"]
    long = (word for word in talk["not_counted"] if " " in word and word not in talk["may_count"])
    words = one_of((*tables()["money"]["void"], *talk["redeals"], *talk["void_sentences"], *long))
    return re.sub(rf"(?<![^\W_]){words}", "", reason)


@cache
def _otherwise() -> re.Pattern[str]:
    """Match words of a reason that may name a deal or void only part of one.

    Few logs have a void deal, so the table of words is loaded at the first one.
    """
    from ofcscore.log.vocabulary import all_words, one_of
    from ofcscore.log.words import tables

    deals = [word for words in tables()["deals"].values() for word in words]
    talk = tables()["talk"]
    more = rf"(?:[.,;:&+/)–-]|{one_of((*talk['and'], *talk['also'], *talk['of'], 'or', 'one'))}|$)"
    nth = one_of(all_words("talk.ordinals"))
    # `As` and `due` are ranks in other languages, but `void: 1 as agreed` names a deal.
    ranks = (word for word in all_words("cards") if word == "ace" or len(word) > _SHORT)
    cards = one_of((*all_words("terms.cards"), *ranks))
    counted = rf"(?:[0-9]+[a-z]?(?![^\W_])|{one_of(all_words('talk.cardinals'))})"
    parts = one_of(
        (
            *all_words("keys.stake", "keys.adjust", "keys.paid", "keys.rake", "status.fantasyland"),
            *all_words("money.double", "talk.house_rules", "talk.moves", "talk.no_reasons", "talk.fees"),
        )
    )
    others = one_of((*deals, *(f"{word}s" for word in deals), *all_words("talk.not_a_deal", "talk.parts")))
    return re.compile(
        rf"(?<![^\W_]){others}"
        rf"|\?|(?<!\w)x[2-9](?!\w)|(?<![\w.,])[0-9]{{1,4}}(?:st|nd|rd|th)(?![^\W_])"
        rf"|(?<![^\W_]){nth}[ \t]*{more}"
        rf"|^[ \t(#]*{counted}[ \t]*(?:{more}|#?[0-9])|(?<![\w:.,/-])(?P<last>[0-9]{{1,4}})[ \t.!)]*$"
        rf"|^\W*(?:(?ai:the|an?)[ \t]+)?{parts}s?\W*$"
        # `D1`, and `1 because a card was seen`.
        r"|^\W*I\W*$|^\W*(?:[^\W\d_]{1,6}[ .-]?[0-9]{1,4}[^\W\d_]?|[①-⑳]|(?ai:prev(?:ious)?))\W*$"
        rf"|^[ \t(#]*(?P<first>[0-9]{{1,4}})[ \t]+(?!{cards}s?)[^\W\d_]"
    )


def _names_otherwise(reason: str, highest: int = 10_000) -> bool:
    found = _otherwise().finditer(_without_void_words(reason))
    return any(int(match["first"] or match["last"] or 0) <= highest for match in found)
