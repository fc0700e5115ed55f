#version 430
// One time step; the fastest of a group is marked.
layout(local_size_x = 8) in;
layout(std430, binding = 0) buffer Particles { vec4 particle[]; }; // place, velocity
uniform float step;
shared float speeds[8];

void main()
{
	uint index = gl_GlobalInvocationID.x;
	vec4 p = particle[index];
	float speed = dot(p.zw, p.zw);
	speeds[gl_LocalInvocationID.x] = speed;
	barrier();
	float fastest = 0.0;
	for (int i = 0; i < 8; i++)
		fastest = max(fastest, speeds[i]);
	p.xy += p.zw * step;
	if (abs(p.x) > 1.0)
		p.z = -p.z;
	if (speed == fastest)
		p.w -= 0.5 * step;
	particle[index] = p;
}
