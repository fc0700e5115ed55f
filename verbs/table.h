/* SPDX-License-Identifier: MIT */
/*
 * verbs/table - a verb's reply as a table with columns, as the verb's tab (struct gs_tab of
 * verbs.h) says it, and where that says nothing, as the shape of its result does. Knows no widgets.
 */
#ifndef GS_VERBS_TABLE_H
#define GS_VERBS_TABLE_H

#include "verbs/tell.h"
#include "verbs/verbs.h"

struct gs_table {
	const struct gs_verb *verb;
	char **rows;	 /* members whose elements are the rows */
	GArray *columns; /* struct gs_tab_column, whose texts are the table's */
	char *summary;
	char **calls;		   /* members that have the call of a row, or its calls */
	bool has_calls, has_lists; /* of which each row has several */
};

/* Return the i-th verb with a tab; NULL: there are no more. */
const struct gs_verb *gs_table_verb(size_t i);
struct gs_table *gs_table_new(const struct gs_verb *verb);
void gs_table_free(struct gs_table *table);

typedef void gs_table_func(gpointer data, const struct gs_told *row);
/* Call func for each row of a reply. */
void gs_table_each(
	const struct gs_table *table, JsonNode *tree, gs_table_func *func, gpointer data);
/* Return what a template says of a row, or of the whole; g_free. */
char *gs_table_text(const struct gs_told *row, const char *template);
/* Return whether the cell is a number, and which. */
bool gs_table_number(const struct gs_told *row, const char *cell, double *number);
/* Return the numbers of the calls that the row leads to (uint64_t); g_array_unref. *of: how many
 * there are; *is_own: it is one, the row's own. */
GArray *gs_table_calls(
	const struct gs_table *table, const struct gs_told *row, uint64_t *of, bool *is_own);

/* Return the rows of a reply, calls with times, as a timeline (analysis/timeline.h);
 * gs_timeline_free. Their members are those of `times`. */
struct gs_timeline;
struct gs_timeline *gs_table_timeline(const struct gs_table *table, JsonNode *tree);

#endif
