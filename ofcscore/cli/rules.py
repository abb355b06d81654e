"""Rule sets and options as `rules show` and `explain` print them."""

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial

from ofcscore.cli.console import Ended, FileError, UsageError, print_lines, tell, write
from ofcscore.cli.options import Options, check_words
from ofcscore.diagnostics.problem import Exit, Problem, exit_status, show
from ofcscore.diagnostics.screen import PROSE, columns
from ofcscore.game.speech import ENGLISH, Speech
from ofcscore.rules.describe import Part, as_lines, show_option, show_rules
from ofcscore.rules.files import default_name, read_shipped
from ofcscore.rules.loading import check_file, find_option, load_layers
from ofcscore.rules.merging import Loaded
from ofcscore.rules.model import Rules
from ofcscore.rules.writing import answer_of, asked, changed, dump_rules, written


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
    """Return a rule set in words, with `own` in its players'; of an option alone what it changes.

    With `everything` also what is not played, and how many deals are scored at once. Raise `UsageError` if
    the players' words are asked for and there are none.
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
    if not everything:
        return page(show_rules(loaded, None, speech))
    from ofcscore.bulk.one_by_one import reach

    return page(show_rules(loaded, reach(loaded.rules), speech, everything=True))


def rules_file(name: str, options: Options) -> str:
    """Return a rule set as a file that states everything. Raises `UsageError` for options without effect."""
    if options.everything:
        raise UsageError("--all has no effect on --yaml, which states everything")
    if options.words:
        raise UsageError("--words has no effect on --yaml, which has them as they are")
    return dump_rules(layers_named(name, options.sets))


Read = Callable[[str], tuple[str, Sequence[Problem]]]
"""Reads an answer, and says what is wrong with it."""


def ask_for_rules(file: str, ask: Callable[[str, str], str], *, force: bool) -> int:
    """Make a rule file by questions, and return the exit status.

    `ask` takes a question and the answer that Enter gives. Raise `UsageError` and `FileError` if the file
    cannot be one, or is there.
    """

    def answer(asks: str, before: str, read: Read) -> str:
        while True:
            found, problems = read(ask(asks, before))
            error = next((problem for problem in problems if not problem.warning), None)
            if error is None:
                return found
            print_lines([f"{error.message}{f' ({error.hint})' if error.hint else ''}"])

    name = _name_for(file, force=force)
    base = answer("Which rule set comes nearest?", default_name(), lambda text: (text, load_layers(text)[1]))
    loaded = layers_named(base)
    answers: dict[str, str] = {}
    for question in asked(loaded):
        read = partial(changed, question=question, loaded=loaded, base=base, answers=answers)
        value = answer(question.asks, answer_of(question, loaded), read)
        if value:
            answers[question.path] = value
    own_base = base if "/" in base or "\\" in base else " + ".join(loaded.rules.layers)
    title = answer("What do you call these rules?", "House rules", lambda text: (text, []))
    write(file, [written(name, json.dumps(title, ensure_ascii=False), own_base, answers)])
    _, problems = check_file(file)
    tell(problems)
    shown = file if "/" in file or "\\" in file else f"./{file}"
    return print_lines([f"{file} is written. A log is played by it with the line", f"  rules: {shown}"])


def _name_for(file: str, *, force: bool) -> str:
    stem, suffix = os.path.splitext(os.path.basename(file))
    if suffix not in (".yaml", ".yml"):
        raise UsageError(f"the name of a rule file ends in .yaml, and {show(file)} does not")
    if os.path.lexists(file) and not force:
        raise FileError(f"{show(file)} is there; give another name, or --force")
    name = "-".join(re.findall("[a-z0-9]+", stem.lower())) or "house"
    return f"our-{name}" if read_shipped(name) is not None or not name[0].isalpha() else name


def page(parts: Sequence[Part]) -> list[str]:
    return as_lines(parts, min(columns(sys.stdout), PROSE))
