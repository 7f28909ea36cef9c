// Writes errors as JSON.
#include "app/cli/error_json.h"

#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "core/engine/remote/fields/names.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

/// "cannot read a b/c.png: it is a folder": what was tried stands before the name.
constexpr std::array<std::string_view, 5> kTried{"cannot read the folder ", "cannot read ", "cannot write or open ",
                                                 "cannot write ", "cannot download "};
/// "a b/c.pth is a text file": one of these stands behind the name.
constexpr std::array<std::string_view, 12> kSaid{" is ",     " are ",   " has ",   " holds ", " does ",     " was ",
                                                 " cannot ", " could ", " lacks ", " names ", " contains ", " exists"};

/// The file that a sentence without a colon names; empty: none.
std::string file_in(std::string_view sentence) {
    if (const auto quote = sentence.find("'/"); quote != std::string_view::npos)
        return std::string(sentence.substr(quote + 1, sentence.find('\'', quote + 1) - quote - 1));
    const auto said_from = [&](std::size_t from) {
        std::size_t first = std::string_view::npos;
        for (const std::string_view said : kSaid) first = std::min(first, sentence.find(said, from));
        return first;
    };
    // The names of folders may hold such words; behind the last one nothing may be said but of another file.
    const std::size_t slash = sentence.rfind('/');
    std::size_t end = said_from(slash == std::string_view::npos ? 0 : slash);
    if (end == std::string_view::npos && sentence.find(" /") != std::string_view::npos) end = said_from(0);
    std::string_view name = sentence.substr(0, end);
    if (const auto root = name.find(" /"); !name.starts_with('/') && root != std::string_view::npos)
        name.remove_prefix(root + 1);  // words before it
    const bool plain = name.find(' ') == std::string_view::npos && name.find('.') < name.size() - 1;
    return plain || name.find('/') != std::string_view::npos ? std::string(name) : std::string();
}

/// "(run.json:7)" at the end of a sentence: the file of a line.
std::string file_of_line(std::string_view message) {
    const auto open = message.rfind(" ("), colon = message.rfind(':');
    if (open == std::string_view::npos || colon == std::string_view::npos || colon < open || !message.ends_with(')'))
        return {};
    const std::string_view line = message.substr(colon + 1, message.size() - colon - 2);
    const bool number = !line.empty() && line.find_first_not_of("0123456789") == std::string_view::npos;
    return number ? std::string(message.substr(open + 2, colon - open - 2)) : std::string();
}

}  // namespace

std::string field_of(const Error& error) {
    if (!error.field.empty()) return error.field;
    const std::string& message = error.message;
    if (message.starts_with("--")) return message.substr(0, message.find_first_of(": "));
    if (message.starts_with("'")) {  // 'tarin dcgan': no such verb
        const auto end = message.find("': ");
        return end == std::string::npos ? std::string() : message.substr(1, end - 1);
    }
    const auto colon = message.find(": ");
    for (const std::string_view tried : kTried) {
        if (message.starts_with(tried) && colon != std::string::npos)
            return message.substr(tried.size(), colon - tried.size());
    }
    if (colon != std::string::npos && message.find(' ') > colon) return message.substr(0, colon);
    const std::string file = file_in(std::string_view(message).substr(0, colon));
    return file.empty() ? file_of_line(message) : file;
}

Error with_field(Error error, const Args& given) {
    error.field = field_of(error);
    const auto look_for = [&](const std::string& word) {
        const bool quoted = error.message.find("'" + word + "'") != std::string::npos;
        if (error.field.empty() && !word.empty() && (quoted || error.message.starts_with(word + " ")))
            error.field = word;
    };
    for (const std::string& word : given.positionals) look_for(word);
    for (const auto& [option, value] : given.options) look_for(value);
    return error;
}

std::string error_line(const Error& error) {
    const std::string field = field_of(error);
    return json_line({{"event", "error"},
                      {"code", name_of(error.code)},
                      {"field", field.empty() ? Json() : Json(field)},
                      {"message", error.message},
                      {"hint", error.hint},
                      {"status", exit_status(error.code)}});
}

Json error_schema() {
    Json out = shape::object_of({{"event", shape::one_of({"error"})},
                                 {"code", shape::one_of(EnumNames<ErrorCode>::names)},
                                 {"field", shape::or_null(shape::a_text())},
                                 {"message", shape::a_text()},
                                 {"hint", shape::a_text()},
                                 {"status", shape::a_whole()}});
    out["description"] =
        "The last line of a verb that failed, but after a run's own \"failed\". code: invalid_argument (bad usage or setting), bad_file "
        "(unreadable, damaged or foreign), not_found (a file, run, setting or device that is not there): exit status 2; out_of_memory: 3; "
        "environment: 4; disk: 5; diverged (the loss is infinite or no number): 6; cancelled: 130; internal, a defect of Headroom: 1. field: the option, setting, file or run that the "
        "message names.";
    return out;
}

}  // namespace headroom::cli
