#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""GL state in the window: what is left of it as changed since the last stop, and since the last frame, is what the console tells of the same
steps (which tests/console-parity.py compares with the state itself).

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from glstep_console import Console, Refused  # noqa: E402
from ui_driver import test_window, verdict, wait_until  # noqa: E402

SCENE = [os.path.join(os.environ["top_builddir"], "test-scenes"), "stencil", "--frames", "6"]
STEPS = (("Next draw", "next draw"), ("Step", "step"), ("Next frame", "next frame"), ("Next draw", "next draw"))


def told(console, line):
    try:
        return {c["name"]: c["now"] for c in console.run(line)["changes"]}
    except Refused:  # there is nothing to compare with yet
        return {}


def values(w):
    try:
        return {r[0]: r[1] for r in w.rows("GL state") if r[0].isupper()}
    except TypeError:  # filled anew while it was read
        return None


def main():
    with Console(SCENE) as console, test_window("state", [os.environ["GLSTEP"], "--", *SCENE]) as w:
        w.wait()
        w.press("Next draw")
        console.run("next draw")
        w.tab("GL state")
        w.press("Changed only", wait=False)
        wait_until("the state, nothing changed yet", lambda: values(w) == {}, 30)
        console.run("state")
        some = {"state changed": 0, "state changed frame": 0}
        for k, (button, line) in enumerate(STEPS):
            w.press(button)
            console.run(line)
            for word, since in zip(some, ("since the last stop", "since the last frame")):
                expected = told(console, word)
                some[word] += len(expected)
                w.choose("Changed since", since)
                wait_until(f"{word} after {button}: {expected}", lambda e=expected: values(w) == e, 30)
                verdict(f"{word.replace(' ', '-')}-{k}", True)
        verdict("state-something-changed", all(some.values()), f"{some}")
        w.shot(os.environ.get("GS_TEST_SHOT"))
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
