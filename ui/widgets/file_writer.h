// Writing files: each whole or not at all, and on any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QString>

#include <functional>

class QIODevice;

namespace headroom::ui {

/// Writes one file, on any thread.
using FileWriter = std::function<Result<void>()>;

/// Has `fill` write a file that takes the place of `path` once it is whole. Any thread. Error Disk: it cannot be written, or `fill` said no.
Result<void> writeWhole(const QString& path, const std::function<bool(QIODevice& file)>& fill);
/// Writes `bytes`.
FileWriter bytesTo(const QString& path, const QByteArray& bytes);

}  // namespace headroom::ui
