#version 330 core
// SPDX-License-Identifier: MIT

in vec2 corner; // of the quad: -1 .. 1
uniform float aspect;
out vec2 screen;

void main()
{
	screen = vec2(corner.x * aspect, corner.y);
	gl_Position = vec4(corner, 0.0, 1.0);
}
