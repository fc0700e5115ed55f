#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws three arrays in turn, in six rounds, which differ in their last number alone."""

import ctypes

glfw = ctypes.CDLL("libglfw.so.3")
gl = ctypes.CDLL("libGL.so.1")
glfw.glfwCreateWindow.restype = ctypes.c_void_p
glfw.glfwMakeContextCurrent.argtypes = [ctypes.c_void_p]
gl.glVertexPointer.argtypes = [ctypes.c_int, ctypes.c_uint, ctypes.c_int, ctypes.c_void_p]
TRIANGLES, FLOAT, VERTEX_ARRAY, VERTICES = 4, 0x1406, 0x8074, 3000

assert glfw.glfwInit()
window = glfw.glfwCreateWindow(64, 64, b"alike-arrays", None, None)
assert window
glfw.glfwMakeContextCurrent(window)
arrays = [(ctypes.c_float * (2 * VERTICES))() for _ in range(3)]
for i, array in enumerate(arrays):
    array[2 * VERTICES - 1] = 1 + i
gl.glEnableClientState(VERTEX_ARRAY)
for _ in range(6):
    for array in arrays:
        gl.glVertexPointer(2, FLOAT, 0, array)
        gl.glDrawArrays(TRIANGLES, 0, VERTICES)
gl.glFinish()
glfw.glfwTerminate()
