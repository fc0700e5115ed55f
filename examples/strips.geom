#version 400
// A strip of one to three squares, upwards in one invocation and downwards in the other.
layout(points, invocations = 2) in;
layout(triangle_strip, max_vertices = 8) out;
in float size[];
out vec3 tint;

void main()
{
	int squares = 1 + gl_PrimitiveIDIn % 3;
	float up = gl_InvocationID == 0 ? 1.0 : -1.0;
	vec2 base = gl_in[0].gl_Position.xy;
	for (int i = 0; i <= squares; i++) {
		float x = base.x + size[0] * float(i);
		tint = vec3(float(i) * 0.25, 0.5, size[0]);
		gl_Position = vec4(x, base.y, 0.0, 1.0);
		EmitVertex();
		tint = vec3(float(i) * 0.25, 1.0, size[0]);
		gl_Position = vec4(x, base.y + up * size[0], 0.0, 1.0);
		EmitVertex();
	}
	EndPrimitive();
}
