/* SPDX-License-Identifier: MIT */
/*
 * data/trace-class - the names of GL_MESA_trace's classes of calls (wire/memory.h: enum
 * gs_wire_trace_class). Like data.h: static, no state, no GLib.
 */
#ifndef GS_DATA_TRACE_CLASS_H
#define GS_DATA_TRACE_CLASS_H

/* The class 1 << n by its name, "operations"; NULL: there is none. */
const char *gs_data_trace_class_name(unsigned n);

#endif
