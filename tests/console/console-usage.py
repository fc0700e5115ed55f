#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line and what bad commands get: exit statuses, one line of JSON a command, the file and line of a typing error."""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from patience import patience  # noqa: E402

GLSTEP = os.path.join(os.environ["top_builddir"], "glstep")
ERRORS = set("""cannot-start no-gl no-program no-draw no-shader no-source not-glsl not-covered no-element unknown-name unknown-type
not-readable side-effects driver-refused unsupported outside-gl timeout cannot-write usage internal""".split())


def run(*arguments, stdin=b""):
    done = subprocess.run([GLSTEP, *arguments], input=stdin, capture_output=True, timeout=patience(6))
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def answers(text):
    found = [json.loads(line) for line in text.splitlines()]
    for answer in found:
        assert isinstance(answer["command"], str) and isinstance(answer["ok"], bool), answer
        assert ("result" in answer) == answer["ok"] and ("error" in answer) != answer["ok"], answer
        if not answer["ok"]:
            assert answer["error"]["code"] in ERRORS and len(answer["error"]["message"]) > 10, answer
    return found


def codes(text):
    return [answer["ok"] or answer["error"]["code"] for answer in answers(text)]


def check_options():
    status, out, err = run("--help")
    assert status == 0 and "--program-output" in out and not err
    assert run("--version")[:2] == (0, "glstep 0.1.0\n")
    for bad in (["--nonsense"], ["-c"], ["-e", "start"], ["--json", "-x", "-"], ["--timeout", "soon", "-c", "true"],
                ["--env", "NOTHING", "-c", "true"], ["-x"]):
        status, out, err = run(*bad)
        assert status == 2 and not out and err.strip(), (bad, status, out, err)
    status, out, err = run("-x", "/no/such/script", "--", "true")
    assert status == 2 and "/no/such/script" in err, (status, err)


def check_commands():
    bad = ["foo", "step x", "next", "next draw 0", "log maybe", "focus", "shader", "shader blue", "shader until x", "shader until 0", "shader break 0", "delete",
           "break call no*such*function", "next call glNoSuchThing", "print", "values", "info", "help xyzzy",
           "set test", "set test depth", "set test width on", "set test depth maybe", "set buffer depth", "set buffer depth clear",
           "set buffer depth copy 1", "set source", "set source fragment", "set source blue original", "set buffer depth clear x", "set buffer colour copy"]
    status, out, err = run("--json", "--keep-going", *sum((["-e", command] for command in bad), []), "--", "true")
    assert status == 1 and len(answers(out)) == len(bad), out
    assert True not in codes(out), out
    # A word that exists behind another one.
    for word, wanted in ("leave", "shader leave"), ("over", "shader over"), ("draw 2", "next draw"), ("groups", "calls groups"):
        assert f"did you mean '{wanted}'?" in run("-e", word, "--", "true")[2], word
    status, out, err = run("--json", "-e", "help", "--", "true")
    commands = [entry["command"] for entry in answers(out)[0]["result"]["commands"]]
    assert status == 0 and len(commands) == len(set(commands)) > 50, commands
    # The first failure ends a script.
    status, out, err = run("--json", "-e", "  # nothing", "-e", "", "-e", "foo", "-e", "help", "--", "true")
    assert status == 1 and codes(out) == ["usage"], out
    # A command is echoed as given.
    status, out, err = run("--json", "-x", "-", "--", "true", stdin=b"  help   quit \n\n# no\n")
    assert status == 0 and [a["command"] for a in answers(out)] == ["  help   quit "], out
    # Also where control characters are in it.
    status, out, err = run("--json", "-e", "help " + "".join(map(chr, range(1, 32))), "--", "true")
    assert answers(out)[0]["command"] == "help " + "".join(map(chr, range(1, 32))), out
    # Quotes join words, optional parts come in any order, and a comment may stand behind a command; of a rest everything is as it stands.
    good = ["break call 'glDraw*' # each draw", "break call glClear if mask == 1 && \"it's\" != \"#\"", "shader break 7 any object 0 if x > 1.0 # y"]
    status, out, err = run("--json", *sum((["-e", command] for command in good), []), "--", "true")
    draws, clear, line = answers(out)[-1]["result"]["breakpoints"]
    assert draws["pattern"] == "glDraw*" and clear["condition"] == "mask == 1 && \"it's\" != \"#\"" and line["any"] and line["condition"] == "x > 1.0 # y", out
    # Why words do not fit.
    for wrong, why in (("delete x", "'x' is not a valid N: give a whole number from 0 on; usage: delete N"), ("quit a b", "too many arguments: leave 'a b' out"),
                       ("shader until 0", "'0' is not a valid LINE: give a whole number from 1 to 16777215; usage: shader until LINE [object N]"),
                       ("shader blue", "not a command of `shader`, and 'blue' is not a stage: choose fragment "), ("delete", "'delete' was not understood; usage: delete N")):
        err = run("-e", wrong, "--", "true")[2]
        assert why in err, (wrong, err)
    # In order, mixed; nothing else on standard output.
    status, out, err = run("--json", "-e", "help quit", "-x", "-", "-e", "help call", "--", "true", stdin=b"help kill\nquit\nhelp\n")
    assert [a["command"] for a in answers(out)] == ["help quit", "help kill", "quit"], out


def check_scripts():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mistake.glstep")
        with open(path, "w") as script:
            script.write("# a comment\nhelp quit\n\nshader stpe\nhelp kill\n")
        status, out, err = run("-x", path, "--", "true")
        assert status == 1 and f"{path}:4: " in err and "kill" not in out, (status, out, err)
        status, out, err = run("--json", "-x", path, "--", "true")
        assert status == 1 and f"{path}:4: " in answers(out)[-1]["error"]["message"], out
        status, out, err = run("--keep-going", "-x", path, "--", "true")
        assert status == 1 and f"{path}:4: " in err and "kill" in out, (status, out, err)
        assert "not run" not in err and out.count("\n> ") == 2 and out.startswith("> help quit\n"), (out, err)
        # What was not run is said, of the script and of what follows it; of a pipe as far as it is there.
        status, out, err = run("-x", path, "-e", "help call", "-x", "other", "--", "true")
        assert err.splitlines()[-1].startswith("glstep: 'help kill' and 2 more commands were not run"), err
        status, out, err = run("-x", "-", "--", "true", stdin=b"nonsense\n\n# no\n help call\nhelp")
        assert err.splitlines()[-1].startswith("glstep: 'help call' and 1 more command were not run"), err
        status, out, err = run("-e", "nonsense", "-e", "help kill", "--", "true")
        assert err.splitlines()[-1].startswith("glstep: 'help kill' was not run") and not out, (out, err)
        for arguments in (["-e", "help kill", "-e", "nonsense"], ["-e", "quit", "-e", "help kill"], ["--json", "-e", "nonsense", "-e", "help kill"]):
            assert "not run" not in run(*arguments, "--", "true")[2], arguments


def check_bad_scripts():
    """What is no script, or cannot be read to its end: status 2 and a sentence, in time."""
    with tempfile.TemporaryDirectory() as folder:
        bad = [(folder, "directory"), ("/dev/zero", "NUL")]
        path = os.path.join(folder, "script")
        for name, text, word in ("nul", b"help quit\nhelp \0 kill\n", "nul:2"), ("utf-16", "help quit\n".encode("utf-16"), "NUL"):
            with open(f"{path}-{name}", "wb") as script:
                script.write(text)
            bad.append((f"{path}-{name}", word))
        os.mkfifo(f"{path}-fifo")
        bad.append((f"{path}-fifo", "no process writes"))
        for script, word in bad:
            status, out, err = run("--timeout", "1", "-x", script, "--", "true")
            assert status == 2 and script in err and word in err, (script, status, out, err)
            assert len(err.splitlines()) == 1, err
        for arguments in ["-x", "-"], ["-c"]:
            directory = os.open(folder, os.O_RDONLY)
            done = subprocess.run([GLSTEP, *arguments, "--", "true"], stdin=directory, capture_output=True, timeout=patience(6))
            os.close(directory)
            assert done.returncode == 2 and b"directory" in done.stderr, (arguments, done)
        # A mark at the beginning, as some editors write it, ends of lines of other systems, and an end without one.
        with open(path, "wb") as script:
            script.write(b"\xef\xbb\xbfhelp quit\r\n\r\nhelp kill")
        status, out, err = run("--json", "-x", path, "--", "true")
        assert status == 0 and [a["command"] for a in answers(out)] == ["help quit", "help kill"], (status, out, err)
        # A writer of a FIFO may take its time once it is there, longer than --timeout.
        writer = subprocess.Popen(["sh", "-c", "exec >$1; echo help quit; sleep 3; echo help kill", "sh", f"{path}-fifo"])
        status, out, err = run("--timeout", "2", "--json", "-x", f"{path}-fifo", "--", "true")
        assert status == 0 and len(answers(out)) == 2 and writer.wait() == 0, (status, out, err)


def check_standard_output():
    """Answers that nobody gets: status 1 and one sentence, whatever else was wanted."""
    def check(options, **streams):
        done = subprocess.run([GLSTEP, *options], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=patience(6), **streams)
        assert done.returncode == 1 and done.stderr.count(b"\n") == 1 and b"standard output" in done.stderr, (options, streams, done)

    many = ["--keep-going", *["-e", "help"] * 20, "--", "true"]
    for options in ["--json", *many], many, ["--help"], ["--version"]:
        with open("/dev/full", "wb") as full:
            check(options, stdout=full)
        check(options, preexec_fn=lambda: os.close(1))
        reader, writer = os.pipe()
        os.close(reader)
        check(options, stdout=writer)
        os.close(writer)


def check_documents():
    """Each code that an error can have is in the manual page and in docs/console.md, and no other."""
    root = os.environ["top_srcdir"]
    with open(os.path.join(root, "debugger/base/error.c")) as source:
        known = set(re.findall(r'= "([a-z-]+)",', source.read()))
    with open(os.path.join(root, "docs/console.md")) as page:
        table = set(re.findall(r"^\| `([a-z-]+)` \| [A-Z].*\. \|$", page.read(), re.M))
    with open(os.path.join(root, "data/glstep.1")) as page:
        manual = page.read().split(".SH ERRORS\n")[1].split(".SH")[0].replace("\\-", "-")
    assert known == table == set(re.findall(r"^\.TP\n\.B ([a-z-]+)$", manual, re.M)) == ERRORS, known ^ table


def plain(line):
    """Of the manual page, as it is read."""
    line = re.sub(r"\\f[A-Z]", "", line).replace("\\-", "-")
    macro = re.match(r"\.([BIR]{1,2}) (.*)", line)
    if macro:
        parts = re.findall(r'"([^"]*)"|(\S+)', macro.group(2))
        line = (" " if len(macro.group(1)) == 1 else "").join(quoted or word for quoted, word in parts)
    return re.sub(r"\s+", " ", line)


def ways(text):
    """What stands between bars that are in no brackets."""
    found, depth = [""], 0
    for word in text.split(" "):
        if word == "|" and not depth:
            found.append("")
        else:
            found[-1] = f"{found[-1]} {word}".strip()
        depth += word.count("[") - word.count("]")
    return found


def check_described():
    """What each command takes heads a paragraph of the manual page, and no paragraph is of another; docs/console.md names each."""
    root = os.environ["top_srcdir"]
    commands = json.loads(run("help", "--json")[1])["commands"]
    known = {" ".join([command["name"], way]).strip() for command in commands
             for way in ways(command["command"][len(command["name"]):].strip())}
    with open(os.path.join(root, "data/glstep.1")) as page:
        heads = re.findall(r"^\.TP\n(.*)", page.read().split("\n.SH COMMANDS\n")[1].split("\n.SH ")[0], re.M)
    manual = set(", ".join(map(plain, heads)).split(", "))
    assert manual == known, manual ^ known
    with open(os.path.join(root, "docs/console.md")) as page:
        table = page.read()
    lacking = [command["name"] for command in commands if not re.search(rf"`{command['name']}[ `]", table)]
    assert not lacking, lacking


def check_programs():
    status, out, err = run("--json", "-e", "start", "--", "/no/such/program")
    assert status == 2 and codes(out) == ["cannot-start"], (status, out)
    status, out, err = run("-e", "start", "--", "/no/such/program")
    assert status == 2 and "/no/such/program" in err, (status, err)
    status, out, err = run("--json", "--keep-going", "-e", "start", "-e", "call", "-e", "detach", "--", "true")
    assert status == 1 and codes(out) == ["no-gl", "no-program", "no-program"], (status, out)
    status, out, err = run("--json", "-e", "next draw", "--", "sh", "-c", "exit 3")
    assert status == 1 and codes(out) == ["no-gl"] and "3" in answers(out)[0]["error"]["message"], out
    # Breakpoints may be set before the program is started.
    status, out, err = run("--json", "-e", "break call glDraw*", "-e", "break error", "-e", "info breakpoints", "-e", "delete 1",
                           "--", "true")
    assert status == 0 and [len(a["result"]["breakpoints"]) for a in answers(out)] == [1, 2, 2, 1], out
    # The interactive form reads a pipe as well, and goes on after a failure.
    status, out, err = run("-c", "--", "true", stdin=b"foo\nhelp quit\n")
    assert status == 1 and "leave" in out and "foo" in err, (status, out, err)


check_options()
check_commands()
check_scripts()
check_bad_scripts()
check_standard_output()
check_documents()
check_described()
check_programs()
