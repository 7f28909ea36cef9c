// PresetDesk: the presets of the user and of memory sizes, for the menus and the finder of the window: save, use, rename, delete, share.
#pragma once

#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/preset_shelf.h"

#include <QObject>

#include <functional>

namespace headroom::ui {

class PresetDesk : public QObject {
    Q_OBJECT
public:
    /// Sizes of cards, GB, for which Make it fit is asked.
    static constexpr int kCards[] = {2, 4, 6, 8, 12, 24};
    /// A memory size in words; none: the CPU's.
    struct Card {
        QString title, tip;
        Bytes size;
    };
    static std::vector<Card> cards();

    /// `window`: parent of its dialogs.
    explicit PresetDesk(QWidget* window);

    /// Presets lie beside the runs.
    void setServices(Services* services);
    const PresetShelf& shelf() const { return shelf_; }
    /// What the shelf had when it was read last, in the background: at the beginning, after each change and when it was looked at.
    const std::vector<OwnPreset>& own() const { return own_; }
    /// Hears what went wrong, a sentence, or nothing; own() is the list of then.
    using Told = std::function<void(const QString& problem)>;
    /// In the background, after what was asked for before.
    void rename(const QString& from, const QString& to, Told told);
    void remove(const QString& name, Told told);
    Services* services() const { return services_; }
    /// Those of a kind of run, as entries of `menu`, with the memory sizes and the commands.
    void addTo(QMenu* menu, ModelKind kind);
    /// Asks for a name and keeps `config` under it; ends with saved() or failed().
    void save(const TrainConfig& config);
    /// Asks for a recipe, and compares where it comes from with what is here; ends with settingsRequested() or failed().
    void openRecipe();
    void manage();
    /// How a name is asked for (empty: cancelled), and whether a preset may be replaced; replaced in tests.
    void setAskName(std::function<QString(const QString& proposal)> ask) { ask_name_ = std::move(ask); }
    void setConfirm(std::function<bool(const QString& question)> confirm) { confirm_ = std::move(confirm); }
    bool confirm(const QString& question) const { return confirm_(question); }

Q_SIGNALS:
    /// `note`: what may be another than where they come from; may be empty.
    void settingsRequested(const headroom::TrainConfig& config, const QString& words, const QString& note = {});
    /// Settings for a card of this size are to be found; none: for the CPU.
    void cardRequested(headroom::ModelKind kind, headroom::Bytes card);
    void saveRequested();  ///< of the settings that the window shows
    void saved(const QString& name);
    void failed(const QString& message);
    void changed();  ///< own() is another list

private:
    /// Has `act` change the shelf, which says what went wrong.
    void change(std::function<QString(const PresetShelf& shelf)> act, Told told);
    void readAgain();
    void take(std::vector<OwnPreset> own) {
        own_ = std::move(own);
        Q_EMIT changed();
    }

    QWidget* window_;
    Services* services_ = nullptr;
    PresetShelf shelf_;
    std::vector<OwnPreset> own_;
    BackgroundTask reading_{nullptr, BackgroundTask::records()};  ///< after what is being kept
    BackgroundTask opening_;
    std::function<QString(const QString&)> ask_name_;
    std::function<bool(const QString&)> confirm_;
};

}  // namespace headroom::ui
