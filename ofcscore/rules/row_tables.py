"""Row tables, a number for kinds of rows or some of their ranks: read, merged, put in order, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ofcscore.files.yaml_nodes import Node
from ofcscore.game.board import Row
from ofcscore.game.cards import RANKS
from ofcscore.game.ranks import CATEGORY_BY_KEY, Category
from ofcscore.rules.values import (
    NONE,
    Given,
    Reading,
    Value,
    choice,
    is_none,
    near_hint,
    normal,
    rank_key,
    shown,
    whole,
)

OTHERS: Final = "others"
"""In a row table, `others: none` clears the categories that the table does not name."""
CLEARED: Final = {OTHERS: NONE}
_THREE_CARDS: Final = (Category.HIGH_CARD, Category.PAIR, Category.TRIPS)


class _Leading(NamedTuple):
    """How the leading ranks of a category are written.

    `implied` is by how many a row has more cards than ranks that tell it apart (of a pair in five cards the
    pair and three kickers do); `falling` are those that go from high to low; `once` shows that a group is
    named once; `lowest` is the lowest rank that there is.
    """

    implied: int
    falling: slice = slice(0)
    once: str = ""
    lowest: str = "2"


_LEADING: Final[Mapping[Category, _Leading]] = {
    Category.HIGH_CARD: _Leading(0, slice(0, 5)),
    Category.PAIR: _Leading(1, slice(1, 4), once="Q"),
    Category.TWO_PAIR: _Leading(2, slice(0, 2), once="QJ"),
    Category.TRIPS: _Leading(2, slice(1, 3), once="Q"),
    Category.STRAIGHT: _Leading(4, lowest="5"),
    Category.FLUSH: _Leading(0, slice(0, 5)),
    Category.FULL_HOUSE: _Leading(3),
    Category.QUADS: _Leading(3, once="Q"),
    Category.STRAIGHT_FLUSH: _Leading(4, lowest="5"),
    Category.ROYAL_FLUSH: _Leading(4, lowest="A"),
    Category.FIVE_OF_A_KIND: _Leading(4, once="Q"),
}


def _places(ranks: str) -> list[int]:
    return [RANKS.index(rank) for rank in ranks]


def _rank_fault(text: str, category: Category, row: Row) -> tuple[str, str | None] | None:
    """Return what is wrong with leading ranks, in words, with a hint or None; None if nothing is."""
    ranks = rank_key(text)
    if not ranks or ranks.strip(RANKS):
        return f"`{text}` is no rank", "ranks are 2 to 9, T (or 10), J, Q, K and A, such as `Q` or `75432`"
    name, leading = category.key, _LEADING[category]
    most = row.size - leading.implied
    if len(ranks) > most:
        s = "" if most == 1 else "s"
        has = f"a {name} in the {row.label} row has {most} rank{s}"
        return f"`{text}` has {len(ranks)} ranks, and {has}", None
    if len(set(ranks)) < len(ranks):
        hint = f"a {name} is named by its rank once: `{leading.once}`" if leading.once else None
        return f"`{text}` names a rank twice", hint
    part = ranks[leading.falling]
    falling = "".join(sorted(part, key=RANKS.index, reverse=True))
    if falling != part:
        start, end, _ = leading.falling.indices(len(ranks))
        return f"`{text}` is not from high to low", f"write `{ranks[:start]}{falling}{ranks[end:]}`"
    if _places(ranks) < _places(leading.lowest):
        return f"no {name} is {ranks} high", None
    return None


def categories_of(row: Row) -> list[str]:
    """Return the categories that a row can be, by their names."""
    return [c.key for c in (_THREE_CARDS if row is Row.TOP else Category)]


def read_table(row: Row, node: Node, key: str, reading: Reading) -> Value | None:
    """Read a table: category -> number, or category -> leading ranks -> number; `none` clears either."""
    if is_none(node):
        return CLEARED
    if node.kind != "mapping":
        reading.say(node, f"{key} is none or a mapping such as {{trips: 3}}, not {shown(node)}")
        return None
    legal = categories_of(row)
    table: dict[str, Value] = {}
    for name, value in node.entries:
        word = normal(name.text)
        if word == OTHERS:
            number: Value | None = choice(NONE)(value, f"{key}.{OTHERS}", reading)
        elif word in legal:
            number = _read_entry(value, f"{key}.{word}", CATEGORY_BY_KEY[word], row, reading)
        elif word in CATEGORY_BY_KEY:
            on_top = "on top there are high-card, pair and trips"
            reading.say(name, f"three cards make no {word}", on_top, "rules-key")
            continue
        else:
            hint = _by_ranks(name, value, legal)
            hint = hint or near_hint(word, legal, f"kinds of rows: {', '.join(legal)}")
            reading.say(name, f"`{name.text}` is no kind of row", hint, "rules-key")
            continue
        if number is not None:
            table[word] = number
    return table


def _by_ranks(name: Node, value: Node, legal: Sequence[str]) -> str | None:
    """Return a hint for a kind of row that is called by its cards: `QQ: 7` is `pair: {Q: 7}`."""
    cards = rank_key(name.text)
    kind = _OF_A_RANK.get(len(cards)) if len(set(cards)) == 1 and cards[0] in RANKS else None
    return f"ranks stand inside: `{kind}: {{{cards[0]}: {value.text or '...'}}}`" if kind in legal else None


_OF_A_RANK: Final = {2: Category.PAIR.key, 3: Category.TRIPS.key, 4: Category.QUADS.key}


_read_number: Final = whole(words=(NONE,))


def _read_entry(node: Node, key: str, category: Category, row: Row, reading: Reading) -> Value | None:
    if node.kind != "mapping":
        return _read_number(node, key, reading)
    numbers: dict[str, Value] = {}
    for name, value in node.entries:
        ranks = rank_key(name.text)
        fault = _rank_fault(name.text, category, row)
        if fault is None and ranks in numbers:
            fault = f"`{name.text}` is there twice", None
        if fault is not None:
            reading.say(name, *fault, "rules-key")
            continue
        number = _read_number(value, f"{key}.{ranks}", reading)
        if number is not None:
            numbers[ranks] = number
    return numbers


def merge_tables(before: Value | None, given: Given) -> Value:
    """Return a table over an earlier one, category by category; ranks are merged where one key is set."""
    new = dict(given.value)
    old = {} if before in (None, NONE) or OTHERS in new else dict(before or {})
    new.pop(OTHERS, None)
    for word, number in new.items():
        if isinstance(number, dict):
            number = _merged_ranks(old.get(word, {}) if given.deep else {}, number)
        if number in (NONE, {}):
            old.pop(word, None)
        else:
            old[word] = number
    return sorted_table(old)


def _merged_ranks(old: Value, new: Mapping[str, Value]) -> Value:
    before = dict.fromkeys(RANKS, old) if isinstance(old, int) else old
    return {ranks: n for ranks, n in {**before, **new}.items() if n != NONE}


def sorted_table(table: Mapping[str, Value]) -> dict[str, Value]:
    """Return a row table in the order of strength."""
    return {
        word: dict(sorted(number.items(), key=lambda item: _places(item[0])))
        if isinstance(number, dict)
        else number
        for word, number in sorted(table.items(), key=lambda item: CATEGORY_BY_KEY[item[0]])
    }


def numbers_of(table: Mapping[str, Value]) -> list[int]:
    """Return all numbers of a table."""
    return [number for _, _, number in entries_of(table)]


def entries_of(table: Mapping[str, Value], *, low: bool = False) -> Iterator[tuple[str, str, int]]:
    """Yield category, leading ranks (none for all of it) and number, in order; in a `low` row ranks fall."""
    for word, number in table.items():
        if isinstance(number, dict):
            ranked = list(number.items())
            for ranks, n in reversed(ranked) if low else ranked:
                yield word, ranks, n
        else:
            yield word, "", number


# In words.


def plain(word: str) -> str:
    """Return a category, or a kind of natural, in words."""
    return word.replace("-", " ")


def table_text(table: Mapping[str, Value]) -> str:
    """Return a table of extra cards in one line; of those that add none there are only the names."""
    parts = []
    for (word, ranks), number in cells(table, rising=False).items():
        name = f"{plain(word)} {ranks}".rstrip()
        parts.append(name if number == "0" else f"{name} (+{number})")
    return ", ".join(parts)


def cells(
    table: Mapping[str, Value], *, rising: bool = True, falling: bool = False
) -> dict[tuple[str, str], str]:
    """Return a row table as category and ranks (in words) -> number (in words).

    `rising` numbers are drawn together as well as equal ones; `falling`: ranks come from high to low.
    """
    found = {}
    for word, number in table.items():
        if not isinstance(number, dict):
            found[word, ""] = str(number)
            continue
        if falling:
            number = dict(sorted(number.items(), key=lambda item: [-place for place in _places(item[0])]))
        found.update({(word, ranks): text for ranks, text in _runs(number, rising)})
    return found


def _runs(numbers: Mapping[str, int], rising: bool) -> list[tuple[str, str]]:
    """Return numbers by rank with those drawn together that go on: `6 to A`, `1 to 9`, say."""
    if any(len(ranks) > 1 for ranks in numbers):
        return [("-".join(ranks), str(n)) for ranks, n in numbers.items()]
    runs: list[list[tuple[str, int]]] = []
    for rank, n in numbers.items():
        last = runs[-1] if runs else []
        if last and _goes_on(last, rank, n, rising):
            last.append((rank, n))
        else:
            runs.append([(rank, n)])
    return [(_span(run[0][0], run[-1][0]), _span(str(run[0][1]), str(run[-1][1]))) for run in runs]


def _goes_on(run: list[tuple[str, int]], rank: str, number: int, rising: bool) -> bool:
    """Return True if a run goes on with the next rank by the step of its first two numbers, 0 or 1."""
    before, last = run[-1]
    step = number - last
    return (
        RANKS.index(rank) == RANKS.index(before) + 1
        and step in ((0, 1) if rising else (0,))
        and (len(run) == 1 or step == last - run[-2][1])
    )


def _span(first: str, last: str) -> str:
    return first if first == last else f"{first} to {last}"
