#version 400
in float bump;
out vec4 color;

void main()
{
	color = vec4(bump, 1.0 - bump, 0.5, 1.0);
}
