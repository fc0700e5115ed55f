#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that end too early at every byte, lengths that lie, bytes that mean nothing: the calls before
them are read, a sentence says what is wrong, and neither memory nor time runs away.

Environment: GLSTEP_TESTS=all: cut at every byte of one long chunk, too, and lengths that lie in both containers, else in each in turn."""
import os
import re
import struct
import subprocess
import tempfile


from trace_bytes import NULL, Trace, array, blob, packed, snappy_block, string, text, uint, unsigned
from trace_tools import EVERYTHING, TOOL, dump, patience, run

MEMORY = 256 << 20  # of address space, the program itself included
CALLS = 6
HUGE = (1 << 20, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, 1 << 40, (1 << 63) - 1, 1 << 63, (1 << 64) - 1)


def read(path, command="dump"):
    """Status, calls that were printed, and the sentence."""
    done = subprocess.run(["prlimit", f"--as={MEMORY}", TOOL, command, path], capture_output=True, timeout=patience(10))
    assert done.returncode in (0, 1, 2), f"{path}: status {done.returncode}: {done.stderr.decode()}"
    sentences = done.stderr.decode().splitlines()
    assert len(sentences) <= 1 and (sentences or done.returncode == 0 or command == "check"), sentences
    assert not sentences or not sentences[0].rstrip().endswith(":"), f"no reason: {sentences}"
    return done.returncode, done.stdout, "".join(sentences)


def small_trace():
    """With the ends of its calls and of its events in the stream."""
    t = Trace(6, [("name", "value")])
    calls, events_ = [], [len(t.data)]
    for i in range(CALLS):
        call = t.enter("glBufferData", ["size", "data"], [unsigned(i), blob(bytes(range(i, i + 20)))],
                       frames=[t.frame("module", "function", "file", i)])
        events_.append(len(t.data))
        t.leave(call, result=array(unsigned(i)))
        events_.append(len(t.data))
        calls.append(len(t.data))
    return t, calls, events_


def check_cut(folder, container, chunk, step=1):
    """Cut at every byte: exactly the calls whose bytes are there, in order, and one sentence unless none is missing."""
    t, ends, boundaries = small_trace()
    path = os.path.join(folder, "cut.trace")
    whole = packed(bytes(t.data), container, chunk)
    with open(path, "wb") as file:
        file.write(whole)
    calls = dump(path).split(b"\nBacktrace")
    most = 0
    for n in range(0, len(whole), step):
        with open(path, "wb") as file:
            file.write(whole[:n])
        status, out, sentence = read(path)
        found = len(re.findall(rb"= &\d+\n", out))
        assert found >= most, f"{container}: {n} bytes give fewer calls than {n - step}"
        most = found
        assert out.split(b"\nBacktrace")[:found] == calls[:found], f"{container}, {n} bytes: {out}"
        if container == "snappy":
            there = sum(end <= stream_bytes(n, len(t.data), chunk) for end in ends)
            assert found == there, f"{n} bytes of the file: {found} calls, not {there}"
        assert sentence or at_chunk_end(n, len(t.data), chunk, boundaries), f"{container}, {n} bytes: nothing is said"
        assert status == (2 if not out else 0), (n, status, sentence)
    print(f"PASS cut {container} {chunk}: at {len(whole) // step} of {len(whole)} bytes")


def stream_bytes(n, size, chunk):
    """How many bytes of the stream are in the file's first n bytes. Blocks are literals."""
    found, at = 0, 2
    for start in range(0, size, chunk):
        part = min(chunk, size - start)
        header = 4 + len(uint(part)) + 3
        found += max(0, min(part, n - at - header))
        at += header + part
    return found


def at_chunk_end(n, size, chunk, ends):
    at = 2
    for start in range(0, size, chunk):
        part = min(chunk, size - start)
        at += 4 + len(uint(part)) + 3 + part
        if at == n and start + part in ends:
            return True
    return False


def check_leave(folder):
    """A leave event that is cut, or damaged, has changed nothing."""
    path = os.path.join(folder, "leave.trace")
    t = Trace(6)
    call = t.enter("replaced", ["a", "b", "c"], [unsigned(1), unsigned(2), None], frames=[t.frame("m")])
    t.data[-1:] = b"\x02" + unsigned(7) + b"\x00"  # a result, too
    at = len(t.data)
    t.data += b"\x01" + uint(call) + b"\x05\x01\x04\x01" + t.frame("other") + b"\x01\x02" + text("three")
    t.data += b"\x01\x01" + array(unsigned(5)) + b"\x02" + unsigned(8) + b"\x00"
    whole = bytes(t.data)
    before = b"0 replaced(a = 1, b = 2, c = ?) = 7 // incomplete\nBacktrace:\nm\n"
    after = b"0 replaced(a = 1, b = &5, c = \"three\") = 8 // fake\nBacktrace:\nother\n"
    for n in range(at, len(whole) + 1):
        for stream in (whole[:n], whole[:n] + b"\xee" * 9):
            with open(path, "wb") as file:
                file.write(packed(stream, "snappy", 16))
            out = read(path)[1]
            assert out == (after if n == len(whole) else before), (n, stream, out)
    print(f"PASS leave: cut and damaged at {len(whole) - at} bytes")


def events(*rest, version=5):
    """One good call, then these bytes."""
    t = Trace(version)
    t.call("good", ["a"], [NULL])
    t.data += b"".join(rest)
    return bytes(t.data)


def lies():
    """(what, stream)"""
    enter = b"\x00\x00\x01" + string("bad") + uint(1) + string("a")
    for n in HUGE:
        big = uint(n)
        yield f"a function's name of {n} bytes", events(b"\x00\x00\x01" + big)
        yield f"a function's {n} arguments", events(b"\x00\x00\x01" + string("bad") + big)
        yield f"signature {n}", events(b"\x00\x00" + big + string("bad") + uint(0) + b"\x00")
        yield f"argument {n}", events(enter + b"\x01" + big + NULL + b"\x00")
        yield f"thread {n}", events(b"\x00" + big + b"\x00\x00")
        yield f"{n} frames", events(enter + b"\x04" + big)
        yield f"call {n} is left", events(b"\x01" + big + b"\x00")
        for kind in (7, 8, 11, 15):
            yield f"a value {kind} of {n} bytes or items", events(enter + b"\x01\x00" + bytes([kind]) + big)
        for kind in (9, 10, 12):
            yield f"a value {kind} with signature {n}", events(enter + b"\x01\x00" + bytes([kind]) + big)
            yield f"a signature {kind} of {n} names", events(
                enter + b"\x01\x00" + bytes([kind]) + uint(0) + (string("s") if kind == 12 else b"") + big)
        yield f"{n} nested in {n}", events(enter + b"\x01\x00" + (b"\x0b" + big) * 100)
    yield "arrays in arrays without end", events(enter + b"\x01\x00" + b"\x0b\x01" * 100000)
    yield "representations without end", events(enter + b"\x01\x00" + b"\x0e" * 100000)
    yield "structs without end", events(enter + b"\x01\x00\x0c\x00" + string("s") + uint(1) + string("m")
                                        + b"\x0c\x00" * 100000)
    yield "a number of 100 bytes", events(b"\x00" + b"\x80" * 100)
    for unknown in (2, 3, 255):
        yield f"event {unknown}", events(bytes([unknown]))
    for unknown in (3, 6, 255):
        yield f"detail {unknown}", events(enter + bytes([unknown]))
    for unknown in (16, 255):
        yield f"value {unknown}", events(enter + b"\x01\x00" + bytes([unknown]))
    yield "frame detail", events(enter + b"\x04\x01\x00\x09")
    yield "an enum that is a string", events(enter + b"\x01\x00\x09\x00\x01" + string("E") + text("x"))


def check_lies(folder):
    path = os.path.join(folder, "lie.trace")
    n = 0
    for nth, (what, stream) in enumerate(lies()):
        for container in ("snappy", "zlib")[0 if EVERYTHING else nth % 2:][:2 if EVERYTHING else 1]:
            with open(path, "wb") as file:
                file.write(packed(stream, container))
            status, out, sentence = read(path)
            assert out.startswith(b"0 good(a = NULL)\n"), f"{what}: {out}"
            assert sentence or status == 0, what
            if status == 0 and not sentence:  # it can be read, but breaks a rule, or is a number of no matter
                assert what.startswith(("argument", "thread", "call", "signature 1048576")), what
            assert read(path, "check")[0] == 1, what
            n += 1
    print(f"PASS lies: {n} files")


def check_containers(folder):
    path = os.path.join(folder, "container.trace")
    good = bytes(small_trace()[0].data)
    block = snappy_block(good)
    files = {"empty": b"", "one byte": b"a", "no chunk": b"at", "text": b"#!/bin/sh\necho this is a script\n" * 9,
             "zeros": bytes(1000), "gzip of nothing": packed(b"", "zlib"), "newer": packed(b"\x07" + good[1:], "snappy"),
             "other gzip": packed(b"hello, world" * 9, "zlib"), "other zstd": packed(b"hello, world" * 9, "zstd"),
             "other brotli": packed(b"hello, world" * 9, "brotli")}
    for what, data in files.items():
        with open(path, "wb") as file:
            file.write(data)
        status, out, sentence = read(path)
        assert status == 2 and not out and "container.trace: it " in sentence, f"{what}: {status} {sentence}"
    damaged = {"a block that is none": b"at" + struct.pack("<I", len(block)) + block[:2] + b"\xff" * (len(block) - 2)}
    for n in (1 << 21, 1 << 30, (1 << 32) - 1):
        damaged[f"a block that claims {n} bytes"] = b"at" + struct.pack("<I", len(block) + 3) + uint(n) + block
        damaged[f"a chunk that claims {n} bytes"] = b"at" + struct.pack("<I", n) + block
    for what, data in damaged.items():
        with open(path, "wb") as file:
            file.write(data)
        read(path), read(path, "check")
    tail = {"zeros": bytes(1000), "a cut length": b"\x01\x02", "nonsense": b"\x10\x00\x00\x00" + b"\xff" * 16}
    for what, data in tail.items():
        with open(path, "wb") as file:
            file.write(packed(good, "snappy") + data)
        _, out, sentence = read(path)
        assert out.count(b"glBufferData") == CALLS and sentence, f"{what} behind the trace: {sentence}"
    print(f"PASS containers: {len(files) + len(damaged) + len(tail)} files")


def check_bombs(folder):
    """Little of a file that becomes much."""
    path = os.path.join(folder, "bomb.trace")
    t = Trace(5)
    t.call("good", ["a"], [NULL])
    enter = b"\x00\x00\x00"
    bombs = {"a large string": enter + b"\x01\x00\x07" + uint(1 << 26) + bytes(1 << 26),
             "an array of nothing": enter + b"\x01\x00\x0b" + uint(1 << 24) + bytes(1 << 24),
             "calls that never return": (enter + b"\x00") * (1 << 19),
             "blobs that never return": (enter + b"\x01\x00\x08" + uint(1 << 16) + bytes(1 << 16) + b"\x00") * (1 << 10),
             "endless zeros": bytes(1 << 24)}
    for what, rest in bombs.items():
        for container in ("zlib", "zstd"):
            with open(path, "wb") as file:
                file.write(packed(bytes(t.data) + rest, container))
            status, out, sentence = read(path, "info")
            assert status in (0, 1) and b"calls:" in out, f"{what}: {status}"
            assert "never return" not in what or not sentence, f"{what}: {sentence}"
    print(f"PASS bombs: {len(bombs)} in {MEMORY >> 20} MiB")


def check_paths(folder):
    os.mkfifo(os.path.join(folder, "fifo"))
    for path, why in ((folder, "folder"), (os.path.join(folder, "fifo"), "regular file"), ("/dev/null", "regular file"),
                      (os.path.join(folder, "absent"), "No such file")):
        status, _, sentence = read(path)
        assert status == 2 and why in sentence, (path, sentence)
    print("PASS paths")


with tempfile.TemporaryDirectory() as scratch:
    check_paths(scratch)
    for size, step in ((1 << 20, 1 if EVERYTHING else 5), (97, 1), (5, 3 if EVERYTHING else 9)):
        check_cut(scratch, "snappy", size, step)
    for name in ("zlib", "brotli", "zstd"):
        check_cut(scratch, name, 0, step=5 if EVERYTHING else 15)
    check_leave(scratch)
    check_lies(scratch)
    check_containers(scratch)
    check_bombs(scratch)
    run("--help")
