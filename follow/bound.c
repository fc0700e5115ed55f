/* SPDX-License-Identifier: MIT */
/* Calls of GL: what is bound, and what is being compiled. */
#include "data/constants.h"
#include "follow/private.h"

bool gs_follow_wants_bound(unsigned function)
{
	switch (gs_data_plain(function)) {
	case GS_FN_glActiveShaderProgram:
	case GS_FN_glBegin:
	case GS_FN_glBindFramebuffer:
	case GS_FN_glBindProgramPipeline:
	case GS_FN_glBindVertexArray:
	case GS_FN_glCallList:
	case GS_FN_glCallLists:
	case GS_FN_glClientActiveTexture:
	case GS_FN_glDeleteFramebuffers:
	case GS_FN_glDeleteProgramPipelines:
	case GS_FN_glDeleteVertexArrays:
	case GS_FN_glEnd:
	case GS_FN_glEndList:
	case GS_FN_glNewList:
	case GS_FN_glUseProgram:
	case GS_FN_glUseProgramObjectARB:
	case GS_FN_glViewport:
		return true;
	default:
		return false;
	}
}

static void bind(const struct gs_follow *follow, struct gs_follow_binding *binding, uint64_t name)
{
	*binding = (struct gs_follow_binding){name, follow->lost};
}

/* What is deleted is bound no more in the context that deletes it (OpenGL 4.6, 5.1.2). */
static void unbind(const struct gs_follow *follow, struct gs_follow_binding *binding,
	const struct gs_follow_call *call)
{
	for (guint i = 0; call->numbers && binding->name && i < call->numbers->len; i++)
		if (g_array_index(call->numbers, uint64_t, i) == binding->name)
			bind(follow, binding, 0);
}

/* A window is at least as large as the viewports that are set for it; the recorder makes up one
 * that is the window's size. */
static void size_window(struct gs_follow *follow, const struct gs_follow_call *call)
{
	struct gs_follow_drawable *draw = follow->thread->draw;
	const struct gs_follow_context *context = gs_follow_current(follow);
	int64_t x = (int32_t)call->args[0], y = (int32_t)call->args[1];
	int64_t width = (int32_t)call->args[2], height = (int32_t)call->args[3];
	if (!draw || draw->is_told || context->draw_framebuffer.name || context->in_block)
		return;
	if (call->is_fake) {
		draw->told_width = (int32_t)width;
		draw->told_height = (int32_t)height;
	} else {
		width = MAX(draw->width, x + width);
		height = MAX(draw->height, y + height);
	}
	gs_follow_set_size(follow, draw, width, height);
}

static void delete_arrays(const struct gs_follow_call *call, struct gs_follow_context *context)
{
	for (guint i = 0; call->numbers && i < call->numbers->len; i++) {
		uint64_t array = g_array_index(call->numbers, uint64_t, i);
		if (array)
			gs_follow_forget_array(context, array);
		if (array == context->vertex_array)
			context->vertex_array = 0;
	}
}

/* ---- display lists: what is bound in one is bound where it is executed (OpenGL 4.6, 21.4) ---- */

static void begin_list(struct gs_follow_context *context, const struct gs_follow_call *call)
{
	context->list = call->args[0];
	context->list_executes = call->args[1] == GL_COMPILE_AND_EXECUTE;
	context->listed_program = context->program.name;
	context->listed_pipeline = context->pipeline.name;
	context->list_switches = false;
}

static void end_list(struct gs_follow_context *context)
{
	GHashTable *listed = context->group->listed;
	if (context->list_switches)
		g_hash_table_insert(listed, gs_follow_key(context->list),
			gs_follow_key(context->listed_program));
	else if (context->list)
		g_hash_table_remove(listed, gs_follow_key(context->list));
	context->list = 0;
}

static void use_program(struct gs_follow *follow, struct gs_follow_context *context,
	struct gs_follow_binding *binding, uint64_t name)
{
	bool is_pipeline = binding == &context->pipeline;
	if (context->list) {
		*(is_pipeline ? &context->listed_pipeline : &context->listed_program) = name;
		context->list_switches |= !is_pipeline;
		follow->lists_switch = true;
	}
	if (!context->list || context->list_executes)
		bind(follow, binding, name);
	else if (is_pipeline)
		binding->lost = UINT64_MAX; /* drivers bind it at once, or with the list */
}

/* Which of the lists switch programs is known of those that were seen; a list may call others that
 * are made later. */
static void call_list(struct gs_follow *follow, struct gs_follow_context *context, uint64_t list)
{
	gpointer program;
	if (g_hash_table_lookup_extended(
		    context->group->listed, gs_follow_key(list), NULL, &program))
		use_program(follow, context, &context->program, (uintptr_t)program);
	if (follow->lists_switch && (!context->list || context->list_executes))
		context->program.lost = context->pipeline.lost = UINT64_MAX;
}

void gs_follow_bound(struct gs_follow *follow, const struct gs_follow_call *call)
{
	struct gs_follow_context *context = gs_follow_current(follow);
	switch (gs_data_plain(call->function)) {
	case GS_FN_glBindFramebuffer:
		if (call->args[0] != GL_READ_FRAMEBUFFER)
			bind(follow, &context->draw_framebuffer, call->args[1]);
		break;
	case GS_FN_glDeleteFramebuffers:
		unbind(follow, &context->draw_framebuffer, call);
		break;
	case GS_FN_glUseProgram:
	case GS_FN_glUseProgramObjectARB:
		use_program(follow, context, &context->program, call->args[0]);
		break;
	case GS_FN_glBindProgramPipeline:
		use_program(follow, context, &context->pipeline, call->args[0]);
		break;
	case GS_FN_glDeleteProgramPipelines:
		unbind(follow, &context->pipeline, call);
		break;
	case GS_FN_glActiveShaderProgram:
		g_hash_table_insert(context->active_programs, gs_follow_key(call->args[0]),
			gs_follow_key(call->args[1]));
		break;
	case GS_FN_glBindVertexArray:
		context->vertex_array = call->args[0];
		break;
	case GS_FN_glDeleteVertexArrays:
		delete_arrays(call, context);
		break;
	case GS_FN_glNewList:
		begin_list(context, call);
		break;
	case GS_FN_glEndList:
		end_list(context);
		break;
	case GS_FN_glCallList:
		call_list(follow, context, call->args[0]);
		break;
	case GS_FN_glCallLists:
		call_list(follow, context, 0);
		break;
	case GS_FN_glClientActiveTexture:
		context->client_unit = call->args[0] - GL_TEXTURE0;
		break;
	case GS_FN_glBegin:
		context->in_block = true;
		break;
	case GS_FN_glEnd:
		context->in_block = false;
		break;
	case GS_FN_glViewport:
		size_window(follow, call);
		break;
	default:
		break;
	}
}
