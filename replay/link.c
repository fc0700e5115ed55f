/* SPDX-License-Identifier: MIT */
#include "replay/link.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "wire/player.h"

static gs_player_tell tell;
static uint64_t now;
static bool is_muted, is_hidden;

void gs_link_open(void)
{
	void *found = dlsym(RTLD_DEFAULT, GS_PLAYER_FUNCTION);
	memcpy(&tell, &found, sizeof tell);
	if (tell)
		is_hidden = !tell(0, GS_PLAYER_CALLED);
}

void gs_link_tell_names(gs_player_name find)
{
	uint64_t address = 0;
	memcpy(&address, &find, sizeof find);
	if (tell)
		tell(address, GS_PLAYER_NAMES);
}

bool gs_link_is_open(void)
{
	return tell;
}

void gs_link_begin(uint64_t number)
{
	now = number;
	if (tell)
		is_hidden = !tell(number, GS_PLAYER_BEGINS);
}

bool gs_link_is_hidden(void)
{
	return is_hidden;
}

void gs_link_enter(void)
{
	if (tell && !is_muted)
		tell(now, GS_PLAYER_CALLS);
}

void gs_link_leave(void)
{
	if (tell && !is_muted)
		tell(now, GS_PLAYER_CALLED);
}

void gs_link_leave_out(const char *why, bool draws)
{
	if (tell)
		tell((uint64_t)(uintptr_t)why, draws ? GS_PLAYER_NO_DRAW : GS_PLAYER_NO_CALL);
}

void gs_link_differs(uint64_t number, const char *name, const char *what)
{
	char text[240];
	snprintf(text, sizeof text, "call %llu, %s: %s", (unsigned long long)number, name, what);
	if (tell)
		tell((uint64_t)(uintptr_t)text, GS_PLAYER_DIFFERS);
}

void gs_link_mute(bool muted)
{
	is_muted = muted;
}
