// DatasetReportView: what an inspection found: facts, files left out, a contact sheet as training sees it.
#include "ui/panels/dataset/dataset_report_view.h"

#include "core/families/registry.h"
#include "ui/bridge/qt_format.h"
#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/models/run_words.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include <QAbstractTableModel>
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

QStringList SuggestionView::lines() const { return textsOf(list_->findChildren<QLabel*>(), &QLabel::text); }

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
    connect(copy, &QPushButton::clicked, this, &DatasetReportView::copyRejected);
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

QString DatasetReportView::fact(const QString& name) const {
    const auto* label = findChild<QLabel*>(name);
    return label ? label->text() : QString();
}

void DatasetReportView::setReport(const DatasetReport& report, int image_size) {
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
    trained_->setText(tr("%1 × %1 px").arg(countText(image_size)));
    rejected_->setFiles(report.rejected);
    rejected_box_->setVisible(out > 0);
    const QList<QImage> pictures = toImages(report.thumbnails);
    share_.hold(pictures);
    sheet_->setImages(pictures);
}

void DatasetReportView::copyRejected() { copyRows(rejected_view_); }

}  // namespace headroom::ui
