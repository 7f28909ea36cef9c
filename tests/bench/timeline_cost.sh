#!/usr/bin/env bash
# What counting and recording cost: the same bench with the step timeline on and off, in turns, best of the rounds.
# Usage: tests/bench/timeline_cost.sh [ROUNDS] [more settings for `bench dcgan`, e.g. --set precision=bf16]
# Run it on a quiet machine. Prints img/s of both and the difference in percent.
set -euo pipefail
cli="${HEADROOM_CLI:-build/release/bin/headroom-cli}"
rounds="${1:-3}"
shift || true
rate() {  # the bench's img/s with memory.timeline=$1
    local value="$1"
    shift
    "$cli" bench dcgan --json --set "memory.timeline=$value" "$@" | python3 -c '
import json, sys
for line in sys.stdin:
    if line.startswith("{"):
        row = json.loads(line)
        if "images_per_second" in row: best = row["images_per_second"]
print(best)'
}
best_on=0 best_off=0
for ((i = 0; i < rounds; ++i)); do
    on="$(rate on "$@")" off="$(rate off "$@")"
    best_on="$(python3 -c "print(max($best_on, $on))")"
    best_off="$(python3 -c "print(max($best_off, $off))")"
    echo "round $((i + 1)): timeline on $on img/s, off $off img/s"
done
python3 -c "print(f'best: on $best_on, off $best_off img/s; recording costs {($best_off / $best_on - 1) * 100:.2f} %')"
