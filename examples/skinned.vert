#version 330
// A bent arm of two bones, several times.
in vec2 position;
in ivec2 bones;
in vec2 weights;
in vec2 offset; // of the instance
uniform mat4 bone[4];
out float strength;

void main()
{
	vec4 rest = vec4(position, 0.0, 1.0);
	vec4 bent = vec4(0.0);
	strength = 0.0;
	for (int i = 0; i < 2; i++) {
		float weight = weights[i];
		if (weight <= 0.0)
			continue;
		bent += weight * (bone[bones[i]] * rest);
		strength = max(strength, weight);
	}
	gl_Position = bent * vec4(0.25, 0.25, 1.0, 1.0) + vec4(offset, 0.0, 0.0);
}
