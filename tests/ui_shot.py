# SPDX-License-Identifier: MIT
"""What the screen shows, pixel by pixel."""

import gi

gi.require_version("Gdk", "3.0")
from gi.repository import Gdk  # noqa: E402


class Shot:
    """The screen at a moment."""

    def __init__(self):
        root = Gdk.get_default_root_window()
        self.pixbuf = Gdk.pixbuf_get_from_window(root, 0, 0, root.get_width(), root.get_height())
        self.width, self.height = self.pixbuf.get_width(), self.pixbuf.get_height()
        self.stride, self.channels = self.pixbuf.get_rowstride(), self.pixbuf.get_n_channels()
        self.bytes = self.pixbuf.get_pixels()

    def save(self, path):
        self.pixbuf.savev(path, "png", [], [])

    def pixel(self, x, y):
        at = y * self.stride + x * self.channels
        return tuple(self.bytes[at:at + 3])

    def pixels(self, extents):
        """(x, y, colour) within a widget's extents."""
        left, top, width, height = extents
        for y in range(max(top, 0), min(top + height, self.height)):
            for x in range(max(left, 0), min(left + width, self.width)):
                yield x, y, self.pixel(x, y)

    def count(self, extents, colour):
        return sum(1 for _, _, c in self.pixels(extents) if c == colour)

    def colours(self, extents):
        return len({c for _, _, c in self.pixels(extents)})
