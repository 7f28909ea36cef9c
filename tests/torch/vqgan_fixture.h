// Helpers for tests of VQGAN training: small settings, in-memory pictures, every stored tensor as bytes.
#pragma once

#include "core/api/param_schema.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/memory_dataset.h"
#include "core/train/vqgan/vqgan_trainer.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace headroom::test {

inline TrainConfig small_vqgan() {
    TrainConfig c = default_config(ModelKind::Vqgan);
    c.device = "cpu";
    c.image_size = 32;
    c.batch_micro = 4;
    c.steps = 0;
    c.threads = 1;
    c.seed = 5;
    c.lr_g = c.lr_d = 1e-3;
    c.width_d = 8;
    c.vqgan.base = 32;
    c.vqgan.multipliers = "1 1 1";
    c.vqgan.blocks = 1;
    c.vqgan.patch = 1;
    c.vqgan.attention = "8";
    c.vqgan.resolution = 32;
    c.vqgan.z_channels = 8;
    c.vqgan.codes = 24;
    c.vqgan.code_width = 8;
    c.vqgan.d_layers = 2;
    c.vqgan.gan_start = 0;
    c.vqgan.restart = 0;
    c.vqgan.decay = 0;
    return c;
}

using StoredBytes = std::map<std::string, std::vector<std::byte>>;

struct VqganRun {
    std::vector<Event> events;
    std::unique_ptr<VqganTrainer> trainer;

    explicit VqganRun(const TrainConfig& config, const CheckpointContent* restored = nullptr,
                      std::int64_t pictures = 64, bool weights_only = false) {
        cpu_allocator::install();
        at::set_num_threads(1);
        trainer = std::make_unique<VqganTrainer>(std::string());
        trainer->use_dataset(std::make_shared<MemoryDataset>(pictures, static_cast<int>(config.image_size), 3, 3));
        const auto prepared = trainer->prepare(
            config, restored, weights_only, [](const std::string&, double) {},
            [this](Event e) { events.push_back(std::move(e)); }, {});
        EXPECT_TRUE(prepared) << (prepared ? "" : prepared.error().message);
    }
    StepDone step() {
        StepOutcome outcome = trainer->step();
        EXPECT_TRUE(outcome.done) << outcome.error.message << outcome.error.detail;
        return outcome.metrics;
    }
    StepDone steps(int n) {
        StepDone last;
        for (int i = 0; i < n; ++i) last = step();
        return last;
    }
    Result<void> change(const ParamPatch& patch) {
        const auto next = with_patch(trainer->config(), patch);
        if (!next) return next.error();
        if (next->image_size != trainer->config().image_size)
            trainer->use_dataset(std::make_shared<MemoryDataset>(64, static_cast<int>(next->image_size), 3, 3));
        return trainer->apply(*next, [](const std::string&, double) {}, {});
    }
    template <class E> const E* last() const {
        for (auto it = events.rbegin(); it != events.rend(); ++it) {
            if (const E* e = std::get_if<E>(&*it)) return e;
        }
        return nullptr;
    }
    /// Every stored tensor, moments included, by "part/name".
    StoredBytes state() {
        StoredBytes out;
        const auto content = trainer->checkpoint();
        for (const CheckpointPart& part : (*content)->parts) {
            for (const TensorView& t : part.tensors) out[part.name + "/" + t.name].assign(t.data.begin(), t.data.end());
        }
        return out;
    }
};

/// Names whose bytes differ.
inline std::string names_that_differ(const StoredBytes& a, const StoredBytes& b) {
    std::string names;
    for (const auto& [name, bytes] : a) {
        const auto it = b.find(name);
        if (it == b.end() || it->second != bytes) names += name + " ";
    }
    return a.size() == b.size() ? names : names + "(other number of tensors)";
}

}  // namespace headroom::test
