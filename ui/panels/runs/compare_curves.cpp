// Courses of figures, lines of runs and the table of both.
#include "ui/panels/runs/compare_curves.h"

#include "ui/families/registry.h"
#include "ui/shell/theme.h"

#include <QIODevice>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace headroom::ui {
namespace {

constexpr std::size_t kPoints = 400;

QByteArray quoted(const QString& text) {
    QString out = text;
    return '"' + out.replace(QLatin1Char('"'), QStringLiteral("\"\"")).toUtf8() + '"';
}

QByteArray csv_figure(double value) { return std::isnan(value) ? QByteArray() : QByteArray::number(value, 'g', 9); }

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

}  // namespace headroom::ui
