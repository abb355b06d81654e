"""Save the parser of logs when the package is built or installed, so that no start builds it anew.

It is run by hatchling. The file begins with the version of lark and the text of the grammar; with another
one it is ignored.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class SaveParser(BuildHookInterface[Any]):
    """Write `reader.saved` beside the grammar."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the file before the files of the package are collected."""
        sys.path.insert(0, self.root)
        from ofcscore.log.text.grammar import SAVED, save_parser

        path = Path(self.root) / "grammars" / SAVED
        path.write_bytes(save_parser())
        build_data["force_include"][str(path)] = f"ofcscore/grammars/{SAVED}"
