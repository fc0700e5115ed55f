/* SPDX-License-Identifier: MIT */
#include "preload/shadow/shadow-memory.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

void gs_source_release(struct gs_source *source)
{
	if (!source || __atomic_sub_fetch(&source->references, 1, __ATOMIC_ACQ_REL))
		return;
	for (unsigned i = 0; i < source->n_strings; i++)
		free(source->strings[i]);
	free(source->strings);
	free(source->lengths);
	free(source);
}

struct gs_source *gs_source_reference(struct gs_source *source)
{
	if (source)
		__atomic_fetch_add(&source->references, 1, __ATOMIC_RELAXED);
	return source;
}

bool gs_source_has_null(int32_t n, const char *const *strings)
{
	for (int32_t i = 0; i < n; i++)
		if (!strings[i])
			return true;
	return false;
}

struct gs_source *gs_source_new(int32_t n, const char *const *strings, const int32_t *lengths)
{
	struct gs_source *source = gs_source_has_null(n, strings) ? NULL
								  : calloc(1, sizeof *source);
	if (!source)
		return NULL;
	source->references = 1;
	source->strings = calloc((size_t)n + 1, sizeof *source->strings);
	source->lengths = calloc((size_t)n + 1, sizeof *source->lengths);
	for (int32_t i = 0; source->strings && source->lengths && i < n; i++) {
		size_t length = lengths && lengths[i] >= 0 ? (size_t)lengths[i]
							   : strlen(strings[i]);
		char *copy = malloc(length + 1);
		if (!copy)
			break;
		if (length)
			memcpy(copy, strings[i], length);
		copy[length] = '\0';
		source->strings[i] = copy;
		source->lengths[i] = length;
		source->n_strings++;
	}
	if (source->n_strings == (unsigned)n)
		return source;
	gs_source_release(source);
	return NULL;
}

void gs_bindings_set(struct gs_shadow_binding **bindings, unsigned *n, const char *name,
	uint32_t location, uint32_t index)
{
	for (unsigned i = 0; i < *n; i++)
		if (!strcmp((*bindings)[i].name, name)) {
			(*bindings)[i].location = location;
			(*bindings)[i].index = index;
			return;
		}
	struct gs_shadow_binding *more = realloc(*bindings, (*n + 1) * sizeof *more);
	if (!more)
		return;
	*bindings = more;
	more[*n] = (struct gs_shadow_binding){strdup(name), location, index};
	if (more[*n].name)
		++*n;
}

void gs_bindings_free(struct gs_shadow_binding *bindings, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(bindings[i].name);
	free(bindings);
}

void gs_names_free(char **names, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(names[i]);
	free(names);
}

void gs_link_free(struct gs_link *link)
{
	if (!link)
		return;
	for (unsigned i = 0; i < link->n_shaders; i++)
		gs_source_release(link->shaders[i].source);
	free(link->shaders);
	gs_bindings_free(link->attributes, link->n_attributes);
	gs_bindings_free(link->outputs, link->n_outputs);
	gs_names_free(link->varyings, link->n_varyings);
	free(link);
}

/* ---- links that a thread in its event loop may still have in hands ---- */

static pthread_mutex_t graveyard_lock = PTHREAD_MUTEX_INITIALIZER;
static struct gs_link *graveyard; /* by next_dead */
static unsigned holders;

/* Nothing leads to it any more; who has found it before has said gs_shadow_hold before that. */
void gs_link_bury(struct gs_link *link)
{
	if (!link)
		return;
	pthread_mutex_lock(&graveyard_lock);
	bool held = holders;
	if (held) {
		link->next_dead = graveyard;
		graveyard = link;
	}
	pthread_mutex_unlock(&graveyard_lock);
	if (!held)
		gs_link_free(link);
}

void gs_shadow_hold(void)
{
	pthread_mutex_lock(&graveyard_lock);
	holders++;
	pthread_mutex_unlock(&graveyard_lock);
}

void gs_shadow_let_go(void)
{
	pthread_mutex_lock(&graveyard_lock);
	struct gs_link *dead = --holders ? NULL : graveyard;
	if (dead)
		graveyard = NULL;
	pthread_mutex_unlock(&graveyard_lock);
	while (dead) {
		struct gs_link *next = dead->next_dead;
		gs_link_free(dead);
		dead = next;
	}
}
