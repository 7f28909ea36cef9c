// weights inspect, verify, convert: what weight files hold, whether they are sound, and the other format.
#include "app/cli/json_line.h"
#include "app/cli/made_folders.h"
#include "app/cli/shape.h"
#include "app/cli/verbs.h"
#include "core/base/file_handle.h"
#include "core/base/lists.h"
#include "core/base/utf8.h"
#include "core/config/config_io.h"
#include "core/config/json_number.h"
#include "core/engine/weights/weight_report.h"
#include "core/engine/weights/weight_source.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"
#include "core/io/models/model_catalog.h"
#include "core/io/runs/run_folder.h"
#include "core/io/tensors/tensor_buffer.h"
#include "core/io/tensors/tensor_file.h"
#include "core/io/weights/weight_file.h"

#include <nlohmann/json.hpp>
#include <cstdio>
#include <filesystem>
#include <map>

namespace headroom::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string list_text(const std::vector<std::int64_t>& list) {
    std::string out = "[";
    for (const std::int64_t n : list) out += (out.size() > 1 ? ", " : "") + std::to_string(n);
    return out + "]";
}

Json architecture_of(const WeightKind& kind) {
    Json out = Json::object();
    if (!kind.variant.empty()) out["variant"] = kind.variant;
    for (const auto& [name, value] : kind.numbers) out[name] = value;
    for (const auto& [name, value] : kind.words) out[name] = value;
    for (const auto& [name, value] : kind.lists) out[name] = value;
    if (!kind.widths.empty()) out["widths"] = kind.widths;
    return out;
}

/// What inspecting found: everything but the names and shapes that the stream has.
struct Inspection {
    WeightKind kind;
    std::vector<TensorSums> sums;  ///< of each tensor
    std::map<std::string, std::int64_t>
        precision;  ///< type -> numbers of it, in the network's tensors where there is a network
    std::vector<std::string> warnings;
    std::int64_t numbers = 0;
};

Result<Inspection> look_into(WeightFile& file) {
    Inspection out;
    const auto& entries = file.stream().entries();
    const WeightMap& map = file.map();
    std::vector<bool> counted(entries.size(), map.kind == NetworkKind::Unknown);
    for (const MappedTensor& t : map.tensors) {
        for (const std::size_t source : t.sources) counted[source] = true;
    }
    std::vector<TensorView> shapes;
    std::string damaged;
    std::size_t not_finite = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const TensorEntry& entry = entries[i];
        auto buffer = TensorBuffer::allocate(entry.bytes, file.stream().path());
        if (!buffer) return buffer.error();
        if (auto ok = file.stream().read(i, buffer->bytes()); !ok) return ok.error();
        out.sums.push_back(sum_tensor({entry.name, entry.dtype, entry.shape, buffer->bytes()}));
        shapes.push_back({entry.name, entry.dtype, entry.shape, {}});
        const auto count = static_cast<std::int64_t>(entry.bytes / element_size(entry.dtype));
        out.numbers += count;
        if (counted[i]) out.precision[std::string(name_of(entry.dtype))] += count;
        if (out.sums.back().not_finite > 0 && ++not_finite <= 20)
            add_to_list(damaged, printable_line(entry.name), ", ");
    }
    out.kind =
        map.kind == NetworkKind::Unknown ? recognise_weights(shapes, file.stream().metadata()) : describe_network(map);
    out.warnings = file.stream().warnings();
    out.warnings.insert(out.warnings.end(), map.warnings.begin(), map.warnings.end());
    if (not_finite > 0)
        out.warnings.push_back(std::to_string(not_finite) + (not_finite == 1 ? " tensor holds" : " tensors hold") +
                               " NaN or infinite values: " + damaged);
    return out;
}

Result<std::string> inspection_json(const WeightFile& file, const Inspection& found) {
    const std::string& path = file.stream().path();
    const WeightMap& map = file.map();
    auto hash = sha256_of_file(path);
    if (!hash) return hash.error();
    const CatalogModel* known = find_model_by_hash(*hash);
    Json tensors = Json::array(), misshaped = Json::array(), unused = Json::array(), settings = Json::object();
    for (const auto& [key, value] : settings_in_weights(file)) settings[key] = Json::parse(param_to_json(value));
    for (std::size_t i = 0; i < found.sums.size(); ++i) {
        const TensorEntry& t = file.stream().entries()[i];
        tensors.push_back({{"name", t.name},
                           {"dtype", name_of(t.dtype)},
                           {"shape", t.shape},
                           {"sum", json_number(found.sums[i].sum)},
                           {"abs_sum", json_number(found.sums[i].abs_sum)}});
    }
    for (const MisshapedTensor& t : map.misshaped)
        misshaped.push_back({{"name", t.name}, {"source", t.source}, {"expected", t.expected}, {"found", t.found}});
    for (const UnusedGroup& g : map.unused)
        unused.push_back({{"what", g.what}, {"tensors", g.tensors}, {"bytes", g.bytes}});
    return json_line({{"file", path},
                      {"container", file.stream().container()},
                      {"kind", found.kind.kind},
                      {"architecture", architecture_of(found.kind)},
                      {"layout", name_of(map.layout)},
                      {"prefix", map.prefix},
                      {"config", map.config},
                      {"precision", found.precision},
                      {"missing", map.missing},
                      {"misshaped", std::move(misshaped)},
                      {"unexpected", map.unexpected},
                      {"unused", std::move(unused)},
                      {"questions", map.questions},
                      {"settings", std::move(settings)},
                      {"tensors", std::move(tensors)},
                      {"ignored", file.stream().ignored()},
                      {"warnings", found.warnings},
                      {"metadata", file.stream().metadata()},
                      {"sha256", *hash},
                      {"known", known ? known->id : ""}});
}

std::string inspection_text(const WeightFile& file, const Inspection& found) {
    const WeightMap& map = file.map();
    std::string out = file.stream().path() + ": " + found.kind.kind +
                      (found.kind.variant.empty() ? "" : " " + found.kind.variant) + " (" + file.stream().container() +
                      ")\n";
    for (const auto& [name, value] : found.kind.numbers) out += "  " + name + " " + std::to_string(value) + "\n";
    for (const auto& [name, value] : found.kind.lists) out += "  " + name + " " + list_text(value) + "\n";
    for (const auto& [name, value] : found.kind.words) out += "  " + name + " " + value + "\n";
    if (map.kind != NetworkKind::Unknown)
        out += "  names as " + std::string(name_of(map.layout)) +
               (map.prefix.empty() ? "" : ", behind " + printable_line(map.prefix)) + "\n";
    if (!map.config.empty()) out += "  configuration " + map.config + "\n";
    const ParamPatch settings = settings_in_weights(file);
    if (!settings.empty()) out += "  a run that begins with it has\n";
    for (const auto& [key, value] : settings) out += "    " + key + " = " + param_to_json(value) + "\n";
    for (const auto& [type, count] : found.precision)
        out += "  " + std::to_string(count) + " numbers of type " + type + "\n";
    for (const TensorEntry& t : file.stream().entries())
        out += "  " + printable_line(t.name) + "  " + std::string(name_of(t.dtype)) + "  " + list_text(t.shape) + "\n";
    out += std::to_string(found.sums.size()) + " tensors, " + std::to_string(found.numbers) + " numbers\n";
    for (const UnusedGroup& g : map.unused)
        out += "not part of the network: " + g.what + ", " + std::to_string(g.tensors) + " tensors, " +
               std::to_string(g.bytes) + " bytes\n";
    for (const std::string& name : map.missing) out += "missing: " + printable_line(name) + "\n";
    for (const MisshapedTensor& t : map.misshaped)
        out += "of another shape: " + printable_line(t.source) + " is " + list_text(t.found) + " instead of " +
               list_text(t.expected) + "\n";
    for (const std::string& name : map.unexpected) out += "not expected: " + printable_line(name) + "\n";
    for (const std::string& question : map.questions) out += "not said by the file: " + question + "\n";
    for (const std::string& name : file.stream().ignored()) out += "ignored: " + name + "\n";
    for (const std::string& warning : found.warnings) out += "warning: " + warning + "\n";
    return out;
}

Result<int> inspect(const Context& c) {
    auto file = WeightFile::open(c.args.positionals[0], c.args.get("--config"));
    if (!file) return file.error();
    const auto found = look_into(*file);
    if (!found) return found.error();
    if (!c.console.json()) {
        c.console.print(inspection_text(*file, *found));
        return 0;
    }
    const auto line = inspection_json(*file, *found);
    if (!line) return line.error();
    c.console.print(*line);
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
        for (const CheckpointPart& part : content.parts)
            tensors.insert(tensors.end(), part.tensors.begin(), part.tensors.end());
    } else {
        auto read = read_tensor_file(path);
        if (!read) return read.error();
        single = std::move(*read);
        tensors = single.tensors;
    }
    for (const TensorView& t : tensors) {
        if (const TensorSums sums = sum_tensor(t); sums.not_finite > 0) {
            return make_error(ErrorCode::BadFile, path + ": tensor '" + t.name + "' holds " +
                                                      std::to_string(sums.not_finite) + " values that are no numbers");
        }
    }
    const Json line{{"file", path}, {"ok", true}, {"tensors", tensors.size()}};
    c.console.print(c.console.json() ? json_line(line)
                                     : path + ": sound, " + std::to_string(tensors.size()) + " tensors\n");
    return 0;
}

Result<int> convert(const Context& c) {
    const std::string &from = c.args.positionals[0], &to = c.args.positionals[1];
    const std::string ending = ending_of(to);
    const bool safetensors = ending == ".safetensors";
    if (!safetensors && ending != ".pth" && ending != ".pt") {
        return make_error(ErrorCode::InvalidArgument, to + ": the name must end in .safetensors, .pth or .pt");
    }
    auto file = read_tensor_file(from);
    if (!file) return file.error();
    auto folders = MadeFolders::above(to);
    if (!folders) return folders.error();
    auto metadata = file->metadata;
    metadata.emplace("format", "pt");
    auto hash = safetensors ? write_safetensors(to, file->tensors, metadata) : write_torch_file(to, file->tensors);
    if (!hash) return hash.error();
    folders->keep();
    for (const std::string& name : file->ignored) c.console.message("not carried over: " + name);
    const Json line{{"file", to},
                    {"container", safetensors ? "safetensors" : "zip"},
                    {"tensors", file->tensors.size()},
                    {"sha256", *hash}};
    c.console.print(c.console.json() ? json_line(line) : to + "\n");
    return 0;
}

Json inspect_answer() {
    using namespace shape;
    const Json tensor = object_of({{"name", a_text()},
                                   {"dtype", a_text()},
                                   {"shape", list_of(a_whole())},
                                   {"sum", a_number()},
                                   {"abs_sum", a_number()}});
    const Json misshaped = object_of(
        {{"name", a_text()}, {"source", a_text()}, {"expected", list_of(a_whole())}, {"found", list_of(a_whole())}});
    const Json group = object_of({{"what", a_text()}, {"tensors", a_whole()}, {"bytes", a_whole()}});
    return object_of({{"file", a_text()},
                      {"container", a_text()},
                      {"kind", a_text()},
                      {"architecture", map_of(Json::object())},
                      {"layout", a_text()},
                      {"prefix", a_text()},
                      {"config", a_text()},
                      {"precision", map_of(a_whole())},
                      {"missing", list_of(a_text())},
                      {"misshaped", list_of(misshaped)},
                      {"unexpected", list_of(a_text())},
                      {"unused", list_of(group)},
                      {"questions", list_of(a_text())},
                      {"settings", map_of(a_value())},
                      {"tensors", list_of(tensor)},
                      {"ignored", list_of(a_text())},
                      {"warnings", list_of(a_text())},
                      {"metadata", map_of(a_text())},
                      {"sha256", a_text()},
                      {"known", a_text()}});
}

Json weights_verify_answer() {
    using namespace shape;
    return object_of({{"file", a_text()}, {"ok", a_flag()}, {"tensors", a_whole()}});
}

Json convert_answer() {
    using namespace shape;
    return object_of({{"file", a_text()}, {"container", a_text()}, {"tensors", a_whole()}, {"sha256", a_text()}});
}

}  // namespace

std::vector<Verb> weight_verbs() {
    Verb look, check, change;
    look.syntax = {"weights inspect",
                   "FILE",
                   1,
                   1,
                   {{"--config", "FILE",
                     "The network's description (.yaml, config.json) instead of one that lies beside the weights."}}};
    look.summary = "Tell what a weight file holds: kind, architecture, tensors.";
    look.details =
        "Reads safetensors, PyTorch files and TorchScript archives tensor by tensor; nothing in a file is ever executed.\n"
        "Knows DCGANs, Light GANs of lightweight-gan, VQGANs of taming-transformers and CLIP under the names of OpenAI, open_clip and Hugging Face.\n"
        "Of a Light GAN and a VQGAN it also tells the settings that a run which begins with the file has.";
    look.run = inspect;
    look.answer = inspect_answer;
    check.syntax = {"weights verify", "FILE|CKPT", 1, 1, {}};
    check.summary = "Check a weight file or checkpoint: structure, checksums, finite numbers.";
    check.run = verify;
    check.answer = weights_verify_answer;
    change.syntax = {"weights convert", "FILE TARGET", 2, 2, {}};
    change.summary = "Convert between safetensors and PyTorch's .pth; the target's name decides.";
    change.details = "Folders above the target that are not there are made.";
    change.run = convert;
    change.answer = convert_answer;
    look.tensors = check.tensors = change.tensors = Tensors::Unused;
    return {look, check, change};
}

}  // namespace headroom::cli
