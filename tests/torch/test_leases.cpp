// Leases: what an owner sets is in force in its turn alone, and limits count its own blocks; GPUs stand on paper.
#include "core/base/log.h"
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_memory.h"
#include "core/memory/gpu/gpu_registry.h"
#include "core/memory/libtorch.h"
#include "core/memory/tensor_library.h"
#include "core/models/vqgan/quantizer.h"
#include "core/train/device.h"
#include "tests/torch/stand_ins/fake_driver.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

namespace headroom::test {
namespace {

using namespace headroom::literals;

static_assert(std::is_nothrow_move_constructible_v<Turn> && !std::is_copy_constructible_v<Turn>);
static_assert(std::is_nothrow_move_constructible_v<ComputeLease> && !std::is_copy_constructible_v<ComputeLease>);

/// LibTorch's switches as the calling thread computes with them.
struct Switches {
    bool products = at::globalContext().allowTF32CuBLAS(), convolutions = at::globalContext().allowTF32CuDNN();
    bool cudnn = at::globalContext().userEnabledCuDNN(), benchmark = at::globalContext().benchmarkCuDNN();
    bool deterministic = at::globalContext().deterministicCuDNN(), all = at::globalContext().deterministicAlgorithms();
    bool only_warns = at::globalContext().deterministicAlgorithmsWarnOnly();
    int threads = at::get_num_threads();
    bool operator==(const Switches&) const = default;
};

struct TwoGpus {
    FakeDriver driver;
    std::unique_ptr<GpuRegistry> gpus;

    TwoGpus() {
        driver.gpus = {paper_gpu("Paper 8", 8), paper_gpu("Paper 16", 16)};
        gpus = std::make_unique<GpuRegistry>(Result<GpuDriver*>(&driver), "libno-such-nvml.so.1");
    }
    std::shared_ptr<DeviceMemory> lease(int gpu) const { return *gpus->memory(gpu); }
};

const void* place(int n) { return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(0x1000 * (n + 1))); }

TEST(Leases, SettingsAreInForceInATurnAndPutBackAtItsEnd) {
    const TwoGpus paper;
    const auto gpu = paper.lease(0);
    const Switches before;
    gpu->compute_with({true, before.threads + 1});
    EXPECT_EQ(Switches(), before) << "it is nobody's turn";
    {
        const Turn turn = gpu->turn();
        EXPECT_TRUE(Switches().products && Switches().convolutions);
        EXPECT_EQ(Switches().threads, before.threads + 1);
        // What the CPU's kernels read has no part in it.
        EXPECT_NE(at::globalContext().float32Precision(at::Float32Backend::MKLDNN, at::Float32Op::MATMUL),
                  at::Float32Precision::TF32);
        {
            const ComputeLease exact = ComputeLease::whole_float32();
            EXPECT_FALSE(Switches().products || Switches().convolutions);
            EXPECT_EQ(Switches().threads, before.threads + 1);
        }
        EXPECT_TRUE(Switches().products && Switches().convolutions);
        gpu->compute_with({false, before.threads + 2});  // a change of the settings takes effect within the step
        EXPECT_FALSE(Switches().products || Switches().convolutions);
        EXPECT_EQ(Switches().threads, before.threads + 2);
    }
    EXPECT_EQ(Switches(), before);
}

TEST(Leases, CudnnChoosesAsTheOwnerWantsInItsTurnAlone) {
    const TwoGpus paper;
    const auto gpu = paper.lease(0);
    const Switches before;
    TrainConfig config;
    gpu->compute_with(compute_settings(config, 1));
    {
        const Turn turn = gpu->turn();
        EXPECT_TRUE(Switches().cudnn && Switches().benchmark);
        EXPECT_FALSE(Switches().deterministic || Switches().all);
        EXPECT_TRUE(Switches().products && Switches().convolutions) << "automatic precision is TF32 on a GPU";
        {
            config.deterministic = true;
            gpu->compute_with(compute_settings(config, 1));
            const ComputeLease exact = ComputeLease::whole_float32();
            EXPECT_TRUE(Switches().deterministic && Switches().all && Switches().only_warns);
            EXPECT_FALSE(Switches().benchmark) << "what it measures decides which algorithm is taken";
            EXPECT_FALSE(Switches().products);
        }
        config.deterministic = config.cudnn = config.cudnn_benchmark = false;
        config.precision = Precision::Fp32;
        gpu->compute_with(compute_settings(config, 1));
        EXPECT_FALSE(Switches().cudnn || Switches().benchmark || Switches().deterministic || Switches().all);
        EXPECT_FALSE(Switches().products || Switches().convolutions);
    }
    EXPECT_EQ(Switches(), before);
    const auto cpu = cpu_memory();
    cpu->compute_with(compute_settings({}, before.threads));
    const Turn turn = cpu->turn();
    EXPECT_EQ(Switches(), before) << "no GPU, none of its switches";
}

TEST(Leases, AutomaticPrecisionIsWhatTheDeviceHas) {
    TwoGpus paper;
    paper.driver.gpus[1].facts.major = 7;
    paper.driver.gpus[1].facts.minor = 5;
    EXPECT_EQ(computed_in(Precision::Auto, *paper.lease(0)), Precision::Tf32);
    EXPECT_EQ(computed_in(Precision::Auto, *paper.lease(1)), Precision::Fp32);
    EXPECT_EQ(computed_in(Precision::Auto, *cpu_memory()), Precision::Fp32);
    EXPECT_EQ(computed_in(Precision::Bf16, *paper.lease(0)), Precision::Bf16);
}

TEST(Leases, WhatLibTorchWarnsOfIsLoggedOnce) {
    std::vector<std::string> lines;
    const LogSinkId sink = add_log_listener(
        [&](LogSeverity, std::int64_t, const std::string& text) { lines.push_back(text); }, LogSeverity::Warn);
    const auto cpu = cpu_memory();
    {
        const Turn turn = cpu->turn();
        for (int i = 0; i < 3; ++i) TORCH_WARN("this sum has no fixed order");
    }
    remove_log_sink(sink);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_NE(lines.front().find("this sum has no fixed order"), std::string::npos);
}

TEST(Leases, ATurnEndsOnceWhereverItWasMovedTo) {
    const TwoGpus paper;
    const auto gpu = paper.lease(0);
    const Switches before;
    gpu->compute_with({true, 0});
    {
        Turn first = gpu->turn();
        const Turn second = std::move(first);
        EXPECT_TRUE(Switches().products);
    }
    EXPECT_EQ(Switches(), before);
    const Turn again = gpu->turn();
    EXPECT_TRUE(Switches().products);
}

TEST(Leases, WorkOnTheCpuBesideAGpuLeavesItsSwitchesAlone) {
    const TwoGpus paper;
    const auto gpu = paper.lease(0);
    gpu->compute_with({true, 0});
    const Turn turn = gpu->turn();
    const int threads = at::get_num_threads();
    std::thread([] {
        const auto cpu = cpu_memory();
        cpu->compute_with({false, 3});
        const Turn other = cpu->turn();
        EXPECT_EQ(at::get_num_threads(), 3);
        (void)vqgan::nearest_codes(torch::rand({2, 4, 3, 3}), torch::rand({7, 4}));
        EXPECT_TRUE(Switches().products && Switches().convolutions);
    }).join();
    EXPECT_TRUE(Switches().products && Switches().convolutions);
    EXPECT_EQ(at::get_num_threads(), threads) << "a thread's count is its own";
}

TEST(Leases, TheGpusHaveOneTurnBetweenThem) {
    const TwoGpus paper;
    const auto exact = paper.lease(0), fast = paper.lease(1);
    fast->compute_with({true, 0});
    std::promise<void> asked;
    std::future<bool> other;
    {
        const Turn turn = exact->turn();
        other = std::async(std::launch::async, [&] {
            asked.set_value();
            const Turn second = fast->turn();
            return Switches().products;
        });
        asked.get_future().wait();
        EXPECT_EQ(other.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
        EXPECT_FALSE(Switches().products);
    }
    EXPECT_TRUE(other.get());
    EXPECT_FALSE(Switches().products);
}

TEST(Leases, NearestCodesAreSoughtInWholeFloat32WhereTheRunRoundsToTf32) {
    struct Seen {
        int products = 0, rounded = 0;
    };
    static Seen seen;
    seen = {};
    at::RecordFunctionCallback watch([](const at::RecordFunction& f) -> std::unique_ptr<at::ObserverContext> {
        if (std::string_view(f.name()).find("addmm") != std::string_view::npos) {
            ++seen.products;
            seen.rounded += at::globalContext().allowTF32CuBLAS() ? 1 : 0;
        }
        return nullptr;
    });
    const TwoGpus paper;
    const auto gpu = paper.lease(0);
    gpu->compute_with({true, 0});
    const Turn turn = gpu->turn();
    const auto handle = at::addThreadLocalCallback(watch);
    const at::Tensor found = vqgan::nearest_codes(torch::rand({2, 4, 3, 3}), torch::rand({7, 4}));
    at::removeCallback(handle);
    EXPECT_EQ(found.sizes(), at::IntArrayRef({2, 3, 3}));
    EXPECT_GT(seen.products, 0);
    EXPECT_EQ(seen.rounded, 0);
    EXPECT_TRUE(Switches().products) << "the run's own setting stays";
}

TEST(Leases, ALimitCountsItsOwnersBlocksAlone) {
    const auto small = cpu_memory(), large = small->for_another();
    small->set_limit(Bytes{1 << 20});
    large->set_limit(Bytes{16 << 20});
    at::Tensor held, more;
    {
        const Turn turn = large->turn();
        held = at::empty({8 << 20}, at::kByte);
        {
            const Turn within = small->turn();
            more = at::empty({1 << 19}, at::kByte);
            EXPECT_THROW(at::empty({1 << 20}, at::kByte), c10::OutOfMemoryError);
        }
        EXPECT_NO_THROW(at::empty({4 << 20}, at::kByte)) << "the owner of before is in force again";
    }
    EXPECT_EQ(small->counts().live_total.count, 1 << 19);
    EXPECT_EQ(small->counts().out_of_memory, 1);
    EXPECT_EQ(small->last_refused().limit.count, 1 << 20);
    EXPECT_EQ(large->counts().live_total.count, 8 << 20);
    EXPECT_EQ(large->counts().step_peak.count, 12 << 20);
    EXPECT_EQ(large->counts().out_of_memory, 0);
    EXPECT_GE(small->counts().live[Role::Other].count, 8 << 20) << "what others hold is in the ledger too";
    EXPECT_NO_THROW(at::empty({32 << 20}, at::kByte)) << "the process's own has no limit";
}

TEST(Leases, BlocksOutliveTheirOwner) {
    const Bytes before = cpu_allocator::live_of_all().total();
    at::Tensor kept;
    {
        const auto owner = cpu_memory();
        const Turn turn = owner->turn();
        kept = at::ones({1 << 20}, at::kByte);
        (void)at::empty({8 << 20}, at::kByte);
    }
    EXPECT_EQ((cpu_allocator::live_of_all().total() - before).count, 1 << 20);
    EXPECT_EQ(kept.sum().item<std::int64_t>(), 1 << 20);
    kept.reset();
    EXPECT_EQ(cpu_allocator::live_of_all().total(), before);
}

TEST(Leases, AGpusLimitLeavesOutWhatOthersHold) {
    TwoGpus paper;
    const auto run = paper.lease(0), tool = paper.lease(0);
    run->set_limit(2_GiB);
    tool->set_limit(1_GiB);
    EXPECT_DOUBLE_EQ(paper.driver.gpus[0].share, 1.0);
    {
        const Turn turn = run->turn();
        EXPECT_DOUBLE_EQ(paper.driver.gpus[0].share, 0.25);
        ASSERT_TRUE(paper.driver.allocate(0, place(0), 1536_MiB));
        EXPECT_FALSE(paper.driver.allocate(0, place(1), 1_GiB));
        EXPECT_EQ(run->last_refused().limit, 2_GiB);
    }
    {
        const Turn turn = tool->turn();
        EXPECT_DOUBLE_EQ(paper.driver.gpus[0].share, 2560.0 / 8192);
        ASSERT_TRUE(paper.driver.allocate(0, place(1), 1_GiB));
        EXPECT_FALSE(paper.driver.allocate(0, place(2), 1_MiB));
        EXPECT_EQ(tool->last_refused().live, 1_GiB);
    }
    EXPECT_EQ(run->limit(), 2_GiB);
    EXPECT_EQ(run->counts().live_total, 1536_MiB);
    EXPECT_EQ(run->counts().live[Role::Other], 2560_MiB) << "its own without a role, and the tool's";
    EXPECT_EQ(tool->counts().live_total, 1_GiB);
    const Turn turn = run->turn();
    EXPECT_DOUBLE_EQ(paper.driver.gpus[0].share, 3072.0 / 8192);
    EXPECT_TRUE(paper.driver.allocate(0, place(2), 512_MiB));
}

TEST(TensorLibrary, CanBeSetUpAgainAtAnyTime) {
    const auto* allocator = c10::GetAllocator(c10::kCPU);
    const at::Tensor a = torch::rand({3, 4}), b = torch::rand({4, 5}), before = at::mm(a, b),
                     half = at::mm(a.to(at::kBFloat16), b.to(at::kBFloat16));
    const TwoGpus paper;
    const auto gpu = paper.lease(0);
    gpu->compute_with({true, 0});
    const Turn turn = gpu->turn();
    set_up_tensor_library();
    EXPECT_TRUE(Switches().products && Switches().convolutions) << "a run amid its step keeps its own";
    EXPECT_EQ(c10::GetAllocator(c10::kCPU), allocator);
    EXPECT_TRUE(at::equal(at::mm(a, b), before));
    EXPECT_TRUE(at::equal(at::mm(a.to(at::kBFloat16), b.to(at::kBFloat16)), half));
}

TEST(TensorLibrary, CallsEachOfMklsFunctionsBeforeThreadsCallThemTogether) {
    static std::set<std::pair<std::string, at::ScalarType>> called;
    called.clear();
    at::RecordFunctionCallback watch([](const at::RecordFunction& f) -> std::unique_ptr<at::ObserverContext> {
        const auto inputs = f.inputs();
        if (inputs.size() == 1 && inputs[0].isTensor()) called.emplace(f.name(), inputs[0].toTensor().scalar_type());
        return nullptr;
    });
    watch.needsInputs(true);
    const auto handle = at::addThreadLocalCallback(watch);
    settle_library_functions();
    at::removeCallback(handle);
    for (const std::string name : {"asin", "cos", "erf", "exp", "log", "sin", "sqrt", "tanh"}) {
        for (const at::ScalarType type : {at::kFloat, at::kDouble})
            EXPECT_TRUE(called.contains({"aten::" + name, type})) << name << " of " << type;
    }
}

}  // namespace
}  // namespace headroom::test
