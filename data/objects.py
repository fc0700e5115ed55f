# SPDX-License-Identifier: MIT
"""Which arguments are names of objects: names.in, and the XML's classes."""

import fnmatch
import os

import registry as reg

KINDS = ('none', 'texture', 'buffer', 'renderbuffer', 'sampler', 'program', 'assembly', 'sync', 'fence', 'ati-shader', 'memory',
         'semaphore', 'handle', 'vertex-array', 'framebuffer', 'query', 'feedback', 'pipeline', 'location', 'block',
         'storage-block', 'subroutine', 'list')
CLASSES = {'texture': 'texture', 'buffer': 'buffer', 'renderbuffer': 'renderbuffer', 'sampler': 'sampler', 'program': 'program',
           'shader': 'program', 'sync': 'sync', 'vertex array': 'vertex-array', 'framebuffer': 'framebuffer', 'query': 'query',
           'transform feedback': 'feedback', 'program pipeline': 'pipeline', 'display list': 'list'}
NONE = 255   # GS_NO_ARGUMENT
RETURN = 254  # GS_OBJECT_RETURNED


def read_lines(path):
    """[(kind, function pattern, parameter, the program's parameter or None, line number)]."""
    lines = []
    with open(path, encoding='ascii') as source:
        for number, line in enumerate(source, 1):
            words = line.split('#')[0].split()
            if not words:
                continue
            if len(words) not in (3, 4) or words[0] not in KINDS + ('-',):
                raise reg.RegistryError('%s:%d: a line is KIND FUNCTION-PATTERN PARAMETER [PROGRAM]' % (path, number))
            lines.append((*words, None)[:4] + (number,))
    return lines


def holds_numbers(p):
    return p.cls in ('UINT', 'INT', 'HANDLE') or (p.cls == 'POINTER' and p.pointee in ('UINT', 'INT', 'HANDLE'))


def load(registry, data):
    """function name -> [(argument, kind, the program's argument)]."""
    path = os.path.join(data, 'names.in')
    lines, used, found = read_lines(path), set(), {}
    for function in registry.functions.values():
        names = [p.name for p in function.parameters]
        for argument, p in [*enumerate(function.parameters), (RETURN, function.returns)]:
            name = 'return' if argument == RETURN else p.name
            line = next((x for x in lines if fnmatch.fnmatchcase(function.name, x[1]) and x[2] == name and holds_numbers(p)), None)
            if line:
                used.add(line)
            kind = line[0] if line else CLASSES.get(p.object_class)
            programs = [n for n in line[3].split('|') if n in names] if line and line[3] else []
            program = names.index(programs[0]) if programs else NONE
            if kind and kind != '-':
                found.setdefault(function.name, []).append((argument, KINDS.index(kind), program))
    for line in lines:
        if line not in used:
            raise reg.RegistryError('%s:%d: nothing matches' % (path, line[4]))
    return found
