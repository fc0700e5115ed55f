#version 400
// The first patch is divided more finely than the second.
layout(vertices = 4) out;
uniform float finest;
out vec3 lifted[];
patch out float height;

void main()
{
	float level = gl_PrimitiveID == 0 ? finest : finest - 2.0;
	lifted[gl_InvocationID] = gl_in[gl_InvocationID].gl_Position.xyz + vec3(0.0, 0.0, float(gl_InvocationID) * 0.125);
	barrier();
	if (gl_InvocationID == 0) {
		height = lifted[3].z;
		gl_TessLevelInner[0] = level;
		gl_TessLevelInner[1] = level;
		for (int i = 0; i < 4; i++)
			gl_TessLevelOuter[i] = level;
	}
}
