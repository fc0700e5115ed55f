#version 330
out vec2 place;

void main()
{
	vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
	place = corner;
	gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}
