/* SPDX-License-Identifier: MIT */
/* export/written - the files of an exported program that declare what it uses of GL, its Makefile,
 * and the files that are the same for all traces. */
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
/* Add a constant; the name must be static. */
void export_written_constant(struct written *written, const char *name, uint64_t value);

/* Return the text of the program's header and source for GL, and Makefile; g_free(). */
char *export_written_header(const struct written *written);
char *export_written_source(const struct written *written);
char *export_written_makefile(const char *program);

/* Return the name, and text, of the i-th file of export/program/; NULL: there are no more. */
const char *export_written_file(unsigned i, const char **text);

#endif
