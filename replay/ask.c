/* SPDX-License-Identifier: MIT */
/* Queries of this driver. */
#include <stdlib.h>
#include <string.h>
#include "data/constants.h"
#include "replay/private.h"

enum { CORE_PROFILE = 1 };

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

bool gs_replay_errors(struct gs_player *player)
{
	unsigned (*error)(void) = gs_replay_find(player, "glGetError");
	bool is_wrong = false;
	/* After the loss of a context glGetError may return an error each time. */
	for (unsigned i = 0; i < 100 && error(); i++)
		is_wrong = true;
	return is_wrong;
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

static bool has_word(const char *text, const char *word)
{
	size_t length = strlen(word);
	for (const char *at = text; at && (at = strstr(at, word)); at += length)
		if ((at == text || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
			return true;
	return false;
}

bool gs_replay_has(struct gs_player *player, const char *extension)
{
	const char *(*get_string)(unsigned) = gs_replay_find(player, "glGetString");
	const char *(*get_one)(unsigned, unsigned) = gs_replay_find(player, "glGetStringi");
	gs_replay_know_context(player);
	if (gs_replay_context(player)->version < 30)
		return has_word(get_string(GL_EXTENSIONS), extension);
	int n = gs_replay_get(player, GL_NUM_EXTENSIONS);
	for (unsigned i = 0; (int)i < n; i++)
		if (g_strcmp0(get_one(GL_EXTENSIONS, i), extension) == 0)
			return true;
	return false;
}

bool gs_replay_stores_rows(struct gs_player *player, bool pack)
{
	const struct gs_replay_context *context = gs_replay_context(player);
	gs_replay_know_context(player);
	return !context->is_es || context->version >= 30 ||
	       gs_replay_has(player, pack ? "GL_NV_pack_subimage" : "GL_EXT_unpack_subimage");
}
