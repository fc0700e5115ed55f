#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`get`, `set` and `follow`: paths to all that the commands tell.

 walk    every member of what ten commands reply with is had by its path, with the same value
 at      in a trace, state and arguments at any call are those that `goto` shows; it stands afterwards where it stood
 set     uniforms, arguments and sources, as the commands that set them do
 follow  from a call to its objects and back
 wrong   what is no path, and what names nothing, is told in one sentence which says what there is
"""

import os
import subprocess
import sys
import tempfile
import urllib.parse

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Refused, Results, program  # noqa: E402
from patience import patience  # noqa: E402

EXAMPLE = [program("glstep-example"), "--time-step", "0.1"]
OF_A_STOP = {"/call": "call", "/program": "program", "/state": "state", "/textures": "textures", "/attachments": "attachments", "/attachments/color0": "attachment color0",
             "/textures/1": "texture 1", "/breakpoints": "info breakpoints", "/source/fragment": "source fragment", "/blocks": "blocks", "/statistics": "statistics"}
OF_A_SHADER = {"/where": "where", "/scope": "scope", "/variables/gl_FragCoord%20%2F%202.0": "print gl_FragCoord / 2.0", "/history": "history"}


def part(text):
    return urllib.parse.quote(str(text), safe="[]()")


def paths_in(value, path, is_first=True):
    """All members, each by its path."""
    if not is_first:
        yield path, value
    if isinstance(value, dict):
        for name, member in value.items():
            if name:
                yield from paths_in(member, f"{path}/{part(name)}", False)
    if isinstance(value, list):
        names = [each.get("name") if isinstance(each, dict) else None for each in value]
        for i, member in enumerate(value):
            is_plain = str(i) not in map(str, names)
            by_name = names[i] is not None and names.index(names[i]) == i
            if by_name or is_plain:
                yield from paths_in(member, f"{path}/{part(names[i] if by_name else i)}", False)


def check_walk(console, roots, most=60):
    for root, command in roots.items():
        whole = console.run(command)
        assert console.run(f"get {root}")["value"] == whole, root
        found = [each for each in paths_in(whole, root)]
        for path, value in found[::len(found) // most + 1]:
            got = console.run(f"get {path}")
            assert got["value"] == value and got["path"].startswith("/"), (path, got, value)


def test_walk():
    with Console(EXAMPLE) as console:
        console.run("next draw")
        console.run("break call glClear")
        check_walk(console, OF_A_STOP)
        uniforms = console.run("program")["uniforms"]
        part_of = console.run("get /program/uniforms from 1 count 2")
        assert part_of["value"] == uniforms[1:3] and part_of["elements"] == len(uniforms), part_of
        console.run("shader fragment")
        check_walk(console, OF_A_SHADER)
        roots = console.run("get")["paths"]
        assert {"/call", "/state", "/textures/N/level/L"} <= {each["path"] for each in roots}, roots


def test_at():
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", *EXAMPLE, "--frames", "4"], check=True, capture_output=True, timeout=patience(60))
        with Console([trace]) as console:
            draws = []
            for _ in range(3):
                stop = console.run("next draw")
                draws.append((stop["call"]["index"], console.run("state"), console.run("program")["uniforms"]))
            here = console.run("call")["index"]
            assert draws[0][2] != draws[1][2], "the example changes its uniforms from frame to frame"
            for index, state, uniforms in draws:
                assert console.run(f"get /at/{index}/state")["value"] == state
                assert console.run(f"get /at/{index}/program/uniforms")["value"] == uniforms
                assert console.run(f"get /at/{index}/call/index")["value"] == index
                assert console.run("call")["index"] == here
            # an argument of a call that was made is edited, and the trace is played with it
            cleared = console.run("calls find glClearColor")["calls"][0]["index"]
            told = console.run(f"set /calls/{cleared}/arguments/red 0.5")
            assert told["command"] == f"edit arg {cleared} red 0.5", told
            assert console.run(f"get /calls/{cleared}/arguments/red/value")["value"] == 0.5
            console.run("undo")
            console.run("shader fragment")
            refused(console, f"get /at/{draws[0][0]}/state", "usage")
            console.run("shader leave")
            refused(console, "get /at/99999999/state", None)
            assert console.run("call")["index"] == here


def refused(console, command, code):
    try:
        result = console.run(command)
    except Refused as error:
        assert code in (None, error.code), (command, error.code)
        return str(error)
    raise AssertionError(f"{command} was done: {str(result)[:200]}")


def test_set():
    with Console(EXAMPLE) as console, tempfile.TemporaryDirectory() as folder:
        console.run("next draw")
        assert console.run("set /program/uniforms/light 1 2.5 -3")["path"] == "/program/uniforms/light"
        assert console.run("get /program/uniforms/light/value")["value"] == [1, 2.5, -3]
        console.run("set /call/arguments/count/value 3")
        assert console.run("call")["arguments"][2]["value"] == 3
        source = console.run("get /source/fragment/source")["value"]
        path = os.path.join(folder, "new.frag")
        with open(path, "w", encoding="utf-8") as file:
            file.write(source + "\n// changed\n")
        console.run(f"set /source/fragment {path}")
        assert console.run("source fragment")["source"].endswith("// changed\n")
        for path in ("/state/GL_BLEND", "/call", "/textures/1", "/at/5/call/arguments/count"):
            refused(console, f"set {path} 1", None)
        refused(console, "set /program/uniforms/light", "usage")


def test_follow():
    with Console(EXAMPLE) as console:
        console.run("next call glBindTexture")
        assert [each["path"] for each in console.run("follow /call")["to"]] == ["/textures/1"]
        console.run("next draw")
        made = console.run('calls find "uses texture 1"')["calls"]
        assert [each["path"] for each in console.run("follow /textures/1")["to"]] == [f"/calls/{call['index']}" for call in made] and made
        for call in made:
            assert "/textures/1" in [each["path"] for each in console.run(f"follow /calls/{call['index']}")["to"]], call
        refused(console, "follow /state", "unknown-name")
        refused(console, "follow /nothings/5", "unknown-name")
        refused(console, "follow /calls/99999999", "unknown-name")


def test_wrong():
    with Console(EXAMPLE) as console:
        console.run("next draw")
        for path, code in (("call", "usage"), ("//call", "usage"), ("/call//name", "usage"), ("/at/x/call", "usage"), ("/at", "usage"), ("/%zz", "usage"),
                           ("/nothing", "unknown-name"), ("/call/nothing", "unknown-name"), ("/call/arguments/9", "unknown-name"), ("/call/name/0", "unknown-name"),
                           ("/call/arguments/-1", "unknown-name"), ("/where", "no-shader"), ("/at/5/state", "usage"), ("/textures/77", None), ("/source/nothing", "unknown-name")):
            said = refused(console, f"get {path}", code)
            assert len(said.splitlines()) == 1, said
        assert "aspect" in refused(console, "get /program/uniforms/nothing", "unknown-name")
        assert "arguments" in refused(console, "get /call/argument", "unknown-name")


def main():
    results = Results()
    for name in sys.argv[1:] or ("walk", "at", "set", "follow", "wrong"):
        results.check(name, globals()[f"test_{name}"])
    sys.exit(bool(results.failed))


if __name__ == "__main__":
    main()
