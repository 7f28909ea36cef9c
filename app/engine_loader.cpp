// Engine loader: the services come from the engine's module.
#include "app/engine_loader.h"

#include "core/engine/setup/engine_library.h"
#ifdef HEADROOM_HAS_FAKE
#include "tests/support/fake_services.h"
#endif

namespace headroom {

Result<std::unique_ptr<Services>> load_engine(const QString& fake) {
    if (!fake.isEmpty()) {
#ifdef HEADROOM_HAS_FAKE
        return make_fake_services(fake.toStdString());
#else
        return make_error(ErrorCode::InvalidArgument, "--fake: this build has no scripted engine",
                          "Build with HEADROOM_TESTS=ON.");
#endif
    }
    const Result<void*> library = open_engine_library();
    if (!library) return library.error();
    const auto make = engine_entry<Services* (*)()>(*library, "headroom_make_services");
    std::unique_ptr<Services> services(make ? make() : nullptr);
    if (!services)
        return make_error(ErrorCode::Environment, "the engine did not start",
                          "headroom-cli doctor says what is missing.");
    return services;
}

}  // namespace headroom
