"""Parse results of deals and sessions: totals without a colon, draws, debts, points in chats."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeVar

from ofcscore.game.cards import Row
from ofcscore.log.amounts import plain_number, unmistakable
from ofcscore.log.syntax import BoardSyntax, DealLine, Entry, LineSyntax, Part, Text, entry, expected, note
from ofcscore.log.text.board_lines import TO_FANTASYLAND, split_at
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.log_state import LogContext, person, shaped
from ofcscore.log.text.neighboring_lines import TOLD_FOUL, Item, Items
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.remarks import CHANGES, is_beside_result, is_reason, is_talk
from ofcscore.log.text.repairs import WORDS
from ofcscore.log.text.syntax_builder import Parsed, parse
from ofcscore.log.vocabulary import ENGLISH, NAME, compiled, folded, one_of
from ofcscore.log.words import tables
from ofcscore.scoring.deal import ANYBODY

_TALK: Final = tables()["talk"]
_QUOTES: Final = ' \t"'
_FRAME: Final = " \t#:=*_-–—"
"""Characters around a heading."""
_POINT: Final = r"~(?:@money.point@|(?ai:p))(?![^\W_])"
_MONEY: Final = r"(?:(?:@CURRENCY@|P(?=[0-9]))~@NUMBER@|@NUMBER@~(?:@CURRENCY@|@money.cents|money.pence@))"
_POINTS_OF_ONE: Final = (
    rf"(?P<name>[^:=0-9]*[^\W\d]\.?)[:= \t]+(?P<points>[+-]?[0-9]{{1,6}}(?:[.,][0-9]{{1,2}})?)(?![0-9])(?:{_POINT})?"
    rf"(?:[ \t,;/|=(→]*(?P<money>[+-]?{_MONEY})[ \t)]*)?[ \t.]*"
)
"""A name, points, and perhaps their value in money: `Ana +14 points +1,40 €`."""
_DUE: Final = r"(?:[+-]?@CURRENCY@~@NUMBER@|@NUMBER@(?:~(?:@CURRENCY@|@money.cents|money.pence@))?)"
_SHARE: Final = rf"(?P<payee>(?![0-9])@PERSON@)~[:=]?~(?P<money>{_DUE})"
_SHARE_TO: Final = rf"(?P<share>{_DUE}) @talk.to@ (?P<to>(?![0-9])@PERSON@)"
_AND: Final = r"(?:~,~(?:@talk.joins@ )?| @talk.joins@ )"
_THUS: Final = r"(?:@talk.concludes@[ \t,:]+)*"
_OWED: Final = (
    rf"{_THUS}(?P<payer>@PERSON@)(?:~(?:[-=–—]+>|→)~|(?: @money.owes|talk.to@)+ )"
    rf"(?P<shares>(?![0-9])@PERSON@~[:=]?~{_DUE}(?:{_AND}@PERSON@~[:=]?~{_DUE})*)[ \t.!]*",
    rf"{_THUS}(?P<payer>@PERSON@)(?: @money.owes@)+ (?P<shares>{_DUE} @talk.to@ @PERSON@(?:{_AND}{_DUE} @talk.to@ @PERSON@)*)",
    rf"(?P<payer>@PERSON@) (?P<payee>@talk.me@) @money.owes@ (?P<money>{_DUE})[ \t.!]*",
)
"""Debts in several word orders: `Ben owes Ana 5 EUR and Cid 2 EUR`."""
_SETTLEMENT: Final = r"[#*_=\t -]*@talk.settlement|talk.ways@~[:–—-]+~(?=[^ \t])"


@shaped(
    r"(?P<running>@key.running@(?:~[:=|–—-]+ | ))(?=[^\W\d])(?s:.*)",
    r"(?P<expect>@key.expect@(?:~[:=|–—-]+ | ))(?=[^\W\d])(?s:.*)",
)
def totals_without_colon(
    log: LogContext, source: Normalized, match: re.Match[str]
) -> list[LineSyntax] | None:
    """Return the totals after a key without a colon: `Total Dave +7, Ron -7`."""
    (key, head), *_ = match.groupdict().items()
    source = source.sub(log.vocabulary.shape(r" @talk.draw@(?=~(?:[,;.]|$))"), " 0")
    parsed = parse(source.edited([(0, len(head), f"{key}: ")]), log.vocabulary) if log.begun else None
    if parsed is None or not parsed.sound or not isinstance(parsed.value, Entry):
        return None
    names = [[folded(name.text) for name in part.names] for part in parsed.value.parts]
    is_known = all(len(one) == 1 and one[0] in log.names for one in names)
    return [parsed.value] if is_known and len(names) >= (1 if key == "running" else 2) else None


_FIGURE: Final = r"[+–-]?[0-9]{1,4}(?:~[(]?@FOUL@[)]?)?"
_OF_ROW: Final = rf"(?:~[:=|]~| )(?P<points>{_FIGURE}(?:(?:~[:/|]~| ){_FIGURE})+)[ \t.!]*"
"""The figures of all players, in the order of their boards."""


@shaped(
    rf"(?:@key.expect|money.point@|(?P<up_to>@key.running@)){_OF_ROW}",
    rf"(?P<royalties>@terms.royalties|talk.royalties@){_OF_ROW}",
    r"(?P<unit>@CURRENCY@)(?:~[:=|]~| )(?P<points>[+–-]?[0-9]{1,6}(?:[.,][0-9]{1,2})?(?:(?:~[|]~| )[+–-]?[0-9]{1,6}(?:[.,][0-9]{1,2})?)+)~",
    r"(?:@key.expect@~[:=]~|[(\[])?(?P<draw>@talk.draw@)[)\] \t.!]*",
)
def results_in_order(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return results in the order of the deal's boards, or a draw: `Ergebnis: -6 : 6`, `Punkte | +3 | -3 Foul`."""
    if "draw" in match.re.groupindex and log.told_by_board:
        name = _last_player(log, source)
        return None if name is None else [_result(name, source.at(*match.span("draw"), "0"))]
    fouls: list[tuple[int, int]] = []
    if "draw" in match.re.groupindex:
        numbers = [source.at(*match.span("draw"), "0") for _ in log.in_deal]
    else:
        figures = [*re.compile("[+–-]?[0-9.,]+").finditer(source.text, *match.span("points"))]
        numbers = [source.at(*one.span(), one[0].replace("–", "-").replace(",", ".")) for one in figures]
        ends = [*(one.start() for one in figures[1:]), match.end("points")]
        words = log.vocabulary.shape("@FOUL@")
        found = [words.search(source.text, one.end(), end) for one, end in zip(figures, ends, strict=True)]
        fouls = [(at, foul.start()) for at, foul in enumerate(found) if foul is not None]
    groups = match.groupdict()
    total = sum([Fraction(number.text) for number in numbers])
    if not 2 <= len(log.in_deal) == len(numbers) or (total != 0 and not groups.get("royalties")):
        return None
    at = source.whole
    names = [at.with_text(log.names.get(name, name)) for name in log.in_deal]
    if groups.get("royalties"):
        word = source.at(*match.span("royalties"), "royalties")
        return [expected(name, word, number) for name, number in zip(names, numbers, strict=True)]
    unit = source.at(*match.span("unit")) if groups.get("unit") else None
    shares = zip(names, numbers, strict=True)
    parts = [Part(names=(name,), number=number, unit=unit) for name, number in shares]
    told = [expected(names[seat], source.at(at, at + 1, "foul")) for seat, at in fouls]
    return [entry("running" if groups.get("up_to") or unit else "expect", *parts), *told]


_ARROWS: Final = ("-", "=", "–", "—", ">", "→")


@shaped(
    rf"[(\[*]*~{TO_FANTASYLAND}",
    rf"[(\[*]*~(?P<name>@PERSON@) (?:@talk.holds@ )?{TO_FANTASYLAND}",
    # Without the arrow, which may have been read as a list's dash.
    r"(?P<bare>(?P<mark>@IN_FL@))[ \t.!*★)\]]*",
)
def goes_to_fantasyland(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Expect fantasyland for a player of the deal: `Ana goes to FL`, or below a board `-> FL!!`."""
    name: Text | None = None
    if re.match(r"next\b", source.text, re.IGNORECASE):
        # It may announce the next deal.
        return None
    if "name" in match.re.groupindex:
        named = person(source, *match.span("name"))
        name = named if folded(named.text) in log.in_deal and not log.is_chat else None
    elif "bare" not in match.re.groupindex or source.line.text.lstrip()[:1] in _ARROWS:
        name = _last_player(log, source)
    if name is None:
        return None
    word = source.at(*match.span("mark"), "fantasyland")
    return [entry("expect", Part(words=(word,)), names=(name,))]


def _last_player(log: LogContext, source: Normalized) -> Text | None:
    """Return the player of the last board, None in a chat or without a board in the open deal."""
    if log.last_at is None or log.last_name not in log.in_deal or log.is_chat:
        return None
    return source.whole.with_text(log.last_at.text)


@shaped(TOLD_FOUL)
def told_foul(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Expect a foul of the board above: `(foul)` below its rows."""
    name, word = _last_player(log, source), source.at(*match.span("foul"), "foul")
    return None if name is None else [entry("expect", Part(words=(word,)), names=(name,))]


@shaped(
    rf"[(\[]?@key.expect@~[:=]?~(?P<points>[+–-]?[0-9]{{1,4}})(?:{_POINT})?[)\] \t.!]*",
    rf"[(\[=→]*~(?P<points>[+–-][0-9]{{1,4}}|0)(?:{_POINT})?[)\] \t.!]*",
    rf"[(\[=→]*~(?P<points>[+–-])(?P<money>{_MONEY})[)\] \t.!]*",
    rf"[(\[=→]*~(?P<points>[+–-][0-9]{{1,4}}|0)(?:{_POINT})?[)\]]?(?:~[,;.–—-]+~|~(?=[(\[])| )(?P<more>[^0-9]*)",
    rf"(?P<more>[^0-9]*?)(?:~[,;.:(–—-]+~|[)\]] ?| )(?P<points>[+–-][0-9]{{1,4}})(?:{_POINT})?[)\] \t.!]*",
)
def result_of_last(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the result of the player of the last board: `Ergebnis -8`, or below the rows `+29, going to FL` or `+1.40 €`."""
    name, sign = _last_player(log, source), match["points"].replace("–", "-")
    part: Part | None = Part(number=source.at(*match.span("points"), sign))
    if "money" in match.re.groupindex:
        amount = _due(log, source, match.start("money"))
        number = None if amount is None else amount.number
        part = number and amount and amount._replace(number=number.with_text(sign + number.text))
    if name is None or part is None:
        return None
    more = match.groupdict().get("more")
    found = _told_beside(log, source.cut(*match.span("more")), name) if more else []
    if found is None:
        return None
    log.told_by_board = True
    return [entry("expect", part._replace(names=(name,))), *found]


def _result(name: Text, number: Text) -> Entry:
    return entry("expect", Part(names=(name,), number=number))


def _told_beside(log: LogContext, source: Normalized, name: Text) -> list[LineSyntax] | None:
    """Return what words beside a player's result tell: `fouled (no bottom)`, `stays in FL`, `lol`."""
    foul = log.vocabulary.shape(rf"{TOLD_FOUL}(?P<why>.*)").fullmatch(source.text)
    if foul is not None and (not foul["why"] or is_reason(log, foul["why"])):
        return [expected(name, source.at(*foul.span("foul"), "foul"))]
    land = log.vocabulary.shape(rf"[(\[*]*~{TO_FANTASYLAND}(?P<why>.*)").fullmatch(source.text)
    if land is not None and (not land["why"].strip() or is_beside_result(log, land["why"])):
        return [expected(name, source.at(*land.span("mark"), "fantasyland"))]
    return [note(source.stripped().whole)] if is_beside_result(log, source.text) else None


@shaped(
    rf"{_THUS}[=–—>→-]*~(?P<name>[^:=<>()\[\]0-9]+?) (?:(?P<wins>@talk.wins@)|@talk.loses@) (?:@talk.by@ )?"
    rf"(?:[+]?(?P<points>[0-9]{{1,4}})(?:{_POINT})?|(?P<money>{_MONEY}))(?: @talk.there@)?[ \t.!]*"
)
def wins(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the result of a player who wins or loses: `=> Ana wins 5`, `Ana gets €6`."""
    if not log.begun or folded(match["name"].strip('" ')) not in log.names:
        return None
    name, sign = person(source, *match.span("name")), "" if match["wins"] else "-"
    if match["points"]:
        number = source.at(*match.span("points"), sign + match["points"])
        return [entry("expect", Part(names=(name,), number=number))]
    amount = _due(log, source, match.start("money"))
    if amount is None or amount.number is None:
        return None
    number = amount.number._replace(text=sign + amount.number.text)
    return [entry("running", amount._replace(names=(name,), number=number))]


_MONEY_OF_ONE: Final = (
    r"(?P<name>@PERSON@)(?:~:~| )(?:(?P<wins>@talk.wins@) |(?P<loses>@talk.loses|money.owes@) )?"
    rf"(?P<sign>[+−–-]?)~(?P<money>{_DUE})[ \t.!]*"
)
_NEXT_SHARE: Final = re.compile(r"[ \t]*[,;][ \t]+(?=[^\W\d])")


def _money_in(log: LogContext, source: Normalized | None) -> Part | None:
    """Return a known player's result in money: `Ana -$4.00`, `Uwe gets 2.40`."""
    match = None if source is None else log.vocabulary.shape(_MONEY_OF_ONE).fullmatch(source.text)
    if source is None or match is None or folded(match["name"].strip(_QUOTES)) not in log.names:
        return None
    money = _due(log, source, match.start("money"))
    if money is None or money.number is None:
        return None
    share = Fraction(plain_number(money.number.text) or 0)
    pays = (match["sign"] in {*"−–-"}) != bool(match["loses"])
    return _share(person(source, *match.span("name")), money, -share if pays else share)


def _results_in_money(log: LogContext, lines: Sequence[Normalized | None]) -> Entry | None:
    """Return a player's amount in each line as the session's result, None unless they sum to zero."""
    parts = [part for line in lines if (part := _money_in(log, line)) is not None]
    worth = [Fraction(part.number.text) for part in parts if part.number is not None]
    is_whole = 2 <= len(parts) == len(lines) and any(worth) and sum(worth) == 0
    return entry("running", *parts) if is_whole else None


def money_of_each(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return every player's amount: `Uwe gets 2.40, Ina pays 1.00, Jo pays 1.40`."""
    found = _results_in_money(log, split_at(source, _NEXT_SHARE)) if log.begun else None
    return None if found is None else [found]


_FIGURE_BEHIND: Final = re.compile(
    r"(?P<share>.*[0-9])[ \t]*[(\[][ \t]*(?P<worth>[+-]?[0-9]{1,6}(?:[.,][0-9]{1,2})?)[ \t]*[)\]][ \t.]*"
)


def points_and_money(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return each player's points and their value in money: `Total: Ana +14 (+1.40 €), Ben -14 (-1.40 €)`.

    Behind a key, the value may lack its currency: `Total: Ana +14 (1.40), Ben -14 (-1.40)`.
    """
    head = log.vocabulary.shape("@key.running@~[:=]?~").match(source.text)
    shares = split_at(source.cut(head.end() if head else 0, len(source.text)), _NEXT_SHARE)
    bare = [_FIGURE_BEHIND.fullmatch(share.text) for share in shares if head is not None]
    worth = [Decimal(one["worth"].replace(",", ".")) for one in bare if one is not None]
    texts = [share.text for share in shares]
    if len(worth) == len(texts) and not sum(worth):
        # The figures are in the money of the stake.
        texts = [
            f"{one['share']} ({money * 100:.0f} c)" for one, money in zip(bare, worth, strict=True) if one
        ]
    found = [log.vocabulary.shape(_POINTS_OF_ONE).fullmatch(text) for text in texts]
    if not log.begun or len(found) < 2 or not all(one is not None and one["money"] for one in found):
        return None
    told = ", ".join(
        f'"{one["name"].strip(_QUOTES)}" {_with_code(one[kind])}'
        for kind in ("points", "money")
        for one in found
        if one
    )
    parsed = parse(source.edited([(0, len(source.text), f"running: {told}")]), log.vocabulary)
    return [parsed.value] if parsed.sound and isinstance(parsed.value, Entry) else None


# --- blocks of results on several lines


def with_results(log: LogContext, items: list[Item | None]) -> list[Item | None]:
    """Add keys to blocks of totals and of debts, below a heading or alone."""
    has_board, used = log.begun, set[int]()
    for at, item in enumerate(items):
        if item is None or at in used:
            continue
        if has_board and (total := _result_of_session(items, at)) is not None:
            items[at] = total
            continue
        has_board = has_board or isinstance(item.value, BoardSyntax) or item.grid is not None
        heading = folded((item.text or item.line.text).strip(_FRAME))
        is_total = log.vocabulary.keys.get(heading) == "running" or _heads_totals(log, heading)
        headed = is_total or heading in _TALK["settlement"]
        is_debt = has_board and not headed and debts_in(log, item)
        if not (headed or is_debt or (has_board and not item.is_sound and _money_in(log, item.source))):
            continue
        below = _lines_below(items, at + headed)
        found = (_totals if is_total else balances_of_debts)(log, below)
        if not found and (result := _results_in_money(log, [one.source for one in below.values()])):
            found = _one_line(below, result)
        used.update(found)
        if found and headed:
            found[at] = item.blank()
        for index, one in found.items():
            items[index] = one
    return items


def _result_of_session(items: list[Item | None], at: int) -> Item | None:
    """Return the only result, below the last deal, as the session's result.

    It must come after a blank line, with only entries below it.
    """
    item, above = items[at], items[at - 1] if at else None
    value = item.value if item is not None and item.is_sound else None
    if item is None or above is None or not isinstance(value, Entry) or len(value.parts) < 2:
        return None
    apart = above.source is None and not above.line.text.strip()
    if not apart or value.key.text != "expect" or folded(item.text).startswith("expect"):
        return None
    others = (one for one in (*items[:at], *items[at + 1 :]) if one is not None)
    keys = [one.value.key.text for one in others if isinstance(one.value, Entry)]
    below = (one for one in items[at + 1 :] if one is None or one.source or one.grid)
    if "expect" in keys or not all(one is not None and isinstance(one.value, Entry) for one in below):
        # If each deal has its result, this one is of the last deal.
        return None
    return item._replace(parsed=Parsed(value._replace(key=value.key.with_text("running"))))


def _heads_totals(log: LogContext, text: str) -> bool:
    """Return True for a heading of an evening's totals: `Totals for the evening`."""
    words = {*text.split()}
    sums = {word for word in words if log.vocabulary.keys.get(word) == "running"}
    return bool(sums) and words - sums <= {*log.vocabulary.fillers, *_TALK["summary"]}


_Debt = tuple[Text, Text, Part]
"""A debt: payer, payee and amount, in cents if it has no unit."""


def debts_in(log: LogContext, item: Item) -> list[_Debt]:
    """Return the debts in a line, perhaps after a heading: `Payments: Ben to Ana 5`."""
    source, text = item.source, item.text
    is_board = isinstance(item.value, BoardSyntax) and len(item.value.rows) == len(Row)
    if source is None or (item.is_sound and (is_board or isinstance(item.value, DealLine))):
        return []
    heading = log.vocabulary.shape(_SETTLEMENT).match(text)
    source = source.cut(heading.end() if heading is not None else 0, len(text.rstrip(" \t.!")))
    # A check mark may mean that the debt is paid.
    if re.search("[✓✔✅☑]", item.line.text):
        return []
    found = [_debts_of(log, piece) for piece in split_at(source, _NEXT_SHARE)]
    return _debts_of(log, source) or ([debt for debts in found for debt in debts] if all(found) else [])


def _debts_of(log: LogContext, source: Normalized) -> list[_Debt]:
    """Return the debts of one payer: `Ben owes Ana 5 and Cid 3`."""
    match = next(filter(None, (log.vocabulary.shape(shape).fullmatch(source.text) for shape in _OWED)), None)
    if match is None:
        return []
    payer, parts, shares = person(source, *match.span("payer")), [match], source
    if "shares" in match.re.groupindex:
        shares = source.cut(*match.span("shares"))
        shape = log.vocabulary.shape(rf"(?:^|{_AND})(?:{_SHARE}|{_SHARE_TO})(?={_AND}|$)")
        parts = [*shape.finditer(shares.text)]
        if "".join(one[0] for one in parts) != match["shares"]:
            return []
    found: list[_Debt] = []
    for part in parts:
        at = ("share", "to") if part.groupdict().get("to") else ("money", "payee")
        money = _due(log, shares, part.start(at[0]))
        if money is None:
            return []
        found.append((payer, person(shares, *part.span(at[1])), money))
    return found


def _due(log: LogContext, source: Normalized, start: int) -> Part | None:
    """Return an amount of money; without a unit, it must have two decimals: `26.50`."""
    money, _ = heading_reader(log.vocabulary).money.read(source.text, start)
    if money is not None and money.unit is not None and plain_number(money.number) is not None:
        return money.part(source)
    bare = re.compile(r"[0-9]{1,6}[.,][0-9]{2}(?![0-9.,])").match(source.text, start)
    if bare is None:
        return None
    number = source.at(*bare.span(), re.sub("[.,]", "", bare[0]))
    return Part(number=number, unit=number.with_text("c"))


def _lines_below(items: list[Item | None], start: int) -> dict[int, Item]:
    """Return the next block of nonblank lines, by index."""
    found: dict[int, Item] = {}
    for index, item in enumerate(items[start:], start):
        if item is not None and item.source is not None:
            found[index] = item
        elif found or item is None or item.line.text.strip():
            break
    return found


def _totals(log: LogContext, below: dict[int, Item]) -> dict[int, Item]:
    """Add the key `running` to a block of totals, empty unless there are several."""
    found: dict[int, Item] = {}
    for index, item in below.items():
        match = log.vocabulary.shape(_POINTS_OF_ONE).fullmatch(item.text)
        if match is None or item.source is None:
            break
        name = f'"{match["name"].strip(_QUOTES)}"'
        worth = f", {name} {_with_code(match['money'])}" if match["money"] else ""
        source = item.source.edited([(0, len(item.text), f"running: {name} {match['points']}{worth}")])
        found[index] = item.read_as(source, log.vocabulary)
    return found if len(found) > 1 and all(item.is_sound for item in found.values()) else {}


def _with_code(amount: str) -> str:
    """Return an amount with the code of pesos instead of their sign: `P200`."""
    return re.sub("([+-]?)P(?=[0-9])", r"PHP \1", amount)


def _one_line(below: dict[int, Item], value: Entry) -> dict[int, Item]:
    """Put a value on the last line of a block and blank the others."""
    *others, last = below
    filled = below[last]._replace(parsed=Parsed(value))
    return {**{index: below[index].blank() for index in others}, last: filled}


def balances_of_debts(log: LogContext, below: dict[int, Item]) -> dict[int, Item]:
    """Return each player's balance from lines of debts, empty if a line is different.

    The balance is compared with the session's result. It is not a payment.
    """
    sums: dict[str, Fraction] = {}
    at: dict[str, tuple[Text, Part]] = {}
    for item in below.values():
        debts = debts_in(log, item)
        if not debts:
            return {}
        for payer, payee, amount in debts:
            value = Fraction((amount.number and plain_number(amount.number.text)) or 0)
            named = [*sums, folded(payer.text), *(folded(one.text) for _, one, _ in debts)]
            for who, share in ((payee, value), (payer, -value)):
                name = _player(log, who, named)
                key = folded(name.text)
                sums[key] = sums.get(key, Fraction(0)) + share
                at.setdefault(key, (name, amount))
    verbs = log.vocabulary.shape("(?<![^\\W_])@money.paid|money.owes@")
    others = (name for name in sums if name not in log.names and name not in log.cells)
    known = all(log.begins_a_line(name) and not verbs.search(name) for name in others)
    if not sums or not known or len({one.unit and one.unit.text for _, one in at.values()}) > 1:
        return {}
    return _one_line(below, entry("running", *(_share(*at[key], share) for key, share in sums.items())))


def _player(log: LogContext, name: Text, named: Collection[str]) -> Text:
    """Return the player of a debt; `me` is the only player that the lines do not name."""
    others = [other for other in log.names if other not in named]
    spelled = folded(name.text)
    if spelled in log.names or spelled not in _TALK["me"] or len(others) != 1:
        return name
    return name.with_text(log.names[others[0]])


def _share(name: Text, amount: Part, share: Fraction) -> Part:
    assert amount.number is not None
    text = unmistakable(format(Decimal(share.numerator) / share.denominator, "f"))
    return amount._replace(names=(name,), number=amount.number.with_text(text))


_OF_SETTLEMENTS: Final = "money.owes|talk.wins|talk.loses|talk.received|talk.settles"
"""Words of which a sentence about the settlement has one."""
_BESIDE_DEBTS: Final = "talk.concludes|talk.to|talk.joins|talk.and|talk.me|talk.oneself|talk.is|talk.by|talk.pronouns|talk.beside_debts"


def settled_amounts(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the amounts of a sentence about who owes whom: `so Lisa owes 3.00 and Ben 0.60, both to Tom`.

    Each must be the money that a player has won or lost, or a payment of the settlement, so the sentence only
    repeats the result. A sentence with any other word may be about more.
    """
    if not log.begun or "?" in source.text:
        return None
    talk: list[Text] = []
    last = re.search(r"[.!;][ \t]+(?=[^0-9]+$)", source.text)
    changes = last is not None and log.vocabulary.says(CHANGES, source.text[last.end() :])
    if last is not None and not changes and is_talk(log, source.text[last.end() :], whole=False):
        # `Ben pays Ana 5 EUR. And a beer.`
        talk.append(source.at(last.end(), len(source.text)))
        source = source.cut(0, last.start())
    due = log.vocabulary.shape(rf"(?<![0-9.,])[+−–-]?{_DUE}(?![0-9]|[.,][0-9])")
    rest = due.sub(" ", source.text)
    for name in sorted(log.names.values(), key=len, reverse=True):
        rest = re.sub(rf"(?i)(?<![^\W_]){re.escape(name)}(?:['’]s)?(?![^\W_])", " ", rest)
    words_of = log.vocabulary.words_of
    verbs, beside = (" ".join(words_of(names)).split() for names in (_OF_SETTLEMENTS, _BESIDE_DEBTS))
    words = {folded(word) for word in WORDS.findall(rest)}
    if words.isdisjoint(verbs) or not words <= {*verbs, *beside}:
        return None
    if re.search(r"[^\w\s.,;:!()'’&/–—-]|[0-9]", rest):
        return None
    spans = ((match.end() - len(match[0].lstrip("+−–-")), match.end()) for match in due.finditer(source.text))
    amounts = [_due(log, source.cut(0, end), start) for start, end in spans]
    found = [amount for amount in amounts if amount is not None]
    if not found or len(found) < len(amounts):
        return None
    between = _debtors(log, source)
    if between is None or len(between) < len(found):
        return None
    log.remarks += talk
    debts: list[Part] = []
    amounts_alone: list[Part] = []
    for amount, names in zip(found, between, strict=True):
        told = names if names != [ANYBODY, ANYBODY] else [ANYBODY]
        part = amount._replace(names=tuple(source.whole.with_text(name) for name in told))
        (debts if len(told) > 1 else amounts_alone).append(part)
    return [*(entry("running", *some) for some in (debts, amounts_alone) if some), *map(note, talk)]


_OF_DEBTORS: Final = (
    rf"(?P<amount>(?<![0-9.,])(?P<sign>[+−–-]?){_DUE}(?![0-9]|[.,][0-9]))|(?<![^\W_])(?:(?P<gets>@talk.wins|talk.received@)"
    r"|(?P<owes>@money.owes|talk.loses@)|(?P<from>@talk.from@)|(?P<to>@talk.to@)"
    r"|(?P<writer>@talk.me|talk.oneself@)|(?P<other>@talk.pronouns@))"
)
_OTHER_SIDE: Final = {"gets": "from", "owes": "to"}


def _debtors(log: LogContext, source: Normalized) -> list[list[str]] | None:
    """Return the payer and the payee of each amount, `anybody` for one that the sentence does not name.

    The subject of a verb goes on to the next: `Lisa owes 3.00 and Ben 0.60`. Return None for an unknown writer.
    """
    words = log.vocabulary.shape(rf"(?<![^\W_])(?P<name>{one_of(log.names.values())})|{_OF_DEBTORS}")
    found = [*words.finditer(source.text)]
    named = {folded(one["name"]) for one in found if one["name"]}
    unnamed = [name for key, name in log.names.items() if key not in named]
    people = {"other": ANYBODY, "writer": unnamed[0] if len(unnamed) == 1 else ""}
    last = None if named or any(one.lastgroup in people for one in found) else _last_player(log, source)
    between: list[list[str]] = []
    verb, goes_on = "", False
    subject, whom = last.text if last is not None else ANYBODY, ANYBODY
    names: list[str] = []
    for at, one in enumerate(found):
        kind, before = one.lastgroup or "", found[at - 1] if at else one
        is_near = not source.text[before.end() : one.start()].strip() and before.lastgroup in ("from", "to")
        if kind in _OTHER_SIDE:
            subject = names[-1] if names else subject
            verb, whom, goes_on, names = kind, ANYBODY, True, []
        elif kind == "amount":
            if names and whom != ANYBODY:
                whom = names[-1]
            elif names:
                subject = names[-1]
            way = verb or {"": "", "+": "gets"}.get(one["sign"], "owes")
            between.append({"gets": [whom, subject], "owes": [subject, whom]}.get(way, [ANYBODY, ANYBODY]))
            goes_on, names = False, []
        elif kind in ("name", *people):
            who = log.names[folded(one["name"])] if kind == "name" else people[kind]
            behind = (
                at > 1
                and found[at - 2].lastgroup == "amount"
                and not source.text[found[at - 2].end() : before.start()].strip()
            )
            if is_near and behind and (not verb or _OTHER_SIDE[verb] == before.lastgroup):
                between[-1][before.lastgroup == "to"] = who
            elif is_near:
                whom = who if goes_on and _OTHER_SIDE[verb] == before.lastgroup else whom
            elif not goes_on:
                names.append(who)
            elif subject == ANYBODY:
                subject = who
            elif verb == "owes":
                whom = who
    is_known = all("" not in sides for sides in between)
    return between if is_known else None


# --- results in messages of a chat

_POINTS_IN_CHAT: Final = r"(?:[+–−-]?[0-9]{1,5})(?![0-9]|[.,:][0-9]|[^\W\d_])"
_T = TypeVar("_T")
_ONESELF: Final = (*_TALK["oneself"], *_TALK["me"], "ja", "ik", "jag")
_HAS: Final = one_of((*_TALK["is"], *_TALK["received"], *_TALK["wins"], "am"))
_FOR: Final = one_of(tables()["terms"]["for"])
_FIRST_PERSON: Final = ENGLISH.shape(
    r"(?<![^\W_])(?:(?:I(?:['’]ve|['’]m(?= in ))?|^i)(?=[ \t])|@talk.me@(?![^\W_]))"
)
_SIGNED: Final = re.compile("[+–−-][0-9]")
_UNSURE: Final = (
    r"[0-9?€$£%]|(?<![^\W_])@statuses|money.paid|money.owes|money.double|money.void|talk.moves|talk.corrects|talk.to_add|"
    "key.adjust|key.paid@"
)
"""Numbers and words that make the points beside them uncertain."""
_UP_TO: Final = r"(?<![^\W_])(?:@talk.after@ )?(?:@deals@~#?(?P<a>[0-9]{1,4})|#?(?P<b>[0-9]{1,4}) @deals|deal_lists|talk.deals@)"


def in_first_person(log: LogContext, item: Item) -> Normalized:
    """Replace `I` and `me` in a message by its sender's name."""
    source, sender = item.source, item.message and item.message.sender
    assert source is not None
    if sender is None or "i" in log.names or "me" in log.names:
        return source
    name = sender if re.fullmatch(NAME, sender) else f'"{sender}"'
    return source.sub(_FIRST_PERSON, name.replace("\\", ""))


def points_in_message(log: LogContext, item: Item, items: Items, at: int) -> list[LineSyntax] | None:
    """Return the points of several players, to compare with the deal and the session.

    Each player may be on a separate line of the message.
    """
    shares = _shares(log, item)
    around = (items[: at - 1][::-1], items[at:]) if len(shares) == 1 else ()
    beside = [line for near in around for line in _near(log, near, item, _shares)]
    names = [folded(name.text) for name, _ in (*shares, *(line[0] for line in beside))]
    if len(set(names)) < max(2, len(names)) or any(len(line) > 1 for line in beside):
        return None
    return [entry("running", *(Part(names=(name,), number=number) for name, number in shares))]


def debts_in_message(log: LogContext, item: Item, items: Items, at: int) -> list[LineSyntax] | None:
    """Return each player's balance from debts, to compare with the session.

    For example `Pete owes Al 12 € and me 1 €`. The last of several lines returns the sums of all.
    """
    debts = _debts(log, item)
    if not debts or any(_near(log, items[at:], item, _debts)):
        return [] if debts else None
    above = (debt for line in _near(log, items[: at - 1][::-1], item, _debts) for debt in line)
    *_, last = balances_of_debts(log, dict(enumerate((*above, *debts)))).values() or (None,)
    return None if last is None or last.value is None else [last.value]


def _near(
    log: LogContext, items: Items, below: Item, read: Callable[[LogContext, Item], list[_T]]
) -> Iterator[list[_T]]:
    """Yield what `read` finds on adjacent lines, up to the first without a result."""
    for item in items:
        found = read(log, item) if item is not None else []
        if not found or item is None or abs(item.line.number - below.line.number) != 1:
            return
        below = item
        yield found


def _debts(log: LogContext, item: Item) -> list[Item]:
    """Return a message that states debts, in the third person; empty for any other."""
    if not log.begun or item.source is None or item.message is None:
        return []
    rewritten = Item(item.line, in_first_person(log, item))
    return [rewritten] if debts_in(log, rewritten) else []


def _shares(log: LogContext, item: Item) -> list[tuple[Text, Text]]:
    """Return players and their points, empty if the text says more."""
    source, sender = item.source, item.message and item.message.sender
    if not log.begun or source is None or _SIGNED.search(source.text) is None:
        return []
    people = {**dict.fromkeys(_ONESELF, sender), **log.short_names, **log.names}
    whole = {folded(called): name for called, name in people.items() if name is not None}
    names = one_of(whole)
    share = compiled(
        rf"(?<![^\W_])\"?(?P<name>{names})\"?(?:[ \t]+{_HAS})?[ \t]*[:=(]?[ \t]*(?P<points>{_POINTS_IN_CHAT})"
        rf"|(?<![^\W_])(?P<points_first>{_POINTS_IN_CHAT})[ \t]+(?:{_FOR}[ \t]+)?\"?(?P<name_after>{names})\"?"
    )
    up_to = log.vocabulary.shape(_UP_TO)
    rest = share.sub(" ", source.text)
    deals = [int(match["a"] or match["b"]) for match in up_to.finditer(rest)]
    unsure = log.vocabulary.shape(_UNSURE).search(up_to.sub(" ", rest))
    if unsure or any(number != log.deals for number in deals):
        return []
    found = []
    for match in share.finditer(source.text):
        name, points = ("name", "points") if match["name"] else ("name_after", "points_first")
        at = source.at(*match.span(name)).with_text(whole[folded(match[name])])
        found.append((at, source.at(*match.span(points), re.sub("[–−]", "-", match[points]))))
    return found
