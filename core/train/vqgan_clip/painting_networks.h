// PaintingNetworks: the networks of a text-to-image run: the VQGAN that paints and the CLIPs with what each looks for; loaded, aimed at the
// prompts, made thinner where nothing needs the rest.
#pragma once

#include "core/models/vqgan_clip/paint_step.h"
#include "core/models/vqgan_clip/synthesis.h"
#include "core/train/run/run_memory.h"
#include "core/train/vqgan_clip/targets.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace headroom {

/// On the worker's thread. What loads or computes may throw c10::Error.
class PaintingNetworks {
public:
    /// One CLIP with the way it sees the picture and what it looks for.
    struct Perceptor {
        std::shared_ptr<ClipModel> clip;  ///< its picture side; null until aim() has loaded it
        TextFeatures texts;
        std::optional<imagine::Cutter> cutter;
        std::vector<imagine::Target> targets;
    };
    /// Everything that a change of settings may put in place of something.
    struct Parts {
        std::shared_ptr<Vqgan> vqgan;
        std::vector<Perceptor> perceptors;
        std::shared_ptr<const PromptNames> aims;  ///< names of the targets, the same for every CLIP
        PromptPictures pictures;                  ///< stays while the memory is lent
        imagine::CodeRange range;
    };

    /// `config`: in force, whose precision and checkpointing the networks have. `emit`: may be empty.
    PaintingNetworks(PainterSource source, const RunMemory& memory, const TrainConfig& config, const EmitFn& emit)
        : source_(std::move(source)), memory_(memory), config_(config), emit_(emit) {}

    /// Looks for the files that the settings name, unless a source was given; `restored`: the run that goes on, or null.
    Result<void> find(const CheckpointContent* restored);
    /// With its encoder if `config` needs one. Error BadFile: its file has none.
    Result<void> load_vqgan(const TrainConfig& config, bool starting, const ProgressFn& progress);
    /// New cutters and targets for `config`, the CLIPs loaded where they are not there; nothing else changes on an error. True: they
    /// look for other prompts than before.
    Result<bool> aim(const TrainConfig& config, std::size_t phrase, const ProgressFn& progress);
    /// The VQGAN with its encoder, loaded again when it was let go of. Errors: as load_vqgan().
    Result<void> want_encoder();
    /// The next aim() loads the CLIPs again.
    void forget_clips();
    /// Lets go of what these settings need no more, and of half of the weights' bytes in bf16: of all of them or, where there is no room, of none.
    void thin();
    void set_modes();
    void drop();

    const Parts& parts() const { return now_; }
    void put_back(Parts parts) { now_ = std::move(parts); }
    bool is_built() const { return now_.vqgan != nullptr; }
    Vqgan& vqgan() const { return *now_.vqgan; }
    const std::string& start_library() const { return source_.starts; }
    std::vector<imagine::Judge> judges() const;
    /// As imagine::Cutter::hold(), of all CLIPs.
    std::function<void(std::int64_t iteration)> hold_cuts(const ImagineConfig& config, std::int64_t iteration);
    void let_cuts_go();
    std::int64_t cells(std::int64_t pixels) const {
        return std::max<std::int64_t>(1, pixels / vqgan().config().factor());
    }

    /// The latent of a picture (1, 3, H, W) in [0, 1].
    at::Tensor encoded(const at::Tensor& picture) const;
    /// The picture of a latent, as a preview.
    at::Tensor decoded(const at::Tensor& z) const;

    Bytes bytes() const;
    /// Numbers of the VQGAN and of all CLIPs.
    std::pair<std::int64_t, std::int64_t> parameters() const;
    std::vector<NamedBlock> named_blocks() const;

private:
    Result<std::shared_ptr<Vqgan>> vqgan_with(VqganSide side) const;
    /// The picture side of CLIP number `i`, as thin as the settings want it.
    Result<void> want_clip(std::size_t i, const ProgressFn& progress);

    PainterSource source_;
    const RunMemory& memory_;
    const TrainConfig& config_;
    const EmitFn& emit_;
    Parts now_;
    std::set<std::string> told_;  ///< what was assumed of a CLIP is told once, however often it is loaded
};

}  // namespace headroom
