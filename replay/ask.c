/* SPDX-License-Identifier: MIT */
/* Queries of this driver. */
#include <stdlib.h>
#include <string.h>
#include "data/constants.h"
#include "replay/private.h"

enum { CORE_PROFILE = 1, MOST_ERRORS = 100 };

void *gs_replay_find(struct gs_player *player, const char *name)
{
	gpointer found;
	if (g_hash_table_lookup_extended(player->functions, name, NULL, &found))
		return found;
	found = player->system->find_function(name);
	g_hash_table_insert(player->functions, (gpointer)(uintptr_t)name, found);
	return found;
}

int gs_replay_get(struct gs_player *player, unsigned name)
{
	int value = 0;
	void (*get)(unsigned, int *) = gs_replay_find(player, "glGetIntegerv");
	if (get && !gs_replay_is_in_block(player))
		get(name, &value);
	return value;
}

unsigned gs_replay_errors(struct gs_player *player)
{
	unsigned (*get)(void) = gs_replay_find(player, "glGetError");
	unsigned first = 0;
	/* After the loss of a context glGetError may return an error each time. */
	for (unsigned i = 0, error; get && i < MOST_ERRORS && (error = get()); i++)
		first = first ? first : error;
	return first;
}

bool gs_replay_is_compiling(const struct gs_player *player)
{
	return gs_follow_state(player->follow, player->thread)->list;
}

bool gs_replay_is_in_block(struct gs_player *player)
{
	int value = -1;
	void (*get)(unsigned, int *) = gs_replay_find(player, "glGetIntegerv");
	if (player->in_block && get) {
		get(GL_MAX_TEXTURE_SIZE, &value);
		player->in_block = value == -1;
		player->asked_in_block |= player->in_block; /* which is an error */
	}
	return player->in_block;
}

void gs_replay_know_context(struct gs_player *player)
{
	struct gs_replay_context *context = gs_replay_context(player);
	const char *(*get_string)(unsigned) = gs_replay_find(player, "glGetString");
	const char *text = context->version ? NULL : get_string(GL_VERSION);
	text = text ? strpbrk(text, "0123456789") : NULL;
	const char *minor = text ? strchr(text, '.') : NULL;
	if (!minor)
		return;
	context->version = (unsigned)(atoi(text) * 10 + atoi(minor + 1));
	context->is_core = !context->is_es && context->version >= 32 &&
			   (gs_replay_get(player, GL_CONTEXT_PROFILE_MASK) & CORE_PROFILE);
}

/* Return the extensions of the current context, by name. */
static GHashTable *read_extensions(struct gs_player *player)
{
	const char *(*get_string)(unsigned) = gs_replay_find(player, "glGetString");
	const char *(*get_one)(unsigned, unsigned) = gs_replay_find(player, "glGetStringi");
	GHashTable *found = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
	bool is_one_text = gs_replay_context(player)->version < 30 || !get_one;
	int n = is_one_text ? 0 : gs_replay_get(player, GL_NUM_EXTENSIONS);
	for (unsigned i = 0; (int)i < n; i++) {
		const char *name = get_one(GL_EXTENSIONS, i);
		if (name)
			g_hash_table_add(found, g_strdup(name));
	}
	if (is_one_text) {
		const char *text = get_string(GL_EXTENSIONS);
		g_auto(GStrv) words = g_strsplit(text ? text : "", " ", -1);
		for (char **word = words; *word; word++)
			g_hash_table_add(found, g_strdup(*word));
	}
	return found;
}

bool gs_replay_has(struct gs_player *player, const char *extension)
{
	struct gs_replay_context *context = gs_replay_context(player);
	gs_replay_know_context(player);
	if (!context->extensions && gs_replay_is_in_block(player))
		return false;
	if (!context->extensions)
		context->extensions = read_extensions(player);
	return g_hash_table_contains(context->extensions, extension);
}

bool gs_replay_stores_rows(struct gs_player *player, bool pack)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	gs_replay_know_context(player);
	return !context->is_es || context->version >= 30 ||
	       gs_replay_has(player, pack ? "GL_NV_pack_subimage" : "GL_EXT_unpack_subimage");
}
