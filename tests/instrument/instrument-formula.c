/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/instrument/instrument-formula.h"

struct reader {
	const char *at;
	const double *v;
	bool wrong;
};

static double read_ternary(struct reader *r);

static bool take(struct reader *r, const char *text)
{
	while (isspace((unsigned char)*r->at))
		r->at++;
	if (strncmp(r->at, text, strlen(text)))
		return false;
	r->at += strlen(text);
	return true;
}

static double call(struct reader *r, const char *name)
{
	double a = read_ternary(r), b = 0;

	if (take(r, ","))
		b = read_ternary(r);
	if (!take(r, ")"))
		r->wrong = true;
	if (!strcmp(name, "floor"))
		return floor(a);
	if (!strcmp(name, "trunc"))
		return trunc(a);
	if (!strcmp(name, "abs"))
		return fabs(a);
	if (!strcmp(name, "min"))
		return fmin(a, b);
	if (!strcmp(name, "max"))
		return fmax(a, b);
	if (!strcmp(name, "sqrt"))
		return sqrt(a);
	r->wrong = true;
	return 0;
}

static double read_primary(struct reader *r)
{
	char name[16];
	unsigned n = 0;
	double v;

	if (take(r, "(")) {
		v = read_ternary(r);
		if (!take(r, ")"))
			r->wrong = true;
		return v;
	}
	if (take(r, "-"))
		return -read_primary(r);
	if (take(r, "!"))
		return read_primary(r) == 0;
	if (isdigit((unsigned char)*r->at)) {
		char *end;
		v = strtod(r->at, &end);
		r->at = end;
		return v;
	}
	while (isalpha((unsigned char)*r->at) && n < sizeof(name) - 1)
		name[n++] = *r->at++;
	name[n] = 0;
	if (n == 1 && strchr("xyzw", *name))
		return r->v[*name == 'w' ? 3 : *name - 'x'];
	if (n > 0 && take(r, "("))
		return call(r, name);
	r->wrong = true;
	return 0;
}

static double read_product(struct reader *r)
{
	double v = read_primary(r);

	for (;;) {
		if (take(r, "*"))
			v *= read_primary(r);
		else if (take(r, "/"))
			v /= read_primary(r);
		else if (take(r, "%"))
			v = fmod(v, read_primary(r));
		else
			return v;
	}
}

static double read_sum(struct reader *r)
{
	double v = read_product(r);

	for (;;) {
		if (take(r, "+"))
			v += read_product(r);
		else if (take(r, "-"))
			v -= read_product(r);
		else
			return v;
	}
}

static double read_comparison(struct reader *r)
{
	double v = read_sum(r);

	if (take(r, "<="))
		return v <= read_sum(r);
	if (take(r, ">="))
		return v >= read_sum(r);
	if (take(r, "=="))
		return v == read_sum(r);
	if (take(r, "!="))
		return v != read_sum(r);
	if (take(r, "<"))
		return v < read_sum(r);
	if (take(r, ">"))
		return v > read_sum(r);
	return v;
}

static double read_and(struct reader *r)
{
	double v = read_comparison(r);

	while (take(r, "&&")) {
		double w = read_comparison(r);
		v = v != 0 && w != 0;
	}
	return v;
}

static double read_or(struct reader *r)
{
	double v = read_and(r);

	while (take(r, "||")) {
		double w = read_and(r);
		v = v != 0 || w != 0;
	}
	return v;
}

static double read_ternary(struct reader *r)
{
	double v = read_or(r);

	if (!take(r, "?"))
		return v;
	double a = read_ternary(r);
	if (!take(r, ":"))
		r->wrong = true;
	double b = read_ternary(r);
	return v != 0 ? a : b;
}

bool formula(const char *text, unsigned index, const double v[4], double *value)
{
	struct reader r = {.at = text, .v = v};

	while (index-- > 0) {
		r.at = strchr(r.at, ';');
		if (!r.at)
			return false;
		r.at++;
	}
	*value = read_ternary(&r);
	while (isspace((unsigned char)*r.at))
		r.at++;
	return !r.wrong && (*r.at == 0 || *r.at == ';');
}

unsigned formula_count(const char *text)
{
	unsigned n = 1;

	for (; *text; text++)
		n += *text == ';';
	return n;
}
