// FigureLabel: a label whose text changes many times a second. It keeps its size unless the text outgrows it, so a new figure
// repaints this label alone; a plain QLabel would have every layout up to the window worked out again.
#pragma once

#include <QLabel>

namespace headroom::ui {

class FigureLabel : public QLabel {
    Q_OBJECT
public:
    explicit FigureLabel(QWidget* parent = nullptr);

    /// Shows `text` (rich text allowed). True when the label's size had to change.
    bool setFigure(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    bool fit();

    QString shape_;
};

}  // namespace headroom::ui
