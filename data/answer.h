/* SPDX-License-Identifier: MIT */
/*
 * data/answer - what kind of thing functions answer (data/answers.in), for who compares answers of
 * one driver with those of another; and which version of an API or which extension has a function
 * or a constant. Like data.h: static, no state, no GLib.
 */
#ifndef GS_DATA_ANSWER_H
#define GS_DATA_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* data/answers.in says what they mean; data/answers.py has them in this order. */
enum gs_answer_class {
	GS_ANSWER_VALUE,
	GS_ANSWER_COMPILE,
	GS_ANSWER_LINK,
	GS_ANSWER_STATUS,
	GS_ANSWER_FORMAT,
	GS_ANSWER_FORMATS,
	GS_ANSWER_FOUND,
	GS_ANSWER_OBJECT,
	GS_ANSWER_LIMIT,
	GS_ANSWER_LOG,
	GS_ANSWER_ERROR,
	GS_ANSWER_DRIVER,
	GS_ANSWER_MOMENT,
	GS_ANSWER_RECORDER,
};

/* Return what a function answers, whatever it is asked for; VALUE: that depends on it. */
enum gs_answer_class gs_data_answer(unsigned function);
/* Return what is answered where a function is asked for a constant ("pname"). */
enum gs_answer_class gs_data_answer_named(unsigned function, uint32_t name);
/* Return whether an answer of that class says something of what is drawn, and can be compared. */
bool gs_answer_is_compared(enum gs_answer_class class);
/* Return the number of the argument that says what is asked for, a constant or a pointer to some;
 * -1: there is none. */
int gs_data_question(unsigned function);

/* A version of an API, or an extension. */
struct gs_provider {
	const char *name; /* "GL_VERSION_3_0", "GL_EXT_framebuffer_object" */
	uint8_t api;	  /* of a version: enum gs_function_api, GL or GLES */
	uint8_t version;  /* 30; 0: an extension */
};

struct gs_provision {
	uint32_t what;	       /* a constant, or a function's number */
	uint16_t provider;     /* for gs_data_provider */
	bool is_compatibility; /* core profiles do not have it */
};

const struct gs_provider *gs_data_provider(uint16_t provider);
/* Return the *n places that have the function, or the constant; 0: it is not known of any. */
const struct gs_provision *gs_data_function_provisions_of(unsigned function, size_t *n);
const struct gs_provision *gs_data_constant_provisions_of(uint64_t constant, size_t *n);

#endif
