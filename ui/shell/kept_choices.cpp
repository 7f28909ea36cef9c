// Kept choices: whether runs begin in a process of their own, and what becomes of queued ones that are too big.
#include "ui/shell/kept_choices.h"

#include "ui/bridge/qt_format.h"
#include "ui/models/start_choice.h"
#include "ui/panels/queue/queue_desk.h"
#include "ui/shell/layout_store.h"

namespace headroom::ui {

void keep_choices(LayoutStore& store, StartChoice& start, QueueDesk& queue) {
    const QString own = QStringLiteral("start/ownProcess"), too_big = QStringLiteral("queue/whenTooBig");
    start.setOwnProcess(store.text(own, {}) == QLatin1String("true"));
    QObject::connect(&start, &StartChoice::changed, &store, [&store, &start, own] {
        store.setText(own, start.ownProcess() ? QStringLiteral("true") : QStringLiteral("false"));
    });
    const auto kept = enum_from_name<WhenTooBig>(store.text(too_big, {}).toStdString());
    queue.setWhenTooBig(kept.value_or(WhenTooBig::Wait));
    QObject::connect(&queue, &QueueDesk::whenTooBigChanged, &store,
                     [&store, too_big](WhenTooBig what) { store.setText(too_big, fromUtf8(name_of(what))); });
}

}  // namespace headroom::ui
