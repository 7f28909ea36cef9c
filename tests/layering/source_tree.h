// The project's sources as text: every .h and .cpp under given folders, with the #include lines picked out.
#pragma once

#include <string>
#include <vector>

namespace headroom::layering {

/// One #include line. `target` is what stands between the quotes or brackets.
struct Include {
    int line = 0;
    std::string target;
    bool angled = false;
};

/// One source file; `path` is relative to the root, with forward slashes.
struct SourceFile {
    std::string path;
    std::vector<std::string> lines;
    std::vector<Include> includes;
};

/// Splits `text` into lines and finds its includes.
SourceFile parse_source(std::string path, const std::string& text);

/// All .h and .cpp files under `folders` of `root`, sorted by path.
std::vector<SourceFile> read_sources(const std::string& root, const std::vector<std::string>& folders);

}  // namespace headroom::layering
