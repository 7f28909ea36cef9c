// SheetRuns: runs whose newest sheet is a file of the test's, which it writes, damages and mends.
#pragma once

#include "tests/ui/window_services.h"

#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPushButton>
#include <QRandomGenerator>

namespace headroom::ui {

/// To be declared before the windows that use it.
class SheetRuns final : public FakeServices {
public:
    explicit SheetRuns(const QString& sheet) : sheet_(sheet.toStdString()) {}
    ~SheetRuns() override { BackgroundTask::waitForAll(); }
    Result<RunHistory> load_run(std::string run_dir) override {
        auto run = FakeServices::load_run(std::move(run_dir));
        if (run) run->sample_paths = {sheet_};
        return run;
    }

private:
    const std::string sheet_;
};

/// A PNG of noise, of which no byte can be spared.
inline bool writeNoise(const QString& path, const QSize& size) {
    QImage image(size, QImage::Format_RGB32);
    QRandomGenerator random(1);
    random.fillRange(reinterpret_cast<quint32*>(image.bits()), image.sizeInBytes() / 4);
    return image.save(path);
}
/// The header of one, which tells its size, and half of its pixels.
inline bool writeHalf(const QString& path, const QSize& size) {
    return writeNoise(path, size) && QFile::resize(path, QFileInfo(path).size() / 2);
}

/// The button of that name that is seen on `page`; null: there is none.
inline QPushButton* seenTryAgain(const QWidget& page) {
    for (auto* button : page.findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Try again") && button->isVisible()) return button;
    return nullptr;
}

}  // namespace headroom::ui
