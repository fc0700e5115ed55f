# SPDX-License-Identifier: MIT
"""A trace whose calls GL would read where there is nothing for: each is illegal in a program, and kills it with most drivers."""
import struct

from trace_bytes import NULL, TRUE, Trace, array, blob, double, pointer, sint, text, unsigned

HUGE, NOWHERE = (1 << 31) - 1, pointer(0x7f1122334000)
ARRAY_BUFFER, ELEMENT_BUFFER, PACK_BUFFER = 0x8892, 0x8893, 0x88EB
FLOAT, INT, BYTE, SHORT, TRIANGLES = 0x1406, 0x1405, 0x1401, 0x1403, 4
TEXTURE_2D, RGBA, VERTEX_SHADER, VERTEX_ARRAY, COLOR_ARRAY = 0xDE1, 0x1908, 0x8B31, 0x8074, 0x8076
LENGTH, VERTICES = "the trace has less behind", "reads vertices that the trace does not have"
UNTOLD = "GL does not tell how many"
ROOM = "more than there is room for"
GL_TEXTURE_2D_IMAGE, GL_TEXTURE_3D_IMAGE, GL_RENDERBUFFER_IMAGE = 0x30B1, 0x30B2, 0x30B9  # EGL's words
IMAGE_LEVEL, IMAGE_LAYER, NONE = 0x30BC, 0x30BD, 0x3038


def value(given):
    if isinstance(given, bytes):
        return given
    if isinstance(given, float):
        return double(given)
    return unsigned(given) if given >= 0 else sint(given)


class Lies(Trace):
    """self.told: what is to be said, by the call's number; None: nothing."""

    def __init__(self):
        super().__init__(5)
        self.told = {}

    def make(self, name, *args, result=None, told=None):
        """Add a call, and return its number. args: numbers, or what trace_bytes.py encodes: blob(bytes), not the bytes themselves."""
        number = self.call(name, [f"a{i}" for i in range(len(args))], [value(arg) for arg in args], result=result)
        if told:
            self.told[number] = told
        return number


def context(trace, context_id=0xC0):
    trace.make("glXCreateContext", pointer(0xD0), NULL, NULL, TRUE, result=pointer(context_id))
    trace.make("glXMakeCurrent", pointer(0xD0), unsigned(0xA0), pointer(context_id), result=TRUE)


def images(trace):
    image = [TEXTURE_2D, 0, RGBA, 64, 64, 0, RGBA, BYTE]
    trace.make("glTexImage2D", *image, blob(bytes(64 * 64 * 4 - 1)), told=LENGTH)
    trace.make("glTexImage2D", *image, blob(bytes(64 * 64 * 4)))
    trace.make("glTexSubImage2D", TEXTURE_2D, 0, 0, 0, 64, 64, RGBA, BYTE, NULL, told=LENGTH)
    trace.make("glPixelStorei", 0x0CF3, 1 << 28)  # GL_UNPACK_SKIP_ROWS
    trace.make("glDrawPixels", 64, 64, RGBA, BYTE, blob(bytes(64 * 64 * 4)), told=LENGTH)
    trace.make("glPixelStorei", 0x0CF3, 0)
    trace.make("glPixelStorei", 0x0D03, 1 << 28)  # GL_PACK_SKIP_ROWS
    trace.make("glReadPixels", 0, 0, 8, 8, RGBA, BYTE, blob(bytes(8)), told=ROOM)
    trace.make("glPixelStorei", 0x0D03, 0)
    trace.make("glGetTexImage", TEXTURE_2D, 0, RGBA, FLOAT, blob(b"\1"), told="reads other bytes")
    trace.make("glBitmap", 512, 512, 0.0, 0.0, 0.0, 0.0, blob(b"\0"), told=LENGTH)


def values(trace):
    trace.make("glVertex3fv", NULL, told=LENGTH)
    trace.make("glColor4fv", array(double(1), double(1)), told=LENGTH)
    trace.make("glGetIntegerv", 0x0D33, unsigned(5))  # is written elsewhere
    trace.make("glGenTextures", HUGE, array(unsigned(9)), told=ROOM)
    trace.make("glGenQueries", 1 << 24, array(unsigned(9)), told=ROOM)
    trace.make("glCallLists", HUGE, FLOAT, blob(bytes(16)), told=LENGTH)
    trace.make("glGenLists", HUGE, result=unsigned(1), told="is about 2147483647 lists")
    trace.make("glMap1f", 0x0D97, 0.0, 1.0, 3, HUGE, blob(bytes(36)), told=LENGTH)
    trace.make("glCreateShader", VERTEX_SHADER, result=unsigned(1 << 40))
    trace.make("glCreateShader", VERTEX_SHADER, result=unsigned(7))
    trace.make("glShaderSource", 7, 1, array(unsigned(12)), NULL, told=LENGTH)
    trace.make("glShaderSource", 7, 2, array(text("void main() {}"), blob(b"no end")), NULL)
    trace.make("glShaderSource", 7, HUGE, array(text("void main() {}")), NULL)
    trace.make("glCreateProgram", result=unsigned(8))
    trace.make("glBindAttribLocation", 8, 1, NULL, told=LENGTH)
    trace.make("glFeedbackBuffer", 1 << 16, 0x0600, blob(b""))
    trace.make("glFeedbackBuffer", 4, 0xBAD, blob(b""))  # refused: GL keeps the first
    trace.make("glRenderMode", 0x1C01, result=unsigned(0))
    for name, at in (("glBegin", [TRIANGLES]), *[("glVertex2f", [0.5, 0.5])] * 3000, ("glEnd", [])):
        trace.make(name, *at)
    trace.make("glRenderMode", 0x1C00, result=unsigned(8000))


def buffers(trace):
    trace.make("glGenBuffers", 1, array(unsigned(3)))
    trace.make("glBindBuffer", ARRAY_BUFFER, 3)
    trace.make("glBufferData", ARRAY_BUFFER, 1 << 40, blob(bytes(4)), 0x88E4, told=LENGTH)
    trace.make("glBufferData", ARRAY_BUFFER, 1 << 20, NULL, 0x88E4)
    trace.make("glMapBuffer", ARRAY_BUFFER, 0x88B9, result=pointer(0x7f0000000000))
    trace.make("memcpy", pointer(0x7f0000000000), blob(bytes(16)), unsigned(16))
    trace.make("glUnmapBuffer", ARRAY_BUFFER, result=TRUE)
    trace.make("glBufferData", ARRAY_BUFFER, 16, NULL, 0x88E4)
    trace.make("memcpy", pointer(0x7f0000000000), blob(bytes(1 << 20)), unsigned(1 << 20), told="no memory")


def command(*words):
    return blob(struct.pack(f"<{len(words)}I", *words))


def indirect_draws(trace):
    """The arrays have three vertices."""
    trace.make("glDrawArraysIndirect", TRIANGLES, command(3, 1, 0, 0))
    trace.make("glDrawArraysIndirect", TRIANGLES, command(0, 1, 1 << 24, 0))
    trace.make("glDrawArraysIndirect", TRIANGLES, command(3, 1, 1 << 24, 0), told=VERTICES)
    trace.make("glMultiDrawArraysIndirect", TRIANGLES, command(3, 1, 0, 0, 3, 0, 1 << 24, 0), 2, 0)
    trace.make("glMultiDrawArraysIndirect", TRIANGLES, command(0, 1, 1 << 24, 0, 3, 1, 0, 0), 2, 0)
    trace.make("glMultiDrawElementsEXT", TRIANGLES, array(unsigned(0), unsigned(3)), SHORT, array(NULL, blob(bytes(6))), 2)
    for counts in (0, 3), (0, 0):
        trace.make("glMultiDrawArraysEXT", TRIANGLES, array(unsigned(1 << 24), unsigned(0)), array(*map(unsigned, counts)), 2)
    trace.make("glMultiDrawArraysIndirect", TRIANGLES, command(3, 1, 0, 0, 3, 1, 1 << 24, 0), 2, 0, told=VERTICES)
    for first, told in (0, None), (1 << 24, VERTICES):
        trace.make("glMultiModeDrawArraysIBM", array(unsigned(TRIANGLES)), array(unsigned(first)), array(unsigned(3)), 1, 4, told=told)
    for last, told in (2, None), (1 << 24, VERTICES):
        trace.make("glMultiModeDrawElementsIBM", array(unsigned(TRIANGLES)), array(unsigned(3)), INT, array(command(0, 1, last)), 1, 4, told=told)
    trace.make("glDrawTransformFeedback", TRIANGLES, 0, told=UNTOLD)


def empty_buffers(trace):
    """Colours in a buffer that gets data, and loses them; indices behind a buffer's end."""
    whole, none = ["glBufferData", ARRAY_BUFFER, 36, NULL, 0x88E4], ["glBufferData", ARRAY_BUFFER, 0, NULL, 0x88E4]
    trace.make("glGenBuffers", 2, array(unsigned(4), unsigned(5)))
    trace.make("glBindBuffer", ARRAY_BUFFER, 4)
    trace.make("glEnableClientState", COLOR_ARRAY)
    trace.make("glColorPointer", 3, FLOAT, 0, NULL)
    trace.make("glDrawArraysInstancedBaseInstance", TRIANGLES, 0, 3, 1, 0, told=VERTICES)
    trace.make(*whole)
    trace.make("glDrawElementsInstanced", TRIANGLES, 3, SHORT, blob(bytes(6)), 1)
    trace.make(*none)
    trace.make("glDrawElementsInstancedBaseVertex", TRIANGLES, 3, SHORT, blob(bytes(6)), 1, 0, told=VERTICES)
    trace.make("glDisableClientState", COLOR_ARRAY)
    trace.make("glBindBuffer", ELEMENT_BUFFER, 5)
    trace.make("glBufferData", ELEMENT_BUFFER, 6, blob(bytes(6)), 0x88E4)
    trace.make("glDrawElementsInstancedEXT", TRIANGLES, 3, SHORT, NULL, 1)
    trace.make("glDrawElementsBaseVertex", TRIANGLES, 3, SHORT, pointer(1024), 0, told=VERTICES)
    trace.make("glBindBuffer", ELEMENT_BUFFER, 0)
    trace.make("glBindBuffer", ARRAY_BUFFER, 0)


def draws(trace):
    draw = ["glDrawArrays", TRIANGLES, 0]
    trace.make("glVertexPointer", 3, FLOAT, 0, NULL)  # in the buffer that is bound
    trace.make("glEnableClientState", VERTEX_ARRAY)
    trace.make("glDeleteBuffers", 1, array(unsigned(3)))
    trace.make(*draw, 3, told=VERTICES)
    trace.make("glVertexPointer", 3, FLOAT, 0, blob(bytes(36)))
    trace.make(*draw, 3)
    trace.make("glDrawArrays", 5, 1 << 24, 3)
    trace.make("glBegin", TRIANGLES)
    trace.make("glArrayElement", 1 << 20, told=VERTICES)
    trace.make("glEnd")
    trace.make("glDrawElements", TRIANGLES, 3, INT, blob(b"\0\0\0\0\1\0\0\0\0\0\0\2"), told=VERTICES)
    trace.make("glDrawElements", TRIANGLES, 3, SHORT, NULL)
    trace.make("glDrawElements", TRIANGLES, 1 << 24, SHORT, blob(bytes(6)))
    trace.make("glDrawRangeElements", TRIANGLES, 0, 1, 3, SHORT, NULL, told=LENGTH)
    trace.make("glMultiDrawArrays", TRIANGLES, array(unsigned(0), unsigned(1 << 24)), array(unsigned(3), unsigned(3)), 2, told=VERTICES)
    trace.make("glMultiDrawElements", TRIANGLES, array(unsigned(3), unsigned(1000)), SHORT, array(blob(bytes(6)), blob(bytes(6))), 2, told=LENGTH)
    indirect_draws(trace)
    empty_buffers(trace)
    trace.make("glPrimitiveRestartIndexNV", 99)
    trace.make("glEnableClientState", 0x8558)  # GL_PRIMITIVE_RESTART_NV
    for name, at in (("glBegin", [TRIANGLES]), ("glArrayElement", [99]), ("glEnd", [])):
        trace.make(name, *at)
    trace.make("glDisableClientState", 0x8558)
    trace.make("glEnableVertexAttribArray", 0)
    trace.make("glVertexAttribPointer", 0, 2, FLOAT, 0, -2, blob(bytes(32)))
    trace.make("glDrawArraysInstancedARB", TRIANGLES, 0, 3, 1, told=VERTICES)
    trace.make("glDisableVertexAttribArray", 0)
    trace.make("glInterleavedArrays", 0x2A21, 0, blob(bytes(8)))
    trace.make("glDrawArraysEXT", TRIANGLES, 0, 1 << 16, told=VERTICES)
    trace.make("glDisableClientState", VERTEX_ARRAY)
    trace.make("glDrawArraysInstanced", TRIANGLES, 0, HUGE, HUGE, told="draws 4611686014132420609 vertices")


def egl_context(trace, context_id):
    trace.make("eglCreateContext", pointer(0xD0), pointer(0xE0), NULL, array(unsigned(0x3098), unsigned(3), unsigned(NONE)), result=pointer(context_id))
    trace.make("eglMakeCurrent", pointer(0xD0), pointer(0xA0), pointer(0xA0), pointer(context_id), result=TRUE)


def shared_images():
    """EGLImages of what there is not, and of what there is no more; and a last call that is to be made."""
    trace = Lies()
    display, context_id, target = pointer(0xD0), pointer(0xC0), "glEGLImageTargetTexture2DOES"
    egl_context(trace, 0xC1)
    egl_context(trace, 0xC0)
    for name in (1, 2, 3):
        trace.make("glGenTextures", 1, array(unsigned(name)))
        trace.make("glBindTexture", TEXTURE_2D, name)
        if name == 1:
            trace.make("glTexParameteri", TEXTURE_2D, 0x2801, 0x2600)
            trace.make("glTexImage2D", TEXTURE_2D, 0, RGBA, 4, 4, 0, RGBA, BYTE, blob(bytes(64)))
    trace.make(target, TEXTURE_2D, pointer(0xBAD), told="what it holds is lost")
    trace.make("eglDestroyContext", display, pointer(0xC1), result=TRUE)
    made = [(context_id, GL_TEXTURE_2D_IMAGE, 77), (context_id, GL_TEXTURE_2D_IMAGE, 2), (context_id, GL_TEXTURE_2D_IMAGE, 0),
            (context_id, GL_TEXTURE_2D_IMAGE, 0x7f1122334001), (context_id, GL_TEXTURE_3D_IMAGE, 1), (context_id, GL_RENDERBUFFER_IMAGE, 1),
            (context_id, 0x30B5, 1), (context_id, 0x3270, 1), (pointer(0xC1), GL_TEXTURE_2D_IMAGE, 1), (pointer(0xBAD), GL_TEXTURE_2D_IMAGE, 1),
            (NULL, GL_TEXTURE_2D_IMAGE, 1)]
    lists = [(IMAGE_LEVEL, 5), (IMAGE_LEVEL, HUGE), (IMAGE_LEVEL, -1), (IMAGE_LAYER, HUGE), (0xBAD, 1), (IMAGE_LEVEL,), (HUGE, HUGE, NONE)]
    made += [(context_id, GL_TEXTURE_2D_IMAGE, 1, array(*map(value, words))) for words in lists]
    for i, (owner, kind, name, *attributes) in enumerate(made):
        create = ("eglCreateImage", "eglCreateImageKHR")[i % 2]
        trace.make(create, display, owner, kind, pointer(name), *(attributes or [NULL]), result=pointer(0x100 + i))
        trace.make(target, TEXTURE_2D, pointer(0x100 + i))
    for _ in range(2):
        trace.make("eglCreateImageKHR", display, context_id, GL_TEXTURE_2D_IMAGE, pointer(1), NULL, result=pointer(0x200))
    for to, image in ((TEXTURE_2D, 0x200), (0xBAD, 0x200), (HUGE, 0x200), (TEXTURE_2D, 0)):
        trace.make(target, to, pointer(image))
    trace.make("glEGLImageTargetRenderbufferStorageOES", 0x8D41, pointer(0x200))  # none is bound
    trace.make("glEGLImageTargetTexStorageEXT", TEXTURE_2D, pointer(0x200), array(unsigned(7), unsigned(7)))
    trace.make("glEGLImageTargetTexStorageEXT", TEXTURE_2D, pointer(0x200), NULL)
    trace.make("glEGLImageTargetTextureStorageEXT", 99, pointer(0x200), NULL)
    trace.make("glDeleteTextures", 1, array(unsigned(1)))
    trace.make("eglCreateImageKHR", display, context_id, GL_TEXTURE_2D_IMAGE, pointer(1), NULL, result=pointer(0x201))
    for image in (0x200, 0x200, 0x201, 0xBAD, 0):
        trace.make("eglDestroyImageKHR", display, pointer(image), result=TRUE)
        trace.make(target, TEXTURE_2D, pointer(image))
    number = trace.enter("glTexImage2D", ["a"] * 9, [value(v) for v in (TEXTURE_2D, 0, RGBA, 4, 4, 0, RGBA, BYTE)] + [blob(bytes(64))], flags=1)
    trace.leave(number)
    trace.make("glFlush")
    trace.make("eglSwapBuffers", display, pointer(0xA0), result=TRUE)
    return trace


def lies():
    """All of these, behind a context; and a last call that is to be made."""
    trace = Lies()
    context(trace)
    for part in (images, values, buffers, draws):
        part(trace)
    trace.make("glXMakeCurrent", pointer(0xD0), unsigned(0xA0), pointer(0xBAD), result=TRUE, told="that there is not here")
    trace.make("glFlush", told="no context is current")
    context(trace, 0xC1)
    for size in (0, HUGE, -1):
        number = trace.enter("glViewport", ["x", "y", "width", "height"], [value(0), value(0), value(size), value(size)], flags=1)
        trace.leave(number)
    trace.make("glGetTexImage", TEXTURE_2D, 0, RGBA, BYTE, NOWHERE)
    trace.make("glFlush")
    trace.make("glXSwapBuffers", pointer(0xD0), unsigned(0xA0))
    return trace
