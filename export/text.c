/* SPDX-License-Identifier: MIT */
#include "export/text.h"

#include <math.h>
#include <string.h>

enum { MOST_COMMENT = 4000, MOST_WORD = 40, MOST_COLUMNS = 100 };

/* Append a byte of a comment. A byte that would end the comment, begin one, or become another
 * character (trigraphs, continued lines) is separated by a space or written as its number. */
static void add_byte(GString *to, unsigned char c)
{
	char last = to->len ? to->str[to->len - 1] : ' ';
	if ((last == '*' && c == '/') || (last == '/' && c == '*') || (last == '?' && c == '?'))
		g_string_append_c(to, ' ');
	if (c == '\\' || c < ' ' || c > '~')
		g_string_append_printf(to, "\\x%02x", c);
	else
		g_string_append_c(to, (char)c);
}

/* Return the bytes of a letter beyond ASCII; 0: none. Nothing but letters, so that no mark that
 * reverses text gets in. */
static size_t letter_bytes(const char *text, size_t n)
{
	gunichar c = (unsigned char)*text < 0x80 ? 0 : g_utf8_get_char_validated(text, (gssize)n);
	if (!c || c >= (gunichar)-2 || !g_unichar_isalnum(c))
		return 0;
	return (size_t)(g_utf8_next_char(text) - text);
}

void export_add_comment(GString *to, const char *text, size_t n, const char *margin)
{
	bool is_cut = n > MOST_COMMENT;
	for (size_t i = 0; i < (is_cut ? MOST_COMMENT : n);) {
		size_t letter = letter_bytes(text + i, n - i);
		if (letter)
			g_string_append_len(to, text + i, (gssize)letter);
		else if (text[i] == '\n')
			g_string_append_printf(to, "\n%s", i + 1 < n ? margin : "");
		else if (text[i] == '\t')
			g_string_append_c(to, ' ');
		else
			add_byte(to, (unsigned char)text[i]);
		i += letter ? letter : 1;
	}
	if (is_cut)
		g_string_append(to, " ...");
}

void export_add_string(GString *to, const char *text, size_t n)
{
	g_string_append_c(to, '"');
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];
		if (c == '\n')
			g_string_append(to, "\\n");
		else if (c == '"' || c == '\\' || c == '?')
			g_string_append_printf(to, "\\%c", c);
		else if (c < ' ' || c > '~')
			g_string_append_printf(to, "\\%03o", c);
		else
			g_string_append_c(to, (char)c);
	}
	g_string_append_c(to, '"');
}

void export_add_word(GString *to, const char *text, size_t n)
{
	for (size_t i = 0; i < n && i < MOST_WORD; i++)
		g_string_append_c(to, g_ascii_isalnum(text[i]) ? text[i] : '_');
}

void export_add_float(GString *to, uint32_t bits)
{
	char digits[64];
	float number;
	memcpy(&number, &bits, sizeof number);
	if (isnan(number)) {
		g_string_append_printf(to, "float_of_bits(0x%08x)", bits);
	} else if (isinf(number)) {
		g_string_append(to, number < 0 ? "-INFINITY" : "INFINITY");
	} else {
		for (int precision = 6; precision <= 9; precision++) {
			char format[] = "%.6g";
			format[2] = (char)('0' + precision);
			g_ascii_formatd(digits, sizeof digits, format, (double)number);
			if ((float)g_ascii_strtod(digits, NULL) == number)
				break;
		}
		g_string_append_printf(to, "%s%sf", digits, strpbrk(digits, ".e") ? "" : ".0");
	}
}

void export_add_double(GString *to, uint64_t bits)
{
	char digits[G_ASCII_DTOSTR_BUF_SIZE];
	double number;
	memcpy(&number, &bits, sizeof number);
	if (isnan(number)) {
		g_string_append_printf(to, "double_of_bits(0x%016llxu)", (unsigned long long)bits);
	} else if (isinf(number)) {
		g_string_append(to, number < 0 ? "-(double)INFINITY" : "(double)INFINITY");
	} else {
		g_ascii_dtostr(digits, sizeof digits, number);
		g_string_append_printf(to, "%s%s", digits, strpbrk(digits, ".e") ? "" : ".0");
	}
}

/* Return where the line from `from` on can be broken: its end, or after the last ", " before the
 * last column, else after the first one behind it. */
static size_t break_at(const char *line, size_t from, size_t columns)
{
	size_t best = 0, i = from;
	bool in_string = false;
	for (; line[i]; i++) {
		if (i - from >= columns && best)
			return best;
		if (line[i] == '\\' && in_string && line[i + 1])
			i++;
		else if (line[i] == '"')
			in_string = !in_string;
		else if (!in_string && line[i] == ',' && line[i + 1] == ' ')
			best = i + 2;
	}
	return i - from > columns && best ? best : i;
}

unsigned export_add_wrapped(GString *to, const char *line, unsigned indent)
{
	unsigned lines = 0;
	for (size_t at = 0; line[at] || !lines; lines++) {
		unsigned tabs = indent + (lines ? 1 : 0);
		size_t end = break_at(line, at, MOST_COLUMNS - 8 * (tabs < 10 ? tabs : 10)), n;
		for (unsigned i = 0; i < tabs; i++)
			g_string_append_c(to, '\t');
		for (n = end - at; n && line[at + n - 1] == ' '; n--)
			;
		g_string_append_len(to, line + at, (gssize)n);
		g_string_append_c(to, '\n');
		at = end;
	}
	return lines;
}
