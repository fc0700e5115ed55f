#version 400
in vec3 corner;

void main()
{
	gl_Position = vec4(corner, 1.0);
}
