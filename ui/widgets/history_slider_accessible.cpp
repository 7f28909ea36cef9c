// What screen readers learn of a HistorySlider.
#include "ui/widgets/history_slider_accessible.h"

#include "ui/widgets/history_slider.h"

#include <QAccessibleWidget>

namespace headroom::ui {
namespace {

class SliderInterface : public QAccessibleWidget, public QAccessibleValueInterface {
public:
    explicit SliderInterface(QWidget* widget) : QAccessibleWidget(widget, QAccessible::Slider) {}
    void* interface_cast(QAccessible::InterfaceType type) override {
        if (type == QAccessible::ValueInterface) return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QVariant currentValue() const override { return slider()->current(); }
    QVariant maximumValue() const override { return slider()->count() - 1; }
    QVariant minimumValue() const override { return 0; }
    QVariant minimumStepSize() const override { return 1; }
    void setCurrentValue(const QVariant& value) override { slider()->setCurrent(value.toInt()); }

private:
    HistorySlider* slider() const { return static_cast<HistorySlider*>(widget()); }
};

QAccessibleInterface* makeSlider(const QString&, QObject* object) {
    if (auto* slider = qobject_cast<HistorySlider*>(object)) return new SliderInterface(slider);
    return nullptr;
}

}  // namespace

void installHistorySliderAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(makeSlider);
        return true;
    }();
    Q_UNUSED(installed);
}

}  // namespace headroom::ui
