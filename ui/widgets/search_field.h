// SearchField: a line edit with a glass, a clear button and its shortcut written at the right while it is empty.
#pragma once

#include "ui/forward.h"

#include <QLineEdit>

namespace headroom::ui {

class SearchField : public QLineEdit {
    Q_OBJECT
public:
    SearchField(const QString& placeholder, const QString& shortcut, QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void placeKey();

    QLabel* key_;
};

}  // namespace headroom::ui
