/* SPDX-License-Identifier: MIT */
#include "data/constants.h"
#include "debugger/calls/names.h"

#include <string.h>
#include "data/data.h"
#include "data/object.h"
#include "wire/memory.h"

enum {
	LONGEST = 200,
	MOST_SHADERS = 6,
};

/* LABEL: of an object of the share group, part: its enum gs_object_kind. */
enum kind {
	PROGRAM,
	SHADER,
	FRAMEBUFFER,
	LABEL,
	ATTACHED,
	MADE,
	SHADER_MADE,
	LINKED,
	UNIFORM,
	ATTRIBUTE
};

struct key {
	uint32_t kind, group, name, part;
};

/* What a call said. */
struct said {
	uint64_t place;
	uint32_t text;	/* offset in texts; 0: none */
	uint32_t value; /* ATTACHED: the shader */
};

/* A thread uses another program. */
struct use {
	uint64_t place; /* after the call there */
	uint32_t thread, group, program;
	bool known, is_pipeline;
};

struct gs_call_names {
	GHashTable *things;	/* struct key -> GArray of struct said */
	GHashTable *attributes; /* struct key, its name 0 -> GArray of uint32_t: programs */
	GHashTable *known;	/* text -> its offset in texts */
	GString *texts;		/* each with its NUL */
	GArray *uses;		/* struct use */
	GHashTable *last;	/* thread -> number of its last use, plus 1 */
	uint64_t forgotten;	/* what was said before that place and does not hold there */
};

static guint hash_key(gconstpointer data)
{
	const struct key *key = data;
	return ((key->name * 31 + key->part) * 31 + key->kind) * 31 + key->group;
}

static gboolean equal_keys(gconstpointer a, gconstpointer b)
{
	return memcmp(a, b, sizeof(struct key)) == 0;
}

static void free_array(gpointer array)
{
	g_array_free(array, TRUE);
}

struct gs_call_names *gs_call_names_new(void)
{
	struct gs_call_names *names = g_new0(struct gs_call_names, 1);
	names->things = g_hash_table_new_full(hash_key, equal_keys, g_free, free_array);
	names->attributes = g_hash_table_new_full(hash_key, equal_keys, g_free, free_array);
	names->known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	names->texts = g_string_new_len("", 1);
	names->uses = g_array_new(FALSE, FALSE, sizeof(struct use));
	names->last = g_hash_table_new(NULL, NULL);
	return names;
}

void gs_call_names_free(struct gs_call_names *names)
{
	if (!names)
		return;
	g_hash_table_destroy(names->things);
	g_hash_table_destroy(names->attributes);
	g_hash_table_destroy(names->known);
	g_string_free(names->texts, TRUE);
	g_array_free(names->uses, TRUE);
	g_hash_table_destroy(names->last);
	g_free(names);
}

void gs_call_names_clear(struct gs_call_names *names)
{
	g_hash_table_remove_all(names->things);
	g_hash_table_remove_all(names->attributes);
	g_hash_table_remove_all(names->known);
	g_string_truncate(names->texts, 1);
	g_array_set_size(names->uses, 0);
	g_hash_table_remove_all(names->last);
	names->forgotten = 0;
}

/* ---- what was said ---- */

static uint32_t keep_string(struct gs_call_names *names, const char *string, size_t size)
{
	gpointer known;
	char *raw = g_strndup(string, MIN(size, LONGEST));
	char *text = g_utf8_make_valid(raw, -1);
	g_free(raw);
	if (g_hash_table_lookup_extended(names->known, text, NULL, &known)) {
		g_free(text);
		return GPOINTER_TO_UINT(known);
	}
	uint32_t at = (uint32_t)names->texts->len;
	g_string_append_len(names->texts, text, (gssize)strlen(text) + 1);
	g_hash_table_insert(names->known, text, GUINT_TO_POINTER(at));
	return at;
}

static uint32_t keep_text(struct gs_call_names *names, const uint8_t *memory, size_t size)
{
	struct gs_wire_memory entry;
	const uint8_t *end = memory + size, *bytes;
	while (memory &&
		(bytes = gs_memory_read(memory, (uint64_t)(end - memory), &entry, &memory))) {
		if (entry.kind != GS_WIRE_TEXT || !entry.size)
			continue;
		return keep_string(names, (const char *)bytes, entry.size);
	}
	return 0;
}

static const char *text_of(const struct gs_call_names *names, const struct said *said)
{
	return said && said->text ? names->texts->str + said->text : NULL;
}

/* The last that was said in front of the place; NULL: nothing. */
static const struct said *find(
	const struct gs_call_names *names, const struct key *key, uint64_t place)
{
	const GArray *all = g_hash_table_lookup(names->things, key);
	guint low = 0, high = all ? all->len : 0;
	while (low < high) {
		guint middle = (low + high) / 2;
		if (g_array_index(all, struct said, middle).place < place)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &g_array_index(all, struct said, low - 1) : NULL;
}

static GArray *array_of(GHashTable *table, const struct key *key, guint size)
{
	GArray *all = g_hash_table_lookup(table, key);
	if (!all) {
		struct key *copy = g_new(struct key, 1);
		*copy = *key;
		all = g_array_new(FALSE, FALSE, size);
		g_hash_table_insert(table, copy, all);
	}
	return all;
}

static struct key any_program(uint32_t group, uint32_t index)
{
	return (struct key){ATTRIBUTE, group, 0, index};
}

static void say(struct gs_call_names *names, const struct key *key, const struct said *said)
{
	GArray *all = array_of(names->things, key, sizeof(struct said));
	if (key->kind == ATTRIBUTE && !all->len) {
		const struct key any = any_program(key->group, key->part);
		g_array_append_val(array_of(names->attributes, &any, sizeof(uint32_t)), key->name);
	}
	g_array_append_val(all, *said);
}

/* Where the object of that number was made, or the program linked; 0: not known. */
static uint64_t since(const struct gs_call_names *names, enum kind kind, uint32_t group,
	uint32_t name, uint64_t place)
{
	const struct said *said = find(names, &(struct key){kind, group, name, 0}, place);
	return said ? said->place : 0;
}

static const char *said_since(
	const struct gs_call_names *names, const struct key *key, uint64_t place, uint64_t from)
{
	const struct said *said = find(names, key, place);
	return said && said->place >= from ? text_of(names, said) : NULL;
}

/* ---- calls ---- */

static void note_text(struct gs_call_names *names, const struct key *key, uint64_t place,
	const uint8_t *memory, size_t size)
{
	struct said said = {place, keep_text(names, memory, size), 0};
	const struct said *last = find(names, key, UINT64_MAX);
	uint64_t linked = since(names, LINKED, key->group, key->name, UINT64_MAX);
	uint64_t made = since(names, MADE, key->group, key->name, UINT64_MAX);
	/* some programs ask again and again */
	if (!last || last->text != said.text || last->place < MAX(linked, made))
		say(names, key, &said);
}

static bool is_labelled(unsigned kind)
{
	return kind == GS_OBJECT_TEXTURE || kind == GS_OBJECT_BUFFER ||
	       kind == GS_OBJECT_RENDERBUFFER || kind == GS_OBJECT_SAMPLER;
}

/* What is deleted has no label any more, and its number may be given out anew. */
static void forget_labels(struct gs_call_names *names, uint64_t place, uint32_t group,
	unsigned kind, const uint8_t *memory, size_t size)
{
	struct gs_wire_memory entry;
	const uint8_t *end = memory + size, *bytes;
	while (memory &&
		(bytes = gs_memory_read(memory, (uint64_t)(end - memory), &entry, &memory))) {
		if (entry.kind != GS_WIRE_ELEMENTS || entry.bits != 32)
			continue;
		for (uint64_t i = 0; i + 4 <= entry.size; i += 4) {
			struct key key = {LABEL, group, 0, kind};
			memcpy(&key.name, bytes + i, sizeof key.name);
			const struct said none = {place, 0, 0},
					  *last = find(names, &key, UINT64_MAX);
			if (last && last->text)
				say(names, &key, &none);
		}
	}
}

static void note_label(struct gs_call_names *names, const struct gs_wire_call *call, uint64_t place,
	uint32_t group, const uint8_t *memory, size_t size)
{
	struct key key = {PROGRAM, group, (uint32_t)call->args[1], 0};
	unsigned kind = gs_data_label_kind((uint32_t)call->args[0]);
	if (is_labelled(kind)) {
		key.kind = LABEL;
		key.part = kind;
		note_text(names, &key, place, memory, size);
		return;
	}
	switch (call->args[0]) {
	case GL_PROGRAM:
	case GL_PROGRAM_OBJECT_EXT:
		break;
	case GL_SHADER:
	case GL_SHADER_OBJECT_EXT:
		key.kind = SHADER;
		break;
	case GL_FRAMEBUFFER:
		key.kind = FRAMEBUFFER;
		break;
	default:
		return;
	}
	note_text(names, &key, place, memory, size);
}

static void note_location(struct gs_call_names *names, const struct gs_wire_call *call,
	uint64_t place, uint32_t group, const uint8_t *memory, size_t size)
{
	struct key key = {UNIFORM, group, (uint32_t)call->args[0], (uint32_t)call->ret};
	switch (call->function) {
	case GS_FN_glBindAttribLocation:
	case GS_FN_glBindAttribLocationARB:
		key.kind = ATTRIBUTE;
		key.part = (uint32_t)call->args[1];
		break;
	case GS_FN_glGetAttribLocation:
	case GS_FN_glGetAttribLocationARB:
		key.kind = ATTRIBUTE;
		break;
	case GS_FN_glGetProgramResourceLocation:
		if (call->args[1] != GL_UNIFORM && call->args[1] != GL_PROGRAM_INPUT)
			return;
		key.kind = call->args[1] == GL_UNIFORM ? UNIFORM : ATTRIBUTE;
		break;
	}
	bool asked = call->function != GS_FN_glBindAttribLocation &&
		     call->function != GS_FN_glBindAttribLocationARB;
	if (asked && (!(call->flags & GS_CALL_RETURNED) || (int32_t)call->ret < 0))
		return;
	note_text(names, &key, place, memory, size);
}

static void note_object(struct gs_call_names *names, const struct gs_wire_call *call,
	uint64_t place, uint32_t group)
{
	struct said said = {place, 0, 0};
	uint32_t name = call->n_args ? (uint32_t)call->args[0] : 0;
	switch (call->function) {
	case GS_FN_glCreateProgram:
	case GS_FN_glCreateProgramObjectARB:
	case GS_FN_glCreateShaderProgramv:
		say(names, &(struct key){MADE, group, (uint32_t)call->ret, 0}, &said);
		break;
	case GS_FN_glCreateShader:
	case GS_FN_glCreateShaderObjectARB:
		say(names, &(struct key){SHADER_MADE, group, (uint32_t)call->ret, 0}, &said);
		break;
	case GS_FN_glAttachShader:
	case GS_FN_glAttachObjectARB:
		said.value = call->n_args > 1 ? (uint32_t)call->args[1] : 0;
		say(names, &(struct key){ATTACHED, group, name, 0}, &said);
		break;
	case GS_FN_glLinkProgram:
	case GS_FN_glLinkProgramARB:
	case GS_FN_glProgramBinary:
	case GS_FN_glProgramBinaryOES:
		say(names, &(struct key){LINKED, group, name, 0}, &said);
		break;
	}
}

static void note_use(struct gs_call_names *names, uint32_t thread, uint64_t place,
	const struct gs_call_binding *binding)
{
	guint last = GPOINTER_TO_UINT(g_hash_table_lookup(names->last, GUINT_TO_POINTER(thread)));
	struct use use = {place, thread, binding->group, binding->program, binding->program_known,
		binding->is_pipeline};
	if (last) {
		const struct use *before = &g_array_index(names->uses, struct use, last - 1);
		if (before->group == use.group && before->program == use.program &&
			before->known == use.known && before->is_pipeline == use.is_pipeline)
			return;
	}
	g_array_append_val(names->uses, use);
	g_hash_table_insert(
		names->last, GUINT_TO_POINTER(thread), GUINT_TO_POINTER(names->uses->len));
}

void gs_call_names_note(struct gs_call_names *names, const struct gs_wire_call *call,
	struct gs_call_place place, const struct gs_call_binding *binding, const uint8_t *memory,
	size_t size)
{
	note_use(names, call->flags >> GS_CALL_TID_SHIFT, place.n, binding);
	switch (call->function) {
	case GS_FN_glObjectLabel:
	case GS_FN_glObjectLabelKHR:
	case GS_FN_glLabelObjectEXT:
		if (call->n_args > 1)
			note_label(names, call, place.n, binding->group, memory, size);
		break;
	case GS_FN_glGetUniformLocation:
	case GS_FN_glGetUniformLocationARB:
	case GS_FN_glGetAttribLocation:
	case GS_FN_glGetAttribLocationARB:
	case GS_FN_glBindAttribLocation:
	case GS_FN_glBindAttribLocationARB:
	case GS_FN_glGetProgramResourceLocation:
		if (call->n_args > 1)
			note_location(names, call, place.n, binding->group, memory, size);
		break;
	case GS_FN_glDeleteTextures:
	case GS_FN_glDeleteTexturesEXT:
		forget_labels(names, place.n, binding->group, GS_OBJECT_TEXTURE, memory, size);
		break;
	case GS_FN_glDeleteBuffers:
	case GS_FN_glDeleteBuffersARB:
		forget_labels(names, place.n, binding->group, GS_OBJECT_BUFFER, memory, size);
		break;
	case GS_FN_glDeleteRenderbuffers:
	case GS_FN_glDeleteRenderbuffersEXT:
		forget_labels(names, place.n, binding->group, GS_OBJECT_RENDERBUFFER, memory, size);
		break;
	case GS_FN_glDeleteSamplers:
		forget_labels(names, place.n, binding->group, GS_OBJECT_SAMPLER, memory, size);
		break;
	default:
		note_object(names, call, place.n, binding->group);
	}
}

/* ---- forgetting ---- */

/* Of the first n uses keeps the last one of each thread. */
static void forget_uses(struct gs_call_names *names, guint n)
{
	GHashTable *seen = g_hash_table_new(NULL, NULL);
	GHashTableIter iter;
	gpointer thread, last;
	guint kept = n;
	for (guint i = n; i-- > 0 && g_hash_table_size(seen) < g_hash_table_size(names->last);) {
		struct use use = g_array_index(names->uses, struct use, i);
		if (!g_hash_table_add(seen, GUINT_TO_POINTER(use.thread)))
			continue;
		g_array_index(names->uses, struct use, --kept) = use;
		if (GPOINTER_TO_UINT(g_hash_table_lookup(
			    names->last, GUINT_TO_POINTER(use.thread))) == i + 1)
			g_hash_table_insert(names->last, GUINT_TO_POINTER(use.thread),
				GUINT_TO_POINTER(kept + 1));
	}
	if (kept)
		g_array_remove_range(names->uses, 0, kept);
	g_hash_table_iter_init(&iter, names->last);
	while (g_hash_table_iter_next(&iter, &thread, &last))
		g_hash_table_iter_replace(&iter, GUINT_TO_POINTER(GPOINTER_TO_UINT(last) - kept));
	g_hash_table_destroy(seen);
}

/* Keeps the last that was said before the place; of a program's shaders all since it was made. */
static void forget_said(
	struct gs_call_names *names, const struct key *key, GArray *all, uint64_t place)
{
	uint64_t made = key->kind == ATTACHED ? since(names, MADE, key->group, key->name, place)
					      : place;
	guint n = 0;
	while (n < all->len && g_array_index(all, struct said, n).place < made)
		n++;
	if (key->kind != ATTACHED)
		n -= n > 0;
	if (n)
		g_array_remove_range(all, 0, n);
}

void gs_call_names_drop(struct gs_call_names *names, struct gs_call_place place, uint64_t kept)
{
	GHashTableIter iter;
	gpointer key, all;
	guint n = 0;
	if (place.n - names->forgotten < kept / 2) /* it takes long where there is much */
		return;
	names->forgotten = place.n;
	while (n < names->uses->len && g_array_index(names->uses, struct use, n).place < place.n)
		n++;
	forget_uses(names, n);
	g_hash_table_iter_init(&iter, names->things);
	while (g_hash_table_iter_next(&iter, &key, &all))
		forget_said(names, key, all, place.n);
}

/* ---- asking ---- */

static const struct use *use_at(const struct gs_call_names *names, uint32_t thread, uint64_t place)
{
	guint low = 0, high = names->uses->len;
	while (low < high) {
		guint middle = (low + high) / 2;
		if (g_array_index(names->uses, struct use, middle).place < place)
			low = middle + 1;
		else
			high = middle;
	}
	while (low-- > 0) {
		const struct use *use = &g_array_index(names->uses, struct use, low);
		if (use->thread == thread)
			return use;
	}
	return NULL;
}

/* Among what was said of it, in front of all that was said later. */
static void tell(
	struct gs_call_names *names, const struct key *key, uint64_t place, const char *text)
{
	GArray *all = array_of(names->things, key, sizeof(struct said));
	guint at = 0;
	while (at < all->len && g_array_index(all, struct said, at).place < place)
		at++;
	if (at < all->len && g_array_index(all, struct said, at).place == place)
		return;
	struct said said = {place, keep_string(names, text, strlen(text)), 0};
	g_array_insert_val(all, at, said);
}

void gs_call_names_tell(struct gs_call_names *names, uint32_t thread, struct gs_call_place place,
	uint32_t program, const struct gs_call_uniform *uniforms, size_t n)
{
	const struct use *use = use_at(names, thread, place.n);
	if (!use || !use->known || !use->program || use->is_pipeline)
		return;
	if (program && program != use->program)
		return;
	/* where it was linked unseen, its locations are not known to be old */
	const struct said *linked = find(
		names, &(struct key){LINKED, use->group, use->program, 0}, place.n);
	for (size_t i = 0; linked && i < n; i++) {
		const struct key key = {
			UNIFORM, use->group, use->program, (uint32_t)uniforms[i].location};
		if (uniforms[i].location >= 0 && *uniforms[i].name)
			tell(names, &key, linked->place, uniforms[i].name);
	}
}

/* "a.vert + a.frag"; NULL: none has a label. */
static char *name_of_shaders(
	const struct gs_call_names *names, uint32_t group, uint32_t program, uint64_t place)
{
	const GArray *all = g_hash_table_lookup(
		names->things, &(struct key){ATTACHED, group, program, 0});
	uint64_t made = since(names, MADE, group, program, place);
	GString *text = g_string_new(NULL);
	unsigned n = 0;
	for (guint i = 0; all && i < all->len && n < MOST_SHADERS; i++) {
		const struct said *said = &g_array_index(all, struct said, i);
		if (said->place < made || said->place >= place)
			continue;
		uint64_t from = since(names, SHADER_MADE, group, said->value, said->place);
		const struct key key = {SHADER, group, said->value, 0};
		/* the shader may be deleted, and its number another's, before the draw */
		const struct said *next = find(
			names, &(struct key){SHADER_MADE, group, said->value, 0}, place);
		uint64_t until = next && next->place > said->place ? next->place : place;
		const char *name = said_since(names, &key, until, from);
		if (name)
			g_string_append_printf(text, "%s%s", n++ ? " + " : "", name);
	}
	return g_string_free(text, !n);
}

static char *name_of_program(
	const struct gs_call_names *names, uint32_t group, uint32_t program, uint64_t place)
{
	const struct key key = {PROGRAM, group, program, 0};
	const char *label = said_since(
		names, &key, place, since(names, MADE, group, program, place));
	return label ? g_strdup(label) : name_of_shaders(names, group, program, place);
}

char *gs_call_names_program(
	const struct gs_call_names *names, uint32_t thread, struct gs_call_place place)
{
	const struct use *use = use_at(names, thread, place.n);
	if (!use || !use->known || !use->program)
		return NULL;
	if (use->is_pipeline)
		return g_strdup_printf("pipeline %u", use->program);
	char *name = name_of_program(names, use->group, use->program, place.n);
	return name ? name : g_strdup_printf("program %u", use->program);
}

char *gs_call_names_of_program(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t program)
{
	const struct use *use = use_at(names, thread, place.n);
	return use ? name_of_program(names, use->group, program, place.n) : NULL;
}

static const char *name_in(const struct gs_call_names *names, enum kind kind, uint32_t group,
	uint32_t program, uint32_t part, uint64_t place)
{
	/* attributes are bound before the program is linked */
	uint64_t from = since(names, kind == UNIFORM ? LINKED : MADE, group, program, place);
	return said_since(names, &(struct key){kind, group, program, part}, place, from);
}

const char *gs_call_names_uniform(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t program, int32_t location)
{
	const struct use *use = use_at(names, thread, place.n);
	if (location < 0 || !use || (!program && (!use->known || use->is_pipeline)))
		return NULL;
	return name_in(names, UNIFORM, use->group, program ? program : use->program,
		(uint32_t)location, place.n);
}

const char *gs_call_names_attribute(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, uint32_t index)
{
	const struct use *use = use_at(names, thread, place.n);
	if (!use)
		return NULL;
	const char *all = NULL, *name = use->known && use->program && !use->is_pipeline
						? name_in(names, ATTRIBUTE, use->group,
							  use->program, index, place.n)
						: NULL;
	if (name)
		return name;
	const struct key any = any_program(use->group, index);
	const GArray *programs = g_hash_table_lookup(names->attributes, &any);
	for (guint i = 0; programs && i < programs->len; i++) {
		name = name_in(names, ATTRIBUTE, use->group, g_array_index(programs, uint32_t, i),
			index, place.n);
		if (name && all && strcmp(name, all) != 0)
			return NULL;
		all = name ? name : all;
	}
	return all;
}

const char *gs_call_names_framebuffer(const struct gs_call_names *names, uint32_t group,
	struct gs_call_place place, uint32_t framebuffer)
{
	return text_of(
		names, find(names, &(struct key){FRAMEBUFFER, group, framebuffer, 0}, place.n));
}

const char *gs_call_names_label(const struct gs_call_names *names, uint32_t thread,
	struct gs_call_place place, unsigned kind, uint32_t name)
{
	const struct use *use = use_at(names, thread, place.n);
	if (!use || !name || !is_labelled(kind))
		return NULL;
	return text_of(names, find(names, &(struct key){LABEL, use->group, name, kind}, place.n));
}
