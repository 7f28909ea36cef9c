// The rows of the parameter schema: the one place where a parameter's key, range, default, policy and help are written.
#include "core/config/schema_rows.h"

#include "core/config/row_builders.h"

#include <algorithm>
#include <iterator>

namespace headroom {
namespace {

using namespace rows;
using C = TrainConfig;

void batch_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&C::batch_micro>(integer("batch.micro", "Micro-batch", "Batch", {1, 4096}, "images", Policy::NextStep,
        "Images per forward pass. The largest part of the memory grows with it.",
        "Activations grow in proportion. Batch-norm statistics are those of one micro-batch.")));
    rows.push_back(bind<&C::batch_accumulate>(integer("batch.accumulate", "Accumulation", "Batch", {1, 65536}, "micro-batches",
        Policy::NextStep, "Micro-batches per optimiser step. Micro-batch times accumulation is the effective batch.",
        "Costs time, not memory: the gradients of a larger batch at the memory of one micro-batch.")));
}

void memory_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&C::precision>(choice("precision", "Precision", "Memory",
        {{"fp32", "fp32 (TF32 off)"}, {"tf32", "TF32"}, {"bf16", "bf16"}, {"fp16", "fp16 (scaled)"}}, Policy::NextStep,
        "Number format of the forward and backward passes. Weights, gradients and optimiser stay in fp32.",
        "bf16 and fp16 about halve the activations. fp16 needs a GPU; TF32 acts on NVIDIA GPUs only. "
        "On a processor without AVX-512 bf16 saves memory, not time.")));
    rows.push_back(bind<&C::checkpointing>(in_painting({.cost = "Costs about a third more time."},
        choice("memory.checkpointing", "Checkpointing", "Memory", {{"off", "Off"}, {"on", "On"}},
        Policy::NextStep, "Recomputes activations in the backward pass instead of keeping them. Same result, bit for bit in fp32.",
        "Costs about a third more time. Gains little for a DCGAN, whose peak is its last layer."))));
    rows.push_back(bind<&C::image_size>(power_of_two(integer("image.size", "Resolution", "Memory", {32, 512, 2, true}, "px",
        Policy::Rebuild, "Side of the pictures in pixels. Growing or shrinking during a run keeps all matching weights.",
        "Memory and time grow with the square: twice the side, four times the activations."))));
    rows.push_back(bind<&C::fade_steps>(advanced(integer("image.fade_steps", "Fade-in", "Memory", {0, 1000000, 100}, "steps",
        Policy::NextStep, "After growing during a run, the old resolution, enlarged, turns into the new one over so many steps. 0: at once.",
        "One small layer of G and D and their old pictures, until the fade-in is over. A second resize ends it early."))));
    ParamRow budget = base("memory.budget", "Budget", "Memory", ParamType::ByteSize, Policy::NextStep,
        "Memory that Headroom may use on the device. 0 means automatic: what is free, less a safety margin.", "");
    budget.low = 0; budget.high = 1.0e15; budget.step = 256.0 * 1024 * 1024; budget.unit = "GiB";
    rows.push_back(bind<&C::budget>(budget));
    rows.push_back(bind<&C::reuse_fakes>(advanced(choice("memory.reuse_fakes", "Reuse fakes", "Memory",
        {{"auto", "Automatic"}, {"on", "Keep"}, {"off", "Recompute"}}, Policy::NextStep,
        "Keep G's graph from the D phase for the G phase, or make the fakes again. Automatic keeps them without accumulation.",
        "Recomputing takes G's activations out of the D phase for about 20 % more time."))));
    rows.push_back(bind<&C::channels_last>(advanced(flag("memory.channels_last", "Channels last", "Memory", Policy::NextStep,
        "Memory layout of activations. The faster one on most devices.", "Changes rounding, not the method."))));
    rows.push_back(bind<&C::on_oom>(in_painting({.help = "What an out-of-memory error does: repeat the iteration with fewer cutouts at a time, with the same result, or stop."},
        advanced(choice("memory.on_oom", "Out of memory", "Memory",
        {{"ladder", "Repeat smaller"}, {"stop", "Stop"}}, Policy::NextStep,
        "What an out-of-memory error does: repeat the step with a smaller micro-batch at the same effective batch, or stop.")))));
    rows.push_back(bind<&C::allow_lower_precision>(advanced(flag("memory.allow_lower_precision", "May lower precision", "Memory",
        Policy::NextStep, "After an out-of-memory error the ladder may go from fp32 or TF32 to bf16, when nothing milder fits.",
        "bf16 rounding; about half the activations."))));
    rows.push_back(bind<&C::optimiser_on_host>(advanced(flag("memory.optimiser_on_host", "Optimiser in RAM", "Memory",
        Policy::NextStep, "Keeps Adam's moments in host memory and brings them to the GPU parameter by parameter. Same result. No effect on the CPU.",
        "Frees twice the bytes of the weights; costs the way there and back in every step."))));
    rows.push_back(bind<&C::memory_timeline>(in_painting({.label = "Memory timeline", .help = "Record each allocation of an iteration for the timeline of one iteration.", .cost = "Under 1 % of an iteration."},
        advanced(flag("memory.timeline", "Step timeline", "Memory", Policy::NextStep,
        "Record each allocation of a step for the one-step timeline.", "Under 1 % of a step.")))));
}

void data_rows(std::vector<ParamRow>& rows) {
    ParamRow path = base("data.path", "Data", "Data", ParamType::Path, Policy::NewRun,
        "A folder of pictures, a CIFAR-10 or MNIST folder, or 'shapes' for the built-in pictures.", "");
    rows.push_back(bind<&C::data_path>(path));
    rows.push_back(bind<&C::data_mirror>(flag("data.mirror", "Mirror images", "Data", Policy::RestartEpoch,
        "Flip half of the pictures left to right.", "Free. Doubles a small data set; wrong for text.")));
    rows.push_back(bind<&C::data_fit>(choice("data.fit", "Crop", "Data",
        {{"centre-crop", "Centre"}, {"random-crop", "Random"}, {"stretch", "Stretch"}}, Policy::RestartEpoch,
        "How a picture becomes square: the middle, a random part (chosen once per picture), or squeezed.")));
    rows.push_back(bind<&C::data_variety>(choice("data.variety", "Shapes variety", "Data",
        {{"demo", "Demo"}, {"centred", "Centred"}, {"full", "Full"}}, Policy::NewRun,
        "Built-in shapes only: few colours and a close camera, all colours, or all colours, sizes and places.")));
    rows.push_back(bind<&C::data_count>(integer("data.count", "Shapes count", "Data", {64, 1000000, 2, true}, "images",
        Policy::NewRun, "Built-in shapes only: how many pictures.")));
    rows.push_back(bind<&C::data_grey>(flag("data.grey", "Grey", "Data", Policy::NewRun, "One channel instead of three.")));
    rows.push_back(bind<&C::data_workers>(advanced(integer("data.workers", "Loader threads", "Data", {1, 64}, "threads",
        Policy::RestartEpoch, "Threads that decode pictures while the data set is packed. Never changes results."))));
    rows.push_back(bind<&C::data_max_bad>(advanced(real("data.max_bad", "Bad files allowed", "Data", {0, 100, 1}, "%",
        Policy::NewRun, "The share of unreadable files above which the data set is refused."))));
}

void optimiser_rows(std::vector<ParamRow>& rows) {
    const Range rate{1e-7, 1.0, 1.25, true};
    rows.push_back(bind<&C::lr_g>(real("lr.g", "G rate", "Optimiser", rate, "", Policy::NextStep, "Adam's learning rate of the generator, or of a VQGAN's encoder, codes and decoder.")));
    rows.push_back(bind<&C::lr_d>(real("lr.d", "D rate", "Optimiser", rate, "", Policy::NextStep, "Adam's learning rate of the discriminator.")));
    rows.push_back(bind<&C::ema_half_life>(real("ema.half_life", "EMA half-life", "Optimiser", {0, 1e7, 500}, "images", Policy::NextStep,
        "Half-life of the generator's (a VQGAN's) moving average, in images. 0 turns it off.", "One more copy of its weights.")));
    rows.push_back(bind<&C::beta1>(advanced(real("adam.beta1", "Adam beta 1", "Optimiser", {0, 0.9999, 0.05}, "", Policy::NextStep,
        "Decay of the first moment."))));
    rows.push_back(bind<&C::beta2>(advanced(real("adam.beta2", "Adam beta 2", "Optimiser", {0, 0.99999, 0.01}, "", Policy::NextStep,
        "Decay of the second moment."))));
    rows.push_back(bind<&C::clip>(advanced(real("clip", "Clip gradients", "Optimiser", {0, 1e6, 1}, "", Policy::NextStep,
        "Largest norm of a network's gradient; larger ones are scaled down. 0 turns it off."))));
    rows.push_back(bind<&C::d_steps>(advanced(integer("ratio.d", "D steps", "Optimiser", {1, 16}, "per G step", Policy::NextStep,
        "Discriminator steps per generator step, each on new images."))));
    rows.push_back(bind<&C::train>(advanced(choice("train", "Train", "Optimiser", {{"both", "D and G"}, {"d", "D only"}, {"g", "G only"}},
        Policy::NextStep, "Which network learns."))));
}

void loss_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&C::loss>(choice("loss", "Loss", "Loss",
        {{"bce", "BCE (classic)"}, {"hinge", "Hinge"}, {"lsgan", "Least squares"}, {"wgan-gp", "WGAN-GP"}}, Policy::NextStep,
        "The game that D and G play, on logits. WGAN-GP needs a D without batch norm.",
        "WGAN-GP adds a penalty pass with second derivatives: more memory and time.")));
    rows.push_back(bind<&C::label_smoothing>(real("loss.smoothing", "Label smoothing", "Loss", {0, 0.5, 0.05}, "", Policy::NextStep,
        "One-sided: real images count as 1 minus this. BCE only. Keeps D from winning at once.")));
    rows.push_back(bind<&C::instance_noise>(advanced(real("loss.noise", "Instance noise", "Loss", {0, 1, 0.05}, "", Policy::NextStep,
        "Standard deviation of noise on all that D sees."))));
    rows.push_back(bind<&C::gp_weight>(advanced(real("loss.gp_weight", "GP weight", "Loss", {0, 1000, 1}, "", Policy::NextStep,
        "Weight of WGAN-GP's gradient penalty."))));
    rows.push_back(bind<&C::r1_gamma>(advanced(real("loss.r1", "R1 gamma", "Loss", {0, 1000, 1}, "", Policy::NextStep,
        "Strength of the R1 penalty on real images; 0 turns it off.", "A pass with second derivatives every few steps."))));
    rows.push_back(bind<&C::r1_every>(advanced(integer("loss.r1_every", "R1 every", "Loss", {1, 1024}, "steps", Policy::NextStep,
        "The R1 penalty is applied every so many steps and weighted by as much."))));
    rows.push_back(bind<&C::diffaug_colour>(flag("augment.colour", "Augment colour", "Loss", Policy::NextStep,
        "DiffAugment: random brightness, saturation and contrast on all that D sees. For small data sets.")));
    rows.push_back(bind<&C::diffaug_translation>(flag("augment.translation", "Augment shift", "Loss", Policy::NextStep,
        "DiffAugment: random shift by up to an eighth on all that D sees.")));
    rows.push_back(bind<&C::diffaug_cutout>(flag("augment.cutout", "Augment cutout", "Loss", Policy::NextStep,
        "DiffAugment: a random square of half the side is blanked on all that D sees.")));
}

void model_rows(std::vector<ParamRow>& rows) {
    const auto norms = std::vector<ParamChoice>{{"batch", "Batch"}, {"instance", "Instance"}, {"none", "None"}};
    rows.push_back(bind<&C::width_g>(integer("width.g", "G width", "Model", {1, 1024, 2, true}, "channels", Policy::NewRun,
        "Channels of the generator's last hidden layer; each layer before has twice as many.", "Weights grow with the square.")));
    rows.push_back(bind<&C::width_d>(integer("width.d", "D width", "Model", {1, 1024, 2, true}, "channels", Policy::NewRun,
        "Channels of the discriminator's first layer; each layer after has twice as many.", "Weights grow with the square.")));
    rows.push_back(bind<&C::width_max>(integer("width.max", "Width cap", "Model", {0, 8192, 2, true}, "channels", Policy::NewRun,
        "No layer gets wider than this. 0 means no cap.")));
    rows.push_back(bind<&C::latent>(integer("latent", "Latent size", "Model", {1, 4096}, "numbers", Policy::NewRun,
        "Length of the random vector that becomes a picture.")));
    rows.push_back(bind<&C::conv>(choice("model.conv", "Convolutions", "Model",
        {{"standard", "Standard"}, {"depthwise", "Depthwise-separable"}}, Policy::NewRun,
        "Depthwise-separable layers have far fewer weights.", "Weights shrink to about an eighth; activations grow a little.")));
    rows.push_back(bind<&C::norm_g>(advanced(choice("norm.g", "G norm", "Model", norms, Policy::NewRun, "Normalisation in the generator."))));
    rows.push_back(bind<&C::norm_d>(advanced(choice("norm.d", "D norm", "Model", norms, Policy::NewRun,
        "Normalisation in the discriminator. WGAN-GP needs Instance or None."))));
    rows.push_back(bind<&C::spectral_norm>(advanced(flag("norm.spectral", "Spectral norm", "Model", Policy::NewRun,
        "Divides D's weights by their largest singular value, which bounds its slope."))));
}

void run_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&C::model>(choice("model", "Model", "Run", {{"dcgan", "DCGAN"}, {"vqgan-clip", "VQGAN-CLIP"}, {"vqgan", "VQGAN"}}, Policy::NewRun,
        "What the run is about.")));
    rows.push_back(bind<&C::steps>(in_painting({.label = "Iterations", .unit = "iterations", .help = "Total iterations. 0: until stopped."},
        integer("steps", "Steps", "Run", {0, 1e9, 1000}, "steps", Policy::NextStep, "Total optimiser steps. 0: until stopped."))));
    rows.push_back(bind<&C::preview_every>(in_painting({.label = "Keep every", .unit = "iterations", .help = "Iterations between the pictures that are kept in the run's folder, the last one always. The window shows all the time what is painted.", .cost = "A picture file each time."},
        integer("preview.every", "Preview every", "Run", {1, 1e6, 50}, "steps", Policy::NextStep,
        "Steps between sample grids or reconstructions. Drawn with the moving average too, in eval mode.", "One forward pass each time."))));
    rows.push_back(bind<&C::checkpoint_every>(in_painting({.unit = "iterations", .help = "Iterations between checkpoints. 0: only at the end."},
        integer("checkpoint.every", "Checkpoint every", "Run", {0, 1e6, 100}, "steps", Policy::NextStep, "Steps between checkpoints. 0: only at the end."))));
    rows.push_back(bind<&C::checkpoint_keep>(integer("checkpoint.keep", "Checkpoints kept", "Run", {1, 1000}, "files", Policy::NextStep,
        "Older ones are deleted, the best one never.")));
    rows.push_back(bind<&C::preview_grid>(advanced(integer("preview.grid", "Preview pictures", "Run", {1, 256}, "images", Policy::NextStep,
        "Pictures in the fixed-latent grid."))));
    rows.push_back(bind<&C::preview_truncation>(advanced(real("preview.truncation", "Truncation", "Run", {0.05, 2, 0.05}, "", Policy::NextStep,
        "Scale of the latents of sampled pictures: below 1 safer, less varied."))));
    rows.push_back(bind<&C::images>(advanced(integer("images", "Images limit", "Run", {0, 1e12, 10000}, "images", Policy::NextStep,
        "Stop after so many real images. 0: no limit."))));
    rows.push_back(bind<&C::epochs>(advanced(integer("epochs", "Epochs limit", "Run", {0, 1e9, 1}, "epochs", Policy::NextStep,
        "Stop after so many passes over the data set. 0: no limit."))));
    rows.push_back(bind<&C::seed>(integer("seed", "Seed", "Run", {0, 9007199254740991.0}, "", Policy::NewRun,
        "All random numbers follow from it: the same seed and settings give the same run.")));
    ParamRow device = base("device", "Device", "Run", ParamType::Text, Policy::NewRun, "auto, cpu, or a GPU such as cuda:0.", "");
    rows.push_back(bind<&C::device>(device));
    rows.push_back(bind<&C::threads>(integer("threads", "Threads", "Run", {0, 256}, "threads", Policy::NextStep,
        "CPU threads of the tensor library. 0: automatic, measured now and then. A fixed number promises identical bits.")));
}

/// Rows of this file that a run of any kind has.
bool is_shared(std::string_view key) {
    constexpr std::string_view shared[] = {"model", "precision", "memory.checkpointing", "memory.budget", "memory.on_oom", "memory.allow_lower_precision",
                                           "memory.timeline", "steps", "preview.every", "checkpoint.every", "checkpoint.keep", "seed", "device", "threads"};
    return std::find(std::begin(shared), std::end(shared), key) != std::end(shared);
}

/// Rows of this file that every run has that trains on pictures.
bool is_of_training(std::string_view key) {
    constexpr std::string_view shared[] = {"batch.micro", "batch.accumulate", "image.size", "data.path", "data.mirror", "data.fit", "data.variety", "data.count",
                                           "data.workers", "data.max_bad", "lr.g", "lr.d", "ema.half_life", "adam.beta1", "adam.beta2", "clip", "width.d", "norm.d",
                                           "preview.grid", "images", "epochs"};
    return std::find(std::begin(shared), std::end(shared), key) != std::end(shared);
}

}  // namespace

std::vector<ParamRow> build_schema_rows() {
    std::vector<ParamRow> rows;
    imagine_rows(rows);
    vqgan_rows(rows);
    batch_rows(rows);
    memory_rows(rows);
    data_rows(rows);
    optimiser_rows(rows);
    loss_rows(rows);
    model_rows(rows);
    run_rows(rows);
    for (ParamRow& row : rows) {
        if (row.models != kEveryModel || is_shared(row.key)) continue;
        row.models = mask_of(ModelKind::Dcgan) | (is_of_training(row.key) ? mask_of(ModelKind::Vqgan) : 0);
    }
    return rows;
}

}  // namespace headroom
