// ModelsDialog: the models that text to image can use: built-in, fetched, and those of the catalogue with size, licence, source and
// check; download with progress, cancel and resumption, files of one's own. Nothing is fetched without a click on its button.
#pragma once

#include "core/api/services.h"
#include "ui/forward.h"
#include "ui/models/background_task.h"

#include <QDialog>

namespace headroom::ui {

class ModelsDialog : public QDialog {
    Q_OBJECT
public:
    explicit ModelsDialog(Services* services, QWidget* parent = nullptr);

    bool fetching() const { return fetch_.running(); }
    QTreeWidget* list() const { return list_; }
    QPushButton* fetchButton() const { return fetchButton_; }
    QPushButton* useButton() const { return use_; }
    QPushButton* deleteButton() const { return delete_; }
    /// Chooses the model of that id; empty: the built-in VQGAN.
    void choose(const QString& id);
    /// Looks into a file of the user's own and shows what it is.
    void lookAt(const QString& path);
    void startFetch();
    void cancelFetch();

Q_SIGNALS:
    /// `kind` "vqgan" or "clip"; `path` empty: the built-in one.
    void useRequested(const QString& kind, const QString& path);

private:
    void reload();
    void fill();
    const KnownModel* chosen() const;
    void showChosen();
    void showOwn(const WeightSummary& summary);
    void showDetails(const QString& title, const QString& text, const std::vector<std::pair<QString, QString>>& facts);
    void updateButtons();
    void fetched(const Result<std::string>& path);
    void deleteChosen();
    QWidget* headRow();
    QWidget* details();

    Services* services_;
    std::vector<KnownModel> models_;
    WeightSummary own_;  ///< the user's file that is shown; path empty: none
    std::string fetchingId_;
    BackgroundTask load_, look_, fetch_, remove_;
    QTreeWidget* list_;
    QLabel *title_, *summary_, *facts_, *message_;
    ProgressRow* progress_;
    QPushButton *fetchButton_, *delete_, *use_;
};

}  // namespace headroom::ui
