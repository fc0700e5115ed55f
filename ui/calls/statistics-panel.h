/* SPDX-License-Identifier: MIT */
/* ui/calls/statistics-panel - the panel of an opened trace's figures: one of them over the frames,
 * and all of them for the picked frame and the whole. Picking a frame shows its first call in the
 * list. */
#ifndef GS_UI_STATISTICS_PANEL_H
#define GS_UI_STATISTICS_PANEL_H

#include "ui/panel.h"

#define GS_TYPE_STATISTICS_PANEL (gs_statistics_panel_get_type())
G_DECLARE_FINAL_TYPE(GsStatisticsPanel, gs_statistics_panel, GS, STATISTICS_PANEL, GtkBox)

#endif
