/* SPDX-License-Identifier: MIT */
/*
 * data/trace-class - what GL_MESA_trace's classes of calls (wire/memory.h: enum
 * gs_wire_trace_class) ask of a function. Like data.h: static, no state, no GLib.
 */
#ifndef GS_DATA_TRACE_CLASS_H
#define GS_DATA_TRACE_CLASS_H

enum gs_trace_trait {
	GS_TRACE_WINDOW = 1 << 0,     /* GLX, EGL: a player needs them, they are of no class */
	GS_TRACE_SETS_ARRAY = 1 << 1, /* of the class of arrays */
	GS_TRACE_READS_TEXTURE = 1 << 2,
	GS_TRACE_READS_PIXELS = 1 << 3,
};

/* The class 1 << n by its name, "operations"; NULL: there is none. */
const char *gs_data_trace_class_name(unsigned n);
/* enum gs_trace_trait bits. */
unsigned gs_data_trace_traits(const char *name);

#endif
