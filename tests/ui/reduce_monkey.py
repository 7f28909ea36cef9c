#!/usr/bin/env python3
# Finds the events that a failure of tst_monkey needs: reduce_monkey.py PROGRAM SEED EVENTS. Leaves out ever smaller stretches of them for as long as
# the program still fails, and prints what is left as HEADROOM_MONKEY_ONLY wants it.
import os
import subprocess
import sys


def as_ranges(events):
    out, start = [], None
    for i, event in enumerate(events):
        start = event if start is None else start
        if i + 1 == len(events) or events[i + 1] != event + 1:
            out.append(f"{start}-{event}")
            start = None
    return ",".join(out)


def fails(program, seed, count, events):
    env = dict(os.environ, QT_QPA_PLATFORM="offscreen", HEADROOM_MONKEY_SEEDS=f"{seed}-{seed}",
               HEADROOM_MONKEY_EVENTS=str(count), HEADROOM_MONKEY_ONLY=as_ranges(events) or "-1")
    try:
        return subprocess.run([program], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=900).returncode != 0
    except subprocess.TimeoutExpired:
        return True


def main():
    if len(sys.argv) != 4:
        sys.exit("reduce_monkey.py PROGRAM SEED EVENTS")
    program, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    left = list(range(count))
    if not fails(program, seed, count, left):
        sys.exit("it does not fail")
    piece = len(left) // 2
    while piece >= 1:
        at = 0
        while at < len(left):
            tried = left[:at] + left[at + piece:]
            if fails(program, seed, count, tried):
                left = tried
                print(f"{len(left)} events left", file=sys.stderr)
            else:
                at += piece
        piece //= 2
    print(f"HEADROOM_MONKEY_SEEDS={seed}-{seed} HEADROOM_MONKEY_EVENTS={count} HEADROOM_MONKEY_ONLY={as_ranges(left)}")


main()
