// WindowDialogs: opening each with what stands in front of the window, and what follows when it closes.
#include "ui/shell/window_dialogs.h"

#include "ui/bridge/qt_format.h"
#include "ui/bridge/session_bridge.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/export/file_row.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/models/models_dialog.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/guide_dialog.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/run_starts.h"
#include "ui/shell/situation_watch.h"
#include "ui/widgets/kit.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QUrl>
#include <QWhatsThis>
#include <QWhatsThisClickedEvent>

namespace headroom::ui {

namespace {

/// A dialog goes with what it works on, and at once: an answer that is on its way to it would find that gone.
void go_with(const Workbench* bench, QDialog* dialog) {
    QObject::connect(bench, &QObject::destroyed, dialog, [dialog] {
        dialog->done(QDialog::Rejected);
        delete dialog;
    });
}

/// Dims the window behind a dialog and goes with it.
class Scrim : public QWidget {
public:
    explicit Scrim(QDialog* dialog) : QWidget(dialog->parentWidget()->window()) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        setFocusPolicy(Qt::NoFocus);
        const auto cover = [this] { setGeometry(parentWidget()->rect()); };
        cover();
        onResize(parentWidget(), cover, this);
        connect(dialog, &QDialog::finished, this, &QObject::deleteLater);
        connect(dialog, &QObject::destroyed, this, &QObject::deleteLater);
        raise();
        show();
    }

protected:
    void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), Theme::get().shade()); }
};

}  // namespace

const QString kEnlarged = QStringLiteral("enlarged");

WindowDialogs::WindowDialogs(MainWindow* window) : QObject(window), window_(window) { qApp->installEventFilter(this); }

bool WindowDialogs::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::WhatsThisClicked) {
        const QUrl link(static_cast<QWhatsThisClickedEvent*>(event)->href());
        if (link.scheme() != QLatin1String("guide")) return false;
        const QString section = link.fragment();
        showGuide(section.isEmpty() ? link.path() : QStringLiteral("%1#%2").arg(link.path(), section));
        return true;
    }
    if (event->type() == QEvent::Show) {
        auto* dialog = qobject_cast<QDialog*>(watched);
        if (dialog && isMine(dialog))
            dialog->resize(dialog->size().boundedTo(window_->size() * 95 / 100).expandedTo(dialog->minimumSizeHint()));
        return false;
    }
    if (event->type() != QEvent::KeyPress) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() != Qt::Key_F1 || (key->modifiers() & ~Qt::ShiftModifier) != Qt::NoModifier) return false;
    const auto* widget = qobject_cast<const QWidget*>(watched);
    const auto* dialog = widget ? qobject_cast<const QDialog*>(widget->window()) : nullptr;
    if (!dialog || !isMine(dialog) || qobject_cast<const GuideDialog*>(dialog)) return false;
    showGuide(guidePlaceOf(widget));
    return true;
}

bool WindowDialogs::isMine(const QWidget* dialog) const {
    while (dialog && dialog != window_) dialog = dialog->parentWidget();
    return dialog;
}

void WindowDialogs::showGuide(QString place) {
    if (place.isEmpty()) place = guidePlaceOf(QApplication::focusWidget());
    // A dialog that keeps the window from being used would do the same to the window's guide.
    QWidget* modal = QApplication::activeModalWidget();
    QWidget* host = modal && isMine(modal) ? modal : window_;
    auto* dialog = host->findChild<GuideDialog*>(QString(), Qt::FindDirectChildrenOnly);
    if (!dialog) dialog = new GuideDialog(host);
    dialog->showPage(place);
    showDialog(dialog);
}

void WindowDialogs::helpOnFocus() {
    for (QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget()) {
        const QString text = w->whatsThis().isEmpty() ? w->toolTip() : w->whatsThis();
        if (text.isEmpty()) continue;
        QString rich = isRichTip(text) ? text : text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
        if (const QString place = guidePlaceOf(w); !place.isEmpty())
            rich += QStringLiteral("<p><a href=\"guide:%1\">%2</a></p>")
                        .arg(place, QCoreApplication::translate("Guide", "More in the guide"));
        return QWhatsThis::showText(w->mapToGlobal(QPoint(0, w->height())), rich, w);
    }
    showGuide();
}

void WindowDialogs::showDialog(QDialog* dialog) {
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void WindowDialogs::inspectData() {
    if (!window_->services()) return;
    const Workbench* bench = window_->front();
    if (const SessionPlace place = bench->bridge()->place(); !place.same_machine)
        return window_->notices()->refuse(
            QStringLiteral("data"), tr("The data set lies on %1").arg(nameText(fromUtf8(place.host))),
            tr("It can be looked at there alone; the tab Real images shows what training sees of it."));
    auto* dialog = new DatasetDialog(window_->services(), bench->edits()->preview(), window_);
    connect(dialog, &QDialog::accepted, window_, [this, dialog, kind = bench->edits()->preview().model] {
        if (dialog->recipe())
            takeRecipe(*dialog->recipe(), dialog->patch());
        else  // not the bench of then: the run beside which it was opened may have ended, and its session with it
            window_->starts()->takeLookedAt(kind, dialog->patch());
    });
    openOnce(dialog);
}

void WindowDialogs::takeRecipe(const SuggestedRecipe& recipe, const ParamPatch& patch) {
    const QString notice = QStringLiteral("recipe");
    if (const QString problem = window_->starts()->formProblem(recipe.model); !problem.isEmpty())
        return window_->notices()->refuse(notice, tr("The proposed recipe is not used"), problem);
    window_->starts()->takeLookedAt(recipe.model, patch);
    QStringList words;
    for (const SuggestedChange& change : recipe.changes)
        if (!change.values.empty()) words << coreText(change.words);
    window_->notices()->post(notice, Tone::Ok, tr("The proposed recipe is in the form"),
                             words.join(QStringLiteral(" · ")));
}

void WindowDialogs::manageModels() {
    if (!window_->services()) return;
    auto* dialog = window_->findChild<ModelsDialog*>();
    if (!dialog) {  // kept when it is closed: a download goes on
        dialog = new ModelsDialog(window_->services(), window_);
        connect(dialog, &ModelsDialog::useRequested, window_->starts(), &RunStarts::takeModel);
    }
    showDialog(dialog);
}

void WindowDialogs::planFor(ModelKind kind, Bytes card) {
    const QString notice = QStringLiteral("card");
    ParamPatch given;
    if (card.count == 0) {
        given = {{"device", std::string("cpu")}, {"memory.budget", std::int64_t{0}}};
        const QString why = window_->starts()->patchProblem(kind, given);
        if (!why.isEmpty())
            return window_->notices()->refuse(notice, tr("No settings for the CPU are looked for"), why);
    }
    FitDialog* dialog = makeFit(given);
    if (!dialog) return;
    const QString words = card.count == 0 ? tr("Settings for the CPU are in the form")
                                          : tr("Settings for a card of %1 GB are in the form").arg(card.count >> 30);
    connect(dialog, &QDialog::accepted, window_, [this, dialog, notice, words] {
        window_->notices()->post(notice, Tone::Ok, words, coreText(dialog->model()->report().sentence));
    });
    dialog->planFor(card);
}

FitDialog* WindowDialogs::makeFit(const ParamPatch& given) {
    const Workbench* bench = window_->front();
    if (!bench->bridge()->session() || window_->findChild<FitDialog*>()) return nullptr;
    const Page page = bench->pageOfRun();
    auto* dialog = new FitDialog(bench->bridge(), bench->edits(), bench->forecast(), bench->runName(), window_, given);
    new Scrim(dialog);
    go_with(bench, dialog);
    connect(dialog, &QDialog::accepted, window_,
            [this, page] { window_->showPage(page); });  // where the staged edits wait
    openOnce(dialog);
    return dialog;
}

void WindowDialogs::exportRun(const QString& run_dir) {
    if (!window_->services()) return;
    Workbench* bench = window_->benchOfRun(run_dir);
    auto* dialog = new ExportDialog(window_->services(), (bench ? bench : window_->own())->bridge(), window_);
    if (bench) dialog->setPlace(bench->bridge()->place());
    dialog->setRun(run_dir);
    if (bench) {  // what the panels show belongs to this run only
        dialog->setPictures(bench->newest().ema, bench->newest().raw);
        const ModelKind kind = bench->bridge()->runKind().value_or(first_kind());
        TimelinePanel* plots = bench->centre(page_of(kind))->plotsOf(kind);
        dialog->setPlotWriter([plots](const QString& path) { return plots->drawnPlots(path); });
        go_with(bench, dialog);
    }
    new Scrim(dialog);
    openOnce(dialog);
}

UpscaleDialog* WindowDialogs::enlarge() {
    if (!window_->services()) return nullptr;
    auto* dialog = window_->findChild<UpscaleDialog*>();
    if (!dialog) {  // kept when it is closed: the work goes on
        dialog = new UpscaleDialog(window_->services(), window_);
        connect(dialog, &UpscaleDialog::endedUnseen, this, &WindowDialogs::showEnlarged);
        CloseGuard* guard = window_->closeGuard();
        guard->watch({dialog, [dialog] { return dialog->working(); }, [dialog] { dialog->cancel(); },
                      [this] { enlarge(); },  // its progress is waited for
                      tr("A picture is being enlarged"), tr("A picture is being enlarged. What should happen to it?"),
                      tr("Finish and quit closes the window when the picture is written. Stop and quit leaves nothing "
                         "of it.")});
        connect(dialog, &UpscaleDialog::ended, guard, &CloseGuard::workEnded);
    }
    window_->notices()->remove(kEnlarged);
    showDialog(dialog);
    return dialog;
}

void WindowDialogs::showEnlarged(const QString& written, const QString& words) {
    const QString title = written.isEmpty() ? tr("The picture was not enlarged")
                                            : tr("The picture was enlarged: %1").arg(fileNameText(written));
    NoticeBar* bar = window_->notices()->post(kEnlarged, written.isEmpty() ? Tone::Err : Tone::Ok, title, words);
    const auto* dialog = window_->findChild<UpscaleDialog*>();
    if (!written.isEmpty())
        onClick(bar->addButton(tr("Show in folder"), QStringLiteral("folder")), dialog->files(),
                &FileRow::showInFolder);
    onClick(bar->addButton(tr("Show"), QStringLiteral("transform")), this, &WindowDialogs::enlarge);
}

void WindowDialogs::enlargeShown() {
    const bool asked = !window_->findChild<UpscaleDialog*>()  // otherwise it comes as it was left
                       && window_->centre() && window_->centre()->upper()->askToEnlargeShown();
    if (!asked) enlarge();
}

void WindowDialogs::enlargeRequested(const EnlargeEvent& wanted) {
    UpscaleDialog* dialog = enlarge();
    if (!dialog || dialog->working()) return;  // what is under way comes first; it says so
    if (wanted.file.isEmpty())
        dialog->setImage(wanted.image, wanted.stem);
    else
        dialog->setPicture(wanted.file);
}

void WindowDialogs::enlargeWith(const QString& weights) {
    UpscaleDialog* dialog = enlarge();
    if (dialog && !dialog->working()) dialog->setMethod(UpscaleDialog::OwnFile, weights);
}

}  // namespace headroom::ui
