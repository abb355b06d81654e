"""`schema`: what the JSON outputs hold."""

import json
from collections.abc import Iterator

from ofcscore.cli.console import UsageError, did_you_mean
from ofcscore.diagnostics.problem import show
from ofcscore.diagnostics.words import listed
from ofcscore.report.json import outputs, schema


def list_of_schemas() -> Iterator[str]:
    """Yield a line for each output that has a schema."""
    known = outputs()
    width = max(map(len, known))
    yield from (f"{name:<{width}}  {what}" for name, what in known.items())


def schema_text(output: str) -> str:
    """Return the schema of an output, as JSON. Raises `UsageError`."""
    known = outputs()
    if output not in known:
        hint = did_you_mean(output, known) or f"; there are {listed([*known], 'and')}"
        raise UsageError(f"there is no JSON output {show(output)}{hint}")
    return f"{json.dumps(schema(output), indent=2)}\n"
