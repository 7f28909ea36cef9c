// LoneProcess: a group of one, for probes of a step that several processes share: it takes the course that each of them takes, with nobody to wait for.
#pragma once

#include "core/ranks/collective.h"

#include <memory>

namespace headroom {

std::unique_ptr<Collective> lone_process();

}  // namespace headroom
