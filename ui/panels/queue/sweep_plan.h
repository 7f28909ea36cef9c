// SweepPlan: several values for some settings, and the runs that their combinations are. No widgets.
#pragma once

#include "core/api/param.h"
#include "core/api/train_config.h"

#include <QString>
#include <QStringList>

namespace headroom::ui {

struct SweepPlan {
    static constexpr int kMostRuns = 500;

    std::map<std::string, std::vector<ParamValue>> values;
    QStringList names;  ///< of each run, with what differs, in the order in which they are added
    QString problem;    ///< why they cannot be added; empty: they can
};

/// A setting and its values as typed, with sweepSeparator() between them.
struct SweepField {
    std::string key;
    QString text;
};

/// A comma; a semicolon for texts, paths and sets, and for numbers where the window writes a decimal comma.
QChar sweepSeparator(const ParamRow& row);

/// `name`: of all; empty: made from data and size.
SweepPlan planSweep(const TrainConfig& config, const QString& name, const std::vector<SweepField>& fields);

}  // namespace headroom::ui
