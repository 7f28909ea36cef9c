// Helpers for trainer tests: small settings, in-memory pictures, weights as bytes.
#pragma once

#include "core/memory/cpu_allocator.h"
#include "core/train/dcgan_trainer.h"
#include "core/train/memory_dataset.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace headroom::test {

inline TrainConfig small_config() {
    TrainConfig c;
    c.image_size = 32;
    c.latent = 16;
    c.width_g = c.width_d = 8;
    c.batch_micro = 8;
    c.steps = 0;
    c.threads = 1;
    c.seed = 5;
    c.ema_half_life = 100;
    c.lr_g = c.lr_d = 1e-3;
    return c;
}

struct TrainerRun {
    std::vector<Event> events;
    std::unique_ptr<DcganTrainer> trainer;

    explicit TrainerRun(const TrainConfig& config, const CheckpointContent* restored = nullptr, std::int64_t pictures = 64) {
        cpu_allocator::install();
        trainer = std::make_unique<DcganTrainer>(std::string());
        trainer->use_dataset(std::make_shared<MemoryDataset>(pictures, static_cast<int>(config.image_size), static_cast<int>(config.channels()), 3));
        auto prepared = trainer->prepare(config, restored, false, [](const std::string&, double) {}, [this](Event e) { events.push_back(std::move(e)); }, {});
        EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message);
    }

    StepDone step() {
        StepOutcome outcome = trainer->step();
        EXPECT_TRUE(outcome.done) << outcome.error.message;
        return outcome.metrics;
    }
    void steps(int n) { for (int i = 0; i < n; ++i) step(); }

    Result<void> change(const TrainConfig& next) {
        if (next.image_size != trainer->config().image_size) {
            trainer->use_dataset(std::make_shared<MemoryDataset>(64, static_cast<int>(next.image_size), 3, 3));
        }
        return trainer->apply(next, [](const std::string&, double) {}, {});
    }

    /// Every stored tensor, moments included, as bytes by "part/name".
    std::map<std::string, std::vector<std::byte>> state() {
        std::map<std::string, std::vector<std::byte>> out;
        const auto content = trainer->checkpoint();
        for (const CheckpointPart& part : (*content)->parts) {
            for (const TensorView& t : part.tensors) out[part.name + "/" + t.name].assign(t.data.begin(), t.data.end());
        }
        return out;
    }
};

/// Names whose bytes differ.
inline std::string differing(const std::map<std::string, std::vector<std::byte>>& a, const std::map<std::string, std::vector<std::byte>>& b) {
    std::string names;
    for (const auto& [name, bytes] : a) {
        const auto it = b.find(name);
        if (it == b.end() || it->second != bytes) names += name + " ";
    }
    return a.size() == b.size() ? names : names + "(other number of tensors)";
}

}  // namespace headroom::test
