#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Shader cases with known results (the corpus cts-gles3, tests/corpora.py): each becomes a fragment shader whose variant at the end of main must
give the outputs listed; its recorded path must fit. Run by tests/instrument/instrument-run."""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from corpora import corpus, missing  # noqa: E402
from patience import patience  # noqa: E402

build = os.environ.get('top_builddir', os.environ['top_srcdir'])
CORPUS = corpus('cts-gles3')

SHAPE = {'float': 1, 'int': 1, 'uint': 1, 'bool': 1}
for n in (2, 3, 4):
    for prefix in ('', 'i', 'u', 'b'):
        SHAPE['%svec%d' % (prefix, n)] = n
    SHAPE['mat%d' % n] = n * n
    for k in (2, 3, 4):
        SHAPE['mat%dx%d' % (n, k)] = n * k

# cases that hand on what was never written: name of the parameter
UNWRITTEN = {'user_func_arg_complex_types': 'a'}


def columns(text):
    """[ a | b ] or a"""
    text = text.strip()
    if text.startswith('['):
        text = text[1:text.rindex(']')]
    return [part.strip() for part in text.split('|')]


def scalars(kind, value):
    """The scalars of an expected value, as formulas."""
    count = SHAPE[kind]
    inner = re.match(r'^\w+\s*\((.*)\)$', value)
    parts = [p.strip() for p in (inner.group(1) if inner else value).split(',')]
    parts = [{'true': '1', 'false': '0'}.get(p, p) for p in parts]
    parts = [re.sub(r'(?<=[0-9.])[uf]$', '', p) for p in parts]
    if not all(re.match(r'^[-+]?[0-9.]+(e[-+]?[0-9]+)?$', p) for p in parts):
        return None
    if len(parts) == 1 and count > 1 and not kind.startswith('mat'):
        parts *= count
    return parts if len(parts) == count else None


def read_cases(path):
    """(name, values, text) of the cases that a fragment shader runs."""
    text = open(path, encoding='utf-8').read()
    for m in re.finditer(r'^\s*case\s+(\w+)\n(.*?)^\s*end\b', text, re.M | re.S):
        body = m.group(2)
        shader = re.search(r'^\s*(both|fragment) ""(.*?)""', body, re.M | re.S)
        block = re.search(r'values\s*\{(.*?)^\s*\}', body, re.M | re.S)
        if not shader or not block or 'expect ' in body or 'require' in body:
            continue
        values = re.findall(r'(input|output|uniform)\s+(?:(?:lowp|mediump|highp)\s+)?(\w+)\s+([\w\[\].]+)\s*=\s*([^;]*);', block.group(1))
        yield m.group(1), values, shader.group(2)


def make_test(values, shader, column, brief):
    """A file for instrument-run, or None where the case needs what this does not give."""
    declarations, setup, checks = [], [], []
    for role, kind, name, text in values:
        if kind not in SHAPE or not re.match(r'^\w+$', name):
            return None
        choice = columns(text)
        value = choice[min(column, len(choice) - 1)]
        if role == 'output':
            expected = scalars(kind, value)
            if expected is None:
                return None
            declarations.append('%s%s %s;' % ('' if kind[0] == 'b' else 'highp ', kind, name))
            checks.append(' capture %s = %s' % (name, '; '.join(expected)))
        elif role == 'uniform' and name in shader.replace('${DECLARATIONS}', '') and 'uniform' in shader:
            return None # declared in the shader itself: nobody sets it here
        else:
            whole = '%s(%s)' % (kind, value) if not value.startswith(kind) else value
            declarations.append('%s%s %s = %s;' % ('' if kind[0] == 'b' else 'highp ', kind, name, whole))
    text = shader.strip('\n').replace('precision mediump', 'precision highp')
    text = re.sub(r'\b(mediump|lowp) (?=\w)', 'highp ', text)
    text = '\n'.join(line.strip() for line in text.split('\n')).strip('\n')
    # the colour depends on the outputs, so that the original keeps them alive
    text = text.replace('${DECLARATIONS}', '\n'.join(['out highp vec4 cts_colour;'] + declarations))
    text = text.replace('${SETUP}', '').replace('${OUTPUT}', 'cts_colour = vec4(1.0);').replace('${POSITION_FRAG_COLOR}', 'cts_colour')
    if '${' in text:
        return None
    lines = text.split('\n')
    main = next(i for i, line in enumerate(lines) if re.match(r'void\s+main\b', line))
    depth = 0
    for end in range(main, len(lines)):
        depth += lines[end].count('{') - lines[end].count('}')
        if depth == 0 and '}' in lines[end]:
            break
    end += 1
    return '[api es 32]\n[fragment]\n%s\n[tests]\nat main:%d end\n here 1\n%s\n%s' % (text, end, '\n'.join(checks),
        'brief\n' if brief else '')


def run(files):
    program = os.path.join(build, 'tests', 'instrument', 'instrument-run')
    done = subprocess.run([program] + files, capture_output=True, text=True, timeout=patience(30), check=False)
    if done.returncode not in (0, 1):
        print(done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout, done.returncode


def main():
    if not CORPUS:
        print(f"SKIP cts-gles3: {missing('cts-gles3')}")
        return 0
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in sorted(os.listdir(CORPUS)):
            if not name.endswith('.test'):
                continue
            files, left_out = [], 0
            for number, (case, values, shader) in enumerate(read_cases(os.path.join(CORPUS, name))):
                if number % (8 if name == 'conversions.test' else 4) and not os.environ.get('GS_CTS_ALL'):
                    continue # of conversions there are 530 alike
                for column in (0, 2)[:1 if number % 8 else 2]:
                    text = make_test(values, shader, column, name not in ('conditionals.test', 'functions.test', 'switch.test'))
                    if text is None:
                        left_out += 1
                        continue
                    if case in UNWRITTEN:
                        text += 'unwritten %s\n' % UNWRITTEN[case]
                    files.append(os.path.join(folder, '%s-%d-%s-%d.test' % (name[:-5], number, case, column)))
                    with open(files[-1], 'w', encoding='utf-8') as f:
                        f.write(text)
            bad = []
            for i in range(0, len(files), 50):
                out, status = run(files[i:i + 50])
                lines = out.replace(folder + '/', '').split('\n')
                bad += [line for line in lines if ': pass' not in line and ': skip' not in line and line]
                if status not in (0, 1):
                    bad.append('%s: exit status %d' % (files[i], status))
            print('\n'.join(bad))
            broken = [line for line in bad if 'FAIL,' in line or 'exit status' in line]
            if broken:
                failed += 1
                print('FAIL cts-gles3 %s: %d of %d cases, the first: %s' % (name, len(broken), len(files), bad[0]))
            elif files:
                print('PASS cts-gles3 %s: %d cases (%d left out)' % (name, len(files), left_out))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
