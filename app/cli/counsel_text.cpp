// A notice in a few lines, what became of it in one.
#include "app/cli/counsel_text.h"

#include "core/families/counsel_rules.h"
#include "core/families/words.h"

#include <cmath>
#include <cstdio>

namespace headroom::cli {
namespace {

std::string changes_text(const ParamPatch& change) {
    std::string out;
    for (const auto& [key, value] : change) out += (out.empty() ? "" : " ") + key + "=" + to_text(value);
    return out;
}

/// "; KID 0.21 became 0.15, more than its error of 0.01"; empty: the run has no score.
std::string score_moved(const CounselTold& told, ModelKind model) {
    if (!std::isfinite(told.score_before) || !std::isfinite(told.score_after)) return {};
    char text[160];
    std::snprintf(text, sizeof text, "; %s %.3g became %.3g",
                  told.score_name.empty() ? score_name(model).c_str() : told.score_name.c_str(), told.score_before,
                  told.score_after);
    std::string out = text;
    if (std::isfinite(told.score_error)) {
        std::snprintf(text, sizeof text, "its error of %.2g", told.score_error);
        out += (std::abs(told.score_after - told.score_before) > told.score_error ? ", more than " : ", within ") +
               std::string(text);
    }
    return out;
}

}  // namespace

std::string counsel_text(const CounselTold& told, ModelKind model) {
    const CounselNotice& n = told.notice;
    const std::string title(row_of(n.rule).title);
    switch (told.state) {
        case CounselState::Raised: {
            std::string out = step_at(model, n.step) + ": " + title + " (" + std::string(name_of(n.rule)) + ")\n  " +
                              n.seen + "\n  " + n.why + "\n  " + n.advice + "\n";
            if (!n.change.empty()) out += "  set " + changes_text(n.change) + "\n";
            for (const std::string& sample : n.samples) out += "  seen in " + sample + "\n";
            return out;
        }
        case CounselState::Gone: return title + ": no longer seen after " + step_at(model, n.step) + "\n";
        case CounselState::Changed:
            return title + ": " + changes_text(n.change) + (told.automatic ? " was set by Autopilot\n" : " was set\n");
        case CounselState::Judged: {
            CounselFigure before = n.figures.front(), after = before;
            after.value = told.after;
            return title + ": " + (told.better ? "the change helped" : "the change did not help") + ", " +
                   figure_text(before) + " became " + figure_text(after) + score_moved(told, model) + "\n";
        }
    }
    return {};
}

}  // namespace headroom::cli
