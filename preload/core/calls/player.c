/* SPDX-License-Identifier: MIT */
/* A player of a trace says which of its calls are the trace's: wire/player.h. */
#include "wire/player.h"

#include <stdio.h>
#include <string.h>
#include "preload/core/core.h"
#include "preload/core/names.h"

HIDDEN bool gs_player_is_own;
static gs_player_name find_name; /* NULL: no trace is played */

__attribute__((visibility("default"))) uint32_t glstep_player(
	uint64_t number, enum gs_player_what what);

static void note_left_out(struct gs_wire_player *player, const char *why, bool draws)
{
	uint64_t number = atomic_load_explicit(&player->number, memory_order_relaxed);
	bool is_wanted = draws && !atomic_load(&player->left_out);
	if (!is_wanted && atomic_load(&player->stop_at) != number)
		return;
	snprintf(player->left_out_why, sizeof player->left_out_why, "%s", why);
	atomic_store(&player->left_out, number);
}

static void note_difference(struct gs_wire_player *player, const char *what)
{
	atomic_fetch_add(&player->differences, 1);
	if (atomic_load(&player->differs))
		return;
	snprintf(player->differs_what, sizeof player->differs_what, "%s", what);
	atomic_store(&player->differs, 1);
}

/* A trace of the player must have all that it does: it makes contexts and windows itself. */
static bool is_recorded(const struct gs_wire_header *wire)
{
	return atomic_load_explicit(&wire->log, memory_order_relaxed) == GS_LOG_RECORD;
}

uint32_t glstep_player(uint64_t number, enum gs_player_what what)
{
	static bool was_made;
	struct gs_wire_header *wire = gs_wire;
	if (what == GS_PLAYER_NAMES) {
		memcpy(&find_name, &number, sizeof find_name);
		return 1;
	}
	if (!wire)
		return 1;
	struct gs_wire_player *player = &wire->player;
	if (what == GS_PLAYER_NO_DRAW || what == GS_PLAYER_NO_CALL) {
		note_left_out(player, (const char *)(uintptr_t)number, what == GS_PLAYER_NO_DRAW);
		return !atomic_load_explicit(&player->hidden, memory_order_relaxed);
	}
	if (what == GS_PLAYER_DIFFERS) {
		note_difference(player, (const char *)(uintptr_t)number);
		return !atomic_load_explicit(&player->hidden, memory_order_relaxed);
	}
	if (what == GS_PLAYER_BEGINS) {
		uint64_t last = atomic_load_explicit(&player->number, memory_order_relaxed);
		if (last && !was_made &&
			atomic_load_explicit(&player->stop_at, memory_order_relaxed) == last)
			atomic_store(&player->missed, 1);
		was_made = false;
		atomic_store_explicit(&player->number, number + 1, memory_order_relaxed);
	}
	was_made |= what == GS_PLAYER_CALLS;
	gs_player_is_own = what != GS_PLAYER_CALLS && !is_recorded(wire);
	return !atomic_load_explicit(&player->hidden, memory_order_relaxed);
}

bool gs_player_stops(void)
{
	struct gs_wire_player *player = &gs_wire->player;
	uint64_t stop_at = atomic_load_explicit(&player->stop_at, memory_order_relaxed);
	return stop_at && (atomic_load_explicit(&player->number, memory_order_relaxed) == stop_at ||
				  atomic_load(&player->missed));
}

uint64_t gs_player_drawable(uint64_t handle)
{
	return find_name && handle ? find_name(GS_PLAYER_DRAWABLE, handle, 1) : handle;
}

uint32_t gs_name_shown(enum gs_object_kind kind, uint32_t name)
{
	return find_name && name ? (uint32_t)find_name(kind, name, 1) : name;
}

uint32_t gs_name_real(enum gs_object_kind kind, uint32_t shown)
{
	return find_name && shown ? (uint32_t)find_name(kind, shown, 0) : shown;
}
