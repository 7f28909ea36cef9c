// Fixture plans: the table of "Make it fit" as the fake engine answers it.
#pragma once

#include "core/api/planner.h"

#include <memory>

namespace headroom::fixture {

/// Plans for the story's run on the design's card; rehearsals end at once with the forecast as measured.
std::shared_ptr<Planner> story_planner();

}  // namespace headroom::fixture
