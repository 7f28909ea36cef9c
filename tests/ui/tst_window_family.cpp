// Families of the window: one that no file of the product knows, and that says little of itself, has a working page, form, curves,
// samples, plans and place among the runs.
#include "core/api/param_schema.h"
#include "core/families/dcgan/dcgan_config.h"
#include "tests/support/toy_family.h"
#include "tests/ui/fit_stage.h"
#include "tests/ui/studio.h"
#include "ui/families/registry.h"
#include "ui/models/ledger_model.h"
#include "ui/models/run_words.h"
#include "ui/models/runs_model.h"
#include "ui/panels/fit/fit_model.h"
#include "ui/panels/run/param_form.h"
#include "ui/panels/run/param_row_view.h"
#include "ui/panels/samples/picture_pane.h"
#include "ui/panels/samples/samples_page.h"
#include "ui/panels/samples/samples_panel.h"
#include "ui/panels/timeline/timeline_panel.h"
#include "ui/shell/centre_page.h"
#include "ui/widgets/image_grid.h"

#include <QTabWidget>
#include <QToolButton>

using namespace headroom;
using namespace headroom::ui;

namespace {

constexpr ModelKind kKind = test::kToy;

class Toy : public WindowFamily {
public:
    Toy() : WindowFamily(kKind, facts_of()) {}
    std::vector<CurvesTab> curves() const override {
        CurvesSpec spec;
        spec.curves = {{Curve::LossG, Token::C2, QStringLiteral("Toy loss")}};
        spec.key = "Toy losses";
        spec.title = QStringLiteral("Toy losses");
        return {{QStringLiteral("Toy curves"), spec}};
    }

private:
    static WindowFacts facts_of() {
        WindowFacts facts;
        facts.words.title = "Toy";
        return facts;
    }
};

const WindowFamily& toy() {
    static const Toy family;
    return family;
}

QStringList visible_tabs(const QTabWidget* tabs) {
    QStringList out;
    for (int i = 0; i < tabs->count(); ++i) {
        if (tabs->isTabVisible(i)) out << tabs->tabText(i);
    }
    return out;
}

}  // namespace

class WindowFamilyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        static const test::ToyFamily family;
        add_family(family);
        add_window_family(toy());
    }

    void everyFamilyOfTheCoreIsKnown() {
        QCOMPARE(window_families().size(), families().size());
        for (const Family* family : families()) {
            const ModelKind kind = family->facts().kind;
            QCOMPARE(window_family_of(kind).kind(), kind);
            const auto here = kinds_on(page_of(kind));
            QVERIFY(std::find(here.begin(), here.end(), kind) != here.end());
            QVERIFY(!kindWords(kind).isEmpty());
        }
        QCOMPARE(&window_family_of(kKind), &toy());
        QCOMPARE(page_of(kKind), Page::Train);
    }

    void theFormFollowsItsRows() {
        std::size_t rows = 0;
        for (const FormGroup& group : form_plan(kKind)) {
            QVERIFY(!group.rows.empty());
            for (const ParamRow* row : group.rows) QCOMPARE(fromUtf8(row->group), group.title);
            rows += group.rows.size();
        }
        QCOMPARE(rows, schema_rows(kKind).size() - 1);  // all but the kind itself
    }

    void aRunHasFormCurvesAndSamples() {
        Studio s("ready");
        s.window.resize(1600, 1000);
        s.window.showPage(page_of(kKind));
        TrainConfig config = default_config(kKind);
        config.preview_every = 1;
        RunRequest request;
        request.config = std::make_shared<const TrainConfig>(config);
        s.bridge.start(request);
        QTRY_COMPARE(s.bridge.state(), RunState::Preparing);
        s.session->advance();
        QTRY_COMPARE(s.bridge.state(), RunState::Running);
        for (int i = 0; i < 3; ++i) s.session->advance();
        TrainPage* page = s.window.trainPage();
        QTRY_COMPARE(visible_tabs(page->lower()), (QStringList{"Toy curves", "Scores", "Log", "Queue"}));
        QTRY_VERIFY(!page->timeline()->model()->empty());
        QTRY_VERIFY2(page->timeline()->view()->endLabels().join(QLatin1Char('|')).contains(QStringLiteral("Toy loss")),
                     qPrintable(page->timeline()->view()->endLabels().join(QLatin1Char('|'))));
        QCOMPARE(visible_tabs(page->samples()->tabs()), (QStringList{"Samples", "Real images"}));
        QTRY_VERIFY(!page->samples()->samples()->pane()->grid()->images().isEmpty());
        QTRY_VERIFY(s.window.runPanel()->form()->rowFor("toy.copies"));
        QVERIFY(!s.window.runPanel()->form()->rowFor("width.g"));
        QVERIFY(s.shows(QStringLiteral("Toy %1 × %1").arg(s.session->snapshot()->image_size)));
        QCOMPARE(s.action(Cmd::Sample)->text(), QStringLiteral("Sample now"));
        QVERIFY(s.action(Cmd::Sample)->isEnabled());
    }

    void itsPlansAreFound() {
        FitStage s("fit");
        QTRY_VERIFY(s.ready());
        TrainConfig config = default_config(kKind);
        config.budget = s.session->snapshot()->budget;
        s.bridge.apply(difference(*s.session->snapshot(), config));
        QTRY_COMPARE(s.panel->edits()->inForce().model, kKind);
        OPEN(s);
        QVERIFY(!s.dialog->model()->has(FitModel::Own));
        QCOMPARE(s.dialog->model()->headerData(FitModel::Pieces, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Micro × acc."));
        QVERIFY(planTitle(s.chosen().config, config).contains(QStringLiteral(" × ")));
        QVERIFY(s.groups().contains(QStringLiteral("Close: other rounding")) ||
                s.groups().contains(QStringLiteral("Same result, fastest first")));
    }

    void itsRunsAndMemoryHaveWords() {
        RunRow run;
        run.info.model = kKind;
        run.info.dir = "/runs/toy";
        run.info.width = run.info.height = 64;
        RunsModel runs;
        runs.setRuns({run});
        QCOMPARE(runs.index(0, RunsModel::KindColumn).data().toString(), QStringLiteral("Toy 64 × 64"));
        QCOMPARE(runs.headerData(RunsModel::DataColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("Data"));
        LedgerModel ledger;
        ledger.setKind(kKind);
        QCOMPARE(ledger.name(LedgerRow::Weights, LedgerModel::Length::Full), QStringLiteral("Weights"));
        ledger.setKind(kDcgan);
        QCOMPARE(ledger.name(LedgerRow::Weights, LedgerModel::Length::Full), QStringLiteral("Weights (G, D, EMA)"));
    }
};

QTEST_MAIN(WindowFamilyTest)
#include "tst_window_family.moc"
