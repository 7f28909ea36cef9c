// PathDrop: from the first event of a drag to what is done with its file.
#include "ui/widgets/path_drop.h"

#include "ui/bridge/shown_text.h"

#include <QApplication>
#include <QFileInfo>
#include <QMimeData>
#include <QToolTip>
#include <QUrl>

namespace headroom::ui {

constexpr int kSaidMs = 8000;  // that a reason stands beside the pointer

bool waitsForDialog(const QWidget* window) {
    const QWidget* const dialog = QApplication::activeModalWidget();
    const auto belongs = [](const QWidget* part, const QWidget* to) {
        while (part && part != to) part = part->parentWidget();
        return part != nullptr;
    };
    if (!dialog || belongs(window, dialog)) return false;
    return dialog->windowModality() == Qt::ApplicationModal || belongs(dialog, window);
}

PathDrop::PathDrop(QWidget* dialog, Takes takes, Take anywhere)
    : QObject(dialog), dialog_(dialog), places_{{dialog, takes, std::move(anywhere)}} {
    dialog->setAcceptDrops(true);
    qApp->installEventFilter(this);
}

const PathDrop::Place& PathDrop::placeAt(const QPoint& global) const {
    for (QWidget* w = dialog_->childAt(dialog_->mapFromGlobal(global)); w && w != dialog_; w = w->parentWidget())
        for (const Place& place : places_)
            if (place.widget == w && w->isEnabled()) return place;
    return places_.front();
}

QString PathDrop::drop(const QMimeData& mime, const Place& place) const {
    const QList<QUrl> urls = mime.urls();
    if (urls.size() > 1) return tr("That is several things; drop one of them.");
    if (!urls.front().isLocalFile())
        return tr("That is an address, and Headroom fetches nothing. Save it as a file first and drop that.");
    const QString path = urls.front().toLocalFile(), name = fileNameText(path);
    const bool folder = QFileInfo(path).isDir();
    if (folder && place.takes == Takes::File) return tr("%1 is a folder; drop a file here.").arg(name);
    if (!folder && place.takes == Takes::Folder) return tr("%1 is a file; drop a folder here.").arg(name);
    return place.take(path);
}

bool PathDrop::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop) return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || widget->window() != dialog_) return false;
    auto& drag = static_cast<QDropEvent&>(*event);
    if (waitsForDialog(dialog_)) {
        drag.ignore();
        return true;
    }
    if (!drag.mimeData()->hasUrls()) return false;
    drag.setDropAction(Qt::CopyAction);
    drag.accept();
    if (type != QEvent::Drop) return true;
    const QPoint at = widget->mapToGlobal(drag.position().toPoint());
    problem_ = drop(*drag.mimeData(), placeAt(at));
    if (!problem_.isEmpty()) QToolTip::showText(at, problem_, dialog_, {}, kSaidMs);
    return true;
}

}  // namespace headroom::ui
