// DatasetDialog: what an inspection found, and the data set that it is of.
#include "ui/panels/dataset/dataset_dialog.h"

#include "core/api/param_schema.h"
#include "core/families/registry.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/path_drop.h"

#include <QAbstractTableModel>
#include <QComboBox>
#include <QDir>
#include <QFormLayout>
#include <QHeaderView>
#include <QTreeView>

namespace headroom::ui {

/// Files that a data set leaves out, with the reason of each; folders can hold many thousands of them.
class RejectedModel : public QAbstractTableModel {
public:
    enum Column { File, Reason, kColumns };
    using QAbstractTableModel::QAbstractTableModel;

    void setFiles(std::vector<RejectedFile> files) {
        beginResetModel();
        files_ = std::move(files);
        endResetModel();
    }
    int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(files_.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : int{kColumns}; }
    QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
            return {};  // a narrow column cuts them
        const RejectedFile& file = files_[static_cast<std::size_t>(index.row())];
        return index.column() == File ? fromUtf8(file.path) : coreText(file.reason);
    }
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
            return QAbstractTableModel::headerData(section, orientation, role);
        return section == File ? DatasetReportView::tr("File") : DatasetReportView::tr("Why it is left out");
    }

private:
    std::vector<RejectedFile> files_;
};

SuggestionView::SuggestionView(QWidget* parent)
    : QWidget(parent), title_(makeLabel("strong", this)), list_(new QWidget), column_(columnIn(list_, {}, 2, {})) {
    columnIn(this, {}, 8, {title_, list_});
}

void SuggestionView::setRecipe(const SuggestedRecipe& recipe) {
    qDeleteAll(list_->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    while (QLayoutItem* item = column_->takeAt(0)) delete item;
    title_->setText(tr("Proposed: %1").arg(coreText(family_of(recipe.model).facts().info.name)));
    for (const SuggestedChange& change : recipe.changes) {
        column_->addWidget(makeLabel("", coreText(change.words), list_, Wrap::On));
        column_->addWidget(makeLabel("small", coreText(change.reason), list_, Wrap::On));
        column_->addSpacing(10);
    }
}

DatasetReportView::DatasetReportView(QWidget* parent)
    : QWidget(parent),
      rejected_box_(new QWidget(this)),
      rejected_(new RejectedModel(this)),
      rejected_view_(new QTreeView(this)),
      sheet_(named(new ImageGrid(this), tr("Contact sheet"))) {
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    kind_ = addFact(form, tr("Kind"));
    images_ = addFact(form, tr("Images"));
    left_out_ = addFact(form, tr("Left out"));
    repeated_ = addFact(form, tr("Repeated"));
    look_ = addFact(form, tr("Look"));
    ground_ = addFact(form, tr("Ground"));
    sides_ = addFact(form, tr("Sides"));
    trained_ = addFact(form, tr("Trained as"));
    auto* copy = styled(makeButton(tr("Copy list"), QStringLiteral("copy"), this), "small");
    connect(copy, &QPushButton::clicked, this, [this] { copyRows(rejected_view_); });
    rejected_view_->setModel(rejected_);
    setUpTable(rejected_view_, tr("Files left out"), "");
    rejected_view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    rejected_view_->setTextElideMode(Qt::ElideMiddle);
    rejected_view_->header()->setDefaultSectionSize(scaled(200));
    auto* title = makeLabel("strong", tr("Files left out"), this);
    columnIn(rejected_box_, {}, -1, {rowOf({title, stretch(), copy}), {rejected_view_, 1}});
    auto* caption = makeLabel("strong", tr("As training sees them"), this);
    auto* found = new QWidget(this);  // large text needs more height than there is
    suggestion_ = new SuggestionView(found);
    columnIn(found, {}, 16, {form, suggestion_, stretch()});
    rowIn(this, {16, 16, 16, 16}, 16,
          {{columnOf({{makeScroll(found, this), 2}, {rejected_box_, 1}}, 16), 5},
           {columnOf({caption, {sheet_, 1}}, 8), 6}});
}

QLabel* DatasetReportView::addFact(QFormLayout* form, const QString& name) {
    auto* label = makeLabel("label", name, this);
    auto* value = selectable(new QLabel(this));
    value->setObjectName(name);
    value->setWordWrap(true);
    form->addRow(label, value);
    return value;
}

void DatasetReportView::setReport(const DatasetReport& report, const TrainConfig& config) {
    const QString name = nameText(dataText(report.name));
    kind_->setText(report.kind == "shapes"    ? tr("%1, drawn by Headroom").arg(name)
                   : report.kind == "folder"  ? tr("Folder of pictures, %1").arg(name)
                   : report.kind == "cifar10" ? tr("CIFAR-10, %1").arg(name)
                   : report.kind == "mnist"   ? tr("MNIST, %1").arg(name)
                                              : name);
    images_->setText(countText(report.accepted));
    const auto out = static_cast<qint64>(report.rejected.size());
    const double share =
        report.accepted + out > 0 ? 100.0 * static_cast<double>(out) / static_cast<double>(report.accepted + out) : 0;
    left_out_->setText(
        out == 0 ? tr("none")
                 : tr("%Ln file(s), %1 %", nullptr, static_cast<int>(out)).arg(numberText(share, share < 10 ? 2 : 0)));
    sides_->setText(report.smallest_side == report.largest_side
                        ? tr("%1 px").arg(countText(report.smallest_side))
                        : tr("%1 to %2 px").arg(countText(report.smallest_side), countText(report.largest_side)));
    const DatasetFacts facts = report.facts.value_or(DatasetFacts{});
    const auto part = [](double of) { return tr("%1 %").arg(numberText(100 * of, 0)); };
    repeated_->setText(facts.near_duplicates == 0 ? tr("none") : countText(facts.near_duplicates));
    QString pairs;
    for (const auto& pair : facts.examples)
        pairs += tr("%1 repeats %2").arg(nameText(fromUtf8(pair.second)), nameText(fromUtf8(pair.first))) +
                 QLatin1Char('\n');
    repeated_->setToolTip(pairs.trimmed());
    look_->setText(tr("%1 without colour, %2 nearly empty, %3 of the pixels on edges")
                       .arg(part(facts.grey), part(facts.empty), part(facts.edges)));
    ground_->setText(tr("%1 on white, %2 on black, %3 transparent")
                         .arg(part(facts.light_ground), part(facts.black_ground), part(facts.transparent)));
    if (facts.not_square() > 0)
        sides_->setText(tr("%1, %2 wide, %3 high").arg(sides_->text(), part(facts.wide), part(facts.high)));
    suggestion_->setVisible(report.suggestion.has_value());
    if (report.suggestion) suggestion_->setRecipe(*report.suggestion);
    const QString size = tr("%1 × %1 px").arg(countText(config.image_size));
    trained_->setText(config.data_skip_duplicates && config.data_skip_empty
                          ? tr("%1, without near-duplicates and empty pictures").arg(size)
                      : config.data_skip_duplicates ? tr("%1, without near-duplicates").arg(size)
                      : config.data_skip_empty      ? tr("%1, without empty pictures").arg(size)
                                                    : size);
    rejected_->setFiles(report.rejected);
    rejected_box_->setVisible(out > 0);
    const QList<QImage> pictures = toImages(report.thumbnails);
    share_.hold(pictures);
    sheet_->setImages(pictures);
}

DatasetDialog::DatasetDialog(Services* services, TrainConfig config, QWidget* parent)
    : QDialog(parent),
      services_(services),
      config_(std::move(config)),
      path_(named(new QLineEdit(this), tr("Data set"))),
      fit_(named(new QComboBox(this), tr("How pictures are cut square"), tr("How pictures are cut square"))),
      inspect_(onClick(new QPushButton(tr("Inspect"), this), this, &DatasetDialog::inspect)),
      use_(onClick(new QPushButton(tr("Use this data set"), this), this, &QDialog::accept)),
      recipe_(makePrimaryButton(tr("Use with this recipe"), QStringLiteral("check"), this)),
      empty_(new EmptyState(QStringLiteral("photo-search"), tr("Nothing inspected yet"),
                            tr("Choose a folder, a CIFAR-10 or MNIST file, or the built-in shapes."), this)),
      progress_(new ProgressRow(tr("Inspection"), tr("Cancel"), this)),
      view_(new DatasetReportView(this)) {
    setWindowTitle(tr("Data set"));
    resize(1040, 680);
    setMinimumSize(640, 440);
    QWidget* source = sourceRow();
    auto* close = onClick(new QPushButton(tr("Close"), this), this, &QDialog::reject);
    recipe_->setDefault(true);
    columnIn(this, {}, 0,
             {source,
              hairline(this),
              {empty_->inPlaceOf(view_), 1},
              hairline(this),
              progress_,
              rowOf({stretch(), close, use_, recipe_}, 8, {16, 12, 16, 12})});
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
    auto* browse = onClick(makeButton(tr("Folder…"), QStringLiteral("folder"), this), this, [this] {
        const QString folder = askForFolder(this, QStringLiteral("data"), tr("Folder with pictures"), path_->text());
        if (folder.isEmpty()) return;
        path_->setText(QDir::toNativeSeparators(folder));
        inspect();
    });
    auto* shapes = onClick(makeButton(tr("Built-in shapes"), QStringLiteral("cube"), this), this, [this] {
        path_->setText(QStringLiteral("shapes"));
        inspect();
    });
    for (const ParamChoice& choice : find_param("data.fit")->choices)
        fit_->addItem(coreText(choice.label), fromUtf8(choice.name));
    fit_->setCurrentIndex(static_cast<int>(config_.data_fit));
    // How pictures are cut changes what training sees, nothing of what was found in them.
    connect(fit_, &QComboBox::activated, this,
            [this] { read(!facts_ || looked_at_ != path_->text().trimmed().toStdString()); });
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
                view_->setReport(shown, config_);
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
