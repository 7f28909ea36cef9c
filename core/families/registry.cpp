// The built-in families.
#include "core/families/registry.h"

#include "core/families/dcgan/dcgan_family.h"
#include "core/families/light_gan/light_gan_family.h"
#include "core/families/vqgan/vqgan_family.h"
#include "core/families/vqgan_clip/vqgan_clip_family.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace headroom {

namespace {

std::vector<const Family*>& all_families() {
    static std::vector<const Family*> all{&dcgan_family(), &vqgan_clip_family(), &vqgan_family(), &light_gan_family()};
    return all;
}

}  // namespace

std::span<const Family* const> families() { return all_families(); }

void add_family(const Family& family) { all_families().push_back(&family); }

const Family& family_of(ModelKind kind) {
    for (const Family* f : families()) {
        if (f->facts().kind == kind) return *f;
    }
    if (kind != ModelKind{}) throw std::logic_error("a kind of run of no family: " + std::string(kind.id()));
    return *families().front();
}

std::optional<ModelKind> find_kind(std::string_view id) {
    for (const Family* f : families()) {
        if (f->facts().info.id == id) return f->facts().kind;
    }
    return std::nullopt;
}

}  // namespace headroom
