/* SPDX-License-Identifier: MIT */
/* Call stacks that were taken while calls were pending, until the calls are written. */
#include <string.h>
#include "debugger/record/private.h"

struct known_frame {
	struct gs_trace_frame frame; /* its texts are the known_frame's */
	char *module, *function, *file;
};

struct stack {
	uint32_t n;
	const struct gs_trace_frame *frames[];
};

struct gs_recording_stacks {
	GHashTable *frames; /* what it says -> struct known_frame */
	GHashTable *stacks; /* the call's index -> struct stack */
};

static void free_frame(gpointer data)
{
	struct known_frame *known = data;
	g_free(known->module);
	g_free(known->function);
	g_free(known->file);
	g_free(known);
}

struct gs_recording_stacks *gs_recording_stacks_new(void)
{
	struct gs_recording_stacks *s = g_new0(struct gs_recording_stacks, 1);
	s->frames = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_frame);
	s->stacks = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
	return s;
}

void gs_recording_stacks_free(struct gs_recording_stacks *s)
{
	g_hash_table_destroy(s->stacks);
	g_hash_table_destroy(s->frames);
	g_free(s);
}

/* The format tells each frame once, by a number. */
static const struct gs_trace_frame *frame_of(
	struct gs_recording_stacks *s, const struct gs_recording_frame *given)
{
	char *key = g_strdup_printf("%s|%s|%s|%u|%" G_GUINT64_FORMAT,
		given->module ? given->module : "", given->function ? given->function : "",
		given->file ? given->file : "", given->line, given->offset);
	struct known_frame *known = g_hash_table_lookup(s->frames, key);
	if (known) {
		g_free(key);
		return &known->frame;
	}
	known = g_new0(struct known_frame, 1);
	known->module = g_strdup(given->module);
	known->function = g_strdup(given->function);
	known->file = g_strdup(given->file);
	known->frame = (struct gs_trace_frame){.id = g_hash_table_size(s->frames),
		.module = known->module,
		.function = known->function,
		.file = known->file,
		.line = given->line ? (int64_t)given->line : -1,
		.offset = (int64_t)given->offset};
	g_hash_table_insert(s->frames, key, known);
	return &known->frame;
}

void gs_recording_stacks_add(struct gs_recording_stacks *s, uint64_t call,
	const struct gs_recording_frame *frames, size_t n)
{
	n = MIN(n, GS_RECORDING_MOST_FRAMES);
	struct stack *stack = g_malloc(sizeof *stack + n * sizeof(void *));
	stack->n = (uint32_t)n;
	for (size_t i = 0; i < n; i++)
		stack->frames[i] = frame_of(s, &frames[i]);
	g_hash_table_insert(s->stacks, g_memdup2(&call, sizeof call), stack);
}

void gs_recording_put_stack(const struct values *v, uint64_t call)
{
	GHashTable *stacks = v->stacks->stacks;
	struct stack *stack = g_hash_table_size(stacks) ? g_hash_table_lookup(stacks, &call) : NULL;
	if (!stack)
		return;
	gs_trace_stack(v->writer, stack->frames, stack->n);
	g_hash_table_remove(stacks, &call);
}
