// CloseGuard: the window stays up and live while a run stops or work is finished; it closes itself when that has ended.
#include "ui/shell/close_guard.h"

#include "ui/bridge/session_bridge.h"
#include "ui/i18n/core_text.h"
#include "ui/shell/theme.h"

#include <QApplication>
#include <QDialogButtonBox>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScreen>
#include <QSystemTrayIcon>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace headroom::ui {

CloseGuard::CloseGuard(SessionBridge* bridge, QWidget* window) : QObject(window), bridge_(bridge), window_(window) {
    ask_ = [this] { return askInBox(); };
    ask_work_ = [this](const UnfinishedWork& work) { return askForWork(work); };
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (!closing_) return;
        closing_ = bridge_->stopping();  // not where a full disk holds it up: the run is paused, and the window stays
        if (is_active(state)) return;
        if (!awaits_work_) QMetaObject::invokeMethod(window_, "close", Qt::QueuedConnection);
    });
}

void CloseGuard::watch(UnfinishedWork work) {
    std::erase_if(watched_, [](const UnfinishedWork& w) { return !w.part; });
    watched_.push_back(std::move(work));
}

bool CloseGuard::working() const {
    return std::ranges::any_of(watched_, [](const UnfinishedWork& w) { return w.part && w.busy(); });
}

bool CloseGuard::mayClose() {
    const bool run = is_active(bridge_->state());
    if (!run) return settleWork() && !working();
    closing_ = closing_ || bridge_->stopping();
    if (closing_) return false;  // stopping already: it closes by itself
    const Answer answer = ask_();
    if (answer == Answer::KeepInTray) goToTray();
    if (answer == Answer::KeepTraining) {
        if (settleWork()) hand_over_();
        return false;
    }
    if (answer == Answer::Cancel || answer == Answer::KeepInTray || !settleWork()) return false;
    stopRun(answer == Answer::StopAndSave ? StopMode::SaveAndStop : StopMode::StopWithoutSaving);
    return false;
}

void CloseGuard::handedOver() {
    if (!awaits_work_) QMetaObject::invokeMethod(window_, "close", Qt::QueuedConnection);
}

void CloseGuard::stopRun(StopMode mode) {
    if (!is_active(bridge_->state())) {
        // Not at once: this may be the answer to a question of the window's own closing.
        if (!working()) QMetaObject::invokeMethod(window_, "close", Qt::QueuedConnection);
        return;
    }
    closing_ = true;
    bridge_->stop(mode);
}

void CloseGuard::stopAndClose(StopMode mode) {
    unasked_ = true;
    awaits_work_ = false;
    for (const UnfinishedWork& work : watched_)
        if (work.part && work.busy()) work.stop();
    stopRun(mode);
}

bool CloseGuard::settleWork() {
    awaits_work_ = false;
    if (unasked_) return true;
    const std::vector<UnfinishedWork> all = watched_;  // a question lets anything happen
    for (const UnfinishedWork& work : all) {
        if (!work.part || !work.busy()) continue;
        const WorkAnswer answer = ask_work_(work);
        const bool busy = work.part && work.busy();
        if (answer == WorkAnswer::Cancel) {
            awaits_work_ = false;
            return false;
        }
        if (answer == WorkAnswer::Stop && busy) work.stop();
        if (answer == WorkAnswer::Finish && busy) {
            awaits_work_ = true;
            if (work.show) work.show();
        }
    }
    return true;
}

void CloseGuard::workEnded(bool good) {
    Q_EMIT someWorkEnded(good);
    if (!good) awaits_work_ = false;  // what went wrong is to be seen
    if (working() || !std::exchange(awaits_work_, false)) return;
    if (!closing_) QMetaObject::invokeMethod(window_, "close", Qt::QueuedConnection);
}

namespace {

/// As QMessageBox::exec(). Buttons stand one below the other where a box, which takes no more than a part of the screen, would cut their words.
void ask(QMessageBox& box) {
    const int screen = box.screen()->availableSize().width(), most = screen > 1024 ? qMin(screen - 480, 1000) : screen;
    auto* buttons = box.findChild<QDialogButtonBox*>();
    if (buttons->sizeHint().width() + 2 * scaled(16) > most) buttons->setOrientation(Qt::Vertical);
    // Qt makes the default button the proxy of its row, and Tab then passes another one by.
    buttons->setFocusProxy(nullptr);
    box.exec();
}

}  // namespace

CloseGuard::WorkAnswer CloseGuard::askForWork(const UnfinishedWork& work) {
    QMessageBox box(QMessageBox::Question, work.title, work.question, QMessageBox::Cancel, window_);
    box.setInformativeText(work.advice);
    QPushButton* finish = box.addButton(tr("Finish and quit"), QMessageBox::AcceptRole);
    QPushButton* stop = box.addButton(tr("Stop and quit"), QMessageBox::DestructiveRole);
    finish->setProperty("primary", true);
    box.setDefaultButton(finish);
    // What is done meanwhile leaves nothing to ask; what failed is to be seen.
    connect(this, &CloseGuard::someWorkEnded, &box, [&work, finish, &box](bool good) {
        if (!work.part || !work.busy()) good ? finish->click() : box.reject();
    });
    ask(box);
    if (box.clickedButton() == finish) return WorkAnswer::Finish;
    return box.clickedButton() == stop ? WorkAnswer::Stop : WorkAnswer::Cancel;
}

CloseGuard::Answer CloseGuard::askInBox() {
    QMessageBox box(QMessageBox::Question, tr("A run is going"), tr("A run is going. What should happen to it?"),
                    QMessageBox::Cancel, window_);
    box.setInformativeText(tr("Stop and save writes a checkpoint; the run can be continued exactly where it was."));
    QPushButton* save = box.addButton(tr("Stop and save"), QMessageBox::AcceptRole);
    QPushButton* go_on =
        able_() ? box.addButton(tr("Keep training without a window"), QMessageBox::AcceptRole) : nullptr;
    if (go_on)
        go_on->setToolTip(
            tr("Saves a checkpoint; a process of its own goes on from it, and Headroom attaches to it again"));
    QPushButton* lose = box.addButton(tr("Stop without saving"), QMessageBox::DestructiveRole);
    QPushButton* keep = QSystemTrayIcon::isSystemTrayAvailable()
                            ? box.addButton(tr("Keep running in the tray"), QMessageBox::ActionRole)
                            : nullptr;
    save->setProperty("primary", true);
    box.setDefaultButton(save);
    // A run that ends meanwhile leaves nothing to ask.
    connect(bridge_, &SessionBridge::stateChanged, &box, [save](RunState state) {
        if (!is_active(state)) save->click();
    });
    ask(box);
    if (box.clickedButton() == save) return Answer::StopAndSave;
    if (go_on && box.clickedButton() == go_on) return Answer::KeepTraining;
    if (box.clickedButton() == lose) return Answer::StopWithoutSaving;
    if (keep && box.clickedButton() == keep) return Answer::KeepInTray;
    return Answer::Cancel;
}

void CloseGuard::goToTray() {
    if (!tray_) {
        tray_ = new QSystemTrayIcon(window_->windowIcon(), this);
        tray_->setToolTip(tr("Headroom: a run is going"));
        auto* menu = new QMenu(window_);
        menu->addAction(tr("Show the window"), this, &CloseGuard::showWindow);
        menu->addAction(tr("Stop, save and quit"), this, [this] {
            showWindow();
            if (settleWork()) stopRun(StopMode::SaveAndStop);
        });
        tray_->setContextMenu(menu);
        connect(tray_, &QSystemTrayIcon::activated, this, [this](QSystemTrayIcon::ActivationReason reason) {
            if (reason != QSystemTrayIcon::Context) showWindow();  // that opens the menu
        });
        connect(bridge_, &SessionBridge::finished, this,
                [this] { showInTray(tr("Headroom"), tr("The run has finished."), false); });
        connect(bridge_, &SessionBridge::failed, this, [this](const Failed& failure) {
            showInTray(tr("Headroom: the run failed"), coreText(failure.error.message), true);
        });
    }
    tray_->show();
    window_->hide();
}

void CloseGuard::showWindow() {
    window_->setWindowState(window_->windowState() & ~Qt::WindowMinimized);
    window_->show();
    window_->raise();
    window_->activateWindow();
    if (tray_) tray_->hide();
}

void CloseGuard::showInTray(const QString& title, const QString& text, bool bad) {
    if (!tray_->isVisible() || !tells_(bad)) return;
    tray_->showMessage(title, text, bad ? QSystemTrayIcon::Critical : QSystemTrayIcon::Information);
    Q_EMIT shownInTray(title, text);
}

}  // namespace headroom::ui
