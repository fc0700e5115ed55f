/* SPDX-License-Identifier: MIT */
#include "serve/address.h"

#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>
#include "debugger/base/error.h"

static bool parse_port(const char *text, guint16 *port)
{
	guint64 number;
	if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT16, &number, NULL))
		return false;
	*port = (guint16)number;
	return true;
}

/* "HOST:PORT", "[HOST]:PORT" or "PORT" */
static bool parse_tcp(const char *text, struct gs_address *address)
{
	const char *colon = strrchr(text, ':');
	size_t length = colon ? (size_t)(colon - text) : 0;
	bool in_brackets = length >= 2 && text[0] == '[' && text[length - 1] == ']';
	if (!parse_port(colon ? colon + 1 : text, &address->port) || (colon && !length))
		return false;
	address->host = !colon	      ? g_strdup("localhost")
			: in_brackets ? g_strndup(text + 1, length - 2)
				      : g_strndup(text, length);
	return true;
}

bool gs_address_parse(const char *text, struct gs_address *address, GError **error)
{
	memset(address, 0, sizeof *address);
	bool is_path = strchr(text, '/') && !g_str_has_prefix(text, "tcp:");
	if (g_str_has_prefix(text, "unix:") || is_path)
		address->path = g_strdup(g_str_has_prefix(text, "unix:") ? text + 5 : text);
	else
		parse_tcp(g_str_has_prefix(text, "tcp:") ? text + 4 : text, address);
	if (address->host || (address->path && *address->path))
		return true;
	gs_address_clear(address);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not an address: give unix:PATH, or tcp:HOST:PORT", text);
	return false;
}

void gs_address_clear(struct gs_address *address)
{
	g_free(address->path);
	g_free(address->host);
	memset(address, 0, sizeof *address);
}

char *gs_address_own_path(GError **error)
{
	g_autofree char *folder = g_build_filename(g_get_user_runtime_dir(), "glstep", NULL);
	if (g_mkdir_with_parents(folder, 0700) == 0)
		return g_strdup_printf("%s/%d.socket", folder, (int)getpid());
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE,
		"the folder '%s' cannot be made (%s): name a socket with --unix PATH", folder,
		g_strerror(errno));
	return NULL;
}

static GInetAddress *inet_of(const struct gs_address *address)
{
	if (strcmp(address->host, "localhost") == 0)
		return g_inet_address_new_loopback(G_SOCKET_FAMILY_IPV4);
	return g_inet_address_new_from_string(address->host);
}

bool gs_address_is_local(const struct gs_address *address)
{
	g_autoptr(GInetAddress) inet = address->path ? NULL : inet_of(address);
	return address->path || (inet && g_inet_address_get_is_loopback(inet));
}

GSocketAddress *gs_address_of(const struct gs_address *address, GError **error)
{
	enum { ROOM = 107 }; /* sun_path of unix(7), and its NUL */
	if (address->path && strlen(address->path) > ROOM) {
		g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
			"the socket's path '%s' is longer than %d bytes: choose a shorter one",
			address->path, ROOM);
		return NULL;
	}
	if (address->path)
		return g_unix_socket_address_new(address->path);
	g_autoptr(GInetAddress) inet = inet_of(address);
	if (inet)
		return g_inet_socket_address_new(inet, address->port);
	g_set_error(error, GS_ERROR, GS_ERROR_USAGE,
		"'%s' is not an address of a machine: give it in numbers, or localhost",
		address->host);
	return NULL;
}
