// The built-in families.
#include "core/families/registry.h"

#include "core/families/dcgan/dcgan_family.h"
#include "core/families/vqgan/vqgan_family.h"
#include "core/families/vqgan_clip/vqgan_clip_family.h"

#include <algorithm>
#include <array>

namespace headroom {

std::span<const Family* const> families() {
    static const DcganFamily dcgan;
    static const VqganClipFamily vqgan_clip;
    static const VqganFamily vqgan;
    static const std::array<const Family*, 3> all{&dcgan, &vqgan_clip, &vqgan};
    return all;
}

const Family& family_of(ModelKind kind) {
    const auto all = families();
    return **std::find_if(all.begin(), all.end(), [&](const Family* f) { return f->facts().kind == kind; });
}

std::optional<ModelKind> find_kind(std::string_view id) {
    for (const Family* f : families()) {
        if (f->facts().info.id == id) return f->facts().kind;
    }
    return std::nullopt;
}

}  // namespace headroom
