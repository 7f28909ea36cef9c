// DatasetDialog: report, rejected files, errors in words, cancel, destruction while an inspection runs.
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/panels/dataset/dataset_report_view.h"
#include "ui/shell/theme.h"
#include "ui/widgets/image_grid.h"
#include "ui/widgets/kit.h"

#include "ui/models/background_task.h"
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>

#include <algorithm>
#include <atomic>

using namespace headroom;
using namespace headroom::ui;

namespace {

/// Counts what it is asked, and finds no recipe where none is wanted.
class WatchedServices : public FakeServices {
public:
    ~WatchedServices() override { BackgroundTask::waitForAll(); }
    Result<DatasetReport> inspect_dataset(DatasetQuery query, ProgressFn progress, std::stop_token stop) override {
        looks += query.look ? 1 : 0;
        auto report = FakeServices::inspect_dataset(std::move(query), std::move(progress), std::move(stop));
        if (report && no_recipe) report->suggestion.reset();
        ++calls;
        return report;
    }
    std::atomic<int> calls = 0, looks = 0;
    bool no_recipe = false;
};

}  // namespace

class TestDatasetDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void inspectsShapesAtOnce() {
        WindowServices services;
        DatasetDialog dialog(&services, {});
        QVERIFY(dialog.busy());
        QVERIFY(!dialog.useButton()->isEnabled());
        QTRY_VERIFY(dialog.useButton()->isEnabled());
        QCOMPARE(dialog.reportView()->fact(QStringLiteral("Images")), QStringLiteral("16,384"));
        QCOMPARE(dialog.reportView()->fact(QStringLiteral("Left out")), QStringLiteral("none"));
        QCOMPARE(dialog.reportView()->sheet()->images().size(), 64);
        QVERIFY(dialog.reportView()->rejectedView()->isHidden() || !dialog.reportView()->rejectedView()->isVisible());
        dialog.useButton()->click();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QCOMPARE(dialog.patch().at("data.path"), ParamValue(std::string("shapes")));
    }

    void listsRejectedFilesWithReasons() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        QTRY_COMPARE(dialog.reportView()->rejectedView()->model()->rowCount(), 3);
        QVERIFY(dialog.reportView()->fact(QStringLiteral("Left out")).startsWith(QStringLiteral("3 files")));
        dialog.reportView()->copyRejected();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("textures/broken.jpg\ttruncated")));
    }

    void whatIsUsedIsNotLeftToBeChosen() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "./pictures";
        const DatasetDialog dialog(&services, config);
        QTRY_VERIFY(!dialog.busy());
        QCOMPARE(std::get<std::string>(dialog.patch().at("data.path")), std::string("pictures"));
    }

    void saysWhatIsWrongAndOffersNoUse() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/missing";
        DatasetDialog dialog(&services, config);
        QTRY_COMPARE(dialog.message(), QStringLiteral("/missing: there is no such folder."));
        QVERIFY(!dialog.useButton()->isEnabled());
        QVERIFY(!dialog.useButton()->toolTip().isEmpty());
    }

    void proposesARecipeWithReasons() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        QCOMPARE(dialog.reportView()->fact(QStringLiteral("Repeated")), QStringLiteral("212"));
        QVERIFY(dialog.reportView()->fact(QStringLiteral("Sides")).contains(QStringLiteral("50 % wide")));
        const QStringList said = dialog.reportView()->suggestion()->lines();
        QVERIFY(said.contains(QStringLiteral("Bilinear enlarging in the generator")));
        QVERIFY(said.join(QLatin1Char('\n')).contains(QStringLiteral("60 % of the pictures are not square")));
        QCOMPARE(dialog.patch().count("model.upsampling"), std::size_t{0});
        QCOMPARE(dialog.recipe(), nullptr);
        dialog.recipeButton()->click();
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QVERIFY(dialog.recipe());
        QCOMPARE(dialog.patch().at("model.upsampling"), ParamValue(std::string("bilinear")));
        QCOMPARE(dialog.patch().at("data.fit"), ParamValue(std::string("pad")));
        QCOMPARE(dialog.patch().at("data.path"), ParamValue(std::string("/pictures")));
        QCOMPARE(dialog.patch().count("data.grey"), std::size_t{1});  // whatever the form had of grey pictures before
        QCOMPARE(dialog.patch().at("data.grey"), ParamValue(false));
    }

    void picturesAreCutAsChosenWhereTheRecipeSaysNothingOfIt() {
        WindowServices services;
        TrainConfig config;
        config.data_fit = FitMode::Stretch;
        DatasetDialog dialog(&services, config);
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        dialog.recipeButton()->click();
        QVERIFY(dialog.recipe() && !dialog.recipe()->speaks_of("data.fit"));
        QCOMPARE(dialog.patch().at("data.fit"), ParamValue(std::string("stretch")));
    }

    void anotherFitLooksAtNoPictureAgain() {
        WatchedServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        const QString found = dialog.reportView()->fact(QStringLiteral("Repeated"));
        auto* fit = dialog.findChild<QComboBox*>();
        fit->setCurrentIndex(1);
        Q_EMIT fit->activated(1);
        QTRY_COMPARE(services.calls.load(), 2);
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        QCOMPARE(services.looks.load(), 1);
        QCOMPARE(dialog.reportView()->fact(QStringLiteral("Repeated")), found);
        QVERIFY(!dialog.reportView()->suggestion()->lines().isEmpty());
        dialog.pathField()->setText(QStringLiteral("/others"));  // nobody has looked at these
        Q_EMIT fit->activated(0);
        QTRY_COMPARE(services.looks.load(), 2);
    }

    void largeTextIsWhole() {
        Theme::get().apply(ThemeChoice::Dark, 200);
        WindowServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        dialog.show();
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        for (int i = 0; i < 20; ++i) QTest::qWait(5);  // laid out
        int lines = 0;
        for (const QLabel* label : dialog.reportView()->findChildren<QLabel*>()) {
            if (!label->isVisible() || !label->wordWrap()) continue;
            QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            lines = std::max(lines, label->height() / label->fontMetrics().height());
        }
        QVERIFY(lines > 1);
        Theme::get().apply(ThemeChoice::Dark, 100);
    }

    void withoutARecipeTheDataSetIsTheChoice() {
        WatchedServices services;
        services.no_recipe = true;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        QVERIFY(!dialog.useButton()->property("primary").toBool() && dialog.recipeButton()->isDefault());
        QTRY_VERIFY(dialog.useButton()->isEnabled());
        QVERIFY(dialog.recipeButton()->isHidden());
        QVERIFY(dialog.useButton()->property("primary").toBool() && dialog.useButton()->isDefault());
    }

    void anotherPathMustBeInspectedFirst() {
        WindowServices services;
        DatasetDialog dialog(&services, {});
        QTRY_VERIFY(dialog.useButton()->isEnabled());
        dialog.pathField()->setText(QStringLiteral("/elsewhere"));
        QVERIFY(!dialog.useButton()->isEnabled());
    }

    void cancelsAndDiesWhileRunning() {
        WindowServices services;
        services.hold_work();
        {
            DatasetDialog dialog(&services, {});
            const auto* progress = dialog.findChild<ProgressRow*>();
            QVERIFY(dialog.busy() && !progress->isHidden());
            progress->cancelButton()->click();
            QVERIFY(!dialog.busy() && progress->isHidden());
            QCOMPARE(dialog.message(), QStringLiteral("Inspection cancelled"));
            dialog.inspect();
            QVERIFY(dialog.busy());
        }
        QVERIFY(BackgroundTask::calls()->waitForDone(30000));  // the call was asked to stop
        QCoreApplication::processEvents();
    }
};

QTEST_MAIN(TestDatasetDialog)
#include "tst_dataset_dialog.moc"
