#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the C tables of GLSL's words, types, variables and functions: builtins.py builtins.in > builtins-data.c"""
import re
import sys

STAGES = {'v': 1, 'c': 2, 'e': 4, 'g': 8, 'f': 16, 'k': 32, '*': 63}
STORAGE = {'in': 'GS_STORAGE_IN', 'out': 'GS_STORAGE_OUT', 'uniform': 'GS_STORAGE_UNIFORM',
           'const': 'GS_STORAGE_CONST'}
EFFECTS = {'!': 'GS_EFFECT_MEMORY', '!emit': 'GS_EFFECT_EMIT', '!barrier': 'GS_EFFECT_BARRIER'}
DOUBLES, HALVES = 'GL_ARB_gpu_shader_fp64', 'GL_AMD_gpu_shader_half_float'
VECTORS = {'F': ('float', 'vec'), 'H': ('float16_t', 'f16vec'), 'D': ('double', 'dvec'), 'I': ('int', 'ivec'), 'U': ('uint', 'uvec'),
           'B': ('bool', 'bvec'), 'I64': ('int64_t', 'i64vec'), 'U64': ('uint64_t', 'u64vec')}
IMAGES = {'1D': 'int', '2D': 'ivec2', '3D': 'ivec3', '2DRect': 'ivec2', 'Cube': 'ivec3', 'Buffer': 'int',
          '1DArray': 'ivec2', '2DArray': 'ivec3', 'CubeArray': 'ivec3', '2DMS': 'ivec2, int',
          '2DMSArray': 'ivec3, int'}


class Bad(Exception):
    pass


class Tables:
    def __init__(self):
        self.types = []     # (name, base, columns, rows)
        self.index = {}
        self.words = []     # (text, kind, core, es, type)
        self.reserved = []  # (text, core)
        self.structs = []   # (name, members, is_block)
        self.variables = []
        self.functions = []
        self.extensions = [['']]  # each the first, then its synonyms
        self.availability = (110, 100, 63, '')

    def extension_index(self, name):
        return [names[0] for names in self.extensions].index(name)

    def add_type(self, name, base, columns, rows, core, es):
        self.index[name] = len(self.types)
        self.types.append((name, base, columns, rows))
        if '[' not in name:
            self.words.append((name, 'GS_WORD_TYPE', core, es, self.index[name], 'false'))


def version(text):
    return 0 if text == '-' else int(text)


def read_type(t, line):
    name, base, core, es = line.split()
    base = 'GS_BASE_' + base.upper()
    core, es = version(core), version(es)
    if name.endswith('mat'):
        for c in (2, 3, 4):
            t.add_type(f'{name}{c}', base, c, c, core, es)
            for r in (2, 3, 4):
                t.add_type(f'{name}{c}x{r}', base, c, r, core and max(core, 120), 300 if es else 0)
    elif name.endswith('vec'):
        for r in (2, 3, 4):
            t.add_type(f'{name}{r}', base, 1, r, core, es)
    else:
        t.add_type(name, base, 1, 1, core, es)


def read_opaque(t, line):
    name, core, es = line.split()
    for prefix in ('', 'i', 'u') if name[0] == 'g' else ('',):
        full = prefix + name[1:] if name[0] == 'g' else name
        t.add_type(full, 'GS_BASE_OPAQUE', 1, 1, version(core), version(es))


def member_of(t, kind, name, dimension):
    names = [s[0] for s in t.structs]
    if kind in names:
        return f'{{ 0, {names.index(kind)}, {dimension}, "{name}" }}'
    return f'{{ {t.index[kind]}, -1, {dimension}, "{name}" }}'


def read_struct(t, line):
    head, body = line.split('{')
    words = head.split()
    members = []
    for part in body.strip(' }').split(';'):
        if part.strip():
            kind, name = part.split()
            dimension = 0 if name.endswith('[]') else -1
            members.append(member_of(t, kind, name.replace('[]', ''), dimension))
    t.structs.append((words[-1], members, words[0] == 'block'))


def read_variable(t, line):
    stages, core, es, compatibility, storage, kind, rest = line.split(None, 6)
    name, _, value = rest.partition('=')
    name = name.strip()
    dimension = -1
    if '[' in name:
        name, dimension = name.rstrip(']').split('[')
        dimension = int(dimension.split(',')[0])
    first, _, last = es.partition('-') if es != '-' else ('-', '', '')
    t.variables.append('{ "%s", %d, %s, %s, %d, %d, %s, %s, %d }' % (
        name, sum(STAGES[s] for s in stages), STORAGE[storage], 'true' if compatibility == '+' else 'false',
        version(core), version(first), last or 999, member_of(t, kind, name, dimension), int(value or 0)))


def combinations(signature):
    """Yields dictionaries from generic names in the signature to concrete ones, and the extension that has them."""
    generic = set(re.findall(r'gen(FD|F|D|I64|U64|I|U|B)Type', signature))
    bases = ['F', 'D'] if 'FD' in generic else ['F']
    if generic & {'F', 'FD'} and not re.search(r'noise|Bits', signature):
        bases.append('H')
    if generic:
        for base in bases:
            for n in range(4):
                d = {}
                for g in sorted(generic):
                    scalar, vector = VECTORS[base if g == 'FD' or (g, base) == ('F', 'H') else g]
                    d[f'gen{g}Type1'] = scalar
                    d[f'gen{g}Type'] = scalar if n == 0 else f'{vector}{n + 1}'
                if base == 'H':
                    d.update({'float': 'float16_t', 'vec2': 'f16vec2'})
                yield d, {'F': '', 'D': DOUBLES, 'H': HALVES}[base]
    elif re.search(r'\b(sqd?mat)\b', signature):
        for n in '234':
            yield {'sqmat': 'mat' + n, 'sqdmat': 'dmat' + n}, DOUBLES if 'dmat' in signature else ''
    elif re.search(r'\bd?mat(T|\b)', signature):
        for c in '234':
            for r in '234':
                full = 'mat' + (c if c == r else f'{c}x{r}')
                turned = 'mat' + (c if c == r else f'{r}x{c}')
                yield {'mat': full, 'dmat': 'd' + full, 'matT': turned, 'dmatT': 'd' + turned,
                       'colvec': 'vec' + r, 'rowvec': 'vec' + c, 'coldvec': 'dvec' + r,
                       'rowdvec': 'dvec' + c}, DOUBLES if 'dmat' in signature else ''
    elif re.search(r'\b(f|h|i|u|b|d|i64|u64)vec\b', signature):
        for n in '234':
            d = {p + 'vec': p + 'vec' + n for p in ('i', 'u', 'b', 'd', 'i64', 'u64')}
            d.update({'fvec': 'vec' + n, 'hvec': 'f16vec' + n})
            yield d, DOUBLES if 'dvec' in signature else HALVES if 'hvec' in signature else ''
    elif re.search(r'\b[FIU]?IMAGE\b', signature):
        for dimension, coordinates in IMAGES.items():
            for prefix in ('', 'i', 'u'):
                if prefix.upper() not in ('', *re.findall(r'\b([IU])IMAGE', signature)) or (
                        not prefix and re.search(r'\b[IU]IMAGE', signature)):
                    if not re.search(r'\bIMAGE', signature):
                        continue
                if prefix and 'FIMAGE' in signature:
                    continue
                image = f'{prefix}image{dimension}, {coordinates}'
                yield {'IMAGE': image, 'FIMAGE': image, 'IIMAGE': image, 'UIMAGE': image,
                       'gvec4': prefix + 'vec4'}, ''
    elif re.search(r'\bg(sampler|image|vec)', signature):
        for prefix in ('', 'i', 'u'):
            d = {'gvec4': prefix + 'vec4'}
            for name in re.findall(r'\bg(?:sampler|image)\w+', signature):
                d[name] = prefix + name[1:]
            yield d, ''
    else:
        yield {}, DOUBLES if 'dvec' in signature else ''


def read_function(t, line):
    if line.startswith('@'):
        words = line.split()[1:] + ['*', '']
        stages = words[2] or '*'
        extension = words[3] if len(words) > 3 and words[3] != '*' else ''
        t.availability = (version(words[0]), version(words[1]), sum(STAGES[s] for s in stages), extension)
        return
    effect = 'GS_EFFECT_NONE'
    match = re.match(r'(!emit|!barrier|!)\s*', line)
    if match:
        effect = EFFECTS[match.group(1)]
        line = line[match.end():]
    for replacement, needed in combinations(line):
        concrete = re.sub(r'\w+', lambda m: replacement.get(m.group(0), m.group(0)), line)
        add_function(t, concrete, effect, needed)


def add_function(t, concrete, effect, needed):
    match = re.match(r'(\w+) (\w+)\((.*)\)$', concrete)
    if not match:
        raise Bad(f'not a signature: {concrete}')
    core, es, stages, extension = t.availability
    if needed:
        core, es, extension = max(core, 400) if needed == DOUBLES else 0, 0, needed
    outs, parameters = 0, []
    for i, text in enumerate(match.group(3).split(', ') if match.group(3) else []):
        if text.startswith(('out ', 'inout ')):
            outs |= 1 << i
        name = text.split()[-1]
        if name == 'ivec2[4]' and name not in t.index:
            t.add_type(name, 'GS_BASE_INT', 1, 2, 0, 0)
        if name not in t.index:
            raise Bad(f'no type {name}')
        parameters.append(str(t.index[name]))
    t.functions.append((match.group(2), len(t.functions), '{ "%s", %d, %d, %d, %s, %d, %d, %d, { %s }, %d }' % (
        match.group(2), core, es, stages, effect, outs, t.index[match.group(1)], len(parameters),
        ', '.join(parameters) or '0', t.extension_index(extension))))


def read_keyword(t, line):
    text, core, es, *rest = line.split()
    t.words.append((text, 'GS_WORD_KEYWORD', version(core), version(es), 0, 'true' if rest == ['q'] else 'false'))


def read_reserved(t, line):
    text, core = line.split()
    t.reserved.append((text, version(core)))


READERS = {'keywords': read_keyword, 'reserved': read_reserved, 'types': read_type, 'opaque': read_opaque, 'structs': read_struct,
           'variables': read_variable, 'functions': read_function,
           'extensions': lambda t, line: None, 'glslang-extensions': lambda t, line: None}


def names_in(lines, section):
    names = []
    for line in lines[lines.index(section) + 1:]:
        if line.startswith('['):
            break
        if line and not line.startswith('#'):
            names.append(line)
    return names


def read(path):
    t, section = Tables(), None
    with open(path, encoding='ascii') as f:
        lines = f.read().splitlines()
    t.extensions += [line.split() for line in names_in(lines, '[extensions]')]
    t.glslang = names_in(lines, '[glslang-extensions]')
    for number, line in enumerate(lines, 1):
        if not line or line.startswith('#'):
            continue
        if line.startswith('['):
            section = line.strip('[]')
            continue
        try:
            READERS[section](t, line)
        except (Bad, KeyError, ValueError, IndexError) as e:
            sys.exit(f'{path}:{number}: {type(e).__name__}: {e}')
    return t


def emit(title, rows):
    print(f'{title} = {{')
    for row in rows:
        print(f'\t{row},')
    print('};\n')


def write(t, source):
    print(f'/* Generated by builtins.py from {source}; do not edit. */')
    print('#include "glsl/private.h"\n')
    emit('const struct gs_builtin_type gs_builtin_types[]',
         ('{ "%s", %s, %d, %d }' % row for row in t.types))
    print(f'const size_t gs_builtin_n_types = {len(t.types)};')
    emit('const struct gs_word gs_builtin_words[]', ('{ "%s", %s, %d, %d, %d, %s }' % row for row in t.words))
    print(f'const size_t gs_builtin_n_words = {len(t.words)};')
    emit('const struct gs_reserved gs_builtin_reserved[]', ('{ "%s", %d }' % row for row in sorted(t.reserved)))
    print(f'const size_t gs_builtin_n_reserved = {len(t.reserved)};')
    for name, members, _ in t.structs:
        emit(f'static const struct gs_builtin_member {name}_members[]', members)
    emit('const struct gs_builtin_struct gs_builtin_structs[]',
         (f'{{ "{name}", {name}_members, {len(members)}, {"true" if is_block else "false"} }}'
          for name, members, is_block in t.structs))
    print(f'const size_t gs_builtin_n_structs = {len(t.structs)};')
    emit('const struct gs_builtin_variable gs_builtin_variables[]', t.variables)
    print(f'const size_t gs_builtin_n_variables = {len(t.variables)};')
    functions = sorted(t.functions)
    emit('const struct gs_builtin_function gs_builtin_functions[]', (f[2] for f in functions))
    print(f'const size_t gs_builtin_n_functions = {len(functions)};')
    emit('const struct gs_builtin_extension gs_builtin_extensions[]',
         [f'{{ "{name}", {i} }}' for i, names in enumerate(t.extensions) for name in names if name] + ['{ NULL, 0 }'])
    emit('const char *const gs_glslang_extensions[]', [f'"{e}"' for e in t.glslang] + ['NULL'])


def main():
    if len(sys.argv) != 2:
        sys.exit('usage: builtins.py builtins.in')
    write(read(sys.argv[1]), sys.argv[1].rsplit('/', 1)[-1])


main()
