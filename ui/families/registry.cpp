// The built-in families of the window.
#include "ui/families/registry.h"

namespace headroom::ui {
namespace {

std::vector<const WindowFamily*>& known_families() {
    static std::vector<const WindowFamily*> all{&dcgan_window(), &vqgan_clip_window(), &vqgan_window(),
                                                &light_gan_window()};
    return all;
}

auto place_of(ModelKind kind) {
    auto& all = known_families();
    return std::ranges::find_if(all, [&](const WindowFamily* f) { return f->kind() == family_of(kind).facts().kind; });
}

}  // namespace

std::span<const WindowFamily* const> window_families() { return known_families(); }

const WindowFamily& window_family_of(ModelKind kind) { return **place_of(kind); }

void add_window_family(const WindowFamily& family) {
    const auto place = place_of(family.kind());
    if (place != known_families().end())
        *place = &family;
    else
        known_families().push_back(&family);
}

std::vector<ModelKind> kinds_on(Page page) {
    std::vector<ModelKind> out;
    for (const WindowFamily* family : window_families())
        if (family->facts().page == page) out.push_back(family->kind());
    return out;
}

}  // namespace headroom::ui
