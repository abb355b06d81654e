"""Parse results, payments, bets, rake and stakes in words, and corrections."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.log.syntax import Correction, Entry, LineSyntax, Part, entry
from ofcscore.log.text.board_lines import may_be_new
from ofcscore.log.text.game_headings import heading_reader
from ofcscore.log.text.log_state import LogContext, person, shaped
from ofcscore.log.text.neighboring_lines import Item
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.repairs import WORDS
from ofcscore.log.text.syntax_builder import parse
from ofcscore.log.vocabulary import all_words, folded
from ofcscore.log.words import tables

_SHARE: Final = (
    r"(?P<name>@PERSON@)~[:=]?~(?P<points>(?P<whole>[+-]?[0-9]{1,5})(?:[.,/][0-9]+)?|(?<![0-9])0(?![0-9]))"
    r"(?:~(?ai:points?|pts?|p)(?![A-Za-z]|~[:=]?~[+-]?[0-9]))?"
)
_SHARE_BEFORE: Final = (
    r"(?P<points>(?P<whole>[+-][0-9]{1,5}))(?:~@money.point@)? (?:(?:@talk.for|talk.to@) )?(?P<name>@PERSON@)"
)
"""Points before a name: `+18 Lola`."""
_OPENED: Final = r"~(?:@talk.openers@[ \t,:]+)?(?:=>|->|→)~|@talk.openers@[ \t,:]+|[(\[](?=[^()\[\]]*[)\]]$)"
"""Words or a bracket before points."""
_WAY: Final = r" (?:is )?(?:(?P<up>(?ai:up|plus|ahead))|(?ai:down|minus|behind)) (?:(?ai:by) )?"
_UP_OR_DOWN: Final = rf"(?<=[^\W\d_]){_WAY}(?=[0-9])"
_STANDING: Final = (
    rf"(?:^|~[,;.]~)(?P<name>@PERSON@){_WAY}(?P<points>[0-9]{{1,5}})(?:~@money.point@)?"
    r" (?:@key.running@|(?ai:now|in total|altogether))[ \t.!]*$"
)
"""The total of one player at the end of a line: `Fay +17, Fay up 13 now`."""


def totals(log: LogContext, source: Normalized, *, of_deal: bool = False) -> list[LineSyntax] | None:
    """Return points without a key, below boards or alone: `Ana +18, Ben -7, Cid -11`.

    If `of_deal`, they follow the name of their deal.
    """
    shape = log.vocabulary.shape
    below = bool(log.in_deal) and not of_deal
    if not below and not log.begun and not of_deal:
        return None
    standing = shape(_STANDING).search(source.text) if below else None
    if standing is not None and folded(standing["name"]) in log.names:
        rest = totals(log, source.cut(0, standing.start()), of_deal=True) if standing.start() else []
        points = source.at(*standing.span("points"), ("+" if standing["up"] else "-") + standing["points"])
        name = person(source, *standing.span("name"))
        return None if rest is None else [*rest, entry("running", Part(names=(name,), number=points))]
    opened = shape(_OPENED).match(source.text)
    offset = opened.end() if opened is not None else 0
    source = source.sub(shape(_UP_OR_DOWN), lambda match: " +" if match["up"] else " -")
    text = source.text[offset:].rstrip(")]")
    share = shape(_SHARE.replace("[+-]?", "[+-]") if below else _SHARE)
    share = shape(_SHARE_BEFORE) if share.match(text) is None else share
    shares = [*share.finditer(text)]
    between = shape(r"@talk.and@|[ \t,;/|&.!]").sub("", share.sub("", text))
    if not shares or between or (log.is_chat and len(shares) == 1):
        return None
    names = [_named(log, match["name"].strip('" ')) for match in shares]
    if not all(name[:1].isalpha() for name in names):
        return None
    if any(folded(name) not in log.names and (below or not may_be_new(log, name)) for name in names):
        return None
    signed = all(match["points"][0] in "+-0" for match in shares)
    total = sum([int(match["whole"] or 0) for match in shares])
    if total and (not signed or (below and len(shares) > 1)):
        return None
    parts = []
    for match, called in zip(shares, names, strict=True):
        (start, end), (first, last) = match.span("name"), match.span("points")
        number = source.at(offset + first, offset + last)
        typed = person(source, offset + start, offset + end)
        meant = typed if typed.text == called else typed.with_text(called)
        parts.append(Part(names=(meant,), number=number))
    # Below boards, the points may be of the deal or of the session.
    return [entry("running" if below and not log.by_line else "expect", *parts)]


def _named(log: LogContext, name: str) -> str:
    """Return the only player of the open deal with this initial, the name itself without one."""
    if len(name) > 1 or folded(name) in log.names:
        return name
    begun = [log.names[one] for one in log.in_deal if one in log.names and one.startswith(folded(name))]
    return begun[0] if len(begun) == 1 else name


_AMOUNT: Final = "(?:(?ai:the|die|les|los|las|i) )?(?P<sign>@CURRENCY@)?~(?P<number>@NUMBER@)(?:~(?P<unit>@CURRENCY@|@money.cents|money.pence@))?"
_PAYER: Final = "(?P<payer>@PERSON@)"
_PAYEE: Final = "(?P<payee>@PERSON@)"
_SETTLED: Final = "(?:@ledger.settled|key.paid@~:~)?"
_ALREADY: Final = "(?:@talk.in_cash@ )*"
_LATE: Final = (
    r"(?: @talk.in_cash@)*"
    r"(?:(?: @talk.by_way_of@(?: @talk.in_cash@)*)?~[(]?@talk.ways@[)]?(?![^\W_])| @talk.for@[ \t](?P<reason>[^0-9]*))?"
    r"(?P<late>(?:[ \t,;]+[^0-9]*)?)[ \t.!]*"
)
_AFTER_PAYMENT: Final = frozenset(
    " ".join(all_words("talk.in_cash", "talk.openers", "talk.with_settled", "talk.after_paying")).split()
) - {"each"}
"""The words after a payment that do not change it. `5 each` may be several payments."""


@shaped(
    f"{_SETTLED}{_PAYER} {_ALREADY}@money.paid@ (?:@talk.to@ )?{_PAYEE} {_ALREADY}{_AMOUNT}{_LATE}",
    f"{_SETTLED}{_PAYER} {_ALREADY}@money.paid@ {_ALREADY}{_AMOUNT} @talk.to@ {_PAYEE}{_LATE}",
    f"@money.paid|key.paid@ {_AMOUNT} @talk.to@ {_PAYEE}{_LATE}",
    f"{_PAYEE} @talk.received@ {_AMOUNT} @talk.from@ {_PAYER}{_LATE}",
    f"{_PAYER} @talk.has@ {_PAYEE} {_ALREADY}{_AMOUNT} {_ALREADY}@talk.given@(?P<reason>)(?P<late>)[ \t.!]*",
    f"{_PAYER} @talk.has@ {_ALREADY}@talk.given@ {_ALREADY}{_AMOUNT} @talk.to@ {_PAYEE}(?P<reason>)(?P<late>)[ \t.!]*",
    f"{_PAYER} @talk.has@ {_ALREADY}{_AMOUNT} @talk.to@ {_PAYEE} {_ALREADY}@talk.given@(?P<reason>)(?P<late>)[ \t.!]*",
)
def payment(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return a payment in words: `Ben paid Ana 5`, `Ben hat Ana 5 EUR gezahlt`."""
    start = match.start("sign") if match["sign"] else match.start("number")
    found = heading_reader(log.vocabulary).money.read(source.text, start)[0]
    groups = [who for who in ("payer", "payee") if who in match.re.groupindex]
    payers = [name for name in log.names if name != folded(match["payee"].strip('" '))]
    if (
        found is None
        or not _all_known(log, match, *groups)
        or (len(groups) == 1 and (log.is_chat or len(payers) > 1))
    ):
        return None
    if match["reason"] and not _is_of_game(log, match["reason"]):
        return None
    words = {*map(folded, WORDS.findall(match["late"]))}
    is_later = log.vocabulary.says("talk.later|talk.relative", match["late"]) and "rest" not in words
    if is_later or re.search("[?*]", match["late"]) or not words <= _AFTER_PAYMENT:
        return None
    names = tuple(person(source, *match.span(who)) for who in groups)
    if len(groups) == 1:
        names = (names[0].with_text(log.names[payers[0]]), *names)
    return [entry("paid", found.part(source)._replace(names=names))]


def _all_known(log: LogContext, match: re.Match[str], *groups: str) -> bool:
    return all(folded(match[group].strip('" ')) in log.names for group in groups)


def _is_of_game(log: LogContext, reason: str) -> bool:
    """Return True if a payment is for the game: `for last night`, not `for the pizza`."""
    known = log.vocabulary.words_of("fillers|deals|talk.in_remarks|talk.relative") | {"losses", "points"}
    return all(folded(word) in known for word in re.findall(r"[^\W\d_]+", reason))


_POINTS_OR_MONEY: Final = (
    r"@key.adjust@(?: (?:@talk.for@|(?ai:on|in|of)) @deals@ (?P<deal>[0-9]{1,4}))?~[:=]~(?P<payer>@PERSON@) @money.owes|money.paid@ (?P<payee>@PERSON@) "
    r"(?P<before>@CURRENCY@)?(?P<number>[0-9]{1,5}(?:[.][0-9]{1,2})?)"
)


@shaped(
    rf"{_POINTS_OR_MONEY}~(?P<points>@money.point@)(?P<after>)[ \t.!]*",
    rf"{_POINTS_OR_MONEY}(?P<points>)(?:~(?P<after>@CURRENCY@))?[ \t.!]*",
    r"@key.adjust@(?P<deal>)~[:=]~(?P<payee>@PERSON@) @talk.wins@ (?P<before>@CURRENCY@)?(?P<number>[0-9]{1,5}(?:[.][0-9]{1,2})?)"
    r"(?:~(?:(?P<points>@money.point@)|(?P<after>@CURRENCY@)))? @talk.from@ (?P<payer>@PERSON@)[ \t.!]*",
)
def side_bet(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the points or money of a side bet: `side bet: Cid owes Ana 10 points`."""
    unit = "before" if match["before"] else "after"
    other = bool(match["deal"]) and int(match["deal"]) != log.deals
    if other or not (match[unit] or match["points"]) or not _all_known(log, match, "payer", "payee"):
        return None
    parts = [
        Part(
            names=(person(source, *match.span(who)),),
            number=source.at(*match.span("number"), f"{sign}{match['number']}"),
            unit=source.at(*match.span(unit)) if match[unit] else None,
        )
        for who, sign in (("payee", "+"), ("payer", "-"))
    ]
    return [entry("adjust", *parts)]


@shaped(r"(?P<head>@key.stake@ @PERSON@~/~@PERSON@) (?P<amount>(?=[^A-Za-z]*[0-9])(?s:.*))")
def stake_of_pair(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the stake of two players without its colon: `stake Ana/Ben 2 EUR`."""
    return _as_entry(log, source.edited([(match.end("head"), match.start("amount"), ": ")]))


@shaped(
    r"(?:@key.expect|key.running@ )?@talk.after@ (?:@deals|talk.deals@~)?#?(?P<number>[0-9]{1,4}|@talk.cardinals@)(?:~@deals|talk.deals@)?~[:–—=-]+(?P<rest>(?s:.*))"
)
def running(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the totals up to this deal: `After 2: Ana -2, Ben +2`."""
    if match["number"].isdecimal() and int(match["number"]) != log.deals:
        return None
    return _as_entry(log, source.edited([(0, match.start("rest"), "running:")]))


def _as_entry(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    parsed = parse(source, log.vocabulary)
    return [parsed.value] if parsed.sound and isinstance(parsed.value, Entry) else None


@shaped(r"@key.rake@~[:=]?~(?P<amount>.*?)~(?:@money.per@|/)~@deals@[ \t.!]*")
def rake(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return the rake per deal: `rake 0.60 € per deal`."""
    found, end = heading_reader(log.vocabulary).money.read(source.text, match.start("amount"))
    if found is None or end != match.end("amount") or found.of_a_point:
        return None
    return [entry("rake", found.part(source))]


@shaped(
    r"@key.correction@~[:,-]~(?P<name>[^:]+?)(?:['’]s?)? (?:(?ai:had an?|had) )?(?P<row>@rows@) "
    r"(?:@talk.was@ )*(?P<word>@SUIT_WORD@)[ \t.!]*"
)
def correction(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Return a correction of a row to a flush: `correction: Ben's bottom was a flush`."""
    if not _all_known(log, match, "name"):
        return None
    row = log.vocabulary.rows[folded(match["row"])]
    return [Correction(source.at(*match.span("name")), row, source.at(*match.span("word")))]


def stated_writer(log: LogContext) -> str:
    """Return the only player who is said to write the log, else "": `Karen (me)`, `me = Denise`."""
    stated = log.vocabulary.shape(_WRITER).finditer(log.text)
    names = {next(filter(None, match.groups())) for match in stated}
    return min(names) if len(names) == 1 else ""


_WRITER: Final = (
    r"(?<![^\W_])(?:(@NAME@) ?[(]@talk.writer@[)]|@talk.writer@ ?[(](@NAME@)[)])"
    r"|(?m:^~@talk.writer@~=~(@NAME@)[ \t.]*$)|(?m:^~(@NAME@)~=~@talk.writer@[ \t.]*$)"
)


@shaped(r"@talk.writer@~=~@NAME@[ \t.]*|@NAME@~=~@talk.writer@[ \t.]*")
def writer_line(log: LogContext, source: Normalized, match: re.Match[str]) -> list[LineSyntax] | None:
    """Accept a line that says who writes the log: `me = Denise`."""
    return [] if stated_writer(log) else None


def with_writer(log: LogContext, items: list[Item | None]) -> list[Item | None]:
    """Replace `I` and `me` in lines about money by the player who writes the log: `I owe Dave £3`."""
    vocabulary, writers = log.vocabulary, tables()["talk"]["writer"]
    name = stated_writer(log) or next((log.names[one] for one in writers if one in log.names), "")
    oneself = vocabulary.shape(r"(?<![^\W_\"])@talk.writer@(?![^\W_'’])")
    for at, item in enumerate(items if name else ()):
        source = item.source if item is not None and not item.is_sound else None
        if item is None or source is None or not vocabulary.says("money.owes|money.paid", source.text):
            continue
        meant = source.sub(oneself, f'"{name}"' if " " in name else name)
        items[at] = item if meant is source else item.read_as(meant, vocabulary)
    return items
