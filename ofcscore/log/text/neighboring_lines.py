"""Resolve what a line of a block means only together with the lines around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import cycle, takewhile
from typing import Final, NamedTuple, TypeGuard

from ofcscore.game.cards import BOARD_SIZE, Board, Row
from ofcscore.game.spelling import read_cards
from ofcscore.log.syntax import (
    SHORT_LABELS,
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    Part,
    Text,
    entry,
    expected,
    note,
)
from ofcscore.log.text.chat_stamps import Message
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.log_state import LogContext, person
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.relevance import count_cards
from ofcscore.log.text.remarks import MATTERS_BESIDE_NAME, is_unlike_money, words_behind
from ofcscore.log.text.repairs import has_cards
from ofcscore.log.text.syntax_builder import Parsed, is_whole, parse, sizes
from ofcscore.log.text.text_tables import Grid, names_beside
from ofcscore.log.vocabulary import CARDS, NAME, Vocabulary, all_words, folded, rows_by_initials
from ofcscore.rules.files import rule_set_names

_FIRST_NAME: Final = re.compile(rf"^{NAME}(?=[ \t])")
_INITIAL_ROW: Final = re.compile(r"([^\W\d_]|[123])(?:[ \t]*[:.)=-][ \t]*|[ \t]+)([^/:]+)")
_DASH: Final = re.compile("-")
_NUMBER: Final = re.compile(r"[#(\[=*_~–— \t-]*[0-9]{1,4}[.:)\]=*_~–— \t-]*")
"""A deal's number alone on its line."""
_LONGEST_NAME: Final = 40
_MOST_WORDS: Final = 4
_STATEMENT_SIGN: Final = re.compile(r"[,~<>→?]|(?:^|[ \t])[-–—]+(?:[ \t]|$)")
"""Signs that separate a name from a statement about the player."""
_NO_NAME: Final = frozenset("0123456789/|;:=+()[]")
_NAME_AND_POINTS: Final = (
    r"(?P<name>[^:=0-9()\[\]+]*[^\W\d_]\.?)~(?:[:=,]~)?(?:(?:=+>?|[-–—]+>|→)~)?[(\[]?~"
    r"(?P<points>[+–-]~[0-9]{1,4}|(?<=[(\[])0|(?<=[>→])0|(?<=[>→][\t\x20])0|[0-9]{1,4}(?=~@money.point@))(?:~@money.point@)?~[)\]]?~:?"
)
"""A name and the player's points for the deal: `Hannah  (+24)`."""
_NAME_AND_MARK: Final = (
    r"(?P<name>(?![-–—])@NAME@(?: (?![-–—])@NAME@){0,2})(?:~[:,(\[*–—-]+~| )(?:@talk.is@ |(?ai:in|im|en|w|dans) )?"
    r"(?P<mark>@FOUL@|@FANTASYLAND@|(?P<dealer>(?<![^\W_][ \t])@key.dealer@))[!.]*[)\]*]?~(?:[!.,;(\[–—-](?P<why>[^:?]*))?"
)
"""A name and a mark for the board below: `Bernd (Foul)`, `Frank -- fouled`, `Tom (btn)`."""


class Item(NamedTuple):
    """A line of a block and its parse result; blank lines and comments have none."""

    line: Line
    source: Normalized | None = None
    parsed: Parsed | None = None
    message: Message | None = None
    grid: Grid | None = None
    board: Board | None = None
    """The board on the line, if the line is canonical."""
    royalty: Text | None = None
    """The royalty after the only row on the line."""
    words: Entry | None = None
    """The words after the only row on the line, which results in the log must confirm."""

    @property
    def value(self) -> DealLine | Entry | BoardSyntax | None:
        return self.parsed.value if self.parsed is not None else None

    @property
    def is_sound(self) -> bool:
        return self.parsed is not None and self.parsed.sound and self.parsed.value is not None

    @property
    def text(self) -> str:
        """The normalized text, empty for a blank line or a comment."""
        return self.source.text if self.source is not None else ""

    def blank(self) -> Item:
        return Item(self.line._replace(text=""))

    def read_as(self, source: Normalized, vocabulary: Vocabulary) -> Item:
        return self._replace(source=source, parsed=parse(source, vocabulary))


Items = Sequence[Item | None]
"""The lines of a block, None for one that cannot be decoded."""


def first_filled(items: Items) -> Item | None:
    """Return the first line that is neither blank nor a comment."""
    return next((item for item in items if item is None or item.source is not None), None)


# --- labels and keys on other lines


_UNIT: Final = "(?:~(?:(?ai:points?|pts?)|@talk.royalties@))?"
ROYALTY: Final = (
    rf" [(\[]?(?:[+](?P<points>[0-9]{{1,3}}){_UNIT}[)\]]?"
    rf"|(?<=[(\[])(?P<bracketed>[0-9]{{1,3}}){_UNIT}[)\]])(?=~(?:/|$))"
)
"""The royalty after the cards of a row."""
_SIZES: Final = {row.size for row in Row}


def without_royalties(items: list[Item | None], vocabulary: Vocabulary) -> list[Item | None]:
    """Take the royalties from lines of one row each: `QsQh4c (+7)`, `Bot 6789T +2`."""
    for at, item in enumerate(items):
        if item is None or item.source is None or item.is_sound or "/" in item.text:
            continue
        match = vocabulary.shape(ROYALTY).search(item.text)
        if match is None:
            continue
        row = item.read_as(item.source.cut(0, match.start()), vocabulary)
        labelled = _INITIAL_ROW.fullmatch(row.text)
        cards = read_cards(_cards_of_row(labelled)) if labelled is not None else None
        is_row = cards is not None and not cards.faults and len(cards.cards) in _SIZES
        if is_row or (row.is_sound and is_single_row(row.value)):
            royalty = item.source.at(*match.span("points" if match["points"] else "bracketed"))
            items[at] = row._replace(royalty=royalty)
    return items


def without_words_behind_rows(log: LogContext, items: list[Item | None]) -> list[Item | None]:
    """Take words from behind a row on a line of its own: `top KK9   kings up top!`."""
    for at, item in enumerate(items):
        if item is None or item.source is None or item.is_sound or re.search("[/|;]", item.text):
            continue
        for gap in _BEHIND_ROW.finditer(item.text):
            row = item.read_as(item.source.cut(0, gap.start()), log.vocabulary)
            words = item.source.cut(gap.end(), len(item.text))
            if row.text.isalpha():
                # `kat fouled`
                continue
            if row.is_sound and is_single_row(row.value) and sizes(row.value.rows)[0] in _SIZES:
                if not log.by_line and is_unlike_money(log.vocabulary, words.text):
                    items[at] = row._replace(words=words_behind(words, "this row"))
                break
    return items


_BEHIND_ROW: Final = re.compile(r"(?<=[0-9shdcTJQKAtjqka♠♥♦♣)])[ \t]+(?:[<–—-]+[ \t]*)?(?=[^\W\d_])")


def without_told_fouls(items: list[Item | None], vocabulary: Vocabulary) -> list[Item | None]:
    """Leave fouls below the rows of a board unread: they are expected of it, not a board."""
    for at in range(len(Row), len(items)):
        item = items[at]
        above = [one.value for one in items[at - len(Row) : at] if one is not None and one.is_sound]
        if item is None or item.source is None or len(above) < len(Row) or not all(map(is_single_row, above)):
            continue
        if vocabulary.shape(TOLD_FOUL).fullmatch(item.text) and item.parsed is not None:
            items[at] = item._replace(parsed=item.parsed._replace(sound=False, value=None))
    return items


TOLD_FOUL: Final = r"[(\[*~→> \t-]*(?P<foul>@FOUL@)[ \t!.*)\]~]*"
"""A foul alone on a line: `(foul)`, `fouled!`."""


def is_single_row(value: object) -> TypeGuard[BoardSyntax]:
    """Return True for one row without a player's name."""
    return isinstance(value, BoardSyntax) and value.name is None and len(value.rows) == 1


def expected_royalty(items: Items, at: int, player: Text | None) -> Entry | None:
    """Return an `expect` entry for the royalty after the row on line `at - 1`, None without one."""
    item = items[at - 1]
    if player is None or item is None or item.royalty is None or not is_single_row(item.value):
        return None
    above = takewhile(
        lambda one: one is not None and one.is_sound and is_single_row(one.value), items[at - 1 :: -1]
    )
    row = item.value.labels[0] or Row(min(sum(1 for _ in above), len(Row)) - 1)
    return expected(player, item.royalty.with_text(row.label), item.royalty)


def with_row_labels(items: list[Item | None], vocabulary: Vocabulary) -> list[Item | None]:
    """Label the rows of three lines by their initials: `T`, `M` and `B`.

    The initials of other languages count, too. The rows must have 3, 5 and 5 cards.
    """
    for at in range(len(items) - 2):
        three = [item for item in items[at : at + 3] if item is not None and item.source is not None]
        found = [match for item in three if (match := _INITIAL_ROW.fullmatch(item.text)) is not None]
        rows = rows_by_initials(tuple(match[1].lower() for match in found)) if len(found) == len(Row) else ()
        if not rows or any(
            len(read_cards(_cards_of_row(match)).cards) != row.size
            for match, row in zip(found, rows, strict=True)
        ):
            continue
        for place, (item, match, row) in enumerate(zip(three, found, rows, strict=True), at):
            assert item.source is not None
            source = item.source.sub(_DASH, " ").edited([(0, match.start(2), f"{SHORT_LABELS[row]}: ")])
            items[place] = item.read_as(source, vocabulary)
    return items


def _cards_of_row(match: re.Match[str]) -> str:
    """Return the cards after a one-letter label, without dashes between them."""
    return match[2].replace("-", " ")


def initials_in(
    items: Items, names: dict[str, str], listed: Iterable[str], before: set[str], vocabulary: Vocabulary
) -> dict[str, str]:
    """Return the full name for each initial of exactly one player.

    An initial and its name never share a deal. Names in `listed` (from a
    `players` line) are not initials. `before` are the players on the lines above.
    """
    groups: list[set[str]] = [before]
    cardless: set[str] = set()
    for item in items:
        value = item.value if item is not None else None
        if item is not None and item.grid is not None:
            beside = {folded(name): name for name in names_beside(item.grid, vocabulary)}
            names = {**beside, **names}
            groups.append({*beside})
        elif item is None or item.source is None or isinstance(value, DealLine):
            groups.append(set())
        elif isinstance(value, BoardSyntax) and value.name is not None:
            groups[-1].add(folded(value.name.text))
            cardless |= {folded(value.name.text)} if value.status is not None and not value.rows else set()
    full: dict[str, str] = {}
    for letter in (name for name in {*names}.difference(listed) if len(name) == 1 and name.isalpha()):
        begun = [name for name in names if len(name) > 1 and name.startswith(letter)]
        if len(begun) == 1 and not any({letter, begun[0]} <= group for group in groups):
            full[letter] = begun[0]
    found: dict[str, str] = {}
    for letter, name in full.items():
        whole = [group for group in groups if name in group]
        alone = any(letter in group and len(full.keys() & group) == 1 for group in groups)
        if letter in cardless and alone and name not in listed:
            # `M: foul` beside full names may be one more player.
            continue
        short = [{full.get(other, other) for other in group} for group in groups if letter in group]
        # An initial must share a deal with the same people as the full name, or it may be a new player.
        if not whole or all(any(len(one & other) > 1 for other in whole) for one in short):
            found[letter] = names[name]
    return found


# --- names above boards, in the order of the boards

_BETWEEN_NAMES: Final = "~[,/&+;|]~(?:@talk.and@ )?| (?:@talk.and|talk.versus@)\\.? "
_WHOLE: Final = re.compile("^.*$")
_PAIR: Final = 2


def with_names_above(
    items: list[Item | None], vocabulary: Vocabulary
) -> tuple[list[Item | None], Line | None]:
    """Name unnamed boards after a line of names above them: `Ana, Ben`.

    Every deal must have one board per name. If only spaces separate the names, they may be a title:
    then the line is returned too, so that the caller can ask.
    """
    start = next((at for at, item in enumerate(items) if is_unnamed(item)), len(items))
    counts = _boards_of_deals(items[start:])
    for at, item in enumerate(items[:start]) if len(counts) == 1 else ():
        if item is None or item.source is None:
            continue
        is_list = item.is_sound and isinstance(item.value, Entry) and item.value.key.text == "players"
        parts = item.value.parts if is_list and isinstance(item.value, Entry) else ()
        stated = [part.names[0].text for part in parts if part.names]
        signs = vocabulary.shape(_BETWEEN_NAMES)
        sure = bool(stated) or signs.search(item.text) is not None
        names = stated or _listed_names(item, signs if sure else re.compile("[ \t]+"), vocabulary)
        if {len(names)} != counts or len(names) < _PAIR or (len(names) == _PAIR and not sure):
            continue
        listed = ", ".join(f'"{name}"' for name in names)
        heads = cycle(names)
        named: list[Item | None] = [
            one.read_as(one.source.edited([(0, 0, f'"{next(heads)}": ')]), vocabulary)
            if one is not None and one.source is not None and is_unnamed(one)
            else one
            for one in items
        ]
        if not stated:
            named[at] = item.read_as(item.source.sub(_WHOLE, f"players: {listed}"), vocabulary)
        return named, None if sure else item.line
    return items, None


def is_unnamed(item: Item | None) -> bool:
    """Return True for a whole board, or a status, without a name."""
    value = item.value if item is not None and item.is_sound else None
    return isinstance(value, BoardSyntax) and value.name is None and (is_whole(value) or bool(value.status))


def _boards_of_deals(items: Items) -> set[int]:
    """Return the distinct board counts of the deals, which blank lines may separate.

    The result is empty if other lines come between the boards.
    """
    counts = [0]
    for item in items:
        if is_unnamed(item):
            counts[-1] += 1
        elif item is not None and (isinstance(item.value, DealLine) or not item.line.text.strip()):
            counts.append(0)
        elif item is None or item.source is not None or item.grid is not None:
            return set()
    return {*counts} - {0}


def _listed_names(item: Item, sign: re.Pattern[str], vocabulary: Vocabulary) -> list[str]:
    """Return the names that a line lists, empty if any word has another meaning."""
    names = sign.split(item.text.strip(" \t.:"))
    assert item.source is not None
    terms = heading_reader(vocabulary).read(item.source, loose=True)
    # `vs Ben` names an opponent only.
    if terms is not None and (terms.certain or terms.unclear or (terms.places and sign.fullmatch(" "))):
        return []
    meaning = {
        *vocabulary.keys, *vocabulary.rows, *vocabulary.statuses, *vocabulary.deals, *vocabulary.fillers,
        *all_words("currencies", "weekdays", "money", "numbers", "ranks", "terms.narrows", "ledger.evening"),
        *all_words(*(f"talk.{name}" for name in ("openers", "places", "house_rules", "denials", "results", "moves"))),
        *rule_set_names(),
    }  # fmt: skip
    fit = all(re.fullmatch(r"[^\W\d_][\w'’.-]*", name) and folded(name) not in meaning for name in names)
    return names if fit and len({*map(folded, names)}) == len(names) else []


# --- names above the rows of a board


_SHORT_DAYS: Final = frozenset(word for word in all_words("weekdays") if 1 < len(word) < 4)


def looks_like_name(item: Item, vocabulary: Vocabulary) -> bool:
    """Return True for a few words that are not about boards or money: `Kuya Bong`."""
    other_meanings = "statuses|money.void|money.double|talk.denials|talk.half|talk.counted"
    return _is_words(item, vocabulary) and not (
        _STATEMENT_SIGN.search(item.text) or vocabulary.says(other_meanings, item.text.rstrip(" :"))
    )


def _is_words(item: Item, vocabulary: Vocabulary) -> bool:
    """Return True for a few words that are not a board, a key or a label."""
    if item.source is None or item.is_sound:
        return False
    text = item.text.rstrip(" :")
    words = folded(text)
    if words in _SHORT_DAYS:
        # Above a board, `Mo` is a player, not Monday.
        return True
    known = (vocabulary.rows, vocabulary.statuses, vocabulary.keys, vocabulary.deals, vocabulary.fillers)
    if not text or any(words in table for table in known) or re.fullmatch(CARDS, text):
        return False
    has_sign = any(sign in _NO_NAME or sign.isdecimal() for sign in text)
    if has_sign or len(text.split()) > _MOST_WORDS or len(text) > _LONGEST_NAME:
        return False
    return heading_reader(vocabulary).read(item.source) is None and any(map(str.isalpha, text))


def begins_boards(items: Items, at: int, vocabulary: Vocabulary) -> bool:
    """Return True if the next nonblank line is a board, a row or a name."""
    for below, item in enumerate(items[at:], at + 1):
        if item is None:
            return False
        if item.grid is not None:
            return True
        if item.source is not None:
            is_board = isinstance(item.value, BoardSyntax) or looks_like_name(item, vocabulary)
            return is_board or _heads_one_board(items, below, vocabulary)
        if item.line.text.strip():
            return False
    return False


_DIVIDER: Final = re.compile(r"[ \t]*([-=_*~—–])\1{2,}[ \t]*")
"""A horizontal line, which may separate deals."""


def stands_between_groups(items: Items, at: int, in_deal: Iterable[str]) -> bool:
    """Return True for a divider between two groups of named boards, each with two players or more.

    The groups end at other dividers and at headings of deals. `in_deal` are the players above who have
    a board in the open deal. A player of both groups starts a deal anyway.
    """
    item = items[at]
    if item is None or _DIVIDER.fullmatch(item.line.text) is None:
        return False

    def is_in_group(one: Item | None) -> bool:
        is_divider = one is not None and _DIVIDER.fullmatch(one.line.text) is not None
        return not is_divider and not (one is not None and isinstance(one.value, DealLine))

    above, below = list(takewhile(is_in_group, items[:at][::-1])), takewhile(is_in_group, items[at + 1 :])
    first = _players(above) if len(above) < at else {*in_deal}
    second = _players(below)
    return min(len(first), len(second)) >= _PAIR and not first & second


def _players(items: Iterable[Item | None]) -> set[str]:
    """Return the lowercase names of the players with a board on these lines."""
    boards = (one.value for one in items if one is not None)
    return {folded(board.name.text) for board in boards if isinstance(board, BoardSyntax) and board.name}


def is_above_lines(items: Items, at: int) -> bool:
    """Return True if the next nonblank line is not a comment, a key or a deal."""
    filled = (item for item in items[at:] if item is None or item.grid or item.line.text.strip())
    first = next(filled, None)
    if first is None or (first.grid is None and first.source is None):
        return False
    return not (first.is_sound and isinstance(first.value, Entry | DealLine))


def is_commented_out(items: Items, at: int) -> bool:
    """Return True if adjacent comment lines have a board: a commented-out deal."""
    for part in (items[at::-1], items[at:]):
        for item in part:
            if item is None or item.source is not None or "#" not in item.line.text:
                break
            if count_cards(item.line.text) >= BOARD_SIZE:
                return True
    return False


def name_above(items: Items, at: int, vocabulary: Vocabulary) -> list[LineSyntax] | None:
    """Return the player on line `at - 1`, if it is a name above its board's rows.

    Another board must have its name on its own line too. Points or a mark may follow the name.
    """
    item = items[at - 1]
    assert item is not None
    if not _heads_one_board(items, at, vocabulary):
        return None
    others = (index for index in range(1, len(items) + 1) if index != at)
    has_colon = ":" in item.text and any(other is not None and _has_name(other) for other in items)
    if not has_colon and not any(_heads_one_board(items, index, vocabulary) for index in others):
        return None
    whole, item = item, _without_remark(item, vocabulary)
    match = _match_name_and_result(item, vocabulary)
    assert item.source is not None
    assert whole.source is not None
    name = person(item.source, 0, match.end("name") if match else len(item.text.rstrip(" :")))
    board = BoardSyntax(name, name)
    if match is None:
        remark = _REMARK.search(whole.text) if whole is not item else None
        notes = [note(whole.source.at(*remark.span(1)))] if remark else []
        return [*notes, board]
    if match.groupdict().get("dealer"):
        return [entry("dealer", Part(names=(name,))), board]
    if "mark" in match.re.groupindex:
        status = vocabulary.statuses.get(folded(match["mark"]), "fantasyland")
        words = (status, *re.findall("[0-9]+", match["mark"])[:1])
        return [board._replace(marks=(item.source.at(*match.span("mark"), " ".join(words)),))]
    points = re.sub("[ \t]", "", match["points"]).replace("–", "-")
    number = item.source.at(*match.span("points"), points)
    return [board, expected(name, number.with_text("result"), number)]


def _without_remark(item: Item, vocabulary: Vocabulary) -> Item:
    """Return a name without a remark in parentheses that changes nothing: `Ana (wheel on the bottom)`."""
    remark = _REMARK.search(item.text) if item.text.endswith(")") and not item.is_sound else None
    if item.source is None or remark is None or vocabulary.says(MATTERS_BESIDE_NAME, remark[1]):
        return item
    return item.read_as(item.source.cut(0, remark.start()), vocabulary)


_REMARK: Final = re.compile(r"(?<=[^\W_])[ \t]*\(((?:[^\W\d_]|[ \t.,!'’-])*)\)$")


def _heads_one_board(items: Items, at: int, vocabulary: Vocabulary) -> bool:
    """Return True if line `at - 1` is a name, perhaps with points, above its board."""
    item = items[at - 1]
    if item is None or item.source is None or not _has_one_board(items, at, vocabulary):
        return False
    item = _without_remark(item, vocabulary)
    match = _match_name_and_result(item, vocabulary)
    below = first_filled(items[at:])
    if ":" in item.text[match.end("name") if match else len(item.text) :] and is_unnamed(below):
        # Below `Ana: foul`, a whole board on one line may be another player's.
        return False
    assert item.source is not None
    alone = item if match is None else item.read_as(item.source.cut(0, match.end("name")), vocabulary)
    return looks_like_name(alone, vocabulary) or (item.is_sound and _is_name_alone(item.value))


def _match_name_and_result(item: Item, vocabulary: Vocabulary) -> re.Match[str] | None:
    """Match a name followed by points or a status such as `foul`, or return None."""
    points = vocabulary.shape(_NAME_AND_POINTS).fullmatch(item.text)
    marked = vocabulary.shape(_NAME_AND_MARK).fullmatch(item.text) if points is None else None
    # A reason may take the foul back or name somebody else who fouled.
    doubts = marked is not None and vocabulary.says(
        "statuses|talk.denies|talk.takes_back|talk.undoes", marked["why"] or ""
    )
    return points or (None if doubts else marked)


def _is_name_alone(value: LineSyntax) -> TypeGuard[BoardSyntax]:
    return isinstance(value, BoardSyntax) and not (value.rows or value.status or value.marks)


def _has_name(item: Item) -> bool:
    """Return True for a board or a status with a name."""
    return item.is_sound and isinstance(item.value, BoardSyntax) and item.value.name is not None


def player_above(value: LineSyntax, items: Items, at: int, vocabulary: Vocabulary) -> BoardSyntax | None:
    """Return the name in a line such as `Player: Ana` above the rows of one board."""
    if not isinstance(value, Entry) or value.key.text != "players" or len(value.parts) != 1:
        return None
    names = value.parts[0].names
    if len(names) != 1 or first_filled(items[at:]) is None or not _has_one_board(items, at, vocabulary):
        return None
    return BoardSyntax(names[0], names[0])


def name_and_top(source: Normalized, items: Items, at: int, vocabulary: Vocabulary) -> BoardSyntax | None:
    """Return a name and its top row if two rows of five cards follow."""
    below = [item.value for item in items[at : at + 2] if item is not None]
    rows = [value.rows for value in below if isinstance(value, BoardSyntax) and value.name is None]
    if [*map(sizes, rows)] != 2 * [(Row.MIDDLE.size,)] or _FIRST_NAME.match(source.text) is None:
        return None
    parsed = parse(source.sub(_FIRST_NAME, r"\g<0>:"), vocabulary)
    board = parsed.value if parsed.sound else None
    return board if isinstance(board, BoardSyntax) and sizes(board.rows) == (Row.TOP.size,) else None


def is_name_above_talk(value: LineSyntax, items: Items, at: int, names: Iterable[str]) -> bool:
    """Return True for a player's name and colon above a line that is not a board."""
    if not _is_name_alone(value) or value.name is None:
        return False
    below = first_filled(items[at:])
    is_board = below is not None and below.is_sound and isinstance(below.value, BoardSyntax)
    return below is not None and folded(value.name.text) in names and not is_board


def _has_one_board(items: Items, at: int, vocabulary: Vocabulary) -> bool:
    """Return True if one unnamed board comes before the next name or heading."""
    rows = 0
    status = False
    for item in items[at:]:
        if item is None:
            return False
        if item.source is None:
            if item.line.text.strip() or not (rows or status):
                continue
            break
        value = item.value
        numbered = rows == len(Row) and _NUMBER.fullmatch(item.text)
        if not isinstance(value, BoardSyntax) or value.name is not None or numbered:
            break
        unsure = not value.rows or _is_words(item, vocabulary) or not has_cards(value)
        if not item.is_sound and (unsure or rows == len(Row)):
            break
        rows += len(value.rows)
        status = status or value.status is not None
    return (rows == 3) != status and (rows in (0, 3))
