#version 330 core
// SPDX-License-Identifier: MIT

uniform vec4 tint;
out vec4 color;

void main()
{
	color = tint;
}
