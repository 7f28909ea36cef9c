// Scrim: darkens a window behind one of its large dialogs for as long as the dialog is open.
#pragma once

#include <QWidget>

class QDialog;

namespace headroom::ui {

/// A plain child of the dialog's parent window; goes with the dialog.
class Scrim : public QWidget {
    Q_OBJECT
public:
    explicit Scrim(QDialog* dialog);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
