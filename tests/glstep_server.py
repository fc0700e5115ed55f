# SPDX-License-Identifier: MIT
"""Speaks with `glstep serve` from a test, as a client that knows nothing of glstep but docs/server.md.

    with Server(["glstep-example"]) as server:
        client = server.client("one")
        stop = client.call("next draw")         # the result; raises Failed where it is an error
        told = client.until("stopped")          # the parameters of the next notification of that name
"""

import base64
import json
import os
import select
import signal
import socket
import subprocess
import tempfile
import time

from glstep_console import GLSTEP
from patience import patience


class Failed(Exception):
    def __init__(self, error):
        super().__init__(f"{error['code']}: {error['message']}")
        self.code, self.word = error["code"], error.get("data", {}).get("code")


class Client:
    def __init__(self, read, write, name=None, token=None):
        """read, write: file descriptors; name: None: no `hello` is said."""
        self.read, self.write, self.pending, self.last, self.told = read, write, b"", 0, []
        self.hello = self.call("hello", {"name": name, **({"token": token} if token else {})}) if name else None

    def send_bytes(self, data):
        while data:
            data = data[os.write(self.write, data):]

    def send(self, method, params=None, ident=None):
        """Returns the request's id."""
        self.last += 1
        message = {"jsonrpc": "2.0", "id": self.last if ident is None else ident, "method": method}
        if params is not None:
            message["params"] = params
        text = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        return message["id"]

    def _take(self):
        """The next message, if it has come whole."""
        head, found, rest = self.pending.partition(b"\r\n\r\n")
        if not found:
            return None
        length = int(head.split(b":")[1])
        if len(rest) < length:
            return None
        self.pending = rest[length:]
        return json.loads(rest[:length])

    def receive(self, seconds=None):
        """The next message; None: the server has closed the connection."""
        end = time.monotonic() + (seconds or patience(30))
        while (message := self._take()) is None:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.read], [], [], left)[0]:
                raise TimeoutError("no message has come")
            try:
                data = os.read(self.read, 1 << 20)
            except ConnectionResetError:
                data = b""
            if not data:
                return None
            self.pending += data
        return message

    def answer(self, ident):
        """The answer to that request; notifications before it are kept for until()."""
        while True:
            message = self.receive()
            assert message is not None, "the server has closed the connection"
            if "id" in message and "method" not in message:
                assert message["id"] == ident, message
                if "error" in message:
                    raise Failed(message["error"])
                return message["result"]
            self.told.append(message)

    def call(self, method, params=None):
        return self.answer(self.send(method, params))

    def until(self, method):
        """The parameters of the next notification of that name; others before it are dropped."""
        while True:
            message = self.told.pop(0) if self.told else self.receive()
            assert message is not None, "the server has closed the connection"
            if message.get("method") == method:
                return message["params"]

    def reference(self, name, piece=1 << 20):
        """What it holds, read in pieces."""
        whole = b""
        while True:
            part = self.call("read", {"reference": name, "offset": len(whole), "size": piece})
            whole += base64.b64decode(part["data"])
            if len(whole) >= part["size"]:
                return whole

    def close(self):
        os.close(self.read)
        if self.write != self.read:
            os.close(self.write)


class Server:
    def __init__(self, argv, options=(), tcp=False):
        self.folder = tempfile.TemporaryDirectory(prefix="glstep-test-")
        self.output = tempfile.NamedTemporaryFile(prefix="glstep-test-", suffix=".out")
        self.errors = tempfile.TemporaryFile()
        self.path = os.path.join(self.folder.name, "socket")
        where = ["--tcp", "0"] if tcp else ["--unix", self.path]
        self.process = subprocess.Popen(
            [GLSTEP, "serve", *where, "--timeout", str(patience(30)), *options, *(["--", *argv] if argv else [])], stdout=subprocess.PIPE, stderr=self.errors)
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(f"glstep serve ended with status {self.process.wait()}: {self.stderr()}")
        self.listening = json.loads(line)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        status = self.close()
        assert kind or status == 0, f"glstep serve ended with status {status}: {self.stderr()}"

    def connect(self):
        """A socket's descriptor, of nobody who has said anything."""
        scheme, _, rest = self.listening["listening"].partition(":")
        if scheme == "unix":
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(rest)
        else:
            host, _, port = rest.rpartition(":")
            connection = socket.create_connection((host, int(port)))
        return connection.detach()

    def client(self, name="test"):
        descriptor = self.connect()
        return Client(descriptor, descriptor, name, self.listening["token"])

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def close(self):
        """Ends the server; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(patience(12))
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            self.folder.cleanup()
