/* SPDX-License-Identifier: MIT */
/*
 * dap/ - a session for editors: the Debug Adapter Protocol (version 1.71 of
 * github.com/microsoft/debug-adapter-protocol), of which requests become lines of the console and
 * replies what the console answers. It keeps no model of the session beside where it stands.
 *
 * adapter.h      what there is of one editor
 * protocol.h     messages: requests, responses, events
 * link.h         the session that is spoken with: one of ours, or that of a server
 * link-own.c     a program that is launched, a trace that is opened
 * link-server.c  `glstep serve`
 * ask.h          lines of the console, and their results
 * lines.h        texts, compared line by line: which line of a file is which of a shader
 * files.h        the files of the folders in which sources are
 * sources.h      sources of the programs that were seen in use
 * breakpoints.h  what stops, as the editor has it
 * tell.h         events that tell where the session stands
 * draw.h         what stops in the shaders of a draw
 * run.h          running on, steps
 * stack.c        stacks, sources, modules
 * values.h       values with what they have in them
 * scopes.c       scopes and variables
 * evaluate.c     expressions, commands, changes of values, images
 * goto.c         places to go to
 * begin.c        beginning and end
 * requests.c     the table of requests; serves them
 */
#ifndef GS_DAP_H
#define GS_DAP_H

/* Serve one editor, which reads and writes at these descriptors, until it has left. token: what it
 * must say when it launches or attaches, as "adapterToken"; NULL: nothing. The default main context
 * must not be run by anybody else. */
void gs_dap_serve(int in, int out, const char *token);

#endif
