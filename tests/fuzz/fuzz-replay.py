# SPDX-License-Identifier: MIT
"""
fuzz-replay.py BUILD FOLDER SECONDS [SEED] - traces whose values lie (tests/fuzz/lie-trace.c), played by FOLDER/player, which ASan and UBSan
watch. The player must end by itself, and neither it nor the driver may die. What fails is kept as FOLDER/fail-SEED.trace, beside what was said;
to try again: fuzz-replay.py BUILD FOLDER 0 SEED.
"""
import os
import subprocess
import sys
import time

SCENES = ("plain", "legacy", "immediate", "list", "elements", "fixed-elements", "instanced", "indirect", "feedback", "stencil", "coherent", "barrier",
          "unpacked", "query", "assembly", "multisampled", "slices", "bitmaps", "block-rows", "read-rows", "interleaved", "es-elements", "es-points")
WAYS = ("--es texture", "pixmap", "--es --drawn external", "--drawn level", "--drawn context", "--through target")
PATIENCE = 120
SANITIZERS = {"ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=0:" + ":".join(
    f"handle_{signal}=0" for signal in ("segv", "abort", "sigbus", "sigfpe", "sigill")), "UBSAN_OPTIONS": "print_stacktrace=1"}


def record(build, folder):
    """The traces that lies are told about."""
    programs = {scene: ["test-scenes", scene, "--frames", "2"] for scene in SCENES}
    programs |= {f"image{i}": ["test-images", *way.split(), "--frames", "2"] for i, way in enumerate(WAYS)}
    for name, (first, *words) in programs.items():
        path = os.path.join(folder, f"{name}.trace")
        if not os.path.exists(path):
            subprocess.run([f"{build}/glstep", "record", "-o", path, f"{build}/{first}", *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL, check=True)
        yield path


def play(player, path):
    """What is wrong, or None."""
    try:
        done = subprocess.run([player, "--md5", path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              env={**os.environ, **SANITIZERS}, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as ended:
        return "it does not end\n" + (ended.stderr or b"").decode(errors="replace")
    said = done.stderr.decode(errors="replace")
    if done.returncode in (0, 1, 2) and "ERROR: AddressSanitizer" not in said and "runtime error" not in said:
        return None
    return f"status {done.returncode}\n{said}"


def main():
    build, folder, seconds, *seeds = sys.argv[1:]
    sources = list(record(build, folder))
    first = seed = int(seeds[0]) if seeds else int(time.time())
    end, failed = time.monotonic() + float(seconds), 0
    while seed == first or time.monotonic() < end:
        source, lie = sources[seed % len(sources)], os.path.join(folder, "lie")
        subprocess.run([f"{build}/tests/fuzz/lie-trace", source, lie, str(seed)], check=True)
        wrong = play(os.path.join(folder, "player"), lie)
        if wrong:
            failed += 1
            os.rename(lie, os.path.join(folder, f"fail-{seed}.trace"))
            with open(os.path.join(folder, f"fail-{seed}.txt"), "w", encoding="utf-8") as out:
                out.write(f"{source}\n{wrong}")
            print(f"seed {seed}, of {os.path.basename(source)}: {wrong.splitlines()[0]}; {wrong.splitlines()[-1][:200]}", flush=True)
        seed += 1
    print(f"{seed - first} traces were played from seed {first} on, {failed} of them failed")
    sys.exit(failed > 0)


main()
