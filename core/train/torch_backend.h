// The real backend: trainers, devices and pictures by LibTorch. Torch-free header.
#pragma once

#include "core/engine/backend.h"

#include <memory>

namespace headroom {

std::shared_ptr<Backend> make_torch_backend();

}  // namespace headroom
