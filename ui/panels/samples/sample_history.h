// SampleHistory: the newest sample sets of a run, in memory, by step.
#pragma once

#include "core/api/event.h"

#include <QList>

#include <deque>

namespace headroom::ui {

/// Window's thread. Pictures are shared with the engine, not copied.
class SampleHistory {
public:
    static constexpr int kKept = 64;

    /// Keeps `sample`; a set of the same step is replaced, the oldest is dropped beyond kKept.
    void add(const SampleReady& sample);
    void clear() { sets_.clear(); }
    int count() const { return static_cast<int>(sets_.size()); }
    bool empty() const { return sets_.empty(); }
    const SampleReady& at(int index) const { return sets_[static_cast<std::size_t>(index)]; }
    QList<qint64> steps() const;

private:
    std::deque<SampleReady> sets_;
};

}  // namespace headroom::ui
