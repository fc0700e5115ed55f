/* SPDX-License-Identifier: MIT */
/*
 * serve/connection - a client at a stream, which speaks JSON-RPC 2.0 (jsonrpc.org/specification,
 * without batches): requests are answered in the order in which they come to an end, and what
 * members of the session are told (shared.h) comes as notifications.
 */
#ifndef GS_SERVE_CONNECTION_H
#define GS_SERVE_CONNECTION_H

#include "serve/references.h"
#include "serve/serve.h"
#include "serve/message-stream.h"

/* Codes of errors: of the specification, of the Language Server Protocol, and ours. */
enum gs_rpc_error {
	GS_RPC_PARSE = -32700,
	GS_RPC_REQUEST = -32600,
	GS_RPC_METHOD = -32601,
	GS_RPC_PARAMS = -32602,
	GS_RPC_INTERNAL = -32603,
	GS_RPC_CANCELLED = -32800, /* LSP: RequestCancelled */
	GS_RPC_REFUSED = -32000,   /* data.code says why: GS_ERROR's words */
	GS_RPC_TOKEN = -32001	   /* no token was said, or another */
};

struct gs_connection {
	struct gs_message_stream *stream;
	const struct gs_offer *offer;
	struct gs_sharer *member;
	struct gs_references *references;
	char *directory; /* where files are that its commands name; NULL: where glstep runs */
	bool is_let_in, says_all; /* it has said the token; it will say no more */
	bool quits;		  /* it is let go when all is answered */
	GList *requests;	  /* struct gs_rpc_request, which are not answered */
	guint progress;		  /* a source */
	const struct gs_connection_events *events;
	bool is_over; /* which was told, or is about to be */
	gpointer data;
};

struct gs_rpc_request;
struct gs_connection_events {
	enum gs_framing framing;
	bool tells; /* the client gets notifications of the session, and of progress */
	/* Do what a request asks for, and answer it, now or later. */
	void (*asked)(struct gs_rpc_request *request, const char *method);
	/* The connection is over: free it. Called once, from the main loop. */
	void (*ended)(gpointer data, struct gs_connection *connection);
};

struct gs_rpc_request {
	struct gs_connection *connection;
	JsonNode *id;		       /* NULL: a notification, which gets no answer */
	JsonObject *params;	       /* an empty one where there are none */
	JsonArray *words;	       /* params that are a list; NULL: they are not */
	struct gs_shared_order *order; /* NULL: none yet */
	bool wants_text;
};

/* Take over the descriptors. events, and what the offer names, are borrowed; data is for `ended`.
 */
struct gs_connection *gs_connection_new(int in, int out, const struct gs_offer *offer,
	const struct gs_connection_events *events, gpointer data);
void gs_connection_free(struct gs_connection *connection);

/* Answer a request, and free it. result: taken. word: of GS_ERROR, NULL: none. */
void gs_rpc_answer(struct gs_rpc_request *request, JsonNode *result);
void gs_rpc_refuse(struct gs_rpc_request *request, enum gs_rpc_error code, const char *word,
	const char *message);
/* The same for a GError, which is freed. */
void gs_rpc_fail(struct gs_rpc_request *request, GError *error);

/* Return a parameter that is a string; NULL: there is none. */
const char *gs_rpc_text(const struct gs_rpc_request *request, const char *name);
/* Return one that is a list, borrowed; NULL: there is none. */
JsonArray *gs_rpc_list(const struct gs_rpc_request *request, const char *name);
/* Drop the request of that id, or interrupt it. */
void gs_connection_cancel(struct gs_connection *connection, JsonNode *id);

/* methods.c, mcp.c: events. */
void gs_methods_call(struct gs_rpc_request *request, const char *method);
void gs_mcp_call(struct gs_rpc_request *request, const char *method);
/* methods.c: begin the program or open the trace that the parameters name (docs/server.md), and
 * call `done` as for an order; or refuse it. */
void gs_methods_launch(struct gs_rpc_request *request, gs_shared_done_func *done);

#endif
