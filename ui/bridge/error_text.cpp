// See error_text.h.
#include "ui/bridge/error_text.h"

namespace headroom::ui {

QString errorText(const Error& error) {
    QString text = QString::fromStdString(error.message);
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return error.hint.empty() ? text : text + QLatin1Char(' ') + QString::fromStdString(error.hint);
}

}  // namespace headroom::ui
