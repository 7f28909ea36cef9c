// What screen readers learn of an ImageGrid and a HistorySlider.
#include "ui/widgets/image_grid_accessible.h"

#include "ui/widgets/history_slider.h"
#include "ui/widgets/image_grid.h"

#include <QAccessibleWidget>

namespace headroom::ui {
namespace {

class GridInterface : public QAccessibleWidget {
public:
    explicit GridInterface(QWidget* widget) : QAccessibleWidget(widget, QAccessible::List) {}
    QString text(QAccessible::Text kind) const override {
        const auto* grid = static_cast<const ImageGrid*>(widget());
        if (kind == QAccessible::Value) return grid->accessibleDescription();
        return QAccessibleWidget::text(kind);
    }
};

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

QAccessibleInterface* make(const QString&, QObject* object) {
    if (auto* grid = qobject_cast<ImageGrid*>(object)) return new GridInterface(grid);
    if (auto* slider = qobject_cast<HistorySlider*>(object)) return new SliderInterface(slider);
    return nullptr;
}

}  // namespace

void installImageGridAccessibility() {
    static const bool installed = [] {
        QAccessible::installFactory(make);
        return true;
    }();
    Q_UNUSED(installed);
}

}  // namespace headroom::ui
