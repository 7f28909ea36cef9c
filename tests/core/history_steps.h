// Steps as runs report them, for tests of the run history.
#pragma once

#include "core/api/event.h"
#include "core/families/vqgan_clip/imagine_figures.h"

#include <cstdint>
#include <limits>
#include <memory>

namespace headroom {

/// With a figure in every field; what is not applicable is NaN.
inline StepDone whole_step(std::int64_t n) {
    StepDone s;
    s.step = n;
    s.images = 64 * n;
    s.loss_g = 1.0 / static_cast<double>(n);
    s.loss_d = std::numeric_limits<double>::quiet_NaN();
    s.d_real = 0.5;
    s.d_fake = 0.25;
    s.grad_norm_g = 3;
    s.grad_norm_d = 4;
    s.images_per_second = 140.5;
    s.step_seconds = 0.4;
    s.epoch = 0.125;
    s.scale_g = 1024;
    s.scale_d = 2048;
    s.threads = 2;
    s.live = Bytes{1};
    s.peak = Bytes{2};
    s.budget = Bytes{3};
    s.others = Bytes{4};
    s.elapsed_seconds = 12.5;
    return s;
}

/// One of text to image.
inline StepDone painted_step(std::int64_t n) {
    StepDone s = whole_step(n);
    const PromptNames names{
        {PromptKind::Text, "a red \"cube\""}, {PromptKind::Picture, "sea.png"}, {PromptKind::Noise, "7"}};
    s.edit<ImagineFigures>() = {{0.25, std::numeric_limits<double>::quiet_NaN(), 0.5},
                                std::make_shared<const PromptNames>(names)};
    return s;
}

}  // namespace headroom
