// SetupDialog: the first start of a package without LibTorch: fetches it with the user's consent, or takes it from a folder.
#pragma once

#include "core/base/result.h"
#include "core/engine/setup/libtorch_setup.h"
#include "ui/models/background_task.h"

#include <QDialog>

#include <functional>

class QCheckBox;
class QLabel;
class QPushButton;

namespace headroom {

namespace ui {
class ProgressRow;
}

/// Accepted once the set is in place. Nothing is fetched before the user has pressed the button.
class SetupDialog : public QDialog {
    Q_OBJECT
public:
    /// What is fetched, with or without the libraries for GPUs.
    using WantedSet = std::function<LibtorchRequest(bool gpu)>;

    /// `places`: where sets lie; the user's is filled.
    explicit SetupDialog(LibtorchPlaces places, QWidget* parent = nullptr, WantedSet wanted = pinned_request);

    void reject() override;

private:
    void askForIndex();
    void begin(const QString& bundle);
    void finished(const Result<LibtorchSet>& set);
    void chooseFolder();
    void showChoice();
    void showBusy(bool busy);

    LibtorchPlaces places_;
    WantedSet wanted_;
    std::string index_;
    ui::BackgroundTask look_, work_;
    QLabel *what_, *message_;
    QCheckBox* gpu_;
    ui::ProgressRow* progress_;
    QPushButton *fetch_, *folder_, *later_;
};

}  // namespace headroom
