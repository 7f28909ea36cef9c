// KnownEvents: what a watcher was told already. After a lost connection was found again the story of the run comes anew; of it only what is
// not known is handed on. One thread.
#pragma once

#include "core/api/event.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace headroom::remote {

template <class T> bool is(const Event& event) { return std::holds_alternative<T>(event); }

class KnownEvents {
public:
    /// `event` was handed on.
    void add(const Event& event);
    /// The story comes anew.
    void begin_story();
    /// Whether the next event of that story is news.
    bool is_news(const Event& event);

private:
    std::int64_t step_ = 0;  ///< the latest step
    /// How many that are told alike there were, by what they say; and how many of these the story has not named yet.
    std::unordered_map<std::size_t, int> told_, left_;
};

}  // namespace headroom::remote
