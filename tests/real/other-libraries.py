#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""GL libraries that are not called as the system's are, as those of some vendors and ANGLE: programs that use them run, and are debugged."""

import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import Console, Results, program  # noqa: E402
from patience import patience  # noqa: E402

PROGRAM = os.path.abspath(program("test-process"))
DRAWS = 6
# as long as the real ones: they are changed in the files
OTHER = {"libEGL.so.1": "libEXL.so.1", "libGL.so.1": "libXL.so.1"}

# Opens GL by name, as toolkits do; six draws, of which each colours the pixel that is read.
OPENER = """
import ctypes, sys
egl, gl = ctypes.CDLL(sys.argv[1]), ctypes.CDLL(sys.argv[2])
egl.eglGetPlatformDisplay.restype = egl.eglCreateContext.restype = ctypes.c_void_p
display = ctypes.c_void_p(egl.eglGetPlatformDisplay(0x31DD, None, None))
assert egl.eglInitialize(display, None, None) and egl.eglBindAPI(0x30A2)
context = ctypes.c_void_p(egl.eglCreateContext(display, None, None, None))
assert egl.eglMakeCurrent(display, None, None, context)
name = ctypes.c_uint()
gl.glGenFramebuffers(1, ctypes.byref(name))
gl.glBindFramebuffer(0x8D40, name)
gl.glGenRenderbuffers(1, ctypes.byref(name))
gl.glBindRenderbuffer(0x8D41, name)
gl.glRenderbufferStorage(0x8D41, 0x8058, 8, 8)
gl.glFramebufferRenderbuffer(0x8D40, 0x8CE0, 0x8D41, name)
gl.glViewport(0, 0, 8, 8)
for i in range(6):
    gl.glColor3ub(50, 100, 200)
    gl.glRecti(-1, -1, 1, 1)
pixel = (ctypes.c_ubyte * 4)()
gl.glReadPixels(4, 4, 1, 1, 0x1908, 0x1401, pixel)
assert list(pixel[:3]) == [50, 100, 200], list(pixel)
"""

# A library of its own that has all functions of another one, which it opens itself, as ANGLE does.
FORWARDER = """
#include <dlfcn.h>
#include <stdlib.h>
#define ALL(F) {functions}
#define ENTRY(name) #name,
static const char *const names[] = {{ALL(ENTRY)}};
enum {{ N = sizeof names / sizeof *names }};
__attribute__((visibility("hidden"))) void *real_functions[N];
__attribute__((constructor)) static void fill(void)
{{
	void *library = dlopen("{library}", RTLD_LAZY);
	for (int i = 0; i < N; i++)
		if (!library || !(real_functions[i] = dlsym(library, names[i])))
			abort();
}}
"""


def real_library(name):
    output = subprocess.run(["ldd", PROGRAM], check=True, capture_output=True, text=True).stdout
    return os.path.realpath(re.search(rf"{re.escape(name)} => (\S+)", output).group(1))


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, 0o755)
    return path


def renamed(path, names):
    """The file's bytes, in which it calls itself, and what it needs, by other names."""
    with open(path, "rb") as file:
        data = file.read()
    for old in names:
        assert data.count(b"\0" + old.encode() + b"\0") == 1, (path, old)
        data = data.replace(b"\0" + old.encode() + b"\0", b"\0" + OTHER[old].encode() + b"\0")
    return data


def alone(argv, folder):
    done = subprocess.run(argv, env={**os.environ, "LD_LIBRARY_PATH": folder}, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=patience(6), check=False)
    assert done.returncode == 0, ("without glstep", done)


def debugged(argv, folder, draw="glRectf", has_shader=True):
    """As any other program."""
    alone(argv, folder)
    with Console(argv, ["--env", f"LD_LIBRARY_PATH={folder}"]) as console:
        stop = console.run("next draw")
        assert stop["call"]["name"] == draw, stop
        if has_shader:
            console.run("shader fragment")
            assert console.run("print gl_FragColor")["value"]
            console.run("check")
            console.run("shader leave")
        console.run("framebuffer /dev/null")
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0 and end["draw"] == DRAWS, (end, console.program_output())
    return end


def make_libraries(folder, by_their_names):
    """Copies of the system's with another DT_SONAME, in files that have its name or not."""
    for name, other in OTHER.items():
        write(os.path.join(folder, other if by_their_names else name), renamed(real_library(name), [name]))


def other_soname(folder):
    """The program needs libEGL.so.1, and the loader finds a file of that name."""
    make_libraries(folder, False)
    debugged([PROGRAM, "plain"], folder)


def other_file(folder):
    """The program needs them by the names that they have."""
    make_libraries(folder, True)
    debugged([write(os.path.join(folder, "program"), renamed(PROGRAM, OTHER)), "plain"], folder)


def one_of_two(folder):
    """Only EGL is a vendor's."""
    write(os.path.join(folder, "libEGL.so.1"), renamed(real_library("libEGL.so.1"), ["libEGL.so.1"]))
    debugged([PROGRAM, "plain"], folder)


def opened(folder):
    """The program opens libEGL.so.1, and the loader finds a file of that name."""
    make_libraries(folder, False)
    debugged([sys.executable, "-c", OPENER, "libEGL.so.1", "libGL.so.1"], folder, "glRecti", False)


def opened_by_path(folder):
    """Nothing stands between; the program ends as it would, and the answer names the library."""
    make_libraries(folder, True)
    argv = [sys.executable, "-c", OPENER, *(os.path.join(folder, other) for other in OTHER.values())]
    alone(argv, folder)
    with Console(argv) as console:
        answer = console.command("start")
        assert not answer["ok"] and answer["error"]["code"] == "no-gl" and "status 0" in answer["error"]["message"], answer
        assert OTHER["libEGL.so.1"] in answer["error"]["message"], answer


def forwarding(folder, source, library, target):
    """A library in that file, which opens the system's."""
    listed = subprocess.run(["nm", "-D", "--defined-only", real_library(target)], check=True, capture_output=True, text=True).stdout
    functions = sorted(set(re.findall(r" T ((?:gl|egl)[A-Z]\w*)$", listed, re.M)))
    with open(source, "w") as file:
        file.write(FORWARDER.format(functions=" ".join(f"F({name})" for name in functions), library=target))
        for i, name in enumerate(functions):
            file.write(f'__asm__(".text\\n.globl {name}\\n.type {name}, @function\\n{name}: jmp *real_functions+{8 * i}(%rip)\\n");\n')
    subprocess.run(["gcc", "-shared", "-fPIC", "-O1", f"-Wl,-soname,{os.path.basename(library)}", "-o", library, source, "-ldl"], check=True)


def opens_another(folder):
    """What a program is linked with opens the system's libraries, as ANGLE's do: calls go to it, not round in a circle."""
    for name, other in OTHER.items():
        forwarding(folder, os.path.join(folder, "source.c"), os.path.join(folder, other), name)
    debugged([write(os.path.join(folder, "program"), renamed(PROGRAM, OTHER)), "plain"], folder)


def in_folder(function):
    with tempfile.TemporaryDirectory() as folder:
        function(folder)


results = Results()
for function in other_soname, other_file, one_of_two, opened, opened_by_path:
    results.check("other-libraries-" + function.__name__.replace("_", "-"), in_folder, function)
if os.uname().machine == "x86_64":
    results.check("other-libraries-opens-another", in_folder, opens_another)
else:
    results.skip("other-libraries-opens-another", "its jumps are written for x86-64")
sys.exit(1 if results.failed else 0)
