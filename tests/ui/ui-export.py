#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Export as C in the menu, beside Save part of trace: the whole of an opened trace, and one of its frames, become programs which compile
and draw what the trace draws; what cannot be exported is said; Pause ends it; without a trace the entry is off, with a reason.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"] = os.path.abspath(os.environ["top_builddir"])
GLSTEP = os.path.join(BUILD, "glstep")
PROGRAM = os.path.join(BUILD, "test-analysis")
FRAMES = 8


def choose(w, entry):
    item = w.open_menu(entry)
    Atspi.Action.do_action(item.get_action_iface(), 0)


def export(w, folder):
    before = w.n_done()
    w.press("Export the program", wait=False)
    w.save_as(folder)
    w.wait(before)


def pictures(folder):
    """The MD5 of each frame that the program in C draws."""
    with open(os.path.join(folder, "Makefile"), encoding="utf-8") as file:
        name = re.search(r"^(\w+): \$\(OBJECTS\)$", file.read(), re.M)[1]
    subprocess.run(["make", "-s", "-C", folder, "WINDOW=egl"], check=True)
    said = subprocess.run([os.path.join(folder, name), "--md5"], check=True, capture_output=True).stdout.decode()
    return re.findall(r"\b[0-9a-f]{32}\b", said)


def played(path):
    said = subprocess.run([os.path.join(BUILD, "glstep-replay"), "--md5", path], check=True, capture_output=True).stdout.decode()
    return re.findall(r"\b[0-9a-f]{32}\b", said)


def exporting(folder):
    path = os.path.join(folder, "a.trace")
    subprocess.run([GLSTEP, "record", "-o", path, "--", PROGRAM, "clean"], check=True, stderr=subprocess.DEVNULL)
    frames = played(path)
    with test_window("export", [GLSTEP, path]) as w:
        w.wait()
        verdict("export-beside", w.open_menu("Save part of trace…") is not None and w.menu_entry("Export as C…") is not None)
        Atspi.Action.do_action(w.menu_entry("Export as C…").get_action_iface(), 0)
        wait_until("the form", lambda: w.showing("Export the program"))
        verdict("export-whole-first", not w.enabled("First frame to export"), "frames are asked for, of the whole trace")
        whole = os.path.join(folder, "whole")
        export(w, whole)
        eventually("export-said", "the message", lambda: "whole holds a program in C of" in w.text("Message"), lambda: w.text("Message"))
        if os.environ.get("KEEP"):
            w.shot(os.path.join(os.environ["KEEP"], "export-said.png"))
        verdict("export-whole", pictures(whole) == frames and len(frames) == FRAMES, f"{len(frames)} frames")
        choose(w, "Export as C…")
        wait_until("the form", lambda: w.showing("Export the program"))
        Atspi.Action.do_action(w.find("Some frames").get_action_iface(), 0)
        w.enter("First frame to export", "4")
        w.enter("Last frame to export", "3")
        if os.environ.get("KEEP"):
            w.shot(os.path.join(os.environ["KEEP"], "export.png"))
        w.press("Export the program", wait=False)
        eventually("export-order", "the complaint", lambda: "must not come before" in w.text("Message"), lambda: w.text("Message"))
        w.enter("First frame to export", "3")
        part = os.path.join(folder, "part")
        export(w, part)
        wait_until("the folder", lambda: os.path.exists(os.path.join(part, "Makefile")))
        verdict("export-frame", pictures(part)[-1:] == frames[3:4], "the frame is another one")
        choose(w, "Export as C…")
        wait_until("the form", lambda: w.showing("Export the program"))
        Atspi.Action.do_action(w.find("Some frames").get_action_iface(), 0)
        w.enter("First frame to export", "300")
        w.enter("Last frame to export", "300")
        export(w, os.path.join(folder, "none"))
        eventually("export-none", "the complaint", lambda: "a.trace: " in w.text("Message") and "frame" in w.text("Message"), lambda: w.text("Message"))
        verdict("export-none-left", not os.path.exists(os.path.join(folder, "none")), "a folder is there")


def stopped(folder):
    """Pause ends an export that takes long, and nothing is left of it."""
    path, into = os.path.join(folder, "long.trace"), os.path.join(folder, "stopped")
    subprocess.run([os.path.join(BUILD, "bench", "trace-cost"), path, "3000000"], check=True)
    with test_window("export-stopped", [GLSTEP, path]) as w:
        w.wait()
        choose(w, "Export as C…")
        wait_until("the form", lambda: w.showing("Export the program"))
        w.press("Export the program", wait=False)
        w.save_as(into)
        wait_until("the window to say what it does", lambda: "exporting the trace" in w.text("Status").lower())
        verdict("export-stop-offered", w.enabled("Pause"), w.why("Pause"))
        w.press("Pause", wait=False)
        eventually("export-stop-said", "the message", lambda: "'" + into + "' was not written" in w.text("Message"), lambda: w.text("Message"))
        left = [name for name in os.listdir(folder) if name.startswith("stopped")]
        verdict("export-stop-nothing-left", not left, f"{left}")


def live(_folder):
    with test_window("export-live", [GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "plain"]) as w:
        w.wait()
        item = w.open_menu("Export as C…")
        verdict("export-live", not item.get_state_set().contains(Atspi.StateType.SENSITIVE) and "no trace is open" in item.get_description(),
                item.get_description())


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_parts("export", (exporting, stopped, live), folder)
    return verdict.failed


sys.exit(main())
