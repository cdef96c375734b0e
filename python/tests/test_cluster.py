"""Run with `pytest python`; what needs Ray is skipped without it (`pip install './python[cluster]'`, or `cargo xtask cluster`)."""

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import everypath
import pytest
from everypath import cluster

ROOT = Path(__file__).resolve().parents[2]

SORT = """
#include <assert.h>
#ifndef NUMBERS
#define NUMBERS 6
#endif
extern void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
    unsigned char numbers[NUMBERS], sorted[NUMBERS];
    klee_make_symbolic(numbers, sizeof numbers, "numbers");
    for (int i = 0; i < NUMBERS; i++) sorted[i] = numbers[i];
    for (int i = 1; i < NUMBERS; i++)
        for (int j = i; j > 0 && sorted[j - 1] > sorted[j]; j--) {
            unsigned char other = sorted[j];
            sorted[j] = sorted[j - 1];
            sorted[j - 1] = other;
        }
    for (int i = 1; i < NUMBERS; i++) assert(sorted[i - 1] <= sorted[i]);
#ifndef SAFE
    if (numbers[0] > numbers[1]) assert(numbers[1] != 200);
#endif
}
"""

ALL = ["--engine", "paths", "--all"]


@pytest.fixture(scope="module")
def ray():
    """Ray, which is started once for the tests that need not start it themselves."""
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install './python[cluster]'")
    yield ray
    ray.shutdown()


@pytest.fixture
def sort(tmp_path):
    (tmp_path / "sort.c").write_text(SORT, encoding="utf-8")
    return tmp_path


def command(words, **how):
    """The command line, in a process of its own."""
    return subprocess.Popen([sys.executable, "-m", "everypath.cluster", *words], **how)


def one_run(directory, *words):
    """The record of one run of everypath, as bytes."""
    program = os.environ.get("EVERYPATH", "everypath")
    ran = subprocess.run(
        [program, "check", *words, "--no-timing", "--json"], cwd=directory, stdout=subprocess.PIPE, check=False
    )
    assert ran.returncode in (0, 5, 10)
    return ran.stdout


def wrapped(directory, script):
    """A program that does something before it is everypath: a script of the shell, in which `$PLACE` is its directory."""
    file = directory / "wrapper"
    program = os.environ.get("EVERYPATH", "everypath")
    file.write_text(f'#!/bin/sh\nPLACE="{directory}"\n{script}\nexec "{program}" "$@"\n', encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return str(file)


def on_cluster(directory, words, *options, expect):
    """The record of a run on a cluster, as bytes, and what was said."""
    file = directory / "record.json"
    words = ["check", *words, "--workers=2", "--no-timing", f"--json={file}", *options]
    ran = command(words, cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, said = ran.communicate(timeout=120)
    said = said.decode()
    assert ran.returncode == expect, said
    return file.read_bytes(), said


def test_words_are_divided_into_those_of_the_job_and_those_of_the_report():
    words = ["a.c", "--json=r", "--define", "N=1", "--coverage", "c", "--html", "d", "--dot", "-q", "--args", "-q", "--json"]
    of_report = ["--json=r", "--coverage", "c", "--html", "d", "--dot", "-q"]
    assert cluster._divide(words) == (["a.c", "--define", "N=1", "--args", "-q", "--json"], of_report)


def unit(name):
    return cluster.Unit(name=name, states=1, text=name)


def done(paths=1, elapsed=5, left=("rest",), name=""):
    return cluster.Done(name=name, paths=paths, findings=0, elapsed=elapsed, left=[unit(name) for name in left], text="")


def test_units_take_longer_where_starting_does():
    pace = cluster.Pace()
    assert pace.limit(2) == 5
    for _ in range(20):
        pace.measured(5, 6, done(elapsed=5))
    assert 19 < pace.limit(2) <= 20
    for _ in range(20):
        pace.measured(20, 40, done(elapsed=35))
    assert 14 < pace.limit(2) < 16


def test_units_take_longer_where_the_driver_would_not_keep_up():
    pace = cluster.Pace()
    for _ in range(30):
        pace.taken(0.01)
    assert pace.limit(100) == 5
    assert 19 < pace.limit(1000) <= 20
    assert pace.limit(10_000) == 30
    fixed = cluster.Pace(fixed=1)
    fixed.taken(1)
    assert fixed.limit(1000) == 1


def test_a_unit_that_needs_all_of_its_time_to_begin_gets_more():
    pace = cluster.Pace(fixed=1)
    pace.measured(1, 1, done(paths=0, elapsed=1))
    pace.measured(2, 2, done(paths=0, elapsed=2))
    assert pace.limit(2) == 4
    pace.measured(4, 4, done(paths=9, elapsed=4))
    assert pace.limit(2) == 2


def test_what_units_leave_is_handed_out_in_the_order_of_places(tmp_path):
    class Work:
        """In place of Ray: the text of a unit, which is its name, is its task."""

        def remote(self, text, *_):
            return text

    driver = cluster.Driver(cluster.Job([], tmp_path), tmp_path, cluster.Progress(quiet=True), cluster.Pace())
    driver.open = [((number,), unit(name)) for number, name in enumerate("abcd")]

    def hand_out():
        driver._hand_out(Work())
        return "".join(driver.flying)

    def end(task, left):
        driver._keep(driver.flying.pop(task), done(left=left, name=task))
        return hand_out()

    # Two tasks for the one worker.
    assert hand_out() == "ab"
    assert end("b", left=["b1", "b2"]) == "ab1"
    assert end("b1", left=["b11"]) == "ab11"
    assert end("a", left=["a1", "a2"]) == "b11a1"
    assert end("a1", left=[]) == "b11a2"
    assert end("a2", left=[]) == "b11b2"
    assert end("b11", left=["b111"]) == "b2b111"
    assert end("b111", left=[]) == "b2c"
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"{name}.result.json" for name in ["a", "a1", "a2", "b", "b1", "b11", "b111"]]


def test_where_units_get_rare_they_are_divided():
    assert [cluster.Pace.jobs(units, 2) for units in (9, 4, 3, 1)] == [1, 1, 3, 8]
    assert cluster.Pace.jobs(1, 1000) == 16


def test_the_function_gives_what_one_run_gives(ray):
    alone = everypath.check("examples/packet.c", cwd=ROOT, engine="paths", all=True, no_timing=True)
    ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="error")
    result = cluster.check("examples/packet.c", cwd=ROOT, engine="paths", all=True, no_timing=True)
    assert result.record == alone.record
    with pytest.raises(everypath.EverypathError, match="without --strategy"):
        cluster.check("examples/packet.c", cwd=ROOT, strategy="bfs")
    # A run that ends at its first finding.
    alone = everypath.check("examples/packet.c", cwd=ROOT, engine="paths", no_timing=True)
    result = cluster.check("examples/packet.c", cwd=ROOT, engine="paths", no_timing=True, unit_time=0.2)
    assert result.record == alone.record


def test_a_directory_of_another_job_is_refused(ray, sort):
    kept = sort / "kept"
    options = {"cwd": sort, "units": kept, "engine": "paths", "all": True}
    first = cluster.check("sort.c", define="NUMBERS=3", **options)
    with pytest.raises(everypath.EverypathError, match="has changed"):
        cluster.check("sort.c", define="NUMBERS=4", **options)
    again = cluster.check(cwd=sort, units=kept)
    assert again.statistics["paths"] == first.statistics["paths"]
    with pytest.raises(everypath.EverypathError, match="no run to go on with"):
        cluster.check(cwd=sort, units=sort / "nothing")


def test_a_worker_that_is_killed_does_no_harm(ray, sort, monkeypatch):
    # Who runs the program of the third unit is killed under it; `mkdir` is done by one only. Units leave what is more than a hundred paths.
    script = """
    if [ "$1" = work ]; then
        echo >> "$PLACE/works"
        if [ $(wc -l < "$PLACE/works") -ge 3 ] && mkdir "$PLACE/killed" 2> /dev/null; then kill -9 $PPID; exit 9; fi
        set -- "$@" --budget-paths=100
    fi
    """
    words = ["sort.c", *ALL]
    expected = one_run(sort, *words)
    monkeypatch.setenv("EVERYPATH", wrapped(sort, script))
    record, said = on_cluster(sort, words, expect=10)
    assert (sort / "killed").exists()
    assert record == expected, said
    # What units left was done, too.
    assert len((sort / "works").read_text().splitlines()) > cluster.FIRST_UNITS * 2 + 2


def test_gather_is_asked_at_the_beginning_and_for_the_report(ray, sort, monkeypatch):
    words = ["sort.c", "--define", "SAFE", *ALL]
    expected = one_run(sort, *words)
    script = """
    echo "$1" >> "$PLACE/asked"
    if [ "$1" = work ]; then set -- "$@" --budget-paths=100; fi
    """
    monkeypatch.setenv("EVERYPATH", wrapped(sort, script))
    record, said = on_cluster(sort, words, expect=0)
    assert record == expected, said
    asked = (sort / "asked").read_text().split()
    assert asked.count("gather") == 2
    # What units left was done, too.
    assert asked.count("work") > cluster.FIRST_UNITS * 2


def test_a_unit_that_ends_everypath_is_left_out_after_three_tries(ray, sort, monkeypatch):
    # The unit that comes first is the one, from then on.
    script = """
    if [ "$1" = work ]; then
        name=$(sed -n 's/.*"unit":"\\([0-9a-f]*\\)".*/\\1/p' "$2")
        mkdir "$PLACE/bad" 2> /dev/null && echo $name > "$PLACE/bad/name"
        if [ "$name" = "$(cat "$PLACE/bad/name")" ]; then echo >> "$PLACE/tries"; kill -9 $$; fi
    fi
    """
    words = ["sort.c", *ALL]
    expected = one_run(sort, *words)
    program = os.environ.get("EVERYPATH", "everypath")
    monkeypatch.setenv("EVERYPATH", wrapped(sort, script))
    kept = sort / "kept"
    record, said = on_cluster(sort, words, f"--units={kept}", "--unit-time=5", expect=10)
    name = (sort / "bad" / "name").read_text().strip()
    assert len((sort / "tries").read_text().splitlines()) == 3
    assert f"unit {name} is left out" in said and "signal SIGKILL" in said
    cuts = json.loads(record)["cuts"]
    assert [cut["reason"] for cut in cuts] == ["units of work without a result"]
    # With a program that does not crash, what is missing is done.
    monkeypatch.setenv("EVERYPATH", program)
    record, said = on_cluster(sort, [], f"--units={kept}", expect=10)
    assert record == expected, said


def test_a_driver_that_is_killed_goes_on_where_it_was(ray, sort, monkeypatch):
    script = 'if [ "$1" = work ]; then sed -n \'s/.*"unit":"\\([0-9a-f]*\\)".*/\\1/p\' "$2" >> "$PLACE/works"; sleep 0.2; fi'
    words = ["sort.c", "--define", "NUMBERS=7", *ALL]
    expected = one_run(sort, *words)
    monkeypatch.setenv("EVERYPATH", wrapped(sort, script))
    kept = sort / "kept"

    def results():
        return {file.name.split(".")[0] for file in kept.glob("*.result.json")} - {"split"}

    first = command(
        ["check", *words, "--workers=2", f"--units={kept}", "--unit-time=0.1"],
        cwd=sort,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    since = time.monotonic()
    while len(results()) < 4:
        assert first.poll() is None and time.monotonic() - since < 100
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.wait()
    time.sleep(1)  # Ray ends what the driver has started.
    done = results()
    (sort / "works").write_text("")
    record, said = on_cluster(sort, words, f"--units={kept}", "--unit-time=0.5", expect=10)
    assert record == expected, said
    worked = set((sort / "works").read_text().split())
    assert worked and not worked & done


def test_files_can_be_shipped_to_the_nodes(ray, sort):
    words = ["sort.c", "--define", "NUMBERS=4", "--cflag=-fdebug-compilation-dir=.", *ALL]
    record, said = on_cluster(sort, words, "--ship", expect=10)
    assert record == one_run(sort, *words), said
    # Nodes have a copy, in another directory: of what clang says otherwise of it, nothing is done.
    words.remove("--cflag=-fdebug-compilation-dir=.")
    ran = command(["check", *words, "--ship", "--workers=2"], cwd=sort, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, said = ran.communicate(timeout=120)
    assert ran.returncode == 2 and b"the program has changed" in said


def test_a_node_that_is_lost_is_made_good_by_another(ray, sort, monkeypatch):
    from ray.cluster_utils import Cluster

    script = 'if [ "$1" = work ]; then sleep 0.2; fi'
    words = ["sort.c", "--define", "NUMBERS=7", *ALL]
    expected = one_run(sort, *words)
    monkeypatch.setenv("EVERYPATH", wrapped(sort, script))
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    try:
        lost = nodes.add_node(num_cpus=1)
        kept, file = sort / "kept", sort / "record.json"
        options = [f"--address={nodes.address}", f"--units={kept}", "--unit-time=0.2", "--no-timing", f"--json={file}"]
        ran = command(["check", *words, *options], cwd=sort, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        since = time.monotonic()
        while len(list(kept.glob("*.result.json"))) < 3:
            assert ran.poll() is None and time.monotonic() - since < 100
            time.sleep(0.02)
        nodes.remove_node(lost, allow_graceful=False)
        nodes.add_node(num_cpus=2)
        _, said = ran.communicate(timeout=120)
        assert ran.returncode == 10, said.decode()
        assert file.read_bytes() == expected
    finally:
        nodes.shutdown()
