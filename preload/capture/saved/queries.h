/* SPDX-License-Identifier: MIT */
/*
 * The program's active queries while we draw: we end them, keep what they have counted, and begin
 * them again; what was kept is added when the program asks for the result.
 */
#ifndef GS_PRELOAD_CAPTURE_QUERIES_H
#define GS_PRELOAD_CAPTURE_QUERIES_H

#include "preload/caps/caps.h"

struct gs_active_query {
	GLenum target;
	GLuint index, id;
};

struct gs_active_queries {
	unsigned n;
	struct gs_active_query query[64];
};

/* Ends the active queries and keeps their results. No buffer may be bound to GL_QUERY_BUFFER: it
 * would get the results. */
void gs_queries_suspend(const struct gs_caps *caps, struct gs_active_queries *active);
/* Likewise for pipeline statistics only: drivers count draws of their own, which copies may need,
 * in them. */
void gs_queries_suspend_statistics(const struct gs_caps *caps, struct gs_active_queries *active);
void gs_queries_resume(const struct gs_caps *caps, const struct gs_active_queries *active);

/* For the wrapped glBeginQuery*: forgets what was kept of that query. */
void gs_queries_begun(GLuint id);
/* Whether something was kept of that query, so that GL's result is incomplete. */
bool gs_queries_is_kept(GLuint id);
/* For the wrapped glGetQueryObject*: adds what was kept to GL's result. Returns false if there is
 * nothing to add. */
bool gs_queries_add(GLuint id, GLenum pname, uint64_t *value);
/* For the wrapped glBeginConditionalRender: if what was kept of the query decides, replaces query
 * and mode so that GL decides the same, and returns true. */
bool gs_queries_condition(GLuint *id, GLenum *mode);
/* Forgets the queries of a context that is gone. */
void gs_queries_forget(void *context);
/* Whether anything is kept; cheap. */
bool gs_queries_any(void);

/* Returns the current context, to which query names belong. Provided by whoever links this file. */
void *gs_queries_context(void);

#endif
