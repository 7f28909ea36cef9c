// headroom_gpu_neighbour BYTES: takes so much memory of the first GPU, says "taken", and holds it until its input ends.
#include "core/memory/gpu/driver_loader.h"
#include "core/memory/libtorch.h"

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    if (const auto driver = headroom::gpu_driver(); !driver) {
        std::cerr << driver.error().message << std::endl;
        return 4;
    }
    const at::Tensor held =
        at::empty({std::atoll(argv[1])}, at::TensorOptions().dtype(at::kByte).device(at::kCUDA)).fill_(1);
    (void)held.sum().item<std::int64_t>();
    std::cout << "taken" << std::endl;
    std::cin.get();
}
