#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Contrast of all texts in the window, light and dark: at least 4.5 to 1, as WCAG 2.1 wants (1.4.3, level AA).

The colours are those that GTK has resolved (tests/ui/ui-contrast-module.c, loaded into glstep). Needs an X server and a session bus;
prints PASS/FAIL lines.
"""

import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from ui_driver import Gdk, ShownTexts, test_window, verdict, wait_until  # noqa: E402

BUILD = os.environ["top_builddir"]
GLSTEP = os.environ["GLSTEP"]
EXAMPLE = [os.path.join(BUILD, "glstep-example"), "--nan", "--time-step", "0.04", "--size", "320x240"]
LEAST = 4.5
SHADER = """[vertex]
#version 130
in vec4 corner;
void main() { gl_Position = corner; }
[fragment]
#version 130
out vec4 color;
void main()
{
	float sum = 0.0;
	for (int i = 0; i < 20 + int(gl_FragCoord.x); i++)
		sum += float(i) * gl_FragCoord.x;
	color = vec4(sum, 0.0, 0.0, 1.0);
}
"""
TABS = ("Call", "History", "Profile", "Editor", "Mesh", "Resources", "Report", "Statistics", "Uniforms", "GL state", "Call stack", "Breakpoints")


def luminance(colour):
    """WCAG 2.1's relative luminance."""
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def measured(w, texts):
    """(contrast, kind, text, colours) of all that is shown and can be seen."""
    return [(contrast(front, back), kind, text, (front, back)) for front, back, kind, text in texts.ask(w) if text.strip() or kind != "label"]


def judge(w, texts, name, kinds):
    """The lowest contrast; at least so many texts of each of these kinds are seen."""
    def faint():
        found = measured(w, texts)
        return found, {(kind, f"{ratio:.2f}"): (text, c) for ratio, kind, text, c in found if ratio < LEAST}
    found, bad = faint()
    verdict(f"contrast-{name}", not bad, f"below {LEAST}: {bad}")
    few = {kind: n for kind, n in kinds.items() if sum(1 for f in found if f[1] == kind) < n}
    verdict(f"contrast-{name}-seen", not few, f"fewer than {few} were measured, {len(found)} in all")
    nameless = sum(1 for _, kind, text, _ in found if kind == "combo-button" and not text.strip())
    verdict(f"names-{name}-combo-buttons", not nameless, f"{nameless} buttons of combo boxes have no name")
    return found


def wrong_is_marked(found, name):
    """NaN has a colour of its own, on the selected row too."""
    for kind in ("cell", "selected-cell"):
        colours = {str(c) for _, k, text, c in found if k == kind and text == "nan"}
        plain = {str(c) for _, k, text, c in found if k == kind and text == "float"}
        verdict(f"contrast-{name}-nan-{kind}", bool(colours - plain), f"{colours} against {plain}")


def drawn(name, texts, folder):
    """Numbers that are drawn: in the pixels of an image of all greys and some colours, its legend's, those of a plot."""
    path = os.path.join(folder, "grey.frag")
    with open(path, "w", encoding="ascii") as file:
        file.write(SHADER)
    with test_window(f"{name}-drawn", [GLSTEP, "--first-draw", "--", os.path.join(BUILD, "test-shader"), "compatibility", "33", path]) as w:
        w.wait()
        w.press("Debug fragment shader")
        for _ in range(20):
            if w.enabled("Profile this loop"):
                break
            w.press("Step into")
        w.tab("Profile")
        w.press("Profile this loop", wait=False)
        wait_until("the profile", lambda: w.rows("Profile table"))
        judge(w, texts, f"{name}-plot", {"drawn": 10})
        w.tab("Image")
        for what in "vec3(mod(gl_FragCoord.x, 4.0) / 4.0)", "mod(gl_FragCoord.xyx, vec3(4.0, 3.0, 2.0)) / vec3(4.0, 3.0, 2.0)":
            w.type("New watch", what)
            wait_until("the watch", lambda e=what: (w.row("Watches", e) or ["", "…"])[1] not in ("", "…"))
            w.wait()
            w.select("Watches", what)
            wait_until("it to be chosen", lambda: w.enabled("Show watch as image"))
            w.press("Show watch as image", wait=False)
            wait_until("the image", lambda e=what: w.settled() is not None and e in w.text("What the image shows") and
                       w.enabled("Zoom in"))
            for _ in range(8):
                w.press("Zoom in", wait=False)
            found = judge(w, texts, f"{name}-cells", {"drawn": 12})
            verdict(f"contrast-{name}-cells-both", len({str(front) for _, kind, text, (front, _) in found
                                                       if kind == "drawn" and text.count(" ") == 2}) > 1, "all are of one colour")


def theme(name, texts):
    os.environ["GTK_THEME"] = "Adwaita:dark" if name == "dark" else "Adwaita"
    with test_window(f"{name}-start", [GLSTEP]) as w:
        w.wait_for_start()
        w.enter("Program", "/no/such/program")
        judge(w, texts, f"{name}-start", {"label": 10, "entry": 1})
    with test_window(name, [GLSTEP, "--first-draw", "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Debug fragment shader")
        w.type("Pixel", "241, 81", wait=True)
        w.type("New watch", "rim")
        w.type("New watch", "no_such_name")
        w.press("To NaN")
        toggles(w, name)
        found = judge(w, texts, f"{name}-nan", {"label": 40, "cell": 60, "selected-cell": 60, "source": 100, "entry": 1, "drawn": 20, "combo-button": 4})
        wrong_is_marked(found, name)
        w.type("New breakpoint", "116 if rim < 100.0", wait=True)
        for tab in TABS if name == "light" else TABS[::3]:
            w.tab(tab)
            w.wait()
            judge(w, texts, f"{name}-{tab.lower().replace(' ', '-')}", {"label": 40})
        w.press("Continue")
        w.wait()
        judge(w, texts, f"{name}-trust", {"label": 45})


def toggles(w, name):
    """Of a toggle it is seen whether it is on: some of its edge then has another colour than before, by 3 to 1 (WCAG 2.1, 1.4.11)."""
    extents = w.extents("Framebuffer outline")
    left, top, width, height = extents
    edge = [(left + width // 2, y) for y in range(top, top + height)]
    shots = []
    for _ in range(2):
        w.press("Framebuffer outline", wait=False)
        w.point(5, 5)
        shots.append(w.shot())
    ratios = [contrast(*([c / 255 for c in shot.pixel(x, y)] for shot in shots)) for x, y in edge]
    verdict(f"contrast-{name}-toggle", max(ratios[:3] + ratios[-3:]) >= 3, f"{max(ratios[:3] + ratios[-3:]):.2f}")


def choose_theme(w, name):
    w.open_menu("About glstep")
    for key in [Gdk.KEY_Up] * 9 + [Gdk.KEY_Right] + [Gdk.KEY_Down] * (2 if name == "Dark" else 1) + [Gdk.KEY_Return]:
        w.key(key)
    w.wait()
    w.painted()


def changed_theme(texts):
    """The theme is changed while values are shown: those that a step has written, that are NaN, or that nothing has written yet. The desktop's theme
    is not installed, as a fresh Ubuntu's; GTK shows a light one instead."""
    del os.environ["GTK_THEME"]
    os.environ["GS_TEST_THEME"] = "NotInstalled"
    with test_window("changed", [GLSTEP, "--first-draw", "--", *EXAMPLE]) as w:
        w.wait()
        w.press("Debug fragment shader")
        w.type("Pixel", "241, 81", wait=True)
        w.type("New watch", "rim")
        w.press("To NaN")
        w.tab("GL state")
        for name in "Dark", "Light":
            choose_theme(w, name)
            found = judge(w, texts, f"changed-{name.lower()}", {"label": 40, "cell": 40, "source": 100})
            wrong_is_marked(found, f"changed-{name.lower()}")
            behind = [back for _, kind, _, (_, back) in found if kind == "cell"]
            verdict(f"contrast-changed-{name.lower()}-theme", all((luminance(b) < 0.2) == (name == "Dark") for b in behind), f"{behind[:3]}")


def changed_report(texts, folder):
    """Errors in a report keep a colour that can be read."""
    del os.environ["GS_TEST_THEME"]
    path = os.path.join(folder, "error.trace")
    subprocess.run([GLSTEP, "record", "-o", path, "--", os.path.join(BUILD, "test-analysis"), "gl-error"], check=True, stderr=subprocess.DEVNULL)
    with test_window("report", [GLSTEP, path]) as w:
        w.wait()
        w.tab("Report")
        wait_until("the report", lambda: w.rows("Report"))
        for name in "Dark", "Light":
            choose_theme(w, name)
            found = judge(w, texts, f"report-{name.lower()}", {"label": 10, "cell": 10})
            colours = {text: str(c[0]) for _, kind, text, c in found if kind == "cell" and (text == "error" or "GL_INVALID_ENUM" in text)}
            verdict(f"contrast-report-{name.lower()}-marked", len(set(colours.values())) == 2, f"{colours}")


def main():
    with ShownTexts() as texts, tempfile.TemporaryDirectory() as folder:
        for name in ("light", "dark"):
            theme(name, texts)
            drawn(name, texts, folder)
        changed_theme(texts)
        changed_report(texts, folder)
    return verdict.failed


if __name__ == "__main__":
    sys.exit(main())
