// What benches of families that train on pictures share.
#pragma once

#include "core/train/family.h"
#include "core/train/run/memory_dataset.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>

namespace headroom {

/// A trainer on pictures in memory: four windows of `config`.
template <class Trainer> std::unique_ptr<RunTrainer> on_pictures_in_memory(const TrainConfig& config) {
    auto trainer = std::make_unique<Trainer>(std::string());
    trainer->use_dataset(std::make_shared<MemoryDataset>(4 * config.effective_batch(), static_cast<int>(config.image_size), static_cast<int>(config.channels()), 7));
    return trainer;
}

inline nlohmann::json picture_bench_figures(const TrainConfig& used, const BenchTimes& times) {
    const auto window = static_cast<double>(used.effective_batch());
    return {{"size", used.image_size}, {"batch", used.batch_micro}, {"accumulate", used.batch_accumulate},
            {"images_per_second", window * static_cast<double>(times.steps) / times.seconds},
            {"images_per_second_median", window * 1e3 / times.median_ms}};
}

}  // namespace headroom
