"""Rule sets of the command line: `rules show`, `rules new`, and pages for `explain`."""

import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial

from ofcscore.cli.console import Ended, FileError, UsageError, print_lines, print_problems, write
from ofcscore.cli.options import Options, check_words
from ofcscore.diagnostics.problem import Exit, Problem, exit_status, show
from ofcscore.diagnostics.terminal import PROSE, columns
from ofcscore.game.game_words import ENGLISH, Speech
from ofcscore.rules.describe import (
    Part,
    answer_of,
    as_lines,
    asked,
    changed,
    dump_rules,
    show_option,
    show_rules,
    written,
)
from ofcscore.rules.files import default_name, read_shipped
from ofcscore.rules.loading import check_file, find_option, load_layers
from ofcscore.rules.merging import Loaded
from ofcscore.rules.model import Rules


def rules_named(text: str | None, sets: Sequence[str] | None) -> Rules:
    """Return the rule set that the command line names; if it is invalid, print why and exit."""
    return layers_named(text or default_name(), sets).rules


def layers_named(text: str, sets: Sequence[str] | None = None) -> Loaded:
    """Return a rule set and its layers; print its problems, and exit if it is invalid."""
    loaded, problems = load_layers(text, sets=tuple(sets or ()))
    print_problems(problems)
    if loaded is None:
        raise Ended(max(exit_status(problems), Exit.USAGE))
    return loaded


def rules_page(
    name: str, sets: Sequence[str] | None = None, *, own: bool = False, everything: bool = False
) -> list[str]:
    """Describe a rule set, or the changes that an option makes.

    `own` uses the rule set's local words. `everything` adds rules that are not in use, and which deals are
    scored by the vectorized path. Raise `UsageError` if `own` is set but there are no local words.
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
    from ofcscore.bulk.supported import reach

    return page(show_rules(loaded, reach(loaded.rules), speech, everything=True))


def rules_file(name: str, options: Options) -> str:
    """Return the complete rule file of a rule set. Raise `UsageError` for options without effect."""
    if options.everything:
        raise UsageError("--all has no effect with --yaml, which always prints all settings; remove it")
    if options.words:
        raise UsageError("--words has no effect with --yaml, which prints words as a setting; remove it")
    return dump_rules(layers_named(name, options.sets))


Read = Callable[[str], tuple[str, Sequence[Problem]]]
"""Parse an answer: return its value and its problems."""


def ask_for_rules(file: str, ask: Callable[[str, str], str], *, force: bool) -> int:
    """Create a rule file from the answers to questions, and return the exit status.

    `ask` takes a question and its default answer. Raise `UsageError` for an unsuitable file name, `FileError`
    if the file exists and `force` is not set.
    """

    def answer(text: str, default: str, read: Read) -> str:
        while True:
            found, problems = read(ask(text, default))
            error = next((problem for problem in problems if not problem.warning), None)
            if error is None:
                return found
            print_lines([f"{error.message}{f' ({error.hint})' if error.hint else ''}"])

    name = _name_for(file, force=force)
    base = answer(
        "Which rule set is closest to yours?", default_name(), lambda text: (text, load_layers(text)[1])
    )
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
    print_problems(problems)
    shown = file if "/" in file or "\\" in file else f"./{file}"
    return print_lines([f"{file} was written. To use it, add this line to a log:", f"  rules: {shown}"])


def _name_for(file: str, *, force: bool) -> str:
    stem, suffix = os.path.splitext(os.path.basename(file))
    if suffix not in (".yaml", ".yml"):
        raise UsageError(f"the name of a rule file must end in .yaml, unlike {show(file)}")
    if os.path.lexists(file) and not force:
        raise FileError(f"{show(file)} already exists; choose another name, or add --force")
    name = "-".join(re.findall("[a-z0-9]+", stem.lower())) or "house"
    return f"our-{name}" if read_shipped(name) is not None or not name[0].isalpha() else name


def page(parts: Sequence[Part]) -> list[str]:
    return as_lines(parts, min(columns(sys.stdout), PROSE))
