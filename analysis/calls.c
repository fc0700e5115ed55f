/* SPDX-License-Identifier: MIT */
/* What is known of functions by their names, and of a call by its arguments. */
#include <GL/gl.h>
#include <GL/glext.h>
#include <fnmatch.h>
#include <string.h>
#include "analysis/private.h"
#include "trace/raw.h"

/* The first line that matches counts. */
static const struct {
	const char *pattern;
	uint32_t what;
} kinds[] = {
	{"glGetBufferSubData*", GS_WHAT_READ_BUFFER | GS_WHAT_QUERY},
	{"glGetNamedBufferSubData*", GS_WHAT_READ_BUFFER | GS_WHAT_QUERY},
	{"glReadPixels", GS_WHAT_READ_PIXELS},
	{"glReadnPixels*", GS_WHAT_READ_PIXELS},
	{"glGet*TexImage*", GS_WHAT_READ_PIXELS | GS_WHAT_QUERY},
	{"glGet*TextureImage*", GS_WHAT_READ_PIXELS | GS_WHAT_QUERY},
	{"glGet*TextureSubImage*", GS_WHAT_READ_PIXELS | GS_WHAT_QUERY},
	{"glGetQueryObject*", GS_WHAT_RESULT | GS_WHAT_QUERY},
	{"glGetError", 0},
	{"glGet*", GS_WHAT_QUERY},
	{"glIs*", GS_WHAT_QUERY},
	{"glCopyBufferSubData*", GS_WHAT_BUFFER_WRITE},
	{"glCopyNamedBufferSubData*", GS_WHAT_BUFFER_WRITE},
	{"glClear*BufferData*", GS_WHAT_BUFFER_WRITE},
	{"glClear*BufferSubData*", GS_WHAT_BUFFER_WRITE},
	{"glInvalidateBuffer*", GS_WHAT_BUFFER_WRITE},
	{"gl*BufferData*", GS_WHAT_BUFFER_DATA},
	{"gl*BufferStorage*", GS_WHAT_BUFFER_DATA},
	{"gl*BufferSubData*", GS_WHAT_BUFFER_PART},
	{"glMapBuffer*", GS_WHAT_MAP},
	{"glMapNamedBuffer*", GS_WHAT_MAP},
	{"glCopy*", 0},
	{"gl*Tex*Image[123]D*", GS_WHAT_TEXTURE},
	{"glDrawPixels", GS_WHAT_PIXELS | GS_WHAT_DRAW},
	{"glBitmap", GS_WHAT_PIXELS | GS_WHAT_DRAW},
	{"glUniform[1234]*", GS_WHAT_UNIFORM},
	{"glUniformMatrix*", GS_WHAT_UNIFORM},
	{"glProgramUniform[1234]*", GS_WHAT_UNIFORM},
	{"glProgramUniformMatrix*", GS_WHAT_UNIFORM},
	{"glProgramEnvParameter*", GS_WHAT_UNIFORM},
	{"glProgramLocalParameter*", GS_WHAT_UNIFORM},
	{"glShaderSource*", GS_WHAT_SHADER},
	{"glCreateShaderProgramv*", GS_WHAT_SHADER | GS_WHAT_COMPILE},
	{"glProgramStringARB", GS_WHAT_SHADER | GS_WHAT_COMPILE},
	{"glCompileShader*", GS_WHAT_COMPILE},
	{"glLinkProgram*", GS_WHAT_COMPILE},
	{"glMatrixMode", GS_WHAT_MATRIX},
	{"glLoadIdentity", GS_WHAT_MATRIX},
	{"glLoad*Matrix*", GS_WHAT_MATRIX},
	{"glMult*Matrix*", GS_WHAT_MATRIX},
	{"glPushMatrix", GS_WHAT_MATRIX},
	{"glPopMatrix", GS_WHAT_MATRIX},
	{"glRotate*", GS_WHAT_MATRIX},
	{"glScale[dfx]*", GS_WHAT_MATRIX},
	{"glTranslate*", GS_WHAT_MATRIX},
	{"glOrtho*", GS_WHAT_MATRIX},
	{"glFrustum*", GS_WHAT_MATRIX},
	{"glMatrix*EXT", GS_WHAT_MATRIX},
	{"glClear", GS_WHAT_CLEAR},
	{"glClearBuffer[fiu]*", GS_WHAT_CLEAR},
	{"glClearNamedFramebuffer*", GS_WHAT_CLEAR},
	{"glVertex[234]*", GS_WHAT_VERTEX},
	{"glVertexP[234]*", GS_WHAT_VERTEX},
	{"glVertexAttrib[1234]*", GS_WHAT_VERTEX},
	{"glVertexAttrib[ILP][1234]*", GS_WHAT_VERTEX},
	{"glArrayElement*", GS_WHAT_VERTEX},
	{"glEvalCoord*", GS_WHAT_VERTEX},
	{"glEvalPoint*", GS_WHAT_VERTEX},
	{"gl*Pointer", GS_WHAT_ARRAY},
	{"gl*Pointer[AEN]*", GS_WHAT_ARRAY},
	{"glDraw*Arrays*", GS_WHAT_DRAW},
	{"glDraw*Elements*", GS_WHAT_DRAW},
	{"glMultiDraw*", GS_WHAT_DRAW},
	{"glMultiModeDraw*", GS_WHAT_DRAW},
	{"glDrawTransformFeedback*", GS_WHAT_DRAW},
	{"glDrawMesh*", GS_WHAT_DRAW},
	{"glDrawElementArray*", GS_WHAT_DRAW},
	{"glDrawTex[fisx]*", GS_WHAT_DRAW | GS_WHAT_PIXELS},
	{"glCopyPixels", GS_WHAT_DRAW | GS_WHAT_PIXELS},
	{"glRect[dfisx]*", GS_WHAT_DRAW},
	{"glEvalMesh*", GS_WHAT_DRAW},
	{"glUseProgram", GS_WHAT_BIND_PROGRAM},
	{"glUseProgramObjectARB", GS_WHAT_BIND_PROGRAM},
	{"glBindProgram*", GS_WHAT_BIND_PROGRAM},
	{"glBindTexture*", GS_WHAT_BIND_TEXTURE},
	{"glBindMultiTexture*", GS_WHAT_BIND_TEXTURE},
	{"glBindFramebuffer*", GS_WHAT_BIND_TARGET},
	{"glDispatchCompute*", GS_WHAT_DISPATCH},
	{"glBegin", GS_WHAT_BEGIN},
	{"glX*", GS_WHAT_WINDOW},
	{"egl*", GS_WHAT_WINDOW},
};

static uint32_t what_is(const char *name)
{
	/* Before the patterns of glCopy*, which they match too. */
	if (strcmp(name, "glCopyPixels") == 0)
		return GS_WHAT_DRAW | GS_WHAT_PIXELS;
	for (size_t i = 0; i < G_N_ELEMENTS(kinds); i++)
		if (fnmatch(kinds[i].pattern, name, 0) == 0)
			return kinds[i].what;
	return 0;
}

void gs_plans_init(struct gs_plans *plans)
{
	plans->by_signature = g_ptr_array_new_with_free_func(g_free);
}

void gs_plans_clear(struct gs_plans *plans)
{
	g_ptr_array_free(plans->by_signature, TRUE);
}

struct gs_call_plan *gs_plan_of(struct gs_plans *plans, const struct gs_trace_function *function)
{
	struct gs_call_plan *plan;
	int number;
	if (function->id >= plans->by_signature->len)
		g_ptr_array_set_size(plans->by_signature, (gint)function->id + 1);
	plan = plans->by_signature->pdata[function->id];
	if (plan)
		return plan;
	plan = g_new0(struct gs_call_plan, 1);
	number = gs_data_find(function->name);
	plan->number = number < 0 ? GS_N_FUNCTIONS : (unsigned)number;
	plan->info = gs_data_function(plan->number);
	plan->name = plan->info ? plan->info->name : g_intern_string(function->name);
	plan->what = what_is(plan->name);
	plans->by_signature->pdata[function->id] = plan;
	return plan;
}

/* ---- arguments ---- */

static bool is_one_of(const char *names, const char *name)
{
	size_t n = strlen(name);
	while (names) {
		if (strncmp(names, name, n) == 0 && (names[n] == '|' || !names[n]))
			return true;
		names = strchr(names, '|');
		names += names != NULL;
	}
	return false;
}

const struct gs_trace_value *gs_look_value(const struct gs_look *look, const char *name)
{
	const struct gs_function_info *info = look->plan->info;
	for (unsigned i = 0; info && i < info->n_parameters; i++)
		if (is_one_of(name, info->parameters[i].name))
			return i < look->call->function->n_args ? &look->call->args[i] : NULL;
	return NULL;
}

uint64_t gs_look_number(const struct gs_look *look, const char *name)
{
	const struct gs_trace_value *value = gs_look_value(look, name);
	return value ? gs_trace_number(value) : 0;
}

bool gs_look_has(const struct gs_look *look, const char *name)
{
	return gs_look_value(look, name) != NULL;
}

static uint64_t bytes_of(const struct gs_trace_value *value, const struct gs_parameter *parameter)
{
	uint64_t sum = 0;
	switch ((enum gs_trace_class)value->class) {
	case GS_TRACE_BLOB:
	case GS_TRACE_STRING:
		return value->n;
	case GS_TRACE_ARRAY:
		if (parameter && parameter->pointee_bits && parameter->pointee != GS_CLASS_POINTER)
			return (uint64_t)value->n * (parameter->pointee_bits / 8u);
		for (uint32_t i = 0; i < value->n; i++)
			sum += bytes_of(&value->items[i], NULL);
		return sum;
	default:
		return 0;
	}
}

uint64_t gs_look_bytes(const struct gs_look *look, bool by_leave)
{
	const struct gs_function_info *info = look->plan->info;
	uint64_t sum = 0;
	for (unsigned i = 0; i < look->call->function->n_args; i++)
		if (look->call->args[i].by_leave == by_leave)
			sum += bytes_of(&look->call->args[i],
				info && i < info->n_parameters ? &info->parameters[i] : NULL);
	return sum;
}

uint32_t gs_look_buffer(struct gs_content *content, const struct gs_look *look)
{
	const char *const named = "buffer|writeBuffer";
	if (gs_look_has(look, named))
		return gs_content_object_named(
			content, GS_OBJECT_BUFFER, gs_look_number(look, named));
	return gs_content_bound(
		content, GS_OBJECT_BUFFER, gs_look_number(look, "target|writeTarget"));
}

bool gs_look_waits(struct gs_content *content, const struct gs_look *look)
{
	const char *name = look->plan->name;
	if (look->plan->what & GS_WHAT_READ_BUFFER)
		return true;
	if (look->plan->what & GS_WHAT_READ_PIXELS)
		return !gs_content_bound(content, GS_OBJECT_BUFFER, GL_PIXEL_PACK_BUFFER);
	if (look->plan->what & GS_WHAT_RESULT)
		return gs_look_number(look, "pname") == GL_QUERY_RESULT &&
		       !gs_content_bound(content, GS_OBJECT_BUFFER, GL_QUERY_BUFFER);
	if (strcmp(name, "glClientWaitSync") == 0)
		return gs_look_number(look, "timeout") > 0 &&
		       gs_trace_number(&look->call->result) != GL_ALREADY_SIGNALED;
	return strcmp(name, "glFinish") == 0 || strcmp(name, "glXWaitGL") == 0 ||
	       strcmp(name, "eglWaitGL") == 0 || strcmp(name, "eglWaitClient") == 0;
}
