"""Lines that cannot be read, mended: as the user's own words, which a hint shows to be pasted back."""

import re
from collections.abc import Sequence
from itertools import accumulate, islice
from typing import Final

from ofcscore.game.board import BOARD_SIZE, ROWS
from ofcscore.game.ranks import Category
from ofcscore.game.spelling import read_cards
from ofcscore.log.keys import KEYS, SEVERAL
from ofcscore.log.syntax import QUOTED, ROW_LABELS
from ofcscore.problems.words import ASCII_LOWER

_SIZES: Final = tuple(row.size for row in ROWS)
_PARTED: Final = re.compile(r"(?:(?<![ \t])[ \t]+)?[/:|;\\–—-]+[ \t]*")
_LINE: Final = re.compile(
    rf'[ \t]*(?:({QUOTED.pattern}|[^ \t:/"]+)[ \t]*:[ \t:]*)?((?:\([^()]*\)[ \t]*)*)(.*?)'
    r"((?:[ \t]*\([^()]*\))*)((?:[ \t]+#.*)?)[ \t]*"
)
_GROUPED: Final = (
    _PARTED.pattern,
    rf"{_PARTED.pattern}|[ \t]*[,._~]+[ \t]*",
    rf"{_PARTED.pattern}|[ \t,._~]+",
)
"""What parts cards into groups, from signs between rows to blanks between words."""
_BARE_LABEL: Final = re.compile(rf"(?<![^ \t:/])(?:{'|'.join(ROW_LABELS)})(?=[ \t]+[^ \t:#])")
_HALF_QUOTED: Final = re.compile('[ \t]*(?:"(?!")([^":]+)|([^":]+)")[ \t]*:(.*)')
_FOUL: Final = re.compile("(?ai:foul(?:ed)?)[ \t]*[,;]?[ \t]+|[ \t]+foul")

_NAMES_OF_RANKS: Final = {
    "high card": Category.HIGH_CARD,
    "(?:one )?pair": Category.PAIR,
    "two pairs?": Category.TWO_PAIR,
    "trips|set|three of a kind": Category.TRIPS,
    "straight": Category.STRAIGHT,
    "full(?: ?house)?|boat": Category.FULL_HOUSE,
    "quads|four of a kind": Category.QUADS,
}
RANK_NAMES: Final = "|".join(_NAMES_OF_RANKS)
"""What people call the rank of a row that they write beside its cards; words for flushes say its suit."""


def rank_named(name: str) -> Category:
    """Return the rank that one of `RANK_NAMES` means.

    >>> rank_named("Full House").name
    'FULL_HOUSE'
    """
    return next(rank for names, rank in _NAMES_OF_RANKS.items() if re.fullmatch(f"(?ai:{names})", name))


_DENIED: Final = re.compile("(?:not?|non|never|un|without)[ \t-]*(.+)")


def denied(text: str) -> str | None:
    """What a text in small letters says is not so, None for one that does not deny anything.

    >>> denied("not fouled"), denied("unfouled"), denied("fouled")
    ('fouled', 'fouled', None)
    """
    match = _DENIED.fullmatch(text)
    return None if match is None else match[1]


_VOID: Final = re.compile(
    r"(?<!not )(?<!no )(?<![^ \t(\[,;:.–—-])(?:void(?:ed)?|mis-?deal(?:t|ed)?|cancel+ed)(?![^ \t)\],;:.!–—-])"
    "|(?:not|n['’]t)[ \t]+count(?:ed)?"
)


def void_line(text: str) -> str | None:
    """The key that makes a deal void, of words that say that it is; None for any other text.

    >>> void_line("(void)"), void_line("- misdeal, Ana saw a card"), void_line("late")
    ('void', 'void: misdeal, Ana saw a card', None)
    """
    said = re.sub("^(?ai:void)[ \t]*:[ \t]*(?=.)", "", text.strip(" \t()[],;:.!–—-"))
    if _VOID.search(said.translate(ASCII_LOWER)) is None:
        return None
    return "void" if said.translate(ASCII_LOWER) in ("void", "voided") else f"void: {said}"


def void_deal(word: str, name: str, behind: str) -> str | None:
    """The hint for a deal's name with words behind it that say that the deal is void; None for others."""
    line = void_line(behind.partition(" #")[0])
    name = name.rstrip(",;:.–—-")
    return None if line is None else f"write `{word} {name}`, and `{line}` on a line below it"


_STAKE: Final = r"[ \t(\[,;–—-]*stakes?[ \t:=]*([^ \t]*[0-9][^()\[\]]*?)[ \t)\]]*"
_OTHER_STAKE: Final = "(?<![a-z0-9])(?:double|triple|stakes?|x[ \t]?[2-9]|[2-9][ \t]?x)(?![a-z0-9])"
_CENTS: Final = "[0-9]+(?:[.,][0-9]+)?[ \t]?(?:¢|ct?|cents?|[€$£])"
_MONEY: Final = rf"[ \t(\[]*({_CENTS}|[€$£][ \t]?[0-9]+(?:[.,][0-9]+)?)[ \t)\]]*"


def stake_deal(line: str, behind: str) -> str | None:
    """The hint for the line of a deal with a stake behind it; None where none is said.

    >>> stake_deal("deal 2", "stake 2"), stake_deal("deal 2", "late")
    ('write `deal 2`, and `stake: 2` below it', None)
    """
    said = behind.translate(ASCII_LOWER)
    stated = re.fullmatch(_STAKE, said) or re.fullmatch(_MONEY, said)
    if stated is not None:
        return f"write `{line}`, and `stake: {behind[stated.start(1) : stated.end(1)]}` below it"
    if re.search(_OTHER_STAKE, said):
        return f"write `{line}`, and its stake below it, as in `stake: 2`"
    return None


_POINTS: Final = re.compile(
    r"[ \t]*(?:[^\W0-9_][^\s,:;/]*?(?:[ \t]*[:=])?[ \t]*[+-][0-9][0-9.]*(?:[ \t]*[,;/][ \t]*|[ \t]+|$)){2,}"
)
"""Names with points behind them, as `adjust` has them, or with other signs between, or none."""


def points_list(text: str) -> str | None:
    """Names and their points with a comma between each two, None for any other text.

    >>> points_list("Ben -5 Ana +5"), points_list("Ben: -5, Ana: +5.")
    ('Ben -5, Ana +5', 'Ben -5, Ana +5')
    """
    if _POINTS.fullmatch(text) is None:
        return None
    items = re.findall(r"([^\s,:;/]+?)[ \t:=]*([+-][0-9]+(?:\.[0-9]+)?)(?=[\s,;/.]|$)", text)
    return ", ".join(f"{name} {points}" for name, points in items)


_COUNT: Final = (
    r"([^\W0-9_][^\s,:;=/]*)(?:[ \t]*[:=][ \t]*|[ \t]+)([0-9][0-9.]*(?:[ \t]?(?:[€$£]|[A-Z]{3}(?![^\W_])))?)"
)
_COUNTS: Final = rf"[ \t]*(?:{_COUNT}(?:[ \t]*[,;/][ \t]*|[ \t]+|$))+"
"""Names with a number behind each, as `chips` has them, or with other signs between."""


def counts_list(text: str) -> str | None:
    """Names and their numbers with a comma between each two, None for any other text.

    >>> counts_list("Ana = 40, Ben: 30 EUR"), counts_list("Ana 40 Ben 30"), counts_list("Ana")
    ('Ana 40, Ben 30 EUR', 'Ana 40, Ben 30', None)
    """
    if re.fullmatch(_COUNTS, text) is None:
        return None
    return ", ".join(f"{name} {number}" for name, number in re.findall(_COUNT, text))


def for_points(points: str) -> str:
    """What names with points behind them may be."""
    return f"if they are to count, write `adjust: {points}`; if that is what came out, `expect: {points}`"


def for_payment(paid: str) -> str:
    """What names with an amount behind them may be."""
    return f"if that is a payment already made, write `paid: {paid}`"


def for_option(name: str) -> str:
    """What a line that is the name of an option may be."""
    return f"if the rules have it, add it to them, as in `rules: ofc + {name}`"


AND: Final = "(?:and|und|et|vs[.]?|&)"
"""What stands between the last two of several names."""
_BETWEEN_NAMES: Final = f"[ \t,;&/|]+(?:{AND}[ \t]+)?"


def names_apart(text: str) -> list[str]:
    """The names of a list whose commas are missing, or are other signs or words.

    >>> names_apart("Ana; Ben and Cid")
    ['Ana', 'Ben', 'Cid']
    """
    return [name for name in re.split(_BETWEEN_NAMES, text.strip()) if name]


def names_in_quotes(text: str) -> str | None:
    """A list of names that commas part, with quotes round those of several words; None where none has.

    >>> names_in_quotes("Max K, Ben"), names_in_quotes("Ana, Ben and Cid"), names_in_quotes("Ana Ben")
    ('"Max K", Ben', None, None)
    """
    names = [name.strip() for name in re.split("[,;]", text) if name.strip()]
    if len(names) < 2 or len(names) == len(names_apart(text)) or re.search(rf"[ \t]{AND}[ \t]", text):
        return None
    return ", ".join(f'"{name}"' if re.search(r"[\s/|&]", name) else name for name in names)


_NAME_ALONE: Final = rf'(?:{QUOTED.pattern}|[^\W0-9_][^\s:/|\\;(),"?!]*)'
_NOBODY: Final = frozenset(("nobody", "none", "no", "yes"))


def with_status(status: str, text: str) -> list[str] | None:
    """A line for each player of a list that is named behind what stands for a board; None for no names.

    >>> with_status("foul", "Cid and Dan"), with_status("absent", "nobody"), with_status("foul", "JJ5")
    (['Cid: foul', 'Dan: foul'], None, None)
    """
    names = [name.strip(" \t.!") for name in re.split(rf"[ \t]*[,;&/+][ \t]*|[ \t]+{AND}[ \t]+", text)]
    if any(name.lower() in SEVERAL | _NOBODY or not re.fullmatch(_NAME_ALONE, name) for name in names):
        return None
    return None if any(map(_cards_in, names)) else [f"{name}: {status}" for name in names]


_PAYER: Final = rf"[ \t]*({QUOTED.pattern}|[^\s,0-9:=→>–—-][^\s,:]*?)"
_TO: Final = r"(?:[=–—-]*>|→|(?:to|paid|pays|gave|gives)(?=[ \t]))"
_SUM: Final = r"([^\s,:]?[0-9][0-9.]*[^\s,:]?(?:[ \t]+[A-Za-z]+?)?)"
_PAYMENTS: Final = (
    rf"{_PAYER}[ \t:]+(?:{_TO}[ \t]+)?{_SUM}[ \t]+{_TO}{_PAYER}[ \t]*",
    rf"{_PAYER}(?:[ \t]+|(?=[=→>-])){_TO}{_PAYER}[ \t]*:[ \t]*{_SUM}[ \t]*",
)
"""A payment with its amount in the middle, and with a colon before it."""


_CAPITAL: Final = r"[^\W0-9_a-z][^ \t0-9:]*"
_PAID: Final = re.compile(
    rf"({QUOTED.pattern}|[^ \t>→]*[^ \t=→>–—-])"
    r"(?:[ \t]+(?ai:paid|pays|gave|gives)[ \t]+|[ \t]*(?:[=–—-]*>|→)[ \t]*)"
    rf"({QUOTED.pattern}|[^ \t0-9:]+|{_CAPITAL}(?:[ \t]+{_CAPITAL}){{1,2}})[ \t]+"
    r"([^ \t]*[0-9][^ \t]*(?:[ \t]+[^ \t]+)?)"
)
"""A payment in words, to one word or to several that begin with capitals."""
_LONGEST: Final = 200
"""A payment is told in no more characters."""


def payment_in_order(text: str) -> str | None:
    """A payment with its amount at the end, as `paid` has it; None for any other text.

    >>> payment_in_order("Ana 5 EUR to Ben"), payment_in_order("Ana->Ben: 5"), payment_in_order("Antonio: 5")
    ('Ana -> Ben 5 EUR', 'Ana -> Ben 5', None)
    >>> payment_in_order("Ben paid Ana 5"), payment_in_order("Ben paid Ana Maria 5")
    ('Ben -> Ana 5', 'Ben -> "Ana Maria" 5')
    """
    if len(text) > _LONGEST:
        return None
    said = _PAID.fullmatch(text.strip())
    if said is not None:
        payee = f'"{said[2]}"' if re.search('^[^"]+[ \t]', said[2]) else said[2]
        return f"{said[1]} -> {payee} {said[3]}"
    amid, behind = (re.fullmatch(pattern, text) for pattern in _PAYMENTS)
    if amid is not None:
        return f"{amid[1]} -> {amid[3]} {amid[2]}"
    return None if behind is None else f"{behind[1]} -> {behind[2]} {behind[3]}"


def value_in_order(key: str | None, text: str) -> str | None:
    """What the value of a key says, in its own form; None where that is not sure.

    >>> value_in_order("players", "Ana vs Ben"), value_in_order("adjust", "Ben: +5, Ana: -5")
    ('Ana, Ben', 'Ben +5, Ana -5')
    """
    if key == "players":
        names = names_apart(text)
        return ", ".join(names) if len(names) > 1 and all(map(str.isalpha, names)) else None
    if key == "paid":
        said = payment_in_order(text)
        return None if said == text.strip() else said
    if key == "chips":
        return counts_list(text) or counts_list(text.partition(":")[2])
    if key in ("adjust", "expect"):
        return points_list(text) or points_list(text.partition(":")[2])
    return None


def groups_of_cards(text: str) -> list[str] | None:
    """Return three groups of 3, 5 and 5 cards in any order as typed, otherwise None.

    >>> groups_of_cards("22233.9955A.77K"), groups_of_cards("77K 9955A 22233"), groups_of_cards("77K / 9955A")
    (['22233', '9955A', '77K'], ['77K', '9955A', '22233'], None)
    """
    for sign in _GROUPED:
        groups = [group for group in re.split(sign, text.strip(" \t")) if group]
        if sorted(map(_cards_in, groups)) == sorted(_SIZES):
            return groups
    return None


def board_orders(groups: Sequence[str]) -> list[str]:
    """Return both boards that groups of 3, 5 and 5 cards in a wrong order may be, the likelier one first.

    >>> board_orders(["22233", "9955A", "77K"])
    ['77K / 9955A / 22233', '77K / 22233 / 9955A']
    """
    top = next(group for group in groups if _cards_in(group) == _SIZES[0])
    first, second = (group for group in groups if group is not top)
    orders = [f"{top} / {first} / {second}", f"{top} / {second} / {first}"]
    return orders[::-1] if top is groups[-1] else orders


def mended_rows(text: str) -> str | None:
    """Return thirteen cards as three rows with slashes, None where that would cut typed groups anew.

    >>> mended_rows("77K 9955A 22233"), mended_rows("77K 9955A22233"), mended_rows("22233 9955A 77K")
    ('77K / 9955A / 22233', '77K / 9955A / 22233', None)
    """
    groups = groups_of_cards(text)
    if groups is None:
        return cut_rows(text, _SIZES)
    in_order = tuple(map(_cards_in, groups)) == _SIZES
    return " / ".join(" ".join(group.split()) for group in groups) if in_order else None


def cut_rows(text: str, sizes: Sequence[int]) -> str | None:
    """Return cards as rows of these sizes with slashes, None where that would cut typed groups anew.

    >>> cut_rows("77K9955A", (3, 5)), cut_rows("7 7 K 9 9 5 5 A", (3, 5)), cut_rows("9955A 77K", (3, 5))
    ('77K / 9955A', '7 7 K / 9 9 5 5 A', None)
    """
    whole = re.sub(_GROUPED[-1], lambda sign: " " * len(sign.group()), text)
    read = read_cards(whole)
    if read.faults or read.word or len(read.cards) != sum(sizes):
        return None
    ends = [*accumulate(sizes)]
    for sign in _GROUPED:
        groups = [group for group in re.split(sign, text.strip(" \t")) if group]
        cuts = {*accumulate(map(_cards_in, groups[:-1]))}
        if not (cuts <= {*ends[:-1]} or cuts >= {*ends[:-1]}):
            return None
    rows = [
        whole[read.cards[end - size].start : read.cards[end - 1].end]
        for size, end in zip(sizes, ends, strict=True)
    ]
    return " / ".join(" ".join(row.split()) for row in rows)


def with_slashes(text: str) -> str:
    """Rows with a slash for each other sign between them."""
    return mended_rows(text) or _PARTED.sub(" / ", text)


def with_label_colons(text: str) -> str:
    """A line with a colon behind each label of a row that has cards behind it, and no colon.

    >>> with_label_colons("Ann: top QQ5 / mid: AA762 / bot 9TJQK")
    'Ann: top: QQ5 / mid: AA762 / bot: 9TJQK'
    """
    for match in reversed([*_BARE_LABEL.finditer(text.translate(ASCII_LOWER))]):
        text = f"{text[: match.end()]}:{text[match.end() :]}"
    return text.strip()


def with_closed_quotes(text: str) -> str | None:
    """The line of a board whose name has one quote of two, with both, and that of a key without any.

    >>> with_closed_quotes('"Phil H.: JJ5'), with_closed_quotes('"stake: 1'), with_closed_quotes('JJ5 "')
    ('"Phil H.": JJ5', 'stake: 1', None)
    """
    if text.count('"') == 1 and text.replace('"', "").partition(":")[0].strip().lower() in KEYS:
        return text.replace('"', "").strip()
    match = _HALF_QUOTED.fullmatch(text)
    return None if match is None else f'"{(match[1] or match[2]).strip()}":{match[3]}'.rstrip()


_MOST_WORDS: Final = 8
"""So many words at most stand before the cards of a claim."""


def with_claim_colon(text: str) -> str | None:
    """The line of a claim with a colon between its kind and its cards; None where that is not sure."""
    for start in [match.start() for match in islice(re.finditer("[^ \t]+", text), _MOST_WORDS)]:
        if _cards_in(_PARTED.sub(" ", text[start:])) == BOARD_SIZE:
            kind, cards = text[:start].strip(" \t:,;–—-"), text[start:].strip(" \t:,;–—-")
            return f"{kind}: {cards}"
    return None


def _cards_in(row: str) -> int:
    read = read_cards(row)
    return 0 if read.faults else len(read.cards)


def mended_board(text: str) -> str | None:
    """The line of a board, or what is behind its colon, with its signs where they belong; None as above.

    >>> mended_board("Ann: QQ5: AA762 // 9TJQK")
    'Ann: QQ5 / AA762 / 9TJQK'
    """
    match = _LINE.fullmatch(text)
    if match is None or text.lstrip(" \t")[:1] == ":":
        # A name may be missing.
        return None
    name, before, body, behind, remark = match.groups("")
    if name and _cards_in(name) in _SIZES:
        # It is the top row, and a colon stands in place of a slash.
        name, body = "", f"{name} / {body}"
    foul = _FOUL.search(body)
    rows = mended_rows(_FOUL.sub("", body, count=1))
    if rows is None:
        return None
    mark = " (foul)" if foul and "foul" not in behind else ""
    return f"{name}{': ' if name else ''}{before}{rows}{behind}{mark}{remark}"
