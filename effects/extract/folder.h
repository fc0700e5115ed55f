/* SPDX-License-Identifier: MIT */
/* effects/extract/folder - folders for contents that a replay has read back. */
#ifndef GS_EFFECTS_FOLDER_H
#define GS_EFFECTS_FOLDER_H

/* With the files in it, also what a player that crashed has left there. */
void gs_folder_remove(const char *folder);

#endif
