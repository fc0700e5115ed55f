/* SPDX-License-Identifier: MIT */
#include "app/keep-key.h"

#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <X11/Xlib.h>
#include <xcb/xcb.h>
#include "debugger/base/error.h"

struct gs_keep_key {
	xcb_connection_t *server;
	xcb_window_t root;
	xcb_keycode_t code;
	uint16_t modifiers;
	int ends; /* an eventfd */
	pthread_t thread;
	void (*pressed)(void *data);
	void *data;
};

/* The locks count as modifiers, too: a key is grabbed with each combination of them. */
static const uint16_t locks[] = {
	0, XCB_MOD_MASK_LOCK, XCB_MOD_MASK_2, XCB_MOD_MASK_LOCK | XCB_MOD_MASK_2};

/* Take the modifiers off the name's front. Return them. */
static uint16_t take_modifiers(const char **name)
{
	static const struct {
		const char *name;
		uint16_t mask;
	} known[] = {{"Ctrl+", XCB_MOD_MASK_CONTROL}, {"Shift+", XCB_MOD_MASK_SHIFT},
		{"Alt+", XCB_MOD_MASK_1}, {"Super+", XCB_MOD_MASK_4}};
	uint16_t modifiers = 0;
	for (size_t i = 0; i < G_N_ELEMENTS(known); i++) {
		size_t length = strlen(known[i].name);
		if (strncasecmp(*name, known[i].name, length) != 0)
			continue;
		modifiers |= known[i].mask;
		*name += length;
		i = (size_t)-1; /* from the first one again */
	}
	return modifiers;
}

/* Return the key that has the symbol; 0: the keyboard has none. */
static xcb_keycode_t find_code(xcb_connection_t *server, KeySym symbol)
{
	const xcb_setup_t *setup = xcb_get_setup(server);
	uint8_t n = (uint8_t)(setup->max_keycode - setup->min_keycode + 1);
	xcb_get_keyboard_mapping_reply_t *reply = xcb_get_keyboard_mapping_reply(
		server, xcb_get_keyboard_mapping(server, setup->min_keycode, n), NULL);
	xcb_keycode_t code = 0;
	if (!reply)
		return 0;
	const xcb_keysym_t *symbols = xcb_get_keyboard_mapping_keysyms(reply);
	int length = xcb_get_keyboard_mapping_keysyms_length(reply);
	for (int i = 0; i < length && !code; i++)
		if (symbols[i] == symbol)
			code = (xcb_keycode_t)(setup->min_keycode + i / reply->keysyms_per_keycode);
	free(reply);
	return code;
}

static bool grab(const struct gs_keep_key *key)
{
	bool is_good = true;
	for (size_t i = 0; i < G_N_ELEMENTS(locks); i++) {
		uint16_t modifiers = key->modifiers | locks[i];
		xcb_void_cookie_t cookie = xcb_grab_key_checked(key->server, 1, key->root,
			modifiers, key->code, XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
		xcb_generic_error_t *error = xcb_request_check(key->server, cookie);
		is_good = is_good && !error;
		free(error);
	}
	return is_good;
}

/* Call `pressed` once each time that the key goes down: while it is held, the server says that it
 * goes up and down again at the same time. */
static void handle(struct gs_keep_key *key, const xcb_generic_event_t *event, xcb_timestamp_t *up)
{
	const xcb_key_press_event_t *of_key = (const xcb_key_press_event_t *)event;
	uint8_t kind = event->response_type & 0x7f; /* the rest: sent by a client */
	if (kind == XCB_KEY_RELEASE)
		*up = of_key->time;
	else if (kind == XCB_KEY_PRESS && of_key->time != *up)
		key->pressed(key->data);
}

static void *listen_for_key(void *data)
{
	struct gs_keep_key *key = data;
	struct pollfd fds[] = {
		{xcb_get_file_descriptor(key->server), POLLIN, 0}, {key->ends, POLLIN, 0}};
	xcb_timestamp_t up = 0;
	while (!fds[1].revents && !xcb_connection_has_error(key->server)) {
		xcb_generic_event_t *event = xcb_poll_for_event(key->server);
		if (event)
			handle(key, event, &up);
		else
			poll(fds, G_N_ELEMENTS(fds), -1);
		free(event);
	}
	return NULL;
}

/* Connect, find the key and grab it. Return NULL, or what is wrong, as the end of a sentence. */
static const char *prepare(struct gs_keep_key *key, KeySym symbol)
{
	int screen = 0;
	key->server = xcb_connect(NULL, &screen);
	if (xcb_connection_has_error(key->server))
		return "there is no X server to ask for it: set DISPLAY";
	xcb_screen_iterator_t screens = xcb_setup_roots_iterator(xcb_get_setup(key->server));
	for (; screen && screens.rem > 1; screen--)
		xcb_screen_next(&screens);
	key->root = screens.data->root;
	key->code = find_code(key->server, symbol);
	if (!key->code)
		return "the keyboard has no such key";
	return grab(key) ? NULL : "another program has it: choose another one";
}

struct gs_keep_key *gs_keep_key_new(
	const char *name, void (*pressed)(void *data), void *data, GError **error)
{
	const char *rest = name;
	struct gs_keep_key *key = g_new0(struct gs_keep_key, 1);
	key->pressed = pressed;
	key->data = data;
	key->modifiers = take_modifiers(&rest);
	KeySym symbol = XStringToKeysym(rest);
	const char *why = symbol == NoSymbol
				  ? "there is no key of that name: F11 is one, and Ctrl+p"
				  : prepare(key, symbol);
	key->ends = why ? -1 : eventfd(0, EFD_CLOEXEC);
	if (!why && pthread_create(&key->thread, NULL, listen_for_key, key) != 0)
		why = "no thread can be started";
	if (!why)
		return key;
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE, "the key '%s' cannot be had: %s", name, why);
	if (key->ends >= 0)
		close(key->ends);
	if (key->server)
		xcb_disconnect(key->server);
	g_free(key);
	return NULL;
}

void gs_keep_key_free(struct gs_keep_key *key)
{
	if (!key)
		return;
	eventfd_write(key->ends, 1);
	pthread_join(key->thread, NULL);
	xcb_disconnect(key->server);
	close(key->ends);
	g_free(key);
}
