#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How often each line and each loop of a shader is executed, over all elements of a draw: `executions` and `loops`, beside a count of
the same shader's steps done here; in fragment, vertex and compute shaders of several versions, live and in a trace. The steps of all lines together are what
`count sites` adds up, which counts in another way. `cost`: loops of planted costs, in order."""

import collections
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Refused, Results, program  # noqa: E402
from patience import patience  # noqa: E402

# Each line ends with the name of what is counted there. Of a line with several positions the one that is executed most often counts.
BODY = """
int twice(int n)
{
	int r = n + n; // twice
	return r; // twice
}
float branchy(int n)
{
	if (n == 3) // branchy
		return 1.0; // early
	float s = 0.0; // late
	int k = n; // late
	do { // -
		s += 1.0; // do
		k -= 2; // do
	} while (k > 0); // do
	return s; // late
}
void leave(int x)
{
	if (x > 12) // leave
		DISCARD // gone
}
float never(float s)
{
	return s * 2.0; // zero
}
void main()
{
	int x = XX, y = YY; // main
	float sum = 0.0; // main
	for (int i = 0; i < x; ++i) // loop-test
		sum += 1.0; // loop
	for (int i = 0; i < 3; ++i) { // outer-test
		if (i == y) // outer
			continue; // -
		for (int k = 0; k <= i; ++k) { // inner-test
			if (k == 2) // inner
				break; // -
			sum += float(twice(k)); // nested
		} // -
	} // -
	while (sum > 1000.0) // while-test
		sum = never(sum); // zero
	leave(x); // main
	sum += float(twice(x)); // alive
	sum += x > 2 ? branchy(y) : 0.5; // alive
	if (y == 7 || x == 1) { // alive
		RESULT(vec4(1.0)); // returned
		return; // returned
	} // -
SWITCH	RESULT(vec4(sum)); // last
} // end
"""
SWITCH = """	switch (y) { // last
	case 0: // -
		sum += 1.0; // case-0
	case 1: // -
	case 2: // -
		sum += 2.0; // case-2
		break; // -
	default: // -
		sum += 3.0; // case-default
	} // -
"""


class Counts:
    def __init__(self):
        self.of = collections.Counter()
        self.loops = collections.defaultdict(list)  # by the name of its line: iterations of each element that enters it
        self.entries = collections.Counter()

    def hit(self, *names):
        for name in names:
            self.of[name] += 1


def twice(c, n):
    c.hit("twice")
    return n + n


def branchy(c, n, loops):
    c.hit("branchy")
    if n == 3:
        c.hit("early")
        return
    c.hit("late")
    c.entries["do"] += 1
    k = n
    while True:
        loops["do"] = loops.get("do", 0) + 1
        c.hit("do")
        k -= 2
        if k <= 0:
            break


def element(c, x, y, discards, switches):
    """What the shader does there, step by step."""
    loops = {"loop-test": 0, "outer-test": 0, "while-test": 0}
    run(c, x, y, discards, switches, loops)
    for name, iterations in loops.items():
        c.loops[name].append(iterations)


def run(c, x, y, discards, switches, loops):
    c.hit("main")
    for name in ("loop-test", "outer-test"):
        c.entries[name] += 1
    for _ in range(x):
        c.hit("loop-test", "loop")
        loops["loop-test"] += 1
    c.hit("loop-test")
    for i in range(3):
        c.hit("outer-test", "outer")
        loops["outer-test"] += 1
        if i == y:
            continue
        c.entries["inner-test"] += 1
        loops.setdefault("inner-test", 0)
        for k in range(i + 1):
            c.hit("inner-test", "inner")
            loops["inner-test"] += 1
            if k == 2:
                break
            c.hit("nested")
            twice(c, k)
        else:
            c.hit("inner-test")
    c.hit("outer-test", "while-test", "leave")
    c.entries["while-test"] += 1
    if x > 12:
        c.hit("gone")
        if discards:
            return
    c.hit("alive")
    twice(c, x)
    if x > 2:
        branchy(c, y, loops)
    if y == 7 or x == 1:
        c.hit("returned", "end")
        return
    c.hit("last")
    if switches:
        if y == 0:
            c.hit("case-0")
        c.hit("case-2" if y <= 2 else "case-default")
    c.hit("end")


class Case:
    def __init__(self, name, stage, api, context, head, tail=""):
        self.name, self.stage, self.api, self.context = name, stage, api, context
        self.switches = "120" not in head
        body = BODY.replace("SWITCH", SWITCH if self.switches else "")
        where = {"fragment": ("int(gl_FragCoord.x)", "int(gl_FragCoord.y)"), "vertex": ("int(corner.x) + 2", "int(corner.y) + 3"),
                 "compute": ("int(gl_GlobalInvocationID.x)", "int(gl_GlobalInvocationID.y)")}[stage]
        body = body.replace("XX", where[0]).replace("YY", where[1]).replace("DISCARD", "discard;" if stage == "fragment" else "return;")
        self.text = head + body
        self.tail = tail

    def elements(self):
        if self.stage == "vertex":
            return [(x + 2, y + 3) for x, y in ((-1, -1), (3, -1), (-1, 3))]
        width, height = (16, 8) if self.stage == "fragment" else (8, 4)
        return [(x, y) for y in range(height) for x in range(width)]

    def counts(self):
        c = Counts()
        for x, y in self.elements():
            element(c, x, y, self.stage == "fragment", self.switches)
        return c

    def file(self, folder):
        path = os.path.join(folder, self.name)
        with open(path, "w", encoding="ascii") as file:
            file.write(f"[{self.stage}]\n{self.text}{self.tail}")
        return [program("test-shader"), self.api, str(self.context), path]


PLAIN = "\n[vertex]\n%svoid main() { gl_Position = corner; }\n"
WHITE = "\n[fragment]\n%s\n"
OUT = "out vec4 color;\n#define RESULT(v) color = v\n"
ES = "#version 300 es\nprecision highp float;\nprecision highp int;\n"
POSITION = "#define RESULT(v) gl_Position = corner + 0.0 * v\n"
STORE = "layout(local_size_x = 8, local_size_y = 4) in;\nlayout(std430, binding = 0) buffer Out { vec4 all[32]; };\n" \
        "#define RESULT(v) all[gl_LocalInvocationIndex] = v\n"
CASES = [
    Case("fragment-120", "fragment", "compatibility", 33, "#version 120\n#define RESULT(v) gl_FragColor = v\n",
         PLAIN % "#version 120\nattribute vec4 corner;\n"),
    Case("fragment-330", "fragment", "core", 33, "#version 330\n" + OUT, PLAIN % "#version 330\nin vec4 corner;\n"),
    Case("fragment-450", "fragment", "core", 45, "#version 450\n" + OUT, PLAIN % "#version 450\nin vec4 corner;\n"),
    Case("fragment-300es", "fragment", "es", 30, ES + OUT, PLAIN % "#version 300 es\nin vec4 corner;\n"),
    Case("vertex-120", "vertex", "compatibility", 33, "#version 120\nattribute vec4 corner;\n" + POSITION,
         WHITE % "#version 120\nvoid main() { gl_FragColor = vec4(1.0); }"),
    Case("vertex-330", "vertex", "core", 33, "#version 330\nin vec4 corner;\n" + POSITION,
         WHITE % "#version 330\nout vec4 color;\nvoid main() { color = vec4(1.0); }"),
    Case("vertex-300es", "vertex", "es", 30, ES + "in vec4 corner;\n" + POSITION,
         WHITE % (ES + "out vec4 color;\nvoid main() { color = vec4(1.0); }")),
    Case("compute-450", "compute", "core", 45, "#version 450\n" + STORE),
    Case("compute-310es", "compute", "es", 31, ES.replace("300", "310") + STORE),
]


def names_of_lines(text):
    """{line: name}; - is a line on which no position begins."""
    return {i + 1: line.split(" // ")[1] for i, line in enumerate(text.split("\n")) if " // " in line}


def check_lines(case, counts, told):
    names = names_of_lines(case.text)
    found = {line["line"]: line for line in told["lines"]}
    missing = [n for n, name in names.items() if name != "-" and n not in found]
    assert not missing, f"lines {missing} are not told"
    source = case.text.split("\n")
    for number, line in found.items():
        assert line["text"] == source[number - 1].strip(), line
        name = names.get(number, "unnamed")
        assert name not in ("-", "unnamed"), f"a position begins in line {number}, {source[number - 1]!r}"
        assert line["executions"] == counts.of[name], \
            f"line {number}, {source[number - 1].strip()!r}: {line['executions']} executions, not {counts.of[name]}"
    assert told["elements"] == len(case.elements()), told["elements"]
    assert sum(line["steps"] for line in told["lines"]) == told["steps"]


def check_sites(told):
    """Each line's numbers are those of its positions."""
    by_line = collections.defaultdict(list)
    for site in told["sites"]:
        by_line[site["line"]].append(site)
        assert site["elements"] <= min(site["executions"], told["elements"]) or site["executions"] == 0, site
        assert not site.get("at_most"), site
    for line in told["lines"]:
        sites = by_line.pop(line["line"])
        assert line["executions"] == max(s["executions"] for s in sites) and line["steps"] == sum(s["executions"] for s in sites), line
    assert not by_line, by_line


def check_loops(case, counts, told):
    names = names_of_lines(case.text)
    do_line = next(n for n, name in names.items() if name == "-" and "do {" in case.text.split("\n")[n - 1])
    names[do_line] = "do"
    found = {names[loop["line"]]: loop for loop in told["loops"]}
    assert set(found) == {"loop-test", "outer-test", "inner-test", "while-test", "do"}, found
    for name, loop in found.items():
        own = counts.loops[name]
        wanted = {"elements": len(own), "entries": counts.entries[name], "iterations": sum(own), "least": min(own, default=0), "most": max(own, default=0)}
        assert wanted == {key: loop[key] for key in wanted}, f"{name}: {loop}, not {wanted}"
        assert abs(loop["mean"] - sum(own) / max(len(own), 1)) < 1e-3 * loop["mean"] + 1e-9, loop
    order = [loop["iterations"] for loop in told["loops"]]
    assert order == sorted(order, reverse=True), order


def check_trace(case, folder):
    path = os.path.join(folder, case.name + ".trace")
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *case.file(folder)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, timeout=patience(12), check=False)
    assert done.returncode == 0, done.stderr[-500:]
    with Console([path]) as console:
        check_counts(case, console)


def check(case, folder):
    with Console(case.file(folder)) as console:
        check_counts(case, console)
        assert console.run("continue")["status"] == 0


def check_counts(case, console):
    console.run("next draw")
    console.run(f"shader {case.stage}")
    counts = case.counts()
    told = console.run("executions sites")
    check_lines(case, counts, told)
    check_sites(told)
    check_loops(case, counts, console.run("loops"))
    counted = console.run("count sites")["counts"][0]["sum"]
    assert counted == told["steps"], f"`count sites` adds up to {counted}, `executions` to {told['steps']}"
    where = console.run("where")
    assert where["line"] == next(n for n, name in names_of_lines(case.text).items() if name == "main"), where
    print(f"# {case.name}: {len(told['sites'])} positions, {told['draws']} draws")


# ---- the rest ----

DISCARDING = """#version 330
out vec4 color;
float half_gone(float x)
{
	if (x < 8.0)
		discard;
	return x;
}
float after(float x)
{
	return x + 1.0;
}
void main()
{
	if (after(half_gone(gl_FragCoord.x)) > 0.0)
		color = vec4(1.0);
}
"""


def check_arguments(folder):
    """A call counts before its arguments: where these discard it is said that there may be fewer; never of what follows."""
    case = Case("arguments", "fragment", "core", 33, "", PLAIN % "#version 330\nin vec4 corner;\n")
    case.text = DISCARDING
    with Console(case.file(folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        sites = console.run("executions sites")["sites"]
        call = next(s for s in sites if s["kind"] == "call" and s["text"].startswith("after"))
        assert call["at_most"] and 64 <= call["executions"] <= 128, call
        for text in ("x + 1.0", "color = vec4(1.0)"):
            site = next(s for s in sites if text in s["text"])
            assert site["executions"] == 64 and "at_most" not in site, site


# Loops of costs 1 : 2 : 4 : 8; what the last one computes is not read by anything.
COSTLY = """#version 330
out vec4 color;
float turn(float s, int n)
{
	for (int i = 0; i < n; ++i)
		s = sin(s * 1.1 + float(i));
	return s;
}
float inside(float s, int n)
{
	float t = s;
	for (int i = 0; i < n; ++i)
		t = cos(t * 1.3 + float(i));
	for (int i = 0; i < 4 * n; ++i)
		t = cos(t * 1.3 + float(i));
	return t;
}
void main()
{
	int n = 600 + int(gl_FragCoord.x) / 100;
	float s = gl_FragCoord.y;
	for (int i = 0; i < 2 * n; ++i)
		s = sin(s * 1.1 + float(i));
	for (int i = 0; i < n; ++i)
		s = sin(s * 1.1 + float(i));
	for (int i = 0; i < 8 * n; ++i)
		s = sin(s * 1.1 + float(i));
	s += turn(s, n) + turn(s, n);
	if (s < 100.0)
		s += inside(s, n);
	float unread = s;
	for (int i = 0; i < 4 * n; ++i)
		unread = sin(unread * 1.1 + float(i));
	color = vec4(s, 1.0, 0.5, 1.0);
}
"""


class Least:
    """Costs of a block, measured again while something is wrong with them: what else the machine does can only add to times."""

    def __init__(self, console, command):
        self.console, self.command, self.up_to, self.told = console, command, {}, None

    def measure(self):
        self.told = told = self.console.run(self.command)
        times = [s["up_to_ns"] for s in told["statements"]] + [told["kept_ns"], told["whole_ns"]]
        for i, time in enumerate(times):
            if time is not None:
                self.up_to[i] = min(time, self.up_to.get(i, time))

    def own(self):
        """Of each statement that has one, by its text; and what is kept, and the whole."""
        n = len(self.told["statements"])
        own = {s["text"]: self.up_to[i + 1] - self.up_to[i] for i, s in enumerate(self.told["statements"]) if i + 1 in self.up_to}
        return own, self.up_to.get(n), self.up_to[n + 1]

    def until(self, holds):
        for _ in range(8):
            self.measure()
            if holds(*self.own()):
                return self.told
        raise AssertionError(f"{holds.__doc__}: {self.own()}, at last {self.told}")


def loops_are_in_order(own, kept, whole):
    """the loops' costs are in order and roughly in proportion, others are small, and the whole leaves out what nothing reads"""
    one, two, four, eight = (own[f"for (int i = 0; i < {n}; ++i)"] for n in ("n", "2 * n", "4 * n", "8 * n"))
    small = own["float unread = s;"] + own["color = vec4(s, 1.0, 0.5, 1.0);"]
    return 0 < one < two < four < eight and all(1.2 < b / a < 3.4 for a, b in ((one, two), (two, four), (four, eight))) \
        and one < own["s += turn(s, n) + turn(s, n);"] < four and abs(small) < one and kept - whole > four / 2 and whole > eight + four


def second_is_dearer(own, kept, _whole):
    """of two loops in a function the second takes some four times as long"""
    first, second = (own[f"for (int i = 0; i < {n}; ++i)"] for n in ("n", "4 * n"))
    return 0 < first < second and 1.5 < second / first < 8 and kept is None


def check_cost(folder):
    """The order of loops by their cost, roughly their ratios, and what the whole leaves out as nothing reads it."""
    case = Case("costly", "fragment", "core", 33, "", PLAIN % "#version 330\nin vec4 corner;\n")
    case.text = COSTLY
    lines = [line.strip() for line in COSTLY.split("\n")]
    with Console(case.file(folder)) as console:
        console.run("next draw")
        console.run("shader fragment")
        cost = Least(console, "cost").until(loops_are_in_order)
        assert all(lines[s["line"] - 1] == s["text"] for s in cost["statements"]) and cost["function"] == "main", cost
        within = Least(console, f"cost {1 + lines.index('float t = s;')}").until(second_is_dearer)
        last = within["statements"][-1]
        assert within["function"] == "inside" and len(within["statements"]) == 4 and last["own_ns"] is None, within
        for text, words in (("s = sin(s * 1.1 + float(i));", "loop"), ("return s;", "several places"), ("#version 330", "no statement")):
            try:
                console.run(f"cost {1 + lines.index(text)}")
            except Refused as why:
                assert why.code == "usage" and words in str(why), why
            else:
                raise AssertionError(f"{text!r} is measured")
        console.run("shader vertex")
        try:
            console.run("cost")
        except Refused as why:
            assert why.code == "unsupported" and "fragment" in str(why), why
        else:
            raise AssertionError("a vertex shader is measured")
        assert console.run("continue")["status"] == 0


def check_refused(folder):
    with Console(CASES[1].file(folder)) as console:
        console.run("next draw")
        for command in ("executions", "loops"):
            try:
                console.run(command)
            except Refused as why:
                assert why.code == "no-shader", why.code
            else:
                raise AssertionError(f"{command} outside of a shader is not refused")


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            results.check(f"executions-{case.name}", check, case, folder)
        results.check("executions-trace", check_trace, CASES[2], folder)
        results.check("executions-arguments", check_arguments, folder)
        results.check("executions-cost", check_cost, folder)
        results.check("executions-refused", check_refused, folder)
    return results.failed > 0


if __name__ == "__main__":
    sys.exit(main())
