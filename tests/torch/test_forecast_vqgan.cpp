// Forecasts of training a VQGAN against steps that were really made.
#include "core/train/forecast/step_forecaster.h"
#include "tests/torch/vqgan_fixture.h"

namespace headroom::test {
namespace {

struct VqganChange {
    const char* name;
    void (*make)(TrainConfig&);
};
const VqganChange kVqganChanges[] = {
    {"as it is", [](TrainConfig&) {}},
    {"accumulated", [](TrainConfig& c) { c.batch_accumulate = 3; }},
    {"checkpointing", [](TrainConfig& c) { c.checkpointing = Checkpointing::On; }},
    {"bf16", [](TrainConfig& c) { c.precision = Precision::Bf16; }},
    {"without D, codes by averages, EMA",
     [](TrainConfig& c) {
         c.vqgan.gan = 0;
         c.vqgan.decay = 0.9;
         c.ema_half_life = 100;
     }},
    {"64 px", [](TrainConfig& c) { c.image_size = 64; }},
};

TEST(VqganForecasts, CountTheTensors) {
    StepForecaster forecaster{std::string()};
    for (const VqganChange& change : kVqganChanges) {
        for (const std::int64_t batch : {3, 8}) {
            TrainConfig c = small_vqgan();
            c.batch_micro = batch;
            change.make(c);
            const auto probed = forecaster.probe(c, {}, {});
            ASSERT_TRUE(probed) << probed.error().message;
            const auto f = forecaster.known(c, {});
            ASSERT_TRUE(f);
            VqganRun run(c);
            Bytes measured;
            for (int i = 0; i < 3; ++i) measured = std::max(measured, run.step().peak_tensors);
            const double off =
                100.0 * (static_cast<double>(f->tensors().count) / static_cast<double>(measured.count) - 1);
            EXPECT_GT(off, -3) << change.name << " " << batch;
            EXPECT_LT(off, 5) << change.name << " " << batch;
            EXPECT_GT(f->seconds_per_step, 0);
        }
    }
}

}  // namespace
}  // namespace headroom::test
