/* SPDX-License-Identifier: MIT */
/* dap/begin - beginning, restarting and ending. */
#ifndef GS_DAP_BEGIN_H
#define GS_DAP_BEGIN_H

#include "dap/protocol.h"

void gs_dap_initialize(struct gs_dap_request *request);
void gs_dap_launch(struct gs_dap_request *request);
void gs_dap_attach(struct gs_dap_request *request);
void gs_dap_configuration_done(struct gs_dap_request *request);
void gs_dap_restart(struct gs_dap_request *request);
void gs_dap_terminate(struct gs_dap_request *request);
void gs_dap_disconnect(struct gs_dap_request *request);
void gs_dap_exception_info(struct gs_dap_request *request);
/* Take what others have done meanwhile. */
void gs_dap_take_told(struct gs_dap *dap);
/* Free one of these. */
void gs_dap_told_free(gpointer data);
/* Run, or say where it stands, if all is there for that. */
void gs_dap_begin_if_ready(struct gs_dap *dap);
/* The editor has left: end the program, or let it go. */
void gs_dap_leave(struct gs_dap *dap);
/* End the session and free what is of it. */
void gs_dap_end_session(struct gs_dap *dap);

#endif
