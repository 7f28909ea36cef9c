// Writes man(7) macros.
#include "app/cli/man_page.h"

#include "core/base/lists.h"
#include "core/engine/recipe/recipe.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace headroom::cli {
namespace {

/// As text: backslashes and hyphens are themselves, and no line begins with a macro.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool at_begin = out.empty() || out.back() == '\n';
        if (at_begin && (c == '.' || c == '\'')) out += "\\&";
        if (at_begin && c == ' ') continue;
        out += c == '\\' ? std::string("\\e") : c == '-' ? std::string("\\-") : std::string(1, c);
    }
    return out;
}

/// An argument of a macro.
std::string argument(std::string_view text) {
    std::string out = "\"";
    for (const char c : roff(text)) out += c == '"' ? std::string("\\(dq") : std::string(1, c);
    return out + "\"";
}

std::string page_date() {
    std::time_t now = std::time(nullptr);
    if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH")) {
        long long seconds = 0;
        const char* end = fixed + std::strlen(fixed);
        if (std::from_chars(fixed, end, seconds).ptr == end) now = static_cast<std::time_t>(seconds);
    }
    return date_of(std::int64_t{now} * 1000);
}

}  // namespace

ManPage::ManPage(std::string_view name, std::string_view summary, std::string_view version) {
    std::string title(name);
    std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
    text_ = ".TH " + argument(title) + " 1 " + page_date() + " " + argument("Headroom " + std::string(version)) +
            " \"Headroom\"\n.SH NAME\n" + roff(name) + " \\- " + roff(summary) + "\n";
}

void ManPage::begin_paragraph() {
    const auto last = text_.rfind('\n', text_.size() - 2) + 1;
    if (text_.compare(last, 3, ".SH") != 0 && text_.compare(last, 3, ".SS") != 0) text_ += ".PP\n";
}

void ManPage::section(std::string_view title) { text_ += ".SH " + argument(title) + "\n"; }

void ManPage::subsection(std::string_view title) { text_ += ".SS " + argument(title) + "\n"; }

void ManPage::paragraph(std::string_view text) {
    begin_paragraph();
    for (const std::string& line : split_list(text, '\n')) text_ += roff(line) + "\n";
}

void ManPage::example(const std::vector<std::string>& lines) {
    begin_paragraph();
    text_ += ".nf\n";
    for (const std::string& line : lines) text_ += roff(line) + "\n";
    text_ += ".fi\n";
}

void ManPage::usage(std::string_view program, std::string_view arguments) {
    begin_paragraph();
    text_ += ".B " + roff(program) + "\n";
    if (!arguments.empty()) text_ += ".I " + argument(arguments) + "\n";
}

void ManPage::entry(std::string_view term, std::string_view value, std::string_view text) {
    text_ += ".TP\n" +
             (value.empty() ? ".B " + argument(term) : ".BI " + argument(term) + " \" \" " + argument(value)) + "\n";
    for (const std::string& line : split_list(text, '\n')) text_ += roff(line) + "\n";
}

}  // namespace headroom::cli
