# SPDX-License-Identifier: MIT
"""Traces of every version as bytes, written from the grammar alone: what the tests of trace/ compare with.

t = Trace(4); t.call("glEnable", ["cap"], [enum(...)]); t.save(path, "snappy")
"""
import gzip
import struct
import subprocess


def uint(value):
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def string(text):
    data = text if isinstance(text, bytes) else text.encode()
    return uint(len(data)) + data


def sint(value):
    return b"\x03" + uint(-value) if value < 0 else b"\x04" + uint(value)


NULL, FALSE, TRUE = b"\x00", b"\x01", b"\x02"


def unsigned(value):
    return b"\x04" + uint(value)


def number(value):
    return b"\x05" + struct.pack("<f", value)


def double(value):
    return b"\x06" + struct.pack("<d", value)


def text(value):
    return b"\x07" + string(value)


def blob(data):
    return b"\x08" + string(data)


def array(*values):
    return b"\x0b" + uint(len(values)) + b"".join(values)


def pointer(address):
    return b"\x0d" + uint(address)


def representation(human, machine):
    return b"\x0e" + human + machine


def wide(characters):
    return b"\x0f" + uint(len(characters)) + b"".join(uint(c) for c in characters)


class Trace:
    """Collects events. Values that need signatures are methods, the others functions."""

    def __init__(self, version, properties=(), semantics=None):
        self.version = version
        self.data = bytearray(uint(version))
        self.ids = {}
        self.next_call = 0
        if version >= 6:
            self.data += uint(version if semantics is None else semantics)
            for name, value in properties:
                self.data += string(name) + string(value)
            self.data += uint(0)

    def signature(self, kind, key, definition):
        """The number, and at its first use what it stands for."""
        ids = self.ids.setdefault(kind, {})
        if key in ids:
            return uint(ids[key])
        ids[key] = len(ids)
        return uint(ids[key]) + definition

    def enum(self, names, value):
        """names: ((name, value), ...). Before version 3 only the value's own name is written."""
        if self.version < 3:
            name = dict((v, n) for n, v in reversed(names))[value]
            return b"\x09" + self.signature("enum", (name, value), string(name) + sint(value))
        body = b"".join(string(n) + sint(v) for n, v in names)
        return b"\x09" + self.signature("enum", names, uint(len(names)) + body) + sint(value)

    def bitmask(self, names, value):
        body = b"".join(string(n) + uint(v) for n, v in names)
        return b"\x0a" + self.signature("bitmask", names, uint(len(names)) + body) + uint(value)

    def struct(self, name, members, *values):
        body = string(name) + uint(len(members)) + b"".join(string(m) for m in members)
        return b"\x0c" + self.signature("struct", (name, members), body) + b"".join(values)

    def frame(self, module=None, function=None, file=None, line=None, offset=None):
        body = b""
        for detail, value in ((1, module), (2, function), (3, file)):
            body += bytes([detail]) + string(value) if value is not None else b""
        for detail, value in ((4, line), (5, offset)):
            body += bytes([detail]) + uint(value) if value is not None else b""
        return self.signature("frame", (module, function, file, line, offset), body + b"\x00")

    def enter(self, name, names=(), args=(), thread=0, frames=None, flags=0):
        """args: values, or None for one that is not given. Returns the call's number."""
        self.data += b"\x00" + (uint(thread) if self.version >= 4 else b"")
        body = string(name) + uint(len(names)) + b"".join(string(n) for n in names)
        self.data += self.signature("function", (name, tuple(names)), body)
        if frames is not None:
            self.data += b"\x04" + uint(len(frames)) + b"".join(frames)
        if flags:
            self.data += b"\x05" + uint(flags)
        self.details(dict(enumerate(args)), None)
        self.next_call += 1
        return self.next_call - 1

    def leave(self, call, args=None, result=None):
        self.data += b"\x01" + uint(call)
        self.details(args or {}, result)

    def details(self, args, result):
        for index, value in args.items():
            if value is not None:
                self.data += b"\x01" + uint(index) + value
        if result is not None:
            self.data += b"\x02" + result
        self.data += b"\x00"

    def call(self, name, names=(), args=(), result=None, **options):
        number = self.enter(name, names, args, **options)
        self.leave(number, result=result)
        return number

    def save(self, path, container="snappy", chunk=1 << 20):
        with open(path, "wb") as out:
            out.write(packed(bytes(self.data), container, chunk))


def snappy_block(data):
    """A block of snappy that is literals only."""
    out = bytearray(uint(len(data)))
    for at in range(0, len(data), 1 << 16):
        part = data[at:at + (1 << 16)]
        out += bytes([61 << 2]) + struct.pack("<H", len(part) - 1) + part
    return bytes(out)


def packed(data, container, chunk=1 << 20):
    if container == "snappy":
        out = b"at"
        for at in range(0, len(data), chunk):
            block = snappy_block(data[at:at + chunk])
            out += struct.pack("<I", len(block)) + block
        return out
    if container == "zlib":
        return gzip.compress(data, mtime=0)
    command = {"brotli": ["brotli", "-c"], "zstd": ["zstd", "-q", "-c"]}[container]
    return subprocess.run(command, input=data, check=True, capture_output=True).stdout
