/* SPDX-License-Identifier: MIT */
/* Which expression the pointer is over. */
#include <stdio.h>
#include <string.h>
#include "ui/editor-panel.h"
#include "ui/source-menu.h"

static int failures;

/* The pointer is at the first ^ of the second line. */
static void check(const char *line, const char *pointer, const char *expected)
{
	char *got = gs_source_expression_at(line, strlen(pointer) - 1);
	if (g_strcmp0(got, expected)) {
		fprintf(stderr, "%s at %zu: \"%s\", not \"%s\"\n", line, strlen(pointer) - 1,
			got ? got : "(none)", expected ? expected : "(none)");
		failures++;
	}
	g_free(got);
}

static void check_line(const char *message, unsigned expected)
{
	unsigned got = gs_driver_message_line(message);
	if (got == expected)
		return;
	fprintf(stderr, "\"%s\" is about line %u, not %u\n", message, got, expected);
	failures++;
}

int main(void)
{
	check_line("0:123(16): error: no matching function", 123);
	check_line("ERROR: 0:7: 'x' : undeclared identifier", 7);
	check_line("0(12) : error C1008: undefined variable", 12);
	check_line("  WARNING: 2:31: unused", 31);
	check_line("error: linking with uncompiled shader", 0);
	check_line("4 errors", 0);
	check_line("0:", 0);
	check_line("", 0);
	check("    float d = a.b.c + lights[i + 1].pos.x;", "              ^", "a");
	check("    float d = a.b.c + lights[i + 1].pos.x;", "                ^", "a.b");
	check("    float d = a.b.c + lights[i + 1].pos.x;", "                  ^", "a.b.c");
	check("    float d = a.b.c + lights[i + 1].pos.x;", "                        ^", "lights");
	check("    float d = a.b.c + lights[i + 1].pos.x;", "                             ^", "i");
	check("    float d = a.b.c + lights[i + 1].pos.x;",
		"                                        ^", "lights[i + 1].pos.x");
	check("m[a[0]][1].y = 1.5;", "           ^", "m[a[0]][1].y");
	check("f(x).y", "     ^", NULL);
	check("length(p - q)", "  ^", NULL);
	check("length(p - q)", "       ^", "p");
	check("float x;", " ^", NULL);
	check("return vec3(1.0);", "        ^", NULL);
	check("x = 1.5;", "      ^", NULL);
	check("x = 1.5;", "  ^", NULL);
	check("x", "           ^", NULL);
	check("]].x", "   ^", NULL);
	return failures != 0;
}
