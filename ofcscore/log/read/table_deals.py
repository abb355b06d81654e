"""Build the header, the deals and the boards of a table from cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from ofcscore.diagnostics.problem import ASCII_LOWER, Problems, listed, near
from ofcscore.game.cards import ROWS
from ofcscore.game.spelling import CANONICAL_ROW, read_cards
from ofcscore.log.amounts import plain_number
from ofcscore.log.dates import day_of, days_meant, is_day_first
from ofcscore.log.keys import CROSSES, KEYS, NOT_VOID, ON
from ofcscore.log.read.cells import Row, has_digit, is_round, number_of, word_of
from ofcscore.log.read.lines_to_deals import GatheredDeal, GatheredHeader, joined
from ofcscore.log.syntax import (
    SHORT_LABELS,
    STATUSES,
    UNLABELLED,
    BoardSyntax,
    DealLine,
    DealSyntax,
    Entry,
    HeaderSyntax,
    Item,
    LineSyntax,
    Part,
    SyntaxFault,
    Text,
    entry,
    note,
)
from ofcscore.log.text.board_lines import DEALER
from ofcscore.log.text.game_headings import heading_reader, rules_entry
from ofcscore.log.text.keys_in_data import read_entry
from ofcscore.log.text.normalize import normalize_value
from ofcscore.log.text.reader import Reader, read_board_value
from ofcscore.log.text.syntax_builder import parse
from ofcscore.log.vocabulary import ENGLISH, Vocabulary, folded

Cells = dict[str, Text]
"""The cells of a board that are not empty, by column kind."""
NOTHING: Final = re.compile("[-–—]+")
BOARD_KINDS: Final = (*SHORT_LABELS, "board", "status", "claim", "foul", "fantasyland", "absent", "surrender")
NAMES_KEPT: Final = 10_000
_SETTINGS: Final = ("title", "date", "rules", "stake", "currency", "players", "note")
_MARKED_DEAL: Final = re.compile(r"[0-9]+[ \t]*[^\w \t.]|[0-9]+[ \t]+[^0-9 \t]")
"""The name of a deal with more text after it."""
_PLACEHOLDER: Final = re.compile(r"[-–—xX×*./ ]+|(?i:n/a|n\.?a\.?|none)")
"""Signs or a word in a cell in place of cards."""
_FACTOR: Final = re.compile(r"(?:[x×*][ \t]*)?([0-9]{1,2})(?:\.0+)?(?:[ \t]*[x×*])?")
_MARK: Final = re.compile("foul|fantasyland(?:[ \t]+[0-9]+)?|[0-9]+[ \t]*aces?")
_VOID_NOTE: Final = "~@all.money.void@~(?:[-–—:,;(.!]|$)"
"""A remark that begins with a word for a void deal."""
_ABSENT_NOTE: Final = r"(?:[^,;.]*[,;.]~)?(?P<status>@ABSENT@)(?:~[,;.(–—-][^?]*)?[.! ]*"
"""A remark that says that a player without cards sat out: `shower, sat out`."""
_FOUL_NOTE: Final = r"\(?(?:@CROSS@|@talk.foul_marks@)\ufe0f?[)?!.]*"
"""A note that is only a mark of a foul."""


class _Rows(GatheredDeal):
    """The open deal; `called` is the text of its `deal` cells."""

    called: Text | None = None
    remarks_void: tuple[Text, ...] = ()
    """The remarks beside boards that the deal is void."""

    def syntax(self) -> DealSyntax:
        """Return the deal; it is void if the remark beside each of its boards says so."""
        is_void = len(self.remarks_void) == len(self.boards) > 1
        if is_void and not any(known.key.text == "void" for known in self.entries):
            self.entries.append(Entry(self.remarks_void[0].with_text("void"), ()))
        return super().syntax()


class TableDeals:
    """Builds the header and the open deal of a table."""

    def __init__(self, file: str, base: str, problems: Problems) -> None:
        self.header = GatheredHeader(file, base)
        self.reader = Reader(file, problems)
        self.deal: _Rows | None = None
        self.factored = False
        """True if a deal has a stake of its own."""
        self.has_ticks = False
        """True if a column of void deals has ticks."""
        self._problems, self._vocabulary = problems, ENGLISH
        self._day_first: bool | None = None
        self._dots_mean_day_first = False
        self._closed: set[tuple[str, str]] = set()
        self._lost = False
        """True if the row before was unreadable and may belong to either neighboring deal."""
        self._once: dict[str, Text] = {}
        """The cells that the open deal has once."""
        self._numbered = False
        """True if a deal is named by its number."""
        self._behind: list[Entry] = []
        """The entries from words after the name of the next deal."""

    def begin(self, text: str, vocabulary: Vocabulary, *, dots_mean_day_first: bool) -> None:
        self._vocabulary = self.reader.vocabulary = vocabulary
        self._day_first, self._dots_mean_day_first = is_day_first(text), dots_mean_day_first

    def refuse(self, cell: Text, message: str, hint: str) -> None:
        """Report a cell, and mark the open deal or the header as spoiled."""
        self._problems.refuse("csv-cell", cell.place, message, hint)
        self.spoil()

    def spoil(self) -> None:
        (self.deal or self.header).spoiled = True

    def lose(self) -> None:
        """Skip a row whose deal is unknown."""
        self.spoil()
        self._lost = True

    def take_entries(self, entries: Iterable[Entry]) -> None:
        if self.deal is not None:
            self.deal.entries += entries
            return
        for said in entries:
            self.header.take(said, self._problems)

    def take_key(self, key: Text, value: Text | None) -> None:
        """Read a key and its value; rule sets and dates may be written as in headings."""
        word = self._vocabulary.keys.get(word_of(key.text))
        found: Entry | None
        if value is not None and word == "rules":
            found = self._rules(value)
        elif value is not None and word == "date":
            found = entry("date", Part(words=(self._day_of(value),)))
        else:
            found = read_entry(key, value, self._problems, self._vocabulary)
        if found is None:
            self.spoil()
        else:
            self.take_entries([found])

    def _day_of(self, date: Text) -> Text:
        """Return a date normalized by the order of day and month in the table."""
        dots = self._day_first is None and "." in date.text and self._dots_mean_day_first
        return day_of(date, day_first=True if dots else self._day_first)

    def _rules(self, value: Text) -> Entry:
        return rules_entry(value, self._vocabulary) or entry("rules", Part(words=(value,)))

    def take_line(self, cell: Text) -> bool:
        """Read a lone cell that is a line of a log: `Ben paid Ana 5`."""
        source = normalize_value(cell, self._vocabulary)
        parsed = parse(source, self._vocabulary)
        boards = () if self.deal is None else self.deal.boards
        names = [board.name.text for board in boards if isinstance(board, BoardSyntax) and board.name]
        self.reader.names.update({folded(name): name for name in names})
        self.reader.begun = self.deal is not None or self.reader.begun
        sure = parsed.sound and isinstance(parsed.value, Entry)
        found = [parsed.value] if sure else self.reader.readings(source) or []
        entries = [value for value in found if isinstance(value, Entry)]
        keys = [KEYS[value.key.text] for value in entries]
        fits = self.deal is None or all(key.closing or key.anywhere for key in keys)
        if not entries or len(entries) < len(found) or not fits:
            return False
        self.take_entries(entries)
        return True

    def place(self, cells: Cells, *, new: bool = False) -> None:
        """Begin the deal of a row unless it is the same as in the row before."""
        deal, name, date = self.deal, cells.get("deal"), cells.get("date")
        if date is not None:
            date = cells["date"] = self._day_of(date)
        if name is None:
            new = new or bool(date and deal and deal.date and date.text != deal.date.text)
            if (new and (deal is None or deal.called is None)) or (deal is None and has_board(cells)):
                self.deal, self._once = _Rows(next(iter(cells.values())), None, date), {}
            return
        words, name = f"deal {name.text}", self._name_of_deal(name)
        day = date.text if date else ""
        if deal is not None and deal.called is None:
            message = f"this row has no deal name, but others have one (line {name.line.number})"
            hint = "write the deal's name in its `deal` cell"
            self._problems.refuse("board-before-deal", deal.at.place, message, hint)
            deal.spoiled = True
        elif deal is not None and deal.called is not None:
            # The date may be in only one row of a deal.
            same_date = deal.date is None or date is None or deal.date.text == day
            if deal.called.text == name.text and same_date:
                deal.date = deal.date or date
                # The words may be in only one row of a deal.
                deal.entries += () if words in self._once else self._behind
                self._once[words] = name
                self._behind = []
                return
            if len(self._closed) < NAMES_KEPT:
                self._closed.add((deal.called.text, deal.date.text if deal.date else ""))
        if self._numbered and has_points_alone(cells) and not is_round(name) and not self._behind:
            hint = "label rounds with their number and sums with `Total`; remove any other row"
            self._problems.refuse("csv-cell", name.place, f"is `{name.text}` a round?", hint)
        self._numbered = self._numbered or is_round(name)
        self.deal = _Rows(name, name, date, spoiled=self._lost)
        self._once = {words: name}
        self.deal.called = name
        self.deal.entries += self._behind
        self._behind, self._lost = [], False
        if (name.text, day) in self._closed:
            # Report the separated rows only once, not as a repeated deal name as well.
            self.deal.name, self.deal.spoiled = None, True
            message = f"the rows of deal {name.text} are apart: another deal is between them"
            hint = "keep the rows of a deal together, or give this deal another name"
            self._problems.refuse("deal-apart", name.place, message, hint)

    def _name_of_deal(self, cell: Text) -> Text:
        """Return a deal's name; store what words beside it mean: `3 (void)`, `4 x2`."""
        match = None if cell.text.isdigit() else self._vocabulary.deal_heading.fullmatch(cell.text)
        if match is not None:
            return cell.part(*match.span(1))
        if not _MARKED_DEAL.match(cell.text):
            return cell
        line = Text(f"deal {cell.text}", cell.line, cell.column, cell.width)
        found: Sequence[LineSyntax] = self.reader.readings(normalize_value(line, self._vocabulary)) or ()
        behind = [value for value in found[1:] if isinstance(value, Entry)]
        # Other words are a part of the name.
        self._behind = [] if all(value.key.text == "note" for value in behind) else behind
        if not self._behind or not isinstance(found[0], DealLine) or found[0].name is None:
            return cell
        return cell.with_text(found[0].name.text)

    def take(self, cells: Cells) -> None:
        """Read the cells of one board, or of a row without one."""
        self._lost = False
        before = self._problems.errors
        if "value" in cells and "key" not in cells:
            self.refuse(cells["value"], "this value has no key beside it", "write the key in the `key` cell")
        if self.deal is None:
            for column in ("date", "dealer", "note", "rules", "stake", "factor", "void"):
                if column in cells:
                    message = f"this `{column}` has no deal: the `deal` cell of its row is empty"
                    hint = f"for the whole log, write a row with `{column}` as its key"
                    self.refuse(cells[column], message, hint)
            if "key" in cells:
                self.take_key(cells["key"], cells.get("value"))
        elif not self.deal.endless:
            self._take_in_deal(cells, self.deal)
        if self._problems.errors > before:
            self.spoil()

    def _take_in_deal(self, cells: Cells, deal: _Rows) -> None:
        name = cells.get("player")
        match = None if name is None else self._vocabulary.shape(DEALER).fullmatch(name.text)
        if name is not None and match is not None:
            name = name.part(*match.span("name"))
            cells = {"dealer": name} | cells | {"player": name}
        if "note" in cells and name is not None and cells.keys().isdisjoint((*BOARD_KINDS, "result")):
            absent = self._vocabulary.shape(_ABSENT_NOTE).fullmatch(cells["note"].text)
            cells |= {"status": cells["note"].part(*absent.span("status"))} if absent is not None else {}
        with_board = has_board(cells) and not has_points_alone(cells)
        if with_board:
            cells, asides = self._without_asides(cells)
            deal.entries += asides
        board = board_of_cells(cells, self._problems, self._vocabulary) if with_board else None
        if board is not None:
            deal.boards.append(board)
        key = cells.get("key")
        if key is not None and deal.called is not None and "deal" not in cells and not with_board:
            message = f"this `{key.text}` has no deal name but is below the first deal"
            hint = "write the deal's name in its `deal` cell, or move the row above all deals"
            self._problems.refuse("key-misplaced", key.place, message, hint)
        elif key is not None:
            self.take_key(key, cells.get("value"))
        if "expect" in cells:
            deal.entries += self._expected(cells["expect"])
        for kind in ("dealer", "rules", "stake", "factor"):
            if kind in cells:
                self.factored = self.factored or kind in ("stake", "factor")
                self._take_once(deal, kind, cells[kind])
        word = cells.get("void")
        if word is None and "note" in cells:
            # `3,,,,,void - a card was seen` is a deal without boards.
            match = self._vocabulary.shape(_VOID_NOTE).match(cells["note"].text)
            said = cells["note"].with_text("yes") if match is not None else None
            word = None if with_board or deal.boards else said
            deal.remarks_void += (said,) if said is not None and with_board else ()
        if word is not None:
            sign = folded(word.text).strip("\ufe0f")
            counts = sign in NOT_VOID or (self.has_ticks and sign in CROSSES)
            said = word.with_text("no" if counts else "yes")
            other = self._once["void"] = self._once.get("void", said)
            if other.text != said.text:
                message = f"`{word.text}` here contradicts {other.text} in line {other.line.number}"
                self.refuse(word, message, "write the same in each row of a deal")
            voids = [known.parts for known in deal.entries if known.key.text == "void"]
            is_void = any(not parts or parts[0].words[0].text == word.text for parts in voids)
            if said.text == "yes" and not is_void:
                parts = () if sign in ON else (Part(words=(word,)),)
                deal.entries.append(Entry(word.with_text("void"), (), parts))
        if "note" in cells:
            said = cells["note"]
            deal.entries.append(note(said))
            if self._vocabulary.shape(_FOUL_NOTE).fullmatch(said.text):
                message = f"`{said.text}` is kept as a note, but it may mean a foul"
                hint = "write `foul` in place of it if the board was fouled"
                self._problems.warn("note-unread", said.place, message, hint)
        if "told" in cells:
            deal.entries.append(note(cells["told"])._replace(told=True))
        self._take_figures(deal, cells)
        if deal.too_long:
            at = next(iter(cells.values()))
            deal.let_go(at, "check whether the `deal` cell is the same in all of these rows", self._problems)

    def _without_asides(self, cells: Cells) -> tuple[Cells, list[Entry]]:
        """Return cells without words in brackets behind cards, and what the words mean: `KK9 (fantasy!)`."""
        kinds = [kind for kind in (*SHORT_LABELS, "board") if kind in cells]
        name = cells.get("player")
        words = [word for kind in kinds for word in re.findall(r"[(\[]([^()\[\]]+)", cells[kind].text)]
        if name is None or all(folded(word) in self._vocabulary.statuses for word in words):
            return cells, []
        name, _ = name_and_marks(name, self._vocabulary)
        rows = joined([cells[kind] for kind in kinds], " / ")
        line = joined([name.with_text(f'"{name.text}":'), rows], " ")
        found = self.reader.readings(normalize_value(line, self._vocabulary)) or [None]
        board, *behind = found
        entries = [value for value in behind if isinstance(value, Entry)]
        if not isinstance(board, BoardSyntax) or len(board.rows) != len(ROWS) or len(entries) < len(behind):
            return cells, []
        marks = [mark for mark in (board.status, *board.marks, cells.get("status")) if mark is not None]
        others = {kind: cell for kind, cell in cells.items() if kind not in kinds}
        others |= {"status": joined(marks, " ")} if marks else {}
        return others | dict(zip(SHORT_LABELS, board.rows, strict=True)), entries

    def _expected(self, cell: Text) -> list[Entry]:
        """Return the points of a result that names players: `Aoife +6`, `Aoife wins 6`."""
        self.reader.begun = True
        found = self.reader.readings(normalize_value(cell, self._vocabulary)) or []
        entries = [value for value in found if isinstance(value, Entry) and value.key.text == "expect"]
        if entries and len(entries) == len(found):
            return entries
        said = read_entry(cell.with_text("expect"), cell, self._problems, self._vocabulary)
        return [] if said is None else [said]

    def _take_once(self, deal: _Rows, kind: str, cell: Text) -> None:
        """Read a cell that applies to a deal and may be repeated in each of its rows."""
        other = self._once.setdefault(kind, cell)
        if other.text != cell.text:
            here, there = f"`{cell.text}` here", f"`{other.text}`"
            if kind == "dealer":
                here, there = f"{cell.text} is the dealer here", other.text
            message = f"{here}, but {there} in line {other.line.number}"
            hint = f"write the same {kind} in each row of a deal"
            self._problems.refuse("key-repeated", cell.place, message, hint)
        if other is not cell:
            return
        match = _FACTOR.fullmatch(cell.text)
        marked = match is not None and not {*"x×*"}.isdisjoint(cell.text)
        is_double = folded(cell.text) in self._vocabulary.money["double"]
        if kind == "dealer":
            deal.entries.append(entry("dealer", Part(names=(cell,))))
        elif kind == "rules":
            deal.entries.append(self._rules(cell))
        elif kind == "stake" and not (marked or is_double):
            found = read_entry(cell.with_text("stake"), cell, self._problems, self._vocabulary)
            deal.entries += [found] if found is not None else []
        else:
            number = int(match[1]) if match else 2 if is_double else 0
            if not 0 < number <= 10:
                message = f"`{cell.text}` is not a factor of the stake"
                hint = "write a whole number, such as 2"
                self._problems.refuse("number-unreadable", cell.place, message, hint)
            elif number > 1:
                deal.entries.append(entry("stake", Part(words=(cell.with_text(f"x{number}"),))))

    def _take_figures(self, deal: _Rows, cells: Cells) -> None:
        """Read the points beside a board, which are checked or added."""
        player = cells.get("player")
        name = None if player is None else name_and_marks(player, self._vocabulary)[0]
        for kind in ("result", "money", "royalties", "running", "adjust"):
            cell = cells.get(kind)
            if cell is None or NOTHING.fullmatch(cell.text):
                continue
            if kind == "money":
                told = "result" in cells and number_of(cells["result"]).text.lstrip("+") == cell.text
                if told or any(value.key.text == "stake" for value in deal.entries):
                    continue
                kind = "result"
            if name is None:
                self.refuse(cell, "these points have no player", "name the player in the row")
                continue
            part = Part(names=(placed(name, cell),), number=number_of(cell))
            if kind in ("running", "adjust"):
                keys = [one.key.text for one in deal.entries]
                at = keys.index(kind) if kind in keys else len(keys)
                before = deal.entries[at].parts if kind in keys else ()
                deal.entries[at : at + 1] = [entry(kind, *before, part)]
            elif kind == "result" and has_points_alone(cells):
                deal.entries.append(entry("expect", part))
            else:
                part = Part(words=(cell.with_text(kind),), number=part.number)
                deal.entries.append(entry("expect", part, names=(name,)))


def as_lines(items: Iterable[Item]) -> Iterator[LineSyntax]:
    """Yield the parsed items of a table as the items of text lines."""
    found = list(items)
    several = len(found) > 2
    for item in found:
        if isinstance(item, HeaderSyntax):
            yield from item.entries
            continue
        if item.name is not None or item.spoiled or several:
            yield DealLine(item.at, item.name, item.date, item.spoiled)
        closing = [value for value in item.entries if KEYS[value.key.text].closing]
        yield from (value for value in item.entries if value not in closing)
        yield from item.written
        yield from closing


def placed(name: Text, cell: Text) -> Text:
    """Return a name at the position of a cell about that player."""
    return Text(name.text, cell.line, cell.column, cell.width)


def points_and_status(cell: Text, vocabulary: Vocabulary) -> tuple[Text, Text] | None:
    """Split a result with a status: `-24 (foul)`."""
    match = re.fullmatch(r"([+−–-]?[0-9]{1,4})[ \t]*[(\[,][ \t]*([^()\[\]]+?)[!.]*[)\]]?", cell.text)
    status = vocabulary.statuses.get(folded(match[2])) if match is not None else None
    if match is None or status not in STATUSES:
        return None
    return cell.part(*match.span(1)), cell.part(*match.span(2)).with_text(status)


def settings_of(row: Row, vocabulary: Vocabulary) -> list[Entry]:
    """Return the keys of a row such as `Stake | 0,50 | EUR`, none for other rows."""
    cells = row.filled
    if not row.whole or not cells or row.has_cards:
        return []
    word = word_of(cells[0].text)
    key = vocabulary.keys.get(word)
    if key not in _SETTINGS or len(cells) == 1:
        return _heading(joined(cells, " "), vocabulary)
    value = joined(cells[1:], ", " if key == "players" else " ")
    if key in ("title", "note", "players") and has_digit(value.text):
        return []
    if key == "rules" or (key == "date" and not days_meant(value.text)):
        return [said for said in _heading(value, vocabulary) if said.key.text == key]
    # `Points | 5` may be a sum: a stake has a currency or decimals.
    counts = key == "stake" and vocabulary.columns.get(word) == "result"
    if counts and not re.search(rf"[.,][0-9]|{vocabulary.currency}", value.text):
        return []
    problems = Problems()
    found = read_entry(cells[0]._replace(text=word), value, problems, vocabulary)
    if found is None or problems.errors or (key == "stake" and _worth_by(found) is None):
        return []
    return [found]


def _heading(text: Text, vocabulary: Vocabulary) -> list[Entry]:
    found = heading_reader(vocabulary).read(normalize_value(text, vocabulary))
    if found is None or found.unclear or not found.certain:
        return []
    return [*found.entries] if {said.key.text for said in found.entries} <= {"rules", "stake"} else []


def stake_of(entries: Sequence[Entry]) -> Fraction | None:
    """Return the money per point by a table's header, None if it is not clear."""
    stakes = [said for said in entries if said.key.text == "stake"]
    return (_worth_by(stakes[0]) or None) if len(stakes) == 1 else None


def _worth_by(stake: Entry) -> Fraction | None:
    number = stake.parts[0].number if len(stake.parts) == 1 and not stake.names else None
    plain = None if number is None else plain_number(number.text)
    return None if plain is None else Fraction(plain)


def has_board(cells: Cells) -> bool:
    return any(column in cells for column in ("player", *BOARD_KINDS))


def has_points_alone(cells: Cells) -> bool:
    """Return True for a player with points but without a board."""
    return {"player", "result"} <= cells.keys() and not any(column in cells for column in BOARD_KINDS)


def board_of_cells(cells: Cells, problems: Problems, vocabulary: Vocabulary = ENGLISH) -> BoardSyntax | None:
    """Return the board in the cells of one row; if they conflict, report it, return None."""
    name = cells.get("player")
    marks: list[Text] = []
    if name is not None:
        name, marks[:] = name_and_marks(name, vocabulary)
        cells = {column: cell for column, cell in cells.items() if not NOTHING.fullmatch(cell.text)}
        cells = _without_placeholders(cells, vocabulary)
    at = name or next(cells[column] for column in ("player", *BOARD_KINDS) if column in cells)
    labels: list[int | None] = []
    rows: list[Text] = []
    words: list[Text] = []
    for column in (*SHORT_LABELS, "board"):
        if column not in cells:
            continue
        found = _part_of_board(cells[column], vocabulary)
        if found.status is not None and found.status.text not in {word.text for word in words}:
            words.append(found.status)
        if found.claim is not None:
            return found._replace(at=at, name=name, marks=(*marks, *found.marks))
        words += found.marks
        own = SHORT_LABELS.index(column) if column != "board" else None
        rows += found.rows
        labels += [own] if len(found.rows) == 1 and own is not None else found.labels
    words += _status_words(cells.get("status"), vocabulary)
    for kind in ("foul", "fantasyland", "absent", "surrender"):
        if kind in cells:
            words += _flag(kind, cells[kind], vocabulary)
    status: Text | None = None
    for word in words:
        if _MARK.fullmatch(word.text):
            marks += [word] if word.text not in {mark.text for mark in marks} else []
        elif word.text in STATUSES and status is None:
            status = word
        else:
            _refuse_status(word, problems)
            return None
    foul = next((mark for mark in marks if mark.text == "foul"), None)
    if status is None and not rows and foul is not None:
        status = foul
        marks.remove(foul)
    in_order = len(rows) == len(ROWS) and all(label in (None, i) for i, label in enumerate(labels))
    order = UNLABELLED if in_order else tuple(None if label is None else ROWS[label] for label in labels)
    claim = cells.get("claim")
    if claim is None:
        if status is not None and status.text == "claim":
            hint = "write the natural, for example dragon, in the `claim` cell"
            problems.refuse("claim-unreadable", status.place, "this claim does not name a natural", hint)
            return None
        return BoardSyntax(at, name, order, tuple(rows), status, None, tuple(marks))
    if status is not None and status.text != "claim":
        message = f"a claim contradicts `{status.text}`"
        problems.refuse("mark-misplaced", status.place, message, "remove one of the two")
        return None
    kind_of = claim._replace(text="-".join(claim.text.translate(ASCII_LOWER).split()))
    claimed = (status or claim)._replace(text="claim")
    # Its thirteen cards may be in one cell.
    order = (None,) if len(rows) == 1 else order
    return BoardSyntax(at, name, order, tuple(rows), claimed, kind_of, tuple(marks))


def _without_placeholders(cells: Cells, vocabulary: Vocabulary) -> Cells:
    """Return cells without signs in place of all rows, if a status says why: `X X X foul`."""
    rows = {kind: cells[kind] for kind in (*SHORT_LABELS, "board") if kind in cells}
    signs = {kind for kind, cell in rows.items() if _PLACEHOLDER.fullmatch(cell.text)}
    words = [cell for kind, cell in rows.items() if kind not in signs]
    is_stated = bool(words) or not cells.keys().isdisjoint(("status", "foul", "absent", "surrender"))
    if not is_stated or any(folded(word.text).strip("()") not in vocabulary.statuses for word in words):
        return cells
    return {kind: cell for kind, cell in cells.items() if kind not in signs}


def name_and_marks(name: Text, vocabulary: Vocabulary) -> tuple[Text, list[Text]]:
    """Return a name and the marks in brackets after it: `Ana (fl)`."""
    match = re.fullmatch(r"(.*[^ \t(])[ \t]*\(([^()]+)\)", name.text)
    if match is None:
        return name, []
    marks = _status_words(name.part(*match.span(2)), vocabulary)
    if not all(_MARK.fullmatch(mark.text) for mark in marks):
        return name, []
    return name.part(0, match.end(1)), marks


def _part_of_board(cell: Text, vocabulary: Vocabulary) -> BoardSyntax:
    """Return a cell as part of a board: a row, several, or a status."""
    as_typed = BoardSyntax(cell, None, (None,), (cell,))
    if CANONICAL_ROW.fullmatch(cell.text) is not None or not read_cards(cell.text).faults:
        return as_typed
    try:
        return read_board_value(cell, vocabulary)
    except SyntaxFault:
        # Invalid cards are reported when the deal is validated.
        return as_typed


def _status_words(cell: Text | None, vocabulary: Vocabulary) -> list[Text]:
    """Return a cell's status words normalized, unknown ones unchanged."""
    if cell is None:
        return []
    found: list[Text] = []
    for match in vocabulary.status_cell.finditer(cell.text):
        word = cell.part(*match.span())
        said = folded(match[0])
        if match.lastgroup == "fantasyland":
            count = re.search("[0-9]+", said)
            said = f"fantasyland {count[0]}" if count else "fantasyland"
        elif match.lastgroup == "word":
            said = vocabulary.statuses.get(said, said)
        found.append(word._replace(text=said))
    return found


def _flag(kind: str, cell: Text, vocabulary: Vocabulary) -> list[Text]:
    """Return the status in a cell of a column such as `Foul`: `yes`, `x`, a card count."""
    said = folded(cell.text)
    if said in NOT_VOID:
        return []
    if said in ON:
        return [cell.with_text(kind)]
    if kind == "fantasyland" and re.fullmatch("1[3-7](?:[ \t]*cards?)?", said):
        return [cell.with_text(f"fantasyland {said[:2]}")]
    return _status_words(cell, vocabulary)


def _refuse_status(word: Text, problems: Problems) -> None:
    if word.text in STATUSES:
        message = f"`{word.text}` is a second status of this board"
        problems.refuse("mark-misplaced", word.place, message, "remove one of the two")
        return
    known = (*STATUSES, "fantasyland")
    # A board that was `set` is not absent, and a doubtful status is not a misspelling.
    alike = [one for one in known if one[0] == word.text[:1].lower() and "?" not in word.text]
    likely = near(word.text, alike, 0.6)
    hint = f"did you mean `{likely}`?" if likely else f"write {listed(known)}, or leave the cell empty"
    problems.refuse("mark-unknown", word.place, f"`{word.text}` is not a status of a board", hint)
