/* SPDX-License-Identifier: MIT */
#include "preload/capture/saved/queries.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* What a query had counted before we ended it. */
struct kept {
	struct kept *next;
	void *context;
	GLuint id;
	GLenum target;
	uint64_t value;
};
static struct kept *all_kept;
/* Queries that have counted nothing, one a context. */
struct empty {
	struct empty *next;
	void *context;
	GLuint id;
};
static struct empty *all_empty;
static atomic_uint n_kept;
static pthread_mutex_t kept_lock = PTHREAD_MUTEX_INITIALIZER;

static struct kept **find(void *context, GLuint id)
{
	struct kept **p = &all_kept;
	while (*p && ((*p)->context != context || (*p)->id != id))
		p = &(*p)->next;
	return p;
}

static bool is_boolean(GLenum target)
{
	return target == GL_ANY_SAMPLES_PASSED || target == GL_ANY_SAMPLES_PASSED_CONSERVATIVE ||
	       target == GL_TRANSFORM_FEEDBACK_OVERFLOW ||
	       target == GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW;
}

static void keep(GLuint id, GLenum target, uint64_t value)
{
	bool boolean = is_boolean(target);
	void *context = gs_queries_context();
	pthread_mutex_lock(&kept_lock);
	struct kept **p = find(context, id);
	if (!*p && (*p = calloc(1, sizeof **p))) {
		**p = (struct kept){.context = context, .id = id, .target = target};
		atomic_fetch_add(&n_kept, 1);
	}
	if (*p)
		(*p)->value = boolean ? (*p)->value || value : (*p)->value + value;
	pthread_mutex_unlock(&kept_lock);
}

bool gs_queries_any(void)
{
	return atomic_load_explicit(&n_kept, memory_order_relaxed) != 0;
}

void gs_queries_begun(GLuint id)
{
	if (!gs_queries_any())
		return;
	void *context = gs_queries_context();
	pthread_mutex_lock(&kept_lock);
	struct kept **p = find(context, id), *gone = *p;
	if (gone) {
		*p = gone->next;
		free(gone);
		atomic_fetch_sub(&n_kept, 1);
	}
	pthread_mutex_unlock(&kept_lock);
}

bool gs_queries_is_kept(GLuint id)
{
	if (!gs_queries_any())
		return false;
	void *context = gs_queries_context();
	pthread_mutex_lock(&kept_lock);
	bool kept = *find(context, id);
	pthread_mutex_unlock(&kept_lock);
	return kept;
}

bool gs_queries_add(GLuint id, GLenum pname, uint64_t *value)
{
	if (!gs_queries_any() || pname != GL_QUERY_RESULT)
		return false;
	void *context = gs_queries_context();
	pthread_mutex_lock(&kept_lock);
	struct kept *kept = *find(context, id);
	if (kept)
		*value = is_boolean(kept->target) ? *value || kept->value : *value + kept->value;
	pthread_mutex_unlock(&kept_lock);
	return kept != NULL;
}

/* ---- conditional rendering ---- */

static struct empty *find_empty(void *context)
{
	struct empty *e = all_empty;
	while (e && e->context != context)
		e = e->next;
	return e;
}

/* No query may be active. */
static void make_empty(const struct gs_caps *c)
{
	struct empty *e = c->api == GS_API_ES || find_empty(gs_queries_context())
				  ? NULL
				  : calloc(1, sizeof *e);
	if (!e || (c->version < 45 && !gs_caps_has(c, "GL_ARB_conditional_render_inverted"))) {
		free(e);
		return;
	}
	*e = (struct empty){.next = all_empty, .context = gs_queries_context()};
	GL(glGenQueries)(1, &e->id);
	GL(glBeginQuery)(GL_SAMPLES_PASSED, e->id);
	GL(glEndQuery)(GL_SAMPLES_PASSED);
	all_empty = e;
}

static bool is_condition(GLenum target)
{
	return is_boolean(target) || target == GL_SAMPLES_PASSED;
}

bool gs_queries_condition(GLuint *id, GLenum *mode)
{
	if (!gs_queries_any() || *mode < GL_QUERY_WAIT ||
		*mode > GL_QUERY_BY_REGION_NO_WAIT_INVERTED)
		return false;
	void *context = gs_queries_context();
	pthread_mutex_lock(&kept_lock);
	const struct kept *kept = *find(context, *id);
	const struct empty *empty = find_empty(context);
	GLenum target = kept && empty && kept->value && is_condition(kept->target) ? kept->target
										   : GL_NONE;
	GLuint stand_in = empty ? empty->id : 0;
	pthread_mutex_unlock(&kept_lock);
	GLint active = 0;
	if (target)
		GL(glGetQueryiv)(target, GL_CURRENT_QUERY, &active);
	if (!target || active == (GLint)*id || !GL(glIsQuery)(*id)) /* the program's error */
		return false;
	*id = stand_in;
	*mode += *mode >= GL_QUERY_WAIT_INVERTED ? GL_QUERY_WAIT - GL_QUERY_WAIT_INVERTED
						 : GL_QUERY_WAIT_INVERTED - GL_QUERY_WAIT;
	return true;
}

void gs_queries_forget(void *context)
{
	pthread_mutex_lock(&kept_lock);
	for (struct kept **p = &all_kept; *p;) {
		struct kept *kept = *p;
		if (kept->context == context) {
			*p = kept->next;
			free(kept);
			atomic_fetch_sub(&n_kept, 1);
		} else {
			p = &kept->next;
		}
	}
	for (struct empty **p = &all_empty; *p;) {
		struct empty *e = *p;
		if (e->context == context) {
			*p = e->next;
			free(e);
		} else {
			p = &e->next;
		}
	}
	pthread_mutex_unlock(&kept_lock);
}

/* ---- all that are active ---- */

static void find_active(
	const struct gs_caps *c, struct gs_active_queries *active, GLenum target, GLuint n)
{
	for (GLuint i = 0; i < n; i++) {
		GLint id = 0;
		if (c->indexed_queries)
			GL(glGetQueryIndexediv)(target, i, GL_CURRENT_QUERY, &id);
		else
			GL(glGetQueryiv)(target, GL_CURRENT_QUERY, &id);
		if (id && active->n < sizeof active->query / sizeof *active->query)
			active->query[active->n++] = (struct gs_active_query){target, i, id};
	}
}

static void find_statistics(const struct gs_caps *c, struct gs_active_queries *active)
{
	static const GLenum statistics[] = {
		GL_VERTICES_SUBMITTED,
		GL_PRIMITIVES_SUBMITTED,
		GL_VERTEX_SHADER_INVOCATIONS,
		GL_TESS_CONTROL_SHADER_PATCHES,
		GL_TESS_EVALUATION_SHADER_INVOCATIONS,
		GL_GEOMETRY_SHADER_INVOCATIONS,
		GL_GEOMETRY_SHADER_PRIMITIVES_EMITTED,
		GL_FRAGMENT_SHADER_INVOCATIONS,
		GL_COMPUTE_SHADER_INVOCATIONS,
		GL_CLIPPING_INPUT_PRIMITIVES,
		GL_CLIPPING_OUTPUT_PRIMITIVES,
	};
	for (unsigned i = 0; c->statistics_queries && i < sizeof statistics / sizeof *statistics;
		i++)
		find_active(c, active, statistics[i], 1);
}

static void find_all_active(const struct gs_caps *c, struct gs_active_queries *active)
{
	GLint streams = 1;
	if (c->indexed_queries)
		GL(glGetIntegerv)(GL_MAX_VERTEX_STREAMS, &streams);
	active->n = 0;
	if (c->counting_queries)
		find_active(c, active, GL_SAMPLES_PASSED, 1);
	if (c->api == GS_API_ES || c->version >= 33)
		find_active(c, active, GL_ANY_SAMPLES_PASSED, 1);
	if (c->api == GS_API_ES || c->version >= 43)
		find_active(c, active, GL_ANY_SAMPLES_PASSED_CONSERVATIVE, 1);
	if (c->feedback)
		find_active(c, active, GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, streams);
	if (c->feedback && (c->api != GS_API_ES || c->version >= 32))
		find_active(c, active, GL_PRIMITIVES_GENERATED, streams);
	if (c->time_queries)
		find_active(c, active, GL_TIME_ELAPSED, 1);
	if (c->overflow_queries) {
		find_active(c, active, GL_TRANSFORM_FEEDBACK_OVERFLOW, 1);
		find_active(c, active, GL_TRANSFORM_FEEDBACK_STREAM_OVERFLOW, streams);
	}
	find_statistics(c, active);
}

static uint64_t result_of(const struct gs_caps *c, GLuint id)
{
	if (c->api == GS_API_ES && c->time_queries) {
		GLuint64 value = 0;
		GL(glGetQueryObjectui64vEXT)(id, GL_QUERY_RESULT, &value);
		return value;
	}
	if (c->api != GS_API_ES && c->version >= 33) {
		GLuint64 value = 0;
		GL(glGetQueryObjectui64v)(id, GL_QUERY_RESULT, &value);
		return value;
	}
	GLuint value = 0;
	GL(glGetQueryObjectuiv)(id, GL_QUERY_RESULT, &value);
	return value;
}

static void end_active(const struct gs_caps *c, struct gs_active_queries *active)
{
	for (unsigned i = 0; i < active->n; i++) {
		struct gs_active_query *q = &active->query[i];
		if (c->indexed_queries)
			GL(glEndQueryIndexed)(q->target, q->index);
		else
			GL(glEndQuery)(q->target);
		keep(q->id, q->target, result_of(c, q->id));
	}
}

void gs_queries_suspend_statistics(const struct gs_caps *c, struct gs_active_queries *active)
{
	active->n = 0;
	find_statistics(c, active);
	end_active(c, active);
}

void gs_queries_suspend(const struct gs_caps *c, struct gs_active_queries *active)
{
	active->n = 0;
	if (!c->queries)
		return;
	find_all_active(c, active);
	end_active(c, active);
	for (unsigned i = 0; i < active->n; i++) {
		if (!is_condition(active->query[i].target))
			continue;
		pthread_mutex_lock(&kept_lock);
		make_empty(c);
		pthread_mutex_unlock(&kept_lock);
		break;
	}
}

void gs_queries_resume(const struct gs_caps *c, const struct gs_active_queries *active)
{
	for (unsigned i = 0; i < active->n; i++) {
		const struct gs_active_query *q = &active->query[i];
		if (c->indexed_queries)
			GL(glBeginQueryIndexed)(q->target, q->index, q->id);
		else
			GL(glBeginQuery)(q->target, q->id);
	}
}
