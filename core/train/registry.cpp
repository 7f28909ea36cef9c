// The families that can be trained. One line adds another; nothing else in core/train lists them.
#include "core/train/dcgan/dcgan_training.h"
#include "core/train/vqgan/vqgan_training.h"
#include "core/train/vqgan_clip/vqgan_clip_training.h"

#include <array>
#include <stdexcept>

namespace headroom {

const TrainFamily& train_family_of(ModelKind kind) {
    static const std::array<const TrainFamily*, 3> all{&dcgan_training(), &vqgan_training(), &vqgan_clip_training()};
    for (const TrainFamily* family : all) {
        if (family->kind() == kind) return *family;
    }
    throw std::logic_error("a kind of run that no family trains");
}

}  // namespace headroom
