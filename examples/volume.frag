#version 330
// Rays through a volume, from front to back; one that has become opaque may end.
const int STEPS = 32;
in vec2 place;
uniform sampler3D volume;
uniform float enough; // opacity at which a ray ends; 1: never
out vec4 color;

void main()
{
	vec4 sum = vec4(0.0);
	for (int i = 0; i < STEPS; i++) {
		vec3 at = vec3(place, (float(i) + 0.5) / float(STEPS));
		float opacity = 0.5 * texture(volume, at).r;
		sum += (1.0 - sum.a) * opacity * vec4(at, 1.0);
		if (sum.a > enough)
			break;
	}
	color = vec4(sum.rgb, 1.0);
}
