# SPDX-License-Identifier: MIT
"""The generators of data/, dispatch/ and preload/ on a small registry with known answers, on faulty ones, and egl.in against EGL's headers."""

import os
import shlex
import subprocess
import sys
import tempfile

SOURCE = os.environ.get('top_srcdir', os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))

GL_XML = '''<registry>
<enums namespace="GL" group="ClearBufferMask" type="bitmask"><enum value="0x4000" name="GL_COLOR_BUFFER_BIT"/></enums>
<enums namespace="GL">
  <enum value="0x0004" name="GL_TRIANGLES" group="PrimitiveType"/>
  <enum value="0x0004" name="GL_FOUR_EXT" group="PrimitiveType"/>
</enums>
<commands>
  <command><proto>void <name>glDraw</name></proto>
    <param group="PrimitiveType"><ptype>GLenum</ptype> <name>mode</name></param>
    <param><ptype>GLshort</ptype> <name>n</name></param>
    <param len="n*2">const <ptype>GLfloat</ptype> *<name>v</name></param></command>
  <command><proto><ptype>GLboolean</ptype> <name>glIs</name></proto>
    <param class="program"><ptype>GLuint</ptype> <name>program</name></param></command>
  <command><proto>void <name>glV</name></proto><param len="3">const <ptype>GLdouble</ptype> *<name>v</name></param></command>
  <command><proto>void <name>glWide</name></proto>%s</command>
</commands>
<feature api="gl" name="GL_VERSION_1_1" number="1.1"><require>
  <command name="glDraw"/><command name="glIs"/><enum name="GL_TRIANGLES"/></require></feature>
<extensions><extension name="GL_EXT_four" supported="gl|gles2"><require>
  <command name="glV"/><enum name="GL_FOUR_EXT"/></require></extension></extensions>
</registry>''' % ''.join('<param><ptype>GLint</ptype> <name>a%d</name></param>' % i for i in range(21))
GLX_XML = '<registry/>'
EGL_IN = '''origin EGL_VERSION_1_0
enum EGL_DRAW 0x3059
function EGLint eglGetError(void)
function const char *eglQueryString(EGLDisplay dpy, EGLint name)
'''
POINTEES_IN = 'glV v array(2)\neglQueryString return string\n'
PNAMES_IN = 'enum:PrimitiveType 2 GL_TRIANGLES GL_FOUR_EXT\n'
EXTRA_IN = 'origin GL_EXT_extra\nalias glVEXT glV\nunwrapped glSecret\n'
STATE_IN = 'scope context\ngroup color-buffer\nvar e context: GL_TRIANGLES\nask f3 context: GL_FOUR_EXT\nset glIs: GL_TRIANGLES = program\n'
ASKED_IN = 'show context context: GL_FOUR_EXT\n  GL_TRI*\nenable capabilities context: GL_TRIANGLES\ncall calls context: glV=GL_FOUR_EXT glIs\n'
DRAWS_IN = 'glDraw: arrays mode count[](v) draws(none|n)\n'
FLAGS_IN = 'DRAWS: glD*\nIN_BLOCK: gl[VD]* !glDraw\n'
KINDS_IN = 'VERTEX: @IN_BLOCK !glVEXT\nASKS: glIs\n'
LISTS_IN = 'COMPILED: @VERTEX\nIMMEDIATE: @ASKS\n'
MATRICES_IN = 'LOAD: glV*\nFIXED: glVEXT\n'

EXPECTED = {
    'data functions.h': ['enum gs_gl_function {', '\tGS_FN_eglGetError,', '\tGS_FN_eglQueryString,', '\tGS_FN_glDraw,',
                         '\tGS_FN_glIs,', '\tGS_FN_glV,', '\tGS_FN_glVEXT,', '\tGS_N_FUNCTIONS'],
    'data names.c': ['\t[GS_FN_glDraw] = GS_FUNCTION_DRAWS | GS_FUNCTION_POINTERS,', '\t[GS_FN_glV] = GS_FUNCTION_IN_BLOCK | GS_FUNCTION_POINTERS,',
                     '\t[GS_FN_glV] = GS_KIND_VERTEX,\n};', '\t[GS_FN_glIs] = GS_LIST_IMMEDIATE,\n\t[GS_FN_glV] = GS_LIST_COMPILED,\n};',
                     '\t[GS_FN_glV] = GS_MATRIX_LOAD,\n\t[GS_FN_glVEXT] = GS_MATRIX_FIXED | GS_MATRIX_LOAD,\n};',
                     '\tGS_FN_glIs,\n\tGS_FN_glV,\n\tGS_FN_glV,\n};'],
    'data functions.c': [
        '\t{ "mode", "GLenum", "PrimitiveType", NULL, GS_CLASS_ENUM, 32, GS_CLASS_VOID, 0, false },',
        '\t{ "n", "GLshort", NULL, NULL, GS_CLASS_INT, 16, GS_CLASS_VOID, 0, false },',
        '\t{ "v", "const GLfloat *", NULL, "n*2", GS_CLASS_POINTER, 64, GS_CLASS_FLOAT, 32, true },',
        '\t{ "program", "GLuint", "program", NULL, GS_CLASS_HANDLE, 32, GS_CLASS_VOID, 0, false },',
        '\t{ "name", "EGLint", NULL, NULL, GS_CLASS_ENUM, 32, GS_CLASS_VOID, 0, false },',
        '\t{ "glV", "GL_EXT_four", 3, 1, { "", "void", NULL, NULL, GS_CLASS_VOID, 0, GS_CLASS_VOID, 0, false }, parameters + 6 },'],
    'data enums.c': ['\t"EGL_DRAW\\0"', '\t{ 0x4ull, 29 }, /* GL_FOUR_EXT */', '\t{ "PrimitiveType", members + 1, 2 },',
                     '\t3, /* GL_TRIANGLES */\n\t2, /* GL_FOUR_EXT */'],
    'data pointees.c': [
        '\t{ 254, GS_MEMORY_RULE_STRING, GS_CLASS_INT, 8, 255, 1, 1, { 255, 255, 255, 255, 255 }, true, 0 }, /* eglQueryString */',
        '\t{ 2, GS_MEMORY_RULE_ARRAY, GS_CLASS_FLOAT, 32, 1, 2, 1, { 255, 255, 255, 255, 255 }, false, 0 }, /* glDraw */',
        '\t{ 0, GS_MEMORY_RULE_ARRAY, GS_CLASS_DOUBLE, 64, 255, 2, 1, { 255, 255, 255, 255, 255 }, false, 0 }, /* glV */',
        '\t{ 0x4, 2, GS_PNAME_ENUM, 1, 0x0 }, /* GL_TRIANGLES */', '\t0,\n\t0,\n\t1,\n\t2,\n\t2,\n\t3,\n\t4,'],
    'data asked.c': [
        'gs_asked_context[] = {\n\t{ 0x4u, 29, GS_STATE_FLOAT, 3 } /* GL_FOUR_EXT */,\n\t{ 0x4u, 41, GS_STATE_ENUM, 1 } /* GL_TRIANGLES */,\n\t{ .count = 0 }',
        'gs_attribute_capabilities[] = {\n\t{ 0x4000u, 0x4u } /* GL_TRIANGLES */,\n\t{ 0, 0 }',
        '\t{ 0x4000u, false, GS_FN_glV, { { GS_ATTRIBUTE_POINTER, GS_ATTRIBUTE_DOUBLE, 3, 0, 0x4u } } },',
        '\t{ 0x4000u, false, GS_FN_glIs, { { GS_ATTRIBUTE_VALUE, GS_ATTRIBUTE_UINT, 1, 0, 0x4u } } },'],
    'data draws.c': [
        '\t{ GS_DRAW_ARRAYS, 0, 255, 2, 255, 255, 255, 255, 255, 1, 255, 255, 255, true, false, false },',
        '\t[GS_FN_glDraw] = 1,'],
    'dispatch functions.inc': ['GS_FUNCTION(eglGetError, i_)', 'GS_FUNCTION(glDraw, v_IsL)', 'GS_FUNCTION(glIs, B_I)', 'GS_FUNCTION(glV, v_L)', 'GS_FUNCTION(glVEXT, v_L)'],
    'dispatch signatures.h': ['#define GS_PARAMETERS_v_IsL uint32_t a0, int16_t a1, uint64_t a2', '\tGS_VALUE(B_I, B) \\'],
    'preload block.inc': ['GS_BLOCK(glV, 0, 24)'],
}

failures = 0


def check(good, what):
    global failures
    if not good:
        failures += 1
        print('FAIL: ' + what)


def write(folder, **files):
    texts = dict(gl_xml=GL_XML, glx_xml=GLX_XML, egl_in=EGL_IN, flags_in=FLAGS_IN, kinds_in=KINDS_IN, lists_in=LISTS_IN, matrices_in=MATRICES_IN, pointees_in=POINTEES_IN,
                 pnames_in=PNAMES_IN, extra_in=EXTRA_IN, state_in=STATE_IN, asked_in=ASKED_IN, draws_in=DRAWS_IN)
    texts.update(files)
    for name, text in texts.items():
        with open(os.path.join(folder, name.replace('_', '.')), 'w') as f:
            f.write(text)


def generate(folder, where, what):
    return subprocess.run([sys.executable, '-B', os.path.join(SOURCE, where, 'generate.py'), what, folder, folder],
                          capture_output=True, text=True)


def test_golden(folder):
    write(folder)
    for what, lines in EXPECTED.items():
        done = generate(folder, *what.split())
        check(done.returncode == 0, '%s: %s' % (what, done.stderr))
        check('do not edit' in done.stdout.splitlines()[0], what + ': first line')
        for line in lines:
            check(line in done.stdout, '%s lacks: %s' % (what, line))
        check('glWide' not in done.stdout, what + ': a function with too many arguments')
        check(done.stdout == generate(folder, *what.split()).stdout, what + ': differs from run to run')


def test_faults(folder):
    faults = [
        ({'gl_xml': GL_XML.replace('GLshort', 'GLstrange')}, 'gl.xml: glDraw: unknown type "GLstrange"'),
        ({'egl_in': 'origin X\n\nfunktion int f(void)\n'}, 'egl.in:3: unknown word "funktion"'),
        ({'egl_in': 'origin X\nfunction EGLint f\n'}, 'egl.in:2: "EGLint f" is not a prototype'),
        ({'egl_in': 'origin X\nfunction EGLint f(int)\n'}, 'egl.in:2: parameter "int" has no type or no name'),
        ({'egl_in': 'origin X\nenum EGL_X\n'}, 'egl.in:2: '),
        ({'extra_in': 'alias glX\n'}, 'extra.in:1: '),
        ({'extra_in': '\nalias glDraw glV\n'}, 'extra.in:2: glDraw is in the registry now: remove it here'),
        ({'extra_in': 'wrapped glX\n'}, 'extra.in:1: unknown word "wrapped"'),
        ({'flags_in': '# none\nDRAWS: glNone*\n'}, 'flags.in:2: no function matches "glNone*"'),
        ({'kinds_in': 'ASKS: @NONE\n'}, 'kinds.in:1: no function matches "@NONE"'),
        ({'lists_in': 'COMPILED: glV\nIMMEDIATE: glV\n'}, 'lists.in: glV is of several kinds: COMPILED, IMMEDIATE'),
    ]
    pointee_faults = [
        ({'pointees_in': '# none\nglV v\n'}, 'pointees.in:2: a rule is FUNCTION PARAMETER RULE'),
        ({'pointees_in': 'glNone v array(2)\n'}, 'pointees.in:1: no function matches "glNone"'),
        ({'pointees_in': 'glV v heap(2)\n'}, 'pointees.in:1: "heap(2)" is not a rule'),
        ({'pointees_in': 'glV v array(n)\n'}, 'pointees.in:1: glV has no argument "n"'),
        ({'pointees_in': 'glV v array(2,3)\n'}, 'pointees.in:1: "array(2,3)" has too many or too few words'),
        ({'pnames_in': 'enum 1 GL_NOT\n'}, 'pnames.in:1: there is no constant GL_NOT'),
        ({'pnames_in': 'enum GL_TRIANGLES\n'}, 'pnames.in:1: a line is KIND COUNT NAME...'),
        ({'pnames_in': 'enum 1 GL_TRIANGLES\nenum 2 GL_FOUR_EXT\n'}, 'pnames.in:2: GL_FOUR_EXT has the value of GL_TRIANGLES'),
    ]
    state_faults = [
        ({'state_in': STATE_IN + 'var e context: GL_NOT\n'}, 'state.in:6: there is no constant GL_NOT'),
        ({'state_in': STATE_IN.replace('group color-buffer', '')}, 'state.in:3: GL_TRIANGLES is in no group'),
        ({'state_in': 'scope context\ngroup nose\n'}, 'state.in:2: there is no group nose'),
        ({'state_in': STATE_IN + 'var i context: GL_COLOR_BUFFER_BIT\n'}, 'asked.in: GL_COLOR_BUFFER_BIT is not shown'),
        ({'state_in': STATE_IN.replace('color-buffer', 'other')}, 'asked.in:3: GL_TRIANGLES is in no group of glPushAttrib'),
        ({'asked_in': 'show context context: GL_NOT\n'}, 'asked.in:1: context has no GL_NOT'),
        ({'asked_in': ASKED_IN + 'call calls context: glNone\n'}, 'asked.in:5: there is no function glNone'),
        ({'asked_in': ASKED_IN + 'call calls context: glDraw\n'}, 'asked.in:5: state.in does not say what the argument mode of glDraw is'),
        ({'asked_in': ASKED_IN + 'tell context context: GL_TRIANGLES\n'}, 'asked.in:5: a line begins with show, apart, enable, call or object'),
        ({'asked_in': '  GL_TRIANGLES\n'}, 'asked.in:1: a line that is indented goes on with the one before it'),
        ({'asked_in': 'object objects context: GL_TRIANGLES\n'}, 'asked.in:1: object LIST SCOPE SETTER FIRST N'),
    ]
    draw_faults = [
        ({'draws_in': '# none\n'}, 'draws.in: glDraw draws, and no line says what'),
        ({'draws_in': '\nglDraw: arrays mode first\n'}, 'draws.in:2: glDraw has no argument first'),
        ({'draws_in': 'glDraw: arrays count(m|k)\n'}, 'draws.in:1: glDraw has no argument m|k'),
        ({'draws_in': 'glDraw: arrays count[](n)\n'}, 'draws.in:1: the argument of "count[](n)" is no array of glDraw'),
        ({'draws_in': 'glDraw: array mode\n'}, 'draws.in:1: there is no source called "array"'),
        ({'draws_in': 'glDraw: arrays modes\n'}, 'draws.in:1: "modes" is no role'),
        ({'draws_in': DRAWS_IN + 'glV: arrays\n'}, 'draws.in:2: nothing that draws matches glV'),
    ]
    cases = [(*f, 'names.c') for f in faults] + [(*f, 'pointees.c') for f in pointee_faults]
    cases += [(*f, 'asked.c') for f in state_faults] + [(*f, 'draws.c') for f in draw_faults]
    for files, message, what in cases:
        write(folder, **files)
        done = generate(folder, 'data', what)
        check(done.returncode != 0 and message in done.stderr, 'expected "%s", got "%s"' % (message, done.stderr.strip()))
        check(done.stdout == '', 'output in spite of: ' + message)
        check('Traceback' not in done.stderr, 'traceback: ' + message)


def test_egl_headers(folder):
    """What egl.in says of a function that the system's headers have must be what they say."""
    with open(os.path.join(SOURCE, 'data', 'egl.in')) as f:
        prototypes = [line.split(' ', 1)[1].strip() for line in f if line.startswith('function ')]
    path = os.path.join(folder, 'check.c')
    with open(path, 'w') as f:
        f.write('#define EGL_EGLEXT_PROTOTYPES 1\n#include <EGL/egl.h>\n#include <EGL/eglext.h>\n')
        f.writelines('extern %s;\n' % p for p in prototypes)
    done = subprocess.run([*shlex.split(os.environ.get('CC', 'cc')), '-fsyntax-only', path], capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        test_golden(folder)
        test_faults(folder)
        test_egl_headers(folder)
    print('%d failures' % failures)
    sys.exit(failures != 0)


main()
