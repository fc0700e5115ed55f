/* SPDX-License-Identifier: MIT */
/* Calls that need more than the tables of data/ say; replay/special.c plays the same calls. */
#include <string.h>
#include "data/constants.h"
#include "export/private.h"

enum {
	MOST_LISTS = 1 << 24,
	MOST_FEEDBACK = 1 << 24,
};

/* ---- state that others depend on: after the call ---- */

static void after_link(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	(void)recipe;
	export_forget_parts(ex, gs_trace_argument(call, 0));
}

static void after_label(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	unsigned last = recipe->info->n_parameters - 1u;
	export_label(ex, gs_data_label_kind((uint32_t)gs_trace_argument(call, 0)),
		gs_trace_argument(call, 1), &call->args[last]);
}

/* ---- before the call ---- */

static void before_viewport(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	(void)recipe;
	(void)call;
	if (ex->step->event == GS_FOLLOW_SIZES)
		export_set_size(ex, ex->step->drawable);
}

static void before_lists(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	unsigned range = recipe->info->n_parameters == 1 ? 0 : 1;
	if ((int32_t)gs_trace_argument(call, range) > MOST_LISTS)
		ex->refused = "it is about too many lists";
}

/* Write a marker's text as a comment before the call, which other tools show. */
static void before_marker(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	const struct gs_trace_value *text = NULL;
	(void)recipe;
	for (uint32_t i = 0; i < call->function->n_args; i++)
		if (call->args[i].class == GS_TRACE_STRING || call->args[i].class == GS_TRACE_BLOB)
			text = &call->args[i];
	if (text)
		export_comment(ex, text->text, text->n);
}

/* ---- in place of the call ---- */

static void act_nothing(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	(void)ex;
	(void)recipe;
	(void)call;
}

static void act_marker(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	before_marker(ex, recipe, call);
	export_take_comments(ex, call);
}

static void act_of_program(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	(void)recipe;
	export_leave_out(ex, call, "it names a function of the program");
}

static void act_image(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	(void)recipe;
	export_leave_out(ex, call, "another interface made the image");
}

static void act_mesa_texture(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	before_marker(ex, recipe, call);
	if (call->function->n_args > 1 && export_context(ex))
		export_label(ex, GS_OBJECT_TEXTURE, gs_trace_argument(call, 0), &call->args[1]);
}

static void act_mesa_list(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	before_marker(ex, recipe, call);
	if (call->function->n_args > 1 && export_context(ex) &&
		call->args[1].class == GS_TRACE_STRING)
		export_label_list(ex, gs_trace_argument(call, 0), &call->args[1]);
}

static void act_end_frame(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	(void)recipe;
	(void)call;
	export_line(ex, "end_frame();");
	export_end_frame(ex);
}

static void after_shader(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	static const struct {
		uint64_t type;
		const char *suffix;
	} suffixes[] = {{GL_FRAGMENT_SHADER, ".frag"}, {GL_VERTEX_SHADER, ".vert"},
		{GL_GEOMETRY_SHADER, ".geom"}, {GL_TESS_EVALUATION_SHADER, ".tese"},
		{GL_TESS_CONTROL_SHADER, ".tesc"}, {GL_COMPUTE_SHADER, ".comp"}};
	(void)recipe;
	for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++)
		if (suffixes[i].type == gs_trace_argument(call, 0))
			export_set_suffix(ex, gs_trace_number(&call->result), suffixes[i].suffix);
}

/* Write the source as one text file, each part as far as its NUL. */
static void act_source(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	const struct gs_trace_value *parts = gs_trace_array(call, 2);
	GString *text, *name, *room;
	const char *file = NULL, *shader;
	char *type;
	if (!export_context(ex) || !parts || recipe->info->n_parameters != 4) {
		export_leave_out(ex, call, "the trace does not say the text");
		return;
	}
	text = g_string_new(NULL);
	room = g_string_new(NULL);
	for (uint32_t i = 0; i < parts->n; i++)
		if (parts->items[i].class == GS_TRACE_STRING)
			g_string_append(text, parts->items[i].text);
	shader = export_name(ex, GS_OBJECT_PROGRAM, gs_trace_argument(call, 0), room);
	name = g_string_new(shader);
	g_string_append(name, export_suffix(ex, gs_trace_argument(call, 0)));
	if (!ex->is_survey)
		file = export_files_text(ex->files, name->str, text->str, text->len);
	type = export_element_type(&recipe->parameters[2], parts);
	if (!ex->is_survey && file)
		export_line(ex, "%s(%s, 1, (%s[]){text_of(\"%s\")}, NULL);", recipe->info->name,
			shader, type, file);
	else if (!ex->is_survey)
		export_leave_out(ex, call, "there are too many texts");
	if (!ex->is_survey)
		export_files_function(ex->files, recipe->number);
	g_free(type);
	g_string_free(name, TRUE);
	g_string_free(room, TRUE);
	g_string_free(text, TRUE);
}

/* Wait for a minute at most, if the sync object was signalled when it was recorded. */
static void act_wait(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	uint64_t result = gs_trace_number(&call->result);
	bool is_over = result != GL_TIMEOUT_EXPIRED && result != GL_WAIT_FAILED;
	GString *line = g_string_new(NULL);
	g_string_printf(line, "%s(", recipe->info->name);
	ex->refused = NULL;
	for (unsigned i = 0; i < 3 && !ex->refused; i++) {
		g_string_append(line, i ? ", " : "");
		if (i == 2 && is_over)
			g_string_append(line, "60000000000u");
		else
			export_argument(ex, recipe, call, i, line);
	}
	if (!ex->refused && call->function->n_args == 3 && !ex->is_survey)
		export_files_function(ex->files, recipe->number);
	if (ex->refused)
		export_leave_out(ex, call, ex->refused);
	else
		export_line(ex, "%s);", line->str);
	g_string_free(line, TRUE);
}

static void act_copy(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	GString *line = g_string_new(NULL), *room = g_string_new(NULL);
	g_string_printf(line, "%s(", recipe->info->name);
	ex->refused = NULL;
	for (unsigned i = 0; i < recipe->info->n_parameters && !ex->refused; i++) {
		bool buffer = i % 6 == 0 && i < 12 &&
			      gs_trace_argument(call, i + 1) == GL_RENDERBUFFER;
		g_string_append(line, i ? ", " : "");
		if (i == 0 || i == 6)
			g_string_append(line,
				export_name(ex, buffer ? GS_OBJECT_RENDERBUFFER : GS_OBJECT_TEXTURE,
					gs_trace_argument(call, i), room));
		else
			export_argument(ex, recipe, call, i, line);
	}
	if (!ex->is_survey)
		export_files_function(ex->files, recipe->number);
	if (ex->refused)
		export_leave_out(ex, call, ex->refused);
	else
		export_line(ex, "%s);", line->str);
	g_string_free(room, TRUE);
	g_string_free(line, TRUE);
}

/* Write a label as a comment; the second argument is a name of the kind that the first says. */
static void act_label(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	enum gs_object_kind kind = gs_data_label_kind((uint32_t)gs_trace_argument(call, 0));
	GString *line = g_string_new(NULL), *room = g_string_new(NULL);
	unsigned last = recipe->info->n_parameters - 1u;
	const struct gs_trace_value *text = &call->args[last];
	if (call->function->n_args == recipe->info->n_parameters && export_context(ex))
		after_label(ex, recipe, call);
	if ((text->class == GS_TRACE_STRING || text->class == GS_TRACE_BLOB) &&
		kind != GS_OBJECT_NONE && kind != GS_OBJECT_LIST) {
		const char *name = export_name(ex, kind, gs_trace_argument(call, 1), room);
		g_string_append_printf(line, "%s: ", name ? name : "");
		g_string_append_len(line, text->text, text->n);
		export_comment(ex, line->str, line->len);
	}
	g_string_free(room, TRUE);
	g_string_free(line, TRUE);
}

/* Give GL memory that it writes to until another is set. */
static void act_feedback(
	struct exporter *ex, const struct recipe *recipe, const struct gs_trace_call *call)
{
	int64_t size = (int32_t)gs_trace_argument(call, 0);
	GString *type = g_string_new(NULL);
	if (size < 0 || size > MOST_FEEDBACK) {
		export_leave_out(ex, call, "its size is out of range");
	} else {
		if (recipe->info->n_parameters == 3 && export_argument(ex, recipe, call, 1, type))
			g_string_append(type, ", ");
		export_line(ex, "%s(%d, %slasting_room(%d));", recipe->info->name, (int)size,
			type->str, (int)size * 4 + 16);
		if (!ex->is_survey)
			export_files_function(ex->files, recipe->number);
	}
	g_string_free(type, TRUE);
}

/* ---- which calls ---- */

/* Functions on memory of the program, whose calls the recorder makes up. */
static const struct {
	const char *name;
	export_act act;
} memory_acts[] = {{"malloc", export_malloc}, {"free", export_free}, {"memcpy", export_memcpy}};

/* Functions of vendors that do the same are exported like the plain ones (gs_data_plain). */
static const struct {
	unsigned function;
	export_act act, before, after;
} specials[] = {
	{GS_FN_glDebugMessageCallback, act_of_program, NULL, NULL},
	{GS_FN_glEGLImageTargetTexture2DOES, act_image, NULL, NULL},
	{GS_FN_glEGLImageTargetRenderbufferStorageOES, act_image, NULL, NULL},
	{GS_FN_glEGLImageTargetTexStorageEXT, act_image, NULL, NULL},
	{GS_FN_glEGLImageTargetTextureStorageEXT, act_image, NULL, NULL},
	{GS_FN_glStringMarkerGREMEDY, act_marker, NULL, NULL},
	{GS_FN_glTraceTextureMESA, act_mesa_texture, NULL, NULL},
	{GS_FN_glTraceCommentMESA, act_marker, NULL, NULL},
	{GS_FN_glTraceListMESA, act_mesa_list, NULL, NULL},
	{GS_FN_glFrameTerminatorGREMEDY, act_end_frame, NULL, NULL},
	{GS_FN_glPushDebugGroup, NULL, before_marker, NULL},
	{GS_FN_glDebugMessageInsert, NULL, before_marker, NULL},
	{GS_FN_glPushGroupMarkerEXT, NULL, before_marker, NULL},
	{GS_FN_glPopGroupMarkerEXT, NULL, before_marker, NULL},
	{GS_FN_glInsertEventMarkerEXT, NULL, before_marker, NULL},
	{GS_FN_glLinkProgram, NULL, NULL, after_link},
	{GS_FN_glProgramBinary, NULL, NULL, after_link},
	{GS_FN_glGetActiveUniformBlockName, NULL, NULL, export_listed},
	{GS_FN_glGetProgramResourceName, NULL, NULL, export_listed},
	{GS_FN_glViewport, NULL, before_viewport, NULL},
	{GS_FN_glCreateShader, NULL, NULL, after_shader},
	{GS_FN_glShaderSource, act_source, NULL, NULL},
	{GS_FN_glClientWaitSync, act_wait, NULL, NULL},
	{GS_FN_glCopyImageSubData, act_copy, NULL, NULL},
	{GS_FN_glObjectLabel, act_label, NULL, NULL},
	{GS_FN_glLabelObjectEXT, act_label, NULL, NULL},
	{GS_FN_glGetObjectLabel, act_nothing, NULL, NULL},
	{GS_FN_glGenLists, NULL, before_lists, NULL},
	{GS_FN_glDeleteLists, NULL, before_lists, NULL},
	{GS_FN_glFeedbackBuffer, act_feedback, NULL, NULL},
	{GS_FN_glSelectBuffer, act_feedback, NULL, NULL},
};

static void find_by_name(struct recipe *recipe, const char *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(memory_acts); i++)
		if (strcmp(memory_acts[i].name, name) == 0)
			recipe->act = memory_acts[i].act;
}

void export_find_special(struct recipe *recipe, const char *name)
{
	unsigned plain = gs_data_plain(recipe->number);
	if (!recipe->info) {
		find_by_name(recipe, name);
	} else if (recipe->kinds & GS_KIND_WINDOW) {
		export_act act = export_window_act(recipe->number);
		recipe->act = act ? act : act_nothing;
	} else if (gs_data_flags(recipe->number) & GS_FUNCTION_OURS) {
		recipe->act = act_nothing;
	}
	for (size_t i = 0; i < G_N_ELEMENTS(specials); i++) {
		if (specials[i].function != plain)
			continue;
		recipe->act = specials[i].act;
		recipe->before = specials[i].before;
		recipe->after = specials[i].after;
	}
}
