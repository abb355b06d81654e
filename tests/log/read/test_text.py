"""The text notation: what its keys and boards mean, and every slip in its place.

Every way to write them on one line is a row of `cases/reading.toml`.
"""

from __future__ import annotations

import io
from fractions import Fraction

import pytest

from ofcscore.diagnostics.problem import Problem, format_problem
from ofcscore.game.cards import Board, Stated
from ofcscore.log.check.checker import Overrides, read_session
from ofcscore.log.read.sources import Source, look_at, text_source
from ofcscore.scoring.deal import Amount, Currency, Deal, Facts, Header, Paid, Table
from tests.loops import each

EUR = Currency("EUR", 2)
NIGHT = """\
# Friday at Ana's
rules: ofc-pineapple
stake: 0.50 EUR
stake Hero/Gus: 2
players: Hero, Gus, "Phil H." = P          # seats in order; P is a short name

deal 1 2026-11-20
Hero: top: QQ5 / mid: AA762 / bot: 9TJQK
Gus:  6h6d2c / KhKd9s4c3c / AhTh8h5h2h
P:    foul
expect: Hero +20, Gus +6, P -26

deal 2
dealer: Gus
Hero: (fantasyland)
  top: Qh Qd 5c
  mid: A A 7 6 2
  bot: A T 8 5 2 flush
Gus: 663 / KK943 / JJJ44
P: absent
adjust: Gus +5, Hero -5                     # jackpot
"""


def read(
    text: str, overrides: Overrides | None = None
) -> tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]:
    return read_session([text_source(text, name="night.ofc")], overrides or Overrides())


def deals_of(text: str) -> list[Deal]:
    items, problems = read(text)
    assert [format_problem(problem) for problem in problems if not problem.warning] == []
    return [item for item in items if isinstance(item, Deal)]


def header_of(text: str) -> Header:
    items, problems = read(text + "\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 22345\n")
    assert [format_problem(problem) for problem in problems if not problem.warning] == []
    assert isinstance(items[0], Header)
    return items[0]


def facts_of(text: str) -> Facts:
    return deals_of(f"deal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: 663 / KK943 / 22345\n{text}\n")[0].facts


def codes(text: str) -> list[tuple[str, int, int]]:
    """Return code, line and column of every diagnostic."""
    return [(p.code, p.place.line, p.place.column) for p in read(text)[1]]


def board(line: str) -> Board:
    return deals_of(f"{line}\nOther: foul\n")[0].boards[0]


def two(line: str) -> str:
    """Return a deal whose second board is `line`."""
    return f"Hero: JJ5 / AA762 / 9TJQK\n{line}\n"


class TestTheNight:
    """The example log of the notation's description."""

    def test_its_header(self) -> None:
        items, problems = read(NIGHT)
        assert problems == ()
        header = items[0]
        assert isinstance(header, Header)
        table = header.table
        assert table.rules.name == "ofc-pineapple"
        assert (table.stake, table.currency) == (Fraction(1, 2), EUR)
        assert dict(table.pair_stakes) == {frozenset(("Hero", "Gus")): Fraction(2)}
        assert table.players == ("Hero", "Gus", "Phil H.")

    def test_its_deals(self) -> None:
        first, second = deals_of(NIGHT)
        assert (first.name, first.date, first.line) == ("1", "2026-11-20", 7)
        assert [b.player for b in first.boards] == ["Hero", "Gus", "Phil H."]
        assert first.boards[0].rows == ("Q Q 5", "A A 7 6 2", "9 T J Q K")
        assert first.boards[2].stated is Stated.FOUL
        assert [(e.players, e.value) for e in first.facts.expect] == [
            (("Hero",), 20),
            (("Gus",), 6),
            (("Phil H.",), -26),
        ]
        assert second.date is None
        assert second.facts.dealer == "Gus"
        assert second.boards[0].fantasyland
        assert second.boards[0].rows == ("Qh Qd 5c", "A A 7 6 2", "A T 8 5 2 flush")
        assert second.boards[2].stated is Stated.ABSENT
        assert second.facts.adjust[0].shares == (("Gus", Amount(Fraction(5))), ("Hero", Amount(Fraction(-5))))

    def test_deals_share_the_table_of_the_header(self) -> None:
        items, _ = read(NIGHT)
        header = items[0]
        assert isinstance(header, Header)
        assert all(isinstance(item, Deal) and item.table is header.table for item in items[1:])


class TestBoards:
    ROWS = ("Q Q 5", "A A 7 6 2", "9 T J Q K")

    @each(
        "text",
        [
            "Hero: QQ5 / AA762 / 9TJQK",
            "Hero:\n  top: QQ5\n  mid: AA762\n  bot: 9TJQK",
        ],
    )
    def test_rows(self, text: str) -> None:
        found = board(text)
        assert (found.player, found.rows, found.stated) == ("Hero", self.ROWS, Stated.CARDS)

    def test_anonymous_boards(self) -> None:
        """The first board without a name is Player 1's, the next Player 2's."""
        deal = deals_of("top: QQ5 / mid: AA762 / bot: 9TJQK\n663 / KK943 / 22345\n")[0]
        assert [b.player for b in deal.boards] == ["Player 1", "Player 2"]

    def test_boards_without_names_are_those_of_the_seats(self) -> None:
        """The header names the seats; boards without names used to be new people."""
        deal = deals_of("players: Ann, Bob\n\ndeal 1\nJJ5 / AA762 / 9TJQK\n663 / KK943 / 88844\n")[0]
        assert [b.player for b in deal.boards] == ["Ann", "Bob"]

        assert deal.name == "1"

    def test_anonymous_blocks(self) -> None:
        deal = deals_of("top: QQ5\nmid: AA762\nbot: 9TJQK\n\ntop: 663\nmid: KK943\nbot: 22345\n")[0]
        assert [b.rows for b in deal.boards] == [self.ROWS, ("6 6 3", "K K 9 4 3", "2 2 3 4 5")]

    @each(
        "name",
        ["rulesman", "A", "T", "José", "李", "x.y-z_1", "007", "1e5", "Bob-3", "dealt", "hand", "foul"],
    )
    def test_names_that_need_no_quotes(self, name: str) -> None:
        """Players may be called `rulesman` or `A`, and rows may start with an ace."""
        assert board(f"{name}: AQ5 / AA762 / 9TJQK").player == name

    @each("name", ["Phil H.", "O'Brien", "top", "rules", "+1", "a/b", "x: y", "#1", "=cmd"])
    def test_names_in_quotes(self, name: str) -> None:
        assert board(f'"{name}": AQ5 / AA762 / 9TJQK').player == name

    @each(
        ("text", "stated", "fantasyland", "aces"),
        [
            ("Hero: foul (0 aces) (fantasyland)", Stated.FOUL, True, 0),
            ("Hero: surrender (2 aces)", Stated.SURRENDER, False, 2),
            ("Hero: (foul) QQ5 / AA762 / 9TJQK (fantasyland)", Stated.FOUL, True, None),
            ("Hero: QQ5 / AA762 / 9TJQK (fantasyland)", Stated.CARDS, True, None),
        ],
    )
    def test_marks(self, text: str, stated: Stated, fantasyland: bool, aces: int | None) -> None:
        found = deals_of(f"{text}\nOther: JJ5 / KK943 / 22345\n")[0].boards[0]
        assert (found.stated, found.fantasyland, found.aces) == (stated, fantasyland, aces)

    @each(
        ("text", "kind", "rows"),
        [
            ("Gus: claim complete straight: A23456789TJQK", "dragon", False),
            ("Gus: claim three-straights: 345 / 6789T / 23456", "three-straights", True),
            (
                "Gus: claim three flushes:\n top: A 7 3 hearts\n mid: 86543 flush\n bot: 2468T flush",
                "three-flushes",
                True,
            ),
        ],
    )
    def test_claims(self, text: str, kind: str, rows: bool) -> None:
        found = deals_of(f"{text}\nOther: foul\n")[0].boards[0]
        assert (found.stated, found.claim) == (Stated.CLAIM, kind)
        assert found.cards is not None
        assert len(found.cards.split()) == 13
        assert (found.rows is not None) is rows

    def test_one_person_with_two_boards(self) -> None:
        text = "players: Ann = A1 + A2, Bob = B\nA1: JJ5 / AA762 / 9TJQK\nA2: foul\nB: 663 / KK943 / 22345\n"
        deal = deals_of(text)[0]
        assert [b.player for b in deal.boards] == ["A1", "A2", "Bob"]
        assert dict(deal.table.people) == {"A1": "Ann", "A2": "Ann"}
        assert deal.table.players == ("Ann", "Bob")


class TestHeaders:
    @each(
        ("text", "stake", "currency"),
        [
            ("stake: 2", Fraction(2), None),
            ("stake: 0.50€", Fraction(1, 2), Currency("€", 2)),
            ("stake: US$5", Fraction(5), Currency("US$", 2)),
            ("stake: 100 JPY", Fraction(100), Currency("JPY", 0)),
            ("stake: ¥100", Fraction(100), Currency("¥", 0)),
            ("stake: 0.125 KWD", Fraction(1, 8), Currency("KWD", 3)),
            ("stake: 20 kr", Fraction(20), Currency("kr", 2)),
            ("currency: eur\nstake: 1 EUR", Fraction(1), EUR),
        ],
    )
    def test_stakes(self, text: str, stake: Fraction, currency: Currency | None) -> None:
        table = header_of(text).table
        assert (table.stake, table.currency) == (stake, currency)

    @each(
        ("text", "field", "value"),
        [
            ("bank: Hero", "bank", "Hero"),
            ("dealer: Gus", "dealer", "Gus"),
            ('bank: "Gus"', "bank", "Gus"),
            ("bankroll: 100", "bankroll", Fraction(100)),
            ("rake: 1.50 EUR", "rake", Amount(Fraction(3, 2), EUR)),
            ("rounds: 12", "rounds", 12),
            ("rounds: players", "rounds", "players"),
        ],
    )
    def test_other_keys(self, text: str, field: str, value: object) -> None:
        assert getattr(header_of(text).table, field) == value

    def test_session_expectations(self) -> None:
        """Before the first deal, a title is the session's."""
        assert [(e.players, e.kind, e.value) for e in header_of("expect: Hero +3, Gus -3").facts.expect] == [
            (("Hero",), "total", 3),
            (("Gus",), "total", -3),
        ]

    def test_chips_of_everybody_listed(self) -> None:
        facts = header_of("players: Hero, Gus\nchips: 100").facts
        assert facts.chips == (("Hero", Amount(Fraction(100))), ("Gus", Amount(Fraction(100))))

    def test_default_rules(self) -> None:
        table = header_of("").table
        assert table.rules.name == "ofc"
        assert table == Table(table.rules, "night.ofc")

    def test_overrides(self) -> None:
        """`--rules` replaces every `rules:` of the log, `--set` applies last."""
        text = "rules: nonsense\nstake: 1 EUR\ndeal 1\nrules: more\n" + two("Gus: foul")
        overrides = Overrides("ofc", ("points.scoop=0",), "2.50", "USD")
        items, problems = read(text, overrides)
        assert problems == ()
        deal = items[1]
        assert isinstance(deal, Deal)
        assert deal.table.rules.points.scoop.points == 0
        assert (deal.table.stake, deal.table.currency) == (Fraction(5, 2), Currency("USD", 2))


class TestDealKeys:
    def test_keys_hold_for_their_deal(self) -> None:
        text = (
            "rules: ofc\nstake: 1\ndeal 1\nrules: ofc-pineapple\nstake: 2\nbank: Gus\n"
            + two("Gus: foul")
            + "deal 2\n"
            + two("Gus: foul")
        )
        first, second = deals_of(text)
        assert (first.table.rules.name, first.table.stake, first.table.bank) == (
            "ofc-pineapple",
            Fraction(2),
            "Gus",
        )
        assert (second.table.rules.name, second.table.stake, second.table.bank) == ("ofc", Fraction(1), None)

    def test_payments(self) -> None:
        facts = facts_of("paid: Hero -> Gus 20, Gus->Hero 5 EUR\npaid: Hero Gus 1")
        assert [(p.payer, p.payee, p.amount) for p in facts.paid] == [
            ("Hero", "Gus", Amount(Fraction(20))),
            ("Gus", "Hero", Amount(Fraction(5), EUR)),
            ("Hero", "Gus", Amount(Fraction(1))),
        ]
        assert isinstance(facts.paid[0], Paid)
        assert facts.paid[1].place.column == 23

    def test_adjustments_with_the_house_in_points_and_money(self) -> None:
        facts = facts_of("adjust: Gus +5, house -5\nadjust: Gus +1.50 EUR, Hero -1.50 EUR")
        assert [share for a in facts.adjust for share in a.shares] == [
            ("Gus", Amount(Fraction(5))),
            ("house", Amount(Fraction(-5))),
            ("Gus", Amount(Fraction(3, 2), EUR)),
            ("Hero", Amount(Fraction(-3, 2), EUR)),
        ]

    def test_expectations(self) -> None:
        text = (
            "expect Hero/Gus: -2, top +2, middle +1, bot -5, scoop 0, royalties 3/2\n"
            "expect Gus: royalties 7, foul, no fantasyland, fantasyland 14, natural three flushes, top 2"
        )
        found = [(e.players, e.kind, e.value) for e in facts_of(text).expect]
        pair, one = ("Hero", "Gus"), ("Gus",)
        assert found == [
            (pair, "total", -2),
            (pair, "top", 2),
            (pair, "middle", 1),
            (pair, "bottom", -5),
            (pair, "scoop", 0),
            (pair, "royalties", Fraction(3, 2)),
            (one, "royalties", 7),
            (one, "foul", True),
            (one, "fantasyland", False),
            (one, "fantasyland", 14),
            (one, "natural", "three-flushes"),
            (one, "top", 2),
        ]

    @each(
        ("text", "void", "notes"),
        [
            ("void", True, ()),
            ("void: no", False, ()),
            ("void: card exposed # sic", True, ("card exposed",)),
            ('note: said "# is fine" # not this', False, ('said "# is fine"',)),
            ('note: "quoted # whole"', False, ("quoted # whole",)),
        ],
    )
    def test_void_and_notes(self, text: str, void: bool, notes: tuple[str, ...]) -> None:
        facts = facts_of(text)
        assert (facts.void, facts.notes) == (void, notes)

    def test_a_number_behind_void_names_a_deal(self) -> None:
        problems = read("deal 1\nHero: JJ5 / AA762 / 9TJQK\nGus: foul\nvoid: 0\n")[1]
        assert [problem.code for problem in problems] == ["void-unclear"]

    def test_a_void_deal_may_be_wrong(self) -> None:
        """A void deal does not count, perhaps because a card was there twice."""
        deal = deals_of("deal 1\nvoid: two queens of hearts\nHero: Qh Qh 5c / AA762 / 9TJQK\nGus: foul\n")[0]
        assert deal.facts.void
        assert deal.boards == ()


class TestSlips:
    """Code, line and column: one error per mistake."""

    def test_a_bad_line_spoils_only_itself(self) -> None:
        text = "deal 1\n" + two("Gus: 6x3 / KK943 / 22345") + "deal 2\n" + two("Gus: 6y3 / KK943 / 22345")
        assert codes(text) == [("card-unreadable", 3, 7), ("card-unreadable", 6, 7)]

    def test_a_deal_with_a_problem_is_left_out_and_the_others_are_not(self) -> None:
        text = "".join(f"deal {n}\n" + two("Gus: foul" if n != 2 else "Gus: full") for n in (1, 2, 3))
        items, problems = read(text)
        assert [item.name for item in items if isinstance(item, Deal)] == ["1", "3"]
        assert len(problems) == 1

    def test_a_slip_in_a_row_of_a_block(self) -> None:
        text = "Hero:\n top: JJ5\n mid: AA76\n bot: 9TJQK\nGus: foul\n"
        assert codes(text) == [("row-size", 3, 11)]


class TestBytes:
    def problems(self, data: bytes) -> list[str]:
        found = read_session([Source("x.ofc", lambda: io.BytesIO(data))])[1]
        return [f"{p.code} {p.place.line}:{p.place.column}" for p in found]

    DEAL = b"Hero: JJ5 / AA762 / 9TJQK\nGus: foul\n"

    @each(
        "data",
        [DEAL, DEAL.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + DEAL, DEAL.rstrip(), DEAL + b"\n \t\n# end"],
    )
    def test_fine(self, data: bytes) -> None:
        assert self.problems(data) == []

    @each(
        ("data", "problem"),
        [
            (DEAL.replace(b"\n", b"\r"), "line-break 1:26"),
            (DEAL + "# a\u2028b".encode(), "line-break 3:4"),
            (DEAL + "# a\x85b".encode(), "line-break 3:4"),
            (DEAL + b"# a\x0cb", "line-break 3:4"),
            (DEAL + b"# a\x1bb", "control-character 3:4"),
            (DEAL.decode().encode("utf-16"), "not-utf8 0:0"),
            (DEAL + b"# caf\xe9", "not-utf8 3:6"),
            (DEAL + b"# a\x00b", "not-text 3:0"),
            (b"\x89PNG\r\n\x1a\n", "not-text 0:0"),
            (b"%PDF-1.7\n", "not-text 0:0"),
            (DEAL + b"#" + b"x" * 10_000_000, "line-too-long 3:1"),
            (b"x" * 5000 + b"\n" + DEAL, "line-too-long 1:1"),
            (b"#" + b"x" * 1_000_000 + b"\n" + DEAL, "line-too-long 1:1"),
            (b"", "no-deals 0:0"),
            (b"# nothing\n", "no-deals 0:0"),
            (b"rules: ofc\n", "no-deals 0:0"),
        ],
    )
    def test_not_fine(self, data: bytes, problem: str) -> None:
        assert self.problems(data) == [problem]

    def test_an_endless_line_is_given_up(self) -> None:
        class Endless(io.RawIOBase):
            given = 0

            def readable(self) -> bool:
                return True

            def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
                buffer[:] = b"x" * len(buffer)
                self.given += len(buffer)
                assert self.given < 1 << 28
                return len(buffer)

        source = Source("x.ofc", lambda: io.BufferedReader(Endless()))  # type: ignore[type-var]
        assert [p.code for p in read_session([source])[1]] == ["line-too-long"]

    def test_a_missing_file(self) -> None:
        from ofcscore.log.read.sources import file_source

        problems = read_session([file_source("/nowhere/night.ofc")])[1]
        assert [(p.code, int(p.status), p.place.file) for p in problems] == [
            ("file-unreadable", 3, "/nowhere/night.ofc")
        ]


class TestForms:
    """By suffix, otherwise by the first token, and the message names the reason."""

    YAML = "- boards:\n    Hero: JJ5 / AA762 / 9TJQK\n    Gus: foul\n"
    TEXT = "Hero: JJ5 / AA762 / 9TJQK\nGus: foul\n"

    def fine(self, name: str, text: str) -> None:
        """Read a file without a problem: a header and a deal."""
        items, problems = read_session([Source(name, lambda: io.BytesIO(text.encode()))])
        assert problems == ()
        assert len(items) == 2

    @each(
        ("name", "text"),
        [
            *(("a.ofc", TEXT), ("a.txt", TEXT), ("a", TEXT), ("a.yaml", YAML), ("a.yml", YAML), ("a", YAML)),
            ("a.yaml", TEXT),
            ("a.yml", f"# so\n\nrules: ofc\n{TEXT}"),
            ("a.yaml", "- Hero: JJ5 / AA762 / 9TJQK\n  Gus: foul\n"),
            ("a", "- Hero: JJ5 / AA762 / 9TJQK\n  Gus: foul\n"),
            ("a.yaml", "rules: ofc\ndeals:\n- Hero: JJ5 / AA762 / 9TJQK\n  Gus: foul\n"),
            *(
                (name, text)
                for name in ("a.ofc", "a.txt", "a")
                for text in (
                    "- Deal 1:\n- Hero: JJ5 / AA762 / 9TJQK\n- Gus: foul\n",
                    "- Hand #1\n  - Hero: JJ5 / AA762 / 9TJQK\n  - Gus: foul\n",
                    "- rules: ofc\n- stake: 1\n- Deal 1\n- Hero: JJ5 / AA762 / 9TJQK\n- Gus: foul\n",
                    "- stake: 1\n- note: Friday at Ben's\n- Hero: JJ5 / AA762 / 9TJQK\n- Gus: foul\n",
                    "- rules: ofc\n- stake: 1\n\n- Hero: JJ5 / AA762 / 9TJQK\n- Gus: foul\n",
                )
            ),
        ],
    )
    def test_a_suffix_is_believed(self, name: str, text: str) -> None:
        """Otherwise the first token; a name and its board are a line of a text log and of YAML."""
        self.fine(name, text)

    @each(
        "text",
        [
            YAML,
            '{"deals": [{"boards": {"Hero": "JJ5 / AA762 / 9TJQK", "Gus": "foul"}}]}\n',
            "deal,player,top,mid,bot\n1,Hero,JJ5,AA762,9TJQK\n1,Gus,663,KK943,88844\n",
            "OFC,,,,\n50p per point,,,,\n,,,,\n"
            "Hand,Player,Front,Middle,Back\n1,Hero,JJ5,AA762,9TJQK\n1,Gus,663,KK943,88844\n",
        ],
    )
    def test_a_note_is_read_as_what_it_holds(self, text: str) -> None:
        items, problems = read_session([Source("a.txt", lambda: io.BytesIO(text.encode()))])
        assert not [p for p in problems if not p.warning]
        assert items

    @each("name", ["a.ofc", "a.txt", "a"])
    @each("head", ["rules: ofc\n---\ndeal 1\n", "---\n", "---\n\nstake: 1\n---\nHand #1\n"])
    def test_a_line_across_is_no_document_of_yaml(self, name: str, head: str) -> None:
        """A file with a YAML suffix that is not valid YAML."""
        self.fine(name, f"{head}{self.TEXT}")

    @each("text", [f"---\n{YAML}", f"stake: 1\n---\n{YAML}", "---\n{rules: ofc}\n", "---\n- a\n"])
    def test_a_document_of_yaml_begins_with_a_line_across(self, text: str) -> None:
        assert look_at(text.encode()) == "yaml"

    @pytest.mark.parametrize("name", ["a.ofc", "a.txt", "a"])
    def test_brackets_alone_are_no_list(self, name: str) -> None:
        text = f"Cleo: [225] [AA763] [9TJQK]\n{self.TEXT}"
        assert read_session([Source(name, lambda: io.BytesIO(text.encode()))])[1] == ()
        for head in ("[Friday night]", "- Friday"):
            assert read_session([text_source(f"{head}\n{text}", None, name)])[1] == ()
        for head in ("[Übertragen]", "{Friday}"):
            items, problems = read_session([text_source(f"{head}\n{text}", None, name)])
            header = next(item for item in items if isinstance(item, Header))
            assert [one.code for one in (*problems, *header.facts.doubts)] == ["line-unreadable"]

    @each(
        ("name", "text"),
        [
            ("a.ofc", YAML),
            ("a.yaml", f"deal 1\n{TEXT}"),
            ("a.yaml", f"Deal 1:\n{TEXT}"),
            ("a.yaml", "- Hero: JJ5 / AA762 / 9TJQK\n- Gus: foul\n"),
            ("a.yaml", "JJ5 / AA762 / 9TJQK"),
            ("a.json", TEXT),
        ],
    )
    def test_another_form_than_the_name_says(self, name: str, text: str) -> None:
        problems = read_session([Source(name, lambda: io.BytesIO(text.encode()))])[1]
        assert [p.code for p in problems] == ["form-mismatch"]

    @each("name", ["a.ofc", "a.txt", "a"])
    @each(
        "line",
        [
            *("note: [late] we began at nine", "note: [late]", "note: {so}", "note: > x", "note: >"),
            *("note: | y", "Note: - x", "note: x, dealer, player", "note: top, mid, bot"),
            *("players: Hero, Gus, Top, Mid, Bot", 'players: Hero, "A/B", Gus', "note: a / b"),
        ],
    )
    def test_a_note_may_look_like_any_form(self, name: str, line: str) -> None:
        text = f"{line}\n{self.TEXT}"
        self.fine(name, text)

    @each("name", ["a.yaml", "a"])
    @each(
        "lines",
        [
            *("note: [late, early]", "note: a / b", "note: >\n  a / b\n  deal 1", "note: |-\n  a / b"),
            *("note: |2 # so\n   a / b", "note: one\n  and two / three", "players: [Hero,\n  Gus, A/B]"),
            "bank: Hero/Gus\nplayers: [Hero/Gus, Gus, Hero]",
            '\'stake "A B"/"C D"\': 2\nplayers: [A B, C D, Hero, Gus]',
            "dealer: a/b\nplayers: [Gus, Hero, a/b]",
            "adjust: {Hero/a: 1, Gus: -1}\nplayers: [Hero/a, Gus, Hero]",
        ],
    )
    def test_the_keys_of_yaml_are_not_taken_for_text(self, name: str, lines: str) -> None:
        text = f"{lines}\ndeals:\n{self.YAML}"
        self.fine(name, text)

    @each("player", ["deals", "boards", "notes", "rulesman", "stake-man", "bank1"])
    def test_a_player_may_be_called_like_a_key(self, player: str) -> None:
        text = self.TEXT.replace("Hero", player)
        for name in ("a.ofc", "a"):
            self.fine(name, text)
        assert look_at(text.encode()) == "text"

    def test_a_guess_is_said_when_there_are_problems(self) -> None:
        data = self.TEXT.replace("JJ5", "JJ").encode()
        problems = read_session([Source("a", lambda: io.BytesIO(data))])[1]
        assert [p.code for p in problems] == ["row-size", "form-assumed"]
        assert "read as a text log because of its first line" in problems[1].message
