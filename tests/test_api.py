"""The Python API, as it is promised."""

from __future__ import annotations

import csv
import json
import pickle
import pydoc
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

import ofcscore
from ofcscore.session.money import Way
from tests.command import run
from tests.loops import each
from tests.sessions import ADJUSTED, FOULS, NIGHT


def test_the_example_of_the_design(tmp_path: Path) -> None:
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT, encoding="utf-8")
    session = ofcscore.read(path)
    result = ofcscore.score(session)
    assert result.totals == {"Hero": 8, "Gus": 17, "Phil H.": -25}
    assert result.deals[0].totals == {"Hero": 20, "Gus": 6, "Phil H.": -26}
    assert result.pairs[0].points == sum(line.points for line in result.pairs[0].lines) == 5
    assert result.money["Gus"] == Fraction(17, 2)
    assert [(p.payer, p.payee, p.amount) for p in result.payments] == [
        ("Phil H.", "Gus", Fraction(17, 2)),
        ("Phil H.", "Hero", 4),
    ]
    assert session.deals[0].name == "1"
    assert result.warnings == ()


def test_ranks_compare_as_the_foul_rule_does() -> None:
    assert ofcscore.rank("Qh Qd 5c") < ofcscore.rank("Qs Qc 6d 5h 4s")
    assert ofcscore.rank("QQ7") > ofcscore.rank("QQ654")


def test_a_rank_is_compared_with_ranks_alone() -> None:
    row: Any = ofcscore.rank("QQ5")
    for other in (3, "QQ5", None):
        assert row != other
        with pytest.raises(TypeError, match="not supported between instances of"):
            assert row < other
        with pytest.raises(TypeError, match="not supported between instances of"):
            assert row >= other


def test_settle() -> None:
    payments = ofcscore.settle({"A": -25, "B": -31, "C": 45, "D": 11})
    assert sum(p.amount for p in payments) == 56
    assert payments[0] == ofcscore.Payment("A", "C", 14)


def test_rules_replace_those_of_the_log() -> None:
    log = ofcscore.read_text(NIGHT.replace("expect: Hero +20, Gus +6, P -26\n", ""))
    by_name = ofcscore.score(log, rules="ofc + sweep-1")
    by_value = ofcscore.score(log, rules=ofcscore.load_rules("ofc + sweep-1"))
    assert by_name.totals == by_value.totals != ofcscore.score(log).totals
    assert ofcscore.score(ofcscore.read_text(NIGHT.split("expect")[0], rules="ofc")).session.rules[
        0
    ].rules.name == ("ofc")


def test_a_log_that_cannot_be_read_raises_all_its_problems() -> None:
    with pytest.raises(ofcscore.ProblemsError) as caught:
        ofcscore.read_text("deal 1\nA: QQ5 / AA762\nB: QQ5 / AA76z / 9TJQK\n")
    assert [p.code for p in caught.value.problems] == ["row-missing", "card-unreadable"]
    assert "row" in str(caught.value)
    with pytest.raises(ofcscore.ProblemsError, match="no such file"):
        ofcscore.read("/no/such/file.ofc")


def test_a_log_that_cannot_be_scored_raises_too() -> None:
    log = ofcscore.read_text(NIGHT.replace("Hero +20", "Hero +21"))
    with pytest.raises(ofcscore.ProblemsError, match="the score is"):
        ofcscore.score(log)


@each(
    ("settle", "bank", "said"),
    [
        ("cheapest", None, "one of fewest, pairs, bank, none, not 'cheapest'"),
        ("bank", None, "the person through whom all payments go"),
        ("bank", "Zoe", "is not a player; the players are Hero, Gus"),
        ("bank", ["Gus"], "is not a player"),
        ("fewest", "Gus", "bank='Gus' needs settle='bank', but settle is 'fewest'"),
        ("none", "Gus", "bank='Gus' needs settle='bank', but settle is 'none'"),
    ],
)
def test_no_way_of_paying_is_taken_for_another(settle: Any, bank: Any, said: str) -> None:
    log = ofcscore.read_text("Hero: QQ5 / AA762 / 9TJQK\nGus: foul")
    with pytest.raises(ValueError, match=said):
        ofcscore.score(log, settle=settle, bank=bank)


@pytest.mark.parametrize("coin", [Fraction(1, 3), Fraction(2, 7), 1])
def test_a_coin_need_be_no_decimal(coin: Fraction) -> None:
    """Payments of thirds are told as thirds."""
    result = ofcscore.score(ofcscore.read_text(NIGHT), coin=coin)
    assert result.payments
    assert all((Fraction(payment.amount) / coin).denominator == 1 for payment in result.payments)
    assert result.to_json()


@pytest.mark.parametrize("given", [{"coin": 0.5}, {"coin": "0.50"}, {"rules": 5}, {"rules": b"ofc"}])
def test_what_is_no_coin_and_no_rule_set_is_said(given: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=f"{type(*given.values()).__name__}$"):
        ofcscore.score(ofcscore.read_text(NIGHT), **given)


@each("form", ["xml", "", "txt", ["text"]])
def test_a_form_that_there_is_none_of_is_told(form: Any) -> None:
    with pytest.raises(ValueError, match="None or one of text, yaml, json"):
        ofcscore.read_text("Hero: QQ5 / AA762 / 9TJQK\nGus: foul", form)
    with pytest.raises(ValueError, match="None or one of text, yaml, json"):
        ofcscore.read("night.ofc", form=form)


def test_a_path_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "night.ofc"
    path.write_text(NIGHT, encoding="utf-8")
    read = ofcscore.score(ofcscore.read(path))
    assert ofcscore.score(path).totals == ofcscore.score(str(path)).totals == read.totals


@each(
    ("call", "given", "taken"),
    [
        (ofcscore.score, 42, "the path of a log"),
        (ofcscore.score, [1], "not int"),
        (ofcscore.score, None, "not NoneType"),
        (ofcscore.score, NIGHT, r"use ofcscore\.read_text for the text"),
        (ofcscore.read_text, b"A", "not bytes"),
        (ofcscore.load_rules, 3, "`ofc \\+ moon`"),
        (ofcscore.read, 3.5, "float"),
        (ofcscore.rank, None, "the text of a row, .*, not NoneType"),
        (ofcscore.rank, b"Qh Qd 5c", "not bytes"),
    ],
)
def test_a_wrong_type_is_told_with_what_is_taken(
    call: Callable[[Any], object], given: object, taken: str
) -> None:
    with pytest.raises(TypeError, match=taken):
        call(given)


@pytest.mark.parametrize("name", ["\ud800", "a\0b", b"a\0b"])
def test_a_name_that_no_file_can_have_is_no_file(name: Any) -> None:
    with pytest.raises(ofcscore.ProblemsError, match=r"cannot be read: no such name"):
        ofcscore.read(name)
    with pytest.raises(ofcscore.ProblemsError, match=r"cannot be read: no such "):
        ofcscore.load_rules("./house.yaml", base=name)


def test_deals_made_by_hand_are_of_boards_at_a_table() -> None:
    deal = ofcscore.read_text(NIGHT).deals[0]
    with pytest.raises(TypeError, match="must be a Table, not str"):
        ofcscore.score([deal._replace(table="ofc")])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be a Board, not str"):
        ofcscore.score([deal._replace(boards=("QQ5 / AA762 / 9TJQK",))])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"stake": 0.5}, "stake must be a string such as '0.50 EUR', not float"),
        ({"stake": Fraction(1, 2)}, "stake must be a string such as '0.50 EUR', not Fraction"),
        ({"rules": 5}, "rules must be the name of a rule set, .*, not int"),
    ],
)
def test_what_replaces_the_rules_and_the_stake_of_a_log_is_text(given: dict[str, Any], said: str) -> None:
    for call in (ofcscore.read_text, ofcscore.read):
        with pytest.raises(TypeError, match=said):
            call(NIGHT, **given)


def test_results_have_a_length_and_are_gone_through() -> None:
    log = ofcscore.read_text(NIGHT)
    result = ofcscore.score(log)
    assert len(log) == len(log.deals) == len(result) == len(result.deals)
    assert list(log) == list(log.deals)
    assert list(result) == list(result.deals)


def test_what_is_shown_of_results_is_short() -> None:
    log = ofcscore.read_text(NIGHT)
    result = ofcscore.score(log)
    totals = "Hero +8, Gus +17, Phil H. -25"
    assert repr(log) == "<Log: 2 deals of Hero, Gus, Phil H.>"
    assert repr(result) == f"<Result: 2 deals, {totals}>"
    assert repr(result.session) == f"<SessionResult: 2 deals, {totals}>"
    assert repr(result.outcome) == f"<Outcome: 2 payments of {result.session!r}>"
    assert repr(result.deals[0]) == "<DealResult 1: Hero +20, Gus +6, Phil H. -26>"
    assert repr(result.deals[0].score) == "<DealScore 1: Hero +20, Gus +6, Phil H. -26>"
    assert repr(result.pairs[0]) == "<PairScore: Hero against Gus +5>"
    assert repr(result.standings[0]) == "<Standing: Hero +8 in 2 deals>"
    assert repr(ofcscore.Log(())) == "<Log: 0 deals of nobody>"


@pytest.mark.parametrize("log", [NIGHT, FOULS, ADJUSTED])
def test_results_are_written_as_the_command_line_writes_them(log: str) -> None:
    result = ofcscore.score(ofcscore.read_text(log))
    assert result.to_json() == run("score", "-", "--format", "json", stdin=log).out
    assert result.to_dict() == json.loads(result.to_json())
    assert result.to_html() == run("score", "-", "--format", "html", stdin=log).out


@pytest.mark.parametrize("log", [NIGHT, FOULS, ADJUSTED])
def test_rows_are_those_of_csv(log: str) -> None:
    """By the names of its columns, with numbers as numbers and nothing where the cell is empty."""
    result = ofcscore.score(ofcscore.read_text(log))
    table = csv.DictReader(run("score", "-", "--format", "csv", "--csv-raw", stdin=log).out.splitlines())
    boards = [row for row in table if row["status"] not in ("adjust", "rake")]
    rows = result.rows()
    assert len(rows) == len(boards)
    for row, cells in zip(rows, boards, strict=True):
        assert isinstance(row.pop("number"), int)
        said = {name.replace("_", " "): value for name, value in row.items()}
        said = {name: "" if value is None or value is False else value for name, value in said.items()}
        cards = said.pop("next cards") or "yes"
        said["next fantasyland"] = said["next fantasyland"] and cards
        said["fantasyland"] = said["fantasyland"] and "yes"
        assert {name: str(value) for name, value in said.items()} == cells


def test_a_notebook_shows_standings_and_payments() -> None:
    page = ofcscore.score(ofcscore.read_text(NIGHT))._repr_html_()
    assert page.index("Gus") < page.index("Hero") < page.index("Phil H.")
    assert "<li>Phil H. pays Gus 8.50 EUR.</li>" in page
    marked = NIGHT.replace("Gus", '"<b>Gus"')
    assert "<b>" not in ofcscore.score(ofcscore.read_text(marked))._repr_html_()


def test_problems_are_sorted_and_told_with_places_and_hints() -> None:
    """As the command line prints them."""
    log = "deal 1\nA: QQ5 / AA76z / 9TJQK\nB: QQ5 / AA762\n"
    with pytest.raises(ofcscore.ProblemsError) as caught:
        ofcscore.read_text(log)
    error = caught.value
    assert [problem.place.line for problem in error.problems] == [2, 3]
    assert str(error) == run("check", "-", "--from", "text", stdin=log).err.strip().replace(
        "<stdin>", "<text>"
    )
    unsorted = ofcscore.ProblemsError(error.problems[::-1])
    assert unsorted.problems == error.problems
    assert pickle.loads(pickle.dumps(error)).problems == error.problems


def test_rule_files_of_logs_can_be_forbidden(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("surrender: 3\n")
    log = "rules: ofc + ./house.yaml\nHero: QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / JJJ44\n"
    path = tmp_path / "night.ofc"
    path.write_text(log)
    house = str(tmp_path / "house.yaml")
    session = ofcscore.read(path)
    assert ofcscore.score(session).deals[0].deal.table.rules.surrender == 3
    forbidden = "is a rule file, but rule files cannot be used here"
    with pytest.raises(ofcscore.ProblemsError, match=forbidden):
        ofcscore.read(path, rule_files=False)
    with pytest.raises(ofcscore.ProblemsError, match=forbidden):
        ofcscore.read(path, rules=f"ofc + {house}", rule_files=False)
    with pytest.raises(ofcscore.ProblemsError, match=forbidden):
        ofcscore.read_text(log, rule_files=False)
    with pytest.raises(ofcscore.ProblemsError, match=forbidden):
        ofcscore.load_rules(f"ofc + {house}", rule_files=False)
    with pytest.raises(ofcscore.ProblemsError, match=forbidden):
        ofcscore.score(session, rules=f"ofc + {house}", rule_files=False)
    assert ofcscore.read(path, rules="ofc", rule_files=False).deals


def test_the_python_api_reads_no_other_files_for_rules() -> None:
    with pytest.raises(ofcscore.ProblemsError, match="its name does not end in"):
        ofcscore.load_rules("/etc/passwd")
    with pytest.raises(ofcscore.ProblemsError, match="its name does not end in"):
        ofcscore.read_text("rules: /etc/passwd\nHero: QQ5 / AA762 / 9TJQK\n")


def test_rules_that_cannot_be_loaded_raise() -> None:
    with pytest.raises(ofcscore.ProblemsError, match="ofcx"):
        ofcscore.load_rules("ofcx")


@each("way", ["fewest", "pairs", "bank", "none"])
def test_ways_of_settling(way: Way) -> None:
    result = ofcscore.score(ofcscore.read_text(NIGHT), settle=way, bank="Gus" if way == "bank" else None)
    assert bool(result.payments) is (way != "none")


def test_items_may_be_made_by_hand() -> None:
    table = ofcscore.Table(ofcscore.load_rules("ofc"))
    boards = (
        ofcscore.Board.of("Ann", "Q Q 5", "A A 7 6 2", "9 T J Q K"),
        ofcscore.Board.of("Bob", "6 6 3", "K K 9 4 3", "J J J 4 4"),
    )
    result = ofcscore.score([ofcscore.Header(table), ofcscore.Deal("1", boards, table)])
    assert result.totals == {"Ann": 3, "Bob": -3}


def test_forms_in_memory() -> None:
    yaml = "deals:\n- boards:\n    Ann: QQ5 / AA762 / 9TJQK\n    Bob: 663 / KK943 / JJJ44\n"
    text = "Ann: QQ5 / AA762 / 9TJQK\nBob: 663 / KK943 / JJJ44\n"
    totals = ofcscore.score(ofcscore.read_text(text)).totals
    assert ofcscore.score(ofcscore.read_text(yaml, form="yaml")).totals == totals
    assert ofcscore.score(ofcscore.read_text(yaml, form=None)).totals == totals


def test_everyone_fouled_is_a_result() -> None:
    assert set(ofcscore.score(ofcscore.read_text(FOULS)).totals.values()) == {0}


PUBLIC: Final = (
    *("Board", "BoardScore", "Category", "Currency", "Deal", "DealResult", "DealScore", "Header", "Log"),
    *("PairScore", "Payment", "Place", "Problem", "ProblemsError", "Rank", "Result", "Row", "Rules"),
    *("ScoreLine", "SessionResult", "Standing", "Status", "Table"),
)


def test_public_names_are_sorted_and_all_there() -> None:
    """Those to call are in `__all__`, which `help` shows; the types of what comes back are beside them."""
    assert list(ofcscore.__all__) == sorted(ofcscore.__all__)
    for name in (*ofcscore.__all__, *PUBLIC):
        assert getattr(ofcscore, name) is not None
        assert name in dir(ofcscore)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = ofcscore.nonsense


def test_the_help_of_the_package_fits_ten_screens() -> None:
    """Of 25 lines of 80 columns, the way of use first."""
    lines = pydoc.plain(pydoc.render_doc(ofcscore)).splitlines()
    assert sum(max(1, -(-len(line) // 80)) for line in lines) <= 250
    assert ">>> import ofcscore" in lines[6]
    described = (ofcscore.__doc__ or "").splitlines()
    assert max(map(len, described)) <= 76
    assert all(any(name in line.split()[:1] for line in described) for name in ofcscore.__all__)


def test_adjustments_of_the_header_are_in_a_result() -> None:
    result = ofcscore.score(ofcscore.read_text(ADJUSTED))
    assert [line.person for line in result.session.opening] == ["Ann", "house", "Cat", "Bob"]
    assert [line.person for line in result.deals[0].opening] == ["Ann", "house", "Cat", "Bob"]
    assert result.deals[1].opening == ()
    with pytest.raises(ofcscore.ProblemsError, match="Ann lost the whole bankroll before the first deal"):
        ofcscore.score(ofcscore.read_text(ADJUSTED.replace("stake: 2 EUR", "bankroll: 5")))
