// OptionReader: reads several options and keeps the first mistake, so that a verb checks once.
#pragma once

#include "app/cli/args.h"
#include "core/api/services.h"

#include <initializer_list>
#include <optional>
#include <utility>

namespace headroom::cli {

class OptionReader {
public:
    explicit OptionReader(const Args& args) : args_(args) {}

    /// As Args::whole and Args::real; `otherwise` after a mistake.
    std::int64_t whole(std::string_view name, std::int64_t otherwise, std::int64_t low, std::int64_t high);
    double real(std::string_view name, double otherwise, double low, double high);
    /// "768x512" or one number for a square, each from 1 to `high`; {0, 0} when it was not given.
    std::pair<int, int> sides(std::string_view name, int high);
    /// "2GiB"; no bytes when it was not given.
    Bytes bytes(std::string_view name);
    /// A span of time ("1h30m") in seconds; 0 when it was not given.
    std::int64_t seconds(std::string_view name);
    /// One of `words`, the first by default.
    std::string word(std::string_view name, std::initializer_list<const char*> words);
    /// As it is given; empty without it.
    std::string text(std::string_view name) const { return args_.get(name); }

    /// The first mistake.
    const std::optional<Error>& error() const { return error_; }

private:
    const Args& args_;
    std::optional<Error> error_;
};

/// Largest seed: what a JSON number holds exactly.
inline constexpr std::int64_t kMaxSeed = 9007199254740991;

/// --rows, --cols, --seed, --weights, --truncation, --device of pictures drawn by stored weights.
std::vector<Option> grid_options();
void read_grid(OptionReader& reader, ExportRequest& request);

/// --weights, --truncation and --device.
std::vector<Option> look_options();
struct Look {
    bool ema = true;
    double truncation = 1.0;
    std::string device{};
};
Look read_look(OptionReader& reader);

}  // namespace headroom::cli
