// clip tokenize: the numbers that CLIP's text tower gets for a prompt.
#include "app/cli/input_lines.h"
#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/io/files/json_read.h"
#include "core/text/clip_tokenizer.h"

#include <nlohmann/json.hpp>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

void print_tokens(const Context& c, const std::string& text) {
    const ClipTokenizer& tokenizer = ClipTokenizer::standard();
    const std::vector<std::int32_t> ids = tokenizer.encode(text);
    const TokenRow row = tokenizer.row(text);
    if (c.console.json()) {
        c.console.print(json_line({{"ids", ids}, {"tokens", row.tokens}, {"truncated", row.truncated}}));
        return;
    }
    std::string out = "cleaned: " + tokenizer.clean(text) + "\n";
    for (const std::int32_t id : ids) out += std::to_string(id) + "  " + json_line(tokenizer.text_of(id));
    out += std::to_string(row.used) + " of " + std::to_string(row.tokens.size()) + " places, with start and end" +
           (row.truncated ? "; the prompt is too long, and its end is left out" : "") + "\n";
    c.console.print(out);
}

Result<int> tokenize(const Context& c) {
    const bool from_stdin = c.args.has("--stdin");
    if (from_stdin != c.args.positionals.empty()) {
        return bad(from_stdin ? "clip tokenize takes either TEXT or --stdin, not both"
                              : "clip tokenize needs TEXT, or --stdin",
                   "");
    }
    for (const std::string& text : c.args.positionals) print_tokens(c, text);
    std::string line;
    InputLines input(c.stop);
    for (std::size_t number = 1; from_stdin && input.next(line); ++number) {
        const auto text = parse_json<Json>(line);
        if (!text.is_string()) {
            return bad("line " + std::to_string(number) + " of standard input is no JSON string",
                       "Write each text as \"...\", one a line.");
        }
        print_tokens(c, text.get<std::string>());
    }
    return 0;
}

nlohmann::ordered_json tokenize_answer() {
    using namespace shape;
    return object_of({{"ids", list_of(a_whole())}, {"tokens", list_of(a_whole())}, {"truncated", a_flag()}});
}

}  // namespace

std::vector<Verb> text_verbs() {
    Verb verb;
    verb.syntax = {"clip tokenize",
                   "[TEXT...]",
                   0,
                   100000,
                   {{"--stdin", "", "Read texts from standard input, one JSON string a line."}}};
    verb.summary = "Show how CLIP reads a prompt: its tokens, and whether it is too long.";
    verb.details = "The same numbers as open_clip's tokenizer, after the same cleaning of the text.";
    verb.tensors = Tensors::Unused;
    verb.run = tokenize;
    verb.answer = tokenize_answer;
    return {verb};
}

}  // namespace headroom::cli
