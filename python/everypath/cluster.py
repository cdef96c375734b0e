"""Everypath on a cluster: units of work (docs/units.md) as tasks of Ray (docs/cluster.md).

Ray sends units to nodes, repeats what a lost node did, and scales the cluster. The driver, which is here, divides the job, hands out units, keeps
results in a directory as they come, and hands out what they leave. It asks `everypath gather`, which reads all results, only what is open at the
beginning, and where something was found: to ask it whenever units run low takes time that grows with the square of their number. What is in the
directory is all that counts: who starts it again goes on from there.

>>> from everypath import cluster
>>> result = cluster.check("program.c", engine="paths", all=True, address="auto")   # doctest: +SKIP
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterator, Sequence

from . import EverypathError, Option, PathLike, Result, _program, _words

__all__ = ["check", "main"]

SHORTEST, LONGEST = 5.0, 30.0
"""Seconds of work in a unit: at least, as far as there is so much, and at most."""

OVERHEAD = 20
"""Starting and compiling may take one part in so many of a unit, if units need not be longer than the longest for that."""

BUSY = 2
"""Taking results may take the driver one part in so many of the time, likewise."""

AHEAD = 2
"""Tasks for each worker, so that it has one while the driver is busy. More than there are workers lets Ray's autoscaler ask for more."""

FIRST_UNITS = 4
"""Units for each worker into which the job is divided at first."""

MOST_JOBS = 16
"""Threads that divide a unit, at most."""

TRIES = 3
"""A unit that ended everypath so often is left out."""

SPLIT_RESULT = "split.result.json"


@dataclass(frozen=True)
class Job:
    """What is to be checked, where, and by which program; None: the one that a node finds."""

    words: list[str]
    directory: Path
    executable: str | None = None

    def run(self, *arguments: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
        """Runs everypath here."""
        command = [_program(self.executable), *arguments]
        return subprocess.run(command, cwd=self.directory, stdin=subprocess.DEVNULL, check=False, **how)

    def ask(self, *arguments: str, good: Sequence[int] = (0,)) -> bytes:
        """Runs everypath here, and gives what it prints."""
        ran = self.run(*arguments, capture_output=True)
        if ran.returncode not in good:
            raise EverypathError(ran.returncode, ran.stderr.decode(errors="replace"))
        return ran.stdout


@dataclass(frozen=True)
class Unit:
    """A unit of work, as a file has it."""

    name: str
    states: int
    text: str

    @classmethod
    def of(cls, file: Path) -> Unit:
        text = file.read_text(encoding="utf-8")
        unit = json.loads(text)
        return cls(unit["unit"], unit["content"]["states"], text)


def _units(directory: Path) -> list[Unit]:
    """Units that everypath wrote into a directory, in the order of their places."""
    return [Unit.of(file) for file in sorted(directory.glob("*.unit.json"))]


@dataclass(frozen=True)
class Done:
    """The result of a unit, what the driver wants to know of it, and the units that it leaves open, in the order of their places; all else is for `gather`."""

    name: str
    paths: int
    findings: int
    elapsed: float
    left: list[Unit]
    text: str

    @classmethod
    def of(cls, file: Path, left: Path) -> Done:
        """Reads what `everypath work` wrote: the result, and the units in a directory."""
        text = file.read_text(encoding="utf-8")
        result = json.loads(text)
        content = result["content"]
        ledgers = [piece["ledger"] for piece in content["pieces"]]
        return cls(
            name=result["unit"],
            paths=sum(ledger["statistics"]["paths"] for ledger in ledgers),
            findings=sum(len(ledger["findings"]) for ledger in ledgers),
            elapsed=content["elapsed"]["secs"] + content["elapsed"]["nanos"] / 1e9,
            left=_units(left),
            text=text,
        )


@dataclass(frozen=True)
class Answer:
    """What a task gives: what it did, or the exit code and what everypath said."""

    code: int
    said: str
    seconds: float
    done: Done | None = None


def _work(text: str, limit: float, jobs: int, executable: str | None, directory: str | None) -> Answer:
    """Does a unit; this runs on a node, where results are read, too, since there is one driver only.

    `directory` is where the job's files are named from, if not where Ray put them.
    """
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        unit, result, left = Path(place, "unit.json"), Path(place, "result.json"), Path(place, "left")
        unit.write_text(text, encoding="utf-8")
        options = [f"--result={result}", f"--left={left}", f"--time-limit={limit:.3f}", f"--jobs={jobs}", "--quiet"]
        command = [_program(executable), "work", str(unit), *options]
        ran = subprocess.run(command, cwd=directory, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        seconds = time.monotonic() - start
        done = Done.of(result, left) if ran.returncode == 0 else None
        return Answer(ran.returncode, ran.stderr.decode(errors="replace"), seconds, done)


def _write(file: Path, text: str) -> None:
    """Writes a file; it is on disk when this is done, whole, or what was there before is."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    with open(part, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    os.replace(part, file)


@dataclass
class Pace:
    """How long units work: so long that starting and compiling matter little and the driver keeps up, and no longer than the longest."""

    fixed: float | None = None
    overhead: float = 0.0
    overrun: float = 0.0
    taking: float = 0.0
    factor: float = 1.0
    """Grows while units end no path: the way to where their states were takes all of their time."""

    def measured(self, limit: float, seconds: float, done: Done) -> None:
        """A unit with a limit took so long."""
        self.overhead += (max(seconds - done.elapsed, 0.0) - self.overhead) / 4
        self.overrun += (max(done.elapsed - limit, 0.0) - self.overrun) / 4
        if done.left and done.paths == 0:
            self.factor *= 2
        else:
            self.factor = max(self.factor / 2, 1.0)

    def taken(self, seconds: float) -> None:
        """The driver took so long to take a result."""
        self.taking += (seconds - self.taking) / 4

    def limit(self, workers: int) -> float:
        """The time limit of the next unit. What a unit takes beyond it, since a question is answered first, counts as well."""
        if self.fixed is not None:
            return self.fixed * self.factor
        wanted = max(OVERHEAD * self.overhead, BUSY * self.taking * workers)
        return self.factor * max(SHORTEST, min(wanted, LONGEST - self.overrun))

    @staticmethod
    def jobs(units: int, workers: int) -> int:
        """Threads for the next unit: one, or where units get rare several, since each leaves a unit when time is up."""
        if units >= AHEAD * workers:
            return 1
        return min(MOST_JOBS, math.ceil(2 * AHEAD * workers / max(units, 1)))


class Progress:
    """Says how far a run is: one line that changes on a terminal, else a line now and then; each finding and trouble is a line of its own."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.on_terminal = sys.stderr.isatty()
        self.pause = 0.5 if self.on_terminal else 10.0
        self.start = self.shown = time.monotonic()
        self.is_open = False

    def line(self, text: str) -> None:
        if not self.quiet:
            self.finish()
            print(text, file=sys.stderr, flush=True)

    def status(self, done: int, units: int, workers: int, paths: int, findings: int, now: bool = False) -> None:
        if self.quiet or not now and time.monotonic() - self.shown < self.pause:
            return
        self.shown = time.monotonic()
        seconds = self.shown - self.start
        text = (
            f"{done} units done, {units} open, {workers} workers, {paths} paths, "
            f"{paths / max(seconds, 0.001):.0f} paths/s, {findings} findings, {seconds:.0f} s"
        )
        if self.on_terminal:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            self.is_open = True
        else:
            print(text, file=sys.stderr, flush=True)

    def finish(self) -> None:
        if self.is_open:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self.is_open = False


Rank = tuple[int, ...]
"""Where an open unit stands in the order of places: before all of a greater rank. What `gather` tells is numbered, what a unit leaves stands in its place."""


@dataclass
class Flight:
    """A task that was handed to Ray."""

    rank: Rank
    unit: Unit
    limit: float


@dataclass
class Driver:
    """Hands out units until none is open."""

    job: Job
    units: Path
    progress: Progress
    pace: Pace
    shipped: bool = False
    open: list[tuple[Rank, Unit]] = field(default_factory=list)
    """A heap of the units that are open and not handed out. Of these, the one that comes first in the order of places is handed out first: one run comes to
    them in this order, and where a finding ends the run, what is behind it was done in vain."""
    flying: dict[Any, Flight] = field(default_factory=dict)
    crashes: Counter[str] = field(default_factory=Counter)
    left_out: dict[str, str] = field(default_factory=dict)
    new_findings: bool = False
    """Results had findings since it was gathered last."""
    gathered_at: float = -math.inf
    gather_seconds: float = 0.0
    findings: set[str] = field(default_factory=set)
    done: int = 0
    paths: int = 0
    workers: int = 1

    def run(self) -> None:
        """Works until nothing is open but what was left out; an interrupt ends it earlier."""
        import ray

        work = ray.remote(num_cpus=1)(_work)
        try:
            self._gather()
            while True:
                self.workers = _processors()
                if self._is_time_to_gather():
                    self._gather()
                self._hand_out(work)
                if not self.flying:
                    break
                first, rest = ray.wait(list(self.flying), timeout=1)
                more, _ = ray.wait(rest, num_returns=len(rest), timeout=0) if first and rest else ([], [])
                for task in [*first, *more]:
                    self._take(task)
                self._status()
        except KeyboardInterrupt:
            self.progress.line("interrupted; what is known is gathered")
        finally:
            self._status(now=True)
            self.progress.finish()

    def _status(self, now: bool = False) -> None:
        units = len(self.open) + len(self.flying)
        self.progress.status(self.done, units, self.workers, self.paths, len(self.findings), now)

    def _is_time_to_gather(self) -> bool:
        """Where there are new findings, which may end the run, as often as takes one part in twenty of the time."""
        rested = time.monotonic() - self.gathered_at > OVERHEAD * self.gather_seconds
        return self.new_findings and rested

    def _gather(self) -> None:
        """Asks which units are open now."""
        start = time.monotonic()
        with tempfile.TemporaryDirectory() as place:
            missing, record = Path(place, "missing"), Path(place, "record.json")
            options = [f"--missing={missing}", f"--json={record}", "--quiet"]
            self.job.ask("gather", str(self.units), *options, good=(0, 5, 10))
            units = _units(missing)
            result = Result.of_record(json.loads(record.read_text(encoding="utf-8")))
        for finding in result.findings:
            text = f"violation: {finding.property} in {finding.place}"
            if text not in self.findings:
                self.findings.add(text)
                self.progress.line(text)
        # What is behind the finding that ends the run: nobody waits for it any more. (It is not cancelled: in Ray 2.60 that ends no process of a
        # task, and may end the driver.)
        ranks = {unit.name: (number,) for number, unit in enumerate(units)}
        self.flying = {task: flight for task, flight in self.flying.items() if flight.unit.name in ranks}
        for flight in self.flying.values():
            flight.rank = ranks[flight.unit.name]
        known = {flight.unit.name for flight in self.flying.values()} | self.left_out.keys()
        # They are in order, and so a heap.
        self.open = [(ranks[unit.name], unit) for unit in units if unit.name not in known]
        self.new_findings = False
        self.gathered_at = time.monotonic()
        self.gather_seconds = self.gathered_at - start

    def _hand_out(self, work: Any) -> None:
        while self.open and len(self.flying) < AHEAD * self.workers:
            units = len(self.open) + len(self.flying)
            rank, unit = heapq.heappop(self.open)
            limit, jobs = self.pace.limit(self.workers), self.pace.jobs(units, self.workers)
            directory = None if self.shipped else str(self.job.directory)
            task = work.remote(unit.text, limit, jobs, self.job.executable, directory)
            self.flying[task] = Flight(rank, unit, limit)

    def _take(self, task: Any) -> None:
        """Takes the answer of a task that has ended."""
        import ray

        start = time.monotonic()
        flight = self.flying.pop(task)
        try:
            answer: Answer = ray.get(task)
        except ray.exceptions.RayTaskError as error:
            raise error.cause if error.cause is not None else error
        except ray.exceptions.RayError as error:
            # Ray has tried again as often as it does, on other nodes.
            return self._crashed(flight, str(error).strip().splitlines()[0])
        if answer.code in (1, 2):
            # Nodes differ from here, or a file is gone: no unit would do better.
            raise EverypathError(answer.code, answer.said)
        if answer.done is None:
            said = answer.said.strip().splitlines()
            return self._crashed(flight, said[-1] if said else _ended(answer.code))
        self._keep(flight, answer.done)
        self.pace.measured(flight.limit, answer.seconds, answer.done)
        self.pace.taken(time.monotonic() - start)

    def _keep(self, flight: Flight, done: Done) -> None:
        """Writes a result down; what it leaves is open."""
        _write(self.units / f"{done.name}.result.json", done.text)
        self.done += 1
        self.paths += done.paths
        self.new_findings |= done.findings > 0
        for number, unit in enumerate(done.left):
            # A unit that is alone has the whole place, so ranks are as long as units were divided, and not as often as they went on.
            rank = flight.rank if len(done.left) == 1 else (*flight.rank, number)
            heapq.heappush(self.open, (rank, unit))

    def _crashed(self, flight: Flight, why: str) -> None:
        unit = flight.unit
        self.crashes[unit.name] += 1
        if self.crashes[unit.name] < TRIES:
            heapq.heappush(self.open, (flight.rank, unit))
            return
        self.left_out[unit.name] = why
        self.progress.line(f"unit {unit.name} is left out, with {unit.states} states: ended everypath {TRIES} times: {why}")


def _ended(code: int) -> str:
    """An exit code in words."""
    if code >= 0:
        return f"exit code {code}"
    with contextlib.suppress(ValueError):
        return f"signal {signal.Signals(-code).name}"
    return f"signal {-code}"


def _begin(job: Job, units: Path, into: int) -> None:
    """Divides a job, or sees that a directory is of this job."""
    units.mkdir(parents=True, exist_ok=True)
    kept = units / SPLIT_RESULT
    if not job.words:
        if not kept.exists():
            raise EverypathError(2, f"{kept}: there is no run to go on with; give a program")
        return
    with tempfile.TemporaryDirectory() as place:
        job.ask("split", *job.words, f"--into={max(into, 2)}", f"--units={place}")
        text = Path(place, SPLIT_RESULT).read_text(encoding="utf-8")
    if not kept.exists():
        _write(kept, text)
    elif json.loads(kept.read_text(encoding="utf-8"))["unit"] != json.loads(text)["unit"]:
        raise EverypathError(
            2, f"{kept}: the job or the program has changed; give no files to go on with the one of before, or another directory"
        )


@contextlib.contextmanager
def _ray(address: str | None, workers: int | None, ship: Path | None) -> Iterator[None]:
    """Joins a cluster, or starts Ray on this machine; a Ray that is there already is used."""
    try:
        import ray
    except ImportError as error:
        raise EverypathError(2, f"Ray is not installed ({error}): pip install './python[cluster]'") from error
    if ray.is_initialized():
        if ship:
            raise EverypathError(1, "Ray is initialised already; `ship` is for one that is initialised here")
        yield
        return
    environment = {"working_dir": str(ship)} if ship else None
    how: dict[str, Any] = {"logging_level": "error", "log_to_driver": False, "runtime_env": environment}
    if address is None:
        ray.init(address="local", num_cpus=workers, include_dashboard=False, **how)
    else:
        ray.init(address=address, **how)
    try:
        yield
    finally:
        ray.shutdown()


def _processors() -> int:
    """How many units the cluster can work on at once, as it is now; one where it has yet to grow."""
    import ray

    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(resources.get("CPU", 0)))


def _run(
    job: Job,
    units: Path,
    address: str | None,
    workers: int | None,
    ship: bool,
    unit_time: float | None,
    quiet: bool,
) -> None:
    """Works on a job until its directory has all results that can be had."""
    with _ray(address, workers, job.directory if ship else None):
        _begin(job, units, FIRST_UNITS * _processors())
        driver = Driver(job, units, Progress(quiet), Pace(unit_time), shipped=ship)
        driver.run()


@contextlib.contextmanager
def _directory(units: PathLike | None) -> Iterator[Path]:
    """Where results are kept: a directory of the caller, or one that is gone afterwards."""
    if units is not None:
        yield Path(units).resolve()
        return
    with tempfile.TemporaryDirectory() as place:
        yield Path(place)


def check(
    *files: PathLike,
    address: str | None = None,
    units: PathLike | None = None,
    workers: int | None = None,
    ship: bool = False,
    unit_time: float | None = None,
    quiet: bool = True,
    executable: PathLike | None = None,
    cwd: PathLike | None = None,
    **options: Option,
) -> Result:
    """Checks a program on a cluster of Ray; files and options are those of `everypath.check`, `engine="paths"` among them.

    `address` is that of a cluster ("auto": the one that is running here); without it Ray is started on this machine, with so many `workers`.
    `units` is the directory in which results are kept, from which a run goes on that was ended; without files, with the job that it is of.
    `ship` sends `cwd` to the nodes; else it has to be there at the same place. `unit_time` fixes how many seconds units work.
    Raises `EverypathError` if the program cannot be checked; a verdict is no error.
    """
    directory = Path(cwd or ".").resolve()
    names = [os.fspath(file) for file in files]
    timing = ["--no-timing"] if options.pop("no_timing", False) else []
    job = Job([*names, *_words(options)] if names else [], directory, None if executable is None else os.fspath(executable))
    with _directory(units) as place:
        _run(job, place, address, workers, ship, unit_time, quiet)
        with tempfile.TemporaryDirectory() as written:
            record = Path(written, "record.json")
            text = job.ask("gather", str(place), f"--json={record}", *timing, good=(0, 5, 10))
            return Result.of_record(json.loads(record.read_text(encoding="utf-8")), text.decode(errors="replace"))


OUTPUT = ("--no-timing", "--list-checks", "--stats", "-q", "--quiet", "-v", "--verbose")
"""Options for `gather` without a value."""

OUTPUT_TO = ("--json", "--sarif", "--junit", "--witness", "--dot")
"""Options for `gather` that may have a file behind `=`."""

OUTPUT_INTO = ("--coverage", "--html")
"""Options for `gather` with a file or directory behind them."""


def _divide(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words of a command line for `split`, and those for `gather`."""
    job: list[str] = []
    output: list[str] = []
    rest = iter(words)
    for word in rest:
        name = word.split("=")[0]
        if word == "--args":
            job += [word, *rest]
        elif word in OUTPUT or name in OUTPUT_TO + OUTPUT_INTO:
            output.append(word)
            if word in OUTPUT_INTO:
                output += [value for value in [next(rest, None)] if value is not None]
        else:
            job.append(word)
    return job, output


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="everypath-cluster",
        description="Checks a program as `everypath check --engine paths` does, on a cluster of Ray.",
        epilog="All other options are those of `everypath split`, for the job, and of `everypath gather`, for output (--json, --no-timing, ...).",
        allow_abbrev=False,
    )
    parser.add_argument("command", choices=["check"], help="what to do")
    parser.add_argument("--address", help="of a cluster of Ray, such as `auto`; without it Ray is started on this machine")
    parser.add_argument("--workers", type=int, metavar="N", help="without --address: tasks at once [default: one for each core]")
    parser.add_argument(
        "--units",
        metavar="DIR",
        help="keep results there; the same command goes on with what is there, and without files the job of before is taken",
    )
    parser.add_argument(
        "--ship",
        action="store_true",
        help="send this directory to the nodes, instead of expecting it there at the same place",
    )
    parser.add_argument("--executable", metavar="PATH", help="the program everypath on the nodes and here [default: $EVERYPATH, or on the PATH]")
    parser.add_argument(
        "--unit-time", type=float, metavar="SECONDS", help="how long units work [default: 5 to 30, so that starting takes at most a twentieth and the driver keeps up]"
    )
    return parser


def main(words: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    given = list(sys.argv[1:] if words is None else words)
    at = given.index("--args") if "--args" in given else len(given)
    arguments, others = _parser().parse_known_args(given[:at])
    job_words, output = _divide([*others, *given[at:]])
    job = Job(job_words, Path.cwd(), arguments.executable)
    quiet = "-q" in output or "--quiet" in output
    try:
        with _directory(arguments.units) as place:
            _run(job, place, arguments.address, arguments.workers, arguments.ship, arguments.unit_time, quiet)
            return job.run("gather", str(place), *output).returncode
    except (EverypathError, OSError) as error:
        print(f"everypath-cluster: {str(error).removeprefix('everypath: ')}", file=sys.stderr)
        return error.code if isinstance(error, EverypathError) else 2


if __name__ == "__main__":
    sys.exit(main())
