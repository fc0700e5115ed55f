#version 330
// Points that orbit: what is written here is what is read in the next frame.
in vec4 state; // place, velocity
uniform float step;
out vec4 next;

void main()
{
	vec2 pull = -state.xy;
	vec2 velocity = state.zw + pull * step;
	next = vec4(state.xy + velocity * step, velocity);
	gl_Position = vec4(next.xy, 0.0, 1.0);
}
