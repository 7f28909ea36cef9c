// PlainLabels: labels show text as it is. Names in files may look like rich text, with images and links that nobody asked for.
#pragma once

#include <QObject>

namespace headroom::ui {

/// An application-wide event filter. Labels that mean rich text say so with setTextFormat(); of tool tips those that begin with a tag do.
class PlainLabels : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace headroom::ui
