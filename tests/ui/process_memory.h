// What the process holds beside its files, as the system counts it: what leaks ends up there.
#pragma once

#include <QByteArray>
#include <QFile>
#include <QList>

#include <malloc.h>

namespace headroom::ui {

/// Bytes, without what was freed and kept for later; -1 where the system does not say.
inline qint64 anonymousMemory() {
    malloc_trim(0);
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly)) return -1;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("RssAnon:")) return line.mid(8).simplified().split(' ').first().toLongLong() * 1024;
    return -1;
}

}  // namespace headroom::ui
