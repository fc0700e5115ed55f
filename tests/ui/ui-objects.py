#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Objects in the window: what is shown of a binding is of what is bound there at this stop; a variable that is a sampler tells what it looks
at. What must be seen is what tests/programs/named.c says and draws.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

RED, GREEN = (255, 0, 0), (0, 255, 0)
PROGRAM = os.path.join(os.environ["top_builddir"], "test-named")


def shown_of(w):
    picture = w.shot()
    return {colour for _, _, colour in picture.pixels(w.extents("Resource image"))} & {RED, GREEN}


def unit(w):
    """The row of unit 1."""
    return next((row for row in w.rows("Resources") if row[0].startswith("unit 1")), None)


def other_stops(w, names):
    """The unit that is selected has another texture at the next draw, of another size and colour, and none of its levels is asked for."""
    w.tab("Resources")
    wait_until("the list", lambda: unit(w))
    w.select("Resources", unit(w)[0])
    for draw, (label, size, colour) in enumerate((("red", "4 × 4", RED), ("green", "8 × 2", GREEN)) * 2):
        if draw:
            w.press("Next draw")
        name = names["texture", label]
        eventually(f"objects-stop-{draw}-row", f"{label} in the row", lambda name=name, label=label: unit(w)[1] == f"{name} {label}",
                   lambda: unit(w))
        w.wait()
        eventually(f"objects-stop-{draw}-contents", f"{label} in the picture",
                   lambda size=size, colour=colour, name=name: w.text("Resource summary").startswith(f"texture {name}: {size}") and shown_of(w) == {colour},
                   lambda: f"{w.text('Resource summary')}, {shown_of(w)}")


def samplers(w, names):
    """Variables tell unit and texture; an array's elements each theirs."""
    w.press("Debug fragment shader")
    w.tab("Variables")
    green = f"unit 1: texture {names['texture', 'green']} green, 8 × 2 RGBA8"
    wait_until("the variables", lambda: w.row("Variables", "picture"))
    eventually("objects-sampler", green, lambda: w.row("Variables", "picture")[1] == green, lambda: w.row("Variables", "picture"))
    verdict("objects-sampler-none", w.row("Variables", "nothing")[1] == "unit 5: no texture", w.row("Variables", "nothing"))
    w.expand("Variables", "tables")
    eventually("objects-sampler-array", "both", lambda: [r[1] for r in w.rows("Variables") if re.match(r"\[\d\]", r[0])] == ["unit 7: no texture", green],
               lambda: w.rows("Variables"))


def main():
    with tempfile.NamedTemporaryFile() as output, \
            test_window("objects", [os.environ["GLSTEP"], "--program-output", output.name, "--", PROGRAM, "6"]) as w:
        w.wait()
        w.press("Next draw")
        with open(output.name, encoding="ascii") as file:
            names = {(kind, what): int(name) for kind, what, name in re.findall(r"^(\w+) (\S+) (\d+)$", file.read(), re.M)}
        run_parts("objects", (other_stops, samplers), w, names)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
