/* SPDX-License-Identifier: MIT */
/* app/junit - JUnit's XML, which test runners read: one suite of test cases. */
#ifndef GS_APP_JUNIT_H
#define GS_APP_JUNIT_H

#include <glib.h>

struct gs_junit;

struct gs_junit *gs_junit_new(void);
/* Begin a case, which passes if nothing else is said of it. */
void gs_junit_begin(struct gs_junit *junit, const char *class_name, const char *name);
/* Say of the case that it fails; each failure is one more. type: a word for runners to sort by. */
void gs_junit_fail(struct gs_junit *junit, const char *type, const char *message, const char *text);
/* Likewise that it could not be run to its end. */
void gs_junit_break(struct gs_junit *junit, const char *message);
/* Likewise that it was not run. */
void gs_junit_skip(struct gs_junit *junit, const char *message);
/* Say more of it. */
void gs_junit_note(struct gs_junit *junit, const char *text);
/* Free it, and return the whole text; g_free. */
char *gs_junit_end(struct gs_junit *junit, const char *suite);

/* Append text that XML and HTML take as it is: what they cannot hold becomes U+FFFD. */
void gs_xml_add_text(GString *to, const char *text);

#endif
