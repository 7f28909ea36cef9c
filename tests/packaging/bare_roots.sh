#!/usr/bin/env bash
# Installs, runs, upgrades and removes the packages as a new user would, in bare roots made by debootstrap. Needs root, debootstrap and the network
# (apt's mirror; the wheels of LibTorch unless HEADROOM_WHEELS names a folder made by headroom-cli setup --save).
# usage: HEADROOM_BARE_ROOTS=1 bare_roots.sh PACKAGES [WORK]
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/setup/common.sh"
packages=$(cd "${1:?usage: bare_roots.sh PACKAGES [WORK]}" && pwd)
work=${2:-${TMPDIR:-/var/tmp}/headroom-roots}
# shellcheck disable=SC2034 # trial.sh reads it
wheels=/wheels
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/trial.sh"

[[ ${HEADROOM_BARE_ROOTS:-} == 1 ]] || { say "Bare roots: left out (HEADROOM_BARE_ROOTS=1 makes them)."; exit 0; }
[[ $EUID -eq 0 ]] || wrong "making roots needs root"
command -v debootstrap >/dev/null || wrong "debootstrap is missing"
# Mounts of a namespace of its own go with it, whatever ends this.
if [[ ${HEADROOM_IN_NAMESPACE:-} != 1 ]]; then
    HEADROOM_IN_NAMESPACE=1 exec unshare --mount --propagation private "$0" "$packages" "$work"
fi

# make_root NAME [SUITE [MIRROR]]: a bare Debian 12, or the suite that is named, with a user, and what a chroot needs.
make_root() {
    local suite=${2:-bookworm} mirror=${3:-$(debian_mirror)}
    local root=$work/$1 base=$work/base-$suite
    if [[ ! -f $base/.done ]]; then
        say "A bare '$suite' from $mirror"
        rm -rf "$base"
        # Debian has no keys of others: nothing of such a root is kept.
        debootstrap --variant=minbase ${3:+--no-check-gpg} "$suite" "$base" "$mirror" >"$work/debootstrap.log" 2>&1 || wrong "debootstrap: see $work/debootstrap.log"
        touch "$base/.done"
    fi
    rm -rf "$root"
    cp -a --reflink=auto "$base" "$root"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    chroot "$root" useradd --create-home tester
    mkdir -p "$root/packages"
    mount --bind "$packages" "$root/packages"
    if [[ -n ${HEADROOM_WHEELS:-} ]]; then
        mkdir -p "$root/wheels"
        mount --bind "$HEADROOM_WHEELS" "$root/wheels"
    fi
}

# as_root ROOT COMMAND (in place of the set-up's) and as_user ROOT COMMAND: in the root, by a shell.
as_root() { chroot "$work/$1" "${clean[@]}" HOME=/root sh -ec "$2"; }
as_user() { chroot --userspec=tester:tester "$work/$1" "${clean[@]}" HOME=/home/tester sh -ec "cd; $2"; }
home_of() { echo "$work/$1/home/tester"; }

mkdir -p "$work"
deb_cli=$(cd "$packages" && ls headroom-cli_*~deb12u1_amd64.deb) deb_window=$(cd "$packages" && ls headroom_*~deb12u1_amd64.deb)
tarball=$(cd "$packages" && ls headroom-*-x86_64.tar.xz)

say "The .deb in a bare root"
make_root deb
as_root deb "apt-get -q update && apt-get -qy install /packages/$deb_cli /packages/$deb_window xz-utils" >"$work/deb.log" 2>&1 || { tail "$work/deb.log"; wrong "installing"; }
# Whom this machine trusts beside the public authorities, such as a company's proxy.
cp /etc/ssl/certs/ca-certificates.crt "$work/deb/etc/ssl/certs/ca-certificates.crt"
first_use deb own
say "For all users instead of one"
as_user deb "headroom-cli setup --remove"
expect 4 "headroom-cli setup" as_user deb "headroom-cli sample own --out x.png"
as_root deb "headroom-cli setup --system $(setup_words)"
runs deb /usr/bin "shared"

say "The tarball in another root, on a path with a space, without root"
make_root tarball
as_root tarball "apt-get -q update && apt-get -qy install --no-install-recommends xz-utils" >"$work/tarball.log" 2>&1
as_user tarball "mkdir -p 'a folder' && tar -C 'a folder' -xf '/packages/$tarball'"
folder="/home/tester/a folder/${tarball%.tar.xz}"
runs tarball "$folder" "own run"

say "The same tarball on Ubuntu 22.04, whose C library is older than Debian 12's"
make_root ubuntu jammy "${HEADROOM_UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}"
as_root ubuntu "apt-get -q update && apt-get -qy install --no-install-recommends xz-utils" >"$work/ubuntu.log" 2>&1
as_user ubuntu "mkdir -p 'a folder' && tar -C 'a folder' -xf '/packages/$tarball'"
runs ubuntu "$folder" "own run"

say "The same tarball on the Debian after it, and on one whose glibc is too old for it"
make_root newer trixie
as_root newer "apt-get -q update && apt-get -qy install --no-install-recommends xz-utils" >"$work/newer.log" 2>&1
as_user newer "mkdir -p 'a folder' && tar -C 'a folder' -xf '/packages/$tarball'"
runs newer "$folder" "own run"
make_root older bullseye
as_root older "apt-get -q update && apt-get -qy install --no-install-recommends xz-utils" >"$work/older.log" 2>&1
as_user older "mkdir -p 'a folder' && tar -C 'a folder' -xf '/packages/$tarball'"
expect 4 "the C library is version 2.31" as_user older "'$folder/headroom-cli' doctor"

say "Both beside each other"
as_user deb "mkdir -p 'a folder' && tar -C 'a folder' -xf '/packages/$tarball'"
as_user deb "headroom-cli train dcgan --preset demo --steps 20 --out beside-1 --quiet & '$folder/headroom-cli' train dcgan --preset demo --steps 20 --out beside-2 --quiet; wait \$!"
as_user deb "'$folder/headroom-cli' train dcgan --resume --out beside-1 --steps 25 --quiet && headroom-cli train dcgan --resume --out beside-2 --steps 25 --quiet"

say "Upgraded"
mkdir -p "$work/deb/upgrade"
for deb in "$deb_cli" "$deb_window"; do
    dpkg-deb --raw-extract "$packages/$deb" "$work/next"
    sed -i 's/^Version: .*/&+1/; s/headroom-cli (= \([^)]*\))/headroom-cli (= \1+1)/' "$work/next/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$work/next" "$work/deb/upgrade/$deb" >/dev/null
    rm -rf "$work/next"
done
as_root deb "apt-get -qy install /upgrade/$deb_cli /upgrade/$deb_window" >>"$work/deb.log" 2>&1 || { tail "$work/deb.log"; wrong "upgrading"; }
expect 0 "+1" as_root deb "dpkg-query -W headroom headroom-cli"
as_user deb "headroom-cli train dcgan --resume --out shared --steps 35 --quiet"

say "Removed"
as_root deb "rm -r /upgrade; apt-get -qy remove headroom headroom-cli" >>"$work/deb.log" 2>&1
as_user deb "rm -rf 'a folder' own* shared-window shared.png"
# The demos that the window trained are runs of the user's; the folder of sockets in /tmp goes when the machine is started anew.
mine=$work/deb/home/tester/.local/share/headroom
[[ ! -e $mine || $(ls -A "$mine") == runs ]] || wrong "the user's folder holds more than runs: $(ls -A "$mine")"
[[ -z $(find "$work"/deb/tmp/headroom-* -type f -o -type s) ]] || wrong "sockets were left in /tmp"
left=$(chroot "$work/deb" find / -xdev -iname '*headroom*' -not -path '/packages/*' -not -path '/var/lib/dpkg/info/*' \
    -not -path '/home/tester/.cache/*' -not -path '/home/tester/.local/share/headroom' -not -path '/home/tester/.local/share/headroom/*' \
    -not -path '/tmp/headroom-*' | sort)
[[ -z $left ]] || wrong "the packages left: $left"
for run in shared beside-1 beside-2; do [[ -f $work/deb/home/tester/$run/run.json ]] || wrong "the run $run has gone"; done
say "Bare roots: all of it works. Only the user's runs are left."
