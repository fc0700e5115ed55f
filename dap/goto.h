/* SPDX-License-Identifier: MIT */
/* dap/goto - lines of the shader that is debugged, to go to along its path. */
#ifndef GS_DAP_GOTO_H
#define GS_DAP_GOTO_H

#include "dap/protocol.h"

void gs_dap_goto_targets(struct gs_dap_request *request);
void gs_dap_goto(struct gs_dap_request *request);

#endif
