# What packages are tried by, in a bare root (bare_roots.sh) or on a clean system (clean_system.sh). Sourced by them, after common.sh; they say what
# as_user ROOT COMMAND, home_of ROOT (the user's folder, as this script sees it) and $wheels (HEADROOM_WHEELS, as the user sees it) are.
# shellcheck shell=bash disable=SC2154

wrong() { fail 1 "$*"; }

# Nothing of this machine's environment but its proxies.
clean=(env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive QT_QPA_PLATFORM=offscreen)
for name in http_proxy https_proxy no_proxy HTTPS_PROXY HTTP_PROXY; do [[ -z ${!name:-} ]] || clean+=("$name=${!name}"); done

# expect STATUS TEXT COMMAND...: the status it ends with and what it says.
expect() {
    local wanted=$1 text=$2 said status=0
    shift 2
    said=$("$@" 2>&1) || status=$?
    [[ $status -eq $wanted && $said == *"$text"* ]] || wrong "'$*' ended with $status instead of $wanted, or did not say '$text': $said"
}

setup_words() { if [[ -n ${HEADROOM_WHEELS:-} ]]; then echo "--from '$wheels'"; else echo "--yes"; fi; }

# runs ROOT PROGRAMS OUT: training in the terminal, going on, and the window, by the programs in the folder PROGRAMS.
runs() {
    local root=$1 programs=$2 out=$3
    as_user "$root" "'$programs/headroom-cli' train dcgan --preset demo --steps 20 --out '$out' --quiet"
    as_user "$root" "'$programs/headroom-cli' train dcgan --resume --out '$out' --steps 30 --quiet"
    as_user "$root" "'$programs/headroom-cli' sample '$out' --rows 2 --cols 2 --out '$out.png' --quiet"
    as_user "$root" "'$programs/headroom' --demo --safe-mode --screenshot '$out-window' --quit-after 40"
    for picture in "$out.png" "$out-window/start.png" "$out-window/samples.png"; do
        [[ $(stat -c %s "$(home_of "$root")/$picture") -gt 1000 ]] || wrong "$root: $picture is no picture"
    done
    say "$root: trained, went on, sampled, and showed its window ($(du -sh "$(home_of "$root")/$out-window/samples.png" | cut -f1) of samples.png)"
}

# first_use ROOT OUT: of a .deb that was just installed: what is missing is told, nothing is fetched unasked, then everything runs.
first_use() {
    local root=$1 out=$2
    expect 0 "LibTorch" as_user "$root" "headroom-cli doctor"
    expect 4 "headroom-cli setup" as_user "$root" "headroom-cli train dcgan --preset demo --steps 1 --out none"
    [[ ! -e $(home_of "$root")/none ]] || wrong "a refused run left a folder"
    expect 2 "--yes" as_user "$root" "headroom-cli setup </dev/null"
    as_user "$root" "headroom-cli setup $(setup_words)"
    runs "$root" /usr/bin "$out"
}
