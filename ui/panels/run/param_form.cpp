// ParamForm: generated from schema_rows(); nothing here knows a single parameter but the ones that only suit the built-in shapes.
#include "ui/panels/run/param_form.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/panels/run/effective_batch_row.h"
#include "ui/panels/run/param_group.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/shell/theme.h"

#include <QEvent>
#include <QLabel>
#include <QVBoxLayout>

namespace headroom::ui {
namespace {

bool opens_folded(const QString& group) { return group == QLatin1String("Loss") || group == QLatin1String("Model") || group == QLatin1String("Run"); }

/// Costs of one staged edit in the words of its badges.
EditCost cost_words(const ForecastWatch& watch, const Forecast& after, double batch_ratio) {
    EditCost cost;
    if (!watch.base()) return cost;
    const Forecast& before = *watch.base();
    cost.tip = QObject::tr("Source: %1").arg(QString::fromStdString(after.source));
    if (before.complete && after.complete) {
        cost.bytes = changeText(after.peak - before.peak);
        if (before.seconds_per_step > 0 && after.seconds_per_step > 0) {
            const double faster = (before.seconds_per_step / after.seconds_per_step * batch_ratio - 1.0) * 100.0;
            cost.speed = QObject::tr("%1 speed").arg(signedPercentText(faster));
        }
        return cost;
    }
    if (after.pending) {
        cost.bytes = QObject::tr("forecasting");
        cost.tip = QObject::tr("Two short steps of these settings are being measured, beside the run.");
        return cost;
    }
    const Bytes change = after.static_after - after.static_before;
    if (change.count != 0) cost.bytes = QObject::tr("%1 fixed").arg(changeText(change));
    cost.speed = QObject::tr("measuring");
    cost.tip = QObject::tr("Weights, gradients and optimiser are exact from shapes. Activations and speed are measured in the first steps after the change.");
    return cost;
}

/// The form of a DCGAN run, whose kind is no choice of the form.
bool shown(const headroom::ParamRow& row) { return belongs_to(row, ModelKind::Dcgan) && row.key != "model"; }

}  // namespace

ParamForm::ParamForm(ParamEdits* edits, ForecastWatch* forecast, QWidget* parent)
    : QScrollArea(parent), edits_(edits), forecast_(forecast) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    build();
    fitLabels();
    connect(edits, &ParamEdits::changed, this, &ParamForm::refresh);
    connect(forecast, &ForecastWatch::changed, this, &ParamForm::refreshCosts);
    connect(&Theme::get(), &Theme::changed, this, &ParamForm::fitLabels);
    refresh();
}

void ParamForm::build() {
    auto* body = new QWidget(this);
    body->setObjectName(QStringLiteral("scrollBody"));
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 4, 0, 8);
    column->setSpacing(0);
    for (const headroom::ParamRow& row : schema_rows()) {
        if (!shown(row)) continue;
        const QString title = fromUtf8(row.group);
        if (groups_.empty() || groups_.back()->title() != title) {
            groups_.push_back(new ParamGroup(title, body));
            column->addWidget(groups_.back());
        }
        auto* view = new ParamRowView(row, edits_, groups_.back());
        connect(view, &ParamRowView::inspectWanted, this, &ParamForm::inspectWanted);
        rows_.push_back(view);
        groups_.back()->addRow(view);
        if (row.key == "batch.accumulate") {
            effective_ = new EffectiveBatchRow(edits_, groups_.back());
            groups_.back()->addExtra(effective_);
        }
    }
    for (ParamGroup* group : groups_) group->setOpen(!opens_folded(group->title()));
    nothing_ = new QLabel(tr("No setting has this word in its name or help."), body);
    nothing_->setProperty("role", "hint");
    nothing_->setWordWrap(true);
    nothing_->setContentsMargins(16, 8, 16, 8);
    nothing_->hide();
    column->addWidget(nothing_);
    column->addStretch();
    setWidget(body);
}

ParamRowView* ParamForm::rowFor(const std::string& key) const {
    for (ParamRowView* row : rows_) {
        if (row->row().key == key) return row;
    }
    return nullptr;
}

void ParamForm::filter(const QString& needle) {
    needle_ = needle.trimmed();
    int shown = 0;
    for (ParamGroup* group : groups_) shown += group->filter(needle_);
    nothing_->setVisible(!needle_.isEmpty() && shown == 0);
}

void ParamForm::showProblem(const std::string& key, const QString& message) {
    if (ParamRowView* row = rowFor(key)) {
        row->setProblem(message);
        ensureWidgetVisible(row);
    }
}

void ParamForm::setActive(bool active) {
    for (ParamRowView* row : rows_) {
        const bool off = active && row->row().policy == Policy::NewRun;
        row->setOffReason(off ? tr("Fixed for this run: it needs a new run.") : QString());
    }
}

void ParamForm::refresh() {
    const bool shapes = edits_->inForce().data_path == "shapes";
    bool changed = false;
    for (ParamRowView* row : rows_) {
        const bool only_shapes = row->row().key == "data.variety" || row->row().key == "data.count";
        const bool irrelevant = only_shapes && !shapes;
        changed = changed || row->property("irrelevant").toBool() != irrelevant;
        row->setProperty("irrelevant", irrelevant);
        row->refresh();
    }
    if (changed) filter(needle_);
    refreshCosts();
}

void ParamForm::refreshCosts() {
    const double before = static_cast<double>(edits_->inForce().effective_batch());
    for (const auto& [key, value] : edits_->staged()) {
        ParamRowView* row = rowFor(key);
        if (!row) continue;
        const Forecast* one = forecast_->of(key);
        if (!one) {
            row->setCost({forecast_->stale() ? tr("forecasting") : tr("measuring"), {}, {}});
            continue;
        }
        const Result<TrainConfig> config = with_patch(edits_->inForce(), {{key, value}});
        const double ratio = config ? static_cast<double>(config->effective_batch()) / before : 1.0;
        row->setCost(cost_words(*forecast_, *one, ratio));
    }
}

void ParamForm::fitLabels() {
    int widest = 0;
    const QFontMetrics metrics(Theme::get().font(TextSize::Body));
    for (const headroom::ParamRow& row : schema_rows()) {
        if (!shown(row)) continue;
        widest = qMax(widest, metrics.horizontalAdvance(fromUtf8(row.label)));
    }
    const int width = Theme::get().textPercent() > 150 ? 0 : qMin(widest + 2, Theme::get().scaled(104));
    setMinimumHeight(Theme::get().scaled(110));
    for (ParamRowView* row : rows_) row->setLabelWidth(width);
    if (effective_) effective_->setLabelWidth(width);
}

void ParamForm::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && !rows_.empty()) fitLabels();
}

QSize ParamForm::sizeHint() const { return QSize(Theme::get().scaled(300), Theme::get().scaled(140)); }

}  // namespace headroom::ui
