// PlaceRow: where a run of another process lives, and the button that gives the window back. Hidden for a run of the window.
#pragma once

#include "core/api/place.h"
#include "ui/forward.h"

#include <QWidget>

namespace headroom::ui {

class PlaceRow : public QWidget {
    Q_OBJECT
public:
    explicit PlaceRow(QWidget* parent = nullptr);

    void setPlace(const SessionPlace& place);

Q_SIGNALS:
    void detachRequested();

private:
    QLabel* words_;
};

}  // namespace headroom::ui
