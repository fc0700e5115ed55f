#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Text that means harm, and text that is broken: a message within seconds, never a crash or a hang."""
import glob
import os
import random
import resource
import subprocess
import sys
import tempfile

TOP = os.environ.get('top_builddir', '.')
SOURCE = os.environ.get('top_srcdir', os.path.join(os.path.dirname(__file__), '../..'))
TOOL = os.path.join(TOP, 'tests', 'glsl', 'glsl-tool')
LIMIT = ': 1400: '


def bomb(n):
    lines = ['#define A0 x x']
    lines += [f'#define A{i} A{i - 1} A{i - 1}' for i in range(1, n)]
    return '\n'.join(lines + [f'int y = A{n - 1};'])


def function_bomb(n):
    lines = ['#define F0(x) x x']
    lines += [f'#define F{i}(x) F{i - 1}(F{i - 1}(x))' for i in range(1, n)]
    return '\n'.join(lines + [f'int y = F{n - 1}(1);'])


def body(text):
    return 'void main() { ' + text + ' }'


# (name, text, what the output has; None: any message; 'ok': it parses)
CASES = [
    ('macro bomb', bomb(60), LIMIT),
    ('function macro bomb', function_bomb(40), LIMIT),
    ('nested macro uses', '#define f(x) x\nint y = ' + 'f(' * 5000 + '1' + ')' * 5000 + ';', LIMIT),
    ('nested #if', '#if 1\n' * 5000, LIMIT),
    ('condition in parentheses', '#if ' + '(' * 50000 + '1\n#endif\n', LIMIT),
    ('condition of minus signs', '#if ' + '-' * 50000 + '1\n#endif\n', None),
    ('parentheses', body('float a = ' + '(' * 100000 + '1.0' + ')' * 100000 + ';'), LIMIT),
    ('brackets', body('a' + '[0' * 100000), LIMIT),
    ('blocks', body('{' * 100000), LIMIT),
    ('ifs', body('if (true) ' * 100000 + ';'), LIMIT),
    ('minus signs', body('float a = ' + '- ' * 100000 + '1.0;'), LIMIT),
    ('ternaries', body('float a = ' + 'true ? 1.0 : ' * 100000 + '1.0;'), LIMIT),
    ('assignments', body('float a; ' + 'a = ' * 100000 + '1.0;'), LIMIT),
    ('a long sum', body('float a = 1.0' + ' + 1.0' * 100000 + ';'), LIMIT),
    ('ten megabytes', body('a = a * 2.0 + 1.0;\n' * 550000), None),
    ('members', body('a' + '.x' * 100000 + ';'), LIMIT),
    ('structs in structs', 'struct S { struct { ' * 5000, LIMIT),
    ('initialisers', 'float a[] = ' + '{' * 100000, LIMIT),
    ('dimensions', 'float a' + '[2]' * 100 + ';', LIMIT),
    ('a sum that is allowed', body('float a = 1.0' + ' + 1.0' * 3000 + ';'), 'ok'),
    ('nesting that is allowed', body('float a = ' + '(' * 300 + '1.0' + ')' * 300 + ';'), 'ok'),
    ('many statements', body('float a = 1.0; ' * 50000), 'ok'),
    ('many functions', '\n'.join(f'float f{i}(float x) {{ return x; }}' for i in range(3000)) + body(''), 'ok'),
    ('a long name', 'float ' + 'a' * 100000 + ';' + body(''), 'ok'),
    ('nothing', '', 'ok'),
    ('an open comment', '/*', 'ok'),
    ('a hash', '#', 'ok'),
    ('a continuation at the end', 'int a; \\', None),
    ('a macro that ends early', '#define f(x) x\nf(', None),
    ('#define alone', '#define', None),
    ('##', '#define a ## b\nint a;\n#define c b ##\nint c;' + body(''), 'ok'),
    ('#version of nonsense', '#version 99999999999999999999', None),
    ('division by zero', '#if 1 / 0 || 1 % 0\n#endif\nint a[1 / 0];\nint b[-1];' + body(''), 'ok'),
    ('the least number', 'const int a = -2147483648 / -1; int b[a % -1];' + body(''), 'ok'),
    ('bytes', ''.join(chr(i) for i in range(1, 256)), None),
    ('else alone', '#else\n#elif\n#endif', None),
]


# What is large and still allowed, through the instrumenter: (name, text). Each site named is far behind.
LARGE = [
    ('many statements', 10000, '#version 330\nout vec4 c;\n' + body('float a = 1.0; ' + 'a = a * 2.0 + 1.0; if (a > 3.0) a = 0.5;\n' * 20000)),
    ('many variables', 9000, '#version 330\nout vec4 c;\n' + body(''.join(f'float v{i} = float({i}); ' for i in range(10000)))),
    ('nested loops', 16, '#version 330\nout vec4 c;\n' + body('for (int i = 0; i < 2; i++) ' * 16 + '{' * 300 + 'c = vec4(1.0);' + '}' * 300)),
    ('calls that double', 60, '#version 330\nout vec4 c;\nfloat f0(float x) { return x; }\n' + ''.join(
        f'float f{i}(float x) {{ return f{i - 1}(x) + f{i - 1}(x); }}\n' for i in range(1, 60)) + body('c = vec4(f59(1.0));')),
    ('many functions', 2000, '#version 330\nout vec4 c;\n' + '\n'.join(f'float f{i}(float x) {{ return x; }}' for i in range(3000)) +
     body(' '.join(f'c.x += f{i}(1.0);' for i in range(3000)))),
    ('a long condition', 2, '#version 330\nout vec4 c;\n' + body('if (' + 'c.x > 0.0 && ' * 900 + 'true) c = vec4(1.0);')),
    ('many cases', 3, '#version 330\nout vec4 c;\n' + body(
        'switch (int(c.x)) {' + ''.join(f'case {i}: c.y += 1.0;' for i in range(4000)) + '}')),
]
SECONDS = 20  # of a processor, whatever the machine does beside
BYTES = 2 << 30


def bound():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def instrument(site, text):
    """Why not; None: it was instrumented within bounds."""
    with tempfile.NamedTemporaryFile('w', suffix='.frag') as f:
        f.write(text)
        f.flush()
        done = subprocess.run([os.path.join(TOP, 'glstep-glsl'), 'instrument', f.name, '--site', str(site), '--capture', 'c'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=bound, check=False)
    if done.returncode:
        return f'status {done.returncode}: {done.stderr[:200]!r}'
    return None if len(done.stdout) > len(text) else 'no variant'


def run(text, arguments=('--quiet', '--spans')):
    with tempfile.NamedTemporaryFile('w', suffix='.frag', encoding='latin-1', newline='') as f:
        f.write(text)
        f.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([TOOL, *arguments, f.name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              preexec_fn=bound, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return done.returncode, done.stdout.decode('latin-1'), after.ru_utime - before.ru_utime


def mutations(count):
    generator = random.Random(4)
    texts = []
    for path in sorted(glob.glob(os.path.join(SOURCE, 'tests', 'glsl', '*.test'))):
        with open(path, encoding='latin-1', newline='') as f:
            texts += [part.split('[tokens]')[0].split('[tree]')[0] for part in f.read().split('[frag]\n')[1:]]
    for _ in range(count):
        text = list(generator.choice(texts))
        for _ in range(generator.randint(1, 8)):
            at = generator.randrange(len(text))
            kind = generator.randrange(4)
            if kind == 0:
                del text[at:at + generator.randint(1, 10)]
            elif kind == 1:
                text[at] = generator.choice('(){}[];,.#\\\n/*+-=?:x0"$')
            elif kind == 2:
                other = generator.choice(texts)
                start = generator.randrange(len(other))
                text[at:at] = other[start:start + generator.randint(1, 60)]
            else:
                text[at:at] = text[at:at + generator.randint(1, 30)]
            if not text:
                text = ['x']
        yield ''.join(text)


def main():
    failed = 0
    for name, text, expected in CASES:
        status, output, seconds = run(text)
        good = status in (0, 1) and seconds < 5
        if expected == 'ok':
            good = good and status == 0
        else:
            good = good and status == 1 and (expected or ': 1') in output
        if not good:
            failed += 1
            print(f'{name}: status {status}, {seconds:.1f} s: {output[:200]!r}')
    for name, site, text in LARGE:
        why = instrument(site, text)
        if why:
            failed += 1
            print(f'{name}, instrumented: {why}')
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    for i, text in enumerate(mutations(count)):
        status, output, seconds = run(text)
        if status not in (0, 1) or seconds > 5:
            failed += 1
            print(f'mutation {i}: status {status}, {seconds:.1f} s: {output[:200]!r}')
    print(f'{failed} failed')
    return 1 if failed else 0


sys.exit(main())
