"""The templates of the `html` report."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from ofcscore.diagnostics.problem import show
from ofcscore.report.wording import isolated, real_minus

if TYPE_CHECKING:
    from jinja2 import Template

Values = dict[str, Any]
_FOLDER: Final = "templates"


class AsItIs(str):
    """Text that goes into the page as it is: its maker has escaped every name in it."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@cache
def page_script() -> Values:
    """Return the script of the page, and the `digest` by which the page allows this one and no other."""
    text = _source("page.js")
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return {"text": AsItIs(text), "digest": f"sha256-{digest}"}


@cache
def page_template() -> Template:
    """Return the template of the page."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.filters["minus"] = real_minus
    environment.filters["tone"] = _tone
    return environment.get_template("page.html")


def _source(name: str) -> str:
    return files(__package__).joinpath(_FOLDER, name).read_text(encoding="utf-8")


def _tone(text: str) -> str:
    """Return the color of signed points or money: won, lost or neither."""
    return "up" if text.startswith("+") else "down" if text.startswith("-") else "even"


def _shown(value: object) -> object:
    """Remove from a text what reorders it: marks, and names beside figures."""
    return isolated(show(value)) if type(value) is str else value
