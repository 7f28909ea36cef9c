// PictureHistory: the pictures of a run by step, spread over it. Where the window's budget is full, those that have a file are read from it
// when they are looked at, and others go.
#pragma once

#include "ui/models/picture_store.h"

#include <QList>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace headroom::ui {

/// `Entry` has a `step`, a `path` that is empty where it has no file, bytes() of its pixels, and letGo() of them. Window's thread.
template <class Entry> class PictureHistory {
public:
    static constexpr std::size_t kMost = 400;
    static constexpr std::size_t kFewest = 3;  ///< keep their pixels whatever their size

    /// `shown`: the step that is looked at, -1 for none. `gone` is told where entries go by themselves, because the budget is full.
    explicit PictureHistory(
        std::function<std::int64_t()> shown = [] { return std::int64_t{-1}; }, std::function<void()> gone = [] {})
        : shown_(std::move(shown)) {
        QObject::connect(&PictureStore::get(), &PictureStore::full, &context_, [this, gone = std::move(gone)] {
            const int before = count();
            fit();
            if (count() != before) gone();
        });
    }

    /// An entry of the same step is replaced, and leaves its file to one that has none. First and newest stay, and the one that is shown; of the
    /// others those that lie closest to their neighbours go first.
    void add(const Entry& entry) {
        const auto at = std::ranges::lower_bound(entries_, entry.step, {}, &Entry::step);
        if (at != entries_.end() && at->step == entry.step) {
            const auto path = at->path;
            *at = entry;
            if (at->path.empty()) at->path = path;
        } else {
            entries_.insert(at, entry);
        }
        fit();
    }
    void dropNewest() { entries_.pop_back(); }
    void clear() {
        entries_.clear();
        fit();
    }
    qint64 bytes() const {
        qint64 sum = 0;
        for (const Entry& entry : entries_) sum += entry.bytes();
        return sum;
    }
    int count() const { return static_cast<int>(entries_.size()); }
    bool empty() const { return entries_.empty(); }
    const Entry& at(int index) const { return entries_[static_cast<std::size_t>(index)]; }
    QList<qint64> steps() const {
        QList<qint64> out;
        for (const Entry& entry : entries_) out.append(entry.step);
        return out;
    }

private:
    /// Of entries in order of their steps, four or more, the one whose neighbours lie closest together.
    std::size_t mostCrowded(const std::vector<std::size_t>& of) const {
        const std::int64_t shown = shown_();
        std::size_t found = of[1];
        auto least = std::numeric_limits<std::int64_t>::max();
        for (std::size_t i = 1; i + 1 < of.size(); ++i) {
            const std::int64_t gap = entries_[of[i + 1]].step - entries_[of[i - 1]].step;
            if (entries_[of[i]].step == shown || gap >= least) continue;
            least = gap;
            found = of[i];
        }
        return found;
    }
    std::vector<std::size_t> listed(bool with_pixels) const {
        std::vector<std::size_t> out;
        for (std::size_t i = 0; i < entries_.size(); ++i)
            if (!with_pixels || entries_[i].bytes() > 0) out.push_back(i);
        return out;
    }
    void erase(std::size_t index) { entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(index)); }
    void fit() {
        while (entries_.size() > kMost) erase(mostCrowded(listed(false)));
        const PictureStore& store = PictureStore::get();
        for (share_.set(bytes()); store.bytes() > store.limit(); share_.set(bytes())) {
            const std::vector<std::size_t> held = listed(true);
            if (held.size() <= kFewest) return;
            const std::size_t out = mostCrowded(held);
            entries_[out].path.empty() ? erase(out) : entries_[out].letGo();
        }
    }

    std::vector<Entry> entries_;
    std::function<std::int64_t()> shown_;
    PictureShare share_;
    QObject context_;
};

}  // namespace headroom::ui
