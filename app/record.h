/* SPDX-License-Identifier: MIT */
/* glstep record: runs a program without window or console, and writes a trace of its calls. */
#ifndef GS_APP_RECORD_H
#define GS_APP_RECORD_H

/* argv[0] is "record". Returns the exit status: the program's; 2: wrong usage, or it could not be
 * started. */
int gs_record_main(int argc, char **argv);

#endif
