// ExportPlan: what is to be exported and what follows from it: requests, file names, sizes.
#include "ui/panels/export/export_plan.h"

#include "core/api/file_endings.h"
#include "core/families/portable.h"
#include "ui/models/run_words.h"

#include <QFileInfo>

namespace headroom::ui {
namespace {

constexpr int kGap = 2;  // pixels between the pictures of a grid and around it

struct ExportText {
    Q_DECLARE_TR_FUNCTIONS(ExportPlan)
};

/// `otherwise`, or that no format is `chosen`.
QString formatProblem(bool chosen, const QString& otherwise) {
    return chosen || !otherwise.isEmpty() ? otherwise : ExportText::tr("choose a format");
}

double side(int pictures, double size) { return pictures * (size + kGap) + kGap; }

/// Pictures beside each other in a sheet of the history.
int acrossOf(const ExportSource& source) {
    if (source.single()) return 1;
    return source.latents > 0 ? static_cast<int>(std::ceil(std::sqrt(source.latents))) : 8;
}

/// Those that are chosen.
QString joined(std::initializer_list<std::pair<bool, const char*>> formats) {
    QStringList words;
    for (const auto& [chosen, name] : formats)
        if (chosen) words << QLatin1String(name);
    return words.isEmpty() ? ExportText::tr("no format chosen") : words.join(ExportText::tr(" and "));
}

QString inFolder(const QString& folder, const QString& name) {
    return folder.endsWith(QLatin1Char('/')) ? folder + name : folder + QLatin1Char('/') + name;
}

/// Bytes a pixel: LZW of 256 colours, lossless WebP, H.264.
double density(const QString& film) {
    return film == QLatin1String("mp4") ? 0.05 : film == QLatin1String("webp") ? 0.4 : 0.6;
}

/// Of an animation.
QString filmWords(const QString& film, int pictures, int per_second) {
    return ExportText::tr("%1, %Ln picture(s), %2 per second", nullptr, pictures)
        .arg(filmName(film), countText(per_second));
}

}  // namespace

ExportRequest exportRequest(ExportKind kind, const QString& run_dir, const QString& target, const std::string& format,
                            const SessionPlace& place) {
    ExportRequest out{.kind = kind, .run_dir = run_dir.toStdString(), .target = target.toStdString(), .format = format};
    if (!place.same_machine) out.address = place.address;
    return out;
}

QString exportTitle(ExportRow row, const ExportSource& source) {
    switch (row) {
        case ExportRow::Grid: return source.single() ? ExportText::tr("Picture") : ExportText::tr("Sample grid");
        case ExportRow::History: return source.frames > 0 ? ExportText::tr("Film") : ExportText::tr("History");
        case ExportRow::Walk: return ExportText::tr("Latent walk");
        case ExportRow::Weights: return ExportText::tr("Weights");
        case ExportRow::Metrics: return ExportText::tr("Metrics");
        case ExportRow::Plots: return ExportText::tr("Plots");
        case ExportRow::Recipe: return ExportText::tr("Recipe");
        case ExportRow::Run: return ExportText::tr("Whole run");
    }
    return {};
}

QString filmName(const QString& format) {
    return format == QLatin1String("webp") ? QStringLiteral("WebP") : format.toUpper();
}

QString exportIcon(ExportRow row) {
    static const char* const icons[] = {"layout-grid", "movie",      "route",     "database",
                                        "table",       "chart-line", "file-text", "file-zip"};
    return QLatin1String(icons[static_cast<int>(row)]);
}

ExportPlan::About ExportPlan::about(ExportRow row, const ExportSource& source) const {
    if (source.run_dir.isEmpty()) return {ExportText::tr("there is no run yet"), {}};
    if (source.failed) return {ExportText::tr("the run could not be read"), {}};
    const double steps = static_cast<double>(source.steps), cell = source.image_size;
    const auto pixels = [cell](int across, int down) { return side(across, cell) * side(down, cell); };
    const QString no_checkpoint =
        source.checkpoint.count > 0 ? QString() : ExportText::tr("needs a checkpoint: save one first");
    const QString no_steps = source.steps > 0 ? QString() : ExportText::tr("no %1 yet").arg(stepNoun(source.kind, 2));
    switch (row) {
        case ExportRow::Grid:
            if (source.single())
                return {source.picture.isEmpty() ? ExportText::tr("no pictures yet") : QString(),
                        ExportText::tr("PNG of %1, with all settings in it")
                            .arg(stepPhrase(source.kind, countText(source.step))),
                        static_cast<double>(source.picture_bytes.count)};
            return {no_checkpoint,
                    ExportText::tr("PNG, %1 × %2, %3 × %4 px")
                        .arg(countText(rows), countText(columns), countText(std::llround(side(columns, cell))),
                             countText(std::llround(side(rows, cell)))),
                    pixels(columns, rows) * 1.8};  // PNG of shaded pictures: 60 % of 3 bytes
        case ExportRow::History: {
            const int kept = source.frames > 0 ? source.frames : source.samples, taken = std::min(kept, most_frames);
            const int across = acrossOf(source);
            return {kept > 0          ? QString()
                    : source.single() ? ExportText::tr("no pictures yet")
                                      : ExportText::tr("no samples yet"),
                    filmWords(film, taken, frames_per_second), pixels(across, across) * density(film) * taken};
        }
        case ExportRow::Walk:
            return {window_family_of(source.kind).facts().latents
                        ? no_checkpoint
                        : ExportText::tr("this kind of run has no latents to walk between"),
                    filmWords(walk_film, walk_frames, walk_per_second),
                    pixels(1, 1) * density(walk_film) * walk_frames};
        case ExportRow::Weights:
            return {
                family_of(source.kind).facts().trains
                    ? formatProblem(safetensors || pth || model || onnx, no_checkpoint)
                    : words_of(source.kind).no_weights_to_export(),
                joined({{safetensors, "safetensors"}, {pth, "PyTorch .pth"}, {model, "Hugging Face"}, {onnx, "ONNX"}}),
                static_cast<double>(source.checkpoint.count) * 0.3 *
                    (int{safetensors} + int{pth} + int{model} + int{onnx})};
        case ExportRow::Metrics:
            return {formatProblem(csv || json || tensorboard, no_steps),
                    ExportText::tr("%1, %Ln row(s)", nullptr, static_cast<int>(source.steps))
                        .arg(joined({{csv, "CSV"}, {json, "JSON"}, {tensorboard, "TensorBoard"}})),
                    steps * (csv * 120 + json * 260 + tensorboard * 420)};
        case ExportRow::Plots:
            return {formatProblem(plot_png || plot_svg || plot_pdf, no_steps),
                    joined({{plot_png, "PNG"}, {plot_svg, "SVG"}, {plot_pdf, "PDF"}}),
                    plot_svg * 400e3 + plot_png * 120e3 + plot_pdf * 90e3};
        case ExportRow::Recipe: return {{}, ExportText::tr("JSON with every setting"), 4096};
        case ExportRow::Run:
            return {{},
                    ExportText::tr("ZIP: checkpoints, history, samples, settings"),
                    static_cast<double>(source.checkpoints.count) + steps * 300 + pixels(8, 8) * 1.8 * source.samples};
    }
    return {};
}

QString ExportPlan::summary(ExportRow row, const ExportSource& source) const {
    const About known = about(row, source);
    return known.problem.isEmpty() ? known.summary : capitalised(known.problem);
}

QString ExportSource::named(const QString& what) const {
    return what + (drawn ? QStringLiteral("-step-%1").arg(*drawn) : QStringLiteral("-newest"));
}

bool ExportPlan::takes(ExportRow row, const ExportSource& source) const {
    return wanted[static_cast<std::size_t>(row)] && problem(row, source).isEmpty();
}

int ExportPlan::count(const ExportSource& source) const {
    int n = 0;
    for (int i = 0; i < kExportRows; ++i) n += takes(static_cast<ExportRow>(i), source) ? 1 : 0;
    return n;
}

std::vector<ExportRequest> ExportPlan::requests(const ExportSource& source, const QString& folder) const {
    std::vector<ExportRequest> out;
    const auto add = [&](ExportKind kind, const QString& name, const std::string& format) -> ExportRequest& {
        out.push_back(exportRequest(kind, source.run_dir, inFolder(folder, name), format, source.place));
        out.back().ema = ema;
        return out.back();
    };
    if (takes(ExportRow::Grid, source) && !source.single()) {
        ExportRequest& r =
            add(ExportKind::Grid, source.named(QStringLiteral("samples")) + QStringLiteral(".png"), "png");
        r.rows = rows;
        r.cols = columns;
        r.seed = seed;
        r.truncation = truncation;
    }
    if (takes(ExportRow::History, source)) {
        ExportRequest& r =
            add(ExportKind::Timelapse,
                (source.frames > 0 ? QStringLiteral("film.") : QStringLiteral("history.")) + film, film.toStdString());
        r.seconds_per_frame = 1.0 / std::max(1, frames_per_second);
        r.max_frames = most_frames;
    }
    if (takes(ExportRow::Walk, source)) {
        ExportRequest& r = add(ExportKind::Walk, QStringLiteral("walk.") + walk_film, walk_film.toStdString());
        r.max_frames = walk_frames;
        r.seconds_per_frame = 1.0 / std::max(1, walk_per_second);
        r.seed = static_cast<std::uint64_t>(walk_seed);
        // By name: a walk between random ends always closes.
        for (int i = 0; i < walk_ends; ++i) r.latents.push_back({r.seed, i});
        r.closed = walk_closed;
        r.truncation = walk_truncation;
    }
    if (takes(ExportRow::Weights, source)) {
        const QString stem = source.named(QStringLiteral("weights")) + QLatin1Char('.');
        if (safetensors) add(ExportKind::Checkpoint, stem + QStringLiteral("safetensors"), "safetensors");
        if (pth) add(ExportKind::Checkpoint, stem + QStringLiteral("pth"), "pth");
        if (const Portable* portable = family_of(source.kind).portable()) {
            const auto named = [](std::string_view name, const char* ending) {
                return fromUtf8(name) + QLatin1String(ending);
            };
            if (model) {
                const QString own = source.name + QStringLiteral("-model/");  // a folder of files
                add(ExportKind::Model, own + named(portable->file(), ".safetensors"), "safetensors").licence =
                    licence.trimmed().toStdString();
            }
            if (onnx) add(ExportKind::Onnx, named(portable->onnx_file(), ".onnx"), "onnx");
        }
    }
    if (takes(ExportRow::Metrics, source)) {
        if (csv) add(ExportKind::Metrics, QStringLiteral("metrics.csv"), "csv");
        if (json) add(ExportKind::Metrics, QStringLiteral("metrics.json"), "json");
        if (tensorboard) add(ExportKind::Metrics, QStringLiteral("events.tfevents"), "tfevents");
    }
    if (takes(ExportRow::Recipe, source)) add(ExportKind::Config, source.name + QLatin1String(kRecipeEnding), "json");
    if (takes(ExportRow::Run, source)) add(ExportKind::Run, source.name + QLatin1String(kRunEnding), "zip");
    return out;
}

QString ExportPlan::pictureFile(const ExportSource& source, const QString& folder) const {
    if (!source.single() || !takes(ExportRow::Grid, source)) return {};
    return inFolder(folder, QStringLiteral("picture-%1.png").arg(source.step));
}

QStringList ExportPlan::plotFiles(const ExportSource& source, const QString& folder) const {
    QStringList out;
    if (!takes(ExportRow::Plots, source)) return out;
    for (const auto& [on, ending] :
         {std::pair(plot_png, "png"), std::pair(plot_svg, "svg"), std::pair(plot_pdf, "pdf")})
        if (on) out.append(inFolder(folder, QStringLiteral("plots.")) + QLatin1String(ending));
    return out;
}

QStringList ExportPlan::replaced(const ExportSource& source, const QString& folder) const {
    QStringList files = plotFiles(source, folder);
    for (const ExportRequest& r : requests(source, folder)) files << fromUtf8(r.target);
    files << pictureFile(source, folder);
    files.removeIf([](const QString& file) { return file.isEmpty() || !QFileInfo::exists(file); });
    return files;
}

Bytes ExportPlan::size(ExportRow row, const ExportSource& source) const {
    return takes(row, source) ? Bytes{static_cast<std::int64_t>(about(row, source).bytes)} : Bytes{};
}

Bytes ExportPlan::total(const ExportSource& source) const {
    Bytes sum;
    for (int i = 0; i < kExportRows; ++i) sum += size(static_cast<ExportRow>(i), source);
    return sum;
}

}  // namespace headroom::ui
