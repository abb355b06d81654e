"""Where the grammar does not go on: what is wrong there, in words for players, and a hint."""

import re
import unicodedata
from typing import Final, NamedTuple

from ofcscore.game.naturals import KINDS
from ofcscore.game.spelling import read_cards
from ofcscore.log.amounts import not_a_number, plain_number
from ofcscore.log.keys import KEYS, NAMELESS_KEYS, key_form
from ofcscore.log.mending import (
    RANK_NAMES,
    denied,
    for_option,
    for_payment,
    for_points,
    mended_board,
    names_in_quotes,
    payment_in_order,
    points_list,
    stake_deal,
    value_in_order,
    void_deal,
    with_claim_colon,
    with_closed_quotes,
    with_status,
)
from ofcscore.log.read import typed
from ofcscore.log.read.pieces import lower
from ofcscore.log.read.typed_rows import FEWEST
from ofcscore.log.syntax import (
    BOARD_FORM,
    DEAL_WORDS,
    INITIALS,
    QUOTED,
    ROW_LABELS,
    SHORT_LABELS,
    Text,
    fault,
    in_their_line,
    mended,
)
from ofcscore.problems.problem import Problem
from ofcscore.problems.words import describe_character, near

# How far back a message looks for what a slip belongs to, so that a long line takes no longer than it should.
_NEARBY: Final = 80
_FIRST_WORD: Final = re.compile('[^ \t:/"]+')
_TYPOGRAPHIC: Final = "“”„«»"
_STRAIGHT: Final = 'write straight quotes: "Phil H."'


def head_word(text: str) -> str:
    """The word that a line begins with, without signs behind it; empty where there is none."""
    match = _FIRST_WORD.match(text.lstrip(" \t"))
    return match.group() if match else ""


class _Stop(NamedTuple):
    """Where no production of a start symbol goes on.

    `at` is the character of `source`, `ended` that nothing stands there, `expected` which terminals of the
    grammar might.
    """

    source: Text
    at: int
    ended: bool
    expected: set[str]

    @property
    def character(self) -> str:
        return "" if self.ended else self.source.text[self.at : self.at + 1]

    @property
    def before(self) -> str:
        """What was read, without the blanks behind it."""
        return self.source.text[: self.at].rstrip(" \t")

    @property
    def here(self) -> Text:
        """The character, or the empty piece behind what was read."""
        source, at = self.source, self.at
        return source.part(max(at - 1, 0), at).behind() if self.ended else source.part(at, at + 1)


def explain(start: str, key: str | None, source: Text, at: int, ended: bool, expected: set[str]) -> Problem:
    """What is wrong where no production of a start symbol goes on, in words for players.

    `key` is whose value is read, where a line of text says so; the others are those of a `_Stop`.
    """
    text = source.text
    stop = _Stop(source, len(text.rstrip(" \t")) if ended and at == 0 else at, ended, expected)
    place = stop.here.place
    if text.count('"') % 2 and stop.character == '"':
        line = mended(stop.here, "") if key in NAMELESS_KEYS else with_closed_quotes(text)
        hint = 'a name in quotes is `"Phil H."`' if line is None else f"write `{line}`"
        return Problem("quote-unclosed", place, "this quote is not closed", hint)
    if stop.character == "#":
        message = "`#` stands in the middle of a word"
        return Problem("comment", place, message, "a comment begins after a blank")
    if start == "line":
        word = head_word(text)
        behind = text.lstrip(" \t")[len(word) :].lstrip(" \t")
        lowered = word.lower()
        if lowered in KEYS and (behind[:1] == ":" or KEYS[lowered].of is not None):
            return _explain_value(lowered, stop)
        if lowered in DEAL_WORDS and behind[:1] != ":":
            return _explain_deal(lowered, stop)
    if start not in ("line", "board"):
        return _explain_value(key, stop)
    problem = _explain_board(stop)
    if start == "line":
        line = mended_board(text) if problem.code in _MENDED else None
    else:
        # A name stands elsewhere, so that every colon may be meant as a slash.
        board = mended_board(text.lstrip(" \t:"))
        line = None if board is None else in_their_line((source,), board) or board
    return problem if line is None else problem._replace(hint=f"write `{line}`")


_MENDED: Final = frozenset(("row-empty", "line-unreadable", "colon-twice", "label-unknown"))
"""What is wrong with a board whose cards may all be there."""


_DATE: Final = "(?:[ \t]+[0-9]{4}-[0-9]{2}-[0-9]{2})?"
_FIRST_NAME: Final = re.compile(rf"[ \t]*[^ \t]+[ \t]+((?:{QUOTED.pattern}|[^ \t]+){_DATE})[ \t]*(.*?)[ \t]*")


def _explain_deal(word: str, stop: _Stop) -> Problem:
    name, behind = stop.before, stop.source.text[stop.at :].strip(" \t:")
    found = _FIRST_NAME.fullmatch(stop.source.text)
    if stop.character == ":":
        message = f"a `{word}` line takes no colon"
        if found and found[2]:
            # What stands before the colon is no date: a time, or a key.
            name, behind = f"{name.split()[0]} {found[1].rstrip(':,;')}", found[2]
        hint = f"write `{name}  # {behind}`" if behind else f"write `{name}`"
        bracketed = re.fullmatch(r"\([ \t]*(.*?)[ \t]*\)", behind)
        entry = bracketed[1] if bracketed else behind
        key = entry.partition(":")[0].rstrip(" \t").lower()
        if key in KEYS and KEYS[key].where != "header":
            hint = f"write `{name}`, and `{entry}` on a line below it"
    else:
        message = f"a `{word}` line has a name, and perhaps a date, and nothing else"
        first, rest = found.groups() if found else ("1", "")
        first = first.rstrip(",;") if rest else first
        whole = f"{first} {rest}".replace('"', "")
        hint = (
            f'write `{word} "{whole}"`, or `{word} {first}  # {rest}`' if rest else f"write `{word} {first}`"
        )
        name, behind = (f"{word} {first}", rest) if found else (name, behind)
    if typed.is_meant(stop.source):
        # No remark: they are boards.
        hint = f"write `{name}`, and below it each board on a line of its own"
    else:
        void = void_deal(word, *found.groups()) if found else None
        hint = void or stake_deal(name, behind) or hint
    return Problem("deal-line", stop.here.place, message, hint)


_NUMBERED: Final = r"(?<![^ \t,;])[0-9]{1,2}[.)][ \t]*"
"""The number of a name in a list: `1. Ana`."""


def _explain_value(key: str | None, stop: _Stop) -> Problem:
    source, at, ended, expected = stop
    text = source.text
    near_by = text[max(at - _NEARBY, 0) : at]
    said = value_in_order(key, text)
    hint = f"write `{key}: {said}`" if said else f"as in {key_form(key)}" if key else None
    place = stop.here.place if ended else source.part(at, _word_end(text, at)).place
    if ended and key and stop.before.endswith(":"):
        return Problem("key-empty", place, f"nothing stands behind `{key}:`", hint)
    if not ended and re.search("[0-9],$", text[: at + 1]) and re.match("[0-9]", text[at + 1 : at + 2]):
        return _decimal_comma(at, source)
    if not ended and re.search("[0-9],[ \t]*$", near_by) and re.match("[0-9]", text[at:]):
        return _decimal_comma(text.rindex(",", 0, at), source)
    plain = re.sub(_NUMBERED, "", text)
    names = value_in_order(key, plain) if key == "players" else None
    if names is not None:
        message = "a comma is missing between names" if plain == text else "the players are not numbered here"
        hint = f"write `players: {names}`, or put a name of several words in quotes"
        quoted = names_in_quotes(plain)
        if quoted is not None:
            hint = f"write `players: {quoted}`, or if all of these are players, `players: {names}`"
        return Problem("key-unreadable", place, message, hint)
    if expected & {"AMOUNT", "FIGURE", "COUNT"}:
        if not ended and text[at] != ",":
            return Problem("key-unreadable", place, "this is not what is expected here, a number", hint)
        glued = re.search("([^ \t,]+?)-([0-9][0-9.]*)$", near_by)
        if glued and said is None:
            hint = f"a sign follows a blank: `{glued.group(1)} -{glued.group(2)}`"
        word = re.search("[^ \t,:]*$", near_by.rstrip(" \t"))
        if word and _meant_as_number(word.group()):
            end = len(stop.before)
            return not_a_number(source.part(end - len(word.group()), end))
        return Problem("number-missing", place, "a number is missing here", hint)
    if expected & {"LIST_NAME", "NAME"}:
        if ended or not re.match("[0-9+-]", text[at:]):
            return Problem("key-unreadable", place, "a name is missing here", hint)
        if said:
            return Problem("key-unreadable", place, "the amount goes behind both names", hint)
        if key == "paid":
            return Problem("key-unreadable", place, "who was paid is missing here", hint)
        name = text[at : _word_end(text, at)]
        message = "a name in a list does not begin with a digit or a sign, unless it is in quotes"
        hint = f'write "{name}"' if name[0].isdigit() else hint
        return Problem("name-quotes", place, message, hint)
    if key == "expect" and "COLON" in expected:
        return Problem("colon-missing", place, "a colon is missing here", hint)
    about = f"`{key}`" if key else "this"
    return Problem("key-unreadable", place, f"{about} cannot be read here", hint)


def _word_end(text: str, at: int) -> int:
    return at + max(len(re.split("[ \t,]", text[at:], maxsplit=1)[0]), 1)


_NOT_NUMBERS: Final = frozenset(("nan", "snan", "inf", "infinity"))


def _meant_as_number(word: str) -> bool:
    """Whether a word without one digit of ASCII stands for a number to some program or in some script."""
    return word.lower() in _NOT_NUMBERS or any(c.isdigit() and not c.isascii() for c in word)


def _decimal_comma(comma: int, source: Text) -> Problem:
    text = source.text
    from_ = max(comma - _NEARBY, 0)
    number = re.search(r"[+-]?[0-9][0-9.,]*$", text[from_:comma])
    after = re.match("[ \t]*[0-9]([0-9.,]*[0-9])?", text[comma + 1 : comma + _NEARBY])
    start = from_ + number.start() if number else comma
    end = comma + 1 + (after.end() if after else 0)
    plain = plain_number("".join(text[start:end].split()))
    hint = "write a point and no comma" if plain is None else f"write {plain}"
    message = f"{text[start:end]} is not a number that can be read"
    return Problem("number-unreadable", source.part(start, end).place, message, hint)


_SUITS: Final = re.compile(r"\b(?:flush|suited|spades?|hearts?|diamonds?|clubs?)\b")
_BRACKET: Final = re.compile(r"\(([^()]*)\)?")


def _explain_board(stop: _Stop) -> Problem:
    source, at, ended, _ = stop
    text, character, before, place = source.text, stop.character, stop.before, stop.here.place
    opened = text.rfind("(", 0, at + 1)
    if opened >= 0 and ")" not in text[opened:at]:
        return _explain_mark(opened, source)
    quote = re.search(f"[{_TYPOGRAPHIC}]", text)
    if quote:
        message = f"{quote[0]} does not begin a name in quotes"
        return Problem("name-quotes", source.part(*quote.span()).place, message, _STRAIGHT)
    if character == ":":
        return _explain_colon(at, source)
    remark = re.fullmatch("[ \t]*//+[ \t]*(.*)", text)
    if remark is not None:
        return Problem("line-unreadable", place, "a remark begins with `#`", f"write `# {remark[1].strip()}`")
    if character == "/" or (ended and before.endswith("/")):
        side = "after the last slash" if ended else "before this slash"
        return Problem("row-empty", place, f"there is no row {side}", BOARD_FORM)
    if re.search("[Cc]laim[ \t]*[^:]*$", before) and not re.search("[Cc]laim[ \t]+[^:]+:.", before):
        message = "a claim names its kind and shows its cards"
        line = with_claim_colon(text)
        hint = f"write `{line}`" if line else "as in `claim dragon: CARDS`, its thirteen cards or three rows"
        return Problem("claim-unreadable", place, message, hint)
    status = re.search("([Ff]oul|[Ss]urrender|[Aa]bsent)$", before)
    if status and not ended:
        message = f"nothing follows `{status.group(1)}` but marks in brackets"
        hint = "a foul of which the cards are known is `(foul)` behind them"
        hint = for_option("surrender") if status[1].lower() == "surrender" and before == status[1] else hint
        return Problem("line-unreadable", place, message, hint)
    if ended and re.search("(^|[:/])[^:/]*:$", before[-_NEARBY:]):
        label = re.search("([^ \t:/]+)[ \t]*:$", before[-_NEARBY:])
        named = label.group(1) if label else "this row"
        return Problem("row-empty", place, f"nothing stands behind `{named}:`", "write the cards of the row")
    if character == '"':
        message = "a quoted name stands only before a colon"
        return Problem("line-unreadable", place, message, 'as in `"Phil H.": ...`')
    if character == ")":
        line = mended(stop.here, "")
        return Problem("mark-unknown", place, "no bracket is open here", f"write `{line}`")
    message = "the board cannot be read on from here" if not ended else "the board is not finished"
    paid = payment_in_order(text)
    return Problem("line-unreadable", place, message, BOARD_FORM if paid is None else for_payment(paid))


_ASKED: Final = {"fantasyland": "was this board played in fantasyland", "foul": "did the table rule a foul"}
"""The marks of a board with cards, and what to ask where one is doubted, or is among other words."""
_COUNTED: Final = r"[+-]?[0-9][0-9.]*[ \t]*(?:p|pts?|points?)?"
"""Points in brackets, as score sheets have them."""
_ONE_WORD: Final = re.compile("(?:in[ \t]+)?([^ \t?]+)")


def _explain_mark(opened: int, source: Text) -> Problem:
    match = _BRACKET.match(source.text, opened)
    mark = source.part(opened, match.end() if match else opened + 1)
    inside = source.part(*match.span(1)).trimmed() if match else mark.behind()
    closed = mark.text.endswith(")")
    message = f"({inside.text}) is no mark of a board" if closed else "this bracket is not closed"
    hint = _mark_hint(mark, inside, closed=closed)
    return Problem("mark-unknown", mark.place, message, hint)


def _mark_hint(mark: Text, inside: Text, *, closed: bool) -> str:
    """What may be meant by what stands in brackets; a mark that is denied or doubted is no slip of it."""
    said = lower(inside)
    what = denied(said)
    if what and (_SUITS.fullmatch(what) or _mark_meant(inside.part(len(said) - len(what), len(said)))):
        return f"leave it out: write `{mended(mark, '')}`"
    if re.fullmatch(RANK_NAMES, said):
        return f"rows are ranked from their cards; leave it out: write `{mended(mark, '')}`"
    if re.fullmatch(_COUNTED, said):
        return f"points are counted from the cards; leave it out: write `{mended(mark, '')}`"
    meant = _mark_meant(inside)
    if meant is not None:
        return f"did you mean `({meant})`?" if closed else f"write `{mended(mark, f'({meant})')}`"
    words = [inside.part(*word.span()) for word in re.finditer("[^ \t,?]+", inside.text)]
    named = {meant for word in words if (meant := _mark_meant(word))}
    if len(named) == 1:
        (meant,) = named
        marked, plain = mended(mark, f"({meant})"), mended(mark, "").strip()
        others = [word.text for word in words if _mark_meant(word) is None]
        if not plain and meant == "foul" and len(others) == 1:
            return f"write `{others[0]}: foul`"
        return f"{_ASKED[meant.split()[0]]}? Write `{marked}`, or else `{plain}`"
    suits = _SUITS.findall(said)
    if closed and len(suits) == 1:
        return f"if the row before it was a flush, write `{mended(mark, suits[0])}`"
    return "marks are `(fantasyland)`, `(foul)` and, without cards, `(2 aces)`"


def _mark_meant(said: Text) -> str | None:
    """The mark that a text is, or one word with a slip in it; None for any other text."""
    is_one = typed.mark(said)
    if is_one is not said:
        return is_one.text
    word = _ONE_WORD.fullmatch(lower(said))
    return None if word is None else near(word[1], _ASKED, 0.6)


_BEFORE_NAME: Final = r"[+*&>~|.,;!–—-]+|and|but|for|here|is|it|next|now|the|then|und|with"
"""What may stand before a name, and be no part of it."""


def _explain_colon(at: int, source: Text) -> Problem:
    points, paid = points_list(source.text), payment_in_order(source.text)
    if points is not None or paid is not None:
        hint = for_points(points) if points else for_payment(paid or "")
        message = "can't read this line: not a board, a setting or a deal heading"
        return Problem("line-unreadable", source.trimmed().place, message, hint)
    before = source.text[:at].rstrip(" \t")
    match = re.search("[^ \t:/,]*$", before[-_NEARBY:])
    word = match.group() if match else ""
    if before.endswith(":") or not word:
        hint = "one colon is enough" if before else "write the player's name before it, or leave it out"
        place = source.part(at, at + 1).place
        return Problem("colon-twice", place, "this colon has nothing before it", hint)
    if ":" not in before and "/" not in before:
        name = before.strip(" \t")
        start = before.index(name)
        first, _, label = name.rpartition(" ")
        if first and label.lower() in ROW_LABELS:
            rest = source.text[at + 1 :].strip(" \t")
            message = "a name and a row stand before this colon"
            hint = f"write `{label}: {rest}`, and `{first.strip()}:` once, on a line above the three rows"
            return Problem("label-unknown", source.part(start, at).place, message, hint)
        board = source.part(at + 1).trimmed()
        if typed.is_named_board(board):
            message = f"`{name}` stands before the name of the player whose board this is"
            return Problem("name-quotes", source.part(start, at).place, message, f"write `{board.text}`")
        problem = status_before_names(source.part(start, start + len(name)), board)
        if problem is not None:
            return problem
        points = points_list(board.text)
        if points is not None:
            message = f"`{name}` is no key, and no board stands behind it"
            return Problem("key-unknown", source.part(start, at).place, message, for_points(points))
        head, _ = typed.name(source.part(start, start + len(name)))
        message = f"{head.text} is not one word, and so no name without quotes"
        line = _with_mark_behind(head, board) or mended(head, f'"{head.text}"')
        hint = f"write `{line}`"
        bare = label if re.fullmatch(_BEFORE_NAME, first.lower()) else head.text.rstrip("*+!?~^")
        if bare != head.text:
            hint = f"if it is {bare}, write `{mended(head, bare)}`; if not, `{line}`"
        elif first and len(read_cards(board.text).codes) < FEWEST and not typed.is_word_for_board(board):
            hint = f"if it is a remark, write `# {source.line.text.strip()}`; if it is a player, `{line}`"
        return Problem("name-quotes", source.part(start, at).place, message, hint)
    other = source.part(len(before) - len(word)).trimmed()
    if before.count("/") > 1 and typed.is_named_board(other):
        message, hint = "another board begins here", f"write `{other.text}` on a line of its own"
        return Problem("label-unknown", other.part(0, len(word)).place, message, hint)
    row = INITIALS.get(word.lower())
    meant = near(word, ROW_LABELS) if row is None else SHORT_LABELS[row]
    kind = before[before.find(":") + 1 :].strip(" \t")
    if near("-".join(kind.lower().split()), KINDS) is not None:
        start = len(before) - len(kind)
        line = mended(source.part(start, len(before)), f"claim {kind}")
        message = f"`{kind}` is no row, and a natural is claimed"
        return Problem("label-unknown", source.part(start, at).place, message, f"write `{line}`")
    hint = f"did you mean `{meant}:`?" if meant else "rows are `top:`, `mid:` and `bot:`"
    place = source.part(len(before) - len(word), at).place
    return Problem("label-unknown", place, f"`{word}` is no row", hint)


def _with_mark_behind(head: Text, board: Text) -> str | None:
    """The line of a board with the mark that stands beside its player's name; None where there is none."""
    words = [head.part(*word.span()) for word in re.finditer("[^ \t]+", head.text)]
    for word, name in (words, reversed(words)) if len(words) == 2 else ():
        mark = typed.mark(word)
        if mark.text == "foul" and not read_cards(board.text).cards:
            return f"{name.text}: foul"
        if mark.text.split()[0] in _ASKED:
            return f"{name.text}: ({mark.text}) {board.text}"
    return None


def status_before_names(head: Text, behind: Text) -> Problem | None:
    """The problem of `Foul: Cid`, where names stand behind what stands for a board; None for other lines.

    Such a line would pass for the board of a player called Foul.
    """
    if not typed.is_word_for_board(head) or not read_cards(behind.text).faults:
        return None
    status = typed.status(head).text
    lines = with_status(status, behind.text)
    message = f"`{head.text}` is no key, and no board stands behind it"
    if lines is None:
        hint = f"write `NAME: {status}` for each player of whom that is so"
    else:
        first, *others = lines
        hint = f"write `{in_their_line((head, behind), first) or first}`"
        hint += "".join(f", and `{line}` on a line of its own" for line in others)
    if status == "foul":
        hint += ", or `(foul)` behind the cards where they are there"
    return Problem("key-unknown", head.place, message, hint)


def check_unquoted(name: Text) -> None:
    """Raises where an unquoted name has a sign that is no letter and no digit of any script."""
    for index, character in enumerate(name.text):
        if character.isalnum() or character in ".-_" or unicodedata.category(character)[0] in "MC":
            continue
        hint = _STRAIGHT if character in _TYPOGRAPHIC else f'write "{name.text}"'
        message = f"{describe_character(character)} may stand only in a name in quotes"
        raise fault("name-quotes", name.part(index, index + 1), message, hint)
