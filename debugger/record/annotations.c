/* SPDX-License-Identifier: MIT */
/* Comments on textures, display lists and addresses, for the calls that name them. */
#include "data/constants.h"
#include "debugger/record/private.h"

#include <string.h>
#include "data/object.h"

struct annotation {
	unsigned kind; /* enum gs_annotation_kind */
	uint64_t group;
	uint64_t first, last;
	char *comment;
};

static void clear(gpointer data)
{
	g_free(((struct annotation *)data)->comment);
}

GArray *gs_annotations_new(void)
{
	GArray *list = g_array_new(FALSE, FALSE, sizeof(struct annotation));
	g_array_set_clear_func(list, clear);
	return list;
}

static struct annotation *nth(GArray *list, guint i)
{
	return &g_array_index(list, struct annotation, i);
}

void gs_annotations_set(GArray *list, enum gs_annotation_kind kind, uint64_t group, uint64_t first,
	uint64_t last, const char *comment)
{
	for (guint i = list->len; i-- > 0;) {
		const struct annotation *a = nth(list, i);
		if (a->kind == kind && a->group == group && a->first == first && a->last == last)
			g_array_remove_index(list, i);
	}
	const struct annotation a = {kind, group, first, last, g_strdup(comment)};
	if (comment && *comment)
		g_array_append_val(list, a);
	else
		g_free(a.comment);
}

/* ---- what a call names ---- */

/* Names or addresses from first to last. */
struct named {
	GArray *list;
	uint64_t group;
	unsigned kind;
	uint64_t first, last;
	GString *text; /* NULL: forget them */
};

static void add_text(const struct named *n, const struct annotation *a)
{
	if (n->text->len)
		g_string_append(n->text, "; ");
	if (a->kind == GS_ANNOTATES_POINTER)
		g_string_append_printf(n->text, "pointer 0x%" G_GINT64_MODIFIER "x", n->first);
	else
		g_string_append_printf(n->text, "%s %" G_GUINT64_FORMAT,
			a->kind == GS_ANNOTATES_LIST ? "list" : "texture", a->first);
	g_string_append_printf(n->text, ": %s", a->comment);
}

static void note(const struct named *n)
{
	for (guint i = n->list->len; i-- > 0;) {
		const struct annotation *a = nth(n->list, i);
		if (a->kind != n->kind || n->first > a->last || n->last < a->first ||
			(a->kind != GS_ANNOTATES_POINTER && a->group != n->group))
			continue;
		if (n->text)
			add_text(n, a);
		else
			g_array_remove_index(n->list, i);
	}
}

/* Where another argument says what the name is of; GS_OBJECT_NONE: none does. */
static enum gs_object_kind told_kind(const struct gs_wire_call *call, unsigned argument)
{
	enum { TARGET = 1, OTHER_NAME = 6, OTHER_TARGET = 7 };
	if (gs_data_plain(call->function) == GS_FN_glCopyImageSubData &&
		(argument == 0 || argument == OTHER_NAME))
		return call->args[argument ? OTHER_TARGET : TARGET] == GL_RENDERBUFFER
			       ? GS_OBJECT_RENDERBUFFER
			       : GS_OBJECT_TEXTURE;
	bool has_label = gs_data_kinds(call->function) & GS_KIND_LABELS;
	return has_label && argument == 1 ? gs_data_label_kind((uint32_t)call->args[0])
					  : GS_OBJECT_NONE;
}

static bool is_kind(
	const struct gs_wire_call *call, unsigned argument, enum gs_annotation_kind kind)
{
	unsigned wanted = kind == GS_ANNOTATES_LIST ? GS_OBJECT_LIST : GS_OBJECT_TEXTURE;
	size_t n;
	const struct gs_object_rule *rules = gs_data_object_rules(call->function, &n);
	for (size_t i = 0; i < n; i++)
		if (rules[i].argument == argument && rules[i].kind == wanted)
			return true;
	return told_kind(call, argument) == wanted;
}

/* Elements of what an argument points at. */
static void note_elements(struct named *n, const struct gs_record *record, uint8_t argument)
{
	struct gs_wire_memory entry;
	const uint8_t *bytes = gs_recording_find_memory(record, argument, false, &entry);
	if (!bytes || entry.kind != GS_WIRE_ELEMENTS || entry.bits != 32)
		return;
	for (uint64_t i = 0; i < entry.size / 4; i++) {
		uint32_t name;
		memcpy(&name, bytes + 4 * i, sizeof name);
		n->first = n->last = name;
		note(n);
	}
}

/* glCallLists: bytes from of the type, from GL_BYTE on. */
static void note_lists(struct named *n, const struct gs_record *record, uint32_t base)
{
	static const uint8_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 2, 3, 4};
	struct gs_wire_memory entry;
	uint64_t type = record->call.args[1] - GL_BYTE;
	const uint8_t *bytes = gs_recording_find_memory(record, 2, false, &entry);
	if (!bytes || type >= G_N_ELEMENTS(sizes))
		return;
	for (const uint8_t *at = bytes; at + sizes[type] <= bytes + entry.size; at += sizes[type]) {
		uint32_t name = 0;
		float real;
		if (type + GL_BYTE >= GL_2_BYTES)
			for (unsigned i = 0; i < sizes[type]; i++)
				name = name << 8 | at[i];
		else
			memcpy(&name, at, sizes[type]);
		memcpy(&real, &name, sizeof real);
		name = type + GL_BYTE == GL_BYTE    ? (uint32_t)(int8_t)name
		       : type + GL_BYTE == GL_SHORT ? (uint32_t)(int16_t)name
		       : type + GL_BYTE == GL_FLOAT ? (uint32_t)(int64_t)real
						    : name;
		n->first = n->last = base + name;
		note(n);
	}
}

static void note_argument(
	struct named *n, const struct gs_record *record, const struct gs_parameter *p, uint8_t i)
{
	const struct gs_wire_call *call = &record->call;
	n->first = n->last = call->args[i];
	if (n->kind == GS_ANNOTATES_POINTER) {
		if (p->class == GS_CLASS_POINTER && call->args[i])
			note(n);
		return;
	}
	if (!is_kind(call, i, (enum gs_annotation_kind)n->kind))
		return;
	if (p->class == GS_CLASS_POINTER) {
		note_elements(n, record, i);
		return;
	}
	if (call->function == GS_FN_glDeleteLists)
		n->last += MAX(call->args[1], 1) - 1;
	note(n);
}

static void note_all(struct named *n, const struct gs_record *record, uint32_t list_base)
{
	const struct gs_function_info *info = gs_data_function(record->call.function);
	for (unsigned i = 0; i < record->call.n_args && i < info->n_parameters; i++)
		note_argument(n, record, &info->parameters[i], (uint8_t)i);
	if (n->kind == GS_ANNOTATES_LIST && record->call.function == GS_FN_glCallLists)
		note_lists(n, record, list_base);
}

char *gs_annotations_text(
	GArray *list, uint64_t group, uint32_t list_base, const struct gs_record *record)
{
	struct named n = {.list = list, .group = group};
	if (!list->len || !gs_data_function(record->call.function))
		return NULL;
	n.text = g_string_new(NULL);
	for (n.kind = 0; n.kind < GS_N_ANNOTATION_KINDS; n.kind++)
		note_all(&n, record, list_base);
	return g_string_free(n.text, n.text->len == 0);
}

void gs_annotations_forget(GArray *list, uint64_t group, const struct gs_record *record)
{
	unsigned function = record->call.function;
	struct named n = {.list = list, .group = group, .kind = GS_ANNOTATES_TEXTURE};
	if (function == GS_FN_glDeleteLists)
		n.kind = GS_ANNOTATES_LIST;
	else if (function != GS_FN_glDeleteTextures && function != GS_FN_glDeleteTexturesEXT)
		return;
	note_all(&n, record, 0);
}
