/* SPDX-License-Identifier: MIT */
#include "preload/snapshot/snapshot.h"

#include <pthread.h>
#include "preload/core/core.h"
#include "preload/memory/reader.h"

/* What lives in the context, for a recording that begins now. */
static void add_snapshot(
	struct gs_thread *thread, const struct gs_wire_call *call, struct gs_context *context)
{
	struct gs_memory_reader reader = {&thread->call_memory, thread, call, UINT64_MAX};
	struct gs_kept_snapshot *kept = gs_snapshot_take(thread, context, gs_call_policy.recording);
	if (!kept)
		return;
	if (kept->in_piece)
		gs_call_memory_add_bytes(
			&reader, GS_WIRE_SNAPSHOT_PIECE, &kept->piece, sizeof kept->piece);
	gs_made_up_attach(thread, call, GS_WIRE_SNAPSHOT, &kept->calls);
	gs_made_up_attach(thread, call, GS_WIRE_MISSING, &kept->missing);
	gs_snapshot_free(kept, true);
}

/* Say which recording the call begins for its thread, and for the context, which may be NULL. */
static void add_recording(
	struct gs_thread *thread, const struct gs_wire_call *call, const struct gs_context *context)
{
	struct gs_memory_reader reader = {&thread->call_memory, thread, call, UINT64_MAX};
	struct gs_wire_recording begun = {.number = gs_call_policy.recording};
	if (context) {
		begun.context = (uint64_t)(uintptr_t)context->handle;
		begun.group = (uint64_t)(uintptr_t)context->group;
		begun.has_shared = gs_context_told_partner(context, begun.number) != NULL;
	}
	gs_call_memory_add_bytes(&reader, GS_WIRE_RECORDING, &begun, sizeof begun);
}

/* Return whether the context is told now; if not, a later call tells it. */
static bool tell(struct gs_thread *thread, const struct gs_wire_call *call,
	struct gs_context *context, bool has_snapshot)
{
	struct gs_memory_reader reader = {&thread->call_memory, thread, call, UINT64_MAX};
	struct gs_memory_question asked;
	/* a list would get what asks for contents */
	if ((has_snapshot && context->list_mode) || !gs_memory_question_begin(&reader, &asked))
		return false;
	add_recording(thread, call, context);
	gs_made_up_tell_context(thread, call, context);
	if (has_snapshot)
		add_snapshot(thread, call, context);
	gs_memory_question_end(&asked);
	return true;
}

void gs_snapshot_tell_context(struct gs_thread *thread, const struct gs_wire_call *call)
{
	/* one context after the other: what two share is told with the first */
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct gs_context *context = gs_context_current(thread);
	uint32_t recording = gs_call_policy.recording;
	if (!recording || !(call->flags & GS_CALL_RECORDED))
		return;
	if (context && context->told != recording) {
		/* a newer recording may have begun since */
		bool has_snapshot = atomic_load(&gs_wire->snapshots) >= recording;
		pthread_mutex_lock(&lock);
		bool is_told = tell(thread, call, context, has_snapshot);
		if (is_told)
			context->told = recording;
		pthread_mutex_unlock(&lock);
		if (!is_told)
			return;
	} else if (thread->told != recording) {
		add_recording(thread, call, NULL);
	}
	thread->told = recording;
}
