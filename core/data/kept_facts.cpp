// One JSON file for each set of pictures, beside the packed ones.
#include "core/data/kept_facts.h"

#include "core/base/user_folders.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/bounded_cache.h"
#include "core/io/files/json_read.h"
#include "core/io/files/sha256.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <utility>
#include <vector>

namespace headroom {
namespace {

/// The number rises when a look finds something else in the same pictures.
constexpr const char* kFactsFormat = "headroom-facts-2";
constexpr const char* kEndingOfFacts = ".json";
constexpr CacheBound kBoundOfFacts{.bytes = 64u << 20};
constexpr std::uint64_t kLongestFacts = 32u << 20;  ///< of a million pictures that all repeat one it has eight

std::string hash_of_looks(const ImageSource& source) {
    return sha256_of(std::string(kFactsFormat) + "\n" + source.kind() + "\n" + source.looks());
}

std::string facts_file(const std::string& hash) {
    return default_cache_folder() + "/data/facts-" + hash.substr(0, 32) + kEndingOfFacts;
}

/// Whether they can be places in a source of `count` pictures, each once and ascending.
bool are_places(const std::vector<std::int64_t>& places, std::int64_t count) {
    const bool ascend = std::adjacent_find(places.begin(), places.end(), std::greater_equal<>()) == places.end();
    return places.empty() || (ascend && places.front() >= 0 && places.back() < count);
}

}  // namespace

std::optional<DataLook> kept_look(const ImageSource& source) {
    const std::string hash = hash_of_looks(source), path = facts_file(hash);
    const auto text = read_text(path, kLongestFacts);
    const auto root = text ? parse_json_object(*text, path) : Result<nlohmann::json>(text.error());
    if (!root || json_text(*root, "looks") != hash) return std::nullopt;
    DataLook look;
    DatasetFacts& out = look.facts;
    try {
        root->at("repeated_at").get_to(look.repeated);
        root->at("empty_at").get_to(look.empty);
        for (const FactShare& share : kFactShares) out.*share.of = root->at(share.name).get<double>();
        out.pictures = root->at("pictures").get<std::int64_t>();
        out.near_duplicates = root->at("near_duplicates").get<std::int64_t>();
        for (const auto& pair : root->at("examples"))
            out.examples.push_back({pair.at(0).get<std::string>(), pair.at(1).get<std::string>()});
        out.median_side = root->at("median_side").get<int>();
        out.smallest_side = root->at("smallest_side").get<int>();
        out.largest_side = root->at("largest_side").get<int>();
    } catch (const nlohmann::json::exception&) { return std::nullopt; }
    if (!are_places(look.repeated, source.count()) || !are_places(look.empty, source.count())) return std::nullopt;
    note_cache_use(path);
    return look;
}

void keep_look(const ImageSource& source, const DataLook& look) {
    const DatasetFacts& facts = look.facts;
    nlohmann::json root{{"looks", hash_of_looks(source)},
                        {"pictures", facts.pictures},
                        {"near_duplicates", facts.near_duplicates},
                        {"examples", nlohmann::json::array()},
                        {"median_side", facts.median_side},
                        {"smallest_side", facts.smallest_side},
                        {"largest_side", facts.largest_side},
                        {"repeated_at", look.repeated},
                        {"empty_at", look.empty}};
    for (const FactShare& share : kFactShares) root[share.name] = facts.*share.of;
    for (const DatasetFacts::Pair& pair : facts.examples)
        root["examples"].push_back(nlohmann::json::array({pair.first, pair.second}));
    const std::string path = facts_file(root["looks"].get<std::string>());
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed || !write_text_atomic(path, json_dump(root) + "\n")) return;
    bound_cache(folder.string(), kEndingOfFacts, kBoundOfFacts);
}

}  // namespace headroom
