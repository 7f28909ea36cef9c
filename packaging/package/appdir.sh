# A folder that holds Headroom with all it needs but the C library and drivers, laid out as an AppImage. Sourced by package.sh.
# shellcheck shell=bash

# What every Linux has and must be its own: the C library, and what belongs to its drivers.
APPDIR_OF_SYSTEM='^(ld-linux-x86-64|libc|libm|libpthread|libdl|librt|libresolv|libutil|libnsl|libanl|libnvidia-.*|libcuda|libdrm.*|libgbm|libglapi)\.so'
# What it usually has, and then newer: used by AppRun only where it is missing or too old.
APPDIR_FALLBACK_CPP='^(libstdc\+\+|libgcc_s)\.so'
APPDIR_FALLBACK_GL='^(libGL|libGLX|libEGL|libGLdispatch|libOpenGL)\.so'
# LibTorch's folder has these.
APPDIR_OF_TORCH='^(libtorch.*|libc10.*|libcudart|libcupti)\.so'
# Plugins of Qt that the window can make use of.
APPDIR_QT_PLUGINS=(
    platforms/libqxcb.so platforms/libqwayland-egl.so platforms/libqwayland-generic.so platforms/libqoffscreen.so platforms/libqminimal.so
    iconengines/libqsvgicon.so imageformats/lib{qgif,qico,qjpeg,qsvg}.so platforminputcontexts/lib{composeplatforminputcontextplugin,ibusplatforminputcontextplugin}.so wayland-shell-integration/libxdg-shell.so wayland-decoration-client
    wayland-graphics-integration-client/libqt-plugin-wayland-egl.so xcbglintegrations
)

# needed_by FILE: the names of the libraries it asks for.
needed_by() { objdump -p "$1" 2>/dev/null | awk '$1 == "NEEDED" { print $2 }'; }

# elf_files FOLDER: programs and libraries below it.
elf_files() {
    local file magic
    find "$1" -type f \( -perm -u+x -o -name '*.so*' \) | sort | while IFS= read -r file; do
        IFS= read -r -n 4 magic <"$file" || true
        if [[ $magic == $'\x7fELF' ]]; then printf '%s\n' "$file"; fi
    done
}

# bundle_libraries USR: copies what its files need, and what that needs, beside them.
bundle_libraries() {
    local usr=$1 file name path target
    local -a queue
    local -A seen=() place=()
    while read -r name path; do place[$name]=${place[$name]:-$path}; done < <(PATH=$PATH:/usr/sbin:/sbin ldconfig -p | awk '/x86-64/ { print $1, $NF }')
    mapfile -t queue < <(elf_files "$usr")
    while ((${#queue[@]})); do
        file=${queue[0]}
        queue=("${queue[@]:1}")
        while read -r name; do
            [[ -z ${seen[$name]:-} ]] || continue
            seen[$name]=yes
            if [[ $name =~ $APPDIR_OF_SYSTEM || $name =~ $APPDIR_OF_TORCH ]]; then continue; fi
            path=${place[$name]:-}
            [[ -n $path ]] || fail 4 "$name, which $(basename "$file") needs, is not on this machine." "Install its package."
            target=$usr/lib
            if [[ $name =~ $APPDIR_FALLBACK_CPP ]]; then target=$usr/lib/fallback/cpp; fi
            if [[ $name =~ $APPDIR_FALLBACK_GL ]]; then target=$usr/lib/fallback/gl; fi
            mkdir -p "$target"
            cp -L "$path" "$target/$name"
            queue+=("$target/$name")
        done < <(needed_by "$file")
    done
}

# copy_qt USR: Qt's plugins, and where they lie.
copy_qt() {
    local usr=$1 plugins plugin
    plugins=$(qmake6 -query QT_INSTALL_PLUGINS 2>/dev/null || /usr/lib/qt6/bin/qmake -query QT_INSTALL_PLUGINS)
    for plugin in "${APPDIR_QT_PLUGINS[@]}"; do
        [[ -e $plugins/$plugin ]] || continue
        mkdir -p "$usr/plugins/$(dirname "$plugin")"
        cp -rL "$plugins/$plugin" "$usr/plugins/$(dirname "$plugin")/"
    done
    printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$usr/bin/qt.conf"
}

# copy_libtorch USR: the set for processors, as setup would have unpacked it (core/engine/setup/wheel_unpack.cpp).
copy_libtorch() {
    local set=$1/lib/headroom/libtorch/$HEADROOM_TORCH_VERSION library licence
    mkdir -p "$set/torch/lib" "$set/nvidia/cu13/lib"
    for library in torch/lib/{libc10.so,libtorch_cpu.so,libtorch.so,libgomp.so.1} nvidia/cu13/lib/{libcudart.so.13,libcupti.so.13}; do
        cp "$HEADROOM_LIBTORCH/$library" "$set/$library"
    done
    for licence in "$HEADROOM_LIBTORCH"/{torch,nvidia_cuda_runtime,nvidia_cuda_cupti}-*.dist-info; do
        mkdir -p "$set/$(basename "$licence")"
        cp -r "$licence/METADATA" "$set/$(basename "$licence")/"
        [[ ! -d $licence/licenses ]] || cp -r "$licence/licenses" "$set/$(basename "$licence")/"
        find "$licence" -maxdepth 1 -iname 'license*' -type f -exec cp {} "$set/$(basename "$licence")/" \;
    done
    printf '{"gpu":false,"libtorch":"%s"}\n' "$HEADROOM_TORCH_VERSION" >"$set/headroom-libtorch.json"
}

# set_run_paths USR: every file finds its libraries from where it lies. LibTorch's have paths of their own.
set_run_paths() {
    local usr=$1 file
    while read -r file; do
        [[ $file != */lib/headroom/libtorch/* ]] || continue
        patchelf --set-rpath "\$ORIGIN/$(realpath --relative-to="$(dirname "$file")" "$usr/lib")" "$file"
    done < <(elf_files "$usr")
}

# symbol_versions USR: those of the C and C++ libraries (GLIBC_2.34, GLIBCXX_3.4.29) that files below it ask for, one a line.
symbol_versions() {
    local file
    elf_files "$1" | grep -v /fallback/ | while read -r file; do objdump -p "$file" 2>/dev/null; done |
        grep -oE '[( ]GLIBC(XX)?_[0-9.]+' | cut -c2- | sort -u
}

# newest VERSIONS PREFIX: the highest number that follows PREFIX (GLIBC_2., GLIBCXX_3.4.) in them.
newest() { grep -oE "^$2[0-9]+" <<<"$1" | grep -oE '[0-9]+$' | sort -n | tail -n 1; }

# reach_older_glibc USR: what libraries want of a newer C library than the programs do comes along, where compat.c has it.
reach_older_glibc() {
    local usr=$1 floor file changed
    floor=$(newest "$(symbol_versions "$usr/bin" && symbol_versions "$usr/lib/headroom")" 'GLIBC_2\.')
    changed=$(elf_files "$usr/lib" | grep -vE '/lib/(headroom|fallback)/' | xargs -d '\n' "$HEADROOM_ROOT/packaging/package/older_glibc.py" "2.$floor")
    [[ -n $changed ]] || return 0
    "${CC:-cc}" -O2 -s -shared -fPIC -Wl,-soname,libheadroom_compat.so "$HEADROOM_ROOT/packaging/package/compat.c" -o "$usr/lib/libheadroom_compat.so"
    while read -r file; do patchelf --add-needed libheadroom_compat.so "$file"; done <<<"$changed"
}

# systems_with_glibc NUMBER: the oldest known ones with version 2.NUMBER, for people.
systems_with_glibc() {
    case $1 in
        35) echo ' Ubuntu 22.04, Debian 12 and Fedora 36 have it.' ;;
        36 | 37 | 38 | 39) echo ' Ubuntu 24.04 and Fedora 40 have it.' ;;
    esac
}

# build_appdir BUILD APPDIR VERSION
build_appdir() {
    local tree=$1 appdir=$2 version=$3 usr=$2/usr file versions glibc glibcxx name
    for name in cli window; do
        cmake --install "$tree" --prefix "$usr" --component "$name" >/dev/null || fail 1 "the installation into $usr failed."
    done
    copy_qt "$usr"
    bundle_libraries "$usr"
    copy_libtorch "$usr"
    elf_files "$usr" | while read -r file; do strip --strip-unneeded "$file"; done
    reach_older_glibc "$usr"
    set_run_paths "$usr"
    versions=$(symbol_versions "$usr")
    glibc=$(newest "$versions" 'GLIBC_2\.')
    glibcxx=$(newest "$versions" 'GLIBCXX_3\.4\.')
    sed "s/@GLIBC@/$glibc/; s/@GLIBCXX@/$glibcxx/; s/@SYSTEMS@/$(systems_with_glibc "$glibc")/" "$HEADROOM_ROOT/packaging/package/AppRun.in" >"$appdir/AppRun"
    chmod 755 "$appdir/AppRun"
    for name in headroom headroom-cli; do ln -s AppRun "$appdir/$name"; done
    cp "$usr/share/applications/org.headroom.Headroom.desktop" "$usr/share/icons/hicolor/scalable/apps/org.headroom.Headroom.svg" "$appdir/"
    cp "$usr/share/icons/hicolor/256x256/apps/org.headroom.Headroom.png" "$appdir/.DirIcon"
    note "Headroom $version needs a C library of 2.$glibc or newer; libstdc++ comes along where it is older than 3.4.$glibcxx."
    find "$appdir" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

# archive_of APPDIR: the folder as an archive, whose bytes follow from its files alone.
archive_of() {
    tar --directory "$(dirname "$1")" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u+rw,go=rX --mtime="@$SOURCE_DATE_EPOCH" \
        --create "$(basename "$1")"
}
