/* SPDX-License-Identifier: MIT */
#include "debugger/base/debug-log.h"

#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const struct {
	const char *name;
	unsigned layers;
} words[] = {
	{"host", GS_DEBUG_HOST},
	{"wire", GS_DEBUG_WIRE},
	{"session", GS_DEBUG_SESSION},
	{"capture", GS_DEBUG_CAPTURE},
	{"all", GS_DEBUG_HOST | GS_DEBUG_WIRE | GS_DEBUG_SESSION | GS_DEBUG_CAPTURE},
};

static unsigned layers_of(const char *word)
{
	for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
		if (!strcmp(words[i].name, word))
			return words[i].layers;
	if (*word)
		fprintf(stderr,
			"glstep: GLSTEP_DEBUG: '%s' is no layer; the layers are host, wire, "
			"session, capture and all\n",
			word);
	return 0;
}

static unsigned asked_layers(void)
{
	static gsize found; /* 1 + the layers */
	if (g_once_init_enter(&found)) {
		gsize layers = 0;
		char **list = g_strsplit(g_getenv("GLSTEP_DEBUG") ?: "", ",", -1);
		for (char **word = list; *word; word++)
			layers |= layers_of(*word);
		g_strfreev(list);
		g_once_init_leave(&found, 1 + layers);
	}
	return (unsigned)(found - 1);
}

bool gs_debug_log_wants(enum gs_debug_layer layer)
{
	return asked_layers() & layer;
}

static const char *layer_name(enum gs_debug_layer layer)
{
	size_t i = 0;
	while (words[i].layers != layer)
		i++;
	return words[i].name;
}

void gs_debug_log(enum gs_debug_layer layer, const char *format, ...)
{
	if (!gs_debug_log_wants(layer))
		return;
	GDateTime *now = g_date_time_new_now_local();
	char *time = g_date_time_format(now, "%H:%M:%S.%f");
	va_list arguments;
	va_start(arguments, format);
	char *text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	for (char *p = text; *p; p++)
		if (*p == '\n')
			*p = ' ';
	fprintf(stderr, "%s %ld %s: %s\n", time, syscall(SYS_gettid), layer_name(layer), text);
	g_free(text);
	g_free(time);
	g_date_time_unref(now);
}
