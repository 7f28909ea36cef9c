// Stands in for the desktop's programs while it lives: nothing is opened outside of the window, and what would have been is kept.
#pragma once

#include <QDesktopServices>
#include <QObject>
#include <QUrl>

namespace headroom::ui {

class OpenedPaths : public QObject {
    Q_OBJECT
public:
    OpenedPaths() {
        for (const char* scheme : kSchemes) QDesktopServices::setUrlHandler(QLatin1String(scheme), this, "open");
    }
    ~OpenedPaths() override {
        for (const char* scheme : kSchemes) QDesktopServices::unsetUrlHandler(QLatin1String(scheme));
    }
    QString last;  ///< path of the file or folder that was to be opened last

public Q_SLOTS:
    void open(const QUrl& url) { last = url.toLocalFile(); }

private:
    static constexpr const char* kSchemes[] = {"file", "http", "https"};
};

}  // namespace headroom::ui
