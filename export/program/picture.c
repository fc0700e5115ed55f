/* SPDX-License-Identifier: MIT */
/* Prints the MD5 sum of a frame's picture: RGBA, a byte each, the bottom row first. */
#include <stdio.h>
#include <stdlib.h>
#include "md5.h"
#include "window.h"

enum {
	PACK_SWAP_BYTES = 0x0D00,
	PACK_LSB_FIRST = 0x0D01,
	PACK_ROW_LENGTH = 0x0D02,
	PACK_SKIP_ROWS = 0x0D03,
	PACK_SKIP_PIXELS = 0x0D04,
	PACK_ALIGNMENT = 0x0D05,
	MAP_COLOR = 0x0D10,
	RED_SCALE = 0x0D14,
	BACK = 0x0405,
	FRONT = 0x0404,
	READ_BUFFER = 0x0C02,
	VERSION = 0x1F02,
	FRAMEBUFFER = 0x8D40,
	FRAMEBUFFER_BINDING = 0x8CA6,
	READ_FRAMEBUFFER = 0x8CA8,
	READ_FRAMEBUFFER_BINDING = 0x8CAA,
	PACK_BUFFER = 0x88EB,
	PACK_BUFFER_BINDING = 0x88ED,
	RGBA = 0x1908,
	BYTES = 0x1401,
	N_PACK = 6,
	N_TRANSFER = 9
};

static struct {
	void (*get_integer)(GLenum, GLint *);
	void (*get_float)(GLenum, GLfloat *);
	const GLubyte *(*get_string)(GLenum);
	GLenum (*get_error)(void);
	void (*read_buffer)(GLenum);
	void (*read_pixels)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *);
	void (*bind_framebuffer)(GLenum, GLuint);
	void (*bind_buffer)(GLenum, GLuint);
	void (*pixel_store)(GLenum, GLint);
	void (*pixel_transfer)(GLenum, GLfloat);
} picture;

static void find(void *to, const char *name)
{
	void (*function)(void) = system_find(name);
	memcpy(to, &function, sizeof function);
}

static void find_all(void)
{
	find(&picture.get_integer, "glGetIntegerv");
	find(&picture.get_float, "glGetFloatv");
	find(&picture.get_string, "glGetString");
	find(&picture.get_error, "glGetError");
	find(&picture.read_buffer, "glReadBuffer");
	find(&picture.read_pixels, "glReadPixels");
	find(&picture.bind_framebuffer, "glBindFramebuffer");
	find(&picture.bind_buffer, "glBindBuffer");
	find(&picture.pixel_store, "glPixelStorei");
	find(&picture.pixel_transfer, "glPixelTransferf");
}

/* Scale, bias and maps of compatibility contexts, which change what is read. */
struct state {
	bool is_es, is_old; /* is_old: OpenGL ES 1 and 2, which have less */
	GLint framebuffer, pack_buffer, pack[N_PACK];
	GLfloat transfer[N_TRANSFER];
};

static const GLenum pack_names[N_PACK] = {PACK_ALIGNMENT, PACK_ROW_LENGTH, PACK_SKIP_ROWS,
	PACK_SKIP_PIXELS, PACK_SWAP_BYTES, PACK_LSB_FIRST};

static GLenum transfer_name(int i)
{
	return i == N_TRANSFER - 1 ? (GLenum)MAP_COLOR : (GLenum)(RED_SCALE + i);
}

static void set(const struct state *s)
{
	int n = s->is_old ? 1 : s->is_es ? 4 : N_PACK;
	if (picture.bind_framebuffer)
		picture.bind_framebuffer(
			s->is_old ? FRAMEBUFFER : READ_FRAMEBUFFER, (GLuint)s->framebuffer);
	if (!s->is_old && picture.bind_buffer)
		picture.bind_buffer(PACK_BUFFER, (GLuint)s->pack_buffer);
	for (int i = 0; i < n; i++)
		picture.pixel_store(pack_names[i], s->pack[i]);
	for (int i = 0; !s->is_es && picture.pixel_transfer && i < N_TRANSFER; i++)
		picture.pixel_transfer(transfer_name(i), s->transfer[i]);
}

static void save(struct state *s)
{
	const char *version = (const char *)picture.get_string(VERSION);
	s->is_old = s->is_es && version && (strstr(version, "ES 2") || strstr(version, "ES-C"));
	picture.get_integer(
		s->is_old ? FRAMEBUFFER_BINDING : READ_FRAMEBUFFER_BINDING, &s->framebuffer);
	if (!s->is_old)
		picture.get_integer(PACK_BUFFER_BINDING, &s->pack_buffer);
	for (int i = 0; i < N_PACK; i++)
		picture.get_integer(pack_names[i], &s->pack[i]);
	for (int i = 0; !s->is_es && i < N_TRANSFER; i++)
		picture.get_float(transfer_name(i), &s->transfer[i]);
}

static void forget_errors(void)
{
	for (int i = 0; i < 100 && picture.get_error(); i++)
		;
}

/* Scale and bias of red, green, blue and alpha; mapping. */
static const struct state plain = {.pack = {1}, .transfer = {1, 0, 1, 0, 1, 0, 1, 0, 0}};

static bool read_pixels(const struct context *context, const struct window *window, void *pixels)
{
	struct state saved = {.is_es = context->wish.es}, s = plain;
	GLint old = 0;
	bool is_good;
	save(&saved);
	s.is_es = saved.is_es;
	s.is_old = saved.is_old;
	set(&s);
	if (!s.is_old) {
		picture.get_integer(READ_BUFFER, &old);
		picture.read_buffer(context->wish.config.least[DOUBLE] ? BACK : FRONT);
	}
	forget_errors();
	picture.read_pixels(0, 0, window->width, window->height, RGBA, BYTES, pixels);
	is_good = !picture.get_error();
	if (!s.is_old)
		picture.read_buffer((GLenum)old);
	set(&saved);
	forget_errors();
	return is_good;
}

void print_picture(
	unsigned long long frame, const struct context *context, const struct window *window)
{
	size_t size = (size_t)window->width * (size_t)window->height * 4;
	unsigned char *pixels = calloc(size, 1);
	char sum[33];
	if (!picture.get_integer)
		find_all();
	if (!pixels)
		fail("there is no memory left", NULL);
	if (read_pixels(context, window, pixels)) {
		md5_text(pixels, size, sum);
		printf("frame %llu %s\n", frame, sum);
	} else {
		fprintf(stderr, "frame %llu cannot be read\n", frame);
	}
	free(pixels);
}
