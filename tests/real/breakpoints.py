#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Conditions of breakpoints in shaders, tested by one draw for the whole path and by a capture at each candidate: both stop at the same
places, and for one shader at those said here. Every stage; every construct that a line can stand in; `any`; conditions that cannot be
tested so, which are captured then. The first element that comes to a line (`focus line`)."""

import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, line_of, of_the_day, program, source_lines  # noqa: E402

VERTEX = "[vertex]\n#version 330\nin vec2 corner;\nvoid main() { gl_Position = vec4(corner, 0, 1); }\n[fragment]\n"
LOOPS = """#version 330
out vec4 color;
int count = 0;
float twice(float v)
{
	count++;
	return v + v;
}
float third(float v) { return v / 3.0; }
void main()
{
	int x = int(gl_FragCoord.x), sum = 0;
	for (int i = 0; i < 9; i++) {
		for (int k = 0; k < i; k++)
			sum += k;
		if (i % 3 == 2) continue;
		sum -= i;
	}
	float f = 0.0;
	while (f < 20.0)
		f += twice(float(max(x, 1)));
	do { x--; } while (x > 1);
	bool odd = (sum & 1) != 0 || f > 30.0;
	switch (x) { case 1: sum = 5; default: sum++; }
	f = odd ? f : twice(twice(f));
	color = vec4(f, sum, x, 1.0);
	if (sum > 1000) discard;
}
"""
# lines, condition
LOOP_BREAKS = [
    (["sum += k;"], "k == 2 && i > 5"), (["sum -= i;"], "sum > 30"), (["if (i % 3 == 2) continue;"], "i"), (["return v + v;"], "count == 2"),
    (["f += twice(float(max(x, 1)));"], "f > 5.0"), (["do { x--; } while (x > 1);"], "x < 4"), (["bool odd = (sum & 1) != 0 || f > 30.0;"], "sum != 0"),
    (["switch (x) { case 1: sum = 5; default: sum++; }"], "x == 1"), (["for (int k = 0; k < i; k++)"], "i == 3"),
    (["color = vec4(f, sum, x, 1.0);"], "false"), (["sum += k;", "sum -= i;", "x--"], "sum == 3"), (["if (sum > 1000) discard;"], "gl_FragCoord.x > 3.0"),
]


def start(provider, text, focus="5 3", api="core", version="33"):
    os.environ["GLSTEP_PATH"] = provider
    with tempfile.NamedTemporaryFile("w", suffix=".shader", delete=False) as file:
        file.write(text)
    console = Console([program("test-shader"), api, version, file.name])
    console.file = file.name
    console.run("next draw")
    console.run("shader fragment")
    console.run(f"focus {focus}")
    os.unlink(file.name)
    return console


def stops(console, most=60):
    found = []
    while len(found) < most:
        answer = console.command("shader continue")
        if not answer["ok"]:
            found.append((answer["error"]["code"], answer["error"]["message"]))
            break
        where = answer["result"]
        found.append(tuple(str(where.get(key)) for key in ("line", "column", "text", "iterations", "call_path", "finished", "note", "breakpoint")))
        if where["finished"]:
            break
    return found


def stops_of_each(provider, sets):
    """The stops of each set of breakpoints, one after the other."""
    seen = []
    with start(provider, VERTEX + LOOPS) as console:
        lines = source_lines(console)
        for some in sets:
            for texts, condition in some:
                for text in texts:
                    number = next(n for n, line in enumerate(lines, 1) if text in line)
                    console.run(f"shader break {number} if {condition}")
            seen.append([stop[:-1] for stop in stops(console)])
            for one in console.run("info breakpoints")["breakpoints"]:
                console.run(f"shader delete {one['number']}")
            console.run("shader reset")
    return seen


def check_said():
    """Where the nested loop's line is come to with the condition met, counted here."""
    expected = [(i, k) for i in range(9) for k in range(i) if k == 2 and i > 5]
    for provider in "lookup", "capture":
        with start(provider, VERTEX + LOOPS) as console:
            console.run(f"shader break {line_of(source_lines(console), 'sum += k;')} if k == 2 && i > 5")
            found = []
            while not console.run("shader continue")["finished"]:
                found.append((console.run("print i")["value"], console.run("print k")["value"]))
            assert found == expected, (provider, found)


def check_loops():
    sets = [[b] for b in LOOP_BREAKS] + [LOOP_BREAKS]
    looked, recorded, captured = (stops_of_each(provider, sets) for provider in ("lookup", "record", "capture"))
    for some, a, b, c in zip(sets, looked, recorded, captured, strict=True):
        assert a == c, (some, "looked up", a, "captured", c)
        assert b == c, (some, "recorded", b, "captured", c)
        assert len(a) > 1 or some[0][1] == "false", (some, "never stops")


def check_kept(text, condition, line, api="core", version="33", vertex=VERTEX):
    """What cannot be tested by a draw is captured, with the same stops."""
    seen = []
    for provider in "record", "capture":
        with start(provider, vertex + text, "5 3", api, version) as console:
            console.run(f"shader break {line_of(source_lines(console), line)} if {condition}")
            seen.append(stops(console))
    assert seen[0] == seen[1] and len(seen[0]) > 1, seen
    with start("lookup", vertex + text, "5 3", api, version) as console:
        console.run(f"shader break {line_of(source_lines(console), line)} if {condition}")
        assert stops(console)[0][0] == "unsupported", "a draw tells it after all"


def check_fallbacks():
    check_kept(LOOPS, "third(f) >= 0.0", "f += twice(float(max(x, 1)));")
    check_kept("precision mediump float;\nvoid main()\n{\n\tfloat s = 0.0;\n\tfor (int i = 0; i < 6; i++)\n\t\ts += 0.5;\n\tgl_FragColor = vec4(s);\n}\n",
               "i > 3", "s += 0.5;", "es", "20", "[vertex]\nattribute vec4 corner;\nvoid main() { gl_Position = corner; }\n[fragment]\n")


def check_any():
    """It holds for other elements than the focus element: said; it holds for none: found without a capture."""
    for condition, n in ("gl_FragCoord.x > 12.0 && k == 1", 7), ("gl_FragCoord.x > 99.0", 0):
        seen = []
        for provider in "record", "capture":
            with start(provider, VERTEX + LOOPS) as console:
                console.run(f"shader break {line_of(source_lines(console), 'sum += k;')} any if {condition}")
                seen.append(stops(console))
        assert seen[0] == seen[1], seen
        assert len(seen[0]) == n + 1, seen[0]


BRANCHES = """#version 330
out vec4 color;
float half_of(float v)
{
	return v * 0.5;
}
void main()
{
	float f = 1.0;
	if (gl_FragCoord.y > 3.0 && gl_FragCoord.x > 6.0)
		f = half_of(gl_FragCoord.x);
	if (f < 0.0)
		f = 2.0;
	color = vec4(f);
}
"""


def check_focus_line():
    """The first pixel whose centre lies where the conditions say, lowest y first."""
    with start("record", VERTEX + BRANCHES, "0 0") as console:
        lines = source_lines(console)
        inside, at = line_of(lines, "return v * 0.5;"), {"x": 6, "y": 3}
        for line, condition, focus in ((inside, "", at), (line_of(lines, "f = half_of(gl_FragCoord.x);"), " if f == 1.0", at), (inside, " if v > 8.0", {"x": 8, "y": 3}),
                                       (line_of(lines, "color = vec4(f);"), "", {"x": 0, "y": 0})):
            where = console.run(f"focus line {line}{condition}")
            assert where["focus"] == focus and where["text"] == "float f = 1.0;", where
            assert console.run(f"shader until {line}")["reached"]
        for nowhere in f"focus line {line_of(lines, 'f = 2.0;')}", f"focus line {inside} if v < 0.0":
            answer = console.command(nowhere)
            assert not answer["ok"] and answer["error"]["code"] == "no-element", answer
        assert console.run("where")["focus"] == {"x": 0, "y": 0}


STAGES = [("strips", "geometry"), ("patch", "tess-control"), ("patch", "tess-evaluation"), ("skinned", "vertex"), ("particles", "compute"), ("volume", "fragment")]


def start_stage(provider, scene, stage):
    os.environ["GLSTEP_PATH"] = provider
    console = Console([program("glstep-stages"), "--scene", scene, "--frames", "3", "--size", "32x32"])
    answer = None
    while not answer or not answer["ok"]:
        console.run("next draw")
        answer = console.command(f"shader {stage}")
    return console


def find_conditions(console):
    """At some lines of the path: a scalar there is at least what it is now."""
    found = {}
    for _ in range(40):
        where = console.run("shader step")
        if where["finished"]:
            break
        if where["line"] in found:
            continue
        for variable in console.run("scope")["variables"]:
            if variable["type"] in ("int", "float", "uint") and variable["written"] and variable["qualifier"] in ("local", "in", "parameter"):
                value = console.run(f"print {variable['name']}")["value"]
                if isinstance(value, (int, float)):
                    found[where["line"]] = f"{variable['name']} >= {variable['type']}({value})"
                    break
    return list(found.items())[:4]


def check_stage(scene, stage):
    with start_stage("record", scene, stage) as console:
        conditions = find_conditions(console)
    assert conditions, "no scalar at any line"
    seen = []
    for provider in "record", "capture":
        with start_stage(provider, scene, stage) as console:
            for line, condition in conditions:
                console.run(f"shader break {line} if {condition}")
            seen.append(stops(console, 6))
    assert seen[0] == seen[1], seen
    assert len(seen[0]) > 1, (conditions, seen[0])


results = Results()
results.check("breakpoints-said", check_said)
results.check("breakpoints-loops", check_loops)
results.check("breakpoints-any", check_any)
results.check("breakpoints-focus-line", check_focus_line)
results.check("breakpoints-fallbacks", check_fallbacks)
for one in of_the_day(STAGES):
    results.check(f"breakpoints-{one[0]}-{one[1]}", check_stage, *one)
sys.exit(1 if results.failed else 0)
