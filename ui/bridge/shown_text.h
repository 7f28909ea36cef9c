// Words of others, such as names, where Qt would read more into them than stands there: mark-up, keys, directions.
#pragma once

#include <QString>

namespace headroom::ui {

/// A tool tip with mark-up. Any other one is shown as it is, whatever stands in it.
QString richTip(const QString& markup);
bool isRichTip(const QString& tip);

/// `words` as the text of a button, a tab, an entry of a menu or the label of a field, where one & would underline the letter after it.
QString toCaption(QString words);
/// What such a text says: "Undo" of "&Undo".
QString fromCaption(QString caption);

/// A name within a sentence: in one line, the middle of a very long one left out, and one that reads the other way turns nothing that stands around it.
QString nameText(const QString& name);
/// The same of the file or folder at `path`.
QString fileNameText(const QString& path);
/// The same of a path, which is told whole.
QString pathText(const QString& path);
/// pathText() leaves it as it is.
bool isPlainLine(const QString& text);

}  // namespace headroom::ui
