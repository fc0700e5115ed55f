#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
goto.py - going forward in a trace, by counts: what the player says that it has drawn when it stands there.

 far       a call far ahead is reached with a few of the draws that come before it; the framebuffer and what the shader gives are as
           after all of them
 near      up to a call near by everything is played
 edited    so it is after a uniform was set, which is still there then; an edit of the trace does not hinder it
 lost      going back says that uniforms that were set are lost, if there are any; edits of the trace are not
 breaks    and where a breakpoint may lie on the way, which is met
 ended     what objects held that were deleted, and contexts that were destroyed, nobody needs any more
 end       messages speak of the player, not of a program
"""

import glob
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from lying_trace import BYTE, RGBA, TEXTURE_2D, Lies, context  # noqa: E402
from patience import patience  # noqa: E402
from trace_bytes import array, blob, pointer, unsigned  # noqa: E402

TRIANGLES = 4
LOST = "uniforms that were set before are lost"

FRAMES = 1000
EXAMPLE = [program("glstep-example"), "--time-step", "0.1", "--size", "48x32", "--frames", str(FRAMES)]


class Walk:
    """One glstep that stands before a call, goes through the words, and then to another call."""

    def __init__(self, start, words, number):
        self.picture, self.values = os.path.join(FOLDER, "picture.png"), os.path.join(FOLDER, "values.csv")
        words = [f"goto {start}", *words, f"goto {number}", f"framebuffer {self.picture}", "shader fragment", "shader continue",
                 f"values result {self.values}"]
        command = [GLSTEP, "--timeout", str(patience(60))] + [word for each in words for word in ("-e", each)] + [TRACE]
        done = subprocess.run(command, env={**os.environ, "GLSTEP_DEBUG": "session"}, capture_output=True, text=True,
                              timeout=patience(60), check=False)
        self.said, self.log, self.status = done.stdout, done.stderr, done.returncode
        self.drawn = [int(n) for n in re.findall(r"the program's state is \d+, frame \d+, draw (\d+)", self.log)]
        self.seen = [self.read(each) for each in (self.picture, self.values)]

    @staticmethod
    def read(path):
        if not os.path.exists(path):
            return None
        with open(path, "rb") as file:
            found = file.read()
        os.unlink(path)
        return found


def all_draws(trace):
    with Console([trace]) as console:
        numbers, start = [], 0
        while start is not None:
            found = console.run(f"calls find glDraw* from {start}")
            numbers += [call["index"] for call in found["calls"]]
            start = found.get("next")
        return numbers


def far():
    walk = Walk(NEAR, [], FAR)
    assert walk.status == 0 and f"{FAR}  glDrawArrays" in walk.said, (walk.said, walk.log[-500:])
    assert max(walk.drawn) < 10, f"the player has made {max(walk.drawn)} draws"
    every = Walk(NEAR, ["set uniform aspect 1.5"], FAR)
    assert every.seen == walk.seen and None not in walk.seen, "the picture or the shader's values are others"


def near():
    drawn = max(Walk(NEAR, [], SOON).drawn)
    assert drawn == 20 - 4, drawn  # the four before NEAR belong to earlier frames


def edited():
    """The recorded value is written before each draw: the edit shows in nothing but the count, and where the session stands."""
    walk = Walk(NEAR, ["set uniform aspect 1.5"], FAR)
    assert walk.status == 0 and max(walk.drawn) == len(draws) - 20 - 4, max(walk.drawn)
    for words in ["set arg count 3"], ["skip"]:
        walk = Walk(NEAR, words, FAR)
        assert walk.status == 0 and max(walk.drawn) < 10, (words, max(walk.drawn))


def lost():
    for words in ["set uniform aspect 1.5"], ["set arg count 3"], ["skip"], []:
        for back in NEAR, FAR:
            walk = Walk(SOON, words, back)
            assert walk.status == 0 and (LOST in walk.said) == (words[:1] == ["set uniform aspect 1.5"] and back == NEAR), (words, back, walk.said)
    assert LOST not in Walk(SOON, ["set uniform aspect 1.5", "again"], SOON).said


def breaks():
    with Console([TRACE]) as console:
        clear, swap, first = (console.run(f"calls find {name} from {start}")["calls"][0]["index"]
                              for name, start in (("glClear", NEAR), ("glXSwapBuffers", NEAR), ("glXSwapBuffers", 0)))
    walk = Walk(NEAR, ["break call glClear"], FAR)
    assert f"Breakpoint: {clear}  glClear" in walk.said and f"\n{FAR}  " not in walk.said, walk.said
    forward, back = (["break call glXSwapBuffers"], FAR, swap), ([f"goto {FAR}", "break call glXSwapBuffers"], SOON, first)
    for words, goal, met in forward, back:
        walk = Walk(NEAR, words, goal)
        assert f"Breakpoint: {met}  glXSwapBuffers" in walk.said, (words, walk.said)


def needed_for(trace):
    """How many calls there are before the last draw of a trace, and how many of them a player makes to come to it from the beginning."""
    last = all_draws(trace)[-1]
    done = subprocess.run([GLSTEP, "--timeout", str(patience(60)), "-e", f"goto {last}", trace], env={**os.environ, "GLSTEP_DEBUG": "session"},
                          capture_output=True, text=True, timeout=patience(60), check=False)
    needed = re.search(r"needs (\d+) calls before it", done.stderr)
    assert needed, done.stderr[-500:]
    return last, int(needed[1])


def deleted_textures(trace):
    calls = Lies()
    context(calls)
    for _ in range(1000):
        calls.make("glGenTextures", 1, array(unsigned(1)))
        calls.make("glBindTexture", TEXTURE_2D, 1)
        calls.make("glTexImage2D", TEXTURE_2D, 0, RGBA, 1, 1, 0, RGBA, BYTE, blob(bytes(4)))
        calls.make("glDeleteTextures", 1, array(unsigned(1)))
    calls.make("glXSwapBuffers", pointer(0xD0), 0xA0)
    calls.make("glDrawArrays", TRIANGLES, 0, 3)
    calls.save(trace)


def destroyed_contexts(trace):
    scenes = [word for scene in ("desktop", "build") for word in ("-b", f"{scene}:duration=0.5")]
    subprocess.run([GLSTEP, "record", "-o", trace, "--", "glmark2", "-s", "64x48", *scenes], stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, timeout=patience(60), check=True)


def killed():
    """By somebody else: the frame and the draw stay those where the session stood, though the player has counted others."""
    with Console([TRACE]) as console:
        before = console.run(f"goto {FAR}")
        assert before["frame"] > 0 and before["draw"] > 0, before
        children = glob.glob(f"/proc/{console.process.pid}/task/*/children")
        for pid in [int(pid) for path in children for pid in open(path, encoding="ascii").read().split()]:
            os.kill(pid, signal.SIGKILL)
        end = console.run("step")
        assert end["stop"] == "exited" and [end["frame"], end["draw"]] == [before["frame"], before["draw"]], (end, before)


def ended():
    for make in deleted_textures, destroyed_contexts:
        trace = os.path.join(FOLDER, "ended.trace")
        make(trace)
        last, needed = needed_for(trace)
        assert needed < last / 5, f"{make.__name__}: {needed} of {last} calls"


def end():
    said = {}
    for words in (["continue", "call", "step"], ["next draw", "kill"]):
        command = [GLSTEP, "--keep-going"] + [word for each in words for word in ("-e", each)] + [TRACE]
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience(60), check=False)
        said[words[-1]] = done.stdout + done.stderr
    assert "The player of the trace ended with status 0." in said["step"], said
    assert said["step"].count("the player of the trace has ended: `goto N` or `restart` starts it again") == 2, said
    assert "The player of the trace was killed." in said["kill"], said
    assert not re.search("the program (has )?(ended|was killed)", "".join(said.values()), re.I), said


with tempfile.TemporaryDirectory() as FOLDER:
    TRACE = os.path.join(FOLDER, "a.trace")
    subprocess.run([GLSTEP, "record", "-o", TRACE, "--", *EXAMPLE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=patience(60), check=True)
    draws = all_draws(TRACE)
    assert len(draws) == 2 * FRAMES, len(draws)
    NEAR, SOON, FAR = draws[4], draws[20], draws[-20]
    results = Results()
    for each in far, near, edited, lost, breaks, killed, ended, end:
        results.check(each.__name__, each)
sys.exit(results.failed > 0)
