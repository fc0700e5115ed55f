# SPDX-License-Identifier: MIT
"""What test-state prints - all state that it can query, all contents - with its draw debugged and without."""

import os
import xml.etree.ElementTree

from glstep_console import Console, program, run_alone

# No test compares these: time and free memory change by themselves, and Mesa 22.3 crashes when asked for these identities of llvmpipe.
UNSTEADY = ("GL_TIMESTAMP", "GL_CURRENT_TIME_NV", "GL_GPU_MEMORY_INFO", "GL_VBO_FREE_MEMORY", "GL_TEXTURE_FREE_MEMORY",
            "GL_RENDERBUFFER_FREE_MEMORY", "GL_DEVICE_UUID_EXT", "GL_DRIVER_UUID_EXT", "GL_DEVICE_LUID_EXT",
            "GL_DEVICE_NODE_MASK_EXT")
REGISTRY = "/usr/share/khronos-api/gl.xml"


def write_names(file):
    """Every constant of GL that a glGet may take, once a value."""
    values = {}
    root = xml.etree.ElementTree.parse(REGISTRY).getroot()
    for group in root.iter("enums"):
        if group.get("type") == "bitmask":
            continue
        for enum in group.iter("enum"):
            value = int(enum.get("value"), 0)
            if 0 < value < 0x10000 and not enum.get("name").startswith(UNSTEADY):
                values.setdefault(value, enum.get("name"))
    for value, name in sorted(values.items()):
        file.write(f"{name} {value:#x}\n")
    file.flush()
    return len(values)


def state_argv(folder):
    """test-state with every constant of GL's registry, and what each of GL's getters takes of them."""
    names, getters = os.path.join(folder, "names"), os.path.join(folder, "getters")
    with open(names, "w") as file:
        write_names(file)
    argv = [program("test-state"), names]
    run_alone([*argv, "--effects", "--find-getters", getters])
    with open(getters) as file:
        assert sum(1 for line in file) > 300, "the getters take next to nothing: the harness is broken"
    return [*argv, "--getters", getters]


def differences(a, b):
    a, b = a.splitlines(), b.splitlines()
    if len(a) != len(b):
        return [f"{len(a)} and {len(b)} lines"]
    return [f"{x} / {y}" for x, y in zip(a, b, strict=True) if x != y]


def debug(argv, commands, draws=1):
    with Console(argv) as console:
        console.run(f"next draw {draws}")
        for command in commands:
            console.run(command)
        end = console.run("continue")
        assert end["stop"] == "exited" and end["status"] == 0, end
        return console.program_output()


def compare(expected, argv, commands, draws=1):
    found = differences(expected, debug(argv, commands, draws))
    assert not found, f"{len(found)} lines differ, without glstep / under it: {'; '.join(found[:8])}"


def compare_kind(argv, commands, draws):
    expected = run_alone(argv)
    assert "an error before the draw" not in expected, "the harness is broken"
    assert "error 0x500\nthen error 0\n" in expected, expected[:40]  # the one that stands while it draws
    compare(expected, argv, commands, draws)
