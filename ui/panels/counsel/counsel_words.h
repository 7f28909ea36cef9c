// What counsel says, in the window's language and numbers.
#pragma once

#include "core/api/counsel.h"
#include "core/api/train_config.h"

#include <QString>

#include <string_view>

namespace headroom::ui {

/// A sentence of counsel's rules with the notice's steps and figures in it.
QString counselSentence(std::string_view pattern, const CounselNotice& notice);
/// What was seen.
QString seenText(const CounselNotice& notice);
/// A figure as sentences have it: "0.06", "93 %".
QString figureWords(const CounselFigure& figure);
/// "D rate 4.0e-4 to 2.0e-4, Augment colour Off to On": what a change does to `config`; of what is in force already the value alone.
QString changeWords(const ParamPatch& change, const TrainConfig& config);
/// What became of a change: whether the figure, and the score where there is one, has moved.
QString outcomeWords(const CounselTold& told);

}  // namespace headroom::ui
