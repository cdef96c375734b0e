"""Measures what the driver of a cluster and Ray take, with the driver's own functions.

Its arguments are everypath, and files: a unit, a result of one piece, one of many pieces, and a unit of which a fifth of a second leaves something.
"""

import json, os, sys, tempfile, time
from pathlib import Path
began = time.monotonic()
import ray
from everypath import cluster
program, unit, small, large, long = sys.argv[1], *map(Path, sys.argv[2:])

def least(action, turns=10):
    def once():
        start = time.monotonic()
        action()
        return time.monotonic() - start
    return min(once() for _ in range(turns))

ray.init(address="local", num_cpus=2, include_dashboard=False, logging_level="error", log_to_driver=False)
found = {"ray": time.monotonic() - began}
@ray.remote(num_cpus=1)
def same(value):
    return value
@ray.remote(num_cpus=1)
def sleep(seconds):
    time.sleep(seconds)
text = unit.read_text()
found["first"] = least(lambda: ray.get([same.remote(text) for _ in range(2)]), 1)
N = 1000
tasks = []
found["submit"] = least(lambda: tasks.append([same.remote(text) for _ in range(N)]), 3) / N
ray.get([task for some in tasks for task in some])
found["task"] = 2 * least(lambda: ray.get([same.remote(text) for _ in range(N)]), 3) / N
waiting = [sleep.remote(1) for _ in range(4)] + [sleep.remote(0) for _ in range(N)]
found["wait"] = least(lambda: ray.wait(waiting, num_returns=len(waiting), timeout=0), 5) / len(waiting)
ray.wait(waiting, num_returns=len(waiting))
with tempfile.TemporaryDirectory() as place:
    left, kept = Path(place, "left"), Path(place, "kept")
    left.mkdir()
    kept.mkdir()
    Path(left, "001.unit.json").write_text(text)
    driver = cluster.Driver(cluster.Job([], kept), kept, cluster.Progress(quiet=True), cluster.Pace())
    flight = cluster.Flight((0,), cluster.Unit.of(unit), 5.0)
    def take(result, count):
        """One result, which comes from a worker and leaves a unit."""
        done = cluster.Done.of(result, left)
        tasks = [same.remote(cluster.Answer(0, "", 5.0, done)) for _ in range(count)]
        ray.wait(tasks, num_returns=count)
        def all_of_them():
            driver.open = []
            driver.flying = dict.fromkeys(tasks, flight)
            for number, task in enumerate(tasks):
                flight.rank = (number,)
                driver._take(task)
        return least(all_of_them, 5) / count
    found["take"] = take(small, 200)
    found["large"] = take(large, 20)
    forced = os.fsync
    os.fsync = lambda handle: None
    found["unforced"] = take(small, 200)
    os.fsync = forced
def work():
    answer = cluster._work(long.read_text(), 0.2, 1, program, None)
    assert answer.done is not None and answer.done.left, answer.said
    return answer.seconds - answer.done.elapsed
found["start"] = min(work() for _ in range(10))
began = time.monotonic()
ray.shutdown()
found["end"] = time.monotonic() - began
print(json.dumps(found))
