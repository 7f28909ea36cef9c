// See error_text.h.
#include "ui/bridge/error_text.h"

#include "ui/bridge/qt_format.h"

namespace headroom::ui {

QString errorText(const Error& error) {
    QString text = capitalised(QString::fromStdString(error.message));
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return error.hint.empty() ? text : text + QLatin1Char(' ') + QString::fromStdString(error.hint);
}

}  // namespace headroom::ui
