#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Recording a trace in the window, as a person would: with the menu or the keys while the program runs, from the start page on its first call,
never over a file without a question; what is shown meanwhile, what can be done in each state, how it ends, and that the trace opens.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, Gdk, GLib, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"] = os.path.abspath(os.environ["top_builddir"])
GLSTEP = os.path.join(BUILD, "glstep")
TOOL = os.path.join(BUILD, "glstep-trace")
UPLOADS = os.path.join(BUILD, "test-uploads")
SCENES = os.path.join(BUILD, "test-scenes")
LACKS = "What the recording lacks"
PACED = [UPLOADS, "-1", "10"]  # at its own speed it would keep the processors from all else
ROLES = (Atspi.Role.MENU_ITEM, Atspi.Role.PUSH_BUTTON)


def figures(path):
    return json.loads(subprocess.check_output([TOOL, "info", "--json", path]))


def dump(path):
    return subprocess.check_output([TOOL, "dump", path]).decode()


def check(name, path):
    done = subprocess.run([TOOL, "check", path], capture_output=True, check=False)
    verdict(name, done.returncode == 0, done.stdout + done.stderr)


def menu_entry(w, name):
    """Of the open menu."""
    def is_entry(a):
        return a.get_name() == name and a.get_role() in ROLES and a.get_state_set().contains(Atspi.StateType.SHOWING)
    w.app.clear_cache()
    return w._find(w.app, is_entry)


def open_menu(w):
    w.front()
    x, y, width, height = w.extents("Menu")
    w.click(x + width // 2, y + height // 2, wait=False)


def entries(w):
    """Which of the menu's two can be chosen now."""
    open_menu(w)
    found = [wait_until(name, lambda name=name: menu_entry(w, name)) for name in ("Record…", "Stop recording")]
    sensitive = [bool(e.get_state_set().contains(Atspi.StateType.SENSITIVE)) for e in found]
    w.key(Gdk.KEY_Escape)
    wait_until("the menu's end", lambda: menu_entry(w, "Record…") is None)
    return sensitive


def can(name, w, record, stop):
    eventually(f"record-can-{name}", f"the menu to allow {record}, {stop}", lambda: entries(w) == [record, stop], lambda: entries(w))


def chooser_of(w):
    frames = [w.app.get_child_at_index(i) for i in range(w.app.get_child_count())]
    return next((f for f in frames if f is not None and f.get_role() == Atspi.Role.FILE_CHOOSER), None)


def choose_kept(w, chooser, text):
    """How many of the last frames are kept."""
    combo = wait_until("the choice", lambda: w._find(chooser, lambda a: a.get_role() == Atspi.Role.COMBO_BOX and offered(a, text) is not None))
    Atspi.Selection.select_child(combo.get_selection_iface(), offered(combo, text))


def offered(combo, text):
    menu = combo.get_child_at_index(0)
    names = [menu.get_child_at_index(i).get_name() for i in range(menu.get_child_count())] if menu else []
    return names.index(text) if text in names else None


def save_in_dialog(w, path, default=None, kept=None):
    chooser = wait_until("the dialog", lambda: chooser_of(w))
    if kept:
        choose_kept(w, chooser, kept)
    entry = wait_until("its entry", lambda: w._find(chooser, lambda a: a.get_role() == Atspi.Role.TEXT and a.get_editable_text_iface() is not None))
    if default:
        text = entry.get_text_iface()
        name = Atspi.Text.get_text(text, 0, Atspi.Text.get_character_count(text))
        verdict("record-default", name == default, name)
    Atspi.EditableText.set_text_contents(entry.get_editable_text_iface(), path)
    button = w._find(chooser, lambda a: a.get_role() == Atspi.Role.PUSH_BUTTON and a.get_name() == "Save")
    wait_until("the button", lambda: button.clear_cache() or button.get_state_set().contains(Atspi.StateType.SENSITIVE))
    Atspi.Action.do_action(button.get_action_iface(), 0)


def choose_record(w):
    open_menu(w)
    entry = wait_until("the entry", lambda: menu_entry(w, "Record…"))
    Atspi.Action.do_action(entry.get_action_iface(), 0)


def shown(w):
    """Calls and frames in the bar."""
    found = re.match(r"(\d+) calls?, (\d+) frames?(?: \(at least the last \d+\))?, ", w.text("Recorded so far"))
    return tuple(map(int, found.groups())) if found else None


ADDED = r"(?:; (\d+) calls? added by the recorder)?$"  # the text ends with that


def added(w):
    """How many calls there are besides, as the bar says."""
    return int(re.search(ADDED, w.text("Recorded so far"))[1] or 0)


def record_once(w, path, **more):
    choose_record(w)
    save_in_dialog(w, path, **more)
    wait_until("the bar", lambda: w.showing("Stop the recording") and w.text("Recording") == f"Recording {os.path.basename(path)}")


def stop(w, path):
    """By the button; the trace is what the bar says."""
    w.press("Stop the recording", wait=False)
    wait_until("its end", lambda: w.showing("Open the trace") and w.text("Recording") == f"Recorded {os.path.basename(path)}")
    return shown(w)


def last_frames(folder):
    """The last frames alone: the bar says how many there are, and the trace has them."""
    path = os.path.join(folder, "last.trace")
    with test_window("record-last", [GLSTEP, "--", *PACED]) as w:
        w.wait()
        w.press("Run", wait=False)
        wait_until("running", lambda: w.text("Status").startswith("Running"))
        record_once(w, path, kept="The last 60 frames")
        seen = set()

        def falls():
            seen.add((shown(w) or (0, 0))[1])
            return max(seen) > 60 and (shown(w) or (0, 0))[1] < max(seen)

        eventually("record-last-falls", "frames to fall off", falls, lambda: seen)
        verdict("record-last-told", "(at least the last 60)" in w.text("Recorded so far"), w.text("Recorded so far"))
        if "KEEP" in os.environ:
            w.shot(os.path.join(os.environ["KEEP"], "last.png"))
        said = stop(w, path)
        found = figures(path)
        verdict("record-last-figures", 60 <= found["frames"] == said[1] < 120 and max(seen) < 120, (said, found, seen))
        check("record-last-check", path)


def while_running(folder):
    """Begun and ended again and again while the program runs on: each call in each trace has all that it reads."""
    with test_window("record-running", [GLSTEP, "--", *PACED]) as w:
        w.wait()
        can("stopped", w, True, False)
        w.press("Run", wait=False)
        wait_until("running", lambda: w.text("Status").startswith("Running"))
        can("running", w, True, False)
        for turn in range(4):
            path = os.path.join(folder, f"running {turn}.trace")
            record_once(w, path, default=None if turn else "test-uploads.trace")
            if not turn:
                can("recording", w, False, True)
            first = wait_until("frames", lambda: shown(w))
            eventually(f"record-grows-{turn}", "more frames", lambda: shown(w)[1] > first[1] + 1, lambda: shown(w))
            if "KEEP" in os.environ:
                w.shot(os.path.join(os.environ["KEEP"], "recording.png"))
            verdict(f"record-runs-{turn}", w.text("Status").startswith("Running"), w.text("Status"))
            said = stop(w, path)
            if "KEEP" in os.environ:
                w.shot(os.path.join(os.environ["KEEP"], "recorded.png"))
            found = figures(path)
            verdict(f"record-figures-{turn}", (found["calls"] - found["fake"], found["frames"]) == said, f"{said}, {found}")
            verdict(f"record-figures-fake-{turn}", found["fake"] > 0 and added(w) == found["fake"], f"{w.text('Recorded so far')}, {found}")
            check(f"record-check-{turn}", path)
            bad = [line for line in dump(path).splitlines() if re.search(r"glBuffer(Sub)?Data", line) and
                   not re.search(r"size = (\d+), data = blob\(\1\)", line)]
            verdict(f"record-whole-{turn}", not bad, bad[:3])
        w.press("Pause", wait=False)
        wait_until("the stop", lambda: w.enabled("Run"))
        w.press("Do not offer the trace", wait=False)
        eventually("record-forgotten", "the bar to go", lambda: not w.showing("Open the trace"))


def question(w):
    """What asks whether the file is to be replaced: its buttons by name."""
    for i in range(w.app.get_child_count()):
        frame = w.app.get_child_at_index(i)
        if frame is not None and frame.get_role() in (Atspi.Role.ALERT, Atspi.Role.DIALOG):
            found = {n: w._find(frame, lambda a, n=n: a.get_name() == n and a.get_role() == Atspi.Role.PUSH_BUTTON) for n in ("Cancel", "Replace")}
            if all(found.values()):
                return found
    return None


def over_a_file(folder):
    """Never without a question; and where no file can be."""
    path = os.path.join(folder, "there.trace")
    with open(path, "w", encoding="ascii") as file:
        file.write("precious")
    with test_window("record-over", [GLSTEP, "--", *PACED]) as w:
        w.wait()
        choose_record(w)
        save_in_dialog(w, path)
        Atspi.Action.do_action(wait_until("the question", lambda: question(w))["Cancel"].get_action_iface(), 0)
        wait_until("its end", lambda: question(w) is None)
        with open(path, encoding="ascii") as file:
            verdict("record-kept", file.read() == "precious")
        verdict("record-not-begun", not w.showing("Stop the recording"))
        save_in_dialog(w, path)
        Atspi.Action.do_action(wait_until("the question", lambda: question(w))["Replace"].get_action_iface(), 0)
        wait_until("the bar", lambda: w.showing("Stop the recording"))
        verdict("record-whole", not w.showing(LACKS) and w.text("Message").endswith("from the first on."), w.text("Message"))
        n = 0

        def stepped_into_memory():
            """What a call brings is written at once where a second has gone by since the last writing: then another one is made."""
            nonlocal n
            w.press("Step")
            n += 1
            wait_until(f"call {n}", lambda: w.text("Recorded so far").startswith(f"{n} call"))
            return re.fullmatch(rf"{n} calls?, 0 frames, [^;]+ in the file, [^;]+ in memory{ADDED}", w.text("Recorded so far"))
        eventually("record-in-memory", "a call that is not in the file yet", stepped_into_memory, lambda: w.text("Recorded so far"))
        verdict("record-step", stop(w, path)[0] == n, shown(w))
        told = re.fullmatch(rf"{n} calls?, 0 frames, ([^;]+){ADDED}", w.text("Recorded so far"))
        verdict("record-size", told and told[1] == GLib.format_size(os.path.getsize(path)), w.text("Recorded so far"))
        check("record-replaced", path)
        choose_record(w)
        save_in_dialog(w, "/proc/none.trace")
        wait_until("a message", lambda: "/proc/none.trace" in w.text("Message"))
        verdict("record-refused", w.enabled("Step") and not w.showing("Stop the recording"), w.text("Message"))


def opened_elsewhere(w, path):
    """The window that lists the trace's calls, of another glstep; closed again."""
    desktop = Atspi.get_desktop(0)

    def other():
        for i in range(desktop.get_child_count()):
            app = desktop.get_child_at_index(i)
            if app is not None and app.get_name() == "glstep" and app.get_process_id() != w.process.pid:
                return app
        return None

    app = wait_until("another window", other)
    total = figures(path)["calls"]
    try:
        wait_until("its calls", lambda: app.clear_cache() or w._find(app, lambda a: f"{total} in the trace" in (a.get_name() or "")))
    finally:
        os.kill(app.get_process_id(), signal.SIGTERM)
    wait_until("its end", lambda: other() is None)


def to_the_end(folder):
    """The program ends: so does the trace, which is opened with one click."""
    path = os.path.join(folder, "end.trace")
    with test_window("record-end", [GLSTEP, "--", UPLOADS, "20"]) as w:
        w.wait()
        record_once(w, path)
        w.press("Next draw")  # there is none: to the end
        wait_until("its end", lambda: w.showing("Open the trace"))
        verdict("record-end-frames", shown(w)[1] == 20 == figures(path)["frames"], shown(w))
        check("record-end-check", path)
        can("ended", w, False, False)
        w.press("Open the trace", wait=False)
        opened_elsewhere(w, path)
        verdict("record-end-opened", True)
        w.press("Restart")
        choose_record(w)
        save_in_dialog(w, os.path.join(folder, "again.trace"))
        wait_until("the bar", lambda: w.showing("Stop the recording"))
        before = w.n_done()
        w.press("Restart", wait=False)
        w.answer("End it, start anew")
        w.wait(before)
        verdict("record-restarted", w.text("Recording") == "Recorded again.trace" and not w.showing("Stop the recording"), w.text("Recording"))
    with test_window("record-opened", [GLSTEP, path]) as w:
        w.wait()
        can("opened", w, False, False)
        verdict("record-opened-whole", "began after" not in w.text("Message"), w.text("Message"))


def late_recording(w, path):
    """From the third frame on; what the message says of it."""
    w.wait()
    w.press("Next frame")
    w.press("Next frame")  # objects are made behind the first frame's end
    record_once(w, path)
    return w.text("Message")


def begun_late(folder):
    """Objects were made before the recording began: it has them, and the trace plays."""
    path = os.path.join(folder, "late.trace")
    with test_window("record-late", [GLSTEP, "--", SCENES, "instanced"]) as w:
        said = late_recording(w, path)
        verdict("record-late-said", said == f"{path} holds the calls from now on, and what lives now.", said)
        w.press("Next frame")
        verdict("record-late-bar", not w.showing(LACKS), w.showing(LACKS))
        stop(w, path)
        verdict("record-late-stays", not w.showing(LACKS))
    with test_window("record-late-opened", [GLSTEP, path]) as w:
        w.wait()
        verdict("record-late-opened", "began" not in w.text("Message"), w.text("Message"))
        w.press("Next draw")
        number = re.search(r"^(\d+) glDrawElements\(", dump(path), re.M)[1]
        verdict("record-late-drawn", f"call {number}," in w.text("Status") and "left out" not in w.text("Message"),
                f"{number}: {w.text('Status')}, {w.text('Message')}")


def lacking(folder):
    """What cannot be had is told when the recording begins, in its bar, in the trace, and where that is opened."""
    path = os.path.join(folder, "lacks.trace")
    with test_window("record-lacks", [GLSTEP, "--", SCENES, "multisampled", "--frames", "6"]) as w:
        said = late_recording(w, path)
        verdict("record-lacks-said", said.endswith(" from now on, and what lives now, but for 2 things that cannot be had."), said)
        short = "lacks 2 things that lived when it began"
        verdict("record-lacks-bar", w.showing(LACKS) and w.text(LACKS) == short, w.text(LACKS))
        tip = w.why(LACKS)
        w.press("Next frame")
        if "KEEP" in os.environ:
            w.shot(os.path.join(os.environ["KEEP"], "lacks.png"))
        stop(w, path)
        verdict("record-lacks-stays", w.showing(LACKS) and w.text(LACKS) == short and w.why(LACKS) == tip, f"{w.text(LACKS)}, {w.why(LACKS)}")
        told = [f"{one['kind']} {one['name']}: {one['why']}" for one in figures(path)["missing"]]
        verdict("record-lacks-told", tip.splitlines() == told and [one.split(":")[0] for one in told] == ["renderbuffer 1", "renderbuffer 2"], f"{tip}, {told}")
        record_once(w, os.path.join(folder, "lacks again.trace"))
        verdict("record-lacks-again", w.text(LACKS) == short, w.text(LACKS))
    with test_window("record-lacks-opened", [GLSTEP, path]) as w:
        w.wait()
        verdict("record-lacks-opened", "some of what lived then is not in it" in w.text("Message") and "renderbuffer 2 (" in w.text("Message"),
                w.text("Message"))
        if "KEEP" in os.environ:
            w.shot(os.path.join(os.environ["KEEP"], "lacks-opened.png"))


def from_the_first_call(folder):
    """Of the start page: what `glstep record` writes."""
    path, other = os.path.join(folder, "first.trace"), os.path.join(folder, "other.trace")
    with test_window("record-first", [GLSTEP]) as w:
        w.wait_for_start()
        can("start", w, False, False)
        w.press("Record", wait=False)
        wait_until("the message", lambda: w.text("Message").startswith("Enter the program"))
        Atspi.EditableText.set_text_contents(w.find("Program").get_editable_text_iface(), UPLOADS)
        Atspi.EditableText.set_text_contents(w.find("Arguments").get_editable_text_iface(), "3")
        w.press("Record", wait=False)
        save_in_dialog(w, path)
        wait_until("the bar", lambda: w.showing("Stop the recording"))
        w.wait()
        w.press("Run")
        wait_until("its end", lambda: w.showing("Open the trace"))
    subprocess.run([GLSTEP, "record", "-o", other, "--", UPLOADS, "3"], check=True, stderr=subprocess.DEVNULL)
    names = [re.findall(r"^\d+ (\w+)\(", dump(each), re.M) for each in (path, other)]
    verdict("record-first-same", len(names[0]) > 600 and names[0] == names[1], f"{len(names[0])}, {len(names[1])}")
    with test_window("record-none", [GLSTEP]) as w:
        w.wait_for_start()
        Atspi.EditableText.set_text_contents(w.find("Program").get_editable_text_iface(), "/nowhere/at all")
        w.press("Record", wait=False)
        save_in_dialog(w, os.path.join(folder, "none.trace"))
        wait_until("the message", lambda: "/nowhere/at all" in w.text("Message"))
        verdict("record-none-file", not os.path.exists(os.path.join(folder, "none.trace")) and w.showing("Program"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_parts("record", (last_frames, while_running, over_a_file, to_the_end, from_the_first_call, begun_late, lacking), folder)
    return verdict.failed


sys.exit(main())
