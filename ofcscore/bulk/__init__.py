"""The name by which other programs know `ofcscore.columns`."""

import sys
from typing import TYPE_CHECKING

import ofcscore.columns as columns

if TYPE_CHECKING:
    from ofcscore.columns import *  # noqa: F403

sys.modules[__name__] = columns
