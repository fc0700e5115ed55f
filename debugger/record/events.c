/* SPDX-License-Identifier: MIT */
/* A call's enter and leave event. */
#include "debugger/record/private.h"

#include <string.h>

enum { LONGEST_STIPPLE = 1 << 20 }; /* bytes that the pixel store skips in it */

/* Answers of these are addresses in the program, and the player has its own. */
static bool is_address_query(unsigned function)
{
	return function == GS_FN_glXGetProcAddress || function == GS_FN_glXGetProcAddressARB ||
	       function == GS_FN_eglGetProcAddress;
}

/* The driver was given nothing of a program binary (preload/shadow/program-binaries.c); neither may
 * a player load it. */
static bool is_refused(const struct gs_wire_call *call, unsigned i)
{
	return i == 3 && (call->function == GS_FN_glProgramBinary ||
				 call->function == GS_FN_glProgramBinaryOES);
}

static bool is_kind_of_array(uint8_t kind)
{
	switch ((enum gs_memory_rule_kind)kind) {
	case GS_MEMORY_RULE_ARRAY:
	case GS_MEMORY_RULE_TYPED:
	case GS_MEMORY_RULE_PIXEL_ARRAY:
	case GS_MEMORY_RULE_BLOCKS:
	case GS_MEMORY_RULE_WRITTEN:
	case GS_MEMORY_RULE_PNAME:
	case GS_MEMORY_RULE_UNIFORM:
	case GS_MEMORY_RULE_MAP1:
	case GS_MEMORY_RULE_MAP2:
	case GS_MEMORY_RULE_GETMAP:
		return true;
	default:
		return false;
	}
}

/* Players that expect an array stop at an address: where there is nothing to be had of one, as the
 * call is an error or the program cannot read there, they are given none. */
static bool is_array(const struct gs_wire_call *call, unsigned i, bool out)
{
	const struct gs_memory_rule *rule = gs_data_memory_rule(call->function, i);
	return rule && rule->out == out && is_kind_of_array(rule->kind);
}

/* apitrace's player takes bytes alone, its recorder writes what it then refuses. */
static bool is_pixel_map(const struct gs_wire_call *call, unsigned i)
{
	const struct gs_memory_rule *rule = gs_data_memory_rule(call->function, i);
	return rule && rule->kind == GS_MEMORY_RULE_PIXELMAP;
}

static uint64_t argument(const struct gs_wire_call *call, const struct gs_parameter *p, unsigned i)
{
	bool is_pointer = p->class == GS_CLASS_POINTER && call->args[i];
	bool is_unread = is_pointer && is_array(call, i, false);
	return is_refused(call, i) || is_unread ? 0 : call->args[i];
}

/* What the next element of the argument's list points at. NULL: there is no other. */
static const uint8_t *next_part(const struct gs_record *record, unsigned argument,
	const uint8_t **at, struct gs_wire_memory *part)
{
	const uint8_t *end = record->memory + record->memory_size, *bytes;
	while ((bytes = gs_memory_read(*at, (uint64_t)(end - *at), part, at)))
		if (part->argument == GS_WIRE_PART && part->info[0] == argument &&
			gs_recording_is_whole(part))
			return bytes;
	return NULL;
}

/* A list of addresses, with what stands there: indices of each draw. False: it is another one. */
static bool put_parts(const struct values *v, const struct gs_record *record, unsigned argument,
	const struct gs_wire_memory *list, const uint8_t *addresses)
{
	enum { ADDRESS = sizeof(uint64_t) };
	const uint8_t *at = record->memory;
	struct gs_wire_memory part;
	const uint8_t *bytes = next_part(record, argument, &at, &part);
	if (!bytes || !gs_recording_is_whole(list) || record->memory_size > GS_TRACE_MAX_EVENT / 2)
		return false;
	gs_trace_put_array(v->writer, list->size / ADDRESS);
	for (uint64_t i = 0; i < list->size / ADDRESS; i++) {
		uint64_t address;
		memcpy(&address, addresses + i * ADDRESS, ADDRESS);
		if (bytes && part.info[1] == i) {
			gs_trace_put_blob(v->writer, bytes, part.size);
			bytes = next_part(record, argument, &at, &part);
		} else if (address) {
			gs_trace_put_pointer(v->writer, address);
		} else {
			gs_trace_put_null(v->writer);
		}
	}
	return true;
}

/* An array for apitrace, not an image. */
static void put_stipple(
	const struct values *v, const struct gs_wire_memory *entry, const uint8_t *bytes)
{
	uint64_t zeros = entry->skip < LONGEST_STIPPLE ? entry->skip : 0;
	gs_trace_put_array(v->writer, (size_t)(zeros + entry->size));
	for (uint64_t i = 0; i < zeros; i++)
		gs_trace_put_uint(v->writer, 0);
	for (uint64_t i = 0; i < entry->size; i++)
		gs_trace_put_uint(v->writer, bytes[i]);
}

static void put_arguments(const struct values *v, const struct gs_wire_call *call,
	const struct gs_function_info *info, const struct gs_record *record)
{
	for (unsigned i = 0; i < call->n_args && i < info->n_parameters; i++) {
		const struct gs_parameter *p = &info->parameters[i];
		struct gs_wire_memory entry;
		const uint8_t *bytes = p->class == GS_CLASS_POINTER
					       ? gs_recording_find_memory(
							 record, (uint8_t)i, false, &entry)
					       : NULL;
		gs_trace_arg(v->writer, i);
		if (bytes && call->function == GS_FN_glPolygonStipple &&
			entry.kind == GS_WIRE_PIXELS) {
			put_stipple(v, &entry, bytes);
			continue;
		}
		if (bytes && put_parts(v, record, i, &entry, bytes))
			continue;
		bool is_missing = !bytes ||
				  (entry.kind == GS_WIRE_UNREADABLE && p->pointee != GS_CLASS_VOID);
		if (!is_missing)
			gs_recording_put_memory(v, p, info->apis, call->args[i], &entry, bytes);
		else
			gs_recording_put_value(v, p, info->apis, argument(call, p, i));
	}
}

static void put_results(const struct values *v, const struct gs_wire_call *call,
	const struct gs_function_info *info, const struct gs_record *record)
{
	struct gs_wire_memory entry;
	for (unsigned i = 0; i < call->n_args && i < info->n_parameters; i++) {
		const struct gs_parameter *p = &info->parameters[i];
		if (p->class != GS_CLASS_POINTER || !call->args[i])
			continue;
		const uint8_t *bytes = gs_recording_find_memory(record, (uint8_t)i, true, &entry);
		bool is_missing = (!bytes || entry.kind == GS_WIRE_UNKNOWN_SIZE) &&
				  is_array(call, i, true);
		if (!bytes && !is_missing)
			continue;
		gs_trace_arg(v->writer, i);
		if (bytes && is_pixel_map(call, i))
			entry.class = GS_CLASS_VOID;
		if (is_missing)
			gs_trace_put_array(v->writer, 0);
		else
			gs_recording_put_memory(v, p, info->apis, call->args[i], &entry, bytes);
	}
	if (!(call->flags & GS_CALL_RETURNED))
		return;
	const uint8_t *bytes = gs_recording_find_memory(record, GS_WIRE_RETURNED, true, &entry);
	gs_trace_result(v->writer);
	bool is_list = is_array(call, GS_ARGUMENT_RETURN, true);
	if (bytes && (entry.kind == GS_WIRE_TEXT || (is_list && entry.kind == GS_WIRE_ELEMENTS)))
		gs_recording_put_memory(v, &info->returns, info->apis, call->ret, &entry, bytes);
	else if (is_list)
		gs_trace_put_array(v->writer, 0);
	else
		gs_recording_put_value(v, &info->returns, info->apis, call->ret);
}

static void put_events(
	const struct values *v, uint32_t thread, const struct gs_record *record, unsigned flags)
{
	const struct gs_wire_call *call = &record->call;
	const struct gs_function_info *info = gs_data_function(call->function);
	uint64_t number = gs_trace_enter(
		v->writer, thread, gs_recording_signature(v->signatures, call->function), flags);
	v->lengths->call = number;
	if (!flags)
		gs_recording_put_stack(v, call->index);
	put_arguments(v, call, info, record);
	gs_trace_end(v->writer);
	if (flags || !gs_record_is_unfinished(call)) { /* made-up calls are complete */
		gs_trace_leave(v->writer, number);
		put_results(v, call, info, record);
		gs_trace_end(v->writer);
	}
	if (!flags)
		gs_recording_note_time(v, number, call);
	if (v->lengths->too_long && v->lengths->last_too_long == number)
		gs_recording_put_comment(v, thread,
			GS_COMMENT_TOO_LONG "the call before reads or writes more than 1 GiB, "
					    "which is not in this file");
}

/* The arrays that it could not read, as the program has set them; and those that it could. */
static void put_unfinished(const struct values *v, uint32_t thread, const struct gs_record *record,
	const char *comment)
{
	struct gs_record without;
	if (gs_data_flags(record->call.function) & GS_FUNCTION_DRAWS)
		gs_recording_put_pointers(v);
	if (!gs_recording_is_element(record->call.function))
		gs_recording_make_up_before(v, thread, record);
	if (comment)
		gs_recording_put_comment(v, thread, comment);
	bool split = gs_recording_split(record, &without);
	put_events(v, thread, split ? &without : record, 0);
}

void gs_recording_put_fake(const struct values *v, uint32_t thread, const struct gs_record *record)
{
	put_events(v, thread, record, GS_TRACE_FAKE);
}

/* It reads arrays of numbers, at most. */
static bool reads_arrays(unsigned function)
{
	size_t n;
	const struct gs_memory_rule *rules = gs_data_memory_rules_of(function, &n);
	while (n > 0 && !rules[n - 1].out && is_kind_of_array(rules[n - 1].kind))
		n--;
	return n == 0;
}

static bool is_plain_function(unsigned function)
{
	enum { UNKNOWN, NO, YES };
	static uint8_t found[GS_N_FUNCTIONS]; /* two threads write the same */
	if (!found[function]) {
		bool is_plain = reads_arrays(function) && gs_recording_has_no_class(function) &&
				!is_address_query(function) && function != GS_FN_glXUseXFont;
		found[function] = is_plain ? YES : NO;
	}
	return found[function] == YES;
}

/* The program was asked for nothing else beside the call, and it fits into an event. */
static bool has_arguments_alone(const struct gs_record *record)
{
	const uint8_t *at = record->memory, *end = at + record->memory_size;
	struct gs_wire_memory entry;
	struct gs_record without;
	if (!at)
		return true;
	while (gs_memory_read(at, (uint64_t)(end - at), &entry, &at))
		if (entry.argument >= record->call.n_args)
			return false;
	return !gs_recording_split(record, &without);
}

bool gs_recording_is_plain(const struct gs_record *record)
{
	const struct gs_wire_call *call = &record->call;
	return !call->ret && !call->gl_error &&
	       (call->flags & (GS_CALL_EXECUTED | GS_CALL_SKIPPED | GS_CALL_ENDS_FRAME)) ==
		       GS_CALL_EXECUTED &&
	       is_plain_function(call->function) && has_arguments_alone(record);
}

void gs_recording_put_plain(const struct values *v, uint32_t thread, const struct gs_record *record)
{
	put_events(v, thread, record, 0);
}

/* It enables and disables arrays, too: so it stands in the trace, without memory. */
static void put_interleaved(const struct values *v, uint32_t thread, const struct gs_record *record,
	const char *comment)
{
	enum { POINTER = 2 };
	struct gs_record without = *record;
	without.call.args[POINTER] = 0;
	if (comment)
		gs_recording_put_comment(v, thread, comment);
	put_events(v, thread, &without, 0);
}

bool gs_recording_put_call(const struct values *v, uint32_t thread, const struct gs_record *record,
	const char *comment)
{
	const struct gs_wire_call *call = &record->call;
	const struct gs_function_info *info = gs_data_function(call->function);
	struct gs_record without;
	if (!info || (call->flags & GS_CALL_SKIPPED))
		return false;
	if (gs_record_is_unfinished(call)) {
		put_unfinished(v, thread, record, comment);
		return true;
	}
	if (is_address_query(call->function))
		return false;
	if (gs_recording_sets_client_array(record)) {
		bool is_interleaved = call->function == GS_FN_glInterleavedArrays;
		if (is_interleaved)
			put_interleaved(v, thread, record, comment);
		gs_recording_note_pointer(v, thread, record, is_interleaved ? NULL : comment);
		return is_interleaved;
	}
	enum gs_recording_element element = gs_recording_element(record);
	bool is_element = gs_recording_is_element(call->function);
	if (comment && is_element)
		gs_recording_put_comment(v, thread, comment);
	gs_recording_make_up_before(v, thread, record);
	if (comment && !is_element)
		gs_recording_put_comment(v, thread, comment);
	if (element) {
		gs_recording_put_element(v, thread, record, false);
		if (element == GS_ELEMENT_STAYS)
			put_events(v, thread, record, 0);
		gs_recording_put_element(v, thread, record, true);
	} else if (gs_recording_split(record, &without)) {
		put_events(v, thread, &without, 0);
		gs_recording_put_parts(v, thread, record);
	} else {
		put_events(v, thread, record, 0);
	}
	gs_recording_make_up_after(v, thread, record);
	return element != GS_ELEMENT_REPLACED;
}
