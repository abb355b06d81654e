"""Rule sets and options as `rules show` and `explain` print them."""

import sys
from collections.abc import Sequence

from ofcscore.bulk.pays import reach
from ofcscore.cli.console import Ended, UsageError, tell
from ofcscore.cli.effects import check_words
from ofcscore.diagnostics.problem import Exit, exit_status, show
from ofcscore.diagnostics.screen import PROSE, columns
from ofcscore.game.speech import ENGLISH, Speech
from ofcscore.rules.describe import Part, as_lines, diff_rules, show_option, show_rules
from ofcscore.rules.files import default_name, is_shipped_name, read_shipped
from ofcscore.rules.loading import check_file, find_option, load_layers
from ofcscore.rules.merging import Loaded
from ofcscore.rules.model import Rules


def rules_named(text: str | None, sets: Sequence[str] | None) -> Rules:
    """Return a rule set of the command line; print its problems and end the run if it has any."""
    return layers_named(text or default_name(), sets).rules


def layers_named(text: str, sets: Sequence[str] | None = None) -> Loaded:
    """Return a rule set and what it is made of; print its problems and end the run if it has any."""
    loaded, problems = load_layers(text, sets=tuple(sets or ()))
    tell(problems)
    if loaded is None:
        raise Ended(max(exit_status(problems), Exit.USAGE))
    return loaded


def rules_page(
    name: str, sets: Sequence[str] | None = None, *, own: bool = False, everything: bool = False
) -> list[str]:
    """Return a rule set in words, with `own` in its players'.

    Of an option alone what it changes, what it asks for.

    With `everything` also what is not played, and how many deals are scored at once.

    Raises `UsageError` where the players' words are asked for and there are none.
    """
    option = None if sets else find_option(name)
    if option is not None and (own or everything):
        what = "--words" if own else "--all"
        raise UsageError(f"{what} has no effect on {show(name)}, which is an option")
    if option is not None:
        return page(show_option(option, name.strip()))
    loaded = layers_named(name, sets)
    if own:
        check_words([loaded.rules])
    speech = Speech(loaded.rules.words) if own else ENGLISH
    in_bulk = reach(loaded.rules) if everything else None
    return page(show_rules(loaded, in_bulk, speech, everything=everything))


def rules_file(
    name: str, sets: Sequence[str] | None = None, *, own: bool = False, everything: bool = False
) -> str:
    """Return a rule set as a file that states everything. Raises `UsageError` for options without effect."""
    if everything:
        raise UsageError("--all has no effect on --yaml, which states everything")
    if own:
        raise UsageError("--words has no effect on --yaml, which has them as they are")
    from ofcscore.rules.describe import dump_rules

    return dump_rules(layers_named(name, sets))


def differences(first: str, second: str) -> list[str]:
    """How two rule sets differ, in words."""
    return page(diff_rules(layers_named(first), layers_named(second)))


def check_rules(files: Sequence[str]) -> int:
    """Tells what is wrong with rule files; the exit status."""
    problems = [problem for file in files for problem in check_file(file)[1]]
    tell(problems)
    return exit_status(problems)


def page(parts: Sequence[Part]) -> list[str]:
    """Lines and tables as a page of text on standard output."""
    return as_lines(parts, min(columns(sys.stdout), PROSE))


def names_rules(text: str) -> bool:
    """Return True if a text is a shipped rule set, or a sum that begins with one."""
    first = text.partition("+")[0].strip()
    return is_shipped_name(first) and read_shipped(first) is not None
