# SPDX-License-Identifier: MIT
"""How a program reaches the wrappers: exported names, GetProcAddress, dlopen and dlsym - with a debugger and without."""

import ctypes
import os
import re
import shlex
import subprocess
import sys
import tempfile

BUILD = os.environ.get('top_builddir', '.')
SOURCE = os.environ.get('top_srcdir', os.path.join(os.path.dirname(os.path.abspath(__file__)), '../..'))
PRELOAD = os.path.join(os.path.abspath(BUILD), 'preload', 'libglstep-preload.so')
LIBRARIES = {'GL': 'libGL.so.1', 'EGL': 'libEGL.so.1', 'GLESv2': 'libGLESv2.so.2', 'GLESv1_CM': 'libGLESv1_CM.so.1',
             'OpenGL': 'libOpenGL.so.0', 'GLX': 'libGLX.so.0'}

failures = 0


def check(good, what):
    global failures
    if not good:
        failures += 1
        print('FAIL: ' + what)


def exported(path):
    text = subprocess.run(['nm', '-D', '--defined-only', path], check=True, capture_output=True, text=True).stdout
    return {line.split()[2].split('@')[0] for line in text.splitlines() if line.split()[1] in 'TtWiVD'}


def real_path(soname):
    class Map(ctypes.Structure):
        _fields_ = [('address', ctypes.c_void_p), ('name', ctypes.c_char_p)]
    handle = ctypes.CDLL(soname)._handle
    found = ctypes.POINTER(Map)()
    ctypes.CDLL(None).dlinfo(ctypes.c_void_p(handle), 2, ctypes.byref(found))
    return found.contents.name.decode()


# of every library of an older linker
LINKER = {'_edata', '__bss_start', '_end', '_init', '_fini'}


def unwrapped_functions():
    with open(os.path.join(SOURCE, 'data', 'extra.in')) as lines:
        return {line.split()[1] for line in lines if line.startswith('unwrapped ')}


def known_functions():
    with open(os.path.join(BUILD, 'data', 'functions.h')) as f:
        return {line.strip()[6:-1] for line in f if line.startswith('\tGS_FN_')}


# ---- inside a child that has the library loaded ----

def where(address):
    """File that is mapped there."""
    with open('/proc/self/maps') as maps:
        for line in maps:
            fields = line.split()
            low, high = (int(x, 16) for x in fields[0].split('-'))
            if low <= address < high:
                return os.path.basename(fields[-1])
    return '?'


def child_debugged():
    libc = ctypes.CDLL(None)
    libc.dlopen.restype = libc.dlsym.restype = ctypes.c_void_p
    libc.dlopen.argtypes = [ctypes.c_char_p, ctypes.c_int]
    libc.dlsym.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    noload = 4
    check(not libc.dlopen(b'libGLESv1_CM.so.1', 1 | noload), 'RTLD_NOLOAD of a library that is not loaded')
    for name, soname in LIBRARIES.items():
        handle = libc.dlopen(soname.encode(), 1)
        check(handle, 'dlopen ' + soname)
        check(libc.dlopen(soname.encode(), 1 | noload) == handle, 'RTLD_NOLOAD ' + soname)
        path = real_path_of[soname]
        check(libc.dlopen(path.encode(), 1) == handle, 'dlopen ' + path)
        for symbol in exported(path):
            address = libc.dlsym(handle, symbol.encode())
            check(address, '%s in %s' % (symbol, soname))
            if symbol in known:
                shim = 'libglstep-shim-%s.so' % name
                check(where_cached(address) == shim, '%s of %s is in %s' % (symbol, soname, where_cached(address)))
        other = b'eglInitialize' if name != 'EGL' else b'glClear'
        check(name == 'GLX' or not libc.dlsym(handle, other), '%s has %s' % (soname, other))
        check(not libc.dlsym(handle, b'glNoSuchFunction'), 'glNoSuchFunction')
    check_proc_address(libc)
    check(not libc.dlopen(b'libnosuch.so', 1), 'libnosuch.so')
    egl = ctypes.CDLL('libEGL.so.1')
    egl.eglGetProcAddress.restype = ctypes.c_void_p
    check(egl.eglGetError() == 0x3000, 'eglGetError')


def check_proc_address(libc):
    for library, function in (('libGL.so.1', 'glXGetProcAddress'), ('libGL.so.1', 'glXGetProcAddressARB'),
                              ('libEGL.so.1', 'eglGetProcAddress')):
        get = ctypes.CDLL(library)[function]
        get.restype = ctypes.c_void_p
        for name in (b'glClear', b'glCreateShader', b'glDebugMessageCallbackARB', b'glNewTraceMESA'):
            address = get(name)
            check(address and where_cached(address) == 'libglstep-preload.so', '%s(%s)' % (function, name))
        for name in (b'noSuchFunction', b'glNoSuchFunction', b'glXMakeCurrent' if 'egl' in function else b'eglInitialize'):
            other = get(name) # glvnd answers for any name
            check(not other or where_cached(other) != 'libglstep-preload.so', '%s(%s)' % (function, name))
    check(not ctypes.CDLL('libEGL.so.1').eglGetProcAddress(b'noSuchFunction'), 'eglGetProcAddress(noSuchFunction)')


ranges = []


def where_cached(address):
    for low, high, name in ranges:
        if low <= address < high:
            return name
    ranges.clear()
    with open('/proc/self/maps') as maps:
        for line in maps:
            fields = line.split()
            low, high = (int(x, 16) for x in fields[0].split('-'))
            ranges.append((low, high, os.path.basename(fields[-1])))
    return where(address)


def child_alone():
    """Without a debugger nothing is to be seen: real handles, real addresses from GetProcAddress."""
    for soname in LIBRARIES.values():
        handle = ctypes.CDLL(soname)
        symbol = 'eglInitialize' if 'EGL' in soname else 'glXMakeCurrent' if 'GLX' in soname else 'glClear'
        address = ctypes.cast(handle[symbol], ctypes.c_void_p).value
        check(where(address) == os.path.basename(os.path.realpath(real_path_of[soname])), soname + ' ' + where(address))
    get = ctypes.CDLL('libGL.so.1').glXGetProcAddress
    get.restype = ctypes.c_void_p
    check(where(get(b'glCreateShader')) != 'libglstep-preload.so', 'glXGetProcAddress')


# ---- the tests ----

def test_exports():
    ours = exported(PRELOAD)
    real = {soname: exported(path) for soname, path in real_path_of.items()}
    everything = set().union(*real.values())
    unwrapped = unwrapped_functions()
    for name in sorted(everything - ours - unwrapped - LINKER):
        check(False, 'not exported: %s; data/extra.in is where to say what it is' % name)
    for name in sorted(unwrapped & ours):
        check(False, 'named as not wrapped, but exported: ' + name)
    answered = {name for name in known if re.match(r'gl(Trace\w*|\w*Trace)MESA$', name)}  # by the library itself
    check(len(answered) == 10 and answered <= ours, 'GL_MESA_trace')
    for name in sorted(ours - everything - answered - {'dlopen', 'dlclose', '__cxa_atexit', 'ptrace', 'glstep_player', 'glstep_clock'}):
        check(False, 'exported, but by no real library: ' + name)
    check('dlopen' in ours and 'dlclose' in ours, 'dlopen, dlclose')
    for name, soname in LIBRARIES.items():
        shim = exported(os.path.join(os.path.dirname(PRELOAD), 'libglstep-shim-%s.so' % name))
        more = answered if name == 'GL' else set()
        check(shim - {'gs_shim_info'} == real[soname] & known | more, 'names of the shim for ' + soname)


GLSTEP = os.environ.get('GLSTEP', os.path.join(BUILD, 'glstep'))


def run_debugged(argv):
    """By glstep; the program's exit status."""
    done = subprocess.run([GLSTEP, '--json', '--keep-going', '-e', 'log off', '-e', 'continue', '--', *argv], stdout=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, text=True, env=dict(os.environ, LC_ALL='C'))
    status = re.search(r'"status":(\d+)|ended with status (\d+) ', done.stdout)
    check(status, done.stdout)
    return int(status.group(1) or status.group(2)) if status else None


def run_alone(named):
    environment = dict(os.environ, LD_PRELOAD=PRELOAD, LC_ALL='C')
    environment.pop('GLSTEP_WIRE', None)
    if named:
        environment['GLSTEP_WIRE'] = named
    done = subprocess.run([sys.executable, os.path.abspath(__file__), 'alone'], env=environment)
    check(done.returncode == 0, 'alone with %s: status %d' % (named, done.returncode))


PLUGIN = 'int answer(void) { return 42; }\n'
USER = '''
#include <dlfcn.h>
#include <stdio.h>
int main(void)
{
	void *plugin = dlopen("libglsteptestplugin.so", RTLD_NOW | RTLD_DEEPBIND);
	int (*answer)(void) = plugin ? (int (*)(void))dlsym(plugin, "answer") : 0;
	if (!answer)
		printf("%s\\n", dlerror());
	return !answer || answer() != 42;
}
'''


def test_runpath():
    """A plugin found only by the RUNPATH of the program that opens it."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (('plugin.c', PLUGIN), ('user.c', USER)):
            with open(os.path.join(folder, name), 'w') as f:
                f.write(text)
        os.mkdir(os.path.join(folder, 'plugins'))
        cc = shlex.split(os.environ.get('CC', 'cc'))
        subprocess.run([*cc, '-shared', '-fPIC', '-o', folder + '/plugins/libglsteptestplugin.so', folder + '/plugin.c'], check=True)
        for optimize in ('-O0', '-O2'):
            subprocess.run([*cc, optimize, '-o', folder + '/user', folder + '/user.c', '-Wl,--enable-new-dtags',
                            '-Wl,-rpath,$ORIGIN/plugins', '-ldl'], check=True)
            check(run_debugged([folder + '/user']) == 0, 'plugin by RUNPATH, ' + optimize)


OWN_GL = 'const char *glGetString(unsigned name) { return "its own"; }\nint answer(void) { return 42; }\n'
OWN_USER = '''
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
	const char *(*get)(unsigned) = library ? (const char *(*)(unsigned))dlsym(library, "glGetString") : 0;
	const char *text = get ? get(0x1f02) : 0;
	if (!library)
		printf("%s\\n", dlerror());
	return !text || strcmp(text, "its own") || !dlsym(library, "answer");
}
'''


def test_own_library():
    """A GL library beside the program, which its RUNPATH, its RPATH or the name it opens leads to, is not taken for that of the system."""
    cc = shlex.split(os.environ.get('CC', 'cc'))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (('own.c', OWN_GL), ('user.c', OWN_USER)):
            with open(os.path.join(folder, name), 'w') as f:
                f.write(text)
        os.mkdir(os.path.join(folder, 'own'))
        subprocess.run([*cc, '-shared', '-fPIC', '-o', folder + '/own/libGLESv2.so.2', folder + '/own.c', '-Wl,-soname,libGLESv2.so.2'], check=True)
        for how, name in (('--enable-new-dtags', 'libGLESv2.so.2'), ('--disable-new-dtags', 'libGLESv2.so.2'), ('--enable-new-dtags', '$ORIGIN/own/libGLESv2.so.2')):
            subprocess.run([*cc, '-o', folder + '/user', folder + '/user.c', '-Wl,' + how, '-Wl,-rpath,$ORIGIN/own', '-ldl'], check=True)
            check(subprocess.run([folder + '/user', name]).returncode == 0, 'its own library without glstep, ' + name)
            check(run_debugged([folder + '/user', name]) == 0, 'its own library, %s, %s' % (how, name))


known = known_functions()
real_path_of = {}


def find_real(loader):
    for soname in LIBRARIES.values():
        real_path_of[soname] = loader(soname)


def main():
    if len(sys.argv) > 1:
        find_real(lambda soname: os.environ['REAL_' + soname])
        child_debugged() if sys.argv[1] == 'debugged' else child_alone()
    else:
        find_real(real_path)
        for soname, path in real_path_of.items():
            os.environ['REAL_' + soname] = path
        test_exports()
        check(run_debugged([sys.executable, os.path.abspath(__file__), 'debugged']) == 0, 'the debugged child')
        run_alone(None)
        run_alone('/proc/self/fd/99')
        run_alone('/proc/self/fd/99:0123')
        test_runpath()
        test_own_library()
    print('%d failures' % failures)
    sys.exit(failures != 0)


main()
