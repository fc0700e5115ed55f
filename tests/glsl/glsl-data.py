#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the data files in tests/glsl: sections in brackets, then what is expected.

[STAGE]            the source: vert, frag, ...; begins a case
[tokens]           all of them: "line:column-line:column text", "macro" before the text where it comes out of one
[tree]             lines that the dump has, in this order, blanks at the start left out; "..." ends one that goes on
[error]            text that the message has
[watch LINE EXPR]  "type T", or text that the message has; lines "visible NAME" in order where given
An option line "options: ..." in front of the source's first line goes to glsl-tool. "todo" in front of a section's name: it is
known to fail, and it is an error if it does not.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from patience import patience  # noqa: E402

TOP = os.environ.get('top_builddir', '.')
SOURCE = os.environ.get('top_srcdir', os.path.join(os.path.dirname(__file__), '../..'))
TOOL = os.path.join(TOP, 'tests', 'glsl', 'glsl-tool')
STAGES = ('vert', 'tesc', 'tese', 'geom', 'frag', 'comp')


def tool(arguments, source, stage, options):
    with tempfile.NamedTemporaryFile('w', suffix='.' + stage, encoding='latin-1', newline='') as f:
        f.write(source)
        f.flush()
        run = subprocess.run([TOOL, *options, *arguments, f.name], stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=patience(6), check=False)
        if run.returncode < 0:
            return f'killed by signal {-run.returncode}'
        return run.stdout.decode('latin-1').replace(f.name, 'FILE')


def fits(want, line):
    return line.startswith(want[:-3]) if want.endswith('...') else line == want


def in_order(expected, lines):
    """The first expected line that is missing, or None."""
    at = 0
    for want in expected:
        while at < len(lines) and not fits(want, lines[at]):
            at += 1
        if at == len(lines):
            return want
        at += 1
    return None


def check(name, expected, source, stage, options):
    """None, or what is wrong."""
    if name == 'tokens':
        lines = [re.sub(r'^\d ', '', line) for line in tool(['--tokens'], source, stage,
                                                            options).splitlines()]
        lines = [line.rstrip() for line in lines if not line.startswith('0 ')][:-1]
        for i in range(max(len(lines), len(expected))):
            want, got = (x[i] if i < len(x) else 'nothing' for x in (expected, lines))
            if want != got:
                return f'token {i}: {want!r} expected, got {got!r}'
        return None
    if name == 'tree':
        lines = [line.strip() for line in tool(['--dump'], source, stage, options).splitlines()]
        missing = in_order(expected, lines)
        return missing and f'no {missing!r} (in this place) in the tree of\n' + source
    if name == 'error':
        got = tool([], source, stage, options)
        return None if all(e in got for e in expected) else f'{expected} expected, got {got!r}'
    match = re.match(r'watch (\d+) (.*)', name)
    if match:
        got = tool(['--watch', match.group(1), match.group(2)], source, stage, options)
        missing = in_order(expected, got.splitlines())
        if missing and not all(e in got for e in expected):
            return f'{expected} expected, got {got!r}'
        return None
    sys.exit(99)


def main():
    failed = n = 0
    for path in sorted(sys.argv[1:] or glob.glob(os.path.join(SOURCE, 'tests', 'glsl', '*.test'))):
        with open(path, encoding='latin-1', newline='') as f:
            parts = re.split(r'^\[(.*)\]\n', f.read(), flags=re.M)
        source = stage = None
        options = []
        for name, body in zip(parts[1::2], parts[2::2], strict=True):
            todo = name.startswith('todo ')
            name = name[5:] if todo else name
            if name in STAGES:
                stage, options = name, []
                if body.startswith('options: '):
                    first, _, body = body.partition('\n')
                    options = first[9:].split()
                source = body.replace('\\r', '\r')
                continue
            expected = [line.strip() for line in body.splitlines() if line.strip()]
            n += 1
            wrong = check(name, expected, source, stage, options)
            if (wrong is not None) != todo:
                failed += 1
                print(f'{os.path.basename(path)} [{name}]: {wrong or "passes, but is marked todo"}')
    print(f'{n - failed} of {n} right')
    return 1 if failed or not n else 0


sys.exit(main())
