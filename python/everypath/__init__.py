"""Runs Everypath and gives its record as typed objects.

>>> import everypath
>>> result = everypath.check("program.c", unwind=8)          # doctest: +SKIP
>>> result.verdict                                           # doctest: +SKIP
<Verdict.SAFE: 'safe'>
"""

from __future__ import annotations

import asyncio
import enum
import html
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence, Union

if TYPE_CHECKING:
    import pandas

__all__ = [
    "Check",
    "Cut",
    "EverypathError",
    "Finding",
    "Frame",
    "Input",
    "Note",
    "Place",
    "Result",
    "Verdict",
    "check",
    "check_async",
]

PathLike = Union[str, "os.PathLike[str]"]
Option = Union[None, bool, int, float, str, "os.PathLike[str]", Sequence[Any]]

FORMAT, VERSION = "everypath-report", 1


class EverypathError(Exception):
    """A program could not be checked: `code` is the exit code, and the text is what everypath said."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message.strip() or f"everypath ended with {code}")
        self.code = code


class Verdict(enum.Enum):
    """What is said of a program as a whole."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    INCOMPLETE = "incomplete"


@dataclass(frozen=True)
class Place:
    """A place in the program, as far as it is known."""

    address: int
    function: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    instruction: str | None = None

    @classmethod
    def _of(cls, record: Mapping[str, Any]) -> Place:
        return cls(
            address=int(record["address"], 16),
            **{name: record.get(name) for name in ("function", "file", "line", "column", "instruction")},
        )

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.file and self.line else hex(self.address)
        if self.file and self.line and self.column:
            where += f":{self.column}"
        return f"{self.function} at {where}" if self.function else where


@dataclass(frozen=True)
class Input:
    """An input of a counterexample. Bytes are in memory order, elements are little endian."""

    name: str
    bytes: bytes
    element_size: int
    origin: str

    @property
    def elements(self) -> list[int]:
        """The elements as unsigned numbers."""
        size = self.element_size if self.element_size and len(self.bytes) % self.element_size == 0 else 1
        parts = range(0, len(self.bytes), size)
        return [int.from_bytes(self.bytes[at : at + size], "little") for at in parts]

    @property
    def value(self) -> int:
        """All of it as one signed number."""
        return int.from_bytes(self.bytes, "little", signed=True)


@dataclass(frozen=True)
class Frame:
    """An active call."""

    function: str | None
    call_site: Place


@dataclass(frozen=True)
class Note:
    """A place elsewhere that explains a violation: where a block was `allocated` or `freed`."""

    what: str
    place: Place


@dataclass(frozen=True)
class Finding:
    """A violation, which the emulator has shown. `record` has all members."""

    property: str
    description: str
    detail: str
    place: Place
    notes: list[Note]
    call_stack: list[Frame]
    inputs: dict[str, Input]
    occurrences: int
    test_case: str | None
    record: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class Cut:
    """Paths that were given up for one reason at one place."""

    kind: str
    reason: str
    place: Place | None
    count: int
    advice: str | None


@dataclass(frozen=True)
class Check:
    """What became of a check at one place: `violated`, `proven`, `proven within bounds` or `unknown`."""

    property: str
    place: Place
    status: str
    asked: int


@dataclass(frozen=True)
class Result:
    """What a check said. `record` is the whole record, `text` the report for people."""

    verdict: Verdict
    exit_code: int
    findings: list[Finding]
    cuts: list[Cut]
    checks: list[Check]
    next: str | None
    text: str = field(repr=False)
    record: Mapping[str, Any] = field(repr=False)

    @classmethod
    def of_record(cls, record: Mapping[str, Any], text: str = "") -> Result:
        """Reads a record, as `everypath check --json` writes it."""
        if record.get("format") != FORMAT or record.get("version") != VERSION:
            found = f"{record.get('format')} {record.get('version')}"
            raise ValueError(f"found {found}, expected {FORMAT} {VERSION}")
        return cls(
            verdict=Verdict(record["verdict"]),
            exit_code=record["exit_code"],
            findings=[_finding(it) for it in record["findings"]],
            cuts=[
                Cut(
                    kind=it["kind"],
                    reason=it["reason"],
                    place=Place._of(it["place"]) if it.get("place") else None,
                    count=it["count"],
                    advice=it.get("advice"),
                )
                for it in record["cuts"]
            ],
            checks=[
                Check(it["property"], Place._of(it["place"]), it["status"], it["asked"])
                for it in record["checks"]
            ],
            next=record.get("next"),
            text=text,
            record=record,
        )

    @property
    def statistics(self) -> Mapping[str, Any]:
        """Counts: paths, instructions, queries, ..."""
        statistics: Mapping[str, Any] = self.record["statistics"]
        return statistics

    @property
    def seconds(self) -> float | None:
        """How long it took, if that was told."""
        timing = self.record.get("timing")
        return timing["seconds"] if timing else None

    def findings_table(self) -> pandas.DataFrame:
        """The findings as a table, one row each."""
        columns = ["property", "description", "function", "file", "line", "column", "occurrences", "inputs"]
        rows = [
            [
                it.property,
                it.description,
                it.place.function,
                it.place.file,
                it.place.line,
                it.place.column,
                it.occurrences,
                {name: value.elements for name, value in it.inputs.items()},
            ]
            for it in self.findings
        ]
        return _table(rows, columns)

    def checks_table(self) -> pandas.DataFrame:
        """Every check that depended on inputs or failed, one row each."""
        columns = ["property", "function", "file", "line", "status", "asked"]
        rows = [
            [it.property, it.place.function, it.place.file, it.place.line, it.status, it.asked]
            for it in self.checks
        ]
        return _table(rows, columns)

    def statistics_table(self) -> pandas.DataFrame:
        """Counts and coverage, one row each."""
        counted = {**self.statistics, **self.statistics["ends"], **self.record["coverage"]}
        rows = [[name, value] for name, value in counted.items() if isinstance(value, (int, float))]
        if self.seconds is not None:
            rows.append(["seconds", self.seconds])
        return _table(rows, ["statistic", "value"])

    def _repr_html_(self) -> str:
        colours = {Verdict.SAFE: "#116329", Verdict.UNSAFE: "#a40e26", Verdict.INCOMPLETE: "#7d4e00"}
        files = html.escape(" ".join(self.record["program"]["files"]))
        head = f"<p><b style='color: {colours[self.verdict]}'>{self.verdict.value}</b> {files}</p>"
        rows = [
            ("violation: " + it.property, str(it.place), _inputs(it.inputs.values())) for it in self.findings
        ]
        rows += [(f"{it.count} not followed: {it.reason}", str(it.place or ""), it.advice or "") for it in self.cuts]
        cells = ["".join(f"<td style='text-align: left'>{html.escape(cell)}</td>" for cell in row) for row in rows]
        body = "".join(f"<tr>{row}</tr>" for row in cells)
        return head + (f"<table>{body}</table>" if body else "")


def _finding(record: Mapping[str, Any]) -> Finding:
    inputs = {
        it["name"]: Input(it["name"], bytes.fromhex(it["bytes"]), it["element_size"], it["origin"])
        for it in record["inputs"]
    }
    stack = [Frame(it.get("function"), Place._of(it["call_site"])) for it in record["call_stack"]]
    return Finding(
        property=record["property"],
        description=record["description"],
        detail=record["detail"],
        place=Place._of(record["place"]),
        notes=[Note(it["what"], Place._of(it["place"])) for it in record.get("notes", [])],
        call_stack=stack,
        inputs=inputs,
        occurrences=record["occurrences"],
        test_case=record.get("test_case"),
        record=record,
    )


def _inputs(inputs: Iterable[Input]) -> str:
    return ", ".join(f"{it.name} = {it.value if len(it.elements) == 1 else it.elements}" for it in inputs)


def _table(rows: list[list[Any]], columns: list[str]) -> pandas.DataFrame:
    import pandas

    return pandas.DataFrame(rows, columns=columns)


def _words(options: Mapping[str, Option]) -> list[str]:
    """Keywords as words of the command line; those of the program's arguments are the last."""
    words: list[str] = []
    for name, value in sorted(options.items(), key=lambda it: it[0] == "args"):
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif name == "args":
            words += [option, *map(str, value)]  # type: ignore[arg-type]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            words += [f"{option}={it}" for it in value]
        else:
            words.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return words


def _program(executable: PathLike | None) -> str:
    """Where the program everypath is."""
    found = executable or os.environ.get("EVERYPATH") or shutil.which("everypath")
    if not found:
        raise FileNotFoundError("everypath is not on the PATH: install it, set EVERYPATH, or give `executable`")
    return os.fspath(found)


def _command(
    files: Sequence[PathLike], executable: PathLike | None, options: Mapping[str, Option], record: Path
) -> list[str]:
    names = [os.fspath(file) for file in files]
    return [_program(executable), "check", f"--json={record}", *names, *_words(options)]


def _result(code: int, record: Path, output: bytes, errors: bytes) -> Result:
    if code not in (0, 5, 10) or not record.exists():
        raise EverypathError(code, errors.decode(errors="replace"))
    text = record.read_text(encoding="utf-8")
    return Result.of_record(json.loads(text), output.decode(errors="replace"))


def check(
    *files: PathLike,
    executable: PathLike | None = None,
    cwd: PathLike | None = None,
    **options: Option,
) -> Result:
    """Checks a program: C files, bitcode, or an executable for RISC-V.

    Options are those of `everypath check`, with underscores for dashes: `unwind=8`, `all=True`, `include=["src", "lib"]`.
    Raises `EverypathError` if the program cannot be checked; a verdict is no error.
    """
    with tempfile.TemporaryDirectory() as directory:
        record = Path(directory) / "record.json"
        command = _command(files, executable, options, record)
        ran = subprocess.run(command, cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL, check=False)
        return _result(ran.returncode, record, ran.stdout, ran.stderr)


async def check_async(
    *files: PathLike,
    executable: PathLike | None = None,
    cwd: PathLike | None = None,
    **options: Option,
) -> Result:
    """The same as `check`, without blocking an event loop. When the task is cancelled, the check is ended."""
    with tempfile.TemporaryDirectory() as directory:
        record = Path(directory) / "record.json"
        command = _command(files, executable, options, record)
        pipe, none = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
        ran = await asyncio.create_subprocess_exec(*command, cwd=cwd, stdin=none, stdout=pipe, stderr=pipe)
        try:
            output, errors = await ran.communicate()
        except asyncio.CancelledError:
            ran.kill()
            await ran.wait()
            raise
        assert ran.returncode is not None
        return _result(ran.returncode, record, output, errors)
