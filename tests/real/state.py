#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A program that sets unusual state, draws, and prints all state it can query, prints the same when its draw was debugged."""

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402

# Time and free memory change by themselves; Mesa 22.3 crashes when asked for these identities of llvmpipe.
UNSTEADY = ("GL_TIMESTAMP", "GL_CURRENT_TIME_NV", "GL_GPU_MEMORY_INFO", "GL_VBO_FREE_MEMORY", "GL_TEXTURE_FREE_MEMORY",
            "GL_RENDERBUFFER_FREE_MEMORY", "GL_DEVICE_UUID_EXT", "GL_DRIVER_UUID_EXT", "GL_DEVICE_LUID_EXT",
            "GL_DEVICE_NODE_MASK_EXT")
REGISTRY = "/usr/share/khronos-api/gl.xml"


def write_names(file):
    """Every constant of GL that a glGet may take, once a value."""
    values = {}
    root = xml.etree.ElementTree.parse(REGISTRY).getroot()
    for group in root.iter("enums"):
        if group.get("type") == "bitmask":
            continue
        for enum in group.iter("enum"):
            value = int(enum.get("value"), 0)
            if 0 < value < 0x10000 and not enum.get("name").startswith(UNSTEADY):
                values.setdefault(value, enum.get("name"))
    for value, name in sorted(values.items()):
        file.write(f"{name} {value:#x}\n")
    file.flush()
    return len(values)


def differences(a, b):
    a, b = a.splitlines(), b.splitlines()
    if len(a) != len(b):
        return [f"{len(a)} and {len(b)} lines"]
    return [f"{x} / {y}" for x, y in zip(a, b) if x != y]


# Ways of drawing that need a draw or more before, which are stepped over; the rest has one draw.
DRAWS = {"elements": 1, "range-base": 1, "instanced": 1, "multi": 1, "indirect": 1, "multi-indirect": 1, "elements-indirect": 1,
         "indirect-count": 1, "feedback": 2, "conditional": 2, "failed-conditional": 1, "block": 1, "list": 1, "lists": 1, "list-program": 1, "rect": 1, "pixels": 1, "bitmap": 1}
TARGETS = ["multisampled", "layered"]
DEBUG = ["shader fragment", "shader step", "print c", "values c", "shader over", "mask", "shader continue", "values color",
         "shader leave"]


def debug(argv, commands, draws=1):
    with Console(argv) as console:
        console.run(f"next draw {draws}")
        for command in commands:
            console.run(command)
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        return console.program_output()


def compare(expected, argv, commands, draws=1):
    found = differences(expected, debug(argv, commands, draws))
    assert not found, f"{len(found)} lines differ, without glstep / under it: {'; '.join(found[:8])}"


def plain(argv):
    return subprocess.run(argv, check=True, timeout=60, stdout=subprocess.PIPE).stdout.decode()


def compare_kind(argv, draws):
    expected = plain(argv)
    assert "an error before the draw" not in expected, "the harness is broken"
    assert "error 0x500\nthen error 0\n" in expected, expected[:40]  # the one that stands while it draws
    compare(expected, argv, DEBUG, draws)


VERTEX = ["shader vertex", "scope", "shader step", "print gl_Position", "values gl_VertexID", "shader continue",
          "values gl_Position", "mask", "focus 2", "shader leave"]


def compare_vertex_kind(argv, draws):
    compare(plain(argv), argv, VERTEX, draws)


def other_operations(argv):
    """Another fragment of each pixel, other tests and buffers: nothing of it stays."""
    expected = plain(argv)
    with Console(argv) as console:
        console.run("next draw")
        at = console.run("shader fragment")["focus"]
        console.run(f"focus {at['x']} {at['y']} fragment 0")
        console.run("shader step")
        console.run("values gl_FragCoord")
        for words in ("set test depth off", "set test stencil off", "set buffer stencil clear 2", "set buffer depth clear 1",
                      f"focus {at['x']} {at['y']}", "shader leave"):
            console.run(words)
        console.run("continue")
        found = differences(expected, console.program_output())
        assert not found, found[:8]


results = Results()
with tempfile.NamedTemporaryFile("w", suffix=".names") as names:
    count = write_names(names)
    argv = [program("test-state"), names.name]
    expected = subprocess.run(argv, check=True, timeout=60, stdout=subprocess.PIPE).stdout.decode()
    again = subprocess.run(argv, check=True, timeout=60, stdout=subprocess.PIPE).stdout.decode()
    if differences(expected, again) or expected.count("\n") < 500:
        results.fail("state-harness", f"two plain runs differ: {differences(expected, again)[:5]}")
    results.check("state-passing-by", compare, expected, argv, [])
    results.check("state-queried", compare, expected, argv, ["program", "call", "calls 10", "source fragment"])
    results.check("state-debugged", compare, expected, argv, [
        "shader fragment", "scope", "shader step", "print c", "values c", "shader over", "print shade", "mask", "shader continue",
        "values color", "values second", "shader leave"])
    for kind, draws in DRAWS.items():
        results.check(f"state-{kind}", compare_kind, [*argv, "--draw", kind], draws)
    for target in TARGETS:
        results.check(f"state-{target}", compare_kind, [*argv, "--target", target], 1)
    results.check("state-operations", other_operations, argv)
    results.check("state-second-of-list", compare, plain([*argv, "--draw", "list-program"]), [*argv, "--draw", "list-program"],
                  ["shader fragment draw 1", "shader step", "values c", "shader leave", "shader vertex", "shader leave"])
    results.check("state-vertex", compare, expected, argv, VERTEX)
    for kind, draws in DRAWS.items():
        if kind not in ("pixels", "bitmap"):
            results.check(f"state-vertex-{kind}", compare_vertex_kind, [*argv, "--draw", kind], draws)
    print(f"{count} names, {expected.count(chr(10))} lines of state")
sys.exit(1 if results.failed else 0)
