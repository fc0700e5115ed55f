#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A loop of more iterations than llvmpipe makes (65,535), on softpipe: the curves list the iterations at which something changes,
the counts are those that the shader writes out itself."""

import csv
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, program  # noqa: E402

SHADERS = """[vertex]
#version 330
in vec4 corner;
void main() { gl_Position = corner; }
[fragment]
#version 330
out vec4 color;
void main()
{
	ivec2 at = ivec2(gl_FragCoord.xy);
	int most = at.y > 0 || at.x > 3 ? 3 : at.x == 0 ? 80000 : 60000 + at.x * 10000, n = 0;
	for (int i = 0; i < most; i++) {
		n++;
		if (at.x == 2 && i == 74999)
			break;
	}
	color = vec4(float(n));
}
"""
PIXELS = 16 * 8
ITERATIONS = [80000, 70000, 75000, 90000, 3]  # of the first pixels in the bottom row; all others as the last


def point(iteration, active, finished=0, left=0):
    return {"iteration": iteration, "active": active, "finished": finished, "left": left}


# Pixels 0 to 3 run 80,000, 70,000, 75,000 (a break) and 90,000 times, all others three times.
EXPECTED = [point(0, PIXELS), point(2, PIXELS), point(3, 4, PIXELS - 4), point(4, 4), point(69999, 4), point(70000, 3, 1),
            point(70001, 3), point(74998, 3), point(74999, 3, 0, 1), point(75000, 2), point(75001, 2), point(79999, 2),
            point(80000, 1, 1), point(80001, 1), point(89999, 1), point(90000, 0, 1)]


def main():
    os.environ.update(GALLIUM_DRIVER="softpipe", LIBGL_ALWAYS_SOFTWARE="1")
    with tempfile.TemporaryDirectory() as folder:
        path, saved, counted = (os.path.join(folder, name) for name in ("shaders", "profile.csv", "counts.csv"))
        with open(path, "w", encoding="ascii") as file:
            file.write(SHADERS)
        argv = [program("test-shader"), "core", "33", path]
        done = subprocess.run(argv, stdout=subprocess.PIPE, check=True)
        lines = [line.split() for line in done.stdout.decode().splitlines()]
        own = {(int(x), int(y)): float(n) for x, y, n, *_ in lines}
        assert [own[x, 0] for x in range(5)] == ITERATIONS and len(own) == PIXELS, f"the loop ends early: {own}"
        with Console(argv) as console:
            console.run("next draw")
            console.run("shader fragment")
            console.run("shader until 7")
            profile = console.run(f"profile {saved}")
            console.run(f"count iterations {counted}")
            console.run("profile " + os.path.join(folder, "plot.svg") + " with " + saved)
        with open(counted, newline="", encoding="ascii") as file:
            assert {(int(r["x"]), int(r["y"])): float(r["iterations"]) for r in csv.DictReader(file)} == own
        assert profile["iterations"] == EXPECTED, profile["iterations"]
        assert profile["all"]["curves"] == EXPECTED and profile["all"]["iterations"] == sum(own.values()), profile["all"]
        assert profile["draws"] <= 3, profile["draws"]
        with open(saved, newline="", encoding="ascii") as file:
            rows = [{key: int(row[key]) for key in EXPECTED[0]} for row in csv.DictReader(file)]
        assert rows == EXPECTED, rows
    print("a long loop's profile is exact")
    return 0


sys.exit(main())
