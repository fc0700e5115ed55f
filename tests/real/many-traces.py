#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""
many-traces.py - a folder of traces, looked at by runners that exist.

 snapshot   what glstep-replay writes as apitrace's players do are their pictures, byte by byte, of windows and framebuffer objects
 piglit     piglit's replay profile has glstep-replay play the traces, and compares with right and wrong checksums, which are of apitrace's player
 parallel   the manual's recipes for GNU parallel write JUnit's XML of each trace, and fail where one does
 usage      what does not go together
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests", "trace"))
from glstep_console import GLSTEP, Results, program  # noqa: E402
from patience import patience  # noqa: E402
from piglit import FOLDERS, read_png  # noqa: E402
from trace_tools import PLAYER, TOOL, play, player_environment, record, run, without_alpha  # noqa: E402

DEVICE = "gl-here"
MANUAL = os.path.join(os.environ["top_srcdir"], "docs", "manual.md")
SIDE = 128  # of the pictures of test-compared


def calls(path, name):
    return [call["call"] for call in map(json.loads, run("dump", "--json", path)[0].splitlines()) if call["function"] == name]


def ask_apitrace(path, prefix, numbers):
    subprocess.run(["eglretrace", "--headless", "--snapshot", ",".join(map(str, numbers)), "--snapshot-prefix", prefix, path], check=True,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=player_environment(), timeout=patience(60))


def colours(path):
    """Its rows of red, green and blue."""
    width, height, rows = read_png(path)
    return width, height, [without_alpha(row) for row in rows]


def checksum(path):
    """As piglit computes it: of red, green and blue of each pixel."""
    with open(path, "rb") as file:
        assert file.read(26)[25] == 2, "it is not RGB"  # PNG's colour type
    rows = read_png(path)[2]
    return hashlib.md5(b"".join(bytes(row[i] for i in range(len(row)) if i % 4 != 3) for row in rows)).hexdigest()


def snapshot(folder, traces):
    for path in traces:
        binds = calls(path, "glBindFramebuffer")
        # Of the last frame: in the first ones apitrace's player draws into a surface of another size.
        numbers = sorted([*calls(path, "eglSwapBuffers")[-1:], *calls(path, "glDrawArrays")[-19::8], *binds[-1:]])
        ask_apitrace(path, os.path.join(folder, "theirs-"), numbers)
        play(path, "--headless", f"--snapshot={','.join(map(str, numbers))}", f"--snapshot-prefix={os.path.join(folder, 'ours-')}")
        ours, theirs = (sorted(name for name in os.listdir(folder) if name.startswith(word)) for word in ("ours-", "theirs-"))
        assert [name[4:] for name in ours] == [name[6:] for name in theirs] == [f"-{number:010}.png" for number in numbers], (ours, theirs)
        for mine, other in zip(ours, theirs, strict=True):
            assert checksum(os.path.join(folder, mine)) == checksum(os.path.join(folder, other)), (mine, other)
            assert colours(os.path.join(folder, mine))[:2] == (SIDE, SIDE), mine
        for name in ours + theirs:
            os.remove(os.path.join(folder, name))


def piglit(folder, traces):
    last = []
    for path in traces:
        number = calls(path, "eglSwapBuffers")[-1]
        ask_apitrace(path, os.path.join(folder, "last-"), [number])
        last.append(checksum(os.path.join(folder, f"last-{number:010}.png")))
    traces_yaml = os.path.join(folder, "traces.yml")
    names = [os.path.basename(path) for path in traces]
    wanted = [(names[0], last[0], "pass"), (names[1], last[1], "pass"), ("wrong.trace", "f" * 32, "fail"), ("none.trace", "0" * 32, "crash")]
    database = os.path.dirname(traces[0])
    shutil.copy(traces[0], os.path.join(database, "wrong.trace"))
    with open(os.path.join(database, "none.trace"), "wb") as file:
        file.write(b"no trace")
    with open(traces_yaml, "w", encoding="utf-8") as file:
        file.write("traces-db:\n  download-url: http://localhost/\ntraces:\n")
        for name, sum_, _ in wanted:
            file.write(f"  - path: {name}\n    expectations:\n      - device: {DEVICE}\n        checksum: {sum_}\n")
    # Debian's python3 has what Debian's piglit imports.
    environment = dict(os.environ, PATH=f"/usr/bin:{os.environ['PATH']}", PIGLIT_REPLAY_DESCRIPTION_FILE=traces_yaml, PIGLIT_REPLAY_DEVICE_NAME=DEVICE, PIGLIT_REPLAY_EGLRETRACE_BINARY=os.path.abspath(PLAYER),
                       PIGLIT_REPLAY_APITRACE_BINARY=os.path.abspath(TOOL), PIGLIT_REPLAY_EXTRA_ARGS=f"--keep-image --db-path {database}", PIGLIT_PLATFORM="x11_egl")
    results = os.path.join(folder, "results")
    done = subprocess.run(["piglit", "run", "replay", results, "-n", "traces", "-1", "-b", "junit", "--timeout", str(patience(60))], capture_output=True, check=False,
                          env=environment, timeout=patience(120))
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    found = {}
    for test in xml.etree.ElementTree.parse(os.path.join(results, "results.xml")).getroot().iter("testcase"):
        found[f"{test.get('classname').rsplit('.', 1)[-1]}.{test.get('name')}"] = test.get("status")
    got = {name: next((status for full, status in found.items() if name.replace(".", "_") in full or name in full), None) for name, _, _ in wanted}
    assert got == {name: status for name, _, status in wanted}, (got, found)


def recipes():
    """The manual's commands, with this machine for the hosts."""
    with open(MANUAL, encoding="utf-8") as file:
        found = re.findall(r"^ {4}(parallel (?:.*\\\n)*.*)$", file.read(), re.MULTILINE)
    assert len(found) == 3, found
    return [re.sub(r"--sshlogin \S+", "--sshlogin :", each.replace("\\\n", " ")) for each in found]


def parallel(folder, traces):
    traces = traces[:1]
    for path in traces:
        shutil.copy(path, folder)
    with open(os.path.join(folder, "none.trace"), "wb") as file:
        file.write(b"no trace")
    environment = dict(os.environ, PATH=f"{os.path.abspath(os.path.dirname(GLSTEP))}:{os.environ['PATH']}", HOME=folder)
    for recipe in recipes():
        done = subprocess.run(["sh", "-c", recipe], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, env=environment, timeout=patience(180), check=False)
        word = re.search(r"\{\.\}\.(\w+)\.xml", recipe)[1]
        failing = 1
        for path in [*traces, "none.trace"]:
            file = os.path.join(folder, f"{os.path.basename(path).removesuffix('.trace')}.{word}.xml")
            suite, = xml.etree.ElementTree.parse(file).getroot()
            counts = {name: int(suite.get(name)) for name in ("failures", "errors")}
            assert counts["errors"] == (path == "none.trace"), (recipe, path, counts)
            assert word != "strict" or not counts["failures"], (recipe, path, counts)
            failing += path != "none.trace" and counts["failures"] > 0
        assert done.returncode == failing, (recipe, done.returncode, failing, done.stderr.decode())


def usage(folder, traces):
    for options in (["--snapshot=0", "--images", folder], ["--snapshot-prefix=a"], ["--snapshot=0", "--md5"], ["--snapshot=0", "--attachments", "all"], ["--snapshot=x"]):
        said = play(traces[0], *options, status=2)[1]
        assert said.count("\n") == 1 and said.startswith("glstep-replay: "), (options, said)
    prefix = os.path.join(folder, "none", "a-")
    said = play(traces[0], "--snapshot=frame", f"--snapshot-prefix={prefix}", status=1)[1]
    assert prefix in said, said


def main():
    results = Results()
    lacking = [name for name in ("piglit", "parallel", "eglretrace") if not shutil.which(name)]
    lacking += [] if any(os.path.exists(os.path.join(folder, "bin", "replayer.py")) for folder in FOLDERS) else ["piglit's replayer.py"]
    if lacking:
        print(f"SKIP {', '.join(lacking)}: not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        traces = [os.path.join(folder, name) for name in ("plain.trace", "es.trace")]
        record(traces[0], program("test-compared"))
        record(traces[1], program("test-compared"), "es")
        for name, test in (("snapshot", snapshot), ("piglit", piglit), ("parallel", parallel), ("usage", usage)):
            if not sys.argv[1:] or name in sys.argv[1:]:
                with tempfile.TemporaryDirectory() as own:
                    results.check(name, test, own, traces)
    sys.exit(results.failed > 0)


main()
