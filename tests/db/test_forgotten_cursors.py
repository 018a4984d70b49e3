"""Cursors that nobody closed: Python's collector ends them on whichever thread it runs."""

import subprocess
import sys
from contextlib import closing
from sqlite3 import connect

PROGRAM = """
import gc, sys, threading, time
from contextlib import closing
from pathlib import Path
from marquee.db.sqlite.connection import Deadline, make_engine

engine = make_engine(Path(sys.argv[1]), Deadline(), query_only=True)
gc.disable()
sys.setswitchinterval(0.0001)
ended = threading.Event()

def collect():
    while not ended.wait(0.0005):
        gc.collect(0)

threading.Thread(target=collect, daemon=True).start()
with closing(engine.raw_connection()) as connection:
    driver, until = connection.driver_connection, time.monotonic() + 3
    while time.monotonic() < until:
        cursor = driver.cursor()
        cursor.execute("SELECT a, (SELECT count(*) FROM t x WHERE x.a < t.a AND x.b LIKE '%9%') FROM t")
        cursor.fetchone()
        ring = [cursor]
        ring.append(ring)  # only the collector frees it
        del cursor, ring
        driver.execute("SELECT sum(length(b)) FROM t WHERE b LIKE '%5%'").fetchone()
ended.set()
print("done")
"""


def test_collector_ends_cursors_while_another_thread_reads(tmp_path):
    file = tmp_path / "some.sqlite3"
    with closing(connect(file)) as connection:
        connection.execute("CREATE TABLE t (a, b)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(n, f"{n}" * 20) for n in range(3_000)])
        connection.commit()
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, file], capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr
