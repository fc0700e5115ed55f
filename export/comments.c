/* SPDX-License-Identifier: MIT */
/*
 * Labels from comments of GL_MESA_trace on textures, display lists and addresses. Its calls are not
 * in our traces: before each call that names such a thing, the recorder writes the comment, as
 * "texture 1: a wall; list 7: a wheel; pointer 0x5604dcdb1560: the pixels".
 */
#include <stdlib.h>
#include <string.h>
#include "export/private.h"

static const struct {
	const char *word;
	enum gs_object_kind kind; /* GS_OBJECT_NONE: an address */
} subjects[] = {
	{"texture ", GS_OBJECT_TEXTURE}, {"list ", GS_OBJECT_LIST}, {"pointer 0x", GS_OBJECT_NONE}};

/* Read what a comment is about, "texture 1: ". Return the text after it; NULL: the text begins
 * otherwise. */
static const char *take_subject(const char *text, enum gs_object_kind *kind, uint64_t *name)
{
	for (size_t i = 0; i < G_N_ELEMENTS(subjects); i++) {
		const char *digits = text + strlen(subjects[i].word);
		bool is_address = subjects[i].kind == GS_OBJECT_NONE;
		char *end;
		if (!g_str_has_prefix(text, subjects[i].word) || !g_ascii_isxdigit(*digits))
			continue;
		*kind = subjects[i].kind;
		*name = g_ascii_strtoull(digits, &end, is_address ? 16 : 10);
		if (end > digits && g_str_has_prefix(end, ": "))
			return end + 2;
	}
	return NULL;
}

/* Return where the next comment begins, or the text ends. */
static const char *end_of_comment(const char *text)
{
	enum gs_object_kind kind;
	uint64_t name;
	for (; *text; text++)
		if (g_str_has_prefix(text, "; ") && take_subject(text + 2, &kind, &name))
			break;
	return text;
}

static void take_comment(
	struct exporter *ex, enum gs_object_kind kind, uint64_t name, const char *comment, size_t n)
{
	struct gs_trace_value text = {
		.class = GS_TRACE_STRING, .text = (char *)comment, .n = (uint32_t)n};
	if (kind == GS_OBJECT_NONE && !ex->data_label)
		ex->data_label = g_strndup(comment, MIN(n, EXPORT_MOST_LABEL));
	else if (kind == GS_OBJECT_LIST)
		export_label_list(ex, name, &text);
	else if (kind != GS_OBJECT_NONE)
		export_label(ex, kind, name, &text);
}

void export_take_comments(struct exporter *ex, const struct gs_trace_call *call)
{
	const struct gs_trace_value *value = call->function->n_args
						     ? &call->args[call->function->n_args - 1]
						     : NULL;
	const char *at, *end;
	enum gs_object_kind kind;
	uint64_t name;
	char *text;
	if (!call->is_fake || !export_context(ex) || !value ||
		(value->class != GS_TRACE_STRING && value->class != GS_TRACE_BLOB))
		return;
	text = g_strndup(value->text, value->n);
	for (at = text; (at = take_subject(at, &kind, &name)); at = *end ? end + 2 : end) {
		end = end_of_comment(at);
		take_comment(ex, kind, name, at, (size_t)(end - at));
	}
	g_free(text);
}

void export_forget_comments(struct exporter *ex)
{
	g_clear_pointer(&ex->data_label, g_free);
}
