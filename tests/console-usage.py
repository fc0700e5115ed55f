#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The command line and what bad commands get: exit statuses, one line of JSON a command, the file and line of a typing error."""

import json
import os
import subprocess
import sys
import tempfile

GLSTEP = os.path.join(os.environ["top_builddir"], "glstep")
ERRORS = set("""cannot-start no-gl no-program no-draw no-shader no-source not-glsl not-covered no-element unknown-name unknown-type
not-readable side-effects driver-refused unsupported not-implemented outside-gl timeout usage internal""".split())


def run(*arguments, stdin=b""):
    done = subprocess.run([GLSTEP, *arguments], input=stdin, capture_output=True, timeout=60)
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
    status, out, err = run("--json", "-e", "help", "--", "true")
    commands = [entry["command"] for entry in answers(out)[0]["result"]["commands"]]
    assert status == 0 and len(commands) == len(set(commands)) > 50, commands
    # The first failure ends a script.
    status, out, err = run("--json", "-e", "  # nothing", "-e", "", "-e", "foo", "-e", "help", "--", "true")
    assert status == 1 and codes(out) == ["usage"], out
    # A command is echoed as given.
    status, out, err = run("--json", "-x", "-", "--", "true", stdin=b"  help   quit \n\n# no\n")
    assert status == 0 and [a["command"] for a in answers(out)] == ["  help   quit "], out
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
check_programs()
