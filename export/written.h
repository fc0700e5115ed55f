/* SPDX-License-Identifier: MIT */
/* export/written - what an exported program has of GL, and the Makefile of an exported program; and
 * its files that are the same for all traces. */
#ifndef GS_EXPORT_WRITTEN_H
#define GS_EXPORT_WRITTEN_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>
#include "data/data.h"

struct written {
	bool functions[GS_N_FUNCTIONS];
	GHashTable *constants; /* name -> its value's text */
};

void export_written_init(struct written *written);
void export_written_clear(struct written *written);
/* The name lives forever. */
void export_written_constant(struct written *written, const char *name, uint64_t value);

/* Texts, to be freed with g_free(). */
char *export_written_header(const struct written *written);
char *export_written_source(const struct written *written);
char *export_written_makefile(const char *program);

/* The i-th of the files of export/program/; NULL: there are no more. */
const char *export_written_file(unsigned i, const char **text);

#endif
