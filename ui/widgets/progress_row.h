// ProgressRow: thin bar, what is being done, and a button that ends it. Hidden while nothing is.
#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;

namespace headroom::ui {

class ProgressRow : public QFrame {
    Q_OBJECT
public:
    /// `name`: of the work, for those who hear the window ("Download"); `cancel`: on the button.
    ProgressRow(const QString& name, const QString& cancel, QWidget* parent = nullptr);

    /// Shows it with a bar that does not know yet how far.
    void begin(const QString& what);
    /// As BackgroundTask::progress.
    void setProgress(const QString& what, double fraction);
    QLabel* words() const { return words_; }
    QPushButton* cancelButton() const { return cancel_; }

Q_SIGNALS:
    void cancelled();  ///< by the user

private:
    QProgressBar* bar_;
    QLabel* words_;
    QPushButton* cancel_;
};

/// Sets a line of what happened: in the colour of errors when `bad`, out of sight when empty.
void setMessage(QLabel* label, const QString& text, bool bad);

}  // namespace headroom::ui
