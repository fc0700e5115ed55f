/* SPDX-License-Identifier: MIT */
/* dap/ask - lines of the console, and what they reply with. Whoever asks waits; meanwhile requests
 * are served that need not wait for that. */
#ifndef GS_DAP_ASK_H
#define GS_DAP_ASK_H

#include "dap/link.h"
#include "dap/protocol.h"

/* What is waited for. Zero it. */
struct gs_dap_wait {
	bool is_done;
	JsonNode *result;
	GError *error;
};
/* A gs_dap_done_func, whose data is the wait. */
void gs_dap_done(gpointer data, JsonNode *result, const GError *error);
/* Wait until it is done. Return the result, to be freed by json_node_unref; NULL with the error. */
JsonNode *gs_dap_await(struct gs_dap *dap, struct gs_dap_wait *wait, GError **error);

/* Have a line of the console run, and wait. Return its result, likewise. Where it moves the program
 * or the shader, dap->stop and dap->where say where it stands then. */
JsonNode *gs_dap_ask(struct gs_dap *dap, GError **error, const char *format, ...)
	G_GNUC_PRINTF(3, 4);
/* Likewise, for what it does alone; return whether it was done. */
bool gs_dap_do(struct gs_dap *dap, GError **error, const char *format, ...) G_GNUC_PRINTF(3, 4);
/* Likewise, a line that only looks: dap->stop and dap->where stay. */
JsonNode *gs_dap_query(struct gs_dap *dap, GError **error, const char *format, ...)
	G_GNUC_PRINTF(3, 4);
/* Interrupt what runs the program, and take where it stands. Return false with error. */
bool gs_dap_ask_pause(struct gs_dap *dap, GError **error);
/* Interrupt what is asked for now, if anything is. */
void gs_dap_interrupt(struct gs_dap *dap);
/* Forget where the session stands; stop and where are taken. */
void gs_dap_set_place(struct gs_dap *dap, JsonNode *stop, JsonNode *where);

/* Return a member of a result; NULL, -1: there is none. */
JsonObject *gs_dap_result(JsonNode *result);
const char *gs_dap_result_text(JsonNode *result, const char *name);
gint64 gs_dap_result_number(JsonNode *result, const char *name);
JsonArray *gs_dap_result_list(JsonNode *result, const char *name);

#endif
