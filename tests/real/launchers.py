#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What stands between glstep and a program: launchers that lose its environment, or have no loader, and namespaces. What they start is debugged and
recorded; where it cannot be, the answer says which process it is and what keeps glstep from it, and the program ends as it would."""

import os
import shutil
import stat
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import BUILD, GLSTEP, Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = os.path.abspath(program("test-process"))
DRAWS = 6
OTHER = "libdl.so.2"  # a library that a user may want to preload
DISPLAY = f"DISPLAY={os.environ.get('DISPLAY', '')}"
LAUNCHER = "#include <unistd.h>\nextern char **environ;\nint main(int n, char **v) { return n > 1 ? execve(v[1], v + 1, environ) : 3; }\n"


def alone(argv):
    return subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(6), check=False).returncode


def possible(argv):
    return alone([*argv, "true"]) == 0


def debugged(argv, options=()):
    """As if nothing stood between."""
    assert alone(argv) == 0
    with Console(argv, options) as console:
        call = console.run("next draw")["call"]
        assert call["name"] == "glRectf"
        console.run("shader fragment")
        assert console.run("print gl_FragColor")["value"]
        console.run("shader leave")
        with open(f"/proc/{call['thread']}/maps") as file:
            maps = file.read()
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0 and end["draw"] == DRAWS, (end, console.program_output())
        return maps, console.program_output()


def recorded(argv):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.trace")
        done = subprocess.run([GLSTEP, "record", "-o", path, "--", *argv], stdin=subprocess.DEVNULL, capture_output=True, timeout=patience(12), check=False)
        assert done.returncode == 0, done
        dump = subprocess.run([program("glstep-trace"), "dump", path], capture_output=True, text=True, check=True, timeout=patience(6)).stdout
    assert dump.count("glRectf(") == DRAWS, dump.count("glRectf(")


def told(argv, *words, status=0, options=()):
    """Nothing can be seen of it."""
    assert alone(argv) == status
    with Console(argv, options) as console:
        answer = console.command("start")
        assert not answer["ok"] and answer["error"]["code"] == "no-gl", answer
        message = answer["error"]["message"]
        assert f"status {status}" in message, message
        for word in words:
            assert word in message, (word, message)
        return console.program_output()


def cleared():
    argv = ["env", "-i", DISPLAY, PROGRAM, "plain"]
    _, output = debugged(argv)
    assert output == "", output
    recorded(argv)


def emptied():
    debugged(["sh", "-c", 'LD_PRELOAD= exec "$0" plain', PROGRAM])
    debugged(["sh", "-c", 'unset LD_PRELOAD GLSTEP_WIRE; "$0" plain', PROGRAM])


def overwritten():
    """What the launcher wants to be preloaded is, too, once."""
    maps, output = debugged(["sh", "-c", f'LD_PRELOAD={OTHER} exec "$0" plain', PROGRAM])
    assert "/libdl.so.2" in maps and "libglstep-preload.so" in maps, maps
    assert output == "", output
    debugged(["sh", "-c", f'LD_PRELOAD="{OTHER}:$LD_PRELOAD" exec "$0" plain', PROGRAM])


def kept():
    """A program that only looks at its environment finds there what the launcher has given it, and ours."""
    script = f'exec env -i {DISPLAY} A=1 "B=2 3" sh -c \'printf "%s|" "$A" "$B" "$#" "$@"; printf "\\n"; exec "$0" plain\' "$0" one "two three"'
    _, output = debugged(["sh", "-c", script, PROGRAM])
    assert output == "1|2 3|2|one|two three|\n", output


def many_variables(count, has_room):
    argv = [sys.executable, "-c", f"import os; os.execve({PROGRAM!r}, [{PROGRAM!r}, 'plain'], dict((f'V{{i}}', '') for i in range({count})))"]
    if has_room:
        debugged(argv)
    else:
        told(argv, PROGRAM, "environment is too large")


def static(compiler):
    """Without a loader: it starts the program, and its own calls cannot be reached."""
    with tempfile.TemporaryDirectory() as folder:
        source, launcher = os.path.join(folder, "launcher.c"), os.path.join(folder, "launcher")
        with open(source, "w") as file:
            file.write(LAUNCHER)
        subprocess.run([compiler, "-static", "-o", launcher, source], check=True)
        debugged([launcher, PROGRAM, "plain"])
        recorded([launcher, PROGRAM, "plain"])
        told([launcher], launcher, "statically linked", status=3)


def by_loader():
    with open("/proc/self/maps") as file:
        loader = next(line.split()[-1] for line in file if "/ld-" in line)
    debugged([loader, PROGRAM, "plain"])
    recorded([loader, PROGRAM, "plain"])


def user_namespace():
    for options in ["-Ur"], ["-U"]:
        if not possible(["unshare", *options]):
            results.skip("launchers-user-namespace", "no user namespaces may be made here")
            return
        argv = ["unshare", *options, PROGRAM, "plain"]
        debugged(argv)
        debugged(["unshare", *options, "env", "-i", DISPLAY, PROGRAM, "plain"])
    recorded(argv)
    results.passed("launchers-user-namespace")


def other_files():
    """The program does not see glstep's library: it is not told to load it."""
    folder = os.path.dirname(os.path.realpath(os.path.join(BUILD, "preload", "libglstep-preload.so")))
    between = ["unshare", "-m", "sh", "-c", f'mount -t tmpfs none {folder} && exec env -i {DISPLAY} "$@"', "sh"]
    if not possible(between):
        results.skip("launchers-other-files", "nothing may be mounted here")
        return
    # the shell has it in its environment
    told([*between, PROGRAM, "plain"], "library does not exist")
    results.passed("launchers-other-files")


def thirty_two_bits():
    """One that ends at once: int 0x80, with 0."""
    code = b"\x31\xc0\x40\x31\xdb\xcd\x80"
    base = 0x08048000
    head = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\x01\x01\x01", 2, 3, 1, base + 84, 52, 0, 0, 52, 32, 1, 0, 0, 0)
    segment = struct.pack("<IIIIIIII", 1, 0, base, base, 84 + len(code), 84 + len(code), 5, 4096)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "small")
        with open(path, "wb") as file:
            file.write(head + segment + code)
        os.chmod(path, 0o755)
        try:
            runs = alone([path]) == 0
        except OSError:
            runs = False
        if not runs:
            results.skip("launchers-32-bits", "the kernel runs no 32-bit programs")
            return
        told(["sh", "-c", f"{path}; true"], path, "32-bit")
    results.passed("launchers-32-bits")


def privileged():
    """The loader heeds no LD_PRELOAD in a set-user-ID program, whoever starts it."""
    folder = tempfile.mkdtemp(dir="/tmp")
    try:
        os.chmod(folder, 0o755)
        preload = os.path.join(BUILD, "preload", "libglstep-preload.so")
        glstep, library, drawing = (shutil.copy(path, folder) for path in (GLSTEP, preload, PROGRAM))
        os.chmod(drawing, os.stat(drawing).st_mode | stat.S_ISUID)
        done = subprocess.run(["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", glstep, "--json", "-e", "start", "--", "sh", "-c",
                               '"$0" plain; true', drawing],
                              env={**os.environ, "GLSTEP_PRELOAD": library, "HOME": folder}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=patience(6), check=False)
        assert '"no-gl"' in done.stdout and f"{drawing} runs without the privileges" in done.stdout, done
    finally:
        shutil.rmtree(folder)


def traced_already():
    """Another tracer is there: glstep's own, which traces the children of what it debugs."""
    with Console([GLSTEP, "--json", "-e", "start", "--", PROGRAM, "plain"]) as console:
        assert console.command("start")["error"]["code"] == "no-gl"
        output = console.program_output()
    assert "cannot-start" in output and "(glstep) traces it already" in output and "container" not in output, output


def vulkan():
    argv = [sys.executable, "-c", "import ctypes; ctypes.CDLL('libvulkan.so.1')"]
    if alone(argv) != 0:
        results.skip("launchers-vulkan", "there is no libvulkan here")
        return
    told(argv, "Vulkan")
    results.passed("launchers-vulkan")


results = Results()
results.check("launchers-cleared", cleared)
results.check("launchers-emptied", emptied)
results.check("launchers-overwritten", overwritten)
results.check("launchers-kept", kept)
results.check("launchers-many-variables", many_variables, 6000, True)
results.check("launchers-too-many-variables", many_variables, 20000, False)
results.check("launchers-static", static, "gcc")
results.check("launchers-static-musl", static, "musl-gcc")
results.check("launchers-by-loader", by_loader)
for function in user_namespace, other_files, thirty_two_bits, vulkan:
    try:
        function()
    except Exception as why:
        results.fail(f"launchers-{function.__name__}".replace("_", "-"), f"{type(why).__name__}: {why}")
if os.geteuid() == 0:
    results.check("launchers-privileged", privileged)
else:
    results.skip("launchers-privileged", "only root can make a program that is root's")
results.check("launchers-traced-already", traced_already)
sys.exit(1 if results.failed else 0)
