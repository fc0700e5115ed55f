# SPDX-License-Identifier: MIT
"""What the arguments of functions point at: rules from pointees.in and from the XML's "len"; names from pnames.in."""

import fnmatch
import os
import re

import formula
import registry as reg

NONE = 255
RETURN = 254
STRUCTS = {'XVisualInfo': (0, 64)}  # number (debugger/calls/text.c) and size on 64-bit machines
# what "pixels" and "image" go by
PIXEL_NAMES = ('format', 'type', 'width', 'height', 'depth')


class Pointee:
    def __init__(self, argument, kind, p):
        self.argument, self.kind = argument, kind
        self.cls, self.bits = ('VOID', 8) if p.pointee == 'VOID' else (p.pointee, p.pointee_bits)
        self.count, self.factor, self.divisor = NONE, 1, 1
        self.other = [NONE] * 5
        self.is_out = not p.is_in
        self.steps = None  # of a formula


def index_of(function, name):
    if name == 'return' and function.returns.cls != 'VOID':
        return RETURN
    for i, p in enumerate(function.parameters):
        if p.name == name:
            return i
    raise reg.RegistryError('%s has no argument "%s"' % (function.name, name))


def argument_or_none(function, name):
    return index_of(function, name) if any(p.name == name for p in function.parameters) else NONE


def set_count(pointee, function, text):
    """'4', 'count', 'count*4', 'bufSize/8'."""
    m = re.match(r'(\w+)(?:\s*([*/])\s*(\d+))?$', text)
    if not m:
        raise reg.RegistryError('%s: "%s" is not a number of elements' % (function.name, text))
    if m.group(1).isdigit():
        pointee.factor = int(m.group(1))
        if m.group(2) or pointee.factor > 255:
            raise reg.RegistryError('%s: "%s" is not a number of elements' % (function.name, text))
        return
    pointee.count = index_of(function, m.group(1))
    if m.group(2) == '*':
        pointee.factor = int(m.group(3))
    elif m.group(2) == '/':
        pointee.divisor = int(m.group(3))


def fill_array(pointee, function, words):
    set_count(pointee, function, words[0])


def fill_blocks(pointee, function, words):
    set_count(pointee, function, words[0])
    pointee.other[:3] = [argument_or_none(function, name) for name in ('width', 'height', 'depth')]


def fill_written(pointee, function, words):
    pointee.count = index_of(function, words[0]) if words[0] else NONE
    pointee.other[0] = index_of(function, words[1])


def fill_string(pointee, function, words):
    if words:
        pointee.count = index_of(function, words[0])


def fill_strings(pointee, function, words):
    pointee.count = index_of(function, words[0])
    if len(words) > 1:
        pointee.other[0] = index_of(function, words[1])


def fill_pname(pointee, function, words):
    pointee.other[0] = index_of(function, words[0])


def fill_pixels(pointee, function, words):
    names = PIXEL_NAMES
    if words and words[0].isdigit():
        names, pointee.factor = ('format', 'type', '', '', ''), int(words[0])
    elif words:
        names = ('format', 'type', function.parameters[index_of(function, words[0])].name, '', '')
    pointee.other = [argument_or_none(function, name) for name in names]
    pointee.cls, pointee.bits = 'VOID', 8


def fill_image(pointee, function, words):
    pointee.other = [index_of(function, name) for name in ('format', 'type', words[0], words[1])] + [NONE]
    pointee.cls, pointee.bits = 'VOID', 8


def fill_indices(pointee, function, words):
    pointee.count, pointee.other[0] = index_of(function, 'count'), index_of(function, 'type')
    pointee.cls, pointee.bits = 'UINT', 32


def fill_typed(pointee, function, words):
    pointee.count, pointee.other[0] = index_of(function, words[0]), index_of(function, words[1] if len(words) > 1 else 'type')
    pointee.cls, pointee.bits = 'UINT', 8


def fill_indirect(pointee, function, words):
    own, _, more = words[0].partition('+')
    pointee.cls, pointee.bits, pointee.factor = 'UINT', 32, int(own)
    if more:
        each, _, name = more.partition('*')
        pointee.divisor, pointee.other[1] = int(each), index_of(function, name)
    if len(words) > 1:
        pointee.count, pointee.other[0] = index_of(function, words[1]), index_of(function, words[2])


def fill_arguments(pointee, function, words):
    """Arguments by name, one after the other."""
    for i, word in enumerate(words):
        pointee.other[i] = index_of(function, word)


def fill_pixel(pointee, function, words):
    fill_arguments(pointee, function, ('format', 'type'))
    pointee.cls, pointee.bits = 'VOID', 8


def fill_bitmap(pointee, function, words):
    pointee.other[0], pointee.other[1] = argument_or_none(function, 'width'), argument_or_none(function, 'height')


def fill_named_image(pointee, function, words):
    fill_arguments(pointee, function, ['format', 'type'] + words)
    pointee.cls, pointee.bits = 'VOID', 8


def fill_compressed(pointee, function, words):
    fill_arguments(pointee, function, words)
    pointee.cls, pointee.bits = 'VOID', 8


def fill_pointers(pointee, function, words):
    pointee.count = index_of(function, words[0])
    fill_arguments(pointee, function, ('count', 'type'))
    pointee.cls, pointee.bits = 'UINT', 64


def fill_messages(pointee, function, words):
    fill_arguments(pointee, function, words)
    pointee.cls, pointee.bits = 'VOID', 8


def fill_clear(pointee, function, words):
    pointee.other[0] = index_of(function, 'buffer')


def fill_struct(pointee, function, words):
    pointee.kind, pointee.cls = 'ARRAY', 'STRUCT'
    pointee.bits = STRUCTS[words[0]][0]
    pointee.is_out = False  # made by an earlier call


KINDS = {  # kind -> least and most words, what fills it in
    'array': (1, 1, fill_array), 'written': (2, 2, fill_written), 'string': (0, 1, fill_string),
    'strings': (1, 2, fill_strings), 'pname': (1, 1, fill_pname), 'pixels': (0, 1, fill_pixels),
    'image': (2, 2, fill_image), 'indices': (0, 0, fill_indices), 'typed': (1, 2, fill_typed),
    'indirect': (1, 3, fill_indirect), 'attributes': (0, 0, lambda *a: None), 'clear': (0, 0, fill_clear),
    'attached': (0, 0, lambda *a: None), 'struct': (1, 1, fill_struct), 'uniform': (2, 2, fill_arguments),
    'pixel': (0, 0, fill_pixel), 'bitmap': (0, 0, fill_bitmap), 'map1': (0, 0, lambda p, f, w: fill_arguments(
        p, f, ('target', 'stride', 'order'))),
    'map2': (0, 0, lambda p, f, w: fill_arguments(p, f, ('target', 'ustride', 'uorder', 'vstride', 'vorder'))),
    'getmap': (0, 0, lambda p, f, w: fill_arguments(p, f, ('target', 'query'))), 'pixelmap': (1, 1, fill_arguments),
    'named_image': (2, 2, fill_named_image), 'compressed': (2, 2, fill_compressed),
    'named_compressed': (2, 2, fill_compressed), 'pointers': (1, 1, fill_pointers), 'messages': (1, 1, fill_messages),
    'program_text': (1, 1, fill_arguments), 'pixel_array': (1, 1, fill_array), 'blocks': (1, 1, fill_blocks), 'unit_image': (3, 3, fill_named_image),
    'unit_compressed': (3, 3, fill_compressed), 'named_program_text': (2, 2, fill_arguments),
    'driver': (0, 0, lambda *a: None),
}
NO_POINTEE = ('address', 'unknown')
NAME_KINDS = ('number', 'boolean', 'enum', 'mask', 'list', 'enum_list')


def apply_formula(function, argument, p, text, constants):
    pointee = Pointee(argument, 'FORMULA', p)
    pointee.steps = formula.parse(text, [q.name for q in function.parameters], constants)
    return pointee


def apply_rule(function, argument, p, text, constants):
    """None for 'address' and 'unknown'."""
    m = re.match(r'(\w+)(?:\((.*)\))?$', text)
    if m and m.group(1) == 'formula':
        return apply_formula(function, argument, p, m.group(2) or '', constants)
    if not m or m.group(1) not in KINDS and m.group(1) not in NO_POINTEE:
        raise reg.RegistryError('"%s" is not a rule' % text)
    if m.group(1) in NO_POINTEE:
        return None
    words = [w.strip() for w in m.group(2).split(',')] if m.group(2) else []
    least, most, fill = KINDS[m.group(1)]
    if not least <= len(words) <= most:
        raise reg.RegistryError('"%s" has too many or too few words' % text)
    pointee = Pointee(argument, m.group(1).upper(), p)
    fill(pointee, function, words)
    pointee.is_out = pointee.is_out or argument == RETURN
    return pointee


def is_text(p):
    return p.pointee_bits == 8 and re.search(r'char\b|GLcharARB', p.ctype) is not None


# Of void pointers: what the XML calls a number of bytes. Another number is one of elements, of which it says nothing.
BYTES = re.compile(r'\d+$|\w*([sS]ize|[lL]en(gth)?)$')


def from_length(function, p):
    """The rule that the XML's "len" stands for."""
    names = {q.name for q in function.parameters}
    length = p.length
    if p.pointee == 'VOID' and 'void' not in p.ctype:
        return 'unknown'
    if is_text(p):
        if p.is_in:
            return 'string(%s)' % length if length in names else 'string'
        return 'string(%s)' % length if length in names else 'unknown'
    if length is None:
        if p.name.lower() in ('attrib_list', 'attriblist', 'attribs'):
            return 'attributes'
        is_window_system = function.name.startswith(('glX', 'egl'))
        return 'array(1)' if is_window_system and not p.is_in and p.pointee not in ('VOID', 'POINTER') else 'unknown'
    if length == 'attrib':
        return 'attributes'
    if 'COMPSIZE' not in length:
        known = re.match(r'(\w+)(\s*[*/]\s*\d+)?$', length)
        is_known = known and (length[0].isdigit() or known.group(1) in names) and (p.pointee != 'VOID' or BYTES.match(length))
        return 'array(%s)' % length if is_known else 'unknown'
    words = [w.strip() for w in length[length.index('(') + 1:-1].split(',')]
    if words == ['pname'] or words == ['target', 'pname'] and p.pointee != 'VOID':
        return 'pname(pname)' if 'pname' in names and p.pointee != 'VOID' else 'unknown'
    if words[:2] == ['format', 'type'] and 'width' in words:
        return 'pixels'
    if words == ['count', 'type']:
        return 'indices'
    if words == ['size'] and 'size' in names and p.pointee == 'VOID':
        return 'array(size)'
    return 'attached' if 'stride' in words and 'Pointer' in function.name else 'unknown'


def read_rules(path):
    rules = []
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            words = line.split('#')[0].split(None, 2)
            if not words:
                continue
            if len(words) != 3:
                raise reg.RegistryError('%s:%d: a rule is FUNCTION PARAMETER RULE' % (path, number))
            rules.append((words[0], words[1], words[2].strip(), number))
    return rules


def find_rule(rules, function, name):
    for pattern, parameter, text, number in rules:
        if fnmatch.fnmatchcase(name, parameter) and fnmatch.fnmatchcase(function.name, pattern):
            return text, number
    return None, 0


def pointers(registry, data):
    """Each pointer of each function: (function, argument's number, parameter, rule, number of its line or 0, Pointee or None)."""
    path = os.path.join(data, 'pointees.in')
    rules = read_rules(path)
    for function in registry.functions.values():
        arguments = [(i, p.name, p) for i, p in enumerate(function.parameters)] + [(RETURN, 'return', function.returns)]
        for i, name, p in arguments:
            if p.cls != 'POINTER' or not p.ctype.endswith('*'):
                continue
            text, number = find_rule(rules, function, name)
            if i == RETURN and not text:
                continue
            text = text or from_length(function, p)
            try:
                yield function, i, p, text, number, apply_rule(function, i, p, text, registry.constants)
            except reg.RegistryError as e:
                raise reg.RegistryError('%s:%d: %s' % (path, number, e) if number else str(e))
    for pattern, parameter, text, number in rules:
        if not fnmatch.filter(registry.functions, pattern):
            raise reg.RegistryError('%s:%d: no function matches "%s"' % (path, number, pattern))


def load(registry, data):
    """function name -> list of Pointee."""
    found = {}
    for function, _, _, _, _, pointee in pointers(registry, data):
        if pointee:
            found.setdefault(function.name, []).append(pointee)
    return found


def load_names(registry, data):
    """Sorted (value, count, kind, group, name) of pnames.in; of a list, group is the constant that tells its length."""
    path = os.path.join(data, 'pnames.in')
    rows = {}
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            words = line.split('#')[0].split()
            if not words:
                continue
            kind, _, group = words[0].partition(':')
            if kind not in NAME_KINDS or len(words) < 3 or not words[1].isdigit():
                raise reg.RegistryError('%s:%d: a line is KIND COUNT NAME...' % (path, number))
            if kind.endswith('list') and group and group not in registry.constants:
                raise reg.RegistryError('%s:%d: there is no constant %s' % (path, number, group))
            for name in words[2:]:
                constant = registry.constants.get(name)
                if not constant:
                    raise reg.RegistryError('%s:%d: there is no constant %s' % (path, number, name))
                row = (constant.value, int(words[1]), kind, group or None, name)
                if constant.value in rows and rows[constant.value][:4] != row[:4]:
                    raise reg.RegistryError('%s:%d: %s has the value of %s' % (
                        path, number, name, rows[constant.value][4]))
                rows.setdefault(constant.value, row)
    return [rows[value] for value in sorted(rows)]
