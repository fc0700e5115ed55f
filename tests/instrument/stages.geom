#version 150
layout(triangles) in;
layout(triangle_strip, max_vertices = 4) out;
in vec3 normal[];
out vec3 colour;
void main()
{
	for (int i = 0; i < 3; ++i) {
		colour = normal[i];
		EmitVertex();
	}
	EndPrimitive();
}
