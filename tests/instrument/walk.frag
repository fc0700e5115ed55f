#version 330 core
out vec4 colour;
const int limit = 3;
float f(float a)
{
	if (a > 1.0)
		return a;
	return -a;
}
void stop(bool b)
{
	if (b)
		discard;
}
void unused() { colour = vec4(0.0); }
void main()
{
	float s = f(f(gl_FragCoord.x));
	for (int i = 0, j = 1; i < limit; ++i) {
		if (i == 1)
			continue;
		for (;;) {
			s += 1.0;
			if (s > 9.0)
				break;
		}
		if (s > 20.0 && f(s) > 3.0 || i > 5)
			break;
	}
	do {
		s--;
	} while (s > 0.0);
	stop(s < 0.0 ? true : false);
	switch (int(s)) {
	case 1:
		s = 2.0;
	case 2:
		s = 3.0;
		break;
	default:
		s = 4.0;
	}
	if (s == 4.0)
		return;
	colour = vec4(s);
}
