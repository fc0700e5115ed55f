/* SPDX-License-Identifier: MIT */
/* app/dap - `glstep dap`. */
#ifndef GS_APP_DAP_H
#define GS_APP_DAP_H

/* Serve editors by the Debug Adapter Protocol: one at standard input and output, or any number at a
 * port. argv[0] is the word itself. Return the exit status: 0, or 2: it could not be done. */
int gs_dap_main(int argc, char **argv);

#endif
