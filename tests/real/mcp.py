#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`glstep mcp`: the commands as tools of the Model Context Protocol, over standard input and output.

 tools     each command is a tool, whose schema takes what the command takes; those that begin programs only where that is allowed
 session   an agent's session: to a draw, into the shader, values by arithmetic, a picture, a command that fails
 open      a trace is opened meanwhile
 refused   what is no message or no tool
 inspector (by its name) the inspector of the protocol's authors, npm's @modelcontextprotocol/inspector, lists the tools and calls one
"""

import base64
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Results, program, published  # noqa: E402
from patience import patience  # noqa: E402

EXAMPLE = [program("glstep-example"), "--time-step", "0.1"]


class Agent:
    def __init__(self, argv=(), options=()):
        self.process = subprocess.Popen([GLSTEP, "mcp", "--timeout", str(patience(30)), *options, *(["--", *argv] if argv else [])],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last = 0

    def __enter__(self):
        self.hello = self.ask("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}})["result"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return self

    def __exit__(self, kind, value, trace):
        self.process.stdin.close()
        status = self.process.wait(patience(20))
        self.process.stdout.close()
        assert kind or status == 0, status

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params=None):
        self.last += 1
        self.send({"jsonrpc": "2.0", "id": self.last, "method": method, **({} if params is None else {"params": params})})
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.last and answer["jsonrpc"] == "2.0", answer
        return answer

    def call(self, name, arguments=None, **others):
        """The result of a tool that does what it is asked for."""
        result = self.ask("tools/call", {"name": name, "arguments": others if arguments is None else {"arguments": arguments}})["result"]
        assert result["isError"] is False, result
        return result


def test_tools():
    commands, _ = published()
    with Agent(EXAMPLE) as agent:
        assert agent.hello["protocolVersion"] == "2025-03-26" and agent.hello["serverInfo"]["name"] == "glstep" and "tools" in agent.hello["capabilities"], agent.hello
        assert agent.ask("ping")["result"] == {}
        tools = {tool["name"]: tool for tool in agent.ask("tools/list")["result"]["tools"]}
        assert set(tools) - {"open"} == {name.replace(" ", "_") for name in commands}
        for tool in tools.values():
            schema = tool["inputSchema"]
            assert schema["type"] == "object" and tool["description"] and len(tool["name"]) <= 64, tool
            assert set(schema.get("required", [])) <= set(schema["properties"]), tool
        assert "arguments" in tools["print"]["inputSchema"]["required"] and not tools["where"]["inputSchema"]["properties"]
    with Agent(options=["--allow-launch"]) as agent:
        assert {"open", "launch"} <= {tool["name"] for tool in agent.ask("tools/list")["result"]["tools"]}
        assert agent.ask("tools/call", {"name": "next_draw", "arguments": {}})["result"]["isError"]
        agent.call("launch", program=EXAMPLE)
        assert agent.call("next_draw")["structuredContent"]["stop"] == "call"


def test_session():
    with Agent(EXAMPLE) as agent:
        stop = agent.call("next_draw", "1")
        assert "glDrawArrays" in stop["content"][0]["text"] and stop["structuredContent"]["call"]["name"] == "glDrawArrays", stop
        agent.call("shader", "fragment")
        agent.call("focus", "7 9")
        assert agent.call("print", "gl_FragCoord.xy * 2.0")["structuredContent"]["value"] == [15, 19]
        picture = agent.call("framebuffer", "@a.png")["content"][1]
        data = base64.b64decode(picture["data"])
        assert picture["type"] == "image" and picture["mimeType"] == "image/png" and data[:8] == b"\x89PNG\r\n\x1a\n", data[:8]
        assert struct.unpack(">II", data[16:24]) == (800, 600)
        wrong = agent.ask("tools/call", {"name": "print", "arguments": {"arguments": "nothing_such"}})["result"]
        assert wrong["isError"] is True and "nothing_such" in wrong["content"][0]["text"], wrong
        assert agent.call("shader_leave")["structuredContent"]["stop"] == "call"


def test_open():
    with tempfile.TemporaryDirectory() as folder, Agent() as agent:
        trace = os.path.join(folder, "a.trace")
        subprocess.run([GLSTEP, "record", "-o", trace, "--", *EXAMPLE, "--frames", "2"], check=True, capture_output=True, timeout=patience(60))
        agent.call("open", trace=trace)
        assert agent.call("next_draw")["structuredContent"]["call"]["name"] == "glDrawArrays"
        assert agent.ask("tools/call", {"name": "launch", "arguments": {"program": EXAMPLE}})["error"], "programs are begun only where that is allowed"


def test_refused():
    with Agent(EXAMPLE) as agent:
        for method, params in (("tools/call", {}), ("tools/call", {"name": "nothing"}), ("tools/call", {"name": 5}), ("tools/call", {"name": "step", "arguments": {"arguments": 5}}),
                               ("resources/list", {}), ("next draw", [])):
            assert agent.ask(method, params)["error"]["code"] < 0, method
        agent.process.stdin.write(b"nonsense\n\n{}\n")
        agent.process.stdin.flush()
        assert [json.loads(agent.process.stdout.readline())["error"]["code"] for _ in range(2)] == [-32700, -32600]
        assert agent.call("call")["structuredContent"]["name"]
    bad = subprocess.run([GLSTEP, "mcp", "--tcp", "0", "--", *EXAMPLE], capture_output=True, timeout=patience(20), check=False)
    assert bad.returncode == 2 and b"standard input" in bad.stderr, bad


def test_inspector():
    inspector = shutil.which("mcp-inspector")
    assert inspector, "npm install -g @modelcontextprotocol/inspector"

    def inspected(*arguments):
        done = subprocess.run([inspector, "--cli", GLSTEP, "mcp", *EXAMPLE, *arguments], capture_output=True, timeout=patience(60), check=True)
        return json.loads(done.stdout)

    assert "next_draw" in {tool["name"] for tool in inspected("--method", "tools/list")["tools"]}
    assert "glDrawArrays" in inspected("--method", "tools/call", "--tool-name", "next_draw")["content"][0]["text"]


def main():
    results = Results()
    for name in sys.argv[1:] or ("tools", "session", "open", "refused"):
        results.check(name, globals()[f"test_{name}"])
    sys.exit(bool(results.failed))


if __name__ == "__main__":
    main()
