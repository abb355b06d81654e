"""The Python API of design 6."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import ofcscore
from ofcscore.session.money import Way
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
    with pytest.raises(ofcscore.ProblemsError, match="found"):
        ofcscore.score(log)


def test_fault_15_rule_files_of_logs_can_be_forbidden(tmp_path: Path) -> None:
    (tmp_path / "house.yaml").write_text("surrender: 3\n")
    log = "rules: ofc + ./house.yaml\nHero: QQ5 / AA762 / 9TJQK\nGus: 663 / KK943 / JJJ44\n"
    path = tmp_path / "night.ofc"
    path.write_text(log)
    house = str(tmp_path / "house.yaml")
    session = ofcscore.read(path)
    assert ofcscore.score(session).deals[0].deal.table.rules.surrender == 3
    forbidden = "is a file, and no rule files are read here"
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


def test_fault_15_the_python_api_reads_no_other_files_for_rules() -> None:
    with pytest.raises(ofcscore.ProblemsError, match="the name of a rule file ends in"):
        ofcscore.load_rules("/etc/passwd")
    with pytest.raises(ofcscore.ProblemsError, match="the name of a rule file ends in"):
        ofcscore.read_text("rules: /etc/passwd\nHero: QQ5 / AA762 / 9TJQK\n")


def test_rules_that_cannot_be_loaded_raise() -> None:
    with pytest.raises(ofcscore.ProblemsError, match="ofcx"):
        ofcscore.load_rules("ofcx")


@pytest.mark.parametrize("way", ["fewest", "pairs", "bank", "none"])
def test_ways_of_settling(way: Way) -> None:
    result = ofcscore.score(ofcscore.read_text(NIGHT), settle=way, bank="Gus")
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


def test_public_names_are_sorted_and_all_there() -> None:
    assert list(ofcscore.__all__) == sorted(ofcscore.__all__)
    for name in ofcscore.__all__:
        assert getattr(ofcscore, name) is not None
    assert set(ofcscore.__all__) <= set(dir(ofcscore))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = ofcscore.nonsense


def test_fault_04_adjustments_of_the_header_are_in_a_result() -> None:
    result = ofcscore.score(ofcscore.read_text(ADJUSTED))
    assert [line.person for line in result.session.opening] == ["Ann", "house", "Cat", "Bob"]
    assert [line.person for line in result.deals[0].opening] == ["Ann", "house", "Cat", "Bob"]
    assert result.deals[1].opening == ()
    with pytest.raises(ofcscore.ProblemsError, match="Ann lost the whole bankroll before the first deal"):
        ofcscore.score(ofcscore.read_text(ADJUSTED.replace("stake: 2 EUR", "bankroll: 5")))
