// Thousands of images, minutes and hours.
#include "ui/panels/timeline/x_unit.h"

#include "ui/models/run_words.h"

#include <QComboBox>
#include <QCoreApplication>

namespace headroom::ui {
namespace {

struct XUnitText {
    Q_DECLARE_TR_FUNCTIONS(XUnitText)
};

}  // namespace

void offerAxes(QComboBox* box, bool images, const QString& steps) {
    const auto offer = [box](const QString& words, XAxis axis) { box->addItem(words, static_cast<int>(axis)); };
    if (images) offer(XUnitText::tr("x: images"), XAxis::Images);
    offer(XUnitText::tr("x: %1").arg(steps), XAxis::Steps);
    offer(XUnitText::tr("x: time"), XAxis::Time);
}

XAxis axisOf(const QComboBox* box) { return static_cast<XAxis>(box->currentData().toInt()); }

XUnit xUnit(XAxis axis, double last, ModelKind kind) {
    if (axis == XAxis::Time) {
        const double divisor = last >= 10800.0 ? 3600.0 : last >= 180.0 ? 60.0 : 1.0;
        return {divisor,
                divisor == 3600.0 ? XUnitText::tr("h")
                : divisor == 60.0 ? XUnitText::tr("min")
                                  : XUnitText::tr("s"),
                false, true};
    }
    const QString name = axis == XAxis::Steps ? stepNoun(kind, 2) : XUnitText::tr("images");
    if (last < (axis == XAxis::Steps ? 1e6 : 2e3)) return {1.0, name, true, false};
    return {1000.0, XUnitText::tr("k %1").arg(name), false, true};
}

}  // namespace headroom::ui
