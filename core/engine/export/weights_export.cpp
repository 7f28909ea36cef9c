// Parts of a checkpoint, put together as the family's weight files.
#include "core/engine/export/weights_export.h"

#include "core/engine/weights/weight_source.h"
#include "core/families/portable.h"
#include "core/families/registry.h"
#include "core/io/files/atomic_file.h"
#include "core/io/tensors/tensor_file.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace headroom {
namespace {

namespace fs = std::filesystem;

const CheckpointPart* part(const CheckpointContent& content, const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) {
        if (const CheckpointPart* found = find_part(content.parts, name)) return found;
    }
    return nullptr;
}

Result<void> write_weights(const std::string& path, const std::string& format, const CheckpointPart& from,
                           const CheckpointContent& content, std::string_view within = {}) {
    if (format == "pth") {
        auto hash = write_torch_file(path, from.tensors, within);
        return hash ? Result<void>{} : Result<void>{hash.error()};
    }
    auto metadata = weights_metadata(content);
    metadata.emplace("images", std::to_string(content.images));
    auto hash = write_safetensors(path, from.tensors, metadata);
    return hash ? Result<void>{} : Result<void>{hash.error()};
}

/// All pieces of `file`; nothing: the checkpoint lacks one.
std::optional<CheckpointPart> put_together(const ExportedWeights& file, const CheckpointContent& content) {
    CheckpointPart out{std::string(file.file), {}, {}};
    const auto added = std::make_shared<std::map<ExportedPiece::AddedFn, std::vector<AddedTensor>>>();
    for (const ExportedPiece& piece : file.pieces) {
        const CheckpointPart* found = part(content, piece.parts);
        if (!found) return std::nullopt;
        const std::string prefix(piece.prefix);
        for (TensorView t : found->tensors) {
            t.name = prefix + t.name;
            out.tensors.push_back(std::move(t));
        }
        if (!piece.added) continue;
        const auto [its, unknown] = added->try_emplace(piece.added);  // of two pieces alike once, as their tensors are
        if (unknown) its->second = piece.added(content.config);
        for (const AddedTensor& t : its->second)
            out.tensors.push_back({prefix + t.name, DType::F32, t.shape, std::as_bytes(std::span(t.numbers))});
    }
    out.storage = added;
    return out;
}

/// The part that goes into `file`, with what is joined to it; nothing: the checkpoint does not have it.
std::optional<CheckpointPart> part_of(const ExportedWeights& file, const CheckpointContent& content, bool ema) {
    if (!file.pieces.empty()) return put_together(file, content);
    const CheckpointPart* average = ema ? part(content, file.averages) : nullptr;
    const CheckpointPart* found = average ? average : part(content, file.parts);
    if (!found) return std::nullopt;
    CheckpointPart out = *found;
    if (const CheckpointPart* joined = part(content, {file.joined})) {
        for (TensorView t : joined->tensors) {
            t.name = std::string(file.prefix) + t.name;
            out.tensors.push_back(std::move(t));
        }
    }
    return out;
}

}  // namespace

Result<std::string> weights_now(const std::string& source, const ProgressFn& progress) {
    std::error_code ignored;
    if (!fs::is_directory(source, ignored)) return source;
    auto found = find_weights(source, progress);
    if (!found) return found.error();
    if (found->checkpoint.empty()) return source;
    return std::move(found->checkpoint);
}

Result<CheckpointContent> checkpoint_to_export(const std::string& source, const ProgressFn& progress) {
    const auto found = find_weights(source, progress);
    if (!found) return found.error();
    if (found->checkpoint.empty())
        return make_error(ErrorCode::InvalidArgument,
                          source + ": is no run or checkpoint, whose weights could be exported",
                          "headroom-cli weights convert changes the format of a weight file.");
    auto content = RunFolder::read_checkpoint(found->checkpoint);
    if (!content) return content;
    const std::vector<ExportedWeights>& files = family_of(content->config).facts().exports;
    if (files.empty())
        return make_error(ErrorCode::InvalidArgument, found->checkpoint + ": has no weights of its own to export");
    const auto& averages = files.front().averages;
    if (!part(*content, files.front().parts) && !part(*content, averages))
        return make_error(ErrorCode::BadFile,
                          found->checkpoint + ": holds no " + std::string(files.front().parts.front()));
    return content;
}

Result<CheckpointPart> main_part(const ExportedWeights& file, const CheckpointContent& content,
                                 const std::string& source, bool ema) {
    auto found = part_of(file, content, ema);
    if (found) return *std::move(found);
    return make_error(ErrorCode::BadFile, source + ": holds averaged weights alone", "Export those.");
}

std::map<std::string, std::string> weights_metadata(const CheckpointContent& content) {
    std::map<std::string, std::string> out{{"format", "pt"}, {"step", std::to_string(content.step)}};
    if (const Portable* portable = family_of(content.config).portable()) out.merge(portable->metadata(content.config));
    return out;
}

Result<void> write_checkpoint_copies(const ExportRequest& r, const Result<std::string>& format,
                                     const ProgressFn& progress) {
    if (!format) return format.error();
    const auto content = checkpoint_to_export(r.run_dir, progress);
    if (!content) return content.error();
    const std::vector<ExportedWeights>& files = family_of(content->config).facts().exports;
    const auto first = main_part(files.front(), *content, r.run_dir, r.ema);
    if (!first) return first.error();
    AtomicGroup together;
    for (std::size_t i = 1; i < files.size(); ++i) {
        if (!files[i].pieces.empty() && *format != "pth") continue;
        const auto more = part_of(files[i], *content, r.ema);
        if (!more) continue;
        if (auto ok = write_weights(path_beside(r.target, files.front().file, files[i].file), *format, *more, *content,
                                    files[i].within);
            !ok)
            return ok;
    }
    if (auto ok = write_weights(r.target, *format, *first, *content); !ok) return ok;
    return together.commit();
}

std::string path_beside(const std::string& target, std::string_view first, std::string_view other) {
    const fs::path path(target);
    std::string stem = path.stem().string();
    const auto at = stem.find(first);
    if (at != std::string::npos)
        stem.replace(at, first.size(), other);
    else
        stem += "-" + std::string(other);
    return (path.parent_path() / (stem + path.extension().string())).string();
}

}  // namespace headroom
