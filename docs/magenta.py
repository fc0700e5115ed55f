"""magenta.py FOLDER - in a program that `glstep-trace export-c` wrote, what is cleared becomes magenta."""
import pathlib
import re
import sys

for source in pathlib.Path(sys.argv[1]).glob("frames*.c"):
    text = source.read_text()
    source.write_text(re.sub(r"\bglClearColor\([^()]*\)", "glClearColor(1, 0, 1, 1)", text))
