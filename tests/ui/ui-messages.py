#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What the window says: messages move no panel, cover no word of the status line and no value, and go when the next thing is done, before
that is done; that something was refused is not hidden by what else is wrong.

Needs an X server and a session bus; prints PASS/FAIL lines.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Atspi, eventually, run_parts, test_window, verdict, wait_until  # noqa: E402

EXAMPLE = [os.path.join(os.environ["top_builddir"], "glstep-example"), "--time-step", "0.04"]
FIXED = [os.path.join(os.environ["top_builddir"], "test-scenes"), "fixed"]
LIST = [os.path.join(os.environ["top_builddir"], "test-scenes"), "list"]
BINARY = [os.path.join(os.environ["top_builddir"], "test-scenes"), "binary"]
DISCARDING = [os.path.join(os.environ["top_builddir"], "test-pixels")]
MIXED = [os.path.join(os.environ["top_builddir"], "test-scenes"), "bound"]
LINES = ("Status", "Frame and draw", "Position", "Pixel in focus", "Pixels here", "Value under the pointer")
PLACES = ("GL calls", "Framebuffer", "Image", "Variables", "Breakpoints", "New breakpoint", "Status")


LONG = "nonsense_of_a_length_for_which_the_line_has_no_room_beside_what_it_tells_of_the_shader_and_the_frame"


def complain(w, word="nonsense"):
    w.type("New breakpoint", f"glClear if {word} > 3", wait=True)
    wait_until("a message", lambda: w.showing("Message") and f"'{word}'" in w.text("Message"))
    w.painted()


def lies_on(w, name):
    """Whether the message lies on a label; of the status, which has all that is free of its line, on its text."""
    x, y, wide, high = w.extents(name)
    if name == "Status":
        text = w.find(name).get_text_iface()
        e = Atspi.Text.get_range_extents(text, 0, Atspi.Text.get_character_count(text), Atspi.CoordType.SCREEN)
        wide = e.x + e.width - x
    left, top, width, height = w.extents("Message")
    return left < x + wide and x < left + width and top < y + high and y < top + height


def covered(w):
    return [name for name in LINES if lies_on(w, name)]


def covers(w):
    """In a shader the status line has most to tell, and Image has a line of values."""
    w.press("Debug fragment shader")
    w.tab("Image")
    w.wait()  # the status has its place when nothing is waited for
    w.painted()
    before = {name: w.extents(name) for name in PLACES}
    for kind, word in ("short", "nonsense"), ("long", LONG):
        complain(w, word)
        eventually(f"messages-{kind}-covers", "the message beside the lines", lambda: not covered(w), lambda: f"{w.extents('Message')} lies on {covered(w)}")
        if kind == "long":
            w.front()
            w.window_key("f", control=True)
            wait_until("the search", lambda: w.showing("Find in the source"))
            w.painted()
            verdict("messages-long-search", not lies_on(w, "Find in the source"), f"{w.extents('Message')} lies on {w.extents('Find in the source')}")
            w.press("Close the search in the source", wait=False)
        w.wait()
        w.painted()
        after = {name: w.extents(name) for name in PLACES}
        verdict(f"messages-{kind}-places", after == before, f"{before} become {after}")
        if "GLSTEP_TEST_SHOTS" in os.environ:
            w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], f"message-{kind}.png"))
    w.press("Leave")


def places(w):
    w.tab("Breakpoints")
    w.painted()
    before = {name: w.extents(name) for name in PLACES}
    complain(w)
    after = {name: w.extents(name) for name in before}
    verdict("messages-places", after == before, f"{before} become {after}")
    if "GLSTEP_TEST_SHOTS" in os.environ:
        w.shot(os.path.join(os.environ["GLSTEP_TEST_SHOTS"], "message.png"))
    left, top, width, height = w.extents("Message")
    low = after["New breakpoint"][1] + after["New breakpoint"][3]
    verdict("messages-below", top - 2 >= low, f"{w.extents('Message')} over the panels, which end at {low}")
    x, y, _, _ = after["New breakpoint"]
    verdict("messages-beside-entry", left + width <= x or top + height <= y, f"{w.extents('Message')} over what was typed at {x}, {y}")


def gone(w):
    complain(w)
    w.press("Run", wait=False)
    wait_until("that it runs", lambda: w.text("Status").startswith("Running"))
    eventually("messages-gone", "nothing said of what was before", lambda: not w.showing("Message"), lambda: w.text("Message"))
    w.press("Pause")


def uniforms(w):
    """They can be changed while no shader is debugged: the heading says what can be done now."""
    w.tab("Uniforms")
    w.press("Debug fragment shader")
    eventually("messages-uniforms-shader", "the way to change one", lambda: w.text("Uniforms summary").startswith("Leave the shader"),
               lambda: w.text("Uniforms summary"))
    w.press("Leave")
    eventually("messages-uniforms", "that they can be changed", lambda: w.text("Uniforms summary") == "Double-click a value to change it",
               lambda: w.text("Uniforms summary"))


def words(_):
    """The window's own words, where the console has others: of a draw without a shader, whose button is off."""
    with test_window("messages-words", [os.environ["GLSTEP"], "--", *FIXED]) as w:
        w.wait()
        verdict("messages-key", "(Ctrl+F5)" in w.why("Run"), w.why("Run"))
        w.press("Next draw")
        verdict("messages-fixed", "This draw uses fixed function" in w.text("Why there is no source"), w.text("Why there is no source"))
        verdict("messages-fixed-off", not w.enabled("Debug fragment shader") and "fixed function" in w.why("Debug fragment shader"),
                w.why("Debug fragment shader"))
        verdict("messages-fixed-mesh", "Mesh" in w.text("Why there is no source"), w.text("Why there is no source"))
        w.tab("Mesh")
        eventually("messages-mesh", "the vertices", lambda: w.text("Mesh summary") == "12 vertices, 12 lines; fixed function computes gl_Position",
                   lambda: w.text("Mesh summary"))
        w.activate("Mesh", "0", wait=False)
        wait_until("the message", lambda: w.showing("Message"))
        said = w.text("Message")
        verdict("messages-words-own", "used none so far" in said and "`" not in said, said)
        verdict("messages-words-plain", said.startswith("This draw uses fixed function and has no vertex shader: "), said)
    with test_window("messages-list", [os.environ["GLSTEP"], "--", *LIST]) as w:
        w.wait()
        line = w.extents("Status")[3]
        w.press("Next draw")
        w.tab("Mesh")
        eventually("messages-words", "the reason", lambda: w.text("Mesh summary").endswith("Debug vertex shader first."), lambda: w.text("Mesh summary"))
        verdict("messages-capital", w.text("Mesh summary").startswith("Vertices of a display list"), w.text("Mesh summary"))
        eventually("messages-whole", "two lines", lambda: w.extents("Mesh summary")[3] > line,
                   lambda: f"{w.extents('Mesh summary')}, a line and its padding have {line}")


def no_program(_):
    """Of a program that has used some, none is in use here; what is said does not deny these."""
    with test_window("messages-no-program", [os.environ["GLSTEP"], "--", *MIXED]) as w:
        w.wait()
        w.press("Next frame")
        w.press("Next frame")  # in which it has drawn with a program
        verdict("messages-none-here", "in use here" in w.text("Why there is no source"), w.text("Why there is no source"))
        w.tab("Uniforms")
        eventually("messages-none-uniforms", "that there is no program", lambda: w.text("Uniforms summary") == "No GLSL program is in use",
                   lambda: w.text("Uniforms summary"))


def no_source(_):
    """Of a program that was made from a binary, as what keeps a cache does from its second start on."""
    with test_window("messages-no-source", [os.environ["GLSTEP"], "--", *BINARY]) as w:
        w.wait()
        w.press("Next draw")
        why = w.text("Why there is no source")
        verdict("messages-no-source", "made from a binary" in why and "Refuse program binaries" in why, why)
        w.tab("Editor")
        eventually("messages-no-source-editor", "that it has none", lambda: w.text("Editor state") == "The program in use has no GLSL source",
                   lambda: w.text("Editor state"))
        w.press("Debug fragment shader", wait=False)
        wait_until("the message", lambda: w.showing("Message"))
        verdict("messages-no-source-words", "Refuse program binaries on the start page" in w.text("Message") and "--" not in w.text("Message"),
                w.text("Message"))


def refused(_):
    """Why the last action was refused stays, where the values at the position cannot be had either."""
    with test_window("messages-refused", [os.environ["GLSTEP"], "--", *DISCARDING]) as w:
        w.wait()
        for _ in range(7):
            w.press("Next draw")
        w.press("Debug fragment shader")
        w.type("Pixel", "20, 20", wait=True)
        w.press("Continue")
        verdict("messages-discarded", "(20, 20) has been discarded" in w.text("Message"), w.text("Message"))
        w.type("Pixel", "20, 99", wait=True)
        verdict("messages-refused-why", "(20, 99) is outside" in w.text("Message"), w.text("Message"))
        w.press("Step back")
        verdict("messages-refused-gone", not w.showing("Message"), w.text("Message"))


def main():
    with test_window("messages", [os.environ["GLSTEP"], "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Next draw")
        run_parts("messages", (places, covers, uniforms, gone), w)
    words(None)
    no_program(None)
    no_source(None)
    refused(None)
    return verdict.failed


sys.exit(main())
