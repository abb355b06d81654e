"""Exact money in whole coins, and as decimal text: no unit is lost, and no text is off."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ofcscore.scoring.deal import Points


def round_money(
    exact: Mapping[str, Points], unit: Fraction, order: Sequence[str] = ()
) -> tuple[dict[str, Fraction], tuple[str, ...]]:
    """Money in whole units that still sums to zero, and who received the odd units.

    The unit is the smallest coin: a cent, or what the table rounds cash to. Everyone is rounded down,
    and the units that are then missing go one each to the largest remainders, of equals to the earlier
    in `order` (seats; whoever is not in it comes after, in the order of `exact`). So nobody is off by a
    unit or more. Raises ValueError where `exact` does not sum to zero or the unit is not positive.

    >>> round_money({"Ann": Fraction(1, 8), "Bob": Fraction(-1, 8)}, Fraction(1, 100))[0]
    {'Ann': Fraction(13, 100), 'Bob': Fraction(-13, 100)}
    """
    if unit <= 0:
        raise ValueError(f"the smallest coin must be more than 0, not {unit}")
    off = sum(exact.values())
    if off:
        raise ValueError(f"money must sum to 0, this sums to {off}")
    counts: dict[str, int] = {}
    remainders: dict[str, Fraction] = {}
    for name, amount in exact.items():
        counts[name], remainders[name] = divmod(Fraction(amount), unit)
    seat = {name: i for i, name in reversed(list(enumerate([*order, *exact])))}
    odd = sum(remainders.values()) / unit
    receivers = sorted(exact, key=lambda name: (-remainders[name], seat[name]))[: int(odd)]
    for name in receivers:
        counts[name] += 1
    return {name: n * unit for name, n in counts.items()}, tuple(receivers)


def decimals(amount: Fraction) -> int:
    """Return how many decimals an amount needs: 2 for 1/4, and 0 for 1/3, which no decimal says."""
    denominator = amount.denominator
    # Decimals end after as many places as the denominator has bits, or never.
    return next((n for n in range(denominator.bit_length() + 1) if 10**n % denominator == 0), 0)


def is_decimal(amount: Fraction) -> bool:
    """Return True if decimals express an amount exactly: 1/4, but not 1/3."""
    return bool(10 ** decimals(amount) % amount.denominator == 0)


def format_money(amount: Points, digits: int) -> str:
    """Exact decimal text with at least so many decimals: `-4.50`.

    More decimals are written where the amount has them, and what no decimal can say is a fraction in
    lowest terms, so that no text is ever off.

    >>> format_money(Fraction(-9, 2), 2), format_money(Fraction(1, 1000), 2), format_money(Fraction(1, 3), 2)
    ('-4.50', '0.001', '1/3')
    """
    exact = Fraction(amount)
    if not is_decimal(exact):
        return str(exact)
    places = max(digits, decimals(exact))
    sign = "-" if exact < 0 else ""
    whole, part = divmod(abs(exact.numerator) * 10**places // exact.denominator, 10**places)
    return f"{sign}{whole}.{part:0{places}d}" if places else f"{sign}{whole}"
