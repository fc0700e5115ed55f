#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glsl/ on piglit's shaders: glsl-corpus.py [every Nth, default 30; 1: all], and without N (and GLSTEP_TESTS=all) half of those, the others the next day

 1. Parses what the driver would: all but the texts that #error or #include refuse (of every Nth, eight times as many). Every token's span is its text.
 2. Types, calls and constants are those that glslang has, where it accepts the text; EXPLAINED says where it is wrong or guesses.
 3. The preprocessor gives the tokens that glslangValidator -E gives, with the macros that glslang defines.
 4. Parsing takes at most 3 times glslang's own preprocess + parse.

What of glslang this was built with, decides how much of 2 and 4 can be done: tree, public interface, none.
"""
import collections
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.environ["top_srcdir"], "tests"))
from glstep_console import EVERYTHING, of_the_day  # noqa: E402
from patience import patience  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.abspath(os.environ.get('top_builddir', '.'))
TOOL = os.path.join(TOP, 'tests', 'glsl', 'glsl-tool')
HELPER = os.environ.setdefault('GLSTEP_GLSLANG', os.path.join(TOP, 'glstep-glslang'))
EXPLAINED = {
    'arb_tessellation_shader_compiler_': 'the length of the inputs of a patch is a limit of the driver',
    'arb_geometry_shader4_compiler_uniforms': 'an array of gl_MaxTextureUnits, a limit of the driver',
    'gl_TextureEnvColor': 'likewise',
    'mix-ivec4': 'glslang 12 has no mix(ivec4, ivec4, bvec4) in version 1.30, so it converts',
    'mix-uvec4': 'as mix-ivec4',
    'implicit-array-size-01': 'no constant index says a size, glslang guesses 1',
    'const-builtin-degrees': 'glslang computes degrees() of floats in double',
}
STAGES = ['vert', 'tesc', 'tese', 'geom', 'frag', 'comp']


def chunks(items, n):
    for i in range(0, len(items), n):
        yield items[i:i + n]


def tool(arguments, files, folder):
    out = []
    for part in chunks(files, 1000):
        run = subprocess.run([TOOL, *arguments, *part], cwd=folder, stdout=subprocess.PIPE, timeout=patience(90), check=False)
        if run.returncode < 0:
            print(f'glsl-tool was killed by signal {-run.returncode}')
            sys.exit(1)
        out += run.stdout.decode('latin-1').splitlines()
    return out


def read(folder, name):
    with open(os.path.join(folder, name), encoding='latin-1', newline='') as f:
        return f.read()


def check_parse(files, folder, macros):
    """With every GL_ macro of the texts defined, as a driver that has all extensions would."""
    lines = tool(['--quiet', '--spans', '--unknown', '--macros', macros], files, folder)
    ok = sum(line.startswith('ok ') for line in lines)
    refused = [line for line in lines if re.search(r': 1[0-9]{3}: ', line)]
    meant = [line for line in refused if '#error' in line or '#include' in line]
    wrong = [line for line in refused if line not in meant]
    spans = [line for line in lines if 'has the span' in line]
    unknown = {line.split(':')[0] for line in lines if ': unknown kind' in line}
    print(f'parsed {ok}, refused by #error or #include {len(meant)}, wrongly refused {len(wrong)}, '
          f'wrong spans {len(spans)}, texts with an expression of unknown type {len(unknown)}')
    for line in wrong[:20] + spans[:20] + sorted(unknown)[:20]:
        print('  ', line)
    return len(wrong) + len(unknown) <= 0.005 * len(files) and not spans


def check_types(files, folder):
    lines = tool(['--compare'], files, folder)
    found = [line.split() for line in lines if line.startswith('compared ')]
    verdicts = collections.Counter(words[1] for words in found)
    is_public = any(words[2] == 'public' for words in found)
    types, calls, constants, _ = (sum(int(words[-5 + i]) for words in found) for i in range(4))
    notes = [line for line in lines if re.search(r': 0: (type|call|constant): ', line)]
    unexplained = [line for line in notes if not any(name in line for name in EXPLAINED)]
    print(f'glslang{" by its public interface" if is_public else ""}: {dict(verdicts)}; compared {types} types, {calls} calls, '
          f'{constants} constants; different {len(notes)}, unexplained {len(unexplained)}')
    for line in unexplained[:20]:
        print('  ', line)
    return (not unexplained and verdicts['accepts'] > 0.8 * len(files) and
            (is_public or types > 10 * len(files)) and len(found) > 0.9 * len(files))


def defined_macros(version_line, names, stage, folder):
    """Those that glslang defines for this version: asked by #error-free lines that keep the name in a token."""
    text = version_line + ''.join(f'\n#ifdef {n}\n= {n[3:]}\n#endif' for n in names) + '\n'
    path = os.path.join(folder, 'probe.' + stage)
    with open(path, 'w', encoding='latin-1') as f:
        f.write(text)
    run = subprocess.run(['glslangValidator', '-E', path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=False)
    return ['GL_' + line[2:].strip() for line in run.stdout.decode('latin-1').splitlines() if line.startswith('= ')]


TOKEN = re.compile(r'[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\w*|'
                   r'<<=|>>=|&&|\|\||\^\^|[=!<>+*/%&|^-]=|<<|>>|\+\+|--|\S')


def split_tokens(text):
    return TOKEN.findall(re.sub(r'^(#|WARNING: ).*$', '', text, flags=re.M))


def same_number(a, b):
    """glslang prints the values of numbers: 1.0 may come out as 1.0, 0x10u as 0x10u; a trailing f or u may be lost."""
    return a.lower().rstrip('ful').rstrip('0').rstrip('.') == b.lower().rstrip('ful').rstrip('0').rstrip('.')


def check_preprocessor(files, folder, names):
    cache, compared, different = {}, 0, []
    for name in files:
        text = read(folder, name)
        stage = name.rsplit('.', 1)[1]
        version = re.search(r'^[ \t]*#[ \t]*version[^\n]*', text, flags=re.M)
        key = (version.group(0) if version else '', stage)
        if key not in cache:
            cache[key] = os.path.join(folder, f'macros{len(cache)}')
            with open(cache[key], 'w', encoding='ascii') as f:
                f.writelines(f'{n} 1\n' for n in defined_macros(key[0], names, stage, folder))
        run = subprocess.run(['glslangValidator', '-E', name], cwd=folder, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, check=False)
        theirs = run.stdout.decode('latin-1')
        if run.returncode or 'ERROR' in theirs or b'ERROR' in run.stderr or '\\' in text:
            continue
        if not version and 'GL_ES' in text:
            continue  # of no version: for glslang one of OpenGL ES, for GL 1.10
        ours = tool(['--text', '--macros', cache[key]], [name], folder)
        a, b = split_tokens('\n'.join(ours)), split_tokens(theirs)
        compared += 1
        if len(a) != len(b) or any(x != y and not same_number(x, y) for x, y in zip(a, b, strict=True)):
            at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y and not same_number(x, y)), min(len(a), len(b)))
            different.append(f'{name}: ours {a[at:at + 4]}, theirs {b[at:at + 4]}')
    print(f'preprocessor: {compared} of {len(files)} compared, {len(different)} different')
    for line in different[:20]:
        print('  ', line)
    return compared > len(files) // 2 and not different


class Helper:
    def __init__(self):
        self.process = subprocess.Popen([HELPER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL)

    def ask(self, stage, text):
        self.process.stdin.write(f'{STAGES.index(stage)} {len(text)}\n'.encode() + text)
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line or line == b'end\n':
                return lines
            lines.append(line)


ROUNDS = 5


def least_times(arguments, files, folder):
    """{file: microseconds}"""
    times = {}
    for line in tool(arguments, files * ROUNDS, folder):
        match = re.match(r'(\d+) (.*)$', line)
        if match:
            times[match.group(2)] = min(int(match.group(1)), times.get(match.group(2), sys.maxsize))
    assert set(times) == set(files), set(times) ^ set(files)
    return times


def check_time(files, folder):
    """Only texts that glslang takes as they are; the least of several times, the first of which makes the tables of built-ins."""
    helper, glslang = Helper(), {}
    for _ in range(ROUNDS):
        for name in files:
            text = read(folder, name).encode('latin-1')
            start = time.perf_counter()
            answer = helper.ask(name.rsplit('.', 1)[1], text)
            elapsed = (time.perf_counter() - start) * 1e6
            if answer and not answer[0].startswith(b'fail'):
                glslang[name] = min(elapsed, glslang.get(name, elapsed))
    taken = sorted(glslang)
    ours = least_times(['--time'], taken, folder)
    ratio = sum(ours.values()) / sum(glslang.values())
    print(f'time of {len(taken)} texts: glslang {statistics.median(glslang.values()):.0f} us (median), ours '
          f'{statistics.median(ours.values()):.0f} us; '
          f'sum ratio {ratio:.2f}')
    return ratio <= 3


def report(name, good):
    print(f'PASS {name}' if good else f'FAIL {name}: see what stands above', flush=True)
    return good


def main():
    step = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    folder = tempfile.mkdtemp(prefix='glsl-corpus-')
    try:
        subprocess.run([sys.executable, os.path.join(HERE, '..', 'glsl', 'glsl-extract.py'), folder], check=True,
                       stdout=subprocess.DEVNULL)
        files = sorted(os.listdir(folder))
        if not files:
            print('SKIP glsl-corpus: piglit is not installed')
            return 0
        names = sorted({n for name in files[::7] for n in re.findall(r'\bGL_[A-Z0-9]+_\w+', read(folder, name))})
        macros = os.path.join(folder, 'all-macros')
        with open(macros, 'w', encoding='ascii') as f:
            f.writelines(f'{n} 1\n' for n in names)
        good = report('glsl-corpus-parse', check_parse(of_the_day(files[::(step + 7) // 8], 2, step != 30 or EVERYTHING), folder, macros))
        sample = of_the_day(files[::step], 2, step != 30 or EVERYTHING)
        good &= report('glsl-corpus-preprocessor', check_preprocessor(sample[::5], folder, names))
        if not os.path.exists(HELPER):
            print('SKIP glsl-corpus-types: built without glslang\nSKIP glsl-corpus-time: built without glslang')
            return 0 if good else 1
        good &= report('glsl-corpus-types', check_types(sample, folder))
        good &= report('glsl-corpus-time', check_time(sample[::2], folder))
        return 0 if good else 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)


sys.exit(main())
