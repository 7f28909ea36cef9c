// UpscaleDialog: a finished picture enlarged 2 to 4 times in tiles within the memory that is free: by Lanczos, by the built-in network
// of shapes or by a file of weights; a part of it before and after, what it will take, the row of its file. Stays while it works.
#pragma once

#include "ui/forward.h"
#include "ui/models/background_task.h"
#include "ui/models/picture_store.h"
#include "ui/panels/upscale/upscale_parts.h"

#include <QDialog>
#include <QTemporaryDir>
#include <QTimer>

namespace headroom::ui {

class UpscaleDialog : public QDialog {
    Q_OBJECT
public:
    enum Method { Lanczos, Shapes, OwnFile };

    /// `services` must outlive the window's thread pools.
    explicit UpscaleDialog(Services* services, QWidget* parent = nullptr);

    /// A PNG or JPEG file. Not while one is being enlarged.
    void setPicture(const QString& path);
    /// A picture that is no file: one is made for it. `stem` names it ("step-4200").
    void setImage(const QImage& image, const QString& stem);
    void setMethod(Method method, const QString& weights = {});
    void setTarget(const QString& path);

    bool working() const;
    /// The forecast and the part are being made, or will be.
    bool looking() const { return read_.running() || look_.running() || settle_.isActive(); }
    QString target() const;
    QSize pictureSize() const { return shown_.size; }
    PicturePane* pane() const { return pane_; }
    PartChooser* part() const { return part_; }
    QPushButton* closeButton() const { return close_; }
    QPushButton* startButton() const { return start_; }
    /// How far it is, what came of it and where.
    FileRow* files() const { return files_; }

public Q_SLOTS:
    void start();
    void cancel();

Q_SIGNALS:
    /// The work ended or was stopped; `written`: the larger picture is there.
    void ended(bool written);
    /// The work ended while the dialog was closed: `written` names the file, or nothing was and `words` say why.
    void endedUnseen(const QString& written, const QString& words);

private:
    struct Look {
        Result<UpscaleDone> forecast;
        UpscaleLook part;
    };

    QWidget* form();
    QWidget* fileField(QLineEdit* edit, QPushButton* choose);
    void addRow(QGridLayout* grid, const QString& name, QWidget* field);
    void choosePicture();
    void askAndStart();
    /// Reads it off the window's thread.
    void take(const QString& path, const QString& name, std::function<UpscalePicture()> read);
    void lookSoon();
    void look();
    void finished(bool written);
    void nameTarget();
    /// `path` is where it is written, as a PNG.
    void nameFile(const QString& path);
    void takeDrops();
    int scale() const;
    /// What is asked for; nothing: a field says what is wrong.
    std::optional<UpscaleRequest> request() const;
    QString offReason() const;
    void refresh();

    Services* services_;
    QString picture_;
    std::shared_ptr<QTemporaryDir> made_;  ///< of setImage
    UpscalePicture shown_;
    PictureShare share_;                   ///< of it and the part
    std::optional<UpscaleDone> forecast_;  ///< nothing of it is written
    QString problem_;                      ///< of the last forecast
    QString writing_;                      ///< the file that is being written, or was last
    bool own_target_ = false;              ///< chosen by the user
    BackgroundTask read_, look_;
    QTimer settle_;

    QLabel *name_, *result_, *words_;
    EmptyState* empty_;
    PicturePane* pane_;
    PartChooser* part_;
    QComboBox* method_;
    QLineEdit *weights_, *budget_, *target_;
    QPushButton *choose_weights_, *choose_target_, *choose_, *close_, *start_;
    QWidget* weights_row_ = nullptr;
    QLabel* weights_label_ = nullptr;
    SegmentedBar* scale_;
    FileRow* files_;
};

}  // namespace headroom::ui
