"""YAML and JSON equal text logs, places are exact, and all scalars are text."""

from __future__ import annotations

import json
import re

import pytest

from ofcscore.diagnostics.problem import Problem, format_problem
from ofcscore.game.cards import Stated
from ofcscore.log.check.checker import read_session
from ofcscore.log.read.sources import Form, text_source
from ofcscore.scoring.deal import Deal, Header
from tests.log.read.test_text import NIGHT
from tests.loops import each

NIGHT_YAML = """\
# Friday at Ana's
rules: ofc-pineapple
stake: 0.50 EUR
stake Hero/Gus: 2
players: [Hero, Gus, {"Phil H.": P}]
deals:
  - deal: 1
    date: 2026-11-20
    boards:
      Hero: {top: QQ5, mid: AA762, bot: 9TJQK}
      Gus: 6h6d2c / KhKd9s4c3c / AhTh8h5h2h
      P: foul
    expect: {Hero: +20, Gus: +6, P: -26}
  - hand: 2
    dealer: Gus
    boards:
      Hero: |
        (fantasyland)
        top: Qh Qd 5c
        mid: A A 7 6 2
        bot: A T 8 5 2 flush
      Gus: 663 / KK943 / JJJ44
      P: absent
    adjust: {Gus: +5, Hero: -5}
"""


def read(text: str, form: Form = "yaml") -> tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]:
    return read_session([text_source(text, form, name="night")])


def good(text: str, form: Form = "yaml") -> tuple[Header | Deal, ...]:
    items, problems = read(text, form)
    assert [format_problem(problem) for problem in problems if not problem.warning] == []
    return items


def said(items: tuple[Header | Deal, ...]) -> str:
    """Return the content of a session without its places."""
    text = re.sub(r"Place\((?:[^()'\"]|'[^']*'|\"[^\"]*\")*\)", "", repr(items))
    return re.sub(r"line=\d+|source=(?:None|'[^']*'|\"[^\"]*\")", "", text)


def codes(text: str, form: Form = "yaml") -> list[tuple[str, int, int]]:
    return [(p.code, p.place.line, p.place.column) for p in read(text, form)[1]]


BOARDS = "boards: {Hero: JJ5 / AA762 / 9TJQK, Gus: foul}"


class TestSaysWhatTextSays:
    def test_the_night(self) -> None:
        assert said(good(NIGHT_YAML)) == said(good(NIGHT, "text"))

    def test_as_json(self) -> None:
        night = {
            "rules": "ofc-pineapple",
            "stake": "0.50 EUR",
            "stake Hero/Gus": 2,
            "players": ["Hero", "Gus", {"Phil H.": "P"}],
        }
        deals = [
            {
                "deal": 1,
                "date": "2026-11-20",
                "boards": {
                    "Hero": {"top": "QQ5", "mid": "AA762", "bot": "9TJQK"},
                    "Gus": "6h6d2c / KhKd9s4c3c / AhTh8h5h2h",
                    "P": "foul",
                },
                "expect": "Hero +20, Gus +6, P -26",
            },
            {
                "deal": "2",
                "dealer": "Gus",
                "boards": {
                    "Hero": {
                        "top": "Qh Qd 5c",
                        "mid": "A A 7 6 2",
                        "bot": "A T 8 5 2 flush",
                        "fantasyland": True,
                    },
                    "Gus": ["663", "KK943", "JJJ44"],
                    "P": {"status": "absent"},
                },
                "adjust": ["Gus +5, Hero -5"],
            },
        ]
        for indent in (None, 2):
            text = json.dumps({**night, "deals": deals}, indent=indent)
            assert said(good(text, "json")) == said(good(NIGHT, "text"))

    def test_json_on_one_long_line(self) -> None:
        """A log is not limited by the length of its line."""
        deal = {"boards": {"Hero": "JJ5 / AA762 / 9TJQK", "Gus": "foul"}}
        text = json.dumps([deal, {**deal, "note": "x" * 4000}] * 25)
        assert len(good(text, "json")) == 51

    def test_json_names_beyond_the_first_plane(self) -> None:
        deal = good(json.dumps([{"boards": {"A😀": "JJ5 / AA762 / 9TJQK", "Gus": "foul"}}]), "json")[1]
        assert isinstance(deal, Deal)
        assert deal.boards[0].player == "A😀"

    @each(
        "text",
        [
            f"deals:\n- {BOARDS.replace(': {', ': {', 1)}\n",
            f"- {BOARDS}\n",
            f"{BOARDS}\n",
            f"---\n{BOARDS}\n...\n",
            f"%YAML 1.1\n---\n{BOARDS}\n",
            "- boards:\n    Hero:\n      top: JJ5\n      mid: AA762\n      bot: 9TJQK\n    Gus: foul\n",
            "- boards:\n    Hero:\n    - JJ5\n    - AA762\n    - 9TJQK\n    Gus: {status: foul}\n",
            "- boards:\n    Hero: >\n      JJ5 / AA762\n      / 9TJQK\n    Gus: foul\n",
            '- boards:\n    Hero: "JJ5 / AA762 /\\\n      \\x20 9TJQK"\n    Gus: foul\n',
            "- boards:\n    Hero:\n      JJ5 /\n      AA762 /\n      9TJQK\n    Gus: foul\n",
            "- boards:\n    Hero: |\n      JJ5\n      AA762\n      9TJQK\n    Gus: foul\n",
        ],
    )
    def test_shapes_of_one_deal(self, text: str) -> None:
        expected = good("Hero: JJ5 / AA762 / 9TJQK\nGus: foul\n", "text")
        assert said(good(text)) == said(expected)

    def test_a_stream_of_documents(self) -> None:
        """Several documents are several deals."""
        text = f"rules: ofc-27\n---\n{BOARDS}\n---\nhand: last\n{BOARDS}\nnote: the end\n"
        header, first, second = good(text)
        assert isinstance(header, Header)
        assert isinstance(first, Deal)
        assert isinstance(second, Deal)
        assert header.table.rules.name == "ofc-27"
        assert (first.name, second.name) == ("1", "last")
        assert second.facts.notes == ("the end",)

    def test_keys_before_the_boards_of_one_deal_are_the_header(self) -> None:
        header, deal = good(f"rules: ofc-27\nplayers: Hero, Gus\n{BOARDS}\nnote: x\n")
        assert isinstance(header, Header)
        assert header.table.players == ("Hero", "Gus")
        assert isinstance(deal, Deal)
        assert deal.facts.notes == ("x",)

    @each(
        ("yaml", "text"),
        [
            ("players: [Hero, Gus]", "players: Hero, Gus"),
            ("players: {Hero: , Gus: G}", "players: Hero, Gus = G"),
            ("players: {Hero: [A1, A2], Gus: }", "players: Hero = A1 + A2, Gus"),
            ("players:\n- Hero = H\n- Gus", "players: Hero = H, Gus"),
            (
                "stake: {Hero/Gus: 2, 'Gus/\"Phil H.\"': 3 EUR}",
                'stake Hero/Gus: 2\nstake Gus/"Phil H.": 3 EUR',
            ),
            ("chips: {Hero: 100, Gus: 80}", "chips: Hero 100, Gus 80"),
            ("chips: Hero 100, Gus 80", "chips: Hero 100, Gus 80"),
            ("paid: {from: Hero, to: Gus, amount: 20 EUR}", "paid: Hero -> Gus 20 EUR"),
            ("paid: [Hero -> Gus 20, Gus Hero 5]", "paid: Hero -> Gus 20, Gus -> Hero 5"),
            (
                "adjust: [{Gus: +5, Hero: -5}, 'Gus 1, house -1']",
                "adjust: Gus +5, Hero -5\nadjust: Gus 1, house -1",
            ),
            ("note: [one, 'two # three']", 'note: one\nnote: "two # three"'),
            ("rules: [ofc, moon]", "rules: ofc + moon"),
            ("expect: {Hero: 3, Gus: -3}", "expect: Hero 3, Gus -3"),
            ("bank: Gus", "bank: Gus"),
            ("rounds: players", "rounds: players"),
            ("rounds: 12", "rounds: 12"),
            ("bankroll: 100", "bankroll: 100"),
            ("rake: 1.50 EUR", "rake: 1.50 EUR"),
            ("currency: EUR", "currency: EUR"),
        ],
        few=7,
    )
    def test_keys(self, yaml: str, text: str) -> None:
        deals = "deals:\n- boards: {Hero: JJ5 / AA762 / 9TJQK, Gus: foul, 'Phil H.': foul}\n"
        boards = 'deal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: foul\n"Phil H.": foul\n'
        if "players" in yaml:
            deals = deals.replace(", 'Phil H.': foul", "").replace("Hero", "A1" if "A1" in yaml else "Hero")
            boards = boards.replace('"Phil H.": foul\n', "").replace("Hero", "A1" if "A1" in yaml else "Hero")
        assert said(good(f"{yaml}\n{deals}")) == said(good(f"{text}\n{boards}", "text"))

    @each("odd", [r"A\u200bnn", r"\ufeffAnn", r"Ann\u00ad", r"\u00a0Ann"])
    @each(
        "keys",
        [
            'players: ["Ann", Bob]',
            'players: {"Ann": A, Bob: B}',
            'players: {Bob: "Ann"}',
            'adjust: {"Ann": +5, Bob: -5}',
            'paid: {from: "Ann", to: Bob, amount: 2}',
            'paid: {from: Bob, to: "Ann", amount: 2}',
            'stake: {"Ann/Bob": 2}',
            'chips: {"Ann": 5, Bob: 5}',
            'deals: [{boards: {"Ann": foul, Bob: foul}, expect: {"Ann": 0, Bob: 0}}]',
            'deals: [{boards: {"Ann": foul, Bob: foul}, expect: {"Ann": {fouled: yes}}}]',
        ],
    )
    def test_names_are_what_is_seen_of_them(self, keys: str, odd: str) -> None:
        """In keys as before boards."""
        log = f"{keys}\n" + ("" if "deals" in keys else 'deals: [{boards: {"Ann": foul, Bob: foul}}]\n')
        assert said(read(log.replace("Ann", odd))[0]) == said(read(log)[0])

    @pytest.mark.parametrize("key", ["Deals", "hands", "HANDS"])
    def test_hands_are_deals(self, key: str) -> None:
        """Like `hand: 2`, it names a deal."""
        assert said(good(NIGHT_YAML.replace("deals:", f"{key}:"))) == said(good(NIGHT_YAML))

    @each(
        ("yaml", "text"),
        [
            ("expect Hero/Gus: -2, top +2", "expect Hero/Gus: -2, top +2"),
            ("expect: {Hero/Gus: '-2, top +2'}", "expect Hero/Gus: -2, top +2"),
            ("expect: {Hero/Gus: {total: -2, top: +2}}", "expect Hero/Gus: total -2, top +2"),
            (
                "expect: {Gus: {foul: yes, fantasyland: no, royalties: 7}}",
                "expect Gus: foul, no fantasyland, royalties 7",
            ),
            ("expect: {Gus: [foul, natural dragon]}", "expect Gus: foul, natural dragon"),
            ("expect: {Gus: {natural: six pairs}}", "expect Gus: natural six-pairs"),
            ("expect: [Hero 5, {Gus: -5}]", "expect: Hero 5\nexpect: Gus -5"),
            ("void: true", "void"),
            ("void: misdeal", "void: misdeal"),
            ("dealer: Gus", "dealer: Gus"),
        ],
    )
    def test_deal_keys(self, yaml: str, text: str) -> None:
        boards = "Hero: JJ5 / AA762 / 9TJQK\nGus: foul\n"
        assert said(good(f"- {BOARDS}\n  {yaml}\n")) == said(good(f"deal 1\n{text}\n{boards}", "text"))

    def test_claims(self) -> None:
        dragon = "A 2 3 4 5 6 7 8 9 T J Q K"
        text = good(f"Hero: claim dragon: {dragon}\nGus: foul (2 aces)\n", "text")
        mapping = (
            f"- boards:\n    Hero: {{claim: dragon, cards: {dragon}}}\n    Gus: {{status: foul, aces: 2}}\n"
        )
        scalar = f"- boards:\n    Hero: 'claim dragon: {dragon}'\n    Gus: foul (2 aces)\n"
        assert said(good(mapping)) == said(good(scalar)) == said(text)


class TestEveryScalarIsText:
    @each("name", ["No", "On", "007", "1e5", "nan", "~", "0x1F", "Null", "1:30", "80,443", "2026-11-20"])
    def test_names(self, name: str) -> None:
        """Printed exactly as written."""
        text = f"- boards:\n    '{name}': JJ5 / AA762 / 9TJQK\n    Gus: foul\n"
        for quoted in (text, text.replace("'", "")):
            deal = good(quoted)[1]
            assert isinstance(deal, Deal)
            assert deal.boards[0].player == name

    def test_rows(self) -> None:
        """`665`, `066` and `1:30` are text and then checked as cards."""
        deal = good("- boards:\n    Hero: {top: 665, mid: 77889, bot: 22345}\n    Gus: foul\n")[1]
        assert isinstance(deal, Deal)
        assert deal.boards[0].rows == ("6 6 5", "7 7 8 8 9", "2 2 3 4 5")
        assert deal.boards[1].stated is Stated.FOUL
        assert codes("- boards:\n    Hero: {top: 066, mid: 1:30, bot: 23456}\n    Gus: foul\n") == [
            ("card-unreadable", 2, 17),
            ("card-unreadable", 2, 27),
        ]


class TestPlaces:
    """A card's place is the same character of the file for any scalar style."""

    @each(
        "text",
        [
            "- boards:\n    Hero: JJ5 / AAZ62 / 9TJQK\n    Gus: foul\n",
            "- boards:\n    Hero: {top: JJ5, mid: AAZ62, bot: 9TJQK}\n    Gus: foul\n",
            "- boards:\n    Hero: {top: JJ5, mid:   'AAZ62', bot: 9TJQK}\n    Gus: foul\n",
            '- boards:\n    Hero: "JJ5 / AAZ62 / 9TJQK"\n    Gus: foul\n',
            '- boards:\n    Hero: "\\x4aJ5 / \\u0041AZ62 / 9TJQK"\n    Gus: foul\n',
            "- boards:\n    Hero: |\n      JJ5\n      AAZ62\n      9TJQK\n    Gus: foul\n",
            "- boards:\n    Hero: >-\n      JJ5 /\n      AAZ62 / 9TJQK\n    Gus: foul\n",
            "- boards:\n    Hero:\n      JJ5 /\n      AAZ62\n      / 9TJQK\n    Gus: foul\n",
            "- boards:\n    Hero: 'JJ5 /\n      AAZ62\n      / 9TJQK'\n    Gus: foul\n",
            '- boards:\n    Hero: "JJ5 /\\\n      \\ AAZ62 / 9TJQK"\n    Gus: foul\n',
        ],
    )
    def test_of_a_card(self, text: str) -> None:
        problems = read(text)[1]
        assert [p.code for p in problems] == ["card-unreadable"]
        place = problems[0].place
        line = text.split("\n")[place.line - 1]
        assert line[place.column - 1] == "Z"
        assert place.text == line

    def test_of_a_name(self) -> None:
        assert codes('- boards:\n    "He\\u202ero": JJ5 / AA762 / 9TJQK\n    Gus: foul\n') == [
            ("name-character", 2, 8)
        ]


class TestRefusals:
    @each(
        ("text", "code", "line", "column"),
        [
            # 52. repeated keys, quoted or not
            (
                '- boards: {Hero: {top: JJ5, "top": 445, mid: AA762, bot: 9TJQK}, Gus: foul}',
                "yaml-repeated-key",
                1,
                29,
            ),
            ("- boards: {Hero: foul, Hero: foul}", "yaml-repeated-key", 1, 24),
            # 54. anchors, aliases, merge keys
            ("- boards: {Hero: &a foul, Gus: foul}", "yaml-feature", 1, 18),
            (f"rules: &x ofc\ndeals:\n- {BOARDS}", "yaml-feature", 1, 8),
            (f"- {BOARDS}\n  note: *x", "yaml-feature", 2, 9),
            (f"- {BOARDS}\n  <<: {{a: b}}", "yaml-feature", 2, 3),
            # 55. tags
            ("- boards: {Hero: !!binary foul, Gus: foul}", "yaml-feature", 1, 18),
            ("- !!python/object/apply:os.system ['true']", "yaml-feature", 1, 3),
            # 56. depth
            ("[" * 100_000, "yaml-depth", 1, 33),
            ("[" * 33 + "]" * 33, "yaml-depth", 1, 33),
            # 57. tabs
            ("- boards:\n\tHero: foul", "yaml-syntax", 2, 1),
            # 59. versions
            (f"%YAML 9.9\n---\n{BOARDS}", "yaml-syntax", 1, 1),
            # 60. the top level
            ("hello", "yaml-shape", 1, 1),
            ("- hello", "yaml-shape", 1, 3),
            ("deals: hello", "yaml-shape", 1, 1),
            ("hands: hello", "yaml-shape", 1, 1),
            # 61. keys that are none
            (f"- {BOARDS}\n  ? [a, b]\n  : c", "yaml-key", 2, 5),
            # 62. unknown keys
            (
                "- boards:\n    Hero: {top: JJ5, mid: AA762, botom: 9TJQK}\n    Gus: foul",
                "label-unknown",
                2,
                34,
            ),
            (f"- {BOARDS}\n  delaer: Gus", "key-unknown", 2, 3),
            (f"ruels: ofc\ndeals:\n- {BOARDS}", "key-unknown", 1, 1),
            ("deals:\n- baords: {Hero: foul, Gus: foul}", "key-unknown", 2, 3),
            # players without `boards:`, whose words are told as they are with it
            ("- Hero: foul\n  Gus: wibbled", "board-empty", 2, 8),
            ("- Hero: foul\n  Gus: ~", "deal-players", 2, 3),
            ("- Hero: foul\n  Gus: {}", "board-empty", 2, 6),
            ("- Hero: foul\n  Gus: foul (not one)", "line-unreadable", 2, 14),
            ('[{"Hero": "foul", "Gus": "wibbled"}]', "board-empty", 1, 27),
            ("- Hero: foul\n  gus: foul\n- Hero: foul\n  gus: wibbled", "board-empty", 4, 8),
            ("- Hero: foul\n  Gus: foul\n- Hero: wibbled\n  Gus: foul", "board-empty", 3, 9),
            # what may be a remark is no player's
            ("- Hero: foul\n  Gus: foul\n  Buttons: Gus", "key-unknown", 3, 3),
            ("- Hero: foul\n  Gus: foul\n  Cleo: wibbled", "key-unknown", 3, 3),
            ("- Hero: foul\n  Gus: foul\n  Stak: 1", "key-unknown", 3, 3),
            # shapes
            (f"- deal: [1]\n  {BOARDS}", "yaml-shape", 1, 9),
            (f"- {BOARDS}\n  dealer: [Gus]", "yaml-shape", 2, 3),
            (f"- {BOARDS}\n  void: {{a: b}}", "yaml-shape", 2, 3),
            ("- boards:\n    Hero: {status: foul, bonus: 10 points}\n    Gus: foul", "label-unknown", 2, 26),
            ("- boards: {Hero: {top: [J, [J], 5], mid: AA762, bot: 9TJQK}, Gus: foul}", "yaml-shape", 1, 28),
            ("- boards: {Hero: {status: foulled}, Gus: foul}", "yaml-shape", 1, 27),
            ("- boards: {Hero: {fantasyland: [14], foul: yes}, Gus: foul}", "yaml-shape", 1, 32),
            ("- boards: {Hero: {top: '', mid: AA762, bot: 9TJQK}, Gus: foul}", "row-empty", 1, 25),
            ("- boards: {Hero: , Gus: foul}", "board-empty", 1, 16),
            ("- boards: ", "key-empty", 1, 9),
            (f"- {BOARDS}\n  note:", "key-empty", 2, 8),
            # what the grammar and the checks say
            (f"stake: 1e5\ndeals:\n- {BOARDS}", "number-unreadable", 1, 8),
            (f"- {BOARDS}\n  adjust: {{Gus: +5}}", "adjust-unbalanced", 2, 3),
            (f"- {BOARDS}\n  adjust: {{Gus: lots}}", "number-unreadable", 2, 17),
            ("- boards: {Hero: foul, Gus: 'foul (not)'}", "line-unreadable", 1, 36),
            ("- boards: {Hero: foul}", "deal-players", 1, 12),
            # 58. nothing
            ("", "no-deals", 0, 0),
            ("# nothing\n", "no-deals", 0, 0),
            ("---\n---\n", "no-deals", 0, 0),
            ("[]", "no-deals", 0, 0),
        ],
        few=17,
    )
    def test_one_problem_in_its_place(self, text: str, code: str, line: int, column: int) -> None:
        assert codes(text) == [(code, line, column)]

    @each("said", ["wibbled", "foul (not one)", "~", "{}", "JJ5", "{botom: JJ5}"])
    def test_a_player_under_a_deal_is_told_as_one_under_boards(self, said: str) -> None:
        """`Gus` was not a key."""
        without = read(f"- boards:\n    Hero: foul\n    Gus: {said}")[1]
        under = read(f"- Hero: foul\n  Gus: {said}")[1]
        assert [(p.code, p.message, p.hint) for p in under] == [(p.code, p.message, p.hint) for p in without]

    def test_a_deal_with_a_problem_is_left_out_and_the_others_are_not(self) -> None:
        text = "".join(
            f"- deal: {n}\n  boards: {{Hero: foul, Gus: {'foul' if n != 2 else 'full'}}}\n" for n in (1, 2, 3)
        )
        items, problems = read(text)
        assert [item.name for item in items if isinstance(item, Deal)] == ["1", "3"]
        assert [p.code for p in problems] == ["board-empty"]

    def test_keys_above_a_thousand_deals_are_read_once(self) -> None:
        """The first thousand are read before it is known whether keys come below them."""
        items, problems = read("rules: ofc\nstake: 2\ndeals:\n" + f"- {BOARDS}\n" * 1001)
        assert (len(items), [problem for problem in problems if not problem.warning]) == (1002, [])
