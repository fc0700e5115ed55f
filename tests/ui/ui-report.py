#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The tab Report of an opened trace: each fault that a program was made with is a row, and nothing else is; its calls stand below it, as
`glstep-trace dump` has them, lead to the list of calls, and are played up to; what takes long shows how far it is and can be cancelled; a
program that runs is told what to do. The other tabs that are no more than a row of the table of verbs: numbers are sorted as numbers, rows
lead to their calls, and what is asked of a program follows its stops.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "trace"))
from ui_driver import Atspi, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

from lying_trace import Lies, context  # noqa: E402

BUILD = os.environ["top_builddir"] = os.path.abspath(os.environ["top_builddir"])
GLSTEP = os.path.join(BUILD, "glstep")
TOOL = os.path.join(BUILD, "glstep-trace")
PROGRAM = os.path.join(BUILD, "test-analysis")
FAULTS = {  # way of the program -> kind, a piece of the text, the function whose calls are found, from the frame with that number on
    "gl-error": ("error", "GL_INVALID_ENUM", "glGetError", 0),
    "texture-missing": ("undefined", "picture looks up GL_TEXTURE_2D at unit 0", "glDrawElements", 0),
    "finish": ("checklist", "waits for GL", "glFinish", 2),
}


def record(path, way):
    subprocess.run([GLSTEP, "record", "-o", path, "--", PROGRAM, way], check=True, stderr=subprocess.DEVNULL)
    return path


def calls_of(path, function, first_frame):
    """Their numbers, as the trace is dumped."""
    found, frame = [], 0
    for line in subprocess.check_output([TOOL, "dump", path]).decode().splitlines():
        match = re.match(r"(\d+)(?: @\d+)? (\w+)\(", line)
        if match and match[2] == function and frame >= first_frame:
            found.append(match[1])
        frame += bool(match) and match[2] == "eglSwapBuffers"
    return found


def selected(w, name):
    """The first cell of the selected row, if it is to be seen."""
    table = w.find(name).get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 0)
        cell.clear_cache()
        if cell.get_state_set().contains(Atspi.StateType.SELECTED):
            return cell.get_name()
    return None


def fault(folder, way):
    kind, text, function, first_frame = FAULTS[way]
    path = record(os.path.join(folder, f"{way}.trace"), way)
    calls = calls_of(path, function, first_frame)
    calls = calls[:1] if way == "gl-error" else calls
    with test_window(f"report-{way}", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Report")
        rows = wait_until("the report", lambda: w.rows("Report"))
        verdict(f"report-{way}-alone", len(rows) == 1 and rows[0][0] == kind and text in rows[0][1], rows)
        verdict(f"report-{way}-count", rows[0][2] == str(len(calls)), f"{rows[0]}, not {len(calls)}")
        said = "1 item of the checklist" if kind == "checklist" else "1 issue and"
        verdict(f"report-{way}-summary", said in w.text("Report summary"), w.text("Report summary"))
        w.expand("Report", kind)
        eventually(f"report-{way}-calls", "the calls", lambda: [r[0] for r in w.rows("Report")[1:]] == calls and
                   all(r[1].startswith(function + "(") for r in w.rows("Report")[1:]), lambda: f"{w.rows('Report')}, not {calls}")
        w.tab("Call")
        w.activate("Report", calls[-1], wait=False)
        eventually(f"report-{way}-led", "the call in the list", lambda: w.showing("GL calls") and selected(w, "GL calls") == calls[-1],
                   lambda: selected(w, "GL calls"))
        verdict(f"report-{way}-still", not w.enabled("Kill"), "looking at a call has begun to play")
        w.activate("Report", kind, wait=False)
        eventually(f"report-{way}-first", "the first call in the list", lambda: selected(w, "GL calls") == calls[0],
                   lambda: selected(w, "GL calls"))
        w.select("Report", calls[-1])
        detail = "glFenceSync" if kind == "checklist" else text  # what to do
        eventually(f"report-{way}-detail", "what is known of it", lambda: detail in w.text("Report detail") and
                   w.text("Report detail").startswith(way + ("," if kind == "checklist" else ":")), lambda: w.text("Report detail"))
        w.press("Play up to the call")
        eventually(f"report-{way}-played", f"call {calls[-1]}", lambda: w.text("Status") == f"Before call {calls[-1]}, {function}",
                   lambda: w.text("Status"))
        if os.environ.get("KEEP"):
            w.shot(os.path.join(os.environ["KEEP"], f"report-{way}.png"))
        verdict(f"report-{way}-kept", w.n_rows("Report") == 1 + len(calls), w.rows("Report"))


def faults(folder):
    for way in FAULTS:
        fault(folder, way)


def clean(folder):
    with test_window("report-clean", [GLSTEP, record(os.path.join(folder, "clean.trace"), "clean-all")]) as w:
        w.wait()
        w.tab("Report")
        eventually("report-clean", "the answer", lambda: w.text("Report summary").startswith("No errors, nothing undefined"),
                   lambda: w.text("Report summary"))
        verdict("report-clean-empty", w.n_rows("Report") == 0, w.rows("Report"))
        verdict("report-clean-play", not w.enabled("Play up to the call") and "select a call" in w.why("Play up to the call"),
                w.why("Play up to the call"))


def cut(folder):
    """What is there of a file that ends too soon, and that it does."""
    path, whole = os.path.join(folder, "cut.trace"), record(os.path.join(folder, "whole.trace"), "texture-missing")
    with open(whole, "rb") as file, open(path, "wb") as copy:
        content = file.read()
        copy.write(content[:-9])
    with test_window("report-cut", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Report")
        eventually("report-cut", "the summary", lambda: "The file ends too early" in w.text("Report summary"),
                   lambda: w.text("Report summary"))


def live(_folder):
    with test_window("report-live", [GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "plain"]) as w:
        w.wait()
        w.tab("Report")
        text = wait_until("a sentence", lambda: w.text("Report summary"))
        verdict("report-live", "record the program" in text and "open the trace" in text, text)
        verdict("report-live-idle", not w.showing("Cancel reading") and not w.showing("Read the trace"), "it reads")


AGAIN = {"glShadeModel": (0x1D00, 3), "glDepthFunc": (0x207, 12), "glCullFace": (0x404, 100)}  # what is set, and then again so many times


def repeats(folder):
    """Its columns are the members of its rows: nothing else was said of it."""
    path, calls, trace, name = os.path.join(folder, "repeats.trace"), {}, Lies(), "Repeated state"
    context(trace)
    for function, (value, n) in AGAIN.items():
        calls[function] = [trace.make(function, value) for _ in range(1 + n)][1:]
    trace.save(path)
    with test_window("repeats", [GLSTEP, path]) as w:
        w.wait()
        w.tab(name)
        wait_until("the table", lambda: w.rows(name))
        rows = {row[0]: row[1:4] for row in w.rows(name)}
        expected = {function: [str(n), str(n + 1), str(100 * n // (n + 1))] for function, (_, n) in AGAIN.items()}
        verdict("repeats-rows", rows == expected, f"{rows}, not {expected}")
        n = sum(n for _, n in AGAIN.values())
        verdict("repeats-summary", f"{n} of {n + len(AGAIN)} calls that set state change nothing" == w.text(f"{name} summary"), w.text(f"{name} summary"))
        for order in sorted, lambda numbers: sorted(numbers, reverse=True):
            w.click(*w.header(name, "Change nothing"), wait=False)
            wanted = order(n for _, n in AGAIN.values())
            eventually("repeats-sorted", f"{wanted}", lambda: [int(row[1]) for row in w.rows(name)] == wanted, lambda: w.rows(name))
        w.expand(name, "glDepthFunc")
        first = [str(call) for call in calls["glDepthFunc"]]
        eventually("repeats-calls", f"{first}", lambda: [row[0] for row in w.rows(name) if row[0].isdigit()] == first, lambda: w.rows(name))
        w.expand(name, "glCullFace")
        eventually("repeats-more", "that there are more", lambda: any("80 more" in cell for row in w.rows(name) for cell in row), lambda: w.rows(name))
        w.activate(name, first[4], wait=False)
        eventually("repeats-led", "the call in the list", lambda: selected(w, "GL calls") == first[4], lambda: selected(w, "GL calls"))
        if os.environ.get("KEEP"):
            w.tab(name)
            w.painted()
            w.shot(os.path.join(os.environ["KEEP"], "repeats.png"))


def counts(_folder):
    """What is asked of a program is asked again where it stops next; a choice asks for something else."""
    name = "Call counts"
    with test_window("counts", [GLSTEP, "--first-draw", "--", os.path.join(BUILD, "test-scenes"), "plain", "--frames", "20"]) as w:
        w.wait()
        w.tab(name)
        wait_until("the table", lambda: w.rows(name))
        drawn = [row for row in w.rows(name) if row[0].startswith("glDraw")]
        verdict("counts-none", not drawn, drawn)  # the first draw is pending
        for n in 1, 2, 3:
            w.press("Next draw")
            eventually("counts-drawn", f"{n} draws", lambda n=n: [row[1] for row in w.rows(name) if row[0].startswith("glDraw")] == [str(n)],
                       lambda: w.rows(name))
        w.choose(f"{name}: Counted", "by category")
        eventually("counts-category", "categories", lambda: any(row[0] == "Drawing" for row in w.rows(name)), lambda: w.rows(name))
        if os.environ.get("KEEP"):
            w.shot(os.path.join(os.environ["KEEP"], "counts.png"))


def cancel(folder):
    path = os.path.join(folder, "long.trace")
    subprocess.run([os.path.join(BUILD, "bench", "trace-cost"), path, "6000000"], check=True)
    with test_window("report-cancel", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Report")
        wait_until("the bar", lambda: w.showing("Reading the trace"))
        w.press("Cancel reading", wait=False)
        eventually("report-cancelled", "the sentence", lambda: w.text("Report summary").startswith("Cancelled"),
                   lambda: w.text("Report summary"))
        verdict("report-cancel-bar", not w.showing("Reading the trace") and not w.showing("Cancel reading"), "the bar is there")
        w.tab("Image")
        w.tab("Report")
        w.painted()
        verdict("report-cancel-stays", not w.showing("Cancel reading"), "it has begun anew unasked")
        w.press("Read the trace", wait=False)
        wait_until("the bar", lambda: w.showing("Reading the trace"))
        verdict("report-again", True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_parts("report", (faults, clean, cut, live, repeats, counts, cancel), folder)
    return verdict.failed


sys.exit(main())
