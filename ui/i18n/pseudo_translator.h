// PseudoTranslator: a language for tests: every text of the window with accents and 40 % longer, so that what is not translated or has no room is seen.
#pragma once

#include <QTranslator>

namespace headroom::ui {

class PseudoTranslator : public QTranslator {
    Q_OBJECT
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    /// Null for texts of others than the window: Qt's own stay as they are.
    QString translate(const char* context, const char* source, const char* disambiguation, int n) const override;
};

/// `text` in that language. What stands for something else stays: %1 and %n, HTML, keys after &, endings of files.
QString pseudoText(const QString& text);

}  // namespace headroom::ui
