// The services of a program with the real backend. Torch-free header.
#pragma once

#include "core/api/services.h"

#include <memory>

namespace headroom {

std::unique_ptr<Services> make_services();

}  // namespace headroom
