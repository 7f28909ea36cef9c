// DatasetDialog: looks into a data set before it is used.
#include "ui/panels/dataset/dataset_dialog.h"

#include "core/api/param_schema.h"
#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/panels/dataset/dataset_report_view.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/path_drop.h"

#include <QComboBox>
#include <QDir>

namespace headroom::ui {

DatasetDialog::DatasetDialog(Services* services, TrainConfig config, QWidget* parent)
    : QDialog(parent),
      services_(services),
      config_(std::move(config)),
      path_(named(new QLineEdit(this), tr("Data set"))),
      fit_(named(new QComboBox(this), tr("How pictures are cut square"), tr("How pictures are cut square"))),
      inspect_(new QPushButton(tr("Inspect"), this)),
      use_(new QPushButton(tr("Use this data set"), this)),
      recipe_(makePrimaryButton(tr("Use with this recipe"), QStringLiteral("check"), this)),
      empty_(new EmptyState(QStringLiteral("photo-search"), tr("Nothing inspected yet"),
                            tr("Choose a folder, a CIFAR-10 or MNIST file, or the built-in shapes."), this)),
      progress_(new ProgressRow(tr("Inspection"), tr("Cancel"), this)),
      view_(new DatasetReportView(this)) {
    setWindowTitle(tr("Data set"));
    resize(1040, 680);
    setMinimumSize(640, 440);
    QWidget* source = sourceRow();
    auto* close = new QPushButton(tr("Close"), this);
    recipe_->setDefault(true);
    columnIn(this, {}, 0,
             {source,
              hairline(this),
              {empty_->inPlaceOf(view_), 1},
              hairline(this),
              progress_,
              rowOf({stretch(), close, use_, recipe_}, 8, {16, 12, 16, 12})});
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(use_, &QPushButton::clicked, this, &QDialog::accept);
    connect(recipe_, &QPushButton::clicked, this, [this] {
        takes_recipe_ = true;
        accept();
    });
    connect(&task_, &BackgroundTask::progress, progress_, &ProgressRow::setProgress);
    connect(progress_, &ProgressRow::cancelled, this, [this] {
        task_.cancel();
        setBusy(false);
        empty_->say(tr("Inspection cancelled"), tr("Nothing was changed."));
    });
    connect(path_, &QLineEdit::textChanged, this, [this] { setBusy(busy()); });
    new PathDrop(this, PathDrop::Takes::Either, [this](const QString& path) {
        path_->setText(QDir::toNativeSeparators(path));
        inspect();
        return QString();
    });
    setBusy(false);
    if (!config_.data_path.empty()) inspect();
}

QWidget* DatasetDialog::sourceRow() {
    path_->setText(fromUtf8(config_.data_path));
    path_->setPlaceholderText(tr("Folder, CIFAR-10 or MNIST file, or shapes"));
    auto* browse = makeButton(tr("Folder…"), QStringLiteral("folder"), this);
    auto* shapes = makeButton(tr("Built-in shapes"), QStringLiteral("cube"), this);
    for (const ParamChoice& choice : find_param("data.fit")->choices)
        fit_->addItem(coreText(choice.label), fromUtf8(choice.name));
    fit_->setCurrentIndex(static_cast<int>(config_.data_fit));
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString folder = askForFolder(this, QStringLiteral("data"), tr("Folder with pictures"), path_->text());
        if (folder.isEmpty()) return;
        path_->setText(QDir::toNativeSeparators(folder));
        inspect();
    });
    connect(shapes, &QPushButton::clicked, this, [this] {
        path_->setText(QStringLiteral("shapes"));
        inspect();
    });
    // How pictures are cut changes what training sees, nothing of what was found in them.
    connect(fit_, &QComboBox::activated, this,
            [this] { read(!facts_ || looked_at_ != path_->text().trimmed().toStdString()); });
    connect(inspect_, &QPushButton::clicked, this, &DatasetDialog::inspect);
    connect(path_, &QLineEdit::returnPressed, this, &DatasetDialog::inspect);
    return boxed(rowOf({{path_, 1}, browse, shapes, fit_, inspect_}, 8, {16, 12, 16, 12}), this);
}

void DatasetDialog::read(bool look) {
    if (path_->text().trimmed().isEmpty()) return;
    config_.data_path = path_->text().trimmed().toStdString();
    config_.data_fit = static_cast<FitMode>(fit_->currentIndex());
    const DatasetQuery query{.config = config_, .look = look};
    task_.start(
        [services = services_, query](const BackgroundTask::Report& report, std::stop_token stop) {
            return services->inspect_dataset(query, report, stop);
        },
        [this](const Result<DatasetReport>& report) {
            if (report) {
                DatasetReport shown = *report;
                if (shown.facts) {
                    facts_ = shown.facts;
                    suggestion_ = shown.suggestion;
                    looked_at_ = config_.data_path;
                }
                shown.facts = facts_;
                shown.suggestion = suggestion_;
                view_->setReport(shown, static_cast<int>(config_.image_size));
                empty_->giveWay(true);
            } else {
                empty_->sayTrouble(coreText(report.error().message), coreText(report.error().hint));
            }
            setBusy(false);
        });
    progress_->setProgress({}, -1);
    empty_->say(tr("Reading the data set"), {});
    empty_->giveWay(false);
    setBusy(true);
}

void DatasetDialog::setBusy(bool busy) {
    progress_->setVisible(busy);
    const bool shown = !view_->isHidden() && path_->text().trimmed().toStdString() == config_.data_path;
    use_->setEnabled(!busy && shown);
    recipe_->setEnabled(!busy && shown && suggestion_.has_value());
    recipe_->setVisible(!shown || suggestion_.has_value());
    const bool alone = recipe_->isHidden();  // what Return does then, and looks so
    restyle(use_, "primary", alone);
    (alone ? use_ : recipe_)->setDefault(true);
    use_->setToolTip(use_->isEnabled() ? QString()
                     : busy            ? tr("The inspection is still running")
                                       : tr("Inspect a data set that can be read first"));
    inspect_->setEnabled(!busy && !path_->text().trimmed().isEmpty());
}

QString DatasetDialog::message() const { return empty_->accessibleName(); }

ParamPatch DatasetDialog::patch() const {
    const SuggestedRecipe* taken = recipe();
    ParamPatch out = taken ? taken->patch() : ParamPatch{};
    // Where the recipe says nothing of it, pictures are cut as was chosen here.
    if (!taken || !taken->speaks_of("data.fit")) out["data.fit"] = std::string(name_of(config_.data_fit));
    // It is here: "./" would leave it to be chosen.
    const std::string& path = config_.data_path;
    out["data.path"] = path.starts_with("./") ? QDir::cleanPath(fromUtf8(path)).toStdString() : path;
    return out;
}

}  // namespace headroom::ui
