#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Maps a part of a buffer, writes it whole, and gives it back; map-range.py named: by the buffer's name."""

import ctypes
import sys

glfw = ctypes.CDLL("libglfw.so.3")
gl = ctypes.CDLL("libGL.so.1")
glfw.glfwCreateWindow.restype = ctypes.c_void_p
glfw.glfwMakeContextCurrent.argtypes = [ctypes.c_void_p]
gl.glMapBufferRange.restype = ctypes.c_void_p
gl.glMapBufferRange.argtypes = [ctypes.c_uint, ctypes.c_ssize_t, ctypes.c_ssize_t, ctypes.c_uint]
gl.glBufferData.argtypes = [ctypes.c_uint, ctypes.c_ssize_t, ctypes.c_void_p, ctypes.c_uint]
ARRAY_BUFFER, STATIC_DRAW, MAP_WRITE = 0x8892, 0x88E4, 2
WHOLE, OFFSET, LENGTH = 1 << 20, 1 << 16, 5000

assert glfw.glfwInit()
window = glfw.glfwCreateWindow(64, 64, b"map-range", None, None)
assert window
glfw.glfwMakeContextCurrent(window)
name = ctypes.c_uint()
gl.glGenBuffers(1, ctypes.byref(name))
gl.glBindBuffer(ARRAY_BUFFER, name)
gl.glBufferData(ARRAY_BUFFER, WHOLE, None, STATIC_DRAW)
if sys.argv[1:] == ["named"]:  # of EXT_direct_state_access, which contexts below 3.1 have, too
    glfw.glfwGetProcAddress.restype = ctypes.c_void_p
    map_range = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint, ctypes.c_ssize_t, ctypes.c_ssize_t, ctypes.c_uint)(
        glfw.glfwGetProcAddress(b"glMapNamedBufferRangeEXT"))
    unmap = ctypes.CFUNCTYPE(ctypes.c_ubyte, ctypes.c_uint)(glfw.glfwGetProcAddress(b"glUnmapNamedBufferEXT"))
    buffer = name.value
else:
    map_range, unmap, buffer = gl.glMapBufferRange, gl.glUnmapBuffer, ARRAY_BUFFER
at = map_range(buffer, OFFSET, LENGTH, MAP_WRITE)
assert at
ctypes.memset(at, 7, LENGTH)
unmap(buffer)
gl.glFinish()
glfw.glfwTerminate()
