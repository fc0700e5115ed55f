# SPDX-License-Identifier: MIT
"""What becomes of the fragments of tests/programs/overlaid.c, by arithmetic: how many of its rectangles are at a pixel, and which come through the
tests there, one after the other."""

SIZE = 64
RECTANGLES = [(4, 4, 40, 32, 1), (20, 12, 40, 24, 2), (0, 40, 64, 8, 0), (48, 50, 12, 10, 1)]  # x, y, width, height, thirds of the depth
CULLED = 3
PIXELS = [(x, y) for y in range(SIZE) for x in range(SIZE)]


def at(x, y):
    """The rectangles with a fragment at the pixel, in their order."""
    return [i for i, (left, low, width, height, _) in enumerate(RECTANGLES) if i != CULLED and left <= x < left + width and low <= y < low + height]


def depth_is(x):
    return 0.25 if x >= SIZE // 2 else 0.5


def passes_depth(x, y):
    return any(RECTANGLES[i][4] / 3 < depth_is(x) for i in at(x, y))


def passes_stencil(_, y):
    return y < 24


def discards(x, draw):
    return draw == 3 and x < 16


def expected(overlay, draw):
    tests_depth, tests_stencil = draw in (1, 3), draw in (2, 3)
    found = {}
    for x, y in PIXELS:
        n = 0 if discards(x, draw) else len(at(x, y))
        stencil = not tests_stencil or passes_stencil(x, y)
        depth = not tests_depth or passes_depth(x, y)
        if overlay == "overdraw":
            found[x, y] = n
        elif overlay == "stencil":
            found[x, y] = 0 if not n else 2 if stencil else 1
        else:
            found[x, y] = 0 if not n or not stencil else 2 if depth else 1
    return found
