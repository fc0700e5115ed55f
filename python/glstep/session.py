# SPDX-License-Identifier: MIT
"""A session of glstep, which `glstep serve` holds: docs/server.md says what is sent."""

import ast
import base64
import collections
import json
import os
import re
import select
import shutil
import socket
import struct
import subprocess
import tempfile
import time

_PIECE = 4 << 20  # bytes of a reference at a time
_AT_ONCE = 500  # calls that calls() fetches


class Error(Exception):
    """A command that failed. code: the word of the manual page's list of errors, such as "no-draw"."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


class Array:
    """What numpy's arrays are, where there is no numpy: `shape`, and `data` in the order of rows."""

    def __init__(self, shape, data):
        self.shape, self.data = shape, data

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        at = 0
        for size, i in zip(self.shape, index):
            if not -size <= i < size:
                raise IndexError(index)
            at = at * size + i % size
        rest = self.shape[len(index):]
        n = 1
        for size in rest:
            n *= size
        return Array(rest, self.data[at * n:(at + 1) * n]) if rest else self.data[at]

    def __len__(self):
        return self.shape[0]


def _array(npy):
    """The array of a .npy file: numpy's, or an Array."""
    try:
        import numpy
    except ImportError:
        numpy = None
    version = npy[6]
    size, = struct.unpack_from("<H" if version == 1 else "<I", npy, 8)
    begin = 10 if version == 1 else 12
    header = ast.literal_eval(npy[begin:begin + size].decode("latin1"))
    data, kind, shape = npy[begin + size:], header["descr"], header["shape"]
    if numpy:
        return numpy.frombuffer(data, dtype=kind).reshape(shape).copy()
    letter = {"f8": "d", "f4": "f", "i4": "i", "u4": "I", "u1": "B", "i8": "q", "u8": "Q"}[kind[1:]]
    count = len(data) // struct.calcsize(letter)
    return Array(tuple(shape), list(struct.unpack(f"{kind[0].replace('|', '<')}{count}{letter}", data)))


class Picture:
    """A picture as PNG; a notebook shows it."""

    def __init__(self, png):
        self.png = png
        self.width, self.height = struct.unpack_from(">II", png, 16)

    def _repr_png_(self):
        return self.png

    def save(self, path):
        with _open(path, "wb") as file:
            file.write(self.png)


_open = open


class Session:
    """A client of a server. events: what was told of the session and not taken by wait(), the last 1000."""

    def __init__(self, connection, token=None, name="python", process=None, folder=None):
        self._process, self._folder, self._connection = process, folder, connection
        self._pending, self._last, self._names = b"", 0, None
        self.events = collections.deque(maxlen=1000)
        hello = {"name": name, "directory": os.getcwd(), **({"token": token} if token else {})}
        self.number = self.request("hello", hello)["client"]

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.close()

    def __del__(self):
        if "_connection" in self.__dict__:
            self.close()

    def close(self):
        """Leave; a session that was begun here ends, with its program."""
        self._connection.close()
        if self._process:
            self._process.terminate()
            self._process.wait()
            self._process.stdout.close()
            self._process = None
        if self._folder:
            self._folder.cleanup()
            self._folder = None

    # ---- messages ----

    def _take(self):
        head, found, rest = self._pending.partition(b"\r\n\r\n")
        if not found:
            return None
        length = int(re.search(rb"content-length:\s*(\d+)", head, re.IGNORECASE).group(1))
        if len(rest) < length:
            return None
        self._pending = rest[length:]
        return json.loads(rest[:length])

    def _receive(self, until=None):
        """The next message; None: none has come in time."""
        while True:
            message = self._take()
            if message is not None:
                return message
            left = None if until is None else max(0, until - time.monotonic())
            if not select.select([self._connection], [], [], left)[0]:
                return None
            data = self._connection.recv(1 << 20)
            if not data:
                raise Error("the server has gone: the session is over", "no-program")
            self._pending += data

    def request(self, method, params=None):
        """Send a request, and return its result."""
        self._last += 1
        message = {"jsonrpc": "2.0", "id": self._last, "method": method, **({} if params is None else {"params": params})}
        text = json.dumps(message).encode()
        self._connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        try:
            while True:
                answer = self._receive()
                if answer.get("id") == self._last and "method" not in answer:
                    break
                if "method" in answer:
                    self.events.append(answer)
        except KeyboardInterrupt:  # as in the console: what runs is interrupted
            self._notify("$/cancelRequest", {"id": self._last})
            raise
        if "error" in answer:
            raise Error(answer["error"]["message"], answer["error"].get("data", {}).get("code"))
        return answer["result"]

    def _notify(self, method, params):
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode()
        self._connection.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))

    def wait(self, event, seconds=None):
        """Return the parameters of the next event of that name ("stopped", "moved", "output"), also of one that has come already; None: none has in time."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            message = self.events.popleft() if self.events else self._receive(until)
            if message is None or message.get("method") == event:
                return message and message["params"]

    # ---- commands ----

    def call(self, command, *words):
        """Run a command of the console, with the words that follow its name."""
        return self.request(command, [word if isinstance(word, int) and not isinstance(word, bool) else str(word) for word in words])

    def run(self, line):
        """Run a command as it is typed into the console."""
        return self.request("run", {"command": line})

    def commands(self):
        """The names of all commands, and what each takes and returns."""
        if self._names is None:
            self._names = {re.sub("[ -]", "_", each["name"]): each for each in self.request("schema")["commands"]}
        return self._names

    def __getattr__(self, name):
        command = None if name.startswith("_") else self.commands().get(name)
        if command is None:
            raise AttributeError(f"glstep has no command {name.replace('_', ' ')!r}: commands() lists them")

        def ask(*words):
            return self.call(command["name"], *words)

        ask.__name__, ask.__doc__ = name, f"{command['command']}: {command['help']}"
        return ask

    def __dir__(self):
        return [*super().__dir__(), *self.commands()]

    def get(self, path):
        """What a path names: "/program/uniforms/light/value"."""
        return self.call("get", path)["value"]

    def calls(self, first=0, last=None):
        """Go through the calls of the list, as dictionaries; last: the number of the one after which it ends."""
        while last is None or first <= last:
            some = self.call("calls from", first, _AT_ONCE)["calls"]
            for call in some:
                if last is not None and call["index"] > last:
                    return
                yield call
            if not some:
                return
            first = some[-1]["index"] + 1

    # ---- values ----

    def read(self, reference):
        """The bytes of a reference ("@NAME"), which a command has written in place of a file."""
        whole = b""
        while True:
            part = self.request("read", {"reference": reference, "offset": len(whole), "size": _PIECE})
            whole += base64.b64decode(part["data"])
            if len(whole) >= part["size"] or not part["bytes"]:
                return whole

    def write(self, reference, data):
        """Make a reference, which a command reads in place of a file."""
        data = data.encode() if isinstance(data, str) else data
        for at in range(0, max(len(data), 1), _PIECE):
            piece = base64.b64encode(data[at:at + _PIECE]).decode()
            self.request("write", {"reference": reference, "data": piece, "offset": at})

    def _fetch(self, command, words, ending):
        reference = f"@python{ending}"
        self.call(command, *words, reference)
        try:
            return self.read(reference)
        finally:
            self.request("release", {"reference": reference})

    def values(self, expression):
        """The value of an expression at every element, as an array: of fragments (height, width, components), row 0 at the bottom; NaN where none is."""
        return _array(self._fetch("values", [expression], ".npy"))

    def pixels(self, point="color0", *words):
        """The values of an attachment, as an array (height, width, components), row 0 at the bottom."""
        return _array(self._fetch("attachment", [point, *words], ".npy"))

    def picture(self, point=None, *words):
        """What is in the draw framebuffer as a Picture; of an attachment ("depth", "color1"): as an image of its values, from the least to the greatest."""
        return Picture(self._fetch("attachment", [point, *words], ".png") if point else self._fetch("framebuffer", [], ".png"))

    def set_source_text(self, stage, text):
        """Run on with this text as the source of a stage."""
        self.write("@python.glsl", text)
        return self.call("set source", stage, "@python.glsl")


# ---- beginnings ----


def _begin(argv, options):
    glstep = os.environ.get("GLSTEP") or shutil.which("glstep")
    if not glstep:
        raise Error("glstep is not in the PATH: install it, or name it in GLSTEP", "cannot-start")
    folder = tempfile.TemporaryDirectory(prefix="glstep-")
    process = subprocess.Popen([glstep, "serve", "--unix", os.path.join(folder.name, "socket"), *options, "--", *argv], stdout=subprocess.PIPE)
    line = process.stdout.readline()
    if not line:
        process.stdout.close()
        folder.cleanup()
        raise Error(f"glstep ended with status {process.wait()}: it has said why", "cannot-start")
    return connect(json.loads(line)["listening"], process=process, folder=folder)


def launch(argv, directory=None, environment=None, timeout=None, options=()):
    """Begin a session of a program, which stops before its first call of GL. environment: variables to set; timeout: seconds for a command; options: more of `glstep serve`."""
    words = list(options)
    words += ["--directory", directory] if directory else []
    words += [word for name, value in (environment or {}).items() for word in ("--env", f"{name}={value}")]
    words += ["--timeout", str(timeout)] if timeout else []
    return _begin([argv] if isinstance(argv, str) else list(argv), words)


def open(path, timeout=None, options=()):
    """Begin a session of a trace."""
    return _begin([os.fspath(path)], [*options, *(["--timeout", str(timeout)] if timeout else [])])


def connect(address, token=None, name="python", process=None, folder=None):
    """Join the session of a server, at the address that it has printed: "unix:PATH" or "tcp:HOST:PORT"."""
    scheme, _, rest = address.partition(":")
    if scheme == "unix":
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(rest)
    else:
        host, _, port = rest.rpartition(":")
        connection = socket.create_connection((host.strip("[]"), int(port)))
    return Session(connection, token or os.environ.get("GLSTEP_TOKEN"), name, process, folder)
