#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`glstep serve`: a session for clients in other processes, and the console on it.

 through     a console's commands get the same answers through a server as without one
 clients     two clients: each is told what the other does, and who it was; one pauses what the other runs
 references  values come raw and whole, as those that the console writes; sources go the other way
 cancel      a request that waits, and one that runs
 left        clients that are cut off harm neither the session nor the program
 outlived    a program that was let go writes on after the server's end
 refused     what is no message, no request or too much gets one error, and the others go on
 secret      who may speak: the socket's file, the token, and what is launched
 trace       of a trace, at any call
 stdio       one client at standard input and output, which says all and then reads
 schema      all commands of `help` are methods, and what they reply with is as it says
"""

import io
import json
import os
import random
import re
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Results, check_result, program, published  # noqa: E402
from glstep_server import Client, Failed, Server  # noqa: E402
from patience import patience, wait_until  # noqa: E402

EXAMPLE = [program("glstep-example"), "--time-step", "0.1"]
COMMANDS = ["next draw", "call", "program", "state depth", "shader fragment", "where", "scope", "print gl_FragCoord * 2.0", "shader step", "shader over",
            "values gl_FragCoord.x", "focus 400 300", "shader until 130", "print gl_FragCoord", "history", "shader leave", "break call glClear", "info breakpoints",
            "continue", "nonsense", "next draw 0", "print 1", "calls 2", "textures", "step 3  # and a remark", "kill", "next draw"]


def without_numbers(line):
    """What differs from run to run is left out: numbers of threads, and addresses."""
    return re.sub(r'"thread":\d+', '"thread":0', re.sub(r"\b(0x[0-9a-f]{6,}|\d{12,}|[0-9a-f]{12,})\b", "address", line))


def console(options, commands):
    done = subprocess.run([GLSTEP, "--json", "--keep-going", *[word for command in commands for word in ("-e", command)], *options],
                          capture_output=True, timeout=patience(60), check=False)
    return [without_numbers(line) for line in done.stdout.decode().splitlines()], done.returncode


def test_through():
    alone, status = console(["--", *EXAMPLE], COMMANDS)
    assert len(alone) == len(COMMANDS) and status == 1, (len(alone), status)
    with Server(EXAMPLE) as server:
        there, there_status = console(["--connect", server.listening["listening"]], COMMANDS)
    assert there_status == status, there_status
    for mine, theirs in zip(alone, there, strict=True):
        assert mine == theirs, (mine[:300], theirs[:300])


def test_clients():
    with Server(EXAMPLE) as server:
        one, two = server.client("one"), server.client("two")
        assert [c["name"] for c in two.call("clients")["clients"]] == ["one", "two"]
        stop = one.call("next draw")
        begun, told = two.until("running"), two.until("stopped")
        assert (begun["name"], begun["command"]) == ("one", "next draw") and told["stop"] == stop, (begun, told)
        where = two.call("shader fragment")
        told = one.until("moved")
        assert told["client"] == two.hello["client"] and told["where"] == where, told
        # what one has set, the other sees; each has a filter of its own
        one.call("shader until", [130])
        assert two.call("where")["line"] == 130
        two.call("shader leave")
        running = one.send("continue")
        while two.until("running")["command"] != "continue":
            pass
        paused = two.call("pause")
        stopped = one.answer(running)
        assert stopped["stop"] == "call" and paused["call"]["index"] == stopped["call"]["index"], (stopped, paused)
        assert one.call("kill") == {}
        with_text = one.call("info breakpoints", {"arguments": [], "text": True})
        assert with_text["result"] == {"breakpoints": []} and with_text["text"].strip(), with_text


def test_references():
    with Server(EXAMPLE) as server, tempfile.TemporaryDirectory() as folder:
        client = server.client()
        client.call("next draw")
        client.call("shader fragment")
        path = os.path.join(folder, "x.npy")
        client.call("values", ["gl_FragCoord", path])
        client.call("values", ["gl_FragCoord", "@x.npy"])
        with open(path, "rb") as file:
            whole = file.read()
        assert len(whole) > 1 << 20 and client.reference("@x.npy", 123457) == whole
        part = client.call("read", {"reference": "@x.npy", "offset": len(whole) - 5, "size": 100})
        assert (part["bytes"], part["size"]) == (5, len(whole)), part
        assert client.call("read", {"reference": "@x.npy", "offset": len(whole) + 5})["bytes"] == 0
        # relative names are in the client's folder
        client.call("hello", {"directory": folder})
        client.call("mask", ["mask.png"])
        assert os.path.exists(os.path.join(folder, "mask.png"))
        client.call("shader leave")
        source = client.call("source", ["fragment"])["source"]
        changed = source.replace("void main()", "void main() /* changed */")
        client.call("write", {"reference": "@new.frag", "text": changed[:1000]})
        client.call("write", {"reference": "@new.frag", "text": changed[1000:], "offset": len(changed[:1000].encode())})
        assert client.reference("@new.frag").decode() == changed
        client.call("set source", ["fragment", "@new.frag"])
        assert client.call("source", ["fragment"])["source"] == changed
        other = server.client("other")
        for bad in ("@x.npy", "@", "@../x", "@/etc/passwd", "@" + "a" * 70, "x.npy", "@.hidden"):
            refuses(other, "read", {"reference": bad}, "unknown-name" if bad == "@x.npy" else "usage")
        refuses(client, "mask", ["@no/such.png"], "usage")
        client.call("release", {"reference": "@x.npy"})
        refuses(client, "read", {"reference": "@x.npy"}, "unknown-name")


def refuses(client, method, params, word):
    try:
        result = client.call(method, params)
    except Failed as error:
        assert error.word == word, (method, params, error, error.word)
        return error
    raise AssertionError(f"{method} {params} was done: {str(result)[:200]}")


def test_cancel():
    with Server(EXAMPLE) as server:
        client, other = server.client(), server.client("other")
        client.call("next draw")
        running = client.send("continue")
        waits = client.send("state")
        other.until("running")
        client.send("$/cancelRequest", {"id": waits}, ident="cancel")
        answers = {}
        client.send("$/cancelRequest", {"id": running}, ident="cancel it, too")
        while len(answers) < 4:
            message = client.receive()
            if "id" in message:
                answers[message["id"]] = message
        assert answers[waits]["error"]["code"] == -32800, answers[waits]
        # what was interrupted has stopped the program where it was, as Ctrl-C does
        stop = answers[running]
        assert stop.get("result", {}).get("stop") == "call" or stop["error"]["code"] == -32800, stop
        assert client.call("call")["index"] >= 0


def test_left():
    with Server([program("glstep-example"), "--frames", "400"]) as server:
        for name in ("first", "second", "third"):
            client = server.client(name)
            client.call("start" if name == "first" else "next draw")
            client.send("next frame", [3])
            client.send("state")
            server.client("watching").call("clients")
            client.close()
        client = server.client("last")
        wait_until("the others to be gone", lambda: len(client.call("clients")["clients"]) < 6)
        stop = client.call("next draw")
        assert stop["stop"] == "call", stop
        client.call("detach")
        end = wait_until("the program's end", lambda: client_end(client))
        assert end, end


def test_outlived():
    """A program that was let go writes on, though the server that read what it wrote has ended."""
    with tempfile.TemporaryDirectory() as folder:
        done = os.path.join(folder, "done")
        words = f"{EXAMPLE[0]} --frames 3; for i in $(seq 300); do echo $i; sleep 0.01; done; touch {done}"
        server = Server(["sh", "-c", words])
        client = server.client()
        client.call("next draw")
        client.call("detach")
        status = server.close()
        assert status == 0 and not os.path.exists(done), status
        wait_until("the program's end", lambda: os.path.exists(done))


def client_end(client):
    """After `detach` the program goes on alone: nothing is left to be asked."""
    return refuses(client, "step", [], "no-program")


def test_refused():
    with Server(EXAMPLE) as server:
        witness = server.client("witness")
        client = server.client()
        for params, method, code in (([], "no such method", -32601), ([{}], "next draw", -32602), ("x", "next draw", -32600), ([1.5], "step", -32602),
                                     (["0"], "next draw", -32602), (["x"], "step", -32602), ({"command": 5}, "run", -32602), ({}, "run", -32602),
                                     ({"command": "step\nkill"}, "run", -32602), ({"directory": "not/absolute"}, "hello", -32602)):
            ident = client.send(method, params)
            while "id" not in (message := client.receive()):
                pass
            assert message["error"]["code"] == code and message["id"] in (ident, None), (method, params, message)
        for text, code in ((b"nonsense", -32700), (b"[]", -32600), (b"5", -32600), (b'{"jsonrpc":"2.0"}', -32600), (b'{"method":"step","id":1}', -32600),
                           (b"[" * 5000 + b"]" * 5000, -32700), (b'{"a":' * 100000, -32700), (b'"\xff\xfe"', -32700), (b'{"jsonrpc":"2.0","method":"step","id":{}}', -32600),
                           (b"", -32700)):
            client.send_bytes(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
            message = client.receive()
            assert message["error"]["code"] == code and message["id"] is None, (text[:50], message)
        # a notification gets no answer, and names of headers are in letters of either case
        text = b'{"jsonrpc":"2.0","method":"clients"}'
        client.send_bytes(b"X-Other: 1\r\ncontent-length:%d\r\n\r\n%s" % (len(text), text))
        assert client.call("call")["name"], "the client goes on"
        # after these nothing can be understood any more: one error, and the end
        for text in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"Content-Length: 99999999999\r\n\r\n", b"Content-Length: 5 5\r\n\r\nhello",
                     b"nothing\r\n\r\n", b"x" * 10000, b"\0" * 5000):
            lost = server.client("lost")
            lost.send_bytes(text)
            assert lost.receive()["error"]["code"] == -32700 and lost.receive() is None, text[:30]
            lost.close()
        assert witness.call("call")["name"], "the others go on"
        noise(server)
        assert witness.call("call")["name"], "the others go on"


def noise(server, n=200):
    """Messages with bytes changed: each connection is answered or closed, and the server lives."""
    chance = random.Random(7)
    whole = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(text), text) for text in (
        json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": params}).encode()
        for i, (method, params) in enumerate((("schema", {}), ("run", {"command": "call", "text": True}), ("where", []), ("read", {"reference": "@a", "size": 5}),
                                              ("write", {"reference": "@a", "data": "AAAA"}), ("textures", []), ("info breakpoints", [])))))
    for _ in range(n):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 8)):
            at = chance.randrange(len(data))
            data[at:at + chance.randrange(2)] = bytes(chance.choice(b'\0"{}[]:,0919\\\xff\n-') for _ in range(chance.randrange(2)))
        descriptor = server.connect()
        client = Client(descriptor, descriptor)
        try:
            client.send_bytes(bytes(data))
        except (BrokenPipeError, ConnectionResetError):
            pass  # it was closed after the first that was no message
        connection = socket.socket(fileno=os.dup(descriptor))
        try:
            connection.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # likewise
        connection.close()
        while client.receive() is not None:
            pass
        client.close()


def test_secret():
    with Server(EXAMPLE) as server:
        mode = os.stat(server.path).st_mode
        assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600, oct(mode)
        assert refuses(server.client(), "launch", {"program": EXAMPLE}, "unsupported")
        taken = subprocess.run([GLSTEP, "serve", "--unix", server.path, "--", *EXAMPLE], capture_output=True, timeout=patience(20), check=False)
        assert taken.returncode == 2 and b"cannot listen" in taken.stderr, taken
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        # what a server left that was killed is in nobody's way
        again = subprocess.Popen([GLSTEP, "serve", "--unix", server.path, "--", *EXAMPLE], stdout=subprocess.PIPE)
        assert json.loads(again.stdout.readline()) == server.listening
        assert server.client().call("next draw")["stop"] == "call"
        server.process = again
    with Server(EXAMPLE, tcp=True) as server:
        address = server.listening["listening"]
        assert address.startswith("tcp:localhost:") and len(server.listening["token"]) >= 32, server.listening
        port = int(address.rpartition(":")[2])
        listens = subprocess.run(["cat", "/proc/net/tcp"], capture_output=True, check=True).stdout.decode()
        assert f"0100007F:{port:04X} " in listens and f"00000000:{port:04X} " not in listens, "it listens at the loopback address alone"
        for first in (("step", []), ("hello", {}), ("hello", {"token": "0" * 32}), ("hello", {"token": server.listening["token"] + "x"}), ("shutdown", {})):
            descriptor = server.connect()
            client = Client(descriptor, descriptor)
            ident = client.send(*first)
            message = client.receive()
            assert message["id"] == ident and message["error"]["code"] == -32001, message
        assert server.client().call("next draw")["stop"] == "call"
        good, status = console(["--connect", address, "--token", server.listening["token"]], ["call"])
        assert status == 0 and json.loads(good[0])["ok"], good
        _, status = console(["--connect", address, "--token", "x"], ["call"])
        assert status == 2, status
    with Server([], ["--allow-launch"]) as server:
        client = server.client()
        refuses(client, "next draw", [], "no-program")
        for bad in ({}, {"program": []}, {"program": EXAMPLE, "environment": [5]}, {"program": "x"}):
            refuses(client, "launch", bad, "usage")
        assert client.call("launch", {"program": [*EXAMPLE, "--frames", "2"], "environment": ["A=b"]}) == {}
        assert client.call("next draw")["stop"] == "call"
        assert client.call("launch", {"program": [*EXAMPLE, "--frames", "1"]}) == {}
        assert client.call("continue") == {"stop": "exited", "frame": 1, "draw": 2, "status": 0} or client.call("pause")["stop"] == "exited"
        refuses(client, "launch", {"trace": "/no/such.trace"}, "usage")


def test_trace():
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", *EXAMPLE, "--frames", "3"], check=True, capture_output=True, timeout=patience(60))
        alone, _ = console(["--", trace], ["next draw", "shader fragment", "print gl_FragCoord", "goto 20", "state", "report"])
        with Server([trace]) as server:
            there, _ = console(["--connect", server.listening["listening"]], ["next draw", "shader fragment", "print gl_FragCoord", "goto 20", "state", "report"])
            for mine, theirs in zip(alone, there, strict=True):
                assert mine == theirs, (mine[:300], theirs[:300])
            client = server.client()
            at = json.loads(alone[0])["result"]["call"]["index"]
            assert client.call("goto", [at])["call"]["name"] == "glDrawArrays"


def test_stdio():
    requests = io.BytesIO()
    for ident, (method, params) in enumerate((("next draw", []), ("shader fragment", []), ("print", ["gl_FragCoord.x + 0.5"]), ("quit", []))):
        text = json.dumps({"jsonrpc": "2.0", "id": ident, "method": method, "params": params}).encode()
        requests.write(b"Content-Length: %d\r\n\r\n%s" % (len(text), text))
    done = subprocess.run([GLSTEP, "serve", "--stdio", "--", *EXAMPLE], input=requests.getvalue(), capture_output=True, timeout=patience(60), check=False)
    assert done.returncode == 0, done
    read, write = os.pipe()
    os.close(write)
    client = Client(read, -1)
    client.pending = done.stdout
    answers = {}
    while (message := client._take()):
        if "id" in message:
            answers[message["id"]] = message
    assert answers[2]["result"]["value"] == 1.0 and answers[3]["result"] == {} and not client.pending, answers
    for wrong, said in ((["--stdio"], b"no program"), (["--unix", "x", "--stdio", "--", *EXAMPLE], b"one of"), (["--tcp", "x:y", "--", *EXAMPLE], b"not an address"),
                        (["--unix", "/" + "x" * 200, "--", *EXAMPLE], b"longer than"), (["--unix", "/no/such/folder/s", "--", *EXAMPLE], b"cannot listen"),
                        (["--timeout", "x", "--", *EXAMPLE], b"not a time"), (["--nonsense"], b"nonsense"), (["--", "/no/such.trace"], b"")):
        bad = subprocess.run([GLSTEP, "serve", *wrong], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(30), check=False)
        assert bad.returncode == 2 and said in bad.stderr and bad.stderr.count(b"\n") <= 2, (wrong, bad)
    nobody = subprocess.run([GLSTEP, "--connect", "/tmp/no/such/socket", "-e", "call"], capture_output=True, timeout=patience(30), check=False)
    assert nobody.returncode == 2 and nobody.stderr.count(b"\n") == 1, nobody


def test_schema():
    with Server(EXAMPLE) as server:
        client = server.client()
        schema = client.call("schema")
        names = {command["name"] for command in schema["commands"]}
        assert names == set(published()[0]) if isinstance(published(), tuple) else names, names
        for method in ("next draw", "call", "program", "state", "attachments", "shader fragment", "where", "scope", "shader leave"):
            name, *words = ("shader", "fragment") if method == "shader fragment" else (method,)
            check_result(method, client.call(name, words))
        assert {"hello", "schema", "run", "read", "write"} <= {method["name"] for method in schema["methods"]}
        assert set(schema["notifications"]) == {"running", "stopped", "moved", "output", "progress"}


def main():
    results = Results()
    for name in sys.argv[1:] or ("through", "clients", "references", "cancel", "left", "outlived", "refused", "secret", "trace", "stdio", "schema"):
        results.check(name, globals()[f"test_{name}"])
    sys.exit(bool(results.failed))


if __name__ == "__main__":
    main()
