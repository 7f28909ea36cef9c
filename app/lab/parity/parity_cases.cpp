// Which cases a folder holds, by their records.
#include "app/lab/parity/case_kind.h"
#include "core/io/files/atomic_file.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <map>

namespace headroom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kDeepest = 3;  // of folders in folders

/// What peer_vqgan_clip_parity.py writes, and by which of its parts.
const std::vector<std::pair<std::string, std::string>> kWritten{
    {"vqgan/vq", "vqgan"}, {"vqgan/gumbel", "vqgan"}, {"vqgan/train", "vqgan"},
    {"clip/vit", "clip"},  {"clip/rn", "clip"},       {"tokenizer", "tokenizer"},
    {"trace", "trace"},    {"cutouts", "cutouts"},    {"optimisers", "optimisers"}};

/// Of the record of a case.
Result<ParityKind> kind_of(const std::string& path) {
    auto text = read_text(path);
    if (!text) return text.error();
    const json record = json::parse(*text, nullptr, false);
    if (record.is_object() && record.contains("steps") && record.contains("config")) return ParityKind::Dcgan;
    const std::string said = record.is_object() && record.contains("kind") && record["kind"].is_string()
                                 ? record["kind"].get<std::string>()
                                 : std::string();
    if (const auto kind = kind_said(said)) return *kind;
    return make_error(ErrorCode::BadFile,
                      path + (said.empty() ? ": this is not the record of a parity case"
                                           : ": a case of the unknown kind '" + said + "'"),
                      "Write the case again, or move it out of the folder.");
}

class CaseFinder {
public:
    explicit CaseFinder(std::string root) : root_(std::move(root)) {}

    Result<void> look(const fs::path& folder, int depth) {
        std::error_code failed, gone;  // a link to nowhere is none of the cases
        std::vector<fs::path> inner;
        fs::directory_iterator entry(folder, failed);
        for (const fs::directory_iterator end; !failed && entry != end; entry.increment(failed)) {
            if (entry->is_directory(gone) && entry->path().filename() != "computed") inner.push_back(entry->path());
        }
        if (failed) return make_error(ErrorCode::NotFound, folder.string() + ": cannot be read: " + failed.message());
        take(folder);
        for (const fs::path& path : inner) {
            if (depth == 0) break;
            if (auto ok = look(path, depth - 1); !ok) return ok;
        }
        return {};
    }

    std::vector<ParityCase> finish() {
        const bool some = std::any_of(kWritten.begin(), kWritten.end(),
                                      [&](const auto& written) { return found_.contains(written.first); });
        for (const auto& [name, part] : kWritten) {
            if (!some || found_.contains(name)) continue;
            found_.emplace(name,
                           ParityCase{name, root_,
                                      make_error(ErrorCode::NotFound, root_ + ": the case " + name + " is missing",
                                                 "Write it with peer_vqgan_clip_parity.py --only " + part + ".")});
        }
        std::vector<ParityCase> out;
        for (auto& [name, c] : found_) out.push_back(std::move(c));
        return out;
    }

private:
    void take(const fs::path& folder) {
        std::error_code failed;
        std::string name = fs::relative(folder, root_, failed).generic_string();
        if (name == ".") name.clear();
        const auto has = [&](const char* file) { return fs::exists(folder / file, failed); };
        const auto put = [&](const std::string& called, Result<ParityKind> kind) {
            found_.emplace(called, ParityCase{called, folder.string(), std::move(kind)});
        };
        const std::string own = name.empty() ? folder.filename().string() : name;
        for (const char* record : {"case.json", "trace.json", "networks.json"}) {
            if (has(record)) return put(own, kind_of((folder / record).string()));
        }
        if (has("expected.safetensors") || has("expected_f64.safetensors")) {
            put(own, make_error(ErrorCode::NotFound, folder.string() + ": the case's record is missing",
                                "Write the case again: its case.json or trace.json says what it is."));
        }
        if (has("optimisers.json")) put(join(name, "optimisers"), kind_of((folder / "optimisers.json").string()));
        if (has("tokenizer.jsonl")) put(join(name, "tokenizer"), ParityKind::Tokenizer);
    }

    static std::string join(const std::string& folder, const std::string& file) {
        return folder.empty() ? file : folder + "/" + file;
    }

    std::string root_;
    std::map<std::string, ParityCase> found_;
};

}  // namespace

Result<std::vector<ParityCase>> find_parity_cases(const std::string& folder) {
    std::error_code failed;
    if (!fs::is_directory(folder, failed)) return make_error(ErrorCode::NotFound, folder + ": no such folder");
    CaseFinder finder(folder);
    if (auto ok = finder.look(folder, kDeepest); !ok) return ok.error();
    std::vector<ParityCase> out = finder.finish();
    if (!out.empty()) return out;
    return make_error(ErrorCode::NotFound, folder + ": no parity case is in this folder",
                      "Write cases with peer_vqgan_clip_parity.py --out " + folder + " or peer_dcgan_parity.py.");
}

}  // namespace headroom
