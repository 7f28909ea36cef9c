// FigureLabel: a label whose text changes many times a second. It keeps its size unless the text outgrows it, so a new figure
// repaints this label alone; a plain QLabel would have every layout up to the window worked out again.
#pragma once

#include <QLabel>

namespace headroom::ui {

/// `plain` as the strong part of a label's rich text: medium weight, the theme's main colour.
QString strongText(const QString& plain);
/// Rich text whose strong parts have the colour of the theme in force.
QString recoloured(QString html);

/// Strong parts follow the theme.
class FigureLabel : public QLabel {
    Q_OBJECT
public:
    explicit FigureLabel(QWidget* parent = nullptr);

    /// Shows `text`, which is rich text. True when the label's size had to change.
    bool setFigure(const QString& text);

protected:
    void changeEvent(QEvent* event) override;

private:
    bool fit();
    QSize wantedSize() const;

    QString shape_;
};

}  // namespace headroom::ui
