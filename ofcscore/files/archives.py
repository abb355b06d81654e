"""Read Excel workbooks and zipped chats as text."""

from __future__ import annotations

import csv
import errno
import io
import os
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, BinaryIO, Final

MOST_BYTES: Final = 64 << 20
"""The largest unpacked size, because a small archive can unpack to any size."""
_MOST_ROWS: Final = 200_000


class Unpacked(io.BytesIO):
    """The text of a workbook or an archive. `note` is a warning for the user, or None."""

    note: str | None = None


def open_packed(path: str) -> Unpacked:
    """Return the chat in a `.zip` file, or the first sheet of a workbook. Raise `OSError` without one."""
    return _chat(path) if path.lower().endswith(".zip") else _sheet(path)


def _refusal(words: str) -> OSError:
    return OSError(errno.EINVAL, words)


# -- zipped chats --------------------------------------------------------------------------------------

_CHAT: Final = "_chat.txt"
_BROKEN: Final = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


def _chat(path: str) -> Unpacked:
    """Return the chat in a WhatsApp export: `_chat.txt`, or the only text file."""
    try:
        with zipfile.ZipFile(path) as archive:
            texts = [
                member
                for member in archive.infolist()
                if member.filename.lower().endswith(".txt") and not member.filename.startswith("__MACOSX/")
            ]
            chats = [member for member in texts if os.path.basename(member.filename) == _CHAT] or texts
            if len(chats) != 1:
                found = f"has {len(chats)} text files" if chats else f"has no {_CHAT}"
                raise _refusal(f"this archive {found}; unpack it and name the log")
            with archive.open(chats[0]) as stream:
                data = stream.read(MOST_BYTES + 1)
    except _BROKEN as error:
        raise _refusal("this archive is damaged or has a password; unpack it and name the log") from error
    if len(data) > MOST_BYTES:
        raise _refusal(f"the chat in this archive is larger than {MOST_BYTES >> 20} MB")
    return Unpacked(data)


# -- workbooks -----------------------------------------------------------------------------------------


def _sheet(path: str) -> Unpacked:
    """Return the first sheet of a workbook as CSV. Line N is row N, so that places match the sheet."""
    with open(path, "rb") as file:
        _check_size(file)
        try:
            import openpyxl
        except ModuleNotFoundError as error:
            words = "this is an Excel workbook; save it as CSV, or run `pip install 'ofcscore[excel]'`"
            raise _refusal(words) from error
        with warnings.catch_warnings():
            # openpyxl warns about formatting that it does not support, which is not needed here.
            warnings.simplefilter("ignore")
            try:
                return _first_sheet(openpyxl, file)
            except OSError:
                raise
            # openpyxl raises many kinds of errors for a damaged workbook.
            except Exception as error:
                raise _refusal("this workbook is damaged; save the sheet as CSV") from error


def _check_size(file: BinaryIO) -> None:
    """Raise `OSError` for a workbook that is too large or defines XML entities."""
    try:
        with zipfile.ZipFile(file) as archive:
            if sum(member.file_size for member in archive.infolist()) > MOST_BYTES:
                size = f"{MOST_BYTES >> 20} MB"
                raise _refusal(f"this workbook unpacks to more than {size}; save the sheet as CSV")
            for member in archive.infolist():
                with archive.open(member) as stream:
                    if b"<!DOCTYPE" in stream.read(1024):
                        raise _refusal("this workbook defines entities; save the sheet as CSV")
    except _BROKEN as error:
        words = "this is not an Excel workbook, or it has a password; save the sheet as CSV"
        raise _refusal(words) from error


def _first_sheet(openpyxl: Any, file: BinaryIO) -> Unpacked:
    values = openpyxl.load_workbook(file, read_only=True, data_only=True)
    formulas = openpyxl.load_workbook(file, read_only=True)
    first, *others = values.worksheets
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    rows = zip(_rows(first), _rows(formulas.worksheets[0]), strict=True)
    for number, (row, sources) in enumerate(rows, 1):
        for column, (value, source) in enumerate(zip(row, sources, strict=False), 1):
            if value is None and source is not None:
                where = f"{openpyxl.utils.get_column_letter(column)}{number}"
                raise _refusal(f"the formula in {where} has no result; open the file in Excel and save it")
        cells = [_cell_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
        if number > _MOST_ROWS or text.tell() > MOST_BYTES:
            raise _refusal("this sheet is too long; save it as CSV")
    unpacked = Unpacked(text.getvalue().encode("utf-8", "surrogatepass"))
    if any(any(any(row) for row in _rows(sheet)) for sheet in others):
        unpacked.note = f"only the first sheet, `{first.title}`, is read"
    return unpacked


def _rows(sheet: Any) -> Iterator[tuple[object, ...]]:
    # The size in the workbook may include millions of empty cells.
    sheet.reset_dimensions()
    yield from sheet.iter_rows(values_only=True)


def _cell_text(value: object) -> str:
    """Return a cell as a person would type it: 5 for 5.0, dates as 2026-11-20."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{Decimal(repr(value)).normalize():f}"
    if isinstance(value, datetime):
        return str(value.date() if value.time() == time() else value.replace(microsecond=0))
    if isinstance(value, (date, time)):
        return value.isoformat()
    return " ".join(str(value).splitlines())
