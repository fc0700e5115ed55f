/* SPDX-License-Identifier: MIT */
/* Counters of GL before and after a call, and functions of GL for all files of replay/measure/. */
#include "data/constants.h"
#include "dispatch/dispatch.h"
#include "replay/measure/measuring.h"

static const GLenum targets[GS_N_COUNTERS] = {
	[GS_COUNTER_VERTICES] = GL_VERTEX_SHADER_INVOCATIONS_ARB,
	[GS_COUNTER_DISPATCH] = GL_COMPUTE_SHADER_INVOCATIONS_ARB,
	[GS_COUNTER_SAMPLES] = GL_SAMPLES_PASSED,
	[GS_COUNTER_PRIMITIVES] = GL_PRIMITIVES_GENERATED,
	[GS_COUNTER_ANY] = GL_ANY_SAMPLES_PASSED,
};

/* ---- GL ---- */

void gs_measuring_load(struct gs_measure *measure)
{
	struct gs_measuring_gl *gl = &measure->gl;
	struct gs_player *player = measure->player;
#define GS_MEASURING_LOAD(type, name) gl->name = (type)gs_replay_find(player, "gl" #name);
	GS_MEASURING_FUNCTIONS(GS_MEASURING_LOAD)
#undef GS_MEASURING_LOAD
	gl->CallList = gs_replay_find(player, "glCallList");
	gl->Disable = gs_replay_find(player, "glDisable");
	gl->DrawBuffer = gs_replay_find(player, "glDrawBuffer");
	gl->Enable = gs_replay_find(player, "glEnable");
	gl->EndList = gs_replay_find(player, "glEndList");
	gl->GetFloatv = gs_replay_find(player, "glGetFloatv");
	gl->GetIntegerv = gs_replay_find(player, "glGetIntegerv");
	gl->GetError = gs_replay_find(player, "glGetError");
	gl->GetTexLevelParameteriv = gs_replay_find(player, "glGetTexLevelParameteriv");
	gl->GetTexParameteriv = gs_replay_find(player, "glGetTexParameteriv");
	gl->IsEnabled = gs_replay_find(player, "glIsEnabled");
	gl->NewList = gs_replay_find(player, "glNewList");
	gl->ReadBuffer = gs_replay_find(player, "glReadBuffer");
	gl->ReadPixels = gs_replay_find(player, "glReadPixels");
}

int gs_measuring_get(struct gs_measure *measure, GLenum name)
{
	int value = 0;
	measure->gl.GetIntegerv(name, &value);
	return value;
}

bool gs_measuring_is_enabled(struct gs_measure *measure, GLenum name)
{
	return measure->gl.IsEnabled(name);
}

void gs_measuring_switch(struct gs_measure *measure, GLenum name, bool on)
{
	(on ? measure->gl.Enable : measure->gl.Disable)(name);
}

void gs_measuring_scissor(struct gs_measure *measure, bool on)
{
	if (gs_measuring_context(measure)->has_viewports)
		(on ? measure->gl.Enablei : measure->gl.Disablei)(GL_SCISSOR_TEST, 0);
	else
		gs_measuring_switch(measure, GL_SCISSOR_TEST, on);
}

/* Return whether the context has several viewports. OpenGL ES has them with GL_OES_viewport_array,
 * and knows the limit only then. */
static bool has_viewports(struct gs_measure *measure)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	if (!context->is_es)
		return context->version >= 41;
	return context->version >= 32 && gs_measuring_get(measure, GL_MAX_VIEWPORTS) > 1;
}

unsigned gs_measuring_sums_binding(struct gs_measure *measure)
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	int n = 0;
	if (context->version >= (context->is_es ? 31u : 43u))
		n = gs_measuring_get(measure, GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
	return n > 1 ? (unsigned)n - 1 : 0;
}

bool gs_measuring_is_image(GLenum type)
{
	return type >= GL_IMAGE_1D && type <= GL_UNSIGNED_INT_IMAGE_2D_MULTISAMPLE_ARRAY;
}

bool gs_measuring_forget_errors(struct gs_measure *measure)
{
	bool none = true;
	/* After the loss of a context glGetError may return an error each time. */
	for (int i = 0; i < 100 && measure->gl.GetError(); i++)
		none = false;
	return none;
}

void gs_measuring_tell(struct gs_measure *measure, const char *why)
{
	if (g_hash_table_add(measure->told, (gpointer)(uintptr_t)why))
		fprintf(stderr, "glstep-replay: call %llu, %s: not all of it is measured: %s\n",
			(unsigned long long)measure->number,
			measure->play ? measure->play->info->name : "", why);
}

char *gs_measuring_source(struct gs_measure *measure, GLuint shader)
{
	int length = 0, written = 0;
	measure->gl.GetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &length);
	char *text = g_malloc0((gsize)MAX(length, 0) + 1);
	measure->gl.GetShaderSource(shader, MAX(length, 0) + 1, &written, text);
	return text;
}

/* Return a name that programs hardly use: where the context allows it, they may take names that
 * they have not generated, from 1 on. */
static GLuint high_name(const struct gs_measured_context *context, unsigned which)
{
	return 0x7f670000u + 64 * context->serial + which;
}

GLuint gs_measuring_name(struct gs_measure *measure, const struct gs_measured_context *of,
	unsigned which, void(APIENTRYP generate)(GLsizei, GLuint *))
{
	const struct gs_replay_context *context = gs_replay_context(measure->player);
	GLuint name = high_name(of, which);
	bool may_choose = !context->is_core &&
			  !(context->is_es && generate == measure->gl.GenQueries);
	if (!may_choose)
		generate(1, &name);
	return name;
}

static bool make_storage(struct gs_measure *measure, struct gs_measured_buffer *own, GLenum format,
	int width, int height)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	int bound = gs_measuring_get(measure, GL_RENDERBUFFER_BINDING);
	gs_measuring_forget_errors(measure);
	gl->BindRenderbuffer(GL_RENDERBUFFER, own->renderbuffer);
	gl->RenderbufferStorage(GL_RENDERBUFFER, format, width, height);
	gl->BindRenderbuffer(GL_RENDERBUFFER, (GLuint)bound);
	bool is_made = gs_measuring_forget_errors(measure);
	own->width = is_made ? width : 0;
	own->height = is_made ? height : 0;
	return is_made;
}

/* Return a name that can be bound, and bind it. NVIDIA's driver binds only framebuffers and
 * renderbuffers whose names it has generated (decision 018). */
static GLuint bindable_name(struct gs_measure *measure, unsigned which,
	void(APIENTRYP generate)(GLsizei, GLuint *), void(APIENTRYP bind)(GLenum, GLuint),
	GLenum target)
{
	GLuint name = gs_measuring_name(measure, measure->context, which, generate);
	gs_measuring_forget_errors(measure);
	bind(target, name);
	if (!gs_measuring_forget_errors(measure))
		generate(1, &name);
	return name;
}

static void name_own(struct gs_measure *measure, struct gs_measured_buffer *own, unsigned which)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	int bound = gs_measuring_get(measure, GL_RENDERBUFFER_BINDING);
	own->framebuffer = bindable_name(
		measure, which, gl->GenFramebuffers, gl->BindFramebuffer, GL_DRAW_FRAMEBUFFER);
	own->renderbuffer = bindable_name(
		measure, which, gl->GenRenderbuffers, gl->BindRenderbuffer, GL_RENDERBUFFER);
	gl->BindRenderbuffer(GL_RENDERBUFFER, (GLuint)bound);
}

bool gs_measuring_bind_own(struct gs_measure *measure, struct gs_measured_buffer *own, GLenum point,
	GLenum format, int width, int height)
{
	const struct gs_measuring_gl *gl = &measure->gl;
	bool is_new = !own->framebuffer, is_colour = point == GL_COLOR_ATTACHMENT0;
	if (is_new)
		name_own(measure, own, is_colour);
	gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, own->framebuffer);
	/* If the bind failed, do not change the program's own framebuffer. */
	if (gs_measuring_get(measure, GL_DRAW_FRAMEBUFFER_BINDING) != (int)own->framebuffer)
		return false;
	bool is_good = (own->width == width && own->height == height) ||
		       make_storage(measure, own, format, width, height);
	if (is_new)
		gl->FramebufferRenderbuffer(
			GL_DRAW_FRAMEBUFFER, point, GL_RENDERBUFFER, own->renderbuffer);
	if (is_new && !is_colour && !gs_replay_context(measure->player)->is_es)
		gl->DrawBuffer(GL_NONE);
	return is_good &&
	       gl->CheckFramebufferStatus(GL_DRAW_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

GLuint gs_measuring_list(struct gs_measure *measure)
{
	return high_name(measure->context, 0);
}

struct gs_measured_context *gs_measuring_context(struct gs_measure *measure)
{
	struct gs_replay_context *key = gs_replay_context(measure->player);
	struct gs_measured_context *context = key->measured;
	if (context)
		return context;
	context = key->measured = g_new0(struct gs_measured_context, 1);
	context->serial = measure->contexts++;
	gs_replay_know_context(measure->player);
	gs_measuring_forget_errors(measure);
	context->has_viewports = has_viewports(measure);
	gs_measuring_forget_errors(measure);
	for (unsigned i = 0; i < GS_N_COUNTERS && key->version >= 30; i++) {
		int bits = 0;
		measure->gl.GetQueryiv(targets[i], GL_QUERY_COUNTER_BITS, &bits);
		/* In OpenGL ES a counter exists if the query gives no error; .bits stays 0. */
		context->is_counted[i] = gs_measuring_forget_errors(measure) &&
					 (bits > 0 || key->is_es);
		if (context->is_counted[i])
			context->counters[i] = gs_measuring_name(
				measure, context, i, measure->gl.GenQueries);
	}
	return context;
}

/* ---- counters ---- */

static bool is_busy(struct gs_measure *measure, GLenum target)
{
	int current = 0;
	measure->gl.GetQueryiv(target, GL_CURRENT_QUERY, &current);
	return current;
}

void gs_measuring_begin_counters(struct gs_measure *measure, bool is_dispatch)
{
	const struct gs_measured_context *context = measure->context;
	for (unsigned i = 0; i < GS_N_COUNTERS; i++) {
		measure->is_running[i] = false;
		if (i == GS_COUNTER_ANY && context->is_counted[GS_COUNTER_SAMPLES])
			continue;
		if (!context->is_counted[i] || (i == GS_COUNTER_DISPATCH) != is_dispatch)
			continue;
		if (is_busy(measure, targets[i])) {
			gs_measuring_tell(measure, "the program counts there itself");
			continue;
		}
		measure->gl.BeginQuery(targets[i], context->counters[i]);
		measure->is_running[i] = gs_measuring_forget_errors(measure);
	}
}

uint64_t gs_measuring_result(struct gs_measure *measure, GLuint query)
{
	GLuint64 result = 0;
	GLuint small = 0;
	if (!gs_replay_context(measure->player)->is_es) {
		measure->gl.GetQueryObjectui64v(query, GL_QUERY_RESULT, &result);
		return result;
	}
	measure->gl.GetQueryObjectuiv(query, GL_QUERY_RESULT, &small);
	return small;
}

void gs_measuring_end_counters(struct gs_measure *measure)
{
	static const enum gs_measurement columns[GS_N_COUNTERS] = {
		[GS_COUNTER_VERTICES] = GS_MEASURED_VERTICES,
		[GS_COUNTER_DISPATCH] = GS_MEASURED_DISPATCH,
		[GS_COUNTER_SAMPLES] = GS_MEASURED_PASSED,
		[GS_COUNTER_PRIMITIVES] = GS_N_MEASURED,
		[GS_COUNTER_ANY] = GS_MEASURED_PASSED,
	};
	for (unsigned i = 0; i < GS_N_COUNTERS; i++)
		if (measure->is_running[i])
			measure->gl.EndQuery(targets[i]);
	measure->primitives = UINT64_MAX;
	measure->is_seen = false;
	for (unsigned i = 0; i < GS_N_COUNTERS; i++) {
		if (!measure->is_running[i])
			continue;
		uint64_t result = gs_measuring_result(measure, measure->context->counters[i]);
		measure->is_seen |= columns[i] == GS_MEASURED_PASSED && result;
		if (i == GS_COUNTER_ANY && result)
			continue;
		if (columns[i] < GS_N_MEASURED)
			gs_measure_set(measure, columns[i], result);
		else
			measure->primitives = result;
	}
}

void gs_measuring_repeat(struct gs_measure *measure)
{
	struct gs_wire_call again = measure->done;
	if (measure->is_block)
		measure->gl.CallList(measure->context->again);
	else
		gs_dispatch(measure->play->real, &again);
}
