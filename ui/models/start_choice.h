// StartChoice: how Start starts a run: within the window or in a process of its own, and in how many. One for all pages.
#pragma once

#include <QObject>

#include <utility>

namespace headroom::ui {

class StartChoice : public QObject {
    Q_OBJECT
public:
    static constexpr int kMostProcesses = 64;

    using QObject::QObject;

    /// A process of its own was asked for, or several are.
    bool elsewhere() const { return own_process_ || processes_ > 1; }
    bool ownProcess() const { return own_process_; }
    int processes() const { return processes_; }
    void setOwnProcess(bool on) {
        if (std::exchange(own_process_, on) != on) Q_EMIT changed();
    }
    void setProcesses(int count) {
        if (std::exchange(processes_, count) != count) Q_EMIT changed();
    }

Q_SIGNALS:
    void changed();

private:
    bool own_process_ = false;
    int processes_ = 1;
};

}  // namespace headroom::ui
