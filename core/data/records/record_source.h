// RecordSource: CIFAR-10 or MNIST files, held in memory, as a source of pictures.
#pragma once

#include "core/api/train_config.h"
#include "core/data/image_source.h"

#include <vector>

namespace headroom {

/// How the records of a file are laid out.
struct RecordLayout {
    std::size_t header = 0;  ///< bytes before the first record
    std::size_t label = 0;   ///< bytes before each picture
    int width = 0, height = 0;
    int channels = 1;  ///< planes, one after the other
    std::size_t pixel_bytes() const {
        return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * static_cast<std::size_t>(channels);
    }
    std::size_t record_bytes() const { return label + pixel_bytes(); }
};

struct RecordPart {
    std::string name;                 ///< the file's name
    std::vector<std::uint8_t> bytes;  ///< its content, unpacked
    std::int64_t count = 0;
};

class RecordSource final : public ImageSource {
public:
    /// `config`: how pictures that are not square become so.
    RecordSource(std::string kind, std::string name, std::string stamp, RecordLayout layout,
                 std::vector<RecordPart> parts, const TrainConfig& config);

    std::string kind() const override { return kind_; }
    std::string name() const override { return name_; }
    std::string identity() const override;
    std::string contents() const override;
    std::int64_t count() const override { return count_; }
    Result<void> render(std::int64_t index, int size, int channels, std::uint8_t* out) const override;
    std::string path(std::int64_t index) const override;
    Result<DatasetImage> describe(std::int64_t index, bool with_mean) const override;

private:
    struct Place {
        const RecordPart* part;
        std::int64_t record;
    };
    Place place_of(std::int64_t index) const;
    /// The picture, interleaved, with 1 or 3 channels.
    std::vector<std::uint8_t> unpack(std::int64_t index, int channels) const;

    std::string kind_, name_, stamp_;
    RecordLayout layout_;
    FitMode fit_;
    Ground ground_;
    std::vector<RecordPart> parts_;
    std::int64_t count_ = 0;
};

}  // namespace headroom
