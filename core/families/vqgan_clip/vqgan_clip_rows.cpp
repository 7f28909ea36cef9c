// The rows of text to image. Options as nerdyrodent/VQGAN-CLIP, tnwei/vqgan-clip-app and pixray have them, under one set of names.
#include "core/config/row_builders.h"
#include "core/families/common_rows.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/vqgan_clip_family.h"

namespace headroom {
namespace {

using namespace rows;
using I = ImagineConfig;

ParamRow text(std::string_view key, std::string_view label, std::string_view group, Policy policy,
              std::string_view help, ParamType type = ParamType::Text) {
    return maybe_empty(base(key, label, group, type, policy, help, ""));
}

void prompt_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&I::prompts>(text(
        "prompts", "Prompts", "Prompts", Policy::NextStep,
        "What to paint. | separates prompts, ^ the phrases of a story; :weight and :stop may follow each; a weight below 0 pushes away.")));
    rows.push_back(bind<&I::picture_prompts>(text("prompts.pictures", "Picture prompts", "Prompts", Policy::NextStep,
                                                  "Pictures to resemble, as paths in the same form.")));
    rows.push_back(
        bind<&I::noise_prompts>(advanced(text("prompts.noise", "Noise prompts", "Prompts", Policy::NextStep,
                                              "Random directions to follow, as seed:weight in the same form."))));
    rows.push_back(bind<&I::story_every>(
        advanced(integer("prompts.every", "Story pace", "Prompts", {0, 1e6, 10}, "iterations", Policy::NextStep,
                         "Iterations per phrase of a story. 0: the first phrase alone."))));
}

void start_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&I::start>(choice(
        "start", "Start from", "Start from",
        {{"match", "Best match"},
         {"codes", "Noise"},
         {"gradient", "Gradient"},
         {"pixels", "Grain"},
         {"picture", "Picture"},
         {"folder", "Folder"}},
        Policy::NewRun,
        "Best match: the picture of the built-in library that fits the prompts best; the library belongs to the built-in models, "
        "with others it is noise. Noise: random codes. Grain and gradient: pixels, encoded. "
        "Folder: each of its pictures in turn, for films and batches.")));
    rows.push_back(bind<&I::start_picture>(text("start.picture", "Start picture", "Start from", Policy::NewRun,
                                                "The picture to begin with.", ParamType::Path)));
    rows.push_back(bind<&I::start_folder>(text(
        "start.folder", "Folder", "Start from", Policy::NewRun,
        "Each picture in it (PNG, JPEG, WebP, GIF), in the order of the names and their numbers, is painted on in turn. "
        "The results are in the run's frames folder, under the same names. The run ends with the last one; "
        "continued, it takes those that have come since.",
        ParamType::Path)));
    rows.push_back(bind<&I::frame_steps>(integer(
        "frames.steps", "Per picture", "Start from", {1, 1e6, 5}, "iterations", Policy::NextStep,
        "Iterations for each picture of the folder. Rate drops, stories, motion and the hold begin anew with each, and so do the random numbers.",
        "Time grows in proportion.")));
    rows.push_back(bind<&I::frame_blend>(
        real("frames.blend", "Blend", "Start from", {0, 0.95, 0.05}, "", Policy::NextStep,
             "How much of the last result is mixed into the next start. 0: none; 0.3 makes films calmer.")));
}

void picture_rows(std::vector<ParamRow>& rows) {
    const Range side{16, 4096, 16};
    rows.push_back(bind<&I::width>(integer(
        "picture.width", "Width", "Picture", side, "px", Policy::Rebuild,
        "Rounded down to whole cells of the VQGAN, 8 or 16 pixels. A change keeps the picture, enlarged or reduced.",
        "Memory and time grow with the number of pixels.")));
    rows.push_back(bind<&I::height>(
        integer("picture.height", "Height", "Picture", side, "px", Policy::Rebuild,
                "Rounded down to whole cells of the VQGAN. A change keeps the picture, enlarged or reduced.",
                "Memory and time grow with the number of pixels.")));
}

void cut_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&I::cuts>(
        integer("cuts.count", "Number", "Cutouts", {1, 1024}, "cutouts", Policy::NextStep,
                "Random cutouts of the picture that CLIP judges in each iteration. More: steadier, slower.",
                "Time grows in proportion; memory does not when they are taken in chunks.")));
    rows.push_back(
        bind<&I::chunk>(integer("cuts.chunk", "Chunk", "Cutouts", {0, 1024}, "cutouts", Policy::NextStep,
                                "Cutouts that pass CLIP at a time. 0: all. The result does not depend on it.",
                                "CLIP's activations shrink in proportion.")));
    rows.push_back(bind<&I::cut_method>(
        choice("cuts.method", "Method", "Cutouts",
               {{"latest", "Latest"},
                {"updatedpooling", "Updated, pooled"},
                {"nrupdated", "Updated, chosen"},
                {"updated", "Updated"},
                {"original", "Original"},
                {"croppool", "Crops, pooled"}},
               Policy::NextStep,
               "Latest and Updated, pooled: the whole picture, pooled and warped. The others: crops of random size.")));
    rows.push_back(bind<&I::augments>(advanced(set_of(
        "cuts.augments", "Changes", "Cutouts",
        {{"Af", "Affine", "Turned by up to 15 degrees, moved and sheared a little."},
         {"Pe", "Perspective", "The corners pulled inwards, as seen from the side."},
         {"Ji", "Colour", "Brightness, contrast, saturation and hue shifted."},
         {"Er", "Erase", "A rectangle of a tenth to four tenths blanked, the same in all cutouts."},
         {"Ro", "Turn", "Turned by up to 15 degrees."},
         {"Sh", "Soften", "Softened or sharpened a little."},
         {"Gn", "Noise", "Random noise on every pixel."},
         {"Et", "Elastic", "Bent here and there, as if painted on rubber."},
         {"Ts", "Bend", "Bent as a whole, as a sheet pulled at five points."},
         {"Cr", "Crop", "A crop of the whole: without effect, kept for the original's lists."},
         {"Re", "Crop, resize", "A random part, enlarged to the whole."}},
        Policy::NextStep,
        "Random changes of the cutouts, in the order in which they were chosen. The methods Original, Updated and Updated, pooled have their own instead."))));
    rows.push_back(
        bind<&I::cut_power>(advanced(real("cuts.power", "Crop power", "Cutouts", {0.01, 100, 0.1}, "", Policy::NextStep,
                                          "Above 1 crops get smaller, below 1 larger. For the methods that crop."))));
    rows.push_back(bind<&I::cut_noise>(advanced(real("cuts.noise", "Noise", "Cutouts", {0, 1, 0.05}, "",
                                                     Policy::NextStep, "Largest strength of the noise on a cutout."))));
    rows.push_back(bind<&I::reference>(
        advanced(flag("cuts.reference", "As the original", "Cutouts", Policy::NextStep,
                      "Repeats the known slips of the original scripts, for pictures that match theirs."))));
}

void latent_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&I::optimiser>(choice("latent.optimiser", "Optimiser", "Optimiser",
                                              {{"adam", "Adam"},
                                               {"adamw", "AdamW"},
                                               {"adagrad", "Adagrad"},
                                               {"adamax", "Adamax"},
                                               {"radam", "RAdam"},
                                               {"rmsprop", "RMSprop"},
                                               {"diffgrad", "DiffGrad"},
                                               {"adamp", "AdamP"}},
                                              Policy::NextStep,
                                              "What moves the picture's codes. A change begins its memory anew.")));
    rows.push_back(bind<&I::rate>(real("latent.rate", "Rate", "Optimiser", {1e-5, 10, 1.25, true}, "", Policy::NextStep,
                                       "How far each iteration moves. Large: bold and restless; small: fine.")));
    rows.push_back(bind<&I::rate_drops>(
        advanced(text("latent.drops", "Rate drops", "Optimiser", Policy::NextStep,
                      "Per cents of the iterations at which the rate is divided by ten, such as 75 or 50 90."))));
    rows.push_back(bind<&I::pull>(
        advanced(real("pull.weight", "Hold", "Optimiser", {0, 100, 0.1}, "", Policy::NextStep,
                      "How strongly the picture is held near where it began, until other prompts are wanted."))));
    rows.push_back(bind<&I::pull_kind>(
        advanced(choice("pull.kind", "Hold to", "Optimiser",
                        {{"start", "The start"}, {"zero", "Zero, ever less"}, {"zero-steps", "Zero, in steps"}},
                        Policy::NextStep, "The start, fading; or zero, as two of the well-known scripts do."))));
    rows.push_back(bind<&I::pull_steps>(
        advanced(integer("pull.steps", "Hold for", "Optimiser", {1, 1e6, 10}, "iterations", Policy::NextStep,
                         "Until the hold has faded to nothing (the start), or per fifth of it (in steps)."))));
    rows.push_back(
        bind<&I::smooth_latent>(advanced(real("smooth.latent", "Smooth codes", "Optimiser", {0, 100, 0.001}, "",
                                              Policy::NextStep, "Weight of the latent's total variation."))));
    rows.push_back(
        bind<&I::smooth_picture>(advanced(real("smooth.picture", "Smooth picture", "Optimiser", {0, 100, 0.01}, "",
                                               Policy::NextStep, "Weight of the picture's total variation."))));
}

void motion_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&I::motion_every>(
        advanced(integer("motion.every", "Move every", "Motion", {0, 1e6, 1}, "iterations", Policy::NextStep,
                         "Iterations per frame of an animation: the picture is moved and painted on. 0: no motion."))));
    rows.push_back(bind<&I::motion_from>(advanced(integer("motion.from", "From", "Motion", {0, 1e9, 10}, "iterations",
                                                          Policy::NextStep, "The first iteration that moves."))));
    rows.push_back(
        bind<&I::motion_zoom>(advanced(real("motion.zoom", "Zoom", "Motion", {0.1, 10, 0.01}, "", Policy::NextStep,
                                            "Scale per frame: above 1 inwards, below 1 outwards."))));
    rows.push_back(bind<&I::motion_turn>(advanced(real("motion.turn", "Turn", "Motion", {-360, 360, 1}, "degrees",
                                                       Policy::NextStep, "Per frame, about the middle."))));
    rows.push_back(bind<&I::motion_x>(
        advanced(integer("motion.x", "Shift right", "Motion", {-4096, 4096, 1}, "px", Policy::NextStep,
                         "Per frame; what leaves comes in again on the other side."))));
    rows.push_back(bind<&I::motion_y>(
        advanced(integer("motion.y", "Shift down", "Motion", {-4096, 4096, 1}, "px", Policy::NextStep,
                         "Per frame; what leaves comes in again on the other side."))));
}

void overlay_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&I::overlay_picture>(advanced(text(
        "overlay.picture", "Overlay", "Overlay", Policy::NextStep,
        "A picture that is laid over the painted one now and then; where it is transparent, the painted one stays.",
        ParamType::Path))));
    rows.push_back(
        bind<&I::overlay_every>(advanced(integer("overlay.every", "Every", "Overlay", {0, 1e6, 10}, "iterations",
                                                 Policy::NextStep, "Iterations between overlays. 0: never."))));
    rows.push_back(
        bind<&I::overlay_offset>(advanced(integer("overlay.offset", "First at", "Overlay", {0, 1e6, 10}, "iterations",
                                                  Policy::NextStep, "The first iteration of an overlay."))));
    rows.push_back(bind<&I::overlay_until>(
        advanced(integer("overlay.until", "Until", "Overlay", {0, 1e9, 10}, "iterations", Policy::NextStep,
                         "The iteration from which there are no more. 0: to the end."))));
    rows.push_back(bind<&I::overlay_alpha>(
        advanced(real("overlay.alpha", "Cover", "Overlay", {0.01, 1, 0.05}, "", Policy::NextStep,
                      "How much it covers the painted picture; 1: wholly."))));
}

void file_rows(std::vector<ParamRow>& rows) {
    rows.push_back(bind<&I::vqgan_file>(
        text("vqgan.file", "VQGAN", "Models", Policy::NewRun,
             "Weights of the VQGAN that paints. Empty: the built-in one, for the built-in shapes.", ParamType::Path)));
    rows.push_back(bind<&I::vqgan_settings>(advanced(
        text("vqgan.config", "VQGAN's yaml", "Models", Policy::NewRun,
             "Its description. Empty: what lies beside the weights, or the tensors' shapes.", ParamType::Path))));
    rows.push_back(bind<&I::clip_files>(
        text("clip.files", "CLIP", "Models", Policy::NewRun,
             "Weights of the CLIP that judges; several, separated by |, judge together. Empty: the built-in one.",
             ParamType::Path)));
}

}  // namespace

std::vector<ParamRow> vqgan_clip_rows() {
    std::vector<ParamRow> rows;
    prompt_rows(rows);
    start_rows(rows);
    picture_rows(rows);
    cut_rows(rows);
    latent_rows(rows);
    motion_rows(rows);
    overlay_rows(rows);
    file_rows(rows);
    place_after(rows, "", basic_rows());
    for (
        const ParamWords& words : std::initializer_list<ParamWords>{
            {.key = "memory.checkpointing", .cost = "Costs about a third more time."},
            {.key = "memory.on_oom",
            .help =
                 "What an out-of-memory error does: repeat the iteration with fewer cutouts at a time, with the same result, or stop."},
            {.key = "memory.timeline",
            .label = "Memory timeline",
            .help = "Record each allocation of an iteration for the timeline of one iteration.",
            .cost = "Under 1 % of an iteration."},
            {.key = "steps",
            .label = "Iterations",
            .unit = "iterations",
            .help = "Total iterations. 0: until stopped."},
            {.key = "preview.every",
            .label = "Keep every",
            .unit = "iterations",
            .help =
                 "Iterations between the pictures that are kept in the run's folder, the last one always. The window shows all the time what is painted.",
            .cost = "A picture file each time."},
            {.key = "checkpoint.every",
            .unit = "iterations",
            .help = "Iterations between checkpoints. 0: only at the end."}}) {
        reword(rows, words);
    }
    return rows;
}

}  // namespace headroom
