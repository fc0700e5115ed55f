#version 330
in vec2 velocity;
out vec4 color;

void main()
{
	color = vec4(abs(velocity), 1.0, 1.0);
}
