#version 120
// SPDX-License-Identifier: MIT

uniform vec4 tint;

void main()
{
	gl_FragColor = tint;
}
