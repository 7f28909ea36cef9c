// What of a run's scores can be compared, in its order and in words.
#include "app/cli/best_scores.h"

#include "core/base/units.h"
#include "core/config/change_mark.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <tuple>

namespace headroom::cli {

std::vector<ScoresDone> of_present_data(std::vector<ScoresDone> scores, const std::vector<HistoryMark>& marks) {
    for (const HistoryMark& mark : marks)
        if (mark.kind == kDataMark) std::erase_if(scores, [&](const ScoresDone& s) { return s.step <= mark.step; });
    return scores;
}

std::optional<ScoresDone> best_scores(const std::vector<ScoresDone>& all, BestBy by) {
    std::optional<ScoresDone> best;
    for (auto scores = all.rbegin(); scores != all.rend(); ++scores) {
        const double figure = scores->scores.order_by(by);
        if (!std::isfinite(figure) || (best && !can_be_compared(scores->scores, best->scores, by))) continue;
        if (!best || figure < best->scores.order_by(by)) best = *scores;
    }
    return best;
}

bool scored_before(const std::optional<ScoresDone>& a, const std::optional<ScoresDone>& b, BestBy by) {
    if (!a || !b) return a.has_value() && !b;
    const auto place = [by](const RunScores& s) {
        return std::tuple(s.features, s.side, by == BestBy::Kid ? 0 : s.pictures, s.order_by(by));
    };
    return place(a->scores) < place(b->scores);
}

std::string figure_of_scores(const std::optional<ScoresDone>& scores, BestBy by) {
    if (!scores) return {};
    const RunScores& s = scores->scores;
    std::string out(name_of(by));
    std::transform(out.begin(), out.end(), out.begin(), [](unsigned char c) { return std::toupper(c); });
    const Estimate figure = s.by(by);
    return out + " " + figure_text(figure.value) + plus_minus_text(figure.error) + " (" + s.features + " features, " +
           std::to_string(s.pictures) + " pictures, " +
           (s.side > 0 ? std::to_string(s.side) + " px, " : std::string()) + "step " + std::to_string(scores->step) +
           ")";
}

}  // namespace headroom::cli
