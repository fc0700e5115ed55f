"""textures.py TRACE - each texture of a trace: its size, and how many draws read it."""
import json
import subprocess
import sys


def ask(*words):
    return subprocess.run(["glstep-trace", *words], capture_output=True, text=True, check=True).stdout


trace, sizes, bound = sys.argv[1], {}, 0
for line in ask("dump", "--json", trace).splitlines():
    call = json.loads(line)
    args = {a["name"]: a["value"] for a in call["arguments"]}
    if call["function"] == "glBindTexture":
        bound = args["texture"]
    elif call["function"] in ("glTexImage2D", "glTexStorage2D") and args.get("level", 0) == 0:
        sizes[bound] = f"{args['width']} x {args['height']}"
rows = []
for texture, size in sizes.items():
    uses = json.loads(ask("uses", "--texture", str(texture), "--json", trace)) if texture else []
    rows.append((sum(use["use"] == "reads" for use in uses), texture, size))
for reads, texture, size in sorted(rows):
    print(f"texture {texture}, {size}: read by {reads} calls")
