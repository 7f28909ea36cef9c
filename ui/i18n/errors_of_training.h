// Errors of networks, training, memory and processes. As core_sentences.h, whose list goes on here.
#pragma once

#include <QtGlobal>

namespace headroom::ui {

// clang-format off
inline constexpr const char* kErrorsOfTraining[] = {
    QT_TRANSLATE_NOOP("core", "%1 is not a network of this run"),
};
// clang-format on

}  // namespace headroom::ui
