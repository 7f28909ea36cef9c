// What went wrong and what to do about it, as one text.
#include "ui/bridge/error_text.h"

#include "ui/bridge/qt_format.h"

namespace headroom::ui {

QString errorText(const Error& error) {
    QString text = QString::fromStdString(error.message);
    const qsizetype colon = text.startsWith(QLatin1String("--")) ? text.indexOf(QLatin1String(": ")) : -1;
    if (colon > 0) text = text.mid(colon + 2);
    text = capitalised(text);
    if (!text.isEmpty() && !text.endsWith(QLatin1Char('.'))) text += QLatin1Char('.');
    return error.hint.empty() ? text : text + QLatin1Char(' ') + QString::fromStdString(error.hint);
}

}  // namespace headroom::ui
