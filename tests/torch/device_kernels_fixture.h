// A fixture with the kernels of a GPU, run on the host on CPU tensors.
#pragma once

#include "core/kernels/device_kernels.h"
#include "core/kernels/host_kernels.h"

#include <gtest/gtest.h>

namespace headroom::test {

class WithDeviceKernels : public testing::Test {
protected:
    WithDeviceKernels() : kernels(driver_, 0, compiler_, {}) {}

private:
    kernels::HostKernels driver_;
    kernels::Nvrtc compiler_;

protected:
    kernels::DeviceKernels kernels;
};

}  // namespace headroom::test
