// weights inspect, verify, convert: what weight files hold, whether they are sound, and the other format.
#include "app/cli/json_line.h"
#include "app/cli/verbs.h"
#include "core/engine/weight_report.h"
#include "core/io/atomic_file.h"
#include "core/io/run_folder.h"
#include "core/io/tensor_file.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

Json number(double v) { return std::isfinite(v) ? Json(v) : Json(nullptr); }

std::string shape_text(const std::vector<std::int64_t>& shape) {
    std::string out = "[";
    for (const std::int64_t n : shape) out += (out.size() > 1 ? ", " : "") + std::to_string(n);
    return out + "]";
}

Json architecture_of(const WeightKind& kind) {
    Json out = Json::object();
    if (!kind.variant.empty()) out["variant"] = kind.variant;
    for (const auto& [name, value] : kind.numbers) out[name] = value;
    for (const auto& [name, value] : kind.words) out[name] = value;
    if (!kind.widths.empty()) out["widths"] = kind.widths;
    return out;
}

std::int64_t elements(const TensorView& t) {
    std::int64_t n = 1;
    for (const std::int64_t d : t.shape) n *= d;
    return n;
}

Result<int> inspect(const Context& c) {
    const std::string& path = c.args.positionals[0];
    auto file = read_tensor_file(path);
    if (!file) return file.error();
    const WeightKind kind = recognise_weights(file->tensors);
    if (c.console.json()) {
        auto hash = sha256_of_file(path);
        if (!hash) return hash.error();
        Json tensors = Json::array();
        for (const TensorView& t : file->tensors) {
            const TensorSums sums = sum_tensor(t);
            tensors.push_back({{"name", t.name}, {"dtype", name_of(t.dtype)}, {"shape", t.shape}, {"sum", number(sums.sum)}, {"abs_sum", number(sums.abs_sum)}});
        }
        c.console.print(json_line({{"file", path},
                                   {"container", file->container},
                                   {"kind", kind.kind},
                                   {"architecture", architecture_of(kind)},
                                   {"tensors", std::move(tensors)},
                                   {"ignored", file->ignored},
                                   {"warnings", file->warnings},
                                   {"metadata", file->metadata},
                                   {"sha256", *hash}}));
        return 0;
    }
    std::string out = path + ": " + kind.kind + " (" + file->container + ")\n";
    for (const auto& [name, value] : kind.numbers) out += "  " + name + " " + std::to_string(value) + "\n";
    for (const auto& [name, value] : kind.words) out += "  " + name + " " + value + "\n";
    std::int64_t total = 0;
    for (const TensorView& t : file->tensors) {
        total += elements(t);
        out += "  " + t.name + "  " + std::string(name_of(t.dtype)) + "  " + shape_text(t.shape) + "\n";
    }
    out += std::to_string(file->tensors.size()) + " tensors, " + std::to_string(total) + " numbers\n";
    for (const std::string& name : file->ignored) out += "ignored: " + name + "\n";
    for (const std::string& warning : file->warnings) out += "warning: " + warning + "\n";
    c.console.print(out);
    return 0;
}

Result<int> verify(const Context& c) {
    const std::string& path = c.args.positionals[0];
    std::error_code ec;
    std::vector<TensorView> tensors;
    CheckpointContent content;
    TensorFile single;
    if (fs::is_directory(path, ec)) {
        auto read = RunFolder::read_checkpoint(path);
        if (!read) return read.error();
        content = std::move(*read);
        for (const CheckpointPart& part : content.parts) tensors.insert(tensors.end(), part.tensors.begin(), part.tensors.end());
    } else {
        auto read = read_tensor_file(path);
        if (!read) return read.error();
        single = std::move(*read);
        tensors = single.tensors;
    }
    for (const TensorView& t : tensors) {
        if (const TensorSums sums = sum_tensor(t); sums.not_finite > 0) {
            return make_error(ErrorCode::BadFile, path + ": tensor '" + t.name + "' holds " + std::to_string(sums.not_finite) + " values that are no numbers");
        }
    }
    const Json line{{"file", path}, {"ok", true}, {"tensors", tensors.size()}};
    c.console.print(c.console.json() ? json_line(line)
                                     : path + ": sound, " + std::to_string(tensors.size()) + " tensors\n");
    return 0;
}

Result<int> convert(const Context& c) {
    const std::string &from = c.args.positionals[0], &to = c.args.positionals[1];
    const std::string extension = fs::path(to).extension().string();
    const bool safetensors = extension == ".safetensors";
    if (!safetensors && extension != ".pth" && extension != ".pt") {
        return make_error(ErrorCode::InvalidArgument, to + ": the name must end in .safetensors, .pth or .pt");
    }
    std::error_code ec;
    if (!fs::is_directory(fs::absolute(to).parent_path(), ec)) return make_error(ErrorCode::NotFound, to + ": its folder does not exist");
    auto file = read_tensor_file(from);
    if (!file) return file.error();
    auto metadata = file->metadata;
    metadata.emplace("format", "pt");
    auto hash = safetensors ? write_safetensors(to, file->tensors, metadata) : write_torch_file(to, file->tensors);
    if (!hash) return hash.error();
    for (const std::string& name : file->ignored) c.console.message("not carried over: " + name);
    const Json line{{"file", to},
                    {"container", safetensors ? "safetensors" : "zip"},
                    {"tensors", file->tensors.size()},
                    {"sha256", *hash}};
    c.console.print(c.console.json() ? json_line(line) : to + "\n");
    return 0;
}

}  // namespace

std::vector<Verb> weight_verbs() {
    Verb look, check, change;
    look.syntax = {"weights inspect", "FILE", 1, 1, {}};
    look.summary = "Tell what a weight file holds: kind, architecture, tensors.";
    look.details = "Reads safetensors and PyTorch files; nothing in a file is ever executed.";
    look.run = inspect;
    check.syntax = {"weights verify", "FILE|CKPT", 1, 1, {}};
    check.summary = "Check a weight file or checkpoint: structure, checksums, finite numbers.";
    check.run = verify;
    change.syntax = {"weights convert", "FILE TARGET", 2, 2, {}};
    change.summary = "Convert between safetensors and PyTorch's .pth; the target's name decides.";
    change.run = convert;
    return {look, check, change};
}

}  // namespace headroom::cli
