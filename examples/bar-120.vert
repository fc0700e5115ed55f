#version 120
// SPDX-License-Identifier: MIT

attribute vec2 corner; // 0 .. 1
uniform float done; // 0 .. 1: how much of the bar is filled

void main()
{
	vec2 at = vec2(corner.x * done * 1.8 - 0.9, -0.96 + 0.03 * corner.y);
	gl_Position = vec4(at, 0.0, 1.0);
}
