#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Three frames of GL from Python: GLFW and GL loaded with dlopen, functions found with dlsym and with GetProcAddress."""

import ctypes

glfw = ctypes.CDLL("libglfw.so.3")
gl = ctypes.CDLL("libGL.so.1")
glfw.glfwCreateWindow.restype = ctypes.c_void_p
glfw.glfwMakeContextCurrent.argtypes = [ctypes.c_void_p]
glfw.glfwSwapBuffers.argtypes = [ctypes.c_void_p]
glfw.glfwGetProcAddress.restype = ctypes.c_void_p
gl.glClearColor.argtypes = [ctypes.c_float] * 4
gl.glVertex2f.argtypes = [ctypes.c_float] * 2
COLOR_BUFFER_BIT, TRIANGLES, RGBA, UNSIGNED_BYTE, VERSION = 0x4000, 4, 0x1908, 0x1401, 0x1F02

assert glfw.glfwInit()
window = glfw.glfwCreateWindow(64, 64, b"ctypes", None, None)
assert window
glfw.glfwMakeContextCurrent(window)
get_string = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_uint)(glfw.glfwGetProcAddress(b"glGetString"))
assert get_string(VERSION)
for frame in range(3):
    gl.glClearColor(0.0, 0.0, 1.0, 1.0)
    gl.glClear(COLOR_BUFFER_BIT)
    gl.glBegin(TRIANGLES)
    for x, y in ((-1, -1), (1, -1), (-1, 1)):
        gl.glVertex2f(x, y)
    gl.glEnd()
    pixel = (ctypes.c_ubyte * 4)()
    gl.glReadPixels(60, 60, 1, 1, RGBA, UNSIGNED_BYTE, pixel)
    assert list(pixel[:3]) == [0, 0, 255], list(pixel)
    glfw.glfwSwapBuffers(window)
glfw.glfwTerminate()
print("3 frames")
