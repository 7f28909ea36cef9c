// Messages of onnx.proto (ONNX 1.12, opset 17, IR version 8), written front to back; numbers are the fields' own.
#include "core/io/onnx/onnx_file.h"

#include "core/base/overloaded.h"
#include "core/io/files/atomic_file.h"
#include "core/io/files/proto.h"
#include "core/io/tensors/tensor_buffer.h"

#include <set>
#include <span>

namespace headroom {
namespace {

constexpr std::int64_t kIrVersion = 8, kOpset = 17;
constexpr std::int64_t kFloat = 1, kInt64 = 7;                                    // TensorProto.DataType
constexpr std::int64_t kRealAttribute = 1, kNumber = 2, kText = 3, kNumbers = 7;  // AttributeProto.AttributeType
constexpr std::uint64_t kMostBytes = (std::uint64_t{1} << 31) - 1;

Proto attribute_of(const GraphAttribute& attribute) {
    Proto out;
    out.text(1, attribute.first);
    std::visit(Overloaded{[&](float value) {
                              out.real(2, value);
                              out.number(20, kRealAttribute);
                          },
                          [&](std::int64_t value) {
                              out.number(3, value);
                              out.number(20, kNumber);
                          },
                          [&](const std::string& value) {
                              out.text(4, value);
                              out.number(20, kText);
                          },
                          [&](const std::vector<std::int64_t>& values) {
                              for (const std::int64_t value : values) out.number(8, value);
                              out.number(20, kNumbers);
                          }},
               attribute.second);
    return out;
}

Proto node_of(const GraphNode& node) {
    Proto out;
    for (const std::string& input : node.inputs) out.text(1, input);
    out.text(2, node.output);
    out.text(3, node.op + "_" + node.output);
    out.text(4, node.op);
    for (const GraphAttribute& attribute : node.attributes) out.message(5, attribute_of(attribute));
    return out;
}

/// A tensor up to its bytes, whose length is `size`.
Proto tensor_head(const std::string& name, const std::vector<std::int64_t>& shape, std::int64_t type,
                  std::uint64_t size) {
    Proto out;
    for (const std::int64_t side : shape) out.number(1, side);
    out.number(2, type);
    out.text(8, name);
    out.begin(9, size);
    return out;
}

Proto value_of(const GraphValue& value) {
    Proto shape, tensor, type, out;
    for (const auto& side : value.shape) {
        Proto dimension;
        if (const auto* name = std::get_if<std::string>(&side))
            dimension.text(2, *name);
        else
            dimension.number(1, std::get<std::int64_t>(side));
        shape.message(1, dimension);
    }
    tensor.number(1, value.whole ? kInt64 : kFloat);
    tensor.message(2, shape);
    type.message(1, tensor);
    out.text(1, value.name);
    out.message(2, type);
    out.text(3, value.about);
    return out;
}

struct Piece {
    Proto head;
    std::span<const std::byte> data;
};

Piece piece_of(const GraphConstant& constant) {
    return std::visit(
        [&]<class Number>(const std::vector<Number>& values) {
            const auto data = std::as_bytes(std::span(values));
            const std::int64_t type = std::is_same_v<Number, float> ? kFloat : kInt64;
            return Piece{tensor_head(constant.name, constant.shape, type, data.size()), data};
        },
        constant.values);
}

/// The tensors that the graph reads and nothing in it gives, in the order of their use.
Result<std::vector<Piece>> pieces_of(const std::string& path, const NetworkGraph& graph,
                                     const std::vector<TensorView>& weights) {
    std::vector<Piece> out;
    std::set<std::string> known{""};
    std::set<std::string> read;
    for (const GraphNode& node : graph.nodes) read.insert(node.inputs.begin(), node.inputs.end());
    for (const GraphConstant& constant : graph.constants) {
        if (read.contains(constant.name)) out.push_back(piece_of(constant));
        known.insert(constant.name);
    }
    for (const GraphValue& input : graph.inputs) known.insert(input.name);
    std::map<std::string, const TensorView*> by_name;
    for (const TensorView& tensor : weights) by_name.emplace(tensor.name, &tensor);
    for (const GraphNode& node : graph.nodes) {
        for (const std::string& name : node.inputs) {
            if (!known.insert(name).second) continue;
            const auto found = by_name.find(name);
            if (found == by_name.end())
                return make_error(ErrorCode::BadFile, path + " was not written: the weights lack " + shown_name(name) +
                                                          ", which the " + graph.name + " needs");
            const TensorView& t = *found->second;
            if (t.dtype != DType::F32)
                return make_error(ErrorCode::BadFile, path + " was not written: " + shown_name(name) + " is " +
                                                          std::string(name_of(t.dtype)) + ", not F32");
            out.push_back({tensor_head(name, t.shape, kFloat, t.data.size()), t.data});
        }
        known.insert(node.output);
    }
    return out;
}

Proto model_of(const NetworkGraph& graph, const std::map<std::string, std::string>& metadata) {
    Proto out, opset;
    out.number(1, kIrVersion);
    out.text(2, "Headroom");
    out.text(6, graph.about);
    opset.number(2, kOpset);
    out.message(8, opset);
    for (const auto& [key, value] : metadata) {
        Proto entry;
        entry.text(1, key);
        entry.text(2, value);
        out.message(14, entry);
    }
    return out;
}

}  // namespace

Result<void> write_onnx(const std::string& path, const NetworkGraph& graph, const std::vector<TensorView>& weights,
                        const std::map<std::string, std::string>& metadata) {
    const auto pieces = pieces_of(path, graph, weights);
    if (!pieces) return pieces.error();
    Proto body, model = model_of(graph, metadata);
    for (const GraphNode& node : graph.nodes) body.message(1, node_of(node));
    body.text(2, graph.name);
    for (const GraphValue& input : graph.inputs) body.message(11, value_of(input));
    for (const GraphValue& output : graph.outputs) body.message(12, value_of(output));
    std::uint64_t size = body.bytes().size();
    std::vector<Proto> begins;
    for (const Piece& piece : *pieces) {
        const std::uint64_t length = piece.head.bytes().size() + piece.data.size();
        begins.emplace_back().begin(5, length);
        size += begins.back().bytes().size() + length;
    }
    model.begin(7, size);
    const std::uint64_t total = model.bytes().size() + size;
    if (total > kMostBytes)
        return make_error(ErrorCode::InvalidArgument,
                          path + " was not written: " + to_text(Bytes{static_cast<std::int64_t>(total)}) +
                              " are more than the 2 GiB that an ONNX file can hold",
                          "Export safetensors instead.");
    return write_stream_atomic(path, total, [&](const WriteFn& write) -> Result<void> {
        const auto put = [&](const std::string& bytes) { return write(std::as_bytes(std::span(bytes))); };
        if (auto ok = put(model.bytes()); !ok) return ok;
        if (auto ok = put(body.bytes()); !ok) return ok;
        for (std::size_t i = 0; i < pieces->size(); ++i) {
            if (auto ok = put(begins[i].bytes()); !ok) return ok;
            if (auto ok = put((*pieces)[i].head.bytes()); !ok) return ok;
            if (auto ok = write((*pieces)[i].data); !ok) return ok;
        }
        return {};
    });
}

}  // namespace headroom
