"""`schema`: what the JSON outputs hold."""

import json
from collections.abc import Iterator

from ofcscore.cli.console import UsageError, did_you_mean
from ofcscore.problems.problem import show
from ofcscore.problems.words import listed
from ofcscore.report.schemas import outputs, schema


def schema_lines(output: str | None) -> Iterator[str]:
    """The schema of an output, or the list of all outputs that have one."""
    known = outputs()
    if output is None:
        width = max(map(len, known))
        yield from (f"{name:<{width}}  {what}" for name, what in known.items())
    elif output in known:
        yield json.dumps(schema(output), indent=2)
    else:
        hint = did_you_mean(output, known) or f"; there are {listed([*known], 'and')}"
        raise UsageError(f"there is no JSON output {show(output)}{hint}")
