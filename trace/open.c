/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "trace/private.h"

static char *reason(struct gs_trace_reader *reader)
{
	char text[320];

	if (reader->source.size == 0)
		return strdup("it is empty");
	if (reader->state == GS_TRACE_CUT || reader->state == GS_TRACE_END) /* "at" alone */
		return strdup("it ends before its first call");
	if (reader->source.container == GS_TRACE_BROTLI)
		return strdup("it is no trace: neither snappy, gzip, zstd nor brotli");
	snprintf(text, sizeof(text), "it is no trace that can be read: %s",
		reader->message[0] ? reader->message : "there is not enough memory");
	return strdup(text);
}

static char *system_reason(void)
{
	if (errno == EISDIR || errno == ESPIPE)
		return strdup(errno == EISDIR ? "it is a folder" : "it is no regular file");
	return strdup(strerror(errno));
}

struct gs_trace_reader *gs_trace_open_file(
	const char *path, gs_trace_report report, void *data, char **why)
{
	struct gs_trace_reader *reader = calloc(1, sizeof(*reader));
	int fd = reader ? open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC) : -1;

	if (fd < 0) {
		*why = system_reason();
		free(reader);
		return NULL;
	}
	reader->report = report;
	reader->report_data = data;
	reader->signatures = (struct gs_trace_arena){
		.held = &reader->signatures_held, .limit = GS_TRACE_MAX_SIGNATURES};
	if (!gs_trace_source_open(&reader->source, fd)) {
		*why = system_reason();
		gs_trace_close(reader);
		return NULL;
	}
	if (!gs_trace_source_room(&reader->source, &reader->window, 1) ||
		!gs_trace_read_header(reader) || !gs_trace_mark_event(reader)) {
		*why = reason(reader);
		gs_trace_close(reader);
		return NULL;
	}
	return reader;
}

static void free_slots(struct gs_trace_reader *reader)
{
	struct gs_trace_slot *slot;

	gs_trace_reader_drop_pending(reader);
	if (reader->skipped)
		gs_trace_slot_free(reader, reader->skipped);
	while ((slot = reader->free_slots)) {
		reader->free_slots = slot->after;
		gs_trace_arena_finish(&slot->arena);
		free(slot->room);
		free(slot);
	}
}

void gs_trace_close(struct gs_trace_reader *reader)
{
	if (!reader)
		return;
	free_slots(reader);
	gs_trace_edited_free(reader->edited);
	gs_trace_source_close(&reader->source);
	gs_trace_arena_finish(&reader->signatures);
	for (int kind = 0; kind < GS_TRACE_KINDS; kind++)
		free(reader->tables[kind].entries);
	free(reader->window.data);
	free(reader->properties);
	free(reader->marks);
	free(reader->chunks);
	free(reader->threads);
	free(reader);
}

void gs_trace_reader_figures(const struct gs_trace_reader *reader, struct gs_trace_figures *figures)
{
	*figures = (struct gs_trace_figures){.container = reader->source.container,
		.version = reader->version,
		.semantics = reader->semantics,
		.properties = reader->properties,
		.n_properties = reader->n_properties,
		.file_bytes = reader->source.size,
		.file_read = reader->source.at,
		.stream_bytes = reader->stream_bytes,
		.chunks = reader->source.class->has_chunks ? reader->chunks_read : 0,
		.calls = reader->n_calls,
		.frames = reader->n_frames,
		.fakes = reader->n_fakes,
		.unfinished = reader->n_calls - reader->n_left,
		.threads = reader->n_threads,
		.functions = reader->tables[GS_TRACE_FUNCTIONS].n};
	gs_trace_edited_figures(reader->edited, figures);
}

const char *gs_trace_container_name(enum gs_trace_container container)
{
	static const char *const names[] = {"snappy", "zlib", "brotli", "zstd"};

	return names[container];
}
