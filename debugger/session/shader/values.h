/* SPDX-License-Identifier: MIT */
/* debugger/session/shader/values - values of the focus element (values.c) and of all (fields.c). */
#ifndef GS_SESSION_VALUES_H
#define GS_SESSION_VALUES_H

#include "debugger/session/session.h"
#include "debugger/engine/engine.h"

/* False: nothing can be captured at the position. */
bool gs_session_need_values(struct gs_session *session, GError **error);
/* The focus element's, without what is undefined of it. gs_value_clear. */
void gs_value_read(const struct gs_debug *debug, const struct gs_captured_value *captured,
	struct gs_value *value);
/* A variable's value for the focus element at a position. NULL: there is none, or its name means
 * another one there; error is set only where it is fatal. */
struct gs_captured_value *gs_debug_capture_symbol(struct gs_debug *debug,
	const struct gs_position *position, const struct gs_symbol *symbol, GError **error);

struct gs_written_path;
/* Says of a value what is undefined of it where the path has come to. */
void gs_value_mark(const struct gs_debug *debug, struct gs_written_path *path,
	const struct gs_node *expression, struct gs_value *value);
void gs_value_mark_variable(const struct gs_debug *debug, struct gs_written_path *path,
	const struct gs_symbol *symbol, struct gs_value *value);
/* Returns which scalars are undefined, because the focus element's path has not written them, or if
 * not on_path, because nothing in the shader does; NULL: none. g_free. *never_written_by: the stage
 * that never writes an input in it, static; NULL. */
uint8_t *gs_debug_undefined(struct gs_debug *debug, const struct gs_captured_value *captured,
	bool on_path, const char **never_written_by);

/* What the scalars of an expression, written so, are called; g_strfreev. */
char **gs_debug_scalar_names(const char *text, const struct gs_expression *expression);
/* The element of each cell, for fields; g_free. */
struct gs_element *gs_debug_list_elements(const struct gs_debug *debug);
/* As gs_session_values, or with a step above 1 as gs_session_glance, at a position, looked from
 * `frame` frames out. */
struct gs_field *gs_debug_values(struct gs_debug *debug, const struct gs_position *position,
	unsigned frame, const char *expression, unsigned step, GError **error);

#endif
