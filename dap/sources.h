/* SPDX-License-Identifier: MIT */
/* dap/sources - sources of the programs that were seen in use, and the user's files in which their
 * lines stand. */
#ifndef GS_DAP_SOURCES_H
#define GS_DAP_SOURCES_H

#include "dap/files.h"
#include "dap/protocol.h"

enum { GS_DAP_STAGES = 6 };
/* Names of stages, in the order in which GL runs them. */
extern const char *const gs_dap_stages[GS_DAP_STAGES];

struct gs_dap_source {
	unsigned reference; /* from 1; the protocol's sourceReference */
	gint64 program;
	const char *stage;	    /* of gs_dap_stages */
	unsigned object, n_objects; /* which of the stage's shader objects */
	char *name, *text;
	struct gs_dap_lines *lines;
	GPtrArray *found;  /* struct found, the best first */
	unsigned searched; /* how many files there were then, */
	guint64 numbers;   /* and the sum of their numbers */
};

/* Find out what the program in use consists of. Return its sources, struct gs_dap_source, borrowed,
 * in the order of stages, free the array; an empty one where nothing is in use. The editor is told
 * of new programs and sources. */
GPtrArray *gs_dap_sources_in_use(struct gs_dap *dap);
/* Return the source of that reference; NULL: there is none. */
struct gs_dap_source *gs_dap_source_at(struct gs_dap *dap, gint64 reference);
/* Return which line of the source a line of a file is, or the next one that is any; 0: none. *line:
 * that line of the file. */
unsigned gs_dap_source_line(
	struct gs_dap *dap, struct gs_dap_source *source, const char *path, unsigned *line);
/* Add a member "source": the file in which that line stands, if there is one, else the source
 * itself. Return the line there. */
unsigned gs_dap_put_source(struct gs_dap *dap, JsonBuilder *json, const char *key,
	struct gs_dap_source *source, unsigned line);
/* Add a file by its path, as the editor wants paths. key NULL: as a value. */
void gs_dap_put_path(struct gs_dap *dap, JsonBuilder *json, const char *key, const char *path);
/* Return the path of a source that the editor has sent; g_free. NULL: it has none. */
char *gs_dap_path_of(struct gs_dap *dap, JsonObject *source);
void gs_dap_source_free(gpointer data);

#endif
