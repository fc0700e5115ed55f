#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The window comes to the front, with the keyboard, when the program stops whose window has it, and gives it back at Run; each can be switched
off in the menu. Asked of the window manager.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
SIZE = 200, 150
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--size", f"{SIZE[0]}x{SIZE[1]}"]


def program_window():
    """Of the program; None: it has none so far."""
    Gdk.Display.get_default().sync()
    stack = Gdk.Screen.get_default().get_window_stack() or []
    return next((x for x in stack if (x.get_width(), x.get_height()) == SIZE), None)


def is_in_front(ours):
    """glstep's window, or the program's: it has the keyboard, and lies above the other."""
    Gdk.Display.get_default().sync()
    stack, active = Gdk.Screen.get_default().get_window_stack() or [], Gdk.Screen.get_default().get_active_window()
    theirs = program_window()
    if active is None or theirs is None or len(stack) < 2:
        return False
    return (active.get_xid() != theirs.get_xid()) == ours and (stack[-1].get_xid() != theirs.get_xid()) == ours


def stays(w, ours):
    """For a while: what the window asks of the window manager is done a little later."""
    for _ in range(20):
        w.painted()
        if not is_in_front(ours):
            return False
        time.sleep(0.1)
    return True


def to_the_program():
    """As a click into its window would."""
    window = wait_until("the program's window", program_window)

    def ask():
        window.focus(0)
        return is_in_front(False)
    wait_until("the keyboard in the program's window", ask, pause=0.1)


def runs(w):
    w.press("Run", wait=False)
    wait_until("the program to run", lambda: w.text("Status").startswith("Running"))


def choose(w, name):
    """Clicks it in the menu, with the program stopped."""
    entry = w.open_menu(name)
    Atspi.Action.do_action(entry.get_action_iface(), 0)
    w.painted()


def stop(w):
    before = w.n_done()
    w.press("Next frame", wait=False)
    wait_until("the stop", lambda: w.n_done() > before + 1 and w.settled() is not None)


def full_screen(w):
    """Over a program's window that fills the screen, too."""
    runs(w)
    window = wait_until("the program's window", program_window)
    window.fullscreen()
    stop(w)

    def is_above():
        Gdk.Display.get_default().sync()
        stack, active = Gdk.Screen.get_default().get_window_stack() or [], Gdk.Screen.get_default().get_active_window()
        return active is not None and stack and window.get_xid() not in (active.get_xid(), stack[-1].get_xid())
    eventually("raise-full-screen", "glstep in front", is_above)
    window.unfullscreen()
    wait_until("its own size again", program_window)


def raised():
    with test_window("raise", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        eventually("raise-first-window", "glstep in front of the window that the program has opened", lambda: is_in_front(True))
        w.press("Next frame")
        runs(w)
        to_the_program()
        stop(w)
        eventually("raise-stop", "glstep in front", lambda: is_in_front(True))
        runs(w)
        eventually("raise-back", "the program in front", lambda: is_in_front(False))
        stop(w)
        eventually("raise-again", "glstep in front", lambda: is_in_front(True))
        full_screen(w)
        choose(w, "Give the keyboard back at Run")
        runs(w)
        verdict("raise-kept", stays(w, True), "the keyboard was given back")
        w.press("Pause", wait=False)
        wait_until("the stop", lambda: w.enabled("Run"))
        choose(w, "Come to the front at a stop")
        runs(w)
        to_the_program()
        stop(w)
        w.wait()
        verdict("raise-off", stays(w, False), "it has come to the front")


def at_once():
    """A program that opens its window in a run so short that nothing says that it runs, long after the stop before."""
    with test_window("raise-at-once", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.front()
        for _ in range(2):
            time.sleep(2)  # longer than ui/widgets/raise.c's LATE
            w.press("Next frame")
        wait_until("the program's window", program_window)
        eventually("raise-at-once", "glstep in front", lambda: stays(w, True))


def of_trace():
    """Nobody plays with a player's window: it gets no keyboard and stays behind glstep, though that does not come to the front."""
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", *EXAMPLE, "--frames", "3"], check=True, stderr=subprocess.DEVNULL)
        with test_window("raise-trace", [GLSTEP, trace]) as w:
            w.wait()
            w.front()
            choose(w, "Come to the front at a stop")
            w.front()
            w.press("Next draw")
            wait_until("the player's window", program_window)
            w.press("Next frame")
            w.painted()
            eventually("raise-player", "glstep in front", lambda: is_in_front(True))
            w.press("Restart")
            w.press("Next draw")
            wait_until("the player's window", program_window)
            w.press("Next frame")
            w.painted()
            eventually("raise-player-anew", "glstep in front", lambda: is_in_front(True))


def main():
    run_parts("raise", (raised, at_once, of_trace))
    return verdict.failed


sys.exit(main())
