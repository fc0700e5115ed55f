/* SPDX-License-Identifier: MIT */
/*
 * Calls arrive in the order in which they began, and a trace has them in the order in which they
 * ended: a thread may wait in its call for what another one does in a later call, and a player that
 * carries out one call after the other would wait forever. Calls that have not been counted
 * (wire/wire.h, header.leaves) are of a program with one thread, and need no order.
 */
#include <string.h>
#include "debugger/record/private.h"

enum {
	MOST_HELD = 1 << 16,	/* calls */
	MOST_BYTES = 256 << 20, /* with their memory */
};

struct gs_recording_order {
	uint64_t next; /* the leave number that is to come */
	GTree *held;   /* leave -> struct gs_record, whose memory follows it */
	uint64_t bytes;
	gs_recording_put *put;
	gpointer data;
};

static gint compare(gconstpointer a, gconstpointer b, gpointer data G_GNUC_UNUSED)
{
	uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
	return first < second ? -1 : first > second;
}

struct gs_recording_order *gs_recording_order_new(
	uint64_t first, gs_recording_put *put, gpointer data)
{
	struct gs_recording_order *order = g_new0(struct gs_recording_order, 1);
	order->next = first;
	order->held = g_tree_new_full(compare, NULL, NULL, g_free);
	order->put = put;
	order->data = data;
	return order;
}

static void hold(struct gs_recording_order *order, const struct gs_record *record)
{
	struct gs_record *copy = g_malloc(sizeof *copy + record->memory_size);
	*copy = *record;
	if (record->memory) {
		copy->memory = (uint8_t *)(copy + 1);
		memcpy(copy + 1, record->memory, record->memory_size);
	}
	order->bytes += sizeof *copy + copy->memory_size;
	g_tree_insert(order->held, &copy->call.leave, copy);
}

static void put_first(struct gs_recording_order *order, struct gs_record *first)
{
	order->next = first->call.leave + 1;
	order->bytes -= sizeof *first + first->memory_size;
	order->put(order->data, first);
	g_tree_remove(order->held, &first->call.leave);
}

/* The call that ended first of those that are held; NULL none. */
static struct gs_record *first_held(struct gs_recording_order *order)
{
	GTreeNode *node = order->bytes ? g_tree_node_first(order->held) : NULL;
	return node ? g_tree_node_value(node) : NULL;
}

/* Those whose turn has come; if there are too many, the missing one will not come any more. */
static void put_ready(struct gs_recording_order *order)
{
	struct gs_record *first;
	while ((first = first_held(order)) &&
		(first->call.leave == order->next || g_tree_nnodes(order->held) > MOST_HELD ||
			order->bytes > MOST_BYTES))
		put_first(order, first);
}

void gs_recording_order_add(struct gs_recording_order *order, const struct gs_record *record)
{
	uint64_t leave = record->call.leave;
	/* a number that comes twice is not from our library */
	if (leave > order->next && !g_tree_lookup(order->held, &leave)) {
		hold(order, record);
	} else {
		order->put(order->data, record);
		order->next = leave == order->next ? leave + 1 : order->next;
	}
	put_ready(order);
}

void gs_recording_order_end(struct gs_recording_order *order)
{
	struct gs_record *first;
	while ((first = first_held(order)))
		put_first(order, first);
	g_tree_destroy(order->held);
	g_free(order);
}
