#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures glstep against the same work without it and prints a table; run by `make bench` on a display.

Only ratios of one run mean something: each pair of runs follows one another, and the median of the pairs is shown."""

import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_server import Server  # noqa: E402
from glstep_console import GLSTEP, Console, program  # noqa: E402

os.environ.pop("GS_VALIDATE", None)  # tests have it: each variant is parsed once more
PAIRS = int(os.environ.get("BENCH_PAIRS", "5"))
SCENES = ["build:use-vbo=true", "build:use-vbo=false", "buffer:update-method=map", "shading:shading=phong"]
ROWS = []


def row(what, value, target=""):
    ROWS.append((what, value, target))
    print(f"{what:<66} {value:>18}  {target}", flush=True)


def under(way, folder, argv):
    """The command line that runs argv in a way: "plain", "log on", "log off", or under a peer that records."""
    out = os.path.join(folder, "out")
    glstep = [GLSTEP, "--timeout", "300", "--program-output", out]
    return {"plain": argv,
            "log on": [*glstep, "-e", "continue", "--", *argv],
            "log off": [*glstep, "-e", "log off", "-e", "continue", "--", *argv],
            "condition": [*glstep, "-e", "log off", "-e", "break call glVertexAttrib1f if x > 1e9", "-e", "continue", "--", *argv],
            "record": [GLSTEP, "record", "-o", os.path.join(folder, "recording"), "--", *argv],
            "record times": [GLSTEP, "record", "--times", "-o", os.path.join(folder, "recording"), "--", *argv],
            "keep last": [GLSTEP, "record", "--keep-last", "300", "-o", os.path.join(folder, "recording"), "--", *argv],
            "apitrace": ["apitrace", "trace", "-o", os.path.join(folder, "trace"), *argv],
            "renderdoc": ["renderdoccmd", "capture", "-w", "-c", os.path.join(folder, "capture"), *argv]}[way]


def output_of(argv, way="plain"):
    """What the program prints."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(under(way, folder, argv), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=300)
        out = os.path.join(folder, "out")
        if os.path.exists(out):
            with open(out, encoding="utf-8", errors="replace") as text:
                return text.read()
        return done.stdout.decode(errors="replace")


WAYS = ["log on", "log off", "record"] + [peer for peer, command in (("apitrace", "apitrace"), ("renderdoc", "renderdoccmd"))
                                if shutil.which(command)]
TARGET = {"log on": ">= 0.98", "log off": ">= 0.98"}


def glmark2_rate(scene, way):
    text = output_of(["glmark2", "-s", "800x600", "-b", f"{scene}:duration=1"], way)
    return float(re.search(r"FPS: (\d+)", text).group(1))


def free_running():
    """Each run lies between two plain ones and is compared with their mean; a plain one with the next says how much the machine varies."""
    for scene in SCENES:
        ratios = {way: [] for way in ["plain once more", *WAYS]}
        plain = glmark2_rate(scene, "plain")
        for turn in range(PAIRS * 4):
            for way in WAYS:
                if way not in TARGET and turn >= PAIRS:
                    continue
                rate, before, plain = glmark2_rate(scene, way), plain, glmark2_rate(scene, "plain")
                ratios[way].append(2 * rate / (before + plain))
                ratios["plain once more"].append(plain / before)
        for way, of in ratios.items():
            quarters = statistics.quantiles(of, n=4)
            stores = way == "record" and scene in ("build:use-vbo=false", "buffer:update-method=map")
            row(f"glmark2 {scene}, {way}: rate / plain ({plain:.0f} FPS)",
                f"{statistics.median(of):.3f} ({quarters[0]:.2f}-{quarters[2]:.2f})", ">= 0.85" if stores else TARGET.get(way, ""))


def last_frames():
    """What it costs to ask the program for what lives after each 300 frames, beside a recording that keeps all."""
    rates = [glmark2_rate("texture", "keep last") / glmark2_rate("texture", "record") for _ in range(PAIRS)]
    row("glmark2 texture, the last 300 frames kept: rate / recorded rate", f"{statistics.median(rates):.2f}", ">= 0.90")


def call_overhead():
    def best(way):
        text = output_of([program("bench-calls"), "100"], way)
        return [float(part) for part in re.search(r"^([\d.]+) ([\d.]+)$", text, re.M).groups()]

    ways = [*WAYS, "condition", "record times"]
    added, rates = {way: [] for way in ways}, []
    for _ in range(PAIRS):
        plain = best("plain")
        for way in ways:
            times = best(way)
            which = way in ("log on", "record", "record times")  # the mean: their reader must keep up; else the best
            added[way].append(times[which] - plain[which])
            if way == "log on":
                rates.append(1e3 / times[1])
    for way, of in added.items():
        row(f"10 million cheap calls, {way}: added a call", f"{statistics.median(of):.2f} ns",
            {"log off": "<= 3 ns", "log on": "<= 30 ns", "record": "<= 130 ns"}.get(way, ""))
    row("recorded with their times: added to a recorded call",
        f"{statistics.median(times - record for times, record in zip(added['record times'], added['record'])):.2f} ns", "<= 30 ns")
    row("calls logged while running", f"{statistics.median(rates):.2f} M/s", ">= 5 M/s")


def frame_ratios(scene, frames, measure):
    """Of glmark2's scene: how long what `measure` does takes, in seconds, beside as many frames that are only recorded in the list of calls."""
    ratios = []
    with Console(["glmark2", "-s", "800x600", "-b", f"{scene}:duration=100"]) as console:
        console.run("next frame 10")
        for _ in range(PAIRS):
            start = time.monotonic()
            console.run(f"next frame {frames}")
            plain = time.monotonic() - start
            ratios.append(measure(console) / plain)
        console.run("kill")
    return ratios


def seconds(console, command):
    start = time.monotonic()
    console.run(command)
    return time.monotonic() - start


def timed_frames():
    """A frame whose calls are timed and waited for."""
    ratios = frame_ratios("build", 20, lambda console: seconds(console, "times 20"))
    row("glmark2 build, frames that `times` measures / as many stopped at", f"{statistics.median(ratios):.2f}", "<= 3")


def sanitized_frames():
    """Frames in which all shaders are looked at for faults, after the first of them, which compiles."""
    for scene in "build", "shading", "bump":
        ratios = frame_ratios(scene, 10, lambda console: -seconds(console, "sanitize 2") + seconds(console, "sanitize 12"))
        row(f"glmark2 {scene}, frames that `sanitize` looks at / as many stopped at", f"{statistics.median(ratios):.1f}", "<= 10")


def of_each(ask, n=2000):
    """Microseconds of one of n, the best of five rounds."""
    best = None
    for _ in range(5):
        start = time.monotonic()
        for _ in range(n):
            ask()
        took = (time.monotonic() - start) / n * 1e6
        best = took if best is None else min(best, took)
    return best


def served():
    """A command through a server, beside the same one that the console reads; and what 100 clients cost that say nothing."""
    command = b"info breakpoints"
    text = b'{"jsonrpc":"2.0","id":1,"method":"%s"}' % command
    message = b"Content-Length: %d\r\n\r\n%s" % (len(text), text)
    with Server([program("bench-calls")]) as server, Console([program("bench-calls")]) as console:
        console.run("start")
        server.client().call("start")
        client = server.connect()

        def there():
            os.write(client, message)
            os.read(client, 1 << 16)

        def here():
            console.process.stdin.write(command + b"\n")
            console.process.stdin.flush()
            os.read(console.process.stdout.fileno(), 1 << 16)

        alone, through = of_each(here), of_each(there)
        row("a command through `glstep serve`: added, us", f"{through - alone:.0f} ({alone:.0f} alone)", "<= 60")
        clients = [server.client(str(i)) for i in range(100)]
        time.sleep(1)  # what follows a request is over
        with open(f"/proc/{server.process.pid}/schedstat", encoding="ascii") as stat:
            before = int(stat.read().split()[0])
        time.sleep(3)
        with open(f"/proc/{server.process.pid}/schedstat", encoding="ascii") as stat:
            row(f"{len(clients)} clients that say nothing: of one processor", f"{(int(stat.read().split()[0]) - before) / 3e9:.2%}", "<= 0.1 %")


def comparing():
    """Two equal traces of 500 frames, compared, beside playing one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        first, second = (os.path.join(folder, name) for name in ("a.trace", "b.trace"))
        subprocess.run([GLSTEP, "record", "-o", first, "--", "glmark2", "-s", "320x240", "-b", "build:duration=3600:nframes=500"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.copy(first, second)

        def lasts(*argv):
            start = time.monotonic()
            subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return time.monotonic() - start

        played = min(lasts(program("glstep-replay"), "--bench", "--frames", "0-", path) for path in (first, second))
        for words in ([], ["--bisect"]):
            ratio = lasts(GLSTEP, "compare", *words, first, second) / (2 * played)
            row(f"glmark2 build 320x240, 2 x 500 frames: `compare{''.join(' ' + word for word in words)}` / playing both", f"{ratio:.2f}")


def stop_rate():
    text = output_of([program("bench/stop-rate"), "4"])
    limit, stops, logged, requests = (float(rate) for rate in re.findall(r"^(\d+) ", text, re.M))
    row("a bare loop around the same trap, best of 8 rounds", f"{limit:,.0f} /s")
    row("calls stopped at and resumed, likewise", f"{stops:,.0f} /s", ">= 40,000 /s")
    row("calls stopped at, logged and resumed, likewise", f"{logged:,.0f} /s", ">= 40,000 /s")
    row("requests served at a stop, likewise", f"{requests:,.0f} /s")
    many, few = 200000, 4000
    with Console([program("bench-calls")]) as console:
        console.run("step 100")
        start = time.monotonic()
        for _ in range(few):
            console.run("step")
        row("calls stopped at, a console command each (--json)", f"{few / (time.monotonic() - start):,.0f} /s")
        start = time.monotonic()
        console.run(f"step {many}")
        row(f"step {many} in one command", f"{many / (time.monotonic() - start):,.0f} /s")
        console.run("kill")


def anonymous_memory(pid):
    """Bytes of its own: the memory shared with the program is left out."""
    with open(f"/proc/{pid}/status") as status:
        return 1024 * int(re.search(r"RssAnon:\s*(\d+)", status.read()).group(1))


def list_memory():
    with Console([program("bench-calls"), "100"]) as console:
        console.run("next call glVertexAttrib1f")
        before = anonymous_memory(console.process.pid)
        console.run("continue", 600)
        calls = console.run("calls 1")["calls"][-1]["index"] + 1
        used = anonymous_memory(console.process.pid) - before
    row(f"memory of glstep for {calls / 1e6:.1f} million logged calls", f"{used / 1e6:.1f} MB")
    row("a call", f"{used / calls:.1f} bytes", "<= 64 bytes")


def start_up():
    argv = [program("glstep-example"), "--size", "64x64", "--frames", "1"]

    def seconds(way):
        start = time.monotonic()
        output_of(argv, way)
        return time.monotonic() - start

    for way in "log on", "log off":
        pairs = [(seconds("plain"), seconds(way)) for _ in range(2 * PAIRS + 1)]
        row(f"a program of one frame under glstep, {way}: added from launch to end (plain {1e3 * pairs[-1][0]:.0f} ms)",
            f"{1e3 * statistics.median(b - a for a, b in pairs):.0f} ms", "<= 150 ms")


def step_to_values():
    argv = [program("glstep-example"), "--size", "800x600", "--time-step", "0.1"]
    with Console(argv) as console:
        console.run("next draw")
        console.run("shader fragment")
        console.run("focus 400 300")
        console.run("shader step")
        console.run("shader step")
        steps, prints, wholes, again = [], [], [], []
        for _ in range(10):
            start = time.monotonic()
            console.run("shader step")
            stepped = time.monotonic()
            console.run("print screen")
            printed = time.monotonic()
            console.run("values screen")
            wholes.append(time.monotonic() - start)
            steps.append(stepped - start)
            prints.append(printed - stepped)
            start = time.monotonic()
            console.run("values screen")
            again.append(time.monotonic() - start)
        for what, times in (("shader step", steps), ("print after it", prints), ("shader step, print and values of a vec2", wholes),
                            ("values once more (a cached variant)", again)):
            row(f"{what}, 800x600, median of {len(times)}", f"{1000 * statistics.median(times):.0f} ms")
        console.run("shader leave")
        console.run("kill")


def pixel_history():
    """Of 1,000 small draws: beside a frame that runs on, each through glstep; and what asking about each draw takes a program that does it itself. The
    least times: waiting for the driver's threads takes twice as long where other processes run."""
    own, histories = [], []
    with Console([program("bench-draws"), "1000000"]) as console:
        console.run("next frame")
        console.run("history pixel 500 500")
        for _ in range(5 * PAIRS):
            for command, times in ("next frame", own), ("history pixel 500 500", histories):
                console.run("next frame")
                start = time.monotonic()
                console.run(command)
                times.append(time.monotonic() - start)
        console.run("kill")
    row("a pixel's history of a frame of 1,000 small draws (the frame: %.1f ms)" % (1e3 * min(own)),
        f"{1e3 * min(histories):.0f} ms")
    row("likewise / the frame", f"{min(histories) / min(own):.1f}", "<= 3")
    for together in 1, 1000:
        pairs = [[float(output_of([program("bench-draws"), "40", *words])) for words in ([], [str(together)])] for _ in range(PAIRS)]
        plain, asking = (min(times) for times in zip(*pairs, strict=True))
        row(f"a program asks itself whether each draw covers a pixel, answers read together: {together} / plain", f"{asking / plain:.1f}")


def capture_cost():
    for width, height in (1920, 1080), (512, 512):
        text = output_of([program("bench/capture-cost"), str(width), str(height)])
        for what, bare, ratio in re.findall(r"^(new|cached): +bare +([\d.]+) ms.*ratio ([\d.]+)$", text, re.M):
            row(f"a {what} capture at {width}x{height} / the same done bare ({bare} ms)", ratio,
                "<= 1.15" if width == 1920 else "")


def bare_capture():
    """And the beginning of a shader, which is once more that; each compiles anew."""
    os.environ["MESA_SHADER_CACHE_DISABLE"] = "true"
    text = output_of([program("bench-capture")]).split()
    row("compile + link + draw + read back, done bare by a program", f"{float(text[0]):.0f} ms")
    row("draw + read back alone, done bare", f"{float(text[1]):.0f} ms")
    with Console([program("glstep-example"), "--size", "800x600"]) as console:
        console.run("next draw")
        start = time.monotonic()
        console.run("shader fragment")
        row("shader fragment, 800x600 / the first of these", f"{1e3 * (time.monotonic() - start) / float(text[0]):.2f}", "<= 1.5")
        console.run("kill")
    del os.environ["MESA_SHADER_CACHE_DISABLE"]


STAGES = ["vert", "tesc", "tese", "geom", "frag", "comp"]


def glslang_times(files):
    """Microseconds that glslang itself takes for each text that it accepts as it is, the second time."""
    times = {}
    with subprocess.Popen([program("glstep-glslang")], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as helper:
        for file in files + files:
            with open(file, "rb") as opened:
                text = opened.read()
            helper.stdin.write(f"{STAGES.index(file.rsplit('.', 1)[1])} {len(text)}\n".encode() + text)
            helper.stdin.flush()
            while (line := helper.stdout.readline()) not in (b"end\n", b""):
                if line.startswith(b"u "):
                    times[file] = int(line[2:])
    return times


def language():
    """Every thirtieth stage source of piglit; a shader of 1,000 lines."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, os.path.join(os.environ["top_srcdir"], "tests/glsl/glsl-extract.py"), folder],
                       check=True, stdout=subprocess.DEVNULL)
        files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))[::30]]
        glslang = glslang_times(files)
        text = output_of([program("bench/language-cost"), "parse", *glslang])
        ours = {file: float(time) for time, file in re.findall(r"^(\d+) (.*)$", text, re.M)}
    both = sorted(glslang.keys() & ours.keys())
    row(f"glslang's own preprocess + parse, {len(both)} shaders of piglit", f"{statistics.mean(glslang[f] for f in both):.0f} us")
    row("parse + index of the same", f"{statistics.mean(ours[f] for f in both):.0f} us")
    row("the ratio", f"{sum(ours[f] for f in both) / sum(glslang[f] for f in both):.2f}", "<= 3")
    text = output_of([program("bench/language-cost"), "variant", "1000"])
    row("a variant of a 1,000-line shader with six captures, median", re.search(r"median (\d+ us)", text).group(1), "<= 1000 us")
    row("likewise, 95th percentile of all its sites", re.search(r"95th (\d+ us)", text).group(1))


def best_time(argv, rounds=3):
    """Processor time of the best of these runs, in seconds."""
    times = []
    for _ in range(rounds):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(argv, check=True, stdout=subprocess.DEVNULL, timeout=600)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def traces():
    """The calls of glxgears' frames, written, read and found; the same file read by apitrace."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "gears.trace")
        figures = dict(line.split() for line in output_of([program("bench/trace-cost"), file]).splitlines())
        row("a trace: written, a call", f"{figures['write']} ns", "<= 60 ns and snappy")
        row("of which compression", f"{figures['compress']} ns")
        row("which libsnappy would do in", f"{figures['snappy']} ns")
        row("a trace: read", f"{1e3 / float(figures['read']):.1f} M calls/s", ">= 15 M/s")
        row("a trace: a call found by its number", f"{figures['find']} us")
        row("a trace: a call in the file", f"{figures['bytes']} bytes")
        long = os.path.join(folder, "long.trace")
        subprocess.run([program("bench/trace-cost"), long, "10000000"], check=True)
        begin = time.monotonic()
        subprocess.run([GLSTEP, "-e", "calls 1", long], check=True, stdout=subprocess.DEVNULL, timeout=600)
        row("a trace of 10 M calls, opened", f"{time.monotonic() - begin:.2f} s", "<= 5 s")
        for what, command in ("searched for a text that it has not", "calls find xyzzy"), ("saved as CSV", f"calls save {folder}/saved.csv"):
            begin = time.monotonic()
            subprocess.run([GLSTEP, "-e", command, long], stdout=subprocess.DEVNULL, check=True)
            row(f"a trace of 10 M calls, opened and {what}", f"{time.monotonic() - begin:.2f} s", "-")
        if shutil.which("apitrace"):
            ours, theirs = (best_time([name, "info", file]) for name in (program("glstep-trace"), "apitrace"))
            row("glstep-trace info / apitrace info, of the same file", f"{ours / theirs:.2f}")


def call_times(kind, batches, way):
    """Of a call: by the clock, and of the program's processor time; the best of its batches each."""
    text = output_of([program("bench-calls"), str(batches), kind], way)
    return (float(re.search(r"^([\d.]+) [\d.]+$", text, re.M).group(1)), float(re.search(r"^processor ([\d.]+)", text, re.M).group(1)))


def recorded_memory():
    """Calls with memory, recorded: the least of the runs, which take turns."""
    ways = ["plain", "record", *(["apitrace"] if shutil.which("apitrace") else [])]
    for kind, batches, what in (("floats", 30, "a call with 4 floats"), ("vertices", 4, "a call with 64 KiB of vertices"),
                                ("much", 8, "a call with 64 KiB, nearly all zeros")):
        times = {way: [] for way in ways}
        for _ in range(PAIRS):
            for way in ways:
                times[way].append(call_times(kind, batches, way))
        best = {way: [min(column) for column in zip(*of, strict=True)] for way, of in times.items()}
        for i, by in enumerate(("by the clock", "processor time")):
            of = {way: best[way][i] for way in ways}
            row(f"{what}, recorded: {by} (plain {of['plain']:.0f} ns)", f"{of['record']:.0f} ns",
                "<= 200 ns" if kind == "floats" and by == "processor time" else "")
            if "apitrace" in of:
                row(f"likewise / apitrace's ({of['apitrace']:.0f} ns)", f"{of['record'] / of['apitrace']:.2f}", "" if kind == "floats" else "<= 0.5")


def recorded_size():
    """Bytes a frame of glmark2 with its arrays in the program's memory, with those that come again written once and with all of them."""
    argv, sizes = ["glmark2", "-s", "200x150", "-b", "build:use-vbo=false:duration=1"], {}
    with tempfile.TemporaryDirectory() as folder:
        ways = {"": under("record", folder, argv), "--no-repeat": under("record", folder, argv)}
        ways["--no-repeat"].insert(2, "--no-repeat")
        if shutil.which("apitrace"):
            ways["apitrace"] = under("apitrace", folder, argv)
        for way, command in ways.items():
            file = os.path.join(folder, "trace" if way == "apitrace" else "recording")
            subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=300)
            frames = json.loads(output_of([program("glstep-trace"), "info", "--json", file]))["frames"]
            sizes[way] = os.path.getsize(file) / frames
            os.remove(file)
    for way, target in (("--no-repeat", "<= 1"), ("", "<= 0.55")):
        if "apitrace" in sizes:
            row(f"glmark2 build, user arrays, recorded {way}: bytes a frame / apitrace's", f"{sizes[way] / sizes['apitrace']:.3f}", target)
        else:
            row(f"glmark2 build, user arrays, recorded {way}: bytes a frame", f"{sizes[way]:,.0f}")


def extraction():
    """A frame from the middle of glmark2's: calls that are kept, beside those before the first frame's end and twice the frame's own."""
    with tempfile.TemporaryDirectory() as folder:
        file, part = os.path.join(folder, "recording"), os.path.join(folder, "part.trace")
        subprocess.run(under("record", folder, ["glmark2", "-s", "200x150", "-b", "build:duration=2"]), stdout=subprocess.DEVNULL, check=False)
        names = (json.loads(line)["function"] for line in output_of([program("glstep-trace"), "dump", "--json", file]).splitlines())
        ends = [i for i, name in enumerate(names) if name == "glXSwapBuffers"]
        middle = len(ends) // 2
        most = ends[0] + 1 + 2 * (ends[middle] - ends[middle - 1])
        subprocess.run([program("glstep-trace"), "extract", "--frame", str(middle), file, part], check=True, stdout=subprocess.DEVNULL)
        kept = json.loads(output_of([program("glstep-trace"), "info", "--json", part]))["calls"]
        row(f"extract a frame of glmark2: calls kept ({kept}) / set-up + 2 x its calls ({most})", f"{kept / most:.2f}", "<= 1")


def replay_seconds(file):
    """By the clock, of our player and of apitrace's: (calls, ours, theirs)."""
    ours = output_of([program("glstep-replay"), "--bench", file]).splitlines()[-1].split()
    theirs = output_of(["glretrace", "-b", file])
    return int(ours[0]), float(ours[4]), float(re.search(r"in ([\d.e+-]+) secs", theirs).group(1))


def replay():
    """glxgears, whose time is the driver's, and calls that cost the driver nothing."""
    if not shutil.which("glretrace"):
        return
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "recording")
        subprocess.run(under("record", folder, ["timeout", "-s", "INT", "5", "glxgears"]), stdout=subprocess.DEVNULL, check=False)
        rates = [theirs / ours for _, ours, theirs in (replay_seconds(file) for _ in range(PAIRS))]
        row("frames/s of glxgears: glstep-replay / glretrace -b", f"{statistics.median(rates):.2f}", ">= 1")
        os.remove(file)
        subprocess.run(under("record", folder, [program("bench-calls"), "30"]), stdout=subprocess.DEVNULL, check=False)
        found = [replay_seconds(file) for _ in range(PAIRS)]
        row("a cheap call played", f"{min(1e9 * ours / calls for calls, ours, _ in found):.0f} ns", "<= 400 ns")
        row("likewise by glretrace -b", f"{min(1e9 * theirs / calls for calls, _, theirs in found):.0f} ns")


def timing():
    """What a replay says of draws that cost 1, 8, 2 and 4 times the same."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "recording")
        subprocess.run(under("record", folder, [program("test-scenes"), "costs", "--frames", "3"]), stdout=subprocess.DEVNULL, check=False)
        lines = [json.loads(line) for line in output_of([program("glstep-replay"), "--times=15", "--json", file]).splitlines()]
        draws = [line["gpu_ns"] for line in lines if line.get("name") == "glDrawArrays"][-4:]
        each = [time / cost for time, cost in zip(draws, (1, 8, 2, 4))]
        row("times of draws that cost 1 : 8 : 2 : 4: most / least of the same work", f"{max(each) / min(each):.2f}", "<= 1.10")


def going():
    """To a call of an earlier frame, beside playing up to it from the beginning: where frames need nothing of each other, and where each is
    mixed with all before it."""
    for scene in "build", "desktop":
        with tempfile.TemporaryDirectory() as folder:
            file, times = os.path.join(folder, "recording"), []
            subprocess.run(under("record", folder, ["glmark2", "-b", f"{scene}:duration=5", "--size", "64x48"]), stdout=subprocess.DEVNULL, check=False)
            played = output_of([program("glstep-replay"), "--bench", file]).splitlines()[-1].split()
            calls, seconds = int(played[0]), float(played[4])
            with Console([file]) as console:
                early, late = (console.run(f"calls find glXSwapBuffers from {part * calls // 10}")["calls"][0]["index"] for part in (8, 9))
                for _ in range(PAIRS + 1):
                    console.run(f"goto {late}")
                    begin = time.monotonic()
                    console.run(f"goto {early}")
                    times.append(time.monotonic() - begin)
            again = statistics.median(times[1:])  # at first the whole trace is read
            row(f"goto, back in glmark2 {scene}, {calls:,} calls (at first)", f"{again:.2f} s ({times[0]:.2f})", "<= 1 s")
            row("likewise / playing up to there from the beginning", f"{again / (seconds * early / calls):.3f}")


def analysis():
    """What glstep-trace finds out, of a recording with several calls of each kind in a frame: processor time, for a million calls."""
    with tempfile.TemporaryDirectory() as folder:
        file, part = os.path.join(folder, "recording"), os.path.join(folder, "part")
        subprocess.run(under("record", folder, ["glmark2", "-b", "desktop:duration=10", "--size", "64x48"]), stdout=subprocess.DEVNULL, check=False)
        figures = json.loads(output_of([program("glstep-trace"), "info", "--json", file]))
        calls, frames = figures["calls"], figures["frames"]
        late, frame = str(9 * calls // 10), str(frames // 2)
        for what, words in (("info", ["info", file]), ("statistics", ["statistics", file]), ("statistics --per draw", ["statistics", "--per", "draw", file]),
                            ("checklist", ["checklist", file]), ("report", ["report", file]), ("report --html", ["report", "--html", part, file]),
                            ("state", ["state", "--call", late, file]), ("uses", ["uses", "--texture", "1", file]),
                            ("extract", ["extract", "--frame", frame, file, part + ".trace"]),
                            ("export-c", ["export-c", file, part + ".c"])):
            # It writes into no folder that is there.
            seconds = best_time([program("glstep-trace"), *words], rounds=1 if what == "export-c" else 3)
            row(f"glstep-trace {what}: a million calls", f"{1e6 * seconds / calls:.1f} s", "seconds")


def joined(folder, way, least=1000000):
    """The trace of a way of tests/programs/analysis.c, one after the other until there are so many calls: (file, calls)."""
    file, other = (os.path.join(folder, f"{way}-{i}") for i in range(2))
    subprocess.run(under("record", folder, [program("test-analysis"), way]), stdout=subprocess.DEVNULL, check=False)
    os.replace(os.path.join(folder, "recording"), file)
    while (calls := json.loads(output_of([program("glstep-trace"), "info", "--json", file]))["calls"]) < least:
        subprocess.run([program("glstep-trace"), "join", other, *[file] * min(100, least // calls + 1)], check=True)
        os.replace(other, file)
    return file, calls


def million():
    """Traces in which the tables of what was seen come anew again and again; and what it takes to measure a draw."""
    with tempfile.TemporaryDirectory() as folder:
        # In the last frame of the last program.
        for way, words in (("figures", ["statistics"]), ("figures", ["memory", "--call", "-60", "--buffer", "1"]), ("clean", ["checklist"]),
                           ("feedback-loop", ["report", "--html", os.path.join(folder, "page")])):
            file, calls = joined(folder, way)
            words = [str(calls - 60) if word == "-60" else word for word in words]
            seconds = best_time([program("glstep-trace"), *words, file])
            row(f"glstep-trace {words[0]}, of many short programs: a million calls", f"{1e6 * seconds / calls:.1f} s", "seconds")
        file = os.path.join(folder, "recording")
        subprocess.run(under("record", folder, ["glmark2", "-b", "desktop:duration=1", "--size", "800x600"]), stdout=subprocess.DEVNULL, check=False)
        table = os.path.join(folder, "table")
        times = []
        for options in ([], ["--measure", table]):
            begin = time.monotonic()
            subprocess.run([program("glstep-replay"), *options, "--frames", "0-20", file], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            times.append(time.monotonic() - begin)
        with open(table, encoding="utf-8") as rows:
            draws = len(rows.readlines()) - 1
        row("a draw measured, 800x600", f"{1e3 * (times[1] - times[0]) / draws:.1f} ms")


def window():
    """In a session bus of its own, as the window's tests are."""
    done = subprocess.run(["dbus-run-session", "--", "sh", "-c", 'openbox >/dev/null 2>&1 & exec python3 "$@"', "sh",
                           os.path.join(os.environ["top_srcdir"], "bench/window.py")],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=900, check=False)
    for line in done.stdout.decode().splitlines():
        if line.count("|") == 2:  # the bus says things there too
            row(*line.split("|"))
    if done.returncode:
        raise RuntimeError(f"bench/window.py ended with status {done.returncode}")


for part in language, traces, recorded_memory, recorded_size, extraction, replay, timing, going, analysis, million, call_overhead, free_running, last_frames, timed_frames, sanitized_frames, served, comparing, stop_rate, list_memory, start_up, capture_cost, bare_capture, step_to_values, pixel_history, window:
    if len(sys.argv) > 1 and part.__name__ not in sys.argv[1:]:
        continue  # those that are named alone
    try:
        part()
    except Exception as why:
        row(part.__name__, f"failed: {type(why).__name__}: {why}")
