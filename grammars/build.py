"""Save the parser of logs and the shipped rule sets when the package is built, so that no start does it.

It is run by hatchling. What is saved says of which source it is; with another one it is ignored.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SaveSources(BuildHookInterface[Any]):
    """Write `reader.saved` beside the grammar, and `shipped.saved` beside the rule sets."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the files before those of the package are collected."""
        sys.path.insert(0, self.root)
        from ofcscore.log.text import grammar
        from ofcscore.rules import files

        root = Path(self.root)
        for path, inside, data in (
            (root / "grammars" / grammar.SAVED, f"ofcscore/grammars/{grammar.SAVED}", grammar.save_parser()),
            (root / "ofcscore/rules" / files.SAVED, f"ofcscore/rules/{files.SAVED}", files.save_shipped()),
        ):
            path.write_bytes(data)
            build_data["force_include"][str(path)] = inside
