// EnlargeEvent: a picture asks its window for the upscale dialog.
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QImage>
#include <QString>
#include <QWidget>

#include <utility>

namespace headroom::ui {

class EnlargeEvent : public QEvent {
public:
    static Type kind() {
        static const Type type = static_cast<Type>(registerEventType());
        return type;
    }
    /// `file`: where the picture lies with all that is in it; empty: only `image`. `stem` names it ("step-4200").
    EnlargeEvent(QString file, QImage image, QString stem)
        : QEvent(kind()), file(std::move(file)), image(std::move(image)), stem(std::move(stem)) {}

    const QString file;
    const QImage image;
    const QString stem;
};

/// Asks the window of `from`; where it has no such dialog nothing happens.
inline void askToEnlarge(QWidget* from, const QString& file, const QImage& image, const QString& stem) {
    EnlargeEvent event(file, image, stem);
    QCoreApplication::sendEvent(from->window(), &event);
}

}  // namespace headroom::ui
