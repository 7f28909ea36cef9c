# Fetches the pinned LibTorch wheel and the NVIDIA wheels it needs, checks their hashes, unpacks them. For setup.sh.
# shellcheck shell=bash

HEADROOM_DEPS="${HEADROOM_DEPS:-${XDG_CACHE_HOME:-$HOME/.cache}/headroom/deps}"
HEADROOM_DEPS="$(realpath -m "$HEADROOM_DEPS")"
HEADROOM_LIBTORCH="$HEADROOM_DEPS/libtorch-$HEADROOM_TORCH_VERSION"

# has_nvidia_gpu: a driver with a device is there.
has_nvidia_gpu() {
    compgen -G '/proc/driver/nvidia/gpus/*' >/dev/null && return 0
    command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep '^GPU ' >/dev/null
}

# torch_is_complete: the folder holds the pinned version, whoever put it there.
torch_is_complete() {
    local version="$HEADROOM_LIBTORCH/torch/version.py"
    local nvidia="$HEADROOM_LIBTORCH/nvidia/cu13/lib"
    [[ -f $HEADROOM_LIBTORCH/torch/lib/libtorch_cpu.so && -f $version ]] &&
        [[ -f $nvidia/libcudart.so.13 && -f $nvidia/libcupti.so.13 ]] &&
        grep -q "__version__ = '$HEADROOM_TORCH_VERSION" "$version"
}

# stamp_of REQUIREMENTS: the file that says that exactly these wheels are in place.
stamp_of() { printf '%s/.%s.%s' "$HEADROOM_LIBTORCH" "$(basename "$1" .txt)" "$(sha256sum <"$1" | cut -c1-16)"; }

# find_pip: sets PIP to a working "python3 -m pip"; a private environment is made where Python has none.
find_pip() {
    local python environment
    for python in python3 /usr/bin/python3; do
        PIP=("$python" -m pip)
        "${PIP[@]}" --version >/dev/null 2>&1 && return
    done
    environment="$HEADROOM_DEPS/pip"
    python3 -m venv "$environment" >/dev/null 2>&1 ||
        fail 4 "Python has no pip, and none could be made." "Install python3-pip, then run this again."
    PIP=("$environment/bin/python3" -m pip)
}

# download REQUIREMENTS FOLDER LOG: the wheels of REQUIREMENTS, each checked against its hash.
download() {
    local requirements=$1 folder=$2 log=$3 tag
    local -a platforms=(--platform manylinux2014_x86_64)
    for tag in 28 27 26 25 24 18 17 12 5; do platforms+=(--platform "manylinux_2_${tag}_x86_64"); done
    # TMPDIR beside the target: wheels are larger than many a /tmp, and the folder's size then shows the progress.
    TMPDIR=$folder quietly "$log" "$folder" "${PIP[@]}" download --quiet --disable-pip-version-check --no-cache-dir \
        --no-input --retries 5 --no-deps --only-binary=:all: --require-hashes \
        --python-version 3.11 --implementation cp --abi cp311 "${platforms[@]}" \
        --dest "$folder" --requirement "$requirements"
}

# fetch_wheels REQUIREMENTS WHAT MIB: downloads, unpacks beside the target, moves into place, stamps.
fetch_wheels() {
    local requirements=$1 what=$2 mib=$3 started=$SECONDS work wheel
    make_folder "$HEADROOM_DEPS"
    need_space "$mib" "$HEADROOM_DEPS" "$what"
    find_pip
    say "$what: downloading (once; kept in $HEADROOM_DEPS)."
    work=$(mktemp -d "$HEADROOM_DEPS/.fetch-XXXXXX")
    # shellcheck disable=SC2064 # the folder's name is meant to be fixed now
    trap "rm -rf ${work@Q}" EXIT
    mkdir "$work/wheels" "$work/tree"
    if ! download "$requirements" "$work/wheels" "$work/log"; then
        tail -n 6 "$work/log" >&2
        if grep -q 'DO NOT MATCH THE HASHES' "$work/log"; then
            fail 4 "a downloaded file of $what is not the pinned one; nothing was installed." \
                "Run this again, on another network if it stays so."
        fi
        fail 4 "$what could not be downloaded (the last lines are above)." \
            "Check the network and its proxy settings, then run this again."
    fi
    say "$what: unpacking."
    for wheel in "$work"/wheels/*.whl; do
        python3 -m zipfile -e "$wheel" "$work/tree" ||
            fail 5 "$(basename "$wheel") could not be unpacked." "Is the disk full?"
        rm "$wheel"
    done
    if [[ -e $HEADROOM_LIBTORCH ]]; then
        # Added to what is there, by hard links: a second copy of gigabytes is neither needed nor quick.
        cp -alf "$work/tree/." "$HEADROOM_LIBTORCH/" 2>/dev/null || cp -af "$work/tree/." "$HEADROOM_LIBTORCH/" ||
            fail 5 "$HEADROOM_LIBTORCH could not be written." "Give it to yourself (chown) or remove it."
    else
        mv "$work/tree" "$HEADROOM_LIBTORCH"
    fi
    touch "$(stamp_of "$requirements")"
    rm -rf "$work"
    trap - EXIT
    note "Done in $(elapsed "$started")."
}

# lock_deps: HEADROOM_DEPS is this set-up's alone until unlock_deps.
lock_deps() {
    make_folder "$HEADROOM_DEPS"
    exec 9>"$HEADROOM_DEPS/.lock"
    flock -n 9 || { note "Another set-up is at work in $HEADROOM_DEPS; waiting for it."; flock 9; }
    rm -rf "$HEADROOM_DEPS"/.fetch-*  # left by a set-up that was killed; the lock says that none is at work
}
unlock_deps() { exec 9>&-; }

# install_libtorch GPU: step (b), and step (c) with GPU = yes, no or auto.
install_libtorch() {
    local folder="$HEADROOM_ROOT/packaging/setup" gpu=$1
    local cpu_list="$folder/requirements-cpu.txt" gpu_list="$folder/requirements-gpu.txt"
    lock_deps
    if torch_is_complete; then
        say "LibTorch $HEADROOM_TORCH_VERSION: in place ($HEADROOM_LIBTORCH)."
    else
        fetch_wheels "$cpu_list" "LibTorch $HEADROOM_TORCH_VERSION" 3072
        torch_is_complete ||
            fail 4 "LibTorch in $HEADROOM_LIBTORCH is not complete." "Remove that folder and run this again."
    fi
    if [[ ! -f $HEADROOM_LIBTORCH/nvidia/cu13/include/crt/host_defines.h ]]; then
        fetch_wheels "$folder/requirements-headers.txt" "CUDA headers" 64
    fi

    if [[ $gpu == auto ]]; then
        if has_nvidia_gpu; then gpu=yes; else gpu=no; fi
        [[ $gpu == yes ]] || note "No NVIDIA GPU found: the CPU libraries are enough (--gpu fetches the others)."
    fi
    if [[ $gpu == yes ]]; then
        if [[ -f $(stamp_of "$gpu_list") ]]; then
            say "NVIDIA libraries: in place."
        else
            fetch_wheels "$gpu_list" "NVIDIA libraries" 8192
        fi
    fi
    unlock_deps
}
