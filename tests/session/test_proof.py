"""Each sum that a report proves fails when that sum alone is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ofcscore
from ofcscore.scoring.deal import Currency, Payment
from ofcscore.scoring.score_lines import PairScore
from ofcscore.session.money import (
    CENTS,
    Outcome,
    Proof,
    SettleWay,
    UnbalancedError,
    Way,
    decimals,
    outcome_of,
)
from ofcscore.session.result import DealResult, SessionResult, SideLine, Standing
from ofcscore.session.settlement import after_paying
from tests.loops import each
from tests.sessions import NIGHT

RESULT = ofcscore.score(ofcscore.read_text(NIGHT))


def prove(outcome: Outcome) -> None:
    proof = Proof()
    for deal in RESULT.deals:
        proof.deal(deal)
    proof.outcome(outcome)


def test_a_good_session_is_proved() -> None:
    prove(RESULT.outcome)


def _wrong_line(result: DealResult) -> DealResult:
    pair = result.score.pairs[0]
    line = pair.lines[0]._replace(points=pair.lines[0].points + 1)
    wrong = PairScore(pair.first, pair.second, (line, *pair.lines[1:]))
    return result._replace(score=result.score._replace(pairs=(wrong, *result.score.pairs[1:])))


def _wrong_total(result: DealResult) -> DealResult:
    return result._replace(score=result.score._replace(totals={**result.score.totals, "Hero": 1000}))


def _wrong_side(result: DealResult) -> DealResult:
    return result._replace(side=(SideLine("adjust", "Hero", 1, None, None),))


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_wrong_line, "the lines of a pair do not add up"),
        (_wrong_total, "Hero's pairs add up to 20, not 1000"),
        (_wrong_side, "sum to 1, not to 0"),
    ],
)
def test_a_deal_that_does_not_add_up(spoil: Callable[[DealResult], DealResult], words: str) -> None:
    with pytest.raises(UnbalancedError, match=words):
        Proof().deal(spoil(RESULT.deals[0]))


def test_a_deal_that_the_session_does_not_have() -> None:
    proof = Proof()
    proof.deal(RESULT.deals[0])
    with pytest.raises(UnbalancedError, match="but the deals do not"):
        proof.outcome(RESULT.outcome)


SESSION = RESULT.session
MONEY = RESULT.outcome.money


@each(
    ("outcome", "words"),
    [
        (
            RESULT.outcome._replace(session=SESSION._replace(totals={**SESSION.totals, "Hero": 9})),
            "standings",
        ),
        (RESULT.outcome._replace(session=SESSION._replace(adjusted=())), "pairs and adjustments"),
        (
            RESULT.outcome._replace(
                session=SESSION._replace(
                    pair_totals={pair: won._replace(top=99) for pair, won in SESSION.pair_totals.items()}
                )
            ),
            "the rows of Hero and Gus do not add up",
        ),
        (RESULT.outcome._replace(money={**MONEY, "Hero": Fraction(5)}), "the money sum to 1"),
        (
            RESULT.outcome._replace(money={**MONEY, "Hero": Fraction(5), "Gus": MONEY["Gus"] - 1}),
            "rounded by a coin or more",
        ),
        (RESULT.outcome._replace(balances={**MONEY, "Hero": Fraction(5)}), "the balances sum to 1"),
        (RESULT.outcome._replace(payments=RESULT.payments[:1]), "after all payments Hero is still"),
        (RESULT.outcome._replace(payments=(Payment("Hero", "Gus", 0), *RESULT.payments)), "a payment of 0"),
        (
            RESULT.outcome._replace(
                payments=(*RESULT.payments, Payment("Hero", "Gus", 1), Payment("Gus", "Hero", 1)),
            ),
            "both pays and receives",
        ),
    ],
)
def test_a_session_that_does_not_add_up(outcome: Outcome, words: str) -> None:
    with pytest.raises(UnbalancedError, match=words):
        prove(outcome)


def test_a_proof_takes_no_longer_for_each_of_many_people() -> None:
    """Four times the people take some four times as long, and not sixteen times."""

    def seconds(people: int) -> float:
        names = [f"P{n}" for n in range(people)]
        nothing = dict.fromkeys(names, Fraction(0))
        session = SESSION._replace(
            standings=tuple(Standing(name) for name in names),
            totals=dict.fromkeys(names, 0),
            money=nothing,
            pairs={pair: (0, Fraction(0)) for pair in zip(names[::2], names[1::2], strict=True)},
            pair_totals={},
            adjusted=(),
            paid=(),
        )
        outcome, taken = outcome_of(session), []
        for _ in range(3):
            start = time.process_time()
            Proof().outcome(outcome)
            taken.append(time.process_time() - start)
        return min(taken)

    assert seconds(2000) < 8 * seconds(500)


# -- money ---------------------------------------------------------------------------------------------


def session_of(totals: dict[str, int], stake: Fraction, currency: Currency | None) -> SessionResult:
    money = {name: points * stake for name, points in totals.items()}
    return SESSION._replace(
        currency=currency,
        tables=(SESSION.tables[0]._replace(stake=stake, currency=currency),),
        stake_digits=decimals(stake),
        totals=totals,
        money=money,
        pairs={("A", "B"): (0, Fraction(0))},
        paid=(),
    )


amounts = st.dictionaries(st.sampled_from("ABCDEFG"), st.integers(-500, 500), min_size=2)
coins = st.one_of(st.none(), st.sampled_from([Fraction(1, 2), Fraction(1, 20), Fraction(5), Fraction(1, 4)]))


@given(
    amounts,
    st.integers(0, 99_999),
    st.sampled_from([None, Currency("EUR", 2), Currency("JPY", 0), Currency("KWD", 3)]),
    coins,
    st.sampled_from(["fewest", "pairs", "bank"]),
)
def test_payments_settle_the_balances_whatever_the_stake_and_the_coin(
    totals: dict[str, int],
    stake: int,
    currency: Currency | None,
    coin: Fraction | None,
    way: Way,
) -> None:
    """Zero-sum totals only: the last one takes what is left."""
    last = next(reversed(totals))
    totals[last] -= sum(totals.values())
    session = session_of(totals, Fraction(stake, 10_000), currency)
    outcome = outcome_of(session, SettleWay(way, last, coin))
    assert sum(outcome.money.values()) == sum(outcome.balances.values()) == 0
    assert not any(after_paying(outcome.balances, outcome.payments).values())
    cent = Fraction(1, 10 ** (currency.digits if currency else outcome.digits))
    unit = coin or Fraction(1, 10**outcome.digits)
    for payment in outcome.payments:
        assert payment.amount > 0
        assert Fraction(payment.amount) % unit == 0
        assert decimals(Fraction(payment.amount)) <= outcome.digits
    for name, amount in outcome.balances.items():
        assert abs(amount - outcome.exact[name]) < unit + cent


@each(
    ("stake", "currency", "digits"),
    [
        (Fraction(2), None, 0),
        (Fraction(1, 2), None, CENTS),
        (Fraction(1, 1000), None, 3),
        (Fraction(1, 1000), Currency("EUR", 2), 2),
        (Fraction(2), Currency("JPY", 0), 0),
        (Fraction(2), Currency("KWD", 3), 3),
    ],
)
def test_decimals_of_money(stake: Fraction, currency: Currency | None, digits: int) -> None:
    """The digits of the currency, and no invented cents."""
    assert outcome_of(session_of({"A": 3, "B": -3}, stake, currency)).digits == digits
