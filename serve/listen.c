/* SPDX-License-Identifier: MIT */
#include "serve/listen.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "debugger/base/error.h"
#include "verbs/verbs.h"

enum { WAITING = 64 /* connections that were not accepted yet */, TOKEN_BYTES = 16 };

/* Return whether nobody listens at a socket's file any more. */
static bool is_left_over(const char *path, GSocketAddress *address)
{
	struct stat status;
	g_autoptr(GError) error = NULL;
	if (lstat(path, &status) != 0 || !S_ISSOCK(status.st_mode))
		return false;
	g_autoptr(GSocket) socket = g_socket_new(
		G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, NULL);
	return socket && !g_socket_connect(socket, address, NULL, &error) &&
	       g_error_matches(error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED);
}

GSocket *gs_listen(const struct gs_address *where, GError **error)
{
	g_autoptr(GError) why = NULL;
	g_autoptr(GSocketAddress) address = gs_address_of(where, error);
	if (!address)
		return NULL;
	if (where->path && is_left_over(where->path, address))
		g_unlink(where->path);
	g_autoptr(GSocket) socket = g_socket_new(g_socket_address_get_family(address),
		G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &why);
	if (socket)
		g_socket_set_listen_backlog(socket, WAITING);
	mode_t mask = umask(0177); /* a socket's file is for the user alone */
	bool good = socket && g_socket_bind(socket, address, TRUE, &why) &&
		    g_socket_listen(socket, &why);
	umask(mask);
	if (good)
		return g_steal_pointer(&socket);
	g_set_error(error, GS_ERROR, GS_ERROR_CANNOT_WRITE, "the server cannot listen at '%s': %s",
		where->path ? where->path : where->host, why->message);
	return NULL;
}

char *gs_listen_text(const struct gs_address *where, GSocket *socket)
{
	g_autoptr(GSocketAddress) address = g_socket_get_local_address(socket, NULL);
	bool has_colon = where->host && strchr(where->host, ':');
	if (where->path)
		return g_strconcat("unix:", where->path, NULL);
	guint16 port = address ? g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(address))
			       : where->port;
	return g_strdup_printf(
		"tcp:%s%s%s:%u", has_colon ? "[" : "", where->host, has_colon ? "]" : "", port);
}

char *gs_listen_token(void)
{
	GString *token = g_string_new(NULL);
	FILE *random = fopen("/dev/urandom", "r");
	for (int i = 0, byte; random && i < TOKEN_BYTES && (byte = getc(random)) != EOF; i++)
		g_string_append_printf(token, "%02x", (unsigned)byte);
	if (random)
		fclose(random);
	bool good = token->len == (gsize)2 * TOKEN_BYTES;
	return g_string_free(token, !good);
}

void gs_listen_print(const char *address, const char *token)
{
	g_autoptr(JsonBuilder) json = json_builder_new();
	json_builder_begin_object(json);
	gs_json_string(json, "listening", address);
	gs_json_string(json, "token", token);
	json_builder_end_object(json);
	g_autoptr(JsonNode) tree = json_builder_get_root(json);
	g_autofree char *line = gs_json_line(tree);
	fputs(line, stdout);
	fflush(stdout);
}
