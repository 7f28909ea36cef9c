// AboutDialog: version and the licences of what is inside.
#pragma once

#include <QDialog>

namespace headroom::ui {

class AboutDialog : public QDialog {
    Q_OBJECT
public:
    explicit AboutDialog(QWidget* parent = nullptr);
};

}  // namespace headroom::ui
