// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/data/data_pages.h"

#include "models/items/words.h"
#include "ui/data/table_view.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>

namespace moe::ui {

EmptyDataPage makeEmptyDataPage() {
    auto* page = new QWidget;
    auto* text = new QLabel(items::Words::tr(
        "<p><b>No published table is loaded.</b></p>"
        "<p>The fitted loss surface and the operator curves work without one. The measured runs, here and on "
        "the Loss tab, need the Step Law tables <i>dense_lr_bs_loss.csv</i> and <i>moe_lr_bs_loss.csv</i>; "
        "raw operator times need the <i>profiling</i> folder of Vidur.</p>"
        "<p>They are published at github.com/step-law/steplaw and github.com/microsoft/vidur.</p>"));
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    text->setFixedWidth(430);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* load = new QPushButton(items::Words::tr("&Load a folder of tables…"));
    load->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* get = new QPushButton(items::Words::tr("&Get published tables…"));
    get->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* centred = new QHBoxLayout;
    centred->addStretch(1);
    centred->addWidget(text);
    centred->addStretch(1);
    auto* layout = new QVBoxLayout(page);
    layout->setSpacing(12);
    layout->addStretch(2);
    layout->addLayout(centred);
    layout->addWidget(load, 0, Qt::AlignHCenter);
    layout->addWidget(get, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    return {page, load, get};
}

DataPage makeDataPage() {
    DataPage made{};
    auto* list = made.list = new QListWidget;
    list->setAccessibleName(items::Words::tr("Loaded tables"));
    list->setSpacing(1);
    list->setTextElideMode(Qt::ElideRight);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* load = new QPushButton(items::Words::tr("&Load a folder…"));
    made.load = load;
    auto* left = new QWidget;
    auto* leftLayout = new QVBoxLayout(left);
    leftLayout->setContentsMargins(6, 6, 0, 6);
    leftLayout->addWidget(list, 1);
    leftLayout->addWidget(load);

    auto* filter = made.filter = new QLineEdit;
    filter->setPlaceholderText(items::Words::tr("Filter: lr>0.001 bs<=256, or a word"));
    filter->setClearButtonEnabled(true);
    filter->setAccessibleName(items::Words::tr("Filter rows"));
    filter->setToolTip(
        items::Words::tr("Conditions separated by blanks: < <= > >= = != and ~ (text contains). Names with "
                         "blanks in quotes or with _. Numbers take suffixes: 8k, 2B."));
    made.count = new QLabel;
    made.count->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Preferred);
    auto* top = new QHBoxLayout;
    top->setSpacing(10);
    top->addWidget(filter, 1);
    top->addWidget(made.count);
    made.message = new QLabel;
    made.message->setTextFormat(Qt::PlainText);
    made.message->hide();
    made.provenance = new QLabel;
    made.provenance->setTextFormat(Qt::PlainText);
    made.provenance->setTextInteractionFlags(Qt::TextSelectableByMouse);
    // A long name is cut rather than the window made wider; the tool tip has all of it.
    made.provenance->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    made.provenance->setAccessibleName(items::Words::tr("Source"));
    made.provenance->hide();

    auto* view = made.view = new TableView;
    made.problemTitle = new QLabel;
    made.problems = new QListWidget;
    made.problems->setAccessibleName(items::Words::tr("Problems found"));
    made.problems->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);

    auto* right = new QWidget;
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 6, 6, 6);
    rightLayout->addLayout(top);
    rightLayout->addWidget(made.message);
    rightLayout->addWidget(made.provenance);
    rightLayout->addWidget(view, 1);
    rightLayout->addWidget(made.problemTitle);
    rightLayout->addWidget(made.problems);

    auto* splitter = new QSplitter(Qt::Horizontal);
    splitter->addWidget(left);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({172, 528});
    splitter->setChildrenCollapsible(false);
    made.page = splitter;
    return made;
}

} // namespace moe::ui
