#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the window can do, the console can: each action of the window stands in docs/console.md beside console words that exist; and the
words that stand for what only the window could do at first do what they say."""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Refused, program, read_npy  # noqa: E402
from language_run import Case, write_file  # noqa: E402

SOURCE = os.environ["top_srcdir"]
OUTSIDE = ("Ctrl-C", "--timeout", "glstep")  # not commands

VERTEX = """#version 330 compatibility
void main()
{
	gl_Position = gl_Vertex;
}
"""
# Two shader objects of a stage.
SEVERAL = ["""#version 330 compatibility
vec4 far_colour(float x);
void main()
{
	float near = gl_FragCoord.x / 100.0;
	vec4 c = far_colour(near);
	gl_FragColor = c;
}
""", """#version 330 compatibility
vec4 far_colour(float x)
{
	float twice = 2.0 * x;
	return vec4(twice, x, 0.0, 1.0);
}
"""]


def read(*path):
    with open(os.path.join(SOURCE, *path), encoding="utf-8") as file:
        return file.read()


def check_table():
    texts = "".join(read("ui", "actions", name) for name in os.listdir(os.path.join(SOURCE, "ui", "actions")) if name.endswith("actions.c"))
    actions = set(re.findall(r'^\t+\{"([a-z-]+)", (?:NULL|"<|"F\d|ask_)', texts, re.M))
    assert len(actions) > 40 and {"run", "focus", "toggle-line", "go"} <= actions, actions
    rows = [line.split("|")[1:4] for line in read("docs", "console.md").splitlines() if line.startswith("| ") and "`" in line]
    told = {name for row in rows for name in re.findall(r"`([^`]+)`", row[1])}
    assert actions <= told, f"docs/console.md does not say how the console does {sorted(actions - told)}"
    with Console([program("glstep-example"), "--headless"]) as console:
        known = [c["command"] for c in console.run("help")["commands"]]
    for row in rows:
        for word in re.findall(r"`([^`]+)`", row[2]):
            if word.startswith(OUTSIDE):
                continue
            plain = re.match(r"[a-z]+(-[a-z]+)*( [a-z]+(-[a-z]+)*)*", word).group(0)
            first = [" ".join(plain.split()[:k]) for k in range(len(plain.split()), 0, -1)]
            assert any(n == f or n.startswith(f + " ") for f in first for n in known), f"no console command begins like `{word}`"


def refused(console, line, code):
    try:
        console.run(line)
    except Refused as refusal:
        assert refusal.code == code, refusal
    else:
        raise AssertionError(f"{line} was not refused")


def line_of(text, what):
    return next(i for i, line in enumerate(text.splitlines(), 1) if what in line)


def check_objects():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "several.frag")
        with open(path, "w", encoding="ascii") as file:
            file.write("[vertex]\n" + VERTEX + "".join("[fragment]\n" + text for text in SEVERAL))
        with Console([program("test-shader"), "compatibility", "33", path]) as console:
            console.run("next draw")
            console.run("shader fragment")
            last = line_of(SEVERAL[1], "return")
            where = console.run(f"shader until {last} object 1")
            assert (where["object"], where["line"], where["reached"]) == (1, last, True), where
            console.run("shader reset")
            first = line_of(SEVERAL[1], "float twice")
            assert console.run(f"shader break {first} object 1 if x >= 0.0"), "no breakpoint"
            where = console.run("shader continue")
            assert (where["object"], where["line"]) == (1, first), where
            refused(console, "shader until 4 subject 1", "usage")
            refused(console, "shader break 4 object", "usage")
            refused(console, "shader break 4 object 1 when x", "usage")
            # the history's steps
            steps = console.run("history")
            console.run("shader to 0")
            assert console.run("where")["line"] == line_of(SEVERAL[0], "float near")
            assert steps
            # where `twice` of the return is declared; where the function of the call is
            column = SEVERAL[1].splitlines()[last - 1].index("twice") + 1
            found = console.run(f"definition {last} {column} object 1")
            assert (found["object"], found["line"]) == (1, first), found
            call = line_of(SEVERAL[0], "vec4 c =")
            column = SEVERAL[0].splitlines()[call - 1].index("far_colour") + 1
            found = console.run(f"definition {call} {column}")
            assert (found["object"], found["line"]) == (1, line_of(SEVERAL[1], "vec4 far_colour")), found


def state_after(frames, calls):
    """What tests/programs/changes.c has set when it has ended so many frames and made so many calls of the next."""
    state = {"GL_SCISSOR_TEST": "0", "GL_VIEWPORT": None, "GL_DEPTH_FUNC": "GL_LESS"}
    functions = ("GL_NEVER", "GL_LESS", "GL_EQUAL", "GL_LEQUAL", "GL_GREATER")
    for k in range(frames + 1):
        sets = ({"GL_SCISSOR_TEST": "1"}, {"GL_VIEWPORT": f"0 0 {8 + k} 8"}, {"GL_DEPTH_FUNC": functions[k]}, {"GL_SCISSOR_TEST": "0"})
        for change in sets if k < frames else sets[:calls]:
            state.update(change)
    return state


def changes(console, command):
    answer = console.run(command)
    return answer["since"], {c["name"]: (c["before"], c["now"]) for c in answer["changes"] if not c["name"].startswith("VIEWPORT[")}


def reckoned(before, now):
    old, new = state_after(*before), state_after(*now)
    return {name: (old[name], new[name]) for name in new if old[name] != new[name]}


def check_state():
    """What calls have set since the last stop, and since the frame began, though the program stopped at neither when it was asked to
    compare: as reckoned here."""
    with Console([program("test-changes")]) as console:
        console.run("next call glDepthFunc")
        refused(console, "state changed", "usage")  # nobody knew that it would be asked
        console.run("step")
        since, told = changes(console, "state changed")
        assert told == reckoned((0, 2), (0, 3)), told
        assert since == console.run("call")["index"] - 1, since
        console.run("next call glClear")  # over glDisable
        assert changes(console, "state changed")[1] == reckoned((0, 3), (0, 4))
        console.run("next call glClear")  # a frame further
        assert changes(console, "state changed")[1] == reckoned((0, 4), (1, 4))
        refused(console, "state changed frame", "usage")
        console.run("next call glClear")  # over the frame's start, without a stop there, and without a look there
        at = console.run("call")["index"]
        for _ in range(2):
            since, told = changes(console, "state changed frame")
            assert told == reckoned((2, 0), (2, 4)) and since == at - 4, (since, at, told)
        console.run("log off")
        console.run("break call glDisable")
        console.run("continue")  # at full speed
        assert changes(console, "state changed frame")[1] == reckoned((3, 0), (3, 3))
        assert changes(console, "state changed")[1] == reckoned((2, 4), (3, 3))
        console.run("delete 1")
        console.run("next call glFlush")
        for words in ("state changed", "state changed frame"):
            answer = console.command(words)
            assert not answer["ok"] and "context" in answer["error"]["message"], answer
        console.run("next call glFlush 2")
        assert console.command("state changed")["error"]["code"] in ("no-program", "usage")


def check_difference():
    """Of a variable at two positions."""
    with tempfile.TemporaryDirectory() as folder, Console([program("glstep-example"), "--headless", "--size", "60x45"]) as console:
        console.run("next draw")
        console.run("shader fragment")
        old, new, both = (os.path.join(folder, name) for name in ("old.npy", "new.npy", "both.npy"))
        console.run(f"values gl_FragCoord.xy {old}")
        console.run("shader step")
        console.run(f"values gl_FragCoord.yx {new}")
        said = console.run(f"values gl_FragCoord.yx minus {old} {both}")
        a, b, c = (read_npy(path)[3] for path in (old, new, both))
        assert all(z == y - x or (z != z and (x != x or y != y)) for x, y, z in zip(a, b, c, strict=True)), "no difference"
        finite = [v for v in c if v == v]
        assert finite and min(said["min"]) == min(finite) and max(said["max"]) == max(finite), said
        refused(console, f"values gl_FragCoord.x minus {old}", "usage")
        refused(console, f"values gl_FragCoord.x minus {folder}/none.npy", "usage")


NAN = """#version 330
out vec4 colour;
void main()
{
	float x = floor(gl_FragCoord.x);
	float a = x < 8.0 ? uintBitsToFloat(0x7fc00000u) : x;
	float b = a;
	if (gl_FragCoord.y < 2.0)
		b = 3.0 * x;
	colour = vec4(b);
}
"""


def check_nan():
    """A NaN on either side is a NaN of the difference; what stood at only one of the positions is no element of it."""
    with tempfile.TemporaryDirectory() as folder:
        command = write_file(Case("nan", "core", 33, NAN, None), folder)
        old, both = (os.path.join(folder, name) for name in ("old.npy", "both.npy"))
        with Console(command) as console:
            console.run("next draw")
            console.run("shader fragment")
            console.run("focus 3 1")
            console.run(f"shader until {line_of(NAN, 'b = 3.0 * x;')}")
            said = console.run(f"values a {old}")
            assert (said["active"], said["nan"]) == (32, 16), said
            console.run("shader step")
            said = console.run(f"values x minus {old} {both}")
            assert (said["active"], said["nan"]) == (32, 16), said
            differences = read_npy(both)[3]
            for at, value in enumerate(differences):
                x, y = at % 16, at // 16
                assert value != value if y >= 2 or x < 8 else value == 0, (x, y, value)
            said = console.run(f"values x minus {both}")  # a difference can be subtracted, too
            assert (said["active"], said["nan"]) == (32, 16), said
            console.run(f"values x {old}")
            said = console.run(f"values a minus {old}")
            assert (said["active"], said["nan"]) == (128, 64), said


if __name__ == "__main__":
    check_table()
    check_objects()
    check_state()
    check_difference()
    check_nan()
