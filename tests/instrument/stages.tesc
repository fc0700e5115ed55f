#version 400
layout(vertices = 4) out;
void main()
{
	gl_TessLevelOuter[0] = 2.0;
	barrier();
}
