// Reads the project's sources and picks out their #include lines.
#include "source_tree.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

namespace headroom::layering {
namespace fs = std::filesystem;
namespace {

/// What an #include line names, or an empty target.
Include parse_include(const std::string& line, int number) {
    const auto skip_spaces = [&](std::size_t at) { return std::min(line.find_first_not_of(" \t", at), line.size()); };
    std::size_t at = skip_spaces(0);
    if (at >= line.size() || line[at] != '#') return {};
    at = skip_spaces(at + 1);
    if (line.compare(at, 7, "include") != 0) return {};
    at = skip_spaces(at + 7);
    if (at >= line.size() || (line[at] != '<' && line[at] != '"')) return {};
    const bool angled = line[at] == '<';
    const std::size_t end = line.find(angled ? '>' : '"', at + 1);
    if (end == std::string::npos) return {};
    return {number, line.substr(at + 1, end - at - 1), angled};
}

std::string read_all(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

SourceFile parse_source(std::string path, const std::string& text) {
    SourceFile file;
    file.path = std::move(path);
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        file.lines.push_back(line);
        Include include = parse_include(line, static_cast<int>(file.lines.size()));
        if (!include.target.empty()) file.includes.push_back(std::move(include));
    }
    return file;
}

std::vector<SourceFile> read_sources(const std::string& root, const std::vector<std::string>& folders) {
    std::vector<SourceFile> files;
    for (const std::string& folder : folders) {
        const fs::path base = fs::path(root) / folder;
        if (!fs::is_directory(base)) continue;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(base)) {
            const std::string extension = entry.path().extension().string();
            if (!entry.is_regular_file() || (extension != ".h" && extension != ".cpp")) continue;
            files.push_back(parse_source(fs::relative(entry.path(), root).generic_string(), read_all(entry.path())));
        }
    }
    std::sort(files.begin(), files.end(), [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return files;
}

}  // namespace headroom::layering
