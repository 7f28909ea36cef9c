#!/usr/bin/env bash
# Builds the engine and the command line without Qt on a machine with an NVIDIA GPU, needs no network, and runs there what needs
# a GPU: tests, benches in turn with the PyTorch peers, forecasts against what was held (on_device.py). Ends with one JSON file and one
# Markdown table. Fails when there is no GPU and when a part was not run: what is skipped proves nothing here.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

usage() {
    cat <<'TEXT'
usage: tests/gpu/run_on_device.sh [--torch DIR] [--libraries DIR] [--build DIR] [--build-only] [--stand-in]
                                  [--peers DIR] [--out DIR] [--minutes N] [--rounds N] [--only WORDS]

  --torch DIR      the torch folder of an installed or unpacked LibTorch 2.11 wheel with its NVIDIA wheels beside it;
                   else HEADROOM_TORCH_DIR, else where packaging/setup.sh puts it, else the one that python3 finds
  --libraries DIR  where Debian packages that the machine lacks were unpacked (dpkg -x PACKAGE.deb DIR), see below
  --build DIR      build folder; default build/gpu
  --build-only     build, run nothing
  --stand-in       rehearse on a machine without a GPU: the same parts, small, on the stand-in device (tests/support/stand_in)
  --peers DIR      the folder of PyTorch peers (peer_dcgan.py and the others), for python3 with torch; without it their benches are
                   told as not run
  --out DIR        where results.json and results.md are written; default BUILD/results
  --minutes N      time for all parts after the build; default 9. What has none left is told as not run
  --rounds N       of each bench, in turn with its peers; default 2
  --only WORDS     run the parts with these words in their name, such as 'bench DCGAN'; the others are told as not run

Needed: cmake 3.25, ninja, clang or g++ 12, pkg-config, and the headers and libraries of spdlog, fmt, nlohmann-json, SQLite 3, zlib,
libcurl, OpenSSL, yaml-cpp, utf8proc, libarchive, libpng, libjpeg, libwebp, giflib and GoogleTest. On a machine without them and without a
network, fetch the packages elsewhere, unpack them into one folder and name it with --libraries. On Debian 12 with apt-get download:
libspdlog-dev libspdlog1.10 libfmt-dev libfmt9 nlohmann-json3-dev libsqlite3-dev libsqlite3-0 zlib1g-dev libcurl4-openssl-dev libcurl4
libssl-dev libssl3 libyaml-cpp-dev libyaml-cpp0.7 libutf8proc-dev libutf8proc2 libarchive-dev libarchive13 libpng-dev libpng16-16
libjpeg62-turbo-dev libjpeg62-turbo libwebp-dev libwebp7 libwebpdemux2 libwebpmux3 libsharpyuv0 libgif-dev libgif7 libgtest-dev libgmock-dev,
and what these need in turn: libacl1 libbrotli1 libffi8 libgmp10 libgnutls30 libgssapi-krb5-2 libhogweed6 libicu72 libidn2-0 libk5crypto3
libkrb5-3 libkrb5support0 libldap-2.5-0 liblz4-1 libnettle8 libnghttp2-14 libp11-kit0 libpsl5 librtmp1 libsasl2-2 libssh2-1 libtasn1-6
libunistring2 libxml2 libzstd1.
TEXT
}

fail() { printf 'run_on_device: error: %s\n' "$1" >&2; shift; printf '    %s\n' "$@" >&2; exit 4; }

torch=${HEADROOM_TORCH_DIR:-} libraries='' build=build/gpu only_build=no stand_in=no out='' parts=()
while (($#)); do
    case $1 in
        --torch) torch=${2:?--torch needs a folder}; shift ;;
        --libraries) libraries=$(realpath "${2:?--libraries needs a folder}"); shift ;;
        --build) build=${2:?--build needs a folder}; shift ;;
        --build-only) only_build=yes ;;
        --stand-in) stand_in=yes; parts+=(--stand-in) ;;
        --out) out=${2:?--out needs a folder}; shift ;;
        --peers | --minutes | --rounds | --only) parts+=("$1" "${2:?$1 needs a value}"); shift ;;
        -h | --help) usage; exit 0 ;;
        *) fail "'$1' is not an option." "tests/gpu/run_on_device.sh --help lists them." ;;
    esac
    shift
done

kept="${HEADROOM_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/headroom/deps}/libtorch-2.11.0/torch"
[[ -n $torch || ! -d $kept ]] || torch=$kept
[[ -n $torch ]] || torch=$(python3 -c 'import os, importlib.util as u; print(os.path.dirname(u.find_spec("torch").origin))' 2>/dev/null || true)
if [[ $stand_in == no ]]; then
    [[ -f $torch/lib/libtorch_cuda.so ]] || fail "LibTorch 2.11 with CUDA was not found${torch:+ in $torch}." "Name its torch folder with --torch."
fi
for tool in cmake ninja pkg-config python3; do command -v "$tool" >/dev/null || fail "$tool is not installed."; done

settings=(-G Ninja -DCMAKE_BUILD_TYPE=Release -DHEADROOM_UNITY=ON -DHEADROOM_UI=OFF -DHEADROOM_TESTS=ON "-DHEADROOM_TORCH_DIR=$torch")
if command -v clang++ >/dev/null; then settings+=(-DCMAKE_CXX_COMPILER=clang++); fi
if command -v ccache >/dev/null; then settings+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
if [[ -n $libraries ]]; then
    settings+=("-DCMAKE_PREFIX_PATH=$libraries/usr" "-DCMAKE_LIBRARY_PATH=$libraries/usr/lib/x86_64-linux-gnu")
    export PKG_CONFIG_PATH="$libraries/usr/lib/x86_64-linux-gnu/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$libraries"
    export LD_LIBRARY_PATH="$libraries/usr/lib/x86_64-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
    export CPLUS_INCLUDE_PATH="$libraries/usr/include" LIBRARY_PATH="$libraries/usr/lib/x86_64-linux-gnu"
fi

mkdir -p "$build"
echo "==> Configuring in $build with $torch."
cmake -S . -B "$build" "${settings[@]}" >"$build.log" 2>&1 || { tail -n 20 "$build.log" >&2; fail "configuring failed (the last lines are above)." "--help lists what is needed."; }
echo "==> Building."
if [[ $stand_in == yes ]]; then
    targets=(headroom-cli-stand-in headroom_gpu_tests_stand_in)
else
    targets=(headroom-cli headroom_cuda headroom_gpu_tests)
fi
cmake --build "$build" --parallel "$(nproc)" --target "${targets[@]}"
[[ $only_build == no ]] || exit 0
exec python3 tests/gpu/on_device.py --bin "$build/bin" --out "${out:-$build/results}" "${parts[@]}"
