// GuidePlaces: tables by the class of a widget, and by key and group of a setting.
#include "ui/shell/guide_dialog.h"

#include "ui/panels/run/param_row_view.h"

#include <QRegularExpression>
#include <QTabWidget>

namespace headroom::ui {
namespace {

struct ClassPlace {
    const char *name, *place;
};

/// The panel of settings is about one page or another: its property "guide" says which.
constexpr ClassPlace kClasses[] = {
    {"headroom::ui::WelcomePage", "first-run"},
    {"headroom::ui::AboutDialog", "first-run"},
    {"headroom::SetupDialog", "first-run"},
    {"headroom::ui::TrainPage", "train"},
    {"headroom::ui::SamplesPanel", "train#pictures-and-curves-in-the-centre"},
    {"headroom::ui::ExplorePage", "train#latents"},
    {"headroom::ui::WalkPage", "train#latents"},
    {"headroom::ui::LogPanel", "train#pictures-and-curves-in-the-centre"},
    {"headroom::ui::ScoresPanel", "figures#scores"},
    {"headroom::ui::MemoryPanel", "figures#to-spare-and-the-bar"},
    {"headroom::ui::LedgerView", "figures#the-table"},
    {"headroom::ui::StepSection", "figures#one-step"},
    {"headroom::ui::TimelinePanel", "training-goes-wrong"},
    {"headroom::ui::CounselPanel", "training-goes-wrong"},
    {"headroom::ui::ImaginePage", "text-to-image"},
    {"headroom::ui::RunsPage", "runs-and-queue"},
    {"headroom::ui::QueuePanel", "runs-and-queue#the-queue"},
    {"headroom::ui::AddSeveralDialog", "runs-and-queue#the-queue"},
    {"headroom::ui::StartAtDialog", "runs-and-queue#the-queue"},
    {"headroom::ui::RunCompare", "runs-and-queue#runs-compared"},
    {"headroom::ui::DatasetDialog", "train#a-recipe-that-suits-the-data"},
    {"headroom::ui::FitDialog", "does-not-fit#before-the-start"},
    {"headroom::ui::ExportDialog", "files-that-travel"},
    {"headroom::ui::ModelsDialog", "text-to-image#models"},
    {"headroom::ui::UpscaleDialog", "text-to-image#a-larger-picture"},
    {"headroom::ui::PresetsDialog", "bring-and-find#presets"},
    {"headroom::ui::TakeSettingsDialog", "bring-and-find#settings-of-others"},
    {"headroom::ui::FindDialog", "bring-and-find#find-anything"},
    {"headroom::ui::KeyboardDialog", "bring-and-find#keys"},
};

struct SettingPlace {
    std::string_view key;    ///< or its beginning, up to a dot; empty: of the whole group
    std::string_view group;  ///< in English; empty: of any
    const char* place;
};

/// The first that suits.
constexpr SettingPlace kSettings[] = {
    {"scores.", "", "figures#scores"},
    {"checkpoint.best", "", "figures#scores"},
    {"counsel.", "", "training-goes-wrong"},
    {"model.width", "", "train#a-light-gan-for-few-pictures"},
    {"augment.share", "", "train#a-light-gan-for-few-pictures"},
    {"data.skip_duplicates", "", "train#a-recipe-that-suits-the-data"},
    {"data.skip_empty", "", "train#a-recipe-that-suits-the-data"},
    {"data.held_out", "", "train#a-recipe-that-suits-the-data"},
    {"data.ground", "", "train#a-recipe-that-suits-the-data"},
    {"model.upsampling", "", "train#a-recipe-that-suits-the-data"},
    {"augment.adapt", "", "train#a-recipe-that-suits-the-data"},
    {"cuda.graphs", "", "does-not-fit#while-a-run-goes-on"},
    {"memory.on_oom", "", "does-not-fit#while-a-run-goes-on"},
    {"memory.allow_lower_precision", "", "does-not-fit#while-a-run-goes-on"},
    {"memory.timeline", "", "figures#one-step"},
    {"latent.", "", "text-to-image#how-the-picture-is-changed"},
    {"pull.", "", "text-to-image#how-the-picture-is-changed"},
    {"smooth.", "", "text-to-image#how-the-picture-is-changed"},
    {"ranks.", "", "several-processes"},
    {"", "Data", "train#data"},
    {"", "Model", "train#networks-and-losses"},
    {"", "Loss", "train#networks-and-losses"},
    {"", "Optimiser", "train#rates-and-averages"},
    {"", "Batch", "train#batch-and-memory"},
    {"", "Memory", "train#batch-and-memory"},
    {"", "Run", "train#how-long-it-runs-and-what-it-keeps"},
    {"", "Network", "train#a-vqgan"},
    {"", "Codebook", "train#a-vqgan"},
    {"", "Prompts", "text-to-image#prompts"},
    {"", "Start from", "text-to-image#what-it-starts-from"},
    {"", "Picture", "text-to-image#size"},
    {"", "Cutouts", "text-to-image#cutouts"},
    {"", "Motion", "text-to-image#motion-and-overlay"},
    {"", "Overlay", "text-to-image#motion-and-overlay"},
    {"", "Models", "text-to-image#models"},
};

bool suits(const SettingPlace& row, std::string_view group, std::string_view key) {
    if (!row.group.empty()) return row.group == group;
    return row.key.ends_with('.') ? key.starts_with(row.key) : row.key == key;
}

QString place_of_class(const QWidget* widget) {
    if (const auto* tabs = qobject_cast<const QTabWidget*>(widget); tabs && tabs->currentWidget())
        return place_of_class(tabs->currentWidget());  // the focus is on the bar
    for (const ClassPlace& row : kClasses)
        if (qstrcmp(widget->metaObject()->className(), row.name) == 0) return QString::fromLatin1(row.place);
    return widget->property("guide").toString();
}

QString section_id(const QString& heading) {
    static const QRegularExpression other(QStringLiteral("[^a-z0-9 -]"));
    return heading.toLower().remove(other).replace(QLatin1Char(' '), QLatin1Char('-'));
}

}  // namespace

QString guidePlaceOf(const QWidget* widget) {
    for (const QWidget* w = widget; w; w = w->parentWidget()) {
        if (const auto* setting = qobject_cast<const ParamRowView*>(w))
            return guidePlaceOf(setting->row().group, setting->row().key);
        if (const QString place = place_of_class(w); !place.isEmpty()) return place;
    }
    return {};
}

QString guidePlaceOf(std::string_view group, std::string_view key) {
    for (const SettingPlace& row : kSettings)
        if (suits(row, group, key)) return QString::fromLatin1(row.place);
    return {};
}

int guideSectionOf(const QString& place) {
    const QString wanted = place.section(QLatin1Char('#'), 1);
    if (wanted.isEmpty()) return kGuideTop;
    const QStringList headings = guideHeadings(place.section(QLatin1Char('#'), 0, 0));
    for (int i = 0; i < headings.size(); ++i)
        if (section_id(headings[i]) == wanted) return i;
    return kGuideTop;
}

std::vector<QString> guidePlaces() {
    std::vector<QString> out;
    for (const ClassPlace& row : kClasses) out.push_back(QString::fromLatin1(row.place));
    for (const SettingPlace& row : kSettings) out.push_back(QString::fromLatin1(row.place));
    return out;
}

}  // namespace headroom::ui
