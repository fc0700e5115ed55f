/* SPDX-License-Identifier: MIT */
/*
 * The program's active queries while we draw: ended, what they had counted kept, begun again; what
 * was kept is added when the program asks for the result.
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

/* No buffer may be bound to GL_QUERY_BUFFER: it would get the results instead of us. */
void gs_queries_suspend(const struct gs_caps *caps, struct gs_active_queries *active);
/* Only those of the pipeline's statistics: drivers count in them what they draw themselves for a
 * copy. */
void gs_queries_suspend_statistics(const struct gs_caps *caps, struct gs_active_queries *active);
void gs_queries_resume(const struct gs_caps *caps, const struct gs_active_queries *active);

/* For the wrapped glBeginQuery*: what was kept of that query is void now. */
void gs_queries_begun(GLuint id);
/* Something was kept of that query, so that its result alone is not the program's. */
bool gs_queries_is_kept(GLuint id);
/* For the wrapped glGetQueryObject*: adds what was kept to a result of the real function. False:
 * nothing to add. */
bool gs_queries_add(GLuint id, GLenum pname, uint64_t *value);
/* For the wrapped glBeginConditionalRender: what was kept of that query decides, and GL does not
 * know of it. True: with this query and mode GL decides the same. */
bool gs_queries_condition(GLuint *id, GLenum *mode);
/* The context is gone, and its queries with it. */
void gs_queries_forget(void *context);
/* Is there anything that the above could do? Cheap. */
bool gs_queries_any(void);

/* Query names belong to a context: which one is current. Provided by what embeds this file. */
void *gs_queries_context(void);

#endif
