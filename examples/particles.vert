#version 330
in vec4 particle;
out vec2 velocity;

void main()
{
	velocity = particle.zw;
	gl_PointSize = 3.0;
	gl_Position = vec4(particle.xy, 0.0, 1.0);
}
