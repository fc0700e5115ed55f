/* SPDX-License-Identifier: MIT */
/*
 * export/ - a trace as a program in C that draws the same: readable sources of bounded size, what
 * is large in a file beside them, and a Makefile. Needs no GL, and knows nothing of glstep.
 *
 * In: a trace, which is untrusted. None of its texts leaves the comment or the string that it
 * stands in; names become identifiers; calls of which it says too little are comments that say so.
 * Out: a new folder.
 *   Makefile                 `make && ./NAME`; WINDOW=glfw or WINDOW=egl
 *   frames-*.c               a function a frame, "frame_12"; long ones in parts
 *   objects-*.c              a variable for each object, context, window and location
 *   gl.*                     the types, constants and functions of GL that are used
 *   shaders/                 the texts of shaders
 *   data.bin                 arrays and pixels
 *   main.c and others        the same for all traces (export/program/)
 *
 * The program is of one thread, as glstep-replay is, and makes the same calls in the same order:
 * those of GLX and EGL become calls of the program's own, in main.c.
 */
#ifndef GS_EXPORT_H
#define GS_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

struct gs_call_set;

struct gs_export_wish {
	uint32_t classes; /* enum gs_wire_trace_class bits; calls of others are comments */
	const struct gs_call_set *calls; /* likewise; NULL: all. Without has_frames */
	uint32_t asserts; /* bits, as gs_data_state_group: of these the program compares what GL
			     holds at the beginning of each frame but the first */
	bool has_frames;  /* these alone, extracted first (effects/extract/extract.h) */
	uint64_t first, last;
	bool (*stops)(void *data); /* asked while files are read: true ends it. NULL: nobody is */
	void *stops_data;
};

struct gs_export_figures {
	uint64_t calls, frames;	  /* of the trace, or of what was extracted of it */
	uint64_t left_out;	  /* calls that cannot be exported: comments say why */
	char first_left_out[160]; /* what the comment of the first one says; "" */
	uint64_t not_chosen;	  /* by their classes or numbers */
	uint64_t data_bytes;	  /* of data.bin */
	unsigned sources;	  /* files of frames */
	char name[64];		  /* of the program */
	char *rest;		  /* a sentence on what of the file was not read, g_free(); NULL */
	bool is_damaged;	  /* for that reason */
};

enum gs_export_result {
	GS_EXPORT_DONE,
	GS_EXPORT_NOTHING_THERE, /* the trace has no such frame */
	GS_EXPORT_NO_TRACE,	 /* it cannot be read */
	GS_EXPORT_NO_FOLDER,	 /* it is there already and not empty, or cannot be made */
	GS_EXPORT_STOPPED,	 /* by .stops */
	GS_EXPORT_NOT_WRITTEN,	 /* the disk is full */
};

/* Writes the folder, which takes its place when it is whole; nothing is left where it is not. Else
 * *why is a sentence about the file (NOTHING_THERE, NO_TRACE) or the folder, to be freed with
 * g_free(). `figures` is filled in where it was done. */
enum gs_export_result gs_export(const char *file, const char *folder,
	const struct gs_export_wish *wish, struct gs_export_figures *figures, char **why);

#endif
