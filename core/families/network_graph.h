// NetworkGraph: a network as operations between named tensors, without their values: what a family says of its own networks, and what
// core/io/onnx writes as a file. Operations and attributes are those of ONNX (opset 17).
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace headroom {

using GraphAttribute =
    std::pair<std::string, std::variant<std::int64_t, float, std::string, std::vector<std::int64_t>>>;

struct GraphNode {
    std::string op;
    std::vector<std::string> inputs;  ///< an empty name: one that is left out
    std::string output;
    std::vector<GraphAttribute> attributes;
};

/// Numbers that belong to the network's form and not to its weights.
struct GraphConstant {
    std::string name;
    std::vector<std::int64_t> shape;
    std::variant<std::vector<float>, std::vector<std::int64_t>> values;
};

/// What goes in or comes out. A side that has a name instead of a number may be of any size.
struct GraphValue {
    std::string name;
    std::vector<std::variant<std::int64_t, std::string>> shape;
    bool whole = false;  ///< int64 instead of float32
    std::string about;
};

/// Names that no node, constant or input gives are tensors of the weight file, as float32.
struct NetworkGraph {
    std::string name;  ///< "decoder"; part of a file's name
    std::string about;
    std::vector<GraphNode> nodes;  ///< in the order in which they can be computed
    std::vector<GraphConstant> constants;
    std::vector<GraphValue> inputs, outputs;

    /// Adds a node and returns the name of what it gives.
    std::string add(std::string op, std::vector<std::string> from, std::vector<GraphAttribute> attributes = {}) {
        nodes.push_back({std::move(op), std::move(from), "t" + std::to_string(nodes.size()), std::move(attributes)});
        return nodes.back().output;
    }
    /// Likewise a constant of one dimension.
    template <class Number> std::string constant(std::vector<Number> values) {
        const auto count = static_cast<std::int64_t>(values.size());
        constants.push_back({"c" + std::to_string(constants.size()), {count}, std::move(values)});
        return constants.back().name;
    }
    /// Gives the value called `from`, of the last node, the name by which it leaves the network.
    void leave(GraphValue value) {
        nodes.back().output = value.name;
        outputs.push_back(std::move(value));
    }
};

}  // namespace headroom
