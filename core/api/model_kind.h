// ModelKind: which family of models a run is of, by the name that files and the command line give it. What is known of the family
// stands in core/families (registry.h: family_of).
#pragma once

#include <string_view>

namespace headroom {

class ModelKind {
public:
    /// Not said: stands for the family that a new studio begins with.
    constexpr ModelKind() = default;
    /// `id` must stay valid; families give texts of the program.
    constexpr explicit ModelKind(std::string_view id) : id_(id) {}
    constexpr std::string_view id() const { return id_; }
    friend constexpr bool operator==(const ModelKind&, const ModelKind&) = default;
    friend constexpr bool operator<(const ModelKind& a, const ModelKind& b) { return a.id_ < b.id_; }

private:
    std::string_view id_;
};

}  // namespace headroom
