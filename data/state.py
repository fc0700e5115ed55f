# SPDX-License-Identifier: MIT
"""GL's state as calls' arguments tell it: state.in."""

import os
import re
import xml.etree.ElementTree as ElementTree

import effects
import registry as reg

KINDS = 'ceiblfunm'  # in the order of enum gs_state_kind
OWNED = ('vertex-binding', 'buffer', 'image', 'framebuffer', 'array', 'client-array', 'client-unit', 'texture', 'sampler')  # scopes of objects
MOST_SOURCES = 4  # GS_STATE_SOURCES
NO_ARGUMENT, NO_INDEX = 255, 0
GROUPS = ['current', 'point', 'line', 'polygon', 'polygon-stipple', 'pixel-mode', 'lighting', 'fog', 'depth-buffer', 'accum-buffer',
          'stencil-buffer', 'viewport', 'transform', 'enable', 'color-buffer', 'hint', 'eval', 'list', 'texture', 'scissor',
          'multisample', 'pixel-store', 'vertex-array', 'other']
ATTRIBUTE_GROUPS = (1 << GROUPS.index('pixel-store')) - 1  # of glPushAttrib


class Scope:
    def __init__(self, name, prefix, is_first):
        self.name, self.prefix, self.is_first = name, prefix, is_first


class Variable:
    def __init__(self, name, kind, count, scope, groups, initial):
        self.name, self.kind, self.count, self.scope, self.groups, self.initial = name, kind, count, scope, groups, initial


class Rule:
    """One target of a `set` line, for one function."""

    def __init__(self):
        self.owner = effects.Effect('set')
        self.scope, self.index, self.base, self.variable, self.by, self.first = 0, ('ALL', NO_INDEX), 0, -1, NO_ARGUMENT, 0
        self.condition, self.condition_value, self.sources, self.count = NO_ARGUMENT, 0, [], NO_ARGUMENT


class Line(effects.Line):
    """A `set` line; what it has of effects.Line are patterns and arguments."""

    def __init__(self, place, patterns, targets, tables):
        super().__init__(place, patterns, [])
        self.targets, self.tables = targets, tables

    def constant(self, text):
        if text in self.tables.constants:
            return self.tables.constants[text]
        try:
            return float(text)
        except ValueError:
            self.error('there is no constant %s' % text)

    def source(self, function, words):
        """(kind, argument, constant)"""
        if words == '?':
            return 'UNKNOWN', NO_ARGUMENT, 0
        names = [p.name for p in function.parameters]
        for word in words.split('|'):
            if word in names:
                return 'ARGUMENT', names.index(word), 0
            if word in self.tables.constants or re.fullmatch(r'-?[\d.]+', word):
                return 'CONSTANT', NO_ARGUMENT, self.constant(word)
        self.error('%s has no argument %s' % (function.name, words))

    def scope_index(self, function, text, rule):
        if text == '*':
            return
        if text in ('@unit', '@client-unit'):
            rule.index = effects.PLACES[text], 0
        elif text.isdigit():
            rule.index = 'NUMBER', int(text)
        elif '..' in text:
            first, _, count = text.partition('..')
            rule.index, rule.count = ('VALUE', self.argument(function, first)), self.argument(function, count)
        else:
            name, _, base = text.partition('-')
            rule.index = 'VALUE', self.argument(function, name)
            rule.base = int(self.constant(base)) if base else 0

    def target(self, function, text):
        """A rule without its variable and sources; the names."""
        parts = re.fullmatch(r'(?:([a-z-]+(?:\([^)]*\)|@\w*))\.)?(?:([a-z-]+)(?:\[([^\]]*)\])?\.)?([@\w,|]+)(?::(\d+))?(?:\?(\w+)=(\w+))?', text)
        if not parts:
            self.error('%s is no target' % text)
        rule = Rule()
        if parts[1]:
            self.object(function, parts[1], rule.owner)
        rule.scope = self.tables.scope(parts[2] or 'context', self)
        if parts[3]:
            self.scope_index(function, parts[3], rule)
        rule.first = int(parts[5] or 0)
        if parts[6]:
            rule.condition, rule.condition_value = self.argument(function, parts[6]), int(self.constant(parts[7]))
        return rule, parts[4]

    def rules(self, function):
        made = []
        for target in self.targets:
            place, equals, sources = target.partition('=') if '?' not in target.split(' = ')[0] else target.partition(' = ')
            rule, names = self.target(function, place.strip())
            sources = [self.source(function, s) for s in sources.split()]
            if names.startswith('@'):
                rule.by = self.argument(function, names[1:])
                rule.sources = sources
                made.append(rule)
                continue
            names = names.split(',')
            each = [sources] if len(names) == 1 else [[s] for s in sources]
            if len(each) != len(names):
                self.error('%d names, %d sources' % (len(names), len(each)))
            for name, mine in zip(names, each):
                one = Rule()
                one.__dict__.update(rule.__dict__)
                one.variable, one.sources = self.tables.variable(name, rule.scope, self), mine
                made.append(one)
        if any(len(r.sources) > MOST_SOURCES for r in made):
            self.error('a target has at most %d sources' % MOST_SOURCES)
        return made


class Tables:
    def __init__(self, registry):
        self.constants = {name: c.value for name, c in registry.constants.items() if name.startswith('GL_')}
        self.scopes, self.lines = [], []
        self.legacy = set()  # names
        self.all, self.variables = [], []  # the latter: those that the arguments of calls tell

    def scope(self, name, line):
        for i, scope in enumerate(self.scopes):
            if scope.name == name:
                return i
        line.error('there is no scope %s' % name)

    def variable(self, name, scope, line):
        for i, variable in enumerate(self.variables):
            if variable.name == name and variable.scope == scope:
                return i
        line.error('scope %s has no %s' % (self.scopes[scope].name, name))

    def groups(self, names, line):
        for name in names:
            if name not in GROUPS:
                line.error('there is no group %s' % name)
        return sum(1 << GROUPS.index(name) for name in names)

    def read(self, path):
        groups = 0
        with open(path, encoding='ascii') as source:
            for number, text in enumerate(source, 1):
                text = re.sub(r'(^|\s)#.*', '', text) if not text.startswith('scope') else text
                words = text.split()
                if not words:
                    continue
                line = Line('%s:%d' % (path, number), [], [], self)
                if words[0] == 'scope':
                    self.scopes.append(Scope(words[1], words[2] if len(words) > 2 else '', 'first' in words[3:]))
                elif words[0] == 'group':
                    groups = self.groups(words[1:], line)
                elif words[0] in ('var', 'ask'):
                    self.read_variables(line, words, groups)
                elif words[0] == 'set':
                    patterns, _, targets = text.strip()[4:].partition(':')
                    made = [] if targets.strip() == 'none' else [t.strip() for t in targets.split(';')]
                    self.lines.append(Line(line.place, patterns.split(), made, self))
                elif words[0] == 'legacy':
                    self.legacy |= set(words[1:])
                else:
                    line.error('a line begins with scope, group, var, ask, legacy or set')

    def read_variables(self, line, words, groups):
        kind, count = words[1][0], int(words[1][1:] or 1)
        scope = self.scope(words[2].rstrip(':'), line)
        if kind not in KINDS:
            line.error('there is no kind %s' % kind)
        for word in words[3:]:
            name, _, initial = word.partition('=')
            values = [line.constant(v) for v in initial.split(',')] if initial else None
            if name not in self.constants:
                line.error('there is no constant %s' % name)
            if not groups:
                line.error('%s is in no group' % name)
            if values and len(values) != count:
                line.error('%s is no variable of %d values' % (word, count))
            self.all.append(Variable(name, kind, count, scope, groups, values))
            if words[0] == 'var':
                self.variables.append(self.all[-1])


def apis_of(khronos):
    """Names of variables and functions that core profiles do not have; those of OpenGL ES 1, and of 2 and later."""
    removed, es1, es2 = set(), set(), set()
    for feature in ElementTree.parse(os.path.join(khronos, 'gl.xml')).getroot().findall('feature'):
        for block in feature:
            names = {e.get('name') for e in block}
            if block.tag == 'remove' and block.get('profile') == 'core':
                removed |= names
            elif block.tag == 'require' and feature.get('api') == 'gles1':
                es1 |= names
            elif block.tag == 'require' and feature.get('api') == 'gles2':
                es2 |= names
    return removed, es1, es2


def load(registry, khronos, data):
    """The tables, and function name -> [Rule]."""
    tables, used, found = Tables(registry), set(), {}
    tables.read(os.path.join(data, 'state.in'))
    for name, function in registry.functions.items():
        for line in tables.lines:
            pattern = line.matches(name)
            if pattern is None:
                continue
            try:
                found[name] = line.rules(function)
            except reg.RegistryError:
                if name in line.patterns:
                    raise
                continue  # a relative of the function, with other arguments
            used.add((line, pattern))
            break
    for line in tables.lines:
        for i, pattern in enumerate(line.patterns):
            if (line, i) not in used:
                line.error('nothing matches %s' % pattern)
    return tables, found
