// EnlargeEvent: see enlarge_event.h.
#include "ui/panels/upscale/enlarge_event.h"

#include <QCoreApplication>
#include <QWidget>

namespace headroom::ui {

void askToEnlarge(QWidget* from, const QString& file, const QImage& image, const QString& stem) {
    EnlargeEvent event(file, image, stem);
    QCoreApplication::sendEvent(from->window(), &event);
}

}  // namespace headroom::ui
