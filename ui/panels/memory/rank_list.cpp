// RankList: its rows, and the report of the process that is chosen.
#include "ui/panels/memory/rank_list.h"

#include "ui/bridge/shown_text.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/small_header.h"

#include <QSignalBlocker>
#include <QStandardItemModel>

#include <algorithm>

namespace headroom::ui {
namespace {

constexpr int kMostRows = 4;  // more are scrolled to
enum Column { RankColumn, DeviceColumn, PeakColumn, SpareColumn };

}  // namespace

MemoryReport reportOfRank(const MemoryReport& report, const RankMemory& rank) {
    MemoryReport out = report;
    out.device_name = rank.device;
    out.device_total = rank.now.total();
    out.now = rank.now;
    out.at_peak = rank.at_peak;
    out.budget = rank.budget;
    out.to_spare = rank.to_spare;
    out.others_are_tighter = out.device_total - rank.at_peak.other_programs < rank.budget;
    if (rank.rank != 0) {  // known of the process that tells alone
        out.closure_error = {};
        out.programs.clear();
        out.neighbours = {};
        out.utilisation = out.celsius = -1;
    }
    return out;
}

RankList::RankList(QWidget* parent) : QTreeView(parent), model_(new QStandardItemModel(this)) {
    setObjectName(QStringLiteral("ranks"));
    setUpTable(this, tr("Processes that share the run"));
    setModel(model_);
    setHeader(new SmallHeader(this));
    header()->setStretchLastSection(false);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr("The one with the least to spare is first. Bar, figure and ledger show the chosen one."));
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (!now.isValid()) return;
        chosen_ = now.siblingAtColumn(RankColumn).data(Qt::UserRole).toInt();
        Q_EMIT rankChosen();
    });
    connect(&Theme::get(), &Theme::changed, this, [this] { setFixedHeight(sizeHint().height()); });
    hide();
}

const RankMemory* RankList::shown(const std::vector<RankMemory>& ranks) const {
    if (ranks.size() < 2) return nullptr;
    const auto found = std::ranges::find(ranks, chosen_, &RankMemory::rank);
    return found == ranks.end() ? &ranks.front() : &*found;
}

void RankList::setRanks(const std::vector<RankMemory>& ranks, MemoryUnit unit) {
    setVisible(ranks.size() > 1);
    if (ranks.size() < 2) return;
    const QSignalBlocker quiet(selectionModel());
    const bool several_hosts =
        std::ranges::any_of(ranks, [&](const RankMemory& r) { return r.host != ranks.front().host; });
    model_->setColumnCount(4);
    model_->setRowCount(static_cast<int>(ranks.size()));
    model_->setHorizontalHeaderLabels({tr("Rank"), tr("Device"), tr("Peak, %1").arg(unitName(unit)), tr("To spare")});
    const RankMemory* shown_one = shown(ranks);
    for (int row = 0; row < model_->rowCount(); ++row) {
        const RankMemory& rank = ranks[static_cast<std::size_t>(row)];
        const QString host = nameText(fromUtf8(rank.host)), own = coreText(rank.device);
        const QString device = several_hosts ? tr("%1, %2").arg(host, own) : own;
        const bool short_of = rank.to_spare.count < 0;
        const QStringList texts{QString::number(rank.rank), device, figureText(rank.at_peak.this_process(), unit),
                                figureText(rank.to_spare, unit)};
        for (int column = 0; column < 4; ++column) {
            auto* item = new QStandardItem(texts[column]);
            item->setEditable(false);
            item->setToolTip(tr("Rank %1 on %2, %3: peak %4 of %5 budget")
                                 .arg(rank.rank)
                                 .arg(host, own, totalText(rank.at_peak.this_process()), totalText(rank.budget)));
            if (column == SpareColumn && short_of) item->setForeground(themeColor(Token::Err));
            item->setData(rank.rank, Qt::UserRole);
            model_->setItem(row, column, item);
        }
        if (&rank == shown_one) setCurrentIndex(model_->index(row, 0));
    }
    alignFigures(model_, PeakColumn, SpareColumn);
    header()->setSectionResizeMode(DeviceColumn, QHeaderView::Stretch);
    for (int column : {RankColumn, PeakColumn, SpareColumn})
        header()->resizeSection(column, scaled(column == RankColumn ? 56 : 88));
    setFixedHeight(sizeHint().height());
}

QSize RankList::sizeHint() const {
    const int rows = std::clamp(model_->rowCount(), 1, kMostRows);
    return {scaled(320), header()->sizeHint().height() + rows * std::max(1, sizeHintForRow(0)) + 4};
}

}  // namespace headroom::ui
