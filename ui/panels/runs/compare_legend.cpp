// CompareLegend: labels in three columns.
#include "ui/panels/runs/compare_legend.h"

#include "ui/bridge/qt_format.h"
#include "ui/panels/runs/compare_curves.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/mirrored.h"

#include <QGridLayout>
#include <QPainter>

namespace headroom::ui {
namespace {

QPixmap sampleOf(int slot, qreal ratio) {
    const QSize size(scaled(36), scaled(12));
    QPixmap out(size * ratio);
    out.setDevicePixelRatio(ratio);
    out.fill(Qt::transparent);
    QPainter painter(&out);
    painter.setPen(runPen(slot));
    painter.drawLine(QPointF(0, size.height() / 2.0), QPointF(size.width(), size.height() / 2.0));
    return out;
}

}  // namespace

CompareLegend::CompareLegend(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(16, 4, 16, 4);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(0);
    grid_->setColumnStretch(1, 1);
    connect(&Theme::get(), &Theme::changed, this, &CompareLegend::applyTheme);
}

void CompareLegend::setRuns(const QList<Run>& runs) {
    while (rows_.size() > runs.size()) {
        const Row row = rows_.takeLast();
        for (QLabel* label : {row.line, row.name, row.value}) delete label;
    }
    while (rows_.size() < runs.size()) {
        Row row{{}, new QLabel(this), shrinking(makeLabel("small", this)), makeLabel("small", this)};
        row.value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        const int at = static_cast<int>(rows_.size());
        for (int column = 0; QLabel * label : {row.line, row.name, row.value}) grid_->addWidget(label, at, column++);
        rows_ << row;
    }
    for (int i = 0; i < rows_.size(); ++i) {
        rows_[i].run = runs[i];
        rows_[i].name->setText(runs[i].name);
        rows_[i].name->setToolTip(runs[i].name);
        rows_[i].value->clear();
    }
    applyTheme();
}

void CompareLegend::setValues(const QStringList& values) {
    for (int i = 0; i < rows_.size(); ++i) rows_[i].value->setText(values.value(i));
}

QStringList CompareLegend::values() const {
    return textsOf(rows_, [](const Row& row) { return row.value->text(); });
}

QStringList CompareLegend::names() const {
    return textsOf(rows_, [](const Row& row) { return row.run.name; });
}

int CompareLegend::draw(QPainter& painter, int width) const {
    painter.save();
    painter.setFont(themeFont(TextSize::Small));
    const int height = painter.fontMetrics().height() + 4, left = scaled(36) + 24;
    int y = 8;
    for (const Row& row : rows_) {
        const auto place = [&](int x, int wide) {
            return mirrored(layoutDirection(), QRect(0, y, width, height), QRect(x, y, wide, height));
        };
        const QRectF line(place(16, scaled(36)));
        painter.setPen(runPen(row.run.slot));
        painter.drawLine(QPointF(line.left(), line.center().y()), QPointF(line.right(), line.center().y()));
        painter.setPen(themeColor(Token::T1));
        painter.drawText(place(left, width - left - 16),
                         static_cast<int>(mirrored(layoutDirection(), Qt::AlignLeft | Qt::AlignVCenter)), row.run.name);
        y += height;
    }
    painter.restore();
    return y + 4;
}

void CompareLegend::applyTheme() {
    for (const Row& row : rows_) row.line->setPixmap(sampleOf(row.run.slot, devicePixelRatioF()));
}

}  // namespace headroom::ui
