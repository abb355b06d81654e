"""One currency for all money that is added up, in every format and way of scoring."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest

import ofcscore
from ofcscore.diagnostics.problem import Place, ProblemsError
from ofcscore.log.check.checker import NO_OVERRIDES, Overrides, read_session
from ofcscore.log.read.sources import text_source
from ofcscore.scoring.deal import Amount, Currency, Deal, Header, Paid
from ofcscore.session.session import Session, score_session
from tests.command import run
from tests.daily import some
from tests.live.test_live import GUS, HEADER, HERO, Night
from tests.loops import each

TWO: Final = "A: AK7 / QQ943 / KK862\nB: QT5 / TT754 / JJ973\n"
"""A wins six points."""
TABLE: Final = "rules: ofc + table-stakes\n"
EUR, USD = Currency("EUR", 2), Currency("USD", 2)
FORMS: Final = ("text", "yaml", "json", "jsonl", "csv")
SUFFIX: Final = {"text": "ofc"}


def written(folder: Path, text: str, form: str, name: str = "night") -> Path:
    """A log in one of the forms, in a file."""
    plain = folder / f"{name}.ofc"
    plain.write_text(text, encoding="utf-8")
    path = folder / f"{name}.{SUFFIX.get(form, form)}"
    if path != plain:
        made = run("convert", plain, "--to", form, "-o", path)
        assert (made.status, made.err) == (0, ""), made.err
    return path


def codes(*logs: str, overrides: Overrides = NO_OVERRIDES) -> list[str]:
    """The codes of all problems with logs that are one session, reading and scoring."""
    items, found = read_session([text_source(log) for log in logs], overrides)
    session = Session()
    for item in items:
        if isinstance(item, Header):
            session.header(item)
        else:
            session.deal(item)
    session.finish()
    return [p.code for p in (*found, *session.problems.kept) if not p.warning]


@each(
    ("stake", "said"),
    [
        ("0.0001 BTC", "A pays B 0.0025 BTC."),
        ("0.001 chips", "A pays B 0.025 chips."),
        ("1 chips", "A pays B 25.00 chips."),
        ("1000 VND", "A pays B 25000 VND."),
        ("0.01 EUR", "A pays B 0.25 EUR."),
    ],
)
def test_what_is_no_countrys_money_has_coins_as_small_as_its_stake(stake: str, said: str) -> None:
    """Twenty-five points at 0.0001 BTC were nothing, in coins of 0.01."""
    assert run("settle", "A=-25", "B=25", "--stake", stake).out.splitlines() == [said]


ROUNDED: Final = "Ann: JJ5 / AA762 / 9TJQK\nBen: 663 / KK943 / 88844\n"


def test_a_coin_smaller_than_a_cent_is_what_was_asked_for() -> None:
    """It was paid in cents all the same: 0.02, and somebody got the odd 0.01."""
    out = run("settle", "A=-25", "B=25", "--stake", "0.001 EUR", "--round", "0.001").out
    assert out == "A pays B 0.025 EUR.\n"


@pytest.mark.parametrize(
    ("coin", "said"),
    [
        ("0.005", "Cid pays Ann 15.970 EUR."),
        ("0.003", "Cid pays Ann 15.966 EUR."),
        ("0.0025", "Cid pays Ann 15.9675 EUR."),
    ],
)
def test_a_coin_that_no_cent_divides_into_is_one_too(coin: str, said: str) -> None:
    """It was a fault of the program: money was off by such a coin, where a smaller one was asked for."""
    log = f"stake: 1 EUR\nrake: 0.10 EUR\n{ROUNDED}Cid: foul\n"
    ran = run("score", "-", "--from", "text", "--format", "chat", "--round", coin, stdin=log.encode())
    assert said in ran.out.splitlines()


def test_who_is_absent_has_no_share_of_the_rake_whatever_the_others_get_of_him() -> None:
    """He does not play; where an absent player pays the others, he paid for the table too."""
    log = f"rules: ofc\nstake: 1 EUR\nrake: 3 EUR\n{TWO}C: absent\n".encode()
    out = run("score", "-", "--from", "text", "--set", "absent=3", "--format", "chat", stdin=log).out
    assert "A +9 (+7.50 EUR), B -3 (-4.50 EUR), C -6 (-6.00 EUR), the house 0 (+3.00 EUR)\n" in out


def test_chips_behind_a_deal_that_is_left_out_are_expected_by_nobody() -> None:
    """One deal without its aces gave a failed expectation in each one behind it."""
    rules = "rules: chinese + table-stakes + aces-bet\nchips: A 20, B 20\n"
    deal = f"{TWO}expect: A +99, B -99\n"
    log = f"{rules}deal 1\nA: foul\nB: AK7 / QQ943 / KK862\ndeal 2\n{deal}"
    assert codes(log) == ["aces-unknown", "expect-failed", "expect-failed"]
    ran = run("check", "-", "--from", "text", stdin=log.encode())
    assert "aces-unknown" in ran.err
    assert "expect-failed" not in ran.err


def test_a_stake_of_nothing_that_an_option_replaces_is_not_warned_of() -> None:
    log = f"stake: 0\n{TWO}".encode()
    ran = run("score", "-", "--from", "text", "--stake", "2", "--format", "chat", stdin=log)
    assert (ran.status, ran.err) == (0, "")


def test_money_in_cents_is_not_cut_to_a_coin_that_does_not_divide_them() -> None:
    log = f"stake: 1 EUR\n{ROUNDED}Cid: foul\n".encode()
    ran = run("score", "-", "--from", "text", "--format", "chat", "--round", "0.003", stdin=log)
    assert "Ann +16 (+16.000 EUR), Ben +11 (+11.000 EUR), Cid -27 (-27.000 EUR)" in ran.out
    assert "Ann gets 0.001 EUR less by rounding." in ran.out


def test_pair_by_pair_what_was_paid_is_taken_off_before_the_rest_is_cut_to_coins() -> None:
    """Payments of 3.30 and 10.70 were told where coins were 0.50."""
    log = f"stake: 1 EUR\n{ROUNDED}Cid: foul\npaid: Cid -> Ann 3.30\npaid: Ann -> Ben 1.30\n".encode()
    options = ("--format", "chat", "--round", "0.50", "--settle", "pairs")
    ran = run("score", "-", "--from", "text", *options, stdin=log)
    pays = [line for line in ran.out.splitlines() if " pays " in line]
    assert pays == ["Ben pays Ann 3.50 EUR.", "Cid pays Ann 10.50 EUR.", "Cid pays Ben 13.00 EUR."]


@pytest.mark.parametrize(
    ("stakes", "pays"),
    [
        ("", ["B pays A 7 points.", "C pays A 2 points.", "C pays B 11 points."]),
        ("stake: 2\nstake A/B: 3\n", ["B pays A 21.", "C pays A 4.", "C pays B 22."]),
    ],
)
def test_pair_by_pair_a_side_bet_of_two_is_paid_between_the_two(stakes: str, pays: list[str]) -> None:
    """All side bets were thrown together: C, who had lost to B alone, paid A for B."""
    bets = "adjust: B +9, C -9\nadjust: A +7, B -7\nadjust: A +2, B +2, C -4\n"
    log = f"{stakes}{bets}deal 1\nA: foul\nB: foul\nC: foul\n".encode()
    out = run("score", "-", "--from", "text", "--format", "chat", "--settle", "pairs", stdin=log).out
    assert [line for line in out.splitlines() if " pays " in line] == pays


def test_thirds_of_a_point_are_settled_as_they_were_scored() -> None:
    """They were money in cents, with an odd one, where nobody named a stake."""
    ran = run("settle", "Ann=49/3", "Bob=-23/3", "Cat=-5/3", "Dan=-7")
    assert ran.out == "Bob pays Ann 23/3 points.\nCat pays Ann 5/3 points.\nDan pays Ann 7 points.\n"
    assert run("settle", "Ann=0.50", "Bob=-1/2").out == "Bob pays Ann 0.50.\n"


def test_each_of_several_got_an_odd_cent() -> None:
    totals = [f"{name}={points}" for name, points in zip("ABCDEF", [1, 1, 1, -1, -1, -1], strict=True)]
    out = run("settle", *totals, "--stake", "0.005 EUR").out
    assert "A, B and C each got an odd 0.01 EUR that could not be split." in out


# -- one currency --------------------------------------------------------------------------------------

AMOUNTS: Final = (
    *("stake: {}", "stake A/B: {}", "rake: {}", "paid: A -> B {}", "adjust: A +{}, B -{}", "chips: A {}"),
)


@each("form, amount", some(8, of=[*product(FORMS, AMOUNTS)]))
def test_a_second_currency_in_a_deal_is_a_problem_in_every_form(
    amount: str, form: str, tmp_path: Path
) -> None:
    line = amount.replace("{}", "0.77 EUR")
    text = f"rules: ofc\nstake: 0.50\ndeal 1\nstake: 0.50 EUR\n{TWO}deal 2\n"
    path = written(tmp_path, f"{text}{line}\n{TWO}", form)
    assert run("score", path).status == 0
    path.write_text(path.read_text().replace("0.77 EUR", "0.77 USD"))
    for command in (("score",), ("check",)):
        ran = run(command[0], path, *command[1:])
        assert (ran.status, ran.out) == (1, "")
        assert "error[currency-differs]: the currency is USD here, but EUR before" in ran.err
        assert "help: use one currency per log" in ran.err
        assert len(ran.err.splitlines()) == 4 * line.count("EUR") + (line.count("EUR") > 1)


@each(
    "text",
    [
        f"deal 1\nstake: 1 EUR\n{TWO}deal 2\nstake: 1 USD\n{TWO}",
        f"deal 1\nrake: 1 EUR\n{TWO}deal 2\nrake: 1 USD\n{TWO}",
        f"deal 1\nstake A/B: 1 EUR\n{TWO}deal 2\nstake A/B: 1 USD\n{TWO}",
        f"deal 1\nchips: A 5 EUR, B 5 USD\n{TWO}",
        f"chips: A 5 EUR, B 5 USD\ndeal 1\n{TWO}",
        f"deal 1\nchips: A 5 EUR\n{TWO}deal 2\npaid: A -> B 5 USD\n{TWO}",
        f"stake: 1\ndeal 1\npaid: A -> B 5 EUR\n{TWO}deal 2\nadjust: A +5 EUR, house -5 USD\n{TWO}",
        f"stake: 1\nchips: A 5 EUR\nrake: 1 USD\ndeal 1\n{TWO}",
    ],
)
def test_two_currencies_of_one_log_are_told_once_wherever_they_stand(text: str) -> None:
    found = read_session([text_source(text)])[1]
    assert [p.code for p in found if not p.warning] == ["currency-differs"]
    with pytest.raises(ProblemsError):
        ofcscore.read_text(text)


def test_one_currency_may_stand_anywhere() -> None:
    text = (
        f"deal 1\nstake: 1 EUR\nrake: 0.10 eur\nchips: A 5 EUR\n{TWO}"
        f"deal 2\nstake: 2\nstake A/B: 3 EUR\npaid: A -> B 1 EUR\nadjust: A +1 EUR, B -1 EUR\n{TWO}"
    )
    assert codes(text) == []
    items, _ = read_session([text_source(text)])
    assert [item.table.currency for item in items] == [None, EUR, EUR]


@each(
    ("logs", "unused"),
    [
        (["rules: ofc\nbank: A\n"], 1),
        (["rules: ofc + bank\nbank: A\n"], 0),
        (["rules: ofc\nchips: A 50, B 50\n"], 1),
        (["rules: ofc + table-stakes\nchips: A 50, B 50\n"], 0),
        (["bank: A\n", "rules: ofc + bank\nbank: A\n"], 1),
        (["rules: ofc + bank\nbank: A\n", "bank: A\n"], 1),
        (["bank: A\ndeal 1\nrules: ofc + bank\n"], 0),
        (["bank: A\ndeal 1\nvoid\n"], 0),
        (["deal 1\nbank: A\n"], 1),
        ([f"deal 1\nbank: A\n{TWO}deal 2\nbank: A\n"], 1),
        (["rules: ofc + bank\ndeal 1\nbank: A\n"], 0),
    ],
)
def test_a_bank_and_chips_that_the_rules_do_not_know_are_told(logs: list[str], unused: int) -> None:
    texts = [f"{log}{'' if 'deal' in log else 'deal 1'}\n{TWO}" for log in logs]
    _, _, found = score_session(read_session([text_source(text) for text in texts])[0])
    assert [problem.code for problem in found].count("key-unused") == unused


def test_the_next_log_has_a_currency_of_its_own_and_is_not_added_up() -> None:
    """Each is sound by itself, whether its currency stands in the header or in deals alone."""
    header, deals = "stake: 1 EUR\ndeal 1\n" + TWO, f"deal 1\nstake: 1 USD\n{TWO}"
    for logs in ((header, deals), (deals, header), (deals, deals.replace("USD", "EUR"))):
        assert [codes(one) for one in logs] == [[], []]
        assert codes(*logs) == ["currency-mixed"]


def test_a_sign_and_a_code_of_one_currency_are_added_up() -> None:
    code, sign = (f"stake: 1 {word}\nrake: 1 {word}\ndeal 1\n{TWO}" for word in ("EUR", "€"))
    for logs in ((code, sign), (sign, code)):
        assert codes(*logs) == []


def test_what_is_played_for_another_currency_is_left_out_of_every_sum(tmp_path: Path) -> None:
    """With --keep-going too there is no sum over two currencies."""
    euro = written(tmp_path, f"stake: 1 EUR\ndeal 1\n{TWO}", "text", "euro")
    dollar = written(
        tmp_path,
        f"stake: 5 USD\npaid: B -> A 7 USD\nadjust: A +5, B -5\ndeal 1\n{TWO}deal 2\nstake: 9\n{TWO}",
        "text",
        "dollar",
    )
    ran = run("score", euro, dollar, "--keep-going", "--format", "json")
    data = json.loads(ran.out)
    assert ran.status == 1
    assert (data["money"], data["left_out"]) == ({"A": "6.00", "B": "-6.00"}, 2)
    assert "paid" not in data
    assert [p["code"] for p in data["problems"]] == ["currency-mixed"]


def test_a_log_that_goes_over_to_another_currency_is_left_out_from_there_on(tmp_path: Path) -> None:
    """An amount without a currency has none of the session's currencies."""
    first = written(tmp_path, f"stake: 1 EUR\ndeal 1\n{TWO}", "text", "first")
    text = f"stake: 2\ndeal 1\n{TWO}deal 2\nrake: 1 USD\n{TWO}deal 3\n{TWO}"
    data = json.loads(
        run("score", first, written(tmp_path, text, "text"), "--keep-going", "--format", "json").out
    )
    assert (data["money"]["A"], data["left_out"]) == ("18.00", 2)


@each(
    ("overrides", "text"),
    [
        (Overrides(stake="1 USD"), f"stake: 1 EUR\nstake A/B: 2\ndeal 1\n{TWO}"),
        (Overrides(stake="1 USD"), f"stake: 1 EUR\nrake: 2\ndeal 1\n{TWO}"),
        (Overrides(stake="1 USD"), f"rake: 2\nstake: 1 EUR\ndeal 1\n{TWO}"),
        (Overrides(stake="1 USD"), f"stake: 1 EUR\ndeal 1\nstake A/B: 2 EUR\n{TWO}"),
        (Overrides(stake="1 USD"), f"stake: 1 EUR\ndeal 1\npaid: A -> B 2\n{TWO}"),
        (Overrides(currency="USD"), f"stake: 1 EUR\ndeal 1\nadjust: A +1 EUR, house -1 EUR\n{TWO}"),
        (Overrides(currency="USD"), f"stake: 1 EUR\ndeal 1\nrake: 1\n{TWO}"),
        (Overrides(currency="USD"), f"{TABLE}stake: 1\nchips: A 5 EUR\ndeal 1\nchips: B 50\n{TWO}"),
    ],
)
def test_an_option_replaces_the_stake_and_no_other_money(overrides: Overrides, text: str) -> None:
    found = read_session([text_source(text)], overrides)[1]
    assert {(p.code, p.message) for p in found if not p.warning} == {
        ("currency-differs", "this amount is in EUR, but the options use USD")
    }
    assert codes(text) == []


@each(
    "text",
    [
        f"stake: 1 EUR\ndeal 1\n{TWO}",
        f"deal 1\nstake: 1 EUR\n{TWO}",
        f"stake: 1 EUR\ndeal 1\nadjust: A +1, B -1\n{TWO}",
        f"stake: 1\nstake A/B: 2\nrake: 1\ndeal 1\npaid: A -> B 1\n{TWO}",
    ],
)
def test_an_option_replaces_the_currency_of_the_stake(text: str) -> None:
    assert codes(text, overrides=Overrides(stake="1 USD")) == []
    assert codes(text, overrides=Overrides(currency="USD")) == []


def test_deals_that_a_program_makes_are_held_to_one_currency() -> None:
    """The API takes deals that no log ever said."""
    items = ofcscore.read_text(f"stake: 1 EUR\ndeal 1\n{TWO}deal 2\n{TWO}").items
    header, first, second = items
    assert isinstance(header, Header)
    assert isinstance(first, Deal)
    assert isinstance(second, Deal)
    paid = Paid("A", "B", Amount(Fraction(1), USD), Place(""))
    changed: tuple[Deal, ...] = (
        second._replace(table=second.table._replace(currency=USD)),
        second._replace(table=second.table._replace(rake=Amount(Fraction(1), USD))),
        second._replace(facts=second.facts._replace(chips=(("A", Amount(Fraction(1), USD)),))),
        second._replace(facts=second.facts._replace(paid=(paid,))),
    )
    for other in changed:
        with pytest.raises(ProblemsError) as raised:
            ofcscore.score([header, first, other])
        assert [p.code for p in raised.value.problems] == ["currency-mixed"]
    with pytest.raises(ProblemsError, match="this money is in USD, but earlier money is in EUR"):
        ofcscore.score([first, *changed[:1]])


def night_of(header: str, keys: Mapping[int, str]) -> dict[str, set[str]]:
    """By code what is told of a night of eighty deals, some of which have a key."""
    deals = [f"deal {n}\n{keys[n] + chr(10) if n in keys else ''}{TWO}" for n in range(1, 81)]
    items, problems = read_session([text_source(header + "".join(deals))])
    told: dict[str, set[str]] = {}
    for problem in (*problems, *score_session(items)[2]):
        told.setdefault(problem.code, set()).add(problem.message)
    return told


@pytest.mark.parametrize("first", ["EUR", "USD"])
def test_a_second_currency_far_behind_the_first_is_seen(first: str) -> None:
    found = night_of("", {3: f"stake: 1 {first}", 70: "stake: 1 EUR"})
    assert ("currency-differs" in found) is (first == "USD")


def test_at_the_table_a_second_currency_is_refused_at_once() -> None:
    night = Night(HEADER.replace("stake: 0.50 EUR\n", ""))
    night.type("stake 1 EUR", HERO, GUS, "foul")
    before = night.text
    assert "currency-differs" in night.type("stake 1 USD", HERO, GUS, "foul")
    assert night.text == before


# -- chips bought with money -----------------------------------------------------------------------------


@each(
    ("stake", "chips", "points"),
    [
        ("stake: 0.50 EUR", "chips: A 2 EUR, B 20 EUR", 4),
        ("stake: 2 EUR", "chips: A 8 EUR, B 20 EUR", 4),
        ("stake: 2 EUR", "chips: A 8, B 3", 3),
        ("stake: 0.30 EUR", "chips: A 1 EUR, B 20", Fraction(10, 3)),
    ],
)
def test_chips_in_money_are_as_many_points_as_they_buy(stake: str, chips: str, points: Fraction) -> None:
    """ "Nobody wins or loses more in a deal than the chips in front of them"."""
    assert codes(f"{TABLE}{stake}\n{chips}\ndeal 1\n{TWO}") == []
    for text in (f"{TABLE}{stake}\n{chips}\ndeal 1\n{TWO}", f"{TABLE}{stake}\ndeal 1\n{chips}\n{TWO}"):
        items, problems = read_session([text_source(text)])
        assert problems == ()
        assert score_session(items)[1].totals == {"A": points, "B": -points}


NO_ONE_STAKE: Final = "chips are in money, but there is no common stake to convert them to points"
OTHER_STAKE: Final = "chips are in money, but the stake has changed since they were bought"


@each(
    ("text", "message"),
    [
        (f"{TABLE}chips: A 2 EUR, B 20\ndeal 1\n{TWO}", NO_ONE_STAKE),
        (f"{TABLE}stake: 0\nchips: A 2 EUR, B 20\ndeal 1\n{TWO}", NO_ONE_STAKE),
        (f"{TABLE}stake: 1\nstake A/B: 2\nchips: A 2 EUR, B 20\ndeal 1\n{TWO}", NO_ONE_STAKE),
        (f"{TABLE}chips: B 20\ndeal 1\nchips: A 2 EUR\n{TWO}", NO_ONE_STAKE),
        (f"{TABLE}stake: 1\nchips: A 2 EUR, B 20\ndeal 1\nstake: 2\n{TWO}", OTHER_STAKE),
        (
            f"{TABLE}stake: 1\nchips: A 2, B 20\ndeal 1\nchips: A 5 EUR\n{TWO}deal 2\nstake: 2\n{TWO}",
            OTHER_STAKE,
        ),
        (f"{TABLE}stake: 1\nchips: A 9 EUR, B 20\ndeal 1\nstake A/B: 2\n{TWO}", OTHER_STAKE),
    ],
)
def test_chips_in_money_whose_points_nobody_knows_are_a_problem(text: str, message: str) -> None:
    items, problems = read_session([text_source(text)])
    assert not [p for p in problems if not p.warning]
    found = [p for p in score_session(items)[2] if p.code == "chips-missing"]
    assert f"A's {message}" in {p.message for p in found}
    assert {p.hint for p in found} == {"write all chips in points, without a currency"}


def test_money_that_became_chips_far_before_table_stakes_are_played() -> None:
    found = night_of("stake: 2 EUR\n", {3: "chips: A 50 EUR", 70: "rules: ofc + table-stakes\nstake: 1"})
    assert f"A's {OTHER_STAKE}" in found["chips-missing"]


# -- stakes in deals -----------------------------------------------------------------------------------


def report(path: Path, *options: str) -> dict[str, Any]:
    """The JSON report of a log."""
    ran = run("score", path, "--format", "json", *options)
    assert ran.status == 0, ran.err
    data: dict[str, Any] = json.loads(ran.out)
    return data


OWN: Final = f"deal 1\nstake: 0.50 EUR\n{TWO}deal 2\nstake: 2\n{TWO}deal 3\nstake: 0.50\nrake: 1\n{TWO}"
"""A has 6 points at 0.50, at 2 and at 0.50 again, and pays half a rake."""


@each("form", FORMS)
def test_stakes_in_deals_alone_give_money_in_every_form(form: str, tmp_path: Path) -> None:
    path = written(tmp_path, OWN, form)
    data = report(path)
    assert data["money"] == {"A": "17.50", "B": "-18.50", "house": "1.00"}
    assert [p["amount"] for p in data["payments"]] == ["17.50", "1.00"]
    assert (data["stake"], data["currency"]) == (None, "EUR")
    assert data["deal_stakes"] == [{"stake": "0.50", "deals": 2}, {"stake": "2.00", "deals": 1}]


@each("format_", ["table", "markdown", "html", "chat"])
def test_stakes_in_deals_are_said_in_every_report(format_: str) -> None:
    out = run("score", "-", "--format", format_, stdin=OWN).out
    said = " ".join(out.replace("\\", "").split())
    assert "0.50 EUR a point in 2 deals; 2.00 EUR a point in 1 deal" in said
    assert "points only" not in out
    assert "17.50" in out
    assert format_ == "html" or "B pays A 17.50 EUR." in out


@each(
    ("text", "money"),
    [
        (f"deal 1\nstake: 0.50\n{TWO}", {"A": "3.00", "B": "-3.00"}),
        (f"deal 1\nstake: 3\n{TWO}", {"A": "18", "B": "-18"}),
        (f"deal 1\nstake A/B: 0.25\n{TWO}", {"A": "1.50", "B": "-1.50"}),
        (f"stake A/B: 3\ndeal 1\n{TWO}", {"A": "18", "B": "-18"}),
        (f"stake A/B: 0.125 KWD\ndeal 1\n{TWO}", {"A": "0.750", "B": "-0.750"}),
        (f"stake: 2\ndeal 1\nstake: 0.125\n{TWO}", {"A": "0.750", "B": "-0.750"}),
    ],
)
def test_stakes_without_a_currency_are_money_wherever_they_stand(
    text: str, money: dict[str, str], tmp_path: Path
) -> None:
    path = written(tmp_path, text, "text")
    assert report(path)["money"] == money
    assert "points" not in run("score", path, "--format", "markdown").out.splitlines()[-1]


def test_what_deals_play_for_is_said_beside_their_logs_stake(tmp_path: Path) -> None:
    text = f"stake: 1 EUR\ndeal 1\n{TWO}deal 2\nstake A/B: 5\n{TWO}deal 3\nnote: x\nstake: 1\n{TWO}"
    data = report(written(tmp_path, text, "text"))
    assert data["money"]["A"] == "42.00"
    assert (data["stake"], "stakes" in data) == ("1.00", False)
    pair = {"players": ["A", "B"], "stake": "5.00"}
    assert data["deal_stakes"] == [{"stake": "1.00", "deals": 1, "stakes": [pair]}]
    out = run("score", tmp_path / "night.ofc").out
    assert "Stake: 1.00 EUR a point; 1.00 EUR a point, 5.00 EUR between A and B in 1 deal" in out


def test_a_stake_of_its_own_in_every_deal_is_told_by_number(tmp_path: Path) -> None:
    """Nothing that a report has at its head grows with the deals."""
    deals = [f"deal {n}\nstake: {n} EUR\n{TWO}" for n in range(1, 12)]
    data = report(written(tmp_path, "".join(deals), "text"))
    assert data["money"]["A"] == f"{6 * sum(range(12))}.00"
    assert data["deal_stakes"] == [{"deals": 11}]
    assert "Stake: stakes of their own in 11 deals" in run("score", tmp_path / "night.ofc").out


def test_deals_that_a_program_makes_are_worth_their_stake() -> None:
    """The API takes deals without a header."""
    items = ofcscore.read_text(f"stake: 0.50\ndeal 1\n{TWO}deal 2\n{TWO}deal 3\n{TWO}").deals
    result = ofcscore.score(items)
    assert result.outcome.in_money
    assert result.money == {"A": Fraction(9), "B": Fraction(-9)}
    assert result.session.deal_stakes.deals == 3
    table = items[0].table._replace(stake=Fraction(2))
    header = Header(table._replace(stake=None))
    result = ofcscore.score([header, *(deal._replace(table=table) for deal in items)])
    assert result.money["A"] == 36
    assert result.session.deal_stakes.deals == 3


def test_at_the_table_a_stake_of_a_deal_gives_money() -> None:
    night = Night(HEADER.replace("stake: 0.50 EUR\n", ""))
    assert "EUR)" in night.type("stake 1 EUR", HERO, GUS, "foul")


# -- points beside money -----------------------------------------------------------------------------------


POINTS: Final = f"deal 1\n{TWO}"
STAKED: Final = f"stake: 0.50 EUR\ndeal 1\n{TWO}"


def test_a_log_without_a_stake_beside_one_with_is_a_problem(tmp_path: Path) -> None:
    points, staked = written(tmp_path, POINTS, "text", "points"), written(tmp_path, STAKED, "text", "staked")
    for files in ((points, staked), (staked, points)):
        for command in (["score"], ["check", "--together"]):
            ran = run(*command, *files)
            assert (ran.status, ran.out) == (1, "")
            assert ran.err.count("error[") == 1
            assert f"{points}:1:1: error[stake-missing]: this session has money, " in ran.err
            assert "but the points in deal 1 have no stake" in ran.err
            assert "help: if a point is worth 1 EUR, write `stake: 1 EUR`" in ran.err
        data = json.loads(run("score", *files, "--keep-going", "--format", "json").out)
        assert data["money"] == {"A": "3.00", "B": "-3.00"}, "what nobody has a stake for is no money"
        assert data["totals"] == {"A": 12, "B": -12}
        with pytest.raises(ProblemsError, match="the points in deal 1 have no stake"):
            ofcscore.score(ofcscore.read(*files))
        assert report(files[0], "--stake", "1 EUR")["money"]["A"] == "6.00"
    assert run("score", points, staked, "--stake", "1 EUR").status == 0
    ran = run("score", points, staked, "--compare", "ofc,chinese-simple")
    assert (ran.status, ran.err.count("error[stake-missing]")) == (1, 1)


BESIDE: Final = (
    "paid: A -> B 5 EUR",
    "adjust: A +5 EUR, B -5 EUR",
    "adjust: A +5 EUR, house -5 EUR",
    "rake: 1 EUR",
    "chips: A 5 EUR",
)


@each("form, where, amount", some(10, of=[*product(FORMS, ("header", "deal", "later"), BESIDE)]))
def test_points_beside_an_amount_of_money_are_a_problem_in_every_form(
    where: str, amount: str, form: str, tmp_path: Path
) -> None:
    text = {
        "header": f"{amount}\n{POINTS}",
        "deal": f"deal 1\n{amount}\n{TWO}",
        "later": f"{POINTS}deal 2\nstake: 1\n{amount}\nA: foul\nB: foul\n",
    }[where]
    path = written(tmp_path, text, form)
    ran = run("score", path)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.count("error[") == ran.err.count("error[stake-missing]") == 1
    assert run("check", path).err == ran.err
    assert report(path, "--stake", "2")["money"]["A"] is not None


@each(
    ("text", "what"),
    [
        (f"currency: EUR\n{POINTS}", "the points in deal 1"),
        (f"adjust: A +5, B -5\ndeal 1\nstake: 1 EUR\n{TWO}", "the points of this adjustment"),
        (f"adjust: A +5, B +1 EUR, B -5, A -1 EUR\ndeal 1\nstake: 1\n{TWO}", "the points of this adjustment"),
        (f"deal 1\nstake: 1 EUR\n{TWO}deal 2\n{TWO}", "the points in deal 2"),
        (f"deal 1\nA: foul\nB: foul\ndeal 2\n{TWO}deal 3\nstake: 1\n{TWO}", "the points in deal 2"),
        (f"stake A/B: 2\ndeal 1\n{TWO}C: foul\n", "the points between A and C in deal 1"),
        (
            f"stake A/B: 2\ndeal 1\n{TWO}C: absent\ndeal 2\n{TWO}C: foul\n",
            "the points between A and C in deal 2",
        ),
    ],
)
def test_points_that_nobody_has_a_stake_for_are_told_where_they_are_first(text: str, what: str) -> None:
    items, problems = read_session([text_source(text)])
    assert not [p for p in problems if not p.warning]
    found = [p for p in score_session(items)[2] if not p.warning]
    assert [(p.code, p.message) for p in found] == [
        ("stake-missing", f"this session has money, but {what} have no stake")
    ]


@each(
    "text",
    [
        f"{POINTS}paid: A -> B 5\nadjust: A +5, house -5\n",
        f"rake: 1\n{POINTS}",
        f"deal 1\nA: foul\nB: foul\npaid: A -> B 5 EUR\ndeal 2\nstake: 1\n{TWO}",
        f"deal 1\nvoid\n{TWO}deal 2\nstake: 1 EUR\n{TWO}",
        f"stake A/B: 2\ndeal 1\n{TWO}C: absent\ndeal 2\n{TWO}",
        f"players: Ann = A + A2, B\nstake Ann/B: 2\ndeal 1\n{TWO}A2: foul\n",
        "stake: 0\n" + POINTS,
    ],
)
def test_points_are_points_where_there_is_no_money(text: str) -> None:
    assert codes(text) == []


@each("form", ["table", "markdown", "chat", "html"])
def test_points_without_a_stake_are_said_beside_the_payments(form: str) -> None:
    ran = run("score", "-", "--keep-going", "--format", form, stdin=f"{POINTS}paid: A -> B 5 EUR\n")
    assert "Please check: this session has money, but the points" in ran.out


def test_points_alone_are_settled_in_points(tmp_path: Path) -> None:
    data = report(written(tmp_path, f"rake: 2\n{POINTS}paid: A -> B 5\nadjust: A +5, house -5\n", "text"))
    assert (data["stake"], data["currency"]) == ("1", None)
    assert data["money"] == {"A": "10", "B": "-7", "house": "-3"}
    out = run("score", tmp_path / "night.ofc", "--settle", "pairs").out
    assert "Stake: none, points only" in out
    assert "B pays A 12 points." in out


def test_an_option_that_names_a_currency_names_no_stake(tmp_path: Path) -> None:
    path = written(tmp_path, POINTS, "text")
    ran = run("score", path, "--currency", "EUR")
    assert (ran.status, ran.out) == (1, "")
    assert "error[stake-missing]" in ran.err
    assert report(path, "--currency", "EUR", "--stake", "2")["money"]["A"] == "12.00"


@each(
    ("header", "line", "code"),
    [
        ("", "stake: 2", "stake-missing"),
        ("", "paid: A -> B 2 EUR", "stake-missing"),
        ("stake: 2\n", "stake: 0.50 EUR", None),
        ("stake: 2 EUR\n", "stake A/B: 0.125", None),
    ],
)
def test_money_in_some_deals_of_a_night(header: str, line: str, code: str | None) -> None:
    found = night_of(header, dict.fromkeys((5, 33, 70), line))
    assert ("stake-missing" in found) is (code is not None)


def test_at_the_table_points_beside_money_are_refused_at_once() -> None:
    night = Night(HEADER.replace("stake: 0.50 EUR\n", ""))
    night.type(HERO, GUS, "foul")
    before = night.text
    assert "stake-missing" in night.type("paid Hero -> Gus 5 EUR")
    assert "stake-missing" in night.type("stake 1 EUR", HERO, GUS, "foul")
    assert night.text == before


def test_a_stake_without_a_currency_is_counted_in_that_of_other_logs_and_that_is_said(tmp_path: Path) -> None:
    euro, plain = STAKED, f"stake: 2\ndeal 2\nA: foul\n{TWO[TWO.index('B') :]}"
    for logs in ((euro, plain), (plain, euro)):
        items, _ = read_session([text_source(log) for log in logs])
        found = score_session(items)[2]
        assert [(p.code, p.warning) for p in found] == [("currency-assumed", True)]
        assert (
            found[0].message == "this log names no currency, so its money is counted in EUR, as in other logs"
        )
    named = plain.replace("2\n", "2\ncurrency: EUR\n", 1)
    in_a_deal = plain.replace("deal 2\n", "deal 2\nstake: 1 EUR\n")
    for logs in ((plain, plain), (euro, named), (euro, in_a_deal), (in_a_deal, euro)):
        items, _ = read_session([text_source(log) for log in logs])
        assert score_session(items)[2] == ()


def test_a_deal_far_behind_names_the_currency() -> None:
    assert "currency-assumed" not in night_of("stake: 2\n", {40: "stake: 1 EUR"})
