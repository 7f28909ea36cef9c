#!/usr/bin/env python3
# Reads what headroom-cli writes for other programs with those programs: its JSON with jsonschema, its completions with shells, its pages
# with man and mandoc; and holds the commands that people are told of against the verbs there are.
# Usage: check_cli.py schema|shells|pages|colours|asks|told HEADROOM_CLI
import json
import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SMALL = ["--size", "32", "--batch", "4", "--set", "data.count=64", "--set", "width.g=8", "--set", "width.d=8",
         "--threads", "1"]
# Definitions that no quick command reaches; tests/core/test_cli_words.cpp holds them against the events themselves.
ELSEWHERE = {
    "event-oom_recovered", "event-sample_failed", "event-failed", "event-param_refused",  # an engine that fails
    "event-counsel",  # runs that are long enough to speak of: headroom_core_tests
    "answer-weights-fetch",  # the network
}


class Cli:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.environment = dict(os.environ, XDG_DATA_HOME=folder + "/data", XDG_CACHE_HOME=folder + "/cache",
                                XDG_RUNTIME_DIR=folder, TMPDIR=folder)
        self.environment.pop("HEADROOM_RUNS", None)

    def __call__(self, *words, status=0, given=None):
        done = subprocess.run([self.program, *words], cwd=self.folder, env=self.environment, input=given,
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == status, f"{words}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}"
        return done.stdout


def strict(schema):
    """The schema as it is written, where no object may hold a member that it does not name."""
    if isinstance(schema, dict):
        out = {key: strict(value) for key, value in schema.items()}
        if isinstance(out.get("properties"), dict) and "type" in out:
            out["additionalProperties"] = False
        return out
    return [strict(item) for item in schema] if isinstance(schema, list) else schema


class Checker:
    def __init__(self, cli):
        from jsonschema import Draft202012Validator
        self.cli, self.seen, self.problems = cli, set(), []
        self.schema = json.loads(cli("schema"))
        Draft202012Validator.check_schema(self.schema)
        assert self.schema["version"] == 1
        self.definitions = strict(self.schema["$defs"])
        self.validator = lambda name: Draft202012Validator({"$ref": "#/$defs/" + name, "$defs": self.definitions})

    def lines(self, verb, text):
        """Each line has the definition of its verb, or is an error."""
        own = self.schema["verbs"][verb].removeprefix("#/$defs/")
        lines = text.splitlines()
        assert lines or verb == "runs counsel", f"{verb}: no line"  # of a run of seconds there may be nothing to say
        for line in lines:
            value = json.loads(line)
            event = value.get("event") if isinstance(value, dict) else None
            name = "error" if event == "error" else f"event-{event}" if f"event-{event}" in self.definitions and own in (
                "event", "answer-train-dcgan") else own
            problems = sorted(self.validator(name).iter_errors(value), key=str)
            self.problems += [f"{verb}: {name}: {p.message[:400]} at {list(p.path)} of {line[:400]}" for p in problems]
            self.seen.add(name)

    def run(self, verb, *words, status=0, given=None):
        began = time.monotonic()
        self.lines(verb, self.cli(*verb.split(), *words, "--json", status=status, given=given))
        print(f"{time.monotonic() - began:6.1f} s  {verb}", flush=True)


def trained(check, folder):
    """A run with a change, a bad control line, a memory snapshot and pictures on request."""
    with open(folder + "/control", "w") as control:
        control.write('{"set":{"lr.g":0.0003}}\nnonsense\n{"do":"snapshot","path":"%s/memory.pickle"}\n'
                      '{"do":"sample"}\n{"do":"score"}\n{"do":"checkpoint"}\n{"do":"pause"}\n{"do":"resume"}\n' % folder)
    check.run("train dcgan", *SMALL, "--data", "shapes", "-o", "run", "--for", "4s", "--steps", "0", "--control", "control")
    for event in ("started", "state", "step", "param_applied", "warning", "export_done", "checkpoint_saved", "scores", "finished"):
        assert f"event-{event}" in check.seen, event


def watched(check, folder):
    """A run that is steered from outside."""
    run = subprocess.Popen([check.cli.program, "train", "dcgan", *SMALL, "-o", "live", "--steps", "0", "--json"],
                           cwd=folder, env=check.cli.environment, stdout=subprocess.PIPE, text=True)
    try:
        for line in run.stdout:
            check.lines("train dcgan", line)
            if json.loads(line)["event"] == "step":
                break
        check.run("runs list", "--runs-dir", folder)
        check.run("runs set", "live", "lr.g=0.0004")
        check.run("runs sample", "live", "--out", "live.png")
        check.run("runs score", "live")
        check.run("runs stop", "live")
        check.lines("train dcgan", run.communicate(timeout=120)[0])
    finally:
        run.kill()


def queued(check, folder):
    shutil.copytree(folder + "/pictures", folder + "/passing")
    check.run("queue add train dcgan", *SMALL, "--steps", "1", "--sweep", "lr.g=1e-4,2e-4", "--data", "passing")
    shutil.rmtree(folder + "/passing")  # so that the run fails when its turn comes, and can be tried again
    ids = [item["id"] for item in json.loads(check.cli("queue", "list", "--json"))["items"]]
    check.run("queue list")
    check.run("queue move", ids[1], "1")
    check.run("queue when-too-big", ids[0], "fail")
    check.run("queue start-at", ids[0], "now")
    check.run("queue duplicate", ids[0])
    check.run("queue pause")
    check.run("queue resume")
    check.run("queue stop-after-current", "--undo")
    check.run("queue remove", ids[1])
    check.run("queue run", "--device", "cpu")
    check.run("queue retry", ids[0])
    check.run("queue clear", "--waiting")


def schema(program, folder):
    cli = Cli(program, folder)
    check = Checker(cli)
    trained(check, folder)
    given = [
        ("sample", ["run", "--rows", "1", "--cols", "2", "-o", "a/b/s.png"]),
        ("interpolate", ["run", "--frames", "2", "-o", "c/w.gif"]),
        ("export", ["run", "--what", "grid,metrics,tensorboard,recipe,checkpoint,archive", "-o", "exports"]),
        ("runs show", ["run"]), ("runs verify", ["run"]), ("runs compare", ["run", "run", "run"]), ("runs counsel", ["run"]),
        ("runs note", ["run", "--tags", "a,b", "--text", "日本"]),
        ("runs prune", ["--state", "crashed"]),
        ("config check", ["run", "dcgan"]), ("config show", ["run"]), ("config diff", ["run", "demo"]),
        ("dataset inspect", ["shapes", "--set", "data.count=64"]),
        ("dataset suggest", ["shapes", "--set", "data.count=64", "--out", "proposed.json"]),
        ("dataset export", ["shapes", "--set", "data.count=64", "--size", "32", "--out", "pictures"]),
        ("clip tokenize", ["a red cube"]), ("weights list", []), ("doctor", []), ("schema", ["runs", "list"]),
        ("completions", ["fish"]), ("setup", ["--remove"]), ("man", ["headroom"]), ("man", ["--out", "pages"]),
        ("forecast dcgan", SMALL), ("rehearse dcgan", [*SMALL, "--steps", "2"]),
        ("fit dcgan", [*SMALL, "--budget", "2GiB"]), ("train dcgan", [*SMALL, "-o", "planned", "--dry-run"]),
        ("bench dcgan", [*SMALL, "--steps", "1", "--warmup", "0", "--where"]), ("bench start", SMALL),
        ("train vqgan", ["--size", "32", "--batch", "4", "--set", "data.count=64", "--set", "net.base=32", "--set", "net.codes=32", "--set", "width.d=8",
                         "--threads", "1", "-n", "1", "-o", "vqgan"]),
        ("train light-gan", ["--size", "64", "--batch", "1", "--accumulate", "1", "--set", "data.count=64", "--set", "model.width=16", "--set", "model.latent=8",
                             "--set", "augment.adapt=on", "--threads", "1", "-n", "1", "-o", "light"]),
        ("imagine", ["a red cube", "--steps", "1", "--size", "64", "--set", "cuts.count=2", "-o", "cube"]),
    ]
    with ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(check.run, verb, *words) for verb, words in given]:
            done.result()
    assert not os.path.exists(folder + "/planned"), "a dry run wrote"
    check.run("picture inspect", "a/b/s.png")
    check.run("weights inspect", "exports/netG.safetensors")
    check.run("weights verify", "exports/netG.safetensors")
    check.run("weights convert", "exports/netG.safetensors", "d/e/netG.pth")
    check.run("runs unpack", "exports/run.headroom-run")
    check.run("clip embed", "--image", "a/b/s.png", "--text", "a cube", "--tensors", "g/h/f.safetensors")
    check.run("clip score", "--image", "a/b/s.png", "--text", "a cube")
    check.run("reconstruct", "a/b/s.png")
    check.run("score", "run", "--count", "16")
    check.run("upscale", "a/b/s.png", "--method", "shapes", "--out", "up.png")
    watched(check, folder)
    queued(check, folder)
    check.run("runs delete", "run", "--yes")
    check.run("runs show", "nope", status=2)
    assert not check.problems, "\n".join(check.problems)
    missed = {name for name in check.definitions if name.startswith(("event-", "answer-"))} - check.seen - ELSEWHERE
    assert not missed, f"nothing showed {sorted(missed)}"


BASH = """source <("$0" completions bash)
while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE}; _headroom_cli; printf '%s ' "${COMPREPLY[@]}"; echo
done"""
# Its line editor asks for completions when it begins; what they would add goes to a file, by our own compadd.
ZSH = """PROMPT=
fpath=($PWD $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {
    [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\\ * ]] && { builtin compadd "$@"; return }
    local -a hits suffix
    builtin compadd -A hits "$@"
    zparseopts -E S:=suffix
    (( $#hits )) && print -rl -- $^hits${suffix[2]} >>answer
    builtin compadd "$@"
}
zle-line-init() {
    local line
    while IFS= read -r line; do
        : >answer
        BUFFER=$line CURSOR=$#line
        zle list-choices
        print -r -- ${(j: :)${(f)"$(<answer)"}} >>answers
    done <asked
    exit
}
zle -N zle-line-init
"""


def asked_zsh(folder, environment, lines):
    """What zsh on a terminal of its own offers for each line."""
    for name, text in ((".zshrc", ZSH), ("asked", "".join(line + "\n" for line in lines))):
        with open(f"{folder}/{name}", "w") as file:
            file.write(text)
    ours, its = pty.openpty()
    shell = subprocess.Popen(["zsh", "-d", "-i"], cwd=folder, env=dict(environment, ZDOTDIR=folder, TERM="dumb"),
                             stdin=its, stdout=its, stderr=its, start_new_session=True)
    os.close(its)
    shown = b""
    try:
        while piece := os.read(ours, 1 << 16):
            shown += piece
    except OSError:  # the terminal goes with the shell
        pass
    os.close(ours)
    assert shell.wait(timeout=60) == 0, shown
    with open(folder + "/answers") as file:
        return file.read()


# What is typed, and words that are offered for it.
ASKED = [
    ("headroom-cli ", ["train", "runs", "help"]),
    ("headroom-cli help ru", ["runs"]),
    ("headroom-cli queue add tr", ["train"]),
    ("headroom-cli train dcgan --prec", ["--precision"]),
    ("headroom-cli train dcgan --precision ", ["fp32", "bf16"]),
    ("headroom-cli runs list --st", ["--state"]),
    ("headroom-cli runs list --state ", ["crashed"]),
    ("headroom-cli completions ", ["bash", "fish"]),
    ("headroom-cli man ", ["headroom-cli", "headroom"]),
    ("headroom-cli weights fetch ", ["openai-vit-b-32"]),
    ("headroom-cli queue when-too-big q1 ", ["wait", "fail"]),
    ("headroom-cli score run --features ", ["random", "clip"]),
    ("headroom-cli weights inspect pict", ["picture.png"]),
    ("headroom-cli runs show flo", ["flowers-01"]),
    ("headroom-cli train dcgan --set batch.m", ["batch.micro="]),
]
# Names that mean something to a shell, as it would have them typed.
ODD_RUNS = ["x$(touch PWNED)", "two words"]
ODD_ASKED = [("headroom-cli runs show x", [r"x\$\(touch\ PWNED\)"]), ("headroom-cli runs show tw", [r"two\ words"])]
# Where fish says whole words, the others what follows the sign.
AFTER_SIGNS = ASKED + [
    ("headroom-cli train dcgan -s precision=b", ["bf16"]),
    ("headroom-cli train dcgan --precision=b", ["bf16"]),
    ("headroom-cli train dcgan --set memory.allow_lower_precision=", ["on", "off"]),
    ("headroom-cli train dcgan --set memory.allow_lower_precision=f", []),  # no fp32
    ("headroom-cli nothing ", []),
]
BASH_ASKED = AFTER_SIGNS + [
    ("headroom-cli export run --what grid,tens", ["grid,tensorboard"]),
    ("headroom-cli runs list --state finished,fi", []),  # it is said already
    ("headroom-cli --", ["--help", "--version"]),
    ("headroom-cli runs --", ["--help"]),
    ("headroom-cli schema ", ["train", "runs"]),
    ("headroom-cli schema train ", ["dcgan"]),
    ("headroom-cli runs set flowers-01 flow", []),  # settings come next
    ("headroom-cli runs set flowers-01 lr", ["lr.g="]),
    ("headroom-cli train dcgan --no-such ", []),
    ("headroom-cli runs show two\\ w", [r"two\ words"]),
    ("headroom-cli runs show 'two w", ["two words"]),
    ("headroom-cli runs delete 'x$(touch PWNED)' --y", ["--yes"]),
    ("headroom-cli train dcgan --data=a\\ d", [r"a\ dir/"]),
]
ZSH_ASKED = AFTER_SIGNS + [
    ("headroom-cli export run --what grid,tens", ["tensorboard"]),
    ("headroom-cli train dcgan --set=precision=b", ["bf16"]),
    ("headroom-cli train dcgan --set batch.micro=8 -sprecision=b", ["bf16"]),
    ("headroom-cli train dcgan -n 5 --st", []),  # said already
    ("headroom-cli help runs sh", ["show"]),
]


def shells(program, folder):
    cli = Cli(program, folder)
    open(folder + "/picture.png", "w").close()
    os.makedirs(folder + "/a dir")
    for run in ["flowers-01", *ODD_RUNS]:
        os.makedirs(f"{folder}/data/headroom/runs/{run}")

    def offers(shell, asked, answers):
        assert answers.count("\n") == len(asked), f"{shell}: {answers}"
        for (line, words), answer in zip(asked, answers.split("\n")):
            for word in words:
                assert f" {word} " in f" {answer} ", f"{shell}: '{line}' offers '{answer}', not '{word}'"
            assert words or not answer.strip(), f"{shell}: '{line}' offers '{answer}'"

    def offered(command, asked):
        done = subprocess.run(command, cwd=folder, env=cli.environment, input="".join(line + "\n" for line, _ in asked),
                              capture_output=True, text=True, timeout=120)
        assert done.returncode == 0 and not done.stderr, f"{command[0]}: {done.stderr[:1000]}"
        offers(command[0], asked, done.stdout)

    offered(["bash", "--norc", "-c", BASH, program], BASH_ASKED + ODD_ASKED)
    with open(folder + "/cli.fish", "w") as script:
        script.write(cli("completions", "fish"))
    ask = "source cli.fish; while read -l line; echo (complete -C $line | string replace -r '\\t.*' ''); end"
    offered(["fish", "--no-config", "-c", ask], ASKED + [("headroom-cli export run --what grid,tens", ["grid,tensorboard"]), ("headroom-cli runs show x", [ODD_RUNS[0]])])
    with open(folder + "/_headroom-cli", "w") as script:
        script.write(cli("completions", "zsh"))
    zsh = ZSH_ASKED + ODD_ASKED
    offers("zsh", zsh, asked_zsh(folder, cli.environment, [line for line, _ in zsh]))
    assert not os.path.exists(folder + "/PWNED"), "a name was read as a command"


def said_on_terminal(cli, **environment):
    """What an error looks like where standard error is a terminal."""
    ours, its = pty.openpty()
    subprocess.run([cli.program, "runs", "show", "nope"], env={**cli.environment, "TERM": "xterm", **environment}, stderr=its,
                   timeout=60)
    os.close(its)
    said = os.read(ours, 4096).decode()
    os.close(ours)
    return said


def colours(program, folder):
    cli = Cli(program, folder)
    cli.environment.pop("NO_COLOR", None)
    assert "\033[" in said_on_terminal(cli), "an error on a terminal has no colour"
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        said = said_on_terminal(cli, **environment)
        assert said.startswith("headroom-cli: error: nope:"), said


def answered(cli, words, answer):
    """The exit status of a program at a terminal of its own whose question gets the answer (Ctrl+C: "\\x03")."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(cli.folder)
        os.execve(cli.program, [cli.program, *words], cli.environment)
    said = b""
    while b"[y/N]" not in said:
        said += os.read(terminal, 4096)
    os.write(terminal, answer.encode())
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:  # the terminal goes with the program
        pass
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def typed(cli, words, awaited, line):
    """The exit status of a program at a terminal of its own that is told `line` once it has printed `awaited`."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(cli.folder)
        os.execve(cli.program, [cli.program, *words], cli.environment)
    said = b""
    try:
        while awaited not in said:
            said += os.read(terminal, 4096)
        os.write(terminal, line + b"\n")
        while os.read(terminal, 4096):
            pass
    except OSError:  # the terminal goes with the program
        pass
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def asks(program, folder):
    """Questions and standard input can be left with Ctrl+C; nothing is deleted without a yes; what is typed reaches a run of several processes."""
    cli = Cli(program, folder)
    several = ["train", "dcgan", *SMALL, "--accumulate", "2", "--steps", "0", "-o", "typed", "--processes", "2", "--control", "-", "--json"]
    assert typed(cli, several, b'"event":"step"', b'{"do":"stop"}') == 0
    reading = subprocess.Popen([program, "clip", "tokenize", "--stdin"], env=cli.environment, stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True)
    reading.stdin.write('"a cube"\n')
    reading.stdin.flush()
    assert "cube" in reading.stdout.readline()
    reading.send_signal(signal.SIGINT)
    assert reading.wait(timeout=60) == 130
    assert cli("clip", "tokenize", "--stdin", given='"a"\n"b"').count("cleaned: ") == 2  # the last line lacks its end
    cli("train", "dcgan", *SMALL, "-n", "1", "-o", "run", "--quiet")
    delete = ["runs", "delete", "run"]
    cli(*delete, status=2)
    assert answered(cli, delete, "\x03") == 130
    assert answered(cli, delete, "n\n") == 2, "a no is no signal"
    assert os.path.exists(folder + "/run/run.json")
    assert answered(cli, delete, "y\n") == 0
    assert not os.path.exists(folder + "/run")
    assert answered(cli, ["weights", "fetch", "openai-vit-b-32", "--out", "models"], "n\n") == 2, "it was fetched unasked"
    assert not os.path.exists(folder + "/models")


def pages(program, folder):
    cli = Cli(program, folder)
    cli("man", "--out", "pages")
    for page in ("headroom-cli.1", "headroom.1"):
        path = f"{folder}/pages/{page}"
        for command in (["man", "--warnings", "-l", path], ["mandoc", "-T", "lint", "-W", "warning", path]):
            done = subprocess.run(command, env=dict(cli.environment, MANPAGER="cat", MANWIDTH="100", LC_ALL="C.UTF-8"),
                                  capture_output=True, text=True, timeout=120)
            said = done.stderr + (done.stdout if command[0] == "mandoc" else "")
            assert done.returncode == 0 and not said, f"{command[0]} {page}: {said[:2000]}"


def told(program, folder):
    """Each command in the guide and the README names a verb that there is, and options and settings that it has."""
    cli = Cli(program, folder)
    verbs = [verb.split() for verb in json.loads(cli("schema"))["verbs"]]
    root = Path(__file__).resolve().parents[2]
    commands, problems, helps = 0, [], {}
    for page in [root / "README.md", *sorted((root / "resources/guide").rglob("*.md"))]:
        text = page.read_text()
        for code in re.findall(r"`([^`\n]+)`", text) + re.findall(r"^\S*headroom-cli [^`\n]+$", text, re.MULTILINE):
            named = "headroom-cli " in code
            code = re.sub(r"^.*?headroom-cli ", "", code)
            try:
                words = shlex.split(code, comments=True)
            except ValueError:
                continue
            verb = next((" ".join(v) for v in sorted(verbs, key=len, reverse=True) if words[:len(v)] == v), None)
            if verb is None or (not named and len(words) == len(verb.split())):
                if named and words[0] != "help" and re.match("[a-z]+( [a-z]|$)", code) and all(words[:2] != v[:2][:len(words)] for v in verbs):
                    problems.append(f"{page.name}: {code}: there is no such verb")
                continue
            commands += 1
            helps.setdefault(verb, cli(*verb.split(), "--help"))
            for word in words:
                option = word.split("=")[0]
                if word.startswith("--") and len(word) > 2 and not re.search(re.escape(option) + r"\b", helps[verb]):
                    problems.append(f"{page.name}: {code}: {verb} has no {option}")
            for before, word in zip(words, words[1:]):
                key = word.split("=")[0]
                if before in ("--set", "-s", "--sweep") and not re.search(rf"^ *{re.escape(key)}\b", helps[verb], re.MULTILINE):
                    problems.append(f"{page.name}: {code}: {verb} has no setting {key}")
    assert commands > 50, f"only {commands} commands were found"
    assert not problems, "\n".join(problems)
    print(f"{commands} commands")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        {"schema": schema, "shells": shells, "pages": pages, "colours": colours, "asks": asks, "told": told}[sys.argv[1]](sys.argv[2], temporary)
