// Reading and writing of remembered probes.
#include "core/train/forecast/probe_store.h"

#include "core/io/files/atomic_file.h"
#include "core/io/files/sha256.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace headroom {
namespace {

using nlohmann::json;

constexpr int kFormat = 9;
constexpr std::uintmax_t kLargestFile = 16 << 20;

std::string path_of(const std::string& folder, const std::string& kind) {
    return folder + "/" + sha256_of(kind).substr(0, 24) + ".cbor";
}

std::optional<KindProbe> parsed(const json& j, const std::string& kind) {
    if (j.at("format").get<int>() != kFormat || j.at("kind").get<std::string>() != kind) return std::nullopt;
    const auto kinds = j.at("event_kind").get<std::vector<int>>(), roles = j.at("event_role").get<std::vector<int>>(),
               phases = j.at("event_phase").get<std::vector<int>>();
    const auto of_block = j.at("event_block").get<std::vector<std::uint32_t>>();
    const auto fixed = j.at("fixed").get<std::vector<double>>(), slope = j.at("per_picture").get<std::vector<double>>();
    const auto grain = j.at("grain").get<std::vector<std::int64_t>>();
    if (roles.size() != kinds.size() || phases.size() != kinds.size() || of_block.size() != kinds.size() ||
        slope.size() != fixed.size() || grain.size() != fixed.size())
        return std::nullopt;
    std::vector<StepTape::Event> events;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (kinds[i] < 0 || kinds[i] > 2 || roles[i] < 0 || roles[i] >= static_cast<int>(kRoleCount) || phases[i] < 0 ||
            phases[i] >= static_cast<int>(EnumNames<Phase>::names.size()))
            return std::nullopt;
        events.push_back({static_cast<StepTape::Event::Kind>(kinds[i]), static_cast<Role>(roles[i]),
                          static_cast<Phase>(phases[i]), of_block[i]});
    }
    std::vector<StepTape::Block> blocks;
    for (std::size_t i = 0; i < fixed.size(); ++i) {
        if (grain[i] < 1 || grain[i] > StepTape::kPaddedChannels) return std::nullopt;
        blocks.push_back({fixed[i], slope[i], grain[i]});
    }
    auto tape = StepTape::from_parts(std::move(events), std::move(blocks), j.at("unmatched").get<double>());
    if (!tape) return std::nullopt;
    KindProbe probe{j.at("few").get<std::int64_t>(),
                    j.at("more").get<std::int64_t>(),
                    j.at("few_seconds").get<std::vector<double>>(),
                    j.at("more_seconds").get<std::vector<double>>(),
                    std::move(*tape),
                    /*calm=*/true,
                    Bytes{j.at("warmed").get<std::int64_t>()},
                    Bytes{j.at("context").get<std::int64_t>()}};
    if (probe.few < 1 || probe.more <= probe.few || probe.warmed.count < 0 || probe.context.count < 0)
        return std::nullopt;
    return probe;
}

}  // namespace

std::shared_ptr<const KindProbe> load_probe(const std::string& folder, const std::string& kind) {
    if (folder.empty()) return nullptr;
    const std::string path = path_of(folder, kind);
    std::error_code ec;
    if (const auto size = std::filesystem::file_size(path, ec); ec || size > kLargestFile) return nullptr;
    std::ifstream in(path, std::ios::binary);
    const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
    try {
        if (auto probe = parsed(json::from_cbor(bytes), kind))
            return std::make_shared<const KindProbe>(std::move(*probe));
    } catch (const json::exception&) {
        // Not one of ours: as if it were not there.
    }
    return nullptr;
}

void save_probe(const std::string& folder, const std::string& kind, const KindProbe& probe) {
    if (folder.empty()) return;
    json j{{"format", kFormat},
           {"kind", kind},
           {"few", probe.few},
           {"more", probe.more},
           {"few_seconds", probe.few_seconds},
           {"more_seconds", probe.more_seconds},
           {"warmed", probe.warmed.count},
           {"context", probe.context.count},
           {"unmatched", probe.tape.unmatched()}};
    std::vector<int> kinds, roles, phases;
    std::vector<std::uint32_t> blocks;
    for (const StepTape::Event& e : probe.tape.events()) {
        kinds.push_back(static_cast<int>(e.kind));
        roles.push_back(static_cast<int>(e.role));
        phases.push_back(static_cast<int>(e.phase));
        blocks.push_back(e.block);
    }
    std::vector<double> fixed, slope;
    std::vector<std::int64_t> grain;
    for (const StepTape::Block& b : probe.tape.blocks()) {
        fixed.push_back(b.fixed);
        slope.push_back(b.per_picture);
        grain.push_back(b.grain);
    }
    j["event_kind"] = kinds;
    j["event_role"] = roles;
    j["event_phase"] = phases;
    j["event_block"] = blocks;
    j["fixed"] = fixed;
    j["per_picture"] = slope;
    j["grain"] = grain;
    const auto bytes = json::to_cbor(j);
    std::error_code ec;
    std::filesystem::create_directories(folder, ec);
    sweep_partial_files(folder);
    (void)write_file_atomic(path_of(folder, kind), std::as_bytes(std::span(bytes)));
}

}  // namespace headroom
