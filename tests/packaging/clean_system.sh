#!/usr/bin/env bash
# Installs the .deb that are made for this system's release on this very system and runs them as a new user would. For a system that is thrown away,
# such as a container: it stays changed. Needs root and the network (as bare_roots.sh).
# usage: HEADROOM_CLEAN_SYSTEM=1 clean_system.sh PACKAGES
set -euo pipefail
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/../../packaging/setup/common.sh"
packages=$(cd "${1:?usage: clean_system.sh PACKAGES}" && pwd)
[[ ${HEADROOM_CLEAN_SYSTEM:-} == 1 ]] || { say "Clean system: left out (HEADROOM_CLEAN_SYSTEM=1 installs Headroom on this machine)."; exit 0; }
[[ $EUID -eq 0 ]] || fail 1 "installing needs root"
# shellcheck disable=SC2034 # trial.sh reads it
wheels=${HEADROOM_WHEELS:-}
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/trial.sh"
as_user() { runuser -u tester -- "${clean[@]}" HOME=/home/tester sh -ec "cd; $2"; }
home_of() { echo /home/tester; }

revision=$("$HEADROOM_ROOT/packaging/debian/revision.sh")
debs=("$packages"/headroom{,-cli}_*-"${revision}_amd64.deb")
for deb in "${debs[@]}"; do [[ -f $deb ]] || wrong "there is no $(basename "$deb") in $packages"; done
say "Installing $(printf '%s ' "${debs[@]##*/}")"
log=$(mktemp)
{ "${clean[@]}" apt-get -q update && "${clean[@]}" apt-get -qy install "${debs[@]}"; } >"$log" 2>&1 || { tail "$log"; wrong "installing: see $log"; }
useradd --create-home tester
first_use "$(sed -n 's/^PRETTY_NAME="\(.*\)"/\1/p' /etc/os-release)" own
say "Clean system: it is installed, set up and works."
