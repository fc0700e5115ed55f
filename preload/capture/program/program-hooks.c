/* SPDX-License-Identifier: MIT */
#include "preload/core/gl.h"
#include "preload/capture/program/program-hooks.h"

#include <string.h>

#include "preload/capture/requests/inspection.h"
#include "preload/core/hooks.h"

/* ---- conditional rendering, transform feedback ---- */

static void replace_condition(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_capture_context *own = gs_capture_context(thread);
	GLuint id = (GLuint)call->args[0];
	GLenum mode = (GLenum)call->args[1];
	if (!own || !gs_queries_any())
		return;
	gs_inspection_set_thread(thread); /* whose context's queries */
	gs_error_take(gs_context_current(thread));
	own->condition_replaced = gs_queries_condition(&id, &mode);
	gs_error_drop();
	gs_inspection_set_thread(NULL);
	if (!own->condition_replaced)
		return;
	memcpy(own->condition, call->args, sizeof own->condition);
	call->args[0] = id;
	call->args[1] = mode;
}

/* A second glBeginConditionalRender is an error, unless the first was one: only GL knows. */
static void check_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	struct gs_capture_context *own = gs_capture_context(thread);
	if (!own || !own->conditional_query || context->in_block)
		return;
	gs_error_take(context);
	GL(glEndConditionalRender)();
	if (GL(glGetError)() == GL_NO_ERROR)
		GL(glBeginConditionalRender)(own->conditional_query, own->conditional_mode);
	else
		own->conditional_query = 0;
	gs_error_drop();
}

static void begins_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	check_conditional(thread, call);
	replace_condition(thread, call);
}

static void begun_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_capture_context *own = gs_capture_context(thread);
	if (own && !own->conditional_query) { /* a second one is an error, and the first goes on */
		own->conditional_query = call->args[0];
		own->conditional_mode = call->args[1];
	}
	if (own && own->condition_replaced)
		memcpy(call->args, own->condition, sizeof own->condition);
	if (own)
		own->condition_replaced = false;
}

static void ended_conditional(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_capture_context *own = gs_capture_context(thread);
	if (own)
		own->conditional_query = 0;
}

static void begins_feedback(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	struct gs_capture_context *own = gs_capture_context(thread);
	GLboolean active = GL_FALSE;
	if (!own || context->in_block)
		return;
	gs_context_info(context);
	if (context->version >= (context->es ? 30 : 40))
		GL(glGetBooleanv)(GL_TRANSFORM_FEEDBACK_ACTIVE, &active);
	if (!active)
		own->feedback_mode = call->args[0];
}

/* ---- queries ---- */

/* Which query is active at a target; 0 none. */
static GLuint active_query(const struct gs_wire_call *call)
{
	GLint id = 0;
	if (call->n_args == 3) /* glBeginQueryIndexed(target, index, id) */
		GL(glGetQueryIndexediv)(call->args[0], call->args[1], GL_CURRENT_QUERY, &id);
	else
		GL(glGetQueryiv)(call->args[0], GL_CURRENT_QUERY, &id);
	return id;
}

/* The target of a glBeginQuery that is about to fail, at any rate: it does not exist, or has a
 * query. */
static __thread bool query_fails __attribute__((tls_model("initial-exec")));

static void query_begins(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	query_fails = true;
	if (!context || context->in_block)
		return;
	gs_error_take(context);
	bool active = active_query(call) != 0;
	query_fails = GL(glGetError)() != GL_NO_ERROR || active;
	gs_error_drop();
}

static void query_begun(struct gs_thread *thread, struct gs_wire_call *call)
{
	GLuint id = call->args[call->n_args == 3 ? 2 : 1];
	if (query_fails || active_query(call) != id)
		return;
	struct gs_thread *outer = gs_inspection_set_thread(thread);
	gs_queries_begun(id);
	gs_inspection_set_thread(outer);
}

/* A query's result, as wide as the program asked for it. */
struct result {
	GLuint id;
	GLenum pname;
	bool wide, is_signed;
};

/* Adds what we kept of the query to it. */
static bool add_kept(struct gs_thread *thread, const struct result *r, void *at)
{
	uint64_t value = 0, limit = r->is_signed ? INT32_MAX : UINT32_MAX;
	memcpy(&value, at, r->wide ? 8 : 4); /* little-endian */
	gs_inspection_set_thread(thread);
	bool added = gs_queries_add(r->id, r->pname, &value);
	gs_inspection_set_thread(NULL);
	if (!r->wide && value > limit)
		value = limit;
	if (added)
		memcpy(at, &value, r->wide ? 8 : 4);
	return added;
}

static bool has_query_buffers(struct gs_context *context)
{
	gs_context_info(context);
	return !context->es &&
	       (context->version >= 44 || gs_context_has(context, "GL_ARB_query_buffer_object"));
}

static uint64_t *pname_of(struct gs_wire_call *call)
{
	return &call->args[call->n_args == 4 ? 2 : 1];
}

/* Whether the call that is being executed waits for a result in the program's stead. */
static __thread bool waits __attribute__((tls_model("initial-exec")));

/* Nobody can tell afterwards whether a result has been written that the program does not wait for;
 * one that is there at once is as good. */
static void query_is_read(struct gs_thread *thread, struct gs_wire_call *call)
{
	struct gs_context *context = gs_context_current(thread);
	waits = false;
	if (!gs_queries_any() || !context || context->in_block ||
		*pname_of(call) != GL_QUERY_RESULT_NO_WAIT || !has_query_buffers(context))
		return;
	gs_inspection_set_thread(thread);
	waits = gs_queries_is_kept((GLuint)call->args[0]);
	gs_inspection_set_thread(NULL);
	if (waits)
		*pname_of(call) = GL_QUERY_RESULT;
}

/* buffer 0: the one bound to GL_QUERY_BUFFER. One that only the GPU may write keeps the driver's
 * result. */
static void add_in_buffer(
	struct gs_thread *thread, const struct result *r, GLuint buffer, GLintptr offset)
{
	unsigned char value[8] = {0};
	GLsizeiptr size = r->wide ? 8 : 4;
	GLint immutable = 0, flags = 0, bound = 0;
	if (r->pname != GL_QUERY_RESULT)
		return;
	if (buffer) {
		GL(glGetIntegerv)(GL_QUERY_BUFFER_BINDING, &bound);
		GL(glBindBuffer)(GL_QUERY_BUFFER, buffer);
	}
	GL(glGetBufferParameteriv)(GL_QUERY_BUFFER, GL_BUFFER_IMMUTABLE_STORAGE, &immutable);
	GL(glGetBufferParameteriv)(GL_QUERY_BUFFER, GL_BUFFER_STORAGE_FLAGS, &flags);
	if (!immutable || (flags & GL_DYNAMIC_STORAGE_BIT)) {
		GL(glGetBufferSubData)(GL_QUERY_BUFFER, offset, size, value);
		if (add_kept(thread, r, value))
			GL(glBufferSubData)(GL_QUERY_BUFFER, offset, size, value);
	}
	if (buffer)
		GL(glBindBuffer)(GL_QUERY_BUFFER, bound);
}

/* After glGetQueryObject{i,ui,i64,ui64}v, and glGetQueryBufferObject{i,ui,i64,ui64}v. Nothing is
 * asked here that could raise an error: an error flag is the program's. */
static void add_to_result(
	struct gs_thread *thread, struct gs_wire_call *call, bool wide, bool is_signed)
{
	struct gs_context *context = gs_context_current(thread);
	GLint buffer = 0;
	if (!gs_queries_any() || !context || context->in_block)
		return;
	if (call->n_args == 4) {
		struct result r = {call->args[0], call->args[2], wide, is_signed};
		add_in_buffer(thread, &r, call->args[1], call->args[3]);
		return;
	}
	struct result r = {call->args[0], call->args[1], wide, is_signed};
	if (has_query_buffers(context))
		GL(glGetIntegerv)(GL_QUERY_BUFFER_BINDING, &buffer);
	if (buffer)
		add_in_buffer(thread, &r, 0, call->args[2]);
	else if (call->args[2])
		add_kept(thread, &r, (void *)(uintptr_t)call->args[2]);
}

static void query_read(
	struct gs_thread *thread, struct gs_wire_call *call, bool wide, bool is_signed)
{
	add_to_result(thread, call, wide, is_signed);
	if (waits)
		*pname_of(call) = GL_QUERY_RESULT_NO_WAIT;
	waits = false;
}

static void read_int(struct gs_thread *thread, struct gs_wire_call *call)
{
	query_read(thread, call, false, true);
}

static void read_uint(struct gs_thread *thread, struct gs_wire_call *call)
{
	query_read(thread, call, false, false);
}

static void read_wide(struct gs_thread *thread, struct gs_wire_call *call)
{
	query_read(thread, call, true, false);
}

static const struct gs_hook conditional_hooks[] = {
	{GS_FN_glBeginConditionalRender, begins_conditional, begun_conditional},
	{GS_FN_glBeginConditionalRenderNV, begins_conditional, begun_conditional},
	{GS_FN_glEndConditionalRender, NULL, ended_conditional},
	{GS_FN_glEndConditionalRenderNV, NULL, ended_conditional},
	{GS_FN_glBeginTransformFeedback, begins_feedback, NULL},
	{GS_FN_glBeginTransformFeedbackEXT, begins_feedback, NULL},
};

/* Of use only once a query's partial result was kept: off until then. */
static const struct gs_hook query_hooks[] = {
	{GS_FN_glBeginQuery, query_begins, query_begun},
	{GS_FN_glBeginQueryARB, query_begins, query_begun},
	{GS_FN_glBeginQueryEXT, query_begins, query_begun},
	{GS_FN_glBeginQueryIndexed, query_begins, query_begun},
	{GS_FN_glGetQueryObjectiv, query_is_read, read_int},
	{GS_FN_glGetQueryObjectivARB, query_is_read, read_int},
	{GS_FN_glGetQueryObjectivEXT, query_is_read, read_int},
	{GS_FN_glGetQueryObjectuiv, query_is_read, read_uint},
	{GS_FN_glGetQueryObjectuivARB, query_is_read, read_uint},
	{GS_FN_glGetQueryObjectuivEXT, query_is_read, read_uint},
	{GS_FN_glGetQueryObjecti64v, query_is_read, read_wide},
	{GS_FN_glGetQueryObjectui64v, query_is_read, read_wide},
	{GS_FN_glGetQueryObjecti64vEXT, query_is_read, read_wide},
	{GS_FN_glGetQueryObjectui64vEXT, query_is_read, read_wide},
	{GS_FN_glGetQueryBufferObjectiv, query_is_read, read_int},
	{GS_FN_glGetQueryBufferObjectuiv, query_is_read, read_uint},
	{GS_FN_glGetQueryBufferObjecti64v, query_is_read, read_wide},
	{GS_FN_glGetQueryBufferObjectui64v, query_is_read, read_wide},
};
enum { N_QUERY_HOOKS = sizeof query_hooks / sizeof *query_hooks };

void gs_query_hooks_enable(bool on)
{
	for (unsigned i = 0; i < N_QUERY_HOOKS; i++)
		gs_hooks_enable(query_hooks[i].function, on);
}

void gs_capture_init(void)
{
	gs_hooks_add(conditional_hooks, sizeof conditional_hooks / sizeof *conditional_hooks);
	gs_hooks_add(query_hooks, N_QUERY_HOOKS);
	gs_query_hooks_enable(false);
}
