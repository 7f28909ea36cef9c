// Helpers for trainer tests: small settings, in-memory pictures, weights as bytes.
#pragma once

#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/dcgan/dcgan_trainer.h"
#include "core/train/run/memory_dataset.h"
#include "tests/support/stored_bytes.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom::test {

inline TrainConfig small_config() {
    TrainConfig c;
    c.image_size = 32;
    c.edit<DcganConfig>().latent = 16;
    c.edit<DcganConfig>().width_g = c.width_d = 8;
    c.batch_micro = 8;
    c.steps = 0;
    c.threads = 1;
    c.seed = 5;
    c.ema_half_life = 100;
    c.lr_g = c.lr_d = 1e-3;
    return c;
}

/// What a step came to, waited for where it comes later.
inline StepDone whole(Trainer& trainer, StepOutcome outcome) {
    if (outcome.told || !outcome.done) return std::move(outcome.metrics);
    auto late = trainer.figures(true);
    EXPECT_TRUE(late && !late->empty()) << (late ? "no figures came" : late.error().message);
    return late && !late->empty() ? late->back() : StepDone();
}

/// A prepared trainer over pictures from memory, with all it has told.
template <class TrainerType> struct RunOf {
    std::vector<Event> events;
    std::unique_ptr<TrainerType> trainer = std::make_unique<TrainerType>(std::string());

    explicit RunOf(const TrainConfig& config, const CheckpointContent* restored = nullptr, std::int64_t pictures = 64,
                   bool weights_only = false) {
        cpu_allocator::install();
        use_pictures(config, pictures);
        auto prepared = trainer->prepare(
            config, restored, weights_only, [](const std::string&, double) {},
            [this](Event e) { events.push_back(std::move(e)); }, {});
        EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message);
    }

    void use_pictures(const TrainConfig& config, std::int64_t count = 64) {
        trainer->use_dataset(std::make_shared<MemoryDataset>(count, static_cast<int>(config.image_size),
                                                             static_cast<int>(config.channels()), 3));
    }

    StepDone step() {
        StepOutcome outcome = trainer->step();
        EXPECT_TRUE(outcome.done) << outcome.error.message << outcome.error.detail;
        return whole(*trainer, std::move(outcome));
    }
    StepDone steps(int n) {
        StepDone last;
        for (int i = 0; i < n; ++i) last = step();
        return last;
    }

    Result<void> change(const TrainConfig& next) {
        if (next.image_size != trainer->config().image_size) use_pictures(next);
        return trainer->apply(next, [](const std::string&, double) {}, {});
    }
    Result<void> change(const ParamPatch& patch) {
        const auto next = with_patch(trainer->config(), patch);
        return next ? change(*next) : Result<void>(next.error());
    }

    /// The latest event of its kind; null: none.
    template <class E> const E* last() const {
        for (auto it = events.rbegin(); it != events.rend(); ++it) {
            if (const E* e = std::get_if<E>(&*it)) return e;
        }
        return nullptr;
    }

    StoredBytes state() { return bytes_of(**trainer->state_for_tests()); }
};

using TrainerRun = RunOf<DcganTrainer>;

/// Names whose bytes differ.
inline std::string differing(const StoredBytes& a, const StoredBytes& b) {
    std::string names;
    for (const auto& [name, bytes] : a) {
        const auto it = b.find(name);
        if (it == b.end() || it->second != bytes) names += name + " ";
    }
    return a.size() == b.size() ? names : names + "(other number of tensors)";
}

}  // namespace headroom::test
