// The curves of each kind of run: what they are called, where they stand, in which colours.
#include "ui/panels/timeline/timeline_view.h"

#include <QCoreApplication>

#include <cmath>
#include <limits>

namespace headroom::ui {
namespace {

constexpr float kNoFigure = std::numeric_limits<float>::quiet_NaN();

/// Of a step that told none, as one of an older history.
VqganFigures unknown_figures() {
    const double none = std::nan("");
    VqganFigures v;
    v.l1 = v.similarity = v.perceptual = v.codebook = v.adversarial = v.adaptive_weight = v.perplexity = none;
    return v;
}

QString curve_words(const char* text) { return QCoreApplication::translate("CurvesSpec", text); }

}  // namespace

CurvesSpec trainingCurves() {
    CurvesSpec spec;
    spec.curves = {{Curve::LossD, Token::C1, curve_words("D")},
                   {Curve::LossG, Token::C2, curve_words("G")},
                   {Curve::DReal, Token::C3, curve_words("D(x)"), CurveSpec::Middle},
                   {Curve::DFake, Token::C4, curve_words("D(G)"), CurveSpec::Middle}};
    spec.title = curve_words("Loss");
    spec.name = curve_words("Timeline of losses, outputs of D and memory");
    spec.empty_title = curve_words("No losses yet");
    spec.empty_text =
        curve_words("Losses, D(x), D(G(z)) and memory share one axis here, with a mark for every change you make.");
    return spec;
}

CurvesSpec reconstructionCurves() {
    CurvesSpec spec;
    spec.model = ModelKind::Vqgan;
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        const VqganFigures v = step.vqgan.value_or(unknown_figures());
        read_memory(step, row);
        row.mean[0] = static_cast<float>(v.l1);
        row.mean[1] = static_cast<float>(v.perceptual);
        row.mean[2] = static_cast<float>(v.similarity);
        row.mean[3] = v.codes > 0 ? static_cast<float>(v.codes_used) / static_cast<float>(v.codes) : kNoFigure;
    };
    spec.curves = {{Curve{0}, Token::C1, curve_words("L1")},
                   {Curve{1}, Token::C2, curve_words("LPIPS")},
                   {Curve{2}, Token::C3, curve_words("SSIM"), CurveSpec::Middle},
                   {Curve{3}, Token::C4, curve_words("Codes"), CurveSpec::Middle}};
    spec.title = curve_words("Reconstruction loss");
    spec.middle_title = curve_words("SSIM, share of codes in use");
    spec.name = curve_words("Timeline of reconstruction losses, similarity, use of codes and memory");
    spec.empty_title = curve_words("No losses yet");
    spec.empty_text =
        curve_words("Losses, codebook use and memory share one axis here, with a mark for every change you make.");
    spec.decimals = 3;
    spec.middle_width = 560;
    return spec;
}

CurvesSpec adversaryCurves() {
    CurvesSpec spec = reconstructionCurves();
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        const VqganFigures v = step.vqgan.value_or(unknown_figures());
        row.mean.fill(kNoFigure);
        row.mean[0] = static_cast<float>(step.loss_d);
        row.mean[1] = static_cast<float>(step.loss_g);
        row.mean[2] = static_cast<float>(v.codebook);
        row.mean[3] = static_cast<float>(v.adaptive_weight);
    };
    spec.curves = {{Curve{0}, Token::C1, curve_words("D")},
                   {Curve{1}, Token::C2, curve_words("G")},
                   {Curve{2}, Token::C3, curve_words("Codebook"), CurveSpec::Upper, Qt::DashLine},
                   {Curve{3}, Token::C4, curve_words("Weight"), CurveSpec::Middle}};
    spec.title = curve_words("Loss");
    spec.middle_title = curve_words("Adaptive weight of the adversarial loss");
    spec.name = curve_words("Losses of generator, discriminator and codes, and the adaptive weight");
    spec.empty_text = curve_words("What the two networks learn by. The discriminator's curve begins when it takes part.");
    spec.memory = false;
    spec.largest = 88.88;
    return spec;
}

CurvesSpec codebookCurves() {
    CurvesSpec spec = adversaryCurves();
    spec.reader = [](const StepDone& step, MetricsRow& row) {
        row.mean.fill(kNoFigure);
        if (!step.vqgan || step.vqgan->codes == 0) return;
        row.mean[0] = static_cast<float>(step.vqgan->codes_used);
        row.mean[1] = static_cast<float>(step.vqgan->perplexity);
        row.mean[2] = static_cast<float>(step.vqgan->codes);
    };
    spec.curves = {{Curve{0}, Token::C1, curve_words("Used")},
                   {Curve{1}, Token::C2, curve_words("Perplexity")},
                   {Curve{2}, Token::C3, curve_words("All"), CurveSpec::Upper, Qt::DashLine}};
    spec.title = curve_words("Codes, of the last epoch");
    spec.middle_title.clear();
    spec.name = curve_words("Codes in use, and their perplexity");
    spec.empty_title = curve_words("No codes yet");
    spec.empty_text = curve_words(
        "How many codes the pictures use, and their perplexity: how many there would be if all were used equally.");
    spec.decimals = 0;
    spec.largest = 88888;
    return spec;
}

CurvesSpec paintingCurves() {
    CurvesSpec spec;
    spec.model = ModelKind::Imagine;
    spec.curves = {{Curve::LossG, Token::C2, curve_words("Loss")}};
    spec.title = curve_words("Loss");
    spec.name = curve_words("Loss of the picture, and memory");
    spec.empty_title = curve_words("No losses yet");
    spec.empty_text =
        curve_words("What the picture is moved by: how far it is from all prompts together, with memory below.");
    spec.images = false;
    spec.to_total = true;
    spec.from_zero = false;
    spec.decimals = 3;
    spec.smoothing = 0.6;
    return spec;
}

CurvesSpec similarityCurves() {
    CurvesSpec spec = paintingCurves();
    spec.curves.clear();
    spec.title = curve_words("Similarity");
    spec.name = curve_words("Similarity of the picture and each prompt");
    spec.empty_title = curve_words("No similarity yet");
    spec.empty_text = curve_words(
        "One curve per prompt: how close CLIP finds the picture to it, with a mark for every change you make.");
    spec.memory = false;
    spec.long_labels = true;
    return spec;
}

}  // namespace headroom::ui
