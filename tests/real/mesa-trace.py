#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
mesa-trace.py - GL_MESA_trace: test-mesa-trace uses each of its functions.

 answers   without glstep there is none; under it GetProcAddress and dlsym have ten functions, the extension's string only with
           --mesa-trace; what the program prints and draws is otherwise the same
 recorded  in the trace of `glstep record`: comments (one in a block, none from a display list), names before the calls that name them,
           errors, classes left out; apitrace reads it, its player draws the program's picture
 own       glNewTraceMESA begins a trace of its own, beside those that are there; its calls bring a player's state to where the program's is
 core      likewise in a core context: the player finds no call that is an error there
 lists     likewise while a display list is compiled: no call of ours goes into it, and a player of the trace has its beginning
 names     a comment stands right before each call that names its object, of every kind of naming, and before no other; a glBegin that fails has its error
 shared    the program's trace goes on in the user's; the user may end it; a folder that takes no file is told
 two       traces of two contexts at a time, which were there before, go into one file, until the last of them ends; also of OpenGL ES,
           where the extension is not but its functions do what they say
 asserts   what glTraceAssertAttribMESA asks for is what the player's state holds, of each group, and apitrace's player asks for it
 compared  and what the player does not hold is told by glstep-replay: only then
 arrays    what sets an array in the program's memory stands where it was called, also of arrays that are off
 outside   --classes, and the console's `trace enable`, `disable`, `comment` and `assert`
"""

import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Console, Results, program, without_libraries  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402
from state_dump import UNSTEADY  # noqa: E402
from trace_tools import apitrace_dump, draw_frames, faults, need_apitrace, our_pictures, play, run, without_alpha  # noqa: E402

PROGRAM = os.path.abspath(program("test-mesa-trace"))
FRAMES = 2
SIDE = 64  # of the window, of lists


def output(argv, folder):
    done = subprocess.run(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=patience(60), check=False)
    assert done.returncode == 0, (argv, done.returncode, done.stderr.decode())
    return done.stdout.decode().splitlines()


def plain(lines):
    return [line for line in lines if not line.startswith("trace")]


def record(folder, *options, name="a.trace"):
    path = os.path.join(folder, name)
    lines = output([os.path.abspath(GLSTEP), "record", "-o", path, *options, "--", PROGRAM, "--frames", str(FRAMES)], folder)
    assert not faults(path), faults(path)
    return lines, path


def calls(path):
    """(number, function, arguments, is it made up)"""
    found = []
    for line in apitrace_dump(path, "--verbose").decode().splitlines():
        match = re.match(r"(\d+) (?:@\d+ )?(\w+)\((.*)\)( = .*?)?( // .*)?$", line)
        if match:
            found.append((int(match[1]), match[2], match[3], "fake" in (match[5] or "")))
    return found


def comment(call):
    match = re.match(r'len = \d+, string = "(.*)"$', call[2])
    return match[1] if call[1] == "glStringMarkerGREMEDY" and call[3] and match else None


def comments(path):
    return [text for text in map(comment, calls(path)) if text is not None]


def behind(path, text, n):
    """The functions of the n calls behind that comment."""
    found = calls(path)
    at = next(i for i, call in enumerate(found) if comment(call) == text)
    return [call[1] for call in found[at + 1:at + 1 + n]]


def pictures(path):
    with tempfile.TemporaryDirectory() as folder:
        return [read_png(os.path.join(folder, name)) for name in draw_frames(path, folder)]


# ---- the program ----

def answers():
    with tempfile.TemporaryDirectory() as folder:
        alone = output([PROGRAM, "--frames", str(FRAMES)], folder)
        assert "trace known 0, symbols 0, in the string 0, in the list 0, mask 0" in alone, alone
        for options, told in ((), 0), (("--mesa-trace",), 1):
            lines, _ = record(folder, *options)
            assert lines[0] == f"trace known 1, symbols 10, in the string {told}, in the list {told}, mask 0x1f", lines
            assert plain(lines) == plain(alone), (lines, alone)
            assert "trace error of glNewTraceMESA in a block: 0x502" in lines, lines
            assert "trace error of eight in a block: 0x502" in lines, lines
            assert "trace mask 0x1f 31 31 1, name '../a log'" in lines, lines
            assert "trace mask 0x7 7 7 1, name '../a log'" in lines, lines
            assert "trace mask 0x1f 31 31 1, name ''" in lines, lines
        # other paths through the wrappers: errors asked for after each call; blocks kept until their glEnd
        for command in "log full", "break call glFinish":
            said = os.path.join(folder, "said")
            output([os.path.abspath(GLSTEP), "--mesa-trace", "--program-output", said, "-e", command, "-e", "continue", "--",
                    PROGRAM, "--frames", str(FRAMES)], folder)
            with open(said, encoding="utf-8") as file:
                assert without_libraries(file.read()).splitlines() == lines, command


def recorded():
    with tempfile.TemporaryDirectory() as folder:
        _, path = record(folder)
        said, found = comments(path), calls(path)
        assert said.count("while a list is compiled") == 1, said
        for text, times in (("in the block", FRAMES), ("list 7: a wheel", FRAMES), ("the end of the frame", FRAMES),
                            ("glNewTraceMESA: ../a log", FRAMES), ("glEndTraceMESA", FRAMES), ("in no trace of the program's", 1),
                            ("glEnable: GL_INVALID_ENUM", FRAMES), ("glDepthFunc: GL_INVALID_ENUM", FRAMES)):
            assert said.count(text) == times, (text, said)
        assert not [text for text in said if "of no" in text or "not yet" in text or "in a block" in text], said
        assert behind(path, "list 7: a wheel", 1) == ["glCallList"]
        assert re.fullmatch(r"texture \d+: a wall", next(text for text in said if text.startswith("texture")))
        assert behind(path, next(text for text in said if text.startswith("texture")), 1) == ["glBindTexture"]
        assert behind(path, next(text for text in said if text.endswith("the pixels")), 1) == ["glDrawPixels"]
        assert any(text.endswith(": the vertices") for text in said), said
        names = [call[1] for call in found]
        at = next(i for i, call in enumerate(found) if comment(call) == "in the block")
        assert "glBegin" in names[at - 3:at] and "glEnd" in names[at:at + 5], names[at - 3:at + 5]
        assert not [name for name in names if name.endswith("TraceMESA") or name.startswith("glTrace")], names
        # classes: of two glDrawPixels in a frame one has no data; neither a colour nor a hint is there that are of none
        with_data = [call[2].endswith("NULL") for call in found if call[1] in ("glDrawPixels", "glTexSubImage2D", "glBitmap")]
        assert with_data == [False] * 3 + [True] * 3 + [False] * 3 + [True] * 3, with_data
        assert not [call for call in found if call[1] == "glHint" and "GL_POINT_SMOOTH" in call[2] and not call[3]], "glHint"
        assert not [call for call in found if call[1] == "glColor3f" and "0.5, green = 0.5" in call[2]], "glColor3f"


def drawn():
    """What the player draws of a trace without classes left out is what the program draws; the picture changes if some are."""
    with tempfile.TemporaryDirectory() as folder:
        _, every = record(folder, "--classes", "all", name="all.trace")
        _, some = record(folder, name="some.trace")
        dumped = os.path.join(folder, "frames")
        output([PROGRAM, "--frames", str(FRAMES), "--dump", dumped], folder)
        with open(dumped, "rb") as file:
            live = file.read()
        played = pictures(every)[-FRAMES:]
        width, height, _ = played[0]
        size = width * height * 4
        assert len(live) == FRAMES * size
        for frame, (_, _, rows) in enumerate(played):
            for y, row in enumerate(rows):
                start = frame * size + (height - 1 - y) * width * 4
                theirs = live[start:start + width * 4]
                assert [row[i::4] for i in range(3)] == [theirs[i::4] for i in range(3)], f"frame {frame}, row {y}"
        assert pictures(some)[-FRAMES:] != played, "nothing was left out"


# ---- a trace of the program's own ----

def player_state(path, number):
    """What apitrace's player holds behind the call, but for what changes by itself."""
    done = subprocess.run(["glretrace", "-D", str(number), path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=patience(60), check=False)
    state = json.loads(done.stdout.decode(errors="replace"), strict=False)["parameters"]
    return without_choices({name: value for name, value in state.items() if not name.startswith(UNSTEADY)})


def without_choices(state):
    """What is a driver's choice: which textures are where; and the mode of a list while none is compiled (NVIDIA's driver: the last one's)."""
    state.pop("GL_LIST_MODE", None)
    for units in state.values():
        for values in units.values() if isinstance(units, dict) else ():
            if isinstance(values, dict):
                values.pop("GL_TEXTURE_RESIDENT", None)
    return state


def without_images(state):
    """A texture from before the trace has no image in it, so nothing is said of its size and format."""
    for units in state.values():
        for target, values in units.items() if isinstance(units, dict) else ():
            if isinstance(values, dict) and re.match("GL_TEXTURE_([123]D|CUBE|RECT)", target):
                for key in list(values):
                    if re.match("GL_TEXTURE_(.*_SIZE|.*_TYPE|.*_FORMAT|WIDTH|HEIGHT|DEPTH|COMPRESSED.*|SAMPLES)$", key):
                        del values[key]
    return state


def same_state(mine, theirs):
    differing = {name for name in mine.keys() | theirs.keys() if mine.get(name) != theirs.get(name)}
    assert not differing, {name: (mine.get(name), theirs.get(name)) for name in differing}


def own():
    with tempfile.TemporaryDirectory() as folder:
        for name in "a_log.trace", "a_log.2.trace":
            with open(os.path.join(folder, name), "w", encoding="ascii") as file:
                file.write("of somebody else")
        lines = output([os.path.abspath(GLSTEP), "-e", "log off", "-e", "continue", "--", PROGRAM, "--frames", str(FRAMES)], folder)
        assert lines[-1].startswith("The program ended with status 0"), lines
        assert sorted(os.listdir(folder)) == ["a_log.1.trace", "a_log.2.trace", "a_log.3.trace", "a_log.trace"], os.listdir(folder)
        for name in "a_log.trace", "a_log.2.trace":
            with open(os.path.join(folder, name), encoding="ascii") as file:
                assert file.read() == "of somebody else"
        path = os.path.join(folder, "a_log.1.trace")
        assert not faults(path), faults(path)
        found = calls(path)
        made = [call[1] for call in found if call[1] != "glXGetFBConfigAttrib"]
        assert made[:2] == ["glXCreateNewContext", "glXMakeCurrent"] and found[0][1] == "glXGetFBConfigAttrib", found[:20]
        assert comments(path)[0] == "glNewTraceMESA: ../a log" and comments(path)[-1] == "glEndTraceMESA", comments(path)
        assert [call[1] for call in found].count("glXSwapBuffers") == 1
        set_by = next(i for i, call in enumerate(found) if not call[3])  # the program's first call
        _, whole = record(folder, name="whole.trace")
        begun = next(i for i, call in enumerate(calls(whole)) if comment(call) == "glNewTraceMESA: ../a log")
        after = next(call[0] for call in calls(whole)[begun:] if not call[3]) - 1
        before = player_state(whole, calls(whole)[begun][0] - 1)
        assert len(before) > 500
        # where it is so already, nothing changes; in another context it is so then
        same_state(player_state(whole, after), before)
        same_state(without_images(player_state(path, found[set_by][0] - 1)), without_images(before))
        # what that player does not tell
        for wanted in ("glStencilFuncSeparate", "face = GL_BACK, func = GL_LESS, ref = 3, mask = 127"), \
                ("glMultiTexCoord4f", "target = GL_TEXTURE1, s = 0.25, t = 0.5, r = 0.75, q = 1"), \
                ("glStencilOpSeparate", "face = GL_FRONT, sfail = GL_INVERT, dpfail = GL_INCR, dppass = GL_DECR"), \
                ("glVertexAttrib4fv", "index = 7, v = {0.25, 0.5, 0.75, 1}"):
            assert (*wanted, True) in [call[1:] for call in found], wanted


def answered(arguments):
    """The name that a call asks for, and what it is said to have got."""
    name = re.search(r"(?:pname|cap) = (GL_\w+)", arguments)
    value = re.search(r"(?:data|params) = (.*)$", arguments)
    return name and name[1], value and [float(v) for v in re.findall(r"-?[\d.]+(?:e[-+]?\d+)?", value[1].replace("&", ""))]


ASKED = {  # something of each group
    "CURRENT": "GL_CURRENT_COLOR", "POINT": "GL_POINT_SIZE", "LINE": "GL_LINE_WIDTH", "POLYGON": "GL_CULL_FACE_MODE",
    "POLYGON_STIPPLE": "glGetPolygonStipple", "PIXEL_MODE": "GL_ZOOM_X", "LIGHTING": "GL_SHADE_MODEL", "FOG": "GL_FOG_DENSITY",
    "DEPTH_BUFFER": "GL_DEPTH_FUNC", "ACCUM_BUFFER": "GL_ACCUM_CLEAR_VALUE", "STENCIL_BUFFER": "GL_STENCIL_FUNC", "VIEWPORT": "GL_VIEWPORT",
    "TRANSFORM": "GL_MATRIX_MODE", "ENABLE": "GL_NORMALIZE", "COLOR_BUFFER": "GL_BLEND_SRC_RGB", "HINT": "GL_FOG_HINT",
    "EVAL": "GL_MAP1_GRID_SEGMENTS", "LIST": "GL_LIST_BASE", "TEXTURE": "GL_TEXTURE_ENV", "SCISSOR": "GL_SCISSOR_BOX",
    "MULTISAMPLE": "GL_SAMPLE_COVERAGE_VALUE"}


def asked_behind(found, at):
    """The made-up calls behind that one."""
    asked = []
    for call in found[at + 1:]:
        if not call[3] or comment(call):
            break
        asked.append(call)
    return asked


def agreeing(asked, state):
    """How many of the answers the player's state has, too: none differs. It is of the first texture unit."""
    compared, unit = 0, "GL_TEXTURE0"
    for _, function, arguments, _ in asked:
        name, values = answered(arguments)
        if function == "glActiveTexture":
            unit = arguments.split(" = ")[1]
        if unit == "GL_TEXTURE0" and function in ("glGetFloatv", "glGetDoublev", "glGetIntegerv") and name in state and values:
            held = state[name] if isinstance(state[name], list) else [state[name]]
            if all(isinstance(value, (int, float)) for value in held):
                compared += 1
                assert len(values) <= len(held), (arguments, held)
                assert all(abs(a - b) < 1e-5 for a, b in zip(values, held, strict=False)), (arguments, held)
    return compared


def asserts():
    with tempfile.TemporaryDirectory() as folder:
        _, path = record(folder)
        found = calls(path)
        first, every = [i for i, call in enumerate(found) if (comment(call) or "").startswith("glTraceAssertAttribMESA")][:2]
        assert comment(found[first]) == "glTraceAssertAttribMESA(GL_LIGHTING_BIT | GL_DEPTH_BUFFER_BIT)", found[first]
        asked = asked_behind(found, first)
        assert len(asked) > 80 and all(re.match(r"gl(Get|IsEnabled)", call[1]) for call in asked), asked
        state = player_state(path, found[first][0])
        assert agreeing(asked, state) >= 2
        asked = asked_behind(found, every)
        text = "\n".join(f"{function}({arguments})" for _, function, arguments, _ in asked)
        assert not [group for group, what in ASKED.items() if what not in text], text
        others = {call[1] for call in asked if not re.match(r"gl(Get|IsEnabled)", call[1])}
        assert others == {"glActiveTexture", "glPushClientAttrib", "glPixelStorei", "glPopClientAttrib"}, others
        assert len(asked) > 800 and agreeing(asked, state) > 60, (len(asked), agreeing(asked, state))
        played = subprocess.run(["glretrace", path], capture_output=True, timeout=patience(60), check=False)
        assert played.returncode == 0, played.stderr[-500:]
        dump = apitrace_dump(path, "--verbose").decode()
        assert "glIsEnabled(cap = GL_DEPTH_TEST) = false // fake" in dump
        assert "glGetIntegerv(pname = GL_DEPTH_FUNC, data = &518) // fake" in dump or "GL_GEQUAL" in dump
        assert "glGetDoublev(pname = GL_DEPTH_CLEAR_VALUE, data = &0.25) // fake" in dump
        assert "glGetBooleanv(pname = GL_DEPTH_WRITEMASK, data = &true) // fake" in dump


def without(path, out, function, arguments):
    """The trace without these calls."""
    numbers = [call[0] for call in calls(path) if call[1] == function and re.fullmatch(arguments, call[2])]
    assert numbers, (function, arguments)
    with open(out + ".calls", "w", encoding="ascii") as file:
        first = 0
        for number in [*numbers, None]:
            if number != first:
                file.write(f"{first}-{number - 1 if number is not None else ''}\n")
            first = number + 1 if number is not None else 0
    run("repack", "--calls", f"@{out}.calls", path, out)
    return out


def compared():
    with tempfile.TemporaryDirectory() as folder:
        _, path = record(folder)
        assert "asserts" not in play(path, "--md5")[1], play(path, "--md5")[1]
        # in the calls of the program and in those that tell the state where its own trace begins
        for function, pattern, told in (("glDepthFunc", "func = GL_GEQUAL", r"GL_DEPTH_FUNC is \w+, and it is \w+ here"),
                                        ("glLightfv", "light = GL_LIGHT4, pname = GL_SPECULAR, .*", r"GL_LIGHT4, GL_SPECULAR is \{.*\}, and it is \{0, 0, 0, 1\} here"),
                                        ("glEnable", "cap = GL_NORMALIZE", r"GL_NORMALIZE is true, and it is false here")):
            said = play(without(path, os.path.join(folder, "cut.trace"), function, pattern), "--md5")[1]
            lines = [line for line in said.splitlines() if "the trace asserts that" in line]
            assert len(lines) == 1 and re.search(told, lines[0]), (function, said)


def arrays():
    with tempfile.TemporaryDirectory() as folder:
        _, path = record(folder)
        found = calls(path)
        said = [(i, comment(call)) for i, call in enumerate(found) if re.match(r"gl\w+Pointer\(", comment(call) or "")]
        assert [re.sub("0x[0-9a-f]+", "N", text) for _, text in said] == ["glVertexPointer(2, GL_FLOAT, 0, N)", "glNormalPointer(GL_FLOAT, 12, N)"] * FRAMES, said
        for i, text in said:
            around = ("glEnableClientState", "glDrawArrays", "glDisableClientState")
            before = next(call[1] for call in reversed(found[:i]) if call[1] in around)
            behind_it = next(call[1] for call in found[i + 1:] if call[1] in around)
            assert (before, behind_it) == ("glEnableClientState", "glDrawArrays"), (text, before, behind_it)
        _, some = record(folder, "--classes", "operations,primitives", name="some.trace")
        assert not [text for text in comments(some) if "Pointer(" in text]


def core():
    """In a core context, of which drivers answer much that only compatibility contexts have: no call of it is an error for a player."""
    with tempfile.TemporaryDirectory() as folder:
        output([os.path.abspath(GLSTEP), "-e", "continue", "--", PROGRAM, "--core", "--frames", str(FRAMES)], folder)
        path = os.path.join(folder, "core.trace")
        assert not faults(path), faults(path)
        found = calls(path)
        made = [call[1] for call in found if call[1] != "glXGetFBConfigAttrib"]
        assert made[0] == "glXCreateContextAttribsARB" and len(found) > 300, found[:20]
        for wanted in ("glDepthFunc", "func = GL_GEQUAL"), ("glPolygonMode", "face = GL_FRONT_AND_BACK, mode = GL_LINE"), \
                ("glHint", "target = GL_LINE_SMOOTH_HINT, mode = GL_NICEST"), ("glEnable", "cap = GL_SCISSOR_TEST"), \
                ("glStencilMaskSeparate", "face = GL_BACK, mask = 63"):
            assert (*wanted, True) in [call[1:] for call in found], wanted
        done = subprocess.run(["glretrace", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(60), check=True)
        errors = [line for line in done.stdout.decode().splitlines() if "glGetError" in line]
        assert not errors, errors


def in_lists(path):
    """The calls that a player finds between glNewList and glEndList."""
    found, lists = calls(path), []
    for call in found:
        if call[1] == "glNewList":
            lists.append([])
        elif lists and lists[-1][-1:] != ["glEndList"]:
            lists[-1].append(call[1])
    return lists


def live_rows(folder, *options):
    """Of each frame, from the top, without alpha."""
    dumped = os.path.join(folder, "frames")
    output([PROGRAM, *options, "--frames", str(FRAMES), "--size", f"{SIDE}x{SIDE}", "--dump", dumped], folder)
    with open(dumped, "rb") as file:
        data = file.read()
    assert len(data) == FRAMES * SIDE * SIDE * 4
    rows = [data[i:i + SIDE * 4] for i in range(0, len(data), SIDE * 4)]
    return [[without_alpha(row) for row in rows[i + SIDE - 1:i - 1 if i else None:-1]] for i in range(0, FRAMES * SIDE, SIDE)]


def lists():
    not_compiled = ("glStringMarkerGREMEDY", "glIsEnabled", "glGet", "glX", "glPushClientAttrib", "glPopClientAttrib", "glPixelStore")
    with tempfile.TemporaryDirectory() as folder:
        live = live_rows(folder, "--list")
        assert len(set(map(str, live))) == 1 and len(set(map(str, live[0]))) == 2, "nothing can be seen"
        words = [PROGRAM, "--list", "--size", f"{SIDE}x{SIDE}", "--frames", str(FRAMES)]
        whole, own = os.path.join(folder, "whole.trace"), [os.path.join(folder, name) for name in ("in_a_list.trace", "in_a_list.1.trace")]
        lines = output([os.path.abspath(GLSTEP), "record", "-o", whole, "--", *words], folder)
        assert plain(lines) == plain(output(words, folder)), lines
        output([os.path.abspath(GLSTEP), "-e", "log off", "-e", "continue", "--", *words], folder)
        for path, frames in (whole, [0, 1]), (own[0], [0]), (own[1], [1]):
            assert not faults(path), faults(path)
            compiled = [[name for name in names if not name.startswith(not_compiled)] for names in in_lists(path)]
            assert compiled == [["glHint"] * (path == whole) + ["glColor3f", "glDepthFunc", "glRectf", "glColor3f", "glEndList"]] * len(frames), \
                [names[:8] for names in compiled]
            played = [[without_alpha(row) for row in rows] for _, _, rows in our_pictures(path)]
            assert played[-len(frames):] == [live[i] for i in frames], path
            done = subprocess.run(["glretrace", "-v", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(60), check=True)
            assert b"GL_INVALID" not in done.stdout, done.stdout[-2000:]
            found = calls(path)
            ends = [i for i, call in enumerate(found) if call[1] == "glEndList"]
            for end, frame in zip(ends, frames, strict=True):
                told = [call[1:3] for call in found[end + 1:] if call[3]]
                assert ("glDepthFunc", f"func = {('GL_ALWAYS', 'GL_GREATER')[frame]}") in told, told[:20]
                assert told.count(("glActiveTexture", "texture = GL_TEXTURE1")) >= 1, "the other units"
                first = next(i for i, call in enumerate(found[end + 1:], end + 1) if not call[3])
                assert found[first][1] == "glRectf" and first > end + 300, found[first]


def names():
    wall, drawn_from, in_begin = "texture N: a wall", "pointer N: the vertices", "glBegin: GL_INVALID_ENUM"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        words = [PROGRAM, "--names", "--frames", str(FRAMES)]
        lines = output([os.path.abspath(GLSTEP), "record", "-o", path, "--", *words], folder)
        assert plain(lines) == plain(output(words, folder)) and lines.count("error of glBegin: 0x500") == FRAMES, lines
        assert not faults(path), faults(path)
        found = [call for call in calls(path) if not call[1].startswith("glX")]
        frame = max(i for i, call in enumerate(found) if call[1] == "glBindTextures")
        begin = next(i for i, call in enumerate(found[frame:], frame) if call[1] == "glBegin")
        told = [re.sub(r" (0x)?[0-9a-f]+([:)])", r" N\2", comment(call)) if comment(call) else call[1] for call in found[frame - 1:begin + 2]]
        assert told == [wall, "glBindTextures", wall, "glCopyImageSubData", "glCopyImageSubData", wall, "glObjectLabel", "glObjectLabel",
                        "glVertexPointer(2, GL_FLOAT, 0, N)", "glEnableClientState", drawn_from, "glVertexPointer", "glDrawArrays", "glBegin", in_begin], told


def shared():
    """Who begins and ends a trace: the program, and the user while it runs."""
    with tempfile.TemporaryDirectory() as folder:
        said = os.path.join(folder, "said")
        commands = ["next call glCallList", "trace start other.trace", "trace comment the user's", "trace stop", "trace start mine.trace",
                    "next frame", "next frame", "trace stop", "continue"]
        done = subprocess.run([os.path.abspath(GLSTEP), "--json", "--keep-going", "--program-output", said,
                               *[word for command in commands for word in ("-e", command)], "--", PROGRAM, "--frames", str(FRAMES)],
                              cwd=folder, stdout=subprocess.PIPE, timeout=patience(60), check=False)
        answered = [json.loads(line) for line in done.stdout.decode().splitlines()]
        assert "'a_log.trace'" in answered[1]["error"]["message"], answered[1]
        assert answered[3]["result"]["file"] == "a_log.trace", answered[3]
        assert comments(os.path.join(folder, "a_log.trace"))[-1] == "the user's"
        mine = comments(os.path.join(folder, "mine.trace"))
        assert mine.count("glEndTraceMESA") == mine.count("glNewTraceMESA: ../a log") == 1, mine
        assert not faults(os.path.join(folder, "mine.trace"))
        done = subprocess.run([os.path.abspath(GLSTEP), "-e", "continue", "--", PROGRAM, "--frames", "1"], cwd="/proc",
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=patience(60), check=False)
        assert done.returncode == 0 and b"'a_log.trace' cannot be written" in done.stdout, done


def two(*options):
    other = os.path.abspath(program("test-mesa-traces"))
    with tempfile.TemporaryDirectory() as folder:
        alone = output([other, *options], folder)
        lines = output([os.path.abspath(GLSTEP), "--program-output", "said", "-e", "log off", "-e", "continue", "--", other, *options], folder)
        assert lines[-1].startswith("The program ended with status 0"), lines
        with open(os.path.join(folder, "said"), encoding="ascii") as file:
            lines = without_libraries(file.read()).splitlines()
        assert lines[1:] == alone[1:], (lines, alone)
        assert lines[0] == ("mask 0, error 0x500" if options else "mask 0x1f, error 0"), lines
        assert sorted(os.listdir(folder)) == ["first.trace", "said"], os.listdir(folder)
        path = os.path.join(folder, "first.trace")
        assert not faults(path), faults(path)
        said = [text for text in comments(path) if not text.startswith("time ")]
        assert said == ["glNewTraceMESA: first", "glNewTraceMESA: second", "glEndTraceMESA", "the second alone", "glEndTraceMESA"], said
        made = [call for call in calls(path) if call[1] == "eglCreateContext"]
        assert len(made) == 2 and all(call[3] for call in made), made
        opened = subprocess.run([GLSTEP, "-c", "-e", "calls", path], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(60), check=True)
        assert b"the recording began after the program's first calls, so it lacks objects" in opened.stderr, opened.stderr
        done = subprocess.run(["eglretrace", "-v", path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(60), check=True)
        assert b"GL_INVALID" not in done.stdout, done.stdout[-2000:]
        # a picture for each frame: what the program has read there
        shown = [" ".join(str(rows[0][i]) for i in range(3)) for _, _, rows in pictures(path)]
        assert shown == alone[2:6], (shown, alone)


# ---- from outside ----

def classes():
    with tempfile.TemporaryDirectory() as folder:
        for chosen, wanted in (("operations", False), ("primitives", True)):
            _, path = record(folder, "--classes", chosen)
            names = {call[1] for call in calls(path) if not call[3]}
            assert {"glXSwapBuffers", "glBegin", "glEnd"} <= names, names
            assert ("glVertex2f" in names) == wanted and ("glClear" in names) != wanted, names
            assert not [call for call in calls(path) if "pixels = blob" in call[2] and call[1] != "glReadPixels"]
        lines, path = record(folder, "--classes", "operations,errors")
        assert "glDepthFunc: GL_INVALID_ENUM" in comments(path) and comments(path).count("glDepthFunc: GL_INVALID_ENUM") == 2 * FRAMES
        assert plain(lines) == plain(output([PROGRAM, "--frames", str(FRAMES)], folder))
        done = subprocess.run([GLSTEP, "record", "--classes", "operations,textiles", "--", PROGRAM], stderr=subprocess.PIPE, check=False)
        assert done.returncode == 2 and b"'textiles': there is no such class of calls" in done.stderr, done


def words():
    """For a program that knows nothing of the extension."""
    with tempfile.TemporaryDirectory() as folder, Console([program("test-scenes"), "legacy", "--frames", "3"]) as console:
        path = os.path.join(folder, "a.trace")
        assert "no trace" in console.command("trace comment too early")["error"]["message"]
        assert "no trace" in console.command("trace assert fog")["error"]["message"]
        assert "'nothing'" in console.command("trace enable nothing")["error"]["message"]
        assert "no class of calls is named" in console.command("trace disable")["error"]["message"]
        assert console.run("trace enable errors") == {"enabled": ["errors"], "disabled": []}
        console.run("next frame")
        console.run(f"trace start {path}")
        assert console.run("trace comment here  it begins")["comment"] == "here  it begins"
        assert "usage" in console.command("trace comment")["error"]["message"]
        assert "depth-buffer" in console.command("trace assert depths")["error"]["message"]
        said = console.run("trace assert depth-buffer, fog")
        console.run("next frame")
        assert console.run("trace disable operations")["disabled"] == ["operations"]
        console.run("next frame")
        console.run("trace enable operations")
        console.run("trace stop")
        assert console.run("continue")["status"] == 0
        found = calls(path)
        assert comment(found[0]) == "here  it begins", found[0]
        assert comment(found[1]) == "assert depth-buffer, fog", found[1]
        asked = [call for call in found[2:] if re.match("gl(Get|IsEnabled)", call[1]) and call[3]]
        assert len(asked) == said["assertions"] > 8, (said, asked)
        drawn_calls = [call for call in found if call[1] == "glClear"]
        assert len(drawn_calls) == 1, drawn_calls
        assert [call[1] for call in found].count("glXSwapBuffers") == 2


need_apitrace()
results = Results()
results.check("two", two)
results.check("two-es", two, "--es")
for check in answers, recorded, drawn, own, core, lists, names, shared, asserts, compared, arrays, classes, words:
    results.check(check.__name__, check)
sys.exit(results.failed > 0)
