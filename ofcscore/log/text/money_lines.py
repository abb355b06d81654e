"""Lines of results, payments, bets, rake and stakes in words, and corrections."""

from __future__ import annotations

import re
from typing import Final

from ofcscore.log.syntax import Correction, Entry, LineSyntax, Part, entry
from ofcscore.log.text.board_lines import may_be_new
from ofcscore.log.text.context import PERSON, LogContext, person
from ofcscore.log.text.headings import NUMBER, MoneyReader
from ofcscore.log.text.normalize import Normalized
from ofcscore.log.text.parser import parse
from ofcscore.log.text.remarks import is_talk
from ofcscore.log.vocabulary import folded, one_of, tables

_TALK: Final = tables()["talk"]


def totals(log: LogContext, source: Normalized, *, of_deal: bool = False) -> list[LineSyntax] | None:
    """Return the totals of a deal without a key: `Ana +18, Ben -7, Cid -11`, below its boards or alone.

    `of_deal`: they stand behind the name of their deal.
    """
    opened = re.match(r"[ \t]*(?:=>|->|→)[ \t]*|[(\[](?=[^()\[\]]*[)\]]$)", source.text)
    offset = opened.end() if opened is not None else 0
    source = source.sub(_UP_OR_DOWN, _signed)
    text = source.text[offset:].rstrip(")]")
    below = bool(log.in_deal) and not of_deal
    if not below and not log.begun and not of_deal:
        return None
    sign = "[+-]" if below else "[+-]?"
    share = rf"(?P<name>{PERSON})[ \t]*[:=]?[ \t]*(?P<points>{sign}[0-9]{{1,5}}(?:[.,/][0-9]+)?|(?<![0-9])0(?![0-9]))(?:[ \t]*(?ai:points?|pts?|p)(?![A-Za-z]))?"
    shares = [*re.finditer(share, text)]
    between = re.sub(share, "", text)
    # Of a deal without boards each player's points may stand on a line.
    if len(shares) < (2 if below else 1) or re.sub(r"(?ai:and|und|et|y)|[ \t,;/|&.!]", "", between):
        return None
    names = [match["name"].strip('" ') for match in shares]
    if not all(name[:1].isalpha() for name in names):
        return None
    if any(folded(name) not in log.names and (below or not may_be_new(log, name)) for name in names):
        return None
    signed = all(match["points"][0] in "+-0" for match in shares)
    total = sum([int(re.sub("[.,/].*", "", match["points"])) for match in shares])
    if (below or not signed) and total:
        return None
    parts = []
    for match in shares:
        start, end = match.span("name")
        parts.append(
            Part(
                names=(person(source, offset + start, offset + end),),
                number=source.at(offset + match.start("points"), offset + match.end("points")),
            )
        )
    return [entry("expect", *parts)]


_UP_OR_DOWN: Final = re.compile(
    r"(?<=[^\W\d_])[ \t]+(?:is[ \t]+)?(?:(?P<up>(?ai:up|plus))|(?ai:down|minus))[ \t]+(?=[0-9])"
)


def _signed(match: re.Match[str]) -> str:
    return " +" if match["up"] else " -"


def wins(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return what is expected where a line says who wins how much: `=> Ana wins 5`."""
    match = re.fullmatch(
        r"[=–—>→-]*[ \t]*(?P<name>[^:=<>()\[\]0-9]+?)[ \t]+(?ai:wins?|won|gewinnt|gana|gagne)[ \t]+(?:(?ai:by|with)[ \t]+)?[+]?(?P<points>[0-9]{1,4})[ \t]*(?ai:points?|pts?|p)?[ \t.!]*",
        source.text,
    )
    if match is None or not log.begun or folded(match["name"].strip('" ')) not in log.names:
        return None
    name = source.at(*match.span("name"))
    return [entry("expect", Part(names=(name,), number=source.at(*match.span("points"))))]


def payment(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a payment that a line says was made: `Ben paid Ana 5`, `Ben hat Ana 5 EUR gezahlt`."""
    money = log.vocabulary.money
    amount = rf"(?P<sign>{log.vocabulary.currency})?[ \t]*(?P<number>{NUMBER})(?:[ \t]*(?P<unit>{log.vocabulary.currency}|{one_of((*money['cents'], *money['pence']))}))?"
    payer, payee = (f"(?P<{who}>{PERSON})" for who in ("payer", "payee"))
    paid = one_of(money["paid"])
    late = (
        r"(?:[ \t]+(?ai:already|cash|in cash|back|bar|schon|zurück|en efectivo|en liquide))*"
        r"(?:[ \t]+(?ai:for|por|per|für|pour)[ \t](?P<reason>[^0-9]*)|[ \t]+(?ai:con|via|by|with|mit|avec)[ \t][^0-9]*)?(?P<late>(?:[ \t]+[^0-9]*)?)[ \t.!]*"
    )
    to = rf"(?:{one_of(_TALK['to'])}[ \t]+)?"
    keys = (word for word, key in log.vocabulary.keys.items() if key == "paid")
    settled = one_of((*tables()["ledger"]["settled"], *keys))
    for shape in (
        rf"(?:{settled}[ \t]*:[ \t]*)?{payer}[ \t]+{paid}[ \t]+{to}{payee}[ \t]+{amount}{late}",
        rf"(?:{settled}[ \t]*:[ \t]*)?{payer}[ \t]+{paid}[ \t]+{amount}[ \t]+{one_of(_TALK['to'])}[ \t]+{payee}{late}",
        rf"{payee}[ \t]+{one_of(_TALK['received'])}[ \t]+{amount}[ \t]+{one_of(_TALK['from'])}[ \t]+{payer}{late}",
        rf"{payer}[ \t]+(?ai:hat|ha|a)[ \t]+{payee}[ \t]+{amount}[ \t]+(?ai:gezahlt|bezahlt|gegeben|überwiesen)[ \t.!]*",
    ):
        match = re.fullmatch(shape, source.text)
        if match is None:
            continue
        found = MoneyReader(log.vocabulary).read(
            source.text, match.start("sign") if match["sign"] else match.start("number")
        )[0]
        people = [match[who].strip('"') for who in ("payer", "payee")]
        if found is None or any(folded(person) not in log.names for person in people):
            return None
        reason = match.groupdict().get("reason")
        if reason and not _is_of_game(log, reason):
            return None
        more = match.groupdict().get("late")
        if more and more.strip(" \t()") and not is_talk(log, more.strip(" \t()"), whole=False):
            return None
        texts = tuple(person(source, *match.span(who)) for who in ("payer", "payee"))
        unit = None if found.unit is None else source.at(*found.unit_at, found.unit)
        return [entry("paid", Part(names=texts, number=source.at(*found.number_at, found.number), unit=unit))]
    return None


def _is_of_game(log: LogContext, reason: str) -> bool:
    """Return True if what somebody paid for is the game: `for last night`, and not `for the pizza`."""
    known = {
        *log.vocabulary.fillers,
        *log.vocabulary.deals,
        *_TALK["in_remarks"],
        *_TALK["relative"],
        "losses",
        "points",
    }
    return all(folded(word) in known for word in re.findall(r"[^\W\d_]+", reason))


def side_bet(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the points that a bet beside the deals moves: `side bet: Cid owes Ana 10 points`."""
    keys = [word for word, key in log.vocabulary.keys.items() if key == "adjust"]
    owes = one_of((*log.vocabulary.money["owes"], *log.vocabulary.money["paid"]))
    point = one_of(log.vocabulary.money["point"])
    match = re.fullmatch(
        rf"{one_of(keys)}[ \t]*[:=][ \t]*(?P<payer>{PERSON})[ \t]+{owes}[ \t]+(?P<payee>{PERSON})[ \t]+"
        rf"(?P<before>{log.vocabulary.currency})?(?P<number>[0-9]{{1,5}}(?:[.][0-9]{{1,2}})?)"
        rf"(?:[ \t]*(?:{point}|(?P<behind>{log.vocabulary.currency})))?[ \t.!]*",
        source.text,
    )
    unit = "before" if match is not None and match["before"] else "behind"
    of_points = match is not None and not match["before"] and not match["behind"]
    if of_points and re.search(rf"[0-9][ \t]*{point}[ \t.!]*$", source.text) is None:
        return None
    if match is None or any(folded(match[who].strip('"')) not in log.names for who in ("payer", "payee")):
        return None
    number = match.span("number")
    parts = [
        Part(
            names=(person(source, *match.span(who)),),
            number=source.at(*number, f"{sign}{match['number']}"),
            unit=None if of_points else source.at(*match.span(unit)),
        )
        for who, sign in (("payee", "+"), ("payer", "-"))
    ]
    return [entry("adjust", *parts)]


def stake_of_pair(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the stake of two players without its colon: `stake Ana/Ben 2 EUR`."""
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key == "stake")
    match = re.match(
        rf"{keys}[ \t]+({PERSON})[ \t]*/[ \t]*({PERSON})(?P<blank>[ \t]+)(?=[^A-Za-z]*[0-9])", source.text
    )
    if match is None:
        return None
    at = match.start("blank")
    colon = re.compile(rf"(?<=^.{{{at}}})[ \t]+")
    parsed = parse(source.sub(colon, ": ", once=True), log.vocabulary)
    return [parsed.value] if parsed.sound and isinstance(parsed.value, Entry) else None


def running(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the totals up to this deal: `After 2: Ana -2, Ben +2`."""
    match = re.match(
        rf"{one_of(_TALK['after'])}[ \t]+(?:{one_of(log.vocabulary.deals)}[ \t]*)?#?(?P<number>[0-9]{{1,4}})[ \t]*[:–—=-]+[ \t]*",
        source.text,
    )
    if match is None or int(match["number"]) != log.deals:
        return None
    parsed = parse(source.sub(re.compile(r"^[^:–—=-]*[:–—=-]+"), "running:", once=True), log.vocabulary)
    return [parsed.value] if parsed.sound and isinstance(parsed.value, Entry) else None


def rake(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return the rake of a line such as `rake 0.60 € per deal`."""
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key == "rake")
    match = re.fullmatch(
        rf"{keys}[ \t]*[:=]?[ \t]*(?P<amount>.*?)[ \t]*(?:(?ai:per|a|each|pro|je|por|par)|/)[ \t]*{one_of(log.vocabulary.deals)}[ \t.!]*",
        source.text,
    )
    if match is None:
        return None
    found, end = MoneyReader(log.vocabulary).read(source.text, match.start("amount"))
    if found is None or end != match.end("amount") or found.of_a_point:
        return None
    unit = None if found.unit is None else source.at(*found.unit_at, found.unit)
    return [entry("rake", Part(number=source.at(*found.number_at, found.number), unit=unit))]


def correction(log: LogContext, source: Normalized) -> list[LineSyntax] | None:
    """Return a correction that adds a flush to one row: `correction: Ben's bottom was a flush`."""
    keys = one_of(word for word, key in log.vocabulary.keys.items() if key == "correction")
    labels = one_of(log.vocabulary.rows)
    match = re.fullmatch(
        rf"{keys}[ \t]*[:,-][ \t]*(?P<name>[^:]+?)(?:['’]s?)?[ \t]+(?:(?ai:had an?|had)[ \t]+)?(?P<row>{labels})[ \t]+(?:(?ai:row|was|is|should be|should have been|really|actually|a|all)[ \t]+)*"
        rf"(?P<word>{log.vocabulary.patterns['SUIT_WORD']})[ \t.!]*",
        source.text,
    )
    if match is None or folded(match["name"].strip('" ')) not in log.names:
        return None
    row = log.vocabulary.rows[folded(match["row"])]
    return [Correction(source.at(*match.span("name")), row, source.at(*match.span("word")))]
