// StartLibrary: pictures of the built-in VQGAN as codes, to start a synthesis from. What each shows is a value of every attribute (solid, colour, ...),
// and of every value it is known which features of the built-in CLIP a text has that names it.
//
//   text features of the prompt -> best() -> codes_of(index), h x w codes -> rows of the codebook -> latents
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace headroom {

struct StartLibrary {
    std::size_t height = 0, width = 0;  ///< of a start, in codes
    std::size_t embedding = 0;          ///< numbers of a row
    std::vector<std::uint16_t> codes;   ///< count x height x width, each below codes_used
    std::vector<std::uint8_t> labels;   ///< count x attributes: of each attribute the value that is seen
    std::vector<std::size_t> values;    ///< of each attribute, how many it has
    std::vector<float> rows;            ///< (all values of the first attribute, of the second, ...) x embedding
    std::vector<std::string> captions;  ///< one for each start
    std::size_t codes_used = 0;         ///< 1 + the largest code

    std::size_t count() const { return captions.size(); }
    std::span<const std::uint16_t> codes_of(std::size_t index) const {
        return std::span(codes).subspan(index * height * width, height * width);
    }
    /// The `most` starts that agree best with a text's features (of any length but 0), best first: by the sum of its products with the rows of
    /// what they show. Error InvalidArgument when `text` has another width than the library, so is of another CLIP.
    Result<std::vector<std::size_t>> best(std::span<const float> text, std::size_t most = 1) const;
};

/// Errors: as read_tensor_file; BadFile naming the tensor that is missing or of another shape than the others.
Result<StartLibrary> read_start_library(const std::string& path);

}  // namespace headroom
