// CurvesSpec: what a TimelineView shows, and in which words.
#pragma once

#include "ui/models/metrics_model.h"
#include "ui/shell/theme.h"

#include <functional>

namespace headroom::ui {

/// One curve: raw and smoothed line, a dot and a label at its end.
struct CurveSpec {
    enum Place { Upper, Middle };
    Curve curve = Curve::LossD;
    Token color = Token::C1;
    QString name;
    Place place = Upper;
    Qt::PenStyle style = Qt::SolidLine;
    bool operator==(const CurveSpec&) const = default;
};

struct CurvesSpec {
    ModelKind model{};  ///< the kind of runs whose steps it takes
    std::vector<CurveSpec> curves;
    MetricsModel::Reader reader;  ///< what the places of a row hold; empty: losses, outputs of D and memory
    const char* key = "";         ///< keeps how they are shown, in whatever language; no other tab of its kind has it
    QString title;                ///< of the upper curves: "Loss"
    QString middle_title;         ///< of the middle ones; empty: their labels say enough
    QString name;                 ///< accessible: "Timeline of losses ..."
    QString empty_title, empty_text;
    std::function<bool(const TrainConfig&)> wanted{};  ///< whether such a run has them; empty: always
    bool images = true;                                ///< images may stand along the x axis
    bool memory = true;
    bool from_zero = true;     ///< the upper scale begins at 0
    bool to_total = false;     ///< over steps, the x axis goes to where the run will end
    bool long_labels = false;  ///< "0.412 words of the prompt" at the ends
    int decimals = 2;
    double largest = 0.88;   ///< a value as wide as the labels at the ends will be
    int middle_width = 700;  ///< pixels at 100 % text; a narrower view leaves the middle curves out
    double smoothing = 0.9;
};

}  // namespace headroom::ui
