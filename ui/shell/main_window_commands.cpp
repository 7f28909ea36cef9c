// MainWindow: the commands that open dialogs or move the focus.
#include "ui/shell/main_window.h"

#include "core/api/catalog.h"
#include "core/api/param_schema.h"
#include "core/config/config_io.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/background_task.h"
#include "ui/models/kind_drafts.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/export/export_dialog.h"
#include "ui/panels/fit/fit_dialog.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/models/models_dialog.h"
#include "ui/panels/run/run_panel.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/panels/upscale/enlarge_event.h"
#include "ui/panels/upscale/upscale_dialog.h"
#include "ui/panels/welcome/welcome_page.h"
#include "ui/shell/centre_page.h"
#include "ui/shell/close_guard.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/situation_watch.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/notice_bar.h"

#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QPushButton>
#include <QTabWidget>
#include <QToolBar>
#include <QWhatsThis>

namespace headroom::ui {
namespace {

const QString kEnlarged = QStringLiteral("enlarged");

}  // namespace

void MainWindow::startDemo(ModelKind kind) {
    const Preset* demo = find_preset(window_family_of(kind).facts().demo_preset);
    if (!demo || !bridge_->session() || is_active(bridge_->state())) return;
    drafts_->want(kind);
    showPage(page_of(kind));
    bridge_->apply(demo->values);
    watch_->startNew();
}

void MainWindow::startPainting(const QString& prompts) {
    if (!bridge_->session() || is_active(bridge_->state())) return;
    showPage(Page::Imagine);
    if (!prompts.isEmpty()) bridge_->apply({{"prompts", prompts.toStdString()}});
    watch_->startNew();
}

void MainWindow::continueRun(const QString& run_dir) {
    QFile file(run_dir + QStringLiteral("/config.json"));  // small; what cannot be read is the engine's to tell
    ModelKind kind = first_kind();
    if (file.open(QIODevice::ReadOnly)) {
        const auto patch = read_config_patch(file.readAll().toStdString(), "config.json");
        const auto config = patch ? with_patch(TrainConfig{}, *patch) : Result<TrainConfig>(TrainConfig{});
        if (config) kind = config->model;
    }
    drafts_->want(kind);  // the page is that of the run while it is still being prepared
    showPage(page_of(kind));
    watch_->continueRun(run_dir);
}

void MainWindow::startFrom(const TrainConfig& config, const QString& checkpoint) {
    drafts_->want(config.model);
    showPage(page_of(config.model));
    watch_->startFrom(config, checkpoint);
}

void MainWindow::askForRun() {
    const QString start = services_ ? QString::fromStdString(services_->runs_folder()) : QString();
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Choose a run folder"), start);
    if (!folder.isEmpty()) continueRun(folder);
}

void MainWindow::inspectData() {
    if (!services_) return;
    auto* dialog = new DatasetDialog(services_, desk_->edits()->preview(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { bridge_->apply(dialog->patch()); });
    dialog->open();
}

void MainWindow::bring(QDialog* dialog) {
    dialog->resize(dialog->size().boundedTo(QSize(width() * 95 / 100, height() * 95 / 100)));
    dialog->show();
    dialog->raise();
    dialog->activateWindow();
}

void MainWindow::manageModels() {
    if (!services_) return;
    auto* dialog = findChild<ModelsDialog*>();
    if (!dialog) {  // kept when it is closed: a download goes on
        dialog = new ModelsDialog(services_, this);
        connect(dialog, &ModelsDialog::useRequested, this, &MainWindow::useModel);
    }
    bring(dialog);
}

UpscaleDialog* MainWindow::enlarge() {
    if (!services_) return nullptr;
    auto* dialog = findChild<UpscaleDialog*>();
    if (!dialog) {  // kept when it is closed: the work goes on
        dialog = new UpscaleDialog(services_, this);
        connect(dialog, &UpscaleDialog::endedUnseen, this, &MainWindow::tellEnlarged);
        guard_->watch(dialog);
        connect(guard_, &CloseGuard::pictureAwaited, this, &MainWindow::enlarge);  // its progress is waited for
    }
    notices_->remove(kEnlarged);
    bring(dialog);
    return dialog;
}

void MainWindow::tellEnlarged(const QString& written, const QString& words) {
    const QString title = written.isEmpty() ? tr("The picture was not enlarged")
                                            : tr("The picture was enlarged: %1").arg(QFileInfo(written).fileName());
    NoticeBar* bar = notices_->post(kEnlarged, written.isEmpty() ? Tone::Err : Tone::Ok, title, words);
    const auto* dialog = findChild<UpscaleDialog*>();
    if (!written.isEmpty())
        connect(bar->addButton(tr("Open folder"), QStringLiteral("folder")), &QPushButton::clicked, dialog,
                &UpscaleDialog::openFolder);
    connect(bar->addButton(tr("Show"), QStringLiteral("transform")), &QPushButton::clicked, this, &MainWindow::enlarge);
}

void MainWindow::enlargeShown() {
    const bool asked = !findChild<UpscaleDialog*>()  // otherwise it comes as it was left
                       && works(page_) && centre()->upper()->askToEnlargeShown();
    if (!asked) enlarge();
}

bool MainWindow::event(QEvent* event) {
    if (event->type() == QEvent::StatusTip) return true;
    if (event->type() != EnlargeEvent::kind()) return QMainWindow::event(event);
    const auto* wanted = static_cast<EnlargeEvent*>(event);
    UpscaleDialog* dialog = enlarge();
    if (!dialog || dialog->working()) return true;  // what is under way comes first; it says so
    if (wanted->file.isEmpty())
        dialog->setImage(wanted->image, wanted->stem);
    else
        dialog->setPicture(wanted->file);
    return true;
}

void MainWindow::useModel(const QString& kind, const QString& path) {
    showPage(Page::Imagine);
    const std::string file = path.toStdString();
    if (kind == QStringLiteral("clip"))
        bridge_->apply({{"clip.files", file}});
    else
        bridge_->apply({{"vqgan.file", file}, {"vqgan.config", std::string()}});
}

void MainWindow::exportRun(const QString& run_dir) {
    if (!services_) return;
    auto* dialog = new ExportDialog(services_, bridge_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setRun(run_dir);
    if (run_dir == watch_->runDir()) {  // what the panels show belongs to this run only
        dialog->setPictures(newest_.ema, newest_.raw);
        TimelinePanel* plots = centreOf(page_of(run_kind_))->plotsOf(run_kind_);
        dialog->setPlotWriter([plots](const QString& path) { return plots->exportPlot(path); });
    }
    new Scrim(dialog);
    dialog->open();
}

void MainWindow::makeFit() {
    if (!bridge_->session() || findChild<FitDialog*>()) return;
    const Page page = page_of(desk_->edits()->inForce().model);
    auto* dialog = new FitDialog(bridge_, desk_->edits(), desk_->forecast(), runPanel(page)->runName(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    new Scrim(dialog);
    connect(dialog, &QDialog::accepted, this, [this, page] { showPage(page); });  // where the staged edits wait
    dialog->resize(dialog->size().boundedTo(QSize(width() * 95 / 100, height() * 95 / 100)));
    dialog->open();
}

void MainWindow::duplicateRun(const TrainConfig& config) {
    if (is_active(bridge_->state())) return showPage(pageOfRun());
    showPage(page_of(config.model));
    bridge_->apply(difference(*bridge_->config(), config));
}

void MainWindow::loadHistory(const QString& run_dir) {
    if (!services_) return;
    Services* services = services_;
    history_task_->start([services, dir = run_dir.toStdString()](const BackgroundTask::Report&,
                                                                 std::stop_token) { return services->load_run(dir); },
                         [this](Result<RunHistory> history) {
                             if (history) centreOf(page_of(history->config.model))->setHistory(*history);
                         });
}

void MainWindow::helpOnFocus() {
    for (QWidget* w = QApplication::focusWidget(); w; w = w->parentWidget()) {
        const QString text = w->whatsThis().isEmpty() ? w->toolTip() : w->whatsThis();
        if (text.isEmpty()) continue;
        QWhatsThis::showText(w->mapToGlobal(QPoint(0, w->height())), text, w);
        return;
    }
}

void MainWindow::movePanelFocus(int by) {
    QList<QWidget*> panels{tools_};
    for (const auto& [page, work] : work_) panels << work.panel;
    panels << welcome_;
    for (const auto& [page, work] : work_) panels << work.centre->upper() << work.centre->lower();
    panels << memory_;
    const QWidget* focus = QApplication::focusWidget();
    qsizetype at = -1;
    for (qsizetype i = 0; i < panels.size(); ++i) {
        if (focus && panels[i]->isAncestorOf(focus)) at = i;
    }
    for (qsizetype step = 1; step <= panels.size(); ++step) {
        QWidget* panel = panels[(at + by * step + 2 * panels.size()) % panels.size()];
        if (!panel->isVisible()) continue;
        for (QWidget* w = panel->nextInFocusChain(); w && w != panel; w = w->nextInFocusChain()) {
            if (!panel->isAncestorOf(w)) continue;
            if (!w->isVisible() || !w->isEnabled() || !(w->focusPolicy() & Qt::TabFocus)) continue;
            w->setFocus(Qt::TabFocusReason);
            return;
        }
    }
}

}  // namespace headroom::ui
