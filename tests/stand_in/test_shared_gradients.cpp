// Gradients of several processes whose numbers lie on GPUs: added up from card to card, begun while the backward pass goes on, never through
// an address that the host follows.
#include "tests/support/stand_in/memory.h"
#include "tests/support/stand_in/queue.h"
#include "tests/support/thread_processes.h"

#include "core/models/dcgan/networks.h"
#include "core/train/dcgan/gan_networks.h"
#include "core/train/device.h"
#include "core/train/gan/noise.h"
#include "core/train/ranks/step_peers.h"
#include "tests/torch/trainer_fixture.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <mutex>
#include <set>
#include <thread>

namespace headroom::test {
namespace {

const at::Device kCard(stand_in::kDevice, 0);

/// What NCCL is to a GPU: takes up numbers once the queue has made them, at the addresses that only the device reads.
class QueueLink final : public GpuLink {
public:
    explicit QueueLink(std::shared_ptr<Collective> all) : all_(std::move(all)) {}

    Result<std::unique_ptr<GpuWork>> begin_reduce(Numbers numbers) override {
        {
            const std::lock_guard lock(mutex_);
            begun_on_.insert(std::this_thread::get_id());
            ++sums_;
        }
        return begin([all = all_, numbers = there(numbers)] { return all->reduce(numbers); });
    }
    Result<std::unique_ptr<GpuWork>> begin_broadcast(Numbers numbers, int from) override {
        return begin([all = all_, numbers = there(numbers), from] { return all->broadcast(numbers, from); });
    }
    Result<std::unique_ptr<GpuWork>> begin_known_sum() override {
        return begin([] { return Result<void>(); });
    }
    Result<bool> known_sum_is_right() override { return true; }
    void abort() override {}

    int sums() const { return sums_; }
    /// Sums were begun on another thread than this one.
    bool begun_elsewhere() const { return begun_on_.size() > begun_on_.count(std::this_thread::get_id()); }

private:
    using Compute = std::function<Result<void>()>;
    class Work final : public GpuWork {
    public:
        explicit Work(Compute compute) : compute_(std::move(compute)) {}
        Result<bool> done() override { return stand_in::Queue::device().has_run(after_); }
        Result<void> finish() override { return compute_(); }

    private:
        const Compute compute_;
        const std::uint64_t after_ = stand_in::Queue::device().last();
    };
    static Numbers there(Numbers numbers) {
        numbers.data = stand_in::Memory::device().at(numbers.data);
        return numbers;
    }
    static Result<std::unique_ptr<GpuWork>> begin(Compute compute) {
        return std::unique_ptr<GpuWork>(std::make_unique<Work>(std::move(compute)));
    }

    const std::shared_ptr<Collective> all_;
    std::mutex mutex_;
    std::set<std::thread::id> begun_on_;
    int sums_ = 0;
};

Window two_micro_batches() {
    Window w;
    w.samples = {4, 4};
    w.real = [](std::size_t i) {
        const at::Tensor x = latents(3, RandomPurpose::Score, static_cast<std::int64_t>(4 * i), 4, 3 * 32 * 32);
        return at::tanh(x.view({4, 3, 32, 32})).to(kCard);
    };
    w.latent = [](std::size_t i) {
        return latents(1, RandomPurpose::Latent, static_cast<std::int64_t>(4 * i), 4, 16).to(kCard);
    };
    return w;
}

/// Weights after a step, on the host.
std::vector<at::Tensor> after_a_step(StepPeers* peers, bool ordered) {
    at::set_num_threads(1);
    TrainConfig c = small_config();
    c.edit<DcganConfig>().norm_g = NormKind::None;
    c.norm_d = NormKind::None;
    c.ema_half_life = 0;
    GanNetworks nets(spec_from_config(c), c, kCard);
    StepRules rules;
    rules.overlap_sums = true;
    nets.step->share_with(peers);
    if (peers) peers->begin_try(ordered);
    StepFigures figures;
    nets.step->d_phase(two_micro_batches(), rules, false, figures);
    nets.step->g_phase(two_micro_batches(), rules, figures);
    std::vector<at::Tensor> out;
    for (const Adam* adam : {nets.opt_d.get(), nets.opt_g.get()}) {
        for (std::size_t i = 0; i < adam->parameters().size(); ++i)
            out.push_back(const_cast<Adam*>(adam)->first_moment(i).cpu());
    }
    return out;
}

TEST(SharedGradientsOnACard, GoFromCardToCardWhileTheBackwardPassGoesOn) {
    ASSERT_TRUE(open_device("cuda"));
    const std::vector<at::Tensor> alone = after_a_step(nullptr, false);
    for (const bool ordered : {false, true}) {
        std::vector<std::vector<at::Tensor>> seen(2);
        ThreadProcesses(2).run([&](const std::shared_ptr<Collective>& all) {
            auto link = std::make_unique<QueueLink>(all);
            const QueueLink& watched = *link;
            StepPeers peers(all);
            peers.use(std::make_shared<GpuSums>(all, std::move(link)));
            seen[static_cast<std::size_t>(all->rank())] = after_a_step(&peers, ordered);
            if (ordered) return;
            EXPECT_GE(watched.sums(), 2) << "a bucket of D and one of G at least";
            EXPECT_TRUE(watched.begun_elsewhere()) << "by the backward pass, before this thread asked";
        });
        for (const auto& process : seen) {
            ASSERT_EQ(process.size(), alone.size());
            for (std::size_t i = 0; i < alone.size(); ++i) {
                const double largest = std::max(alone[i].abs().max().item<double>(), 1e-12);
                EXPECT_LE((process[i] - alone[i]).abs().max().item<double>(), 1e-4 * largest) << i;
            }
        }
    }
}

}  // namespace
}  // namespace headroom::test
