#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""ui-game.py minetest|neverball - a game (tests/games.py) in the window: it is recorded while it runs, one of its frames is kept, the kept frame is
opened, and its draw is debugged there twice. The shader has the values that it had in the live game. A game without shaders stands at the same draw twice,
and the window says why there is nothing to debug.

Needs an X server and a session bus; prints PASS/FAIL lines, or SKIP where the game is not installed. `make check-games` runs this.
"""

import os
import re
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from games import MOST_DRAWS, games, prepare, set_up  # noqa: E402
from ui_driver import run_parts, test_window, verdict, wait_until  # noqa: E402

GLSTEP = os.path.join(os.path.abspath(os.environ["top_builddir"]), "glstep")
OUTPUT = "gl_FragColor"
FIXED = 40  # draws: none of a frame that begins so has a shader


def to_shader(w):
    """After how many draws one's fragment shader is debugged; 0: none has any."""
    for n in range(1, MOST_DRAWS):
        w.press("Next draw")
        if w.enabled("Debug fragment shader"):
            w.press("Debug fragment shader")
            if w.enabled("Leave"):
                return n
        elif n == FIXED:
            break
    return 0


def values(w):
    """At the end of the shader that is debugged; the draw is pending again then."""
    if w.row("Watches", OUTPUT) is None:
        w.type("New watch", OUTPUT)
    w.press("Continue")
    value = wait_until("its value", lambda: w.row("Watches", OUTPUT) and w.row("Watches", OUTPUT)[1] not in ("", "…") and w.row("Watches", OUTPUT)[1])
    focus = w.text("Pixel in focus")
    w.press("Leave")
    return value, focus


def frames(w):
    return int(re.match(r"\d+ calls?, (\d+) frames?", w.text("Recorded so far")).group(1))


def keep(name, argv, wanted, folder):
    """(draws to the shader, its values, the kept file)"""
    with test_window(f"game-{name}", [GLSTEP, "--", *argv]) as w:
        w.wait()
        w.record(os.path.join(folder, "live.trace"))
        w.press("Run", wait=False)
        wait_until("its frames", lambda: w.text("Recorded so far") and frames(w) >= wanted)
        w.press("Pause", wait=False)
        wait_until("the stop", lambda: w.enabled("Next frame") and not w.text("Status").startswith("Running"))
        w.press("Next frame")
        n = to_shader(w)
        live = values(w) if n else w.why("Debug fragment shader")
        w.press("Keep this frame")
        said = re.match(r"Frame (\d+) is kept in (.*), with what it needs: ", w.text("Message"))
        verdict(f"game-{name}-kept", said, w.text("Message"))
        return n, live, said[2]


def debug_twice(name, n, live, kept):
    with test_window(f"game-{name}-opened", [GLSTEP, kept]) as w:
        w.wait()
        begins = re.search(r"frame \d+ of live\.trace begins at call (\d+);", w.text("Message"))
        w.activate("GL calls", begins[1])
        if not n:
            w.press("Next draw")
            places = [w.text("Status")]
            w.press("Come back")
            places.append(w.text("Status"))
            verdict(f"game-{name}-same-draw", len(set(places)) == 1 and w.why("Debug fragment shader") == live, (places, live))
            return
        verdict(f"game-{name}-as-many-draws", to_shader(w) == n, n)
        first = values(w)
        w.press("Come back")
        w.press("Debug fragment shader")
        second = values(w)
        verdict(f"game-{name}-values", first == live and second == live and "nan" not in live[0], (live, first, second))


def play(folder):
    name = sys.argv[1]
    command, wanted = next((command, wanted) for game, wanted, command in games() if game == name)
    if not shutil.which(command.split()[0]):
        print(f"SKIP game-{name}: it is not installed", flush=True)
        return
    home = os.path.join(folder, "home")
    os.mkdir(home)
    n, live, kept = keep(name, prepare(name, command, home), wanted, folder)
    debug_twice(name, n, live, kept)


set_up()
with tempfile.TemporaryDirectory() as FOLDER:
    os.chdir(FOLDER)
    run_parts(sys.argv[1], [play], FOLDER)
sys.exit(verdict.failed)
