/* SPDX-License-Identifier: MIT */
/* Listens at a socket, and lets clients in. */
#include <errno.h>
#include <gio/gunixsocketaddress.h>
#include <glib-unix.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include "serve/connection.h"
#include "serve/listen.h"

enum { MOST_CLIENTS = 256 };

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

struct gs_server *gs_server_new(
	const struct gs_address *address, const struct gs_offer *offer, GError **error)
{
	GSocket *socket = gs_listen(address, error);
	if (!socket)
		return NULL;
	struct gs_server *server = g_new0(struct gs_server, 1);
	server->offer = *offer;
	server->socket = socket;
	server->path = g_strdup(address->path);
	server->address = gs_listen_text(address, socket);
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
