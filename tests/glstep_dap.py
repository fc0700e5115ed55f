# SPDX-License-Identifier: MIT
"""An editor for tests: speaks the Debug Adapter Protocol with `glstep dap`.

    with Editor() as editor:
        editor.launch(program("glstep-example"), stopOnEntry=True)
        body = editor.request("threads")             # the response's body; raises Failed
        stop = editor.await_event("stopped")         # the event's body
"""

import json
import os
import queue
import socket
import subprocess
import threading

from glstep_console import GLSTEP
from patience import patience


class Failed(Exception):
    """A request was refused; its text is what the editor would show."""

    def __init__(self, response):
        error = response.get("body", {}).get("error", {})
        text = error.get("format", response.get("message", ""))
        for name, value in error.get("variables", {}).items():
            text = text.replace("{" + name + "}", value)
        super().__init__(text)
        self.message = response.get("message")


class Editor:
    def __init__(self, arguments=(), address=None, **capabilities):
        """address: (host, port) of an adapter that listens; else one is started, at its standard input and output."""
        self.process = self.socket = None
        if address:
            self.socket = socket.create_connection(address, timeout=patience(6))
            self.socket.settimeout(None)
            self.input = self.socket.makefile("rb")
            self.output = self.socket.makefile("wb")
        else:
            self.process = subprocess.Popen([GLSTEP, "dap", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            self.input, self.output = self.process.stdout, self.process.stdin
        self.seq, self.all, self.taken = 0, [], 0  # all: messages, in order; taken: events before that one were waited for
        self.messages = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.capabilities = self.request("initialize", adapterID="glstep", clientID="test", **capabilities)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        try:
            if not kind:
                self.request("disconnect")
        finally:
            self.close()

    def close(self):
        if self.process:
            self.process.stdin.close()
            try:
                status = self.process.wait(patience(6))
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise
            assert status == 0, f"glstep dap has ended with status {status}"
        else:
            self.socket.shutdown(socket.SHUT_RDWR)
            self.socket.close()

    def _read(self):
        try:
            while True:
                length = None
                while line := self.input.readline().strip():
                    name, value = line.split(b":")
                    length = int(value) if name.lower() == b"content-length" else length
                if length is None:
                    break
                self.messages.put(json.loads(self.input.read(length)))
        except (OSError, ValueError):
            pass
        self.messages.put(None)

    def _next(self, seconds):
        message = self.messages.get(timeout=seconds or patience(36))
        if message is None:
            raise EOFError("glstep dap has said its last")
        self.all.append(message)
        return message

    def raw(self, data):
        self.output.write(data)
        self.output.flush()

    def send(self, command, **arguments):
        """Send a request. Its number."""
        self.seq += 1
        text = json.dumps({"seq": self.seq, "type": "request", "command": command, "arguments": arguments}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
        return self.seq

    def response(self, seq, seconds=None):
        at = 0
        while True:
            while at < len(self.all):
                message = self.all[at]
                at += 1
                if message["type"] == "response" and message["request_seq"] == seq:
                    if not message["success"]:
                        raise Failed(message)
                    return message.get("body", {})
            self._next(seconds)

    def request(self, command, **arguments):
        return self.response(self.send(command, **arguments))

    def refused(self, command, **arguments):
        """The sentence of a request that must be refused."""
        try:
            body = self.request(command, **arguments)
        except Failed as failed:
            return str(failed)
        raise AssertionError(f"{command} is not refused: {body}")

    def await_event(self, *names, seconds=None, where=lambda body: True):
        """The next event of one of these names, and which one it is where there are several."""
        while True:
            while self.taken < len(self.all):
                message = self.all[self.taken]
                self.taken += 1
                if message["type"] == "event" and message["event"] in names and where(message.get("body", {})):
                    return message.get("body", {}) if len(names) == 1 else (message["event"], message.get("body", {}))
            self._next(seconds)

    def stopped(self):
        """The next stop; the program must not end before it."""
        name, body = self.await_event("stopped", "terminated")
        assert name == "stopped", "the program has ended"
        return body

    def events(self, name):
        return [message.get("body", {}) for message in self.all if message["type"] == "event" and message["event"] == name]

    def launch(self, program, *args, configure=lambda editor: None, **more):
        """Launch a program, with breakpoints that `configure` sets."""
        seq = self.send("launch", program=program, args=list(args), **more)
        self.await_event("initialized")
        configure(self)
        self.request("configurationDone")
        return self.response(seq)

    def step(self, command, **arguments):
        """Step, and the stop after it."""
        self.request(command, threadId=1, **arguments)
        return self.stopped()

    def frames(self, **arguments):
        return self.request("stackTrace", threadId=1, **arguments)["stackFrames"]

    def breakpoints(self, path, *lines):
        """Set the breakpoints of a file: lines, or dictionaries with more."""
        wanted = [line if isinstance(line, dict) else {"line": line} for line in lines]
        return self.request("setBreakpoints", source={"path": os.path.abspath(path)}, breakpoints=wanted)["breakpoints"]

    def scopes(self, frame):
        """References of the scopes of a frame, by their names."""
        return {scope["name"]: scope["variablesReference"] for scope in self.request("scopes", frameId=frame)["scopes"]}

    def variables(self, reference, **more):
        return {each["name"]: each for each in self.request("variables", variablesReference=reference, **more)["variables"]}

    def evaluate(self, expression, context="watch", **more):
        return self.request("evaluate", expression=expression, context=context, **more)
