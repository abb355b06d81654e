"""Parse single lines that the grammar does not read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ofcscore.log.card_alphabets import explains_letters
from ofcscore.log.dates import days_meant
from ofcscore.log.keys import FREE_KEYS, KEYS
from ofcscore.log.syntax import Entry, LineSyntax, Unread, entry
from ofcscore.log.text import board_lines, deal_headings, game_terms, money_lines, result_lines
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.log_state import LogContext, Reading, first_read, shaped
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.parser import parse
from ofcscore.log.text.remarks import is_harmless_beside_terms, moves_money, remark, settled, title
from ofcscore.log.text.repairs import WORDS
from ofcscore.log.text.text_after_boards import board_with_tail
from ofcscore.log.vocabulary import ENGLISH, compiled, folded, one_of


def _heading(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the entries of a heading without keys: `Pineapple, 50c a point`."""
    if source.text.rstrip()[-1:] in (":", "="):
        return None
    found = heading_reader(log.vocabulary).read(source)
    if found is None:
        return None
    if found.twice is not None:
        note = "write it once, for example `stake: 0.50 EUR`"
        span = source.span(*found.twice)
        log.report("currency", source.line, span, found.unclear, note)
        return [Unread(key=True)]
    if found.unclear:
        return [game_terms.ask_about_terms(log, source, found.unclear)]
    if not found.entries or (log.begun and not found.certain):
        return None if log.begun else []
    if (asked := game_terms.ask_if_open_face(log, source, found.entries)) is not None:
        return [asked]
    retitled = log.titled
    return [
        entry("note", *one.parts) if retitled and one.key.text == "title" else one for one in found.entries
    ]


def _legend_of_cards(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    return [] if explains_letters(log.vocabulary.alphabet, source.text) else None


@shaped(r"[(\[]?(?P<mark>[^\s=:()\[\]]{1,12})[)\]]?~(?:=|:|(?ai:means))~(?P<said>.+?)[ \t.!]*")
def _legend(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Accept a line that explains a mark: `(f) = fantasyland`."""
    if folded(match["said"].strip("()")) not in log.vocabulary.statuses:
        return None
    explained = match["mark"] in log.legend or match["mark"] in ("foul", "fantasyland")
    return [] if explained else None


def legend_pattern(mark: str) -> re.Pattern[str]:
    escaped = re.escape(mark)
    if not mark[0].isalnum():
        # A sign directly follows the name: `Ana*`.
        return re.compile(rf"(?<=[\w)\]])(?P<open>)[ \t]*{escaped}(?P<close>)(?=[ \t:]|$)")
    return re.compile(
        rf"(?<![^\s:,/|;(\[])(?P<open>[(\[]?)[ \t]*{escaped}[ \t]*(?P<close>[)\]]?)(?![^\s:,/|;)\].!])"
    )


def legend_word(status: str) -> Callable[[re.Match[str]], str]:
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
    r"@talk.mail@~:(?:[^0-9/|+]*|.*[^ \t]@[^ \t].*)",
    r"@talk.sent@~:~(?P<day>.*)",
)
def _head_of_mail(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    day = match.groupdict().get("day")
    is_head = day is None or bool(days_meant(day))
    return [] if is_head and not log.begun and not moves_money(log, source.text) else None


@shaped(r"[^/|]*(?<![^\W_])@talk.wrote@(?: [^:/|]{1,60})?~:", r"[ \t-]*@talk.forwarded@[ \t:-]*")
def _mail_in_mail(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Accept a line that introduces a quoted or forwarded mail."""
    return None if moves_money(log, source.text) else []


@shaped(r"@key.rules|key.stake@~[:=](?s:.*)")
def _keys_in_one_line(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the entries on a line with two keys: `rules: pineapple, stake 1 EUR`."""
    keys = log.vocabulary.shape(r"(?<![^\W_])@key.rules|key.stake@~[:=]?~")
    text = keys.sub(lambda key: " " * len(key[0]), source.text)
    found = heading_reader(log.vocabulary).read(source._replace(text=text))
    if found is None or found.unclear or len(found.entries) < 2:
        return None
    return [*found.entries]


def _read_piece(log: LogContext, piece: Normalized, but: Reading) -> list[LineSyntax] | None:
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


@shaped(r"@key.rules@~[:=–-]+~(?P<value>[^ \t].*[^a-z0-9./+ \t-].*)")
def rules_in_words(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the entries in a `rules` value: `Game: open-face, usual royalties`."""
    found = game_terms.terms(log, source.cut(*match.span("value")))
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
        if values is None and talk is None:
            return None
        found += values or ([talk] if talk else [])
        states = states or any(
            not isinstance(one, Entry) or one.key.text not in _TALKS for one in values or ()
        )
    return found if states else None


_TALKS: Final = {"note", "title"}


READINGS: Final[tuple[Reading, ...]] = (
    money_lines.correction,
    _legend,
    _legend_of_cards,
    _heading,
    rules_in_words,
    deal_headings.deal_heading,
    deal_headings.void_line,
    board_lines.boards_of_a_deal,
    board_lines.seated,
    _head_of_mail,
    _mail_in_mail,
    game_terms.names_alone,
    game_terms.legend_of_players,
    game_terms.order_of_rows,
    board_lines.named_row,
    board_lines.board_with_row_results,
    board_with_tail,
    board_lines.board_of_dealer,
    several_keys,
    _keys_in_one_line,
    result_lines.goes_to_fantasyland,
    result_lines.told_foul,
    board_lines.in_fantasyland,
    board_lines.status_of_known,
    board_lines.status_after_reason,
    board_lines.foul_without_name,
    money_lines.totals,
    result_lines.totals_without_colon,
    result_lines.results_in_order,
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
    _sentences,
)
"""The readings of lines that the grammar does not read, in order of trial."""
