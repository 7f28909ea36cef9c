# Configures and builds one CMake preset. Sourced by setup.sh and test.sh.
# shellcheck shell=bash

# build_jobs: as many as there are cores, but no more than memory allows (a unit that sees LibTorch takes up to 2 GiB).
build_jobs() {
    local cores memory_gib by_memory
    cores=$(nproc)
    memory_gib=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    by_memory=$((memory_gib / 2))
    ((by_memory >= 1)) || by_memory=1
    echo $((cores < by_memory ? cores : by_memory))
}

# needs_torch PRESET: the sanitizer presets are built without LibTorch.
needs_torch() { [[ $1 != asan && $1 != tsan ]]; }

# build_preset PRESET: configure, then build; only what changed. Returns non-zero when either fails.
build_preset() {
    local preset=$1 started=$SECONDS jobs
    local -a settings=()
    jobs=$(build_jobs)
    make_folder "$HEADROOM_ROOT/build"
    make_folder "$HEADROOM_ROOT/build/$preset"
    if needs_torch "$preset"; then settings+=("-DHEADROOM_TORCH_DIR=$HEADROOM_LIBTORCH/torch"); fi
    say "Build ($preset): configuring."
    (cd "$HEADROOM_ROOT" && cmake --preset "$preset" --log-level=NOTICE "${settings[@]}") || return 1
    say "Build ($preset): compiling with $jobs jobs. Only what has changed; the first time takes minutes."
    (cd "$HEADROOM_ROOT" && NINJA_STATUS='[%f/%t, %es] ' cmake --build "build/$preset" --parallel "$jobs") || return 1
    note "build/$preset is ready ($(elapsed "$started"))."
}
