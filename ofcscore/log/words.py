"""The words of the notation in every language, as `words.toml` has them."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ofcscore.files.reading import package_text


@lru_cache(maxsize=1)
def tables() -> Mapping[str, Any]:
    """Return the tables of `words.toml`."""
    return tomllib.loads(package_text("ofcscore.log", "words.toml"))
