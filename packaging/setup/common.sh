# Shared by the scripts of packaging/: messages, failing with a sentence, root rights, waiting with signs of life.
# Sourced, never run. Needs bash; sets HEADROOM_ROOT (the repository) and HEADROOM_TORCH_VERSION.
# shellcheck shell=bash disable=SC2034

HEADROOM_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
HEADROOM_TORCH_VERSION=2.11.0
HEADROOM_STARTED=$SECONDS

# say TEXT...: one line about what is being done.
say() { printf '==> %s\n' "$*"; }

# note TEXT...: a detail under the line before.
note() { printf '    %s\n' "$*"; }

# fail STATUS WHAT [WHAT TO DO...]: the last words of a script.
fail() {
    local status=$1
    shift
    printf '%s: error: %s\n' "$(basename "$0" .sh)" "$1" >&2
    shift
    local line
    for line in "$@"; do printf '    %s\n' "$line" >&2; done
    exit "$status"
}

# elapsed SECONDS_AT_START: "1 min 05 s".
elapsed() {
    local seconds=$((SECONDS - $1))
    if ((seconds < 60)); then printf '%d s' "$seconds"; return; fi
    printf '%d min %02d s' $((seconds / 60)) $((seconds % 60))
}

# time_left SECONDS DONE ALL: "about 3 min left", where DONE parts of ALL took SECONDS.
time_left() { printf 'about %d min left' $((($1 * ($3 - $2) / $2 + 59) / 60)); }

# as_root COMMAND...: runs it with root rights; callers have asked can_be_root first.
as_root() {
    if [[ $EUID -eq 0 ]]; then "$@"; else sudo -- "$@"; fi
}

# can_be_root: true for root, and for a user whose sudo works (it may ask for a password, on a terminal only).
can_be_root() {
    [[ $EUID -eq 0 ]] && return 0
    command -v sudo >/dev/null || return 1
    if [[ -t 0 ]]; then sudo -v; else sudo -n true 2>/dev/null; fi
}

# free_mib FOLDER: free space in MiB where FOLDER is or will be.
free_mib() {
    local folder=$1
    while [[ ! -d $folder ]]; do folder=$(dirname "$folder"); done
    df -Pm "$folder" | awk 'NR == 2 { print $4 }'
}

# need_space MIB FOLDER WHAT: fails when FOLDER has less room than WHAT needs.
need_space() {
    local free
    free=$(free_mib "$2")
    ((free >= $1)) ||
        fail 5 "$3 needs $(($1 / 1024)) GiB in $2, but only $free MiB are free." "Free some space and run this again."
}

# debian_mirror: where Debian 12 is fetched from, as apt is set up here.
debian_mirror() {
    # shellcheck disable=SC2016 # apt's own placeholders
    apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(CREATED_BY) $(REPO_URI)' | awk '
        $2 == "main" && $3 == "Packages" && !/security/ { if (!any) any = $4; if ($1 == "bookworm" && !own) own = $4 }
        END { print own ? own : any }'
}

# make_folder FOLDER: makes it, or says why it cannot be written.
make_folder() {
    mkdir -p "$1" 2>/dev/null || true
    [[ -d $1 && -w $1 ]] ||
        fail 5 "$1 cannot be written by $(id -un)." "Give it to yourself (chown), remove it, or run this as its owner."
}

# quietly LOG WATCHED COMMAND...: runs COMMAND with its output in LOG and a line every 20 seconds that says how long it
# has been going and, where WATCHED is a folder, how much has arrived there. Returns COMMAND's status.
quietly() {
    local log=$1 watched=$2 started=$SECONDS next=20 pid status=0
    shift 2
    "$@" >"$log" 2>&1 </dev/null &
    pid=$!
    # A background command does not hear Ctrl-C by itself.
    trap 'kill "$pid" 2>/dev/null || sudo -n kill "$pid" 2>/dev/null || true; exit 130' INT TERM  # sudo's own process is root's
    while kill -0 "$pid" 2>/dev/null; do
        sleep 0.2
        ((SECONDS - started < next)) && continue
        next=$((SECONDS - started + 20))
        if [[ -d $watched ]]; then
            note "$(elapsed "$started"), $(du -sm "$watched" 2>/dev/null | cut -f1) MiB so far"
        else
            note "$(elapsed "$started")"
        fi
    done
    wait "$pid" || status=$?
    trap - INT TERM
    return "$status"
}
