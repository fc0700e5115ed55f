# SPDX-License-Identifier: MIT
"""What preload/ asks GL for, and in which order: asked.in."""

import fnmatch
import os
import re

import registry as reg
import state

MOST_OPERANDS = 6  # GS_ATTRIBUTE_OPERANDS
TYPES = {'INT': 'INT', 'UINT': 'UINT', 'ENUM': 'UINT', 'BITFIELD': 'UINT', 'HANDLE': 'UINT', 'FLOAT': 'FLOAT', 'DOUBLE': 'DOUBLE', 'BOOLEAN': 'BOOLEAN'}


class Operand:
    def __init__(self, kind, kind_of_values='INT', name=None, count=1, first=0):
        self.kind, self.type, self.name, self.count, self.first = kind, kind_of_values, name, count, first


class Call:
    def __init__(self, groups, is_legacy, function, operands):
        self.groups, self.is_legacy, self.function, self.operands = groups, is_legacy, function, operands


class Object:
    """One parameter of n objects; the getter takes their number and, where it has three arguments, the parameter's name."""

    def __init__(self, groups, getter, setter, first, n, variable):
        self.groups, self.getter, self.setter, self.first, self.n, self.variable = groups, getter.name, setter.name, first, n, variable
        self.type = TYPES[setter.parameters[-1].pointee]
        self.has_name = len(getter.parameters) == 3
        self.is_plain = len(setter.parameters) < len(getter.parameters)
        self.is_legacy = self.is_eye = False


def add_value(operands, parameter, variable, first):
    """That argument is the variable's value of that number; values that follow each other become one operand."""
    if parameter.cls == 'POINTER':
        operands.append(Operand('POINTER', TYPES[parameter.pointee], variable.name, variable.count))
        return
    kind, last = TYPES[parameter.cls], operands[-1] if operands else Operand(None)
    if (last.kind, last.type, last.name, last.first + last.count) == ('VALUE', kind, variable.name, first):
        last.count += 1
    else:
        operands.append(Operand('VALUE', kind, variable.name, 1, first))


class Line(state.Line):
    """KEYWORD LIST WORD...: WORD..., with the lines behind it that are indented."""

    def __init__(self, place, head, tables):
        super().__init__(place, [], [], tables)
        self.keyword, self.list, self.words, self.groups = head[0], head[1] if len(head) > 1 else None, [], 0
        self.flags = {w for w in head[2:] if w in ('legacy', 'eye')}
        self.rest = [w for w in head[2:] if w not in self.flags]
        if 'of' in self.rest:
            at = self.rest.index('of')
            self.groups, self.rest = tables.groups(self.rest[at + 1:], self), self.rest[:at]

    def find(self, pattern, scopes):
        """The variables of these scopes whose names the pattern matches."""
        numbers = [self.tables.scope(s, self) for s in scopes]
        found = [v for v in self.tables.all if v.scope in numbers and fnmatch.fnmatchcase(v.name, pattern)]
        if not found:
            self.error('%s has no %s' % (' '.join(scopes), pattern))
        return found

    def variables(self, scopes):
        return [v for word in self.words for v in self.find(word, scopes)]

    def attribute_groups(self, variable):
        groups = self.groups or variable.groups
        if not groups & state.ATTRIBUTE_GROUPS:
            self.error('%s is in no group of glPushAttrib' % variable.name)
        return groups


class Asked:
    def __init__(self, registry, khronos, tables, rules):
        self.registry, self.tables, self.rules = registry, tables, rules
        self.removed = state.apis_of(khronos)[0]
        self.shown, self.apart, self.enabled, self.calls, self.objects = {}, [], {}, {}, {}

    def function(self, name, line):
        if name not in self.registry.functions:
            line.error('there is no function %s' % name)
        return self.registry.functions[name]

    def is_legacy(self, line, function, variables):
        return 'legacy' in line.flags or function in self.removed or any(v.name in self.removed for v in variables)

    def rule_of(self, function, number, constant):
        """The rule of state.in that has that argument's value, and which value of the variable it is."""
        for rule in self.rules.get(function.name, []):
            if rule.condition_value not in (0, constant) and constant != self.tables.constants['GL_FRONT_AND_BACK']:
                continue
            at = next((i for i, s in enumerate(rule.sources) if s[:2] == ('ARGUMENT', number)), None)
            if at is not None:
                return rule, rule.first + at
        return None, 0

    def constants_of(self, function):
        """Which arguments say what is set: a variable's name, a face, a unit."""
        rules = self.rules.get(function.name, [])
        return {n for r in rules for n in (r.by, r.condition, r.index[1] if r.index[0] == 'VALUE' else state.NO_ARGUMENT)}

    def call(self, line, word):
        parts = re.fullmatch(r'(\w+)(?:\(([@\w]+)\))?(?:=(\w+))?', word)
        if not parts:
            line.error('%s is no call' % word)
        function, constant, given = self.function(parts[1], line), parts[2], parts[3]
        if constant and constant != '@unit':
            line.constant(constant)
        said = self.constants_of(function) if not given or constant == '@unit' else {0} if constant else set()
        operands, variables, at = [], [], 0
        for number, parameter in enumerate(function.parameters):
            if number in said:
                if not constant:
                    line.error('%s lacks a constant for %s' % (word, parameter.name))
                operands.append(Operand('UNIT') if constant == '@unit' else Operand('CONSTANT', name=constant))
                continue
            if given:
                variable, first, at = line.find(given, line.rest)[0], at, at + 1
            else:
                rule, first = self.rule_of(function, number, self.tables.constants.get(constant, 0))
                if not rule:
                    line.error('state.in does not say what the argument %s of %s is' % (parameter.name, function.name))
                variable = self.tables.variables[rule.variable] if rule.variable >= 0 else line.find(constant, line.rest)[0]
            variables.append(variable)
            add_value(operands, parameter, variable, first)
        groups = {line.attribute_groups(v) for v in variables}
        if len(groups) != 1 or len(operands) > MOST_OPERANDS:
            line.error('the values of %s are of several groups, or too many' % word)
        return Call(groups.pop(), self.is_legacy(line, function.name, variables), function.name, operands)

    def object(self, line, variable):
        if len(line.rest) != 4:
            line.error('object LIST SCOPE SETTER FIRST N: NAME...')
        setter, first, n = line.rest[1:]
        getter = self.function('glGet' + re.sub(r'\df', 'f', setter[2:]), line)
        made = Object(line.attribute_groups(variable), getter, self.function(setter, line), int(line.constant(first)), int(n), variable)
        made.is_legacy, made.is_eye = self.is_legacy(line, setter, [variable]), 'eye' in line.flags
        return made

    def take(self, line):
        if line.keyword == 'show':
            self.shown.setdefault(line.list, []).extend(line.variables(line.rest))
        elif line.keyword == 'apart':
            self.apart += line.variables([s.name for s in self.tables.scopes])
        elif line.keyword == 'enable':
            self.enabled.setdefault(line.list, []).extend((line.attribute_groups(v), v) for v in line.variables(line.rest))
        elif line.keyword == 'call':
            self.calls.setdefault(line.list, []).extend(self.call(line, word) for word in line.words)
        elif line.keyword == 'object':
            self.objects.setdefault(line.list, []).extend(self.object(line, v) for v in line.variables(line.rest[:1]))
        else:
            line.error('a line begins with show, apart, enable, call or object')

    def check(self, path):
        """Every variable is shown, or it is said that it is not."""
        named = {v.name for v in self.apart} | {v.name for variables in self.shown.values() for v in variables}
        for v in self.tables.all:
            if v.name not in named:
                raise reg.RegistryError('%s: %s is not shown' % (path, v.name))


def read(path, tables):
    lines = []
    with open(path, encoding='ascii') as source:
        for number, text in enumerate(source, 1):
            text = text.split('#')[0].rstrip()
            if not text:
                continue
            if text.startswith(' ') and not lines:
                raise reg.RegistryError('%s:%d: a line that is indented goes on with the one before it' % (path, number))
            if not text.startswith(' '):
                head, _, text = text.partition(':')
                lines.append(Line('%s:%d' % (path, number), head.split(), tables))
            lines[-1].words += text.split()
    return lines


def load(registry, khronos, data, tables, rules):
    made, path = Asked(registry, khronos, tables, rules), os.path.join(data, 'asked.in')
    for line in read(path, tables):
        made.take(line)
    made.check(path)
    return made
