/* SPDX-License-Identifier: MIT */
#include "serve/references.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "debugger/base/error.h"

enum { LONGEST_NAME = 64 };
static const guint64 largest = (guint64)4 << 30; /* bytes of a file that a client writes */

struct gs_references {
	char *folder; /* NULL: not made yet */
};

struct gs_references *gs_references_new(void)
{
	return g_new0(struct gs_references, 1);
}

void gs_references_free(struct gs_references *references)
{
	GDir *folder = references->folder ? g_dir_open(references->folder, 0, NULL) : NULL;
	const char *name;
	while (folder && (name = g_dir_read_name(folder))) {
		g_autofree char *path = g_build_filename(references->folder, name, NULL);
		g_unlink(path);
	}
	if (folder) {
		g_dir_close(folder);
		g_rmdir(references->folder);
	}
	g_free(references->folder);
	g_free(references);
}

static bool is_name(const char *name)
{
	if (name[0] != '@' || !g_ascii_isalnum(name[1]) || strlen(name) > LONGEST_NAME)
		return false;
	for (const char *c = name + 1; *c; c++)
		if (!g_ascii_isalnum(*c) && !strchr("._-", *c))
			return false;
	return true;
}

char *gs_references_path(struct gs_references *references, const char *name, GError **error)
{
	g_autoptr(GError) why = NULL;
	if (!is_name(name)) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"'%s' is not a reference: \"@\", a letter or digit, then these, '.', '_' "
			"and "
			"'-'",
			name);
		return NULL;
	}
	if (!references->folder && !(references->folder = g_dir_make_tmp("glstep-XXXXXX", &why))) {
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"no folder for references could be made: %s", why->message);
		return NULL;
	}
	return g_build_filename(references->folder, name + 1, NULL);
}

/* Open the file of a reference. Return -1 with an error. */
static int open_file(struct gs_references *references, const char *name, int flags, GError **error)
{
	g_autofree char *path = gs_references_path(references, name, error);
	int file = path ? open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
	if (path && file < 0)
		g_set_error(error, GS_ERROR,
			errno == ENOENT ? GS_ERROR_UNKNOWN_NAME : GS_ERROR_CANNOT_WRITE,
			"there is no reference '%s' (%s): a command whose FILE it is makes it",
			name, g_strerror(errno));
	return file;
}

GBytes *gs_references_read(struct gs_references *references, const char *name, guint64 offset,
	gsize size, guint64 *whole, GError **error)
{
	struct stat status;
	int file = open_file(references, name, O_RDONLY, error);
	if (file < 0)
		return NULL;
	size = MIN(size, GS_REFERENCE_PIECE);
	char *bytes = g_malloc(MAX(size, 1));
	ssize_t n = offset > G_MAXINT64 ? 0 : pread(file, bytes, size, (off_t)offset);
	bool good = n >= 0 && fstat(file, &status) == 0;
	if (good)
		*whole = (guint64)status.st_size;
	else
		g_set_error(error, GS_ERROR, GS_ERROR_NOT_READABLE,
			"the reference '%s' cannot be read: %s", name, g_strerror(errno));
	close(file);
	if (good)
		return g_bytes_new_take(bytes, (gsize)n);
	g_free(bytes);
	return NULL;
}

bool gs_references_write(struct gs_references *references, const char *name, guint64 offset,
	const void *bytes, gsize size, GError **error)
{
	if (offset > largest || size > largest - offset) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"a reference has 4 GiB at most: '%s' would have more", name);
		return false;
	}
	int file = open_file(references, name, O_WRONLY | O_CREAT | (offset ? 0 : O_TRUNC), error);
	if (file < 0)
		return false;
	bool good = true;
	for (gsize done = 0; good && done < size;) {
		ssize_t n = pwrite(
			file, (const char *)bytes + done, size - done, (off_t)(offset + done));
		good = n > 0;
		done += good ? (gsize)n : 0;
	}
	if (!good)
		g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
			"the reference '%s' cannot be written: %s", name, g_strerror(errno));
	close(file);
	return good;
}

bool gs_references_release(struct gs_references *references, const char *name, GError **error)
{
	g_autofree char *path = gs_references_path(references, name, error);
	if (path && g_unlink(path) == 0)
		return true;
	if (path)
		g_set_error(
			error, GS_ERROR, GS_ERROR_UNKNOWN_NAME, "there is no reference '%s'", name);
	return false;
}
