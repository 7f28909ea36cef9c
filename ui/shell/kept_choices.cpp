// Kept choices: whether runs begin in processes of their own and in how many, and what becomes of queued ones that are too big.
#include "ui/shell/kept_choices.h"

#include "ui/bridge/qt_format.h"
#include "ui/models/start_choice.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/layout_store.h"

#include <algorithm>

namespace headroom::ui {

void keep_choices(LayoutStore& store, StartChoice& start, QueueDesk& queue) {
    const QString own = QStringLiteral("start/ownProcess"), processes = QStringLiteral("start/processes"),
                  too_big = QStringLiteral("queue/whenTooBig");
    start.setOwnProcess(store.text(own, {}) == QLatin1String("true"));
    start.setProcesses(std::clamp(store.text(processes, {}).toInt(), 1, StartChoice::kMostProcesses));
    QObject::connect(&start, &StartChoice::changed, &store, [&store, &start, own, processes] {
        store.setText(own, start.ownProcess() ? QStringLiteral("true") : QStringLiteral("false"));
        store.setText(processes, QString::number(start.processes()));
    });
    const auto kept = enum_from_name<WhenTooBig>(store.text(too_big, {}).toStdString());
    queue.setWhenTooBig(kept.value_or(WhenTooBig::Wait));
    QObject::connect(&queue, &QueueDesk::whenTooBigChanged, &store,
                     [&store, too_big](WhenTooBig what) { store.setText(too_big, fromUtf8(name_of(what))); });
}

}  // namespace headroom::ui
