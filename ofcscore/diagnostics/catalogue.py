"""The meanings of problem codes, read from `catalogue.toml` when first asked for."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple


class Code(NamedTuple):
    """The meaning of a code, the remedy, and a line or two of a log that have it ("" for none).

    `fails_check` says whether `check` fails a log that has it, as it does for nearly all warnings.
    """

    meaning: str
    remedy: str
    example: str = ""
    fails_check: bool = True


@lru_cache(maxsize=1)
def codes() -> Mapping[str, Code]:
    """Code -> what it means, in the order of the catalogue."""
    text = files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    return {code: Code(**entry) for code, entry in tomllib.loads(text).items()}
