/* SPDX-License-Identifier: MIT */
/* Events of readers into a writer. Signatures are compared by what they say: those of several
 * readers that are equal become one, and get the writer's numbers. */
#include <stdlib.h>
#include <string.h>
#include "trace/times.h"
#include "trace/writer.h"

enum { MOST_RECENT = 1 << 16 };

/* A signature with the writer's number. */
struct entry {
	struct entry *next; /* of the same hash */
	uint64_t hash;
	enum gs_trace_kind kind;
	struct gs_trace_entry signature;
};

struct pending {
	uint64_t from, to;
};

struct gs_trace_copy {
	struct gs_trace_writer *writer;
	struct gs_trace_reader *reader;
	struct entry **buckets;
	size_t n_buckets, n_entries;
	uint32_t next_id[GS_TRACE_KINDS];
	struct entry **known[GS_TRACE_KINDS]; /* by the reader's number */
	uint32_t known_room[GS_TRACE_KINDS];
	struct pending *pending; /* calls that have entered: their numbers in both */
	size_t n_pending, pending_room;
	struct pending *recent; /* the last MOST_RECENT / 2 calls at least; NULL: none so far */
	size_t n_recent;
	bool failed;
};

struct gs_trace_copy *gs_trace_copy_new(struct gs_trace_writer *writer)
{
	struct gs_trace_copy *copy = calloc(1, sizeof(*copy));

	if (!copy)
		return NULL;
	copy->writer = writer;
	copy->n_buckets = 4096;
	copy->buckets = calloc(copy->n_buckets, sizeof(struct entry *));
	if (!copy->buckets) {
		free(copy);
		return NULL;
	}
	return copy;
}

void gs_trace_copy_free(struct gs_trace_copy *copy)
{
	if (!copy)
		return;
	for (size_t i = 0; i < copy->n_buckets; i++)
		while (copy->buckets[i]) {
			struct entry *next = copy->buckets[i]->next;
			free(copy->buckets[i]);
			copy->buckets[i] = next;
		}
	for (int kind = 0; kind < GS_TRACE_KINDS; kind++)
		free(copy->known[kind]);
	free(copy->buckets);
	free(copy->pending);
	free(copy->recent);
	free(copy);
}

void gs_trace_copy_from(struct gs_trace_copy *copy, struct gs_trace_reader *reader)
{
	copy->reader = reader;
	copy->n_pending = copy->n_recent = 0;
	for (int kind = 0; kind < GS_TRACE_KINDS; kind++)
		if (copy->known[kind])
			memset(copy->known[kind], 0,
				copy->known_room[kind] * sizeof(*copy->known[kind]));
}

/* -- What a signature says ------------------------------------------------------------------- */

static uint64_t hash_number(uint64_t hash, uint64_t number)
{
	return (hash ^ number) * 0x9e3779b97f4a7c15u;
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; text && *text; text++)
		hash = hash_number(hash, (uint8_t)*text);
	return hash_number(hash, text ? 256 : 257);
}

static uint64_t hash_signature(enum gs_trace_kind kind, const struct gs_trace_entry *e)
{
	uint64_t hash = kind;

	if (kind == GS_TRACE_FUNCTIONS) {
		hash = hash_text(hash_number(hash, e->function.n_args), e->function.name);
		for (uint32_t i = 0; i < e->function.n_args; i++)
			hash = hash_text(hash, e->function.args[i]);
	} else if (kind == GS_TRACE_STRUCTS) {
		hash = hash_text(hash_number(hash, e->members.n_members), e->members.name);
		for (uint32_t i = 0; i < e->members.n_members; i++)
			hash = hash_text(hash, e->members.members[i]);
	} else if (kind == GS_TRACE_FRAMES) {
		hash = hash_text(hash_text(hash, e->frame.module), e->frame.function);
		hash = hash_text(hash_number(hash, (uint64_t)e->frame.offset), e->frame.file);
		hash = hash_number(hash, (uint64_t)e->frame.line);
	} else {
		for (uint32_t i = 0; i < e->names.n; i++)
			hash = hash_text(hash_number(hash, (uint64_t)e->names.constants[i].value),
				e->names.constants[i].name);
	}
	return hash ^ hash >> 32;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_texts(const char *const *a, const char *const *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (strcmp(a[i], b[i]))
			return false;
	return true;
}

static bool same_names(const struct gs_trace_names *a, const struct gs_trace_names *b)
{
	for (uint32_t i = 0; i < a->n && a->n == b->n; i++)
		if (a->constants[i].value != b->constants[i].value ||
			strcmp(a->constants[i].name, b->constants[i].name))
			return false;
	return a->n == b->n;
}

static bool same_signature(
	enum gs_trace_kind kind, const struct gs_trace_entry *a, const struct gs_trace_entry *b)
{
	switch (kind) {
	case GS_TRACE_FUNCTIONS:
		return a->function.n_args == b->function.n_args &&
		       !strcmp(a->function.name, b->function.name) &&
		       same_texts(a->function.args, b->function.args, a->function.n_args);
	case GS_TRACE_STRUCTS:
		return a->members.n_members == b->members.n_members &&
		       !strcmp(a->members.name, b->members.name) &&
		       same_texts(a->members.members, b->members.members, a->members.n_members);
	case GS_TRACE_FRAMES:
		return same_text(a->frame.module, b->frame.module) &&
		       same_text(a->frame.function, b->frame.function) &&
		       same_text(a->frame.file, b->frame.file) && a->frame.line == b->frame.line &&
		       a->frame.offset == b->frame.offset;
	default:
		return same_names(&a->names, &b->names);
	}
}

/* -- The table of signatures ----------------------------------------------------------------- */

static void set_id(enum gs_trace_kind kind, struct gs_trace_entry *signature, uint32_t id)
{
	if (kind == GS_TRACE_FUNCTIONS)
		signature->function.id = id;
	else if (kind == GS_TRACE_STRUCTS)
		signature->members.id = id;
	else if (kind == GS_TRACE_FRAMES)
		signature->frame.id = id;
	else
		signature->names.id = id;
}

static void grow_buckets(struct gs_trace_copy *copy)
{
	size_t n = 2 * copy->n_buckets;
	struct entry **buckets = calloc(n, sizeof(struct entry *));

	if (!buckets) /* slower, but right */
		return;
	for (size_t i = 0; i < copy->n_buckets; i++)
		for (struct entry *e = copy->buckets[i], *next; e; e = next) {
			next = e->next;
			e->next = buckets[e->hash & (n - 1)];
			buckets[e->hash & (n - 1)] = e;
		}
	free(copy->buckets);
	copy->buckets = buckets;
	copy->n_buckets = n;
}

static struct entry *intern(
	struct gs_trace_copy *copy, enum gs_trace_kind kind, const struct gs_trace_entry *signature)
{
	uint64_t hash = hash_signature(kind, signature);
	struct entry *entry = copy->buckets[hash & (copy->n_buckets - 1)];

	for (; entry; entry = entry->next)
		if (entry->hash == hash && entry->kind == kind &&
			same_signature(kind, &entry->signature, signature))
			return entry;
	entry = malloc(sizeof(*entry));
	if (!entry) {
		copy->failed = true;
		return NULL;
	}
	if (copy->n_entries++ > copy->n_buckets)
		grow_buckets(copy);
	*entry = (struct entry){.hash = hash, .kind = kind, .signature = *signature};
	set_id(kind, &entry->signature, copy->next_id[kind]++);
	entry->next = copy->buckets[hash & (copy->n_buckets - 1)];
	copy->buckets[hash & (copy->n_buckets - 1)] = entry;
	return entry;
}

/* The writer's signature for the reader's. NULL: out of memory. */
static const struct gs_trace_entry *find(
	struct gs_trace_copy *copy, enum gs_trace_kind kind, uint32_t id)
{
	const struct gs_trace_table *table = &copy->reader->tables[kind];

	if (id >= copy->known_room[kind]) {
		struct entry **known = realloc(copy->known[kind], table->capacity * sizeof(*known));
		if (!known) {
			copy->failed = true;
			return NULL;
		}
		memset(known + copy->known_room[kind], 0,
			(table->capacity - copy->known_room[kind]) * sizeof(*known));
		copy->known[kind] = known;
		copy->known_room[kind] = table->capacity;
	}
	if (!copy->known[kind][id])
		copy->known[kind][id] = intern(copy, kind, table->entries[id]);
	return copy->known[kind][id] ? &copy->known[kind][id]->signature : NULL;
}

/* -- Values and events ------------------------------------------------------------------------ */

static const struct gs_trace_names *names_of(
	struct gs_trace_copy *copy, enum gs_trace_kind kind, const struct gs_trace_names *names)
{
	const struct gs_trace_entry *e = copy ? find(copy, kind, names->id) : NULL;

	return e ? &e->names : names;
}

static const struct gs_trace_struct *struct_of(
	struct gs_trace_copy *copy, const struct gs_trace_struct *members)
{
	const struct gs_trace_entry *e = copy ? find(copy, GS_TRACE_STRUCTS, members->id) : NULL;

	return e ? &e->members : members;
}

static void put_value(struct gs_trace_copy *copy, struct gs_trace_writer *writer,
	const struct gs_trace_value *value);

static void put_items(struct gs_trace_copy *copy, struct gs_trace_writer *writer,
	const struct gs_trace_value *value)
{
	for (uint32_t i = 0; i < value->n; i++)
		put_value(copy, writer, &value->items[i]);
}

static void put_scalar(struct gs_trace_writer *writer, const struct gs_trace_value *value)
{
	switch (value->class) {
	case GS_TRACE_SINT:
		gs_trace_put_sint(writer, value->sint);
		break;
	case GS_TRACE_UINT:
		gs_trace_put_uint(writer, value->uint);
		break;
	case GS_TRACE_FLOAT:
		gs_trace_put_float(writer, value->number);
		break;
	case GS_TRACE_DOUBLE:
		gs_trace_put_double(writer, value->real);
		break;
	case GS_TRACE_POINTER:
		gs_writer_room(writer);
		gs_writer_class(writer, GS_TRACE_POINTER);
		gs_writer_uint(writer, value->uint);
		break;
	default:
		gs_writer_room(writer);
		gs_writer_class(writer, value->class ? value->class : GS_TRACE_NULL);
	}
}

static void put_value(struct gs_trace_copy *copy, struct gs_trace_writer *writer,
	const struct gs_trace_value *value)
{
	switch (value->class) {
	case GS_TRACE_STRING:
		gs_trace_put_string(writer, value->text, value->n);
		break;
	case GS_TRACE_WIDE:
		gs_trace_put_wide(writer, value->wide, value->n);
		break;
	case GS_TRACE_BLOB:
		gs_trace_put_blob(writer, value->bytes, value->n);
		break;
	case GS_TRACE_ENUM:
		gs_trace_put_enum(
			writer, names_of(copy, GS_TRACE_ENUMS, value->names), value->sint);
		break;
	case GS_TRACE_BITMASK:
		gs_trace_put_bitmask(
			writer, names_of(copy, GS_TRACE_BITMASKS, value->names), value->uint);
		break;
	case GS_TRACE_ARRAY:
		gs_trace_put_array(writer, value->n);
		put_items(copy, writer, value);
		break;
	case GS_TRACE_STRUCT:
		gs_trace_put_struct(writer, struct_of(copy, value->members));
		put_items(copy, writer, value);
		break;
	case GS_TRACE_REPR:
		gs_trace_put_repr(writer);
		put_items(copy, writer, value);
		break;
	default:
		put_scalar(writer, value);
	}
}

void gs_trace_put(struct gs_trace_writer *writer, const struct gs_trace_value *value)
{
	put_value(NULL, writer, value);
}

static void copy_stack(struct gs_trace_copy *copy, const struct gs_trace_call *call)
{
	const struct gs_trace_frame **frames = malloc(call->n_frames * sizeof(*frames));

	if (!frames) {
		copy->failed = true;
		return;
	}
	for (uint32_t i = 0; i < call->n_frames; i++) {
		const struct gs_trace_entry *e = find(copy, GS_TRACE_FRAMES, call->frames[i]->id);
		frames[i] = e ? &e->frame : call->frames[i];
	}
	gs_trace_stack(copy->writer, frames, call->n_frames);
	free(frames);
}

static void copy_values(struct gs_trace_copy *copy, const struct gs_trace_call *call, bool by_leave)
{
	for (uint32_t i = 0; i < call->function->n_args; i++) {
		if (call->args[i].class == GS_TRACE_NONE || call->args[i].by_leave != by_leave)
			continue;
		gs_trace_arg(copy->writer, i);
		put_value(copy, copy->writer, &call->args[i]);
	}
	if (call->result.class != GS_TRACE_NONE && call->result.by_leave == by_leave) {
		gs_trace_result(copy->writer);
		put_value(copy, copy->writer, &call->result);
	}
	gs_trace_end(copy->writer);
}

static bool add_pending(struct gs_trace_copy *copy, uint64_t from, uint64_t to)
{
	if (copy->n_pending == GS_TRACE_MAX_PENDING) /* the reader has given up the oldest */
		memmove(copy->pending, copy->pending + 1,
			--copy->n_pending * sizeof(*copy->pending));
	if (copy->n_pending == copy->pending_room) {
		size_t room = copy->pending_room ? 2 * copy->pending_room : 64;
		struct pending *more = realloc(copy->pending, room * sizeof(*more));
		if (!more)
			return false;
		copy->pending = more;
		copy->pending_room = room;
	}
	copy->pending[copy->n_pending++] = (struct pending){from, to};
	return true;
}

static void add_recent(struct gs_trace_copy *copy, uint64_t from, uint64_t to)
{
	const size_t half = MOST_RECENT / 2;

	if (!copy->recent)
		copy->recent = malloc(MOST_RECENT * sizeof(*copy->recent));
	if (!copy->recent) {
		copy->failed = true;
		return;
	}
	if (copy->n_recent == MOST_RECENT) {
		memcpy(copy->recent, copy->recent + half, half * sizeof(*copy->recent));
		copy->n_recent = half;
	}
	copy->recent[copy->n_recent++] = (struct pending){from, to};
}

static int by_from(const void *key, const void *of)
{
	uint64_t from = *(const uint64_t *)key, other = ((const struct pending *)of)->from;

	return from < other ? -1 : from > other;
}

bool gs_trace_copy_times(struct gs_trace_copy *copy, const struct gs_trace_call *call)
{
	size_t n, kept = 0;
	struct gs_trace_time *times = gs_trace_times_read(call, &n);
	char *text;
	bool good = true;

	for (size_t i = 0; times && i < n; i++) {
		const struct pending *to = copy->n_recent ? bsearch(&times[i].call, copy->recent,
								    copy->n_recent,
								    sizeof(*copy->recent), by_from)
							  : NULL;
		if (!to)
			continue;
		times[kept] = times[i];
		times[kept++].call = to->to;
	}
	if (kept) {
		text = gs_trace_times_text(times, kept);
		good = text && gs_trace_copy_comment(copy, call->thread, text);
		free(text);
	}
	free(times);
	return good;
}

static void leave(struct gs_trace_copy *copy, const struct gs_trace_call *call)
{
	size_t i = copy->n_pending;

	while (i > 0 && copy->pending[i - 1].from != call->number)
		i--;
	if (i == 0) /* its enter event was not copied */
		return;
	gs_trace_leave(copy->writer, copy->pending[i - 1].to);
	copy->n_pending--;
	memmove(&copy->pending[i - 1], &copy->pending[i],
		(copy->n_pending - (i - 1)) * sizeof(*copy->pending));
	if (call->fake_by_leave)
		gs_trace_flags(copy->writer, GS_TRACE_FAKE);
	if (call->stack_by_leave)
		copy_stack(copy, call);
	copy_values(copy, call, true);
}

bool gs_trace_copy_comment(struct gs_trace_copy *copy, uint32_t thread, const char *text)
{
	static const char *const args[] = {"len", "string"};
	const struct gs_trace_entry signature = {
		.function = {.n_args = 2, .name = "glStringMarkerGREMEDY", .args = args}};
	const struct entry *entry = intern(copy, GS_TRACE_FUNCTIONS, &signature);
	uint64_t number;

	if (!entry)
		return false;
	number = gs_trace_enter(copy->writer, thread, &entry->signature.function, GS_TRACE_FAKE);
	gs_trace_arg(copy->writer, 0);
	gs_trace_put_uint(copy->writer, strlen(text));
	gs_trace_arg(copy->writer, 1);
	gs_trace_put_string(copy->writer, text, strlen(text));
	gs_trace_end(copy->writer);
	gs_trace_leave(copy->writer, number);
	gs_trace_end(copy->writer);
	return true;
}

bool gs_trace_copy_event(struct gs_trace_copy *copy, const struct gs_trace_call *call)
{
	const struct gs_trace_entry *e;
	uint64_t number;

	if (call->has_left) {
		leave(copy, call);
		return !copy->failed;
	}
	e = find(copy, GS_TRACE_FUNCTIONS, call->function->id);
	if (!e)
		return false;
	number = gs_trace_enter(
		copy->writer, call->thread, &e->function, call->is_fake ? GS_TRACE_FAKE : 0);
	if (!add_pending(copy, call->number, number))
		copy->failed = true;
	add_recent(copy, call->number, number);
	if (call->frames)
		copy_stack(copy, call);
	copy_values(copy, call, false);
	return !copy->failed;
}
