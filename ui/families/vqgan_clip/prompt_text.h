// PromptText: a prompt's words, edited in place: as high as its lines, without a border until it is pointed at or edited.
#pragma once

#include <QPlainTextEdit>

namespace headroom::ui {

class PromptText : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit PromptText(QWidget* parent = nullptr);

    /// Emits nothing; words that are being edited stay.
    void setWords(const QString& words);
    QString words() const { return toPlainText(); }
    bool editing() const { return hasFocus() && words() != shown_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void committed(const QString& words);  ///< Enter or focus lost, with words that differ from those shown
    void left();                           ///< Enter or focus lost, whatever the words
    void escaped();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override { event->ignore(); }
    void insertFromMimeData(const QMimeData* source) override;

private:
    void commit();
    void fit();

    QString shown_;
};

}  // namespace headroom::ui
