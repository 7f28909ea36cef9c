// What screen readers learn of a HistorySlider: a slider over the kept sample sets.
#pragma once

namespace headroom::ui {

/// Registers the interface once for the application.
void installHistorySliderAccessibility();

}  // namespace headroom::ui
