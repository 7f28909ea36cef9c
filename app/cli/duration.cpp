// Reads spans of time.
#include "app/cli/duration.h"

#include "app/cli/args.h"

#include <charconv>
#include <string>

namespace headroom::cli {

Result<std::int64_t> parse_duration(std::string_view text) {
    const auto refused = [&] {
        return bad("'" + std::string(text) + "' is no span of time",
                   "Write numbers with units from the largest on: 90s, 30m, 2h, 1h30m, 7d.");
    };
    std::int64_t seconds = 0, largest = INT64_MAX;
    std::string_view rest = text;
    while (!rest.empty()) {
        std::int64_t count = 0;
        const auto [end, failed] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
        if (failed != std::errc() || count < 0 || count > 100'000'000 || rest.empty()) return refused();
        const char letter = rest.front();
        const std::int64_t unit = letter == 'd'   ? 86400
                                  : letter == 'h' ? 3600
                                  : letter == 'm' ? 60
                                  : letter == 's' ? 1
                                                  : 0;
        if (unit == 0 || unit >= largest) return refused();
        seconds += count * unit;
        largest = unit;
        rest.remove_prefix(1);
    }
    if (seconds <= 0) return refused();
    return seconds;
}

}  // namespace headroom::cli
