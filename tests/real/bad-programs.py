#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What glstep answers where a program cannot be started or a draw cannot be debugged; nothing is left behind, nothing harmed."""

import glob
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from leftovers import left_behind, leftovers  # noqa: E402
from patience import patience  # noqa: E402

RUNNER = glob.glob("/usr/lib/*/piglit/bin/shader_runner") + glob.glob("/usr/lib64/piglit/bin/shader_runner")
SCENES = [  # scene, error codes that are right for `shader fragment` at its first draw
    ("fixed", {"no-shader"}), ("vertex-only", {"no-shader"}), ("unused", {"no-shader"}), ("assembly", {"not-glsl"}),
    ("binary", {"no-source"}), ("spirv", {"no-source", "not-glsl"}),
]


def cannot_start(argv, *words):
    done = subprocess.run([GLSTEP, "--json", "-e", "start", "--", *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(6))
    lines = done.stdout.decode().splitlines()
    assert done.returncode == 2, f"status {done.returncode}: {done.stdout.decode()} {done.stderr.decode()}"
    assert len(lines) == 1, lines
    error = json.loads(lines[0])["error"]
    assert error["code"] == "cannot-start", error
    for word in words:
        assert word in error["message"], f"{word!r} not in {error['message']!r}"


def no_gl(argv, *words):
    done = subprocess.run([GLSTEP, "--json", "-e", "start", "--", *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(6))
    assert done.returncode == 1, f"status {done.returncode}"
    answer = json.loads(done.stdout.decode().splitlines()[0])
    assert not answer["ok"] and answer["error"]["code"] == "no-gl", answer
    for word in words:
        assert word in answer["error"]["message"], answer


def refuse_draw(scene, codes):
    with Console([program("test-scenes"), scene]) as console:
        stop = console.run("next draw")
        assert stop["stop"] == "call", stop
        answer = console.command("shader fragment")
        assert not answer["ok"], answer
        assert answer["error"]["code"] in codes, answer
        assert len(answer["error"]["message"]) > 20, answer
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end


def refuse_binaries():
    """Its binary does not load, as the driver's own answer says: the program falls back on its sources, which can be stepped."""
    with Console([program("test-scenes"), "binary"], ["--refuse-binaries"]) as console:
        stop = console.run("next call glProgramBinary")
        given = {argument["name"]: argument["value"] for argument in stop["call"]["arguments"]}
        assert given["length"] > 100, given
        console.run("step")
        assert {a["name"]: a["value"] for a in console.run("calls 1")["calls"][0]["arguments"]} == given
        console.run("next draw")
        console.run("shader fragment")
        assert console.run("shader continue")["finished"]
        assert all(part > 0 for part in console.run("print color")["value"][3:])
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end


def without_source():
    """Programs from SPIR-V and from binaries: nothing is said to be there that is not, and what is advised can help."""
    for scene, made_from in ("spirv", "made from SPIR-V"), ("binary", "made from a binary"):
        with Console([program("test-scenes"), scene]) as console:
            console.run("next draw")
            source = console.command("source fragment")
            assert not source["ok"] and source["error"]["code"] == "no-source", source
            for command in "shader vertex", "shader fragment":
                answer = console.command(command)
                said = answer["error"]["message"]
                assert not answer["ok"] and answer["error"]["code"] == "no-source" and made_from in said, answer
                assert ("--refuse-binaries" in said) == (scene == "binary") and ("`blocks`" in said) == (scene == "spirv"), said
            locations = [a.get("location") for a in console.run("program")["attributes"]]
            assert 0 in locations, locations


def positions(argv):
    """What `mesh` says, and the first attribute's x and y of each vertex; the program then draws as without glstep."""
    with Console(argv) as console:
        console.run("next draw")
        mesh = console.run("mesh")
        name = mesh["attributes"][0]["name"]
        x, y = (mesh["columns"].index(f"{name}.{part}") for part in "xy")
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            console.run(f"mesh {file.name}")
            with open(file.name, encoding="utf-8") as text:
                rows = text.read().splitlines()
        assert rows[0].split(",") == mesh["columns"] and len(rows) == mesh["vertices"] + 1, rows
        assert console.command("shader fragment")["ok"] == (not mesh["note"])
        if not argv[0].endswith(".trace"):
            console.run("shader leave" if not mesh["note"] else "state")
            end = console.run("continue")
            assert end["stop"] == "exited" and end["status"] == 0, end
    return mesh, [[row[x], row[y]] for row in mesh["rows"]]


def inputs_without_source():
    """`mesh` of what has no source: what its vertex shader reads, which is what the same draw gives a shader with a source; in a trace, too."""
    plain, expected = positions([program("test-scenes"), "plain"])
    assert plain["outputs"] and not plain["note"], plain
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "spirv.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", program("test-scenes"), "spirv"], capture_output=True, timeout=patience(60), check=True)
        for argv, name in (([program("test-scenes"), "spirv"], "location 0"), ([trace], "location 0"),
                           ([program("test-scenes"), "spirv-named"], "place"),
                           ([program("test-scenes"), "binary"], plain["attributes"][0]["name"])):
            mesh, got = positions(argv)
            assert got == expected, (argv, got, expected)
            assert mesh["attributes"][0]["name"] == name and not mesh["outputs"] and "nothing can be put" in mesh["note"], mesh


ROUNDED = """[require]
GLSL >= 4.30
SIZE 8 8
[vertex shader passthrough]
[fragment shader]
#version 430
layout(std430, binding = 0) buffer Few { uint few[2]; };
layout(std430, binding = 1) buffer Lacking { uint lacking[2]; };
out vec4 color;
void main() { color = vec4(float(few[0] + few[1] + lacking[0] + lacking[1])); }
[test]
ssbo 0 8
ssbo 1 4
draw rect -1 -1 2 2
"""


def rounded_blocks():
    """A block whose size the driver rounds up has room in a buffer that has all its members."""
    with tempfile.NamedTemporaryFile("w", suffix=".shader_test") as file:
        file.write(ROUNDED)
        file.flush()
        with Console([RUNNER[0], file.name, "-auto", "-fbo"]) as console:
            console.run("next draw")
            few, lacking = console.run("block Few"), console.run("block Lacking")
            assert few["length"] == 8 and "note" not in few and few["members"][0]["value"] == [0, 0], few
            assert lacking["length"] == 4 and "only 4 bytes" in lacking["note"] and "has 8:" in lacking["note"], lacking
            console.kill()


def refusals_in_a_shader():
    with Console([program("test-scenes"), "plain"]) as console:
        console.run("next draw")
        before = console.run("shader fragment")
        for command, code in (("focus 9999 0", "not-covered"), ("focus 199 149", "not-covered"), ("print nothing_like_it", "unknown-name"),
                              ("print shade +", None), ("shader branch true", None), ("no such command", "usage"),
                              ("shader until", "usage"), ("values shade /no/such/folder/x.csv", None)):
            answer = console.command(command)
            assert not answer["ok"], answer
            assert code is None or answer["error"]["code"] == code, answer
            assert answer["error"]["message"].strip(), answer
        after = console.run("where")
        assert after["line"] == before["line"] and after["focus"] == before["focus"], (before, after)
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
    assert console.close() == 1, "a command failed: glstep's status is 1"


def huge():
    """A target of more pixels than there is memory for: what to do is said, and all else goes on."""
    with Console([program("glstep-stages"), "--scene", "strips", "--size", "8192x8192", "--frames", "1"]) as console:
        console.run("next draw")
        for command in "shader fragment", "attachment color0 after":
            answer = console.command(command)
            assert not answer["ok"] and answer["error"]["code"] == "unsupported", answer
            assert "memory" in answer["error"]["message"] and "smaller window or texture" in answer["error"]["message"], answer
        assert console.run("shader vertex")["total"] == 5
        console.run("shader leave")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end


def crash():
    with Console([program("test-scenes"), "crash"]) as console:
        stop = console.run("continue")
        assert stop["stop"] == "signal" and stop["signal"] == "SIGSEGV", stop
        stop = console.run("continue")
        assert stop["stop"] == "exited", stop
        answer = console.command("next draw")
        assert not answer["ok"] and answer["error"]["code"] == "no-program", answer


def early_exit():
    with Console([program("test-scenes"), "exit"]) as console:
        stop = console.run("next draw")
        assert stop["stop"] == "exited" and stop["status"] == 3, stop


def hang():
    with Console([program("test-scenes"), "hang", "--frames", "1"], ["--timeout", "3"]) as console:
        console.patiently("next draw")
        answer = console.command("continue")
        assert not answer["ok"] and answer["error"]["code"] == "timeout", answer
        for command in "call", "shader fragment":
            console.command(command)  # refused or not: an answer in time
        console.run("kill")


def leave_in_the_middle():
    with Console([program("test-scenes"), "plain", "--frames", "1000000"]) as console:
        console.run("next draw 3")
        console.run("shader fragment")
        console.run("shader step")


def kill_glstep():
    console = Console([program("test-scenes"), "plain", "--frames", "1000000"])
    console.run("next draw")
    console.run("shader fragment")
    console.process.kill()
    console.process.wait()


def detach():
    with Console([program("test-scenes"), "plain", "--frames", "400"]) as console:
        console.run("next draw 2")
        console.run("shader fragment")
        console.run("shader leave")
        console.run("detach")


def clean(function, *arguments):
    before = leftovers()
    function(*arguments)
    rest = left_behind(before)
    assert not rest, f"left behind: {rest}"


def elf32(path):
    header = struct.pack("<4sBBBB8xHHIIIIIHHHHHH", b"\x7fELF", 1, 1, 1, 0, 2, 3, 1, 0x8048000, 52, 0, 0, 52, 32, 1, 40, 0, 0)
    with open(path, "wb") as file:
        file.write(header + bytes(200))
    os.chmod(path, 0o755)


def foreign_setuid(path):
    shutil.copy(program("test-no-gl"), path)
    os.chown(path, 65534, -1)
    os.chmod(path, 0o4755)


results = Results()
with tempfile.TemporaryDirectory() as folder:
    results.check("bad-missing", clean, cannot_start, [f"{folder}/missing"], "missing")
    plain = os.path.join(folder, "plain.txt")
    with open(plain, "w") as text:
        text.write("not a program\n")
    results.check("bad-not-executable", clean, cannot_start, [plain], "plain.txt")
    results.check("bad-folder", clean, cannot_start, [folder])
    results.check("bad-static", clean, no_gl, [program("test-static")], "statically linked")
    results.check("refuse-binaries", clean, refuse_binaries)
    elf32(os.path.join(folder, "elf32"))
    results.check("bad-32-bit", clean, cannot_start, [f"{folder}/elf32"], "32-bit")
    if os.getuid() == 0:
        os.chmod(folder, 0o755)
        foreign_setuid(os.path.join(folder, "setuid"))
        results.check("bad-setuid", clean, cannot_start, [f"{folder}/setuid"], "setuid")
    else:
        results.skip("bad-setuid", "only root can make a setuid program of another user")
results.check("bad-no-gl", clean, no_gl, [program("test-no-gl")])
results.check("bad-no-gl-signal", clean, no_gl, [program("test-no-gl"), "--signal", "11"])
for scene, codes in SCENES:
    results.check(f"refuse-{scene}", clean, refuse_draw, scene, codes)
results.check("without-source", clean, without_source)
results.check("inputs-without-source", clean, inputs_without_source)
if RUNNER:
    results.check("rounded-blocks", clean, rounded_blocks)
else:
    results.skip("rounded-blocks", "piglit is not installed")
results.check("refusals-in-a-shader", clean, refusals_in_a_shader)
results.check("bad-huge", clean, huge)
results.check("bad-crash", clean, crash)
results.check("bad-early-exit", clean, early_exit)
results.check("bad-hang", clean, hang)
results.check("leave-in-the-middle", clean, leave_in_the_middle)
results.check("kill-glstep", clean, kill_glstep)
results.check("detach", clean, detach)
sys.exit(1 if results.failed else 0)
