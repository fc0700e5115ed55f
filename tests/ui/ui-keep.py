#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Keeping a frame of a live program in the window, with one click, as a person would: where it is recorded, at once, also while it runs; where
it is not, the program is started anew for it. The kept frame opens in another window, and its draw is debugged there twice, with the values that
the live program had. Parts of an opened trace are saved by the menu. What is kept is compared with the whole recording, played.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import Console  # noqa: E402
from idle_window import idle_window  # noqa: E402
from ui_driver import Atspi, Gdk, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"] = os.path.abspath(os.environ["top_builddir"])
GLSTEP = os.path.join(BUILD, "glstep")
TOOL = os.path.join(BUILD, "glstep-trace")
NEAR = 20  # frames
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--time-step", "0.3", "--size", "96x64"]  # each frame has another picture


def pictures(path):
    """The digests of a trace's frames, as the player draws them."""
    done = subprocess.run([os.path.join(BUILD, "glstep-replay"), "--md5", path], capture_output=True, check=False)
    said = done.stdout.decode()
    if done.returncode:
        verdict(f"plays-{os.path.basename(path)}", False, done.stderr.decode())
    return re.findall(r"^frame \d+ (\w+)$", said, re.M)


def calls_of(path):
    said = subprocess.run([TOOL, "info", "--json", path], capture_output=True, check=True).stdout.decode()
    return int(said.split('"calls":')[1].split(",")[0])


def debugged(w):
    """What the draw's shader has at its end, and at a pixel of the middle; the draw is pending again then."""
    w.press("Debug fragment shader")
    if w.row("Watches", "result") is None:
        w.type("New watch", "result", wait=False)
    w.type("Pixel", "48, 32", wait=True)
    w.press("Continue")
    wait_until("its value", lambda: w.row("Watches", "result")[1])
    value, focus = w.row("Watches", "result"), w.text("Pixel in focus")
    w.press("Leave")
    return value, focus


def others(w):
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    apps = [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]
    return [a for a in apps if a is not None and a.get_name() == "glstep" and a.get_process_id() != w.process.pid]


def opens_elsewhere(name, w, button, path):
    """Another glstep lists the file's calls; it is closed again."""
    w.press(button, wait=False)
    app = wait_until("another window", lambda: others(w))[0]
    total = calls_of(path)
    try:
        eventually(name, f"{total} calls", lambda: app.clear_cache() or w._find(app, lambda a: f"{total} in the trace" in (a.get_name() or "")))
    finally:
        os.kill(app.get_process_id(), signal.SIGTERM)
    wait_until("its end", lambda: not others(w))


def is_frame(name, kept, whole, number):
    """The kept file draws one frame, that one of the whole recording; and no frame near it looks so. Of many, one far away may."""
    every, one = pictures(whole), pictures(kept)
    near = every[max(number - NEAR, 0):number + NEAR + 1]
    verdict(f"{name}-picture", one == [every[number]] and near.count(one[0]) == 1, f"{one}, {near}")
    verdict(f"{name}-smaller", calls_of(kept) < calls_of(whole), f"{calls_of(kept)} of {calls_of(whole)}")


def frames_listed(w):
    """What the grouped list, which is at its end after that, calls the frames; they are folded."""
    if not w.find("Group calls").get_state_set().contains(Atspi.StateType.CHECKED):
        w.press("Group calls", wait=False)
        wait_until("the tree", lambda: any(row[1].startswith(("▾", "▸", " ")) for row in w.rows("GL calls")))
    while True:
        names = [row[1].strip() for row in w.rows("GL calls")]
        first = next((name for name in names if name.startswith("▾ Frame")), None)
        if first is None and names[0].startswith(("▸ Frame", "▾ Frame", "▸ Needed")):
            return [re.match(r". (.*)   \d+ calls$", name)[1] for name in names if "Frame" in name]
        if first is None:
            scroll = w.find("Scroll GL calls").get_value_iface()
            Atspi.Value.set_current_value(scroll, max(0, Atspi.Value.get_current_value(scroll) - 10))
            w.painted()
        else:
            at = names.index(first)
            cell = Atspi.Table.get_accessible_at(w.find("GL calls").get_table_iface(), at, 1).get_action_iface()
            actions = [Atspi.Action.get_action_name(cell, i) for i in range(Atspi.Action.get_n_actions(cell))]
            Atspi.Action.do_action(cell, next(i for i, a in enumerate(actions) if "activate" in a))
            wait_until("it to be folded", lambda text=first: text not in [row[1].strip() for row in w.rows("GL calls")])


def stopped(folder):
    """At a draw of the fourth frame: the whole frame is kept, though most of it has not run yet."""
    whole, kept = os.path.join(folder, "live.trace"), os.path.join(folder, "live-frame-3.trace")
    with test_window("keep-live", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.record(whole)
        for _ in range(3):
            w.press("Next frame")
        w.press("Next draw")
        draw = w.text("Status")
        live = debugged(w)
        verdict("keep-still", w.text("Status") == draw, w.text("Status"))
        w.press("Keep this frame")
        verdict("keep-message", w.text("Message").startswith(f"Frame 3 is kept in {kept}, with what it needs: "), w.text("Message"))
        told = re.search(r"needs: (\d+) of the program's (\d+) calls; (\d+) added by the recorder\.$", w.text("Message"))
        verdict("keep-message-calls", bool(told) and int(told[1]) + int(told[3]) == calls_of(kept) and int(told[3]) > 0,
                f"{w.text('Message')}, not {calls_of(kept)}")
        recorded = re.match(r"([\d ]+) calls, ", w.text("Recorded so far"))
        verdict("keep-message-all", bool(told and recorded) and int(told[2]) == int(recorded[1].replace(" ", "")),
                f"{w.text('Message')}, but {w.text('Recorded so far')}")
        verdict("keep-onward", w.text("Frame and draw") == "frame 4   before its draws", w.text("Frame and draw"))
        wait_until("the offer", lambda: w.showing("Open the kept frame"))
        opens_elsewhere("keep-opens", w, "Open the kept frame", kept)
        w.press("Keep this frame")
        second = os.path.join(folder, "live-frame-4.trace")
        verdict("keep-second", os.path.exists(second) and w.text("Frame and draw") == "frame 5   before its draws", os.listdir(folder))
        w.press("Stop the recording", wait=False)
        wait_until("its end", lambda: w.showing("Open the trace"))
        verdict("keep-offered", w.showing("Open the kept frame"))
    is_frame("keep", kept, whole, 3)
    is_frame("keep-second", second, whole, 4)
    with test_window("keep-debug", [GLSTEP, kept]) as w:
        w.wait()
        begins = re.search(r"frame 3 of live\.trace begins at call (\d+);", w.text("Message"))
        verdict("keep-begins", begins, w.text("Message"))
        shown = [row[0] for row in w.rows("GL calls")]
        verdict("keep-scrolled", begins[1] in shown and "0" not in shown, f"calls {shown[0]} to {shown[-1]} are shown, not {begins[1]}")
        verdict("keep-trace-off", not w.enabled("Keep this frame") and "Save part of trace" in w.why("Keep this frame"), w.why("Keep this frame"))
        w.press("Next draw")
        verdict("keep-number", w.text("Frame and draw") == "frame 3 of live.trace   draw 1", w.text("Frame and draw"))
        first = debugged(w)
        w.tab("Call")
        w.press("Come back")
        again = debugged(w)
        verdict("keep-values", first == live and again == live and "nan" not in live[0][1], f"{live}, {first}, {again}")
        verdict("keep-number-list", frames_listed(w) == ["Frame 3 of live.trace"], frames_listed(w))


def managed(folder):
    """A window manager gives windows their sizes late: the player does not wait for it, and draws into what was recorded."""
    for name, command in ("glx", EXAMPLE), ("egl", ["es2gears_x11"]):
        kept, ours, theirs = (os.path.join(folder, f"{name}.{end}") for end in ("kept", "ours.png", "theirs.png"))
        with Console(command) as console:
            console.run(f"trace start {os.path.join(folder, name)}")
            for word in ("next frame", "next frame", "next draw", f"framebuffer {theirs}", f"trace save {kept} frame"):
                console.run(word)
        with open(theirs, "rb") as file:
            expected = file.read()
        wrong = []
        with Console([kept]) as console:
            console.run("next draw")
            for turn in range(6):
                console.run(f"framebuffer {ours}")
                with open(ours, "rb") as file:
                    if file.read() != expected:
                        wrong.append(turn)
                console.run("again")
        verdict(f"keep-managed-{name}", not wrong, f"another picture the times {wrong}")


def breakpoint_inside(folder):
    """What the program would stop at in the rest of the frame does not stop the keeping."""
    whole, kept = os.path.join(folder, "break.trace"), os.path.join(folder, "break-frame-1.trace")
    with test_window("keep-break", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.record(whole)
        w.press("Next frame")
        w.press("Step")
        w.tab("Breakpoints")
        w.type("New breakpoint", "glDraw*", wait=True)
        w.press("Keep this frame")
        verdict("keep-break", os.path.exists(kept) and w.text("Frame and draw").startswith("frame 2 "), w.text("Frame and draw"))
        w.press("Stop the recording", wait=False)
        wait_until("its end", lambda: w.showing("Open the trace"))
    is_frame("keep-break", kept, whole, 1)


def running(folder):
    """The last frame, by its key; the program runs on."""
    whole = os.path.join(folder, "gears.trace")
    with test_window("keep-running", [GLSTEP, "--", "glxgears"]) as w:
        w.wait()
        w.record(whole)
        w.press("Run", wait=False)
        wait_until("running", lambda: w.text("Status").startswith("Running"))
        wait_until("frames", lambda: int(re.match(r"\d+ calls?, (\d+) frames?", w.text("Recorded so far")).group(1)) > 3)
        w.front()
        w.window_key("k", control=True)
        said = wait_until("the message", lambda: re.match(r"Frame (\d+) is kept in (.*), with", w.text("Message")))
        verdict("keep-runs-on", w.text("Status").startswith("Running"), w.text("Status"))
        w.press("Pause", wait=False)
        wait_until("the stop", lambda: w.enabled("Run"))
        w.press("Stop the recording", wait=False)
        wait_until("its end", lambda: w.showing("Open the trace"))
    is_frame("keep-running", said.group(2), whole, int(said.group(1)))


def kept_while_running(w):
    """What is said of the last frame; None: none has ended since the frames are held."""
    w.press("Keep the last frame", wait=False)
    said = wait_until("what became of it", lambda: re.match(r"(No frame has ended)|Frame \d+ is kept", w.text("Message")))
    return not said[1] and re.match(r"Frame (\d+) is kept in (.*), with what it needs: (\d+) of the \d+ last calls; (\d+) added by the recorder\.$",
                                    w.text("Message"))


def held(folder):
    """The last frames are held, and nobody records: the one that was just seen is kept, and the one that is being drawn. A recording that is begun meanwhile,
    while the program runs, has what it needs; and the crash tells its file."""
    every, shown, now, mid, crash = (os.path.join(folder, f"{name}.trace")
                                     for name in ("every", "glstep-example-frame-2", "glstep-example-frame-3", "mid", "glstep-example-crash"))
    subprocess.run([GLSTEP, "record", "-o", every, "--", *EXAMPLE, "--frames", "6"], check=True, stderr=subprocess.DEVNULL)
    with test_window("keep-held", ["env", "-C", folder, GLSTEP, "--keep-last", "60", "--", *EXAMPLE]) as w:
        w.wait()
        w.tab("Call")
        w.press("Keep the last frame")
        verdict("keep-held-none", "No frame has ended so far" in w.text("Message"), w.text("Message"))
        for _ in range(3):
            w.press("Next frame")
        w.press("Next draw")
        draw = w.text("Status")
        w.press("Keep the last frame")
        verdict("keep-held-message", w.text("Message").startswith(f"Frame 2 is kept in {os.path.basename(shown)}, with what it needs: "), w.text("Message"))
        verdict("keep-held-still", w.text("Status") == draw, w.text("Status"))
        verdict("keep-held-offered", w.text("Recording") == "Kept glstep-example-frame-2.trace" and w.showing("Open the kept frame")
                and not w.showing("Open the trace") and not w.showing("Stop the recording"), w.text("Recording"))
        opens_elsewhere("keep-held-opens", w, "Open the kept frame", shown)
        w.press("Keep this frame")
        verdict("keep-held-now", w.text("Frame and draw") == "frame 4   before its draws", w.text("Frame and draw"))
        w.press("Run", wait=False)
        wait_until("running", lambda: w.text("Status").startswith("Running"))
        w.record(mid)
        wait_until("frames", lambda: int(re.match(r"[\d ]+ calls?, ([\d ]+) frames?", w.text("Recorded so far")).group(1).replace(" ", "")) > 3)
        w.press("Stop the recording", wait=False)
        wait_until("its end", lambda: w.showing("Open the trace"))
        last = wait_until("a frame that is held anew", lambda: kept_while_running(w))
        verdict("keep-held-runs-on", w.text("Status").startswith("Running"), w.text("Status"))
        os.kill(child(w.process.pid), signal.SIGSEGV)
        eventually("keep-held-crash", "the file", lambda: f"{os.path.basename(crash)} has its last" in w.text("Message"), lambda: w.text("Message"))
        if "KEEP" in os.environ:
            w.painted()
            w.shot(os.path.join(os.environ["KEEP"], "keep-held.png"))
    is_frame("keep-held", shown, every, 2)
    is_frame("keep-held-now", now, every, 3)
    later = os.path.join(folder, last[2])
    verdict("keep-held-later", int(last[1]) > 4 and len(pictures(later)) == 1, last[0])
    verdict("keep-held-calls", int(last[3]) + int(last[4]) == calls_of(later) and int(last[4]) > 0, f"{last[0]}, not {calls_of(later)}")
    verdict("keep-held-crash-frames", len(pictures(crash)) > 1, pictures(crash))
    made = subprocess.run([TOOL, "dump", mid], capture_output=True, check=True).stdout.decode().splitlines()
    current = next(i for i, line in enumerate(made) if "MakeCurrent" in line or "MakeContextCurrent" in line)
    verdict("keep-held-mid", not any("// fake" not in line and re.match(r"\d+ gl[^X]", line) for line in made[:current]), made[:current])
    verdict("keep-held-mid-plays", len(pictures(mid)) > 3, pictures(mid))


def setting(folder):
    """How many frames are held is chosen on the start page, none at first, and remembered."""
    config = os.path.join(folder, "config")  # of several windows, one after the other
    for chosen, said in ("are not held", ""), ("60 are held", "No frame has ended so far"), ("", "No frame has ended so far"):
        with test_window("keep-setting", ["env", "-C", folder, f"XDG_CONFIG_HOME={config}", GLSTEP]) as w:
            wait_until("the start page", lambda: w.showing("Start"))
            if chosen == "are not held":
                verdict("keep-setting-first", w.chosen("Last frames") == chosen, w.chosen("Last frames"))
            elif chosen:
                w.choose("Last frames", chosen)
            w.enter("Program", EXAMPLE[0])
            done = w.n_done()
            w.press("Start", wait=False)
            w.wait(done)
            w.tab("Call")
            if said:
                w.press("Keep the last frame")
                verdict("keep-setting", w.text("Message").startswith(said), w.text("Message"))
            else:
                verdict("keep-setting-off", "not held" in w.why("Keep the last frame"), w.why("Keep the last frame"))


def child(pid):
    """The program that glstep runs."""
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/children", encoding="ascii") as children:
            for number in children.read().split():
                with open(f"/proc/{number}/cmdline", encoding="utf-8") as words:
                    if words.read().startswith(EXAMPLE[0]):
                        return int(number)
    return None


def refused(w):
    """It says why the frame is not kept, and Escape is enough."""
    w.front()
    w.press("Keep this frame", wait=False)
    wait_until("the reason", lambda: w.showing("Why not") and "no recording that runs has what it needs" in w.text("Why not"))
    w.painted()
    w.key(Gdk.KEY_Escape)
    wait_until("its end", lambda: not w.showing("Why not"))


def not_recorded(folder):
    """It says so, and starts the program anew if that is wanted."""
    whole, kept = os.path.join(folder, "anew.trace"), os.path.join(folder, "anew-frame-2.trace")
    with test_window("keep-anew", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        for _ in range(3):
            w.press("Next frame")
        before = w.text("Status")
        refused(w)
        verdict("keep-anew-cancelled", w.text("Status") == before and not w.showing("Stop the recording"), w.text("Status"))
        done = w.n_done()
        w.press("Keep this frame", wait=False)
        wait_until("the offer", lambda: w.showing("Start anew"))
        w.press("Start anew", wait=False)
        w.save_as(whole)
        w.wait(done)
        verdict("keep-anew-message", w.text("Message").startswith(f"Frame 2 is kept in {kept}"), w.text("Message"))
        w.press("Stop the recording", wait=False)
        wait_until("its end", lambda: w.showing("Open the trace"))
    is_frame("keep-anew", kept, whole, 2)


def idle_anew(folder):
    """Of a program that draws only when it is told to: what is waited for, and what to do, is said."""
    kept = os.path.join(folder, "idle-frame-2.trace")
    with idle_window("keep-idle") as (w, go):
        w.wait()
        go.write(b"...")
        for _ in range(2):
            w.press("Next frame")
        w.press("Next draw")
        w.press("Keep this frame", wait=False)
        wait_until("the offer", lambda: w.showing("Start anew"))
        done = w.n_done()
        w.press("Start anew", wait=False)
        w.save_as(os.path.join(folder, "idle.trace"))
        eventually("keep-idle-told", "what is waited for", lambda: re.fullmatch(r"Running to frame 2: no GL call for \d+ s, make the program draw", w.text("Status")),
                   lambda: w.text("Status"))
        go.write(b"........")  # it stands at the first call behind the frame
        w.wait(done)
        verdict("keep-idle-kept", w.text("Message").startswith(f"Frame 2 is kept in {kept}"), w.text("Message"))


def begun_later(folder):
    """A recording from the middle of the run on, which the question offers, has what lives: the next frames are kept, as they are in a recording
    of the whole run."""
    every, whole, kept = (os.path.join(folder, f"{name}.trace") for name in ("every", "later", "later-frame-2"))
    subprocess.run([GLSTEP, "record", "-o", every, "--", *EXAMPLE, "--frames", "4"], check=True, stderr=subprocess.DEVNULL)
    with test_window("keep-later", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next frame")
        w.front()
        w.press("Keep this frame", wait=False)
        wait_until("the offer", lambda: w.showing("Record from now on"))
        if "KEEP" in os.environ:
            w.painted()
            w.shot(os.path.join(os.environ["KEEP"], "keep-question.png"))
        w.press("Record from now on", wait=False)
        w.save_as(whole)
        wait_until("the bar", lambda: w.showing("Stop the recording"))
        verdict("keep-later-whole", not w.showing("What the recording lacks"))
        w.press("Next frame")
        w.press("Next draw")
        w.press("Keep this frame")
        verdict("keep-later-message", w.text("Message").startswith(f"Frame 2 is kept in {kept}, with what it needs: "), w.text("Message"))
        w.press("Stop the recording", wait=False)
        wait_until("its end", lambda: w.showing("Open the trace"))
    is_frame("keep-later", kept, whole, 2)
    verdict("keep-later-as-live", pictures(kept) == pictures(every)[2:3], f"{pictures(kept)}, {pictures(every)}")


def ask_part(w):
    Atspi.Action.do_action(w.open_menu("Save part of trace…").get_action_iface(), 0)
    wait_until("the form", lambda: w.showing("First frame"))


def part(folder):
    """Frames, and a draw, of an opened trace."""
    whole = os.path.join(folder, "part.trace")
    subprocess.run([GLSTEP, "record", "-o", whole, "--", *EXAMPLE, "--frames", "6"], check=True, stderr=subprocess.DEVNULL)
    every = pictures(whole)
    with test_window("part", [GLSTEP, whole]) as w:
        w.wait()
        w.press("Next draw")
        number = w.text("Status").split()[2].rstrip(",")
        ask_part(w)
        verdict("part-offered", (w.text("First frame"), w.text("Last frame"), w.text("Call of the draw")) == ("1", "1", number),
                (w.text("First frame"), w.text("Last frame"), w.text("Call of the draw"), number))
        for first, last, says in ("2", "1", "The last frame must not come before the first."), ("x", "1", "Type the numbers of the first"):
            w.enter("First frame", first)
            w.enter("Last frame", last)
            w.press("Save part", wait=False)
            eventually(f"part-{first}-{last}", says, lambda says=says: w.text("Message").startswith(says), lambda: w.text("Message"))
        w.enter("First frame", "3")
        w.enter("Last frame", "4")
        done = w.n_done()
        w.press("Save part", wait=False)
        w.save_as(os.path.join(folder, "two.trace"))
        w.wait(done)
        verdict("part-message", re.match(r".*two\.trace holds \d+ of \d+ calls\.$", w.text("Message")), w.text("Message"))
        verdict("part-frames", pictures(os.path.join(folder, "two.trace")) == every[3:5], every)
        ask_part(w)
        w.enter("First frame", "40")
        w.enter("Last frame", "50")
        done = w.n_done()
        w.press("Save part", wait=False)
        w.save_as(os.path.join(folder, "none.trace"))
        w.wait(done)
        verdict("part-none", f"it has {len(every)}" in w.text("Message") and not os.path.exists(os.path.join(folder, "none.trace")), w.text("Message"))
        ask_part(w)
        w.press("One draw", wait=False)
        w.enter("Call of the draw", number)
        done = w.n_done()
        w.press("Save part", wait=False)
        w.save_as(os.path.join(folder, "one.trace"))
        w.wait(done)
        said = subprocess.run([TOOL, "dump", os.path.join(folder, "one.trace")], capture_output=True, check=True).stdout.decode()
        verdict("part-draw", len(re.findall(r"^\d+ glDrawArrays\(", said, re.M)) == 1 and number in w.text("Status"), w.text("Status"))
    with test_window("part-again", [GLSTEP, os.path.join(folder, "two.trace")]) as w:
        w.wait()
        w.press("Next frame")
        w.press("Next draw")
        ask_part(w)
        verdict("part-again-offered", (w.text("First frame"), w.text("Last frame")) == ("4", "4"), (w.text("First frame"), w.text("Last frame")))
        w.enter("First frame", "0")
        w.press("Save part", wait=False)
        eventually("part-again-refused", "the message", lambda: "as GL calls shows them" in w.text("Message"), lambda: w.text("Message"))
        w.enter("First frame", "4")
        done = w.n_done()
        w.press("Save part", wait=False)
        w.save_as(os.path.join(folder, "again.trace"))
        w.wait(done)
        verdict("part-again-frame", pictures(os.path.join(folder, "again.trace")) == every[4:5], every)
    with test_window("part-named", [GLSTEP, os.path.join(folder, "two.trace")]) as w:
        w.wait()
        named = frames_listed(w)
        verdict("part-named", named == ["Frame 3 of part.trace", "Frame 4 of part.trace"], named)
    with test_window("part-off", [GLSTEP, "--", *EXAMPLE]) as w:
        w.wait()
        entry = w.open_menu("Save part of trace…")
        verdict("part-off", not entry.get_state_set().contains(Atspi.StateType.SENSITIVE) and
                "no trace is open" in entry.get_description(), entry.get_description())
        w.key(Gdk.KEY_Escape)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        parts = (stopped, managed, breakpoint_inside, running, not_recorded, idle_anew, begun_later, held, setting, part)
        run_parts("keep", [p for p in parts if p.__name__ in sys.argv[1:] or len(sys.argv) == 1], folder)
    return verdict.failed


sys.exit(main())
