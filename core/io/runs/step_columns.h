// The figures that every step has, by the names that histories, tables and JSON give them.
#pragma once

#include "core/api/event.h"

#include <array>
#include <string_view>

namespace headroom {

template <class T> struct StepColumn {
    std::string_view name;
    T StepDone::*field;
};

inline constexpr std::array<StepColumn<double>, 12> kRealColumns{{{"epoch", &StepDone::epoch},
                                                                  {"elapsed_seconds", &StepDone::elapsed_seconds},
                                                                  {"loss_g", &StepDone::loss_g},
                                                                  {"loss_d", &StepDone::loss_d},
                                                                  {"d_real", &StepDone::d_real},
                                                                  {"d_fake", &StepDone::d_fake},
                                                                  {"grad_norm_g", &StepDone::grad_norm_g},
                                                                  {"grad_norm_d", &StepDone::grad_norm_d},
                                                                  {"images_per_second", &StepDone::images_per_second},
                                                                  {"step_seconds", &StepDone::step_seconds},
                                                                  {"scale_g", &StepDone::scale_g},
                                                                  {"scale_d", &StepDone::scale_d}}};

inline constexpr std::array<StepColumn<Bytes>, 4> kMemoryColumns{{{"live", &StepDone::live},
                                                                  {"peak", &StepDone::peak},
                                                                  {"budget", &StepDone::budget},
                                                                  {"others", &StepDone::others}}};

}  // namespace headroom
