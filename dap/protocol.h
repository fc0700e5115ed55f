/* SPDX-License-Identifier: MIT */
/* dap/protocol - messages of the protocol: requests that come, responses and events that go. */
#ifndef GS_DAP_PROTOCOL_H
#define GS_DAP_PROTOCOL_H

#include "dap/adapter.h"
#include "verbs/verbs.h"

struct gs_dap_request {
	struct gs_dap *dap;
	gint64 seq;
	char *command;
	JsonObject *arguments; /* an empty one where there are none */
	bool is_answered, is_cancelled;
};

/* Return a request of a message; NULL if it is none. */
struct gs_dap_request *gs_dap_request_new(struct gs_dap *dap, JsonNode *message);
void gs_dap_request_free(struct gs_dap_request *request);

/* Return an argument; NULL, by_default: there is none of that type. */
const char *gs_dap_text(JsonObject *arguments, const char *name);
gint64 gs_dap_number(JsonObject *arguments, const char *name, gint64 by_default);
bool gs_dap_flag(JsonObject *arguments, const char *name, bool by_default);
JsonArray *gs_dap_list(JsonObject *arguments, const char *name);
JsonObject *gs_dap_object(JsonObject *arguments, const char *name);
/* Return an element of a list as an object; an empty one if it is none. Unref it. */
JsonObject *gs_dap_element(JsonArray *list, guint i);

/* Return a body whose object is open. */
JsonBuilder *gs_dap_body(void);
/* Answer the request, once. body: taken; NULL: none. */
void gs_dap_answer(struct gs_dap_request *request, JsonBuilder *body);
/* Answer that it failed, with a sentence. */
void gs_dap_refuse(struct gs_dap_request *request, const char *message);
/* Likewise, and free the error. */
void gs_dap_fail(struct gs_dap_request *request, GError *error);
/* Send an event. body: taken; NULL: none. */
void gs_dap_event(struct gs_dap *dap, const char *event, JsonBuilder *body);
/* Send text for the editor's console. category: of the protocol. */
void gs_dap_say(struct gs_dap *dap, const char *category, const char *text);

#endif
