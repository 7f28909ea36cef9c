// Precompiled header of the window: the Qt widgets and contract headers that most panels include, and the plot library, which
// includes all of QtPrintSupport.
#pragma once

#include "core/api/services.h"
#include "ui/widgets/plot_view_library.h"
#include <QAbstractItemModel>
#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPointer>
#include <QStyle>
#include <QTimer>
#include <QToolButton>
#include <QVariant>
#include <QWidget>
