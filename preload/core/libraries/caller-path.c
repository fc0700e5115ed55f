/* SPDX-License-Identifier: MIT */
#include "preload/core/libraries/caller-path.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include "preload/core/core.h"

/* Of the library that has this address, or of the program itself. NULL: of none. */
static void *handle_at(const void *address)
{
	Dl_info info;
	struct link_map *map = NULL;
	if (!dladdr1(address, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
		return NULL;
	return gs_real_dlopen(map->l_name[0] ? map->l_name : NULL, RTLD_LAZY | RTLD_NOLOAD);
}

static bool is_loaded(const char *name)
{
	void *handle = gs_real_dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
	if (handle)
		gs_real_dlclose(handle);
	return handle;
}

/* The folders in which the C library looks for what the library of that handle opens. */
static Dl_serinfo *folders_of(void *handle)
{
	Dl_serinfo size, *folders = NULL;
	if (!handle || dlinfo(handle, RTLD_DI_SERINFOSIZE, &size) != 0)
		return NULL;
	folders = calloc(1, size.dls_size);
	if (!folders)
		return NULL;
	folders->dls_size = size.dls_size;
	folders->dls_cnt = size.dls_cnt;
	if (dlinfo(handle, RTLD_DI_SERINFO, folders) == 0)
		return folders;
	free(folders);
	return NULL;
}

/* How many come before those that both lists end with. */
static unsigned count_own(const Dl_serinfo *folders, const Dl_serinfo *others)
{
	unsigned n = folders->dls_cnt, k = others->dls_cnt;
	while (n && k &&
		!strcmp(folders->dls_serpath[n - 1].dls_name, others->dls_serpath[k - 1].dls_name))
		n--, k--;
	return n;
}

static void *open_in(const Dl_serinfo *folders, unsigned n, const char *name, int flags)
{
	char path[PATH_MAX];
	void *found = NULL;
	for (unsigned i = 0; i < n && !found; i++) {
		const char *folder = folders->dls_serpath[i].dls_name;
		if (strlen(folder) + 1 + strlen(name) >= sizeof path)
			continue;
		gs_text_join(path, sizeof path, folder, "/", name, NULL);
		found = gs_real_dlopen(path, flags);
	}
	return found;
}

/* What the folders of the caller's library alone have; in all others the C library looks for this
 * library, too. */
static void *search(void *from, const char *name, int flags)
{
	void *here = handle_at((const void *)gs_dlopen_for), *found = NULL;
	Dl_serinfo *folders = folders_of(from), *ours = folders_of(here);
	if (folders && ours)
		found = open_in(folders, count_own(folders, ours), name, flags);
	free(folders);
	free(ours);
	if (here)
		gs_real_dlclose(here);
	return found;
}

static void *open_at_origin(void *from, const char *rest, int flags)
{
	char origin[PATH_MAX], path[2 * PATH_MAX];
	if (dlinfo(from, RTLD_DI_ORIGIN, origin) != 0)
		return NULL;
	gs_text_join(path, sizeof path, origin, rest, NULL);
	return gs_real_dlopen(path, flags);
}

/* What follows $ORIGIN or ${ORIGIN}; NULL: the name does not begin so. */
static const char *after_origin(const char *name)
{
	static const char *const tokens[] = {"$ORIGIN/", "${ORIGIN}/"};
	for (unsigned i = 0; i < sizeof tokens / sizeof *tokens; i++)
		if (!strncmp(name, tokens[i], strlen(tokens[i])))
			return name + strlen(tokens[i]) - 1;
	return NULL;
}

void *gs_dlopen_for(const void *caller, const char *name, int flags)
{
	const char *rest = after_origin(name);
	bool searched = !strchr(name, '/') && !is_loaded(name);
	void *from = rest || searched ? handle_at(caller) : NULL, *found = NULL;
	if (from && rest)
		found = open_at_origin(from, rest, flags);
	else if (from)
		found = search(from, name, flags);
	if (from)
		gs_real_dlclose(from);
	return found ? found : gs_real_dlopen(name, flags);
}
