"""Read a single line: by the grammar, then by special readings, else diagnose it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from ofcscore.diagnostics.problem import Edit, Problems, near
from ofcscore.game.cards import ROWS, Row
from ofcscore.log.card_alphabets import before_legend, explains_letters
from ofcscore.log.dates import days_meant
from ofcscore.log.keys import FREE_KEYS, KEYS
from ofcscore.log.syntax import (
    BoardSyntax,
    DealLine,
    Entry,
    Line,
    LineSyntax,
    Text,
    Unread,
    entry,
    told_note,
)
from ofcscore.log.text import board_lines, deal_headings, game_terms, money_lines, result_lines
from ofcscore.log.text.board_lines import board_with_tail
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.game_terms import ask_about_terms, in_order, lines_of_terms
from ofcscore.log.text.log_state import LogContext, Reading, first_read, shaped
from ofcscore.log.text.normalize import Normalized, normalize
from ofcscore.log.text.relevance import count_cards, states_amount
from ofcscore.log.text.remarks import (
    CHANGES,
    is_beside_result,
    is_harmless_beside_terms,
    may_be_remark,
    moves_money,
    people_in,
    remark,
    settled,
    title,
    why_foul,
    without_asides,
    words_behind,
)
from ofcscore.log.text.repairs import WORDS, Diagnostic, diagnose, has_cards, house_rule, unreadable
from ofcscore.log.text.syntax_builder import Parsed, parse
from ofcscore.log.vocabulary import ENGLISH, NAME, Vocabulary, compiled, folded, one_of
from ofcscore.log.words import tables

_TALK: Final = tables()["talk"]


def _heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the entries of a heading without keys: `Pineapple, 50c a point`."""
    if source.text.rstrip()[-1:] in (":", "="):
        return None
    found = heading_reader(log.vocabulary).read(source, opens=not log.begun)
    if found is None:
        return None
    if found.twice is not None:
        note = "write it once, for example `stake: 0.50 EUR`"
        span = source.span(*found.twice)
        log.report("currency", source.line, span, found.unclear, note)
        return [Unread(key=True)]
    if found.unclear:
        return [ask_about_terms(log, source, found.unclear)]
    if log.vocabulary.says("terms.unpaid", source.text) and states_amount(log.text, log.vocabulary):
        what = "this log has a stake, but this line may say that it is not for money"
        if not log.is_chat:
            note = "delete it if points are paid; if nothing is paid, delete the stake"
            log.report("line-unreadable", source.line, source.span(0, len(source.text)), what, note)
            log.problems.miss("stake")
        return None if log.is_chat else [Unread(key=True)]
    if not found.certain and re.search(":(?![0-9])", source.text):
        # `20/11: Ana, Ben` names players.
        return None
    # Below a board, an amount may be a result.
    if not found.entries or (log.begun and (not found.certain or (found.bare and log.in_deal))):
        return None if log.begun else []
    if (asked := game_terms.ask_if_open_face(log, source, found.entries)) is not None:
        return [asked]
    return [
        entry("note", *one.parts) if log.titled and one.key.text == "title" else one for one in found.entries
    ]


def _legend_of_cards(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Accept a legend of card letters, perhaps behind the order of the rows."""
    if not explains_letters(log.vocabulary.alphabet, source.text):
        return None
    order = source.cut(0, len(before_legend(source.text))).stripped(" \t([.,;")
    return game_terms.order_of_rows(log, order) if order.text else []


@shaped(r"(?P<line>.*[^ \t])~[(\[](?P<legend>[^()\[\]]*=[^()\[\]]*)[)\]]~")
def _with_legend(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the values of a line before a legend of card letters: `oben / Mitte / unten (B = Bube)`."""
    if log.begun or not explains_letters(log.vocabulary.alphabet, match["legend"]):
        return None
    return _read_piece(log, source.cut(*match.span("line")), _with_legend)


def _with_lists(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the players of two lists and the values beside them: `9 Jan: Jamie Aoife (J A), 10c a point`."""
    lists = game_terms.lists_of_players(log, source)
    if lists is None:
        return None
    found: list[LineSyntax] = []
    for piece in (lists.before, lists.after):
        beside = piece.stripped(_BESIDE_LISTS)
        values = _read_piece(log, beside, _with_lists) if beside.text else []
        if values is None:
            return None
        found += values
    return [*found, lists.players]


_BESIDE_LISTS: Final = " \t.,:;|–—-"


@shaped(r"[(\[]?(?P<mark>[^\s=:()\[\]]{1,12})[)\]]?~(?:=|:|(?ai:means))~(?P<said>.+?)[ \t.!]*")
def _legend(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Accept a line that explains a mark: `(f) = fantasyland`."""
    if folded(match["said"].strip("()")) not in log.vocabulary.statuses:
        return None
    explained = match["mark"] in log.legend or match["mark"] in ("foul", "fantasyland")
    return [] if explained else None


def _legend_pattern(mark: str) -> re.Pattern[str]:
    escaped = re.escape(mark)
    if not mark[0].isalnum():
        # A sign directly follows the name: `Ana*`.
        return re.compile(rf"(?<=[\w)\]])(?P<open>)[ \t]*{escaped}(?P<close>)(?=[ \t:]|$)")
    return re.compile(
        rf"(?<![^\s:,/|;(\[])(?P<open>[(\[]?)[ \t]*{escaped}[ \t]*(?P<close>[)\]]?)(?![^\s:,/|;)\].!])"
    )


def _legend_word(status: str) -> Callable[[re.Match[str]], str]:
    def word(match: re.Match[str]) -> str:
        if ENGLISH.shape("~(?:=|(?ai:means))").match(match.string, match.end()):
            return match[0]
        marked = bool(match["open"]) == bool(match["close"]) and (
            match["open"]
            or not match[0].strip()[:1].isalnum()
            or ENGLISH.shape("@CARDS@~[/|;]").search(match.string)
        )
        space = "" if match["open"] or match.start() == 0 or match.string[match.start() - 1] in " \t" else " "
        return f"{space}({status})" if marked else status

    return word


@shaped(
    # `An: +5` may be a player's points.
    r"(?P<head>@talk.mail@~:(?:[^0-9/|+]*|.*[^ \t]@[^ \t].*))",
    r"(?P<head>@talk.sent@~:~(?P<day>.*))",
    r"[^/|]*(?<![^\W_])@talk.wrote@(?: [^:/|]{1,60})?~:",
    r"[ \t-]*@talk.forwarded@[ \t:-]*",
)
def _mail(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Accept a mail header, or a line that introduces a quoted or forwarded mail."""
    groups = match.groupdict()
    is_odd = "head" in groups and (log.begun or ("day" in groups and not days_meant(groups["day"])))
    return None if is_odd or moves_money(log, source.text) else []


@shaped(r"@key.rules|key.stake@~[:=](?s:.*)")
def _keys_in_one_line(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the entries on a line with two keys: `rules: pineapple, stake 1 EUR`."""
    keys = log.vocabulary.shape(r"(?<![^\W_])@key.rules|key.stake@~[:=]?~")
    text = keys.sub(lambda key: " " * len(key[0]), source.text)
    found = heading_reader(log.vocabulary).read(source._replace(text=text))
    if found is None or found.unclear or len(found.entries) < 2:
        return None
    return [*found.entries]


def _read_piece(log: LogContext, piece: Normalized, but: Reading | None) -> list[LineSyntax] | None:
    """Return the values of a part of a line, None if it cannot be read; `but` is not tried."""
    parsed = parse(piece, log.vocabulary)
    if parsed.sound and isinstance(parsed.value, Entry):
        return [parsed.value]
    return first_read((reading for reading in READINGS if reading is not but), log, piece)


def several_keys(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the entries of a line with several: `Game: OFC | Stake: $1   Date: ...`."""
    if log.begun or source.text.count(":") < _SEVERAL:
        return None
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key in KEYS)
    pieces = board_lines.split_at(
        source, compiled(rf"[ \t]+(?:\||[-–—]|·|•)[ \t]+|[ \t]*;[ \t]+|[ \t]+(?={keys}[ \t]*:)")
    )
    if len(pieces) < _SEVERAL:
        return None
    found: list[LineSyntax] = []
    for piece in pieces:
        values = _read_piece(log, piece.cut(0, len(piece.text.rstrip(" \t,"))), several_keys) or []
        keys_of = {one.key.text for one in values if isinstance(one, Entry)}
        if ":" not in piece.text or not keys_of or keys_of & _WORDS or len(keys_of) < len(values):
            return None
        found += values
    return found


_WORDS: Final = FREE_KEYS - {"date", "rules"}
_SEVERAL: Final = 2


@shaped(r"(?P<line>.*[^ \t])~[(\[]~(?P<told>@key.running|key.expect@[ \t:=][^()\[\]]*)[)\]]~")
def _with_totals(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the entries of a result with totals in brackets: `Ana +3 (total Ana 5, Ben -5)`."""
    pieces = (source.cut(*match.span(part)).stripped() for part in ("line", "told"))
    first, told = (_read_piece(log, piece, _with_totals) or [] for piece in pieces)
    of_deal = [
        one._replace(key=one.key.with_text("expect"))
        if isinstance(one, Entry) and one.key.text == "running"
        else one
        for one in first
    ]
    return [*of_deal, *told] if first and told else None


@shaped(
    r"(?P<line>.*[^ \t,])~[(\[](?P<aside>[^0-9()\[\]]*[^\W\d_][^0-9()\[\]]*)[)\]]~",
    r"(?P<line>[^,]*[^ \t,])(?:~(?:,|[–—-](?= ))~| @talk.joins@ )(?P<aside>[^0-9()\[\]]*[^\W\d_][^0-9()\[\]]*)",
)
def _with_aside(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return results, and the words after them as a note: `Result: 0:0, both in fantasyland`."""
    if log.is_chat or not log.begun:
        return None
    aside = source.cut(*match.span("aside")).stripped()
    is_told = log.vocabulary.shape(
        r"(?:@talk.pronouns|talk.somebody@ )?(?:@talk.goes_to@ )*@FANTASYLAND@(?: .*)?[!. ]*"
    )
    if is_told.fullmatch(aside.text) is None and not is_beside_result(log, aside.text):
        return None
    found = _read_piece(log, source.cut(*match.span("line")), None) or []
    return [*found, told_note(aside.whole)] if _are_results(found) else None


def _with_asides(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return results with remarks in brackets between them: `Total Ana -38 (ouch), Ben +38`."""
    plain = without_asides(log, source) if log.begun and not log.is_chat else None
    found = None if plain is None else _read_piece(log, plain, _with_asides)
    return [*found, told_note(source.whole)] if found and _are_results(found) else None


def _are_results(values: list[LineSyntax]) -> bool:
    """Return True for one or more results, and notes beside them."""
    keys = [one.key.text if isinstance(one, Entry) else "" for one in values]
    return bool(keys) and {*keys} <= {"expect", "running", "note"}


_BEHIND: Final = re.compile(r"(?<=[0-9)])[ \t,;.<–—-]+(?=[^\W\d_])")
"""The place behind a result."""


def _result_before_words(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return results, and the words behind them, which results in the log must confirm."""
    if log.is_chat or log.by_line or not log.begun:
        return None
    for gap in reversed([*_BEHIND.finditer(source.text)]):
        head, words = source.cut(0, gap.start()), source.cut(gap.end(), len(source.text))
        named = people_in(log.names) & {*map(folded, WORDS.findall(words.text))}
        if named or log.vocabulary.says("money.owes|money.paid", head.text):
            # `What luck! +10 for Ana`, `Ben owes Ana 7 for the pizza`
            continue
        found = _read_piece(log, head, _result_before_words) or []
        of_game = log.vocabulary.says("status.fantasyland|rows|ranks|cards|deals", words.text)
        if _are_results(found) and of_game and may_be_remark(log, words.text):
            return [*found, words_behind(words, "these results")]
    return None


@shaped(r"@key.rules@~[:=–-]+~(?P<value>[^ \t].*[^a-z0-9./+ \t-].*)")
def rules_in_words(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the entries in a `rules` value: `Game: open-face, usual royalties`."""
    value = source.cut(*match.span("value"))
    found = game_terms.terms(log, value) or game_terms.terms_in_sentence(log, value)
    first = found[0] if found else None
    return found if isinstance(first, Entry) and first.key.text == "rules" else None


_SENTENCES: Final = re.compile(r"(?<=[.!…])[ \t]+")


def _sentences(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Parse a line sentence by sentence: `What a hand! +10 for Ana`.

    At least one sentence must be more than a remark.
    """
    pieces = board_lines.split_at(source, _SENTENCES)
    if len(pieces) < _SEVERAL or log.is_chat:
        return None
    found: list[LineSyntax] = []
    talks: list[Text] = []
    states = False
    for piece in pieces:
        values = _read_piece(log, piece, _sentences)
        talk = None if values is not None else remark(log, piece)
        if not log.begun and values is None:
            # A sentence after the terms may change them: `Except for the last deal.`
            words = WORDS.findall(piece.text)
            narrows = states and not is_harmless_beside_terms(
                log, words, game_terms.narrowing(log.vocabulary)
            )
            talk = None if narrows else talk or title(log, piece)
        if values is None and _are_results(found) and is_beside_result(log, piece.text):
            # `tom +6. two boats ffs`
            talk = told_note(piece.whole)
        elif talk is not None and log.begun:
            talks.append(piece.whole)
        voids = any(isinstance(one, Entry) and one.key.text == "void" for one in values or ())
        if (values is None and talk is None) or (states and voids):
            return None
        found += values or ([talk] if talk else [])
        states = (
            states
            or values == []
            or any(not isinstance(one, Entry) or one.key.text not in _TALKS for one in values or ())
        )
    # `Ben paid Ana 5. It bounced.`
    if not states or any(log.vocabulary.says(CHANGES, talk.text) for talk in talks):
        return None
    log.remarks += talks
    return found


_TALKS: Final = {"note", "title"}
_CLAUSES: Final = re.compile(r"[ \t]*[,;][ \t]+")


def _clauses(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Parse payments and debts in one line, each with its verb: `Dave paid Mike $48, Jen owes Mike $50`."""
    pieces = _with_subject(log, board_lines.split_at(source, _CLAUSES))
    says = log.vocabulary.says
    if len(pieces) < _SEVERAL or not all(says("money.paid|money.owes", piece.text) for piece in pieces):
        return None
    found = [_read_piece(log, piece, _clauses) or [] for piece in pieces]
    keys = [{one.key.text if isinstance(one, Entry) else "" for one in values} for values in found]
    is_money = all(of_piece and of_piece <= {"paid", "expect", "running"} for of_piece in keys)
    # `Ben paid Ana 2, she owes him 1`
    is_money = is_money and not any(says("talk.pronouns|talk.him", piece.text) for piece in pieces)
    return [one for values in found for one in values] if is_money and not log.is_chat else None


def _with_subject(log: LogContext, pieces: list[Normalized]) -> list[Normalized]:
    """Put the payer of a clause before the next ones: `Ben paid Ana 5, still owes her 3`."""
    found = pieces[:1]
    for piece in pieces[1:]:
        above = " ".join(one.text for one in found)
        named = [word for word in re.findall(NAME, above) if folded(word) in log.names]
        verb = log.vocabulary.shape(r"(?:@talk.goes_on@ )*(?=@money.owes|money.paid@ )").match(piece.text)
        if verb is not None and named:
            piece = piece.edited([(0, verb.end(), f"{named[0]} ")])
            others = {*named[1:]} - {named[0]}
            if len(others) == 1:
                her = log.vocabulary.shape(r"(?<![^\W_])@talk.him@(?![^\W_'’])")
                piece = piece.sub(her, min(others))
        found.append(piece)
    return found


READINGS: Final[tuple[Reading, ...]] = (
    money_lines.correction,
    _legend,
    _legend_of_cards,
    _with_legend,
    _with_lists,
    money_lines.writer_line,
    _heading,
    rules_in_words,
    deal_headings.deal_heading,
    deal_headings.void_line,
    deal_headings.void_sentence,
    deal_headings.fee,
    deal_headings.cancelling,
    board_lines.boards_of_a_deal,
    board_lines.seated,
    _mail,
    game_terms.names_alone,
    game_terms.legend_of_players,
    game_terms.order_of_rows,
    board_lines.named_row,
    board_lines.board_after_words,
    board_lines.board_with_row_results,
    board_with_tail,
    board_lines.board_of_dealer,
    several_keys,
    _keys_in_one_line,
    result_lines.goes_to_fantasyland,
    result_lines.told_foul,
    board_lines.in_fantasyland,
    deal_headings.somebody_in_fantasyland,
    board_lines.status_of_known,
    board_lines.status_after_reason,
    why_foul,
    board_lines.foul_without_name,
    money_lines.totals,
    result_lines.totals_without_colon,
    result_lines.results_in_order,
    _with_totals,
    result_lines.points_and_money,
    _with_aside,
    _with_asides,
    result_lines.result_of_last,
    result_lines.wins,
    result_lines.money_of_each,
    settled,
    money_lines.payment,
    money_lines.side_bet,
    money_lines.rake,
    money_lines.stake_of_pair,
    money_lines.running,
    game_terms.terms,
    result_lines.settled_amounts,
    _clauses,
    _sentences,
    _result_before_words,
    game_terms.terms_in_sentence,
)
"""The readings of lines that the grammar does not read, in order of trial."""


# --- the reader


LONGEST: Final = 400
"""The longest line that special readings look at."""
_POINTS: Final = re.compile(r"[+−–-][0-9]")
STRUCK: Final = re.compile(r"[ \t>*_+•-]*(~{1,2})(?=\S)(.*?\S)\1([ \t]*:.*)?[ \t*_]*")
"""A struck-out line, perhaps in a list or a quotation: `- ~~Deal 2~~`."""
SHORT_BESIDE: Final = rf"(?m)^[ \t]*({NAME})[ \t]*\(({NAME})\)(?=[ \t]*:)"
"""A name and its short form before a board: `Rolf (RO): ...`."""


def _unless_quoted(name: str, match: re.Match[str]) -> str:
    return match[0] if match[0].startswith('"') else name


class LineReader(LogContext):
    """Reads one line at a time, with the state of the log from the lines above it."""

    def __init__(self, file: str, problems: Problems, vocabulary: Vocabulary = ENGLISH) -> None:
        super().__init__(problems, vocabulary)
        self.file = file
        self.initials: dict[str, str] = {}
        """The full name for each initial and lowercase short name."""

    def normalized(self, line: Line, start: int = 0) -> Normalized:
        source = normalize(line, start, self.vocabulary, self.alphabets.get(line.number))
        for mark, status in self.legend.items():
            source = source.sub(_legend_pattern(mark), _legend_word(status))
        for mark in self.flush_marks:
            marked = compiled(rf"(?<=[2-9TJQKAtjqka0])[ \t]*{re.escape(mark)}(?=[ \t]*(?:$|[/|,;)\]]))")
            source = source.sub(marked, " flush")
        source = in_order(source, self.order) if self.order else source
        for short, name in self.short_names.items():
            before, _, after = name.partition(short)
            around = rf"(?<!{re.escape(before)})" if before else ""
            rest = re.escape(after.strip(" .")) or "(?!)"
            found = compiled(rf"\"[^\"]*\"|{around}(?<![\w'’-]){short}(?![\w'’-]|[ \t]+{rest}(?!\w))")
            source = source.sub(found, partial(_unless_quoted, f'"{name}"'))
        if self.writer and folded(self.writer) not in folded(source.text):
            oneself = compiled(rf"\"[^\"]*\"|(?<![\w'’-]){one_of(self.oneself)}(?![\w'’-])")
            name = f'"{self.writer}"' if " " in self.writer else self.writer
            source = source.sub(oneself, partial(_unless_quoted, name))
        if not self.initials:
            return source
        return source.sub(compiled(SHORT_BESIDE), lambda m: m[1] if folded(m[2]) in self.initials else m[0])

    def readings(self, source: Normalized) -> list[LineSyntax] | None:
        """Parse a line that the grammar does not read, None if no reading is sure."""
        if len(source.text) > LONGEST:
            return None
        found = first_read(READINGS, self, source)
        sentence = source.text.rstrip(" \t.!")
        # A full stop may be a part of the last word of a sentence: a name, for example.
        if found is None and source.text[len(sentence) :].strip() and re.search("[0-9]", sentence):
            found = first_read(READINGS, self, source.cut(0, len(sentence)))
        return found

    def read(self, line: Line, start: int = 0) -> list[LineSyntax]:
        """Parse a line alone; if that fails, report a diagnostic and return an `Unread`."""
        struck = STRUCK.fullmatch(line.text, start)
        if struck is not None:
            return [self.report_struck_out(line, start, struck)]
        source = self.normalized(line, start)
        parsed = parse(source, self.vocabulary)
        if parsed.sound:
            return [parsed.value]
        found = self.readings(source)
        return found if found is not None else [self.unread(source, parsed, start)]

    def unread(
        self, source: Normalized, parsed: Parsed, start: int = 0, *, is_apart: bool = False
    ) -> LineSyntax:
        """Report a diagnostic for a line that has no reading.

        If the line `is_apart` from boards and may be a remark, return a note that results in the log must
        confirm: then no points are missing.
        """
        head = folded(source.text.split()[0]) if source.text.strip() else ""

        def read(line: Line) -> tuple[Normalized, Parsed]:
            normal = self.normalized(line, start)
            found = parse(normal, self.vocabulary)
            # `Hank had to go` is not about the `bank`.
            is_name = (
                head in self.names and head not in folded(normal.text) and isinstance(found.value, Entry)
            )
            if is_name or self._loses_content(source, found) or self._quotes_player(source, found):
                return normal, Parsed(None, False)
            heading = None if found.sound else heading_reader(self.vocabulary).read(normal)
            if heading is None or heading.unclear or not heading.certain or self.begun:
                return normal, found
            return normal, Parsed(heading.entries[0])

        found = house_rule(source) or self._amount_alone(source) if parsed.key is None else None
        found = found or diagnose(source, parsed, read)
        board = parsed.value if isinstance(parsed.value, BoardSyntax) and not parsed.doubt else None
        if found is None and board is not None and has_cards(board):
            # Validation of the deal reports the wrong card or row.
            return board
        is_board = board is not None and (len(board.rows) == len(ROWS) or board.status is not None)
        if not self.begun and parsed.key is None and not is_board:
            terms = lines_of_terms(self, source)
            if terms or (found is not None and found.note and not found.fixes):
                self.problems.miss("terms")
            if len(terms) > 1 or (terms and found is None):
                return ask_about_terms(self, source)
        found = found or unreadable(source, parsed, self.vocabulary)
        is_apart = is_apart and parsed.key is None and house_rule(source) is None
        if is_apart and not found.fixes and may_be_remark(self, source.text, is_heading=not self.begun):
            return told_note(source.whole)._replace(doubt=found.problem())
        self.problems.add(found.problem())
        if parsed.key:
            self.problems.miss(parsed.key)
        # Record keys and players, so that no check misses them.
        self.problems.miss(source.text.partition(":")[0].strip(' \t"'))
        for value in (*found.reads, parsed.value):
            if isinstance(value, Entry):
                self.problems.miss(value.key.text)
            elif isinstance(value, BoardSyntax) and value.name is not None:
                self.problems.miss(value.name.text)
        first = found.reads[0] if found.reads else None
        if found.code == "deal-line" or isinstance(first, DealLine):
            # Assign the lines below to the deal that the line means.
            return DealLine(source.whole, None, spoiled=True)
        return Unread(key=parsed.key is not None or isinstance(first, Entry))

    def _amount_alone(self, source: Normalized) -> Diagnostic | None:
        """Ask what an amount below a board is: it is no stake, and nothing says whose result it is."""
        heading = heading_reader(self.vocabulary).read(source) if self.begun and self.in_deal else None
        if heading is None or not heading.bare:
            return None
        what = "is this amount a result or a payment? Only above the boards, an amount alone is a stake"
        note = "write a result as `expect: Ann +5 EUR`, and a payment as `paid: Ann -> Bob 5 EUR`"
        return Diagnostic("line-unreadable", source.line, source.span(0, len(source.text)), what, (), note)

    def _loses_content(self, source: Normalized, fixed: Parsed) -> bool:
        """Return True for a fix that turns cards, points or a player into a note."""
        if not isinstance(fixed.value, Entry) or fixed.value.key.text not in ("note", "title"):
            return False
        head = folded(source.text.partition(":")[0])
        if count_cards(source.text) >= Row.TOP.size or head in self.names or _POINTS.search(source.text):
            return True
        if near(head, ("note", "title"), 0.7) is not None:
            return False
        words = f" {' '.join(folded(word) for word in WORDS.findall(source.text))} "
        return any(f" {name} " in words for name in self.names)

    def _quotes_player(self, source: Normalized, fixed: Parsed) -> bool:
        """Return True for a fix that quotes words behind a known player's name: `"Ana x2": ...`."""
        name = fixed.value.name if isinstance(fixed.value, BoardSyntax) else None
        if name is None or not name.is_quoted or '"' in source.text:
            return False
        return any(re.match(rf"{re.escape(known)}(?![^\W_])", folded(name.text)) for known in self.names)

    def report_struck_out(self, line: Line, start: int, struck: re.Match[str]) -> Unread:
        whole = Edit(line.file, line.number, start, len(line.text), struck[2] + (struck[3] or ""))
        note = f"delete it, or write `{whole.applied(line.text)}` if it counts"
        span = (start, len(line.text))
        self.report("line-unreadable", line, span, "this line is struck out", note)
        return Unread()

    def note_remark(self, line: Line, found: list[LineSyntax]) -> None:
        """Collect notes after a deal's name, a board or terms that may say more."""
        first = found[0] if found else None
        terms = isinstance(first, Entry) and first.key.text in ("rules", "stake")
        # Words after a foul are its reason.
        fouled = isinstance(first, BoardSyntax) and first.status is not None
        if fouled or not (terms or isinstance(first, DealLine | BoardSyntax)):
            return
        if self.vocabulary.shape("@key.note@~:").search(line.text):
            return
        known = {
            *self.vocabulary.fillers, *_TALK["openers"], *_TALK["in_remarks"], *_TALK["places"], *_TALK["before_place"],
            *(word for name in self.names for word in name.split()),
        }  # fmt: skip
        for value in found:
            if isinstance(value, Entry) and value.key.text == "note" and value.doubt is None:
                note = value.parts[0].words[0]
                words = {folded(word) for word in re.findall(r"[^\W\d_]{3,}", note.text)}
                self.remarks += [note] if words - known else []
