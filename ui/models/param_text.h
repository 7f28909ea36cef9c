// Words of a parameter in the window: its value, its policy, its help.
#pragma once

#include "core/api/param.h"

#include <QString>

namespace headroom::ui {

/// A value as the form writes it ("128 × 128", "1.0e-4", "On", "6.00 GiB").
QString valueText(const ParamRow& row, const ParamValue& value);
/// Icon name of a policy (bolt, repeat, refresh, rocket).
QString policyIcon(Policy policy);
/// "Applies at the next step", in the words of the runs that have the setting.
QString policyText(const ParamRow& row);
/// What it is, what it costs, its policy, its range and default: tooltip and help text.
QString helpText(const ParamRow& row);
/// The sentence of an error without the key in front, with a capital and a full stop.
QString fieldMessage(const QString& message);
/// Number of choices of an integer that is offered as a list (powers of two in a short range); 0: not a list.
int listedPowers(const ParamRow& row);

}  // namespace headroom::ui
