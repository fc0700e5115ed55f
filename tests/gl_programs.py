#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
gl_programs.py [--sample N] [--list FILE] [NAME...] - piglit's programs and shader tests of all kinds, which pass here, still pass

 free      run by glstep without a stop
 stepped   stopped before each of their first calls, and at the last of them
 debugged  with the fragment shader of each of their first draws debugged for a few steps

FILE (tests/real/gl-programs.list) has a command a line, relative to piglit's folder; NAME chooses lines by a part of them. One that does not pass
without glstep is left out, and counted.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results  # noqa: E402
from patience import patience  # noqa: E402

PIGLIT = os.environ.get("PIGLIT", "/usr/lib/x86_64-linux-gnu/piglit")
LIST = os.path.join(os.environ["top_srcdir"], "tests/real/gl-programs.list")
STEPS, DRAWS = 3000, 16
VERDICT = re.compile(r'PIGLIT: (\{"result".*\})')
# What a draw may answer instead of being debugged: it has no fragment shader of GLSL, covers nothing, or is a list that draws nothing.
NOTHING_THERE = {"no-shader", "not-glsl", "not-covered", "no-source", "no-draw"}


def command(line):
    words = shlex.split(line)
    if words[0].endswith(".shader_test"):
        return [os.path.join(PIGLIT, "bin/shader_runner"), os.path.join(PIGLIT, words[0]), "-auto", "-fbo"]
    return [os.path.join(PIGLIT, "bin", words[0]), *words[1:], "-auto"]


def verdict(output):
    found = VERDICT.findall(output)
    return json.loads(found[-1])["result"] if found else None


def plain(argv):
    """What it says of itself; None: it does not end."""
    try:
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=patience(6))
    except subprocess.TimeoutExpired:
        return None
    return verdict(done.stdout.decode(errors="replace")), done.returncode


def end(console, stop, expected):
    while stop["stop"] != "exited":
        assert stop["stop"] != "signal", stop
        stop = console.run("continue")
    said = verdict(console.program_output()), stop["status"]
    assert said == expected, f"{said} under glstep, {expected} without"


def free(argv, expected):
    with Console(argv) as console:
        console.run("log off")
        end(console, console.run("continue"), expected)


def stepped(argv, expected):
    with Console(argv) as console:
        stop = console.run("start")
        for _ in range(STEPS):
            if stop["stop"] == "exited":
                break
            stop = console.run("step")
        end(console, stop, expected)


def debug_draw(console, said):
    answer = console.command("shader fragment")
    if not answer["ok"]:
        code = answer["error"]["code"]
        if code not in NOTHING_THERE:
            said.append(f"{code}: {answer['error']['message']}")
        return
    for words in ("shader step", "shader step", "shader over", "scope"):
        console.run(words)
    console.run("shader leave")


def debugged(argv, expected, said):
    with Console(argv) as console:
        stop = console.run("next draw")
        for _ in range(DRAWS):
            if stop["stop"] == "exited":
                break
            debug_draw(console, said)
            stop = console.run("next draw")
        end(console, stop, expected)


def check_all(results, line, counts):
    argv, name = command(line), os.path.basename(line.split()[0])
    expected = plain(argv)
    if not expected or expected[0] != "pass":
        counts["left out"] += 1
        return
    said = []
    for mode, function, more in (("free", free, []), ("stepped", stepped, []), ("debugged", debugged, [said])):
        before = results.failed
        results.check(f"{name}-{mode}", function, argv, expected, *more)
        counts[mode] += results.failed == before
    for why in sorted(set(said)):
        counts["refusals"] += 1
        print(f"  {name}: refused: {why[:300]}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--list", default=LIST)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    with open(options.list) as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    if options.names:
        lines = [line for line in lines if any(name in line for name in options.names)]
    if options.sample:
        lines = lines[::max(1, len(lines) // options.sample)][:options.sample]
    results = Results()
    if not os.path.isdir(PIGLIT):
        results.skip("gl-programs", "piglit is not installed")
        return 0
    counts = dict.fromkeys(("left out", "free", "stepped", "debugged", "refusals"), 0)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # some write what they see
        for line in lines:
            check_all(results, line, counts)
    print(f"{len(lines)} programs: " + ", ".join(f"{value} {key}" for key, value in counts.items()))
    if counts["left out"] > len(lines) // 4:
        results.fail("gl-programs", f"{counts['left out']} of {len(lines)} do not pass without glstep")
    return 1 if results.failed else 0


if __name__ == "__main__":
    sys.exit(main())
