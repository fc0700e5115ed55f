#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One draw of several in a display list that sets programs, uniforms and masks between them: debugged, and the program unharmed."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("test-lists")
SIZE = 64
# What tests/programs/lists.c draws: where (x, y from, to), what `c` is there. Varyings of bitmaps and pixels are 0 on llvmpipe.
BOTTOM = (0, 0, 64, 32)
DRAWS = [
    ((0, 0, 32, 64), (0.5, 0.2, 0, 1)),
    ((32, 0, 64, 64), (0.2, 0, 0.5, 1)),
    (None, None),  # behind the others
    (BOTTOM, (0.75, 0.25, 0.25, 1)),
    ((16, 16, 40, 22), (0, 0, 0.25, 1)),
    ((20, 20, 25, 24), (0, 0, 0.25, 1)),
    ((40, 8, 46, 13), (0, 0, 0.25, 1)),
    ((0, 48, 64, 64), (1, 0.2, 0, 1)),
]


def plain(*argv):
    return subprocess.run([PROGRAM, *argv], check=True, timeout=patience(6), stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout.decode()


def is_close(a, b):
    return all(abs(x - y) < 1e-6 for x, y in zip(a, b, strict=True))


def check_end(console, expected):
    end = console.run("continue")
    assert end["stop"] == "exited" and end["status"] == 0, end
    found = console.program_output()
    assert found == expected, f"{expected}\n--- without glstep; under it:\n{found}"


def check_draw(console, number):
    area, colour = DRAWS[number]
    answer = console.command(f"shader fragment draw {number}")
    if area is None:
        assert not answer["ok"] and answer["error"]["code"] == "not-covered", answer
        return
    where = answer["result"]
    assert (where["draw"], where["draws"]) == (number, len(DRAWS)), where
    x0, y0, x1, y1 = area
    assert where["total"] == (x1 - x0) * (y1 - y0), where
    console.run(f"focus {x0} {y0}")
    console.run(f"focus {x1 - 1} {y1 - 1}")
    console.run("shader step")
    value = console.run("print c")["value"]
    assert is_close(value, colour), (number, value)
    console.run("shader continue")
    value = console.run("print gl_FragColor")["value"]
    assert is_close(value, colour), (number, value)
    console.run("shader leave")


def each(*argv):
    with Console([PROGRAM, *argv]) as console:
        stop = console.run("next draw")
        for number in range(len(DRAWS)):
            check_draw(console, number)
        assert console.run("call")["name"] == stop["call"]["name"]
        check_end(console, plain(*argv))


def some():
    """Forward only; then the rest of the list is executed."""
    with Console([PROGRAM]) as console:
        console.run("next draw")
        check_draw(console, 3)
        answer = console.command("shader fragment draw 1")
        assert not answer["ok"] and "executed already" in answer["error"]["message"], answer
        answer = console.command("shader fragment draw 8")
        assert not answer["ok"] and "fewer" in answer["error"]["message"], answer
        assert console.run("shader fragment")["draw"] == 3
        check_end(console, plain())


def other_stages():
    """The first draw is taken where none is named; vertices and patches one by one."""
    with Console([PROGRAM]) as console:
        console.run("next draw")
        where = console.run("shader vertex")
        assert (where["draw"], where["total"]) == (0, 4), where
        console.run("shader continue")
        assert is_close(console.run("print gl_Position")["value"], (-1, -1, 0, 1))
        where = console.run("shader vertex draw 1")
        assert (where["draw"], where["total"]) == (1, 4), where
        console.run("shader continue")
        assert is_close(console.run("print gl_Position")["value"], (0, 1, 0, 1))
        assert is_close(console.run("print extra")["value"], (0.2, 0))
        where = console.run("shader tess-evaluation draw 7")
        assert where["draw"] == 7 and where["total"] >= 4, where
        console.run("shader continue")
        assert is_close(console.run("print shade")["value"], (1, 0.2, 0, 1))
        where = console.run("shader tess-control")
        assert where["draw"] == 7 and where["total"] == 4, where
        console.run("shader continue")
        assert is_close(console.run("print colours[gl_InvocationID]")["value"], (1, 0.2, 0, 1))
        check_end(console, plain())


def late():
    """A list that draws without a program says so, and nothing of it is executed; of one that chooses a program later, the first draw with it
    is taken."""
    with Console([PROGRAM, "late"]) as console:
        console.run("next draw")
        answer = console.command("shader fragment")
        assert not answer["ok"] and answer["error"]["code"] == "no-shader" and "fixed function" in answer["error"]["message"], answer
        assert console.run("attachment color0 pixel 0 0")["value"][0] < 0.2, "a draw of the list was executed"
        console.run("next draw")
        answer = console.command("shader fragment draw 0")
        assert not answer["ok"] and answer["error"]["code"] == "no-shader", answer
        where = console.run("shader fragment")
        assert (where["draw"], where["draws"], where["total"]) == (2, 3, SIZE * SIZE // 2), where
        console.run("shader step")
        assert is_close(console.run("print c")["value"], (0.5, 0.2, 0, 1))
        check_end(console, plain("late"))


def state_between():
    """What comes before the draw has happened: program, uniforms, masks and pixels are those of that moment."""
    with Console([PROGRAM]) as console:
        console.run("next draw")
        before = console.run("state GL_COLOR_WRITEMASK")
        console.run("shader fragment draw 0")
        console.run("shader leave")
        assert console.run("state GL_COLOR_WRITEMASK") != before
        first = console.run("program")["program"]
        console.run("shader fragment draw 1")
        console.run("shader leave")
        assert console.run("program")["program"] != first
        answer = console.command("set arg list 77")
        assert not answer["ok"] and "executed" in answer["error"]["message"], answer
        check_end(console, plain())


def compiled():
    """A call that is compiled into a list says so, and everything that would ask GL there refuses with one sentence."""
    with Console([program("test-pixels")]) as console:
        stop = console.run("next call glEnd")
        assert stop["compiled"], stop
        said = {}
        for command in ("shader fragment", "shader vertex", "mesh", "check", "attachment color0", "attachment color0 after", "attachment color0 covered", "pixel 20 20",
                        "state", "attachments", "history pixel 20 20"):
            answer = console.command(command)
            said[command] = answer["ok"] or (answer["error"]["code"], answer["error"]["message"])
        assert len(set(said.values())) == 1 and "display list is being compiled" in said["mesh"][1], said
        console.run("next call glEndList")
        assert "compiled" not in console.run("step") and "compiled" not in console.run("next call glEnd")
        console.refused = False
        console.kill()
    with subprocess.Popen([os.environ["GLSTEP"], "-e", "next call glEnd", program("test-pixels")], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        out = run.communicate(timeout=patience(12))[0].decode()
    assert "goes into a display list)" in out, out


def no_program():
    """Fixed function alone: what runs to a program says that there was none, and no refusal advises it."""
    with Console([program("test-scenes"), "fixed", "--frames", "1000000"], ["--timeout", "2"]) as console:
        console.run("next draw")
        for command in "shader fragment", "shader vertex", "source fragment", "set uniform x 1":
            answer = console.command(command)
            assert answer["error"]["code"] == "no-shader" and "has used none so far" in answer["error"]["message"], answer
            assert "next program" not in answer["error"]["message"], answer
        answer = console.command("next program")
        assert answer["error"]["code"] == "timeout" and "has used no program of shaders so far" in answer["error"]["message"], answer
        console.refused = False
        console.kill()
    with Console([program("test-scenes"), "bound", "--headless"]) as console:  # uses a program, but not for the first draw of its second frame
        for _ in range(4):
            console.run("next draw")
        answer = console.command("shader fragment")
        assert answer["error"]["code"] == "no-shader" and "`next program`" in answer["error"]["message"], answer
        console.refused = False
        console.kill()
    with Console([program("test-pixels")]) as console:  # has chosen "none" alone, as libraries do to begin with
        console.run("next call glClear")
        console.run("set arg mask 0")
        console.run("next program")
        console.run("set arg program 0")
        console.run("next draw")
        assert [call["arguments"][0]["value"] for call in console.run("calls find glUseProgram*")["calls"]] == [0]
        answer = console.command("shader fragment")
        assert answer["error"]["code"] == "no-shader" and "has used none so far" in answer["error"]["message"], answer
        console.refused = False
        console.kill()


def unharmed(*argv):
    """Refused, or debugged at its first draw alone, the list is the program's own call: this driver makes other triangles of its quads than call by call, and
    leaves other current values."""
    expected = plain(*argv)
    for words in (["shader vertex"], ["shader geometry"], ["shader fragment"], ["shader fragment draw 0", "shader step", "shader leave"]):
        with Console([PROGRAM, *argv]) as console:
            console.run("next call glCallList")
            for word in words:
                console.command(word)
            check_end(console, expected)


def told():
    """Where an earlier draw was executed by itself, its quads and the current values that it leaves may be others: the note says so."""
    for draw in 0, 1:
        with Console([PROGRAM, "quads", "program"]) as console:
            console.run("next call glCallList")
            note = console.run(f"shader fragment draw {draw}").get("note", "")
            for words in "triangles of their quads", "another current colour":
                assert (words in note) == (draw == 1), (draw, note)
            console.kill()


def popped():
    """Questions between glPushAttrib and glPopAttrib: this driver's glPopAttrib does something else where vertices of glBegin have been drawn before."""
    expected = plain("popped")
    for words in (["state"], ["textures"], ["buffers"], ["attachments"], ["framebuffer /dev/null"], ["program"], ["state", "textures", "state"], ["step", "state"]):
        with Console([PROGRAM, "popped"]) as console:
            console.run("next call glCallList")
            for word in words:
                console.command(word)
            check_end(console, expected)


def skipped():
    """The rest of the list is not executed: only its first draw has been."""
    with Console([PROGRAM]) as console:
        console.run("next draw")
        console.run("shader fragment draw 1")
        console.run("shader leave")
        console.run("skip")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        rows = console.program_output().splitlines()[-8:]
        assert rows == [" 803300" * 4 + " 1a334c" * 4] * 8, rows


results = Results()
results.check("lists-each", each)
results.check("lists-each-nested", each, "sub")
results.check("lists-some", some)
results.check("lists-stages", other_stages)
results.check("lists-state", state_between)
results.check("lists-late", late)
results.check("lists-skipped", skipped)
results.check("lists-unharmed", unharmed, "quads")
results.check("lists-unharmed-program", unharmed, "quads", "program")
results.check("lists-told", told)
results.check("lists-popped", popped)
results.check("lists-compiled", compiled)
results.check("lists-no-program", no_program)
sys.exit(1 if results.failed else 0)
