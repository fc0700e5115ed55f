# SPDX-License-Identifier: MIT
"""Drives glstep's window through accessibility, as a person would: by what widgets are called.

Needs a session bus, an X server and python3-gi; the caller runs it under dbus-run-session.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import contextmanager

import patience

try:
    import gi
except ImportError:  # another python3 comes first in PATH; Debian's has the bindings
    if os.path.exists("/usr/bin/python3") and sys.executable != "/usr/bin/python3":
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    raise

gi.require_version("Atspi", "2.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Atspi, Gdk, Gio, GLib  # noqa: E402
from ui_shot import Shot  # noqa: E402

# Milliseconds that a question may take: 800 are too few on a busy machine.
Atspi.set_timeout(1000 * patience.patience(2), 1000 * patience.patience(2))


# What holds many children that come and go; see rows() and choose().
CLOSED = (Atspi.Role.TABLE, Atspi.Role.TREE_TABLE, Atspi.Role.TREE, Atspi.Role.COMBO_BOX)
# What at-spi complains of where all widgets are asked for (Tree) while one of them goes: it looks at no state, and gives it back.
ASKED = re.compile(r"^.*Atk-CRITICAL .* atk_state_set_contains_state: assertion .*$(\s+.*GObject-CRITICAL .* g_object_unref: assertion .*$)?", re.M)
MENU_ROLES = (Atspi.Role.MENU_ITEM, Atspi.Role.CHECK_MENU_ITEM, Atspi.Role.PUSH_BUTTON)


class Failed(Exception):
    pass


class Verdicts:
    """PASS and FAIL lines; failed: one was the latter."""
    failed = False

    def __call__(self, name, good, why=""):
        print(f"PASS {name}" if good else f"FAIL {name}: {why}", flush=True)
        self.failed = self.failed or not good


verdict = Verdicts()


def run_parts(name, parts, *arguments):
    """One part of a test after the other: where one cannot go on, that is its failure alone."""
    for part in parts:
        try:
            part(*arguments)
        except Exception as failure:  # pylint: disable=broad-except
            traceback.print_exc()
            verdict(f"{name}-{part.__name__.strip('_')}", False, str(failure))


class ShownTexts:
    """What tests/ui/ui-contrast-module.c tells of the texts in windows opened while this is entered: ask(window) lists (text colour,
    colour behind, kind, text); colours are from 0 to 1."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = os.path.join(self.folder.name, "texts")
        os.environ["GTK_MODULES"] = os.path.join(os.environ["top_builddir"], "libtest-contrast.so")
        os.environ["GS_TEST_CONTRAST"] = self.path
        return self

    def __exit__(self, *_):
        self.folder.cleanup()

    def ask(self, window):
        if os.path.exists(self.path):
            os.unlink(self.path)
        os.kill(window.process.pid, signal.SIGUSR1)
        wait_until("the texts shown", lambda: os.path.exists(self.path))
        with open(self.path, encoding="utf-8", errors="replace") as file:
            rows = [(line.rstrip("\n").split(" ", 3) + [""])[:4] for line in file]
        return [([float(c) for c in front.split(",")], [float(c) for c in back.split(",")], kind, text)
                for front, back, kind, text in rows]


@contextmanager
def test_window(name, argv):
    """glstep's window on a program, closed at the end; what goes wrong is a failure of that name."""
    window = Window(argv)
    try:
        yield window
        status = window.close()
        verdict(f"{name}-closed", status == 0, f"glstep ended with status {status}")
    except Exception as failure:  # pylint: disable=broad-except
        traceback.print_exc()
        verdict(name, False, str(failure))
    finally:
        if window.process.poll() is None:
            window.process.kill()


def wait_until(what, function, pause=0.03):
    """What function returns, once that is true; what it looks at may come only now, or have just gone."""
    why = None

    def look():
        nonlocal why
        try:
            return function()
        except (GLib.Error, Failed) as failure:
            why = failure
            return None
    try:
        return patience.wait_until(what, look, pause=pause)
    except TimeoutError as failure:
        raise Failed(f"{failure}: {why}" if why else str(failure)) from None


def eventually(name, what, function, why=lambda: ""):
    """A verdict that may take a while to become good; why: what is there instead."""
    try:
        wait_until(what, function)
    except Failed as failure:
        verdict(name, False, f"{failure}; {why()}")
    else:
        verdict(name, True)


class Tree:
    """All of a program's widgets, as its accessibility tells them in one answer (org.a11y.atspi.Cache; asked one by one, a window takes a third
    of a second)."""
    bus = None

    def __init__(self, node):
        """node: any of the program's."""
        answer = Tree._bus().call_sync(node.app.bus_name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", None, None,
                                       Gio.DBusCallFlags.NONE, 1000 * patience.patience(2), None)
        self.known, self.below = {}, {}
        for (_, path), _, (_, parent), index, _, _, name, role, _, _ in answer.unpack()[0]:
            self.known[path] = name, Atspi.Role(role)
            self.below.setdefault(parent, []).append((index if index >= 0 else 1 << 31, path))

    @staticmethod
    def _bus():
        if Tree.bus is None:
            session = Gio.bus_get_sync(Gio.BusType.SESSION, None)
            address = session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, Gio.DBusCallFlags.NONE, -1, None)
            Tree.bus = Gio.DBusConnection.new_for_address_sync(
                address.unpack()[0], Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)
        return Tree.bus

    def walk(self, place):
        """(name, role, place) of a widget and all below it, but for what stands in lists, each before its children. A place: the numbers
        and paths on the way from the first one, whose place is ((0, its path),)."""
        path = place[-1][1]
        name, role = self.known.get(path, ("", None))
        yield name, role, place
        if role not in CLOSED:
            for child in sorted(self.below.get(path, [])):
                yield from self.walk((*place, child))


def path_of(found):
    """Of a widget, or of a place."""
    return found[-1][1] if isinstance(found, tuple) else found.path


class Window:
    def __init__(self, argv, environment=None, expected_warnings=r"(?!)", arranged=True):
        """expected_warnings: a pattern of what GTK and its libraries may complain of; arranged: False for the layout as it is at first."""
        self.known, self.tabs, self.titles = {}, {}, {}
        self.expected_warnings = expected_warnings
        environment = dict(os.environ if environment is None else environment)
        self.config = tempfile.TemporaryDirectory()
        if "GLSTEP_TEST_CONFIG" not in environment:  # nobody's layout, and nobody's is changed
            environment["XDG_CONFIG_HOME"] = self.config.name
            if arranged:
                self._arrange()
        settings = os.path.join(environment["XDG_CONFIG_HOME"], "gtk-3.0", "settings.ini")
        os.makedirs(os.path.dirname(settings), exist_ok=True)
        with open(settings, "w", encoding="ascii") as file:  # nothing fades in, or slides to its place, where a test does not want it
            file.write(f"[Settings]\ngtk-enable-animations={environment.get('GS_TEST_ANIMATIONS', '0')}\n")
            if "GS_TEST_THEME" in environment:
                file.write(f"gtk-theme-name={environment['GS_TEST_THEME']}\n")
        if "GS_TEST_CONTRAST" in environment:  # to see what is drawn, too
            environment["LD_PRELOAD"] = environment["GTK_MODULES"]
        module = os.path.join(os.environ.get("top_builddir", ""), "libtest-painted.so")
        self.painted_mark = None
        if os.path.exists(module):  # not in a demonstration
            self.painted_mark = os.path.join(self.config.name, "painted")
            environment["GTK_MODULES"] = ":".join(filter(None, (module, environment.get("GTK_MODULES"))))
            environment["GS_TEST_PAINTED"] = self.painted_mark
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(argv, env=environment, stderr=self.errors)
        self.app = wait_until("the window", self._application)
        self.frame = wait_until("its frame", lambda: self._find(self.app, lambda a: a.get_role() == Atspi.Role.FRAME))

    def _arrange(self):
        """Somebody has given the lists more room than they have at first, for what tests look at in them; tests of the layout have a folder of their own."""
        os.makedirs(os.path.join(self.config.name, "glstep"))
        with open(os.path.join(self.config.name, "glstep", "window.ini"), "w", encoding="ascii") as file:
            file.write("[window]\nwidth=1280\nheight=800\nleft=311\nright=609\nhost=382\ncentre=375\nvalue=415\n")

    def _application(self):
        if self.process.poll() is not None:
            raise Failed(f"glstep ended with status {self.process.returncode} before its window was there")
        desktop = Atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            app = desktop.get_child_at_index(i)
            if app is not None and app.get_process_id() == self.process.pid:
                return app
        return None

    # ---- finding ----

    def _walk(self, node, depth=0):
        """A node and all below it, but for what stands in lists, each before its children."""
        if node is None or depth > 40:
            return
        yield node
        try:
            if node.get_role() in CLOSED:
                return
            children = [node.get_child_at_index(i) for i in range(node.get_child_count())]
        except GLib.Error:  # gone meanwhile
            return
        for child in children:
            yield from self._walk(child, depth + 1)

    def _find(self, node, good):
        for each in self._walk(node):
            try:
                if good(each):
                    return each
            except GLib.Error:  # gone meanwhile
                pass
        return None

    def _learn(self):
        """What the window has, by name: the first one that is no title; the tabs; titles. Of each its place, until it is asked for."""
        self.known, self.tabs, self.titles = {}, {}, {}
        for name, role, place in Tree(self.frame).walk(((0, self.frame.path),)):
            self._remember(name, role, place)

    def _learn_all(self):
        """Also what that answer leaves out: the rows of list boxes, what has just come. Each answer about one of them takes a tenth of a
        millisecond."""
        self.known, self.tabs, self.titles = {}, {}, {}
        self.frame.clear_cache()
        for each in self._walk(self.frame):
            try:
                self._remember(each.get_name(), each.get_role(), each)
            except GLib.Error:  # gone meanwhile
                pass

    def _remember(self, name, role, found):
        if role == Atspi.Role.PAGE_TAB:
            self.tabs.setdefault(name, found)
        (self.titles if role in (Atspi.Role.LABEL, Atspi.Role.PAGE_TAB) else self.known).setdefault(name, found)

    def _at(self, place):
        """The widget at a place; None: it has gone."""
        node = self.frame
        for index, path in place[1:]:
            node.clear_cache()
            child = node.get_child_at_index(index) if index < node.get_child_count() else None
            if child is None or child.path != path:
                children = map(node.get_child_at_index, range(node.get_child_count()))
                child = next((each for each in children if each is not None and each.path == path), None)
            if child is None:
                return None
            node = child
        return node

    def _still(self, among, name):
        """The one of that name, if it is still there and called so."""
        try:
            found = among.get(name)
            if isinstance(found, tuple):
                found = self._at(found)
            if found is None:
                return None
            found.clear_cache()
            if found.get_name() != name:
                return None
            among[name] = found
            return found
        except GLib.Error:
            return None

    def _learned(self, name):
        for learn in self._learn, self._learn_all:
            learn()
            found = self._still(self.known, name) or self._still(self.titles, name)
            if found is not None:
                return found
        return None

    def find(self, name):
        found = self._still(self.known, name)
        if found is None:
            found = self._learned(name)
            if found is None:
                raise Failed(f"there is no widget called {name!r}")
            self.known[name] = found
        return found

    def find_tab(self, name):
        tab = self._still(self.tabs, name)
        if tab is None:
            self._learn()
        return tab or self._still(self.tabs, name)

    # ---- reading ----

    def text(self, name):
        widget = self.find(name)
        interface = widget.get_text_iface()
        if interface is None:
            return widget.get_name()
        return Atspi.Text.get_text(interface, 0, Atspi.Text.get_character_count(interface))

    def enabled(self, name):
        return self.find(name).get_state_set().contains(Atspi.StateType.SENSITIVE)

    def showing(self, name):
        try:
            return self.find(name).get_state_set().contains(Atspi.StateType.SHOWING)
        except Failed:
            return False

    def why(self, name):
        """The tooltip of a button."""
        return self.find(name).get_description()

    def rows(self, name, first=None):
        """The visible rows of a list, as lists of texts; or those whose first text is so: a text is an answer of the window, and takes time."""
        return wait_until(f"{name!r} to stand still", lambda: [self._rows(name, first)])[0]  # may be filled anew meanwhile

    def _table(self, name):
        table = self.find(name).get_table_iface()
        if table is None:  # its tab, while it was not shown itself
            del self.known[name]
            raise GLib.Error("no table yet")
        return table

    @staticmethod
    def _cell(table, row, column):
        cell = Atspi.Table.get_accessible_at(table, row, column)
        if cell is None:
            return ""
        cell.clear_cache()
        return cell.get_name() or ""

    def _rows(self, name, wanted):
        table = self._table(name)
        columns, rows = range(1, Atspi.Table.get_n_columns(table)), []
        for row in range(Atspi.Table.get_n_rows(table)):
            first = self._cell(table, row, 0)
            if wanted in (None, first):
                rows.append([first] + [self._cell(table, row, column) for column in columns])
        return rows

    def n_rows(self, name):
        return wait_until(f"{name!r} to stand still", lambda: [Atspi.Table.get_n_rows(self._table(name))])[0]

    def last_row(self, name):
        def read():
            table = self._table(name)
            return [self._cell(table, Atspi.Table.get_n_rows(table) - 1, k) for k in range(Atspi.Table.get_n_columns(table))]
        return wait_until(f"the last row of {name!r}", read)

    def row(self, name, first):
        return next(iter(self.rows(name, first)), None)

    def extents(self, name):
        e = Atspi.Component.get_extents(self.find(name).get_component_iface(), Atspi.CoordType.SCREEN)
        return e.x, e.y, e.width, e.height

    def _header(self, name, title):
        def look():
            table = self._table(name)
            for k in range(Atspi.Table.get_n_columns(table)):
                top = Atspi.Table.get_column_header(table, k)
                if top is not None and top.get_name() == title:
                    return Atspi.Component.get_extents(top.get_component_iface(), Atspi.CoordType.SCREEN)
            return None
        return wait_until(f"the column {title!r} of {name!r}", look)

    def header(self, name, title):
        """The middle of a column's header, on the screen."""
        e = self._header(name, title)
        return e.x + e.width // 2, e.y + e.height // 2

    def header_width(self, name, title):
        return self._header(name, title).width

    # ---- doing ----

    def n_done(self):
        """How many actions are done."""
        return int((self.find("Status").get_description() or "0 0 0").split()[2])

    def settled(self):
        words = (self.find("Status").get_description() or "").split()
        return int(words[2]) if words[:1] == ["ready"] else None

    def wait(self, since=None):
        """Until all that is shown belongs together, and at least one action is done since."""
        return wait_until("the window to be ready",
                          lambda: (n := self.settled()) is not None and (since is None or n > since) and n + 1) - 1

    def dialog_button(self, name):
        """None: there is no such dialog."""
        self.app.clear_cache()
        return self._find(self.app, lambda a: a.get_role() == Atspi.Role.PUSH_BUTTON and a.get_name() == name)

    def answer(self, name):
        """A question, when it comes."""
        found = wait_until(f"the button {name!r}", lambda: self.dialog_button(name))
        Atspi.Action.do_action(found.get_action_iface(), 0)

    def wait_for_start(self):
        """Until the page to choose a program is there."""
        wait_until("the start page", lambda: self.showing("Program"))

    def _act(self, name):
        action = self.find(name).get_action_iface()
        if action is None or not Atspi.Action.do_action(action, 0):
            raise Failed(f"{name!r} cannot be activated")

    def press(self, name, wait=True):
        if not self.enabled(name):
            raise Failed(f"{name!r} is disabled: {self.why(name)}")
        before = self.n_done()
        self._act(name)
        if wait:
            self.wait(before)

    def type(self, name, text, wait=False):
        """Puts a text into an entry and presses Enter there."""
        before = self.wait() if wait else None
        Atspi.EditableText.set_text_contents(self.find(name).get_editable_text_iface(), text)
        self._act(name)
        if wait:
            self.wait(before)

    def _row(self, name, first):
        """The table of a list, the number and the first cell of its row whose first cell is so, once there is one."""
        def look():
            table = self._table(name)
            for row in range(Atspi.Table.get_n_rows(table)):
                cell = Atspi.Table.get_accessible_at(table, row, 0)
                cell.clear_cache()
                if cell.get_name() == first:
                    return table, row, cell
            return None
        return wait_until(f"the row {first!r} of {name!r}", look)

    def _act_on_row(self, name, first, what):
        cell = self._row(name, first)[2]
        action = cell.get_action_iface()
        names = [Atspi.Action.get_action_name(action, i) for i in range(Atspi.Action.get_n_actions(action))]
        wanted = [i for i, n in enumerate(names) if what in n]
        if not wanted:
            raise Failed(f"the row {first!r} of {name!r} can only {names}")
        Atspi.Action.do_action(action, wanted[0])

    def expand(self, name, first):
        """Opens the row of a tree whose first cell is so."""
        self._act_on_row(name, first, "expand")

    def select(self, name, first):
        """Selects the row of a list whose first cell is so."""
        table, row, _ = self._row(name, first)
        Atspi.Table.add_row_selection(table, row)

    def enter(self, name, text):
        """Puts a text into an entry, and leaves it at that."""
        Atspi.EditableText.set_text_contents(self.find(name).get_editable_text_iface(), text)

    def activate(self, name, first, wait=True):
        """Double-clicks the row of a list whose first cell is so."""
        before = self.n_done()
        self._act_on_row(name, first, "activate")
        if wait:
            self.wait(before)

    def tab(self, name):
        """Brings a panel to the front."""
        tab = wait_until(f"a tab called {name!r}", lambda: self.find_tab(name))
        notebook = tab.get_parent()
        Atspi.Selection.select_child(notebook.get_selection_iface(), tab.get_index_in_parent())
        wait_until(f"the tab {name!r}", lambda: tab.get_state_set().contains(Atspi.StateType.SELECTED))
        tabs = set(map(path_of, self.tabs.values()))
        self.known = {n: a for n, a in self.known.items() if path_of(a) not in tabs}  # what was hidden comes to be

    def edit(self, name, first, column, text, wait=True):
        """Types a text into a cell of a list, in the row whose first cell is so."""
        table, row, cell = self._row(name, first)
        self.front()
        before = self.wait() if wait else None
        target = Atspi.Table.get_accessible_at(table, row, column).get_component_iface()
        self.painted()
        e = Atspi.Component.get_extents(target, Atspi.CoordType.SCREEN)
        _, top, _, height = self.extents(name)
        if not top <= e.y <= e.y + e.height <= top + height:
            Atspi.Component.grab_focus(cell.get_component_iface())  # scrolls to the row, and selects it
            self.painted()
            e = Atspi.Component.get_extents(target, Atspi.CoordType.SCREEN)
        for _ in range(3):  # a tooltip may take a click for itself
            if self.is_selected(cell):
                break
            self.click_cell(e)
        self.click_cell(e)  # on the selected row: begins to edit
        self.write(text)
        self.key(Gdk.KEY_Return)
        if wait:
            self.wait(before)

    @staticmethod
    def is_selected(cell):
        cell.clear_cache()
        return cell.get_state_set().contains(Atspi.StateType.SELECTED)

    def click_cell(self, extents):
        Atspi.generate_mouse_event(extents.x + min(extents.width // 2, 20), extents.y + extents.height // 2, "b1c")
        time.sleep(0.7)  # sooner, two clicks would be one double click
        self.painted()

    def write(self, text):
        """Types a text where the keyboard's focus is."""
        for character in text:
            self.key(Gdk.unicode_to_keyval(ord(character)))

    def page(self, text):
        """Shows the source whose button says so."""
        button = self._find(self.frame, lambda a: a.get_role() == Atspi.Role.RADIO_BUTTON and text in (a.get_name() or ""))
        if button is None:
            raise Failed(f"there is no source {text!r}")
        Atspi.Action.do_action(button.get_action_iface(), 0)
        self.known.clear()

    def choose(self, name, text):
        """Takes an entry of a combo box."""
        combo = self.find(name)
        selection = combo.get_selection_iface()
        menu = combo.get_child_at_index(0)
        menu.clear_cache()
        for i in range(menu.get_child_count()):
            item = menu.get_child_at_index(i)
            item.clear_cache()
            if item.get_name() == text:
                Atspi.Selection.select_child(selection, i)
                return
        raise Failed(f"{name!r} does not offer {text!r}")

    def stage(self, name):
        """Shows the sources of a shader stage, which is the one to debug then."""
        self.page(name.capitalize())
        wait_until(f"the {name} shader to be the one to debug", lambda: self.showing(f"Debug {name} shader"))

    def chosen(self, name):
        """The entry of a combo box that is shown."""
        combo = self.find(name)
        selection = combo.get_selection_iface()
        item = Atspi.Selection.get_selected_child(selection, 0)
        return item.get_name() if item is not None else None

    def key(self, keysym):
        """Presses a key of the window in front."""
        Atspi.generate_keyboard_event(keysym, None, Atspi.KeySynthType.SYM)
        self.painted()

    def window_keys(self, letters, control=False):
        """Presses letters with Control in the window in front, which need not be there afterwards."""
        if control:
            Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.PRESS)
        for letter in letters:
            Atspi.generate_keyboard_event(Gdk.unicode_to_keyval(ord(letter)), None, Atspi.KeySynthType.SYM)
        if control:
            Atspi.generate_keyboard_event(37, None, Atspi.KeySynthType.RELEASE)

    def window_key(self, letter, control=False):
        """Likewise, and waits until what comes of it is shown."""
        self.window_keys(letter, control)
        self.painted()

    def record(self, path):
        """From now on, by the menu's key, until the bar tells of it."""
        self.front()
        self.window_key("r", control=True)
        self.save_as(path)
        wait_until("the bar", lambda: self.text("Recording") == f"Recording {os.path.basename(path)}")

    def caret(self, name, line):
        """Puts the cursor to the beginning of a line, from 1."""
        interface = self.find(name).get_text_iface()
        text = Atspi.Text.get_text(interface, 0, Atspi.Text.get_character_count(interface))
        offset = sum(len(part) + 1 for part in text.split("\n")[:line - 1])
        self.find(name).get_component_iface().grab_focus()
        Atspi.Text.set_caret_offset(interface, offset)

    def click(self, x, y, wait=True):
        before = self.wait() if wait else None
        Atspi.generate_mouse_event(x, y, "b1c")
        if wait:
            self.wait(before)

    def point(self, x, y):
        Atspi.generate_mouse_event(x, y, "abs")

    def point_at_pixel(self, pixel, size, picture="Framebuffer", info="Framebuffer info"):
        """Of a picture of that size, which is fitted into the view; where that is on the screen."""
        left, top, width, height = self.extents(picture)
        zoom = min(width / size[0], height / size[1])
        at = [round(left + width / 2 + (pixel[0] + 0.5 - size[0] / 2) * zoom), round(top + height / 2 - (pixel[1] + 0.5 - size[1] / 2) * zoom)]
        scale, last = [zoom, zoom], [0, 0]

        def is_there():
            """The view has a margin and steps of its own: by what it says, the pointer moves on. Of a small picture a pixel is less than a point."""
            self.point(*at)
            self.painted()
            found = re.match(r"(\d+), (\d+)\b", self.text(info))
            away = [wanted - int(is_) for wanted, is_ in zip(pixel, found.groups(), strict=True)] if found else [0, 0]
            for i in range(2):
                if away[i] * last[i] < 0:
                    scale[i] /= 2
                last[i] = away[i]
            steps = [round(scale[i] * away[i]) for i in range(2)]
            at[0] += steps[0]
            at[1] -= steps[1]
            return found and not any(steps)

        wait_until("the pixel under the pointer", is_there)
        return at

    def choose_at_pixel(self, name, *where, wait=True):
        """In the menu of a pixel: see point_at_pixel."""
        self.front()
        at = self.point_at_pixel(*where)
        before = self.n_done()
        Atspi.generate_mouse_event(*at, "b3c")
        item = wait_until(f"the entry {name!r}", lambda: self._find(
            self.app, lambda a: a.get_name() == name and a.get_role() in MENU_ROLES and a.get_state_set().contains(Atspi.StateType.SHOWING)))
        Atspi.Action.do_action(item.get_action_iface(), 0)
        if wait:
            self.wait(before)

    def drag(self, start, end):
        """With the left button, in steps that the window sees."""
        Atspi.generate_mouse_event(*start, "abs")
        Atspi.generate_mouse_event(*start, "b1p")
        for i in range(1, 11):
            self.point(*(round(a + (b - a) * i / 10) for a, b in zip(start, end, strict=True)))
            self.painted()
        Atspi.generate_mouse_event(*end, "b1r")
        self.painted()

    def hover(self, what, place, shown, away=lambda: (5, 5)):
        """What shown returns, once that is true: GTK asks for a tooltip after the pointer has rested at its place. If none comes
        the pointer comes anew from the place away, and rests longer at both. What is pointed at may move: the places are asked for."""
        rest, end = 1, time.monotonic() + patience.patience(24)
        while time.monotonic() < end:
            self.point(*away())
            time.sleep(rest)
            x, y = place()
            self.point(x + 1, y)
            self.point(x, y)
            until = time.monotonic() + rest
            while time.monotonic() < until:
                if result := shown():
                    return result
                time.sleep(0.1)
            rest *= 2
        raise Failed(f"{what} does not come under the pointer at {place()}")

    def front(self):
        """Before the debugged program's window, which has come up after ours; until it has the keyboard."""
        display = Gdk.Display.get_default()
        e = Atspi.Component.get_extents(self.frame.get_component_iface(), Atspi.CoordType.SCREEN)
        scale = int(os.environ.get("GDK_SCALE", "1"))  # the window's, not ours
        width, height = scale * e.width, scale * e.height

        def is_active():
            self.frame.clear_cache()
            return self.frame.get_state_set().contains(Atspi.StateType.ACTIVE)

        asked = 0

        def ask():
            nonlocal asked
            stack = Gdk.Screen.get_default().get_window_stack() or []
            ours = min(stack, key=lambda w: abs(w.get_width() - width) + abs(w.get_height() - height), default=None)  # of our size
            if stack and ours == stack[-1] and is_active():
                return True
            asked += 1
            if stack and asked % 20 == 0:  # it may have the focus without knowing it: give that away, then back
                stack[0 if ours != stack[0] else -1].focus(0)
                display.sync()
            if stack:
                ours.focus(0)
            display.sync()
            active = Gdk.Screen.get_default().get_active_window()
            raise Failed(f"{'active' if is_active() else 'not active'}; of {width} × {height}; the active one is "
                         f"{active and hex(active.get_xid())}; from below: " +
                         ", ".join(f"{w.get_xid():#x} {w.get_width()} × {w.get_height()}" for w in stack))
        wait_until("the keyboard's focus in the window", ask, pause=0.1)

    def painted(self):
        """Until the window has seen what was done to it, and the screen shows it."""
        if not self.painted_mark or self.process.poll() is not None:
            return
        if os.path.exists(self.painted_mark):
            os.unlink(self.painted_mark)
        os.kill(self.process.pid, signal.SIGUSR2)
        wait_until("the window to be painted", lambda: os.path.exists(self.painted_mark) or self.process.poll() is not None)

    def shot(self, path=None):
        self.front()
        self.painted()
        shot = Shot()
        if path:
            shot.save(path)
        return shot

    def save(self, button, path):
        """Saves under that name, by the dialog that the button opens; what the file holds then."""
        self.press(button, wait=False)
        self.save_as(path)
        wait_until(path, lambda: os.path.exists(path) and os.path.getsize(path) > 0 and path not in self.open_files())
        with open(path, "rb") as file:
            return file.read()

    def save_as(self, path):
        """Answers the dialog that asks for a file to write."""
        def dialog():
            frames = [self.app.get_child_at_index(i) for i in range(self.app.get_child_count())]
            return next((f for f in frames if f is not None and f.get_role() == Atspi.Role.FILE_CHOOSER), None)

        chooser = wait_until("the dialog", dialog)
        entry = wait_until("its entry", lambda: self._find(chooser, lambda a: a.get_role() == Atspi.Role.TEXT and
                                                        a.get_editable_text_iface() is not None))
        Atspi.EditableText.set_text_contents(entry.get_editable_text_iface(), path)
        button = self._find(chooser, lambda a: a.get_role() == Atspi.Role.PUSH_BUTTON and a.get_name() == "Save")
        wait_until("the button", lambda: button.clear_cache() or button.get_state_set().contains(Atspi.StateType.SENSITIVE))
        Atspi.Action.do_action(button.get_action_iface(), 0)

    def menu_entry(self, name):
        """Of the open menu; None: it does not show it."""
        self.app.clear_cache()
        return self._find(self.app, lambda a: a.get_name() == name and a.get_role() in MENU_ROLES and
                          a.get_state_set().contains(Atspi.StateType.SHOWING))

    def open_menu(self, name):
        """The entry of the menu, which is open then."""
        self.front()
        x, y, width, height = self.extents("Menu")
        self.click(x + width // 2, y + height // 2, wait=False)
        return wait_until(f"the entry {name!r}", lambda: self.menu_entry(name))

    def open_files(self):
        folder = f"/proc/{self.process.pid}/fd"
        found = set()
        for number in os.listdir(folder):
            try:
                found.add(os.readlink(os.path.join(folder, number)))
            except FileNotFoundError:  # closed meanwhile
                pass
        return found

    def warnings(self):
        """What GTK and its libraries have complained of."""
        self.errors.seek(0)
        text = ASKED.sub("", self.errors.read().decode(errors="replace"))
        found = re.findall(r"^\(\S+:\d+\): (\S+-(?:WARNING|CRITICAL|ERROR) .*)", text, re.M)
        return [warning for warning in found if not re.search(self.expected_warnings, warning)]

    def close(self):
        """Closes the window; glstep's exit status. It must have no complaint of a library on its standard error."""
        if self.process.poll() is None:
            self.process.terminate()
        try:
            status = self.process.wait(patience.patience(12))
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failed("the window did not close") from None
        if status != 0 or self.warnings():
            self.errors.seek(0)
            sys.stderr.write(self.errors.read().decode(errors="replace"))
        if self.warnings():
            raise Failed(f"glstep's libraries complain: {self.warnings()[0]}")
        return status
