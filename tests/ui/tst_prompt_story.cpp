// Prompts as rows and as settings: nothing is lost on the way there and back, and curves keep to their prompts.
#include "core/api/param_schema.h"
#include "core/families/vqgan_clip/imagine_config.h"
#include "core/families/vqgan_clip/imagine_figures.h"
#include "tests/ui/patient_test.h"
#include "ui/bridge/session_bridge.h"
#include "ui/families/vqgan_clip/picture_page.h"
#include "ui/families/vqgan_clip/prompt_story.h"
#include "ui/models/mark_text.h"

#include <cmath>

using namespace headroom;
using namespace headroom::ui;

namespace {

ImagineConfig config_of(const std::string& prompts, const std::string& pictures = {}, const std::string& noises = {}) {
    ImagineConfig c;
    c.prompts = prompts;
    c.picture_prompts = pictures;
    c.noise_prompts = noises;
    return c;
}

std::string text_of(const PromptEntries& entries) { return std::get<std::string>(prompt_patch(entries).at("prompts")); }

StepDone step_with(std::int64_t step, std::vector<double> similarity) {
    StepDone s;
    s.step = s.images = step;
    s.edit<ImagineFigures>().similarity = std::move(similarity);
    return s;
}

RunStarted painting(const std::string& prompts, std::int64_t every = 0) {
    TrainConfig c = default_config(kVqganClip);
    c.edit<ImagineConfig>().prompts = prompts;
    c.edit<ImagineConfig>().story_every = every;
    RunStarted run;
    run.config = std::make_shared<const TrainConfig>(c);
    return run;
}

}  // namespace

class PromptStoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsAndSettingsSayTheSame_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("one") << QStringLiteral("a lighthouse at dusk");
        QTest::newRow("weights and stops") << QStringLiteral("a | b:0.6 | c:-0.3:-0.2");
        QTest::newRow("off") << QStringLiteral("a | ~b:2");
        QTest::newRow("story") << QStringLiteral("a | b:0.5 ^ c ^ d | e:-1");
        QTest::newRow("a number that belongs to the words") << QStringLiteral("ratio 4:3:1:-inf");
        QTest::newRow("other scripts") << QStringLiteral("灯台 | café:0.25");
    }
    void rowsAndSettingsSayTheSame() {
        QFETCH(QString, text);
        const std::string before = text.toStdString();
        const PromptEntries entries = prompt_entries(config_of(before, "/a b.png:0.5 | /c.jpg", "7:0.2"));
        const ParamPatch patch = prompt_patch(entries);
        QCOMPARE(std::get<std::string>(patch.at("prompts")), before);
        QCOMPARE(std::get<std::string>(patch.at("prompts.pictures")), std::string("/a b.png:0.5 | /c.jpg"));
        QCOMPARE(std::get<std::string>(patch.at("prompts.noise")), std::string("7:0.2"));
    }

    void typedWordsStayWordsAndSignsPart() {
        PromptEntries e = prompt_entries(config_of("a:0.5 | b"));
        set_prompt_text(e, 0, "ratio 4:3");  // no weight: the words alone were typed
        QCOMPARE(e[0].prompt.text, std::string("ratio 4:3"));
        QCOMPARE(e[0].prompt.weight, 0.5);
        QCOMPARE(prompt_entries(config_of(text_of(e)))[0], e[0]);
        set_prompt_text(e, 1, "fog:0.4 | rain ^ snow");
        QCOMPARE(text_of(e), std::string("ratio 4:3:0.5:-inf | fog:0.4 | rain ^ snow"));
        QCOMPARE(phrase_count(e), std::size_t{2});
        set_prompt_text(e, 1, "  ");
        QCOMPARE(e.size(), std::size_t{3});
        set_prompt_text(e, 0, "~ not off");
        QVERIFY(prompt_entries(config_of(text_of(e)))[0].prompt.on);
    }

    void promptsMoveWithinAndBetweenPhrases() {
        PromptEntries e = prompt_entries(config_of("a | b ^ c", "/p.png"));
        QCOMPARE(move_prompt(e, 0, +1), std::size_t{1});
        QCOMPARE(text_of(e), std::string("b | a ^ c"));
        move_prompt(e, 1, +1);
        QCOMPARE(text_of(e), std::string("b ^ a | c"));
        move_prompt(e, 0, +1);  // the first phrase has lost its last prompt
        QCOMPARE(text_of(e), std::string("b | a | c"));
        split_phrase(e, 1);
        QCOMPARE(text_of(e), std::string("b | c ^ a"));
        QCOMPARE(move_prompt(e, 2, +1), std::size_t{2});  // no text among the pictures
        QCOMPARE(add_prompt(e, {PromptKind::Text, 0, {"d"}}), std::size_t{2});
        QCOMPARE(text_of(e), std::string("b | c | d ^ a"));
    }

    void aPathThatCannotBeWrittenIsRefusedInWords() {
        QVERIFY(path_problem("/pictures/a.png").empty());
        QVERIFY(path_problem("/pictures/a|b.png").find("a|b.png") != std::string::npos);
    }

    void curvesKeepToTheirPrompts() {
        SessionBridge bridge;
        SimilarityLines lines(&bridge);
        Q_EMIT bridge.runStarted(painting("a | b:-0.5"));
        MetricsRow row;
        lines.read(step_with(1, {0.2, 0.3}), row);
        QCOMPARE(row.mean[0], 0.2F);
        QCOMPARE(row.mean[1], 0.3F);
        QVERIFY(std::isnan(row.mean[2]));
        QCOMPARE(lines.look(1).style, Qt::DashLine);
        // b goes, c comes: c is a line of its own, and what is reported second is no longer b's.
        Q_EMIT bridge.paramApplied(
            {"prompts", std::string("a | b:-0.5"), std::string("c | a:2"), 2, 2, ChangeOrigin::User});
        lines.read(step_with(2, {0.4, 0.5}), row);  // made before the change
        QCOMPARE(row.mean[1], 0.5F);
        lines.read(step_with(3, {0.6, 0.7}), row);
        QCOMPARE(row.mean[2], 0.6F);
        QCOMPARE(row.mean[0], 0.7F);
        QVERIFY(std::isnan(row.mean[1]));
        QVERIFY(!lines.lines()[1].live);
        QCOMPARE(lines.lines()[0].weight, 2.0);
        QCOMPARE(lines.find(PromptKind::Text, "c"), 2);
    }

    void phrasesOfAStoryTakeTurns() {
        SessionBridge bridge;
        SimilarityLines lines(&bridge);
        Q_EMIT bridge.runStarted(painting("a ^ b ^ c", 2));
        MetricsRow row;
        const int expected[] = {0, 0, 1, 1, 2, 2, 0};  // as the trainer: before steps 3, 5, 7
        for (std::int64_t step = 1; step <= 7; ++step) {
            lines.read(step_with(step, {0.5}), row);
            for (int line = 0; line < 3; ++line)
                QCOMPARE(!std::isnan(row.mean[static_cast<std::size_t>(line)]), line == expected[step - 1]);
        }
        lines.read(step_with(12, {0.5}), row);  // steps between were thinned away: two more turns
        QVERIFY(!std::isnan(row.mean[2]));
    }

    void curvesFollowTheNamesAndThePastCanBeReadAgain() {
        SessionBridge bridge;
        SimilarityLines lines(&bridge);
        RunStarted run = painting("b | c");
        run.step = 2;  // resumed: a was its first prompt, b its second
        Q_EMIT bridge.runStarted(run);
        const auto named = [](std::int64_t step, std::vector<std::string> texts, std::vector<double> values) {
            StepDone s = step_with(step, std::move(values));
            PromptNames names;
            for (std::string& text : texts) names.push_back({PromptKind::Text, std::move(text)});
            s.edit<ImagineFigures>().prompts = std::make_shared<const PromptNames>(std::move(names));
            return s;
        };
        MetricsRow row;
        lines.read(named(1, {"a", "b"}, {0.1, 0.2}), row);
        QCOMPARE(row.mean[2], 0.1F);  // behind the prompts that hold now
        QCOMPARE(row.mean[0], 0.2F);
        QVERIFY(!lines.lines()[2].live);
        QVERIFY(lines.lines()[1].live);
        lines.read(named(2, {"b", "c"}, {0.3, 0.4}), row);
        QCOMPARE(row.mean[0], 0.3F);
        QCOMPARE(row.mean[1], 0.4F);
        lines.read(named(3, {"c", "b"}, {0.5, 0.6}), row);  // the engine's word holds, whatever the settings' order
        QCOMPARE(row.mean[1], 0.5F);
        QCOMPARE(row.mean[0], 0.6F);
        QCOMPARE(lines.lines()[1].now, 0.5);
        lines.read(step_with(1, {0.9}), row);  // kept without names: nobody's
        QVERIFY(std::isnan(row.mean[0]));
    }

    void theSeventhCurveIsAveragedAsTheOthers() {
        SessionBridge bridge;
        SimilarityLines lines(&bridge);
        Q_EMIT bridge.runStarted(painting("a | b | c | d | e | f | g"));
        MetricsModel model(nullptr, 8);
        model.setReader([&lines](const StepDone& step, MetricsRow& row) { lines.read(step, row); }, kCurveCount);
        std::vector<StepDone> steps;
        for (std::int64_t n = 1; n <= 9; ++n) steps.push_back(step_with(n, std::vector<double>(7, n % 2 ? 0.0 : 1.0)));
        model.append(steps);
        QCOMPARE(model.row(1).count, 2);
        for (std::size_t line = 0; line < 7; ++line) QCOMPARE(model.row(1).mean[line], 0.5F);
    }

    void changesAreToldInWords() {
        QCOMPARE(promptChange("a | storm clouds:0.4", "a | storm clouds:0.6"),
                 QStringLiteral("storm clouds 0.40 to 0.60"));
        QCOMPARE(promptChange("a", "a | fog"), QStringLiteral("+ fog"));
        QCOMPARE(promptChange("a | fog", "a"), QStringLiteral("− fog"));
        QCOMPARE(promptChange("a | fog", "a | ~fog"), QStringLiteral("fog off"));
        QCOMPARE(promptChange("a", "b | c"), QStringLiteral("Prompts changed"));
    }

    void keptPicturesAreThinnedEvenly() {
        PaintedHistory history;
        const QImage large(1024, 1024, QImage::Format_RGB888);  // 3 MiB each
        // Those without a file go where the budget is full.
        for (int step = 0; step <= 200; ++step) history.add({step, large, {}});
        QVERIFY(history.bytes() <= PictureStore::get().limit());
        QVERIFY(history.count() > 60 && history.count() < 100);
        QCOMPARE(history.at(0).step, 0);
        QCOMPARE(history.at(history.count() - 1).step, 200);
        qint64 widest = 0;
        for (int i = 1; i < history.count(); ++i)
            widest = std::max(widest, history.at(i).step - history.at(i - 1).step);
        QVERIFY2(widest <= 20, qPrintable(QString::number(widest)));
        // Those with one stay, and keep it when the same picture comes again.
        history.clear();
        for (int step = 0; step <= 200; ++step) history.add({step, large, "step-" + std::to_string(step) + ".png"});
        QCOMPARE(history.count(), 201);
        QVERIFY(history.bytes() <= PictureStore::get().limit());
        history.add({200, large, {}});
        QCOMPARE(QString::fromStdString(history.at(200).path), QStringLiteral("step-200.png"));
    }

    void aPictureThatIsOnlyShownGivesWayToTheNext() {
        PicturePage page;
        const QImage picture(8, 8, QImage::Format_RGB888);
        page.add({200, picture, "step-200.png"});
        page.add({201, picture, {}});
        page.add({202, picture, {}});
        QCOMPARE(page.pictures().steps(), (QList<qint64>{200, 202}));
    }
};

QTEST_MAIN(PromptStoryTest)
#include "tst_prompt_story.moc"
