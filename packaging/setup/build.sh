# Configures and builds one CMake preset. Sourced by setup.sh and test.sh, after common.sh and libtorch.sh.
# shellcheck shell=bash

# build_jobs: as many as there are cores, but no more than memory allows (a unit that sees LibTorch takes up to 2 GiB).
build_jobs() {
    local cores memory_gib by_memory
    cores=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)  # which would tell those instead
    memory_gib=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    by_memory=$((memory_gib / 2))
    ((by_memory >= 1)) || by_memory=1
    echo $((cores < by_memory ? cores : by_memory))
}

# needs_torch PRESET: the sanitizer presets are built without LibTorch.
needs_torch() { [[ $1 != asan && $1 != tsan ]]; }

# tell_progress: passes a build's lines on; those of finished units with the time that is left, on a terminal one upon the other.
tell_progress() {
    local line left on_terminal=no
    if [[ -t 1 ]]; then on_terminal=yes; fi
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\ ([0-9]+)[0-9.]*\]\ (.*) ]]; then
            left=
            if ((BASH_REMATCH[3] >= 20)); then
                left=", $(time_left "${BASH_REMATCH[3]}" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}")"
            fi
            line="[${BASH_REMATCH[1]}/${BASH_REMATCH[2]}, ${BASH_REMATCH[3]} s$left] ${BASH_REMATCH[4]}"
            if [[ $on_terminal == yes ]]; then
                printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$line"
                continue
            fi
        fi
        printf '%s\n' "$line"
    done
    if [[ $on_terminal == yes ]]; then printf '\n'; fi
}

# build_preset PRESET [TARGET...]: configure, then build; only what changed. Returns non-zero when either fails.
build_preset() {
    local preset=$1 started=$SECONDS jobs status=0 build_lock
    local -a settings=() targets=()
    shift
    if (($#)); then targets=(--target "$@"); fi
    jobs=$(build_jobs)
    make_folder "$HEADROOM_ROOT/build"
    make_folder "$HEADROOM_ROOT/build/$preset"
    # Ninja has no lock: two builds in one folder would read each other's half-written files.
    exec {build_lock}>"$HEADROOM_ROOT/build/$preset/.lock"
    if ! flock --nonblock "$build_lock"; then
        note "Another build of '$preset' is under way; waiting for it."
        flock "$build_lock"
    fi
    if needs_torch "$preset"; then
        settings+=("-DHEADROOM_TORCH_DIR=$HEADROOM_LIBTORCH/torch")
    else
        settings+=("-DHEADROOM_ALL_SANITIZED=${HEADROOM_ALL_SANITIZED:-0}")
    fi
    say "Build ($preset): configuring."
    (cd "$HEADROOM_ROOT" && cmake --preset "$preset" --log-level=NOTICE "${settings[@]}") || status=1
    if ((status == 0)); then
        say "Build ($preset): compiling with $jobs jobs. Only what has changed; the first time takes minutes."
        (cd "$HEADROOM_ROOT" && NINJA_STATUS='[%f/%t %e] ' cmake --build "build/$preset" --parallel "$jobs" "${targets[@]}" 2>&1 | tell_progress) || status=1
    fi
    exec {build_lock}>&-
    if ((status == 0)); then note "build/$preset is ready ($(elapsed "$started"))."; fi
    return "$status"
}
