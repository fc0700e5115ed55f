#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `glstep help --json` says a command takes is what it takes: lines made from that by chance are understood as commands, whether or not
they can be done where the program stands, and with words too many they are refused. Without what it says a command needs it is refused, too. What
it says of the replies is JSON Schema, and holds for what comes (for all other tests, glstep_console.py sees to that)."""

import json
import os
import random
import subprocess
import sys
import tempfile

import jsonschema

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Refused, program  # noqa: E402

STAGES = ["fragment", "vertex", "geometry", "tess-control", "tess-evaluation", "compute"]
LATE = ["continue", "restart", "trace restart", "start", "kill", "detach"]  # they end what is debugged; quit would leave nothing to ask
# What values are made of where the type says too little.
SAMPLES = {
    "SIZE": ["200M", "4G", "70000"], "KINDS": ["nan", "domain,index"], "STAGES": ["fragment", "vertex,compute"],
    "PATTERN": ["glDraw*"], "TYPES": ["vec3", "float,ubyte4n"], "CALLS": ["5", "10-20", "draw"], "FRAMES": ["0", "0-1", "1-"], "POINT": ["0", "depth"],
    "CLASSES": ["all", "errors,textures"], "GROUPS": ["GL_COLOR_BUFFER_BIT"], "WHAT": ["glGet*", "category:Drawing"], "NAME": ["1"], "EXPRESSION": ["1.0 + 2.0"],
    "CONDITION": ["mode == GL_TRIANGLES"], "CASE": ["1", "TWO"], "PREFIX": ["GL_BLEND"], "MEMBER": ["color"], "COMMAND": ["next"], "VALUE": ["1"], "CALL": ["3", "=4", "+1"], "BEFORE": ["5"], "TEXT": ["a \"b\" c"], "PATH": ["/call", "/textures/1"],
}


def values(chance, part, folder):
    if part["type"] == "number":
        return [str(chance.randint(part["least"], part["least"] + 3))]
    if part["type"] == "stage":
        return [chance.choice(STAGES)]
    if part["type"] == "file":
        name, ending = os.path.splitext(part["value"])
        return [os.path.join(folder, name + (ending or ".csv"))]  # commands know it by its ending
    return [chance.choice(SAMPLES[part["value"]])]


def line_of(chance, parts, folder):
    """The words of a line that these parts allow."""
    words = []
    for part in parts:
        if "optional" in part:
            words += line_of(chance, part["optional"], folder) if chance.random() < 0.5 else []
        elif "choice" in part:
            words += line_of(chance, chance.choice(part["choice"]), folder)
        else:
            words += [part["word"]] if "word" in part else values(chance, part, folder)
    return words


def has_rest(parts):
    return any(part.get("type") == "rest" or any(has_rest(each) for each in [part.get("optional", []), *part.get("choice", [])]) for part in parts)


def takes_rest(parts):
    """A text without quotes, or a file that is all that there is, whose name may have spaces."""
    return has_rest(parts) or [part.get("type") for part in parts] == ["file"]


def asked(console, line, judge=None):
    """Why it is refused; None: it is not."""
    try:
        result = console.run(line)
    except Refused as refusal:
        return str(refusal)
    if judge:
        judge.validate(result)
    return None


def check_needs(chance, known, folder):
    def check(console, codes):
        for command in known:
            wanted = {codes[need] for need in command["needs"] if need in codes}
            if wanted:
                line = " ".join([command["name"], *line_of(chance, command["arguments"], folder)])
                answer = console.command(line)
                assert not answer["ok"] and answer["error"]["code"] in wanted, (command["needs"], answer)

    with Console([program("test-scenes"), "plain"]) as console:
        console.run("start")
        check(console, {"draw": "no-draw", "shader": "no-shader", "trace": "usage", "recording": "usage"})
        console.run("kill")
        check(console, {"recording": "usage", "program": "no-program", "stop": "no-program", "draw": "no-program", "shader": "no-program"})


def main():
    if not os.environ.get("DISPLAY"):
        display = os.path.join(os.environ["top_srcdir"], "tests", "with-display")
        sys.exit(subprocess.call([display, sys.executable, os.path.abspath(__file__)]))
    chance = random.Random(int(os.environ.get("GLSTEP_SEED", "1")))
    told = json.loads(subprocess.run([GLSTEP, "help", "--json"], capture_output=True, check=True).stdout)
    known = told["commands"]
    assert len(known) > 90, len(known)
    wrong = []
    with tempfile.TemporaryDirectory() as folder, Console([program("glstep-example"), "--headless", "--size", "64x48", "--frames", "500"]) as console:
        for command in sorted((each for each in known if each["name"] != "quit"), key=lambda each: each["name"] in LATE):
            schema = {**command["result"], "shapes": told["shapes"]}
            jsonschema.Draft202012Validator.check_schema(schema)
            judge = jsonschema.Draft202012Validator(schema)
            for _ in range(8):
                words = line_of(chance, command["arguments"], folder)
                line = " ".join([command["name"], *words])
                refusal = asked(console, line, judge)
                if refusal and ("; usage: " in refusal or "too many arguments" in refusal):
                    wrong.append(refusal)
            if not takes_rest(command["arguments"]):
                line = " ".join([command["name"], *words, "much", "too", "many"])
                if not asked(console, line):
                    wrong.append(f"{line}: understood")
        check_needs(chance, known, folder)
    assert not wrong, "\n".join(wrong)


main()
