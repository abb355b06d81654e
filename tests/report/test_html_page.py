"""The html page: its numbers are the JSON's, its names are text, and its size stays within bounds."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofcscore.api import Result
from ofcscore.diagnostics.problem import ProblemsError, show
from ofcscore.report.data import deal_data, head_data, tail_data
from ofcscore.report.html import FULL_AT_MOST, HtmlReport
from ofcscore.report.wording import FILE_STYLE, real_minus
from ofcscore.scoring.boards import Status
from tests.browser import reader
from tests.browser.pages import couples, log, meetings, page, result, score
from tests.daily import some
from tests.loops import each

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").rglob("*.ofc"))
KINDS = {"scoop-all": "scoop of all", "limit": "chips"}


@cache
def the_night() -> reader.Element:
    """The page of twenty deals of three, which no test changes."""
    return reader.parse(page(result()))


def _json(scored: Result) -> dict[str, Any]:
    """The JSON report, from text and back."""
    data = {
        **head_data(scored.outcome),
        "deals": [deal_data(d) for d in scored.deals],
        **tail_data(scored.outcome),
    }
    read: dict[str, Any] = json.loads(json.dumps(data))
    return read


def _check_against_json(scored: Result) -> None:
    data = _json(scored)
    root = reader.parse(page(scored))
    names = {name: "the house" if name == "house" else show(name) for name in data["totals"]}
    assert reader.standings(root) == {
        shown: (data["totals"][name], data["money"][name] if scored.outcome.in_money else None)
        for name, shown in names.items()
    }
    currency = data["currency"] or ""
    for found, payment in zip(reader.payments(root), data["payments"], strict=True):
        payer, payee = names[payment["from"]], names[payment["to"]]
        assert (found["from"].lower(), found["to"]) == (payer.lower(), payee)
        assert payment["amount"] in found["amount"]
        assert currency in found["amount"]
    for shown_deal, deal in zip(reader.deals(root), data["deals"], strict=True):
        assert shown_deal["name"] == show(deal["name"])
        assert shown_deal["totals"] == {show(name): points for name, points in deal["totals"].items()}
        for board, expected in zip(shown_deal["boards"], deal["boards"], strict=True):
            assert board == _board(expected)
        if not shown_deal["pairs"]:
            # Everyone fouled, which the page says in one sentence.
            assert all(pair["points"] == 0 for pair in deal["pairs"])
            continue
        for pair, wanted in zip(shown_deal["pairs"], deal["pairs"], strict=True):
            assert pair == _pair(wanted)
    rules = data["rules"]
    assert rules["digest"] in root.one("footer").text
    assert rules["digest"] in root.by_id("rules").text


def _board(data: dict[str, Any]) -> dict[str, Any]:
    rows = data["rows"]
    return {
        "player": show(data["player"]),
        "status": data["status"],
        "foul": None if data["foul"] is None else data["foul"]["reason"],
        "rows": None
        if rows is None
        else {label: {key: row[key] for key in ("cards", "rank", "royalty")} for label, row in rows.items()},
        "royalties": data["royalties"],
        "next": data["fantasyland"]["next"],
    }


def _pair(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "players": [show(name) for name in data["players"]],
        "points": data["points"],
        "rows": data["rows"],
        "lines": [
            {
                "what": line["row"] if line["kind"] == "row" else KINDS.get(line["kind"], line["kind"]),
                "note": " ".join(show(line["note"]).split()),
                "points": line["points"],
            }
            for line in data["lines"]
        ],
    }


# -- the same numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3, 4])
def test_the_numbers_of_a_night_are_the_jsons(people: int) -> None:
    _check_against_json(result(20, people))


@pytest.mark.long
@each("path", some(15, of=EXAMPLES))
def test_the_numbers_of_every_example_are_the_jsons(path: Path) -> None:
    import ofcscore

    try:
        scored = ofcscore.score(ofcscore.read(path))
    except ProblemsError:
        pytest.skip("this example is part of a longer session")
    _check_against_json(scored)


def test_the_matrix_and_the_running_totals_are_the_sessions() -> None:
    scored = result()
    root = reader.parse(page(scored))
    rows = root.by_id("matrix").one("tbody").find("tr")
    for row in rows:
        won = {
            other: cell.own()
            for other, cell in zip(scored.totals, row.find("td"), strict=True)
            if "none" not in (cell.attributes["class"] or "")
        }
        me = row.one("th").text
        for other, text in won.items():
            pairs = scored.session.pairs
            expected = pairs[me, other][0] if (me, other) in pairs else -pairs[other, me][0]
            assert reader.number(text) == expected
    sums = dict.fromkeys(scored.totals, 0)
    table = root.by_id("chart").one("table", "running").one("tbody").find("tr")
    for row, deal in zip(table, scored.deals, strict=True):
        for name, points in deal.totals.items():
            assert isinstance(points, int)
            sums[name] += points
        assert [reader.number(cell.text) for cell in row.find("td")] == list(sums.values())


def test_people_of_whom_few_met_have_a_line_for_each_two_who_did() -> None:
    """A matrix of them would be empty but for a few cells, and grows with the square of the people."""
    scored = score(couples(14))
    rows = reader.parse(page(scored)).by_id("matrix").one("tbody").find("tr")
    found = [(row.one("th").text, row.find("td")[0].text, row.find("td")[1].own()) for row in rows]
    assert found == [(f"P{n}", f"P{n + 1}", real_minus("-6")) for n in range(0, 14, 2)]
    assert HtmlReport().values(scored.outcome)["matrix"] is None


@pytest.mark.long
def test_twice_the_people_who_meet_one_other_are_twice_the_page() -> None:
    sizes = [len(page(score(couples(people)))) for people in (100, 200, 400)]
    assert sizes[2] - sizes[1] < 2.4 * (sizes[1] - sizes[0])


def test_a_dozen_people_and_a_club_where_all_met_have_a_matrix() -> None:
    club = meetings(combinations(range(20), 2))
    for text, people in ((couples(12), 12), (club, 20)):
        values = HtmlReport().values(score(text).outcome)
        assert (len(values["matrix"]["rows"]), values["pairs"]) == (people, None)


# -- what a person finds -------------------------------------------------------------------------------


def test_the_order_of_the_page() -> None:
    root = the_night()
    headings = [h.text for h in root.find("h2")]
    assert headings[:7] == [
        *("Who owes whom", "Standings", "Running totals", "Who won what from whom", "Statistics", "Deals"),
        "Rules",
    ]
    assert len(root.find("h1")) == 1
    assert root.one("html").attributes["lang"] == "en"
    assert [len(root.find(tag)) for tag in ("header", "main", "footer", "nav")] == [1, 1, 1, 1]
    ids = [e.attributes["id"] for e in root.walk() if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    links = [a.attributes["href"] for a in root.find("a")]
    assert all(link is not None and link[0] == "#" and link[1:] in ids for link in links)


def test_fouls_scoops_and_fantasyland_are_told_in_the_heading_of_a_deal() -> None:
    root = the_night()
    notes = [note.text for deal in root.find("details", "deal") for note in deal.one("summary").find("span")]
    assert "Hero makes fantasyland" in notes
    assert "Hero in fantasyland" in notes
    assert "Hero fouls" in notes
    assert any(" scoops " in note for note in notes)
    assert "adjusted" in notes
    words = root.by_id("deal-4").text
    assert "fouled (cards not shown)" in words
    assert "a board was mucked" in words
    assert "Adjusted: Gus +5, Hero -5" in words


def test_a_name_like_a_number_stays_as_it_is_written() -> None:
    """A real minus sign stood in it, beside an adjustment."""
    log = '"-7": QQ5 / AA762 / 9TJQK\nBob: 663 / KK943 / 88844\nadjust: "-7" +5, Bob -5\n'
    words = reader.parse(page(score(log))).text
    assert "Adjusted: -7 +5, Bob -5" in words
    assert "\N{MINUS SIGN}7" not in words


def test_rows_without_suits_are_drawn_so() -> None:
    root = the_night()
    board = root.by_id("deal-2").find("section", "board")[0]
    drawn = board.find("i")
    assert len(drawn) == 13
    assert all(card.attributes.get("class") == "x" and not card.find("u") for card in drawn)
    assert [em.text for em in board.find("em")] == ["suits not written down"]


def test_a_red_card_has_its_shape_too() -> None:
    root = the_night()
    for card in root.find("i"):
        suits = [s.own()[0] for s in card.find("u")]
        assert (card.attributes.get("class") == "r") is (suits in (["♥"], ["♦"]))


def test_points_only() -> None:
    scored = score(log(3, header="rules: ofc"))
    root = reader.parse(page(scored))
    assert "points" in root.by_id("payments").text
    assert "Money" not in root.by_id("standings").text


def test_a_single_deal_is_open() -> None:
    root = reader.parse(page(result(1)))
    assert "open" in root.one("details", "deal").attributes


def test_warnings_and_problems_are_on_the_page() -> None:
    text = log(3).replace("deal 1 2026-11-20", "rounds: 9\n\ndeal 1 2026-11-20", 1)
    root = reader.parse(page(score(text)))
    assert "9 deals were agreed" in root.by_id("warnings").text


def test_no_folder_of_a_machine_is_on_the_page(tmp_path: Path) -> None:
    import ofcscore

    paths = [tmp_path / "september.ofc", tmp_path / "october.ofc"]
    for path in paths:
        path.write_text(log(3, header="rounds: 9\nrules: ofc"))
    html = page(ofcscore.score(ofcscore.read(*paths)))
    assert "september.ofc" in html
    assert str(tmp_path) not in html


# -- statistics ----------------------------------------------------------------------------------------


def _by_label(root: reader.Element) -> dict[tuple[str, str], list[str]]:
    return {
        (fold.one("summary").text, row.one("th").text): [cell.text for cell in row.find("td")]
        for fold in root.by_id("stats").find("details")
        for body in fold.find("tbody")
        for row in body.find("tr")
    }


def test_the_figures_are_those_of_stats() -> None:
    """Counted here from the deals again."""
    scored = result()
    root = reader.parse(page(scored))
    shown = _by_label(root)
    names = list(scored.totals)
    for place, name in enumerate(names):
        played = [deal.totals[name] for deal in scored.deals if name in deal.totals]
        boards = [
            b for deal in scored.deals for b in deal.score.boards if b.player == name and b.board.stated
        ]
        fouls = sum(board.status is Status.FOUL for board in boards)
        assert shown["Points", "points"][place] == real_minus(f"{scored.totals[name]:+}")
        assert shown["Boards and rows", "fouls"][place].split()[0] == str(fouls)
        earned = [sum(board.earned[row] for board in boards) for row in range(3)]
        for row, points in zip(("top", "middle", "bottom"), earned, strict=True):
            assert shown["Royalties", f"{row} a deal"][place] == f"{points / len(played):.2f}"
    bars = root.by_id("stats").find("table", "bars")[0].one("tbody").find("tr")
    for bar, name in zip(bars, names, strict=True):
        assert bar.one("th").text == name
        assert [cell.text for cell in bar.find("td")] == [
            shown["Royalties", f"{label} a deal"][names.index(name)] for label in ("top", "middle", "bottom")
        ]


def test_a_crowd_has_its_figures_too_but_no_bars() -> None:
    stats = reader.parse(page(score(couples(14)))).by_id("stats")
    assert [fold.one("summary").text for fold in stats.find("details")][:1] == ["Points"]
    assert len(stats.find("details")[0].one("thead").find("th")) == 14
    assert not stats.find("table", "bars")


def test_figures_are_called_as_the_players_call_them() -> None:
    report = HtmlReport(FILE_STYLE._replace(own=True))
    scored = score("rules: shisanshui\n" + log(3, ("Hero", "Gus"), header=" ").strip())
    for deal in scored.deals:
        report.deal(deal)
    labels = [label for _, rows in report.values(scored.outcome)["stats"]["tables"] for _, label, _ in rows]
    assert "倒牌" in labels


def test_head_to_head_is_drawn_to_scale() -> None:
    rows = the_night().by_id("stats").find("table", "heads-up")[0].one("tbody").find("tr")
    assert [bdi.text for bdi in rows[0].find("bdi")] == ["Hero", "Gus"]
    scale: dict[float, float] = {}
    for row in rows:
        mean, interval = (cell.text.replace("−", "-") for cell in row.find("td"))
        low, high = map(float, interval.split(" to "))
        style = row.one("i").attributes["style"] or ""
        left, width = (float(part.split(":")[1].rstrip("%")) for part in style.split(";"))
        at = float((row.one("b").attributes["style"] or "").removeprefix("left:").rstrip("%"))
        assert low <= float(mean) <= high
        scale |= {low: left, high: left + width, float(mean): at}
    (first, a), (last, b) = min(scale.items()), max(scale.items())
    assert all(abs((b - a) * (x - first) / (last - first) + a - y) < 0.3 for x, y in scale.items())


@each("rules", ["chinese-hawaiian", "chinese-malayan", "ofc-27", "ofc + pool"])
def test_other_rules(rules: str) -> None:
    bank = "\nbank: Hero" if "bank" in rules or "malayan" in rules else ""
    boards = log(6, ("Hero", "Gus", "Ana"), header=f"rules: {rules}{bank}")
    for special in range(2, 5, 2):
        start = boards.index(f"deal {special}\n")
        boards = boards[:start] + boards[boards.index(f"deal {special + 1}") :]
    _check_against_json(score(boards))


def test_naturals_are_drawn_as_thirteen_cards() -> None:
    scored = score(
        "rules: chinese-pagat\ndeal 1\nAnn: claim dragon: 2s 3h 4d 5c 6s 7h 8d 9c Ts Jh Qd Kc As\n"
        "Bob: 3s 3d 2c / 6h 6d 7c 8c 9d / Ks Kd Qs Qc 4c\n"
    )
    root = reader.parse(page(scored))
    board = root.find("section", "board")[0]
    assert len(board.find("i")) == 13
    assert "a natural worth 13 points" in board.text


# -- hostile input -------------------------------------------------------------------------------------

HOSTILE = [
    *("<script>alert(1)</script>", "</title><img src=x onerror=alert(1)>", "javascript:alert(1)"),
    *("' onmouseover='alert(1)", "&lt;b&gt; &amp; &#x41;", "{{ 7 * 7 }} {% raw %}"),
    *("-->]]></style><svg onload=alert(1)>", "=cmd|' /C calc'!A0"),
]


def _named(*names: str) -> str:
    quoted = [f'"{name}"' for name in names]
    return log(3, [*quoted, "Gus", "Ana"][:3], header="rules: ofc\nstake: 1 EUR")


@each("names", [HOSTILE[:3], HOSTILE[3:6], HOSTILE[6:]])
def test_names_are_text(names: list[str]) -> None:
    scored = score(_named(*names))
    root = reader.parse(page(scored))
    assert {*names} <= {*reader.standings(root)}
    scripts = [script.attributes.get("type") for script in root.find("script")]
    assert scripts == ["application/json", None]
    for element in root.walk():
        assert element.tag not in ("img", "iframe", "object", "base", "form")
        assert not [a for a in element.attributes if a.startswith("on")]
        assert all(
            key != "href" or (value or "")[:1] in ("#", "d") for key, value in element.attributes.items()
        )
    _check_against_json(scored)


@pytest.mark.long
@given(st.text(st.characters(exclude_characters='"\n\r'), min_size=1, max_size=30))
@settings(max_examples=60)
def test_any_name_is_text(name: str) -> None:
    try:
        scored = score(_named(name))
    except ProblemsError:
        return
    tags = [e.tag for e in reader.parse(page(scored)).walk()]
    assert tags == [e.tag for e in reader.parse(page(score(_named("Zoe")))).walk()]


def test_a_page_asks_for_nothing() -> None:
    html = page(result())
    assert "default-src 'none'" in html
    assert not re.search("""(src|href)=["'](?!#|data:,)""", html)
    assert "@import" not in html
    assert "url(" not in html


# -- size ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [2, 3, 4])
def test_a_night_of_twenty_deals_is_small(people: int) -> None:
    assert len(page(result(20, people)).encode()) < 300_000


@pytest.mark.long
def test_of_a_long_log_the_last_deals_are_on_the_page_or_all() -> None:
    scored = result(FULL_AT_MOST + 30)
    last, all_ = (reader.parse(page(scored, in_full=in_full)) for in_full in (False, True))
    assert [len(root.find("details", "deal")) for root in (last, all_)] == [FULL_AT_MOST, FULL_AT_MOST + 30]
    assert next(deal.attributes["id"] for deal in last.find("details", "deal")) == "deal-31"
    assert "These are the last 300 of 330 deals." in last.by_id("deals").text
    assert "These are the last" not in all_.by_id("deals").text
    assert len(_index(last)) == FULL_AT_MOST


def _index(root: reader.Element) -> list[list[str | int]]:
    entries: list[list[str | int]] = json.loads(root.by_id("deal-index").own())
    return entries


def test_what_the_script_finds_deals_by() -> None:
    scored = score(log(4, ('"</script><b>"', "Gus", '"Phil H."')))
    root = reader.parse(page(scored))
    entries = _index(root)
    assert [entry[0] for entry in entries] == ["1 2026-11-20", "2", "3", "4"]
    for entry, deal in zip(entries, scored.deals, strict=True):
        assert dict(zip(entry[1::3], entry[2::3], strict=True)) == {
            1 + list(scored.totals).index(name): points for name, points in deal.totals.items()
        }
    fouls = {
        (deal, column) for deal, entry in enumerate(entries) for column, bits in _bits(entry) if bits & 1
    }
    assert fouls == {
        (place, 1 + list(scored.totals).index(board.player))
        for place, deal in enumerate(scored.deals)
        for board in deal.score.boards
        if board.status is Status.FOUL
    }
    assert [e.own() for e in root.by_id("find").find("select")[0].find("option")][1:] == list(scored.totals)


def _bits(entry: list[str | int]) -> list[tuple[int, int]]:
    return [(int(column), int(bits)) for column, bits in zip(entry[1::3], entry[3::3], strict=True)]


def test_the_marks_that_deals_are_found_by() -> None:
    scored = score(
        "rules: ofc + moon\ndeal 1\nAna: QQ5 / AA762 / 9TJQK\nBen: 663 / KK943 / JJJ44\n"
        "deal 2\nAna (fl): QQ5 / AA762 / 9TJQK\nBen: foul\n"
    )
    marks = [dict(_bits(entry)) for entry in _index(reader.parse(page(scored)))]
    assert marks[0][1] == 2
    assert marks[1][2] == 1
    assert marks[1][1] & 6 == 6


@pytest.mark.parametrize("pattern", ["season/*.ofc", "twenty-deals.ofc"])
def test_a_season_is_told_by_nights(pattern: str) -> None:
    import ofcscore

    scored = ofcscore.score(ofcscore.read(*sorted((ROOT / "examples").glob(pattern))))
    root = reader.parse(page(scored))
    heads = root.find("div", "night")
    if "season" not in pattern:
        assert not heads
        assert "nights" not in [e.attributes.get("id") for e in root.walk()]
        return
    assert [head.find("bdi")[0].text for head in heads] == ["2026-09", "2026-10", "2026-11"]
    rows = root.by_id("nights").one("tbody").find("tr")
    assert [row.one("a").attributes["href"] for row in rows] == ["#night-1", "#night-2", "#night-3"]
    names = [bdi.text for bdi in root.by_id("nights").one("thead").find("bdi")]
    for column, name in enumerate(names, 1):
        shown = [row.find("td")[column].text for row in rows]
        assert sum(int(reader.number(text)) for text in shown if text) == scored.totals[name]
    counted = [int(row.find("td")[0].text) for row in rows]
    order = [
        e.attributes.get("id") or ""
        for e in root.by_id("deal-list").children
        if isinstance(e, reader.Element)
    ]
    nights = [place for place, one in enumerate(order) if one.startswith("night-")]
    assert nights == [0, counted[0] + 1, counted[0] + counted[1] + 2]


def test_payments_and_the_session_as_text_to_copy() -> None:
    scored = result()
    root = reader.parse(page(scored))
    copied = [
        b.attributes["data-copy"]
        for b in root.by_id("payments").find("button")
        if "data-copy" in b.attributes
    ]
    assert copied == [
        f"{payment['from']} pays {payment['to']} {payment['amount']}" for payment in reader.payments(root)
    ]
    text = root.by_id("as-text").own()
    assert text.splitlines()[0] == "20 deals, ofc, 0.50 EUR a point"
    assert str(copied[0]) in text


def test_the_page_allows_its_own_script_and_no_other() -> None:
    html = page(result(3))
    root = reader.parse(html)
    (script,) = [e for e in root.find("script") if not e.attributes]
    digest = b64encode(sha256("".join(map(str, script.children)).encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in html


# -- pieces --------------------------------------------------------------------------------------------


@each(
    ("text", "shown"),
    [("-5", "−5"), ("Jean-Luc -5, Bo +5", "Jean-Luc −5, Bo +5"), ("2026-11-20", "2026-11-20"), ("", "")],
)
def test_a_real_minus_stands_before_numbers_alone(text: str, shown: str) -> None:
    assert real_minus(text) == shown
