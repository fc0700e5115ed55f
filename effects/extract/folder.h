/* SPDX-License-Identifier: MIT */
/* effects/extract/folder - folders for the contents that a replay has read back. */
#ifndef GS_EFFECTS_FOLDER_H
#define GS_EFFECTS_FOLDER_H

/* Remove the folder with all files in it, also those that a crashed player left there. */
void gs_folder_remove(const char *folder);

#endif
