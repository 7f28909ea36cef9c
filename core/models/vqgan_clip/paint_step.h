// One iteration of VQGAN-CLIP, forward and backward, with bounded memory: decode once, cuts in chunks that each end at the picture,
// one backward pass through the decoder. The result does not depend on the chunk size (to rounding).
#pragma once

#include "core/models/vqgan_clip/cutouts.h"
#include "core/models/vqgan_clip/prompt_loss.h"

#include <functional>
#include <utility>
#include <vector>

namespace headroom {

class ClipModel;
class Vqgan;

namespace imagine {

/// One CLIP and what it looks for.
struct Judge {
    ClipModel* clip = nullptr;
    const CutSource* cuts = nullptr;
    std::vector<Target> targets;  ///< at least one, in this CLIP's space
};

/// How several processes share out an iteration's cuts. The first one has the gradient of all and takes it through the decoder.
class CutShare {
public:
    virtual ~CutShare() = default;
    virtual bool is_first() const = 0;
    /// How many cuts at a time, of those that the settings name, so that each process has some.
    virtual std::int64_t chunk(std::int64_t cuts, std::int64_t chunk) const = 0;
    /// Of `chunks` chunks those from first to before second are this process's.
    virtual std::pair<std::int64_t, std::int64_t> own(std::int64_t chunks) const = 0;
    /// After each chunk's backward pass to `seen`, whose gradient is there.
    virtual void chunk_done(const at::Tensor& seen) = 0;
    /// After a judge's last chunk: the first process's gradient of `seen` becomes that of all cuts, the others' zero; `figures` become sums.
    /// Throws c10::Error, also when another process could not come here.
    virtual void add_up(const at::Tensor& seen, const std::vector<at::Tensor>& figures) = 0;
    /// The first process's `gradient` to all. Throws likewise.
    virtual void spread(at::Tensor& gradient) = 0;
};

struct PaintSettings {
    std::int64_t cuts = 32;  ///< per judge
    std::int64_t chunk = 0;  ///< cuts at a time; 0: all
    std::int64_t iteration = 0;
    bool bf16 = false;  ///< decode and encode under autocast; the picture, the losses and z stay in float32
    /// Further losses, 0-dim, of the picture (1, 3, H, W) in [0, 1] and of z; may be empty.
    std::function<at::Tensor(const at::Tensor&)> picture_loss{}, latent_loss{};
    CutShare* share = nullptr;  ///< null: this process makes all cuts
};

struct PaintOutcome {
    at::Tensor loss;                        ///< of everything; 0-dim, detached, not yet read by the host
    std::vector<at::Tensor> prompt_losses;  ///< per judge (P)
    std::vector<at::Tensor> similarities;   ///< per judge (P): mean cosine
    at::Tensor picture;                     ///< (1, 3, H, W) in [0, 1], detached: the preview of z before the step
};

/// Leaves the gradient in z.grad(), replacing what was there. `z` (1, D, h, w) is a leaf that needs a gradient; networks are frozen.
/// Phases Decode, Clip (micro-batch: the chunk), DecodeBack. Throws c10::Error, out of memory included; then z.grad() is undefined
/// or unfinished and z as before.
PaintOutcome paint_step(Vqgan& vqgan, const std::vector<Judge>& judges, at::Tensor z, const PaintSettings& settings);

/// A further loss of z, to its gradient and to the outcome's loss; an empty one: nothing. Throws likewise.
void add_latent_loss(const std::function<at::Tensor(const at::Tensor&)>& loss_of, const at::Tensor& z,
                     PaintOutcome& out);

}  // namespace imagine
}  // namespace headroom
