"""Sheets of points as logs: questions about rows and columns of other content."""

from tests.loops import each
from tests.trials import Trial

ROUNDS = "Round,Ann,Ben\n1,5,-5\n2,-4,4\n"


@each(
    "text",
    [
        *(
            f"{ROUNDS}{label},1,-1\n"
            for label in ("Paid", "Money", "EUR", "at 0.50", "To pay", "At the break", "€")
        ),
        "Round,Ann,Ben,Sum Ann,Sum Ben\n1,5,-5,5,-5\n2,1,-1,6,-6\n",
        "Round,Ann,Ben,Ann €,Ben €\n1,5,-5,2.5,-2.5\n2,1,-1,0.5,-1.5\n",
        "Round,Player,Total\n1,Ann,5\n1,Ben,-5\n2,Ann,1\n2,Ben,-1\n",
        "Round,Player,Points\n1,Ann,5\n1,Ben,-5\nMoney,Ann,2.50\nMoney,Ben,-2.50\n",
    ],
)
def test_what_is_no_round_and_no_player(trial: Trial, text: str) -> None:
    trial.refused(text, name="night.csv")


@each("label", ["Total", "Subtotal", "Standings", "=", "Balance"])
def test_a_row_of_sums_is_checked(trial: Trial, label: str) -> None:
    assert "Ben pays Ann 1 point." in trial.accepted(f"{ROUNDS}{label},1,-1\n", name="night.csv").out
    trial.refused(f"{ROUNDS}{label},2,-2\n", name="night.csv")
