#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
trace-extract.py - which calls of small traces, written here, the last frame needs: `glstep-trace extract`, without GL.
"""

import os
import re
import struct
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "data"))
from glstep_console import Results  # noqa: E402
from registry import load  # noqa: E402
from lying_trace import TRUE, Lies, context  # noqa: E402
from trace_bytes import NULL, array, blob, double, pointer, text, unsigned  # noqa: E402
from trace_tools import EVERYTHING, dump, run  # noqa: E402

TEXTURE_2D, RGBA, BYTE, TRIANGLES, ARRAY_BUFFER, SAMPLES = 0xDE1, 0x1908, 0x1401, 4, 0x8892, 0x8914
TEXTURE_BIT, FRAGMENT_SHADER, STATIC_DRAW, LINK_STATUS = 0x40000, 0x8B30, 0x88E4, 0x8B82
FRAMEBUFFER, DEPTH_ATTACHMENT = 0x8D40, 0x8D00
DRAW = ("glDrawArrays", TRIANGLES, 0, 3)


def image(size):
    return ("glTexImage2D", TEXTURE_2D, 0, RGBA, size, 1, 0, RGBA, BYTE, blob(bytes(4 * size)))


def texture(name, size):
    return [("glBindTexture", TEXTURE_2D, name), image(size)]


def calls_of(trace, calls):
    for name, *args in calls:
        result = args.pop()[1] if args and isinstance(args[-1], tuple) else None
        trace.make(name, *args, result=result)


def check(before, frame, needed):
    """The names, with their first arguments, of what is kept of `before`, in order."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        trace = Lies()
        swap = [("glXSwapBuffers", pointer(0xD0), 0xA0)]
        context(trace)
        calls_of(trace, [*before, *swap, *frame, *swap])
        trace.save(path)
        run("extract", "--frame", "1", path, part)
        lines = [line.partition(" ")[2].replace(" // fake", "") for line in dump(part, "--verbose").decode().splitlines() if line]
        kept = [line for line in lines if not line.startswith("glX")][:-len(frame)]
        assert '"begins: frame 1 of a.trace"' in kept[-1], kept
        names = [line.partition("(")[0] for line in kept[:-1]]
        assert names == needed, (names, needed, kept)


def superseded():
    check([("glClearColor", 1.0, 0.0, 0.0, 0.0), ("glClearColor", 0.0, 1.0, 0.0, 0.0), ("glClear", 0x4000), DRAW], [("glClear", 0x4000)],
          ["glClearColor"])


def matrices():
    check([("glTranslatef", 1.0, 0.0, 0.0), ("glPushMatrix",), ("glTranslatef", 2.0, 0.0, 0.0), ("glPopMatrix",)], [DRAW], ["glTranslatef"])


def ranges():
    before = [("glGenBuffers", 1, array(unsigned(3))), ("glBindBuffer", ARRAY_BUFFER, 3), ("glBufferData", ARRAY_BUFFER, 100, NULL, STATIC_DRAW)]
    parts = [("glBufferSubData", ARRAY_BUFFER, 0, 50, blob(bytes(50))), ("glBufferSubData", ARRAY_BUFFER, 20, 80, blob(bytes(80))),
             ("glBufferSubData", ARRAY_BUFFER, 0, 20, blob(bytes(20)))]
    use = [("glVertexAttribPointer", 0, 1, 0x1406, 0, 0, NULL)]
    check(before + parts + use, [DRAW], [call[0] for call in before] + ["glBufferSubData"] * 2 + ["glVertexAttribPointer"])


def queries():
    before = [("glGenQueries", 1, array(unsigned(5))), ("glBeginQuery", SAMPLES, 5), DRAW, ("glEndQuery", SAMPLES)]
    check(before, [("glGetQueryObjectuiv", 5, 0x8866, array(unsigned(9)))], [call[0] for call in before])


def feedbacks():
    """What was begun ends, even where nobody needs to know: else nothing begins again."""
    capture = [("glBeginTransformFeedback", 0), DRAW, ("glEndTransformFeedback",)]
    before = [("glGenBuffers", 1, array(unsigned(3))), ("glBindBufferBase", 0x8C8E, 0, 3), ("glBufferData", 0x8C8E, 100, NULL, STATIC_DRAW)]
    source = [("glBindBuffer", ARRAY_BUFFER, 3), ("glVertexAttribPointer", 0, 1, 0x1406, 0, 0, NULL)]
    check(before + capture * 2 + source, [DRAW], [call[0] for call in before + capture * 2 + source])


def captured():
    """Nobody reads what was captured where no capture goes on; where one does, draws add to it."""
    capture = [("glBeginTransformFeedback", 0), DRAW, ("glPauseTransformFeedback",), DRAW, ("glEndTransformFeedback",)]
    before = [("glGenBuffers", 1, array(unsigned(3))), ("glBindBufferBase", 0x8C8E, 0, 3), ("glBufferData", 0x8C8E, 100, NULL, STATIC_DRAW)]
    check(before + capture, [DRAW], ["glGenBuffers", "glBindBufferBase"])
    open_ended = [("glBeginTransformFeedback", 0), DRAW]
    check(before + open_ended, [DRAW], [call[0] for call in before + open_ended])


def handles():
    """Of a texture that is not bound, a shader may have the handle."""
    shader = [("glCreateProgram", ("result", unsigned(1))), ("glCreateShader", FRAGMENT_SHADER, ("result", unsigned(2))),
              ("glShaderSource", 2, 1, array(text("void main() {}")), NULL), ("glCompileShader", 2), ("glAttachShader", 1, 2),
              ("glLinkProgram", 1), ("glUseProgram", 1)]
    asked = [("glGetTextureHandleARB", 7, ("result", unsigned(99)))]
    made = [("glGenTextures", 1, array(unsigned(7))), *texture(7, 8)]
    free = [("glBindTexture", TEXTURE_2D, 0)]
    check(made + free + shader, [DRAW], [call[0] for call in free + shader])
    check(made + asked + free + shader, [DRAW], [call[0] for call in made + asked + free + shader])


def relinked():
    """A link that fails leaves what was linked before in use."""
    shader = [("glCreateProgram", ("result", unsigned(1))), ("glCreateShader", FRAGMENT_SHADER, ("result", unsigned(2))),
              ("glShaderSource", 2, 1, array(text("void main() {}")), NULL), ("glCompileShader", 2), ("glAttachShader", 1, 2),
              ("glLinkProgram", 1), ("glUseProgram", 1)]
    again = [("glShaderSource", 2, 1, array(text("no")), NULL), ("glCompileShader", 2), ("glLinkProgram", 1),
             ("glGetProgramiv", 1, LINK_STATUS, array(unsigned(0)))]
    check(shader + again, [DRAW], [call[0] for call in shader + again])


def chains():
    """Objects that refer to one another, more than any stack holds; then each name is another's."""
    trace, n = Lies(), 100000
    context(trace)
    for i in range(1, n):
        trace.make("glAttachShader", i, i + 1)
    trace.make("glUseProgram", 1)
    calls_of(trace, [DRAW, ("glUseProgram", 0)])
    for i in range(n, 0, -1):
        trace.make("glCreateProgram", result=unsigned(i))
    swap = ("glXSwapBuffers", pointer(0xD0), 0xA0)
    calls_of(trace, [swap, DRAW, swap])
    with tempfile.TemporaryDirectory() as folder:
        trace.save(os.path.join(folder, "a.trace"))
        run("extract", "--frame", "1", os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace"))


def contexts():
    """State of a context that was destroyed is not needed, once it is current no longer; that of one which shares with it is."""
    state = [("glEnable", 0x0BE2)]
    destroy = [("glXDestroyContext", pointer(0xD0), pointer(0xC0))]
    other = [("glXCreateContext", pointer(0xD0), NULL, NULL, TRUE, ("result", pointer(0xC1))),
             ("glXMakeCurrent", pointer(0xD0), unsigned(0xA0), pointer(0xC1), ("result", TRUE))]
    sharing = [("glXCreateContext", pointer(0xD0), NULL, pointer(0xC0), TRUE, ("result", pointer(0xC1))), other[1]]
    made = [("glGenTextures", 1, array(unsigned(7))), *texture(7, 8)]
    again = [("glBindTexture", TEXTURE_2D, 7), ("glEnable", TEXTURE_2D)]
    check(state + destroy + other, [DRAW], [])
    anew = [("glXCreateContext", pointer(0xD0), NULL, NULL, TRUE, ("result", pointer(0xC0))),
            ("glXMakeCurrent", pointer(0xD0), unsigned(0xA0), pointer(0xC0), ("result", TRUE))]
    check(state + anew, [DRAW], [])  # its handle is another's: it was destroyed, if not by a call
    check(state + other, [DRAW], ["glEnable"])
    check(made + sharing + destroy + again, [DRAW], [call[0] for call in made + again])


def current_again():
    """Of the calls that make the same context current in each frame, and of what is asked there of the window system, the last one is kept. What the other
    context holds is kept, too."""
    display, other = pointer(0xD0), pointer(0xC1)
    current = ("glXMakeCurrent", display, unsigned(0xA0), pointer(0xC0), ("result", TRUE))
    asked = [("glXQueryContext", display, pointer(0xC0), 0x800D, array(unsigned(1)), ("result", unsigned(0))), ("glXGetVideoSyncSGI", array(unsigned(1)))]
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        trace = Lies()
        context(trace)
        made = [("glXCreateContext", display, NULL, NULL, TRUE, ("result", other)),
                ("glXMakeCurrent", display, unsigned(0xA1), other, ("result", TRUE)), ("glClearColor", 1.0, 0.0, 0.0, 0.0)]
        frame = [current, *asked, ("glClear", 0x4000), DRAW, ("glXSwapBuffers", display, 0xA0)]
        calls_of(trace, [("glClearColor", 0.0, 1.0, 0.0, 0.0), *made, *frame * 9, *frame[1 + len(asked):]])
        trace.save(path)
        run("extract", "--frame", "9", path, part)
        names = [line.split()[1].partition("(")[0] for line in dump(part, "--verbose").decode().splitlines() if line]
        assert names == ["glXCreateContext", "glXMakeCurrent", "glClearColor", "glXCreateContext", "glXMakeCurrent", "glClearColor", "glXMakeCurrent",
                         "glStringMarkerGREMEDY", "glClear", "glDrawArrays", "glXSwapBuffers"], names


def attributes():
    """glPopAttrib binds the first texture again."""
    before = [("glGenTextures", 2, array(unsigned(7), unsigned(8))), *texture(7, 8), ("glEnable", TEXTURE_2D), ("glPushAttrib", TEXTURE_BIT),
              ("glBindTexture", TEXTURE_2D, 8), ("glPopAttrib",)]
    check(before, [DRAW], [call[0] for call in before])


def masked_depth():
    """Where depth is masked, no clear and no draw changes it."""
    target = [("glGenTextures", 1, array(unsigned(7))), *texture(7, 8), ("glGenFramebuffers", 1, array(unsigned(5))),
              ("glBindFramebuffer", FRAMEBUFFER, 5), ("glFramebufferTexture2D", FRAMEBUFFER, DEPTH_ATTACHMENT, TEXTURE_2D, 7, 0),
              ("glBindTexture", TEXTURE_2D, 0)]
    drawn = [("glEnable", 0x0B71), ("glClear", 0x100)]
    masked = [("glDepthMask", 0), ("glClear", 0x100), DRAW]
    check(target + drawn + masked, [DRAW], [call[0] for call in target + drawn + masked[:1]])
    check(target + drawn + masked[1:], [DRAW], [call[0] for call in target + drawn[:1] + masked[1:]])


def comments():
    """Where a call is kept that is without what it reads, so is the recorder's comment behind it that says so."""
    too_long = text("too long: the call before")
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        trace = Lies()
        context(trace)
        calls_of(trace, [("glGenTextures", 1, array(unsigned(7))), ("glEnable", TEXTURE_2D)])
        for name in 8, 7:
            calls_of(trace, texture(name, 8))
            trace.call("glStringMarkerGREMEDY", ["len", "string"], [unsigned(1), too_long], flags=1)
        calls_of(trace, [("glXSwapBuffers", pointer(0xD0), 0xA0), DRAW, ("glXSwapBuffers", pointer(0xD0), 0xA0)])
        trace.save(path)
        run("extract", "--frame", "1", path, part)
        names = [line.split()[1].partition("(")[0] for line in dump(part).decode().splitlines() if line]
        assert names[names.index("glTexImage2D") + 1] == "glStringMarkerGREMEDY" and dump(part).count(b"too long") == 1, names


COMPILE, COLOR = 0x1300, ("glColor3f", 1.0, 0.0, 0.0)


def new_list(name, *calls):
    return [("glNewList", name, COMPILE), *calls, ("glEndList",)]


def names_of(calls):
    return [call[0] for call in calls]


def nested_lists():
    """What a list calls was needed when it was called, whatever has become of it since."""
    gone = [("glDeleteLists", 1, 1)], new_list(1, ("glPointSize", 2.0)), []
    effects = COLOR, ("glTranslatef", 1.0, 0.0, 0.0), ("glEnable", 0xBE2), ("glScissor", 1, 2, 3, 4), ("glColorMask", 1, 0, 1, 1), ("glDepthFunc", 0x203)
    for after in gone:
        for effect in effects:
            deep = new_list(1, effect) + new_list(2, ("glCallList", 1)) + new_list(3, ("glCallList", 2))
            call = [("glCallList", 3)]
            check(deep + call + after, [DRAW], names_of(deep + call))
    unused = new_list(4, ("glCallList", 5)) + new_list(5, COLOR)
    check(unused + [("glCallList", 4), COLOR], [DRAW], ["glColor3f"])


REGISTRY = "/usr/share/khronos-api"
CHOSEN = {"TextureTarget": TEXTURE_2D, "TextureUnit": 0x84C0, "InternalFormat": RGBA, "PixelFormat": RGBA, "PixelType": BYTE, "DrawBufferMode": 0x405,
          "EnableCap": 0xBE2, "PrimitiveType": TRIANGLES, "MaterialFace": 0x408, "ProgramTarget": 0x8804, "DrawElementsType": BYTE, "MatrixMode": 0x1700}


def some_call(registry, function):
    """With arguments of which it matters only that they are of the right kind."""
    args = []
    for p in function.parameters:
        if p.cls == "POINTER":
            args.append(blob(bytes(64)) if p.pointee == "VOID" else array(*[double(1) if p.pointee in ("FLOAT", "DOUBLE") else unsigned(1)] * 16))
        elif p.cls in ("FLOAT", "DOUBLE"):
            args.append(1.0)
        elif p.cls in ("ENUM", "BITFIELD"):
            group = sorted(c.value for c in registry.constants.values() if p.group in c.groups)
            args.append(CHOSEN.get(p.group, group[0] if group else 0))
        else:
            args.append(0 if p.name in ("level", "border", "index") or "offset" in p.name else 1)
    return (function.name, *args)


def needed_of(before, names):
    """The calls of these functions, each (name, first argument), that are kept of what comes before a frame."""
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "a.trace"), os.path.join(folder, "b.trace")
        trace = Lies()
        swap = ("glXSwapBuffers", pointer(0xD0), 0xA0)
        context(trace)
        calls_of(trace, [*before, swap, DRAW, swap])
        trace.save(path)
        run("extract", "--frame", "1", path, part)
        calls = re.findall(r"^\d+ (\w+)\((?:\w+ = )?(\w*)", dump(part, "--verbose").decode().partition('"begins: frame 1')[0], re.MULTILINE)
        return [call for call in calls if call[0] in names]


def all_in_lists():
    """Of all functions that go into lists, those that are needed where the program calls them are needed three lists deep, too, also where the lists are gone
    since. What replaces one another is needed in turn; GLSTEP_TRACES=all waits until each was."""
    registry = load(REGISTRY, os.path.join(os.environ["top_srcdir"], "data"))
    left = [some_call(registry, f) for _, f in sorted(registry.functions.items()) if f.lists & {"MATRIX", "KEPT", "COMPILED"} and f.plain == f.name and
            f.name not in ("glBegin", "glEnd", "glCallList", "glCallLists")]
    seen, rounds = 0, 0
    while left and (EVERYTHING or rounds < 12):
        names = [call[0] for call in left]
        needed = {name for name, _ in needed_of(left, names)}
        if not needed:
            break
        lists = [call for n, effect in enumerate(left) for call in new_list(3 * n + 1, effect) + new_list(3 * n + 2, ("glCallList", 3 * n + 1)) +
                 new_list(3 * n + 3, ("glCallList", 3 * n + 2))]
        calls = [("glCallList", 3 * n + 3) for n in range(len(left))]
        kept = {names[int(number) // 3 - 1] for _, number in needed_of([*lists, *calls, ("glDeleteLists", 1, 3 * len(left))], ["glCallList"])}
        assert kept >= needed, f"not needed in lists: {', '.join(sorted(needed - kept))}"
        left = [call for call in left if call[0] not in needed]
        seen, rounds = seen + len(needed), rounds + 1
    assert seen > 350, f"only {seen} functions were needed"


def lists_gone():
    """A list that a kept one calls is not there any more then, or is another, though what it did before is needed."""
    lists = new_list(1, ("glNormal3f", 0.0, 0.0, 1.0)) + new_list(2, ("glCallList", 1)) + new_list(3, ("glCallList", 2), ("glEnable", 0xBE2))
    for gone in [("glDeleteLists", 1, 1)], new_list(1, ("glPointSize", 2.0)):
        before = lists + [("glCallList", 1), *gone, ("glCallList", 3)]
        check(before, [DRAW], names_of(before))


def bitmaps():
    """glBitmap moves the raster position, whatever becomes of what it draws."""
    bitmap = ("glBitmap", 8, 1, 0.0, 0.0, 3.0, 2.0, blob(b"\xff"))
    moves = [("glRasterPos2f", 0.0, 0.0), bitmap, bitmap]
    check([bitmap, *moves], [bitmap], names_of(moves))
    nested = new_list(1, bitmap) + new_list(2, ("glCallList", 1)) + [("glCallList", 2), ("glDeleteLists", 1, 1)]
    check(moves[:1] + nested, [bitmap], names_of(moves[:1] + nested[:-1]))


def lists_looked_into():
    """When a list is compiled, a driver looks into those that it calls, and they into theirs: they are there then, as they were. Mesa takes the names of
    glCallLists without where glListBase says."""
    deep = new_list(1, ("glPointSize", 2.0)) + new_list(2, ("glCallList", 1)) + new_list(3, ("glCallList", 2))
    check(deep + new_list(1, COLOR), [("glCallList", 3)], names_of(deep + new_list(1, COLOR)))
    lists = new_list(1, ("glPointSize", 2.0)) + new_list(3, ("glListBase", 10), ("glCallLists", 1, 0x1401, blob(b"\1"))) + new_list(11, COLOR)
    check(lists, [("glCallList", 3)], names_of(lists))


def lists_by_name():
    """Lists within a list, by glCallLists: names of every type, counted from where glListBase says."""
    names = {0x1400: b"\1\2", 0x1401: b"\1\2", 0x1402: struct.pack("<2h", 1, 2), 0x1403: struct.pack("<2H", 1, 2), 0x1404: struct.pack("<2i", 1, 2),
             0x1405: struct.pack("<2I", 1, 2), 0x1406: struct.pack("<2f", 1, 2), 0x1407: b"\0\1\0\2", 0x1408: b"\0\0\1\0\0\2", 0x1409: b"\0\0\0\1\0\0\0\2"}
    for kind, text_of in names.items():
        lists = new_list(11, COLOR) + new_list(12, ("glNormal3f", 0.0, 0.0, 1.0))
        outer = new_list(3, ("glListBase", 10), ("glCallLists", 2, kind, blob(text_of)))
        check(lists + outer + [("glCallList", 3), ("glDeleteLists", 11, 2)], [DRAW], names_of(lists + outer) + ["glCallList"])
        by_program = [("glListBase", 10), ("glCallLists", 2, kind, blob(text_of)), ("glDeleteLists", 11, 2)]
        # The second one is needed, too, where only that is: the colour is set again.
        check(lists + by_program + [COLOR], [DRAW], names_of(lists + by_program[:2]) + ["glColor3f"])
    many = new_list(11, COLOR) + new_list(3, ("glCallLists", 101, 0x1401, blob(bytes(100) + b"\13")))
    check(many + [("glCallList", 3), ("glDeleteLists", 11, 1)], [DRAW], names_of(many) + ["glCallList"])


def other_effects():
    """Of a list that is called for its colour, the rest does not go to what it did not go to in the whole."""
    bound = [("glGenTextures", 2, array(unsigned(7), unsigned(8))), *texture(8, 8), ("glEnable", TEXTURE_2D)]
    other, lists = [("glBindTexture", TEXTURE_2D, 7)], new_list(1, ("glTexParameteri", TEXTURE_2D, 0x2801, 0x2600), COLOR)
    again = [("glCallList", 1), ("glBindTexture", TEXTURE_2D, 8)]
    check(bound + other + lists + again, [DRAW], names_of(bound + other + lists + again))
    target = [("glGenFramebuffers", 1, array(unsigned(5)))]
    draw = [("glBindFramebuffer", FRAMEBUFFER, 5), *new_list(1, ("glBegin", TRIANGLES), ("glVertex2f", 0.0, 0.0), ("glEnd",), COLOR), ("glCallList", 1),
            ("glBindFramebuffer", FRAMEBUFFER, 0)]
    check(target + draw, [DRAW], names_of(target + draw))
    pushes = new_list(1, ("glPushMatrix",)) + new_list(2, ("glCallList", 1), ("glTranslatef", 1.0, 0.0, 0.0), ("glPopMatrix",), COLOR)
    check(pushes + [("glCallList", 2)], [DRAW], names_of(pushes) + ["glCallList"])


def list_sources():
    """What buffers hold goes into a list when it is compiled."""
    filled = [("glGenBuffers", 1, array(unsigned(3))), ("glBindBuffer", ARRAY_BUFFER, 3), ("glBufferData", ARRAY_BUFFER, 4, blob(bytes(4)), STATIC_DRAW),
              ("glVertexAttribPointer", 0, 1, 0x1406, 0, 0, NULL)]
    lists, emptied = new_list(1, DRAW), [("glBufferData", ARRAY_BUFFER, 4, NULL, STATIC_DRAW), ("glVertexAttribPointer", 0, 2, 0x1406, 0, 0, NULL)]
    check(filled + lists + emptied, [("glCallList", 1)], names_of(filled + lists + emptied))
    pixels = [("glGenBuffers", 1, array(unsigned(3))), ("glBindBuffer", 0x88EC, 3), ("glBufferData", 0x88EC, 4, blob(bytes(4)), STATIC_DRAW)]
    bitmap = new_list(1, ("glBitmap", 8, 1, 0.0, 0.0, 0.0, 0.0, NULL))
    free = [("glBindBuffer", 0x88EC, 0)]
    check(pixels + bitmap + free, [("glCallList", 1)], names_of(pixels + bitmap + free))


def main():
    results = Results()
    for part in (superseded, matrices, ranges, queries, feedbacks, captured, handles, relinked, chains, contexts, current_again, attributes, masked_depth, comments, nested_lists, all_in_lists, lists_gone, bitmaps,
                 lists_looked_into, lists_by_name, other_effects, list_sources):
        results.check(part.__name__, part)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
