// GPUs on paper: the report, the budget, roles across threads and the choice of a device, without a GPU.
#include "core/memory/gpu/gpu_registry.h"
#include "core/memory/ledger.h"
#include "core/memory/role_scope.h"
#include "core/memory/timeline_builder.h"
#include "core/train/device.h"
#include "core/train/device_errors.h"
#include "tests/torch/stand_ins/fake_driver.h"
#include "tests/torch/stand_ins/nvml.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

namespace headroom::test {
namespace {

using namespace headroom::literals;

constexpr const char* kNoNvml = "libno-such-nvml.so.1";

const void* block(int n) { return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(0x1000 * (n + 1))); }

void expect_adds_up(const MemoryReport& r) {
    EXPECT_EQ(r.now.total(), r.device_total);
    EXPECT_EQ(r.at_peak.total(), r.device_total);
}

MemoryReport report_of(DeviceMemory& memory, Bytes budget) {
    LedgerInput in;
    in.counts = memory.counts();
    in.device = memory.figures();
    in.budget = budget;
    in.device_name = memory.name();
    in.is_cpu = memory.is_cpu();
    return make_report(in);
}

struct Paper {
    FakeDriver driver;
    std::unique_ptr<GpuRegistry> gpus;
    std::shared_ptr<DeviceMemory> memory;

    explicit Paper(const std::string& nvml = kNoNvml) {
        driver.gpus = {paper_gpu("Paper 8", 8)};
        gpus = std::make_unique<GpuRegistry>(Result<GpuDriver*>(&driver), nvml);
        auto started = gpus->memory(0);
        EXPECT_TRUE(started) << (started ? "" : started.error().message);
        memory = *started;
    }
};

TEST(GpuMemory, CountsByRoleAndClosesTheLedger) {
    Paper p;
    EXPECT_TRUE(p.driver.expandable) << "growable segments are chosen before the first allocation";
    const auto turn = p.memory->turn();
    {
        const RoleScope role(Role::Weights);
        ASSERT_TRUE(p.driver.allocate(0, block(0), 1_GiB));
    }
    p.memory->begin_step(true);
    {
        const RoleScope role(Role::Activations);
        const PhaseScope phase(Phase::G);
        // Autograd computes a GPU's gradients on a thread of its own: the training thread's scopes hold there too.
        std::thread([&] { EXPECT_TRUE(p.driver.allocate(0, block(1), 2_GiB)); }).join();
        p.memory->retag(block(1), Role::Gradients);
        ASSERT_TRUE(p.driver.allocate(0, block(2), 512_MiB));
    }
    p.driver.release(0, block(1));
    const AllocatorCounts c = p.memory->counts();
    EXPECT_EQ(c.live[Role::Weights], 1_GiB);
    EXPECT_EQ(c.live[Role::Gradients], 0_GiB);
    EXPECT_EQ(c.live[Role::Activations], 512_MiB);
    EXPECT_EQ(c.live[Role::Cache], 2_GiB) << "what was freed stays with the allocator";
    EXPECT_EQ(c.step_peak, 3584_MiB);
    EXPECT_EQ(c.at_peak[Role::Gradients], 2_GiB);
    EXPECT_EQ(c.peak_phase, Phase::G);
    expect_adds_up(report_of(*p.memory, 6_GiB));

    const StepTimeline t = build_timeline(p.memory->end_step(), 1, {});
    EXPECT_EQ(t.peak_tensors, 3584_MiB);
    EXPECT_EQ(t.peak_phase, Phase::G);
    ASSERT_EQ(t.phases.size(), 1u);
    ASSERT_EQ(t.largest.size(), 3u);
    EXPECT_EQ(t.largest[0].role, Role::Gradients);
    EXPECT_EQ(t.largest[0].bytes, 2_GiB);
    EXPECT_EQ(t.points.back().bytes[Role::Weights], 1_GiB);

    EXPECT_EQ(p.memory->release_cache(), 2_GiB);
    EXPECT_EQ(p.memory->counts().live[Role::Cache], 0_GiB);
}

TEST(GpuMemory, TheLimitIsTheAllocatorsShareAndCanBeSuspended) {
    Paper p;
    const auto turn = p.memory->turn();
    p.memory->set_limit(2_GiB);
    EXPECT_DOUBLE_EQ(p.driver.gpus[0].share, 0.25);
    ASSERT_TRUE(p.driver.allocate(0, block(0), 1_GiB));
    EXPECT_FALSE(p.driver.allocate(0, block(1), 1025_MiB));
    const RefusedAllocation refused = p.memory->last_refused();
    EXPECT_EQ(refused.requested, 1025_MiB);
    EXPECT_EQ(refused.live, 1_GiB);
    EXPECT_EQ(refused.limit, 2_GiB);
    EXPECT_EQ(p.memory->counts().out_of_memory, 1);
    {
        const DeviceLimitSuspension outer(*p.memory);
        const DeviceLimitSuspension inner(*p.memory);
        EXPECT_TRUE(p.driver.allocate(0, block(1), 1025_MiB));
    }
    EXPECT_DOUBLE_EQ(p.driver.gpus[0].share, 0.25);
    p.memory->set_limit({});
    EXPECT_DOUBLE_EQ(p.driver.gpus[0].share, 1.0);
}

TEST(GpuMemory, WithoutNvmlTheReportSaysWhatItCannotTell) {
    Paper p;
    p.driver.gpus[0].others = 3_GiB;
    ASSERT_TRUE(p.driver.allocate(0, block(0), 1_GiB));
    const MemoryReport r = report_of(*p.memory, 6_GiB);
    expect_adds_up(r);
    EXPECT_FALSE(r.is_cpu);
    EXPECT_EQ(r.now.other_programs, 3_GiB);
    EXPECT_EQ(r.now.free, 4_GiB);
    EXPECT_NE(r.unknown_reason.find(kNoNvml), std::string::npos) << r.unknown_reason;
    EXPECT_TRUE(r.others_are_tighter) << "5 GiB are left by others, 6 were allowed";
}

TEST(GpuMemory, GrowableSegmentsThatCannotBeHadAreReplacedByFixedOnes) {
    FakeDriver driver;
    driver.gpus = {paper_gpu("Paper 8", 8), paper_gpu("Other", 8)};
    driver.no_growing = true;
    GpuRegistry gpus(&driver, kNoNvml);
    const auto first = gpus.memory(0);
    ASSERT_TRUE(first) << first.error().message;
    EXPECT_EQ(driver.calls, (std::vector<std::string>{"growable", "try 0", "fixed", "try 0"}));
    EXPECT_FALSE(driver.expandable);
    EXPECT_FALSE((*first)->pool_rules()->expandable) << "and forecasts know";
    driver.calls.clear();
    ASSERT_TRUE(gpus.memory(1));
    EXPECT_EQ(driver.calls, (std::vector<std::string>{"try 1"})) << "what cannot be had is not asked for again";
}

TEST(GpuMemory, GrowableSegmentsThatTheUserInsistsOnAreAnErrorThatNamesTheVariable) {
    FakeDriver driver;
    driver.gpus = {paper_gpu("Paper 8", 8)};
    driver.no_growing = true;
    driver.user_wants = "PYTORCH_CUDA_ALLOC_CONF";
    GpuRegistry gpus(&driver, kNoNvml);
    const auto memory = gpus.memory(0);
    ASSERT_FALSE(memory);
    EXPECT_NE(memory.error().message.find("not supported"), std::string::npos) << memory.error().message;
    EXPECT_NE(memory.error().message.find("PYTORCH_CUDA_ALLOC_CONF"), std::string::npos) << memory.error().message;
}

TEST(GpuMemory, WhereGrowableSegmentsWorkNothingElseIsTried) {
    Paper p;
    EXPECT_EQ(p.driver.calls, (std::vector<std::string>{"growable", "try 0"}));
    EXPECT_TRUE(p.memory->pool_rules()->expandable);
    EXPECT_EQ(p.memory->pool_rules()->address_space, 9_GiB);
}

TEST(GpuMemory, WorkspacesOfLibrariesHaveARoleOfTheirOwn) {
    Paper p;
    const auto turn = p.memory->turn();
    p.memory->begin_step(true);
    {
        const RoleScope role(Role::Activations);
        const PhaseScope phase(Phase::G);
        ASSERT_TRUE(p.driver.allocate(0, block(0), 32_MiB));  // cuBLAS keeps it
        p.driver.of_libraries = {block(0)};
        std::thread([&] {  // autograd's
            const LibraryCall call;
            EXPECT_TRUE(p.driver.allocate(0, block(1), 1_GiB));    // cuDNN's workspace
            EXPECT_TRUE(p.driver.allocate(0, block(2), 256_MiB));  // the result
            p.driver.release(0, block(1));
        })
            .join();
    }
    const AllocatorCounts c = p.memory->counts();
    EXPECT_EQ(c.live[Role::Libraries], 32_MiB);
    EXPECT_EQ(c.live[Role::Activations], 256_MiB);
    EXPECT_EQ(c.at_peak[Role::Libraries], 1056_MiB) << "it was that all along";
    EXPECT_EQ(c.at_peak[Role::Activations], 256_MiB);
    expect_adds_up(report_of(*p.memory, 6_GiB));
    const StepTimeline t = build_timeline(p.memory->end_step(), 1, {});
    ASSERT_FALSE(t.largest.empty());
    EXPECT_EQ(t.largest[0].role, Role::Libraries);
    EXPECT_EQ(t.largest[0].bytes, 1_GiB);
}

TEST(GpuMemory, OutsideALibrarysCallWhatComesAndGoesIsNoLibrarys) {
    Paper p;
    const auto turn = p.memory->turn();
    const RoleScope role(Role::Gradients);
    {
        const LibraryCall call;
        ASSERT_TRUE(p.driver.allocate(0, block(0), 1_GiB));
    }
    {
        const LibraryCall call;
        p.driver.release(0, block(0));  // made within another call
    }
    EXPECT_EQ(p.memory->counts().at_peak[Role::Libraries], 0_GiB);
    EXPECT_EQ(p.memory->counts().at_peak[Role::Gradients], 1_GiB);
}

TEST(GpuMemory, TheLastLeaseGivesBackWhatIsKept) {
    Paper p;
    {
        const auto turn = p.memory->turn();
        ASSERT_TRUE(p.driver.allocate(0, block(0), 2_GiB));
        ASSERT_TRUE(p.driver.allocate(0, block(1), 8_MiB));
        p.driver.of_libraries = {block(1)};
        auto tool = p.memory->for_another();
        tool.reset();
        EXPECT_EQ(p.driver.emptied, 0) << "the run's cache is left alone";
        p.driver.release(0, block(0));
    }
    EXPECT_EQ(p.driver.gpus[0].reserved, 2056_MiB);
    p.memory.reset();
    EXPECT_EQ(p.driver.emptied, 1) << "with workspaces, which the driver gives back with the cache";
    EXPECT_EQ(p.driver.gpus[0].reserved, 8_MiB) << "on paper they stay";
}

TEST(GpuMemory, WithoutNvmlAGpuThatIsLookedAtSaysWhatItCannotTell) {
    FakeDriver driver;
    driver.gpus = {paper_gpu("Paper 8", 8)};
    GpuRegistry gpus(&driver, kNoNvml);
    const auto seen = look_at_device("cuda:0", gpus);
    ASSERT_TRUE(seen);
    EXPECT_NE(seen->memory->figures().unknown_reason.find(kNoNvml), std::string::npos);
    EXPECT_EQ(seen->memory->figures().available, 8_GiB);
    EXPECT_FALSE(driver.gpus[0].started);
}

class WithNvml : public ::testing::Test {
protected:
    void SetUp() override {
        library_ = dlopen(kPath.c_str(), RTLD_NOW);
        ASSERT_NE(library_, nullptr);
    }
    void TearDown() override { dlclose(library_); }
    void answer(const StandInNvml& s) {
        reinterpret_cast<void (*)(const StandInNvml*)>(dlsym(library_, "stand_in_nvml_set"))(&s);
    }

    const std::string kPath = STAND_IN_FOLDER "/libstand_in_nvml.so";
    const unsigned me_ = static_cast<unsigned>(getpid());
    void* library_ = nullptr;
};

TEST_F(WithNvml, ContextAndOtherProgramsAreRowsOfTheirOwn) {
    answer({(8ull << 30), 0, 5ull << 30, {{me_, 2ull << 30}, {4000001, 1ull << 30}, {4000002, 2ull << 30}}, {}});
    Paper p(kPath);
    ASSERT_TRUE(p.driver.allocate(0, block(0), 1536_MiB));
    const MemoryReport r = report_of(*p.memory, 6_GiB);
    expect_adds_up(r);
    EXPECT_EQ(r.now.other_programs, 3_GiB);
    EXPECT_EQ(r.now.context, 512_MiB) << "what the process holds beyond its allocator";
    EXPECT_EQ(r.now.free, 3_GiB);
    EXPECT_EQ(r.to_spare, 3_GiB) << "8 less 3 of others, less 2 of this process";
    EXPECT_TRUE(r.others_are_tighter);
    ASSERT_EQ(r.programs.size(), 2u);
    EXPECT_EQ(r.programs[0].name, "program-4000002");
    EXPECT_EQ(r.programs[0].bytes, 2_GiB);
    EXPECT_EQ(r.utilisation, 73);
    EXPECT_EQ(r.celsius, 61);
    EXPECT_EQ(r.driver_source, "driver");
    EXPECT_TRUE(r.unknown_reason.empty()) << r.unknown_reason;
    EXPECT_EQ(automatic_budget(p.memory->figures()).count, ((5ll << 30) / 10) * 9) << "free and ours, less a tenth";
}

TEST_F(WithNvml, InAContainerItsOwnNumberIsUnknownAndTheLedgerStillCloses) {
    answer({(8ull << 30), 0, 5ull << 30, {{me_ + 100000, 5ull << 30}}, {}});
    Paper p(kPath);
    ASSERT_TRUE(p.driver.allocate(0, block(0), 1_GiB));
    const MemoryReport r = report_of(*p.memory, 6_GiB);
    expect_adds_up(r);
    EXPECT_EQ(r.now.context, 0_GiB);
    EXPECT_EQ(r.now.other_programs, 4_GiB);
    EXPECT_FALSE(r.unknown_reason.empty());
    EXPECT_TRUE(r.programs.empty()) << "one of them would be this program itself";
}

TEST_F(WithNvml, ASliceOfADeviceIsNotMistakenForTheWhole) {
    answer({(80ull << 30), 0, 5ull << 30, {}, {}});
    Paper p(kPath);
    const MemoryReport r = report_of(*p.memory, 6_GiB);
    EXPECT_EQ(r.device_total, 8_GiB);
    expect_adds_up(r);
    EXPECT_NE(r.unknown_reason.find("slices"), std::string::npos) << r.unknown_reason;
}

TEST_F(WithNvml, ListsWhatIsFreeWithoutTouchingTheDevice) {
    answer({(8ull << 30), 0, 5ull << 30, {}, {}});
    FakeDriver driver;
    driver.gpus = {paper_gpu("Paper 8", 8)};
    GpuRegistry gpus(&driver, kPath);
    const auto devices = list_devices(gpus);
    ASSERT_EQ(devices.size(), 2u);
    EXPECT_EQ(devices[0].id, "cpu");
    EXPECT_EQ(devices[1].id, "cuda:0");
    EXPECT_EQ(devices[1].free, 3_GiB);
    EXPECT_FALSE(driver.gpus[0].started);
}

TEST_F(WithNvml, LookingAtAGpuCreatesNoContext) {
    answer({(8ull << 30), 0, 5ull << 30, {{me_ + 5, 5ull << 30}}, {}});
    FakeDriver driver;
    driver.gpus = {paper_gpu("Paper 8", 8)};
    GpuRegistry gpus(&driver, kPath);
    for (const char* name : {"auto", "cuda", "cuda:0"}) {
        const auto seen = look_at_device(name, gpus);
        ASSERT_TRUE(seen) << seen.error().message;
        EXPECT_EQ(seen->memory->id(), "cuda:0");
        EXPECT_FALSE(seen->memory->computes());
        EXPECT_TRUE(seen->memory->pool_rules()->expandable);
        const MemoryReport r = report_of(*seen->memory, 6_GiB);
        expect_adds_up(r);
        EXPECT_EQ(r.now.context, 0_GiB);
        EXPECT_EQ(r.now.other_programs, 5_GiB);
        EXPECT_EQ(r.now.free, 3_GiB);
    }
    EXPECT_FALSE(driver.gpus[0].started);
    EXPECT_FALSE(gpus.has_context(0));
    ASSERT_TRUE(open_device("cuda:0", gpus));
    EXPECT_TRUE(gpus.has_context(0)) << "also after its last lease has ended";
    const auto seen = look_at_device("cuda:0", gpus);
    ASSERT_TRUE(seen);
    EXPECT_TRUE(seen->memory->computes());
}

TEST(OpenDevice, AutoTakesTheFirstGpuThatWorks) {
    FakeDriver driver;
    driver.gpus = {paper_gpu("Ancient", 2, 5), paper_gpu("Busy", 8), paper_gpu("Fine", 8)};
    driver.gpus[1].start_error = "CUDA error: all CUDA-capable devices are busy or unavailable";
    GpuRegistry gpus(&driver, kNoNvml);
    for (const char* name : {"auto", "cuda"}) {
        const auto opened = open_device(name, gpus);
        ASSERT_TRUE(opened) << opened.error().message;
        EXPECT_EQ(opened->memory->id(), "cuda:2");
        EXPECT_EQ(opened->device, at::Device(at::kCUDA, 2));
    }
    const auto devices = list_devices(gpus);
    EXPECT_FALSE(devices[1].usable);
    EXPECT_NE(devices[1].note.find("too old"), std::string::npos);
}

TEST(OpenDevice, AutoFallsBackToTheCpuAndSaysWhy) {
    FakeDriver driver;
    driver.gpus = {paper_gpu("Ancient", 2, 5)};
    GpuRegistry gpus(&driver, kNoNvml);
    const auto opened = open_device("auto", gpus);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->memory->id(), "cpu");
    EXPECT_NE(opened->note.find("too old"), std::string::npos) << opened->note;
}

TEST(OpenDevice, WithoutADriverAutoIsTheCpuAndCudaIsAnError) {
    GpuRegistry gpus(make_error(ErrorCode::Environment, "no NVIDIA driver was found"), kNoNvml);
    const auto opened = open_device("auto", gpus);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->memory->id(), "cpu");
    for (const char* name : {"cuda", "cuda:0"}) {
        const auto none = open_device(name, gpus);
        ASSERT_FALSE(none);
        EXPECT_NE(none.error().message.find("no NVIDIA driver was found"), std::string::npos) << none.error().message;
        EXPECT_NE(none.error().hint.find("cpu"), std::string::npos) << none.error().hint;
    }
}

TEST(OpenDevice, AMissingDeviceIsAnsweredWithThoseThatExist) {
    FakeDriver driver;
    driver.gpus = {paper_gpu("Paper 8", 8)};
    GpuRegistry gpus(&driver, kNoNvml);
    const auto none = open_device("cuda:3", gpus);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::NotFound);
    EXPECT_NE(none.error().message.find("cuda:3"), std::string::npos);
    EXPECT_NE(none.error().hint.find("cuda:0 (Paper 8)"), std::string::npos) << none.error().hint;
    for (const char* name : {"gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", ""}) {
        const auto bad = open_device(name, gpus);
        ASSERT_FALSE(bad) << name;
        EXPECT_EQ(bad.error().code, ErrorCode::InvalidArgument) << name;
    }
}

TEST(DeviceErrors, AreToldApartByTheirWords) {
    EXPECT_EQ(failure_in("CUDA error: out of memory\nCUDA kernel errors might be asynchronously reported"),
              DeviceFailure::OutOfMemory);
    EXPECT_EQ(failure_in("cuDNN error: CUDNN_STATUS_ALLOC_FAILED"), DeviceFailure::OutOfMemory);
    EXPECT_EQ(failure_in("CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`"),
              DeviceFailure::OutOfMemory);
    EXPECT_EQ(failure_in("cuDNN error: CUDNN_STATUS_INTERNAL_ERROR_DEVICE_ALLOCATION_FAILED"),
              DeviceFailure::OutOfMemory);
    EXPECT_EQ(failure_in("CUDA error: an illegal memory access was encountered"), DeviceFailure::DeviceLost);
    EXPECT_EQ(failure_in("CUDA error: device-side assert triggered"), DeviceFailure::DeviceLost);
    EXPECT_EQ(failure_in("mat1 and mat2 shapes cannot be multiplied (3x4 and 5x6)"), DeviceFailure::Defect);
}

TEST(DeviceErrors, ABrokenContextIsLostWhateverTheWordsSay) {
    Paper p;
    const c10::Error plain(c10::SourceLocation{__func__, __FILE__, __LINE__}, "CUDA error: something new");
    EXPECT_EQ(failure_of(plain, *p.memory), DeviceFailure::Defect);
    p.driver.gpus[0].lost = "CUDA error: something new";
    EXPECT_EQ(failure_of(plain, *p.memory), DeviceFailure::DeviceLost);
    EXPECT_EQ(p.memory->figures().known, false);
}

TEST(CpuAndGpu, FillTheSameReport) {
    const auto cpu =
        open_device("cpu", *std::make_unique<GpuRegistry>(make_error(ErrorCode::Environment, "none"), kNoNvml));
    ASSERT_TRUE(cpu);
    const MemoryReport r = report_of(*cpu->memory, 1_GiB);
    expect_adds_up(r);
    EXPECT_TRUE(r.is_cpu);
    EXPECT_GT(r.now.context.count, 0);
    EXPECT_EQ(r.utilisation, -1);
}

}  // namespace
}  // namespace headroom::test
