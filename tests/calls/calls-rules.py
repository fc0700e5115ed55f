#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How much calls of rare extensions read and write, against tests/calls/pointees.list, which is worked out by hand; and that of no
other pointers than those named here it is said that only the driver knows."""

import ctypes
import os
import re
import struct
import sys

ROOT = os.environ["top_srcdir"]
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(ROOT, "data")]
import pointees  # noqa: E402
import registry  # noqa: E402

DATA = os.path.join(ROOT, "data")
API = registry.load(os.environ.get("KHRONOS_API", "/usr/share/khronos-api"), DATA)
MODULE = ctypes.CDLL(os.path.abspath(os.path.join(os.environ["top_builddir"], "libtest-rules.so")))
ANSWER = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_char_p, ctypes.c_uint32, *[ctypes.c_int32] * 3)
MODULE.test_pointees.argtypes = (ctypes.c_char_p, ctypes.c_void_p, ctypes.c_uint64, ctypes.c_bool, ANSWER, ctypes.c_void_p,
                                 ctypes.c_size_t)
MODULE.test_pointees.restype = ctypes.c_size_t
HEAD, MORE, LONG = struct.Struct("<4BIQ"), struct.Struct("<Q6IQ"), 4  # wire/memory.h
ELEMENTS, TEXT, PIXELS, OFFSET, UNREADABLE, UNTOLD = 0, 1, 3, 4, 5, 6
AREA = 4096

# Of these and no others only the driver knows how much is there ...
DRIVERS = """glGetColorTable.table glGetColorTableEXT.data glGetColorTableSGI.table glGetConvolutionFilter.image
    glGetConvolutionFilterEXT.image glGetHistogram.values glGetHistogramEXT.values glGetSeparableFilter.row
    glGetSeparableFilter.column glGetSeparableFilterEXT.row glGetSeparableFilterEXT.column glGetDetailTexFuncSGIS.points
    glGetSharpenTexFuncSGIS.points glGetFogFuncSGIS.points glGetTexFilterFuncSGIS.weights glGetMapControlPointsNV.points
    glGetPathCommandsNV.commands glGetPathCoordsNV.coords glGetPathDashArrayNV.dashArray glGetPerfMonitorCounterInfoAMD.data
    eglExportDMABUFImageMESA.fds eglExportDMABUFImageMESA.strides eglExportDMABUFImageMESA.offsets
    glGetProgramStringNV.program glGetTexImageNV.pixels glGetCompressedTexImageNV.img glVariantbvEXT.addr glVariantsvEXT.addr
    glVariantivEXT.addr glVariantfvEXT.addr glVariantdvEXT.addr glVariantubvEXT.addr glVariantusvEXT.addr glVariantuivEXT.addr
    glSetInvariantEXT.addr glSetLocalConstantEXT.addr""".split()
# ... and of these the specification, as far as it is public, does not say.
UNSPECIFIED = """glMapControlPointsNV.points glGetFramebufferParameterfvAMD.values glGetNamedFramebufferParameterfvAMD.values
    glIglooInterfaceSGIX.params glXAssociateDMPbufferSGIX.params""".split()

memory = []  # areas that the call being looked at points to


def new_area(contents=b""):
    area = ctypes.create_string_buffer(contents + bytes(AREA - len(contents)), AREA)
    memory.append(area)
    return ctypes.addressof(area)


def value_of(word):
    if word == "@":
        return new_area()
    if word[0] == '"':
        return new_area(word[1:-1].encode())
    if word[0] == "{":
        numbers = [int(number) for number in word[1:-1].split(";")]
        return new_area(struct.pack(f"<{len(numbers)}i", *numbers))
    if re.match(r"0x[0-9a-f]{9,}$", word):
        return new_area(bytes.fromhex(word[2:]))
    if word in API.constants:
        return API.constants[word].value
    return int(word, 0) & (1 << 64) - 1


def split_arguments(text):
    text = re.sub(r"\{[^}]*\}", lambda m: m.group(0).replace(",", ";"), text)
    return [word.strip() for word in text.split(",")]


def answer_from(state, asked):
    names = {API.constants[name].value: value for name, value in state.items()}

    def answer(function, name, a, b, c):
        asked.append((function.decode(), a, b, c))
        if name not in names and function != b"glIsEnabled" and function != b"glGetIntegerv":
            raise AssertionError(f"{function} was asked for 0x{name:x}")
        return names.get(name, 0)
    return ANSWER(answer)


def entries(function, args, returned, answer):
    """What the call reads and writes: argument -> [(kind, class's bits, count, size)]."""
    found = {}
    raw = (ctypes.c_uint64 * 20)(*args)
    room = ctypes.create_string_buffer(1 << 18)
    for out in (False, True):
        used = MODULE.test_pointees(function.encode(), raw, returned, out, answer, room, len(room))
        at = 0
        while at < used:
            argument, kind, _, bits, flags, size = HEAD.unpack_from(room, at)
            at += HEAD.size
            count = size if kind == TEXT else size * 8 // bits if kind == ELEMENTS and bits else 0
            if flags & LONG:
                count = MORE.unpack_from(room, at)[0]
                at += MORE.size
            found.setdefault(argument, []).append((kind, bits, count, size))
            at += (size + 7) // 8 * 8
    return found


def describe(found):
    if not found:
        return "nothing"
    kind, _, count, size = found[0]
    if kind == ELEMENTS:
        return str(size)
    return {TEXT: f"text {count}", PIXELS: f"pixels {count}", OFFSET: "offset", UNTOLD: "untold"}.get(kind, f"kind {kind}")


def check_line(line, number, seen):
    match = re.match(r"(\w+)\((.*?)\)(?: = (-?\d+))?(?: \| ([^:]*))?: (.*)$", line)
    assert match, f"pointees.list:{number} cannot be read"
    name, arguments, returned, state, expected = match.groups()
    function = API.functions[name]
    memory.clear()
    args = [value_of(word) for word in split_arguments(arguments)]
    assert len(args) == len(function.parameters), f"pointees.list:{number}: {name} has {len(function.parameters)} arguments"
    settings = {"GL_UNPACK_ALIGNMENT": 4, "GL_PACK_ALIGNMENT": 4}
    settings.update((n, int(v)) for n, v in (part.split("=") for part in (state or "").split()))
    asked = []
    found = entries(name, args, int(returned or 0) & (1 << 64) - 1, answer_from(settings, asked))
    names = [p.name for p in function.parameters]
    failures = []
    for part in expected.split(", "):
        parameter, _, should = part.partition(" ")
        seen.add((name, parameter))
        said = describe(found.get(names.index(parameter)))
        if said != should:
            failures.append(f"pointees.list:{number}: {name} {parameter}: {said}, not {should}")
    for part in expected.split(", "):
        for kind, _, count, size in found.get(names.index(part.split()[0]), [])[:1]:
            assert kind == UNREADABLE or size <= AREA, (name, part, count, size)
    for who, *where in asked:
        if who in ("glGetMultiTexLevelParameterivEXT", "glGetNamedProgramivEXT", "glGetActiveSubroutineUniformiv"):
            assert where[:2] == args[:2], (name, who, where)
    return failures


def check_list():
    seen, failures = set(), []
    with open(os.path.join(ROOT, "tests", "calls", "pointees.list")) as lines:
        for number, line in enumerate(lines, 1):
            if line.strip() and line[0] != "#":
                failures += check_line(line.strip(), number, seen)
    print(f"{len(seen)} pointers")
    assert not failures, "\n".join(failures)
    return seen


def check_named(seen):
    """Every rule for rare extensions is looked at; those that give up are exactly those named."""
    everything = list(pointees.pointers(API, DATA))
    with open(os.path.join(DATA, "pointees.in")) as lines:
        rare = next(i for i, line in enumerate(lines, 1) if line.startswith("# of extensions that no driver of Mesa's has"))
    drivers = {f"{function.name}.{p.name}" for function, _, p, rule, _, _ in everything if rule == "driver"}
    assert drivers == set(DRIVERS + UNSPECIFIED), drivers ^ set(DRIVERS + UNSPECIFIED)
    looked_at = {line for function, _, p, _, line, _ in everything if (function.name, p.name) in seen}
    missing = [f"{function.name} {p.name} (line {line})" for function, _, p, rule, line, _ in everything
               if line > rare and rule not in ("driver", "address") and line not in looked_at]
    assert not missing, f"tests/calls/pointees.list has nothing for {missing}"


check_named(check_list())
