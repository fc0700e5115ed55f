/* SPDX-License-Identifier: MIT */
/* dap/evaluate - expressions, the console's commands, and images of values. */
#ifndef GS_DAP_EVALUATE_H
#define GS_DAP_EVALUATE_H

#include "dap/protocol.h"

void gs_dap_evaluate(struct gs_dap_request *request);
/* "glstep/image" {expression, frameId?}: of a value over all elements, or of what one of the
 * console's commands gives that write a picture (`attachment color0`): {data (Base64), mimeType}
 * and what the command replies with. */
void gs_dap_image(struct gs_dap_request *request);

#endif
