// Contact sheets: a window for each look and scene.
#include "app/contact_sheet.h"

#include "app/contact_scenes.h"
#include "app/engine_loader.h"
#include "core/api/session.h"
#include "ui/bridge/session_bridge.h"
#include "ui/i18n/language.h"
#include "ui/models/background_task.h"
#include "ui/shell/actions.h"
#include "ui/shell/desktop_theme.h"

#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPainter>
#include <QTimer>

#include <memory>
#include <vector>

namespace headroom {
namespace {

constexpr int kQuietMs = 700;  // forecasts, pictures and layouts have come by then
constexpr int kLongMs = 5000;  // what has not come by then is what the scene shows: work that goes on
constexpr int kTileWidth = 800, kColumns = 3, kCaption = 36, kGap = 16;
constexpr int kQuality = 85;  // of JPEG

/// Lets the window work for `ms`.
void pass(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

/// What is under way beside the window comes and is laid out, on a busy machine too.
void settle() {
    pass(kQuietMs);
    for (int i = 0; i < 3; ++i) {
        ui::BackgroundTask::waitForAll(i == 0 ? kLongMs : kQuietMs);
        QCoreApplication::sendPostedEvents();
    }
}

/// A window on the scripted engine.
class Stage {
public:
    static Result<std::unique_ptr<Stage>> open(const char* story, const Look& look) {
        auto services = load_engine(QString::fromLatin1(story));
        if (!services) return services.error();
        auto stage = std::unique_ptr<Stage>(new Stage(*std::move(services)));
        stage->window_->resize(look.size);
        stage->window_->show();
        stage->window_->setServices(stage->services_.get());
        stage->bridge_.setSession(stage->services_->make_session());
        pass(kQuietMs);
        return stage;
    }
    ~Stage() {
        window_.reset();
        ui::BackgroundTask::waitForAll();
    }

    /// Of the window with its dialog; `alone`: of the dialog, or the part, alone. Error: Internal (the scene is not there).
    Result<QImage> picture(const Scene& scene, bool alone = false) {
        Result<QImage> out = missing(scene, "what is to be shown");
        show_scene(scene, *window_, settle, [&](QDialog* dialog) {
            if (dialog)
                out = alone ? dialog->grab().toImage() : grab(dialog);
            else
                out = alone && scene.part ? part(scene) : grab(nullptr);
        });
        return out;
    }

    /// The scene's part of the window as it is now. Error: Internal (there is none).
    Result<QImage> part(const Scene& scene) const {
        QWidget* part = part_of(*window_, scene.part);
        if (!part) return missing(scene, scene.part);
        return part->grab().toImage();
    }

private:
    explicit Stage(std::unique_ptr<Services> services)
        : services_(std::move(services)), window_(std::make_unique<ui::MainWindow>(&bridge_, false)) {}

    static Error missing(const Scene& scene, const std::string& what) {
        return make_error(ErrorCode::Internal, std::string("'") + scene.caption + "': " + what + " cannot be seen.",
                          "Mend the scene in app/contact_scenes.cpp.");
    }
    /// The window with its dialog where it stands.
    QImage grab(QDialog* dialog) const {
        QImage out = window_->grab().toImage();
        if (!dialog) return out;
        QPainter painter(&out);
        const QPoint middle((window_->width() - dialog->width()) / 2, (window_->height() - dialog->height()) / 2);
        painter.drawPixmap(middle, dialog->grab());
        painter.setPen(ui::themeColor(ui::Token::Ctl));
        painter.drawRect(QRect(middle, dialog->size()).adjusted(-1, -1, 0, 0));
        return out;
    }

    std::unique_ptr<Services> services_;
    ui::SessionBridge bridge_;
    std::unique_ptr<ui::MainWindow> window_;
};

struct Captioned {
    QString caption;
    QImage image;
};

Result<void> save(const QImage& image, const QString& path, int quality = -1) {
    if (QDir().mkpath(QFileInfo(path).absolutePath()) && image.save(path, nullptr, quality)) return {};
    return make_error(ErrorCode::Disk, path.toStdString() + ": could not be written.", "Choose another folder.");
}

QImage sheet(const std::vector<Captioned>& pictures, const Look& look) {
    const int height = kTileWidth * look.size.height() / look.size.width();
    const int rows = (static_cast<int>(pictures.size()) + kColumns - 1) / kColumns;
    QImage out(kColumns * (kTileWidth + kGap) + kGap, rows * (height + kCaption + kGap) + kGap, QImage::Format_RGB32);
    out.fill(0xFF808080);
    QPainter painter(&out);
    QFont font = QApplication::font();
    font.setPixelSize(20);
    painter.setFont(font);
    for (int i = 0; i < static_cast<int>(pictures.size()); ++i) {
        const auto& [caption, image] = pictures[static_cast<std::size_t>(i)];
        const QPoint at(kGap + i % kColumns * (kTileWidth + kGap), kGap + i / kColumns * (height + kCaption + kGap));
        painter.drawText(QRect(at, QSize(kTileWidth, kCaption)), Qt::AlignLeft | Qt::AlignVCenter,
                         QStringLiteral("%1: %2").arg(QLatin1String(look.name), caption));
        painter.drawImage(at + QPoint(0, kCaption),
                          image.scaled(kTileWidth, height, Qt::KeepAspectRatio, Qt::SmoothTransformation));
    }
    return out;
}

void wear(const Look& look) {
    ui::Theme& theme = ui::Theme::get();
    ui::speak(QLatin1String(look.language));
    QApplication::setLayoutDirection(look.direction);
    theme.apply(look.theme, look.text);
    theme.desktop()->takeScheme(look.dark ? 1 : 2);
    theme.apply(look.theme, look.text);
}

bool is_meant(const char* caption, const QString& words) {
    return words.isEmpty() || QString::fromLatin1(caption).contains(words, Qt::CaseInsensitive);
}

Error no_scene(const QString& words) {
    return make_error(ErrorCode::InvalidArgument, "--scenes: there is no " + words.toStdString() + ".",
                      "Leave it out for all.");
}

Result<void> show(const Look& look, const QString& folder, const QString& words) {
    wear(look);
    const bool first = &look == contact_looks().data();
    std::vector<Captioned> pictures;
    for (const Scene& scene : contact_scenes()) {
        if (!is_meant(scene.caption, words)) continue;
        auto stage = Stage::open(scene.story, look);
        if (!stage) return stage.error();
        auto image = (*stage)->picture(scene);
        if (!image) return image.error();
        pictures.push_back({QString::fromLatin1(scene.caption), *std::move(image)});
        const QString path =
            QStringLiteral("%1/%2/%3.png")
                .arg(folder, QLatin1String(look.name), pictures.back().caption.toLower().remove(',').replace(' ', '-'));
        if (auto saved = save(pictures.back().image, path); !saved) return saved;
        if (!first || !scene.screenshot) continue;
        const QString shot = QStringLiteral("%1/screenshots/%2.png").arg(folder, QLatin1String(scene.screenshot));
        auto part = scene.part ? (*stage)->part(scene) : Result<QImage>(pictures.back().image);
        if (!part) return part.error();
        if (auto saved = save(*part, shot); !saved) return saved;
    }
    if (pictures.empty()) return no_scene(words);
    return save(sheet(pictures, look), QStringLiteral("%1/%2.png").arg(folder, QLatin1String(look.name)));
}

/// NAME.jpg in dark, and NAME-light.jpg of some in light.
Result<void> show_guide(const QString& folder, const QString& words) {
    bool any = false;
    for (const Look& look : guide_looks()) {
        wear(look);
        const auto ending = QLatin1String(look.dark ? "" : "-light");
        for (const GuidePicture& picture : guide_pictures()) {
            if (!is_meant(picture.scene.caption, words) || !(look.dark || picture.light)) continue;
            any = true;
            auto stage = Stage::open(picture.scene.story, look);
            if (!stage) return stage.error();
            auto image = (*stage)->picture(picture.scene, true);
            if (!image) return image.error();
            const QImage small =
                image->width() > picture.width ? image->scaledToWidth(picture.width, Qt::SmoothTransformation) : *image;
            const QString path = QStringLiteral("%1/%2%3.jpg").arg(folder, QLatin1String(picture.name), ending);
            if (auto saved = save(small, path, kQuality); !saved) return saved;
        }
    }
    if (any) return {};
    return no_scene(words);
}

}  // namespace

Result<void> make_contact_sheets(const QString& folder, const QString& wanted, const QString& words) {
    if (wanted == QLatin1String(guide_looks().front().name)) return show_guide(folder, words);
    bool any = false;
    for (const Look& look : contact_looks()) {
        if (!wanted.isEmpty() && wanted != QLatin1String(look.name)) continue;
        any = true;
        if (auto shown = show(look, folder, words); !shown) return shown;
    }
    if (any) return {};
    return make_error(ErrorCode::InvalidArgument, "--look: there is no " + wanted.toStdString() + ".",
                      "Leave it out for all.");
}

}  // namespace headroom
