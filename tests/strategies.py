"""Random deals, and the many ways of writing one deal down."""

from __future__ import annotations

import json
from dataclasses import dataclass

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ofcscore.game.cards import RANKS, SUITS
from ofcscore.rules.settings import SETTINGS

COSTLY = settings(max_examples=15 if settings().max_examples <= 20 else 30)
"""For tests whose examples are long logs: in CI and by night they draw few more."""
DECK = tuple(rank + suit for rank in RANKS for suit in SUITS)
NAMES = ("Hero", "Gus", "Phil H.", "Ann-Marie", "Zoë", "李", "rulesman", "A", "No", "007", "top.hat", "_x")
LABELS = (
    ("top", "front", "head", "Top", "TOP"),
    ("mid", "middle", "Mid", "MIDDLE"),
    ("bot", "bottom", "back", "Bot", "BACK"),
)
_SIGNS = {"s": "♠♤", "h": "♥♡", "d": "♦♢", "c": "♣♧"}
SELECTORS = ("", "", "\ufe0e", "\ufe0f")

Rows = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class RandomDeal:
    """Names and rows of canonical cards (`Qh`), all from one deck."""

    players: tuple[str, ...]
    boards: tuple[Rows, ...]


@st.composite
def deals(draw: DrawFn, names: tuple[str, ...] = NAMES) -> RandomDeal:
    """A deal of two to four boards."""
    count = draw(st.integers(2, 4))
    players = draw(st.permutations(names))[:count]
    cards = draw(st.permutations(DECK))
    boards = []
    for index in range(count):
        own = cards[13 * index : 13 * index + 13]
        boards.append((tuple(own[:3]), tuple(own[3:8]), tuple(own[8:])))
    return RandomDeal(tuple(players), tuple(boards))


def canonical_row(cards: tuple[str, ...]) -> str:
    return " ".join(cards)


def head(name: str) -> str:
    """A name as it heads a board: in quotes where it needs them."""
    plain = all(c.isalnum() or c in "._-" for c in name) and name.lower() not in ("top", "mid", "bot")
    return name if plain else f'"{name}"'


def canonical_text(deal: RandomDeal, name: str = "1") -> str:
    """A deal in canonical text, its `deal` line first."""
    lines = [f"deal {name}"]
    for player, rows in zip(deal.players, deal.boards, strict=True):
        lines.append(f"{head(player)}: {' / '.join(canonical_row(row) for row in rows)}")
    return "\n".join(lines) + "\n"


@st.composite
def spelled_card(draw: DrawFn, card: str) -> str:
    """One card in any spelling."""
    rank, suit = card[0], card[1]
    if rank == "T":
        rank = draw(st.sampled_from(("T", "t", "10")))
    elif draw(st.booleans()):
        rank = rank.lower()
    signs = (suit, suit.upper(), *_SIGNS[suit])
    sign = draw(st.sampled_from(signs))
    if not sign.isascii():
        sign += draw(st.sampled_from(SELECTORS))
    return f"{rank}{sign}"


@st.composite
def spelled_row(draw: DrawFn, cards: tuple[str, ...]) -> str:
    """A row in any spelling: blanks, commas or nothing between, suits before ranks where they begin words."""
    if draw(st.integers(0, 4)) == 0:
        return " ".join(draw(st.sampled_from(_SIGNS[card[1]])) + card[0] for card in cards)
    between = draw(st.sampled_from((" ", "", ", ", ",", "  ", "\t")))
    return between.join(draw(spelled_card(card)) for card in cards)


@st.composite
def spelled_text(draw: DrawFn, deal: RandomDeal, name: str = "1") -> str:
    """A deal in any spelling that text allows."""
    word = draw(st.sampled_from(("deal", "hand", "Deal", "Hand")))
    lines = [f"{word} {name}"]
    for player, rows in zip(deal.players, deal.boards, strict=True):
        spelled = [draw(spelled_row(row)) for row in rows]
        way = draw(st.sampled_from(("plain", "labels", "block", "block-plain")))
        start = f"{head(player)}{draw(st.sampled_from((':', ' :', ':  ')))}"
        order = list(range(3))
        if way in ("labels", "block"):
            order = draw(st.permutations(order))
            spelled = [f"{draw(st.sampled_from(LABELS[i]))}: {spelled[i]}" for i in order]
        remark = draw(st.sampled_from(("", "", " # a remark / with: signs", "\t#")))
        if way.startswith("block"):
            lines += [start + remark, *(f"  {row}{remark}" for row in spelled)]
        else:
            slash = draw(st.sampled_from((" / ", "/", "  /")))
            lines.append(start + " " + slash.join(spelled) + remark)
        if draw(st.booleans()):
            lines.append(draw(st.sampled_from(("", "# remark", "   "))))
    end = draw(st.sampled_from(("\n", "\r\n")))
    return end.join(lines) + draw(st.sampled_from(("", end)))


def yaml_text(deal: RandomDeal, name: str = "1", *, mapping: bool = True) -> str:
    """A deal as a list item of YAML."""
    lines = [f"- deal: {name}", "  boards:"]
    for player, rows in zip(deal.players, deal.boards, strict=True):
        texts = [canonical_row(row) for row in rows]
        value = " / ".join(texts)
        if mapping:
            value = (
                "{" + ", ".join(f"{k}: {v}" for k, v in zip(("top", "mid", "bot"), texts, strict=True)) + "}"
            )
        lines.append(f'    "{player}": {value}')
    return "\n".join(lines) + "\n"


@st.composite
def bare_deals(draw: DrawFn) -> RandomDeal:
    """A deal whose rows may leave their suits out, with `flush` where they are one."""
    deal = draw(deals())
    boards = []
    for rows in deal.boards:
        bare = []
        for row in rows:
            if draw(st.booleans()):
                ranks = tuple(card[0] for card in row)
                flush = len(row) == 5 and len({card[1] for card in row}) == 1
                bare.append((*ranks, "flush") if flush else ranks)
            else:
                bare.append(row)
        boards.append((bare[0], bare[1], bare[2]))
    return RandomDeal(deal.players, tuple(boards))


@st.composite
def hand_deals(draw: DrawFn) -> RandomDeal:
    """A deal of ranks alone, some rows of which are called a flush whatever they are."""
    deal = draw(deals())
    boards = []
    for rows in deal.boards:
        bare = [tuple(card[0] for card in row) for row in rows]
        flush = [len({card[1] for card in row}) == 1 or draw(st.integers(0, 9)) == 0 for row in rows]
        bare[1:] = [
            (*row, "flush") if called else row for row, called in zip(bare[1:], flush[1:], strict=True)
        ]
        boards.append((bare[0], bare[1], bare[2]))
    return RandomDeal(deal.players, tuple(boards))


def hand_text(deal: RandomDeal, name: str = "1") -> str:
    """A deal of ranks alone as people write them by hand: `QQ5 / AA762 / A8542 flush`."""
    lines = [f"deal {name}"]
    for player, rows in zip(deal.players, deal.boards, strict=True):
        cells = ["".join(row).replace("flush", " flush") for row in rows]
        lines.append(f"{head(player)}: {' / '.join(cells)}")
    return "\n".join(lines) + "\n"


PIECES = (
    *DECK[:12],
    *("QQ5", "AA762", "9TJQK", "flush", "hearts", "10", "1O", "?", "Jk", "♥Q", "10h", " / ", "/", ": "),
    *(
        *("Hero", "Gus", '"Phil H."', "Hero: ", "Gus: ", "top: ", "mid:", "bot: ", "(foul)", "(fantasyland)"),
        "(",
    ),
    *("foul", "surrender", "absent", "claim dragon: ", "(2 aces)", "deal 1", "deal ", "hand 2 2026-11-20"),
    *(
        *("rules: ofc", "rules: ", "stake: 0.50 EUR", "stake Hero/Gus: 2", "players: Hero, Gus", "expect: "),
        "+5",
    ),
    *(
        *("expect Hero/Gus: -2, top +2", "adjust: Gus +5, Hero -5", "paid: Hero -> Gus 20", "note: ", "void"),
        "#",
    ),
    *("chips: ", "bank: Hero", "dealer: Gus", "rounds: players", "bankroll: 100", "rake: 1", "currency: EUR"),
    *(" ", "\t", "\n", "\r", "\r\n", "  ", "\n\n", ",", "=", "'", '"', "\u202e", "\u2028", "é", "К", "\x00"),
)


def broken_logs() -> SearchStrategy[str]:
    """Text that is much like a log, and seldom one."""
    return st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


YAML_PIECES = (
    *("deals:\n", "- deal: 1\n", "  boards:\n", "    Hero: ", "    Gus: ", "QQ5 / AA762 / 9TJQK\n", "foul\n"),
    *("{top: QQ5, mid: AA762, bot: 9TJQK}\n", "|\n      top: QQ5\n", "rules: ofc\n", "stake: 1\n", "---\n"),
    *("{", "}", "[", "]", ": ", "- ", "\n", "&a ", "*a", "!x ", '"', "'", "\\x41", "  ", "    ", "note: >\n"),
    *("expect: {Hero: +5}\n", "adjust: {Hero: +5, Gus: -5}\n", "players: [Hero, Gus]\n", "? ", "%YAML 1.2\n"),
    *("date: 2026-11-20\n", "\t", "#", "void: yes\n", "claim: dragon", "\x07", "<<: "),
    "expect Hero/Gus: 5\n",
)


def broken_yaml() -> SearchStrategy[str]:
    """Text that is much like a log in YAML, and seldom one."""
    return st.lists(st.sampled_from(YAML_PIECES), max_size=40).map("".join)


@st.composite
def damaged(draw: DrawFn, text: str) -> str:
    """A text with a few characters deleted, doubled or put in."""
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(len(text) - 1, 0)))
        way = draw(st.sampled_from(("delete", "double", "insert", "swap")))
        if way == "delete":
            text = text[:at] + text[at + 1 :]
        elif way == "double":
            text = text[:at] + text[at : at + 1] + text[at:]
        elif way == "swap":
            text = text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        else:
            text = text[:at] + draw(st.sampled_from('QK5hs/:#"( ,♥\n1O\u200bК')) + text[at:]
    return text


_CSV_PIECES = (
    *("deal,player,top,mid,bot\n", "deal;player;top;mid;bot;status;claim;note;key;value\n", "sep=;\n", "1,"),
    *("2,", "Hero,", "Gus,", '"Phil H.",', "QQ5,AA762,9TJQK\n", "663,KK943,JJJ44\n", "foul\n", ",,,foul\n"),
    *("dragon", ",", ";", "\t", "\n", "\r\n", '"', '""', '"a\nb"', "'=1", "rules,ofc\n"),
    *("1,,,,,,,,expect,Hero +5\n", "stake,0.50 EUR\n", "stake Hero/Gus,2\n", "\ufeff", "(2 aces)"),
    *("2026-11-20", "\u202e", "\x00", "♥Q"),
)


def broken_csv() -> SearchStrategy[str]:
    """Text that is much like a log in CSV, and seldom one."""
    return st.lists(st.sampled_from(_CSV_PIECES), max_size=40).map("".join)


_JSONL_PIECES = (
    *('{"rules": "ofc", "stake": "0.50 EUR"}\n', '{"deal": "1", "boards": {'),
    *('"Hero": "QQ5 / AA762 / 9TJQK"', '"Gus": {"top": "663", "mid": "KK943", "bot": "JJJ44"}'),
    *('"status": "foul"', '"claim": "dragon"', "}}\n", "{", "}", "[", "]", ",", ":", '"', "\n", "null"),
    *("1e5", "true", '"\\ud83d', '\\ude00"', '"\\u0000"', "// x", '"expect": {"Hero": 5}'),
    *('"players": ["Hero", "Gus"]', '"adjust": [', '"note": ["a", "b"]', "\x1f"),
)


def broken_jsonl() -> SearchStrategy[str]:
    """Text that is much like JSON Lines, and seldom a log."""
    return st.lists(st.sampled_from(_JSONL_PIECES), max_size=40).map("".join)


def _values() -> SearchStrategy[object]:
    """Draw a value of a rule set's key: valid and invalid words and numbers, lists, mappings."""
    words = (
        *("none", "both", "paid", "nothing", "lost-rows", "two-rows", "bank", "pool", "any", "Q", "T", ""),
        "x",
    )
    leaves = st.sampled_from(words) | st.integers(-2, 1_000_000_000_000).map(str)
    keys = (
        *("points", "factor", "kind", "pair", "trips", "quads", "high-card", "75432", "Q", "6", "to"),
        "above",
    )
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(keys), inner, max_size=3),
        max_leaves=6,
    )


@st.composite
def rule_texts(draw: DrawFn) -> str:
    """A rule set on top of a shipped one (as JSON, which is YAML), some settings of it changed at random."""
    base = draw(
        st.sampled_from(("ofc", "ofc-27", "chinese-pagat", "chinese + pool", "house", "", "./house.yaml"))
    )
    rules: dict[str, object] = {"extends": base} if base else {}
    for path, value in draw(st.lists(st.tuples(st.sampled_from(sorted(SETTINGS)), _values()), max_size=4)):
        *groups, last = path.split(".")
        inner = rules
        for key in groups:
            below = inner.setdefault(key, {})
            inner = below if isinstance(below, dict) else {}
        inner[last] = value
    return json.dumps(rules, ensure_ascii=False, indent=draw(st.sampled_from((None, 1))))
