#version 330
float g(float a);
float f(float a) { return g(a - 1.0); }
float g(float a) { return a < 0.0 ? 0.0 : f(a); }
out vec4 c;
void main() { c = vec4(f(1.0)); }
