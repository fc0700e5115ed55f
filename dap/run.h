/* SPDX-License-Identifier: MIT */
/* dap/run - running on and stepping: requests that move. */
#ifndef GS_DAP_RUN_H
#define GS_DAP_RUN_H

#include "dap/protocol.h"

/* Run from where it stands to what stops next, and tell the editor. */
void gs_dap_go_on(struct gs_dap *dap);
/* The program has just been begun, before its first call, and stands there: stop, or run. */
void gs_dap_begin_running(struct gs_dap *dap);
/* Tell the editor of a stop as such, by dap->stop. Return whether it ends there; else it is of no
 * interest. */
void gs_dap_continue(struct gs_dap_request *request);
void gs_dap_pause(struct gs_dap_request *request);
void gs_dap_next(struct gs_dap_request *request);
void gs_dap_step_in(struct gs_dap_request *request);
void gs_dap_step_out(struct gs_dap_request *request);
void gs_dap_step_back(struct gs_dap_request *request);
void gs_dap_reverse(struct gs_dap_request *request);
void gs_dap_step_in_targets(struct gs_dap_request *request);

#endif
