// Errors of runs, sessions, exports, queues and set-up. As core_sentences.h, whose list goes on here.
#pragma once

#include <QtGlobal>

namespace headroom::ui {

// clang-format off
inline constexpr const char* kErrorsOfRuns[] = {
    QT_TRANSLATE_NOOP("core", "the run %1 is not there"),
};
// clang-format on

}  // namespace headroom::ui
