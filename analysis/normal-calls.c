/* SPDX-License-Identifier: MIT */
#include "analysis/normal-calls.h"

#include <GL/gl.h>
#include <GL/glext.h>
#include <stdbool.h>
#include <string.h>
#include "analysis/private.h"
#include "data/constants.h"
#include "data/data.h"
#include "data/object.h"
#include "data/pointee.h"
#include "data/targets.h"
#include "trace/raw.h"

enum {
	LOWEST_ADDRESS = 1 << 16, /* Linux maps nothing below it: numbers there are offsets */
	MOST_ELEMENTS = 1024,	  /* of arrays of uniforms whose locations are computed */
	OWN = 1u << 31,		  /* in numbers of objects that effects/ does not know */
	AN_OBJECT = 0x6f626a,	  /* numbers that stand in keys for what is not compared */
	AN_ADDRESS = 0x616464,
	A_PLACE = 0x706c61,
};

enum role {
	PLAIN,
	NAME,	  /* of an object */
	LABELLED, /* likewise, of the kind that the argument before it tells */
	PLACE,	  /* a number that a program gives out: a location or an index of a block */
	HANDLE,	  /* of the window system */
};

struct part {
	uint8_t role, kind; /* enum role; enum gs_object_kind */
	uint8_t program;    /* of a PLACE: as in struct gs_object_rule */
	bool is_new, is_deleted;
	uint32_t offset_target; /* a pointer is an offset where a buffer is bound to this target */
};

/* What is known of a function of the trace. */
struct recipe {
	unsigned n; /* of its arguments, as in the trace */
	uint64_t name;
	bool is_timed, asks, makes_handle;
	struct part *parts; /* n, and that of the result */
};

struct normal {
	struct gs_normal_trace *trace;
	struct gs_effects *effects;
	GPtrArray *recipes;  /* struct recipe *, by signature */
	GHashTable *handles; /* handle -> number of the object */
	GHashTable *threads; /* number -> struct gs_normal_thread */
	GHashTable *objects; /* number of the object in effects/, or of a handle -> ours, plus 1 */
	GHashTable
		*places; /* guint64 * of program, kind and number -> hash of the name, guint64 * */
	uint32_t n_handles, n_objects;
	/* The call that is looked at. */
	const struct gs_trace_call *call;
	const struct recipe *recipe;
	const struct part *part;
	GArray *references; /* uint32_t */
	GArray *deleted;    /* uint32_t: objects of names that the call deletes, in their order */
	guint n_deleted;
	bool is_seen; /* .deleted was filled */
	uint64_t *hashes;
	uint32_t *ends;
	unsigned room;
};

/* ---- functions ---- */

static bool is_place(unsigned kind)
{
	return kind == GS_OBJECT_LOCATION || kind == GS_OBJECT_BLOCK ||
	       kind == GS_OBJECT_STORAGE_BLOCK;
}

static void take_parameter(
	struct part *part, unsigned function, unsigned i, const struct gs_parameter *p)
{
	const struct gs_memory_rule *rule = i == GS_OBJECT_RETURNED
						    ? NULL
						    : gs_data_memory_rule(function, i);
	if (p->class == GS_CLASS_HANDLE ||
		(p->class == GS_CLASS_POINTER && p->pointee == GS_CLASS_HANDLE))
		part->role = HANDLE;
	part->offset_target = rule ? gs_data_offset_target(function, rule) : 0;
}

static void take_rules(struct recipe *recipe, unsigned function)
{
	size_t n;
	const struct gs_object_rule *rules = gs_data_object_rules(function, &n);
	for (size_t i = 0; i < n; i++) {
		unsigned at = rules[i].argument == GS_OBJECT_RETURNED ? recipe->n
								      : rules[i].argument;
		if (at > recipe->n || rules[i].kind == GS_OBJECT_SUBROUTINE)
			continue;
		recipe->parts[at].role = is_place(rules[i].kind) ? PLACE : NAME;
		recipe->parts[at].kind = rules[i].kind;
		recipe->parts[at].program = rules[i].program;
		recipe->parts[at].is_new = rules[i].is_new;
		recipe->parts[at].is_deleted = rules[i].is_deleted;
	}
}

static struct recipe *new_recipe(const struct gs_trace_function *of)
{
	const struct gs_function_info *info = gs_data_function(of->number);
	struct recipe *recipe = g_new0(struct recipe, 1);
	recipe->n = of->n_args;
	recipe->name = gs_hash_bytes(0, of->name, strlen(of->name));
	recipe->parts = g_new0(struct part, recipe->n + 1);
	recipe->asks = of->kinds & (GS_KIND_ASKS | GS_KIND_ASKS_WINDOW);
	if (!info)
		return recipe;
	recipe->is_timed = gs_data_flags(of->number) & GS_FUNCTION_TIMED;
	recipe->makes_handle = of->kinds & GS_KIND_WINDOW && !recipe->asks &&
			       info->returns.class == GS_CLASS_HANDLE;
	for (unsigned i = 0; i < MIN(recipe->n, info->n_parameters); i++)
		take_parameter(&recipe->parts[i], of->number, i, &info->parameters[i]);
	take_parameter(&recipe->parts[recipe->n], of->number, GS_OBJECT_RETURNED, &info->returns);
	take_rules(recipe, of->number);
	if (of->kinds & GS_KIND_LABELS && recipe->n > 1 && recipe->parts[1].role == PLAIN)
		recipe->parts[1].role = LABELLED;
	return recipe;
}

static void free_recipe(gpointer data)
{
	struct recipe *recipe = data;
	if (recipe)
		g_free(recipe->parts);
	g_free(recipe);
}

static const struct recipe *recipe_of(struct normal *n, const struct gs_trace_function *of)
{
	if (of->id >= n->recipes->len)
		g_ptr_array_set_size(n->recipes, (gint)of->id + 1);
	if (!n->recipes->pdata[of->id])
		n->recipes->pdata[of->id] = new_recipe(of);
	return n->recipes->pdata[of->id];
}

/* ---- objects ---- */

static uint64_t refer(struct normal *n, uint32_t object, bool is_new)
{
	gpointer key = GUINT_TO_POINTER(object);
	uint32_t own = GPOINTER_TO_UINT(g_hash_table_lookup(n->objects, key));
	if (!own) {
		own = ++n->n_objects;
		g_hash_table_insert(n->objects, key, GUINT_TO_POINTER(own));
	}
	own = (own - 1) | (is_new ? GS_NORMAL_NEW : 0);
	g_array_append_val(n->references, own);
	return AN_OBJECT;
}

/* Return what stands for a name in keys. */
static uint64_t name(struct normal *n, enum gs_object_kind kind, uint64_t name)
{
	uint32_t object;
	if (n->part->is_deleted && n->is_seen && n->n_deleted < n->deleted->len)
		object = g_array_index(n->deleted, uint32_t, n->n_deleted++);
	else
		object = gs_effects_object_named(n->effects, kind, name);
	return object ? refer(n, object, n->part->is_new) : name;
}

static uint64_t handle(struct normal *n, uint64_t handle, bool is_new)
{
	gpointer key = (gpointer)(uintptr_t)handle;
	gpointer known = g_hash_table_lookup(n->handles, key);
	if (!handle)
		return 0;
	if (!known || is_new) {
		known = GUINT_TO_POINTER(++n->n_handles | OWN);
		g_hash_table_insert(n->handles, key, known);
	}
	return refer(n, GPOINTER_TO_UINT(known), is_new);
}

/* Return the program whose places the part is about. */
static uint32_t program_of(struct normal *n)
{
	return n->part->program == GS_OBJECT_NO_PROGRAM
		       ? gs_effects_bound(n->effects, GS_OBJECT_PROGRAM, 0)
		       : gs_effects_object_named(n->effects, GS_OBJECT_PROGRAM,
				 gs_trace_argument(n->call, n->part->program));
}

static uint64_t key_of_place(uint32_t program, unsigned kind, uint64_t number)
{
	return (uint64_t)program << 32 | (uint64_t)(kind & 0xf) << 28 | (number & 0xfffffff);
}

static void learn_place(
	struct normal *n, uint32_t program, unsigned kind, uint64_t number, uint64_t hash)
{
	uint64_t key = key_of_place(program, kind, number);
	g_hash_table_insert(n->places, g_memdup2(&key, sizeof key), g_memdup2(&hash, sizeof hash));
}

/* Return the hash of what the program has there; an element of an array lies behind one whose
 * location was asked for. */
static uint64_t place(struct normal *n, uint64_t number)
{
	uint32_t program = (int32_t)number < 0 ? 0 : program_of(n);
	for (uint64_t back = 0; program && back <= MIN(number, MOST_ELEMENTS); back++) {
		uint64_t key = key_of_place(program, n->part->kind, number - back);
		const uint64_t *known = g_hash_table_lookup(n->places, &key);
		if (!known)
			continue;
		if (!back)
			return *known;
		uint64_t hash = gs_hash_number(*known, back);
		learn_place(n, program, n->part->kind, number, hash);
		return hash;
	}
	return number;
}

/* If the call asks for a place by its name, note which one it is. */
static void learn(struct normal *n)
{
	const struct part *result = &n->recipe->parts[n->recipe->n];
	unsigned kind = result->role == PLACE ? result->kind : GS_OBJECT_NONE;
	const struct gs_trace_value *text = n->recipe->n ? &n->call->args[n->recipe->n - 1] : NULL;
	uint64_t number = gs_trace_number(&n->call->result);
	if (gs_data_plain(n->call->function->number) == GS_FN_glGetProgramResourceLocation &&
		gs_trace_argument(n->call, 1) == GL_UNIFORM)
		kind = GS_OBJECT_LOCATION;
	if (!kind || !text || text->class != GS_TRACE_STRING || (int32_t)number < 0)
		return;
	uint32_t program = gs_effects_object_named(
		n->effects, GS_OBJECT_PROGRAM, gs_trace_argument(n->call, 0));
	if (program)
		learn_place(n, program, kind, number, gs_hash_bytes(A_PLACE, text->text, text->n));
}

/* ---- values ---- */

static uint64_t address(void *data, uint64_t address)
{
	struct normal *n = data;
	uint64_t offset;
	uint32_t target = n->part->offset_target, buffer;
	if (n->part->role == HANDLE)
		return handle(n, address, false);
	if (address < LOWEST_ADDRESS ||
		(target && gs_effects_bound(n->effects, GS_OBJECT_BUFFER, target)))
		return address;
	buffer = gs_effects_mapped(n->effects, address, &offset);
	return buffer ? gs_hash_number(refer(n, buffer, false), offset) : AN_ADDRESS;
}

static uint64_t hash_one(struct normal *n, uint64_t hash, const struct gs_trace_value *value)
{
	bool is_result = value == &n->call->result;
	uint64_t number = gs_trace_number(value);
	switch ((enum role)n->part->role) {
	case NAME:
		return gs_hash_number(hash, name(n, (enum gs_object_kind)n->part->kind, number));
	case LABELLED:
		return gs_hash_number(
			hash, name(n, gs_data_label_kind((uint32_t)gs_trace_argument(n->call, 0)),
				      number));
	case PLACE:
		return gs_hash_number(hash, is_result ? (int32_t)number >= 0 : place(n, number));
	case HANDLE:
		return gs_hash_number(
			hash, handle(n, number, is_result && n->recipe->makes_handle));
	default:
		return gs_hash_value(hash, value, address, n);
	}
}

static bool is_number(const struct gs_trace_value *value)
{
	return value->class != GS_TRACE_STRING && value->class != GS_TRACE_BLOB &&
	       value->class != GS_TRACE_STRUCT && value->class != GS_TRACE_WIDE &&
	       value->class != GS_TRACE_NONE;
}

/* Return the hash of an argument or the result, and note its references. */
static uint64_t hash_part(struct normal *n, unsigned i)
{
	const struct gs_trace_value *value = i < n->recipe->n ? &n->call->args[i]
							      : &n->call->result;
	uint64_t hash = gs_hash_number(i, 1);
	n->part = &n->recipe->parts[i];
	if (n->part->role == PLAIN || !is_number(value))
		return gs_hash_value(hash, value, address, n);
	if (value->class != GS_TRACE_ARRAY)
		return hash_one(n, hash, value);
	hash = gs_hash_number(hash, value->n);
	for (uint32_t k = 0; k < value->n; k++)
		hash = hash_one(n, hash, &value->items[k]);
	return hash;
}

/* ---- calls ---- */

/* Return whether the call is a recorder's comment that says when, or how long. */
static bool tells_time(const struct gs_trace_call *call)
{
	return gs_trace_is_comment(call, GS_COMMENT_TIME) ||
	       gs_trace_is_comment(call, GS_COMMENT_TIMES);
}

/* Return whether what the call answers depends on when it is made. */
static bool is_timed(const struct normal *n)
{
	static const uint32_t names[] = {GL_TIMESTAMP, GLX_BACK_BUFFER_AGE_EXT, EGL_BUFFER_AGE_EXT,
		GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX, GL_TEXTURE_FREE_MEMORY_ATI,
		GL_VBO_FREE_MEMORY_ATI, GL_RENDERBUFFER_FREE_MEMORY_ATI, GL_SYNC_STATUS};
	if (n->recipe->is_timed || !n->recipe->asks)
		return n->recipe->is_timed;
	for (unsigned i = 0; i < n->recipe->n; i++)
		for (size_t k = 0; k < G_N_ELEMENTS(names); k++)
			if (n->call->args[i].class == GS_TRACE_ENUM &&
				n->call->args[i].uint == names[k])
				return true;
	return false;
}

/* Called before a call takes effect: what it deletes has its name then. */
static void see(void *data, const struct gs_trace_call *call, unsigned depth)
{
	struct normal *n = data;
	if (depth || call != n->call)
		return;
	n->is_seen = true;
	for (unsigned i = 0; i < n->recipe->n; i++) {
		const struct part *part = &n->recipe->parts[i];
		const struct gs_trace_value *value = &call->args[i];
		bool is_array = value->class == GS_TRACE_ARRAY;
		if (part->role != NAME || !part->is_deleted)
			continue;
		for (uint32_t k = 0; k < (is_array ? value->n : 1); k++) {
			uint32_t object = gs_effects_object_named(n->effects,
				(enum gs_object_kind)part->kind,
				gs_trace_number(is_array ? &value->items[k] : value));
			g_array_append_val(n->deleted, object);
		}
	}
}

/* Fill .hashes, .ends and .references for the call; `is_answer` says of each part whether GL
 * answers it. Return whether the answers count. */
static bool look_at(struct normal *n, const struct gs_trace_call *call)
{
	n->call = call;
	n->recipe = recipe_of(n, call->function);
	n->is_seen = false;
	n->n_deleted = 0;
	g_array_set_size(n->deleted, 0);
	g_array_set_size(n->references, 0);
	if (call->has_left)
		gs_effects_add(n->effects, call);
	bool is_steady = !is_timed(n);
	if (n->recipe->n >= n->room) {
		n->room = n->recipe->n + 16;
		n->hashes = g_renew(uint64_t, n->hashes, n->room);
		n->ends = g_renew(uint32_t, n->ends, n->room);
	}
	for (unsigned i = 0; i <= n->recipe->n; i++) {
		bool is_answer = i == n->recipe->n || call->args[i].by_leave;
		n->hashes[i] = is_answer && !is_steady ? 0 : hash_part(n, i);
		n->ends[i] = n->references->len;
	}
	learn(n);
	return is_steady;
}

static struct gs_normal_thread *new_thread(struct gs_normal_trace *trace, uint32_t number)
{
	const struct gs_normal_call end = {0};
	struct gs_normal_thread *thread = g_new0(struct gs_normal_thread, 1);
	thread->number = number;
	thread->calls = g_array_new(FALSE, FALSE, sizeof(struct gs_normal_call));
	thread->references = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	thread->frames = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	g_array_append_val(thread->calls, end);
	g_ptr_array_add(trace->threads, thread);
	return thread;
}

static struct gs_normal_thread *thread_of(struct normal *n, uint32_t number)
{
	gpointer key = GUINT_TO_POINTER(number);
	struct gs_normal_thread *thread = g_hash_table_lookup(n->threads, key);
	if (thread)
		return thread;
	thread = new_thread(n->trace, number);
	g_hash_table_insert(n->threads, key, thread);
	return thread;
}

/* Return whether the call asks once more, with nothing between, what the call before has asked. */
static bool asks_again(const struct normal *n, const struct gs_normal_thread *thread,
	const struct gs_normal_call *call)
{
	uint32_t length = gs_normal_length(thread), count;
	if (!length || gs_normal_call(thread, length - 1)->key != call->key)
		return false;
	const uint32_t *before = gs_normal_references(thread, length - 1, &count);
	return count == n->references->len &&
	       (!count || memcmp(before, n->references->data, count * sizeof *before) == 0);
}

static void add_call(struct normal *n, const struct gs_trace_call *call)
{
	struct gs_normal_thread *thread = thread_of(n, call->thread);
	bool is_steady = look_at(n, call);
	struct gs_normal_call normal = {.number = call->number,
		.key = gs_hash_number(n->recipe->name, call->has_left + 2u * call->is_fake),
		.function = (uint32_t)n->recipe->name};
	for (unsigned i = 0; i <= n->recipe->n; i++) {
		bool is_answer = i == n->recipe->n || call->args[i].by_leave;
		uint64_t *to = is_answer ? &normal.answer : &normal.key;
		*to = gs_hash_number(*to, n->hashes[i]);
	}
	if (!is_steady && asks_again(n, thread, &normal))
		return;
	normal.references = thread->references->len;
	g_array_append_vals(thread->references, n->references->data, n->references->len);
	g_array_index(thread->calls, struct gs_normal_call, gs_normal_length(thread)) = normal;
	normal = (struct gs_normal_call){.references = thread->references->len};
	g_array_append_val(thread->calls, normal);
	if (call->ends_frame) {
		uint32_t end = gs_normal_length(thread);
		g_array_append_val(thread->frames, end);
	}
}

static void init(struct normal *n)
{
	*n = (struct normal){.effects = gs_effects_new(0)};
	gs_effects_keep_last(n->effects);
	gs_effects_set_watch(n->effects, see, n);
	n->recipes = g_ptr_array_new_with_free_func(free_recipe);
	n->handles = g_hash_table_new(NULL, NULL);
	n->threads = g_hash_table_new(NULL, NULL);
	n->objects = g_hash_table_new(NULL, NULL);
	n->places = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	n->references = g_array_new(FALSE, FALSE, sizeof(uint32_t));
	n->deleted = g_array_new(FALSE, FALSE, sizeof(uint32_t));
}

static void clear(struct normal *n)
{
	gs_effects_free(n->effects);
	g_ptr_array_free(n->recipes, TRUE);
	g_hash_table_destroy(n->handles);
	g_hash_table_destroy(n->threads);
	g_hash_table_destroy(n->objects);
	g_hash_table_destroy(n->places);
	g_array_free(n->references, TRUE);
	g_array_free(n->deleted, TRUE);
	g_free(n->hashes);
	g_free(n->ends);
}

static void free_thread(gpointer data)
{
	struct gs_normal_thread *thread = data;
	g_array_free(thread->calls, TRUE);
	g_array_free(thread->references, TRUE);
	g_array_free(thread->frames, TRUE);
	g_free(thread);
}

struct gs_normal_trace *gs_normal_trace_new(struct gs_trace_reader *reader)
{
	struct gs_normal_trace *trace = g_new0(struct gs_normal_trace, 1);
	const struct gs_trace_call *call;
	struct normal n;
	trace->threads = g_ptr_array_new_with_free_func(free_thread);
	trace->ends = g_array_new(FALSE, FALSE, sizeof(uint64_t));
	init(&n);
	n.trace = trace;
	while ((call = gs_trace_next_call(reader))) {
		trace->calls++;
		if (call->ends_frame)
			g_array_append_val(trace->ends, call->number);
		if (!tells_time(call))
			add_call(&n, call);
	}
	trace->objects = n.n_objects;
	clear(&n);
	return trace;
}

void gs_normal_trace_free(struct gs_normal_trace *trace)
{
	g_ptr_array_free(trace->threads, TRUE);
	g_array_free(trace->ends, TRUE);
	g_free(trace);
}

uint64_t gs_normal_frame(const struct gs_normal_trace *trace, uint64_t call)
{
	guint low = 0, high = trace->ends->len;
	while (low < high) {
		guint half = (low + high) / 2;
		if (g_array_index(trace->ends, uint64_t, half) < call)
			low = half + 1;
		else
			high = half;
	}
	return low;
}

/* ---- parts ---- */

static struct gs_normal_parts *new_parts(const struct normal *n)
{
	struct gs_normal_parts *parts = g_new0(struct gs_normal_parts, 1);
	parts->n = n->recipe->n + 1;
	parts->hashes = g_memdup2(n->hashes, parts->n * sizeof *n->hashes);
	parts->ends = g_memdup2(n->ends, parts->n * sizeof *n->ends);
	parts->references = g_memdup2(n->references->data, n->references->len * sizeof(uint32_t));
	return parts;
}

void gs_normal_parts_free(gpointer data)
{
	struct gs_normal_parts *parts = data;
	if (!parts)
		return;
	g_free(parts->hashes);
	g_free(parts->ends);
	g_free(parts->references);
	g_free(parts);
}

void gs_normal_find_parts(struct gs_trace_reader *reader, GHashTable *wanted)
{
	guint left = g_hash_table_size(wanted);
	const struct gs_trace_call *call;
	struct normal n;
	init(&n);
	if (!gs_trace_seek(reader, 0))
		left = 0;
	while (left && (call = gs_trace_next_call(reader))) {
		guint64 *key = g_memdup2(&call->number, sizeof call->number);
		if (!tells_time(call))
			look_at(&n, call);
		if (g_hash_table_contains(wanted, key)) {
			g_hash_table_insert(wanted, key, new_parts(&n));
			left--;
		} else {
			g_free(key);
		}
	}
	clear(&n);
}

/* ---- names ---- */

struct gs_normal_names {
	struct normal n;
};

struct gs_normal_names *gs_normal_names_new(struct gs_trace_reader *reader, uint64_t number)
{
	struct gs_normal_names *names = g_new0(struct gs_normal_names, 1);
	const struct gs_trace_call *call;
	init(&names->n);
	if (!gs_trace_seek(reader, 0))
		return names;
	while ((call = gs_trace_next_call(reader)) && call->number != number)
		if (!tells_time(call))
			look_at(&names->n, call);
	if (call) /* the thread whose context the names are of */
		look_at(&names->n, call);
	return names;
}

void gs_normal_names_free(struct gs_normal_names *names)
{
	if (names)
		clear(&names->n);
	g_free(names);
}

uint32_t gs_normal_named(struct gs_normal_names *names, enum gs_object_kind kind, uint64_t name)
{
	uint32_t object = gs_effects_object_named(names->n.effects, kind, name);
	gpointer own = g_hash_table_lookup(names->n.objects, GUINT_TO_POINTER(object));
	return own ? GPOINTER_TO_UINT(own) - 1 : UINT32_MAX;
}
