/* SPDX-License-Identifier: MIT */
/* app/serve - `glstep serve`, `glstep mcp`. */
#ifndef GS_APP_SERVE_H
#define GS_APP_SERVE_H

/* Serve a session for clients until one asks for the end, or SIGINT, SIGTERM or SIGHUP comes.
 * argv[0] is the word itself, "serve" or "mcp". Return the exit status: 0, or 2: it could not be
 * done. */
int gs_serve_main(int argc, char **argv);

#endif
