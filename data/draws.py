# SPDX-License-Identifier: MIT
"""What draws submit: draws.in."""

import collections
import os
import re

import effects
import registry as reg

SOURCES = ('arrays', 'elements', 'element-array', 'mesh', 'feedback', 'block', 'lists', 'rectangle', 'evaluator', 'pixels', 'bitmap',
           'texture', 'path', 'tasks', 'commands', 'groups')
# struct gs_draw_rule has them in this order.
ROLES = ('mode', 'first', 'count', 'type', 'indices', 'instances', 'base-vertex', 'base-instance', 'draws', 'counted', 'indirect', 'stride')

# arguments: of each of ROLES; arrays: the roles with '[]'
Rule = collections.namedtuple('Rule', 'source arguments arrays is_bindless')


def rule_of(line, function):
    source, *words = line.effects[0] or ['']
    if source not in SOURCES:
        line.error('there is no source called "%s"' % source)
    arguments, arrays = {}, []
    for word in words:
        role = re.fullmatch(r'([a-z-]+)(\[\])?(?:\(([\w|]+)\))?', word)
        if word == 'bindless':
            continue
        if not role or role[1] not in ROLES:
            line.error('"%s" is no role' % word)
        argument = arguments[role[1]] = line.argument(function, role[3] or role[1])
        if role[2]:
            arrays.append(role[1])
            if function.parameters[argument].cls != 'POINTER':
                line.error('the argument of "%s" is no array of %s' % (word, function.name))
    return Rule(source, tuple(arguments.get(r, effects.NO_ARGUMENT) for r in ROLES), tuple(arrays), 'bindless' in words)


def load(registry, data):
    """function name -> Rule, of those that draw."""
    path = os.path.join(data, 'draws.in')
    lines, used, found = effects.read_lines(path), set(), {}
    for name, function in registry.functions.items():
        if 'DRAWS' not in function.flags:
            continue
        line = next((x for x in lines if x.matches(name) is not None), None)
        if not line:
            raise reg.RegistryError('%s: %s draws, and no line says what' % (path, name))
        found[name] = rule_of(line, function)
        used.add((line, line.matches(name)))
    for line in lines:
        for i, pattern in enumerate(line.patterns):
            if (line, i) not in used:
                line.error('nothing that draws matches %s' % pattern)
    return found
