/* SPDX-License-Identifier: MIT */
/*
 * debugger/calls/sliding - an array whose oldest elements are dropped. Elements keep their numbers,
 * which count those that were dropped, too. Not thread-safe.
 */
#ifndef GS_SLIDING_H
#define GS_SLIDING_H

#include <stddef.h>
#include <string.h>
#include <glib.h>

struct gs_sliding {
	GArray *array;
	size_t base;  /* number of the first element in array */
	size_t start; /* of the first one that is not dropped */
};

static inline void gs_sliding_init(struct gs_sliding *sliding, guint element_size)
{
	*sliding = (struct gs_sliding){g_array_new(FALSE, FALSE, element_size), 0, 0};
}

static inline void gs_sliding_finish(struct gs_sliding *sliding)
{
	g_array_free(sliding->array, TRUE);
}

/* Drop all elements; the next one has number 0. */
static inline void gs_sliding_clear(struct gs_sliding *sliding)
{
	g_array_set_size(sliding->array, 0);
	sliding->base = sliding->start = 0;
}

/* Return the number behind the last element's, which is that of the next one. */
static inline size_t gs_sliding_end(const struct gs_sliding *sliding)
{
	return sliding->base + sliding->array->len;
}

/* Return the element with that number, which is not dropped; borrowed until the next is added or
 * some are dropped. */
static inline void *gs_sliding_at(const struct gs_sliding *sliding, size_t number)
{
	return sliding->array->data +
	       (number - sliding->base) * g_array_get_element_size(sliding->array);
}

#define gs_sliding_get(sliding, type, number) ((type *)gs_sliding_at(sliding, number))

static inline void gs_sliding_add(struct gs_sliding *sliding, const void *element)
{
	g_array_append_vals(sliding->array, element, 1);
}

/* Drop the elements before that number. The others are moved now and then, not each time. */
static inline void gs_sliding_drop(struct gs_sliding *sliding, size_t number)
{
	enum { MANY = 64 };
	number = MIN(number, gs_sliding_end(sliding));
	sliding->start = MAX(sliding->start, number);
	size_t dropped = sliding->start - sliding->base;
	if (dropped < MANY || dropped < sliding->array->len / 2)
		return;
	g_array_remove_range(sliding->array, 0, (guint)dropped);
	sliding->base = sliding->start;
}

/* Drop elements up to the first one of which is_old, given `place`, returns false. */
static inline void gs_sliding_drop_while(struct gs_sliding *sliding,
	bool (*is_old)(const void *element, uint64_t place), uint64_t place)
{
	size_t number = sliding->start, end = gs_sliding_end(sliding);
	while (number < end && is_old(gs_sliding_at(sliding, number), place))
		number++;
	gs_sliding_drop(sliding, number);
}

#endif
