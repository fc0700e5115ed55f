/* SPDX-License-Identifier: MIT */
/* The command line, and what frames need besides GL. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include "window.h"

enum { MORE_ROOM = 1 << 16, LONG_PATH = 4096 };

static struct {
	const char *name;
	bool wants_md5, wants_times, is_loaded;
	size_t folder; /* length of the folder in .name, where the program's files are */
	char *data, *text, *room;
	size_t room_size;
	unsigned long long frame;
	struct context *context;
	struct window *draw, *read;
} program;

void fail(const char *what, const char *name)
{
	fprintf(stderr, "%s: %s%s%s\n", program.name, what, name ? ": " : "", name ? name : "");
	exit(1);
}

/* ---- files ---- */

static bool is_separator(char c)
{
#ifdef _WIN32
	return c == '/' || c == '\\';
#else
	return c == '/';
#endif
}

static void find_folder(const char *name)
{
	for (size_t i = 0; name[i]; i++)
		if (is_separator(name[i]))
			program.folder = i + 1;
}

/* Return all of a file beside the program, and a NUL. */
static char *read_file(const char *name)
{
	char path[LONG_PATH], *bytes = NULL;
	size_t n = 0, size = 0, got;
	FILE *stream;
	snprintf(path, sizeof path, "%.*s%s", (int)program.folder, program.name, name);
	stream = fopen(path, "rb");
	if (!stream)
		fail("it cannot be opened", path);
	do {
		if (size - n < MORE_ROOM) {
			size = 2 * size + 2 * MORE_ROOM;
			bytes = realloc(bytes, size);
		}
		if (!bytes)
			fail("there is no memory left", NULL);
		got = fread(bytes + n, 1, size - n - 1, stream);
		n += got;
	} while (got);
	if (ferror(stream))
		fail("it cannot be read", path);
	fclose(stream);
	bytes[n] = 0;
	return bytes;
}

const void *data(uint64_t offset)
{
	return program.data + offset;
}

const char *text_of(const char *file)
{
	free(program.text);
	program.text = read_file(file);
	return program.text;
}

/* ---- memory ---- */

/* Earlier memory stays valid: several arguments of a call may have it. */
void *room(size_t size)
{
	if (size + MORE_ROOM > program.room_size) {
		program.room_size = 2 * (size + MORE_ROOM);
		program.room = new_memory(program.room_size);
	}
	return program.room;
}

void *lasting_room(size_t size)
{
	return new_memory(size);
}

char *new_memory(size_t size)
{
	char *memory = calloc(1, size + MORE_ROOM);
	if (!memory)
		fail("there is no memory left", NULL);
	return memory;
}

void copy(char *to, size_t at, const void *from, size_t size)
{
	if (to)
		memcpy(to + at, from, size);
}

/* ---- numbers ---- */

float float_of_bits(uint32_t bits)
{
	float number;
	memcpy(&number, &bits, sizeof number);
	return number;
}

double double_of_bits(uint64_t bits)
{
	double number;
	memcpy(&number, &bits, sizeof number);
	return number;
}

GLint element_of(GLuint owner, const char *array, int k, GLint recorded)
{
	static GLint (*find)(GLuint, const char *);
	void (*found)(void) = system_find("glGetUniformLocation");
	char name[4096];
	GLint location;
	if (!find)
		memcpy(&find, &found, sizeof find);
	snprintf(name, sizeof name, "%s[%d]", array, k);
	location = find(owner, name);
	return location < 0 ? recorded : location;
}

const GLuint *at_places(int n, const GLint *places, const GLuint *numbers)
{
	GLuint *there = room((size_t)n * sizeof *there);
	memcpy(there, numbers, (size_t)n * sizeof *there);
	for (int i = 0; i < n; i++)
		if (places[i] >= 0 && places[i] < n)
			there[places[i]] = numbers[i];
	return there;
}

/* ---- configurations ---- */

/* Return how much worse a value is than the best one: of colour and depth bits that were asked for
 * more are better, up to 8 and 24; of all others, fewer. */
static int excess(const struct config *wish, int attribute, int has)
{
	static const int usual[N_ATTRIBUTES] = {8, 8, 8, 8, 24, 8, 0, 1, 0, 0};
	int exact = wish->exact[attribute], best = wish->least[attribute];
	if (exact >= 0)
		return has == exact ? 0 : 1000 * abs(has - exact);
	if (attribute == DOUBLE)
		return has == best ? 0 : 1000;
	if (best > 0 && best < usual[attribute])
		best = usual[attribute];
	return abs(has - best);
}

int choose_config(const struct config *wish, int (*configs)[N_ATTRIBUTES], int n)
{
	int best = -1, least = INT_MAX;
	for (int i = 0; i < n; i++) {
		int sum = 0;
		for (int a = 0; a < N_ATTRIBUTES; a++) {
			int lack = wish->least[a] - configs[i][a];
			sum += excess(wish, a, configs[i][a]) + (lack > 0 ? 10000 * lack : 0);
		}
		if (sum < least) {
			least = sum;
			best = i;
		}
	}
	return best;
}

/* ---- contexts and windows ---- */

void create_context(struct context *context, const struct context_wish *wish)
{
	context->wish = *wish;
	context->is_made = system_create(context);
	if (!context->is_made && (wish->major || wish->flags)) {
		fprintf(stderr, "%s: a context of version %d.%d cannot be had: another is taken\n",
			program.name, wish->major, wish->minor);
		context->wish.major = wish->es ? 2 : 0;
		context->wish.minor = 0;
		context->wish.profile = context->wish.flags = 0;
		context->is_made = system_create(context);
	}
	if (!context->is_made)
		fail("no context can be had", window_system);
}

void destroy_context(struct context *context)
{
	if (context->is_made && context != program.context)
		system_destroy(context);
	context->is_made = false;
}

void make_current(struct context *context, struct window *draw, struct window *read)
{
	program.context = context;
	program.draw = context ? draw : NULL;
	program.read = context ? read : NULL;
	if (!system_make_current(context, program.draw, program.read))
		fail("a context cannot be made current", window_system);
	if (context && !program.is_loaded)
		load_gl(system_find);
	program.is_loaded |= context != NULL;
}

void resize_window(struct window *window, int width, int height)
{
	bool current = program.context && (program.draw == window || program.read == window);
	if (window->width == width && window->height == height)
		return;
	if (current)
		system_make_current(NULL, NULL, NULL);
	window->width = width;
	window->height = height;
	system_resize(window);
	if (current)
		make_current(program.context, program.draw, program.read);
}

void end_frame(void)
{
	bool is_aside = program.draw != program.read;
	if (program.wants_md5 && program.context && program.draw) {
		if (is_aside)
			system_make_current(program.context, program.draw, program.draw);
		print_picture(program.frame, program.context, program.draw);
		if (is_aside)
			system_make_current(program.context, program.draw, program.read);
	}
	if (program.wants_times)
		note_time(program.context);
	program.frame++;
}

unsigned long long frame_number(void)
{
	return program.frame;
}

void swap_buffers(struct window *window)
{
	end_frame();
	system_swap(window);
	if (!system_goes_on()) {
		system_close();
		exit(0);
	}
}

static int tell_usage(void)
{
	fprintf(stderr,
		"Usage: %s [--md5 | --bench]\n"
		"--md5: no window; a line \"frame N MD5\" for each frame\n"
		"--bench: no window; a line \"frame N MILLISECONDS\" for each frame, and at last "
		"how many were drawn a second\n",
		program.name);
	return 2;
}

int main(int argc, char **argv)
{
	program.name = argc ? argv[0] : "";
	program.wants_md5 = argc == 2 && !strcmp(argv[1], "--md5");
	program.wants_times = argc == 2 && !strcmp(argv[1], "--bench");
	if (argc > 1 && !program.wants_md5 && !program.wants_times)
		return tell_usage();
	find_folder(program.name);
	program.data = read_file("data.bin");
	system_open(!program.wants_md5 && !program.wants_times);
	if (program.wants_times)
		begin_times();
	play();
	if (program.wants_times)
		tell_times();
	system_close();
	if (fflush(stdout) || ferror(stdout))
		fail("it cannot be written", "standard output");
	return all_expected() ? 0 : 1;
}
