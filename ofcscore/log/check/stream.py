"""Logs in any form to checked headers and deals, one at a time, and every problem in them."""

from collections.abc import Callable, Iterable, Iterator

from ofcscore.diagnostics.collected import Problems
from ofcscore.diagnostics.problem import Problem
from ofcscore.log.check.checker import NO_OVERRIDES, Checker, Overrides
from ofcscore.log.read.logs import Readers, read_syntax, rereading
from ofcscore.log.read.sources import Source
from ofcscore.log.read.voids import find_voids
from ofcscore.log.syntax import DealSyntax, OwnWords
from ofcscore.scoring.deal import Deal, Header


def read_stream(
    sources: Iterable[Source],
    problems: Problems,
    overrides: Overrides = NO_OVERRIDES,
    readers: Callable[[Checker], Readers] = lambda checker: {},
) -> Iterator[Header | Deal]:
    """Yield the headers and deals of logs, in order, as one session.

    Each log gives its `Header` and then its deals as they are read; memory does not grow with them. What
    cannot be read or cannot exist is left out and told to `problems`, as is every warning. `readers` are
    those that read logs of their forms in place of the usual ones.
    """
    sources = list(sources)
    checker = Checker(problems, overrides, [source.name for source in sources])
    own_readers = readers(checker)
    own = OwnWords(overrides.rules, overrides.rule_files)
    for source in sources:
        source = source._replace(own=own)
        source, voids = find_voids(source)
        reread = rereading(source)
        # A reader of its own may score deals before the checker sees them.
        for item in read_syntax(source, problems, {} if voids.named else own_readers):
            if isinstance(item, DealSyntax):
                checked: Header | Deal | None = checker.deal(item)
            else:
                checked = checker.header(item, reread, voids)
            if checked is not None:
                yield checked
    checker.finish()


def read_session(
    sources: Iterable[Source], overrides: Overrides = NO_OVERRIDES
) -> tuple[tuple[Header | Deal, ...], tuple[Problem, ...]]:
    """Return the headers and deals of logs, all at once, and the problems found."""
    problems = Problems()
    items = tuple(read_stream(sources, problems, overrides))
    return items, problems.kept
