#!/usr/bin/env bash
# Tests setup.sh, run.sh and test.sh in a copy of packaging/, with stand-ins for what installs, compiles or trains.
# usage: test_packaging.sh SOURCE_FOLDER
set -euo pipefail
source_folder=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DISPLAY WAYLAND_DISPLAY

# A repository with the scripts alone, the stand-ins first in PATH, and a LibTorch folder that looks complete.
repo=$work/repo bin=$work/bin
mkdir -p "$repo/build/release/bin" "$bin" "$work/cwd"
cp -r "$source_folder/packaging" "$repo/"
version=$(sed -n 's/^HEADROOM_TORCH_VERSION=//p' "$repo/packaging/setup/common.sh")
export HEADROOM_DEPS=$work/deps
torch=$HEADROOM_DEPS/libtorch-$version
mkdir -p "$torch/torch/lib" "$torch/nvidia/cu13/"{lib,include/crt}
touch "$torch/torch/lib/libtorch_cpu.so" "$torch/nvidia/cu13/lib/"lib{cudart,cupti}.so.13 "$torch/nvidia/cu13/include/crt/host_defines.h"
(   # and a Python for tests that is in place
    cd "$repo"
    source packaging/setup/common.sh
    source packaging/setup/libtorch.sh
    source packaging/setup/python.sh
    mkdir -p "$HEADROOM_PYTHON" && touch "$(python_stamp)"
)
echo "__version__ = '$version+cu130'" >"$torch/torch/version.py"

stand_in() { cat >"$1" && chmod +x "$1"; }
stand_in "$bin/dpkg-query" <<'S'
#!/bin/bash
[[ ${MISSING:-} == "${@: -1}" ]] && exit 1
printf installed
S
stand_in "$bin/apt-get" <<'S'
#!/bin/bash
[[ -z ${BROKEN_APT:-} || $* != *" install "* ]]
S
stand_in "$bin/apt-cache" <<'S'
#!/bin/bash
if [[ ${UNKNOWN:-} == "${@: -1}" ]]; then echo "  Candidate: (none)"; else echo "  Candidate: 1.0"; fi
S
stand_in "$bin/sudo" <<<'#!/bin/bash
exit 1'
stand_in "$bin/cmake" <<'S'
#!/bin/bash
echo "cmake $*"
[[ -z ${LINES:-} ]] || echo "[30/60 40.123] Building"
[[ -z ${BREAK:-} || $* != *"build/$BREAK "* ]]
S
stand_in "$bin/nproc" <<<'#!/bin/bash
echo "${OMP_NUM_THREADS:-2}"'  # the system's does so, too
stand_in "$bin/ctest" <<'S'
#!/bin/bash
if [[ ${FAIL:-} == "$2" ]]; then
    cat >"$6" <<'X'
<testsuite><testcase name="Sums" time="0.2"><failure message="Failed"/>
<system-out>[ RUN      ] Sums.AreRight
[       OK ] Sums.AreRight (1 ms)
[ RUN      ] Sums.AddUp/3
/a/b/test_sums.cpp:12: Failure
Expected equality of these values: 1 and 2
HEADROOM_TEST_SEED=17; processor: P
[  FAILED  ] Sums.AddUp/3 (2 ms)
</system-out></testcase><testcase name="Ends" time="900"><failure message="Timeout"/></testcase></testsuite>
X
    exit 8
fi
echo "$4 at once"
echo "ctest $2: ${ONEDNN_MAX_CPU_ISA:-any} ${OMP_NUM_THREADS:-all} ${HEADROOM_TEST_SEED:-} ${*:7} 100% tests passed, 0 tests failed out of 3"
S
stand_in "$repo/build/release/bin/headroom" <<<'#!/bin/bash
echo "studio $*"'
stand_in "$repo/build/release/bin/headroom-cli" <<'S'
#!/bin/bash
echo "cli $*"
while (($#)); do [[ $1 == --out ]] && out=$2; [[ $1 == sample ]] && sample=yes; shift; done
if [[ -n ${sample:-} ]]; then touch "$out"; exit; fi
mkdir -p "$out/checkpoints/step-00000050" && touch "$out/checkpoints/step-00000050/manifest.json"
exit "${TRAIN_STATUS:-0}"
S
export PATH=$bin:$PATH

failures=0
# expect STATUS TEXT NAME COMMAND...: runs COMMAND; its status must be STATUS, its output ($said) must hold TEXT.
expect() {
    local status=$1 text=$2 name=$3 got=0
    shift 3
    said=$(cd "$work/cwd" && "$@" 2>&1) || got=$?
    if [[ $got -eq $status && $said == *"$text"* ]]; then return; fi
    printf 'FAILED: %s: status %s instead of %s, or no "%s" in:\n%s\n\n' "$name" "$got" "$status" "$text" "$said"
    failures=$((failures + 1))
}
# holds CONDITION NAME
holds() { [[ $1 == yes ]] || { printf 'FAILED: %s; said:\n%s\n\n' "$2" "$said"; failures=$((failures + 1)); }; }
# says TEXT: whether the last output holds it; is ...: whether test(1) agrees.
says() { if [[ $said == *"$1"* ]]; then echo yes; else echo no; fi; }
is() { if test "$@"; then echo yes; else echo no; fi; }

# Set-up.
expect 2 "'--fast' is not an option" "unknown option" "$repo/packaging/setup.sh" --fast
expect 2 "there is no preset 'fast'" "unknown preset" "$repo/packaging/setup.sh" --preset fast
expect 0 "cmake --build build/release" "everything is there" "$repo/packaging/setup.sh" --cpu
expect 0 "Set-up done" "no build wanted" "$repo/packaging/setup.sh" --cpu --no-build
holds "$(if [[ $(says cmake) == no ]]; then echo yes; fi)" "--no-build builds nothing"
LINES=yes expect 0 "[30/60, 40 s, about 1 min left] Building" "a build tells how far it is" "$repo/packaging/setup.sh" --cpu --programs
holds "$(says "--target headroom headroom-cli")" "--programs builds the programs"
BREAK=release expect 1 "the build of 'release' failed" "a build that fails" "$repo/packaging/setup.sh" --cpu
ordinary=()
if [[ $EUID -eq 0 ]]; then
    chmod -R a+rwX "$work"
    ordinary=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
MISSING=libspdlog-dev expect 4 "apt-get install --no-install-recommends libspdlog-dev" "a missing package without root" \
    "${ordinary[@]}" "$repo/packaging/setup.sh" --cpu
MISSING=clang-format-14 UNKNOWN=clang-format-14 expect 0 "are installed" "a tool that the release has no more is left out" \
    "$repo/packaging/setup.sh" --cpu --preset dev --no-build
if [[ $EUID -eq 0 ]]; then
    MISSING=clang-format-14 expect 0 "installing 1: clang-format-14" "a tool that the release has is installed" \
        "$repo/packaging/setup.sh" --cpu --preset dev --no-build
    BROKEN_APT=yes MISSING=libspdlog-dev expect 4 "apt-get could not install" "an apt that fails" "$repo/packaging/setup.sh" --cpu
    BROKEN_APT=yes MISSING=libspdlog-dev UNKNOWN=libspdlog-dev expect 4 "apt offers no package called libspdlog-dev" \
        "a package that apt does not know" "$repo/packaging/setup.sh" --cpu
fi
# Folders of any name: what is half fetched is removed, and Python's starter finds its program.
odd="$work/it's a place"
mkdir -p "$odd"
ln -s "$(python3 -c 'import sys; print(sys.executable)')" "$odd/python3"
expect 4 "wheels could not be downloaded" "wheels that do not come" bash -c "cd '$repo'"' && HEADROOM_DEPS=$0
    source packaging/setup/common.sh && source packaging/setup/libtorch.sh
    find_pip() { :; }; download() { echo no >"$3"; return 1; }
    fetch_wheels packaging/setup/requirements-cpu.txt wheels 1' "$odd"
holds "$(if [[ $(says "unexpected EOF") == no && -z $(compgen -G "$work/it?s a place/.fetch-*") ]]; then echo yes; fi)" "half of a download is removed"
expect 0 "started by python3" "Python in a folder with spaces" bash -c "cd '$repo'"' && HEADROOM_DEPS=$0
    source packaging/setup/common.sh && source packaging/setup/libtorch.sh && source packaging/setup/python.sh
    find_pip() { PIP=("$HEADROOM_DEPS/python3" -m pip); }; quietly() { :; }; stand_ins() { :; }
    make_python && "$HEADROOM_PYTHON/python" -c "print(\"started by python3\")"' "$odd"

# Demo.
expect 2 "--steps: 'many'" "steps that are no number" "$repo/packaging/run.sh" --steps many
expect 0 "train dcgan --preset demo --out headroom-demo --steps 50" "demo without a display" "$repo/packaging/run.sh" --steps 50
holds "$(is -e "$work/cwd/headroom-demo/samples.png")" "the demo leaves samples.png"
holds "$(says "$work/cwd/headroom-demo/samples.png")" "the demo says where its samples are"
holds "$(says "step-00000050")" "the demo says where its checkpoint is"
expect 0 "--out headroom-demo-2" "a second demo keeps the first" "$repo/packaging/run.sh" --steps 50
mkdir -p "$work/cwd/headroom-demo-3/checkpoints/step-00000010"
touch "$work/cwd/headroom-demo-3/checkpoints/step-00000010/manifest.json"
expect 0 "train dcgan --resume --out headroom-demo-3" "a demo that was cut short goes on" "$repo/packaging/run.sh"
expect 0 "--preset demo --out run [1]" "a folder whose name looks like a pattern" "$repo/packaging/run.sh" --out "run [1]"
holds "$(says "Go on:      $repo/build/release/bin/headroom-cli train dcgan --resume --out $work/cwd/run\\ \\[1\\] --steps 6000")" "what is to be typed is quoted"
expect 0 "--resume --out run [1]" "a run in it goes on" "$repo/packaging/run.sh" --out "run [1]"
TRAIN_STATUS=130 expect 130 "Checkpoint:" "a demo stopped by Ctrl-C" "$repo/packaging/run.sh" --out stopped
TRAIN_STATUS=3 expect 3 "ended with status 3" "a demo that fails" "$repo/packaging/run.sh" --out failed
DISPLAY=:9 expect 0 "studio --demo --theme dark" "demo with a display" "$repo/packaging/run.sh" -- --theme dark

# A package instead of a build.
holds "$(if [[ $(says "instead of building") == no ]]; then echo yes; fi)" "without a package none is offered"
expect 4 "no package of Headroom" "a package is wanted and there is none" "$repo/packaging/run.sh" --packaged
mkdir -p "$work/pack/headroom-1.2.3-x86_64"
stand_in "$work/pack/headroom-1.2.3-x86_64/AppRun" <<'S'
#!/bin/bash
echo "packed $(basename "$0") $*"
S
ln -s AppRun "$work/pack/headroom-1.2.3-x86_64/headroom"
tar -C "$work/pack" -cJf "$work/headroom-1.2.3-x86_64.tar.xz" headroom-1.2.3-x86_64
DISPLAY=:9 expect 0 "studio --demo" "a package is told of, not started" "$repo/packaging/run.sh"
holds "$(says "headroom-1.2.3-x86_64.tar.xz is here; --packaged")" "the package is named"
DISPLAY=:9 expect 0 "packed headroom --demo --theme dark" "a package is unpacked and started" "$repo/packaging/run.sh" --packaged -- --theme dark
holds "$(if [[ $(says cmake) == no ]]; then echo yes; fi)" "nothing is built then"
DISPLAY=:9 expect 0 "studio --demo" "a build is asked for" "$repo/packaging/run.sh" --build
rm -rf "$work"/headroom-1.2.3-x86_64*

# Tests.
closing="100% tests passed, 0 tests failed out of 3"
expect 0 "ctest asan" "all tests" "$repo/packaging/test.sh" --cpu
holds "$(if [[ $said == *"ctest ci: any all"*"$closing" ]]; then echo yes; else echo no; fi)" "the summary of the full build closes the output"
holds "$(says "[4/4, ")" "the steps are counted"
holds "$(says "min left] all tests of the full build")" "the time that is left is told"
expect 2 "'--kernel' is not an option" "unknown option of test.sh" "$repo/packaging/test.sh" --kernel
expect 2 "--repeat needs a number" "no number of repeats" "$repo/packaging/test.sh" --repeat often
expect 0 "ctest ci: SSE41 1" "all kernels" "$repo/packaging/test.sh" --cpu --quick --kernels
holds "$(says "ctest ci: AVX512_CORE_BF16 2")" "the last kernels on two threads"
holds "$(if [[ $said == *"ctest ci: any all"*"$closing" ]]; then echo yes; else echo no; fi)" "kernels are unset for the full build"
expect 0 "[5/5, " "some kernels" "$repo/packaging/test.sh" --cpu --quick --kernels=some
holds "$(is "$(grep 'at once' <<<"$said" | sort -u | wc -l)" -eq 1)" "kernels on one thread have as many tests at once as those on two"
expect 0 "random --repeat until-fail:20" "repeats draw seeds" "$repo/packaging/test.sh" --cpu --quick --repeat 20
BREAK=tsan expect 1 "tsan: the build" "a sanitizer build that fails" "$repo/packaging/test.sh" --cpu
holds "$(says "ctest ci: any")" "the full build is tested all the same"
FAIL=asan expect 1 "asan: Sums.AddUp/3: test_sums.cpp:12: Expected equality of these values: 1 and 2 [HEADROOM_TEST_SEED=17]" \
    "a failed test is named with its words and seed" "$repo/packaging/test.sh" --cpu
holds "$(says "asan: Ends: no end within 900 s")" "a test that does not end is named"
holds "$(says "What failed, on ")" "the processor is named"
holds "$(says "not everything passed: 2 failed")" "failures are counted"

((failures == 0)) || { echo "$failures of the expectations failed."; exit 1; }
echo "All expectations hold."
