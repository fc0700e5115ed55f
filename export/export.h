/* SPDX-License-Identifier: MIT */
/*
 * export/ - writes a trace as a program in C that draws the same: readable sources of bounded size,
 * large data in a file beside them, and a Makefile. Needs no GL; the program does not depend on
 * glstep.
 *
 * Input: a trace, which is untrusted. Its texts stay inside of comments and strings, names become
 * identifiers, and a call that the trace describes incompletely becomes a comment that says so.
 * Output: a new folder.
 *   Makefile                 `make && ./NAME`; WINDOW=glfw or WINDOW=egl
 *   frames-*.c               a function for each frame, "frame_12"; long ones in parts
 *   objects-*.c              a variable for each object, context, window and location
 *   gl.*                     the types, constants and functions of GL that are used
 *   shaders/                 the sources of shaders
 *   data.bin                 arrays and pixels
 *   main.c and others        the same for all traces (export/program/)
 *
 * The program has one thread, as glstep-replay has, and makes the same calls in the same order;
 * those of GLX and EGL become calls of functions in its main.c.
 */
#ifndef GS_EXPORT_H
#define GS_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

struct gs_call_set;

struct gs_export_wish {
	const char *name; /* of the trace, where the file has another one; NULL: the file's */
	/* Bits of enum gs_wire_trace_class; calls of other classes become comments. */
	uint32_t classes;
	/* Likewise, by call; NULL: all calls. Not with .has_frames. */
	const struct gs_call_set *calls;
	/* Bits as gs_data_state_group: groups of state that the program compares with the trace
	 * at the beginning of each frame but the first. */
	uint32_t asserts;
	/* Export only frames first to last, which are extracted first
	 * (effects/extract/extract.h). */
	bool has_frames;
	uint64_t first, last;
	bool (*stops)(void *data); /* called while files are read; true stops. NULL: never stop */
	void *stops_data;
};

struct gs_export_figures {
	uint64_t calls, frames; /* of the trace, or of the extracted part */
	uint64_t left_out;	/* calls that cannot be exported; comments in the program say why */
	char first_left_out[160]; /* text of the first such comment, or "" */
	uint64_t not_chosen;	  /* calls that .classes or .calls exclude */
	uint64_t data_bytes;	  /* size of data.bin */
	unsigned sources;	  /* number of files with frames */
	char name[64];		  /* name of the program */
	/* A sentence about the part of the file that was not read, g_free(); NULL. */
	char *rest;
	bool is_damaged; /* the trace is damaged, which .rest is about */
};

enum gs_export_result {
	GS_EXPORT_DONE,
	GS_EXPORT_NOTHING_THERE, /* the trace has no such frame */
	GS_EXPORT_NO_TRACE,	 /* it cannot be read as a trace */
	GS_EXPORT_NO_FOLDER,	 /* it exists and is not empty, or cannot be created */
	GS_EXPORT_STOPPED,	 /* stopped by .stops */
	GS_EXPORT_NOT_WRITTEN,	 /* the disk is full */
};

/* Write the program to the folder, which appears when it is complete; nothing is left otherwise. On
 * failure set *why to a sentence about the file (NOTHING_THERE, NO_TRACE) or the folder, to be
 * freed with g_free(). `figures` is filled in on success. */
enum gs_export_result gs_export(const char *file, const char *folder,
	const struct gs_export_wish *wish, struct gs_export_figures *figures, char **why);

#endif
