#!/usr/bin/env python3
"""Has PyTorch's own reader of memory snapshots look at one of Headroom's.

    headroom-cli train dcgan --steps 2 --memory-snapshot /tmp/memory.pickle ...
    python3 tests/bench/check_snapshot.py /tmp/memory.pickle [LATER.pickle]

Loads the file with pickle, runs every function of torch/cuda/_memory_viz.py on it (segments, memory, segsum, trace,
trace_plot, segment_plot, compare) and compares its totals with sums of our own. Needs any PyTorch; 2.11 was used.
Exit status 1: a figure differs or a function fails.
"""

import pickle
import re
import sys

from torch.cuda import _memory_viz as viz


def folded_total(lines: str, state: str) -> int:
    """Sum of a flame graph's lines that speak of blocks in `state`, paddings left out."""
    total = 0
    for line in lines.splitlines():
        stack, size = line.rsplit(" ", 1)
        if f";{state};" in stack and "<gaps>" not in stack:
            total += int(size)
    return total


def check(what: str, ours: int, theirs: int) -> bool:
    print(f"{'ok  ' if ours == theirs else 'FAIL'} {what}: ours {ours:,}, PyTorch's reader {theirs:,}")
    return ours == theirs


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__)
        return 2
    with open(sys.argv[1], "rb") as f:
        snapshot = pickle.load(f)
    lines = lambda folded: folded  # instead of the perl script that draws  # noqa: E731
    blocks = [b for s in snapshot["segments"] for b in s["blocks"]]
    live = sum(b["requested_size"] for b in blocks if b["state"] == "active_allocated")
    held = sum(s["total_size"] for s in snapshot["segments"])
    trace = [e for device in snapshot["device_traces"] for e in device]
    ok = True

    ok &= check("live bytes, segments()", live, folded_total(viz.segments(snapshot, lines), "active_allocated"))
    ok &= check("live bytes, memory()", live, folded_total(viz.memory(snapshot, lines), "active_allocated"))
    summary = viz.segsum(snapshot)  # asserts by itself that every segment is the sum of its blocks
    ok &= check("segments, segsum()", len(snapshot["segments"]), int(re.search(r"^segments: (\d+)", summary, re.M)[1]))
    ok &= check("held bytes, segsum()", held, held if f"total_reserved: {viz.Bytes(held)}" in summary else -1)

    text = viz.trace(snapshot)
    ok &= check("allocations, trace()", sum(e["action"] == "alloc" for e in trace), len(re.findall(r"^\w+ = \S+\[", text, re.M)))
    ok &= check("releases, trace()", sum(e["action"] == "free_completed" for e in trace), text.count("# free completed for"))
    ok &= check("pages, trace_plot()", 1, viz.trace_plot(snapshot).count("<html>"))
    ok &= check("pages, segment_plot()", 1, viz.segment_plot(snapshot).count("<html>"))

    # From the end of the step back to its begin: every release must find its block, and no block may be left over.
    alive = {b["address"]: b["requested_size"] for b in blocks if b["state"] == "active_allocated"}
    now = peak = live
    for event in reversed(trace):
        if event["action"] == "free_completed":
            ok &= event["addr"] not in alive
            alive[event["addr"]] = event["size"]
            now += event["size"]
        elif event["action"] == "alloc":
            ok &= alive.pop(event["addr"], None) == event["size"]
            now -= event["size"]
        peak = max(peak, now)
    ok &= check("bytes before the step", now, sum(alive.values()))
    print(f"     {len(trace)} events, peak of the step {peak:,} bytes, {len(snapshot['external_annotations'])} phase marks")

    other = snapshot
    if len(sys.argv) > 2:
        with open(sys.argv[2], "rb") as f:
            other = pickle.load(f)
    changed = viz.compare(snapshot["segments"], other["segments"], lines)
    if other is snapshot:
        ok &= check("lines of compare() with itself", 0, len(changed.splitlines()))
    print("all right" if ok else "NOT all right")
    return 0 if ok else 1


if __name__ == "__main__":
    sys.exit(main())
