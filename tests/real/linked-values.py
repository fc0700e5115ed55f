#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `program` says of uniforms that have the value that linking gave them: never set, set to it, set to another; with initialisers,
bindings of units, arrays, after linking anew, set in another context, in a pipeline, in OpenGL ES. The same is said in the program and in its
trace; nothing, of programs without sources, and where the sources do not tell."""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

NEW = {"size": True, "never": True, "zeroed": True, "negative": True, "other": True, "tint": True, "tint_set": True, "turn": True, "count": True,
       "count_back": True, "flag": True, "flag_set": True, "hidden": True, "weights": True, "given": True, "lamp.place": True, "lamp.levels": True,
       "lights[0].place": True, "lights[1].place": True, "lights[0].levels": True, "lights[1].levels": True, "unclear": None, "picture": True,
       "bound": True, "several": True, "old": True}
SET = {**NEW, "negative": False, "other": False, "tint_set": False, "flag_set": False, "hidden": False, "weights": [0, 1, 3], "given": [1, 2],
       "lamp.levels": [0], "lights[1].place": False, "bound": False, "several": [0]}
DRAWS = [NEW, SET, NEW, {**NEW, "never": False}, {"both": None, "alike": True}]
ES = [{"size": False, "tint": True, "bound": True}]
PROGRAM = program("test-linked-values")


def said_of(uniform):
    """True, False, the elements, or None: nothing."""
    if "as_linked" not in uniform:
        assert "as_linked_elements" not in uniform, uniform
        return None
    assert not (uniform["as_linked"] and "as_linked_elements" in uniform), uniform
    return uniform.get("as_linked_elements", uniform["as_linked"])


def stem(name):
    return name[:-3] if name.endswith("[0]") else name


def check(argv, draws, what):
    with Console(argv) as console:
        for number, expected in enumerate(draws):
            console.run("next draw")
            said = {stem(uniform["name"]): said_of(uniform) for uniform in console.run("program")["uniforms"]}
            wrong = {name: (said.get(name, "not listed"), expected.get(name, "not expected"))
                     for name in {*said, *expected} if name not in said or said[name] != expected.get(name, "not expected")}
            assert not wrong, f"{what}, draw {number}: {wrong}"


def check_text():
    """What is set with `set uniform` is no longer as linked; an edited source leaves it open."""
    with tempfile.NamedTemporaryFile("w", suffix=".frag") as source:
        done = subprocess.run([GLSTEP, "-e", "next draw", "-e", "next draw", "-e", "program", "-e", "set uniform never 2", "-e", "program", "--", PROGRAM],
                              capture_output=True, timeout=patience(60), check=True)
        first, second = done.stdout.decode().split("Program ")[1:3]
        lines = {line.split()[1]: line for line in first.splitlines() if " = " in line}
        assert lines["never"] == "  float never = 0  (as linked)", lines
        assert lines["other"] == "  float other = 2", lines
        assert lines["weights[0]"] == "  float[4] weights[0] = [0, 0, 0.5, 0]  (as linked: [0] to [1], [3])", lines
        assert "  float never = 2\n" in second, second
        with Console([PROGRAM]) as console:
            console.run("next draw")
            source.write(console.run("source fragment")["source"].replace("old;", "old; // another"))
            source.flush()
            console.run(f"set source fragment {source.name}")
            assert all(said_of(uniform) is None for uniform in console.run("program")["uniforms"])
            console.run("set source fragment original")
            assert any(said_of(uniform) for uniform in console.run("program")["uniforms"])


results = Results()
with tempfile.TemporaryDirectory() as folder:
    for words, draws in ([], DRAWS), (["es"], ES):
        name = "-".join(["linked", *words])
        trace = os.path.join(folder, name + ".trace")
        results.check(f"{name}-live", check, [PROGRAM, *words], draws, f"live {words}")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", PROGRAM, *words], check=True, capture_output=True, timeout=patience(60))
        results.check(f"{name}-trace", check, [trace], draws, f"trace {words}")
results.check("linked-binary", check, [PROGRAM, "binary"], [{name: None for name in NEW}], "binary")
results.check("linked-text", check_text)
sys.exit(1 if results.failed else 0)
