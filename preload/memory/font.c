/* SPDX-License-Identifier: MIT */
/*
 * For recordings: the bitmaps of which glXUseXFont makes display lists. A player has no such font,
 * so it gets them. They are drawn by the X server, and given to glBitmap with what the manual page
 * glXUseXFont(3) says.
 */
#include "preload/core/gl.h"
#include "preload/core/libraries/symbols.h"
#include "preload/core/x-guard.h"
#include "preload/memory/reader.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

enum { MOST_GLYPHS = 1 << 16, WIDEST = 1 << 12 };

/* Not linked: a program that has no Xlib needs none of this. */
static struct xlib {
	XFontStruct *(*query_font)(Display *display, XID font);
	int (*free_font)(char **names, XFontStruct *info, int n);
	Pixmap (*create_pixmap)(Display *display, Drawable drawable, unsigned width,
		unsigned height, unsigned depth);
	int (*free_pixmap)(Display *display, Pixmap pixmap);
	GC (*create_gc)(Display *display, Drawable drawable, unsigned long mask, XGCValues *values);
	int (*free_gc)(Display *display, GC gc);
	int (*set_foreground)(Display *display, GC gc, unsigned long pixel);
	int (*fill)(Display *display, Drawable drawable, GC gc, int x, int y, unsigned width,
		unsigned height);
	int (*draw)(Display *display, Drawable drawable, GC gc, int x, int y, const XChar2b *text,
		int n);
	XImage *(*get_image)(Display *display, Drawable drawable, int x, int y, unsigned width,
		unsigned height, unsigned long planes, int format);
	int (*sync)(Display *display, Bool discard);
} x;

static bool find_xlib(void)
{
	static const struct {
		const char *name;
		void *to;
	} all[] = {{"XQueryFont", &x.query_font}, {"XFreeFontInfo", &x.free_font},
		{"XCreatePixmap", &x.create_pixmap}, {"XFreePixmap", &x.free_pixmap},
		{"XCreateGC", &x.create_gc}, {"XFreeGC", &x.free_gc},
		{"XSetForeground", &x.set_foreground}, {"XFillRectangle", &x.fill},
		{"XDrawString16", &x.draw}, {"XGetImage", &x.get_image}, {"XSync", &x.sync}};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		void *found = gs_symbols_find_in("libX11.so.6", all[i].name);
		if (!found)
			return false;
		memcpy(all[i].to, &found, sizeof found);
	}
	return true;
}

struct font {
	Display *display;
	XFontStruct *info;
	Pixmap pixmap; /* for one glyph */
	unsigned width, height;
	GC gc;
};

/* NULL: the font has no such character. */
static const XCharStruct *find_character(const XFontStruct *f, unsigned c)
{
	unsigned row = c >> 8 & 0xff, column = c & 0xff;
	bool is_linear = f->min_byte1 == 0 && f->max_byte1 == 0;
	if (is_linear) {
		row = 0;
		column = c;
	}
	if (row < f->min_byte1 || row > f->max_byte1 || column < f->min_char_or_byte2 ||
		column > f->max_char_or_byte2)
		return NULL;
	if (!f->per_char)
		return &f->min_bounds;
	unsigned columns = f->max_char_or_byte2 - f->min_char_or_byte2 + 1;
	const XCharStruct *found =
		&f->per_char[(row - f->min_byte1) * columns + (column - f->min_char_or_byte2)];
	bool is_empty = !found->width && !found->ascent && !found->descent && !found->lbearing &&
			!found->rbearing;
	return is_empty ? NULL : found;
}

/* Rows from the bottom, the leftmost pixel in the highest bit. */
static bool draw_character(const struct font *f, unsigned c, const XCharStruct *metrics,
	unsigned width, unsigned height, uint8_t *rows)
{
	const XChar2b text = {(unsigned char)(c >> 8), (unsigned char)c};
	const size_t row = (width + 7) / 8;
	x.set_foreground(f->display, f->gc, 0);
	x.fill(f->display, f->pixmap, f->gc, 0, 0, f->width, f->height);
	x.set_foreground(f->display, f->gc, 1);
	x.draw(f->display, f->pixmap, f->gc, -metrics->lbearing, metrics->ascent, &text, 1);
	XImage *image = x.get_image(f->display, f->pixmap, 0, 0, width, height, 1, XYPixmap);
	if (!image)
		return false;
	memset(rows, 0, row * height);
	for (unsigned i = 0; i < height; i++)
		for (unsigned k = 0; k < width; k++)
			if (XGetPixel(image, (int)k, (int)i))
				rows[row * (height - 1 - i) + k / 8] |= (uint8_t)(0x80 >> k % 8);
	XDestroyImage(image);
	return true;
}

static bool add_character(
	struct gs_memory_reader *r, const struct font *f, unsigned c, uint32_t list)
{
	const XCharStruct *found = find_character(f->info, c);
	const XCharStruct *metrics = found ? found : &f->info->max_bounds;
	int width = found ? metrics->rbearing - metrics->lbearing : 0;
	int height = found ? metrics->ascent + metrics->descent : 0;
	bool is_drawn = width > 0 && height > 0;
	if (is_drawn && ((unsigned)width > f->width || (unsigned)height > f->height))
		return false;
	struct gs_wire_memory entry = {.argument = GS_WIRE_GLYPH,
		.class = GS_CLASS_VOID,
		.bits = 8,
		.flags = GS_WIRE_MEMORY_OUT};
	struct gs_wire_glyph glyph = {.list = list, .move = (float)metrics->width};
	if (is_drawn) {
		glyph.width = (uint32_t)width;
		glyph.height = (uint32_t)height;
		glyph.x = (float)-metrics->lbearing;
		glyph.y = (float)(metrics->descent - 1);
	}
	size_t rows = ((size_t)glyph.width + 7) / 8 * glyph.height;
	entry.size = entry.count = sizeof glyph + rows;
	size_t head = gs_memory_head_size(&entry), padded = (size_t)gs_memory_padded(entry.size);
	size_t before = r->memory->used;
	uint8_t *at = gs_call_memory_claim(r->memory, head + padded);
	if (!at)
		return false;
	uint8_t *bytes = gs_memory_write(at, &entry, (unsigned)head);
	memset(bytes + entry.size, 0, padded - entry.size);
	memcpy(bytes, &glyph, sizeof glyph);
	if (!is_drawn ||
		draw_character(f, c, metrics, glyph.width, glyph.height, bytes + sizeof glyph))
		return true;
	r->memory->used = before;
	return false;
}

/* False: the X server has no such font, or no room. */
static bool open_font(struct font *f, XID font)
{
	f->info = x.query_font(f->display, font);
	if (!f->info)
		return false;
	const XCharStruct *most = &f->info->max_bounds;
	int width = most->rbearing - f->info->min_bounds.lbearing,
	    height = most->ascent + most->descent;
	f->width = width > 0 ? (unsigned)width : 1;
	f->height = height > 0 ? (unsigned)height : 1;
	if (f->width > WIDEST || f->height > WIDEST)
		return false;
	XGCValues values = {.font = font};
	f->pixmap = x.create_pixmap(
		f->display, GL(glXGetCurrentDrawable)(), f->width, f->height, 1);
	f->gc = x.create_gc(f->display, f->pixmap, GCFont, &values);
	return f->gc != NULL;
}

static void close_font(struct font *f)
{
	if (f->gc)
		x.free_gc(f->display, f->gc);
	if (f->pixmap)
		x.free_pixmap(f->display, f->pixmap);
	if (f->info)
		x.free_font(NULL, f->info, 1);
	x.sync(f->display, False); /* errors come while they are ours */
}

void gs_call_memory_add_font(struct gs_memory_reader *r)
{
	struct gs_context *context = gs_context_current(r->thread);
	struct font f = {0};
	unsigned first = (unsigned)gs_call_memory_argument(r, 1);
	int64_t n = (int32_t)gs_call_memory_argument(r, 2);
	uint32_t base = (uint32_t)gs_call_memory_argument(r, 3);
	size_t before = r->memory->used;
	if (!context || context->in_block || context->list_mode || context->egl ||
		n > MOST_GLYPHS || !find_xlib() || !(f.display = GL(glXGetCurrentDisplay)()))
		return;
	gs_x_guard(context);
	bool good = open_font(&f, (XID)gs_call_memory_argument(r, 0));
	for (int64_t i = 0; good && i < n; i++)
		good = add_character(r, &f, first + (unsigned)i, base + (uint32_t)i);
	close_font(&f);
	gs_x_unguard();
	if (!good)
		r->memory->used = before;
}
