/* SPDX-License-Identifier: MIT */
/* Calls of traces become a new file. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data/data.h"
#include "trace/raw.h"
#include "trace/private.h"

/* The properties of all; where traces differ, those of the first. To be freed. NULL: no memory. */
static struct gs_trace_property *all_properties(
	struct gs_trace_reader **readers, size_t n, size_t *n_properties)
{
	struct gs_trace_property *all = NULL;
	struct gs_trace_figures f;

	*n_properties = 0;
	for (size_t i = 0; i < n; i++) {
		struct gs_trace_property *more;
		size_t others = *n_properties;
		gs_trace_reader_figures(readers[i], &f);
		more = realloc(all, (*n_properties + f.n_properties + 1) * sizeof(*all));
		if (!more) {
			free(all);
			return NULL;
		}
		all = more;
		for (size_t k = 0; k < f.n_properties; k++) {
			size_t known = 0;
			while (known < *n_properties &&
				strcmp(all[known].name, f.properties[k].name))
				known++;
			if (known == *n_properties)
				all[(*n_properties)++] = f.properties[k];
			else if (known >= others) /* twice in one trace */
				all[known] = f.properties[k];
		}
	}
	return all;
}

static bool is_commented(
	const struct gs_trace_parts *parts, size_t part, const struct gs_trace_call *call)
{
	return parts->comment && part == parts->comment_part && call->number == parts->comment_call;
}

/* At both events of the call. */
static bool is_of_times(const struct gs_trace_call *call)
{
	return gs_trace_is_comment(call, GS_COMMENT_TIMES);
}

/* All that is wanted. NULL, or what went wrong. */
static const char *copy_all(struct gs_trace_writer *writer, struct gs_trace_copy *copy,
	const struct gs_trace_parts *parts)
{
	static const char no_memory[] = "there is no memory left";
	bool has_comment = false;

	for (size_t i = 0; i < parts->n; i++) {
		struct gs_trace_call *call;
		gs_trace_copy_from(copy, parts->readers[i]);
		while (!gs_trace_writer_error(writer) &&
			(call = gs_trace_next_event(parts->readers[i]))) {
			bool good = true;
			if (is_of_times(call)) {
				if (!call->has_left && !gs_trace_copy_times(copy, call))
					return no_memory;
				continue;
			}
			if (parts->wants && !parts->wants(parts->data, i, call))
				continue;
			if (!has_comment && is_commented(parts, i, call)) {
				good = gs_trace_copy_comment(copy, call->thread, parts->comment);
				has_comment = true;
			}
			if (!good || !gs_trace_copy_event(copy, call))
				return no_memory;
		}
		if (gs_trace_reader_state(parts->readers[i]) == GS_TRACE_STOPPED)
			return "it was interrupted";
	}
	return NULL;
}

const char *gs_trace_write_fd(int fd, const struct gs_trace_parts *parts)
{
	size_t n_properties;
	struct gs_trace_property *properties = all_properties(
		parts->readers, parts->n, &n_properties);
	struct gs_trace_figures f;
	struct gs_trace_writer *writer;
	struct gs_trace_copy *copy;
	const char *why = "there is no memory left";

	gs_trace_reader_figures(parts->readers[0], &f);
	writer = properties ? gs_trace_writer_new(fd, f.semantics, properties, n_properties) : NULL;
	free(properties);
	copy = writer ? gs_trace_copy_new(writer) : NULL;
	if (copy)
		why = copy_all(writer, copy, parts);
	if (writer && !gs_trace_flush(writer))
		why = strerror(gs_trace_writer_error(writer));
	gs_trace_writer_free(writer);
	gs_trace_copy_free(copy);
	return why;
}

int gs_trace_make_temporary(const char *out, char **name)
{
	mode_t mask = umask(0);
	int fd = asprintf(name, "%s.XXXXXX", out) < 0 ? -1 : mkostemp(*name, O_CLOEXEC);

	umask(mask);
	if (fd >= 0)
		fchmod(fd, 0666 & ~mask);
	return fd;
}

enum gs_trace_written gs_trace_write_file(
	const char *path, const struct gs_trace_parts *parts, const char **why)
{
	struct stat status;
	char *name = NULL;
	int fd;

	*why = NULL;
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
		*why = "it is no regular file";
		return GS_TRACE_NO_FILE;
	}
	fd = gs_trace_make_temporary(path, &name);
	if (fd < 0) {
		*why = strerror(errno);
		free(name);
		return GS_TRACE_NO_FILE;
	}
	*why = gs_trace_write_fd(fd, parts);
	if (close(fd) != 0 && !*why)
		*why = strerror(errno);
	if (!*why && rename(name, path) != 0)
		*why = strerror(errno);
	if (*why)
		unlink(name);
	free(name);
	return *why ? GS_TRACE_NOT_WRITTEN : GS_TRACE_WRITTEN;
}
