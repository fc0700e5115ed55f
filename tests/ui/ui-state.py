#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""GL state in the window: what is left of it as changed since the last stop, and since the frame began, is what the console tells of the
same steps (which tests/console/console-parity.py compares with what the calls set), though the panel was not shown before; what is compared is said.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from ui_driver import eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

PROGRAM = [os.path.join(os.environ["top_builddir"], "test-changes")]
STEPS = (("Next frame", "next frame"), ("Step", "step"), ("Step", "step"), ("Step", "step"), ("Next frame", "next frame"))


def values(w):
    try:
        return {r[0]: r[1] for r in w.rows("GL state") if r[0].isupper()}
    except TypeError:  # filled anew while it was read
        return None


def compare(w, told, name):
    """Only what has changed is shown; with what it is compared stands above."""
    expected = {c["name"]: c["now"] for c in told["changes"]}
    wait_until(f"{name}: {expected}", lambda: values(w) == expected and f"call {told['since']}," in w.text("What is compared"))
    verdict(f"state-{name}", True)
    return len(expected)


def of_trace():
    """The numbers are those of the trace: of the stop before, and of the call behind the swap that has ended the frame before."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "a.trace")
        subprocess.run([os.environ["GLSTEP"], "record", "-o", trace, "--", *PROGRAM], check=True, stderr=subprocess.DEVNULL)
        with test_window("state-trace", [os.environ["GLSTEP"], trace]) as w:
            w.wait()
            w.press("Restart")
            first = w.rows("GL calls")[0]
            verdict("state-trace-first", w.text("Status") == f"Before call 0, {first[1].split('(')[0]}", f"{w.text('Status')}; {first}")
            w.tab("GL state")
            w.choose("Changed since", "since the frame's start")
            w.press("Next frame")
            swap = int(re.match(r"Before call (\d+), ", w.text("Status"))[1])
            w.press("Step")
            w.press("Step")
            wait = f"call {swap + 1}, the first of this frame"
            eventually("state-trace-frame", wait, lambda: wait in w.text("What is compared"), lambda: w.text("What is compared"))
            w.choose("Changed since", "since the last stop")
            for k in range(2):
                number = re.match(r"Before call (\d+), ", w.text("Status"))[1]
                w.press("Step")
                eventually(f"state-trace-stop-{k}", f"call {number}", lambda number=number: f"call {number}, the last stop" in w.text("What is compared"),
                           lambda: w.text("What is compared"))


def textures():
    """The state of textures is named as examples/example.c sets it, and as GL begins it; names have room where the panel is wide."""
    argv = [os.path.join(os.environ["top_builddir"], "glstep-example")]
    with test_window("state-textures", [os.environ["GLSTEP"], "--", *argv]) as w:
        w.wait()
        for _ in range(3):
            w.press("Next draw")
        w.tab("GL state")
        expected = {f"TEXTURE0.GL_TEXTURE_2D.GL_TEXTURE_{name}": value for name, value in (
            ("MIN_FILTER", "GL_NEAREST"), ("MAG_FILTER", "GL_NEAREST"), ("WRAP_S", "GL_REPEAT"), ("COMPARE_FUNC", "GL_LEQUAL"),
            ("SWIZZLE_R", "GL_RED"), ("INTERNAL_FORMAT", "GL_RGBA8"), ("WIDTH", "16"))}
        w.type("Search the state", "TEXTURE0.GL_TEXTURE_2D.")
        wait_until("the texture's state", lambda: (found := values(w)) and all(name in found for name in expected))
        shown = {name: value for name, value in values(w).items() if name in expected}
        verdict("state-texture-enums", shown == expected, f"{shown}")
        room, panel = w.header_width("GL state", "Name"), w.extents("GL state")[2]
        verdict("state-name-room", room > 0.65 * panel, f"{room} of {panel}")


def main():
    textures()
    with Console(PROGRAM) as console, test_window("state", [os.environ["GLSTEP"], "--", *PROGRAM]) as w:
        console.command("state changed frame")  # from now on both are noted, as the window does where it shows them
        w.wait()
        for _ in range(2):
            w.press("Next frame")
            console.run("next frame")
        w.tab("GL state")
        w.press("Changed only", wait=False)
        wait_until("nothing since the last stop but what the console tells",
                   lambda: values(w) == {c["name"]: c["now"] for c in console.run("state changed")["changes"]})
        verdict("state-not-shown-before", len(values(w)) > 0, f"{values(w)}")
        w.choose("Changed since", "since the frame's start")
        wait_until("the reason", lambda: "was not recorded" in w.text("What is compared") and values(w) == {})
        verdict("state-frame-not-noted", w.text("What is compared").endswith("known after Frame and Step."), w.text("What is compared"))
        some = 0
        for k, (button, line) in enumerate(STEPS):
            w.press(button)
            console.run(line)
            for since, word in ("since the last stop", "state changed"), ("since the frame's start", "state changed frame"):
                w.choose("Changed since", since)
                some += compare(w, console.run(word), f"{word.replace(' ', '-')}-{k}")
        verdict("state-something-changed", some > 4, f"{some}")
        w.shot(os.environ.get("GS_TEST_SHOT"))
        w.press("Kill")
        eventually("state-past", "it is pale, and said to be of the past",
                   lambda: not w.enabled("GL state") and "has ended" in w.text("GL state note") and not w.text("What is compared"),
                   lambda: f"{w.text('GL state note')}, {w.text('What is compared')}")
    run_parts("state", (of_trace,))
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
