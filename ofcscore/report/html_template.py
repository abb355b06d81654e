"""The templates of the `html` report: the shipped ones, and one's own, which may be somebody else's."""

from __future__ import annotations

import os
import re
import signal
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ofcscore.files.plain import read_plain
from ofcscore.problems.problem import Exit, Place, Problem, ProblemsError, show
from ofcscore.report.wording import isolated, real_minus

if TYPE_CHECKING:
    from jinja2 import Environment, Template

Values = dict[str, Any]
Source = str | tuple[str, str, Callable[[], bool]] | None
"""A template's text, or that with its file and whether it is still so; None where there is none."""
Sources = Callable[[str], Source]

_PAGE: Final = "page.html"
_OWN: Final = "ofcscore/"
_LARGEST: Final = 16 << 20
"""So many bytes a template of one's own has at most, pictures and type in it."""
_PLAIN_NAME: Final = re.compile(
    r"[A-Za-z0-9_][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*\.(html?|xml|svg|css|js|j2|jinja2?|tpl|tmpl|inc)"
)
"""What a template may be called that another names: no folder, nothing hidden, no other kind of text."""
_CONTROLS: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""What has no place in a page: controls, and halves of letters."""
_SECONDS: Final = 5
"""So long one's own page may be made, and longer with more deals."""
_DEALS_A_SECOND: Final = 50
_LARGEST_POWER: Final = 64
"""The exponents there are: some larger ones take longer than can be waited for, and cannot be stopped."""


class AsItIs(str):
    """Text that goes into the page as it is: who made it has escaped every name in it."""

    __slots__ = ()

    def __html__(self) -> str:
        return self


@cache
def shipped_script() -> Values:
    """The script of the page, and the `digest` by which the page allows this one and no other."""
    text = _shipped_source("page.js")
    assert isinstance(text, str)
    digest = b64encode(sha256(text.encode()).digest()).decode()
    return {"text": AsItIs(text), "digest": f"sha256-{digest}"}


@cache
def shipped_template() -> Template:
    """The page that comes with the program."""
    return _environment(None).get_template(_PAGE)


def _environment(own: Sources | None) -> Environment:
    """One's own templates, then the shipped ones (always there as `ofcscore/page.html` too).

    They run in a sandbox, so that a template which somebody sends is only a template.
    """
    from jinja2 import ChoiceLoader, FunctionLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    sources: list[Sources] = [_shipped_source] if own is None else [own, _shipped_source]
    environment = ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([FunctionLoader(source) for source in sources]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    environment.intercepted_binops = frozenset(("**",))
    environment.binop_table["**"] = _power
    environment.filters["minus"] = real_minus
    environment.filters["tone"] = _tone
    return environment


def _shipped_source(name: str) -> Source:
    """The text of a shipped template, looked for among their names alone."""
    from importlib.resources import files

    bare = name.removeprefix(_OWN)
    shipped = files("ofcscore.report").joinpath("templates").iterdir()
    return next((one.read_text(encoding="utf-8") for one in shipped if one.name == bare), None)


def _own_sources(folder: Path, name: str, text: str) -> Sources:
    """Where the text of one's own template is, and what stands beside it under a template's plain name.

    What a template names may be somebody else's wish: a path, a link, a pipe or another kind of file would
    put what is nobody's business into the page.
    """

    def source(wanted: str) -> Source:
        where = folder / wanted
        if wanted == name:
            return text, str(where), lambda: True
        if not _PLAIN_NAME.fullmatch(wanted):
            return None
        try:
            return read_plain(where, _LARGEST, follow=False).decode("utf-8"), str(where), lambda: True
        except OSError:
            return None

    return source


def _power(base: Any, exponent: Any) -> Any:
    if exponent > _LARGEST_POWER:
        raise ValueError(f"exponents go to {_LARGEST_POWER}")
    return base**exponent


def _tone(text: str) -> str:
    """Whether signed points or money were won, lost or neither, for their colour."""
    return "up" if text.startswith("+") else "down" if text.startswith("-") else "even"


def _shown(value: object) -> object:
    """Every text that a template prints, without what reorders it: marks, and names beside figures."""
    return isolated(show(value)) if type(value) is str else value


def own_template(where: str) -> Template:
    """One's own page: a file, or a folder with a `page.html`. Raises `ProblemsError`."""
    path = Path(where)
    folder, name = (path, _PAGE) if os.path.isdir(where) else (path.parent, path.name)
    try:
        text = read_plain(folder / name, _LARGEST).decode("utf-8")
    except OSError as error:
        reason = error.strerror or "there is no such file"
        fault = Problem(
            "template-file", Place(where), f"cannot read the template: {reason}", status=Exit.FILES
        )
        raise ProblemsError([fault]) from None
    except UnicodeDecodeError:
        raise _fault(where, "the template is not in UTF-8") from None
    with _the_templates(where):
        return _environment(_own_sources(folder, name, text)).get_template(name)


def own_page(template: Template, values: Values, where: str, deals: int) -> Iterator[str]:
    """The page of so many deals by one's own template, whose faults are told as such.

    What it says itself, and what it says is safe, has no controls either: a page may be shown on a terminal.
    """
    with _the_templates(where, deals):
        for piece in template.generate(values):
            yield _CONTROLS.sub(lambda control: show(control.group()), piece)


@contextmanager
def _the_templates(where: str, deals: int = 0) -> Iterator[None]:
    """Whatever goes wrong is the template's fault, which may fail in as many ways as a program.

    One that goes on and on is ended, where the system can say so to this thread.
    """
    seconds = _SECONDS + deals // _DEALS_A_SECOND

    def end(*_: object) -> None:
        raise _fault(where, f"the page takes longer than {seconds} seconds: does the template go on and on?")

    try:
        before = signal.signal(signal.SIGVTALRM, end)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    except (AttributeError, ValueError):
        before = None
    try:
        yield
    except ProblemsError:
        raise
    except Exception as error:
        raise _template_fault(error, where) from error
    finally:
        if before is not None:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)


def _template_fault(error: Exception, where: str) -> ProblemsError:
    """What is wrong with a template, and in which of its lines."""
    from jinja2 import TemplateNotFound, TemplateSyntaxError

    if isinstance(error, TemplateSyntaxError):
        return _fault(where, error.message or "it cannot be read as a template", error.lineno)
    if isinstance(error, RecursionError):
        return _fault(where, "the template is nested too deep, or includes itself without end")
    if isinstance(error, TemplateNotFound):
        return _fault(where, f"there is no template {error.name} to extend or include")
    return _fault(
        where, f"the template fails: {str(error) or type(error).__name__}", _line_of(error, Path(where).name)
    )


def _fault(where: str, message: str, line: int = 0) -> ProblemsError:
    return ProblemsError([Problem("template-invalid", Place(where, line), message, status=Exit.USAGE)])


def _line_of(error: BaseException, name: str) -> int:
    """The last line of the template that a traceback has; 0 where it has none."""
    line = 0
    trace = error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name in (name, _PAGE):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
