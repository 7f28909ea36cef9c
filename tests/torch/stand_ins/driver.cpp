// A stand-in for the CUDA module: a program's GPUs without a GPU. Built whole, of another version, and with other names.
#include "core/memory/gpu/driver.h"
#include "tests/torch/stand_ins/fake_driver.h"

#ifndef STAND_IN_VERSION
#define STAND_IN_VERSION headroom::kGpuDriverVersion
#endif

#ifdef STAND_IN_WRONG_NAMES
extern "C" int some_other_library() { return 1; }
#else
extern "C" std::uint32_t headroom_gpu_driver_version() { return STAND_IN_VERSION; }
extern "C" headroom::GpuDriver* headroom_gpu_driver() {
    static headroom::test::FakeDriver driver;
    return &driver;
}
#endif
