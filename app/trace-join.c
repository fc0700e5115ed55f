/* SPDX-License-Identifier: MIT */
/* glstep-trace repack and join: any traces become one of the newest version. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "app/trace-tool.h"

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

/* Calls of different versions mean different things. */
static bool fit_together(struct gs_trace_reader **readers, char **files, size_t n)
{
	struct gs_trace_figures first, f;

	gs_trace_reader_figures(readers[0], &first);
	for (size_t i = 1; i < n; i++) {
		char what[128];
		gs_trace_reader_figures(readers[i], &f);
		if (f.semantics == first.semantics)
			continue;
		snprintf(what, sizeof(what),
			"its calls are to be executed as version %u, those of %.60s as %u",
			f.semantics, files[0], first.semantics);
		gs_tool_fail(0, files[i], what);
		return false;
	}
	return true;
}

/* All events of all readers. Returns the exit status. */
static int copy_all(struct gs_trace_writer *writer, struct gs_trace_copy *copy,
	struct gs_trace_reader **readers, char **files, size_t n)
{
	int status = 0;

	for (size_t i = 0; i < n; i++) {
		struct gs_trace_call *call;
		int end;
		gs_trace_copy_from(copy, readers[i]);
		while (!gs_trace_writer_error(writer) && (call = gs_trace_next_event(readers[i])))
			if (!gs_trace_copy_event(copy, call))
				return gs_tool_fail(
					GS_TOOL_FAILED, NULL, "there is no memory left");
		end = gs_tool_end(files[i], readers[i]);
		status = end ? end : status;
	}
	return status;
}

static int write_trace(
	int fd, const char *out, struct gs_trace_reader **readers, char **files, size_t n)
{
	size_t n_properties;
	struct gs_trace_property *properties = all_properties(readers, n, &n_properties);
	struct gs_trace_figures f;
	struct gs_trace_writer *writer;
	struct gs_trace_copy *copy;
	int status, error;

	gs_trace_reader_figures(readers[0], &f);
	writer = properties ? gs_trace_writer_new(fd, f.semantics, properties, n_properties) : NULL;
	free(properties);
	copy = writer ? gs_trace_copy_new(writer) : NULL;
	status = copy ? copy_all(writer, copy, readers, files, n)
		      : gs_tool_fail(GS_TOOL_FAILED, NULL, "there is no memory left");
	if (writer && !gs_trace_flush(writer)) {
		error = gs_trace_writer_error(writer);
		status = gs_tool_fail(GS_TOOL_FAILED + 1, out, strerror(error));
	}
	gs_trace_writer_free(writer);
	gs_trace_copy_free(copy);
	return status;
}

/* Beside the file that it will replace. */
static int make_temporary(const char *out, char **name)
{
	mode_t mask = umask(0);
	int fd = asprintf(name, "%s.XXXXXX", out) < 0 ? -1 : mkostemp(*name, O_CLOEXEC);

	umask(mask);
	if (fd >= 0)
		fchmod(fd, 0666 & ~mask);
	return fd;
}

static int write_file(const char *out, struct gs_trace_reader **readers, char **files, size_t n)
{
	struct stat status;
	char *name = NULL;
	int fd, result;

	if (stat(out, &status) == 0 && !S_ISREG(status.st_mode))
		return gs_tool_fail(GS_TOOL_USAGE, out, "it is no regular file");
	fd = make_temporary(out, &name);
	if (fd < 0) {
		free(name);
		return gs_tool_fail(GS_TOOL_USAGE, out, strerror(errno));
	}
	result = write_trace(fd, out, readers, files, n);
	if (close(fd) != 0 && result < GS_TOOL_FAILED + 1)
		result = gs_tool_fail(GS_TOOL_FAILED + 1, out, strerror(errno));
	if (result <= GS_TOOL_FAILED && rename(name, out) != 0)
		result = gs_tool_fail(GS_TOOL_FAILED + 1, out, strerror(errno));
	if (result > GS_TOOL_FAILED)
		unlink(name);
	free(name);
	return result > GS_TOOL_FAILED ? GS_TOOL_FAILED : result;
}

int gs_tool_join(const char *out, char **files, size_t n)
{
	struct gs_trace_reader **readers = calloc(n, sizeof(*readers));
	int status = readers ? 0 : gs_tool_fail(GS_TOOL_FAILED, NULL, "there is no memory left");

	for (size_t i = 0; i < n && !status; i++) {
		readers[i] = gs_tool_open(files[i], NULL, NULL);
		if (!readers[i])
			status = GS_TOOL_USAGE;
	}
	if (!status && !fit_together(readers, files, n))
		status = GS_TOOL_FAILED;
	if (!status)
		status = write_file(out, readers, files, n);
	for (size_t i = 0; i < n && readers; i++)
		gs_trace_close(readers[i]);
	free(readers);
	return status;
}
