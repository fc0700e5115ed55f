# SPDX-License-Identifier: MIT
"""What functions answer, answers.in; and which version or extension has what."""

import fnmatch
import os
import re
import xml.etree.ElementTree as ElementTree

import registry as reg

CLASSES = ['value', 'compile', 'link', 'status', 'format', 'formats', 'found', 'object', 'limit', 'log', 'error', 'driver', 'moment', 'recorder']
LEAST = 0x100  # of GL's constants that mean one thing


def matching(names, patterns, place):
    """Those that the patterns take, and '!PATTERN' does not take out again."""
    found = set()
    for pattern in patterns:
        some = fnmatch.filter(names, pattern.lstrip('!'))
        if not some:
            raise reg.RegistryError('%s: nothing matches "%s"' % (place, pattern))
        found = found - set(some) if pattern.startswith('!') else found | set(some)
    return found


def load(registry, data):
    """(function name -> class, constant's value -> (class, name)), the classes as indices."""
    functions, values = {}, {}
    constants = {n: c.value for n, c in registry.constants.items() if n.startswith('GL_') and LEAST <= c.value < 1 << 32}
    path = os.path.join(data, 'answers.in')
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            words, place = line.split('#')[0].split(), '%s:%d' % (path, number)
            if not words:
                continue
            if len(words) < 3 or words[0] not in ('function', 'name') or words[1] not in CLASSES:
                raise reg.RegistryError('%s: a line is function|name CLASS PATTERN...' % place)
            index = CLASSES.index(words[1])
            if words[0] == 'function':
                for name in matching(registry.functions, words[2:], place):
                    functions.setdefault(name, index)
            else:
                for name in sorted(matching(constants, words[2:], place)):
                    values.setdefault(constants[name], (index, name))
    return functions, values


class Provider:
    """A version of an API, or an extension."""

    def __init__(self, name, api, version):
        self.name, self.api, self.version = name, api, version


def of_api(text):
    return 'GLES' if text in ('gles1', 'gles2') else 'GL'


def providers(registry, khronos):
    """([Provider], [(value, provider, is removed from core profiles)], function name -> [(provider, is removed)])."""
    root = ElementTree.parse(os.path.join(khronos, 'gl.xml')).getroot()
    found, constants, functions, removed = [], set(), {}, set()
    for block in root.iter('remove'):
        if block.get('profile') == 'core':
            removed |= {e.get('name') for e in block}
    for kind in ('feature', 'extension'):
        for element in root.iter(kind):
            api = element.get('api')
            if api == 'glsc2':
                continue
            version = int(re.sub(r'\.', '', element.get('number'))) if kind == 'feature' else 0
            provider = len(found)
            found.append(Provider(element.get('name'), of_api(api) if api else 'GL', version))
            for item in (e for block in element.findall('require') for e in block):
                name = item.get('name')
                is_removed = name in removed and version > 0 and api == 'gl'
                constant = registry.constants.get(name)
                if item.tag == 'command' and name in registry.functions:
                    functions.setdefault(name, []).append((provider, is_removed))
                elif item.tag == 'enum' and constant and LEAST <= constant.value < 1 << 32 and not any(g in registry.bitmasks for g in constant.groups):
                    constants.add((constant.value, provider, is_removed))
    return found, sorted(constants), functions
