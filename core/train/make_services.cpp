// The studio's services over the real backend.
#include "core/train/make_services.h"

#include "core/engine/studio_services.h"
#include "core/memory/gpu/gpu_registry.h"
#include "core/train/torch_backend.h"

namespace headroom {

std::unique_ptr<Services> make_services() {
    // Here, because the studio calls this off the window's thread: later questions for the devices are then quick.
    (void)GpuRegistry::process().list();
    return make_studio_services(make_window_backend(), StudioOptions{});
}

}  // namespace headroom
