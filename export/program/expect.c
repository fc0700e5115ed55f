/* SPDX-License-Identifier: MIT */
/* What GL holds, beside what it held when the trace was recorded. */
#include <stdio.h>
#include "program.h"

enum { MOST = 16 };

static unsigned differences;

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-4 * (fabs(a) + fabs(b)) + 1e-6;
}

/* A name that this context does not know says nothing. */
static bool ask(GLenum name, enum expected kind, double is[MOST])
{
	GLint integers[MOST] = {0};
	GLfloat floats[MOST] = {0};
	while (glGetError())
		continue;
	if (kind == EXPECT_ENABLED)
		integers[0] = glIsEnabled(name);
	else if (kind == EXPECT_INTEGERS)
		glGetIntegerv(name, integers);
	else
		glGetFloatv(name, floats);
	for (unsigned i = 0; i < MOST; i++)
		is[i] = kind == EXPECT_FLOATS ? (double)floats[i] : integers[i];
	return !glGetError();
}

void expect(GLenum name, const char *text, enum expected kind, const double *values, size_t n)
{
	double is[MOST];
	if (!ask(name, kind, is))
		return;
	for (size_t i = 0; i < n && i < MOST; i++) {
		bool same = kind == EXPECT_FLOATS ? is_near(is[i], values[i])
						  : (GLint)is[i] == (GLint)(int64_t)values[i];
		if (same)
			continue;
		fprintf(stderr, "frame %llu: %s is %.9g, not %.9g\n", frame_number(), text, is[i],
			values[i]);
		differences++;
		return;
	}
}

bool all_expected(void)
{
	return !differences;
}
