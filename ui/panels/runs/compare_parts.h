// What the comparison of runs is made of: courses of figures, how each run's line looks, the same as a table, a legend, and the newest pictures.
#pragma once

#include "ui/panels/timeline/x_unit.h"

#include <QImage>
#include <QPen>
#include <QWidget>

#include <memory>
#include <optional>

class QIODevice;

namespace headroom::ui {

/// A figure of a run over an axis, averaged over windows of steps so that its course is seen: at most 400 points.
struct Course {
    QVector<double> x, y;

    /// `of` may be NaN where a step has no such figure. `smoothing`: weight of the past, 0 to 0.99.
    static Course of(const std::vector<StepDone>& steps, XAxis axis, double (*of)(const StepDone&), double smoothing);
    /// At the point nearest to `at`; none: the run was not there yet, or no more.
    std::optional<double> valueAt(double at) const;
};

/// Colour of checked run `slot`, as in its check box; its line differs in its dashes too.
QColor runColor(int slot);
QPen runPen(int slot);

/// Writes rows of all steps of all runs, in the C locale: run, step, images, seconds, peak_bytes and each compared figure by its name. `services`
/// reads the steps; where it has none of a run, or is null, they are those of its history. Any thread. Errors: as Services::read_steps(); that
/// `file` cannot be written it tells itself.
Result<void> writeComparedTable(QIODevice& file, const std::vector<std::shared_ptr<const RunHistory>>& runs,
                                Services* services);

/// One row for each compared run: its line, its name, and its figures where the crosshair stands.
class CompareLegend : public QWidget {
    Q_OBJECT
public:
    explicit CompareLegend(QWidget* parent = nullptr);

    struct Run {
        int slot = 0;
        QString name;
    };
    void setRuns(const QList<Run>& runs);
    /// Of each run, in order; empty: it has none there.
    void setValues(const QStringList& values);
    QStringList values() const;
    QStringList names() const;
    /// The rows as a picture has them, at the painter's origin; returns their height.
    int draw(QPainter& painter, int width) const;

private:
    struct Row {
        Run run;
        QLabel *line, *name, *value;
    };
    void applyTheme();

    QGridLayout* grid_;
    QList<Row> rows_;
};

/// The newest pictures of the compared runs side by side, each under its curve's colour and name.
class ComparePictures : public QWidget {
    Q_OBJECT
public:
    struct Picture {
        int slot = 0;  ///< of the curve's colour
        QString name;
        QString when;       ///< "step 4,200"
        QImage image;       ///< null: it has none yet
        QString problem{};  ///< or it cannot be read, for this reason
    };

    static constexpr int kSide = 220;  ///< of a picture at most, in pixels at 100 % text

    explicit ComparePictures(QWidget* parent = nullptr);

    void setPictures(QList<Picture> pictures);
    const QList<Picture>& pictures() const { return pictures_; }
    QSize sizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRect place(int index) const;  ///< of one picture, its words not included
    int side(int width) const;

    QList<Picture> pictures_;
};

}  // namespace headroom::ui
