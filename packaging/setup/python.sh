# The Python with which tests read what Headroom writes and write what it reads: an environment beside LibTorch, its packages at fixed hashes,
# and torch out of LibTorch's own wheel. For setup.sh, after libtorch.sh.
# shellcheck shell=bash

HEADROOM_PYTHON="$HEADROOM_DEPS/python-tests"

# needs_python PRESET: what users get is built without the tests' tools.
needs_python() { [[ $1 == dev || $1 == ci ]]; }

# python_stamp: the file that says that exactly these packages are in place, for this LibTorch.
python_stamp() {
    local setup="$HEADROOM_ROOT/packaging/setup"
    printf '%s/.%s' "$HEADROOM_PYTHON" \
        "$(cat "$setup/requirements-tests.txt" "$setup/python.sh" <(echo "$HEADROOM_TORCH_VERSION"; python3 -V) | sha256sum | cut -c1-16)"
}

# stand_ins FOLDER: libraries in the place of NVIDIA's that LibTorch's Python module asks for and this machine lacks. Each is empty and needs one
# that has all their functions, which end the program: without a GPU none is called. (The loader takes versioned symbols from a library
# without versions only where its name is not that of the version.)
stand_ins() {
    local folder=$1 lib name torch="$HEADROOM_LIBTORCH/torch/lib" all=libheadroom_no_gpu.so
    local -a users=("$torch/libtorch_cuda.so" "$torch/libtorch_nvshmem.so" "$torch/libtorch_python.so")
    mkdir -p "$folder"
    nm -D --defined-only "$HEADROOM_LIBTORCH"/nvidia/cu13/lib/*.so.* 2>/dev/null | awk '{ sub(/@.*/, "", $3); print $3 }' |
        LC_ALL=C sort -u >"$folder/there"
    nm -D --undefined-only "${users[@]}" | sed -n 's/^ *U \(\(cu\|nccl\|nvshmem\)[A-Za-z0-9_]*\).*/\1/p' |
        LC_ALL=C sort -u | LC_ALL=C comm -23 - "$folder/there" |
        sed 's/.*/void &(void) { __builtin_trap(); }/' >"$folder/none.c"
    cc -w -shared -fPIC -Wl,-soname,$all -o "$folder/$all" "$folder/none.c" || return 1
    for lib in "${users[@]}"; do
        while read -r name; do
            [[ -e $HEADROOM_LIBTORCH/nvidia/cu13/lib/$name || -e $folder/$name ]] ||
                cc -shared -Wl,-soname,"$name" -Wl,--no-as-needed -o "$folder/$name" "$folder/$all" || return 1
        done < <(readelf -d "$lib" | sed -n 's/.*NEEDED.*\[\(lib\(cu\|nccl\|nvshmem\)[^]]*\)\].*/\1/p')
    done
    rm "$folder/there" "$folder/none.c"
}

# make_python: the environment, made anew beside its place and moved there.
make_python() {
    local list="$HEADROOM_ROOT/packaging/setup/requirements-tests.txt" started=$SECONDS log work python
    need_space 512 "$HEADROOM_DEPS" "Python for tests"
    say "Python for tests: installing (once; kept in $HEADROOM_DEPS)."
    work=$(mktemp -d "$HEADROOM_DEPS/.fetch-XXXXXX")
    log="$work/log"
    find_pip
    # Packages lie in a folder that PYTHONPATH names, so that Python needs no venv module.
    if ! quietly "$log" "$work" "${PIP[@]}" install --quiet --disable-pip-version-check --no-cache-dir --no-input --retries 5 \
        --no-deps --only-binary=:all: --require-hashes --target "$work/packages" --requirement "$list"; then
        tail -n 6 "$log" >&2
        rm -rf "$work"
        fail 4 "Python's packages for tests could not be installed (the last lines are above)." \
            "Check the network and its proxy settings, then run this again."
    fi
    stand_ins "$work/stand-ins" || { rm -rf "$work"; fail 4 "the stand-ins for NVIDIA's libraries could not be linked." "Install binutils and a C compiler."; }
    # What starts it: the Python that pip belongs to, with packages, torch and stand-ins; libraries of a GPU go before them.
    python=$("${PIP[0]}" -c 'import shlex, sys; print(shlex.quote(sys.executable))')
    cat >"$work/python" <<TEXT
#!/bin/sh
here=\$(dirname "\$(readlink -f "\$0")")
libtorch=\$here/../libtorch-$HEADROOM_TORCH_VERSION
export PYTHONPATH="\$here/packages:\$libtorch" PYTHONDONTWRITEBYTECODE=1
export LD_LIBRARY_PATH="\$libtorch/nvidia/cu13/lib:\$libtorch/nvidia/cudnn/lib:\$here/stand-ins"
exec $python "\$@"
TEXT
    chmod +x "$work/python"
    rm -rf "$HEADROOM_PYTHON" "$log"
    mv "$work" "$HEADROOM_PYTHON"
    chmod 755 "$HEADROOM_PYTHON"
    touch "$(python_stamp)"
    note "Done in $(elapsed "$started")."
}

# install_python: makes the environment, or leaves the one that is there.
install_python() {
    lock_deps
    if [[ -f $(python_stamp) ]]; then say "Python for tests: in place ($HEADROOM_PYTHON)."; else make_python; fi
    unlock_deps
}
