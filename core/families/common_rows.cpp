// The common rows' keys, ranges, defaults, policies and help: each is written here alone.
#include "core/families/common_rows.h"

#include "core/config/row_builders.h"
#include "core/families/counsel_rules.h"
#include "core/families/registry.h"

#include <algorithm>
#include <iterator>

namespace headroom {
namespace {

using namespace rows;
using C = TrainConfig;

void batch_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&C::batch_micro>(
        integer("batch.micro", "Micro-batch", "Batch", {1, 4096}, "images", Policy::NextStep,
                "Images per forward pass. The largest part of the memory grows with it.",
                "Activations grow in proportion. Batch-norm statistics are those of one micro-batch.")));
    rows.push_back(bind<&C::batch_accumulate>(
        integer("batch.accumulate", "Accumulation", "Batch", {1, 65536}, "times", Policy::NextStep,
                "Micro-batches per optimiser step. Micro-batch times accumulation is the effective batch.",
                "Costs time, not memory: the gradients of a larger batch at the memory of one micro-batch.")));
}

void memory_rows(std::vector<ParamRow>& rows, bool trains) {
    rows.push_back(bind<&C::precision>(choice(
        "precision", "Precision", "Memory",
        {{"auto", "Automatic"},
         {"fp32", "fp32 (TF32 off)"},
         {"tf32", "TF32"},
         {"bf16", "bf16"},
         {"fp16", "fp16 (scaled)"}},
        Policy::NextStep,
        "Number format of the forward and backward passes. Automatic is TF32 on GPUs that have it and fp32 elsewhere. "
        "Weights, gradients and optimiser stay in fp32.",
        "bf16 and fp16 about halve the activations. fp16: GANs on a GPU only; TF32 acts on NVIDIA GPUs only. "
        "On many processors bf16 saves memory, not time: a run says so as it starts.")));
    rows.push_back(bind<&C::checkpointing>(
        choice("memory.checkpointing", "Checkpointing", "Memory", {{"off", "Off"}, {"on", "On"}}, Policy::NextStep,
               "Recomputes activations in the backward pass instead of keeping them. Same result, bit for bit in fp32.",
               "Costs about a third more time. Gains little for a DCGAN, whose peak is its last layer.")));
    if (trains) {
        rows.push_back(bind<&C::image_size>(power_of_two(
            integer("image.size", "Resolution", "Memory", {32, 512, 2, true}, "px", Policy::Rebuild,
                    "Side of the pictures in pixels. Growing or shrinking during a run keeps all matching weights.",
                    "Memory and time grow with the square: twice the side, four times the activations."))));
    }
    ParamRow budget =
        base("memory.budget", "Budget", "Memory", ParamType::ByteSize, Policy::NextStep,
             "Memory that Headroom may use on the device. 0 means automatic: what is free, less a safety margin.", "");
    budget.low = 0;
    budget.high = 1.0e15;
    budget.step = 256.0 * 1024 * 1024;
    budget.unit = "GiB";
    rows.push_back(bind<&C::budget>(budget));
    rows.push_back(bind<&C::on_oom>(advanced(choice(
        "memory.on_oom", "Out of memory", "Memory", {{"ladder", "Repeat smaller"}, {"stop", "Stop"}}, Policy::NextStep,
        "What an out-of-memory error does: repeat the step with a smaller micro-batch at the same effective batch, or stop."))));
    rows.push_back(bind<&C::allow_lower_precision>(advanced(
        flag("memory.allow_lower_precision", "May lower precision", "Memory", Policy::NextStep,
             "After an out-of-memory error the ladder may go from fp32 or TF32 to bf16, when nothing milder fits.",
             "bf16 rounding; about half the activations."))));
    rows.push_back(bind<&C::memory_timeline>(
        advanced(flag("memory.timeline", "Step timeline", "Memory", Policy::NextStep,
                      "Record each allocation of a step for the one-step timeline.", "Under 1 % of a step."))));
}

void data_rows(std::vector<ParamRow>& rows) {
    ParamRow path = base(
        "data.path", "Data", "Data", ParamType::Path, Policy::NewRun,
        "A folder of pictures, of CIFAR-10's binary version (cifar-10-binary.tar.gz, unpacked) or of MNIST, or 'shapes' "
        "for the built-in pictures.",
        "");
    rows.push_back(bind<&C::data_path>(path));
    rows.push_back(bind<&C::data_mirror>(flag("data.mirror", "Mirror images", "Data", Policy::RestartEpoch,
                                              "Flip half of the pictures left to right.",
                                              "Free. Doubles a small data set; wrong for text.")));
    rows.push_back(bind<&C::data_fit>(choice(
        "data.fit", "Crop", "Data",
        {{"centre-crop", "Centre"}, {"random-crop", "Random"}, {"stretch", "Stretch"}, {"pad", "Pad"}},
        Policy::RestartEpoch,
        "How a picture becomes square: the middle, a random part (chosen once per picture), squeezed, or whole with the ground "
        "beside it.")));
    rows.push_back(bind<&C::data_ground>(
        choice("data.ground", "Ground", "Data", {{"white", "White"}, {"black", "Black"}, {"grey", "Grey"}},
               Policy::RestartEpoch, "What lies behind transparent pictures, and beside those that are padded.")));
    rows.push_back(bind<&C::data_variety>(choice(
        "data.variety", "Shapes variety", "Data", {{"demo", "Demo"}, {"centred", "Centred"}, {"full", "Full"}},
        Policy::NewRun,
        "Built-in shapes only: few colours and a close camera, all colours, or all colours, sizes and places.")));
    rows.push_back(bind<&C::data_count>(integer("data.count", "Shapes count", "Data", {64, 1000000, 2, true}, "images",
                                                Policy::NewRun, "Built-in shapes only: how many pictures.")));
    rows.push_back(bind<&C::data_on_device>(advanced(choice(
        "data.on_device", "Data on the device", "Data", {{"auto", "Automatic"}, {"on", "On"}, {"off", "Off"}},
        Policy::NextStep,
        "GPU: the packed pictures lie on the device as bytes, and batches are gathered there. Automatic does so where they "
        "take at most half of what tensors may hold and leave room for the steps. Never changes results.",
        "Saves the way of each batch to the device. When memory runs out they are the first to leave."))));
    rows.push_back(bind<&C::data_workers>(advanced(integer(
        "data.workers", "Loader threads", "Data", {0, 64}, "threads", Policy::RestartEpoch,
        "Threads that decode pictures while the data set is packed. 0: all that the machine has. Never changes results."))));
    rows.push_back(bind<&C::data_max_bad>(
        advanced(real("data.max_bad", "Bad files allowed", "Data", {0, 100, 1}, "%", Policy::NewRun,
                      "The share of unreadable files above which the data set is refused."))));
    rows.push_back(bind<&C::data_skip_duplicates>(advanced(
        flag("data.skip_duplicates", "Skip near-duplicates", "Data", Policy::NewRun,
             "Of pictures that all but repeat each other only the first by name is trained on. The files stay.",
             "Every picture is looked at before the first such run; what was found is kept."))));
    rows.push_back(bind<&C::data_skip_empty>(
        advanced(flag("data.skip_empty", "Skip empty pictures", "Data", Policy::NewRun,
                      "Pictures that are nearly all of one colour are not trained on. The files stay.",
                      "Every picture is looked at before the first such run; what was found is kept."))));
    rows.push_back(bind<&C::data_held_out>(advanced(real(
        "data.held_out", "Held out", "Data", {0, 50, 5}, "%", Policy::NewRun,
        "The share of the pictures that is never trained on. Scores then say how much more real D finds those that it trains on: "
        "what it has learnt by heart.",
        "Costs its pictures. From some hundred pictures on, 10 % tells enough."))));
}

void optimiser_rows(std::vector<ParamRow>& rows) {
    const Range rate{1e-7, 1.0, 1.25, true};
    rows.push_back(
        bind<&C::lr_g>(real("lr.g", "G rate", "Optimiser", rate, "", Policy::NextStep,
                            "Adam's learning rate of the generator, or of a VQGAN's encoder, codes and decoder.")));
    rows.push_back(bind<&C::lr_d>(
        real("lr.d", "D rate", "Optimiser", rate, "", Policy::NextStep, "Adam's learning rate of the discriminator.")));
    rows.push_back(bind<&C::ema_half_life>(
        real("ema.half_life", "EMA half-life", "Optimiser", {0, 1e7, 500}, "images", Policy::NextStep,
             "Half-life of the generator's (a VQGAN's) moving average, in images. 0 turns it off.",
             "One more copy of its weights.")));
    rows.push_back(bind<&C::ema_ramp>(
        advanced(real("ema.ramp", "EMA ramp", "Optimiser", {0, 1, 0.01}, "", Policy::NextStep,
                      "The average's half-life is at most this share of the images seen so far, so that early samples "
                      "show what the networks draw by then. 0: the half-life holds from the start."))));
    rows.push_back(bind<&C::beta1>(advanced(real("adam.beta1", "Adam beta 1", "Optimiser", {0, 0.9999, 0.05}, "",
                                                 Policy::NextStep, "Decay of the first moment."))));
    rows.push_back(bind<&C::beta2>(advanced(real("adam.beta2", "Adam beta 2", "Optimiser", {0, 0.99999, 0.01}, "",
                                                 Policy::NextStep, "Decay of the second moment."))));
    rows.push_back(bind<&C::clip>(
        advanced(real("clip", "Clip gradients", "Optimiser", {0, 1e6, 1}, "", Policy::NextStep,
                      "Largest norm of a network's gradient; larger ones are scaled down. 0 turns it off."))));
}

void discriminator_rows(std::vector<ParamRow>& rows) {
    const auto norms = std::vector<ParamChoice>{{"batch", "Batch"}, {"instance", "Instance"}, {"none", "None"}};
    rows.push_back(
        bind<&C::width_d>(integer("width.d", "D width", "Model", {1, 1024, 2, true}, "channels", Policy::NewRun,
                                  "Channels of the discriminator's first layer; each layer after has twice as many.",
                                  "Weights grow with the square.")));
    rows.push_back(
        bind<&C::norm_d>(advanced(choice("norm.d", "D norm", "Model", norms, Policy::NewRun,
                                         "Normalisation in the discriminator. WGAN-GP needs Instance or None."))));
}

void add_counsel(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&C::counsel_autopilot>(advanced(flag(
        "counsel.autopilot", "Autopilot", "Run", Policy::NextStep,
        "Counsel makes the changes that it advises by itself, at a step boundary, and notes each in the run's history. "
        "Off: it only says what it sees.",
        "The run is no longer what its first settings say."))));
    std::vector<ParamChoice> rules;
    for (const CounselRuleRow& rule : counsel_rules()) rules.push_back({name_of(rule.rule), rule.title, rule.why});
    rows.push_back(bind<&C::counsel_muted>(
        advanced(set_of("counsel.muted", "Muted rules", "Run", std::move(rules), Policy::NextStep,
                        "Rules of counsel that say nothing in this run, and change nothing."))));
}

void add_scores(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&C::scores_every>(integer(
        "scores.every", "Score every", "Run", {0, 1e6, 500}, "steps", Policy::NextStep,
        "Steps between scores: FID, KID, precision, recall and copies of what the moving average makes. 0: only before "
        "and after a change that counsel advised, to tell whether it helped.",
        "Some seconds each time, minutes with Inception or a large CLIP on a processor; the log says how long. Longer the "
        "first time, which looks at up to 20,000 pictures of the data (with Inception or a large CLIP on a processor 2,000). "
        "Within the reserve. Training waits, and goes on as it would have without.")));
    rows.push_back(bind<&C::scores_count>(
        advanced(integer("scores.count", "Scored pictures", "Run", {16, 50000, 2, true}, "images", Policy::NextStep,
                         "Pictures of the run and of its data that are compared. More make the figures steadier.",
                         "Time and host memory grow in proportion."))));
    rows.push_back(bind<&C::scores_features>(advanced(choice(
        "scores.features", "Features of scores", "Run",
        {{"random", "Random convolutions"}, {"clip", "CLIP"}, {"inception", "Inception"}}, Policy::NextStep,
        "Whose features are compared. Random convolutions need no file; figures of different features must not be "
        "compared."))));
    ParamRow weights =
        base("scores.weights", "Weights of the features", "Run", ParamType::Path, Policy::NextStep,
             "A CLIP's weights, or Inception's in the format of pytorch-fid or torch-fidelity. Empty: the "
             "built-in CLIP.",
             "");
    rows.push_back(bind<&C::scores_weights>(advanced(maybe_empty(weights))));
    rows.push_back(bind<&C::best_by>(advanced(choice(
        "checkpoint.best", "Best checkpoint by", "Run",
        {{"family", "Usual score"},
         {"kid", "KID"},
         {"fid", "FID"},
         {"mmd", "MMD"},
         {"ms_ssim", "MS-SSIM"},
         {"d_gap", "D's gap"},
         {"precision", "Precision score"},
         {"recall", "Recall"},
         {"copies", "Copies"}},
        Policy::NextStep,
        "What makes a checkpoint the best one, which is never deleted. By one of the scores a scored step that is better "
        "than all before is saved at once. MMD needs CLIP's features, D's gap pictures that are held out. By MS-SSIM or "
        "copies alone noise is best, which is like nothing else: watch the other scores too."))));
}

void run_rows(std::vector<ParamRow>& rows, bool trains) {
    std::vector<ParamChoice> kinds;
    for (const Family* f : families()) kinds.push_back({f->facts().info.id, f->facts().info.name});
    ParamRow model = choice("model", "Model", "Run", std::move(kinds), Policy::NewRun, "What the run is about.");
    model.get = [](const TrainConfig& config) -> ParamValue { return std::string(name_of(config.model)); };
    model.set = [](TrainConfig& config, const ParamValue& value) {
        const ModelKind kind = find_kind(std::get<std::string>(value)).value_or(ModelKind{});
        if (&family_of(kind) != &family_of(config)) config.own_settings = family_of(kind).own_settings();
        config.model = kind;
    };
    model.initial = model.get(TrainConfig{});
    rows.push_back(std::move(model));
    rows.push_back(bind<&C::steps>(integer("steps", "Steps", "Run", {0, 1e9, 1000}, "steps", Policy::NextStep,
                                           "Total optimiser steps. 0: until stopped.")));
    rows.push_back(bind<&C::preview_every>(
        integer("preview.every", "Preview every", "Run", {1, 1e6, 50}, "steps", Policy::NextStep,
                "Steps between sample grids or reconstructions. Drawn with the moving average too, in eval mode.",
                "One forward pass each time.")));
    rows.push_back(
        bind<&C::checkpoint_every>(integer("checkpoint.every", "Checkpoint every", "Run", {0, 1e6, 100}, "steps",
                                           Policy::NextStep, "Steps between checkpoints. 0: only at the end.")));
    if (trains) add_scores(rows);
    rows.push_back(bind<&C::checkpoint_keep>(integer("checkpoint.keep", "Checkpoints kept", "Run", {1, 1000}, "files",
                                                     Policy::NextStep, "Older ones are deleted, the best one never.")));
    if (trains) {
        rows.push_back(
            bind<&C::preview_grid>(advanced(integer("preview.grid", "Preview pictures", "Run", {1, 256}, "images",
                                                    Policy::NextStep, "Pictures in the fixed-latent grid."))));
        rows.push_back(
            bind<&C::images>(advanced(integer("images", "Images limit", "Run", {0, 1e12, 10000}, "images",
                                              Policy::NextStep, "Stop after so many real images. 0: no limit."))));
        rows.push_back(
            bind<&C::epochs>(advanced(integer("epochs", "Epochs limit", "Run", {0, 1e9, 1}, "epochs", Policy::NextStep,
                                              "Stop after so many passes over the data set. 0: no limit."))));
        add_counsel(rows);
    }
    rows.push_back(bind<&C::seed>(
        integer("seed", "Seed", "Run", {0, 9007199254740991.0}, "", Policy::NewRun,
                "All random numbers follow from it: the same seed and settings give the same run, with a "
                "fixed number of threads (on a GPU: deterministic), on the same kind of processor.")));
    ParamRow device =
        base("device", "Device", "Run", ParamType::Text, Policy::NewRun, "auto, cpu, or a GPU such as cuda:0.", "");
    rows.push_back(bind<&C::device>(device));
    rows.push_back(bind<&C::threads>(integer(
        "threads", "Threads", "Run", {0, 256}, "threads", Policy::NextStep,
        "CPU threads of the tensor library. 0: automatic, measured now and then. A fixed number promises identical bits.")));
    rows.push_back(bind<&C::cudnn_benchmark>(advanced(flag(
        "cudnn.benchmark", "cuDNN benchmark", "Run", Policy::NextStep,
        "GPU: cuDNN tries its algorithms on each new shape and keeps the fastest. Off: it chooses by rules.",
        "The first step of each shape takes longer, and a faster algorithm may take a larger workspace, which is counted."))));
    rows.push_back(bind<&C::cudnn>(
        advanced(flag("cudnn.enabled", "Use cuDNN", "Run", Policy::NextStep,
                      "GPU: convolutions and batch norms by cuDNN. Off: by LibTorch's own kernels, to find a fault.",
                      "Without cuDNN convolutions unfold their pictures: several times slower and larger."))));
    rows.push_back(bind<&C::exact_kernels>(advanced(flag(
        "cpu.exact_kernels", "Exact kernels", "Run", Policy::NextStep,
        "CPU: all convolutions are the library's direct sums. Off: convolutions of 3x3 and 4x4 pixels take fewer "
        "products (Winograd) where that pays, which rounds up to twice (bf16) or four times (fp32) as much. Matrices are "
        "multiplied, and attention of short sequences is computed, by kernels that use all of the processor's vectors.",
        "Slower."))));
    rows.push_back(bind<&C::deterministic>(advanced(
        flag("deterministic", "Deterministic", "Run", Policy::NextStep,
             "GPU: only algorithms that give the same bits each time. An operation that has none is named in the log. "
             "Turns cuDNN's benchmark off.",
             "Somewhat slower. On the CPU a fixed number of threads promises the same."))));
    rows.push_back(bind<&C::graphs>(advanced(choice(
        "cuda.graphs", "CUDA graphs", "Run", {{"auto", "Automatic"}, {"on", "On"}, {"off", "Off"}}, Policy::NextStep,
        "GPU: its work is recorded once and then repeated as a whole, which spares the processor the launch of each kernel. "
        "Automatic: where it can be. On: the same, and the log says why where it cannot.",
        "What is needed at the peak is kept all the time."))));
    rows.push_back(bind<&C::ordered_sums>(advanced(flag(
        "ranks.ordered_sums", "Ordered sums", "Run", Policy::NextStep,
        "Several processes of a run add up gradients in the order of one process, which gives the same bits as one.",
        "With several processes: more time, and each keeps the gradients of each of its micro-batches."))));
}

auto row_of(std::vector<ParamRow>& rows, std::string_view key) {
    return std::find_if(rows.begin(), rows.end(), [&](const ParamRow& row) { return row.key == key; });
}

}  // namespace

std::vector<ParamRow> training_rows() {
    std::vector<ParamRow> rows;
    batch_rows(rows);
    memory_rows(rows, true);
    data_rows(rows);
    optimiser_rows(rows);
    discriminator_rows(rows);
    run_rows(rows, true);
    return rows;
}

std::vector<ParamRow> basic_rows() {
    std::vector<ParamRow> rows;
    memory_rows(rows, false);
    run_rows(rows, false);
    return rows;
}

void place_after(std::vector<ParamRow>& rows, std::string_view key, std::vector<ParamRow> own) {
    const auto at = row_of(rows, key);
    rows.insert(at == rows.end() ? at : at + 1, std::make_move_iterator(own.begin()),
                std::make_move_iterator(own.end()));
}

std::vector<ParamRow> adversarial_rows() {
    std::vector<ParamRow> rows = training_rows();
    place_after(
        rows, "memory.budget",
        {bind<&C::channels_last>(advanced(flag("memory.channels_last", "Channels last", "Memory", Policy::NextStep,
                                               "Memory layout of activations. The faster one on most devices.",
                                               "Changes rounding, not the method.")))});
    place_after(
        rows, "memory.allow_lower_precision",
        {bind<&C::optimiser_on_host>(advanced(flag(
            "memory.optimiser_on_host", "Optimiser in RAM", "Memory", Policy::NextStep,
            "Keeps Adam's moments in host memory and brings them to the GPU parameter by parameter. Same result. No effect on the CPU.",
            "Frees twice the bytes of the weights; costs the way there and back in every step.")))});
    place_after(
        rows, "data.count",
        {bind<&C::data_grey>(flag("data.grey", "Grey", "Data", Policy::NewRun, "One channel instead of three."))});
    place_after(
        rows, "norm.d",
        {bind<&C::sync_norms>(advanced(flag(
            "norm.sync", "Synchronised batch norm", "Model", Policy::NewRun,
            "With several processes a batch norm sees the pictures of all processes at once, as if the micro-batch were so "
            "many times larger. That is another training than one process's; off, the processes compute the very same.",
            "Two exchanges for each batch norm and pass.")))});
    place_after(
        rows, "clip",
        {bind<&C::augment_adapt>(flag(
             "augment.adapt", "Adaptive strength", "Loss", Policy::NextStep,
             "The strength follows how sure D is of real pictures: it grows while D remembers them and shrinks while "
             "it does not. The rule of Karras et al. (ADA, 2020).")),
         bind<&C::augment_target>(
             advanced(real("augment.target", "Sign aimed at", "Loss", {-1, 1, 0.05}, "", Policy::NextStep,
                           "Adaptive strength: the mean sign of D's output for real pictures that it keeps to."))),
         bind<&C::augment_images>(
             advanced(real("augment.images", "Adapts within", "Loss", {100, 1e9, 1000, true}, "images",
                           Policy::NextStep, "Adaptive strength: in so many images it can go from 0 to 1.")))});
    place_after(rows, "preview.grid",
                {bind<&C::preview_truncation>(
                    advanced(real("preview.truncation", "Truncation", "Run", {0.05, 2, 0.05}, "", Policy::NextStep,
                                  "Scale of the latents of sampled pictures: below 1 safer, less varied.")))});
    return rows;
}

void reword(std::vector<ParamRow>& rows, const ParamWords& words) {
    const auto row = row_of(rows, words.key);
    if (row == rows.end()) return;
    const auto say = [](std::string_view& word, std::string_view own) {
        if (!own.empty()) word = own;
    };
    say(row->label, words.label);
    say(row->unit, words.unit);
    say(row->help, words.help);
    say(row->cost, words.cost);
}

}  // namespace headroom
