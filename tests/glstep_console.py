# SPDX-License-Identifier: MIT
"""Drives glstep's console from a test: one command at a time, answers as dictionaries.

    with Console(["glstep-example", "--frames", "3"]) as console:
        stop = console.run("next draw")         # the result; raises Refused where "ok" is false
        answer = console.command("focus 9999 0")  # the whole answer
"""

import array
import ast
import functools
import json
import os
import re
import select
import signal
import struct
import subprocess
import tempfile
import time

from patience import patience, wait_until

# What a shell runs in the background ignores it, and so do the programs that are started here; not every `timeout` changes that (uutils' does not).
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

BUILD = os.environ.get("top_builddir", "build")
GLSTEP = os.environ.get("GLSTEP", os.path.join(BUILD, "glstep"))


def program(name):
    """A program of the build tree."""
    return os.path.join(BUILD, name)


THROUGH_SERVER = bool(os.environ.get("GLSTEP_THROUGH_SERVER"))  # consoles are clients of `glstep serve`: make check-served

LACKING = 77  # the status of a test program where the driver has not got what it needs
DRIVER = os.environ.get("GLSTEP_TEST_DRIVER")  # another one than the tests are written for: tests/drivers/check-drivers.py
EVERYTHING = bool(DRIVER) or os.environ.get("GLSTEP_TESTS") == "all"  # also the cases that `./run-tests` leaves out: make check-whole

DAY = int(os.environ.get("GLSTEP_DAY", time.time() // 86400))  # GLSTEP_DAY=N: what `of_the_day` takes on the day N, which each script prints


def of_the_day(choices, of=2, everything=False):
    """Of a list or a dictionary every `of`th one, others each day, so that all are taken in so many days; all of them where everything is wanted."""
    if everything or EVERYTHING:
        return choices
    if DAY not in _told:
        _told.add(DAY)
        print(f"# of some lists a part is taken, another one each day: GLSTEP_DAY={DAY} takes this one", flush=True)
    items = list(choices.items() if isinstance(choices, dict) else choices)[DAY % of::of]
    return dict(items) if isinstance(choices, dict) else items


_told = set()


class Lacking(Exception):
    """What the driver has not got or refuses, without glstep: a skip where another driver is tried, and else a failure."""


# What Mesa's libraries say of the display on standard error, whoever has loaded them.
LIBRARIES = re.compile(r"^(?:libEGL (?:warning|info|debug)|MESA(?:-LOADER)?): .*\n", re.MULTILINE)


def without_libraries(text):
    """What a program, and glstep, say themselves."""
    return LIBRARIES.sub("", text)


def last_line(text):
    return (text.strip().splitlines() or ["it does not say what"])[-1]


def lacking(output):
    """Of a program that ended with that status: it must say what is missing."""
    output = without_libraries(output)
    assert output.strip(), f"it ended with status {LACKING} and does not say what the driver lacks"
    return Lacking(last_line(output))


def run_alone(argv):
    """What a program prints, errors included, that runs without glstep."""
    done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=patience(6))
    output = done.stdout.decode(errors="replace")
    if done.returncode == LACKING:
        raise lacking(output)
    if DRIVER and done.returncode != 0:
        raise Lacking(f"without glstep: status {done.returncode}: {last_line(output)}")
    assert done.returncode == 0, f"without glstep: status {done.returncode}: {output[-500:]}"
    return output


@functools.lru_cache(maxsize=None)
def published():
    """What `glstep help --json` says of all commands: by name, and the shapes that they name."""
    told = json.loads(subprocess.run([GLSTEP, "help", "--json"], capture_output=True, check=True).stdout)
    return {each["name"]: each for each in told["commands"]}, told["shapes"]


def misfit(value, schema, shapes, where="result"):
    """Where and how a value is not what the part of JSON Schema says that `glstep help --json` uses; None: it is."""
    if "$ref" in schema:
        return misfit(value, shapes[schema["$ref"].removeprefix("#/shapes/")], shapes, where)
    if "anyOf" in schema:
        wrong = [misfit(value, each, shapes, where) for each in schema["anyOf"]]
        return None if None in wrong else "; or ".join(wrong)
    kinds = {"integer": int, "number": (int, float), "string": str, "boolean": bool, "null": type(None), "array": list, "object": dict}
    types = schema.get("type", [])
    types = [types] if isinstance(types, str) else types
    if types and not any(isinstance(value, kinds[kind]) and (kind == "boolean" or not isinstance(value, bool)) for kind in types):
        return f"{where} is {str(value)[:60]!r} and no {' or '.join(types)}"
    if isinstance(value, list):
        return next(filter(None, (misfit(each, schema.get("items", {}), shapes, where + "[]") for each in value)), None)
    if not isinstance(value, dict) or not types:
        return None
    lacking = [name for name in schema["required"] if name not in value]
    if lacking:
        return f"{where} lacks {', '.join(lacking)}"
    for name, each in value.items():
        part = schema["properties"].get(name, schema["additionalProperties"])
        wrong = f"{where} has {name}, which nothing tells of" if part is False else misfit(each, part, shapes, f"{where}.{name}")
        if wrong:
            return wrong
    return None


def check_result(line, result):
    """The result of that line is what is published."""
    commands, shapes = published()
    words = line.split()
    name = next(name for n in range(len(words), 0, -1) if (name := " ".join(words[:n])) in commands)
    wrong = misfit(result, commands[name]["result"], shapes)
    assert not wrong, f"the reply to `{line}` is not what `glstep help --json` tells: {wrong}"


class Refused(Exception):
    def __init__(self, answer):
        error = answer.get("error", {})
        super().__init__(f"{answer.get('command')}: {error.get('code')}: {error.get('message')}")
        self.code = error.get("code")
        self.answer = answer


class Console:
    def __init__(self, argv, options=(), seconds=None, read=("-x", "-"), errors=None, directory=None):
        """read: how it reads commands; with -c, SIGINT interrupts one. errors: where its messages go, if they are not to be kept for stderr(). directory: where it runs."""
        if "--timeout" not in options:
            options = ["--timeout", str(patience(30)), *options]
        self.seconds = seconds or patience(36)
        self.refused = self.killed = False  # a command was, glstep was: its status will say so
        self.output = tempfile.NamedTemporaryFile(prefix="glstep-test-", suffix=".out")
        self.errors = tempfile.TemporaryFile()
        self.server = None
        command = ["--program-output", self.output.name, *options, *read, "--", *argv]
        if THROUGH_SERVER:
            path = self.serve(["--program-output", self.output.name, *options, "--", *argv], errors or self.errors, directory)
            command = [*read, "--connect", path] if path else command
        self.process = subprocess.Popen(
            [GLSTEP, "--json", "--keep-going", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors or self.errors, cwd=directory)
        self.pending = b""

    def serve(self, options, errors, directory):
        """Starts a server for the console; returns where it listens, or None: it could not begin, and says why."""
        folder = tempfile.mkdtemp(prefix="glstep-test-")
        self.server = subprocess.Popen(
            [GLSTEP, "serve", "--unix", os.path.join(folder, "socket"), *options], stdout=subprocess.PIPE, stderr=errors, cwd=directory)
        line = self.server.stdout.readline()
        return json.loads(line)["listening"] if line else None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind:
            self.kill()
        status = self.close()
        assert self.killed or status == (1 if self.refused else 0), f"glstep ended with status {status}: {self.stderr()}"

    def _line(self, seconds):
        end = time.monotonic() + seconds
        while b"\n" not in self.pending:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError(f"no answer within {seconds} s")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                raise EOFError(f"glstep ended with status {self.process.wait()}: {self.stderr()}")
            self.pending += data
        line, self.pending = self.pending.split(b"\n", 1)
        return line

    def command(self, text, seconds=None):
        self.send(text)
        return self.answer(text, seconds)

    def send(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def answer(self, text, seconds=None):
        """To the command that was sent."""
        answer = json.loads(self._line(seconds or self.seconds))
        assert answer["command"] == text, (answer["command"], text)
        self.refused = self.refused or not answer["ok"]
        if answer["ok"]:
            check_result(text, answer["result"])
        return answer

    def run(self, text, seconds=None):
        answer = self.command(text, seconds)
        if not answer["ok"]:
            raise Refused(answer)
        result = answer.get("result", {})
        if result.get("stop") == "exited" and result.get("status") == LACKING:
            raise lacking(self.program_output())
        return result

    def patiently(self, text):
        """As run(), where --timeout is short to see what a timeout does: a command that may take longer is then given again."""
        def done():
            answer = self.command(text)
            return answer if answer["ok"] or answer["error"]["code"] != "timeout" else None
        answer = wait_until(f"{text} to be done", done)
        if not answer["ok"]:
            raise Refused(answer)
        return answer.get("result", {})

    def stderr(self):
        self.errors.seek(0)
        return self.errors.read().decode(errors="replace")

    def program_output(self):
        with open(self.output.name, "rb") as file:
            return file.read().decode(errors="replace")

    def kill(self):
        self.killed = True
        self.process.kill()

    def close(self):
        """Leaves; returns glstep's exit status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended
        try:
            return self.process.wait(patience(12))
        finally:
            self.process.kill()
            self.process.wait()
            self.process.stdout.close()
            if self.server:
                self.server.terminate()
                self.server.wait(patience(12))
                self.server.stdout.close()


def read_npy(path):
    """(height, width, components, doubles) of a file of `values`, row 0 at y = 0."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:6] == b"\x93NUMPY", "no .npy file"
    size = struct.unpack_from("<H", data, 8)[0] if data[6] == 1 else struct.unpack_from("<I", data, 8)[0]
    start = (10 if data[6] == 1 else 12) + size
    header = ast.literal_eval(data[start - size:start].decode())
    assert header["descr"] == "<f8" and not header["fortran_order"], header
    shape = tuple(header["shape"]) + (1,) * (3 - len(header["shape"]))
    values = array.array("d", data[start:])
    assert len(values) == shape[0] * shape[1] * shape[2], (len(values), shape)
    return shape[0], shape[1], shape[2], values


def source_lines(console, stage="fragment"):
    return console.run(f"source {stage}")["source"].split("\n")


def line_of(lines, text, nth=0):
    """The number of the nth line that is text but for white space around it."""
    found = [number for number, line in enumerate(lines, 1) if line.split("//")[0].strip() == text]
    assert len(found) > nth, f"no line {text!r} in the source"
    return found[nth]


class Results:
    """The lines PASS, FAIL and SKIP of a script of tests/real."""

    def __init__(self):
        self.failed = 0

    def passed(self, name):
        print(f"PASS {name}", flush=True)

    def fail(self, name, why):
        self.failed += 1
        print(f"FAIL {name}: {' '.join(str(why).split())}", flush=True)

    def skip(self, name, why):
        print(f"SKIP {name}: {why}", flush=True)

    def lacking(self, name, why):
        if DRIVER:
            self.skip(name, f"{DRIVER}: {why}")
        else:
            self.fail(name, f"the driver lacks what it needs: {why}")

    def faulty(self, name, why):
        """A failure; a skip where a newer driver's own fault explains it (tests/drivers/faults.list), which its proof shows here and now."""
        from driver_faults import proven  # it needs this module
        proof = None if DRIVER else proven(name, why)
        if proof:
            self.skip(name, f"the driver's own fault, as {proof} shows: {' '.join(why.split())[:300]}")
        else:
            self.fail(name, why)

    def check(self, name, function, *arguments):
        """PASS if function returns, FAIL with what it raised if not."""
        before = sum(os.times()[:4])
        try:
            function(*arguments)
        except Lacking as why:
            self.lacking(name, why)
        except Exception as why:  # a broken test is a failed test, and the others go on
            self.faulty(name, f"{type(why).__name__}: {why}")
        else:
            self.passed(name)
        print(f"# {name} took {sum(os.times()[:4]) - before:.1f} s of processors", flush=True)
