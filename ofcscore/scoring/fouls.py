"""Why a board is a foul, in words (rules 2)."""

from ofcscore.scoring.row_values import RowValue, Values


def foul_reasons(values: Values, *, strict: bool) -> tuple[str, ...]:
    """Why three rows are a foul, in words (rules 2); empty where they are none.

    Each row must be at least as good as the one above it; with `strict`, better.
    """
    top, middle, bottom = values
    if middle.rank.low:
        reasons = [middle.fault] if middle.fault else []
        return (*reasons, *_out_of_order(top, "top", bottom, "bottom", strict))
    return (
        *_out_of_order(top, "top", middle, "middle", strict),
        *_out_of_order(middle, "middle", bottom, "bottom", strict),
    )


def _out_of_order(
    upper: RowValue, upper_label: str, lower: RowValue, lower_label: str, strict: bool
) -> tuple[str, ...]:
    if upper.strength > lower.strength:
        return (
            f"{upper_label} {upper.rank.name_against(lower.rank)} beats "
            f"{lower_label} {lower.rank.name_against(upper.rank)}",
        )
    if strict and upper.strength == lower.strength:
        return (f"{upper_label} and {lower_label} are equal, and the {lower_label} must be better",)
    return ()
