// The NCCL module: the one unit of Headroom that includes c10d's ProcessGroupNCCL, behind GpuLink.
#include "core/ranks/gpu_link.h"

#include <ATen/ATen.h>
#include <c10/cuda/CUDAGuard.h>

#define USE_C10D_NCCL
#include <torch/csrc/cuda/nccl.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace headroom {
namespace {

using Nccl = c10d::ProcessGroupNCCL;

/// Runs `what`; an exception becomes an error of one line.
template <class T, class F> Result<T> guarded(F&& what) {
    std::string words;
    try {
        return what();
    } catch (const c10::Error& e) { words = e.what_without_backtrace(); } catch (const std::exception& e) {
        words = e.what();
    } catch (...) { words = "NCCL failed without a message"; }
    return make_error(ErrorCode::Environment, words.substr(0, words.find('\n')));
}

class Work final : public GpuWork {
public:
    explicit Work(c10::intrusive_ptr<c10d::Work> work) : work_(std::move(work)) {}

    Result<bool> done() override {
        return guarded<bool>([&]() -> Result<bool> {
            const bool done = work_->isCompleted();
            if (const auto failed = work_->exception()) std::rethrow_exception(failed);
            return done;
        });
    }
    Result<void> finish() override {
        return guarded<void>([&]() -> Result<void> {
            work_->synchronize();
            return {};
        });
    }

private:
    const c10::intrusive_ptr<c10d::Work> work_;
};

class Link final : public GpuLink {
public:
    Link(const GpuEnd& end, c10::intrusive_ptr<Nccl> nccl) : end_(end), nccl_(std::move(nccl)) {}
    ~Link() override { abort(); }

    Result<std::unique_ptr<GpuWork>> begin_reduce(Numbers numbers) override {
        return begin(numbers, [&](std::vector<at::Tensor>& tensors) { return nccl_->allreduce(tensors); });
    }
    Result<std::unique_ptr<GpuWork>> begin_broadcast(Numbers numbers, int from) override {
        return begin(numbers, [&](std::vector<at::Tensor>& tensors) {
            c10d::BroadcastOptions options;
            options.rootRank = from;
            return nccl_->broadcast(tensors, options);
        });
    }
    Result<std::unique_ptr<GpuWork>> begin_known_sum() override {
        return guarded<std::unique_ptr<GpuWork>>([&]() -> Result<std::unique_ptr<GpuWork>> {
            known_ = at::arange(kKnown, at::TensorOptions().dtype(at::kFloat).device(at::kCUDA, device())) +
                     static_cast<double>(end_.rank + 1);
            return begin_reduce({known_.data_ptr(), kKnown, NumberKind::Float32});
        });
    }
    Result<bool> known_sum_is_right() override {
        return guarded<bool>([&]() -> Result<bool> {
            const double n = end_.size;
            const at::Tensor right = at::arange(kKnown, at::kFloat) * n + n * (n + 1) / 2;
            return at::equal(std::exchange(known_, at::Tensor()).cpu(), right);
        });
    }
    void abort() override {
        (void)guarded<void>([&]() -> Result<void> {
            nccl_->abort();
            return {};
        });
    }

private:
    static constexpr std::int64_t kKnown = 64;

    c10::DeviceIndex device() const { return static_cast<c10::DeviceIndex>(end_.gpu); }

    template <class Begin> Result<std::unique_ptr<GpuWork>> begin(Numbers numbers, Begin begin_it) {
        return guarded<std::unique_ptr<GpuWork>>([&]() -> Result<std::unique_ptr<GpuWork>> {
            const at::ScalarType types[] = {at::kFloat, at::kDouble, at::kLong, at::kByte};
            const auto options =
                at::TensorOptions().dtype(types[static_cast<int>(numbers.kind)]).device(at::kCUDA, device());
            const c10::cuda::CUDAGuard on_it(device());  // backward passes are on a thread of their own
            std::vector<at::Tensor> tensors{at::from_blob(numbers.data, {numbers.count}, options)};
            return std::unique_ptr<GpuWork>(std::make_unique<Work>(begin_it(tensors)));
        });
    }

    const GpuEnd end_;
    const c10::intrusive_ptr<Nccl> nccl_;
    at::Tensor known_;
};

Result<std::unique_ptr<GpuLink>> open(const GpuEnd& end) {
    return guarded<std::unique_ptr<GpuLink>>([&]() -> Result<std::unique_ptr<GpuLink>> {
        TORCH_CHECK(end.store, "the processes have no store to meet at");
        // Who failed is found out and told by Headroom: LibTorch's watchdog would end the process without a word, or write dumps.
        for (const char* variable : {"TORCH_NCCL_ASYNC_ERROR_HANDLING", "TORCH_NCCL_ENABLE_MONITORING",
                                     "TORCH_NCCL_DUMP_ON_TIMEOUT", "TORCH_NCCL_BLOCKING_WAIT"})
            setenv(variable, "0", /*overwrite=*/0);
        auto options = Nccl::Options::create(/*is_high_priority_stream=*/true);
        options->timeout = std::chrono::milliseconds(static_cast<std::int64_t>(end.timeout * 1000));
        auto store = c10::intrusive_ptr<c10d::Store>::reclaim_copy(static_cast<c10d::Store*>(end.store));
        auto own = c10::make_intrusive<c10d::PrefixStore>("nccl", std::move(store));
        return std::unique_ptr<GpuLink>(std::make_unique<Link>(
            end, c10::make_intrusive<Nccl>(std::move(own), end.rank, end.size, std::move(options))));
    });
}

}  // namespace
}  // namespace headroom

extern "C" __attribute__((visibility("default"))) std::uint32_t headroom_gpu_link_version() {
    return headroom::kGpuLinkVersion;
}

extern "C" __attribute__((visibility("default"))) std::string* headroom_gpu_link_words() {
    // "2.28.9" as NCCL counts: 22809.
    const auto version = torch::cuda::nccl::version();
    return new std::string("NCCL " + std::to_string(version >> 32) + "." + std::to_string(version >> 16 & 0xffff) +
                           "." + std::to_string(version & 0xffff));
}

extern "C" __attribute__((visibility("default"))) headroom::Result<std::unique_ptr<headroom::GpuLink>>*
headroom_open_gpu_link(const headroom::GpuEnd* end) {
    return new headroom::Result<std::unique_ptr<headroom::GpuLink>>(headroom::open(*end));
}
