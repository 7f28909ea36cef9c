// ImageSource: where a data set's pictures come from before they are packed. One implementation per kind of data.
#pragma once

#include "core/api/services.h"
#include "core/base/result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace headroom {

struct PictureSides {
    int width = 0, height = 0;
};

/// A list of pictures that can be made one by one, in any order, on several threads at once.
class ImageSource {
public:
    virtual ~ImageSource() = default;
    virtual std::string kind() const = 0;  ///< "shapes", "folder", "cifar10", "mnist"
    virtual std::string name() const = 0;  ///< for people
    /// All that decides the bytes of the pictures, as text: hashed into the fingerprint.
    virtual std::string identity() const = 0;
    /// The same without where and when it lies there: equal on two machines that have the same pictures.
    virtual std::string contents() const { return identity(); }
    /// All that decides what look() sees: that does not depend on how pictures are cut.
    virtual std::string looks() const { return identity(); }
    virtual std::int64_t count() const = 0;
    /// Writes size * size * channels bytes of picture `index`; its Error's message is why the picture is rejected.
    virtual Result<void> render(std::int64_t index, int size, int channels, std::uint8_t* out) const = 0;
    /// What the picture is called in a list of rejected files.
    virtual std::string path(std::int64_t index) const = 0;
    /// Size of the picture in its file, with its mean colour when `with_mean`. Error: why the picture is rejected.
    virtual Result<DatasetImage> describe(std::int64_t index, bool with_mean) const = 0;
    /// The whole picture squeezed to side * side RGBA pixels, colours weighed by alpha, and its size; its Error's message is why the picture is
    /// rejected.
    virtual Result<PictureSides> look(std::int64_t index, int side, std::uint8_t* rgba) const;
    /// Files that were refused while listing, before any picture was read.
    virtual std::vector<RejectedFile> refused() const { return {}; }
};

/// Of picture `index`, which was there when the pictures were listed and at present cannot be read: `error`.
inline Error away_error(const ImageSource& source, std::int64_t index, const Error& error) {
    return make_error(error.code, source.path(index) + ": " + error.message,
                      "It was there when the pictures were listed. Start again when it can be read.", error.detail);
}

}  // namespace headroom
