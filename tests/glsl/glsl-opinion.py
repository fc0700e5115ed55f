#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""glslang's opinion on the shaders of the tests and examples: types, calls and constants are those of our own typing. With its public
interface alone it accepts and refuses the same, and without its helper that is said. glstep-glsl check tells it."""
import glob
import os
import re
import subprocess
import sys
import tempfile

TOP = os.environ.get('top_builddir', '.')
SOURCE = os.environ.get('top_srcdir', os.path.join(os.path.dirname(__file__), '../..'))
TOOL = os.path.join(TOP, 'tests', 'glsl', 'glsl-tool')
HELPER = os.path.join(TOP, 'glstep-glslang')
PUBLIC = os.path.join(TOP, 'tests', 'glsl', 'glslang-public')
STAGES = {'vertex': 'vert', 'tess-control': 'tesc', 'tess-evaluation': 'tese', 'geometry': 'geom', 'fragment': 'frag', 'compute': 'comp'}
LIMIT = 0.8  # of the texts glslang must accept, or the comparison says little


def extract(folder):
    """The shaders: a file each, in a section [STAGE] of the tests' data."""
    files = []
    for path in sorted(glob.glob(os.path.join(SOURCE, 'tests', '*', '*.test'))):
        with open(path, encoding='latin-1', newline='') as f:
            parts = re.split(r'^\[([\w-]+)[^\]]*\]\n', f.read(), flags=re.M)
        for i, (name, body) in enumerate(zip(parts[1::2], parts[2::2])):
            name = STAGES.get(name, name)
            if name in STAGES.values():
                files.append(os.path.join(folder, f'{os.path.basename(path)}{i}.{name}'))
                with open(files[-1], 'w', encoding='latin-1', newline='') as f:
                    f.write(re.sub(r'^options: .*\n', '', body))
    return files + [f for s in STAGES.values() for f in sorted(glob.glob(os.path.join(SOURCE, 'examples', f'*.{s}')))]


def ask(helper, files):
    """(verdict, is public, types, calls, constants, differences) by file, and what is said of differences."""
    environment = {**os.environ, 'GLSTEP_GLSLANG': helper}
    done = subprocess.run([TOOL, '--compare', *files], env=environment, stdout=subprocess.PIPE, encoding='latin-1', check=False)
    opinions, notes = {}, []
    for line in done.stdout.splitlines():
        words = line.split()
        if words[0] == 'compared':
            opinions[words[-1]] = (words[1], words[2] == 'public', *map(int, words[-5:-1]))
        elif re.search(r': 0: (type|call|constant|glslang cannot)', line):
            notes.append(line)
    return opinions, notes


def check_tree(files):
    opinions, notes = ask(HELPER, files)
    sums = [sum(o[i] for o in opinions.values()) for i in range(2, 6)]
    accepted = sum(o[0] != 'refuses' for o in opinions.values())
    print(f'{len(opinions)} shaders, {accepted} accepted; types, calls, constants, differences: {sums}')
    print('\n'.join(notes))
    return accepted > LIMIT * len(opinions) > 50 and sums[0] > 1000 and sums[1] > 50 and sums[2] > 200 and not sums[3] and not notes


def check_public(helper, files):
    opinions, notes = ask(helper, files)
    if os.path.exists(PUBLIC):
        verdicts = {f: o[0] for f, o in ask(HELPER, files)[0].items()}
        if {f: o[0] for f, o in opinions.items()} != verdicts:
            print('the public interface accepts other texts than the whole')
            return False
    accepted = [o for o in opinions.values() if o[0] != 'refuses']
    return len(accepted) > LIMIT * len(opinions) and all(o[1] and sum(o[2:]) == 0 for o in accepted) and not notes


def check_none(files):
    opinions, notes = ask('/nonexistent', files)
    return opinions and all(o[0] == 'none' for o in opinions.values()) and all('glstep-glslang is missing' in n for n in notes)


def check_command(folder):
    """What glstep-glsl check says, and its status."""
    good, bad, own = (os.path.join(folder, name) for name in ('good.frag', 'bad.frag', 'own.frag'))
    for path, text in ((good, 'void main() { gl_FragColor = vec4(1.0) * 2.0; }\n'), (bad, 'void main() { gl_FragColor = nobody; }\n'),
                       (own, '#version 120\nvoid main() { gl_FragColor = vec4(1 << 2); }\n')):
        with open(path, 'w', encoding='ascii') as f:
            f.write(text)
    answers = []
    for helper, path in ((HELPER, good), (HELPER, bad), (HELPER, own), ('/nonexistent', good)):
        done = subprocess.run([os.path.join(TOP, 'glstep-glsl'), 'check', path], env={**os.environ, 'GLSTEP_GLSLANG': helper},
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='ascii', check=False)
        answers.append((done.returncode, done.stdout, done.stderr))
    print(answers)
    missing = answers[3][0] == 1 and 'cannot be asked' in answers[3][1] and 'is missing' in answers[3][2]
    if not os.path.exists(HELPER):
        return missing
    return (missing and answers[0][0] == 0 and answers[0][1].startswith('glslang accepts the text;') and not answers[0][2] and
            answers[1][0] == 1 and 'rejects' in answers[1][1] and ':1:30: ' in answers[1][2] and 'nobody' in answers[1][2] and
            answers[2][0] == 1 and 'only at a later version' in answers[2][1] and ':2:' in answers[2][2])


def main():
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        files = extract(folder)
        results['without the helper'] = check_none(files)
        results['glstep-glsl check'] = check_command(folder)
        if os.path.exists(PUBLIC):
            results['types, calls and constants'] = check_tree(files)
            results['the public interface'] = check_public(PUBLIC, files)
        elif os.path.exists(HELPER):
            results['the public interface'] = check_public(HELPER, files)
    for name, good in results.items():
        print(f'{name}: {"right" if good else "WRONG"}')
    return 0 if all(results.values()) else 1


sys.exit(main())
