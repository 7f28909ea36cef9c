// SetupOffer: the notice's button and the menu's entry lead to one dialog.
#include "app/setup_offer.h"

#include "ui/bridge/session_bridge.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice_host.h"
#include "ui/shell/workbench.h"
#include "ui/widgets/kit.h"

#include <QMenu>
#include <QMenuBar>
#include <QPushButton>

namespace headroom {

const QString kNotice = QStringLiteral("engine");

SetupOffer::SetupOffer(ui::MainWindow* window, LibtorchPlaces places, SetupDialog::WantedSet wanted)
    : QObject(window),
      window_(window),
      bridge_(window->own()->bridge()),
      places_(std::move(places)),
      wanted_(std::move(wanted)),
      entry_(tr("Set up LibTorch…")) {
    bridge_->setLacking(tr("LibTorch is missing; Set up LibTorch… (menu Help) fetches it"));
    auto* bar = window->notices()->post(
        kNotice, ui::Tone::Err, tr("LibTorch is still missing"),
        tr("Headroom computes with it, so nothing can be trained yet. It is fetched once, or taken from a folder."));
    connect(bar->addButton(tr("Set up…"), QStringLiteral("download"), true), &QPushButton::clicked, this,
            &SetupOffer::open);
    window->menuBar()->actions().last()->menu()->addAction(&entry_);  // Help
    connect(&entry_, &QAction::triggered, this, &SetupOffer::open);
}

SetupOffer::~SetupOffer() = default;

void SetupOffer::open() {
    if (!dialog_ || !dialog_->isVisible()) {  // one that was closed is on its way out
        dialog_ = new SetupDialog(places_, window_, wanted_);
        connect(dialog_, &QDialog::accepted, this, &SetupOffer::dialogAccepted);
        ui::openOnce(dialog_);
    }
    dialog_->raise();
}

void SetupOffer::dialogAccepted() {
    window_->notices()->remove(kNotice);
    bridge_->setLacking({});
    Q_EMIT done();
    deleteLater();
}

}  // namespace headroom
