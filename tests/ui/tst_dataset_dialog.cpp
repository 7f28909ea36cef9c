// DatasetDialog: report, rejected files, errors in words, cancel, destruction while an inspection runs.
#include "tests/ui/patient_test.h"
#include "tests/ui/window_services.h"
#include "ui/panels/dataset/dataset_dialog.h"
#include "ui/shell/theme.h"
#include "ui/widgets/empty_state.h"
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
#include <tuple>

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

/// "Images": "8,412".
QString fact(const DatasetDialog& dialog, const char* name) {
    const auto* label = dialog.reportView()->findChild<QLabel*>(QLatin1String(name));
    return label ? label->text() : QString();
}

/// What is proposed, and why, line after line; the heading first.
QStringList proposed(const DatasetDialog& dialog) {
    QStringList out;
    for (const QLabel* label : dialog.reportView()->suggestion()->findChildren<QLabel*>()) out << label->text();
    return out;
}

/// What stands in place of the report.
QString message(const DatasetDialog& dialog) { return dialog.findChild<EmptyState*>()->accessibleName(); }

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
        QCOMPARE(fact(dialog, "Images"), QStringLiteral("16,384"));
        QCOMPARE(fact(dialog, "Left out"), QStringLiteral("none"));
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
        QVERIFY(fact(dialog, "Left out").startsWith(QStringLiteral("3 files")));
        for (QPushButton* button : dialog.reportView()->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Copy list")) button->click();
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
        QTRY_COMPARE(message(dialog), QStringLiteral("The data '/missing' does not exist."));
        QVERIFY(!dialog.useButton()->isEnabled());
        QVERIFY(!dialog.useButton()->toolTip().isEmpty());
    }

    void proposesARecipeWithReasons() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        DatasetDialog dialog(&services, config);
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        QCOMPARE(fact(dialog, "Repeated"), QStringLiteral("212"));
        QVERIFY(fact(dialog, "Sides").contains(QStringLiteral("50 % wide")));
        const QStringList said = proposed(dialog);
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

    void saysWhatTrainingDoesWithout() {
        WindowServices services;
        TrainConfig config;
        config.data_path = "/pictures";
        for (const auto& [duplicates, empty, words] :
             {std::tuple(false, false, QStringLiteral("64 × 64 px")),
              std::tuple(true, false, QStringLiteral("64 × 64 px, without near-duplicates")),
              std::tuple(false, true, QStringLiteral("64 × 64 px, without empty pictures")),
              std::tuple(true, true, QStringLiteral("64 × 64 px, without near-duplicates and empty pictures"))}) {
            config.data_skip_duplicates = duplicates;
            config.data_skip_empty = empty;
            const DatasetDialog dialog(&services, config);
            QTRY_COMPARE(fact(dialog, "Trained as"), words);
        }
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
        const QString found = fact(dialog, "Repeated");
        auto* fit = dialog.findChild<QComboBox*>();
        fit->setCurrentIndex(1);
        Q_EMIT fit->activated(1);
        QTRY_COMPARE(services.calls.load(), 2);
        QTRY_VERIFY(dialog.recipeButton()->isEnabled());
        QCOMPARE(services.looks.load(), 1);
        QCOMPARE(fact(dialog, "Repeated"), found);
        QVERIFY(proposed(dialog).size() > 1);
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
            QCOMPARE(message(dialog), QStringLiteral("Inspection cancelled"));
            dialog.inspect();
            QVERIFY(dialog.busy());
        }
        QVERIFY(BackgroundTask::calls()->waitForDone(30000));  // the call was asked to stop
        QCoreApplication::processEvents();
    }
};

QTEST_MAIN(TestDatasetDialog)
#include "tst_dataset_dialog.moc"
