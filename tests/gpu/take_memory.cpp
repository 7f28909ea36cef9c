// headroom_gpu_neighbour BYTES: takes so much memory of the first GPU, its own context included, says "taken", and holds it until its input ends. By
// the driver alone, as any other program might.
#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <iostream>

namespace {

void* const driver = dlopen("libcuda.so.1", RTLD_NOW);

constexpr int kOutOfMemory = 2;

/// Calls `name` of the driver; the program ends where that fails otherwise than for want of memory, which is false.
template <class... Args> bool call(const char* name, Args... args) {
    const auto function = driver ? reinterpret_cast<int (*)(Args...)>(dlsym(driver, name)) : nullptr;
    const int status = function ? function(args...) : -1;
    if (status == 0) return true;
    if (status == kOutOfMemory) return false;
    std::cout << name << ": status " << status << std::endl;
    std::exit(4);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    int device = 0;
    void* context = nullptr;
    unsigned long long held = 0;
    call("cuInit", 0u);
    call("cuDeviceGet", &device, 0);
    call("cuDevicePrimaryCtxRetain", &context, device);
    call("cuCtxSetCurrent", context);
    // Less where the context has taken the rest.
    constexpr std::size_t kLess = std::size_t{32} << 20;
    auto wanted = static_cast<std::size_t>(std::atoll(argv[1]));
    while (!call("cuMemAlloc_v2", &held, wanted) && wanted > kLess) wanted -= kLess;
    std::cout << "taken" << std::endl;
    std::cin.get();
}
