/* SPDX-License-Identifier: MIT */
#include "glsl/private.h"

void gs_messages_add(struct gs_messages *m, enum gs_message_code code, unsigned unit, unsigned line,
	unsigned column, const char *format, ...)
{
	va_list args;

	if (!m)
		return;
	m->list = g_renew(struct gs_message, m->list, m->n + 1);
	va_start(args, format);
	m->list[m->n++] = (struct gs_message){
		.code = code,
		.unit = unit,
		.line = line,
		.column = column,
		.text = g_strdup_vprintf(format, args),
	};
	va_end(args);
}

void gs_messages_finish(struct gs_messages *m)
{
	for (size_t i = 0; i < m->n; i++)
		g_free(m->list[i].text);
	g_free(m->list);
	*m = (struct gs_messages){0};
}
