/* SPDX-License-Identifier: MIT */
/* Compares GL's state with what it was when the trace was recorded. */
#include <stdio.h>
#include "program.h"

enum { MOST = 16 };

static unsigned differences;
static GLenum held; /* an error of the frame's calls that a question of this file has cleared */

/* Clear GL's errors. Return the first. */
static GLenum clear_errors(void)
{
	GLenum first = glGetError();
	while (first && glGetError())
		continue;
	return first;
}

static bool is_near(double a, double b)
{
	return fabs(a - b) <= 1e-4 * (fabs(a) + fabs(b)) + 1e-6;
}

/* Ask GL for a state. Return false if this context does not know the name. */
static bool ask(GLenum name, enum expected kind, double is[MOST])
{
	GLint integers[MOST] = {0};
	GLfloat floats[MOST] = {0};
	GLenum error = clear_errors();
	held = held ? held : error;
	if (kind == EXPECT_ENABLED)
		integers[0] = glIsEnabled(name);
	else if (kind == EXPECT_INTEGERS)
		glGetIntegerv(name, integers);
	else
		glGetFloatv(name, floats);
	for (unsigned i = 0; i < MOST; i++)
		is[i] = kind == EXPECT_FLOATS ? (double)floats[i] : integers[i];
	return !clear_errors();
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

static union {
	GLint integers[MOST];
	GLfloat floats[MOST];
	GLdouble doubles[MOST];
	GLboolean booleans[MOST];
} answer;

void *asserted_answer(void)
{
	memset(&answer, 0, sizeof answer);
	return &answer;
}

static double answered(enum asserted kind, size_t i)
{
	switch (kind) {
	case ASSERTED_INTEGERS:
		return answer.integers[i];
	case ASSERTED_FLOATS:
		return (double)answer.floats[i];
	case ASSERTED_DOUBLES:
		return answer.doubles[i];
	default:
		return answer.booleans[i];
	}
}

static void tell(const char *text, double is, double was, const char *by)
{
	fprintf(stderr, "frame %llu: %s is %.9g, not %.9g %s\n", frame_number(), text, is, was, by);
	differences++;
}

void asserted(const char *text, enum asserted kind, const double *values, size_t n, const char *by)
{
	for (size_t i = 0; i < n && i < MOST; i++) {
		double is = answered(kind, i);
		bool is_real = kind == ASSERTED_FLOATS || kind == ASSERTED_DOUBLES;
		if (is_real ? is_near(is, values[i]) : is == values[i])
			continue;
		tell(text, is, values[i], by);
		return;
	}
}

void asserted_enabled(const char *text, GLboolean is, int was)
{
	if ((is != 0) != was)
		tell(text, is != 0, was, "as the trace asserts");
}

void told_number(const char *text, GLenum is, GLenum was)
{
	if (is != was)
		tell(text, is, was, "as when it was recorded");
}

void told_error(GLenum was)
{
	GLenum is = held ? held : clear_errors();
	clear_errors();
	held = 0;
	if (is) /* questions that are no part of this program may have had others */
		told_number("GL's error", is, was);
}

bool all_expected(void)
{
	return !differences;
}
