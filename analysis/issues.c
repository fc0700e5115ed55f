/* SPDX-License-Identifier: MIT */
/* The list of issues. Issues with the same text are one, with several calls. */
#include <string.h>
#include "analysis/issues.h"

struct entry {
	struct gs_issue issue;
	uint64_t frame; /* frame of its last call, plus 1 */
};

struct gs_issues {
	GPtrArray *all;	     /* struct entry, in the order of their first calls */
	GHashTable *by_text; /* id and text -> struct entry */
	uint64_t call, frame, left_out;
};

static void free_entry(gpointer data)
{
	struct entry *entry = data;
	g_free((char *)entry->issue.text);
	g_free(entry);
}

struct gs_issues *gs_issues_new(void)
{
	struct gs_issues *issues = g_new0(struct gs_issues, 1);
	issues->all = g_ptr_array_new_with_free_func(free_entry);
	issues->by_text = g_hash_table_new(g_str_hash, g_str_equal);
	return issues;
}

void gs_issues_free(struct gs_issues *issues)
{
	g_hash_table_destroy(issues->by_text);
	g_ptr_array_free(issues->all, TRUE);
	g_free(issues);
}

const struct gs_issue *gs_issues_at(const struct gs_issues *issues, size_t i)
{
	return i < issues->all->len ? &((struct entry *)issues->all->pdata[i])->issue : NULL;
}

uint64_t gs_issues_left_out(const struct gs_issues *issues)
{
	return issues->left_out;
}

void gs_issues_stand_at(struct gs_issues *issues, uint64_t call, uint64_t frame)
{
	issues->call = call;
	issues->frame = frame;
}

static struct entry *entry_of(
	struct gs_issues *issues, enum gs_issue_kind kind, const char *id, bool is_sure, char *text)
{
	struct entry *entry = g_hash_table_lookup(issues->by_text, text);
	if (entry || issues->all->len >= GS_ISSUES_MOST) {
		issues->left_out += !entry;
		g_free(text);
		return entry;
	}
	entry = g_new0(struct entry, 1);
	entry->issue.kind = kind;
	entry->issue.id = id;
	entry->issue.text = text;
	entry->issue.is_sure = is_sure;
	g_ptr_array_add(issues->all, entry);
	g_hash_table_insert(issues->by_text, text, entry);
	return entry;
}

void gs_issues_found(struct gs_issues *issues, enum gs_issue_kind kind, const char *id,
	bool is_sure, const char *format, ...)
{
	struct entry *entry;
	va_list arguments;
	char *text;
	va_start(arguments, format);
	text = g_strdup_vprintf(format, arguments);
	va_end(arguments);
	entry = entry_of(issues, kind, id, is_sure, text);
	if (!entry || (entry->issue.n && entry->issue.n <= GS_ISSUE_CALLS &&
			      entry->issue.calls[entry->issue.n - 1] == issues->call))
		return;
	if (entry->issue.n < GS_ISSUE_CALLS)
		entry->issue.calls[entry->issue.n] = issues->call;
	entry->issue.n++;
	entry->issue.frames += entry->frame != issues->frame + 1;
	entry->frame = issues->frame + 1;
}
