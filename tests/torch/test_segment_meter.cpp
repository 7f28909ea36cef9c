// Segments chosen by what they were measured to cost, on a VQGAN's decoder.
#include "core/memory/cpu_allocator.h"
#include "core/memory/cpu_memory.h"
#include "core/models/nn/init.h"
#include "core/models/nn/segment_meter.h"
#include "core/models/vqgan/decoder.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

namespace headroom::test {
namespace {

struct Pass {
    Bytes peak;
    at::Tensor gradient;
};

class SegmentMeter : public testing::Test {
protected:
    SegmentMeter() : memory_(cpu_memory()) {
        cpu_allocator::install();
        at::set_num_threads(1);  // others may be testing beside
        config_.base = 32;
        config_.multipliers = {1, 2, 2};
        config_.blocks = 1;
        config_.attention = {8};
        config_.resolution = 32;
        config_.z_channels = 32;
        decoder_ = std::make_shared<vqgan::Decoder>(config_);
        nn::Initialiser(5, 0).layers(*decoder_);
        nn::freeze(*decoder_);
    }

    at::Tensor forward(const at::Tensor& z, const nn::ComputeMode& mode) { return decoder_->forward(z, mode); }

    /// Forward and backward pass to the latents; bytes beyond those before.
    Pass pass(const nn::ComputeMode& mode) {
        const Turn turn = memory_->turn();
        const at::Tensor z = at::full({1, 32, 24, 24}, 0.3).requires_grad_();
        const Bytes before = memory_->counts().live_total;
        memory_->begin_step(false);
        forward(z, mode).sum().backward();
        return {memory_->counts().step_peak - before, z.grad()};
    }

    nn::MeasuredChain measured(bool light) {
        const at::Tensor z = at::full({1, 32, 24, 24}, 0.3).requires_grad_();
        return nn::measure_segments(*memory_, [&] { return forward(z, {light, 0}); });
    }

    std::shared_ptr<DeviceMemory> memory_;
    VqganConfig config_;
    std::shared_ptr<vqgan::Decoder> decoder_;
};

TEST_F(SegmentMeter, ToldPeaksAreThoseOfRealPasses) {
    const nn::MeasuredChain chain = measured(true);
    ASSERT_EQ(chain.segments.size(), 4u);  // the middle and three levels
    for (const std::uint64_t again : {0, 1, 4, 6, 9, 15}) {
        const nn::ComputeMode mode{true, again};
        const auto told = static_cast<double>(chain.peak(mode).count),
                   real = static_cast<double>(pass(mode).peak.count);
        EXPECT_GT(told / real, 0.97) << again;
        EXPECT_LT(told / real, 1.35) << again;
    }
}

TEST_F(SegmentMeter, AChoiceKeepsWithinItsBudgetAndTheGradient) {
    const Pass plain = pass({true, 0});
    const nn::MeasuredChain chain = measured(true);
    const Bytes most = chain.peak({true, 0}), least = chain.peak({true, nn::ComputeMode::kAll});
    ASSERT_LT(least.count, most.count * 9 / 10);
    for (const double share : {0.05, 0.35, 0.7, 1.0}) {
        const Bytes budget =
            least + Bytes{static_cast<std::int64_t>(share * static_cast<double>((most - least).count))};
        const auto mode = chain.fitting(budget);
        ASSERT_TRUE(mode) << share;
        const Pass chosen = pass(*mode);
        EXPECT_LE(chosen.peak.count, budget.count * 103 / 100) << share;
        EXPECT_TRUE(at::equal(chosen.gradient, plain.gradient)) << share;
        if (share == 1.0)
            EXPECT_EQ(mode->again, 0u);
        else
            EXPECT_NE(mode->again, 0u) << share;
    }
    EXPECT_FALSE(chain.fitting(least - Bytes{1}));
}

}  // namespace
}  // namespace headroom::test
