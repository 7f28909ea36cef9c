// ImagineModel: forecasts of text-to-image iterations. A tape is played for the number of latent cells, that is for the picture's
// area; cuts, their chunk, the networks and all else that decides which blocks there are, are its kind.
#pragma once

#include "core/families/vqgan_clip/imagine_config.h"
#include "core/train/forecast/step_model.h"
#include "core/train/vqgan_clip/painters.h"

#include <functional>
#include <map>
#include <mutex>

namespace headroom {

class ImagineModel final : public StepModel {
public:
    using Painters = std::function<Result<PainterSource>(const ImagineConfig&, bool fine)>;
    /// `painters`: where the networks' shapes come from; painters_for but for tests and benches.
    explicit ImagineModel(Painters painters);

    Result<void> look(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device) override;
    std::optional<StepPlan> plan(const TrainConfig& config, const NetworkLayout& layout,
                                 const std::string& device) const override;
    Result<ProbeStep> probe(const TrainConfig& config, const NetworkLayout& layout, const TrainDevice& device,
                            std::int64_t cells, std::size_t kind) const override;
    double seconds(const TrainConfig& config, const StepPlan& plan, const KindProbe& probe) const override;

private:
    /// What tensors of networks take, and the bytes of each one.
    struct Tensors {
        RoleBytes bytes;
        std::vector<Bytes> each;
        void add(const torch::nn::Module& network, Role role, const at::Tensor& codebook, bool bf16);
    };
    /// The networks of a set of files.
    struct Known {
        PainterShapes shapes;
        Tensors thin, with_encoder;            ///< float32; without text sides, without and with the encoder
        Tensors thin_bf16, with_encoder_bf16;  ///< as store_in_bf16 leaves them
    };
    std::optional<Known> find(const ImagineConfig& config, const NetworkLayout& layout) const;

    Painters painters_;
    mutable std::mutex mutex_;
    std::map<std::string, Known> known_;  ///< by the files' names, sizes and times, and the built-in VQGAN's part
};

}  // namespace headroom
