/* SPDX-License-Identifier: MIT */
/* app/sanitize - `glstep sanitize`. */
#ifndef GS_APP_SANITIZE_H
#define GS_APP_SANITIZE_H

/* Look for what the shaders of a program or a trace do wrong. argv[0] is the word itself. Return
 * the exit status: 0 nothing was found, 1 something, or what the user wants instead, 2 it could not
 * be done. */
int gs_sanitize_main(int argc, char **argv);

#endif
