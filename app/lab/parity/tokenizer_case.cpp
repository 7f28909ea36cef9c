// The texts of tokenizer.jsonl through the tokenizer.
#include "app/lab/parity/network_replay.h"
#include "app/lab/parity/parity_figures.h"
#include "core/io/files/atomic_file.h"
#include "core/text/clip_tokenizer.h"

#include <algorithm>
#include <sstream>

namespace headroom {
namespace {

using nlohmann::json;

/// As the case's lines: the row without its trailing zeros.
json computed_line(const std::string& text) {
    const ClipTokenizer& tokenizer = ClipTokenizer::standard();
    const TokenRow row = tokenizer.row(text);
    return {{"text", text},
            {"ids", tokenizer.encode(text)},
            {"tokens",
             std::vector<std::int64_t>(row.tokens.begin(), row.tokens.begin() + static_cast<std::ptrdiff_t>(row.used))},
            {"truncated", row.truncated},
            {"clean", tokenizer.clean(text)}};
}

}  // namespace

Result<ParityOutcome> run_tokenizer_parity(const std::string& case_dir, const std::string& out_dir) {
    auto text = read_text(case_dir + "/tokenizer.jsonl");
    if (!text) return text.error();
    std::istringstream in(*text);
    std::string written;
    std::size_t number = 0;
    std::map<std::string, std::size_t> differ{{"ids", 0}, {"tokens", 0}, {"truncated", 0}, {"clean", 0}};
    for (std::string line; std::getline(in, line);) {
        ++number;
        const json want = json::parse(line, nullptr, false);
        const bool whole =
            want.is_object() && want.contains("text") && want["text"].is_string() &&
            std::all_of(differ.begin(), differ.end(), [&](const auto& d) { return want.contains(d.first); });
        if (!whole) {
            return broken_case(case_dir + "/tokenizer.jsonl",
                               "line " + std::to_string(number) + " is not a text with its ids, tokens and cleaning");
        }
        const json got = computed_line(want["text"]);
        for (auto& [key, count] : differ) count += want[key] != got[key];
        written += got.dump() + "\n";
    }
    if (number == 0) return broken_case(case_dir + "/tokenizer.jsonl", "the file holds no text");
    if (!out_dir.empty()) {
        if (auto ok = write_text_atomic(out_dir + "/tokenizer.jsonl", written); !ok) return ok.error();
    }
    ParityFigures figures;
    for (const auto& [key, count] : differ) figures.check(key + " (texts that differ)", static_cast<double>(count), 0);
    return figures.outcome({{"kind", "tokenizer"}, {"texts", number}});
}

}  // namespace headroom
