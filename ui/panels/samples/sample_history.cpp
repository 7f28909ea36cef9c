// SampleHistory: see sample_history.h.
#include "ui/panels/samples/sample_history.h"

#include <algorithm>

namespace headroom::ui {

void SampleHistory::add(const SampleReady& sample) {
    const auto at = std::lower_bound(sets_.begin(), sets_.end(), sample.step,
                                     [](const SampleReady& s, std::int64_t step) { return s.step < step; });
    if (at != sets_.end() && at->step == sample.step) {
        *at = sample;
        return;
    }
    sets_.insert(at, sample);
    if (sets_.size() > kKept) sets_.pop_front();
}

QList<qint64> SampleHistory::steps() const {
    QList<qint64> out;
    for (const SampleReady& s : sets_) out.append(s.step);
    return out;
}

}  // namespace headroom::ui
