// Writing files: each whole or not at all, and on any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QSaveFile>
#include <QString>

#include <functional>

namespace headroom::ui {

/// Writes one file, on any thread.
using FileWriter = std::function<Result<void>()>;

/// Has `fill` write a file that takes the place of `path` once it is whole. Any thread. Error Disk: it cannot be written, or `fill` said no.
inline Result<void> writeWhole(const QString& path, const std::function<bool(QIODevice& file)>& fill) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && fill(file) && file.commit()) return {};
    return make_error(ErrorCode::Disk,
                      "'" + path.toStdString() + "' cannot be written: " + file.errorString().toStdString(),
                      "Choose another folder.");
}
/// Writes `bytes`.
inline FileWriter bytesTo(const QString& path, const QByteArray& bytes) {
    return
        [path, bytes] { return writeWhole(path, [&](QIODevice& file) { return file.write(bytes) == bytes.size(); }); };
}

}  // namespace headroom::ui
