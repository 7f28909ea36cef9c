// DropDesk: from the first event of a drag to what is done with it.
#include "ui/shell/drop/drop_desk.h"

#include "ui/bridge/shown_text.h"
#include "ui/models/picture_store.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/samples/picture_actions.h"
#include "ui/shell/dialog_wait.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/path_drop.h"
#include "ui/widgets/picture_drag.h"

#include <QBuffer>
#include <QClipboard>
#include <QDateTime>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QImageReader>
#include <QUrl>

namespace headroom::ui {
namespace {

constexpr int kPassingMs = 80;
const QString kNotice = QStringLiteral("drop"), kPngData = QStringLiteral("image/png");

bool has_pixels(const QMimeData& mime) { return mime.hasImage() || mime.hasFormat(kPngData); }

/// Where pasted pixels are kept, beside the runs that may need them again.
QString pasted_folder(const Services& services) {
    return QFileInfo(fromUtf8(services.runs_folder())).absolutePath() + QStringLiteral("/pasted");
}

QString keep_pixels(const QImage& image, const QString& folder) {
    if (!QDir().mkpath(folder)) return {};
    const QString name = QDateTime::currentDateTime().toString(QStringLiteral("yyyy-MM-dd-HHmmss-zzz"));
    const QString path = QStringLiteral("%1/picture-%2.png").arg(folder, name);
    return savePng(image, path) ? path : QString();
}

}  // namespace

DropDesk::DropDesk(MainWindow* window, QWidget* over)
    : QObject(window), window_(window), overlay_(new DropOverlay(over)) {
    window->setAcceptDrops(true);
    for (auto* dock : window->findChildren<QDockWidget*>()) dock->setAcceptDrops(true);  // they may float
    qApp->installEventFilter(this);
    onRest(left_, kPassingMs, this, &DropDesk::leave);
    connect(overlay_, &DropOverlay::chosen, this, &DropDesk::carryOut);
    connect(overlay_, &DropOverlay::cancelled, this, &DropDesk::leave);
}

DropDesk::Carried DropDesk::carriedBy(const QMimeData& mime) {
    Carried out;
    if (const auto* own = qobject_cast<const PictureMime*>(&mime); own && !own->png()->path().isEmpty()) {
        out.paths << own->png()->path();
        out.awaited = own->png();
        return out;
    }
    bool elsewhere = false;
    for (const QUrl& url : mime.urls()) {
        if (url.isLocalFile())
            out.paths << url.toLocalFile();
        else
            elsewhere = true;
    }
    if (!out.paths.isEmpty()) return out;
    out.pixels = has_pixels(mime);
    if (!out.pixels && elsewhere)
        out.refusal = tr("That is an address, and Headroom fetches nothing. Save the picture first and drop the file.");
    return out;
}

bool DropDesk::eventFilter(QObject* watched, QEvent* event) {
    const QEvent::Type type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::DragLeave && type != QEvent::Drop)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    const QWidget* top = widget ? widget->window() : nullptr;
    const bool floats = qobject_cast<const QDockWidget*>(top) && top->parent() == window_;
    if (!top || (top != window_ && !floats)) return false;
    if (type == QEvent::DragLeave) {
        if (over_) left_.start();
        return false;
    }
    auto& drag = static_cast<QDropEvent&>(*event);
    if (waitsForDialog(window_)) {  // its answer comes first, and may be about what a drop would change
        if (over_ && !dropped_) leave();
        drag.ignore();
        return true;
    }
    if (!drag.mimeData()->hasUrls() && !has_pixels(*drag.mimeData())) return false;
    const QPoint global = widget->mapToGlobal(drag.position().toPoint());
    if (type == QEvent::Drop)
        dropped(drag, top, global);
    else
        dragged(drag, top, global);
    drag.setDropAction(Qt::CopyAction);
    drag.accept();
    return true;
}

std::vector<std::string> DropDesk::keysAt(const QWidget* top, const QPoint& global) {
    for (QWidget* w = top->childAt(top->mapFromGlobal(global)); w && w != top; w = w->parentWidget()) {
        if (const auto* row = qobject_cast<ParamRowView*>(w)) return {std::string(row->row().key)};
        if (const auto* part = qobject_cast<FormPart*>(w)) return part->keys();
    }
    return {};
}

void DropDesk::dragged(const QDropEvent& event, const QWidget* top, const QPoint& global) {
    left_.stop();
    if (event.type() == QEvent::DragEnter) dropped_ = false;      // another one: what lay there is not its
    at_ = top == window_ ? std::optional(global) : std::nullopt;  // a card below a dock that floats is not meant
    Carried what = event.type() == QEvent::DragEnter || !over_ ? carriedBy(*event.mimeData()) : shown_;
    std::vector<std::string> keys = keysAt(top, global);
    const bool same = over_ && what == shown_;
    if (same && keys == keys_) return overlay_->point(pointed());
    over_ = true;
    keys_ = std::move(keys);
    if (same) return show(false);
    take(std::move(what));
}

void DropDesk::dropped(const QDropEvent& event, const QWidget* top, const QPoint& global) {
    left_.stop();
    dragged(event, top, global);  // a drop may come without a move before it
    dropped_ = true;
    if (shown_.pixels) return lookAtImage(pixelsIn(*event.mimeData()));
    if (known_) decide();
}

void DropDesk::paste() {
    leave();
    const QMimeData* mime = QGuiApplication::clipboard()->mimeData();
    const Carried what = mime ? carriedBy(*mime) : Carried();
    if (what.paths.isEmpty() && !what.pixels)
        return refuse(what.refusal.isEmpty() ? tr("The clipboard holds no picture and no file") : what.refusal, {});
    over_ = dropped_ = true;
    take(what);
    if (what.pixels) lookAtImage(pixelsIn(*mime));
}

void DropDesk::open(const QStringList& paths) {
    leave();
    over_ = dropped_ = true;
    take({paths, false, {}});
}

void DropDesk::take(Carried what) {
    shown_ = std::move(what);
    known_.reset();
    window_->notices()->remove(kNotice);
    if (!shown_.refusal.isEmpty()) return known(unusable(shown_.refusal));
    if (shown_.pixels) {
        looking_.cancel();
        return overlay_->showOffers(tr("A picture"), tr("Drop it to say what it is for."), {}, false);
    }
    overlay_->showOffers(tr("Looking at what this is"), fileNameText(shown_.paths.value(0)), {}, false);
    looking_.start(
        [paths = shown_.paths, awaited = shown_.awaited, services = window_->services()] {
            if (awaited) (void)awaited->written();
            return look_at_dropped(paths, services);
        },
        [this](Dropped what) { known(std::move(what)); });
}

/// Of a large picture the bytes alone are fetched here, where the window waits for them.
DropDesk::PixelsFn DropDesk::pixelsIn(const QMimeData& mime) {
    if (mime.hasFormat(kPngData) && !qobject_cast<const PictureMime*>(&mime))
        return [bytes = mime.data(kPngData)](QString& why) {
            QBuffer buffer;
            buffer.setData(bytes);
            buffer.open(QIODevice::ReadOnly);
            QImageReader reader(&buffer, "PNG");
            return readPicture(reader, why);
        };
    return [image = qvariant_cast<QImage>(mime.imageData())](QString&) { return image; };
}

void DropDesk::lookAtImage(PixelsFn pixels) {
    if (!window_->services()) return leave();
    overlay_->showOffers(tr("Keeping the picture"), {}, {}, false);
    const QString folder = pasted_folder(*window_->services());
    looking_.start(
        [pixels = std::move(pixels), folder, services = window_->services()] {
            QString why;
            const QImage image = pixels(why);
            const QString path = image.isNull() ? QString() : keep_pixels(image, folder);
            if (!path.isEmpty()) return look_at_dropped({path}, services);
            return unusable(image.isNull() ? tr("The picture could not be read")
                                           : tr("The picture could not be kept in %1").arg(pathText(folder)),
                            why);
        },
        [this](Dropped what) { known(std::move(what)); });
}

void DropDesk::known(Dropped what) {
    known_ = std::move(what);
    if (!dropped_) return show(false);
    when_no_dialog(any_dialog_is_up, this, [this, meant = shown_] {
        if (known_ && dropped_ && shown_ == meant) decide();
    });
}

void DropDesk::show(bool asking) {
    if (!known_) return;
    offers_ = offers();
    if (known_->kind == Dropped::Kind::Unusable)
        return overlay_->showOffers(known_->problem, known_->problem_hint, {}, false);
    const QString detail = offers_.empty()      ? tr("Nothing can be done with it here.")
                           : asking             ? tr("What is it for?")
                           : offers_.size() > 1 ? tr("Drop it on what it is for, or anywhere to be asked.")
                                                : tr("Drop it anywhere.");
    overlay_->showOffers(known_->words, detail, offers_, asking);
    overlay_->point(pointed());
}

void DropDesk::decide() {
    const int card = offers_.empty() ? -1 : pointed();
    offers_ = offers();
    if (known_->kind == Dropped::Kind::Unusable) return refuse(known_->problem, known_->problem_hint);
    if (offers_.empty()) return refuse(tr("Nothing can be done here with %1").arg(known_->words), {});
    if (card >= 0 && card < static_cast<int>(offers_.size())) return carryOut(card);
    if (offers_.size() > 1) return show(true);
    carryOut(0);
}

void DropDesk::carryOut(int offer) {
    const DropOffer chosen = offers_.at(static_cast<std::size_t>(offer));
    const QString words = known_ ? known_->words : QString();
    if (!chosen.problem.isEmpty()) return refuse(tr("%1: not now").arg(chosen.title), chosen.problem);
    leave();
    chosen.take();
}

/// By value: what it is told of may be what leave() forgets.
void DropDesk::refuse(QString problem, QString hint) {
    leave();
    window_->notices()->post(kNotice, Tone::Warn, problem, hint);
}

void DropDesk::leave() {
    left_.stop();
    looking_.cancel();
    over_ = dropped_ = false;
    shown_ = {};
    known_.reset();
    offers_.clear();
    keys_.clear();
    overlay_->hide();
}

}  // namespace headroom::ui
