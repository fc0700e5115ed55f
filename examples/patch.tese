#version 400
// A bump over the four corners.
layout(quads, equal_spacing, ccw) in;
in vec3 lifted[];
patch in float height;
out float bump;

void main()
{
	vec2 at = gl_TessCoord.xy;
	vec3 low = mix(lifted[0], lifted[1], at.x);
	vec3 high = mix(lifted[2], lifted[3], at.x);
	bump = 16.0 * at.x * (1.0 - at.x) * at.y * (1.0 - at.y) * height;
	vec3 place = mix(low, high, at.y) + vec3(0.0, 0.0, bump);
	gl_Position = vec4(place.x, place.y * 0.75 + place.z * 0.5, place.z * 0.5, 1.0);
}
