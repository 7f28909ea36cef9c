// ParamForm: generated from form_plan(); nothing here knows a single parameter but those that another one makes idle.
#include "ui/panels/run/param_form.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/families/registry.h"
#include "ui/models/run_words.h"
#include "ui/panels/run/effective_batch_row.h"
#include "ui/panels/run/form_part.h"
#include "ui/panels/run/form_plan.h"
#include "ui/panels/run/param_group.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/shell/theme.h"
#include "ui/widgets/boxes.h"
#include "ui/widgets/one_scroll.h"

#include <QEvent>
#include <QLabel>

namespace headroom::ui {
namespace {

/// Costs of one staged edit in the words of its badges.
EditCost cost_words(const ForecastWatch& watch, const Forecast& after, const TrainConfig& config) {
    EditCost cost;
    if (!watch.base()) return cost;
    const Forecast& before = *watch.base();
    cost.tip = QObject::tr("Source: %1").arg(QString::fromStdString(after.source));
    if (before.complete && after.complete) {
        cost.bytes = changeText(after.peak - before.peak);
        if (const auto factor = watch.speedFactor(after, config))
            cost.speed = QObject::tr("%1 speed").arg(signedPercentText((*factor - 1.0) * 100.0));
        return cost;
    }
    if (after.pending) {
        cost.bytes = QObject::tr("forecasting");
        cost.tip = QObject::tr("Two short %1 of these settings are being measured, beside the run.")
                       .arg(stepNoun(config.model, 2));
        return cost;
    }
    const Bytes change = after.static_after - after.static_before;
    if (change.count != 0) cost.bytes = QObject::tr("%1 fixed").arg(changeText(change));
    cost.speed = QObject::tr("measuring");
    cost.tip =
        QObject::tr(
            "Weights, gradients and optimiser are exact from shapes. Activations and speed are measured in the first %1 after the change.")
            .arg(stepNoun(config.model, 2));
    return cost;
}

}  // namespace

ParamForm::ParamForm(ParamEdits* edits, ForecastWatch* forecast, ModelKind kind, std::vector<FormPart*> parts,
                     QWidget* parent)
    : QScrollArea(parent), edits_(edits), forecast_(forecast), kind_(kind), parts_(std::move(parts)) {
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::NoFocus);
    build();
    scroll_ = new OneScroll(this);
    fitLabels();
    connect(edits, &ParamEdits::changed, this, &ParamForm::refresh);
    connect(forecast, &ForecastWatch::changed, this, &ParamForm::refreshCosts);
    connect(&Theme::get(), &Theme::changed, this, &ParamForm::fitLabels);
    refresh();
}

void ParamForm::build() {
    auto* body = new QWidget(this);
    body->setObjectName(QStringLiteral("scrollBody"));
    auto* column = columnIn(body, {0, 4, 0, 8}, 0);
    for (const FormGroup& plan : form_plan(kind_)) {
        auto* group = new ParamGroup(plan.title, body);
        groups_.push_back(group);
        column->addWidget(group);
        for (const headroom::ParamRow* row : plan.rows) {
            FormPart* part = partFor(row->key);
            if (part && part->keys().front() == row->key) {
                group->addExtra(part);
                if (part->note()) group->setNote(part->note());
            }
            if (part && !part->keepsRow(std::string(row->key))) continue;
            auto* view = new ParamRowView(*row, edits_, group);
            connect(view, &ParamRowView::inspectWanted, this, &ParamForm::inspectWanted);
            rows_.push_back(view);
            group->addRow(view);
            if (row->key != "batch.accumulate") continue;
            effective_ = new EffectiveBatchRow(edits_, group);
            group->addExtra(effective_);
        }
        group->setOpen(plan.open);
    }
    for (FormPart* part : parts_) connect(part, &FormPart::rowsChanged, this, &ParamForm::refresh);
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

FormPart* ParamForm::partFor(std::string_view key) const {
    for (FormPart* part : parts_) {
        for (const std::string& mine : part->keys()) {
            if (mine == key) return part;
        }
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
        scroll_->show(row);
    } else if (FormPart* part = partFor(key)) {
        part->showProblem(message);
        scroll_->show(part);
    }
}

bool ParamForm::hasNothingToSay(const ParamRowView& row) const {
    const std::string_view key = row.row().key;
    if (window_family_of(kind_).idle(key, edits_->inForce())) return true;
    if (key == "data.variety" || key == "data.count") return edits_->inForce().data_path != "shapes";
    if (const FormPart* part = partFor(key)) return part->hidesRow(std::string(key));
    return false;
}

void ParamForm::setActive(bool active) {
    for (FormPart* part : parts_) part->setRunActive(active);
    for (ParamRowView* row : rows_) {
        const bool off = active && row->row().policy == Policy::NewRun;
        row->setOffReason(off ? tr("Fixed for this run: it needs a new run.") : QString());
    }
}

void ParamForm::refresh() {
    bool changed = false;
    for (ParamRowView* row : rows_) {
        const bool irrelevant = hasNothingToSay(*row);
        changed = changed || row->property("irrelevant").toBool() != irrelevant;
        row->setProperty("irrelevant", irrelevant);
        row->refresh();
    }
    if (changed) filter(needle_);
    refreshCosts();
}

void ParamForm::refreshCosts() {
    for (const auto& [key, value] : edits_->staged()) {
        ParamRowView* row = rowFor(key);
        if (!row) continue;
        const Forecast* one = forecast_->of(key);
        if (!one) {
            row->setCost({forecast_->stale() ? tr("forecasting") : tr("measuring"), {}, {}});
            continue;
        }
        const Result<TrainConfig> config = with_patch(edits_->inForce(), {{key, value}});
        row->setCost(cost_words(*forecast_, *one, config ? *config : edits_->preview()));
    }
}

void ParamForm::fitLabels() {
    int widest = 0;
    const QFontMetrics metrics(Theme::get().font(TextSize::Body));
    for (const ParamRowView* row : rows_) widest = qMax(widest, metrics.horizontalAdvance(fromUtf8(row->row().label)));
    const int width = Theme::get().textPercent() > 150 ? 0 : qMin(widest + 2, Theme::get().scaled(104));
    scroll_->setLeast(Theme::get().scaled(110));
    for (ParamRowView* row : rows_) row->setLabelWidth(width);
    if (effective_) effective_->setLabelWidth(width);
    for (FormPart* part : parts_) part->setLabelWidth(width);
}

void ParamForm::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && !rows_.empty()) fitLabels();
}

QSize ParamForm::sizeHint() const { return QSize(Theme::get().scaled(300), Theme::get().scaled(140)); }

}  // namespace headroom::ui
