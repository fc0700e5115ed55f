#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Contexts of every kind: stop at a draw, debug its shader, let it run on; the program's own verdict is what it is without glstep.

Environment: GLSTEP_TESTS=all: each version and option in each way; else each of them in one way, and each way by some; of these every third one,
others each day."""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import DRIVER, EVERYTHING, Console, Lacking, Results, last_line, of_the_day, program  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = program("test-contexts")


def ways(names, *whats):
    """Of two dimensions all pairs, or each of the second one with one of the first, in turn."""
    pairs = [(name, what) for name in names for what in whats]
    return pairs if EVERYTHING else [(names[i % len(names)], what) for i, what in enumerate(whats)]


KINDS = [  # options, and what shows that the driver gave what was asked for
    *(f"--through {way} --api {api}" for way in ("glx", "egl", "surfaceless", "pbuffer", "device") for api in ("core", "compatibility", "es")),
    *(f"--through {way} --api core --version {version}" for way, version in ways(("glx", "surfaceless"), 31, 32, 33, 40, 41, 42, 43, 44, 45)),
    *(f"--through glx --version {version}" for version in ((10, 14, 15, 20, 21, 30, 31, 32, 33, 40, 41, 42, 43, 44, 45) if EVERYTHING else (10, 20, 30, 31, 33, 45))),
    *(f"--through pbuffer --api es --version {version}" for version in (20, 30, 31, 32)),
    *(f"--through {way} {option}" for way, option in ways(("glx", "surfaceless"), "--debug", "--robust")),
    # Mesa makes no context of the compatibility profile without errors
    *(f"--through {way} --api {api} --no-error" for api, way in ways(("core", "es"), "glx", "egl", "surfaceless", "pbuffer")),
]
# Older drivers have only these: the versions that Mesa says can be lowered. Environment, options, GLSL that this leaves.
OLDER = [
    ("MESA_GL_VERSION_OVERRIDE=1.4", "--through glx"),  # has OpenGL 2.0's shaders as extensions
    ("MESA_GL_VERSION_OVERRIDE=1.5", "--through pbuffer --api compatibility"),
    ("MESA_GL_VERSION_OVERRIDE=2.0", "--through glx"),
    ("MESA_GL_VERSION_OVERRIDE=2.1", "--through glx"),
    ("MESA_GL_VERSION_OVERRIDE=2.1 MESA_GLSL_VERSION_OVERRIDE=120", "--through pbuffer --api compatibility"),
    ("MESA_GL_VERSION_OVERRIDE=3.0", "--through glx"),
    ("MESA_GL_VERSION_OVERRIDE=3.1", "--through glx --api core --version 31"),
    *((f"MESA_GLES_VERSION_OVERRIDE={version}", f"--through {through} --api es") for through, version in ways(("glx", "pbuffer"), "3.0", "3.1")),
]
# There is no transform feedback.
NO_VERTICES = [("MESA_GLES_VERSION_OVERRIDE=2.0", f"--through {through} --api es") for through in ("glx", "egl", "surfaceless", "pbuffer")[::1 if EVERYTHING else 3]]


def verdict(argv, environment=None):
    return subprocess.run([PROGRAM, *argv], env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(6))


def debug_draw(console, red=0.25):
    where = console.run("shader fragment")
    assert where["total"] == 64 * 64, where
    while not where["finished"]:
        where = console.run("shader step")
    value = console.run("print red")["value"]
    assert value == red, value
    return console.run("shader leave")


def refuse_vertices(console):
    answer = console.command("shader vertex")
    assert not answer["ok"] and answer["error"]["code"] == "unsupported", answer
    assert "transform feedback" in answer["error"]["message"] and "ES 3.0" in answer["error"]["message"], answer


def debug_vertices(console):
    where = console.run("shader vertex")
    assert where["total"] == 3, where
    console.run("shader continue")
    assert console.run("print gl_Position")["value"][3] == 1
    console.run("shader leave")


def one(options, env=None, vertices=debug_vertices):
    argv = options.split() + ["one"]
    plain = verdict(argv, dict(word.split("=") for word in env.split()) if env else None)
    if plain.returncode == 77:
        raise (Lacking if DRIVER else AssertionError)("no such context: " + last_line(plain.stdout.decode()))
    assert plain.returncode == 0, plain
    with Console([PROGRAM, *argv], [word for pair in (env or "").split() for word in ("--env", pair)]) as console:
        stop = console.run("next draw")
        assert stop["stop"] == "call" and stop["call"]["name"] == "glDrawArrays", stop
        debug_draw(console)
        vertices(console)
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, (end, console.program_output())
        assert console.program_output() == plain.stdout.decode(), (console.program_output(), plain.stdout)


def refused(env, options, *words):
    """Too little for debugging: said, and the program is unharmed."""
    argv = options.split() + ["one"]
    assert verdict(argv, dict([env.split("=")]) if env else None).returncode == 0
    with Console([PROGRAM, *argv], ["--env", env] if env else []) as console:
        console.run("next draw")
        answer = console.command("shader fragment")
        assert not answer["ok"] and answer["error"]["code"] in ("unsupported", "no-shader"), answer
        assert all(word in answer["error"]["message"] for word in words), answer
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end


def several(way, through, draws):
    """Each of the draws is debugged, in whichever thread and context it comes."""
    plain = verdict(["--through", through, way])
    assert plain.returncode == 0, plain
    with Console([PROGRAM, "--through", through, way]) as console:
        threads = set()
        stop = console.run("next draw")
        while stop["stop"] == "call":
            threads.add(stop["call"]["thread"])
            debug_draw(console)
            stop = console.run("next draw")
        assert stop["stop"] == "exited" and stop["status"] == 0 and stop["draw"] == draws, (stop, console.program_output())
        assert console.program_output() == plain.stdout.decode(), (console.program_output(), plain.stdout)
        # the others run on while one stands at a stop
        assert len(threads) == {"shared": 2, "moved": 3}.get(way, len(threads)), threads


def switched(through):
    """Two contexts that share nothing, in turn in one thread: names are the same in both, what they name is not."""
    with Console([PROGRAM, "--through", through, "switched"]) as console:
        for red in (0.25, 0.25, 0.75, 0.75) * 2:
            console.run("next draw")
            debug_draw(console, red)
        end = console.run("continue")
        assert end["status"] == 0 and end["draw"] == 8, (end, console.program_output())


def relinked(through):
    with Console([PROGRAM, "--through", through, "relinked"]) as console:
        for _ in range(2):
            console.run("next draw")
            debug_draw(console)
        console.run("next draw")  # with the old executable, whose text is gone
        for command in "shader fragment", "source fragment", "set uniform blue 0.5":
            answer = console.command(command)
            assert not answer["ok"] and answer["error"]["code"] == "unsupported", answer
            assert "linked" in answer["error"]["message"], answer
        for _ in range(2):
            console.run("next draw")
            debug_draw(console, 0.5)
        end = console.run("continue")
        assert end["status"] == 0 and "red old" in console.program_output(), (end, console.program_output())


def deleted(through):
    """What was deleted elsewhere and lives on here by being bound must neither come back nor go."""
    plain = verdict(["--through", through, "deleted"])
    with Console([PROGRAM, "--through", through, "deleted"]) as console:
        for _ in range(4):
            console.run("next draw")
            debug_draw(console)
        end = console.run("continue")
        assert end["status"] == 0, (end, console.program_output())
        assert console.program_output() == plain.stdout.decode(), (console.program_output(), plain.stdout)


def deleted_all(through):
    """Bindings that could not be put back are not touched: refused, and the program is unharmed."""
    plain = verdict(["--through", through, "deleted-all"])
    with Console([PROGRAM, "--through", through, "deleted-all"]) as console:
        console.run("next draw 3")
        for command in "shader fragment", "state", "framebuffer /dev/null":
            answer = console.command(command)
            assert not answer["ok"] and answer["error"]["code"] == "unsupported" and "deleted" in answer["error"]["message"], answer
        console.run("program")
        end = console.run("continue")
        assert end["status"] == 0, (end, console.program_output())
        assert console.program_output() == plain.stdout.decode(), (console.program_output(), plain.stdout)


def aside(through):
    """A window is drawn into while another is read from: what is shown is the former's, and what the other holds stays."""
    green, other = [0, 1, 0], [0.2, 0.4, 0.6]

    def shows(console, pixel, colour, when=""):
        value = console.run(f"attachment color0 {when} pixel {pixel}")["value"]
        assert all(abs(a - b) < 0.001 for a, b in zip(value, colour, strict=False)), (pixel, when, value)

    with Console([PROGRAM, "--through", through, "--frames", "4", "aside"]) as console:
        console.run("next frame 2")
        shows(console, "12 12", green)
        shows(console, "20 20", other)
        console.run("next draw")
        shows(console, "0 0", green)
        shows(console, "0 0", other, "after")
        events = console.run("history pixel 20 20")["events"]
        assert [event["call"]["name"] for event in events] == ["glClear", "glBlitFramebuffer"], events
        assert events[0]["after"] == green and abs(events[1]["after"][0] - other[0]) < 0.001, events
        assert console.run("continue")["status"] == 0


results = Results()
for options in of_the_day(KINDS, 3):
    results.check(f"context {options}", one, options)
for env, options in of_the_day(OLDER):
    results.check(f"context {env} {options}", one, options, env)
for env, options in NO_VERTICES:
    results.check(f"context {env} {options}", one, options, env, refuse_vertices)
for through in "glx", "egl", "pbuffer":
    if verdict(["--through", through, "--api", "es1", "one"]).returncode == 77:
        results.skip(f"context-es1 {through}", "this driver makes no contexts of OpenGL ES 1")
    else:
        results.check(f"context-es1 {through}", refused, None, f"--through {through} --api es1", "fixed")
DRAWS = {"threads": 8, "shared": 6, "moved": 8}
for through, way in ways(("glx", "egl", "surfaceless"), *DRAWS):
    results.check(f"contexts-{way} {through}", several, way, through, DRAWS[way])
for through in ("glx", "egl", "surfaceless")[::1 if EVERYTHING else 2]:
    results.check(f"contexts-switched {through}", switched, through)
for through, check in ways(("glx", "pbuffer"), relinked, deleted, deleted_all):
    results.check(f"contexts-{check.__name__.replace('_', '-')} {through}", check, through)
for through in ("glx", "egl", "pbuffer") if EVERYTHING else ("egl", "pbuffer"):
    results.check(f"contexts-aside {through}", aside, through)
sys.exit(1 if results.failed else 0)
