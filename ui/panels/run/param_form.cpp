// ParamForm: generated from form_plan(); nothing here knows a single parameter but those that another one makes idle.
#include "ui/panels/run/param_form.h"

#include "ui/families/registry.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/one_scroll.h"

#include <QEvent>

#include <algorithm>
#include <utility>

namespace headroom::ui {

std::vector<FormGroup> form_plan(ModelKind kind) {
    const WindowFacts& facts = window_family_of(kind).facts();
    std::vector<FormGroup> plan;
    std::set<std::string_view> placed{"model"};
    const auto opens_folded = [](std::string_view group) {
        return group == "Loss" || group == "Model" || group == "Run";
    };
    for (const FormHead& head : facts.heads) {
        FormGroup group{head.title.english(), head.title(), head.open, {}};
        for (const std::string_view key : head.keys)
            if (const ParamRow* row = find_param(key, kind); row && belongs_to(*row, kind) && placed.insert(key).second)
                group.rows.push_back(row);
        plan.push_back(std::move(group));
    }
    for (const ParamRow& row : schema_rows(kind)) {
        if (!placed.insert(row.key).second) continue;
        auto group = std::ranges::find_if(plan, [&](const FormGroup& g) { return g.name == row.group; });
        if (group == plan.end())
            group = plan.insert(plan.end(),
                                {row.group, coreText(row.group), !facts.rest_folded && !opens_folded(row.group), {}});
        group->rows.push_back(&row);
    }
    return plan;
}

namespace {

/// Micro-batch times accumulation, old and new while either is staged, behind `label`.
QWidget* makeEffectiveBatch(ParamEdits* edits, QLabel* label, QWidget* parent) {
    auto* out = new QWidget(parent);
    auto* old = makeLabel("old", out);
    QLabel* arrow = makeIcon(QStringLiteral("arrow-narrow-right"), Token::T2, 12, out);
    auto* now = new QLabel(out);
    auto* note = makeLabel("hint", ParamForm::tr("unchanged"), out);
    rowIn(out, {16, 6, 16, 6}, 8, {label, gap(0), old, arrow, now, note, stretch()});
    out->setToolTip(
        ParamForm::tr("Images per optimiser step: micro-batch times accumulation. The mathematics of the run "
                      "follow this number."));
    const auto refresh = [=] {
        const std::int64_t before = edits->inForce().effective_batch();
        const std::int64_t after = edits->preview().effective_batch();
        const bool differs = before != after;
        const bool by_ladder = edits->replaced("batch.micro").has_value();
        const bool touched =
            by_ladder || edits->staged().count("batch.micro") + edits->staged().count("batch.accumulate") > 0;
        old->setText(countText(before));
        old->setVisible(differs);
        arrow->setVisible(differs);
        now->setText(countText(after));
        now->setProperty("role", differs ? "new" : "");
        note->setVisible(touched && !differs);
    };
    QObject::connect(edits, &ParamEdits::changed, out, refresh);
    refresh();
    return out;
}

/// Costs of one staged edit in the words of its badges.
EditCost cost_words(const ForecastWatch& watch, const Forecast& after, const TrainConfig& config) {
    EditCost cost;
    if (!watch.base()) return cost;
    const Forecast& before = *watch.base();
    cost.tip = QObject::tr("Source: %1").arg(coreText(after.source));
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
    onRest(order_, 0, this, &ParamForm::orderStops);
    auto* body = new QWidget(viewport());
    body->setObjectName(QStringLiteral("scrollBody"));
    auto* column = columnIn(body, {0, 4, 0, 8}, 0);
    const QString of_kind = QStringLiteral("group/%1/").arg(fromUtf8(name_of(kind_)));
    for (const FormGroup& plan : form_plan(kind_)) {
        auto* group = new ParamGroup(plan.title, of_kind + fromUtf8(plan.name), plan.open, body);
        groups_.push_back(group);
        column->addWidget(group);
        connect(group, &ParamGroup::moved, this, [this](QWidget* row) { scroll_->reveal(row); });
        for (const headroom::ParamRow* row : plan.rows) {
            FormPart* part = partFor(row->key);
            if (part && part->keys().front() == row->key) {
                group->addExtra(part);
                if (part->note()) group->setNote(part->note());
            }
            if (part && !part->keepsRow(std::string(row->key))) continue;
            auto* view = new ParamRowView(*row, edits_, group);
            connect(view, &ParamRowView::inspectRequested, this, &ParamForm::inspectRequested);
            connect(view, &ParamRowView::made, &order_, qOverload<>(&QTimer::start));
            view->setProperty("irrelevant", hasNothingToSay(*view));
            rows_.push_back(view);
            group->addRow(view);
            if (row->key != "batch.accumulate") continue;
            effective_ = makeLabel("label", tr("Effective batch"), group, Wrap::On);
            group->addExtra(makeEffectiveBatch(edits_, effective_, group));
        }
    }
    for (FormPart* part : parts_) connect(part, &FormPart::rowsChanged, this, &ParamForm::refresh);
    nothing_ = makeLabel("hint", tr("No setting has this word in its name or help."), body, Wrap::On);
    nothing_->setContentsMargins(16, 8, 16, 8);
    nothing_->hide();
    fill(column, {nothing_, stretch()});
    setWidget(body);
    scroll_ = new OneScroll(this);
    fitLabels();
    connect(edits, &ParamEdits::changed, this, &ParamForm::refresh);
    connect(forecast, &ForecastWatch::changed, this, &ParamForm::refreshCosts);
    connect(&Theme::get(), &Theme::changed, this, &ParamForm::fitLabels);
    refresh();
    orderStops();  // at once: whoever comes after the form follows its last stop
}

ParamRowView* ParamForm::rowFor(const std::string& key) const {
    for (ParamRowView* row : rows_)
        if (row->row().key == key) return row;
    return nullptr;
}

FormPart* ParamForm::partFor(std::string_view key) const {
    for (FormPart* part : parts_) {
        for (const std::string& mine : part->keys())
            if (mine == key) return part;
    }
    return nullptr;
}

void ParamForm::orderStops() {
    const QList<QWidget*> stops = stopsIn(widget());
    for (ParamGroup* group : groups_) group->orderStops(stops);
}

void ParamForm::filter(const QString& needle) {
    needle_ = needle.trimmed();
    showRows(ParamGroup::Rows::InTurns);
}

void ParamForm::showRows(ParamGroup::Rows when) {
    int shown = 0;
    for (ParamGroup* group : groups_) shown += group->filter(needle_, when);
    nothing_->setVisible(!needle_.isEmpty() && shown == 0);
}

void ParamForm::showRefusal(const std::string& key, const QString& message) {
    ParamRowView* row = rowFor(key);
    FormPart* part = row ? nullptr : partFor(key);
    QWidget* shown = row ? static_cast<QWidget*>(row) : part;
    if (!shown) return;
    if (row)
        row->setRefusal(message);
    else
        part->showProblem(message);
    unfold(shown);
    scroll_->reveal(shown);
}

void ParamForm::unfold(QWidget* shown) {
    for (ParamGroup* group : groups_)
        if (group->unfold(shown)) return;
}

bool ParamForm::reveal(const std::string& key) {
    ParamRowView* row = rowFor(key);
    QWidget* shown = row ? static_cast<QWidget*>(row) : partFor(key);
    if (!shown || (row && hasNothingToSay(*row))) return false;
    unfold(shown);
    QWidget* field = row ? row->editor()->field() : shown;
    if (!row) {  // of a part, the first that takes keys
        const QList<QWidget*> children = shown->findChildren<QWidget*>();
        const auto takes_keys = [&](const QWidget* w) {
            return (w->focusPolicy() & Qt::TabFocus) && w->isVisibleTo(shown);
        };
        if (const auto first = std::ranges::find_if(children, takes_keys); first != children.end()) field = *first;
    }
    scroll_->reveal(shown);
    field->setFocus(Qt::ShortcutFocusReason);
    return true;
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
    if (changed) showRows(ParamGroup::Rows::AtOnce);
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
    int widest = 0, longest_word = 0;
    const QFontMetrics metrics(themeFont(TextSize::Body));
    for (const ParamRowView* row : rows_) {
        const QString label = coreText(row->row().label);
        widest = qMax(widest, metrics.horizontalAdvance(label));
        for (const QString& word : label.split(QLatin1Char(' ')))
            longest_word = qMax(longest_word, metrics.horizontalAdvance(word));
    }
    const int width =
        Theme::get().textPercent() > 150 ? 0 : qMin(widest + 2, std::clamp(longest_word + 2, scaled(104), scaled(128)));
    scroll_->setLeast(scaled(110));
    for (ParamRowView* row : rows_) row->setLabelWidth(width);
    if (effective_) effective_->setFixedWidth(width > 0 ? width : effective_->sizeHint().width());
    for (FormPart* part : parts_) part->setLabelWidth(width);
}

void ParamForm::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange && !rows_.empty()) fitLabels();
}

QSize ParamForm::sizeHint() const { return QSize(scaled(300), scaled(140)); }

}  // namespace headroom::ui
