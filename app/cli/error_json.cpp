// Writes errors as JSON.
#include "app/cli/error_json.h"

#include "app/cli/json_line.h"
#include "app/cli/shape.h"
#include "core/engine/remote/fields/names.h"

namespace headroom::cli {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string field_of(const Error& error) {
    const std::string& message = error.message;
    if (message.starts_with("'")) {  // 'tarin dcgan': no such verb
        const auto end = message.find("': ");
        return end == std::string::npos ? std::string() : message.substr(1, end - 1);
    }
    const auto colon = message.find(": ");
    if (colon == std::string::npos) {  // /a/b.pth is a text file, not a weight file
        const std::string first = message.substr(0, message.find(' '));
        return first.find('/') == std::string::npos ? std::string() : first;
    }
    std::string field = message.substr(0, colon);
    // A sentence before the colon names nothing; a file may have spaces in its name.
    const bool sentence = field.find(' ') != std::string::npos && field.find('/') == std::string::npos;
    return sentence ? std::string() : field;
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
        "environment: 4; disk: 5; cancelled: 130; internal, a defect of Headroom: 1. field: the option, setting, file or run that the "
        "message names.";
    return out;
}

}  // namespace headroom::cli
