// Tag: a small grey label ("NVIDIA RTX 4060", "best").
#pragma once

#include <QLabel>

namespace headroom::ui {

class Tag : public QLabel {
    Q_OBJECT
public:
    explicit Tag(const QString& text = {}, QWidget* parent = nullptr);
};

}  // namespace headroom::ui
