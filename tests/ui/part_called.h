// A part of the window as those find it who hear it: by its name.
#pragma once

#include <QWidget>

namespace headroom::ui {

/// The first part of `whole` with that accessible name, or with these words on it where it has none.
template <class Part> Part* partCalled(const QWidget* whole, const char* name) {
    for (Part* part : whole->findChildren<Part*>()) {
        const QString own = part->accessibleName();
        if ((own.isEmpty() ? part->property("text").toString() : own) == QString::fromUtf8(name)) return part;
    }
    return nullptr;
}

}  // namespace headroom::ui
