/* SPDX-License-Identifier: MIT */
/* app/record - `glstep record`: runs a program without window or console, and writes a trace of its
 * calls. */
#ifndef GS_APP_RECORD_H
#define GS_APP_RECORD_H

/* Run `glstep record`; argv[0] is "record". Return the exit status: the program's, 128 + the signal
 * that killed it, 1 if the trace is incomplete, 2 on wrong usage, 127 if the program could not be
 * started. */
int gs_record_main(int argc, char **argv);

#endif
