#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""From a session back to the page that asks for a program, filled in with the last one: after its end at once, else after a question.
The arguments are changed there, and the program is started with these.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import signal
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

PROGRAM = os.path.join(os.environ["top_builddir"], "test-resized")
EXAMPLE = os.path.join(os.environ["top_builddir"], "glstep-example")


def anew(w):
    """Its frame, as each session has one of its own."""
    w.known, w.tabs, w.titles = {}, {}, {}
    w.app.clear_cache()
    frame = w._find(w.app, lambda a: a.get_role() == Atspi.Role.FRAME)
    if frame is None:
        return False
    w.frame = frame
    return w.showing("Program")


def fields(w):
    return [w.text(name) for name in ("Program", "Arguments", "Directory", "Environment")]


def ended(w):
    """The program has ended: there is nothing to ask."""
    w.wait()
    w.press("Kill")
    Atspi.Action.do_action(w.open_menu("New session…").get_action_iface(), 0)
    wait_until("the page that asks", lambda: anew(w))
    verdict("again-filled", fields(w) == [PROGRAM, "'one argument' egl", os.getcwd(), ""], f"{fields(w)}")


def freezes(w):
    return w.find("Freeze clocks").get_state_set().contains(Atspi.StateType.CHECKED)


def maps_clock():
    """Some process of that program has the library that lets its clocks stand still."""
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/maps", encoding="utf-8", errors="replace") as file:
                maps = file.read()
        except OSError:
            continue
        if os.path.realpath(PROGRAM) + "\n" in maps and "/libglstep-clock.so\n" in maps:
            return True
    return False


def changed(w):
    """Other arguments, by hand, and clocks that stand still."""
    verdict("again-unticked", not freezes(w))
    w.press("Freeze clocks", wait=False)
    w.type("Arguments", "egl")
    w.wait()
    verdict("again-frozen", maps_clock())
    eventually("again-started", "the session", lambda: w.find_tab("GL calls") and w.enabled("Next draw"), lambda: w.text("Status"))
    w.press("Next draw")
    names = [row[1] for row in w.rows("GL calls")]
    verdict("again-arguments", any("egl" in name for name in names), f"{names}")


def started_anew(w):
    """Where the program has not ended, Restart asks, and can be refused."""
    status = w.text("Status")
    w.press("Restart", wait=False)
    w.answer("Cancel")
    eventually("again-kept", "no question", lambda: not w.dialog_button("Cancel"))
    verdict("again-kept-status", w.text("Status") == status, f"{w.text('Status')}, before {status}")
    before = w.n_done()
    w.press("Restart", wait=False)
    w.answer("End it, start anew")
    w.wait(before)
    verdict("again-restarted", w.text("Status").startswith("Before call 0") and w.text("Status") != status, w.text("Status"))
    w.press("Next draw")


def runs(w):
    """The program has not ended: a question, which can be refused."""
    w.front()
    w.window_key("n", control=True)
    w.answer("Cancel")
    eventually("again-refused", "the session, as before", lambda: not w.dialog_button("Cancel") and w.find_tab("GL calls") and w.enabled("Next draw"))
    w.front()
    w.window_key("n", control=True)
    w.answer("End it, new session")
    wait_until("the page that asks", lambda: anew(w))
    verdict("again-filled-anew", fields(w) == [PROGRAM, "egl", os.getcwd(), ""] and freezes(w), f"{fields(w)}")
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "again.png"))
    w.press("Start")
    verdict("again-thrice", w.enabled("Next draw"), w.text("Status"))


def twice(w):
    """Asked for twice at once, as by a key that is held: there is one page."""
    w.wait()
    w.press("Kill")
    w.front()
    w.window_keys("nn", control=True)
    wait_until("the page that asks", lambda: anew(w))
    w.press("Start")
    verdict("again-twice", w.enabled("Next draw"), w.text("Status"))


def closed(_):
    """Closing the window asks while the program lives, and not after its end."""
    for name, ends in ("closed", False), ("closed-after-end", True):
        with test_window(name, [os.environ["GLSTEP"], "--", PROGRAM, "egl"]) as w:
            w.wait()
            w.front()
            if ends:
                w.press("Kill")
            else:
                w.window_keys("q", control=True)
                w.answer("Cancel")
                eventually(f"{name}-refused", "the session, as before", lambda: not w.dialog_button("Cancel") and w.enabled("Next draw"))
                w.press("Next draw")
                w.front()
            w.window_keys("q", control=True)
            if not ends:
                w.answer("End it, close")
            eventually(f"{name}-gone", "glstep's end", lambda: w.process.poll() is not None)


def examples_of(parent):
    """Processes of the example that this one has started; None: whoever has."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            is_example = os.readlink(f"/proc/{pid}/exe") == os.path.realpath(EXAMPLE)
            if is_example and (parent is None or f"PPid:\t{parent}\n" in status_of(pid)):
                found.append(int(pid))
        except OSError:
            continue
    return found


def status_of(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8", errors="replace") as file:
        return file.read()


def let_go(_):
    """Closing the window can let the program run on: where it stands at a call, and where it runs."""
    for name, runs_on in ("let-go", False), ("let-go-running", True):
        with test_window(name, [os.environ["GLSTEP"], "--", EXAMPLE]) as w:
            w.wait()
            before = examples_of(w.process.pid)
            if runs_on:
                w.press("Run", wait=False)
                eventually(f"{name}-runs", "the program to run", lambda: w.text("Status").startswith("Running"), lambda: w.text("Status"))
            w.front()
            w.window_keys("q", control=True)
            w.answer("Detach, close")
            eventually(f"{name}-gone", "glstep's end", lambda: w.process.poll() is not None)
            left = [pid for pid in examples_of(None) if pid in before]
            traced = [pid for pid in left if "TracerPid:\t0\n" not in status_of(pid)]
            verdict(f"{name}-lives", left and not traced, f"of {before} there are {left}, and traced {traced}")
            for pid in left:
                os.kill(pid, signal.SIGKILL)


def main():
    closed(None)
    let_go(None)
    with test_window("again", [os.environ["GLSTEP"], "--", PROGRAM, "one argument", "egl"]) as w:
        run_parts("again", (ended, changed, started_anew, runs, twice), w)
    return verdict.failed


sys.exit(main())
