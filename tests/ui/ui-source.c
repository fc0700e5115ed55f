/* SPDX-License-Identifier: MIT */
/* Which expression the pointer is over. */
#include <stdio.h>
#include <string.h>
#include "ui/driver-message.h"
#include "ui/shader/source-menu.h"

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

static void check_line_in(const char *source, const char *message, unsigned expected)
{
	unsigned got = gs_driver_message_line(message, source);
	if (got == expected)
		return;
	fprintf(stderr, "\"%s\" is about line %u, not %u\n", message, got, expected);
	failures++;
}

static void check_line(const char *message, unsigned expected)
{
	check_line_in("", message, expected);
}

/* The name of a line is that of the last #line before it; where two have one name, the message
 * tells which is meant. */
static void check_line_names(void)
{
	static const char old[] =
		"#version 130\n#define low\n#line 1\nout vec4 c;\nvoid main()\n{\n"
		"\tc = vec4(x);\n}\n",
			  new[] = "#version 330\n#define low\n# /* */ line 1 // 2\nout vec4 "
				  "c;\nvoid main()\n{\n\tc = vec4(x);\n}\n",
			  twice[] = "#version 330\nuniform flot a;\nfloat b;\n#line 1\nfloat c;\n"
				    "float d;\n#line 2 7\nfloat e;\n";
	check_line_in(old, "0:5(11): error: `x' undeclared", 7);
	check_line_in(new, "0:4(11): error: `x' undeclared", 7);
	check_line_in(new, "0:5(1): error: syntax error, unexpected '}'", 8);
	check_line_in(twice, "0:2(9): error: `flot' is no type", 2);
	check_line_in(twice, "0:2(7): error: `d' redeclared", 6);
	check_line_in(twice, "7:2(7): error: something", 8);
	check_line_in(twice, "0:77(1): error: something", 77);
}

int main(void)
{
	check_line_names();
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
