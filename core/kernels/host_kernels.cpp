// Running kernels on the host.
#include "core/kernels/host_kernels.h"

#include "core/kernels/host_block.h"
#include "core/kernels/kernel_table.h"

#include <memory>

namespace headroom::kernels {
namespace {

template <class Kernel> void run_blocks(std::int64_t blocks, const void* args) {
    // What was shared by the block before is no zero: a kernel that reads what it did not write shows it.
    const auto shared = std::make_unique<typename Kernel::Shared>();
    const auto copy = *static_cast<const typename Kernel::Args*>(args);
    for (std::int64_t i = 0; i < blocks; ++i) {
        HostBlock<Kernel> block(*shared, i, blocks);
        Kernel::run(block, copy);
    }
}

}  // namespace

std::string HostKernels::load_own(int) noexcept { return {}; }
std::string HostKernels::architecture(int, int& out) noexcept {
    out = 0;
    return {};
}
std::string HostKernels::load(int, const std::string&) noexcept { return {}; }

std::string HostKernels::launch(int, const Launch& launch) noexcept {
    using Run = void (*)(std::int64_t, const void*);
#define HEADROOM_RUN(name) &run_blocks<name>,
    static constexpr std::array<Run, kKernels> runs{HEADROOM_KERNELS(HEADROOM_RUN)};
#undef HEADROOM_RUN
    if (launch.kernel < 0 || launch.kernel >= kKernels) return "there is no kernel " + std::to_string(launch.kernel);
    runs[static_cast<std::size_t>(launch.kernel)](launch.blocks, launch.args);
    return {};
}

}  // namespace headroom::kernels
