// headroom_gpu_neighbour BYTES: takes so much memory of the first GPU, its own context included, says "taken", and holds it until its input ends. By
// the driver alone, as any other program might.
#include <dlfcn.h>

#include <cstddef>
#include <cstdlib>
#include <iostream>

namespace {

void* const driver = dlopen("libcuda.so.1", RTLD_NOW);

/// Calls `name` of the driver; ends the program where it fails.
template <class... Args> void call(const char* name, Args... args) {
    const auto function = driver ? reinterpret_cast<int (*)(Args...)>(dlsym(driver, name)) : nullptr;
    const int status = function ? function(args...) : -1;
    if (status == 0) return;
    std::cout << name << ": status " << status << std::endl;
    std::exit(4);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    int device = 0;
    void* context = nullptr;
    std::size_t free = 0, total = 0;
    unsigned long long held = 0;
    call("cuInit", 0u);
    call("cuDeviceGet", &device, 0);
    call("cuDevicePrimaryCtxRetain", &context, device);
    call("cuCtxSetCurrent", context);
    call("cuMemGetInfo_v2", &free, &total);
    const auto wanted = static_cast<std::size_t>(std::atoll(argv[1]));
    call("cuMemAlloc_v2", &held, wanted > free ? free : wanted);
    std::cout << "taken" << std::endl;
    std::cin.get();
}
