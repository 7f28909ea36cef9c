// ManPage: a manual page in man(7)'s own language, piece by piece. Texts are escaped: none of them can give an order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace headroom::cli {

class ManPage {
public:
    /// `name`: "headroom-cli"; of section 1. Dated by SOURCE_DATE_EPOCH where it is set, so that builds can be repeated.
    ManPage(std::string_view name, std::string_view summary, std::string_view version);

    void section(std::string_view title);
    void subsection(std::string_view title);
    /// Lines are sentences of one paragraph.
    void paragraph(std::string_view text);
    /// As it stands: examples.
    void example(const std::vector<std::string>& lines);
    /// A usage line: words in capitals are shown as what they stand for.
    void usage(std::string_view program, std::string_view arguments);
    /// A term in bold, what it stands for beside it, and the text below.
    void entry(std::string_view term, std::string_view value, std::string_view text);

    const std::string& text() const { return text_; }

private:
    /// After a title there is one already.
    void begin_paragraph();

    std::string text_;
};

}  // namespace headroom::cli
