// Reading values of a field, and the grid of runs that several fields make.
#include "ui/panels/queue/sweep_plan.h"

#include "core/families/registry.h"
#include "core/families/sweep_words.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/models/param_text.h"

#include <QCoreApplication>
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
        if (std::find(out.begin(), out.end(), *value) == out.end()) out.push_back(*value);
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
                plan.names.back(), fieldMessage(coreText(each ? errors.front().message : each.error().message)));
    }
    return plan;
}

}  // namespace headroom::ui
