// ExportPlan: what is to be exported and what follows from it: requests, file names, sizes. No widgets.
#pragma once

#include "ui/families/registry.h"

namespace headroom::ui {

/// Rows of the export list, in order.
enum class ExportRow { Grid, History, Walk, Weights, Metrics, Plots, Recipe, Run };
inline constexpr int kExportRows = 8;

/// What the run offers; filled from its folder.
struct ExportSource {
    QString run_dir, name;
    qint64 step = 0;
    int image_size = 0;
    int latents = 0;   ///< pictures of the fixed grid
    int samples = 0;   ///< sample sets in the history
    qint64 steps = 0;  ///< recorded steps
    Bytes checkpoint;  ///< size of the newest checkpoint; 0: there is none
    bool ema = true;
    ModelKind kind = first_kind();
    QString picture{};      ///< of a run that is one picture: the newest that was kept
    int frames = 0;         ///< then: finished pictures of a folder, which make a film instead of a history
    Bytes checkpoints{};    ///< size of all
    Bytes picture_bytes{};  ///< of the file of `picture`
    SessionPlace place{};
    std::optional<qint64>
        drawn{};          ///< step of the newest checkpoint, which pictures are of; none: only its machine knows
    bool failed = false;  ///< the run could not be read

    /// "weights" as "weights-step-4000".
    QString named(const QString& what) const;
    /// The run is one picture instead of a grid of samples.
    bool single() const { return window_family_of(kind).facts().sample == SampleKind::Picture; }
};

struct ExportPlan {
    std::array<bool, kExportRows> wanted{true, true, false, true, true, true, true, false};
    int rows = 8, columns = 8;
    bool ema = true;
    quint64 seed = 0;
    double truncation = 1.0;
    int frames_per_second = 10, most_frames = 200;
    QString film = QStringLiteral("gif");  ///< format of the history: "gif", "webp", "mp4"
    int walk_frames = 60, walk_per_second = 15;
    int walk_seed = 1, walk_ends = 8;  ///< it leads through the first pictures of the seed
    bool walk_closed = true;           ///< it ends where it began
    double walk_truncation = 1.0;
    QString walk_film = QStringLiteral("gif");
    bool safetensors = true, pth = false, model = false, onnx = false;
    QString licence{};  ///< of the model; empty: not said
    bool csv = true, json = false, tensorboard = false;
    bool plot_png = true, plot_svg = true, plot_pdf = false;

    /// Requests for the engine, in order; those for plots are apart.
    std::vector<ExportRequest> requests(const ExportSource& source, const QString& folder) const;
    QStringList plotFiles(const ExportSource& source, const QString& folder) const;
    /// Where the painted picture goes; empty: it is not taken.
    QString pictureFile(const ExportSource& source, const QString& folder) const;
    /// Files that will be written and exist already. Any thread; waits for the disk.
    QStringList replaced(const ExportSource& source, const QString& folder) const;
    int count(const ExportSource& source) const;
    Bytes size(ExportRow row, const ExportSource& source) const;  ///< estimate of the files of one row
    Bytes total(const ExportSource& source) const;
    /// Second line of a row ("PNG, 8 × 8, 1,042 × 1,042 px").
    QString summary(ExportRow row, const ExportSource& source) const;
    /// Why the row cannot be exported; empty when it can.
    QString problem(ExportRow row, const ExportSource& source) const { return about(row, source).problem; }
    bool takes(ExportRow row, const ExportSource& source) const;

private:
    struct About {
        QString problem, summary;
        double bytes = 0;
    };
    About about(ExportRow row, const ExportSource& source) const;
};

/// Asks for the file `target`, of a run or a checkpoint that is at `place`.
ExportRequest exportRequest(ExportKind kind, const QString& run_dir, const QString& target, const std::string& format,
                            const SessionPlace& place = {});

QString exportTitle(ExportRow row, const ExportSource& source);
/// "GIF", "WebP", "MP4".
QString filmName(const QString& format);
QString exportIcon(ExportRow row);

}  // namespace headroom::ui
