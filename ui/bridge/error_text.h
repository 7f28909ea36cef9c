// The engine's errors as the window's sentences.
#pragma once

#include "core/base/result.h"

#include <QString>

namespace headroom::ui {

/// An error's sentence and its hint: "The disk is full. Choose another folder." The command line's option in front is left out.
QString errorText(const Error& error);

}  // namespace headroom::ui
