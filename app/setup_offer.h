// SetupOffer: the engine lacks LibTorch: a dialog that gets it, and two ways back to that after "Later": the notice and the menu Help.
#pragma once

#include "app/setup_dialog.h"

#include <QAction>
#include <QPointer>

namespace headroom {

namespace ui {
class MainWindow;
class SessionBridge;
}  // namespace ui

/// On the window's thread; belongs to the window and outlives no set-up: it goes with done().
class SetupOffer : public QObject {
    Q_OBJECT
public:
    explicit SetupOffer(ui::MainWindow* window, LibtorchPlaces places, SetupDialog::WantedSet wanted = pinned_request);
    ~SetupOffer() override;

    /// Shows the dialog; one that is open comes to the front.
    void open();

Q_SIGNALS:
    void done();  ///< the set is in place

private:
    void dialogAccepted();

    ui::MainWindow* window_;
    ui::SessionBridge* bridge_;
    LibtorchPlaces places_;
    SetupDialog::WantedSet wanted_;
    QAction entry_;
    QPointer<SetupDialog> dialog_;
};

}  // namespace headroom
