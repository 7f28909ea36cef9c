// The studio's services over the real backend.
#include "core/train/make_services.h"

#include "core/engine/studio_services.h"
#include "core/train/torch_backend.h"

namespace headroom {

std::unique_ptr<Services> make_services() { return make_studio_services(make_torch_backend(), StudioOptions{}); }

}  // namespace headroom
