// SceneStage: a window on a story of the scripted engine, for the scenes of the contact sheets, which show every page, tab and dialog. SceneWindow: one of
// them for several scenes.
#pragma once

#include "app/contact_scenes.h"
#include "tests/support/fake_services.h"
#include "tests/ui/keep_picture.h"
#include "tests/ui/patient_test.h"
#include "tests/ui/time_limits.h"
#include "tests/ui/window_services.h"
#include "tests/ui/window_texts.h"
#include "ui/bridge/session_bridge.h"

#include <QEventLoop>
#include <QPointer>
#include <QTabBar>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace headroom::ui {

/// Lets the window live for `ms`. Unlike QTest's waiting the loop tells when it waits: what comes meanwhile, below a timer that looks at a dialog too, is
/// not one event.
inline void pass(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

/// Until what stands in `window` stays the same: figures have come, rows have stacked, columns fit. A film that plays goes on for ever.
inline void settle(const QWidget& window) {
    constexpr int kMostLooks = 60;
    std::vector<std::tuple<const QWidget*, QRect, QString>> before, now;
    for (int calm = 0, looks = 0; calm < 4 && looks < kMostLooks; ++looks) {
        pass(40);
        now.clear();
        for (const auto* w : window.findChildren<QWidget*>())
            if (w->isVisibleTo(&window)) now.emplace_back(w, w->geometry(), w->property("text").toString());
        calm = now == before ? calm + 1 : 0;
        before.swap(now);
    }
}

struct SceneStage {
    SceneStage(const char* story, const QSize& size) : services(make_fake_services(story)), window(&bridge, false) {
        window.resize(size);
        window.show();
        window.setServices(services.get());
        bridge.setSession(services->make_session());
    }

    /// Calls `look` with the dialog or the page, and once more for each of its tabs and those of its docks, where the scene does not choose one itself.
    /// False: the scene is not there.
    template <class Look> bool show(const Scene& scene, Look look) {
        const auto calm = [this] { settle(window); };
        return show_scene(scene, window, calm, [&](QDialog* dialog) {
            QWidget& shown = dialog ? static_cast<QWidget&>(*dialog) : window;
            look(shown, QString());
            if (scene.prepare && !dialog) return;
            QList<QPointer<QTabBar>> bars;
            for (auto* bar : shown.findChildren<QTabBar*>())
                if (bar->isVisible()) bars << bar;
            for (const QPointer<QTabBar>& bar : bars) {
                const int before = bar ? bar->currentIndex() : 0;
                for (int i = 0; bar && i < bar->count(); ++i) {
                    if (i == before || !bar->isTabVisible(i) || !bar->isTabEnabled(i)) continue;
                    bar->setCurrentIndex(i);
                    calm();
                    look(shown, bar ? bar->tabText(i) : QString());
                }
                if (bar) bar->setCurrentIndex(before);
            }
        });
    }

    std::unique_ptr<Services> services;
    TasksEnded ended;
    SessionBridge bridge;
    MainWindow window;
};

/// Whether the window is afterwards as it was: a page was looked at, or a dialog that was closed again.
inline bool leaves_no_trace(const Scene& scene) { return !scene.prepare && !scene.within; }

/// Places in contact_scenes(): those that may have one window one after the other.
inline std::vector<std::size_t> scenes_in_order() {
    std::vector<std::size_t> out(contact_scenes().size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    const auto place = [](std::size_t i) {
        const Scene& scene = contact_scenes()[i];
        return std::pair(!leaves_no_trace(scene), std::string_view(scene.story));
    };
    std::stable_sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    return out;
}

/// The window of one scene after the other, as long as they are of one story in one look and leave it as it was: to make one takes the processor half a
/// second.
class SceneWindow {
public:
    /// Gives the program a look before the window is made; what it returns lives as long as the window.
    using Dress = std::function<std::shared_ptr<void>()>;

    SceneStage& of(const Scene& scene, const QSize& size, const QString& look = {}, const Dress& dress = {}) {
        const QString wanted =
            leaves_no_trace(scene) ? QStringLiteral("%1 %2").arg(QLatin1String(scene.story), look) : QString();
        if (wanted.isEmpty() || wanted != fit_for_) close();
        if (!stage_) {
            if (dress) dress_ = dress();
            stage_ = std::make_unique<SceneStage>(scene.story, size);
        }
        stage_->window.activateWindow();
        fit_for_.clear();  // one in which a scene fails is used no more
        next_ = wanted;
        return *stage_;
    }
    /// What was to be looked at is.
    void over() {
        fit_for_ = next_;
        if (fit_for_.isEmpty()) close();
    }
    void close() {
        stage_.reset();
        dress_.reset();
    }
    /// Before each test of a program: the others make windows of their own.
    void close_but_in(const char* test) {
        if (qstrcmp(QTest::currentTestFunction(), test) != 0) close();
    }
    bool is_open() const { return stage_ != nullptr; }

private:
    std::shared_ptr<void> dress_;
    std::unique_ptr<SceneStage> stage_;
    QString fit_for_, next_;  ///< story and look
};

/// The main() of a program of scenes, which looks at what its events take of the processor.
template <class Test> int run_scenes(int argc, char** argv) {
    WatchedApplication app(argc, argv, {}, longestEvent());
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);  // as QTEST_MAIN: layouts are those of any screen
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// Which of them kept the window from answering in such a program, one a line.
inline QString slow_events() { return static_cast<const WatchedApplication*>(qApp)->slowEvents().join('\n'); }

}  // namespace headroom::ui
