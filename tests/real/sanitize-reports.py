#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `glstep sanitize` writes of a few faults that are planted, of which lines, elements and values are known; and what it leaves out.

 suppress   rules of a file and comments leave out what they match, and no more; rules that are none are told with their line
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

# The target is 16 x 8 pixels. Of each fault: kind, stage, line, how many elements, expression.
FRAGMENT = """#version 330
out vec4 color;
float inv(float x)
{
	return 1.0 / x;
}
void main()
{
	float x = gl_FragCoord.x - 8.5, sum = inv(x + 100.0);
	int i = int(gl_FragCoord.x) - 4;
	sum += inv(x);
	sum += sqrt(x);
	sum += float(7 / i); /* a & b < c */
	for (int k = 0; k < 6; k++)
		sum += log(float(3 - k));
	color = vec4(sum);
}
"""
VERTEX = """#version 330
in vec4 corner;
void main()
{
	gl_Position = corner;
	gl_Position.z = clamp(corner.w, 2.0, 1.0);
	gl_Position.z = 0.0;
}
"""
FAULTS = [("domain", "vertex", 6, 3, "clamp(corner.w, 2.0, 1.0)"), ("infinity", "fragment", 5, 8, "1.0 / x"), ("domain", "fragment", 12, 64, "sqrt(x)"),
          ("division", "fragment", 13, 8, "7 / i"), ("domain", "fragment", 15, 128, "log(float(3 - k))")]


def shader_file(folder, name="planted", fragment=FRAGMENT, vertex=VERTEX):
    path = os.path.join(folder, name + ".shader")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"[fragment]\n{fragment}\n[vertex]\n{vertex}")
    return path


def sanitize(shader, *options, status=1):
    """The findings, the last line, and what it says of errors."""
    return sanitize_of([program("test-shader"), "core", "33", shader], *options, status=status)


def sanitize_of(argv, *options, status=1):
    done = subprocess.run([GLSTEP, "sanitize", "--json", *options, *argv], capture_output=True, timeout=patience(30), check=False)
    assert done.returncode == status, (done.returncode, done.stderr[-1000:])
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return lines[:-1], lines[-1] if lines else {}, done.stderr.decode(errors="replace")


def short(findings):
    return [(f["kind"], f["stage"], f["line"], f["elements"], f["expression"]) for f in findings]


def suppress(folder):
    path, rules = shader_file(folder), os.path.join(folder, "rules")

    def left(text, status=1):
        with open(rules, "w", encoding="utf-8") as file:
            file.write(text)
        found, last, errors = sanitize(path, "--suppress", rules, status=status)
        assert status == 2 or last["findings"] == len(found) and last["suppressed"] == len(FAULTS) - len(found), last
        return short(found) if status != 2 else errors

    assert left("# none\n\n") == FAULTS
    assert left("domain * sqrt(x)\n") == [f for f in FAULTS if f[4] != "sqrt(x)"]
    assert left("* vertex *\n") == [f for f in FAULTS if f[1] != "vertex"]
    assert left("infinity fragment return 1.0 / ?;\n  division\t*  sum +=*\n") == [f for f in FAULTS if f[0] not in ("infinity", "division")]
    assert left("domain fragment 1.0 / x\n* * sqrt(\n* * qrt(x)\n* * log(float(3 - k)) \n") == FAULTS[:4], "a pattern matches all of it"
    assert left("* * *\n", status=0) == []
    for text, line, word in (("* * a\nodd * b\n", 2, "'odd' is no kind"), ("nan pixel b", 1, "'pixel' is no stage"), ("\n\nnan fragment\n", 3, "KIND STAGE PATTERN")):
        errors = left(text, status=2)
        assert f"rules:{line}: " in errors and word in errors and errors.count("\n") == 1, errors
    assert sanitize(path, "--suppress", rules + ".none", status=2)[2].count("\n") == 1

    ignored = FRAGMENT.replace("sqrt(x);", "sqrt(x); // glstep: ignore").replace("1.0 / x;", "1.0 / x; //  glstep:ignore nan, infinity")
    ignored = ignored.replace("(3 - k));", "(3 - k)); // glstep: ignore nan")
    found, last, _ = sanitize(shader_file(folder, "ignored", ignored))
    assert short(found) == [f for f in FAULTS if f[4] not in ("sqrt(x)", "1.0 / x")] and last["suppressed"] == 2 and not last["notes"], (short(found), last)
    wrong = FRAGMENT.replace("sqrt(x);", "sqrt(x); // glstep: ignore domian")
    found, last, _ = sanitize(shader_file(folder, "wrong", wrong))
    assert short(found) == FAULTS and len(last["notes"]) == 1 and "'domian'" in last["notes"][0], last
    with Console([program("test-shader"), "core", "33", shader_file(folder, "ignored", ignored)]) as console:
        console.run("next draw")
        told = console.run("sanitize")
        assert told["suppressed"] == 2 and short(told["findings"]) == [f for f in FAULTS if f[4] not in ("sqrt(x)", "1.0 / x")], told


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        results.check("suppress", suppress, folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
