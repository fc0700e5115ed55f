/* SPDX-License-Identifier: MIT */
/*
 * serve/ - a session for clients in other processes: `glstep serve`, and what speaks to it.
 *
 * shared.h      a session that several clients use: each asks for commands, all are told of moves
 * message.h     messages of JSON in a stream of bytes
 * message-stream.h  these, at a socket or pipes, in the main loop
 * connection.h  a client at a stream: JSON-RPC 2.0, whose methods are the commands of verbs/
 * references.h  files that a client names "@NAME", reads and writes in pieces
 * address.h     where a server listens
 * methods.c     what it can ask for
 * mcp.c         the same as tools of the Model Context Protocol
 * listen.h      sockets
 * output-pipe.h  what the program writes
 * server.c      listens, and lets clients in
 * remote.h      the other end: asks a server for commands, for the console
 *
 * A stream is in the framing of the Language Server Protocol's base protocol (3.17, "Header part"):
 * "Content-Length: N", an empty line, N bytes. docs/server.md says what is sent, for those who
 * write clients.
 */
#ifndef GS_SERVE_H
#define GS_SERVE_H

#include "serve/address.h"
#include "serve/shared.h"

/* What a server offers. */
struct gs_offer {
	struct gs_shared *shared;
	/* What a client must say first; NULL: nothing. */
	const char *token;
	bool may_launch; /* other programs, and open other traces */
	bool may_open;	 /* these alone */
	int output_fd;	 /* for the output of these, as in struct gs_launch */
	int timeout_ms;	 /* for a command of theirs */
	/* A client has asked for the server's end. */
	void (*shutdown)(gpointer data);
	gpointer data;
};

struct gs_server;
/* Listen at the address, and let clients in. The default main context must run then. Return NULL
 * with error CANNOT_WRITE (of a file that is in the way or cannot be made) or USAGE. offer is
 * copied, what it names is borrowed. */
struct gs_server *gs_server_new(
	const struct gs_address *address, const struct gs_offer *offer, GError **error);
enum gs_protocol {
	GS_PROTOCOL_RPC, /* JSON-RPC 2.0: docs/server.md */
	/* The Model Context Protocol, 2025-06-18 (modelcontextprotocol.io/specification): the
	 * commands as tools for agents. */
	GS_PROTOCOL_MCP
};
/* Serve one client, at standard input and output; `shutdown` is called when it has ended. */
struct gs_server *gs_server_new_stdio(const struct gs_offer *offer, enum gs_protocol protocol);
/* Return where it listens, as text that gs_address_parse takes; borrowed. */
const char *gs_server_address(const struct gs_server *server);
/* Let all clients go, and listen no more. */
void gs_server_free(struct gs_server *server);

#endif
