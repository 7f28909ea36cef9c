// ModelsDialog: the models that text to image can use: built-in, fetched, and those of the catalogue with size.
#include "ui/panels/models/models_dialog.h"

#include "ui/bridge/qt_format.h"
#include "ui/i18n/core_text.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kept.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/path_drop.h"
#include "ui/widgets/splitter.h"

#include <QDir>
#include <QFileInfo>
#include <QMessageBox>
#include <QTreeWidget>

namespace headroom::ui {
namespace {

enum ModelColumn { kModelName, kModelSize, kModelState, kModelColumns };
constexpr int kModelIndex = Qt::UserRole;  ///< into models_

QString modelStateText(const KnownModel& model) {
    if (model.is_builtin()) return ModelsDialog::tr("built in");
    if (model.is_here()) return ModelsDialog::tr("here");
    if (model.partial.count > 0) return ModelsDialog::tr("%1 fetched").arg(totalText(model.partial));
    return ModelsDialog::tr("not fetched");
}

/// The address may be broken after each slash, where large text leaves no room for all of it.
QString webLink(const std::string& url) {
    const QString address = fromUtf8(url).toHtmlEscaped();
    QString shown = address;
    return QStringLiteral("<a href=\"%1\">%2</a>")
        .arg(address, shown.replace(QLatin1Char('/'), QStringLiteral("/\u200B")));
}

/// "412 MiB of 980 MiB, 4.1 MiB/s, 2 min 20 s left"; any thread.
std::string fetchWords(const FetchProgress& p) {
    QString text =
        p.total.count > 0 ? ModelsDialog::tr("%1 of %2").arg(totalText(p.done), totalText(p.total)) : totalText(p.done);
    if (p.bytes_per_second > 0) {
        text += ModelsDialog::tr(", %1/s").arg(tensorText(Bytes{static_cast<std::int64_t>(p.bytes_per_second)}));
        if (p.total > p.done)
            text += ModelsDialog::tr(", %1 left")
                        .arg(durationText(static_cast<double>((p.total - p.done).count) / p.bytes_per_second));
    }
    return text.toStdString();
}

}  // namespace

ModelsDialog::ModelsDialog(Services* services, QWidget* parent)
    : QDialog(parent),
      services_(services),
      fetch_(nullptr, BackgroundTask::downloads()),
      list_(named(new QTreeWidget(this), tr("Models"))),
      title_(makeLabel("title", this)),
      summary_(new QLabel(this)),
      facts_(named(new QLabel(this), tr("Facts about the model"))),
      message_(named(new QLabel(this), tr("What happened"))),
      progress_(new ProgressRow(tr("Download"), tr("Cancel download"), this)),
      fetchButton_(onClick(new QPushButton(tr("Download"), this), this, &ModelsDialog::startFetch)),
      delete_(makeButton(tr("Delete files…"), QStringLiteral("trash"), this)),
      use_(makePrimaryButton(tr("Use for text to image"), QStringLiteral("check"), this)) {
    setWindowTitle(tr("Models"));
    resize(980, 600);
    setMinimumSize(640, 420);
    auto* split = new Splitter(Qt::Horizontal, tr("Divider between the list of models and the details"), this);
    split->setParts(list_, 3, details(), 2);
    keep(split, QStringLiteral("models/details"));
    progress_->words()->setObjectName(QStringLiteral("fetchWords"));
    auto* close = onClick(new QPushButton(tr("Close"), this), this, &QDialog::close);
    setThemedIcon(fetchButton_, QStringLiteral("download"));
    columnIn(this, {}, 0,
             {headRow(),
              {split, 1},
              progress_,
              rowOf({fetchButton_, delete_, stretch(), close, use_}, 8, {16, 12, 16, 12})});

    list_->setObjectName(QStringLiteral("models"));
    list_->setColumnCount(kModelColumns);
    list_->setHeaderLabels({tr("Model"), tr("Size"), tr("State")});
    shareWidth(list_->header(), kModelName);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setMinimumWidth(320);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item && item->data(0, kModelIndex).isValid()) {
            look_.cancel();
            own_ = {};
        }
        setMessage(message_, {}, false);
        showChosen();
    });
    connect(progress_, &ProgressRow::cancelled, this, &ModelsDialog::cancelFetch);
    connect(delete_, &QPushButton::clicked, this, &ModelsDialog::deleteChosen);
    connect(use_, &QPushButton::clicked, this, [this] {
        const KnownModel* model = chosen();
        if (!own_.path.empty())
            Q_EMIT useRequested(fromUtf8(own_.kind), fromUtf8(own_.path));
        else if (model)
            Q_EMIT useRequested(fromUtf8(model->kind), model->is_builtin() ? QString() : fromUtf8(model->path));
    });
    new PathDrop(this, PathDrop::Takes::File, [this](const QString& path) {
        lookAt(path);
        return QString();
    });
    connect(&fetch_, &BackgroundTask::progress, progress_, &ProgressRow::setProgress);
    reload();
}

QWidget* ModelsDialog::headRow() {
    auto* bar = new QWidget(this);
    auto* what = makeLabel(
        "small",
        tr("A VQGAN paints, a CLIP judges what it sees against the prompts. Nothing is fetched until you ask for it."),
        bar, Wrap::On);
    auto* file = onClick(makeButton(tr("Choose a file…"), QStringLiteral("folder"), bar), this, [this] {
        const QString path =
            askForFile(this, QStringLiteral("weights"), tr("Weights of a VQGAN or CLIP"), weightsFilter());
        if (!path.isEmpty()) lookAt(path);
    });
    file->setToolTip(tr("A checkpoint or safetensors file of your own: it is looked into, nothing in it is run"));
    rowIn(bar, {16, 12, 16, 12}, 12, {{what, 1}, file});
    return bar;
}

QWidget* ModelsDialog::details() {
    auto* panel = new QWidget(this);
    auto* column = columnIn(panel, {16, 12, 16, 12}, 8);
    showRichText(facts_);
    facts_->setOpenExternalLinks(true);
    facts_->setTextInteractionFlags(Qt::TextBrowserInteraction);
    for (QLabel* label : {title_, summary_, facts_, message_}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    column->addStretch();
    auto* scroll = makeScroll(panel, this);
    scroll->setMinimumWidth(280);
    return scroll;
}

void ModelsDialog::reload() {
    load_.start([services = services_] { return services->list_models(); },
                [this](std::vector<KnownModel> models) {
                    models_ = std::move(models);
                    fill();
                });
}

void ModelsDialog::fill() {
    const KnownModel* before = chosen();
    const std::string id = before ? before->id : "", kind = before ? before->kind : "";
    const QSignalBlocker quiet(list_);
    list_->clear();
    for (const auto& [name, title] : {std::pair{"vqgan", tr("VQGAN: paints")}, {"clip", tr("CLIP: judges")}}) {
        auto* group = new QTreeWidgetItem(list_, {title});
        group->setFlags(Qt::ItemIsEnabled);
        group->setFirstColumnSpanned(true);
        for (std::size_t i = 0; i < models_.size(); ++i) {
            if (models_[i].kind != name) continue;
            const KnownModel& model = models_[i];
            auto* item =
                new QTreeWidgetItem(group, {coreText(model.name), totalText(model.size), modelStateText(model)});
            item->setTextAlignment(kModelSize, Qt::AlignRight | Qt::AlignVCenter);
            item->setToolTip(kModelName, coreText(model.summary));
            item->setToolTip(kModelState, fromUtf8(model.path));
            item->setData(0, kModelIndex, static_cast<int>(i));
            const bool wanted = before ? model.id == id && model.kind == kind : own_.path.empty();
            if (wanted && !list_->currentItem()) list_->setCurrentItem(item);
        }
        group->setExpanded(true);
    }
    showChosen();
}

const KnownModel* ModelsDialog::chosen() const {
    const QTreeWidgetItem* item = list_->currentItem();
    const QVariant index = item ? item->data(0, kModelIndex) : QVariant();
    const auto at = static_cast<std::size_t>(index.toInt());
    return index.isValid() && at < models_.size() ? &models_[at] : nullptr;
}

void ModelsDialog::choose(const QString& id) {
    for (QTreeWidgetItemIterator it(list_); *it; ++it) {
        const QVariant index = (*it)->data(0, kModelIndex);
        if (!index.isValid() || fromUtf8(models_[static_cast<std::size_t>(index.toInt())].id) != id) continue;
        list_->setCurrentItem(*it);
        return;
    }
}

void ModelsDialog::showDetails(const QString& title, const QString& text,
                               const std::vector<std::pair<QString, QString>>& facts) {
    title_->setText(title);
    summary_->setText(text);
    QString rows;
    for (const auto& [name, value] : facts)
        rows += QStringLiteral("<p style=\"margin:0 0 6px 0\"><b>%1</b><br>%2</p>").arg(name.toHtmlEscaped(), value);
    facts_->setText(rows);
}

void ModelsDialog::showChosen() {
    if (!own_.path.empty()) return showOwn(own_);
    const KnownModel* model = chosen();
    if (!model) {
        showDetails(tr("Choose a model"), {}, {});
        return updateButtons();
    }
    std::vector<std::pair<QString, QString>> facts;
    facts.emplace_back(tr("Licence"), model->licence_url.empty()
                                          ? fromUtf8(model->licence).toHtmlEscaped()
                                          : fromUtf8(model->licence).toHtmlEscaped() + QStringLiteral(", ") +
                                                webLink(model->licence_url));
    if (!model->source.empty()) facts.emplace_back(tr("Source"), webLink(model->source));
    if (!model->is_builtin()) facts.emplace_back(tr("Server"), fromUtf8(model->server).toHtmlEscaped());
    if (!model->is_builtin())
        facts.emplace_back(tr("Check"), model->hash_published
                                            ? tr("SHA-256 published by its makers")
                                            : tr("its makers published no checksum; what the file holds is checked"));
    if (model->is_here())
        facts.emplace_back(tr("Place"), QDir::toNativeSeparators(fromUtf8(model->path)).toHtmlEscaped());
    showDetails(coreText(model->name), coreText(model->summary), facts);
    updateButtons();
}

void ModelsDialog::showOwn(const WeightSummary& summary) {
    std::vector<std::pair<QString, QString>> facts{
        {tr("Holds"), coreText(summary.words).toHtmlEscaped()},
        {tr("Place"), QDir::toNativeSeparators(fromUtf8(summary.path)).toHtmlEscaped()}};
    for (const std::string& note : summary.notes) facts.emplace_back(tr("Note"), coreText(note).toHtmlEscaped());
    showDetails(QFileInfo(fromUtf8(summary.path)).fileName(), tr("A file of your own."), facts);
    setMessage(message_, coreText(summary.problem), true);
    updateButtons();
}

void ModelsDialog::updateButtons() {
    const KnownModel* model = own_.path.empty() ? chosen() : nullptr;
    const bool mine = model && fetching() && fetchingId_ == model->id;
    const bool fetchable = model && !model->is_builtin() && !model->is_here();
    fetchButton_->setVisible(fetchable || mine);
    fetchButton_->setEnabled(fetchable && !fetching());
    if (model && fetchable) {
        const Bytes left = std::max(model->size - model->partial, Bytes{0});
        fetchButton_->setText(model->partial.count > 0 ? tr("Go on: %1").arg(totalText(left))
                                                       : tr("Download %1").arg(totalText(model->size)));
    }
    fetchButton_->setToolTip(fetching() && !mine ? tr("One download at a time") : QString());
    delete_->setVisible(model && !model->is_builtin() && (model->is_here() || model->partial.count > 0));
    delete_->setEnabled(!mine);
    const bool usable = own_.path.empty() ? model && model->is_here() : own_.usable;
    use_->setEnabled(usable);
    use_->setToolTip(usable              ? QString()
                     : own_.path.empty() ? tr("It has to be fetched first")
                                         : tr("This file cannot be used"));
}

void ModelsDialog::startFetch() {
    const KnownModel* model = chosen();
    if (!model || model->is_builtin() || model->is_here() || fetching()) return;
    fetchingId_ = model->id;
    setMessage(message_, {}, false);
    progress_->begin(tr("Connecting to %1").arg(fromUtf8(model->server)));
    fetch_.start(
        [services = services_, id = model->id](const BackgroundTask::Report& report, std::stop_token stop) {
            const auto told = [&report](const FetchProgress& p) {
                report(fetchWords(p),
                       p.total.count > 0 ? static_cast<double>(p.done.count) / static_cast<double>(p.total.count) : -1);
            };
            return services->fetch_model(id, told, std::move(stop));
        },
        [this](Result<std::string> path) { fetched(path); });
    updateButtons();
}

void ModelsDialog::cancelFetch() {
    if (!fetching()) return;
    fetch_.requestStop();  // what was fetched is known when its last bytes are written
    progress_->begin(tr("Stopping"));
}

void ModelsDialog::fetched(const Result<std::string>& path) {
    progress_->hide();
    const QString id = fromUtf8(fetchingId_);
    fetchingId_.clear();
    updateButtons();  // the list is read again on another thread, and may take a while
    reload();
    if (path)
        setMessage(message_, tr("Fetched and checked."), false);
    else if (path.error().code == ErrorCode::Cancelled)
        setMessage(message_, tr("The download was stopped. What was fetched is kept, and the next try goes on there."),
                   false);
    else
        setMessage(message_, errorText(path.error()), true);
}

void ModelsDialog::deleteChosen() {
    const KnownModel* model = chosen();
    if (!model || model->is_builtin()) return;
    const Bytes on_disk = model->is_here() ? model->size : model->partial;
    const std::string id = model->id;  // the list may be read anew while the question waits
    if (QMessageBox::question(this, tr("Delete files"),
                              tr("Delete %1 from this computer (%2)? It can be fetched again.")
                                  .arg(coreText(model->name), totalText(on_disk))) != QMessageBox::Yes)
        return;
    remove_.start([services = services_, id] { return services->delete_model(id); },
                  [this](Result<void> done) {
                      reload();
                      if (!done) setMessage(message_, errorText(done.error()), true);
                  });
}

void ModelsDialog::lookAt(const QString& path) {
    look_.start([services = services_, file = path.toStdString()] { return services->look_at_weights(file); },
                [this, path](Result<WeightSummary> summary) {
                    own_ = summary ? *summary
                                   : WeightSummary{path.toStdString(),   "unknown", summary.error().message, false,
                                                   summary.error().hint, {}};
                    const QSignalBlocker quiet(list_);
                    list_->setCurrentItem(nullptr);  // so that any model of the list can be chosen again
                    showOwn(own_);
                });
}

}  // namespace headroom::ui
