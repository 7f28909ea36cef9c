// ExportJob: writes the files of a plan one after another off the window's thread; plots are drawn on it by a given function.
#pragma once

#include "core/api/services.h"
#include "ui/models/background_task.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace headroom::ui {

class ExportJob : public QObject {
    Q_OBJECT
public:
    /// Draws the plots into a file by its suffix; false when that failed. Window's thread.
    using PlotWriter = std::function<bool(const QString& path)>;

    explicit ExportJob(Services* services, QObject* parent = nullptr);

    bool running() const { return task_.running(); }
    /// `folder` is made where it is missing. Ends with done() or failed().
    void start(const QString& folder, const std::vector<ExportRequest>& requests, const QStringList& plots,
               const PlotWriter& writer);
    void cancel();

Q_SIGNALS:
    void progress(const QString& what, double fraction);
    void done(const QStringList& files);
    void failed(const QString& message, const QString& hint, const QStringList& files);  ///< files: written before it
    void cancelled();

private:
    Services* services_;
    BackgroundTask task_;
};

}  // namespace headroom::ui
