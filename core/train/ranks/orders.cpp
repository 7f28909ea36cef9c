// Orders, answers and checkpoints on their way.
#include "core/train/ranks/orders.h"

#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "core/data/dataset.h"
#include "core/io/files/sha256.h"
#include "core/ranks/wire.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>

namespace headroom {
namespace {

constexpr const char* kOrder = "order";

Error not_understood() {
    return make_error(ErrorCode::Internal, "process 0 of the run said something that cannot be understood",
                      "Start the same version everywhere.");
}

std::string text_of(bool on) { return on ? "1" : "0"; }

std::string text_of(ErrorCode code) { return std::to_string(static_cast<int>(code)); }

ErrorCode code_in(const std::string& text) { return static_cast<ErrorCode>(std::atoi(text.c_str())); }

/// A double with all its bits.
std::string exact(double value) {
    char text[40];
    std::snprintf(text, sizeof text, "%a", value);
    return text;
}

/// All that is known of a tensor but its bytes.
std::string describe(const TensorView& t) {
    std::vector<std::string> parts{t.name, std::to_string(static_cast<int>(t.dtype)), std::to_string(t.data.size())};
    for (const std::int64_t n : t.shape) parts.push_back(std::to_string(n));
    return joined_parts(parts);
}

std::string describe(const CheckpointContent& content) {
    std::vector<std::string> out{std::to_string(content.step), std::to_string(content.images),
                                 content.state_json,           exact(content.score),
                                 text_of(content.best),        write_config(content.config)};
    for (const CheckpointPart& part : content.parts) {
        std::vector<std::string> tensors{part.name, part.file};
        for (const TensorView& t : part.tensors) tensors.push_back(describe(t));
        out.push_back(joined_parts(tensors));
    }
    return joined_parts(out);
}

bool read_tensor(const std::string& text, ReceivedContent& out, std::vector<TensorView>& tensors) {
    const auto parts = split_parts(text);
    if (!parts || parts->size() < 3) return false;
    TensorView t;
    t.name = (*parts)[0];
    t.dtype = static_cast<DType>(std::atoi((*parts)[1].c_str()));
    out.bytes.push_back(std::make_unique<std::vector<std::byte>>(std::strtoull((*parts)[2].c_str(), nullptr, 10)));
    t.data = *out.bytes.back();
    for (std::size_t i = 3; i < parts->size(); ++i) t.shape.push_back(std::atoll((*parts)[i].c_str()));
    tensors.push_back(std::move(t));
    return true;
}

bool read_part(const std::string& text, ReceivedContent& out) {
    const auto parts = split_parts(text);
    if (!parts || parts->size() < 2) return false;
    CheckpointPart part;
    part.name = (*parts)[0];
    part.file = (*parts)[1];
    for (std::size_t i = 2; i < parts->size(); ++i) {
        if (!read_tensor((*parts)[i], out, part.tensors)) return false;
    }
    out.content.parts.push_back(std::move(part));
    return true;
}

Result<void> spread_bytes(Collective& all, const CheckpointContent& content) {
    for (const CheckpointPart& part : content.parts) {
        for (const TensorView& t : part.tensors) {
            auto* bytes = const_cast<std::byte*>(t.data.data());  // process 0's are read alone
            const auto count = static_cast<std::int64_t>(t.data.size());
            if (count == 0) continue;
            if (auto sent = all.broadcast({bytes, count, NumberKind::Byte}, 0); !sent) return sent;
        }
    }
    return {};
}

}  // namespace

std::string order_text(const Order& o) {
    return joined_parts({kOrder, std::to_string(static_cast<int>(o.kind)), o.settings, text_of(o.code),
                         text_of(o.on_gpu), text_of(o.weights_only), text_of(o.has_content)});
}

Result<Order> read_order(const std::string& text) {
    const auto parts = split_parts(text);
    if (!parts || parts->size() != 7 || (*parts)[0] != kOrder) return not_understood();
    const int kind = std::atoi((*parts)[1].c_str());
    if (kind < 0 || kind > static_cast<int>(OrderKind::End)) return not_understood();
    return Order{static_cast<OrderKind>(kind), (*parts)[2],        code_in((*parts)[3]),
                 (*parts)[4] == "1",           (*parts)[5] == "1", (*parts)[6] == "1"};
}

Result<std::vector<std::string>> exchange_answers(Collective& all, const Result<std::string>& mine) {
    std::vector<std::string> said{mine ? "done" : "failed"};
    if (mine) {
        said.push_back(*mine);
    } else {
        const Error& e = mine.error();
        said.insert(said.end(), {text_of(e.code), e.message, e.hint});
    }
    const auto answers = all.collect(joined_parts(said));
    if (!answers) return answers.error();
    std::vector<std::string> words;
    for (std::size_t rank = 0; rank < answers->size(); ++rank) {
        const auto parts = split_parts((*answers)[rank]);
        if (parts && parts->size() == 2 && (*parts)[0] == "done") {
            words.push_back((*parts)[1]);
        } else if (parts && parts->size() == 4) {
            const std::string who = all.peers()[rank].words() + ": ";
            return make_error(code_in((*parts)[1]), (rank == 0 ? std::string() : who) + (*parts)[2], (*parts)[3]);
        } else {
            return not_understood();
        }
    }
    return words;
}

Result<void> send_content(Collective& all, const CheckpointContent& content) {
    if (auto told = all.tell(describe(content)); !told) return told;
    return spread_bytes(all, content);
}

Result<ReceivedContent> receive_content(Collective& all) {
    const auto text = all.hear();
    if (!text) return text.error();
    const auto parts = split_parts(*text);
    if (!parts || parts->size() < 6) return not_understood();
    const auto patch = read_config_patch((*parts)[5], "the checkpoint's settings");
    if (!patch) return patch.error();
    auto config = with_patch(TrainConfig{}, *patch);
    if (!config) return config.error();
    ReceivedContent out;
    CheckpointContent& c = out.content;
    c.step = std::atoll((*parts)[0].c_str());
    c.images = std::atoll((*parts)[1].c_str());
    c.state_json = (*parts)[2];
    c.score = std::strtod((*parts)[3].c_str(), nullptr);
    c.best = (*parts)[4] == "1";
    c.config = std::move(*config);
    for (std::size_t i = 6; i < parts->size(); ++i) {
        if (!read_part((*parts)[i], out)) return not_understood();
    }
    if (auto got = spread_bytes(all, c); !got) return got.error();
    return out;
}

std::string mark_of(const PackedDataset& data) {
    constexpr std::int64_t kMost = std::int64_t{1} << 26;  // bytes that are looked at
    const std::int64_t each = std::int64_t{data.size()} * data.size() * data.channels();
    const std::int64_t stride = std::max<std::int64_t>(1, data.count() * each / kMost);
    Sha256 sha;
    for (std::int64_t i = 0; i < data.count(); i += stride)
        sha.update(std::as_bytes(std::span(data.image(i), static_cast<std::size_t>(each))));
    return std::to_string(data.count()) + " pictures of " + std::to_string(data.size()) + " px, " +
           sha.hex().substr(0, 16);
}

}  // namespace headroom
