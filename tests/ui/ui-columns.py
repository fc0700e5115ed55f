#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the window's columns and lines hold can be read at the size that the window has at first.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import ShownTexts, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

EXAMPLE = [os.path.join(os.environ["top_builddir"], "glstep-example"), "--time-step", "0.04"]
SKINNED = [os.path.join(os.environ["top_builddir"], "glstep-stages"), "--scene", "skinned"]
NUMBER = r"-?\d+(\.\d+)?(e[+-]\d+)?"


def whole(w, texts):
    """The cells and labels that have the room that they need."""
    shown = texts.ask(w)
    cut = {text for _, _, kind, text in shown if kind == "cut"}
    return {text for _, _, kind, text in shown if kind in ("cell", "label")} - cut


def digits(text):
    return max(len(re.sub(r"e.*|^0\.0*|\D", "", number)) for number in re.findall(r"[\d.e+-]+", text))


def values(w, texts):
    """A vector's three numbers, in a list beside three other columns, and a colour's four."""
    w.press("Debug fragment shader")
    w.press("Continue")
    half = "color / 2.0"  # not the same text as in the other list, which has less room
    for watch in half, "result":
        w.type("New watch", watch)
        wait_until(watch, lambda watch=watch: w.row("Watches", watch) and w.row("Watches", watch)[1] not in ("", "…"))
    for name, row, n in ("Variables", "result", 3), ("Watches", "result", 3), ("Watches", half, 4):
        value = w.row(name, row)[1]
        good = re.fullmatch(rf"\({', '.join([NUMBER] * n)}\)", value) and digits(value) <= 4
        verdict(f"columns-{name}-{n}", good and value in whole(w, texts), f"{value}")
    for name in "Debugged", "Undebugged", "Framebuffer":
        colour = w.text(f"{name} colour")
        verdict(f"columns-bar-{name}", len(colour.split(", ")) == 4 and colour in whole(w, texts), colour)
    for watch, number in ("radians(90.0)", "1.5707964"), ("degrees(1.5)", "85.94367"), ("vec3(0.0, 0.0, -2.0)", "(0, 0, -2)"):
        w.type("New watch", watch)  # nobody guesses a unit, or what space a vector is in
        eventually(f"columns-plain-{number}", "the number as it is", lambda n=watch, v=number: w.row("Watches", n)[1] == v,
                   lambda n=watch: f"{w.row('Watches', n)}")
    names = {row[0] for row in w.rows("Variables")}
    verdict("columns-names", {"NEAR_ENOUGH", "MAX_STEPS", "rim_scale", "Built-in"} <= names & whole(w, texts), f"cut: {names - whole(w, texts)}")
    value = w.row("Variables", "screen")[1]
    verdict("columns-exact", digits(value) > 4 and value in whole(w, texts), f"{value}, where the shortest exact text has room")


def draws(w, texts):
    """Number, program and primitives of a draw; of a texture, its binding, size and format."""
    for _ in range(3):
        w.press("Next draw")
    text = "draw 1, program 1, 2 triangles"
    verdict("columns-draw", text in w.rows("GL calls")[-1][1], w.rows("GL calls")[-1][1])
    eventually("columns-draw-seen", text, lambda: any(t.startswith(text) for _, _, kind, t in texts.ask(w) if kind == "begins"))
    w.tab("Resources")
    row = wait_until("the texture", lambda: w.row("Resources", "unit 0: tiles"))
    verdict("columns-resource", set(row[:3]) <= whole(w, texts), f"{row}")


def elements(w):
    """The title of an expression's column has room: its letters are more than 6 pixels wide on average."""
    expression = "length(gl_Position.xy)"
    w.press("Next draw")
    w.stage("vertex")
    w.press("Debug vertex shader")
    w.type("New watch", expression)
    w.tab("Elements")
    wide = lambda: w.header_width("Elements", expression)  # noqa: E731
    eventually("columns-title", "room", lambda: 6 * len(expression) < wide() < 240, wide)


def main():
    with ShownTexts() as texts, test_window("columns", [os.environ["GLSTEP"], "--", *EXAMPLE]) as w:
        w.wait()
        run_parts("columns", (draws, values), w, texts)
    with test_window("columns-elements", [os.environ["GLSTEP"], "--", *SKINNED]) as w:
        w.wait()
        run_parts("columns", (elements,), w)
    return verdict.failed


sys.exit(main())
