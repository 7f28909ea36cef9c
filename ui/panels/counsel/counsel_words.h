// What counsel says, in the window's language and numbers.
#pragma once

#include "core/api/counsel.h"
#include "core/api/train_config.h"

#include <QString>

namespace headroom::ui {

/// What was seen: the rule's sentence with the notice's steps and figures in it.
QString seenText(const CounselNotice& notice);
/// "D rate 4.0e-4 to 2.0e-4, Augment colour Off to On": what a change does to `config`; of what is in force already the value alone.
QString changeWords(const ParamPatch& change, const TrainConfig& config);
/// What became of a change: whether the figure, and the score where there is one, has moved.
QString outcomeWords(const CounselTold& told);

}  // namespace headroom::ui
