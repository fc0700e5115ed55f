/* SPDX-License-Identifier: MIT */
/*
 * GL_MESA_trace in a recording: its calls are not written, no player has them, but what they do:
 * comments, the state of attribute groups, assertions; and what of other calls is written. A
 * comment is a call of glStringMarkerGREMEDY, which players skip.
 */
#include "debugger/record/private.h"

#include <string.h>
#include <sys/mman.h>

/* Of the context that is current in a thread. */
struct current {
	bool in_block;
	uint64_t group;
	uint32_t classes; /* as the program has set them */
	uint32_t list_base;
	bool in_list;	 /* the trace has its glNewList */
	bool owes_state; /* which glNewTraceMESA has asked for in a list: it comes behind that */
};

struct mesa_trace {
	GPtrArray *threads;   /* struct current, by number */
	GHashTable *contexts; /* handles of those that calls of the trace have made */
	GArray *annotations;
	struct gs_recording_classes said; /* from outside */
	bool is_used;			  /* the program uses GL_MESA_trace */
	GByteArray *memory;		  /* of a call whose data is not wanted */
};

struct mesa_trace *gs_mesa_trace_new(void)
{
	struct mesa_trace *m = g_new0(struct mesa_trace, 1);
	m->threads = g_ptr_array_new_with_free_func(g_free);
	m->contexts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
	m->annotations = gs_annotations_new();
	m->memory = g_byte_array_new();
	return m;
}

void gs_mesa_trace_free(struct mesa_trace *m)
{
	g_ptr_array_free(m->threads, TRUE);
	g_hash_table_destroy(m->contexts);
	g_array_free(m->annotations, TRUE);
	g_byte_array_free(m->memory, TRUE);
	g_free(m);
}

void gs_mesa_trace_set_classes(struct mesa_trace *m, const struct gs_recording_classes *said)
{
	m->said = *said;
}

static struct current *current_of(struct mesa_trace *m, uint32_t thread)
{
	while (m->threads->len <= thread) {
		struct current *c = g_new0(struct current, 1);
		c->classes = GS_WIRE_TRACE_USUAL;
		g_ptr_array_add(m->threads, c);
	}
	return g_ptr_array_index(m->threads, thread);
}

/* ---- what is written besides calls ---- */

bool gs_recording_next_made_up(const uint8_t **bytes, const uint8_t *end, struct gs_record *record)
{
	struct gs_record_base base = {0};
	struct gs_record_head head;
	if (*bytes >= end || !gs_record_read_head(*bytes, (uint64_t)(end - *bytes), &head) ||
		!gs_data_function(head.function))
		return false;
	gs_record_read(*bytes, &head, &base, record);
	*bytes += head.size;
	return true;
}

unsigned gs_recording_put_made_up(
	const struct values *v, uint32_t thread, const uint8_t *bytes, uint64_t size)
{
	struct gs_record record;
	unsigned n = 0;
	for (const uint8_t *end = bytes + size; gs_recording_next_made_up(&bytes, end, &record);
		n++)
		gs_recording_put_fake(v, thread, &record);
	return n;
}

/* The context that the made-up call, or one of several, has made; 0: none. */
static uint64_t made_by(const struct gs_wire_call *call)
{
	return (gs_data_kinds(call->function) & GS_KIND_CREATES_CONTEXT) ? call->ret : 0;
}

static uint64_t made_by_calls(const uint8_t *bytes, uint64_t size)
{
	struct gs_record record;
	uint64_t handle = 0;
	for (const uint8_t *end = bytes + size;
		!handle && gs_recording_next_made_up(&bytes, end, &record);)
		handle = made_by(&record.call);
	return handle;
}

static void note_context(struct mesa_trace *m, uint64_t handle)
{
	if (handle)
		g_hash_table_add(m->contexts, g_memdup2(&handle, sizeof handle));
}

/* What stands in that piece of the snapshot area (struct gs_wire_piece), whose memory is given
 * back.
 */
static void put_piece(const struct values *v, uint32_t thread, const uint8_t *bytes)
{
	struct gs_wire_piece piece;
	memcpy(&piece, bytes, sizeof piece);
	if (!v->wire || piece.offset % GS_WIRE_PAGE || piece.offset > GS_WIRE_SNAPSHOT_SIZE ||
		piece.size > GS_WIRE_SNAPSHOT_SIZE - piece.offset)
		return;
	struct gs_wire_header *header = v->wire;
	uint8_t *at = (uint8_t *)v->wire + GS_WIRE_SNAPSHOT_OFFSET + piece.offset;
	gs_recording_put_made_up(v, thread, at, piece.size);
	madvise(at, GS_WIRE_ALIGN(piece.size), MADV_REMOVE);
	atomic_fetch_add(&header->snapshot_read, GS_WIRE_ALIGN(piece.size));
}

bool gs_mesa_trace_has_context(const struct mesa_trace *m, uint64_t handle)
{
	return g_hash_table_contains(m->contexts, &handle);
}

static void tell_lives(const struct values *v, uint32_t thread)
{
	gs_recording_put_comment(v, thread,
		GS_COMMENT_LIVES "the context is given what it held when the recording began");
}

bool gs_recording_begun(const struct gs_record *record, struct gs_wire_recording *begun)
{
	struct gs_wire_memory entry;
	const uint8_t *bytes = gs_recording_find_memory(record, GS_WIRE_RECORDING, true, &entry);
	if (!bytes || entry.size != sizeof *begun)
		return false;
	memcpy(begun, bytes, sizeof *begun);
	return true;
}

void gs_mesa_trace_put_contexts(struct mesa_trace *m, const struct values *v, uint32_t thread,
	const struct gs_record *record)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size, *bytes;
	struct gs_wire_memory entry;
	while ((bytes = gs_memory_read(at, (uint64_t)(end - at), &entry, &at))) {
		bool is_whole = entry.kind == GS_WIRE_ELEMENTS;
		if (entry.argument == GS_WIRE_SNAPSHOT && is_whole) {
			tell_lives(v, thread);
			gs_recording_put_made_up(v, thread, bytes, entry.size);
		}
		if (entry.argument == GS_WIRE_SNAPSHOT_PIECE && is_whole &&
			entry.size == sizeof(struct gs_wire_piece)) {
			tell_lives(v, thread);
			put_piece(v, thread, bytes);
		}
		if (entry.argument != GS_WIRE_CONTEXT_CALLS || !is_whole)
			continue;
		uint64_t handle = made_by_calls(bytes, entry.size);
		if (!handle || gs_mesa_trace_has_context(m, handle))
			continue;
		gs_recording_put_made_up(v, thread, bytes, entry.size);
		note_context(m, handle);
	}
}

static void put_calls(
	const struct values *v, uint32_t thread, const struct gs_record *record, uint8_t what)
{
	struct gs_wire_memory entry;
	const uint8_t *bytes = gs_recording_find_memory(record, what, true, &entry);
	if (bytes && entry.kind == GS_WIRE_ELEMENTS)
		gs_recording_put_made_up(v, thread, bytes, entry.size);
}

/* The text to which an argument points; NULL: none. */
static char *text_of(const struct gs_record *record, uint8_t argument)
{
	struct gs_wire_memory entry;
	const uint8_t *bytes = gs_recording_find_memory(record, argument, false, &entry);
	return bytes && entry.kind == GS_WIRE_TEXT
		       ? g_strndup((const char *)bytes, (gsize)entry.size)
		       : NULL;
}

/* "glEnableTraceMESA(GL_TRACE_PIXELS_BIT_MESA)" */
static void put_call_comment(
	const struct values *v, uint32_t thread, const struct gs_wire_call *call, const char *group)
{
	char bits[1024];
	gs_data_bitfield_text(group, call->args[0], bits, sizeof bits);
	char *text = g_strdup_printf("%s(%s)", gs_data_name(call->function), bits);
	gs_recording_put_comment(v, thread, text);
	g_free(text);
}

static void put_error(const struct values *v, uint32_t thread, const struct gs_wire_call *call)
{
	const char *name = gs_data_enum_name("ErrorCode", call->gl_error, GS_FUNCTION_GL);
	char *text = name ? g_strdup_printf("%s: %s", gs_data_name(call->function), name)
			  : g_strdup_printf(
				    "%s: error 0x%x", gs_data_name(call->function), call->gl_error);
	gs_recording_put_comment(v, thread, text);
	g_free(text);
}

/* ---- the calls of GL_MESA_trace ---- */

/* The trace begins in a display list, whose glNewList it does not have. */
static void put_list(
	const struct values *v, uint32_t thread, struct current *c, const struct gs_record *record)
{
	struct gs_wire_memory entry;
	if (c->in_list || !record->memory ||
		!gs_recording_find_memory(record, GS_WIRE_LIST_CALLS, true, &entry))
		return;
	gs_recording_put_comment(
		v, thread, "what the display list holds so far is not in this trace");
	put_calls(v, thread, record, GS_WIRE_LIST_CALLS);
	c->in_list = true;
}

static void put_new(
	const struct values *v, uint32_t thread, struct current *c, const struct gs_record *record)
{
	struct gs_wire_memory entry;
	char *name = text_of(record, 1), *text = g_strconcat("glNewTraceMESA: ", name, NULL);
	gs_recording_put_comment(v, thread, text);
	if (!c->in_list)
		put_calls(v, thread, record, GS_WIRE_CALLS);
	c->owes_state = gs_recording_find_memory(record, GS_WIRE_LIST_CALLS, true, &entry);
	put_list(v, thread, c, record);
	g_free(text);
	g_free(name);
}

static void annotate(struct mesa_trace *m, const struct current *c, const struct gs_record *record)
{
	const struct gs_wire_call *call = &record->call;
	bool range = call->function == GS_FN_glTracePointerRangeMESA;
	enum gs_annotation_kind kind = call->function == GS_FN_glTraceTextureMESA
					       ? GS_ANNOTATES_TEXTURE
				       : call->function == GS_FN_glTraceListMESA
					       ? GS_ANNOTATES_LIST
					       : GS_ANNOTATES_POINTER;
	char *comment = text_of(record, range ? 2 : 1);
	gs_annotations_set(m->annotations, kind, kind == GS_ANNOTATES_POINTER ? 0 : c->group,
		call->args[0], call->args[range ? 1 : 0], comment);
	g_free(comment);
}

static void follow_trace_call(struct mesa_trace *m, const struct values *v, uint32_t thread,
	struct current *c, const struct gs_record *record)
{
	char *text;
	switch (record->call.function) {
	case GS_FN_glTraceCommentMESA:
		text = text_of(record, 0);
		if (text)
			gs_recording_put_comment(v, thread, text);
		g_free(text);
		break;
	case GS_FN_glNewTraceMESA:
		put_new(v, thread, c, record);
		break;
	case GS_FN_glEndTraceMESA:
		gs_recording_put_comment(v, thread, "glEndTraceMESA");
		break;
	case GS_FN_glTraceAssertAttribMESA:
		put_call_comment(v, thread, &record->call, "AttribMask");
		put_calls(v, thread, record, GS_WIRE_CALLS);
		break;
	case GS_FN_glEnableTraceMESA:
	case GS_FN_glDisableTraceMESA:
		put_call_comment(v, thread, &record->call, "TraceMaskMESA");
		break;
	default:
		annotate(m, c, record);
	}
}

/* ---- all calls ---- */

static uint32_t classes_of(const struct mesa_trace *m, const struct current *c)
{
	return (c->classes | m->said.on) & ~m->said.off;
}

static bool find_entry(const struct gs_record *record, struct gs_wire_trace *trace)
{
	struct gs_wire_memory entry;
	const uint8_t *bytes = gs_recording_find_memory(record, GS_WIRE_TRACE, true, &entry);
	if (!bytes || entry.size < sizeof *trace)
		return false;
	memcpy(trace, bytes, sizeof *trace);
	return true;
}

uint64_t gs_recording_trace_context(const struct gs_record *record)
{
	struct gs_wire_trace trace;
	return find_entry(record, &trace) && trace.accepted ? trace.context : 0;
}

uint64_t gs_recording_trace_leaves(const struct gs_record *record)
{
	struct gs_wire_trace trace;
	if (record->call.leave)
		return record->call.leave - 1;
	return find_entry(record, &trace) ? trace.leaves : 0;
}

char *gs_recording_trace_name(const struct gs_record *record)
{
	return text_of(record, 1);
}

/* False: the call is no call of GL_MESA_trace that has done anything. */
static bool follow_entry(struct current *c, const struct gs_record *record)
{
	struct gs_wire_trace trace;
	if (!find_entry(record, &trace))
		return false;
	c->group = trace.group;
	if (trace.context)
		c->classes = trace.classes;
	return trace.accepted;
}

/* Writes, where the call stands, what it says of an array in the program's memory: the call itself
 * stands before the draws that read there. "glNormalPointer(GL_FLOAT, 12, 0x5604dcdb1560)" */
static void put_array(const struct values *v, uint32_t thread, const struct gs_wire_call *call)
{
	const struct gs_function_info *info = gs_data_function(call->function);
	GString *text = g_string_new(NULL);
	g_string_printf(text, "%s(", info->name);
	for (unsigned i = 0; i < info->n_parameters && i < call->n_args; i++) {
		const struct gs_parameter *p = &info->parameters[i];
		const char *name = p->class == GS_CLASS_ENUM
					   ? gs_data_enum_name(p->group, call->args[i], info->apis)
					   : NULL;
		g_string_append(text, i ? ", " : "");
		if (name)
			g_string_append(text, name);
		else if (p->class == GS_CLASS_POINTER)
			g_string_append_printf(text, "0x%" G_GINT64_MODIFIER "x", call->args[i]);
		else
			g_string_append_printf(text, "%d", (int32_t)call->args[i]);
	}
	g_string_append_c(text, ')');
	gs_recording_put_comment(v, thread, text->str);
	g_string_free(text, TRUE);
}

static bool put_plain(struct mesa_trace *m, const struct values *v, uint32_t thread,
	struct current *c, const struct gs_record *record)
{
	struct gs_record less;
	uint32_t classes = classes_of(m, c);
	if (record->call.function == GS_FN_glListBase)
		c->list_base = (uint32_t)record->call.args[0];
	if (!gs_recording_is_wanted(classes, &c->in_block, &record->call)) {
		gs_annotations_forget(m->annotations, c->group, record);
		return false;
	}
	if ((m->is_used || (m->said.on & GS_WIRE_TRACE_ARRAYS)) &&
		gs_recording_sets_client_array(record))
		put_array(v, thread, &record->call);
	char *text = gs_annotations_text(m->annotations, c->group, c->list_base, record);
	bool dropped = gs_recording_drop_data(classes, record, &less, m->memory);
	bool put = gs_recording_put_call(v, thread, dropped ? &less : record, text);
	g_free(text);
	note_context(m, made_by(&record->call));
	gs_annotations_forget(m->annotations, c->group, record);
	return put;
}

static void follow_list(
	const struct values *v, uint32_t thread, struct current *c, const struct gs_record *record)
{
	c->in_list = record->call.function == GS_FN_glNewList;
	if (c->in_list || !c->owes_state)
		return;
	put_calls(v, thread, record, GS_WIRE_CALLS);
	c->owes_state = false;
}

/* It is wanted, within blocks and outside, and nothing is to be said of it. */
static bool is_plain(
	const struct mesa_trace *m, const struct current *c, const struct gs_record *record)
{
	const uint32_t all = GS_WIRE_TRACE_OPERATIONS | GS_WIRE_TRACE_PRIMITIVES;
	return gs_recording_is_plain(record) && (classes_of(m, c) & all) == all &&
	       !m->annotations->len;
}

bool gs_mesa_trace_put(struct mesa_trace *m, const struct values *v, uint32_t thread,
	const struct gs_record *record)
{
	const struct gs_wire_call *call = &record->call;
	struct current *c = current_of(m, thread);
	if (!gs_data_function(call->function)) /* the program has overwritten it */
		return false;
	if (is_plain(m, c, record)) {
		gs_recording_put_plain(v, thread, record);
		return true;
	}
	bool ours = gs_data_flags(call->function) & GS_FUNCTION_OURS, put = false;
	bool accepted = record->memory && follow_entry(c, record);
	if (!ours)
		put_list(v, thread, c, record);
	m->is_used |= ours && accepted;
	if (ours && accepted)
		follow_trace_call(m, v, thread, c, record);
	else if (!ours)
		put = put_plain(m, v, thread, c, record);
	if (call->function == GS_FN_glNewList || call->function == GS_FN_glEndList)
		follow_list(v, thread, c, record);
	if (call->gl_error && (classes_of(m, c) & GS_WIRE_TRACE_ERRORS))
		put_error(v, thread, call);
	return put;
}
