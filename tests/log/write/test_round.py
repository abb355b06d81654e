"""A log converted through every format comes back byte for byte."""

from __future__ import annotations

import unicodedata
from typing import Literal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from ofcscore.diagnostics.problem import Place, Problems, format_problems
from ofcscore.game.cards import JOKER
from ofcscore.log.check.checker import read_session
from ofcscore.log.check.deal_names import may_say_void
from ofcscore.log.check.people import looks
from ofcscore.log.keys import KEYS
from ofcscore.log.read.logs import read_syntax
from ofcscore.log.read.sources import FORMS, Form, text_source
from ofcscore.log.read.voids import _names_otherwise
from ofcscore.log.text.deal_headings import named_deals
from ofcscore.log.write.formats import WRITERS
from ofcscore.scoring.deal import Deal, Facts, Header, Table
from tests.strategies import COSTLY, DECK

_NAME_SIGNS = st.characters(categories=["L", "Nd", "P", "S", "Mn"], exclude_characters="\u034f")
_ODD_NAMES = (
    *("No", "007", "1e5", "true", "~", "null", "0x1F", "80,443", "=cmd|'/c calc'!A1", "+1", "-2", "@x"),
    *("top", "deal", "rules", "A", "Bob-3", "Bob-", "Phil H.", 'Phil "the fish" H.', "'=x", "a#b", "a #b"),
    *("x: y", "A/B", "李 雷", "Zoë", "Ωμέγα", "محمد", "[x](y)", "{a}", "- a", "? a", "<<", "&a", "*a", "!a"),
    *("|", ">", "%a", "`a`", '"a"', "'a'", "\\", "a\\u0041", "#1", "deals", "boards", "2026-11-20", "y"),
)
_SAYINGS = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=40)
_ODD_SAYINGS = (
    *('he said "well"', "a # b", "#one", "x: y", "a, b", "  two before", "behind  ", '"a card was seen"'),
    *('"', "'", "\\n", "=1+1", "- x", "'-x", "void", "{}", "[a", "*", "a\tb", "a  b", "no", "007", '""'),
    "\ufeffx",
)


def _is_name(text: str) -> bool:
    normal = text == unicodedata.normalize("NFC", text).strip()
    return normal and any(looks(text)) and text != "house" and len(text) <= 64


names = st.one_of(st.sampled_from(_ODD_NAMES), st.text(_NAME_SIGNS, min_size=1, max_size=12).filter(_is_name))
sayings = st.one_of(st.sampled_from(_ODD_SAYINGS), _SAYINGS).filter(
    lambda text: any(map(str.isprintable, "".join(text.split())))
)


def quote(text: str) -> str:
    """Generate a name or a free text in quotes, for anywhere in a text log."""
    return '"' + text.replace('"', '""') + '"'


@st.composite
def rows(draw: DrawFn, cards: list[str]) -> str:
    """Generate three rows, with or without suits (a flush is then stated)."""
    texts = []
    for row in (cards[:3], cards[3:8], cards[8:]):
        if draw(st.integers(0, 5)):
            texts.append(draw(st.sampled_from((" ", "", ","))).join(row))
        else:
            flush = len(row) == 5 and len({card[1:] for card in row if card != JOKER}) == 1
            texts.append(" ".join(card[0] for card in row) + (" flush" if flush else ""))
    return " / ".join(texts)


@st.composite
def number(draw: DrawFn) -> str:
    return draw(st.sampled_from(("0", "+3", "-12", "7", "+0.5", "-1.25", "999999999")))


@st.composite
def deal_lines(draw: DrawFn, players: list[str], name: str | None, jokers: bool) -> list[str]:
    lines = []
    if name is not None:
        date = draw(st.sampled_from(("", "", " 2026-11-20")))
        lines.append(f"deal {quote(name)}{date}")
    here = draw(st.permutations(players))[: draw(st.integers(2, min(4, len(players))))]
    cards = list(draw(st.permutations((*DECK, JOKER, JOKER) if jokers else DECK)))
    boards = []
    for index, player in enumerate(here):
        own = cards[13 * index : 13 * index + 13]
        way = draw(st.sampled_from(("rows",) * 6 + ("foul", "aces", "surrender", "claim", "claim-rows")))
        text = draw(rows(own))
        marks = draw(
            st.sampled_from(
                ("", "", "", " (fantasyland)", " (fantasyland 15)", " (foul)", " (foul, fantasyland)")
            )
        )
        body = {
            "rows": text + marks,
            "foul": "foul",
            "aces": "foul (0 aces)",
            "surrender": "surrender (fantasyland)",
            "claim": "claim dragon: " + " ".join(own),
            "claim-rows": "claim six pairs: " + text,
        }[way]
        boards.append(f"{quote(player)}: {body}")
    if len(here) > 2 and draw(st.booleans()):
        boards[-1] = f"{quote(here[-1])}: absent"
    keys = [
        f"note: {quote(draw(sayings))}",
        f"note: {quote(draw(sayings))}",
        f"adjust: {quote(here[0])} +5, {quote(here[1])} -5",
        f"adjust: {quote(here[0])} -2, house +2",
        f"paid: {quote(here[0])} -> {quote(here[1])} 20",
        f"paid: {quote(here[1])} -> {quote(here[0])} 1.5, house -> {quote(here[1])} 2",
        f"expect: {quote(here[0])} {draw(number())}, {quote(here[1])} {draw(number())}",
        f"expect {quote(here[0])}/{quote(here[1])}: {draw(number())}, top +2, scoop 0, royalties 3",
        f"expect {quote(here[0])}/{quote(here[1])}: middle -1",
        f"expect {quote(here[0])}: royalties 7, foul, no fantasyland",
        f"chips: {quote(here[0])} 100, {quote(here[1])} 80 EUR",
        f"rake: {draw(st.sampled_from(('1', '0.25 EUR')))}",
        f"title: {quote(draw(sayings))}",
    ]
    if not lines or "2026" not in lines[0]:
        keys.append("date: 2026-11-21")
    if name is not None:
        keys += [
            f"dealer: {quote(here[0])}",
            draw(st.sampled_from(("void", f"void: {quote(draw(sayings.filter(is_reason)))}"))),
            "stake: 2 EUR",
            f"stake {quote(here[0])}/{quote(here[1])}: 3",
            f"rules: ofc{' + jokers' if jokers else ''}",
        ]
    chosen = draw(st.lists(st.sampled_from(keys), unique=True, max_size=5))
    above = [key for key in chosen if name is not None and (not may_close(key) or draw(st.booleans()))]
    return [*lines, *above, *boards, *(key for key in chosen if key not in above)]


def may_close(line: str) -> bool:
    """Return True if a line with a key may be below the boards of a deal with a line."""
    form = KEYS[line.partition(":")[0].split()[0]]
    return form.closing or form.anywhere


@st.composite
def logs(draw: DrawFn) -> str:
    """Generate a valid text log with any of its keys."""
    players = draw(st.lists(names, unique_by=str.casefold, min_size=2, max_size=5))
    jokers = draw(st.booleans())
    rules = f"rules: {draw(st.sampled_from(('ofc', 'ofc-pineapple', 'ofc + overall-point')))}"
    header = [
        draw(st.sampled_from(("stake: 0.50 EUR", "stake: 2"))),
        "currency: EUR",
        f"dealer: {quote(players[0])}",
        f"bank: {quote(players[1])}",
        "bankroll: 100",
        "rake: 0.25 EUR",
        draw(st.sampled_from(("rounds: 12", "rounds: players"))),
        f"note: {quote(draw(sayings))}",
        f"title: {quote(draw(sayings))}",
        "date: 2026-11-20",
        f"expect: {quote(players[0])} +3",
        f"stake {quote(players[0])}/{quote(players[1])}: 2",
        "chips: 100",
    ]
    listed = [quote(player) for player in players]
    if draw(st.booleans()):
        listed[-1] += ' = "short one"'
    if draw(st.booleans()):
        listed[0] += ' = "left one" + "right one"'
    lines = [*draw(st.lists(st.sampled_from(header), unique=True)), f"players: {', '.join(listed)}"]
    if jokers or draw(st.booleans()):
        lines.insert(0, f"{rules} + jokers" if jokers else rules)
    if draw(st.integers(0, 4)) == 0:
        lines += draw(deal_lines(players, None, jokers))
    else:
        # A deal whose name looks like rows of cards is nothing that a player types.
        deal_names = st.one_of(
            st.integers(1, 99).map(str),
            names.filter(
                lambda text: not {*"/|"} & {*text} and not may_say_void(text) and not text[:1].isdigit()
            ),
        )
        for name in draw(st.lists(deal_names, unique=True, min_size=1, max_size=3)):
            lines += draw(deal_lines(players, name, jokers))
    return "\n".join(lines) + "\n"


Item = Header | Deal
NOWHERE = Place("")


def plain(item: Item) -> Item:
    """Return the content of an item without its places."""
    facts: Facts = item.facts._replace(
        adjust=tuple(a._replace(place=NOWHERE) for a in item.facts.adjust),
        paid=tuple(p._replace(place=NOWHERE) for p in item.facts.paid),
        expect=tuple(e._replace(place=NOWHERE) for e in item.facts.expect),
    )
    table: Table = item.table._replace(file="")
    if isinstance(item, Header):
        return item._replace(facts=facts, table=table)
    boards = tuple(board._replace(line=0, source=None) for board in item.boards)
    return item._replace(facts=facts, table=table, boards=boards, line=0, source=None)


def read(text: str, form: Form) -> list[Item]:
    items, problems = read_session([text_source(text, form)])
    errors = [problem for problem in problems if not problem.warning]
    assert not errors, format_problems(errors)
    return [plain(item) for item in items]


def convert(text: str, form: Form, to: Form, base: str = "") -> str:
    problems = Problems()
    source = text_source(text, form, base=base)
    written = "".join(WRITERS[to](read_syntax(source, problems), problems))
    assert not problems.errors, format_problems(problems.kept)
    return written


def test_a_deal_without_a_stake_names_no_currency() -> None:
    """A date moved to the deal's line only affects a deal with a stake of its own."""
    text = (
        "players: A, B\ndeal 1\nstake: 2 EUR\nA: foul\nB: QQ5 / AA762 / 9TJQK\n"
        "deal 2\ndate: 2026-11-21\nA: foul\nB: QQ6 / AA762 / 9TJQK\n"
    )
    assert read(convert(text, "text", "text"), "text") == read(text, "text")


def is_reason(said: str) -> bool:
    """Return True if it does not name a deal; numbers do, and other words may."""
    return named_deals(said) is None and not _names_otherwise(said)


ROUND: tuple[Form, ...] = ("yaml", "json", "jsonl", "csv", "text")


@pytest.mark.long
@settings(max_examples=25)
@given(logs())
@example("players: A, B\ndeal 1\nnote: one\nvoid: late\nnote: late\nA: foul\nB: foul\n")
@example('players: A, B\ndeal "0;0\\0"\nA: foul\nB: foul\n')
@example('players: A, B\ndeal "0\\"\nA: foul\nB: foul\n')
def test_a_log_goes_round_through_every_form(text: str) -> None:
    """ "text -> YAML -> JSON -> CSV -> text loses nothing"."""
    said = read(text, "text")
    written = convert(text, "text", "text")
    assert read(written, "text") == said
    form: Form = "text"
    for to in ROUND:
        written, form = convert(written, form, to), to
        assert sorted_expectations(read(written, form)) == sorted_expectations(said)
    again = written
    for to in ROUND:
        again, form = convert(again, form, to), to
    assert again == written


SUFFIX: dict[Form, str] = {"text": ".ofc", "yaml": ".yaml", "json": ".json", "jsonl": ".jsonl", "csv": ".csv"}


@pytest.mark.long
@settings(max_examples=25)
@example('players: A, "boards:"\n"boards:": 2 2 2 / 2 3 3 3 3 / 4 4 4 4 5\nA: foul\n', "NFC", "x")
@given(logs(), st.sampled_from(("NFC", "NFD")), st.sampled_from(("x", "")))
def test_every_form_is_known_again_by_its_suffix_and_without(
    text: str, normal: Literal["NFC", "NFD"], stem: str
) -> None:
    """Players may have any names, in composed or decomposed letters."""
    text = unicodedata.normalize(normal, text)
    said = sorted_expectations(read(text, "text"))
    for form in FORMS:
        written = convert(text, "text", form)
        items, problems = read_session(
            [text_source(written, None, stem + SUFFIX[form] if stem else "<stdin>")]
        )
        errors = [problem for problem in problems if not problem.warning]
        assert not errors, written + format_problems(errors)
        assert sorted_expectations([plain(item) for item in items]) == said


def sorted_expectations(items: list[Item]) -> list[Item]:
    """Expectations of one pair are joined if a key may occur only once."""
    return [
        item._replace(facts=item.facts._replace(expect=tuple(sorted(item.facts.expect, key=repr))))
        for item in items
    ]


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_players_who_are_called_like_columns_make_no_spreadsheet_of_json(form: Form) -> None:
    text = 'players: Bob, "top", PLAYER, Ann\nBob: foul\nAnn: QQ5 / AA762 / 9TJQK\n'
    items, problems = read_session([text_source(convert(text, "text", form), None, f"x.{form}")])
    assert not problems, format_problems(problems)
    assert [plain(item) for item in items] == read(text, "text")


@COSTLY
@given(logs(), st.sampled_from(FORMS))
def test_what_is_written_is_written_again_to_the_byte(text: str, form: Form) -> None:
    written = convert(text, "text", form)
    assert convert(written, form, form) == written
