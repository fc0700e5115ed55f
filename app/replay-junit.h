/* SPDX-License-Identifier: MIT */
/* app/replay-junit - what glstep-replay --strict finds, as JUnit's XML. */
#ifndef GS_APP_REPLAY_JUNIT_H
#define GS_APP_REPLAY_JUNIT_H

struct gs_replay_options;

/* Play the trace, which is compared with the recording, and write a test for each kind of
 * difference, and one that says whether it was played, to the file. Return the exit status. */
int gs_replay_run_for_junit(struct gs_replay_options *options, const char *path);

#endif
