// Soak through the window: random edits, budget cuts, undo, lending and answers to banners with the real engine behind it, all made
// with the window's own fields and commands. HEADROOM_WINDOW_SOAK_CHANGES sets how many.
#include "core/base/random.h"
#include "core/memory/cpu_allocator.h"
#include "core/train/make_services.h"
#include "tests/support/test_seed.h"
#include "tests/ui/give_value.h"
#include "tests/ui/process_memory.h"
#include "tests/ui/status_text.h"
#include "tests/ui/window_services.h"
#include "ui/bridge/session_bridge.h"
#include "ui/models/ledger_model.h"
#include "ui/models/picture_store.h"
#include "ui/panels/memory/memory_panel.h"
#include "ui/panels/run/param_editor.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/run/run_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/oom_banner.h"
#include "ui/shell/theme.h"
#include "ui/widgets/memory_bar.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr int kWaitMs = 60000;
constexpr qint64 kPictures = qint64{3} << 19;      // what is shown and some sets: the soak comes to it soon
constexpr qint64 kMostGrowth = qint64{128} << 20;  // of the process: its curves grow, and allocators keep some

/// Small networks, so that a step takes some milliseconds; no batch norm, so that any micro-batch will do.
ParamPatch tinyRun() {
    const auto whole = [](int n) { return ParamValue(std::int64_t{n}); };
    return {{"data.count", whole(64)},
            {"image.size", whole(32)},
            {"latent", whole(8)},
            {"width.g", whole(8)},
            {"width.d", whole(8)},
            {"batch.micro", whole(8)},
            {"steps", whole(0)},
            {"threads", whole(1)},
            {"preview.every", whole(40)},
            {"preview.grid", whole(4)},
            {"checkpoint.every", whole(0)},
            {"norm.g", std::string("instance")},
            {"norm.d", std::string("instance")}};
}

/// The window on the real engine, and what it has told so far.
struct RealStudio {
    explicit RealStudio() : baseline(), window(&bridge, false) {
        QObject::connect(&bridge, &SessionBridge::stepsDone, &window,
                         [this](const auto& done) { steps += static_cast<std::int64_t>(done.size()); });
        QObject::connect(&bridge, &SessionBridge::oomRecovered, &window,
                         [this](const OomRecovered& e) { ++(e.survived ? survived : lost); });
        QObject::connect(&bridge, &SessionBridge::paramRefused, &window, [this](const ParamRefused& refusal) {
            ++refused;
            last_refusal = QString::fromStdString(refusal.message);
        });
        QObject::connect(&bridge, &SessionBridge::failed, &window,
                         [this](const Failed& e) { failure = QString::fromStdString(e.error.message); });
        QObject::connect(&bridge, &SessionBridge::memoryChanged, &window,
                         [this](const std::shared_ptr<const MemoryReport>& r) {
                             ++reports;
                             report = r;
                             // What the process holds beyond tensors, as the limit counts it from the start of the run.
                             if (r && beyond.count == 0 && steps > 0)
                                 beyond = r->budget - r->reserve - cpu_allocator::smallest_limit();
                             if (r && (r->now.total() != r->device_total || r->at_peak.total() != r->device_total))
                                 ++open_ledgers;
                         });
        services = make_services();
        window.resize(1600, 1000);
        window.show();
        window.setServices(services.get());
        bridge.setSession(services->make_session());
        baseline = cpu_allocator::live_of_all().total();
    }

    QAction* action(Cmd cmd) const { return window.actions()->action(cmd); }
    const ParamEdits& edits() const { return *window.runPanel()->edits(); }
    bool until(const std::function<bool()>& enough, int milliseconds = kWaitMs) const {
        return QTest::qWaitFor([&] { return !failure.isEmpty() || enough(); }, milliseconds) && failure.isEmpty();
    }
    /// Gives a field its value as a user does; false: the field is off.
    bool enter(const std::string& key, const QString& text) const {
        ParamRowView* row = window.runPanel()->form()->rowFor(key);
        QWidget* field = row->editor()->field();
        if (!field->isEnabled()) return false;
        return giveValue(field, text);
    }

    std::unique_ptr<Services> services;
    TasksEnded tasks_ended;
    Bytes baseline, beyond;
    SessionBridge bridge;
    MainWindow window;
    std::shared_ptr<const MemoryReport> report;
    QString failure, last_refusal;
    std::int64_t steps = 0, survived = 0, lost = 0, refused = 0, reports = 0, open_ledgers = 0;
};

class Hand {
public:
    explicit Hand(RealStudio& studio) : s_(studio), random_(test::test_seed() + 22, RandomPurpose::Score, 1) {}

    /// One or two random edits in the form, then Apply; or undo, redo, an answer to the banner.
    void act(int round) {
        answerBanner();
        if (round % 17 == 9 && s_.action(Cmd::Undo)->isEnabled()) return s_.action(Cmd::Undo)->trigger();
        if (round % 31 == 20 && s_.action(Cmd::Redo)->isEnabled()) return s_.action(Cmd::Redo)->trigger();
        if (random_.below(5) == 0) {  // from elsewhere, where no forecast holds it back
            ++cuts;
            return s_.bridge.apply({{"memory.budget", tightBudget()}});
        }
        edit();
        if (random_.below(3) == 0) edit();
        if (s_.edits().staged().empty()) return;
        if (!s_.action(Cmd::ApplyEdits)->isEnabled()) {  // the forecast says that it will not fit: raise the budget
            ++held_back;
            (void)s_.enter("memory.budget", QStringLiteral("0"));
            if (!s_.until([this] { return s_.action(Cmd::ApplyEdits)->isEnabled(); }, 2000))
                return s_.action(Cmd::DiscardEdits)->trigger();
        }
        applied += static_cast<int>(s_.edits().staged().size());
        s_.action(Cmd::ApplyEdits)->trigger();
    }

    int applied = 0, held_back = 0, cuts = 0;

private:
    QString one(std::initializer_list<const char*> of) {
        return QString::fromLatin1(*(of.begin() + static_cast<std::ptrdiff_t>(random_.below(of.size()))));
    }

    /// From just above what one picture needs to more than the largest micro-batch does.
    std::int64_t tightBudget() {
        return s_.beyond.count + (std::int64_t{14} << 18) + static_cast<std::int64_t>(random_.below(5ull << 19));
    }

    void edit() {
        switch (random_.below(14)) {
            case 0:
            case 1:
                (void)s_.enter("batch.micro", one({"2", "8", "12", "24"}));
                (void)s_.enter("batch.accumulate", one({"1", "2"}));  // what the ladder left must not add up
                break;
            case 2: (void)s_.enter("batch.accumulate", one({"1", "1", "2"})); break;
            case 3: (void)s_.enter("precision", one({"fp32", "bf16"})); break;
            case 4: (void)s_.enter("memory.checkpointing", one({"on", "off"})); break;
            case 5: (void)s_.enter("memory.reuse_fakes", one({"on", "off", "auto"})); break;
            case 6: (void)s_.enter("ema.half_life", one({"0", "100"})); break;
            case 7: (void)s_.enter("image.size", one({"32", "64", "64"})); break;
            case 8: (void)s_.enter("memory.channels_last", one({"on", "off"})); break;
            case 9: (void)s_.enter("lr.g", one({"1e-4", "2e-4"})); break;
            case 10:
            case 11: (void)s_.enter("memory.budget", QStringLiteral("0")); break;  // automatic
            default: ++cuts; (void)s_.enter("memory.budget", QStringLiteral("%1 KiB").arg(tightBudget() / 1024));
        }
    }

    void answerBanner() {
        auto* banner = s_.window.findChild<OomBanner*>();
        if (!banner || banner->waiting() || random_.below(2) == 0) return;  // no answer is an answer too
        const QString wanted = random_.below(2) == 0 ? QStringLiteral("Keep") : QStringLiteral("Undo when it fits");
        for (auto* button : banner->findChildren<QPushButton*>()) {
            if (button->text() == wanted && button->isEnabled()) return button->click();
        }
    }

    RealStudio& s_;
    RandomStream random_;
};

/// Empty when bar, ledger and status bar add up and agree; else what does not.
QString disagreement(const RealStudio& s) {
    const auto* model = s.window.findChild<LedgerModel*>();
    for (LedgerModel::Column column : {LedgerModel::Now, LedgerModel::AtPeak}) {
        const LedgerShown& shown = model->shown(column);
        std::int64_t rows = *shown[LedgerRow::Others] + *shown[LedgerRow::Process] + *shown[LedgerRow::Free], parts = 0;
        for (LedgerRow row : kProcessRows) parts += *shown[row];
        if (rows != *shown[LedgerRow::Device])
            return QStringLiteral("rows %1, device %2").arg(rows).arg(*shown[LedgerRow::Device]);
        if (parts != *shown[LedgerRow::Process])
            return QStringLiteral("parts %1, process %2").arg(parts).arg(*shown[LedgerRow::Process]);
    }
    const auto* panel = s.window.findChild<MemoryPanel*>();
    Bytes sum;
    for (const BarData::Part& part : panel->bar()->data().parts) sum += part.bytes;
    if (sum != panel->bar()->data().total)
        return QStringLiteral("the bar's parts are %1 of %2").arg(sum.count).arg(panel->bar()->data().total.count);
    const QString peak = model->indexOf(LedgerRow::Process, LedgerModel::AtPeak).data().toString();
    const QString status = status_text(s.window);
    // "233 of 412 MiB", or "233 MiB of 20.70 GiB" where the budget has another unit.
    return status.contains(
               QRegularExpression(QStringLiteral("Memory %1( MiB)? of").arg(QRegularExpression::escape(peak))))
               ? QString()
               : QStringLiteral("ledger %1, status bar: %2").arg(peak, status);
}

}  // namespace

class WindowSoakTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(home_.isValid());
        for (const char* folder : {"XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
            qputenv(folder, home_.filePath(QLatin1String(folder)).toUtf8());
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void randomEditsAndBudgetCutsLoseNothing() {
        bool ok = false;
        const int wanted = qEnvironmentVariableIntValue("HEADROOM_WINDOW_SOAK_CHANGES", &ok);
        const int changes = ok && wanted > 0 ? wanted : 40;
        RealStudio s;
        PictureStore& pictures = PictureStore::get();
        pictures.setLimit(kPictures);
        qint64 most_held = 0, memory_early = -1;
        s.bridge.apply(tinyRun());
        QTRY_VERIFY_WITH_TIMEOUT(s.action(Cmd::Go)->isEnabled(), kWaitMs);
        s.action(Cmd::Go)->trigger();
        QVERIFY2(s.until([&] { return s.steps > 3 && s.beyond.count > 0; }), qPrintable(s.failure));
        Hand hand(s);
        for (int i = 0; i < changes; ++i) {
            const std::int64_t before = s.steps, reports = s.reports;
            hand.act(i);
            QVERIFY2(s.until([&] { return s.edits().pending().empty() && s.steps > before; }),
                     qPrintable(QStringLiteral("change %1: %2").arg(i).arg(s.failure)));
            if (i % 10 == 5) QVERIFY2(s.until([&] { return s.reports > reports; }), qPrintable(s.failure));
            const QString wrong = disagreement(s);
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("change %1: %2").arg(i).arg(wrong)));
            // What the window keeps of its pictures is flat: it fills its room and stays within.
            most_held = std::max(most_held, pictures.bytes());
            QVERIFY2(s.until([&] { return pictures.bytes() <= kPictures; }),
                     qPrintable(QStringLiteral("change %1: pictures of %2 bytes").arg(i).arg(pictures.bytes())));
            if (i % 97 == 50) lendAndTakeBack(s);
            if (QTest::currentTestFailed()) return;
            if (i == changes / 3) memory_early = anonymousMemory();
        }
        const qint64 memory_late = anonymousMemory();
        s.action(Cmd::Stop)->trigger();
        QVERIFY2(s.until([&] { return s.bridge.state() == RunState::Finished; }), qPrintable(s.failure));
        qInfo(
            "%d rounds, %lld KiB of pictures at most, %d edits applied, %d rounds held back by the window, %d budgets entered, %lld steps, %lld out-of-memory errors survived, %lld edits refused, %lld reports",
            changes, static_cast<long long>(most_held >> 10), hand.applied, hand.held_back, hand.cuts,
            static_cast<long long>(s.steps), static_cast<long long>(s.survived), static_cast<long long>(s.refused),
            static_cast<long long>(s.reports));
        qInfo("the process holds %lld MiB after a third and %lld MiB at the end",
              static_cast<long long>(memory_early >> 20), static_cast<long long>(memory_late >> 20));
        QVERIFY(memory_late - memory_early < kMostGrowth);
        QCOMPARE(cpu_allocator::live_of_all().total(), s.baseline);
        QVERIFY(most_held > kPictures / 2);
        pictures.setLimit(PictureStore::kDefaultLimit);
        QCOMPARE(s.lost, 0);
        QCOMPARE(s.open_ledgers, 0);
        QVERIFY(hand.applied + hand.held_back >
                changes / 3);  // how many the forecast holds back depends on the process
        QVERIFY(hand.applied > changes / 10);
        QVERIFY(hand.cuts > changes / 10);
        QVERIFY(s.survived > changes / 200);  // how many depends on what the process holds beyond tensors
        QVERIFY2(s.refused < changes / 4, qPrintable(s.last_refusal));
    }

private:
    void lendAndTakeBack(RealStudio& s) {
        s.action(Cmd::Lend)->trigger();
        QVERIFY2(s.until([&] { return s.bridge.state() == RunState::Lent; }), qPrintable(s.failure));
        QTRY_COMPARE_WITH_TIMEOUT(cpu_allocator::live_of_all().total(), s.baseline,
                                  kWaitMs);  // a forecast may be probing still
        s.action(Cmd::Lend)->trigger();
        QVERIFY2(s.until([&] { return s.bridge.state() == RunState::Running; }), qPrintable(s.failure));
    }

    QTemporaryDir home_;
};

QTEST_MAIN(WindowSoakTest)
#include "tst_window_soak.moc"
