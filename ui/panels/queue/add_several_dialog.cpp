// AddSeveralDialog: fields for values, the grid of runs that they make, and what keeps them from being added.
#include "ui/panels/queue/add_several_dialog.h"

#include "core/api/param_schema.h"
#include "core/families/registry.h"
#include "core/families/sweep_words.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/kit.h"

#include <QComboBox>
#include <QCompleter>
#include <QCoreApplication>
#include <QListWidget>
#include <QLocale>

#include <algorithm>

namespace headroom::ui {
namespace {

struct SweepText {
    Q_DECLARE_TR_FUNCTIONS(SweepPlan)
};

bool is_words(const ParamRow& row) {
    return row.type == ParamType::Text || row.type == ParamType::Path || row.type == ParamType::Set;
}

/// Values of one field; an error names the field.
QString read(const ParamRow& row, const QString& text, std::vector<ParamValue>& out) {
    for (const QString& part : text.split(sweepSeparator(row), Qt::SkipEmptyParts)) {
        const QString typed = is_words(row) ? part.trimmed() : plainAmount(part.trimmed());
        const auto value = parse_param(row, typed.toStdString());
        if (!value) return fieldMessage(coreText(value.error().message));
        if (std::ranges::find(out, *value) == out.end()) out.push_back(*value);
    }
    return out.empty() ? SweepText::tr("%1: type one or more values").arg(coreText(row.label)) : QString();
}

using Axis = std::pair<const ParamRow*, std::vector<ParamValue>>;

/// All combinations; the last setting changes fastest, as in the queue.
std::vector<ParamPatch> combine(const std::vector<Axis>& axes) {
    std::vector<ParamPatch> out{{}};
    for (const auto& [row, values] : axes) {
        std::vector<ParamPatch> next;
        for (const ParamPatch& before : out)
            for (const ParamValue& value : values) next.emplace_back(before)[std::string(row->key)] = value;
        out = std::move(next);
    }
    return out;
}

}  // namespace

QChar sweepSeparator(const ParamRow& row) {
    const bool comma_taken = is_words(row) || QLocale().decimalPoint() == QLatin1String(",");
    return QLatin1Char(comma_taken ? ';' : ',');
}

SweepPlan planSweep(const TrainConfig& config, const QString& name, const std::vector<SweepField>& fields) {
    SweepPlan plan;
    double runs = 1;
    for (const SweepField& field : fields) {
        const ParamRow* row = find_param(field.key, config.model);
        if (!row) continue;
        if (plan.values.contains(field.key))
            plan.problem = SweepText::tr("%1 stands there twice").arg(coreText(row->label));
        std::vector<ParamValue> values;
        if (const QString problem = read(*row, field.text, values); plan.problem.isEmpty()) plan.problem = problem;
        runs *= static_cast<double>(values.size());
        plan.values[field.key] = std::move(values);
    }
    if (plan.problem.isEmpty() && plan.values.empty())
        plan.problem = SweepText::tr("Choose a setting and type its values");
    if (plan.problem.isEmpty() && runs > SweepPlan::kMostRuns)
        plan.problem =
            SweepText::tr("%1 runs are more than %2 at once").arg(numberText(runs, 0), countText(SweepPlan::kMostRuns));
    if (!plan.problem.isEmpty()) return plan;
    std::vector<Axis> axes;
    for (const ParamRow& row : schema_rows(config.model)) {
        const auto values = plan.values.find(std::string(row.key));
        if (values != plan.values.end()) axes.emplace_back(&row, values->second);
    }
    for (const ParamPatch& patch : combine(axes)) {
        const auto each = with_patch(config, patch);
        QStringList words{name};
        if (name.isEmpty() && each) words = {fromUtf8(family_of(*each).run_name(*each))};
        for (const auto& [row, values] : axes) words << fromUtf8(sweep_words(*row, patch.at(std::string(row->key))));
        plan.names << words.join(QStringLiteral(", "));
        const auto errors = each ? check_config(*each, false) : std::vector<ParamError>{};
        if (plan.problem.isEmpty() && (!each || !errors.empty()))
            plan.problem = SweepText::tr("%1: %2").arg(
                nameText(plan.names.back()),
                fieldMessage(coreText(each ? errors.front().message : each.error().message)));
    }
    return plan;
}

AddSeveralDialog::AddSeveralDialog(const TrainConfig& config, WhenTooBig when_too_big, QWidget* parent)
    : QDialog(parent),
      config_(config),
      name_(named(new QLineEdit(this), tr("Name of the runs"))),
      too_big_(named(new QComboBox(this), tr("What happens to a run that is too big"))),
      count_(makeLabel("strong", this)),
      problem_(makeLabel("", this, Wrap::On)),
      list_(named(new QListWidget(this), tr("Runs that will be added"))) {
    setWindowTitle(tr("Add several runs to the queue"));
    auto* words =
        makeLabel("small",
                  tr("All have the settings of the %1 run shown, but for these. Several values in a field make "
                     "one run each; several fields every combination.")
                      .arg(kindWords(config.model)),
                  this, Wrap::On);
    auto* another = onClick(new QPushButton(tr("Another setting"), this), this, [this] { addField(); });
    another->setObjectName(QStringLiteral("another"));
    name_->setPlaceholderText(tr("Made from data and size"));
    connect(name_, &QLineEdit::textChanged, this, &AddSeveralDialog::refresh);
    for (const auto& [what, text] :
         {std::pair(WhenTooBig::Wait, tr("waits for room")), std::pair(WhenTooBig::Fit, tr("is made to fit")),
          std::pair(WhenTooBig::Fail, tr("is marked as failed"))})
        too_big_->addItem(text, static_cast<int>(what));
    too_big_->setCurrentIndex(too_big_->findData(static_cast<int>(when_too_big)));
    list_->setFocusPolicy(Qt::StrongFocus);
    list_->setSelectionMode(QAbstractItemView::NoSelection);
    auto* buttons = makeButtonBox(QDialogButtonBox::Cancel, this);
    add_ = styled(new QPushButton(this), "primary");
    buttons->addButton(add_, QDialogButtonBox::AcceptRole);
    rows_ = columnOf({}, 4);
    columnIn(
        this, {16, 16, 16, 16}, 12,
        {words,
         rows_,
         {another, 0, Qt::AlignLeft},
         rowOf({new QLabel(tr("Name"), this), {name_, 1}, new QLabel(tr("One that is too big"), this), too_big_}, 8),
         count_,
         {list_, 1},
         problem_,
         buttons});
    addField("lr.g");
    resize(scaled(600), scaled(480));
}

void AddSeveralDialog::addField(const std::string& key, const QString& values) {
    Field field{new QWidget(this), named(new QComboBox, tr("Setting")), named(new QLineEdit, tr("Its values"))};
    for (const ParamRow& each : schema_rows(config_.model))
        if (each.key != "model") field.key->addItem(coreText(each.label), fromUtf8(each.key));
    field.key->setEditable(true);  // to be found by typing
    field.key->setInsertPolicy(QComboBox::NoInsert);
    field.key->completer()->setFilterMode(Qt::MatchContains);
    field.key->completer()->setCompletionMode(QCompleter::PopupCompletion);
    const int at = field.key->findData(fromUtf8(key.empty() ? "batch.micro" : key));
    field.key->setCurrentIndex(std::max(0, at));
    field.values->setText(values);
    auto* remove = new IconButton(QStringLiteral("x"), tr("Leave this setting as it is"), field.row);
    rowIn(field.row, {}, 8, {{field.key, 2}, {field.values, 3}, remove});
    rows_->addWidget(field.row);
    fields_.push_back(field);
    connect(field.key, &QComboBox::currentIndexChanged, this, &AddSeveralDialog::refresh);
    connect(field.key->lineEdit(), &QLineEdit::editingFinished, this, [box = field.key] { settle(box); });
    connect(field.values, &QLineEdit::textChanged, this, &AddSeveralDialog::refresh);
    connect(remove, &IconButton::clicked, this, [this, widget = field.row] {
        std::erase_if(fields_, [widget](const Field& f) { return f.row == widget; });
        widget->deleteLater();
        widget->hide();
        refresh();
    });
    field.values->setFocus();
    refresh();
}

/// What was typed becomes the one setting that is meant; otherwise the field says again which one is chosen.
void AddSeveralDialog::settle(QComboBox* box) {
    const QString typed = box->currentText().trimmed();
    QList<int> alike;
    for (int i = 0; i < box->count(); ++i)
        if (!typed.isEmpty() && box->itemText(i).contains(typed, Qt::CaseInsensitive)) alike.append(i);
    const int same = box->findText(typed, Qt::MatchFixedString);
    if (same >= 0 || alike.size() == 1) box->setCurrentIndex(same >= 0 ? same : alike.front());
    box->setEditText(box->itemText(box->currentIndex()));
}

void AddSeveralDialog::refresh() {
    std::vector<SweepField> typed;
    for (const Field& field : fields_) {
        const std::string key = field.key->currentData().toString().toStdString();
        typed.push_back({key, field.values->text()});
        if (const ParamRow* row = find_param(key, config_.model)) {
            const QString now = valueText(*row, row->get(config_));
            field.values->setPlaceholderText(sweepSeparator(*row) == QLatin1Char(';')
                                                 ? tr("now %1; several between semicolons").arg(now)
                                                 : tr("now %1; several between commas").arg(now));
            field.values->setToolTip(coreText(row->help));
        }
    }
    plan_ = planSweep(config_, name_->text().trimmed(), typed);
    const auto runs = static_cast<int>(plan_.names.size());
    list_->clear();
    for (const QString& name : plan_.names) list_->addItem(name);
    count_->setText(tr("%Ln run(s)", nullptr, runs));
    add_->setText(tr("Add %Ln run(s)", nullptr, runs));
    add_->setEnabled(plan_.problem.isEmpty());
    add_->setToolTip(plan_.problem);
    setMessage(problem_, plan_.problem, true);
}

QueueAddition AddSeveralDialog::addition() const {
    QueueAddition out;
    out.request.config = std::make_shared<const TrainConfig>(config_);
    out.request.name = name_->text().trimmed().toStdString();
    out.when_too_big = static_cast<WhenTooBig>(too_big_->currentData().toInt());
    out.sweep = plan_.values;
    return out;
}

}  // namespace headroom::ui
