#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which functions end a frame, and which a dump leaves out, follows from their names: for every name of
the registry, and those of other systems that traces hold, both dumps agree."""
import os
import re
import sys
import tempfile
import xml.etree.ElementTree

from trace_bytes import Trace
from trace_tools import judge, need_apitrace, dump

REGISTRY = "/usr/share/khronos-api"
OTHERS = """CGLFlushDrawable CGLGetCurrentContext CGLSetCurrentContext IDXGISwapChain::Present IDXGISwapChain1::Present1
IDXGIDecodeSwapChain::PresentBuffer IDirect3DDevice8::Present IDirect3DDevice9::Present IDirect3DDevice9Ex::PresentEx
IDirect3DDevice9Ex::Present IDirect3DSwapChain9::Present IDirect3DSwapChain9Ex::Present IDirect3D9::GetDeviceCaps
IDirect3D9::EnumAdapterModes IDirect3DDevice9::GetRenderTargetData IDirect3DDevice9Ex::GetRenderTargetData
IDirect3DDevice9::GetDeviceCaps IDirect3DDevice8::GetDeviceCaps IDirect3D8::CheckDeviceFormat
IDirect3D8::EnumAdapterModes IDirect3D8::GetAdapterModeCount IDirect3D8::GetDeviceCaps IDirect3D9::CheckDeviceFormat
IDirect3D9::GetAdapterModeCount IDirect3D9Ex::CheckDeviceFormat IDirect3D9Ex::EnumAdapterModes
IDirect3D9Ex::GetAdapterModeCount IDirect3D9Ex::GetDeviceCaps ID3D10Device::CheckMultisampleQualityLevels
ID3D11Device::CheckMultisampleQualityLevels ID3D11Device5::CheckMultisampleQualityLevels ID3D11Device::Draw
malloc free realloc memcpy wglSwapMultipleBuffers wglGetDefaultProcAddress wglDescribePixelFormat wglGetPixelFormat
wglGetCurrentContext wglGetCurrentDC wglGetProcAddress wglSwapBuffers wglSwapLayerBuffers wglSetPixelFormat
glXGetProcAddress glXGetConfig glX glXx egl gl g""".split()


def names():
    found = set(OTHERS)
    for file in ("gl.xml", "glx.xml", "egl.xml", "wgl.xml"):
        path = os.path.join(REGISTRY, file)
        if os.path.exists(path):
            tree = xml.etree.ElementTree.parse(path)
            found.update(name.text for name in tree.iterfind("./commands/command/proto/name"))
    with open(os.path.join(os.environ["top_srcdir"], "data", "egl.in"), encoding="utf-8") as text:
        found.update(re.findall(r"\begl[A-Z]\w+", text.read()))
    return sorted(found)


need_apitrace()
trace = Trace(6)
for word in names():
    trace.call(word)
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "names.trace")
    trace.save(file)
    judge(file, folder)
    left_out = trace.next_call - dump(file).count(b"()")
if trace.next_call < 3000 or left_out < 50:
    sys.exit(f"only {trace.next_call} names, {left_out} left out: the registry was not found")
print(f"PASS names: {trace.next_call} functions, {left_out} left out")
