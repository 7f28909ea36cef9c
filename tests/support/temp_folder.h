// TempFolder: a fresh folder for one test, removed with all it holds.
#pragma once

#include <string>

namespace headroom::test {

class TempFolder {
public:
    TempFolder();
    ~TempFolder();
    TempFolder(const TempFolder&) = delete;
    TempFolder& operator=(const TempFolder&) = delete;

    const std::string& path() const { return path_; }
    /// `<folder>/<name>`.
    std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

/// The bytes of a file; empty when it cannot be read.
std::string read_bytes(const std::string& path);
/// Writes a file plainly; fails the test's process by an exception if it cannot.
void write_bytes(const std::string& path, const std::string& bytes);

}  // namespace headroom::test
