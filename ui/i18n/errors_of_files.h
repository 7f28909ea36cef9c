// Errors of files, folders, formats and data sets. As core_sentences.h, whose list goes on here.
#pragma once

#include <QtGlobal>

namespace headroom::ui {

// clang-format off
inline constexpr const char* kErrorsOfFiles[] = {
    QT_TRANSLATE_NOOP("core", "cannot write %1: the disk is full"),
};
// clang-format on

}  // namespace headroom::ui
