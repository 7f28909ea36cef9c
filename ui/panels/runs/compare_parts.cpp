// The course of figures, lines of runs and the table of both; the legend's labels in three columns; the pictures in a row.
#include "ui/panels/runs/compare_parts.h"

#include "ui/bridge/shown_text.h"
#include "ui/families/registry.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/row_painter.h"

#include <QGridLayout>
#include <QIODevice>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

constexpr std::size_t kPoints = 400;
constexpr int kPictureGap = 12, kLeastPicture = 64;  // pixels at 100 % text

QByteArray quoted(const QString& text) {
    QString out = text;
    return '"' + out.replace(QLatin1Char('"'), QStringLiteral("\"\"")).toUtf8() + '"';
}

QByteArray csv_figure(double value) { return std::isnan(value) ? QByteArray() : QByteArray::number(value, 'g', 9); }

int wordsHeight() { return scaled(42); }

/// Below its name.
QString wordsOf(const ComparePictures::Picture& picture) {
    if (!picture.image.isNull()) return picture.when;
    return picture.problem.isEmpty() ? ComparePictures::tr("no picture yet") : picture.problem;
}

}  // namespace

Course Course::of(const std::vector<StepDone>& steps, XAxis axis, double (*of)(const StepDone&), double smoothing) {
    Course out;
    const std::size_t window = std::max<std::size_t>(1, (steps.size() + kPoints - 1) / kPoints);
    double past = 0, weight = 0;
    for (std::size_t begin = 0; begin < steps.size(); begin += window) {
        const std::size_t end = std::min(begin + window, steps.size());
        double sum = 0;
        int n = 0;
        for (std::size_t i = begin; i < end; ++i) {
            const double value = of(steps[i]);
            if (std::isnan(value)) continue;
            sum += value;
            ++n;
        }
        if (n == 0) continue;
        // Divided by the weight so far, the mean does not begin at zero.
        past = smoothing * past + (1 - smoothing) * sum / n;
        weight = smoothing * weight + (1 - smoothing);
        out.x.append(placeOn(axis, steps[end - 1]));
        out.y.append(past / weight);
    }
    return out;
}

std::optional<double> Course::valueAt(double at) const {
    if (x.isEmpty()) return std::nullopt;
    const double apart = x.size() > 1 ? (x.last() - x.first()) / static_cast<double>(x.size() - 1) : 0;
    if (at < x.first() - apart || at > x.last() + apart) return std::nullopt;
    auto next = std::ranges::lower_bound(x, at);
    if (next == x.end() || (next != x.begin() && at - *(next - 1) < *next - at)) --next;
    return y[next - x.begin()];
}

QColor runColor(int slot) {
    static constexpr Token tokens[] = {Token::C1, Token::C2, Token::C3, Token::C4};
    return themeColor(tokens[slot < 0 ? 0 : slot % 4]);
}

QPen runPen(int slot) {
    // In pen widths; the first is solid, and those of one colour differ most.
    static const QVector<qreal> dashes[] = {
        {}, {8, 2}, {3, 2}, {1, 1.5}, {6, 2, 1, 2}, {3, 2, 1, 2}, {8, 2, 1, 2, 1, 2}, {1, 4}};
    QPen pen(runColor(slot), 2);
    const QVector<qreal>& dash = dashes[slot < 0 ? 0 : static_cast<std::size_t>(slot) % std::size(dashes)];
    if (!dash.isEmpty()) pen.setDashPattern(dash);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

Result<void> writeComparedTable(QIODevice& file, const std::vector<std::shared_ptr<const RunHistory>>& runs,
                                Services* services) {
    QStringList names;
    for (const auto& run : runs) {
        for (const ComparedCurve& curve : window_family_of(run->config).facts().compared) names << curve.name();
    }
    names.removeDuplicates();
    QByteArray head = "run,step,images,seconds,peak_bytes";
    for (const QString& name : names) head += ',' + quoted(name);
    file.write(head + '\n');
    for (const auto& run : runs) {
        const auto& compared = window_family_of(run->config).facts().compared;
        std::vector<const ComparedCurve*> columns;
        for (const QString& name : names) {
            const auto of = std::ranges::find_if(compared, [&](const ComparedCurve& c) { return c.name() == name; });
            columns.push_back(of == compared.end() ? nullptr : &*of);
        }
        const QByteArray called = quoted(QString::fromStdString(run->info.name));
        bool any = false;
        const auto write = [&](std::span<const StepDone> steps) -> Result<void> {
            QByteArray out;
            for (const StepDone& step : steps) {
                out += called + ',' + QByteArray::number(qlonglong{step.step}) + ',' +
                       QByteArray::number(qlonglong{step.images}) + ',' + csv_figure(step.elapsed_seconds) + ',' +
                       QByteArray::number(qlonglong{step.peak.count});
                for (const ComparedCurve* column : columns) {
                    out += ',';
                    if (column) out += csv_figure(column->of(step));
                }
                out += '\n';
            }
            any = any || !steps.empty();
            file.write(out);
            return {};
        };
        auto read = services ? services->read_steps(run->info.dir, write) : Result<void>();
        if (!any) read = write(run->steps);
        if (!read) return read;
    }
    return {};
}

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
    const QSize size(scaled(36), scaled(12));
    for (const Row& row : rows_) {
        QPixmap sample(size * devicePixelRatioF());
        sample.setDevicePixelRatio(devicePixelRatioF());
        sample.fill(Qt::transparent);
        QPainter painter(&sample);
        painter.setPen(runPen(row.run.slot));
        painter.drawLine(QPointF(0, size.height() / 2.0), QPointF(size.width(), size.height() / 2.0));
        painter.end();
        row.line->setPixmap(sample);
    }
}

ComparePictures::ComparePictures(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::get(), &Theme::changed, this, &QWidget::updateGeometry);
    onTip(this, [this](const QPoint& at) {
        for (int i = 0; i < pictures_.size(); ++i) {
            const Picture& p = pictures_[i];
            if (mirrored(this, place(i)).adjusted(0, 0, 0, wordsHeight()).contains(at))
                return p.problem.isEmpty() ? p.name : p.name + QLatin1Char('\n') + p.problem;
        }
        return QString();
    });
}

void ComparePictures::setPictures(QList<Picture> pictures) {
    pictures_ = std::move(pictures);
    QStringList words;
    for (const Picture& p : pictures_)
        words << (p.image.isNull() ? QStringLiteral("%1: %2") : QStringLiteral("%1, %2"))
                     .arg(nameText(p.name), wordsOf(p));
    setAccessibleName(tr("Newest pictures"));
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    updateGeometry();
    update();
}

int ComparePictures::side(int width) const {
    const int count = std::max<int>(1, static_cast<int>(pictures_.size()));
    return std::clamp((width - (count + 1) * scaled(kPictureGap)) / count, kLeastPicture, scaled(kSide));
}

int ComparePictures::heightForWidth(int width) const { return side(width) + wordsHeight() + scaled(8); }

QSize ComparePictures::sizeHint() const { return {scaled(300), heightForWidth(std::max(width(), scaled(300)))}; }

QRect ComparePictures::place(int index) const {
    const int gap = scaled(kPictureGap);
    const int edge = std::max(16, std::min(side(width()), height() - wordsHeight() - scaled(8)));
    const int step = std::max(edge, side(width())) + gap;
    return {gap + index * step, scaled(4), edge, edge};
}

void ComparePictures::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    QStyleOptionViewItem option;
    option.initFrom(this);
    RowPainter row(&painter, option);
    for (int i = 0; i < pictures_.size(); ++i) {
        const Picture& p = pictures_[i];
        const QRect box = place(i);
        if (p.image.isNull()) {
            const int icon = scaled(20);
            const bool bad = !p.problem.isEmpty();
            row.plate(box, themeColor(Token::Raised), themeColor(Token::Line), 3);
            row.icon(bad ? QStringLiteral("alert-triangle") : QStringLiteral("photo"), bad ? Token::Err : Token::T3,
                     box.center() - QPoint(icon / 2, icon / 2), icon);
        } else {
            row.image(QRect(box.topLeft(), p.image.size().scaled(box.size(), Qt::KeepAspectRatio)), p.image);
        }
        const int mark = scaled(11), top = box.bottom() + scaled(6), line = scaled(17), width = side(this->width());
        row.plate({box.left(), top + (line - mark) / 2, mark, mark}, runColor(p.slot), {}, 2);
        row.setText(themeFont(TextSize::Small, true), Token::T1);
        row.text({box.left() + mark + scaled(6), top, width - mark - scaled(6), line}, p.name, Qt::ElideMiddle);
        row.setText(themeFont(TextSize::Small), Token::T2);
        row.text({box.left(), top + line, width, line}, wordsOf(p));
    }
}

}  // namespace headroom::ui
