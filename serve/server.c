/* SPDX-License-Identifier: MIT */
/* Listens at a socket, and lets clients in. */
#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include "serve/connection.h"

enum { WAITING = 64 /* connections that were not accepted yet */, MOST_CLIENTS = 256 };

struct gs_server {
	struct gs_offer offer;
	GSocket *socket; /* NULL: standard input and output */
	char *address, *path;
	guint accepting; /* a source; 0: none */
	GList *connections;
};

static void on_ended(gpointer data, struct gs_connection *connection)
{
	struct gs_server *server = data;
	server->connections = g_list_remove(server->connections, connection);
	gs_connection_free(connection);
	if (!server->socket)
		server->offer.shutdown(server->offer.data);
}

static const struct gs_connection_events protocols[] = {
	[GS_PROTOCOL_RPC] = {GS_FRAMING_HEADERS, true, gs_methods_call, on_ended},
	[GS_PROTOCOL_MCP] = {GS_FRAMING_LINES, false, gs_mcp_call, on_ended},
};

static void let_in(struct gs_server *server, enum gs_protocol protocol, int in, int out)
{
	server->connections = g_list_append(server->connections,
		gs_connection_new(in, out, &server->offer, &protocols[protocol], server));
}

static gboolean on_client(int fd, GIOCondition condition, gpointer data)
{
	struct gs_server *server = data;
	int client = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
	if (client >= 0 && g_list_length(server->connections) < MOST_CLIENTS)
		let_in(server, GS_PROTOCOL_RPC, client, client);
	else if (client >= 0)
		close(client);
	return G_SOURCE_CONTINUE;
}

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

static GSocket *listen_at(const struct gs_address *where, GError **error)
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

/* Return the address as it is now: the port that was chosen in place of 0. */
static char *text_of(const struct gs_address *where, GSocket *socket)
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

struct gs_server *gs_server_new(
	const struct gs_address *address, const struct gs_offer *offer, GError **error)
{
	GSocket *socket = listen_at(address, error);
	if (!socket)
		return NULL;
	struct gs_server *server = g_new0(struct gs_server, 1);
	server->offer = *offer;
	server->socket = socket;
	server->path = g_strdup(address->path);
	server->address = text_of(address, socket);
	server->accepting = g_unix_fd_add(g_socket_get_fd(socket), G_IO_IN, on_client, server);
	return server;
}

struct gs_server *gs_server_new_stdio(const struct gs_offer *offer, enum gs_protocol protocol)
{
	struct gs_server *server = g_new0(struct gs_server, 1);
	server->offer = *offer;
	let_in(server, protocol, STDIN_FILENO, STDOUT_FILENO);
	return server;
}

const char *gs_server_address(const struct gs_server *server)
{
	return server->address;
}

void gs_server_free(struct gs_server *server)
{
	if (server->accepting)
		g_source_remove(server->accepting);
	while (server->connections) {
		struct gs_connection *connection = server->connections->data;
		server->connections = g_list_remove(server->connections, connection);
		gs_connection_free(connection);
	}
	if (server->path)
		g_unlink(server->path);
	g_clear_object(&server->socket);
	g_free(server->path);
	g_free(server->address);
	g_free(server);
}
