/* SPDX-License-Identifier: MIT */
/* ui/calls/statistics-panel - figures of an opened trace: one of them over the frames, and all of
 * them of the frame picked and of the whole. A frame that is picked leads to its first call. */
#ifndef GS_UI_STATISTICS_PANEL_H
#define GS_UI_STATISTICS_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_STATISTICS_PANEL (gs_statistics_panel_get_type())
G_DECLARE_FINAL_TYPE(GsStatisticsPanel, gs_statistics_panel, GS, STATISTICS_PANEL, GtkBox)

#endif
