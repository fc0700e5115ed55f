# SPDX-License-Identifier: MIT
"""glstep-trace and apitrace, run by the tests of traces."""
import itertools
import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from glstep_console import EVERYTHING, GLSTEP, Console, program, without_libraries  # noqa: E402
from patience import patience  # noqa: E402
from piglit import read_png  # noqa: E402

TOOL = os.path.join(os.environ["top_builddir"], "glstep-trace")
PLAYER = program("glstep-replay")


def need_apitrace():
    if not shutil.which("apitrace"):
        print("SKIP apitrace: is not installed")
        sys.exit(77)


def traced(path, command, api="gl"):
    """The command line that has apitrace record a program, whichever library of GL that opens (tests/programs/libgl-only.c)."""
    preload = ["sh", "-c", 'LD_PRELOAD="$0:$LD_PRELOAD" exec "$@"', os.path.abspath(program("libtest-libgl-only.so"))]
    return ["apitrace", "trace", "-a", api, "-o", path, *preload, *command]


def record_by_apitrace(path, command, api="gl"):
    subprocess.run(traced(path, command, api), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   timeout=patience(60), check=False)
    assert os.path.exists(path), command


def run(*words, status=0, idle=30):
    """Standard output of glstep-trace, and what it says on standard error."""
    done = subprocess.run([TOOL, *words], capture_output=True, timeout=patience(idle))
    assert done.returncode == status, \
        f"{' '.join(words)}: status {done.returncode}, not {status}: {done.stderr.decode(errors='replace')}"
    return done.stdout, done.stderr.decode()


def gl_calls(path):
    """Calls of GL at which a driver can be asked: not in blocks, whose calls the debugger holds back until
    glEnd, nor in lists."""
    numbers, closing = [], None
    for line in run("dump", "--json", path)[0].splitlines():
        call = json.loads(line)
        function = call["function"]
        if not closing and function.startswith("gl") and not function.startswith("glX") and not call.get("fake"):
            numbers.append(call["call"])
        closing = {"glBegin": "glEnd", "glNewList": "glEndList", closing: None}.get(function, closing)
    return numbers


def damaged(path, seed, rounds):
    """Names of a file that holds, one round after the other, what the trace's became: some bytes are others, and every third is cut."""
    with open(path, "rb") as file:
        data = file.read()
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        other = os.path.join(folder, "other.trace")
        for round_ in range(rounds):
            changed = bytearray(data)
            for _ in range(generator.randrange(1, 6)):
                changed[generator.randrange(20, len(data))] = generator.randrange(256)
            if round_ % 3 == 0:
                changed = changed[:generator.randrange(len(changed))]
            with open(other, "wb") as file:
                file.write(changed)
            yield round_, other


def dump(path, *options):
    return run("dump", *options, path)[0]


def apitrace_dump(path, *options):
    done = subprocess.run(["apitrace", "dump", "--color=never", *options, path], capture_output=True,
                          timeout=patience(60))
    assert done.returncode == 0, f"apitrace cannot read {path}: {done.stderr.decode(errors='replace')}"
    return done.stdout


def same(what, ours, theirs):
    if ours == theirs:
        return
    pairs = enumerate(itertools.zip_longest(ours.splitlines(), theirs.splitlines(), fillvalue=b"nothing"), 1)
    line, (we, they) = next((at, pair) for at, pair in pairs if pair[0] != pair[1])
    raise AssertionError(f"{what}, line {line}: apitrace says {they[:300]}, glstep-trace {we[:300]}")


def judge(path, folder):
    """Both dumps agree, and apitrace reads from the repacked trace what it reads from this one."""
    for options in ([], ["--verbose"]):
        same(path, dump(path, *options), apitrace_dump(path, *options))
    packed = os.path.join(folder, "packed.trace")
    run("repack", path, packed)
    same(f"{path}, repacked", apitrace_dump(packed, "--verbose"), apitrace_dump(path, "--verbose"))
    assert faults(packed) <= faults(path), f"what repack has written breaks rules: {faults(packed)}"


def faults(path):
    """The rules that the file breaks, without the places."""
    done = subprocess.run([TOOL, "check", path], capture_output=True, timeout=patience(30))
    found = {line.rsplit(b": ", 1)[1] for line in done.stdout.splitlines()[:-1]}
    assert done.returncode == (1 if found else 0), (path, done.returncode, found)
    return found


def check_clean(path):
    """Calls that never return are the program's affair."""
    assert faults(path) <= {b"it never returns"}, faults(path)


def without_alpha(row):
    """glretrace writes none of a window."""
    return [row[i::4] for i in range(3)]


def differing(a, b):
    """What two pictures of piglit.read_png differ in, None if in nothing."""
    if a[:2] != b[:2]:
        return f"{a[0]}x{a[1]} beside {b[0]}x{b[1]}"
    n = sum(without_alpha(row) != without_alpha(other) for row, other in zip(a[2], b[2], strict=True))
    return f"{n} of {a[1]} rows" if n else None


def played_pictures(path, perturb="0", *options):
    """What apitrace's player draws, a picture a frame, or as options say."""
    with tempfile.TemporaryDirectory() as folder:
        return [read_png(os.path.join(folder, name)) for name in draw_frames(path, folder, perturb, *options)]


def play(path, *options, status=0, perturb="0", environment=None):
    """What glstep-replay prints, and what it says on standard error."""
    done = subprocess.run([PLAYER, *options, path], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          timeout=patience(60), check=False, env={**os.environ, "MALLOC_PERTURB_": perturb, **(environment or {})})
    assert done.returncode == status, (done.returncode, done.stderr.decode(errors="replace"))
    return done.stdout.decode(), without_libraries(done.stderr.decode(errors="replace"))


def our_pictures(path, perturb="0"):
    """What glstep-replay draws, a picture a frame."""
    with tempfile.TemporaryDirectory() as folder:
        said = play(path, "--images", folder, perturb=perturb)[1]
        assert "0 differences" in said, said
        return [read_png(os.path.join(folder, name)) for name in sorted(os.listdir(folder))]


def take_picture(console, folder, pictures):
    """Where there is a framebuffer to read."""
    path = os.path.join(folder, "live.png")
    if "error" not in console.command(f"framebuffer {path}"):
        pictures.append(read_png(path))


def record(path, *argv):
    """What the program has written. One that `timeout` ends may not have come to its first call, of which there is no trace."""
    done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=patience(60), check=False)
    assert os.path.exists(path) or argv[0] == "timeout", done.stderr.decode()
    return done.stdout.decode()


def record_enough(path, argv_of, seconds, enough):
    """Records argv_of(seconds): where that is ended by `timeout`, for twice as long each time, until it has drawn enough frames. A program
    that draws none at all in a minute never will."""
    most = patience(60)
    while True:
        argv = argv_of(seconds)
        record(path, *argv)
        is_there = os.path.exists(path)
        if argv[0] != "timeout" or is_there and json.loads(run("info", "--json", path)[0])["frames"] >= enough:
            return
        seconds *= 2
        assert seconds < most, f"{argv} draws too few frames"
        if is_there:
            os.remove(path)


def live_frames(folder, argv, trace=None):
    """The pictures before each swap, also of a run that is recorded."""
    pictures = []
    with Console(argv) as console:
        if trace:
            console.run(f"trace start {trace}")
        while console.run("next frame")["stop"] != "exited":
            take_picture(console, folder, pictures)
    return pictures


def beside_apitrace(live, path, first, is_whole=True):
    """How many pictures, from the first on, apitrace's player draws as they are. It plays a trace that differs once more, with other contents
    of fresh memory: what it draws differently each time says nothing. is_whole: the trace has no frames behind these."""
    played = played_pictures(path, "0")
    assert len(played) >= len(live) > 0 and (not is_whole or len(played) == len(live)), (len(played), len(live))
    wrong = [i for i, (a, b) in enumerate(zip(live, played, strict=False)) if i >= first and differing(a, b)]
    again = played_pictures(path, "165") if wrong else []
    for i in wrong:
        assert differing(played[i], again[i]), f"apitrace's player, frame {i}: {differing(live[i], played[i])} differ"
    return len(live) - first - len(wrong)


# What glReadPixels has read can be compared with a picture: components, where red, green and blue are among them.
READ_FORMATS = {"GL_RGBA": (4, (0, 1, 2)), "GL_RGB": (3, (0, 1, 2)), "GL_BGRA": (4, (2, 1, 0))}
READ_TYPES = {"GL_UNSIGNED_BYTE": "B", "GL_FLOAT": "f"}


class Read:
    """A call of glReadPixels in a trace, of rows that lie as they do usually."""

    def __init__(self, call):
        values = {argument["name"]: argument["value"] for argument in call["arguments"]}
        self.number = call["call"]
        self.x, self.y, self.width, self.height = (int(values[name]) for name in ("x", "y", "width", "height"))
        self.components, self.colours = READ_FORMATS[values["format"]["enum"]]
        self.code = READ_TYPES[values["type"]["enum"]]
        self.row = -(-self.width * self.components * struct.calcsize(self.code) // 4) * 4
        last = self.width * self.components * struct.calcsize(self.code)
        self.is_usual = values["pixels"] == {"blob": self.row * (self.height - 1) + last}

    def differing(self, data, picture):
        """How many pixels differ by more than rounding from those of a picture of all that was drawn."""
        width, height, rows = picture
        if self.x < 0 or self.y < 0 or self.x + self.width > width or self.y + self.height > height:
            return f"a picture of {width} x {height}"
        wrong = 0
        for i in range(self.height):
            mine = struct.unpack_from(f"<{self.width * self.components}{self.code}", data, i * self.row)
            if self.code == "f":
                mine = [round(255 * min(max(value, 0), 1)) if value == value else 0 for value in mine]
            theirs = rows[height - 1 - self.y - i][4 * self.x:]
            wrong += sum(any(abs(mine[k * self.components + c] - theirs[4 * k + n]) > 1 for n, c in enumerate(self.colours))
                         for k in range(self.width))
        return wrong


def reads_of(path):
    """What can be compared."""
    reads = []
    for line in dump(path, "--json").splitlines():
        call = json.loads(line) if b'"glReadPixels"' in line else None
        values = {argument["name"]: argument["value"] for argument in call["arguments"]} if call else {}
        if call and "blob" in (values["pixels"] or {}) and values["format"].get("enum") in READ_FORMATS and values["type"].get("enum") in READ_TYPES:
            reads.append(Read(call))
    return [read for read in reads if read.is_usual and read.width > 0 and read.height > 0]


def read_beside_player(path, most):
    """Some of what the program has read back, the last among it, beside what apitrace's player has drawn then: how many were compared."""
    reads = reads_of(path)
    reads = reads[len(reads) - 1::-max(1, len(reads) // most)][:most]
    for read in reads:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["apitrace", "dump", "--blobs", "--calls", str(read.number), os.path.abspath(path)], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=patience(60))
            with open(os.path.join(folder, os.listdir(folder)[0]), "rb") as file:
                data = file.read()
            subprocess.run(["glretrace", "-s", os.path.join(folder, "then-"), "-S", str(read.number), path], stdin=subprocess.DEVNULL,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=player_environment(), timeout=patience(60), check=True)
            picture = read_png(os.path.join(folder, next(name for name in os.listdir(folder) if name.startswith("then-"))))
            wrong = read.differing(data, picture)
            assert not wrong, f"call {read.number}, of {read.width} x {read.height} pixels: {wrong} differ in apitrace's player"
    return len(reads)


def player_environment(perturb="0"):
    """For apitrace's players: what fresh memory is filled with; and windows that have their size before anything is drawn."""
    preload = f"{os.path.abspath(program('libtest-sized.so'))}:{os.environ.get('LD_PRELOAD', '')}"
    return {**os.environ, "MALLOC_PERTURB_": perturb, "LD_PRELOAD": preload}


def draw_frames(path, folder, perturb="0", *options):
    """The names of a picture a frame, as apitrace's replay draws it, in folder. perturb: what fresh memory is filled with, which shows in
    frames that nobody has drawn all of."""
    subprocess.run(["apitrace", "dump-images", *options, "-o", os.path.join(folder, "frame-"), path], check=True, timeout=patience(30),
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=player_environment(perturb))
    return sorted(name for name in os.listdir(folder) if name.startswith("frame-"))
