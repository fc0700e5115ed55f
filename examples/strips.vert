#version 400
// Points, each to become two strips.
in vec3 point; // x, y, size
out float size;

void main()
{
	size = point.z;
	gl_Position = vec4(point.xy, 0.0, 1.0);
}
