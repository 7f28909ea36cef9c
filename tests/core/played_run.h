// A run that counsel watches, step by step, with figures that a test says.
#pragma once

#include "core/api/param_schema.h"
#include "core/engine/counsel/counsel_watch.h"
#include "core/families/dcgan/dcgan_config.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::counsel_test {

/// The rules that spoke.
inline std::vector<std::string> raised(const std::vector<CounselTold>& told) {
    std::vector<std::string> out;
    for (const CounselTold& t : told)
        if (t.state == CounselState::Raised) out.emplace_back(name_of(t.notice.rule));
    return out;
}

struct Played {
    TrainConfig config = default_config(kDcgan);
    std::vector<CounselTold> told;
    CounselWatch watch{[this](CounselTold t) { told.push_back(std::move(t)); }};
    std::int64_t at = 0;

    void begin(DataFacts data = {}) { watch.begin(config, data); }
    template <class Figures> void steps(int count, Figures figures) {
        for (int i = 0; i < count; ++i) {
            StepDone step;
            step.step = ++at;
            step.loss_g = 2;
            step.loss_d = 0.7;
            step.d_real = 0.7;
            step.d_fake = 0.2;
            step.grad_norm_g = step.grad_norm_d = 5;
            figures(step);
            watch.add(step);
        }
    }
    void calm(int count) {
        steps(count, [](StepDone&) {});
    }
    void winning(int count) {
        steps(count, [](StepDone& s) {
            s.d_real = 0.98;
            s.d_fake = 0.02;
            s.loss_d = 0.06;
            s.loss_g = 4.5;
        });
    }
    std::vector<CounselState> states() const {
        std::vector<CounselState> out;
        for (const CounselTold& t : told) out.push_back(t.state);
        return out;
    }
    /// The rules whose notices are open.
    std::vector<CounselRule> open() const {
        std::vector<CounselRule> out;
        for (const CounselNotice& notice : watch.open()) out.push_back(notice.rule);
        return out;
    }
};

}  // namespace headroom::counsel_test
