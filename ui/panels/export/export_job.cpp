// ExportJob: see export_job.h.
#include "ui/panels/export/export_job.h"

#include <QDir>

#include <algorithm>
#include <optional>

namespace headroom::ui {
namespace {

struct Outcome {
    QStringList files;
    std::optional<Error> error;
};

}  // namespace

ExportJob::ExportJob(Services* services, QObject* parent) : QObject(parent), services_(services) {
    connect(&task_, &BackgroundTask::progress, this, &ExportJob::progress);
}

void ExportJob::start(const QString& folder, const std::vector<ExportRequest>& requests, const QStringList& plots,
                      const PlotWriter& writer) {
    if (!QDir().mkpath(folder)) {
        Q_EMIT failed(tr("%1 cannot be made.").arg(folder), tr("Choose a folder that can be written."), {});
        return;
    }
    QStringList drawn;
    for (const QString& path : plots) {
        if (!writer || !writer(path)) {
            Q_EMIT failed(tr("%1 was not written.").arg(path),
                          tr("Choose a folder that can be written, or leave the plots out."), drawn);
            return;
        }
        drawn.append(path);
    }
    const auto work = [services = services_, requests, drawn](const BackgroundTask::Report& report,
                                                              std::stop_token stop) {
        Outcome out{drawn, std::nullopt};
        for (std::size_t i = 0; i < requests.size(); ++i) {
            const double share = 1.0 / static_cast<double>(requests.size());
            const auto part = [&](const std::string& what, double fraction) {
                report(what, (static_cast<double>(i) + std::max(0.0, fraction)) * share);
            };
            auto written = services->export_run(requests[i], part, stop);
            if (!written) {
                out.error = written.error();
                return out;
            }
            out.files.append(QString::fromStdString(written->path));
        }
        return out;
    };
    task_.start(work, [this](Outcome out) {
        if (!out.error)
            Q_EMIT done(out.files);
        else if (out.error->code == ErrorCode::Cancelled)
            Q_EMIT cancelled();
        else
            Q_EMIT failed(QString::fromStdString(out.error->message), QString::fromStdString(out.error->hint),
                          out.files);
    });
}

void ExportJob::cancel() {
    if (!task_.running()) return;
    task_.cancel();
    Q_EMIT cancelled();
}

}  // namespace headroom::ui
