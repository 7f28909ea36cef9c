// WelcomePage: devices and runs are looked up off the window's thread; until then their parts are left out.
#include "ui/panels/welcome/welcome_page.h"

#include "ui/bridge/session_bridge.h"
#include "ui/panels/runs/runs_page.h"
#include "ui/panels/welcome/welcome_parts.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/kit.h"
#include "ui/widgets/segmented_bar.h"

#include <QRadioButton>

namespace headroom::ui {
namespace {

constexpr std::size_t kRecent = 5;
constexpr int kCardsBeside = 1000;  // below, at 100 % text: cards and lists stand under each other
constexpr int kHeadBeside = 560;    // and the choice of theme under the name

void clear(QVBoxLayout* layout) {
    while (QLayoutItem* item = layout->takeAt(0)) {
        if (item->widget()) item->widget()->deleteLater();
        delete item;
    }
}

/// A heading with a link at its right, and the list below.
QWidget* section(const QString& title, QPushButton* more, QLayout* list, QWidget* parent) {
    QWidget* part =
        boxed(columnOf({rowOf({{makeLabel("strong", title, parent), 1}, more}), {list}, stretch()}, 8), parent);
    part->hide();
    return part;
}

/// With their pictures. Any thread.
std::vector<RunRow> newest_runs(Services& services) {
    std::vector<RunRow> out;
    for (RunInfo& run : services.list_runs()) out.push_back({std::move(run), {}});
    std::ranges::sort(out, std::ranges::greater{}, [](const RunRow& run) { return run.info.created_unix_ms; });
    if (out.size() > kRecent) out.resize(kRecent);
    for (RunRow& run : out) run.thumbnail = runThumbnail(run.info.thumbnail_path);
    return out;
}

}  // namespace

WelcomePage::WelcomePage(SessionBridge* bridge, QWidget* parent)
    : QWidget(parent), bridge_(bridge), recent_list_(columnOf({}, 0)), device_list_(columnOf({}, 8)) {
    setObjectName(QStringLiteral("page"));
    setAttribute(Qt::WA_StyledBackground);
    auto* body = new QWidget(this);
    const auto link = [this, body](const QString& text, const QString& icon, void (WelcomePage::*act)()) {
        auto* button = styled(new QPushButton(text, body), "link");
        if (!icon.isEmpty()) setThemedIcon(button, icon, Token::Acc);
        return onClick(button, this, act);
    };
    auto* all = link(tr("All runs"), {}, &WelcomePage::allRunsRequested);
    auto* again = link(tr("Check again"), {}, &WelcomePage::lookAgain);
    recent_list_->setContentsMargins(1, 1, 1, 1);  // the frame's border
    auto* framed = new QFrame(body);
    framed->setObjectName(QStringLiteral("list"));
    framed->setLayout(recent_list_);
    recent_ = section(tr("Recent runs"), all, columnOf({framed}, 0), body);
    devices_ = section(tr("Where to train"), again, device_list_, body);
    auto* open = link(tr("Open a run folder…"), QStringLiteral("folder"), &WelcomePage::openRunRequested);
    auto* models = link(tr("Get larger models…"), QStringLiteral("download"), &WelcomePage::modelsRequested);
    auto* guide = link(tr("Guide"), QStringLiteral("book"), &WelcomePage::guideRequested);
    auto* lower = rowOf({{recent_, 2}, {devices_, 1}}, 24);
    besideWhereWide(lower, this, [] { return scaled(kCardsBeside); });
    columnIn(body, {32, 24, 32, 24}, 24,
             {head(), cards(), lower, rowOf({open, models, guide, stretch()}, 16), stretch()});
    columnIn(this, {}, 0, {makeScroll(body, this)});
    connect(bridge, &SessionBridge::sessionReady, this, &WelcomePage::refreshButtons);
    connect(bridge, &SessionBridge::lackingChanged, this, &WelcomePage::refreshButtons);
    connect(bridge, &SessionBridge::stateChanged, this, [this](RunState state) {
        const bool ended = !is_active(state) && !std::exchange(here_, {}).empty();
        refreshButtons();
        if (ended && isVisible()) lookAgain();
    });
    connect(bridge, &SessionBridge::runStarted, this, [this](const RunStarted& run) {
        here_ = run.run_dir;
        refreshButtons();
        markDevice();
    });
    connect(bridge, &SessionBridge::draftChanged, this, &WelcomePage::markDevice);
    connect(bridge, &SessionBridge::paramApplied, this, &WelcomePage::markDevice);
    onEvents(this, {QEvent::Show}, [this] {
        if (services_ && !runs_task_.running()) lookAgain();
    });
    refreshButtons();
}

QWidget* WelcomePage::head() {
    auto* logo = new QLabel(this);
    logo->setPixmap(QIcon(QStringLiteral(":/logo.svg")).pixmap(scaled(40)));
    auto* title = makeLabel("figure", tr("Headroom"), this);
    auto* line = makeLabel("label", tr("Train small image models inside the memory you have."), this, Wrap::On);
    auto* theme = new SegmentedBar(true, this);
    theme->addSegments({tr("System"), tr("Light"), tr("Dark"), tr("High contrast")});
    static constexpr ThemeChoice choices[] = {ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark,
                                              ThemeChoice::HighContrast};
    onTheme(theme, [theme] {
        for (int i = 0; i < 4; ++i)
            if (Theme::get().choice() == choices[i]) theme->setCurrent(i);
    });
    connect(theme, &SegmentedBar::currentChanged, this, [this](int i) { Q_EMIT themeRequested(choices[i]); });
    auto* row = rowOf({{rowOf({logo, {columnOf({title, line}, 0), 1}}, 16), 1}, {theme, 0, Qt::AlignVCenter}}, 16);
    besideWhereWide(row, this, [] { return scaled(kHeadBeside); });
    return boxed(row, this);
}

QWidget* WelcomePage::cards() {
    const auto card = [this](const StartCard::Words& words, const char* picture, bool primary = false) {
        return new StartCard(words, QStringLiteral(":/pictures/%1.png").arg(QLatin1String(picture)), primary, this);
    };
    demo_ =
        card({tr("Train a DCGAN on the built-in shapes"), tr("Nothing to download. Shapes after about a minute."),
              tr("32 × 32, growing to 64 × 64; fits in 1 GiB"), tr("Start training"), QStringLiteral("player-play")},
             "shapes", true);
    paint_ = card(
        {tr("Paint a picture from words"), tr("Text to image with the built-in models, in under a minute on the CPU."),
         tr("Knows the built-in shapes; larger models as files"), tr("Text to image"), QStringLiteral("typography")},
        "painted");
    folder_ = card({tr("Your folder of images"), tr("JPEG, PNG, WebP or GIF. Bad files are listed, never fatal."),
                    tr("CIFAR-10 and MNIST files work too"), tr("Choose folder…"), QStringLiteral("folder")},
                   "folder");
    resume_ =
        card({tr("Continue a run"),
              tr("Goes on where it was: bit for bit with a fixed number of threads, on the same kind of processor."),
              tr("Any run folder with a checkpoint"), tr("Choose run…"), QStringLiteral("history")},
             "learning");
    connect(demo_->button(), &QPushButton::clicked, this, &WelcomePage::demoRequested);
    connect(paint_->button(), &QPushButton::clicked, this, &WelcomePage::paintRequested);
    connect(resume_->button(), &QPushButton::clicked, this, &WelcomePage::openRunRequested);
    connect(folder_->button(), &QPushButton::clicked, this, [this] {
        const QString folder = askForFolder(this, QStringLiteral("data"), tr("Choose a folder of pictures"));
        if (!folder.isEmpty()) Q_EMIT dataChosen(folder);
    });
    auto* row = rowOf({{demo_, 1}, {paint_, 1}, {folder_, 1}, {resume_, 1}}, 16);
    onRoom(this, [this, row] {
        const bool beside = width() >= scaled(kCardsBeside);
        standBeside(row, beside);
        for (StartCard* card : {demo_, paint_, folder_, resume_}) {
            card->setMinimumHeight(beside ? scaled(300) : 0);
            card->setWide(!beside);  // above the words it would be a strip
        }
    });
    QWidget* part = boxed(row, this);
    part->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);  // as high as its wrapped words need
    return part;
}

void WelcomePage::refreshButtons() {
    const bool busy = is_active(bridge_->state());
    const QString lacking = bridge_->lacking();
    const QString reason = lacking.isEmpty() && busy ? tr("A run is going; stop it first") : lacking;
    for (StartCard* card : {demo_, paint_, folder_, resume_}) card->setOffReason(reason);
    using Offer = RecentRunRow::Offer;
    for (RecentRunRow* row : rows_) {
        const RunInfo& run = row->run();
        const auto offer = run.dir == here_ ? Offer::Show : run.elsewhere ? Offer::Attach : Offer::Continue;
        const QString why = lacking.isEmpty() ? RunsPage::whyNoContinue(run, busy) : lacking;
        row->setOffer(offer, offer == Offer::Continue ? why : QString());
    }
}

void WelcomePage::lookAgain() {
    if (!services_) return;
    runs_task_.start([services = services_] { return newest_runs(*services); },
                     [this](std::vector<RunRow> newest) { showRuns(newest); });
    devices_task_.start([services = services_] { return services->devices(); },
                        [this](std::vector<DeviceInfo> devices) { showDevices(devices); });
}

void WelcomePage::showRuns(const std::vector<RunRow>& newest) {
    clear(recent_list_);
    rows_.clear();
    for (std::size_t i = 0; i < newest.size(); ++i) {
        auto* row = new RecentRunRow(newest[i], this);
        rows_.push_back(row);
        connect(row, &RecentRunRow::continueRequested, this, &WelcomePage::runChosen);
        connect(row, &RecentRunRow::attachRequested, this, &WelcomePage::attachRequested);
        recent_list_->addWidget(row);
        if (i + 1 == newest.size()) break;
        recent_list_->addWidget(hairline(this));
    }
    refreshButtons();
    recent_->setVisible(!newest.empty());
}

void WelcomePage::showDevices(const std::vector<DeviceInfo>& devices) {
    clear(device_list_);
    cards_.clear();
    for (const DeviceInfo& device : devices) {
        auto* card = new DeviceCard(device, this);
        cards_.push_back(card);
        device_list_->addWidget(card);
        connect(card, &DeviceCard::budgetChosen, this, [this, card](qint64 bytes) {
            ParamPatch chosen{{"memory.budget", static_cast<std::int64_t>(bytes)}};
            if (!card->radio()->isChecked()) chosen.emplace("device", card->id());  // whose budget it is
            Q_EMIT settingsChosen(chosen);
        });
        connect(card->radio(), &QRadioButton::clicked, this, [this, card] {
            Q_EMIT settingsChosen({{"device", card->id()}});
            markDevice();  // a click on the one that is chosen, or that a run does not take, changes nothing
        });
    }
    markDevice();
    devices_->setVisible(!devices.empty());
}

void WelcomePage::markDevice() {
    const TrainConfig& config = *bridge_->config();
    bool found = false;
    for (DeviceCard* card : cards_) {
        const bool mine = card->usable() && !found && (config.device == card->id() || config.device == "auto");
        card->setChosen(mine, mine ? config.budget : Bytes{});
        found = found || mine;
    }
}

}  // namespace headroom::ui
