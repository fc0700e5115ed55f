# SPDX-License-Identifier: MIT
"""Functions by what they are for: categories.in."""

import fnmatch
import os

import registry as reg

OTHER = 'Other'


def read_lines(path):
    """[(category, patterns in, patterns out, number)]."""
    lines = []
    with open(path) as source:
        for number, line in enumerate(source, 1):
            line = line.split('#')[0].strip()
            if not line:
                continue
            category, colon, patterns = line.partition(':')
            if not colon or not category or not patterns.split():
                raise reg.RegistryError('%s:%d: a line is CATEGORY: pattern...' % (path, number))
            words = patterns.split()
            lines.append((category, [w for w in words if not w.startswith('!')],
                          [w[1:] for w in words if w.startswith('!')], number))
    return lines


def load(registry, data):
    """(names of categories, function name -> index)."""
    path = os.path.join(data, 'categories.in')
    lines = read_lines(path)
    for _, patterns, without, number in lines:
        for pattern in patterns + without:
            if not fnmatch.filter(registry.functions, pattern):
                raise reg.RegistryError('%s:%d: no function matches "%s"' % (path, number, pattern))
    names = list(dict.fromkeys(line[0] for line in lines)) + [OTHER]
    found = {}
    for function in registry.functions:
        for category, patterns, without, _ in lines:
            if any(fnmatch.fnmatchcase(function, p) for p in patterns) and \
                    not any(fnmatch.fnmatchcase(function, p) for p in without):
                found[function] = names.index(category)
                break
        else:
            found[function] = len(names) - 1
    return names, found
