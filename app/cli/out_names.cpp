// Looks at names, and at what is there already.
#include "app/cli/out_names.h"

#include "app/cli/args.h"
#include "core/base/file_handle.h"

#include <filesystem>

namespace headroom::cli {

bool names_a_folder(const std::string& out) {
    std::error_code ec;
    return !std::filesystem::path(out).has_extension() || std::filesystem::is_directory(out, ec);
}

std::string endings_in_words(const std::vector<std::string>& endings) {
    std::string out;
    for (std::size_t i = 0; i < endings.size(); ++i)
        out += (i == 0 ? "" : i + 1 == endings.size() ? " or " : ", ") + endings[i];
    return out;
}

Result<void> check_no_stdout(const std::string& out) {
    if (out != "-") return {};
    return bad("--out: - is standard output, to which only export writes",
               "Name a file, or write a grid with: headroom-cli export RUN --out -");
}

Result<void> check_png_name(const std::string& out) {
    if (auto ok = check_no_stdout(out); !ok) return ok;
    if (names_a_folder(out) || ending_of(out) == ".png") return {};
    return bad("--out: " + out + " is no .png file, and PNG is what is written");
}

}  // namespace headroom::cli
