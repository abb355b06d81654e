"""Corners of the readers: what is rarely written, each with all that is told of it.

The problems of reading and of scoring, but for `fantasyland-due`, which small logs cannot help.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import BinaryIO, cast

import pytest

from ofcscore.board import Deal
from ofcscore.problems import Exit
from ofcscore.reading import Form, Overrides, Source, read_session, text_source
from ofcscore.reading.grammar import load_grammar
from ofcscore.rules.loader import load_rules
from ofcscore.session import score_session

CORNERS: tuple[tuple[Form, str, list[tuple[str, str]]], ...] = (
    (
        "text",
        "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nexpect A: no foul 5\n",
        [
            ("expect-unreadable", "a word too many stands here"),
        ],
    ),
    ("text", "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nvoid: no\n", []),
    (
        "text",
        ("deal 1\ndeal 2\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\ndeal 3\nA: absent\nB: absent\n"),
        [
            ("deal-players", "deal 1 has no boards"),
            ("deal-players", "nobody plays in deal 3"),
        ],
    ),
    (
        "text",
        (
            "rules: ofc\ndeal 1\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nrules: nosuch\n"
            "stake: 2 EUR\ndeal 2\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nrules: nosuch\n"
        ),
        [
            ("rules-unknown", "there is no rule set `nosuch`"),
        ],
    ),
    (
        "text",
        "A: (fantasyland) (2 aces)\nB: 663 / KK943 / JJJ44\n",
        [
            ("board-empty", "A's board has no cards"),
        ],
    ),
    (
        "text",
        ("rules: chinese-pagat\nA: claim dragon: A 2 3 4 5 6 7 8 9 T J Q Z\nB: 663 / KK943 / JJJ44\n"),
        [
            ("card-unreadable", "Z is not a card"),
        ],
    ),
    (
        "text",
        "A: JJ5 | AA762 | 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("card-unreadable", "rows are parted by a slash, not by |"),
        ],
    ),
    (
        "text",
        "A: AA762 / QQ5 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("row-size", "A's top row has 5 cards, needs 3"),
        ],
    ),
    (
        "text",
        "A: QQ5AA / A762 / 9TJQ\nB: 663 / KK943 / JJJ44\n",
        [
            ("row-size", "A's top row has 5 cards, needs 3"),
        ],
    ),
    (
        "text",
        "A: QQ55 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("row-size", "A's top row has 4 cards, needs 3"),
        ],
    ),
    (
        "text",
        (
            "deal 1\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nC: 22A / 55789 / TTT83\ndeal 2\n"
            "A: 222 / 777K5 / 89TJQ\nB: 663 / KK943 / JJJ44\nexpect C: foul\nexpect A/C: 3\n"
        ),
        [
            ("fantasyland-missed", "C misses the fantasyland deal of A"),
            ("expect-failed", "deal 2: nothing was scored for C"),
            ("expect-failed", "deal 2: nothing was scored for A/C"),
        ],
    ),
    (
        "text",
        "A: foul\nB: 663 / KK943 / JJJ44\nexpect A: top 4\n",
        [
            ("expect-failed", "deal 1: nothing was scored for A"),
        ],
    ),
    (
        "text",
        (
            "A: foul\nB: 663 / KK943 / JJJ44\nexpect A: royalties 3, foul, natural six-pairs\n"
            "expect A/B: royalties 3, rows 2, middle 1\n"
        ),
        [
            ("expect-failed", "deal 1: A royalties: expected 3, found 0"),
            ("expect-failed", "deal 1: A: expected natural six-pairs, found no natural"),
            ("expect-failed", "deal 1: A/B royalties: expected 3, found -7"),
            ("expect-failed", "deal 1: A/B rows: expected +2, found -3, a difference of 5"),
            ("expect-failed", "deal 1: A/B middle: expected +1, found -1, a difference of 2"),
        ],
    ),
    (
        "text",
        (
            'players: A = A, "" , B = A1, C = A1, D = B, A = Q\nA: QQ5 / AA762 / 9TJQK\n'
            "B: 663 / KK943 / JJJ44\n"
        ),
        [
            ("name-empty", "this name is empty"),
            ("player-repeated", "A is already in this list (column 10)"),
            ("short-name-taken", "A1 is already a name of B's (column 26)"),
            ("short-name-taken", "B is another player's name (column 22)"),
        ],
    ),
    (
        "text",
        'players: A, B = B, "\u202e"\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n',
        [
            ("name-character", "U+202E RIGHT-TO-LEFT OVERRIDE cannot be part of a name"),
        ],
    ),
    ("text", "adjust: A +5, house -5\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n", []),
    (
        "text",
        "stake: EUR 5 EUR\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("currency", "the currency is stated twice"),
        ],
    ),
    (
        "text",
        "stake: -€-5\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("number-unreadable", "-€-5 is not a number that can be read"),
        ],
    ),
    (
        "text",
        "A: 665 / AhKhQh7h2h / KT942\nB: 443 / 9d8d7d6d5d / AsKsQs3s2s\nC: 232 / ATc876 / JT753\n",
        [
            ("suits-partial", "C's middle row states the suits of 1 of its 5 cards"),
            ("deck-impossible", "this deal has 5 deuces, and a deck has four"),
        ],
    ),
    (
        "text",
        (
            "A: 555 / AKQ72 hearts / AdKdQdJd2d\nB: 332 / AsKsQs9s2s / AK842\n"
            "C: 446 / 7c8c9cTcJc / 78TJQ flush\n"
        ),
        [
            ("deck-impossible", "this deal has 5 deuces, and a deck has four"),
        ],
    ),
    (
        "yaml",
        (
            "deals:\n- boards:\n    A: {top: QQ5, mid: AA762, bot: 9TJQK, status: foul}\n"
            "    B: 663 / KK943 / JJJ44\n"
        ),
        [
            ("mark-misplaced", "A has both `foul` and cards"),
        ],
    ),
    (
        "yaml",
        (
            "deals:\n- boards:\n    A: {status: absent, fantasyland: yes}\n"
            "    B: 663 / KK943 / JJJ44\n    C: 22A / 55789 / TTT83\n"
        ),
        [
            ("mark-misplaced", "A is absent, and so not in fantasyland in this deal"),
        ],
    ),
    (
        "yaml",
        "[{deal: 1, hand: 2, boards: {A: QQ5 / AA762 / 9TJQK, B: 663 / KK943 / JJJ44}}]",
        [
            ("key-repeated", "`deal` is already stated"),
        ],
    ),
    (
        "yaml",
        "deals:\n- boards:\n    A: {foul: maybe}\n    B: {aces: x}\n",
        [
            ("yaml-shape", "yes or no is expected here, not maybe"),
            ("yaml-shape", "a number of aces is expected here, not x"),
        ],
    ),
    (
        "yaml",
        "deals:\n- boards:\n    A: {foul: no}\n    B: {fantasyland: maybe}\n",
        [
            ("yaml-shape", "yes or no is expected here, not maybe"),
            ("board-empty", "A's board has no cards"),
        ],
    ),
    (
        "yaml",
        "deals:\n- deal: [1]\n  date: {a: b}\n  boards: []\n",
        [
            ("yaml-shape", "`deal` is one value, not a list"),
            ("yaml-shape", "`date` is one value, not a mapping"),
        ],
    ),
    (
        "yaml",
        "deals:\n- deal: 1\n  boards:\n",
        [
            ("key-empty", "nothing stands behind `boards:`"),
        ],
    ),
    (
        "yaml",
        "deal foo: x\nstake A: 1\nrules A/B: x\ndeals: []\n",
        [
            ("key-unknown", "`deal foo` is no key"),
            ("key-unknown", "`rules A/B` is no key"),
            ("key-unreadable", "a stake of their own is for two players"),
        ],
    ),
    (
        "yaml",
        "players: [[a]]\ndeals: []\n",
        [
            ("yaml-shape", "a player is a name, not a list"),
        ],
    ),
    (
        "yaml",
        "players: {A: {x: y}}\ndeals: []\n",
        [
            ("yaml-shape", "behind a player stand short names or boards"),
        ],
    ),
    (
        "yaml",
        "players: {A: [[x]]}\ndeals: []\n",
        [
            ("yaml-shape", "an item of `A` is text"),
        ],
    ),
    (
        "yaml",
        "rules: []\ndeals: []\n",
        [
            ("key-empty", "nothing stands behind `rules:`"),
        ],
    ),
    (
        "yaml",
        "rules: [ofc, [x]]\ndeals: []\n",
        [
            ("yaml-shape", "an item of `rules` is text"),
        ],
    ),
    (
        "yaml",
        "chips: [[x]]\ndeals: []\n",
        [
            ("yaml-shape", "a list in a list has no meaning here"),
        ],
    ),
    (
        "yaml",
        "chips: [{A: 5}, A 5]\ndeals: []\n",
        [
            ("no-deals", "there is no deal in this log"),
            ("name-unknown", "A has no board in any deal"),
        ],
    ),
    (
        "yaml",
        "paid: {from: A, x: B}\ndeals: []\n",
        [
            ("yaml-shape", "a payment has `from`, `to` and `amount`"),
        ],
    ),
    (
        "yaml",
        "adjust: {A: {x: 1}}\ndeals: []\n",
        [
            ("yaml-shape", "`A` is one value, not a mapping"),
        ],
    ),
    (
        "yaml",
        "rounds: [1]\ndeals: []\n",
        [
            ("yaml-shape", "`rounds` is one value, not a list"),
        ],
    ),
    (
        "yaml",
        "a\nb\n",
        [
            ("yaml-shape", "a log is a mapping with `deals`, or a list of deals"),
        ],
    ),
    (
        "yaml",
        "- 1\n",
        [
            ("yaml-shape", "a deal is a mapping with `boards`"),
        ],
    ),
    (
        "yaml",
        (
            "- deal: 1\n  boards:\n   A: {top: [Q, Q, 5], mid: {a: b}, bot: 9TJQK}\n"
            "   B: 663 / KK943 / JJJ44\n"
        ),
        [
            ("yaml-shape", "a row is text: its cards"),
        ],
    ),
    (
        "yaml",
        (
            "note: >\n  a\n\n  b\ndeals:\n- boards: |\n    A: QQ5 / AA762 / 9TJQK\n"
            "    B: 663 / KK943 / JJJ44\n"
        ),
        [],
    ),
    (
        "yaml",
        (
            "void:\ndeals:\n- boards:\n    A: QQ5 / AA762 / 9TJQK\n    B: 663 / KK943 / JJJ44\n"
            "  void:\n- boards: {A: QQ5 / AA762 / 9TJQK, B: 663 / KK943 / JJJ44}\n"
        ),
        [
            ("key-misplaced", "`void` belongs to one deal"),
        ],
    ),
    ("csv", "deal,player,top,mid,bot,status\n1,A,,,,(foul) (2 aces)\n1,B,663,KK943,JJJ44,\n", []),
    (
        "csv",
        "deal,player,top,mid,bot,status\n1,A,,,,(fantasyland)\n1,B,663,KK943,JJJ44,\n",
        [
            ("board-empty", "A's board has no cards"),
        ],
    ),
    (
        "text",
        "A: Zh Xd Vc Wc Yc Bc Nd / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("card-unreadable", "A's top row cannot be read as cards"),
        ],
    ),
    (
        "text",
        "A: QQ / AA7 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("row-size", "A's top row has 2 cards, needs 3"),
            ("row-size", "A's middle row has 3 cards, needs 5"),
        ],
    ),
    (
        "text",
        "rules: nosuch\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nstake: 2\n",
        [
            ("rules-unknown", "there is no rule set `nosuch`"),
        ],
    ),
    ("text", "currency: EURO\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n", []),
    (
        "text",
        "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nrake: 1,50\n",
        [
            ("number-unreadable", "1,50 is not a number that can be read"),
        ],
    ),
    (
        "text",
        (
            "currency: EUR\nstake: 1\ndeal 1\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n"
            "rake: 1 USD\npaid: A -> B 5 USD\n"
        ),
        [
            ("currency-differs", "USD here, and EUR before"),
            ("currency-differs", "USD here, and EUR before"),
        ],
    ),
    (
        "text",
        "rounds: 1e5\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("number-unreadable", "1e5 is not a number that can be read"),
        ],
    ),
    (
        "text",
        "expect: A +5 EUR\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("expect-unreadable", "totals are expected in points"),
        ],
    ),
    (
        "text",
        "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nexpect A/A: 3\nexpect A: natural\n",
        [
            ("pair-of-one", "A does not play A"),
        ],
    ),
    (
        "text",
        'A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\nexpect "\u202e": foul\n',
        [
            ("name-character", "U+202E RIGHT-TO-LEFT OVERRIDE cannot be part of a name"),
        ],
    ),
    (
        "yaml",
        (
            "deals:\n- deal: \"a\u202eb\"\n  note: ' '\n  boards:\n    A: QQ5 / AA762 / 9TJQK\n"
            "    B: 663 / KK943 / JJJ44\n"
        ),
        [
            ("key-empty", "nothing stands behind `note:`"),
            ("name-character", "U+202E RIGHT-TO-LEFT OVERRIDE cannot be part of a name"),
        ],
    ),
    (
        "yaml",
        "players:\n- A\n- A\n- B\ndeals: []\n",
        [
            ("player-repeated", "A is already in this list (line 2)"),
        ],
    ),
    (
        "yaml",
        "stake A/B/C: 1\ndeals: []\n",
        [
            ("key-unreadable", "one name or two, with a slash between them, stand here"),
        ],
    ),
    (
        "yaml",
        (
            "deals:\n- boards:\n    A: Zh Qd 5c / Ah Ad 7s 6c 2d / 9h Ts Jd Qs Kc\n"
            "    B: 663 / KK943 / JJJ44\n"
        ),
        [
            ("card-unreadable", "Zh is not a card"),
        ],
    ),
    (
        "yaml",
        'deals:\n- boards:\n    A: "QQ5 /\n      AA762 /"\n    B: 663 / KK943 / JJJ44\n',
        [
            ("row-empty", "there is no row after the last slash"),
        ],
    ),
    (
        "text",
        "A: 44J / AQT86 flush / K9753 flush\nB: Ks9h7d / 5c2s3h6d8d / JTT44\n",
        [
            (
                "deck-impossible",
                "A's bottom row cannot be a flush: no suit has all of its cards left in this deal",
            ),
        ],
    ),
    ("text", "A: 44J / AQT86 flush / K9753\nB: KsQs9h / 7d5c2s3h6d / JT422\n", []),
    (
        "text",
        "Bob€: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("name-quotes", "€ (U+20AC EURO SIGN) may stand only in a name in quotes"),
        ],
    ),
    (
        "text",
        ": QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("colon-twice", "this colon has nothing before it"),
        ],
    ),
    (
        "text",
        "A: “QQ5” / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n",
        [
            ("card-unreadable", "“ (U+201C LEFT DOUBLE QUOTATION MARK) is no part of a card"),
        ],
    ),
    ("text", "# " + "é" * 3_000 + "\nA: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n", []),
)


@pytest.mark.parametrize(("form", "log", "told"), CORNERS, ids=[repr(log) for _, log, _ in CORNERS])
def test_what_is_told(form: Form, log: str, told: list[tuple[str, str]]) -> None:
    items, problems = read_session([text_source(log, form)])
    found = list(problems)
    if all(problem.warning for problem in problems):
        found += [problem for problem in score_session(items)[2] if problem.code != "fantasyland-due"]
    assert [(problem.code, problem.message) for problem in found] == told


BOARDS = "A: QQ5 / AA762 / 9TJQK\nB: 663 / KK943 / JJJ44\n"


class Pipe(io.RawIOBase):
    """Bytes that come as they come and cannot be gone back in."""

    def __init__(self, data: bytes) -> None:
        self.rest = io.BytesIO(data)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        return self.rest.readinto(buffer)


def test_what_cannot_be_gone_back_in_is_read_from_its_beginning() -> None:
    data = BOARDS.encode() + b"# the rest of it\n" * 6_000
    items, problems = read_session([Source("night", lambda: cast(BinaryIO, Pipe(data)))])
    assert problems == ()
    assert [board.player for item in items if isinstance(item, Deal) for board in item.boards] == ["A", "B"]


def test_json_lines_in_a_file_that_is_called_json() -> None:
    data = b'{"rules": "ofc"}\n{"boards": {"A": "foul", "B": "foul"}}\n'
    items, problems = read_session([Source("night.json", lambda: io.BytesIO(data))])
    assert problems == ()
    assert sum(isinstance(item, Deal) for item in items) == 1


def test_what_fails_while_it_is_read_is_a_problem() -> None:
    class Broken(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

        read1 = readline

        def read(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    _, problems = read_session([Source("night.ofc", Broken)])
    assert [problem.message for problem in problems] == ["cannot be read: input/output error"]


def test_a_currency_option_that_is_none() -> None:
    _, problems = read_session([text_source(BOARDS)], Overrides(currency="12 x"))
    assert [problem.status for problem in problems] == [Exit.USAGE]


def test_what_a_rule_file_says_is_said_once(tmp_path: Path) -> None:
    """A file that is named twice, alone and in a sum, warns once."""
    (tmp_path / "house.yaml").write_text("extends: ofc\nroyalties: {top: {pair: {Q: 7, K: 1}}}\n", "utf-8")
    log = f"rules: ./house.yaml\ndeal 1\n{BOARDS}deal 2\nrules: ./house.yaml + overall-point\n{BOARDS}"
    items, problems = read_session([text_source(log, base=str(tmp_path))])
    assert len({item.table.rules.digest for item in items}) == 2
    assert [(p.code, p.message, p.place.line) for p in problems if p.code != "deal-repeated"] == [
        ("rules-monotonic", "", 2)
    ]


def test_names_of_deals_are_kept_as_far_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory does not grow with the log: what is not kept is not told when it comes again."""
    monkeypatch.setattr("ofcscore.reading.check.RUNS_KEPT", 1)
    monkeypatch.setattr("ofcscore.reading.check.NAMES_KEPT", 1)
    # Two boards with a status each are no whole deal that is read at once.
    log = "".join(f"deal {name}\nA: foul\nB: foul\n" for name in ("1", "2", "7", "a", "b", "7", "a", "b"))
    _, problems = read_session([text_source(log)])
    assert [p.message for p in problems if p.code == "deal-name-repeated"] == [
        "there is already a deal 7 in this log"
    ]


def test_rows_of_a_table_go_back_to_a_deal_only_as_far_as_names_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ofcscore.reading.from_csv.NAMES_KEPT", 0)
    table = "deal,player,status\n1,A,foul\n1,B,foul\n2,A,foul\n2,B,foul\n1,C,foul\n1,D,foul\n"
    items, _ = read_session([text_source(table, "csv")])
    assert sum(isinstance(item, Deal) for item in items) == 3


def test_a_grammar_in_the_package_comes_before_the_one_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pkgutil.get_data", lambda package, name: b"start: X")
    assert load_grammar() == "start: X"


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("points: {scoop: {pionts: 3}}", ["`pionts` is no setting of points.scoop"]),
        ("points: {scoop: {points: 3, factor: 2}}", ["points.scoop is either {points: N} or {factor: N}"]),
        ("royalties: {top: {pair: {Q: x}}}", ["royalties.top.pair.Q is none or a whole number, not `x`"]),
    ],
)
def test_settings_that_are_none(rules: str, told: list[str], tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(f"extends: ofc\n{rules}\n", "utf-8")
    _, problems = load_rules(str(house))
    assert [problem.message for problem in problems] == told


def test_equal_rule_sets_hash_alike() -> None:
    first, second = (load_rules(text)[0] for text in ("ofc", "ofc"))
    assert hash(first) == hash(second)
