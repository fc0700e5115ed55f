/* SPDX-License-Identifier: MIT */
/* Why no call of the program may have been seen, and what else of it cannot be debugged. */
#include <string.h>
#include "debugger/host/private.h"

void gs_host_hide(struct gs_host *host, enum hidden why, const char *path)
{
	g_mutex_lock(&host->lock);
	if (!host->hidden[why])
		host->hidden[why] = g_strdup(path);
	g_mutex_unlock(&host->lock);
}

/* What follows the path of the first such process. */
static const char *const sentences[N_HIDDEN] = {
	[HIDDEN_NAMESPACE] =
		" ran in a PID namespace of its own (a container or a sandbox), where glstep "
		"cannot stop it: start glstep inside",
	[HIDDEN_32_BIT] =
		" is a 32-bit program: glstep debugs 64-bit ones only; build it for 64 bits",
	[HIDDEN_MUSL] =
		" was built with musl, and glstep's library with glibc: build it with glibc",
	[HIDDEN_UNPRIVILEGED] = " runs without the privileges of its file's owner or capabilities, "
				"which Linux gives to no program that is traced: if it needs "
				"them, start glstep as that user",
	[HIDDEN_SECURE] =
		" has privileges by its file (setuid, setgid or capabilities): such a program "
		"ignores LD_PRELOAD; debug a copy without them",
	[HIDDEN_USER] = " runs in a user namespace of its own (a container or a sandbox), where "
			"glstep could not hand it its memory: start glstep inside",
	[HIDDEN_FILES] = " runs where glstep's library does not exist (a chroot, a container or a "
			 "sandbox): let that have glstep's files, or start glstep inside",
	[HIDDEN_LARGE] =
		" was started without glstep's LD_PRELOAD, and its environment is too large to put "
		"that back: have what starts it keep LD_PRELOAD",
	[HIDDEN_STATIC] =
		" is statically linked: calls of GL that it makes itself cannot be reached; if it "
		"makes them, link it dynamically",
};

static char *sentence(struct gs_host *host, enum hidden why)
{
	g_mutex_lock(&host->lock);
	const char *path = host->hidden[why];
	const char *slash = path ? strrchr(path, '/') : NULL;
	bool is_sandbox = why == HIDDEN_UNPRIVILEGED && slash &&
			  g_str_equal(slash, "/chrome-sandbox");
	char *text = path ? g_strconcat(path, sentences[why],
				    is_sandbox ? ", or start the browser with --no-sandbox" : "",
				    NULL)
			  : NULL;
	g_mutex_unlock(&host->lock);
	return text;
}

/* What the program has written there, be it what it may. */
static char *shared_text(const char *text, size_t size)
{
	char *raw = g_strndup(text, size);
	char *valid = g_utf8_make_valid(raw, -1);
	g_free(raw);
	return valid;
}

char *gs_host_unreachable(struct gs_host *host)
{
	struct gs_wire_header *header = host_header(host);
	char *why = sentence(host, HIDDEN_NAMESPACE);
	if (!why && header->unreachable[0])
		why = shared_text(header->unreachable, sizeof header->unreachable);
	for (unsigned i = HIDDEN_NAMESPACE + 1; !why && i < N_HIDDEN; i++)
		why = sentence(host, i);
	return why;
}

static void add_note(GString *all, char *note)
{
	if (note && *note)
		g_string_append_printf(all, "%s%s", all->len ? "; " : "", note);
	g_free(note);
}

char *gs_host_note(struct gs_host *host)
{
	struct gs_wire_header *header = host_header(host);
	GString *all = g_string_new(NULL);
	if (atomic_load(&header->unstoppable))
		g_string_append(all,
			"the program's seccomp filter refuses one of its threads the system call "
			"tgkill, with which glstep stops it: that thread does not stop at its "
			"calls");
	add_note(all, sentence(host, HIDDEN_UNPRIVILEGED));
	add_note(all, shared_text(header->note, sizeof header->note));
	return g_string_free(all, FALSE);
}

char *gs_host_others(struct gs_host *host)
{
	struct gs_wire_header *header = host_header(host);
	unsigned n = MIN(atomic_load(&header->n_others), GS_WIRE_OTHERS);
	GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
	for (unsigned i = 0; i < n; i++) {
		char *name = shared_text(header->others[i], GS_WIRE_OTHER_SIZE);
		if (*name && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
			g_ptr_array_add(names, name);
		else
			g_free(name);
	}
	g_ptr_array_add(names, NULL);
	char *text = g_strjoinv(", ", (char **)names->pdata);
	g_ptr_array_unref(names);
	return text;
}
