// Options that several verbs share.
#include "app/cli/option_reader.h"

#include "app/cli/duration.h"
#include "core/base/units.h"

#include <algorithm>
#include <charconv>

namespace headroom::cli {

std::int64_t OptionReader::whole(std::string_view name, std::int64_t otherwise, std::int64_t low, std::int64_t high) {
    auto value = args_.whole(name, otherwise, low, high);
    if (!value && !error_) error_ = value.error();
    return value ? *value : otherwise;
}

double OptionReader::real(std::string_view name, double otherwise, double low, double high) {
    auto value = args_.real(name, otherwise, low, high);
    if (!value && !error_) error_ = value.error();
    return value ? *value : otherwise;
}

std::pair<int, int> OptionReader::sides(std::string_view name, int high) {
    const std::string text = args_.get(name);
    if (text.empty() && !args_.has(name)) return {0, 0};
    int width = 0, height = 0;
    const char* const end = text.data() + text.size();
    auto [at, failed] = std::from_chars(text.data(), end, width);
    bool sound = failed == std::errc();
    if (sound && at == end) {
        height = width;
    } else if (sound) {
        sound = *at == 'x' || *at == 'X';
        const auto second = std::from_chars(at + 1, end, height);
        sound = sound && second.ec == std::errc() && second.ptr == end;
    }
    if (sound && width >= 1 && height >= 1 && width <= high && height <= high) return {width, height};
    if (!error_)
        error_ = bad_option(name, "'" + text + "' is not WIDTHxHEIGHT with sides from 1 to " + std::to_string(high),
                            "Write for example 256x256.");
    return {0, 0};
}

Bytes OptionReader::bytes(std::string_view name) {
    if (!args_.has(name)) return {};
    auto value = parse_bytes(args_.get(name));
    if (value && value->count > 0) return *value;
    if (!error_)
        error_ =
            bad_option(name, "'" + args_.get(name) + "' is not a size above zero", "Write for example 2GiB or 512MiB.");
    return {};
}

std::int64_t OptionReader::seconds(std::string_view name) {
    if (!args_.has(name)) return 0;
    const auto value = parse_duration(args_.get(name));
    if (value) return *value;
    if (!error_) error_ = bad_option(name, value.error().message, value.error().hint);
    return 0;
}

std::string OptionReader::word(std::string_view name, std::initializer_list<const char*> words) {
    const std::string given = args_.get(name, *words.begin());
    if (std::find(words.begin(), words.end(), given) != words.end()) return given;
    if (!error_) error_ = not_one_of(name, given, {words.begin(), words.end()});
    return *words.begin();
}

std::vector<Option> look_options() {
    return {
        {"--weights", "ema|raw", "The moving average (default) or the weights as trained."},
        {"--truncation", "T", "Scale of the latents: below 1 safer, less varied. Default 1."},
        {"--device", "DEVICE", "auto, cpu, cuda, cuda:N. Default: the run's, or the CPU where that cannot be had."}};
}

Look read_look(OptionReader& reader) {
    const bool ema = reader.word("--weights", {"ema", "raw"}) == "ema";
    return {ema, reader.real("--truncation", 1.0, 0.0, 2.0), reader.text("--device")};
}

std::vector<Option> grid_options() {
    std::vector<Option> out{{"--rows", "N", "Rows of the grid. Default 8."},
                            {"--cols", "N", "Columns of the grid. Default 8."},
                            {"--seed", "N", "Latents of the grid; 0: the run's fixed ones (default)."}};
    for (Option& option : look_options()) out.push_back(std::move(option));
    return out;
}

void read_grid(OptionReader& reader, ExportRequest& request) {
    request.rows = static_cast<int>(reader.whole("--rows", 8, 1, 256));
    request.cols = static_cast<int>(reader.whole("--cols", 8, 1, 256));
    request.seed = static_cast<std::uint64_t>(reader.whole("--seed", 0, 0, kMaxSeed));
    const Look look = read_look(reader);
    request.ema = look.ema;
    request.truncation = look.truncation;
    request.device = look.device;
}

}  // namespace headroom::cli
