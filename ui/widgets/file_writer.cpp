// Writing files: beside the target, then in its place.
#include "ui/widgets/file_writer.h"

#include <QSaveFile>

namespace headroom::ui {

Result<void> writeWhole(const QString& path, const std::function<bool(QIODevice& file)>& fill) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && fill(file) && file.commit()) return {};
    return make_error(ErrorCode::Disk,
                      "'" + path.toStdString() + "' cannot be written: " + file.errorString().toStdString(),
                      "Choose another folder.");
}

FileWriter bytesTo(const QString& path, const QByteArray& bytes) {
    return
        [path, bytes] { return writeWhole(path, [&](QIODevice& file) { return file.write(bytes) == bytes.size(); }); };
}

}  // namespace headroom::ui
