/* SPDX-License-Identifier: MIT */
/* app/compare - `glstep compare`: in what two runs differ first, and why. */
#ifndef GS_APP_COMPARE_H
#define GS_APP_COMPARE_H

/* Run `glstep compare`; argv[0] is "compare". Return the exit status: 0 they are equal, 1 they are
 * not, 2 that cannot be said. */
int gs_compare_main(int argc, char **argv);

#endif
