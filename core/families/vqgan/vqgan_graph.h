// The two halves of a VQGAN as graphs of operations: pictures to codes, codes to pictures.
#pragma once

#include "core/api/vqgan_config.h"
#include "core/families/network_graph.h"

namespace headroom {

/// Pictures (batch, 3, height, width) in [-1, 1], sides multiples of the factor -> codes (batch, rows, columns).
NetworkGraph vqgan_encoder_graph(const VqganConfig& shape);
/// Codes (batch, rows, columns) -> pictures (batch, 3, height, width), about [-1, 1]; the codebook is part of it.
NetworkGraph vqgan_decoder_graph(const VqganConfig& shape);

}  // namespace headroom
