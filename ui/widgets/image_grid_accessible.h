// What screen readers learn of an ImageGrid: a list, its sentence, the chosen picture.
#pragma once

namespace headroom::ui {

/// Registers the interface once for the application.
void installImageGridAccessibility();

}  // namespace headroom::ui
