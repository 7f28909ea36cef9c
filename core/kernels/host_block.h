// A kernel's block on the host.
#pragma once

#include "core/kernels/source/device.h"

#include <array>

namespace headroom::kernels {

template <class Kernel> class HostBlock {
public:
    static constexpr int kThreads = Kernel::kThreads;
    template <class T> using Own = std::array<T, static_cast<std::size_t>(kThreads)>;

    HostBlock(typename Kernel::Shared& space, I64 index, I64 count) : shared(space), index_(index), count_(count) {}
    I64 index() const { return index_; }
    I64 count() const { return count_; }
    template <class Work> void each(Work work) {
        for (int t = 0; t < kThreads; ++t) work(t);
    }

    typename Kernel::Shared& shared;

private:
    I64 index_, count_;
};

}  // namespace headroom::kernels
