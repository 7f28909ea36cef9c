// Engine loader: finds the services of the studio. The tensor library sits in a module that is loaded on demand, so that the
// window is there before it.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <QString>

#include <memory>

namespace headroom {

/// Blocks while the module loads: not on the window's thread. `fake`: a fixture of the scripted engine instead; may be empty.
/// Errors: Environment (module missing or unusable), InvalidArgument (no such engine in this build).
Result<std::unique_ptr<Services>> load_engine(const QString& fake);

}  // namespace headroom
