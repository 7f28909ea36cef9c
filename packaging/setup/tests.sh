# Runs the tests of a preset and remembers what failed. Sourced by test.sh, after common.sh and build.sh.
# shellcheck shell=bash disable=SC2034

# Words about what failed, a line each; empty when everything passed.
failures=()

# The kernels that LibTorch and oneDNN can be told to use; a processor without them uses what it has.
KERNELS_ALL=(
    "" ATEN_CPU_CAPABILITY=default ATEN_CPU_CAPABILITY=avx2 ONEDNN_MAX_CPU_ISA=SSE41 ONEDNN_MAX_CPU_ISA=AVX2
    ONEDNN_MAX_CPU_ISA=AVX512_CORE ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16
)
# Those that stand for most processors, in less than a minute each: the oldest, AVX2 alone, AVX-512 without bf16.
KERNELS_SOME=(
    "ATEN_CPU_CAPABILITY=default ONEDNN_MAX_CPU_ISA=SSE41 OMP_NUM_THREADS=2"
    "ATEN_CPU_CAPABILITY=avx2 ONEDNN_MAX_CPU_ISA=AVX2 OMP_NUM_THREADS=1"
    "ONEDNN_MAX_CPU_ISA=AVX512_CORE OMP_NUM_THREADS=1"
)
# The suites in which sums are compared with other sums. Stories of runs, searches, forecasts and a GPU's stand-in see no other kernels.
KERNELS_SOME_TESTS='Parity|Bf16|Winograd|Strided|Shadows|MatrixProduct|Overflow|WholePicture|Norm|Attention|LossScaler|Lean|Depthwise|ResizeConv|^(Trainer|Clip|SmallSums|Ways/VqganClipTrace)$'
KERNELS_SOME_WITHOUT='StandIn|^Float64/'

# Suites that are left out under the sanitizers unless HEADROOM_ALL_SANITIZED=1: a compiler of others, and recorded runs, which are minutes of arithmetic
# there (other tests of counsel stay). Most windows are not even built (tests/ui).
SANITIZED_WITHOUT='^(KernelSource|CounselRecorded)([.]|$)'
# Also under the thread sanitizer, where tests/CMakeLists.txt leaves whole files out: those of the rest in which there is one thread.
ONE_THREAD='^(Cli[A-Z][a-zA-Z]*|Wheel[A-Za-z]*|Counsel)([.]|$)'

# without_aslr COMMAND...: GCC 12's thread sanitizer cannot run with the wide address randomisation of newer kernels.
without_aslr() {
    if setarch "$(uname -m)" -R true 2>/dev/null; then setarch "$(uname -m)" -R "$@"; else "$@"; fi
}

# run_tests PRESET WHAT [CTEST OPTIONS...]: every failure is remembered with its test's name and what was wrong.
run_tests() {
    local preset=$1 what=$2 report line
    local -a lines=()
    shift 2
    report=$HEADROOM_ROOT/build/$preset/tests.xml
    rm -f "$report"
    # Most tests wait for a process or a thread now and then, so two go to each core, and one more that takes what they leave; those of LibTorch, which
    # compute, count for two.
    if without_aslr ctest --preset "$preset" --parallel $((2 * $(build_jobs) + 1)) --output-junit "$report" "$@"; then return; fi
    mapfile -t lines < <(python3 "$HEADROOM_ROOT/packaging/setup/failed_tests.py" "$report")
    if ((${#lines[@]} == 0)); then lines=("the tests could not be run"); fi
    for line in "${lines[@]}"; do failures+=("$what: $line"); done
}

# with_kernels SETTINGS CTEST OPTIONS...: the torch tests of the full build under these settings of the environment.
with_kernels() {
    local settings=$1 word
    shift
    for word in $settings; do export "${word?}"; done
    run_tests ci "kernels ${settings:-as they are}" --label-regex '^torch$' "$@"
    for word in $settings; do unset "${word%%=*}"; done
}

# processor: its name, for a summary of failures.
processor() { sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1; }

# tell_failures: the last words where something failed.
tell_failures() {
    local line
    printf '\n'
    say "What failed, on $(processor), $(nproc) cores:"
    for line in "${failures[@]}"; do note "$line"; done
}
