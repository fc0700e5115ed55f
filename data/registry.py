# SPDX-License-Identifier: MIT
"""Reads gl.xml, glx.xml and egl.in into functions and constants, for the generators in data/ and preload/."""

import copy
import fnmatch
import os
import re
import xml.etree.ElementTree as ElementTree

MAX_ARGUMENTS = 20  # GS_WIRE_ARGS: a function with more is not wrapped

# C type -> (class, bits); pointers and the types of enum parameters are handled apart.
TYPES = {
    'void': ('VOID', 0),
    'GLenum': ('ENUM', 32), 'EGLenum': ('ENUM', 32), 'GLbitfield': ('BITFIELD', 32),
    'GLboolean': ('BOOLEAN', 8), 'Bool': ('BOOLEAN', 32), 'EGLBoolean': ('BOOLEAN', 32),
    'GLbyte': ('INT', 8), 'GLchar': ('INT', 8), 'GLcharARB': ('INT', 8), 'char': ('INT', 8),
    'GLshort': ('INT', 16), 'GLint': ('INT', 32), 'GLsizei': ('INT', 32), 'GLfixed': ('INT', 32),
    'GLclampx': ('INT', 32), 'int': ('INT', 32), 'int32_t': ('INT', 32), 'Status': ('INT', 32), 'EGLint': ('INT', 32),
    'EGLNativeFileDescriptorKHR': ('INT', 32),
    'GLintptr': ('INT', 64), 'GLintptrARB': ('INT', 64), 'GLsizeiptr': ('INT', 64), 'GLsizeiptrARB': ('INT', 64),
    'GLint64': ('INT', 64), 'GLint64EXT': ('INT', 64), 'int64_t': ('INT', 64), 'GLvdpauSurfaceNV': ('INT', 64),
    'EGLAttrib': ('INT', 64), 'EGLAttribKHR': ('INT', 64), 'EGLnsecsANDROID': ('INT', 64),
    'GLubyte': ('UINT', 8), 'GLushort': ('UINT', 16), 'GLhalf': ('UINT', 16), 'GLhalfNV': ('UINT', 16),
    'GLuint': ('UINT', 32), 'unsigned int': ('UINT', 32), 'unsigned long': ('UINT', 64),
    'GLuint64': ('UINT', 64), 'GLuint64EXT': ('UINT', 64), 'EGLTime': ('UINT', 64), 'EGLTimeKHR': ('UINT', 64),
    'EGLTimeNV': ('UINT', 64), 'EGLuint64KHR': ('UINT', 64), 'EGLuint64NV': ('UINT', 64),
    'GLfloat': ('FLOAT', 32), 'GLclampf': ('FLOAT', 32), 'float': ('FLOAT', 32),
    'GLdouble': ('DOUBLE', 64), 'GLclampd': ('DOUBLE', 64),
    'GLhandleARB': ('HANDLE', 32), 'GLXVideoDeviceNV': ('HANDLE', 32), 'VLServer': ('HANDLE', 64),
    'VLPath': ('HANDLE', 64), 'VLNode': ('HANDLE', 64), 'DMbuffer': ('HANDLE', 64),
}
# XIDs and opaque pointers, 64 bits wide.
HANDLES = '''GLsync GLXContext GLXDrawable GLXFBConfig GLXFBConfigSGIX GLXPixmap GLXPbuffer GLXPbufferSGIX GLXWindow GLXContextID
    GLXVideoCaptureDeviceNV GLXVideoSourceSGIX Window Pixmap Colormap Font EGLDisplay EGLConfig EGLSurface EGLContext EGLSync EGLImage
    EGLSyncKHR EGLImageKHR EGLStreamKHR EGLDeviceEXT EGLOutputLayerEXT EGLOutputPortEXT EGLSyncNV EGLNativeWindowType
    EGLNativePixmapType EGLNativeDisplayType EGLObjectKHR'''.split()
POINTERS = '''GLeglImageOES GLeglClientBufferEXT GLDEBUGPROC GLDEBUGPROCARB GLDEBUGPROCKHR GLDEBUGPROCAMD GLVULKANPROCNV
    __GLXextFuncPtr EGLClientBuffer EGLLabelKHR EGLDEBUGPROCKHR EGLSetBlobFuncANDROID EGLGetBlobFuncANDROID
    __eglMustCastToProperFunctionPointerType'''.split()
VENDORS = 'AMD ANGLE APPLE ARB ATI EXT IBM IMG INTEL KHR MESA NV OES OVR QCOM SGIS SGIX'.split()
# integers of GLX that are constants -> their group
GLX_ENUM_INTS = {'attribute': 'GLXAttribute', 'attrib': 'GLXAttribute', 'name': 'GLXStringName', 'render_type': None}
EGL_ENUM_INTS = {'attribute', 'name', 'readdraw'}


class RegistryError(Exception):
    pass


class Parameter:
    def __init__(self, name, ctype, group=None, length=None, object_class=None):
        self.name, self.ctype, self.group, self.length = name, ctype, group, length
        self.object_class = object_class
        self.cls, self.bits = classify(ctype)
        self.pointee, self.pointee_bits, self.is_in = 'VOID', 0, False
        if self.cls == 'POINTER':
            self.read_pointee()

    def read_pointee(self):
        if not self.ctype.endswith('*'):
            return
        base = self.ctype[:-1].strip()
        self.is_in = base.startswith('const ') or base.endswith('const')
        base = re.sub(r'\bconst\b', '', base).strip()
        if base.endswith('*'):
            self.pointee, self.pointee_bits = 'POINTER', 64
        elif base in TYPES or base in HANDLES:
            self.pointee, self.pointee_bits = TYPES.get(base, ('HANDLE', 64))


class Function:
    def __init__(self, name, returns, parameters, api):
        self.name, self.returns, self.parameters = name, returns, parameters
        self.apis = {api}
        self.origin = ''
        self.alias = None  # what gl.xml says it is another name of
        self.flags, self.kinds, self.lists, self.matrices = set(), set(), set(), set()  # flags.in, kinds.in, lists.in, matrices.in


class Constant:
    def __init__(self, name, value, groups, rank):
        self.name, self.value, self.groups, self.rank = name, value, groups, rank


class Registry:
    def __init__(self):
        self.functions = {}
        self.constants = {}
        self.bitmasks = set()  # names of groups
        self.dropped = []  # functions with too many arguments
        self.unwrapped = set()  # names of functions that no prototype is known of

    def finish(self):
        groups = {g for c in self.constants.values() for g in c.groups}
        for function in self.functions.values():
            inherit_groups(self, function)
            if function.name.startswith('glX'):
                settle_glx(function)
        for function in self.functions.values():
            for p in function.parameters + [function.returns]:
                settle_class(p, groups)
        for function in self.functions.values():
            function.plain = plain_form(self, function)
            if any(p.cls == 'POINTER' for p in function.parameters):
                function.flags.add('POINTERS')
        return self


def classify(ctype):
    """(class, bits) of a C type as the XML writes it."""
    t = re.sub(r'\s+', ' ', ctype).strip()
    bare = re.sub(r'\bconst\b', '', t).strip()
    if t.endswith('*') or t.endswith(']') or bare in POINTERS:
        return 'POINTER', 64
    if bare in HANDLES:
        return 'HANDLE', 64
    if bare in TYPES:
        return TYPES[bare]
    raise RegistryError('unknown type "%s"' % ctype)


def inherit_groups(registry, function):
    """An extension's function takes what the core's function of that name takes."""
    m = re.match(r'(gl[A-Z]\w*?)(%s)$' % '|'.join(VENDORS), function.name)
    core = registry.functions.get(m.group(1)) if m else None
    for mine, theirs in zip(function.parameters, core.parameters if core else ()):
        if mine.group is None and mine.ctype == theirs.ctype:
            mine.group = theirs.group


def plain_form(registry, function):
    """The name of the function that does the same by the same arguments and has no vendor's suffix; its own: none does."""
    m = re.match(r'((?:gl|egl)[A-Z]\w*?)(%s)$' % '|'.join(VENDORS), function.name)
    for name in (m.group(1) if m else None, function.alias):
        other = registry.functions.get(name)
        if other and len(other.parameters) == len(function.parameters) and \
                all((p.bits, p.pointee_bits) == (q.bits, q.pointee_bits) and (p.cls == q.cls or p.name == q.name) for p, q in zip(function.parameters, other.parameters)):
            return plain_form(registry, other) if other.alias != function.name else name
    return function.name


def settle_glx(function):
    for p in function.parameters:
        if p.ctype == 'int' and p.name in GLX_ENUM_INTS:
            p.cls, p.group = 'ENUM', GLX_ENUM_INTS[p.name]


def settle_class(p, groups):
    """Integers that hold constants or names of objects."""
    if p.object_class and p.cls in ('UINT', 'INT'):
        p.cls, p.group = 'HANDLE', p.object_class
    elif p.group == 'Boolean' and p.cls == 'INT':
        p.cls = 'BOOLEAN'
    elif p.cls == 'INT' and p.bits == 32 and p.group in groups and p.ctype != 'GLsizei':
        p.cls = 'ENUM'
    elif p.ctype == 'EGLint' and p.name in EGL_ENUM_INTS:
        p.cls = 'ENUM'


def split_declaration(element):
    """(type, name) of a <proto> or <param>."""
    name = element.find('name').text
    text = ''.join(element.itertext())
    at = text.rindex(name)
    ctype = re.sub(r'\s+', ' ', text[:at] + text[at + len(name):]).strip()
    return re.sub(r'\s*\*', ' *', ctype).replace('* *', '**').strip(), name


def read_command(element, api):
    ctype, name = split_declaration(element.find('proto'))
    proto = element.find('proto')
    returns = Parameter('', ctype, proto.get('group'), None, proto.get('class'))
    parameters = []
    for p in element.findall('param'):
        ctype, pname = split_declaration(p)
        parameters.append(Parameter(pname, ctype, p.get('group'), p.get('len'), p.get('class')))
    return Function(name, returns, parameters, api)


def origin_rank(name, kind):
    """Lower = better known: the core version that brought it, then ARB and KHR, EXT and OES, vendors."""
    if kind == 'feature':
        return 30 if '_SC_' in name else 20 if 'ES' in name else 0
    for rank, vendors in ((40, ('_ARB_', '_KHR_')), (50, ('_EXT_', '_OES_', '_MESA_'))):
        if any(v in name for v in vendors):
            return rank
    return 60


def read_origins(root):
    """name -> (rank, origin, apis) for functions and constants."""
    origins = {}

    def note(name, rank, origin, api):
        old = origins.get(name)
        apis = (old[2] if old else set()) | api
        best = min(old[:2], (rank, origin)) if old else (rank, origin)
        origins[name] = (best[0], best[1], apis)

    for kind in ('feature', 'extension'):
        for element in root.iter(kind):
            name = element.get('name')
            supported = element.get('api') or element.get('supported') or ''
            api = set()
            for a in re.split(r'\|', supported):
                api.add('GLX' if a == 'glx' else 'GLES' if a.startswith('gles') else 'GL')
            rank = origin_rank(name, kind)
            if kind == 'feature':
                rank += float(element.get('number'))
            for item in element.iter():
                if item.tag in ('command', 'enum') and item.get('name'):
                    note(item.get('name'), rank, name, api)
    return origins


def parse_value(text):
    try:
        return int(text, 0) & 0xffffffffffffffff
    except ValueError:
        return None  # a string


def read_constants(registry, root, origins):
    for block in root.iter('enums'):
        bitmask = block.get('type') == 'bitmask'
        own = block.get('group') or (block.get('namespace') if block.get('namespace') not in ('GL', 'GLX') else None)
        for e in block.findall('enum'):
            value = parse_value(e.get('value'))
            if value is None:
                continue
            groups = [g for g in (e.get('group') or '').split(',') if g]
            if own and own not in groups:
                groups.append(own)
            name = e.get('name')
            rank = origins.get(name, (90, '', set()))[0] + (0.05 if e.get('alias') else 0)
            if bitmask:
                registry.bitmasks.update(groups)
            old = registry.constants.get(name)
            if old and e.get('api') and e.get('api') != 'gl':
                continue
            if old and old.value == value:
                groups = sorted(set(groups) | set(old.groups))
            registry.constants[name] = Constant(name, value, groups, rank)


def read_xml(registry, path, api):
    root = ElementTree.parse(path).getroot()
    origins = read_origins(root)
    for element in root.iter('command'):
        if element.find('proto') is None:
            continue
        try:
            function = read_command(element, api)
            alias = element.find('alias')
            function.alias = alias.get('name') if alias is not None else None
        except RegistryError as e:
            raise RegistryError('%s: %s: %s' % (path, element.find('proto/name').text, e))
        if len(function.parameters) > MAX_ARGUMENTS:
            registry.dropped.append(function.name)
            continue
        _, function.origin, apis = origins.get(function.name, (0, '', set()))
        function.apis = apis or {api}
        registry.functions[function.name] = function
    read_constants(registry, root, origins)


def read_prototype(text):
    match = re.match(r'(.*?)(\w+)\((.*)\)$', text)
    if not match:
        raise RegistryError('"%s" is not a prototype' % text)
    parameters = []
    if match.group(3).strip() != 'void':
        for p in match.group(3).split(','):
            m = re.match(r'\s*(.*?)(\w+)\s*$', p)
            if not m or not m.group(1).strip():
                raise RegistryError('parameter "%s" has no type or no name' % p.strip())
            ctype = m.group(1).strip()
            length = 'attrib' if m.group(2) in ('attrib_list', 'attribs') else None
            parameters.append(Parameter(m.group(2), ctype, None, length))
    returns = Parameter('', match.group(1).strip())
    function = Function(match.group(2), returns, parameters, 'EGL')
    if function.name == 'eglGetError':
        returns.cls = 'ENUM'
    return function


def read_egl(registry, path):
    origin = ''
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line or line.startswith('#'):
                continue
            word, _, rest = line.partition(' ')
            try:
                if word == 'origin':
                    origin = rest
                elif word == 'function':
                    function = read_prototype(rest)
                    function.origin = origin
                    registry.functions[function.name] = function
                elif word == 'enum':
                    name, value = rest.split()
                    rank = origin_rank(origin, 'feature' if '_VERSION_' in origin else 'extension')
                    registry.constants[name] = Constant(name, int(value, 0) & 0xffffffffffffffff, [], rank)
                else:
                    raise RegistryError('unknown word "%s"' % word)
            except (RegistryError, ValueError) as e:
                raise RegistryError('%s:%d: %s' % (path, number, e))


def read_extra(registry, path):
    """Functions that are not in the XML, data/extra.in."""
    origin = ''
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            word, _, rest = line.split('#')[0].strip().partition(' ')
            if not word:
                continue
            try:
                if word == 'origin':
                    origin = rest
                    continue
                if word == 'unwrapped':
                    registry.unwrapped.add(rest)
                    continue
                if word == 'group':
                    name, parameter, group = rest.split()
                    next(p for p in registry.functions[name].parameters if p.name == parameter).group = group
                    continue
                if word == 'alias':
                    name, other = rest.split()
                    function = copy.deepcopy(registry.functions[other])
                    function.name = name
                elif word == 'function':
                    function = read_prototype(rest)
                    function.apis = {'GLX' if function.name.startswith('glX') else 'GL'}
                else:
                    raise RegistryError('unknown word "%s"' % word)
                if function.name in registry.functions:
                    raise RegistryError('%s is in the registry now: remove it here' % function.name)
                function.origin = origin
                registry.functions[function.name] = function
            except (RegistryError, ValueError, KeyError, StopIteration) as e:
                raise RegistryError('%s:%d: %s' % (path, number, e))


def read_flags(registry, path, column):
    """Lines 'FLAG: pattern pattern ...'; a pattern with '!' takes names out again, '@FLAG' stands for those that have that flag.
    Into that set of each function."""
    with open(path) as lines:
        for number, line in enumerate(lines, 1):
            line = line.split('#')[0].strip()
            if not line:
                continue
            flag, _, patterns = line.partition(':')
            for pattern in patterns.split():
                names = matching(registry, pattern.lstrip('!'), column)
                if not names:
                    raise RegistryError('%s:%d: no function matches "%s"' % (path, number, pattern))
                for name in names:
                    flags = getattr(registry.functions[name], column)
                    flags.discard(flag) if pattern.startswith('!') else flags.add(flag)


def matching(registry, pattern, column):
    """Names; '@FLAG' means the flag of this column, or, if it has none of that name, of flags.in or kinds.in."""
    if not pattern.startswith('@'):
        return fnmatch.filter(registry.functions, pattern)
    for where in column, 'flags', 'kinds':
        names = [f.name for f in registry.functions.values() if pattern[1:] in getattr(f, where)]
        if names:
            return names
    return []


def check_lists(registry):
    for function in registry.functions.values():
        kinds = function.lists & {'IMMEDIATE', 'OBJECTS', 'MATRIX', 'KEPT', 'COMPILED', 'UNKNOWN'}
        if len(kinds) > 1:
            raise RegistryError('lists.in: %s is of several kinds: %s' % (function.name, ', '.join(sorted(kinds))))


def load(khronos, data):
    registry = Registry()
    read_xml(registry, os.path.join(khronos, 'gl.xml'), 'GL')
    read_xml(registry, os.path.join(khronos, 'glx.xml'), 'GLX')
    read_egl(registry, os.path.join(data, 'egl.in'))
    read_extra(registry, os.path.join(data, 'extra.in'))
    read_flags(registry, os.path.join(data, 'flags.in'), 'flags')
    read_flags(registry, os.path.join(data, 'kinds.in'), 'kinds')
    read_flags(registry, os.path.join(data, 'lists.in'), 'lists')
    read_flags(registry, os.path.join(data, 'matrices.in'), 'matrices')
    check_lists(registry)
    return registry.finish()
