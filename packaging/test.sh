#!/usr/bin/env bash
# Set-up, then every test: the sanitizers' first, the full build's last, so that their summary closes the output.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh
source packaging/setup/libtorch.sh
source packaging/setup/build.sh
source packaging/setup/tests.sh

usage() {
    cat <<'TEXT'
usage: packaging/test.sh [--quick] [--kernels[=some]] [--repeat N] [setup.sh's --gpu, --cpu, --no-packages]

Installs what is missing, builds and runs all tests: core and window under address and undefined-behaviour sanitizers,
core under the thread sanitizer, then everything in the release build with warnings as errors.

  --quick         leave the sanitizer builds out
  --kernels       the torch tests once more for every choice of kernels that LibTorch and oneDNN have, on one thread and
                  on two: about an hour and a half on two cores
  --kernels=some  the tests of sums for three choices that stand for most processors: about two minutes
  --repeat N      every test of the full build N times in a row, each with random numbers of its own

HEADROOM_ALL_SANITIZED=1 leaves none out under the sanitizers: every panel in four languages and all looks, a quarter of an hour more.
HEADROOM_ALL_LOOKS=1 lays every page and dialog out in each language and size of text, not in the longest alone: six minutes more.
HEADROOM_ALL_ARCHITECTURES=1 compiles the GPU kernels for all seven generations of cards, not for three.
HEADROOM_ALL_CASES=1 goes through loops over like cases whole: every cut of a weight file, every member of a message, every setting of every family.
HEADROOM_EVERY_ALLOCATION=1 refuses each allocation of a step in turn, not every fiftieth or so: hours.
HEADROOM_FIT_PAIRS=20 trains what "Make it fit" proposes for so many runs and budgets, not for three.
HEADROOM_BARE_ROOTS=1 also makes the packages and tries them in bare roots: needs root, debootstrap and a network.
Random numbers of the tests begin with HEADROOM_TEST_SEED (a number, or "random"); a failed test says which it had.
TEXT
}

quick=no kernels=no repeat=1
setup_options=()
while (($#)); do
    case $1 in
        --quick) quick=yes ;;
        --kernels) kernels=all ;;
        --kernels=some) kernels=some ;;
        --repeat)
            [[ ${2:-} =~ ^[1-9][0-9]{0,3}$ ]] || fail 2 "--repeat needs a number from 1 to 9999." "packaging/test.sh --help"
            repeat=$2
            shift
            ;;
        --gpu | --cpu | --no-packages) setup_options+=("$1") ;;
        -h | --help) usage; exit 0 ;;
        *) fail 2 "'$1' is not an option of test.sh." "packaging/test.sh --help lists them." ;;
    esac
    shift
done

export QT_QPA_PLATFORM=offscreen

# The steps, what they do in words, and their shares of the time as measured on two cores.
steps=(full_build)
if [[ $quick == no ]]; then steps+=(asan tsan); fi
case $kernels in
    some) for i in "${!KERNELS_SOME[@]}"; do steps+=("some_kernels $i"); done ;;
    all) for i in "${!KERNELS_ALL[@]}"; do for threads in 1 2; do steps+=("all_kernels $i $threads"); done; done ;;
esac
steps+=(full_tests)
if [[ ${HEADROOM_BARE_ROOTS:-} == 1 ]]; then steps+=(packages bare_roots); fi

words_of() {
    case $1 in
        full_build) echo "set-up and the build that is tested (preset ci)" ;;
        asan) echo "core and window under the address and undefined-behaviour sanitizers" ;;
        tsan) echo "core under the thread sanitizer" ;;
        some_kernels) echo "torch tests with ${KERNELS_SOME[$2]}" ;;
        all_kernels) echo "torch tests with ${KERNELS_ALL[$2]:-the kernels as they are}, threads: $3" ;;
        full_tests) echo "all tests of the full build" ;;
        packages) echo "packages of the full build" ;;
        bare_roots) echo "packages installed, run, upgraded and removed in bare roots" ;;
    esac
}
share_of() {
    case $1 in
        full_build) echo 30 ;;
        asan) echo 28 ;;
        tsan) echo 14 ;;
        some_kernels) echo 1 ;;
        all_kernels) echo 35 ;;
        full_tests) echo $((52 * repeat)) ;;
        packages | bare_roots) echo 10 ;;
    esac
}

# sanitize PRESET REGEX: builds and tests one sanitizer preset but for some; a failure is remembered, the other steps still run.
sanitize() {
    local -a without=(--exclude-regex "$2")
    [[ ${HEADROOM_ALL_SANITIZED:-} != 1 ]] || without=()
    if build_preset "$1"; then run_tests "$1" "$1" "${without[@]}"; else failures+=("$1: the build"); fi
}
full_build() { packaging/setup.sh --preset ci "${setup_options[@]}"; }
asan() { sanitize asan "$SANITIZED_WITHOUT"; }
tsan() { sanitize tsan "$SANITIZED_WITHOUT|$ONE_THREAD"; }
some_kernels() {
    with_kernels "${KERNELS_SOME[$1]}" --tests-regex "$KERNELS_SOME_TESTS" --exclude-regex "$KERNELS_SOME_WITHOUT"
}
all_kernels() { with_kernels "${KERNELS_ALL[$1]:+${KERNELS_ALL[$1]} }OMP_NUM_THREADS=$2"; }
packages() { packaging/package.sh --preset ci --no-build --no-packages --out build/packages || failures+=("packages: they could not be made"); }
bare_roots() { tests/packaging/bare_roots.sh build/packages || failures+=("bare roots: see its words above"); }
full_tests() {
    if ((repeat > 1)); then
        HEADROOM_TEST_SEED=random run_tests ci ci --repeat "until-fail:$repeat"
    else
        run_tests ci ci
    fi
}

done_share=0 all_shares=0
for step in "${steps[@]}"; do
    # shellcheck disable=SC2086 # a step and its arguments
    all_shares=$((all_shares + $(share_of $step)))
done
for i in "${!steps[@]}"; do
    step=${steps[i]}
    left=
    if ((done_share > 0)); then left=", $(time_left $((SECONDS - HEADROOM_STARTED)) "$done_share" "$all_shares")"; fi
    # shellcheck disable=SC2086
    say "[$((i + 1))/${#steps[@]}, $(elapsed "$HEADROOM_STARTED")$left] $(words_of $step)"
    # shellcheck disable=SC2086
    $step
    # shellcheck disable=SC2086
    done_share=$((done_share + $(share_of $step)))
done

if ((${#failures[@]})); then
    tell_failures
    fail 1 "not everything passed: ${#failures[@]} failed after $(elapsed "$HEADROOM_STARTED")." \
        "Each is named above, with what was wrong; all it printed is under the step of its name."
fi
