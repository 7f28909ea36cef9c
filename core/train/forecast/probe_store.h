// Remembered probes: one CBOR file per kind of step.
#pragma once

#include "core/train/forecast/step_model.h"

#include <memory>
#include <string>

namespace headroom {

/// The stored probe of `kind`; null when there is none or the file is not one (it is then measured anew and written over).
std::shared_ptr<const KindProbe> load_probe(const std::string& folder, const std::string& kind);
/// Atomically; what cannot be written is only measured again another time. `probe`: a calm one.
void save_probe(const std::string& folder, const std::string& kind, const KindProbe& probe);

}  // namespace headroom
