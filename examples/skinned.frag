#version 330
in float strength;
out vec4 color;

void main()
{
	color = vec4(strength, 0.5, 1.0 - strength, 1.0);
}
