/* SPDX-License-Identifier: MIT */
/*
 * Floats as bytes, in GLSL ES 1.00, which has no bits: the exponent is found by multiplications by
 * powers of two, which are exact, and what is left of the value is then an integer. A value below
 * the smallest normal one may be 0 to the shader, and goes out as that. A NaN has neither a sign
 * nor a payload that this language tells.
 */
#include "instrument/words/bytes.h"

/* Texts, since numbers are printed as the locale has them. */
static const struct step {
	const char *power, *inverse, *below; /* 2^n, 2^-n, 2^(1 - n) */
	unsigned n;
} steps[] = {
	{"18446744073709551616.0", "5.42101086242752217e-20", "1.08420217248550443e-19", 64},
	{"4294967296.0", "2.32830643653869629e-10", "4.65661287307739258e-10", 32},
	{"65536.0", "1.52587890625e-5", "3.0517578125e-5", 16},
	{"256.0", "0.00390625", "0.0078125", 8},
	{"16.0", "0.0625", "0.125", 4},
	{"4.0", "0.25", "0.5", 2},
	{"2.0", "0.5", "1.0", 1},
};

/* Brings a to 1 .. 2, and counts in e. */
static void write_steps(struct gs_rewrite *rw)
{
	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
		gs_rewrite_append(rw, rw->functions, "\t\tif (a >= %s) { a *= %s; e += %u.0; }\n",
			steps[i].power, steps[i].inverse, steps[i].n);
	for (size_t i = 0; i < G_N_ELEMENTS(steps); i++)
		gs_rewrite_append(rw, rw->functions, "\t\tif (a < %s) { a *= %s; e -= %u.0; }\n",
			steps[i].below, steps[i].power, steps[i].n);
}

void gs_bytes_declare(struct gs_rewrite *rw)
{
	gs_rewrite_append(rw, rw->functions,
		"highp vec4 @bytes(highp float v)\n{\n"
		"\thighp float a = abs(v), e = 127.0;\n"
		"\thighp float s = v < 0.0 || (v == 0.0 && 1.0 / v < 0.0) ? 128.0 : 0.0;\n"
		"\tif (v != v)\n\t\treturn vec4(0.0, 0.0, 192.0, 127.0) / 255.0;\n"
		"\tif (a > 3.40282346638528860e38)\n"
		"\t\treturn vec4(0.0, 0.0, 128.0, s + 127.0) / 255.0;\n"
		"\tif (a < 1.17549435082228751e-38) {\n"
		"\t\ta = a * 1267650600228229401496703205376.0 * 562949953421312.0;\n"
		"\t\te = 0.0;\n\t} else {\n");
	write_steps(rw);
	gs_rewrite_append(rw, rw->functions,
		"\t\ta = (a - 1.0) * 8388608.0;\n\t}\n"
		"\thighp float h = floor(a / 65536.0), o = floor(e / 2.0);\n"
		"\ta -= h * 65536.0;\n"
		"\thighp float m = floor(a / 256.0);\n"
		"\treturn vec4(a - m * 256.0, m, h + (e - o * 2.0) * 128.0, s + o) / 255.0;\n}\n");
}

void gs_bytes_write(struct gs_rewrite *rw, unsigned attachment, const char *vector)
{
	for (unsigned k = 0; k < 4 && 4 * attachment + k < rw->layout->n_words; k++)
		gs_rewrite_append(rw, rw->end, "\tgl_FragData[%u] = @bytes(%s.%c);\n",
			4 * attachment + k, vector, "xyzw"[k]);
}
