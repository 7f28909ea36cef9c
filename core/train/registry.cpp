// The families that can be trained: the built-in ones, and those that a program adds.
#include "core/families/dcgan/dcgan_config.h"
#include "core/families/light_gan/light_gan_config.h"
#include "core/families/vqgan/vqgan_train_config.h"
#include "core/train/dcgan/dcgan_model.h"
#include "core/train/dcgan/dcgan_trainer.h"
#include "core/train/dcgan/stored_dcgan.h"
#include "core/train/light_gan/light_gan_model.h"
#include "core/train/light_gan/light_gan_trainer.h"
#include "core/train/light_gan/stored_light_gan.h"
#include "core/train/run/picture_bench.h"
#include "core/train/vqgan/vqgan_model.h"
#include "core/train/vqgan/vqgan_trainer.h"
#include "core/train/vqgan_clip/vqgan_clip_training.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace headroom {
namespace {

std::vector<const TrainFamily*>& all_train_families() {
    static const PictureTraining<DcganTrainer, DcganModel> dcgan(kDcgan, stored_dcgan);
    static const PictureTraining<VqganTrainer, VqganModel> vqgan(kVqgan);
    static const PictureTraining<LightGanTrainer, LightGanModel> light_gan(kLightGan, stored_light_gan);
    static std::vector<const TrainFamily*> all{&dcgan, &vqgan, &vqgan_clip_training(), &light_gan};
    return all;
}

}  // namespace

Result<StoredGenerator> TrainFamily::stored_generator(std::shared_ptr<const CheckpointContent>, bool,
                                                      const std::string& where) const {
    return make_error(ErrorCode::InvalidArgument, where + ": there is no generator of random latents",
                      "Choose a run or a weight file of a DCGAN or of a Light GAN.");
}

std::span<const TrainFamily* const> train_families() { return all_train_families(); }

void add_train_family(const TrainFamily& family) { all_train_families().push_back(&family); }

const TrainFamily& train_family_of(ModelKind kind) {
    for (const TrainFamily* family : train_families()) {
        if (family->kind() == family_of(kind).facts().kind) return *family;
    }
    throw std::logic_error("a kind of run that no family trains: " + std::string(kind.id()));
}

}  // namespace headroom
