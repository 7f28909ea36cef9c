// LayoutStore: window geometry and docks, kept with a version number; a foreign or damaged layout is ignored.
#pragma once

#include "ui/forward.h"

#include <QString>

#include <memory>

namespace headroom::ui {

class LayoutStore {
public:
    /// `remember` off (--safe-mode): nothing is read or written.
    explicit LayoutStore(bool remember);
    ~LayoutStore();

    void save(const QMainWindow& window, const QSplitter& splitter);
    /// False: nothing (usable) was stored; the caller's default layout stands.
    bool restore(QMainWindow& window, QSplitter& splitter);
    void forget();

    QString text(const QString& key, const QString& fallback) const;
    void setText(const QString& key, const QString& value);

private:
    std::unique_ptr<QSettings> settings_;
};

}  // namespace headroom::ui
