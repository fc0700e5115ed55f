# SPDX-License-Identifier: MIT
"""What calls read and change, as state paths: effects.in."""

import fnmatch
import os
import re

import objects
import registry as reg

QUESTIONS = ('glGet', 'glIs', 'glAre', 'glCheck', 'glTest', 'glQueryMatrix', 'glPollAsync')
CORE = ('GL_VERSION_', 'GL_ES_VERSION_')  # features: of their functions none is taken for one that only asks by its name
OWNERS = {'@': 'CURRENT', '@draw': 'DRAW', '@read': 'READ'}
PLACES = {'@unit': 'UNIT', '@client-unit': 'CLIENT_UNIT', '@matrix': 'MATRIX'}
NO_ARGUMENT = 255
INDICES = 3  # GS_EFFECT_INDICES


class Effect:
    def __init__(self, kind):
        self.kind, self.owner, self.object, self.argument, self.slot, self.act = kind, 'CONTEXT', 0, NO_ARGUMENT, 'all', None
        self.bound_kind, self.bound, self.indices = 0, NO_ARGUMENT, []


class Line:
    """A line of the file, for the functions that it names."""

    def __init__(self, place, patterns, effects):
        self.place, self.patterns, self.effects = place, patterns, effects
        suffix = '(%s)?$' % '|'.join(reg.VENDORS)
        self.expressions = [re.compile(fnmatch.translate(p) if '*' in p else fnmatch.translate(p)[:-2] + suffix) for p in patterns]

    def error(self, text):
        raise reg.RegistryError('%s: %s' % (self.place, text))

    def matches(self, name):
        return next((i for i, e in enumerate(self.expressions) if e.match(name)), None)

    def argument(self, function, words):
        names = [p.name for p in function.parameters]
        for word in words.split('|'):
            if word in names:
                return names.index(word)
        self.error('%s has no argument %s' % (function.name, words))

    def kind_of(self, word):
        if word not in objects.KINDS:
            self.error('there is no kind of objects called %s' % word)
        return objects.KINDS.index(word)

    def object(self, function, text, effect):
        named = re.fullmatch(r'([a-z-]+)\(([^)]*)\)', text)
        bound = re.fullmatch(r'([a-z-]+)(@(\w*))', text)
        if named:
            effect.owner, effect.object = 'NAMED', self.kind_of(named[1])
            effect.argument = self.argument(function, named[2])
        elif bound:
            effect.owner, effect.object = OWNERS.get(bound[2], 'TARGET'), self.kind_of(bound[1])
            if effect.owner == 'TARGET':
                effect.argument = self.argument(function, bound[3])
        else:
            self.error('%s is no object' % text)

    def index(self, function, text):
        if text in PLACES:
            return PLACES[text], 0
        if text.isdigit():
            return 'NUMBER', int(text)
        how = {'$': 'TEXT', '~': 'FACE'}.get(text[0], 'VALUE')
        return how, self.argument(function, text.lstrip('$~'))

    def path(self, function, text, effect):
        path = re.fullmatch(r'(?:([a-z-]+(?:\([^)]*\)|@\w*))\.?)?([a-z-]+)?(?:\[(.*)\])?', text)
        if not path or not (path[1] or path[2]):
            self.error('%s is no path' % text)
        if path[1]:
            self.object(function, path[1], effect)
        effect.slot = path[2] or 'all'
        effect.indices = [self.index(function, i) for i in path[3].split(',')] if path[3] else []
        if len(effect.indices) > INDICES:
            self.error('a path has at most %d indices' % INDICES)

    def make(self, function):
        """The line's effects for that function."""
        made = []
        for words in self.effects:
            effect = Effect(words[0])
            if words == ['none']:
                continue
            if words[0] == 'do' and len(words) == 2:
                effect.act = words[1]
            elif words[0] in ('set', 'add', 'read') and len(words) == 2:
                self.path(function, words[1], effect)
            elif words[0] == 'bind' and len(words) == 3:
                bound = Effect('read')
                self.path(function, words[1], effect)
                self.object(function, words[2], bound)
                effect.bound_kind, effect.bound = bound.object, bound.argument
            else:
                self.error('"%s" is no effect' % ' '.join(words))
            made.append(effect)
        return made


def read_lines(path):
    lines = []
    with open(path, encoding='ascii') as source:
        for number, text in enumerate(source, 1):
            text = text.split('#')[0].strip()
            if not text:
                continue
            patterns, colon, effects = text.partition(':')
            if not colon:
                raise reg.RegistryError('%s:%d: a line is FUNCTION...: EFFECT; ...' % (path, number))
            lines.append(Line('%s:%d' % (path, number), patterns.split(), [e.split() for e in effects.split(';')]))
    return lines


def load(registry, data):
    """function name -> [Effect], or None: no line names it; and the words of slots and acts."""
    lines, used, found = read_lines(os.path.join(data, 'effects.in')), set(), {}
    for function in registry.functions.values():
        found[function.name] = None
        for line in lines:
            pattern = line.matches(function.name)
            if pattern is None:
                continue
            try:
                found[function.name] = line.make(function)
            except reg.RegistryError:
                if function.name in line.patterns:
                    raise
                continue  # a relative of the function, with other arguments
            used.add((line, pattern))
            break
        only_asks = function.name.startswith(QUESTIONS) and not function.origin.startswith(CORE)
        if found[function.name] is None and (only_asks or not function.name.startswith('gl')):
            found[function.name] = []
    for line in lines:
        for i, pattern in enumerate(line.patterns):
            if (line, i) not in used:
                line.error('nothing matches %s' % pattern)
    made = [e for effects in found.values() for e in effects or []]
    return found, sorted({e.slot for e in made} - {'all'}), sorted({e.act for e in made} - {None})
