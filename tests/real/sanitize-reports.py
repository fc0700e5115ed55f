#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `glstep sanitize` writes of a few faults that are planted, of which lines, elements and values are known; and what it leaves out.

 suppress   rules of a file and comments leave out what they match, and no more; rules that are none are told with their line
 confirm    each finding is looked at step by step, in functions and loops, too; what cannot be is said to be so
 names      labels, and files that #line names, stand for sources
 sarif      regions cut the expressions out of the sources that the file has; each kind of fault has a rule
 html       a page that is well-formed, refers to nothing but itself, and marks the expressions
 junit      a test for each stage of a program; what could not be looked at is skipped
 keep       the commands lead to the same values in the traces that are kept, of a program and of a trace
 usage      wrong words are told in one sentence
"""

import html.parser
import json
import os
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

# The target is 16 x 8 pixels. Of each fault: kind, stage, line, how many elements, expression.
FRAGMENT = """#version 330
out vec4 color;
float inv(float x)
{
	return 1.0 / x;
}
void main()
{
	float x = gl_FragCoord.x - 8.5, sum = inv(x + 100.0);
	int i = int(gl_FragCoord.x) - 4;
	sum += inv(x);
	sum += sqrt(x);
	sum += float(7 / i); /* a & b < c */
	for (int k = 0; k < 6; k++)
		sum += log(float(3 - k));
	color = vec4(sum);
}
"""
VERTEX = """#version 330
in vec4 corner;
void main()
{
	gl_Position = corner;
	gl_Position.z = clamp(corner.w, 2.0, 1.0);
	gl_Position.z = 0.0;
}
"""
FAULTS = [("domain", "vertex", 6, 3, "clamp(corner.w, 2.0, 1.0)"), ("infinity", "fragment", 5, 8, "1.0 / x"), ("domain", "fragment", 12, 64, "sqrt(x)"),
          ("division", "fragment", 13, 8, "7 / i"), ("domain", "fragment", 15, 128, "log(float(3 - k))")]


def shader_file(folder, name="planted", fragment=FRAGMENT, vertex=VERTEX):
    path = os.path.join(folder, name + ".shader")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"[fragment]\n{fragment}\n[vertex]\n{vertex}")
    return path


def sanitize(shader, *options, status=1):
    """The findings, the last line, and what it says of errors."""
    return sanitize_of([program("test-shader"), "core", "33", shader], *options, status=status)


def sanitize_of(argv, *options, status=1):
    done = subprocess.run([GLSTEP, "sanitize", "--json", *options, *argv], capture_output=True, timeout=patience(30), check=False)
    assert done.returncode == status, (done.returncode, done.stderr[-1000:])
    lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return lines[:-1], lines[-1] if lines else {}, done.stderr.decode(errors="replace")


def short(findings):
    return [(f["kind"], f["stage"], f["line"], f["elements"], f["expression"]) for f in findings]


def suppress(folder):
    path, rules = shader_file(folder), os.path.join(folder, "rules")

    def left(text, status=1):
        with open(rules, "w", encoding="utf-8") as file:
            file.write(text)
        found, last, errors = sanitize(path, "--suppress", rules, status=status)
        assert status == 2 or last["findings"] == len(found) and last["suppressed"] == len(FAULTS) - len(found), last
        return short(found) if status != 2 else errors

    assert left("# none\n\n") == FAULTS
    assert left("domain * sqrt(x)\n") == [f for f in FAULTS if f[4] != "sqrt(x)"]
    assert left("* vertex *\n") == [f for f in FAULTS if f[1] != "vertex"]
    assert left("infinity fragment return 1.0 / ?;\n  division\t*  sum +=*\n") == [f for f in FAULTS if f[0] not in ("infinity", "division")]
    assert left("domain fragment 1.0 / x\n* * sqrt(\n* * qrt(x)\n* * log(float(3 - k)) \n") == FAULTS[:4], "a pattern matches all of it"
    assert left("* * *\n", status=0) == []
    for text, line, word in (("* * a\nodd * b\n", 2, "'odd' is no kind"), ("nan pixel b", 1, "'pixel' is no stage"), ("\n\nnan fragment\n", 3, "KIND STAGE PATTERN")):
        errors = left(text, status=2)
        assert f"rules:{line}: " in errors and word in errors and errors.count("\n") == 1, errors
    assert sanitize(path, "--suppress", rules + ".none", status=2)[2].count("\n") == 1

    ignored = FRAGMENT.replace("sqrt(x);", "sqrt(x); // glstep: ignore").replace("1.0 / x;", "1.0 / x; //  glstep:ignore nan, infinity")
    ignored = ignored.replace("(3 - k));", "(3 - k)); // glstep: ignore nan")
    found, last, _ = sanitize(shader_file(folder, "ignored", ignored))
    assert short(found) == [f for f in FAULTS if f[4] not in ("sqrt(x)", "1.0 / x")] and last["suppressed"] == 2 and not last["notes"], (short(found), last)
    wrong = FRAGMENT.replace("sqrt(x);", "sqrt(x); // glstep: ignore domian")
    found, last, _ = sanitize(shader_file(folder, "wrong", wrong))
    assert short(found) == FAULTS and len(last["notes"]) == 1 and "'domian'" in last["notes"][0], last
    with Console([program("test-shader"), "core", "33", shader_file(folder, "ignored", ignored)]) as console:
        console.run("next draw")
        told = console.run("sanitize")
        assert told["suppressed"] == 2 and short(told["findings"]) == [f for f in FAULTS if f[4] not in ("sqrt(x)", "1.0 / x")], told


# Values of the operands of the first element, by arithmetic.
VALUES = {"clamp(corner.w, 2.0, 1.0)": {"corner.w": 1.0}, "1.0 / x": {"x": 0.0}, "sqrt(x)": {"x": -8.0}, "7 / i": {"i": 0}, "log(float(3 - k))": {"float(3 - k)": 0.0}}


def confirm(folder):
    found, _, _ = sanitize(shader_file(folder), "--confirm")
    assert short(found) == FAULTS and all(f["confirmed"] is True for f in found), [(f["expression"], f["confirmed"], f.get("why")) for f in found]
    for f in found:
        assert {o["text"]: o["value"] for o in f["first"]["operands"]} == VALUES[f["expression"]], f
    found, _, _ = sanitize(shader_file(folder))
    assert all("confirmed" not in f and "why" not in f for f in found)
    # An operand with an effect is executed once, by the shader; of a derivative there is none.
    text = FRAGMENT.replace("sqrt(x)", "sqrt(--x)").replace("color = vec4(sum);", "if (gl_FragCoord.x > 3.0)\n\tsum += dFdx(gl_FragCoord.y);\n\tcolor = vec4(sum);")
    found, _, _ = sanitize(shader_file(folder, "effect", text), "--confirm")
    told = {f["expression"]: (f["confirmed"], f.get("why")) for f in found}
    assert told["sqrt(--x)"][0] is None and told["sqrt(--x)"][1], told
    assert [value for name, (value, why) in told.items() if name not in ("sqrt(--x)", "dFdx(gl_FragCoord.y)")] == [True] * 4, told
    assert "dFdx(gl_FragCoord.y)" not in told or told["dFdx(gl_FragCoord.y)"][0] is None and told["dFdx(gl_FragCoord.y)"][1], told


def labelled(folder):
    """The fragment shader has a label with odd characters, its later lines are from another file, and the program has a label."""
    text = FRAGMENT.replace("\tsum += sqrt(x);", '#line 70 "lib/roots.glsl"\n\tsum += sqrt(x);').replace("/* a &", "/* \u00e4 &")
    text = "#version 330\n#extension GL_ARB_shading_language_include : enable\n" + text.split("\n", 1)[1]
    path = shader_file(folder, "labelled", text)
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n[label] fragment sky & <\u00e9>.frag\n\n[label] program sky\n")
    return path


def names(folder):
    found, _, _ = sanitize(labelled(folder))
    told = [(f["file"], f["file_line"], f["label"], f["expression"]) for f in found]
    assert told == [("sky-vertex-0.glsl", 6, "sky", "clamp(corner.w, 2.0, 1.0)"), ("sky & <\u00e9>.frag", 6, "sky", "1.0 / x"), ("lib/roots.glsl", 70, "sky", "sqrt(x)"),
                    ("lib/roots.glsl", 71, "sky", "7 / i"), ("lib/roots.glsl", 73, "sky", "log(float(3 - k))")], told
    found, _, _ = sanitize(shader_file(folder))
    assert {f["file"] for f in found} == {"program-1-vertex-0.glsl", "program-1-fragment-0.glsl"} and all("label" not in f for f in found)
    trace = os.path.join(folder, "labelled.trace")
    subprocess.run([GLSTEP, "record", "-o", trace, "--", program("test-shader"), "core", "33", labelled(folder)], capture_output=True, timeout=patience(30), check=True)
    found, _, _ = sanitize_of([trace])
    assert [(f["file"], f["file_line"], f["label"], f["expression"]) for f in found] == told, "of a trace"


def at(text, region):
    """What the region, of one line, cuts out."""
    assert region["startLine"] == region["endLine"]
    return text.split("\n")[region["startLine"] - 1][region["startColumn"] - 1:region["endColumn"] - 1]


def sarif(folder):
    path = os.path.join(folder, "a.sarif")
    sanitize(labelled(folder), "--sarif", path, "--confirm")
    with open(path, encoding="utf-8") as file:
        told = json.load(file)
    assert told["version"] == "2.1.0" and len(told["runs"]) == 1 and "sarif-schema-2.1.0" in told["$schema"]
    run = told["runs"][0]
    driver, artifacts = run["tool"]["driver"], run["artifacts"]
    assert driver["name"] == "glstep" and driver["version"] in subprocess.run([GLSTEP, "--version"], capture_output=True, check=True).stdout.decode().split()
    assert run["columnKind"] == "unicodeCodePoints" and run["invocations"][0]["executionSuccessful"] is True
    assert {"domain", "nan", "index"} <= {rule["id"] for rule in driver["rules"]} and all("section" in rule["help"]["text"] for rule in driver["rules"] if "help" in rule)
    assert {a["location"]["uri"] for a in artifacts} == {"sky-vertex-0.glsl", "sky%20%26%20%3C%C3%A9%3E.frag"}, artifacts
    assert [r["ruleId"] for r in run["results"]] == [f[0] for f in FAULTS]
    for result, fault in zip(run["results"], FAULTS):
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        places = [p["physicalLocation"] for p in result["locations"] + result.get("relatedLocations", [])]
        whole = places[-1]
        artifact = artifacts[whole["artifactLocation"]["index"]]
        assert artifact["location"]["uri"] == whole["artifactLocation"]["uri"]
        assert at(artifact["contents"]["text"], whole["region"]) == fault[4], (whole, fault)
        assert len(places) == 1 or places[0]["artifactLocation"] == {"uri": "lib/roots.glsl"} and places[0]["region"]["startLine"] >= 70, places
        assert len(places) == 1 + (fault[2] > 11)
        for name, value in VALUES[fault[4]].items():
            assert f"{name} = {value:g}" in result["message"]["text"], result["message"]
        assert "confirmed step by step" in result["message"]["text"]


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.marks, self.links, self.tags, self.text = [], [], [], set(), ""

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.links += [value for name, value in attributes if name in ("src", "href", "action", "data")]
        if tag == "mark":
            self.marks.append("")
        if tag not in ("meta", "br", "link", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data):
        self.text += data
        if "mark" in self.open:
            self.marks[-1] += data


def page(folder):
    path = os.path.join(folder, "new", "pages")
    sanitize(labelled(folder), "--html", path, "--confirm")
    read = Page()
    with open(os.path.join(path, "index.html"), encoding="utf-8") as file:
        read.feed(file.read())
    read.close()
    assert not read.open and os.listdir(path) == ["index.html"]
    assert not read.links and not read.tags & {"script", "link", "iframe", "img"}, (read.links, read.tags)
    assert read.marks == [f[4] for f in FAULTS], read.marks
    for words in ("program 1 (sky), fragment shader", "sky & <\u00e9>.frag, line 6, in inv", "/* \u00e4 & b < c */", "7 / i", "GLSL 4.60, section 5.9", "where i = 0",
                  "test the divisor before", "confirmed step by step"):
        assert words in read.text, words


def junit(folder):
    path = os.path.join(folder, "a.xml")

    def suite(words, status):
        sanitize_of(words, "--junit", path, status=status)
        suites = xml.etree.ElementTree.parse(path).getroot()
        assert suites.tag == "testsuites" and len(suites) == 1
        cases = list(suites[0])
        counted = [len(cases), sum(case.find("failure") is not None for case in cases), sum(case.find("skipped") is not None for case in cases)]
        assert [int(suites[0].get(name)) for name in ("tests", "failures", "skipped")] == counted, (suites[0].attrib, counted)
        return cases

    cases = suite([program("test-shader"), "core", "33", labelled(folder)], 1)
    assert [(c.get("classname"), c.get("name"), [f.get("type") for f in c.findall("failure")]) for c in cases] == [
        ("program 1 (sky)", "vertex", ["domain"]), ("program 1 (sky)", "fragment", [f[0] for f in FAULTS[1:]])], [c.attrib for c in cases]
    assert "where x = -8" in cases[1].findall("failure")[1].text and "lib/roots.glsl:70" in cases[1].findall("failure")[1].get("message")
    clean = FRAGMENT.replace("gl_FragCoord.x - 8.5", "1.0").replace("k < 6", "k < 3").replace("int(gl_FragCoord.x) - 4", "2")
    path_clean = shader_file(folder, "clean", clean, VERTEX.replace("2.0, 1.0", "1.0, 2.0"))
    cases = suite([program("test-shader"), "core", "33", path_clean], 0)
    assert [(c.get("name"), len(c)) for c in cases] == [("vertex", 0), ("fragment", 0)], [c.attrib for c in cases]
    for scene, n in ("spirv", 2), ("binary", 1):
        cases = suite([program("test-scenes"), scene, "--frames", "2"], 0)
        assert len(cases) == n and all(scene.upper()[:3] in c.find("skipped").get("message").upper() for c in cases), [c.attrib for c in cases]
    told = sanitize_of([program("test-scenes"), "spirv", "--frames", "2"], status=0)[1]
    assert [reason["draws"] for reason in told["not_looked_at"]] == [told["draws"]] == [2], told


def follow(finding, folder):
    """What the kept trace shows where the command leads: by operand."""
    words = shlex.split(finding["command"])
    assert words[0] == "glstep" and words[-1] == finding["trace"] and os.path.dirname(finding["trace"]) == folder, words
    done = subprocess.run([GLSTEP, "--json", *words[1:]], capture_output=True, timeout=patience(30), check=False)
    assert done.returncode == 0, (words, done.stdout[-500:], done.stderr[-500:])
    told = [json.loads(line) for line in done.stdout.decode().splitlines()]
    place = next(t["result"] for t in told[::-1] if t["command"].startswith(("shader", "focus")))
    return {t["command"][len("print "):]: t["result"]["value"] for t in told if t["command"].startswith("print ")}, place


def keep(folder):
    kept, trace = os.path.join(folder, "kept it's"), os.path.join(folder, "a.trace")
    argv = [program("test-shader"), "core", "33", shader_file(folder)]
    subprocess.run([GLSTEP, "record", "-o", trace, "--", *argv], capture_output=True, timeout=patience(30), check=True)
    for words in argv, [trace]:
        found, _, _ = sanitize_of(words, "--keep", kept)
        assert short(found) == FAULTS and len({f["trace"] for f in found}) == 1, "one draw, one file"
        for f in found:
            values, _ = follow(f, kept)
            assert values == VALUES[f["expression"]], (f["command"], values)
    # In the second of three frames a draw of two; its element stands in a loop.
    frames = os.path.join(folder, "frames")
    argv = [program("glstep-example"), "--nan", "--frames", "3", "--size", "160x120"]
    found, last, _ = sanitize_of(argv, "--keep", frames, "--faults", "domain", "--frames", "2")
    assert [f["expression"] for f in found] == ["sqrt(1.0 - rim_scale * facing)"] and found[0]["confirmed"] is True, found
    assert sorted(os.listdir(frames)) == ["frame-2.trace"] and found[0]["first"]["frame"] == 2, os.listdir(frames)
    values, place = follow(found[0], frames)
    assert values == {o["text"]: o["value"] for o in found[0]["first"]["operands"]} and values["1.0 - rim_scale * facing"] < 0, values
    assert place["line"] == found[0]["line"], place


def usage(folder):
    path = shader_file(folder)
    for options in (["--keep"], ["--keep", path], ["--html", path], ["--sarif", os.path.join(folder, "none", "a")], ["--junit", folder], ["--suppress", folder], ["--faults", "odd"]):
        words = options if options == ["--keep"] else [*options, program("test-shader"), "core", "33", path]
        done = subprocess.run([GLSTEP, "sanitize", *words], capture_output=True, timeout=patience(30), check=False)
        ours = [line for line in done.stderr.decode().splitlines() if line.startswith("glstep sanitize: ")]
        assert done.returncode == 2 and len(ours) == 1, (words, done.returncode, done.stderr[-500:])


def main():
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        for name, function in (("suppress", suppress), ("confirm", confirm), ("names", names), ("sarif", sarif), ("html", page), ("junit", junit), ("keep", keep), ("usage", usage)):
            results.check(name, function, folder)
    sys.exit(results.failed > 0)


if __name__ == "__main__":
    main()
