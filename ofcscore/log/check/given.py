"""Points by hand: a deal that states what each player won, and no boards."""

from fractions import Fraction

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Edit, Fix, Problem
from ofcscore.diagnostics.words import listed
from ofcscore.log.check.known import Known
from ofcscore.log.check.people import People
from ofcscore.log.syntax import DealSyntax
from ofcscore.scoring.deal import Amount, Expectation, Facts, Given, Points
from ofcscore.scoring.lines import signed, whole


def meet_players(syntax: DealSyntax, people: People) -> None:
    """Note the players whose points a deal without boards states: they play, as those with a board do."""
    totals = [entry for entry in syntax.entries if entry.key.text == "expect" and not entry.names]
    if any(entry.key.text == "void" for entry in syntax.entries):
        return
    parts = [
        part for entry in totals for part in entry.parts if part.names and part.number and not part.words
    ]
    players = [player for part in parts if (player := people.player(part.names[0])) is not None]
    people.play(list(dict.fromkeys(players)))


def read_given(facts: Facts, known: Known, problems: Problems) -> Facts:
    """Return the facts of a deal without boards with the totals that it expects as its points.

    Points that do not sum to zero, or that one player has twice, are a problem.
    """
    totals = [one for one in facts.expect if one.kind == "total" and len(one.players) == 1]
    if facts.void or not totals:
        return facts
    shares = tuple((one.players[0], Amount(Fraction(one.value))) for one in totals)
    people = [person for person, _ in shares]
    again = next((one for at, one in enumerate(totals) if one.players[0] in people[:at]), None)
    off = whole(sum((amount.value for _, amount in shares), Fraction(0)))
    if again is not None:
        message = f"{again.players[0]} has points twice in this deal"
        problems.refuse("points-unbalanced", again.place, message, "add them up")
    elif off or len(people) < 2:
        problems.add(_unbalanced(totals, off, [one for one in known.people.seats if one not in people]))
    others = tuple(one for one in facts.expect if one not in totals)
    return facts._replace(expect=others, given=Given(shares, totals[0].place))


def _unbalanced(totals: list[Expectation], off: Points, missing: list[str]) -> Problem:
    """Return the problem of points that do not sum to zero, with the fix where one player is missing."""
    last = totals[-1]
    said = listed([f"{one.players[0]} {signed(whole(Fraction(one.value)))}" for one in totals], "and")
    message = f"the points of this deal sum to {signed(off)}, not to 0: {said}"
    if len(missing) != 1:
        hint = "one of them is wrong, or somebody is missing"
        return Problem("points-unbalanced", last.place, message, hint)
    line = f"{missing[0]}: {signed(-off)}"
    text, hint = last.place.text or "", f"write `{line}` too, if {missing[0]} played"
    if not text.startswith(last.players[0]):
        return Problem("points-unbalanced", last.place, message, hint)
    edit = Edit(last.place.file, last.place.line, len(text), len(text), f"\n{line}")
    fix = Fix(f"write `{line}` too", (edit,), False)
    return Problem("points-unbalanced", last.place, message, hint, fixes=(fix,))
