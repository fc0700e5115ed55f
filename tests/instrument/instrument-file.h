/* SPDX-License-Identifier: MIT */
/* clang-format off */
/*
 * A file of tests/instrument/: the shaders of a pipeline, and what must be captured in one of them.
 *
 * It has sections: "[api core|compatibility|es VERSION]" (of the context, 10 * major + minor),
 * "[debug STAGE]" (fragment), "[draw MODE COUNT INSTANCES [VERTICES OF A PATCH]]" or
 * "[dispatch X Y Z]" (other stages), "[STAGE]" with a text, once a shader object, and "[tests]"
 * with the lines
 *   elements N            stages other than fragment: how many
 *   at POSITION KIND      as glstep-glsl walk prints it: main:12@0/f:3 expression; #N: the Nth such
 *                         on the line, from 0
 *   here FORMULA          1 where the element stands there (instrument-formula.h), of the position
 *                         above
 *   true FORMULA          what its decision is, where it stands there
 *   left FORMULA
 *   capture EXPRESSION = FORMULA; FORMULA...
 *                         its scalars, where it stands there; " absent FORMULA" after them: where
 *                         it has no value
 *   covered FORMULA       flags of the coverage variant
 *   emitted N: EXPRESSION = FORMULA; FORMULA...
 *                         its scalars at each of the N vertices emitted before the position
 *   native                everything once more without upgrading the version
 *   alpha                 everything with the program's colour kept in attachment 0, and compared
 *                         with the program's
 *   no-path               the path is not recorded
 *   brief                 it is, but no positions on it are captured
 *   choose ELEMENT FUNCTION
 *                         of a subroutine uniform of the stage
 *   calls NUMBER FORMULA  1 where the call, of an element that stands there, will be of that one of
 *                         the functions chosen
 *   unwritten NAME        what variables of that name hold is the driver's choice
 */
/* clang-format on */
#ifndef GS_TEST_INSTRUMENT_FILE_H
#define GS_TEST_INSTRUMENT_FILE_H

#include "tests/instrument/instrument-gl.h"
#include "tests/instrument/instrument-shared.h"

enum { MAX_UNITS = 4 };

struct check {
	enum { IS_HERE, IS_TRUE, IS_LEFT, CAPTURE, COVERED, EMITTED, CALLS } kind;
	char *at, *expression, *formula;
	char *absent; /* CAPTURE: which elements have no value; NULL none */
	unsigned line, n_records;
	unsigned choice; /* CALLS */
};

struct test {
	const char *file;
	enum gs_api api;
	unsigned version;
	GString *source[GS_N_STAGES][MAX_UNITS];
	struct gl_pipeline pipeline;
	GArray *checks;
	GArray *choices; /* struct gs_subroutine_choice */
	bool native, alpha, no_path, brief;

	struct gs_shader *shader;
	struct gs_plan *plan;
	struct gs_variant_request request;
	struct target original;
	double (*who)[4]; /* per element */
	unsigned n_elements, wanted_elements;
	unsigned failures, n_variants;
	struct shared_test shared;
};

/* Prints what failed, up to a dozen times. */
void test_complain(struct test *t, unsigned line, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* Reads t->file. False: it cannot be read, or is not understood; that is printed. */
bool test_read(struct test *t);

#endif
