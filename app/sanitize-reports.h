/* SPDX-License-Identifier: MIT */
/* What `glstep sanitize` writes to files of its findings: those that the user did not suppress. */
#ifndef GS_APP_SANITIZE_REPORTS_H
#define GS_APP_SANITIZE_REPORTS_H

#include "debugger/session/sanitize.h"

struct gs_sanitize_report {
	const struct gs_findings *findings;
	const char *subject; /* the program or the trace, as the user names it */
	bool is_whole;	     /* nothing went wrong on the way */
	const struct gs_patience *patience;
};

/* Write the file: SARIF 2.1.0, for code review and editors; JUnit's XML, for test runners. Return
 * false and set error USAGE or CANNOT_WRITE if that fails. */
bool gs_sanitize_write_sarif(
	const struct gs_sanitize_report *report, const char *path, GError **error);
bool gs_sanitize_write_junit(
	const struct gs_sanitize_report *report, const char *path, GError **error);
/* Write index.html, which needs nothing else, to the folder, which is made if there is none. */
bool gs_sanitize_write_html(
	const struct gs_sanitize_report *report, const char *folder, GError **error);

/* Make a folder, with those above it. Return false and set error CANNOT_WRITE if that fails. */
bool gs_sanitize_make_folder(const char *folder, GError **error);

/* ---- what the writers share: sanitize-text.c ---- */

/* Write the text to the file. */
bool gs_sanitize_write(
	const char *path, const char *text, const struct gs_patience *patience, GError **error);
/* Append text that XML and HTML take as it is: what they cannot hold becomes U+FFFD. */
void gs_sanitize_add_text(GString *to, const char *text);
G_GNUC_PRINTF(2, 3)
void gs_sanitize_add(GString *to, const char *format, ...); /* likewise, of a format */
/* Return "program 3" or "program 3 (sky)"; g_free. */
char *gs_sanitize_program(uint32_t program, const char *label);
/* Return "8 of 128 elements in 1 draw, first (8, 0) in frame 0, call 518, where x = 0"; g_free. */
char *gs_sanitize_where(const struct gs_finding *finding);
/* Likewise of the worst; NULL: none is worse. */
char *gs_sanitize_worst(const struct gs_finding *finding);
/* Return what a step-by-step look has shown, as a sentence without an end; NULL: there was none. */
char *gs_sanitize_second_look(const struct gs_finding *finding);
/* Return the reason if it is of draws as a whole, and of no stage of a program. */
bool gs_sanitize_is_of_draws(
	const struct gs_findings *findings, const struct gs_not_looked_at *reason);
/* Return how many are faults, and no notes; and how many there are of both. None is suppressed. */
unsigned gs_sanitize_n_faults(const struct gs_findings *findings);
#define gs_sanitize_n(findings) ((findings)->list->len - (guint)(findings)->suppressed)

/* ---- traces with the draws of findings: sanitize-keep.c ---- */

/* Begin to record the program, which was not started yet, to a file in the folder, which is made.
 * Return its path, to be freed by g_free; NULL: error. */
char *gs_sanitize_record(struct gs_session *session, const char *folder, GError **error);
/* Write a trace for the first draw of each finding to the folder, from the opened trace, or from
 * the recording of that path, which is ended and removed; and say in the findings what was written.
 * Return false and set error if one of them cannot be written. */
bool gs_sanitize_keep(struct gs_session *session, const struct gs_findings *findings,
	const char *folder, const char *recording, GError **error);

#endif
