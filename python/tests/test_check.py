"""Run with `pytest python`; the program is the one that EVERYPATH names, or that is on the PATH."""

import asyncio
import os
from pathlib import Path

import everypath
import pytest
from everypath import Verdict

ROOT = Path(__file__).resolve().parents[2]


def check(*files, **options):
    return everypath.check(*files, cwd=ROOT, **options)


def test_a_violation_has_its_place_and_inputs():
    result = check("examples/midpoint.c", no_timing=True)
    assert (result.verdict, result.exit_code, result.seconds) == (Verdict.UNSAFE, 10, None)
    [finding] = result.findings
    assert finding.property == "signed-overflow"
    assert (finding.place.file, finding.place.line) == ("examples/midpoint.c", 7)
    assert str(finding.place) == "midpoint at examples/midpoint.c:7:54"
    assert finding.inputs["low"].value + finding.inputs["high"].value > 2**31 - 1
    assert [frame.function for frame in finding.call_stack] == ["midpoint", "main"]
    assert "violation 1" in result.text


def test_a_safe_program_has_counts():
    result = check("examples/packet_fixed.c", engine="paths")
    assert result.verdict is Verdict.SAFE and not result.findings and not result.cuts
    assert result.statistics["paths"] == 21
    assert result.seconds is not None


def test_an_incomplete_one_says_what_to_try_next():
    result = check("examples/rounds.c", engine="paths", unwind=3)
    assert result.verdict is Verdict.INCOMPLETE
    assert result.cuts[0].kind == "loop-bound"
    assert result.cuts[0].place.line == 12
    assert result.next == "everypath check examples/rounds.c --engine paths --unwind 6"


def test_options_are_keywords():
    words = everypath._words(
        {"args": ["-x"], "all": True, "unwind": 8, "define": ["A", "B=1"], "quiet": False, "tests": None, "include": Path("a")}
    )
    assert words == ["--all", "--unwind=8", "--define=A", "--define=B=1", "--include=a", "--args", "-x"]


def test_what_cannot_be_checked_is_an_error():
    with pytest.raises(everypath.EverypathError, match="No such file") as error:
        check("examples/gone.c")
    assert error.value.code == 2
    with pytest.raises(everypath.EverypathError, match="unwound") as error:
        check("examples/packet.c", unwound=3)
    assert error.value.code == 1
    with pytest.raises(ValueError, match="expected everypath-report 1"):
        everypath.Result.of_record({"format": "everypath-report", "version": 2})


def test_a_result_shows_itself():
    shown = check("examples/packet.c")._repr_html_()
    assert "unsafe</b> examples/packet.c" in shown and "receive at examples/packet.c:39" in shown
    assert "<table>" in shown and "<script" not in shown


def test_tables():
    pytest.importorskip("pandas")
    result = check("examples/packet.c", all=True)
    findings = result.findings_table()
    assert list(findings["property"]) == ["array-bounds"] and findings["line"][0] == 39
    assert findings["inputs"][0]["frame"][0] == 0x7E
    assert "violated" in set(result.checks_table()["status"])
    statistics = result.statistics_table().set_index("statistic")["value"]
    assert statistics["paths"] > 0 and statistics["branch_sides"] > 0


def test_many_at_once():
    async def all_of_them():
        names = ["midpoint.c", "packet_fixed.c", "lock.c"]
        runs = [everypath.check_async(f"examples/{name}", cwd=ROOT) for name in names]
        return [result.verdict for result in await asyncio.gather(*runs)]

    assert asyncio.run(all_of_them()) == [Verdict.UNSAFE, Verdict.SAFE, Verdict.SAFE]


def test_without_the_program(monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("EVERYPATH", raising=False)
    with pytest.raises(FileNotFoundError, match="everypath is not on the PATH"):
        everypath.check("x.c")
    assert "EVERYPATH" not in os.environ
