/* SPDX-License-Identifier: MIT */
#include "debugger/engine/engine.h"

bool gs_debug_begin_input(const struct gs_debug *debug, struct gs_stream *input)
{
	return debug->link.begin_input(debug->link.data, input);
}

bool gs_debug_request(const struct gs_debug *debug, enum gs_wire_request_kind kind,
	const uint64_t number[6], const struct gs_stream *input, struct gs_program_answer *answer,
	GError **error)
{
	static const uint64_t none[6];
	*answer = (struct gs_program_answer){0};
	return debug->link.request(
		debug->link.data, kind, number ? number : none, input, answer, error);
}

bool gs_debug_send(const struct gs_debug *debug, enum gs_wire_request_kind kind,
	const struct gs_stream *input, gs_program_served_func served, void *data, GError **error)
{
	return debug->link.send(debug->link.data, kind, input, served, data, error);
}

bool gs_debug_await(const struct gs_debug *debug, GError **error)
{
	return debug->link.await(debug->link.data, error);
}

bool gs_debug_is_expired(const struct gs_debug *debug, GError **error)
{
	return debug->link.is_expired(debug->link.data, error);
}

bool gs_debug_read_memory(const struct gs_debug *debug, uint64_t address, void *to, size_t size)
{
	return debug->link.read_memory(debug->link.data, address, to, size);
}
