#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the stage sources of piglit's tests into a folder, each text once: glsl-extract.py OUT [ROOT]"""
import hashlib
import os
import re
import sys

SECTIONS = {'vertex shader': 'vert', 'fragment shader': 'frag', 'geometry shader': 'geom',
            'tessellation control shader': 'tesc', 'tessellation evaluation shader': 'tese',
            'compute shader': 'comp'}


def sections(text):
    """(name, body) of each "[name]" that begins a line."""
    found, pieces = [], ('\n' + text).split('\n[')
    for i, piece in enumerate(pieces[1:], 2):
        piece += '\n' if i < len(pieces) else ''
        head, newline, body = piece.partition('\n')
        if ']' in head and newline:
            found.append((head[:head.index(']')], body))
        elif found:
            found[-1] = found[-1][0], found[-1][1] + '[' + piece
    return found


def sources(path):
    """(ending, text) of each stage source in a shader_test."""
    with open(path, encoding='latin-1', newline='') as f:
        text = f.read()
    required = re.search(r'^GLSL( ES)? *>= *([0-9])\.([0-9]+)', text, flags=re.M)
    for name, body in sections(text):
        if name in SECTIONS and body.strip():
            if required and '#version' not in body: # as shader_runner does
                body = '#version %s%s%s\n%s' % (required.group(2), required.group(3).ljust(2, '0'),
                                                ' es' if required.group(1) and required.group(2) == '3' else '', body)
            yield SECTIONS[name], body


def lone_file(path):
    """A .frag and so on of piglit's compiler tests: those expected to compile."""
    with open(path, encoding='latin-1', newline='') as f:
        text = f.read()
    return text if re.search(r'expect_result:\s*pass', text) else None


def main():
    if len(sys.argv) < 2:
        sys.exit('usage: glsl-extract.py OUT [ROOT]')
    out = sys.argv[1]
    roots = sys.argv[2:] or [r for r in ('/usr/lib/x86_64-linux-gnu/piglit', '/usr/lib/aarch64-linux-gnu/piglit',
                                         '/usr/share/piglit') if os.path.isdir(r)]
    os.makedirs(out, exist_ok=True)
    seen, n = set(), 0
    for root in roots:
        for folder, folders, files in os.walk(root):
            folders.sort()
            for name in sorted(files):
                path = os.path.join(folder, name)
                found = []
                if name.endswith('.shader_test'):
                    found = list(sources(path))
                elif name.rsplit('.', 1)[-1] in SECTIONS.values():
                    text = lone_file(path)
                    found = [(name.rsplit('.', 1)[-1], text)] if text else []
                for ending, text in found:
                    digest = hashlib.sha1((ending + text).encode('latin-1')).hexdigest()[:12]
                    if digest in seen:
                        continue
                    seen.add(digest)
                    n += 1
                    base = re.sub(r'[^A-Za-z0-9.+-]', '_', os.path.relpath(path, root))[-120:]
                    with open(os.path.join(out, f'{base}.{digest}.{ending}'), 'w', encoding='latin-1',
                              newline='') as f:
                        f.write(text)
    print(n)


main()
