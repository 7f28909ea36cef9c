# Runs the tests of a preset and remembers what failed. Sourced by test.sh, after common.sh and build.sh.
# shellcheck shell=bash disable=SC2034

# Words about what failed, a line each; empty when everything passed.
failures=()

# The kernels that LibTorch and oneDNN can be told to use; a processor without them uses what it has.
KERNELS_ALL=(
    "" ATEN_CPU_CAPABILITY=default ATEN_CPU_CAPABILITY=avx2 ONEDNN_MAX_CPU_ISA=SSE41 ONEDNN_MAX_CPU_ISA=AVX2
    ONEDNN_MAX_CPU_ISA=AVX512_CORE ONEDNN_MAX_CPU_ISA=AVX512_CORE_BF16
)
# Those that stand for most processors, in a minute or two each: the oldest, AVX2 alone, AVX-512 without bf16.
KERNELS_SOME=(
    "ATEN_CPU_CAPABILITY=default ONEDNN_MAX_CPU_ISA=SSE41 OMP_NUM_THREADS=2"
    "ATEN_CPU_CAPABILITY=avx2 ONEDNN_MAX_CPU_ISA=AVX2 OMP_NUM_THREADS=1"
    "ONEDNN_MAX_CPU_ISA=AVX512_CORE OMP_NUM_THREADS=1"
)
# Of the last what it computes otherwise than the second; of the others everything.
KERNELS_SOME_ONLY=('.' '.' 'Parity|Bf16|Winograd|Strided|Shadows|MatrixProduct|Overflow|WholePicture|Norm|Attention|LossScaler|Lean')
# Suites left out of the choice, which are about memory, time or files rather than about sums: searches, forecasts, ledgers, soaks, injected failures,
# threads, drivers, stories of runs, and a GPU's order and memory.
KERNELS_SOME_WITHOUT='^(LightGan|ShippedModels|Packages/OfPackage|RunScores|BuiltinUpscaler|FadeIn|FaultInjectionElsewhere|ChangesWhileRunning|Runs/OldRuns|ThreadTuner|PatientThreads|BesideOthers|Crowding|Turns|NvmlTest|WithNvml|GpuDriverLoader|ControlGroup|OpenDevice|DeviceErrors|DevicePool|OutOfMemory|OomStory|Ladder|MemorySnapshot|Allocator|BareWeights|RrdbFile|FolderOfCases|LedgerRoles|Reserve|Lending|Transaction|SegmentMeter|ChooseSegments|PicturesAhead|Work/BesideARun)$|Fits$|Forecasts$|Ledger$|^Soak$|^Tape|^UpscaleTool$|^Steps/|^Surviving$|^Leases|^Where$|^Imagine(Failures|Folder)$|^Lab|StandIn|^KernelSource|^OnDevice|^Kernels\.|CudaPool|_exports$'

# Left out under the sanitizers unless HEADROOM_ALL_SANITIZED=1: a compiler of others, and processes by the dozen. Most windows are not even built
# (tests/ui).
SANITIZED_WITHOUT='^KernelSource|^QueueTest.ThreadsAndProcessesAddAtOnce$'
# Also under the thread sanitizer: readers and texts, in which there is one thread.
ONE_THREAD='^(TensorStream|HostileWeights|RemoteMessages|Mutations|ClipTokenizer|ImageCodec|ImageResize|TorchFile|PickleWriter|WeightFiles|WeightLayouts|Zip64|Csv|Cli[A-Z][a-zA-Z]*|Schema|Units|Unicode|HtmlEntities|BytePairs|Gif|Png[A-Za-z]*|Wheel[A-Za-z]*|Portable|Safetensors|Facts|Counsel|UnknownWords|ConfigIo)[.]'

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
    if without_aslr ctest --preset "$preset" --parallel "$(build_jobs)" --output-junit "$report" "$@"; then return; fi
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
