#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glmark2 (GLX and EGL/ES): at a draw of each scene, step its fragment shader, look at values, go on; its own validation
must say the same as without glstep."""

import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, of_the_day  # noqa: E402
from patience import patience  # noqa: E402

SCENES = ["shading:shading=phong", "shading:shading=blinn-phong-inf", "loop:fragment-loop=true", "conditionals", "function",
          "refract", "effect2d", "terrain"]
SIZE = ["-s", "320x240"]


def verdict(text):
    return re.findall(r"Validation: (\w+)", text)


def plain(argv):
    done = subprocess.run(argv, timeout=patience(20), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return verdict(done.stdout.decode()), done.returncode


def look(console, where):
    """Every variable of the scope has a value, and an image where it has one at every pixel."""
    assert where["total"] > 0 and where["active"] > 0, where
    seen = 0
    for variable in console.run("scope")["variables"]:
        if variable["type"].startswith(("sampler", "image")) or "[" in variable["type"]:
            continue
        if variable["name"].startswith("gl_") or seen > 5:
            continue
        value = console.run(f"print {variable['name']}")
        assert "value" in value, value
        seen += 1
    assert seen, "no variable in the scope"


def step_through(console):
    where = console.run("shader fragment")
    look(console, where)
    for _ in range(6):
        where = console.run("shader step")
        if where["finished"]:
            break
    look(console, where)
    mask = console.run("mask")
    assert mask["active"] <= mask["total"], mask
    where = console.run("shader continue")
    assert where["finished"] and where["kind"] == "end", where
    look(console, where)
    console.run("shader leave")


def debug(argv, draws):
    expected = plain(argv)
    assert expected[0] and expected[1] == 0, expected
    stepped = 0
    with Console(argv) as console:
        for count in draws:
            stop = console.run(f"next draw {count}")
            if stop["stop"] == "exited":
                break
            step_through(console)
            stepped += 1
        else:
            stop = console.run("continue")
        assert stepped, "no draw was debugged"
        assert stop["stop"] == "exited", stop
        shown = verdict(console.program_output()), stop["status"]
    assert shown == expected, f"under glstep {shown}, without {expected}"


results = Results()
for scene in of_the_day(SCENES):
    name = scene.split("=")[-1] if "shading" in scene else scene.split(":")[0]
    results.check(f"glmark2-{name}", debug, ["glmark2", *SIZE, "-b", scene, "--validate"], [1, 1])
results.check("glmark2-off-screen", debug, ["glmark2", *SIZE, "--off-screen", "-b", "shading:shading=phong", "--validate"], [1])
results.check("glmark2-es2", debug, ["glmark2-es2", *SIZE, "-b", "shading:shading=phong", "--validate"], [1])
results.check("glmark2-es2-terrain", debug, ["glmark2-es2", *SIZE, "-b", "terrain", "--validate"], [1])
sys.exit(1 if results.failed else 0)
