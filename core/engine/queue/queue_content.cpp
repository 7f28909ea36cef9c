// The queue's file as JSON: configurations as config_io writes them, one object per item.
#include "core/engine/queue/queue_content.h"

#include "core/api/param_schema.h"
#include "core/config/byte_text.h"
#include "core/config/config_io.h"
#include "core/io/files/json_read.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "headroom-queue-1", kAnyFormat = "headroom-queue-";

/// The texts of a request by their names in the file.
constexpr std::array<std::pair<const char*, std::string RunRequest::*>, 7> kTexts{{
    {"name", &RunRequest::name},
    {"run_dir", &RunRequest::run_dir},
    {"resume_from", &RunRequest::resume_from},
    {"weights_from", &RunRequest::weights_from},
    {"generator_from", &RunRequest::generator_from},
    {"discriminator_from", &RunRequest::discriminator_from},
    {"memory_snapshot", &RunRequest::memory_snapshot},
}};

constexpr std::array<std::pair<const char*, std::int64_t QueueItem::*>, 4> kTimes{{
    {"added_unix_ms", &QueueItem::added_unix_ms},
    {"not_before_unix_ms", &QueueItem::not_before_unix_ms},
    {"started_unix_ms", &QueueItem::started_unix_ms},
    {"ended_unix_ms", &QueueItem::ended_unix_ms},
}};

void put_request(Json& to, const RunRequest& request) {
    Json json = Json::object();
    for (const auto& [name, member] : kTexts) {
        if (const std::string& text = request.*member; !text.empty()) json[name] = encode_bytes(text);
    }
    if (request.seconds > 0) json["seconds"] = request.seconds;
    if (request.processes != 1) json["processes"] = request.processes;
    to["request"] = std::move(json);
    to["config"] = Json::parse(write_config(*request.config));
}

Json item_json(const StoredItem& item) {
    Json out{{"id", item.id},
             {"name", encode_bytes(item.name)},
             {"state", name_of(item.state)},
             {"reason", encode_bytes(item.reason)},
             {"run_dir", encode_bytes(item.run_dir)},
             {"when_too_big", name_of(item.when_too_big)}};
    for (const auto& [name, member] : kTimes) out[name] = item.*member;
    if (!item.runner.empty()) out["runner"] = item.runner;
    if (item.remove) out["remove"] = true;
    if (item.first) put_request(out["first"], *item.first);
    put_request(out, item.request);
    return out;
}

std::string text_of(const nlohmann::json& object, const char* key) {
    const std::string stored = json_text(object, key);
    auto bytes = decode_bytes(stored);
    return bytes ? *std::move(bytes) : stored;
}

ConfigSnapshot config_of(const nlohmann::json& item) {
    const auto config = item.find("config");
    if (config == item.end() || !config->is_object()) return nullptr;
    const auto patch = read_config_patch(json_dump(*config), "queue");
    if (!patch) return nullptr;
    auto whole = with_patch(TrainConfig{}, *patch);
    return whole ? std::make_shared<const TrainConfig>(*std::move(whole)) : nullptr;
}

/// `config` null: there is none that makes sense here.
RunRequest request_of(const nlohmann::json& from) {
    RunRequest out;
    out.config = config_of(from);
    const auto request = from.find("request");
    if (request == from.end() || !request->is_object()) return out;
    for (const auto& [name, member] : kTexts) out.*member = text_of(*request, name);
    out.seconds = std::max<std::int64_t>(json_integer(*request, "seconds"), 0);
    out.processes = static_cast<int>(std::clamp<std::int64_t>(json_integer(*request, "processes", 1), 1, 4096));
    return out;
}

/// No value: it makes no sense here.
std::optional<StoredItem> item_of(const nlohmann::json& from) {
    if (!from.is_object()) return std::nullopt;
    StoredItem item;
    item.id = json_text(from, "id");
    item.name = text_of(from, "name");
    item.reason = text_of(from, "reason");
    item.run_dir = text_of(from, "run_dir");
    const auto state = enum_from_name<QueueState>(json_text(from, "state"));
    const auto too_big = enum_from_name<WhenTooBig>(json_text(from, "when_too_big"));
    item.request = request_of(from);
    if (item.id.empty() || !state || !too_big || !item.request.config) return std::nullopt;
    item.state = *state;
    item.when_too_big = *too_big;
    for (const auto& [name, member] : kTimes) item.*member = json_integer(from, name);
    item.runner = json_text(from, "runner");
    item.remove = json_flag(from, "remove");
    if (const auto first = from.find("first"); first != from.end() && first->is_object()) {
        if (RunRequest request = request_of(*first); request.config) item.first = std::move(request);
    }
    return item;
}

}  // namespace

StoredItem* QueueContent::find(const std::string& id) {
    const auto it = std::find_if(items.begin(), items.end(), [&](const StoredItem& i) { return i.id == id; });
    return it == items.end() ? nullptr : &*it;
}

std::string write_queue(const QueueContent& content) {
    Json root{{"format", kFormat},
              {"revision", content.revision},
              {"next_id", content.next_id},
              {"paused", content.paused},
              {"stop_after_current", content.stop_after_current},
              {"notice", content.notice},
              {"items", Json::array()}};
    for (const StoredItem& item : content.items) root["items"].push_back(item_json(item));
    return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<ReadQueue> read_queue(const std::string& text, const std::string& name) {
    const auto root = parse_json_object(text, name);
    if (!root) return root.error();
    const auto items = root->find("items");
    if (json_text(*root, "format") != kFormat || items == root->end() || !items->is_array())
        return make_error(ErrorCode::BadFile, name + " is damaged: it is not the queue that was written");
    ReadQueue out;
    out.content.revision = static_cast<std::uint64_t>(std::max<std::int64_t>(json_integer(*root, "revision"), 0));
    out.content.next_id = std::max<std::int64_t>(json_integer(*root, "next_id", 1), 1);
    out.content.paused = json_flag(*root, "paused");
    out.content.stop_after_current = json_flag(*root, "stop_after_current");
    out.content.notice = json_text(*root, "notice");
    for (const auto& stored : *items) {
        auto item = item_of(stored);
        if (item && !out.content.find(item->id))
            out.content.items.push_back(*std::move(item));
        else
            ++out.unreadable;
    }
    return out;
}

bool is_newer_queue(const std::string& text) {
    const auto root = parse_json_object(text, "queue");
    const std::string format = root ? json_text(*root, "format") : "";
    return format != kFormat && format.starts_with(kAnyFormat);
}

}  // namespace headroom
