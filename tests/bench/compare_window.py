#!/usr/bin/env python3
"""What the open window costs: the demo run headless and in the window, in turn, as a ratio of images per second.

Usage: compare_window.py BUILD_DIR [--seconds 45] [--rounds 2] [--size 1600x1000]
Needs a display (DISPLAY) or Xvfb. Nothing else may run meanwhile. Speed is clock
time between two entries of the run's history, without the first third of the run (caches, first thread trial).
"""
import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import sqlite3
import statistics
import subprocess
import tempfile
import time


def images(home):
    """Images trained so far by the newest run, as its history knows; None before there is one."""
    runs = sorted((home / "headroom" / "runs").glob("*/history.db"), key=lambda path: path.stat().st_mtime)
    if not runs:
        return None
    with contextlib.closing(sqlite3.connect(f"file:{runs[-1]}?mode=ro", uri=True)) as db, \
            contextlib.suppress(sqlite3.OperationalError):  # just being made
        return db.execute("SELECT max(images) FROM steps").fetchone()[0]


def at_next_write(home):
    """(clock, images) at the moment the history grows: it is written in batches."""
    before = images(home)
    limit = time.monotonic() + 30
    while time.monotonic() < limit:
        time.sleep(0.05)
        now = images(home)
        if now is not None and now != before:
            return time.monotonic(), now
    raise SystemExit("no step was recorded for 30 seconds")


def run(command, home, seconds):
    """Images per second of clock time, previews and saves included, over the last two thirds of `seconds`."""
    env = dict(os.environ, XDG_DATA_HOME=str(home), XDG_CONFIG_HOME=str(home), XDG_CACHE_HOME=str(home / "cache"))
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(seconds / 3)
    first = at_next_write(home)
    time.sleep(max(0.0, seconds * 2 / 3 - 3))
    last = at_next_write(home)
    process.send_signal(signal.SIGINT)
    process.wait(timeout=60)
    shutil.rmtree(home / "headroom" / "runs")
    return (last[1] - first[1]) / (last[0] - first[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=45)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--size", default="1600x1000")
    options = parser.parse_args()
    display = None
    if "DISPLAY" not in os.environ:
        display = subprocess.Popen(["Xvfb", ":87", "-screen", "0", f"{options.size}x24"], stderr=subprocess.DEVNULL)
        os.environ["DISPLAY"] = ":87"
        time.sleep(1)
    binaries = options.build / "bin"
    headless, window = [], []
    try:
        with tempfile.TemporaryDirectory() as folder:
            home = pathlib.Path(folder)
            for turn in range(options.rounds):
                headless.append(run([binaries / "headroom-cli", "train", "dcgan", "--preset", "demo"], home, options.seconds))
                window.append(run([binaries / "headroom", "--demo", "--size", options.size], home, options.seconds))
                print(f"round {turn + 1}: headless {headless[-1]:.1f} img/s, window {window[-1]:.1f} img/s", flush=True)
    finally:
        if display:
            display.terminate()
    loss = 1 - statistics.median(window) / statistics.median(headless)
    print(f"the window costs {100 * loss:.1f} % of the speed")


if __name__ == "__main__":
    main()
