// A notice in a few lines, what became of it in one.
#include "app/cli/counsel_text.h"

#include "core/families/counsel_rules.h"
#include "core/families/words.h"

namespace headroom::cli {
namespace {

std::string changes_text(const ParamPatch& change) {
    std::string out;
    for (const auto& [key, value] : change) out += (out.empty() ? "" : " ") + key + "=" + to_text(value);
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
                   figure_text(before) + " became " + figure_text(after) + "\n";
        }
    }
    return {};
}

}  // namespace headroom::cli
