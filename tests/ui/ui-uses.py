#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Which calls of an opened trace have to do with a resource: of a texture, of what is attached to a framebuffer, of buffers bound to a
target, to an attribute and to a block; they lead to the list of calls; at another stop the answer is that of this stop; a window's own
buffer has none; a program that runs is told what to do.

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
TOOL = os.path.join(BUILD, "glstep-trace")
PROGRAM = os.path.join(BUILD, "test-analysis")
KINDS = ("Made by", "Written by", "Used by", "Bound by")


def record(path, *program):
    subprocess.run([GLSTEP, "record", "-o", path, "--", *program], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    return path


def calls_of(path):
    """(number, the call's text) of all."""
    text = subprocess.check_output([TOOL, "dump", "--verbose", path]).decode()
    return [(int(m[1]), m[2]) for m in re.finditer(r"^(\d+)(?: @\d+)? (\w+\((?:.|\n(?!\d+ \w))*)", text, re.M)]


def numbers(calls, pattern, first=0, last=1 << 60):
    return [str(n) for n, text in calls if re.match(pattern, text) and first <= n <= last]


def selected(w, name):
    """The first cell of the selected row, if it is to be seen."""
    table = w.find(name).get_table_iface()
    for row in range(Atspi.Table.get_n_rows(table)):
        cell = Atspi.Table.get_accessible_at(table, row, 0)
        cell.clear_cache()
        if cell.get_state_set().contains(Atspi.StateType.SELECTED):
            return cell.get_name()
    return None


def go(w, number):
    w.type("Find call", number)
    w.activate("GL calls", number)
    wait_until(f"call {number}", lambda: w.text("Status").startswith(f"Before call {number},"))
    w.wait()


def told(w):
    """Kind -> calls, of the tree, whose rows are opened first."""
    for kind in [r[0] for r in w.rows("Uses") if r[0] in KINDS]:
        if not opened(w, kind):
            w.expand("Uses", kind)
    found, kind = {}, None
    for row in w.rows("Uses"):
        if row[0] in KINDS:
            kind = found.setdefault(row[0], [])
        else:
            kind.append(row[0])
    return found


def opened(w, kind):
    rows = [r[0] for r in w.rows("Uses")]
    at = rows.index(kind)
    return at + 1 < len(rows) and rows[at + 1] not in KINDS


def is_told(w, name, expected, at):
    wait_until(f"uses before call {at}", lambda: w.text("Uses summary").endswith(f"before call {at}"))
    eventually(name, "the calls", lambda: told(w) == expected, lambda: f"{told(w)}, not {expected}")


def select(w, binding):
    """The row of the binding, which the program may have a name for."""
    def row():
        return next((r[0] for r in w.rows("Resources") if r[0].split(": ")[0] == binding), None)
    w.select("Resources", wait_until(binding, row))


def texture(path):
    calls = calls_of(path)
    images = numbers(calls, "glTexImage2D")
    with test_window("uses", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Resources")
        image = images[4]  # of the fourth frame's own texture; the first is made before the frames
        name = re.search(r"texture = (\d+)", dict(calls)[int(numbers(calls, "glBindTexture", last=int(image))[-1])])[1]
        # Drivers may give its name to the next frame's texture too.
        made = numbers(calls, rf"glGenTextures\(.*&{name}\)", last=int(image))[-1]
        ended = numbers(calls, rf"glDeleteTextures\(.*&{name}\)", first=int(image))[0]
        go(w, image)
        select(w, "unit 0")
        w.press("Calls of the resource", wait=False)
        of_texture = {"Made by": [made], "Written by": [image],
                      "Bound by": [*numbers(calls, rf"glBindTexture\(.*texture = {name}\)", int(made), int(ended)), ended]}
        is_told(w, "uses-texture", of_texture, image)
        verdict("uses-name", f"called {name};" in w.text("Uses summary"), w.text("Uses summary"))
        if os.environ.get("KEEP"):
            w.shot(os.path.join(os.environ["KEEP"], "uses.png"))
        w.tab("Call")
        w.activate("Uses", "Made by", wait=False)
        eventually("uses-led", "the call in the list", lambda: w.showing("GL calls") and selected(w, "GL calls") == of_texture["Made by"][0],
                   lambda: selected(w, "GL calls"))
        draw = numbers(calls, "glDrawElements", int(image))[0]
        go(w, draw)
        draws = numbers(calls, "glDrawElements")
        is_told(w, "uses-step", {"Made by": numbers(calls, r"glGenTextures\(.*&1\)"),
                                 "Written by": numbers(calls, "glTexImage2D|glGenerateMipmap|glTexParameteri", last=int(numbers(calls, r"glBindTexture\(")[1])),
                                 "Used by": draws, "Bound by": numbers(calls, r"glBindTexture\(.*texture = 1\)")}, draw)
        go(w, image)
        is_told(w, "uses-back", of_texture, image)
        go(w, draw)
        wait_until("uses there again", lambda: w.text("Uses summary").endswith(f"before call {draw}"))
        os.rename(path, path + ".away")  # what was read of it is kept
        buffers(w, calls, draws, draw)
        w.select("Resources", "GL_FRONT_LEFT")
        eventually("uses-window", "the sentence", lambda: "a window's own buffers are none" in w.text("Uses summary"),
                   lambda: w.text("Uses summary"))
        w.press("Calls of the resource", wait=False)
        eventually("uses-contents", "the contents", lambda: w.showing("Resource image"))


def buffers(w, calls, draws, draw):
    vertices = {"Made by": numbers(calls, r"glGenBuffers\(.*&1\)"), "Written by": numbers(calls, r"glBufferData\(target = GL_ARRAY_BUFFER"),
                "Used by": draws, "Bound by": numbers(calls, r"glBindBuffer\(.*buffer = 1\)|glVertexAttribPointer")}
    for row in "GL_ARRAY_BUFFER", "attribute 0":
        select(w, row)
        is_told(w, f"uses-{row.replace(' ', '-')}", vertices, draw)
    w.select("Resources", "GL_ELEMENT_ARRAY_BUFFER")
    is_told(w, "uses-elements", {"Made by": numbers(calls, r"glGenBuffers\(.*&2\)"), "Used by": draws,
                                 "Written by": numbers(calls, r"glBufferData\(target = GL_ELEMENT_ARRAY_BUFFER"),
                                 "Bound by": numbers(calls, r"glBindBuffer\(.*buffer = 2\)")}, draw)


def attached(path):
    """A texture that is drawn into, while it is looked up."""
    calls = calls_of(path)
    draws = numbers(calls, "glDrawElements")
    with test_window("uses-attached", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Resources")
        bound = [n for n in draws if any(re.match(r"glBindFramebuffer\(.*framebuffer = 1\)", text) for m, text in calls if m == int(n) - 1)]
        draw = (bound or draws)[1]
        go(w, draw)
        w.select("Resources", "GL_COLOR_ATTACHMENT0")
        w.press("Calls of the resource", wait=False)
        wait_until(f"uses before call {draw}", lambda: w.text("Uses summary").endswith(f"before call {draw}"))
        found = told(w)
        verdict("uses-attached-made", found["Made by"] == numbers(calls, r"glGenTextures\(.*&1\)"), found)
        verdict("uses-attached-written", draw in found["Written by"], found)


def blocks(path):
    """Buffers of blocks, by their index and by the block."""
    calls = calls_of(path)
    draw = numbers(calls, "glDispatchCompute")[0]
    with test_window("uses-blocks", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Resources")
        go(w, draw)
        w.press("Calls of the resource", wait=False)
        for row, name in (("GL_UNIFORM_BUFFER 3", 3), ("GL_SHADER_STORAGE_BUFFER 5", 5), ("block Tint[0]", 2), ("block Items", 5)):
            w.select("Resources", row)
            wait_until(f"uses of {name}", lambda name=name: f"called {name};" in w.text("Uses summary"))
            found = told(w)
            bound = numbers(calls, rf"glBindBuffer(Range)?\(.*buffer = {name}\W", last=27)
            stored = [n for n in numbers(calls, "glBuffer(Storage|Data)") if str(int(n) - 1) in bound]
            verdict(f"uses-{row.replace(' ', '-')}", found["Made by"] == numbers(calls, r"glGenBuffers\(n = 6") and stored == found["Written by"][:1] and
                    set(bound) <= set(found["Bound by"]), f"{found}: {bound}, {stored}")


def live(_path):
    with test_window("uses-live", [GLSTEP, "--", os.path.join(BUILD, "test-scenes"), "plain"]) as w:
        w.wait()
        w.tab("Resources")
        why = w.why("Calls of the resource")
        verdict("uses-live", not w.enabled("Calls of the resource") and "record the program" in why, why)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run_parts("uses", (texture,), record(os.path.join(folder, "a.trace"), PROGRAM, "texture-loaded"))
        run_parts("uses", (attached,), record(os.path.join(folder, "b.trace"), PROGRAM, "feedback-loop"))
        run_parts("uses", (blocks,), record(os.path.join(folder, "c.trace"), os.path.join(BUILD, "test-blocks")))
        run_parts("uses", (live,), None)
    return verdict.failed


sys.exit(main())
