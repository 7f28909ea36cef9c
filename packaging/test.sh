#!/usr/bin/env bash
# Set-up, then every test: the sanitizers' first, the full build's last, so that their summary closes the output.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR/..
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source packaging/setup/common.sh
source packaging/setup/packages.sh
source packaging/setup/libtorch.sh
source packaging/setup/build.sh

usage() {
    cat <<'TEXT'
usage: packaging/test.sh [--quick] [setup.sh's --gpu, --cpu, --no-packages]

Installs what is missing, builds and runs all tests: core and window under address and undefined-behaviour sanitizers,
core under the thread sanitizer, then everything in the release build with warnings as errors.

  --quick  leave the sanitizer builds out
TEXT
}

quick=no
setup_options=()
for option in "$@"; do
    case $option in
        --quick) quick=yes ;;
        --gpu | --cpu | --no-packages) setup_options+=("$option") ;;
        -h | --help) usage; exit 0 ;;
        *) fail 2 "'$option' is not an option of test.sh." "packaging/test.sh --help lists them." ;;
    esac
done

export QT_QPA_PLATFORM=offscreen
failed=()
steps=4
if [[ $quick == yes ]]; then steps=2; fi
step=0

# announce TEXT: "[2/4, 3 min 10 s] TEXT".
announce() {
    step=$((step + 1))
    say "[$step/$steps, $(elapsed "$HEADROOM_STARTED")] $1"
}

# without_aslr COMMAND...: GCC 12's thread sanitizer cannot run with the wide address randomisation of newer kernels.
without_aslr() {
    if setarch "$(uname -m)" -R true 2>/dev/null; then setarch "$(uname -m)" -R "$@"; else "$@"; fi
}

# run_tests PRESET: a failure is remembered with the tests' names: CI keeps only the end of what is printed.
run_tests() {
    local list=build/$1/Testing/Temporary/LastTestsFailed.log names
    rm -f "$list"
    if without_aslr ctest --preset "$1" --parallel "$(build_jobs)"; then return; fi
    names=$(cut -d: -f2 "$list" 2>/dev/null | paste -sd' ') || names=
    failed+=("$1 (tests${names:+: $names})")
}

# sanitize PRESET TEXT: builds and tests one sanitizer preset; a failure is remembered, the other steps still run.
sanitize() {
    local preset=$1 started=$SECONDS
    announce "$2"
    if ! build_preset "$preset"; then
        failed+=("$preset (build)")
    else
        run_tests "$preset"
    fi
    note "$preset took $(elapsed "$started")."
}

announce "Set-up and the build that is tested (preset ci)."
packaging/setup.sh --preset ci "${setup_options[@]}"
if [[ $quick == no ]]; then
    sanitize asan "Core and window under the address and undefined-behaviour sanitizers."
    sanitize tsan "Core under the thread sanitizer."
fi
announce "All tests of the full build."
run_tests ci

if ((${#failed[@]})); then
    printf '\n'
    fail 1 "not everything passed: $(IFS=,; echo "${failed[*]}") after $(elapsed "$HEADROOM_STARTED")." \
        "What failed is named above, under the step of that name."
fi
