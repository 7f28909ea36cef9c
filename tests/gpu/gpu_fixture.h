// What tests on a GPU share: the device itself, which in one of the two programs made of them is the stand-in, and another program beside it.
#pragma once

#include "core/base/units.h"
#include "core/memory/tensor_library.h"
#include "core/train/device.h"

#include <gtest/gtest.h>

#include <memory>

namespace headroom::test {

/// The stand-in computes with the processor: tests take smaller networks there.
#ifdef HEADROOM_STAND_IN
inline constexpr bool kStandIn = true;
#else
inline constexpr bool kStandIn = false;
#endif

/// Skips where no GPU can be used; says why.
template <class Base> class OnGpu : public Base {
protected:
    void SetUp() override {
        set_up_tensor_library();
        auto opened = open_device("cuda");
        if (!opened) GTEST_SKIP() << opened.error().message;
        opened_ = *opened;
    }
    at::Device device() const { return opened_.device; }
    DeviceMemory& memory() const { return *opened_.memory; }

private:
    TrainDevice opened_;
};

/// Another program that holds memory of the GPU, until its destructor.
class Neighbour {
public:
    explicit Neighbour(Bytes bytes);
    ~Neighbour();
    Neighbour(const Neighbour&) = delete;
    Neighbour& operator=(const Neighbour&) = delete;

private:
    struct Program;
    std::unique_ptr<Program> program_;
};

}  // namespace headroom::test
