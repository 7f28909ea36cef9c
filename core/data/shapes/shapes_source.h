// ShapesSource: the built-in shapes as a source of pictures.
#pragma once

#include "core/data/image_source.h"

namespace headroom {

class ShapesSource final : public ImageSource {
public:
    ShapesSource(std::int64_t count, Variety variety) : count_(count), variety_(variety) {}

    std::string kind() const override { return "shapes"; }
    std::string name() const override { return "Shapes (built-in)"; }
    std::string identity() const override;
    std::int64_t count() const override { return count_; }
    Result<void> render(std::int64_t index, int size, int channels, std::uint8_t* out) const override;
    std::string path(std::int64_t index) const override;
    Result<DatasetImage> describe(std::int64_t index, bool with_mean) const override;

private:
    std::int64_t count_;
    Variety variety_;
};

}  // namespace headroom
