// What tests of text to image share: settings of a small painting, and a trainer on small random networks with its events.
#pragma once

#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/vqgan_clip/imagine_trainer.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace headroom {

inline TrainConfig painting() {
    TrainConfig config = default_config(kVqganClip);
    config.device = "cpu";
    config.threads = 1;
    config.seed = 7;
    config.steps = 6;
    config.edit<ImagineConfig>().prompts = "a red cube | a broken picture:-0.3";
    config.edit<ImagineConfig>().start = ImagineStart::Codes;
    config.edit<ImagineConfig>().width = config.edit<ImagineConfig>().height = 48;
    config.edit<ImagineConfig>().cuts = 6;
    config.edit<ImagineConfig>().rate = 0.1;
    config.edit<ImagineConfig>().pull = 0.05;
    config.edit<ImagineConfig>().pull_steps = 60;
    return config;
}

/// A run of text to image on small random networks.
struct Painted {
    PainterSource source = random_painters(true);
    ImagineTrainer trainer{source};
    std::vector<Event> events{};

    Result<PreparedRun> prepare(const TrainConfig& config, const CheckpointContent* from = nullptr) {
        at::set_num_threads(1);
        cpu_allocator::install();
        return trainer.prepare(
            config, from, false, [](const std::string&, double) {}, [this](Event e) { events.push_back(std::move(e)); },
            {});
    }
    StepDone step() {
        StepOutcome out = trainer.step();
        EXPECT_TRUE(out.done) << out.error.message;
        return out.metrics;
    }
    template <class E> const E* last() const {
        for (auto it = events.rbegin(); it != events.rend(); ++it) {
            if (const E* e = std::get_if<E>(&*it)) return e;
        }
        return nullptr;
    }
    Result<void> apply(const ParamPatch& patch) {
        auto next = with_patch(trainer.config(), patch);
        if (!next) return next.error();
        return trainer.apply(*next, [](const std::string&, double) {}, {});
    }
};

}  // namespace headroom
