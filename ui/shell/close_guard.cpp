// CloseGuard: the window stays up and live while a run stops; it closes itself when the run has ended.
#include "ui/shell/close_guard.h"

#include "ui/bridge/session_bridge.h"

#include <QApplication>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSystemTrayIcon>
#include <QWidget>

namespace headroom::ui {

CloseGuard::CloseGuard(SessionBridge* bridge, QWidget* window) : QObject(window), bridge_(bridge), window_(window) {
    ask_ = [this] { return askInBox(); };
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) {
        if (closing_ && !is_active(state)) QMetaObject::invokeMethod(window_, "close", Qt::QueuedConnection);
    });
}

bool CloseGuard::mayClose() {
    if (!is_active(bridge_->state())) return true;
    closing_ = closing_ || bridge_->stopping();
    if (closing_) return false;  // stopping already: it closes by itself
    switch (ask_()) {
        case Answer::StopAndSave: stopAndClose(StopMode::SaveAndStop); break;
        case Answer::StopWithoutSaving: stopAndClose(StopMode::StopWithoutSaving); break;
        case Answer::KeepInTray: goToTray(); break;
        case Answer::Cancel: break;
    }
    return false;
}

void CloseGuard::stopAndClose(StopMode mode) {
    if (!is_active(bridge_->state())) {
        window_->close();
        return;
    }
    closing_ = true;
    bridge_->stop(mode);
}

CloseGuard::Answer CloseGuard::askInBox() {
    QMessageBox box(QMessageBox::Question, tr("A run is going"), tr("A run is going. What should happen to it?"), QMessageBox::Cancel, window_);
    box.setInformativeText(tr("Stop and save writes a checkpoint; the run can be continued exactly where it was."));
    QPushButton* save = box.addButton(tr("Stop and save"), QMessageBox::AcceptRole);
    QPushButton* lose = box.addButton(tr("Stop without saving"), QMessageBox::DestructiveRole);
    QPushButton* keep = QSystemTrayIcon::isSystemTrayAvailable() ? box.addButton(tr("Keep running in the tray"), QMessageBox::ActionRole) : nullptr;
    save->setProperty("primary", true);
    box.setDefaultButton(save);
    // A run that ends meanwhile leaves nothing to ask.
    connect(bridge_, &SessionBridge::stateChanged, &box, [save](RunState state) { if (!is_active(state)) save->click(); });
    box.exec();
    if (box.clickedButton() == save) return Answer::StopAndSave;
    if (box.clickedButton() == lose) return Answer::StopWithoutSaving;
    if (keep && box.clickedButton() == keep) return Answer::KeepInTray;
    return Answer::Cancel;
}

void CloseGuard::goToTray() {
    if (!tray_) {
        tray_ = new QSystemTrayIcon(window_->windowIcon(), this);
        tray_->setToolTip(tr("Headroom: a run is going"));
        auto* menu = new QMenu(window_);
        const auto show = [this] {
            window_->show();
            window_->raise();
            tray_->hide();
        };
        menu->addAction(tr("Show the window"), this, show);
        menu->addAction(tr("Stop, save and quit"), this, [this, show] {
            show();
            stopAndClose(StopMode::SaveAndStop);
        });
        tray_->setContextMenu(menu);
        connect(tray_, &QSystemTrayIcon::activated, this, show);
        connect(bridge_, &SessionBridge::finished, this, [this] {
            if (tray_->isVisible()) tray_->showMessage(tr("Headroom"), tr("The run has finished."));
        });
    }
    tray_->show();
    window_->hide();
}

}  // namespace headroom::ui
