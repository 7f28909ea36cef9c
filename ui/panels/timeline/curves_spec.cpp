// The curves of each kind of run: what they are called, where they stand, in which colours.
#include "ui/panels/timeline/timeline_view.h"

#include <QCoreApplication>

namespace headroom::ui {
namespace {

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
    spec.step_axis = curve_words("steps");
    return spec;
}

CurvesSpec paintingCurves() {
    CurvesSpec spec;
    spec.models = mask_of(ModelKind::Imagine);
    spec.curves = {{Curve::LossG, Token::C2, curve_words("Loss")}};
    spec.title = curve_words("Loss");
    spec.name = curve_words("Loss of the picture, and memory");
    spec.empty_title = curve_words("No losses yet");
    spec.empty_text =
        curve_words("What the picture is moved by: how far it is from all prompts together, with memory below.");
    spec.step_axis = curve_words("iterations");
    spec.images = false;
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
