// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/figure_dialog.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFontComboBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <cmath>

namespace moe::ui {
namespace {

/// Widths that journals ask for, with the height that goes with them.
struct PaperSize {
    double widthMm, heightMm;
};
constexpr PaperSize kSizes[] = {{85, 60}, {178, 110}};
constexpr int kCustom = int(std::size(kSizes));

constexpr int kIdleMs = 120;
constexpr double kMostPreviewPixels = 8e6; ///< a preview of more would hold the window up

int sizeIndex(double widthMm) {
    for (int i = 0; i < kCustom; ++i)
        if (kSizes[i].widthMm == widthMm) return i;
    return kCustom;
}

QDoubleSpinBox* newSpin(const QString& name, const QString& unit, double low, double high, double step,
                        double value) {
    auto* spin = new QDoubleSpinBox;
    spin->setRange(low, high);
    spin->setSingleStep(step);
    spin->setDecimals(1);
    spin->setSuffix(QLatin1Char(' ') + unit);
    spin->setValue(value);
    spin->setAccessibleName(name);
    return spin;
}

} // namespace

bool FigureChoices::operator==(const FigureChoices& other) const {
    return format == other.format && style == other.style && dpi == other.dpi && embed == other.embed &&
           csv == other.csv;
}

double screenDpi(const QWidget& widget) {
    const QScreen* screen = widget.screen();
    const double dpi = screen ? screen->physicalDotsPerInch() : 0;
    return dpi > 50 && dpi < 400 ? dpi : 96;
}

FigureDialog::FigureDialog(const FigureChoices& choices, QWidget* parent) : QDialog(parent) {
    setObjectName(QStringLiteral("figureDialog"));
    setWindowTitle(tr("Export figure"));
    m_idle.setSingleShot(true);
    m_idle.setInterval(kIdleMs);
    connect(&m_idle, &QTimer::timeout, this, &FigureDialog::drawPreview);
    build(choices);
    changed();
    resize(900, 620);
}

QWidget* FigureDialog::newSizeRows() {
    auto* rows = new QWidget;
    auto* form = new QFormLayout(rows);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(tr("&Size:"), m_size);
    form->addRow(tr("&Width:"), m_width);
    form->addRow(tr("&Height:"), m_height);
    form->addRow(tr("Fo&nt:"), m_font);
    form->addRow(tr("&Format:"), m_format);
    form->addRow(tr("&Resolution:"), m_dpi);
    form->addRow(tr("&Palette:"), m_palette);
    form->addRow(tr("&Background:"), m_theme);
    form->addRow(tr("T&ypeface:"), m_family);
    form->addRow(m_headline);
    form->addRow(m_legend);
    form->addRow(m_hatching);
    form->addRow(m_embed);
    form->addRow(m_csv);
    return rows;
}

void FigureDialog::build(const FigureChoices& choices) {
    const auto newCombo = [this](const QString& name, const QStringList& items, int index) {
        auto* combo = new QComboBox;
        combo->addItems(items);
        combo->setCurrentIndex(std::max(0, index));
        combo->setAccessibleName(name);
        connect(combo, &QComboBox::currentIndexChanged, this, &FigureDialog::changed);
        return combo;
    };
    m_size = newCombo(tr("Size"), {tr("Column, 85 mm"), tr("Page, 178 mm"), tr("Custom")},
                      sizeIndex(choices.style.widthMm));
    connect(m_size, &QComboBox::activated, this, &FigureDialog::chooseSize);
    m_width = newSpin(tr("Width"), tr("mm"), 20, 2000, 1, choices.style.widthMm);
    m_height = newSpin(tr("Height"), tr("mm"), 20, 2000, 1, choices.style.heightMm);
    connect(m_width, &QDoubleSpinBox::valueChanged, m_size,
            [this](double mm) { m_size->setCurrentIndex(sizeIndex(mm)); });
    m_font = newSpin(tr("Font size"), tr("pt"), 3, 72, 0.5, choices.style.fontPt);
    for (QDoubleSpinBox* spin : {m_width, m_height, m_font})
        connect(spin, &QDoubleSpinBox::valueChanged, this, &FigureDialog::changed);
    m_format = newCombo(tr("Format"), {tr("PDF"), tr("SVG"), tr("PNG")}, int(choices.format));
    m_dpi = new QSpinBox;
    m_dpi->setRange(36, 2400);
    m_dpi->setSingleStep(50);
    m_dpi->setSuffix(tr(" dpi"));
    m_dpi->setValue(int(choices.dpi));
    m_dpi->setAccessibleName(tr("Resolution of a PNG"));
    connect(m_dpi, &QSpinBox::valueChanged, this, &FigureDialog::changed);
    m_palette = newCombo(tr("Palette"), paletteNames(), int(paletteNames().indexOf(choices.style.palette)));
    m_theme = newCombo(tr("Background"), {tr("White"), tr("Dark")}, choices.style.dark ? 1 : 0);
    m_family = new QFontComboBox;
    m_family->setCurrentFont(QFont(choices.style.family));
    m_family->setEditable(false);
    m_family->setMinimumContentsLength(12);
    m_family->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_family->setAccessibleName(tr("Typeface"));
    connect(m_family, &QFontComboBox::currentFontChanged, this, &FigureDialog::changed);
    m_headline = new QCheckBox(tr("Sentence above the pict&ure"));
    m_headline->setToolTip(tr("Journals want it in the caption: without it, Copy caption has the words."));
    m_headline->setChecked(choices.style.headline);
    m_legend = new QCheckBox(tr("Le&gend"));
    m_legend->setChecked(choices.style.legend);
    m_hatching = new QCheckBox(tr("Hatch&ing"));
    m_hatching->setToolTip(
        tr("Without it, plain tints stand for lines and patterns: they change the colours below them."));
    m_hatching->setChecked(choices.style.hatching);
    m_embed = new QCheckBox(tr("E&mbed the scenario"));
    m_embed->setToolTip(tr("The figure opens again as its scenario."));
    m_embed->setObjectName(QStringLiteral("embed"));
    m_embed->setChecked(choices.embed);
    m_csv = new QCheckBox(tr("&Also write the numbers as CSV"));
    m_csv->setChecked(choices.csv);
    for (QCheckBox* box : {m_headline, m_legend, m_hatching, m_embed, m_csv})
        connect(box, &QCheckBox::toggled, this, &FigureDialog::changed);

    m_preview = new QLabel;
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setAccessibleName(tr("Preview"));
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_preview);
    scroll->setWidgetResizable(true);
    scroll->setAlignment(Qt::AlignCenter);
    scroll->setBackgroundRole(QPalette::Mid);
    scroll->setAccessibleName(tr("Preview at true size"));
    m_scale = new QLabel;
    m_command = new QPlainTextEdit;
    m_command->setReadOnly(true);
    m_command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_command->setAccessibleName(tr("Command line that draws the same figure"));
    m_command->setTabChangesFocus(true);
    m_command->setFixedHeight(4 * m_command->fontMetrics().lineSpacing() + 12);
    auto* commandTitle = new QLabel(tr("Same figure from the command &line:"));
    commandTitle->setBuddy(m_command);
    m_copyCommand = new QPushButton(tr("Copy c&ommand"));
    connect(m_copyCommand, &QPushButton::clicked, this, &FigureDialog::copyCommand);
    for (QLabel** label : {&m_note, &m_said}) {
        *label = new QLabel;
        (*label)->setTextFormat(Qt::PlainText); // names of files
        (*label)->setWordWrap(true);
        (*label)->hide();
    }
    m_said->setAccessibleName(tr("Outcome"));

    auto* save = new QPushButton(tr("Sa&ve…"));
    save->setDefault(true);
    auto* copyFigure = new QPushButton(tr("&Copy figure"));
    auto* copyData = new QPushButton(tr("Copy &data"));
    auto* copyCaption = new QPushButton(tr("Copy cap&tion"));
    auto* close = new QPushButton(tr("Close"));
    connect(save, &QPushButton::clicked, this, &FigureDialog::saveRequested);
    connect(copyFigure, &QPushButton::clicked, this, &FigureDialog::copyFigureRequested);
    connect(copyData, &QPushButton::clicked, this, &FigureDialog::copyDataRequested);
    connect(copyCaption, &QPushButton::clicked, this, &FigureDialog::copyCaption);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    m_needPicture = {save, copyFigure, copyData, copyCaption};

    auto* commandRow = new QHBoxLayout;
    commandRow->addWidget(commandTitle, 1);
    commandRow->addWidget(m_copyCommand);
    auto* picture = new QVBoxLayout;
    picture->addWidget(scroll, 1);
    picture->addWidget(m_scale);
    auto* side = new QVBoxLayout;
    side->addWidget(newSizeRows());
    side->addStretch(1);
    auto* middle = new QHBoxLayout;
    middle->addLayout(picture, 1);
    middle->addLayout(side);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_said, 1);
    buttons->addStretch(1);
    for (QPushButton* button : {save, copyFigure, copyData, copyCaption, close}) buttons->addWidget(button);
    auto* column = new QVBoxLayout(this);
    column->addLayout(middle, 1);
    column->addLayout(commandRow);
    column->addWidget(m_command);
    column->addWidget(m_note);
    column->addLayout(buttons);
    setTabOrder(m_csv, m_command);
}

FigureChoices FigureDialog::choices() const {
    FigureChoices choices;
    choices.format = static_cast<FigureFormat>(m_format->currentIndex());
    choices.style.widthMm = m_width->value();
    choices.style.heightMm = m_height->value();
    choices.style.fontPt = m_font->value();
    choices.style.dark = m_theme->currentIndex() == 1;
    choices.style.palette = m_palette->currentText();
    choices.style.family = m_family->currentFont().family();
    choices.style.headline = m_headline->isChecked();
    choices.style.legend = m_legend->isChecked();
    choices.style.hatching = m_hatching->isChecked();
    choices.dpi = m_dpi->value();
    choices.embed = m_embed->isChecked();
    choices.csv = m_csv->isChecked();
    return choices;
}

FigureFile FigureDialog::file() const {
    const FigureChoices chosen = choices();
    FigureFile file;
    file.format = chosen.format;
    file.style = chosen.style;
    file.dpi = chosen.dpi;
    file.title = m_source.title;
    if (chosen.embed) file.scenario = m_source.scenario;
    return file;
}

void FigureDialog::setSource(const FigureSource& source) {
    if (source.origin.viewKey != m_source.origin.viewKey) {
        m_output.clear();
        m_said->hide(); // it was about another picture
    }
    m_source = source;
    m_csv->setEnabled(source.view && source.view->hasNumbers());
    showCommand();
}

void FigureDialog::setOutput(const QString& path) {
    m_output = path;
    showCommand();
}

QString FigureDialog::command() const {
    const QString suffix = formatSuffix(file().format);
    const bool fits = m_output.endsWith(QLatin1Char('.') + suffix, Qt::CaseInsensitive);
    const QString output = fits ? m_output : m_source.origin.viewKey + QLatin1Char('.') + suffix;
    const QString stem = output.left(output.size() - suffix.size() - 1);
    return renderCommand(m_source.origin, file(), output,
                         m_csv->isEnabled() && m_csv->isChecked() ? stem + QStringLiteral(".csv")
                                                                  : QString());
}

void FigureDialog::chooseSize(int index) {
    if (index < kCustom) {
        m_width->setValue(kSizes[index].widthMm);
        m_height->setValue(kSizes[index].heightMm);
    } else {
        m_width->setFocus();
        m_width->selectAll();
    }
}

void FigureDialog::changed() {
    m_said->hide();
    showCommand();
    emit choicesChanged();
}

void FigureDialog::showCommand() {
    const bool some = m_source.view;
    m_dpi->setEnabled(m_format->currentIndex() == int(FigureFormat::Png));
    for (QWidget* widget : m_needPicture) widget->setEnabled(some);
    m_copyCommand->setEnabled(some && m_source.whole);
    m_command->setPlainText(some && m_source.whole ? command() : QString());
    m_note->setText(m_source.origin.note);
    m_note->setVisible(some && !m_source.origin.note.isEmpty());
    m_idle.start();
}

void FigureDialog::drawPreview() {
    if (!isVisible()) return;
    const FigureStyle style = choices().style;
    m_image = QImage();
    if (!m_source.view) {
        m_preview->setText(tr("This tab has no picture. Choose another tab; the preview follows."));
        m_scale->clear();
        return;
    }
    const double dpi = screenDpi(*this), ratio = devicePixelRatioF();
    const auto pixels = [&](double mm) { return std::max(1, int(std::lround(mm / 25.4 * dpi * ratio))); };
    if (double(pixels(style.widthMm)) * pixels(style.heightMm) > kMostPreviewPixels) {
        m_preview->setText(tr("This size is too large to be shown; it can still be written."));
        return;
    }
    QImage image(pixels(style.widthMm), pixels(style.heightMm), QImage::Format_RGB32);
    image.fill(Qt::white);
    m_source.view->drawFigure(&image, dpi * ratio / 96.0, style);
    m_image = image;
    image.setDevicePixelRatio(ratio);
    m_preview->setPixmap(QPixmap::fromImage(image));
    m_preview->setAccessibleDescription(m_source.view->summary());
    m_scale->setText(tr("%1 × %2 mm at true size on a screen of %3 dpi")
                         .arg(style.widthMm)
                         .arg(style.heightMm)
                         .arg(dpi, 0, 'f', 0));
}

void FigureDialog::copyCommand() {
    QGuiApplication::clipboard()->setText(command());
    say(tr("The command was copied."));
    emit commandCopied();
}

void FigureDialog::copyCaption() {
    QGuiApplication::clipboard()->setText(m_source.view->summary());
    say(tr("The caption was copied."));
}

void FigureDialog::say(const QString& text) {
    m_said->setText(text);
    m_said->show();
}

void FigureDialog::showEvent(QShowEvent* event) {
    QDialog::showEvent(event);
    m_idle.start();
}

void FigureDialog::changeEvent(QEvent* event) {
    QDialog::changeEvent(event);
    if (event->type() == QEvent::ActivationChange && isActiveWindow()) emit activated();
}

} // namespace moe::ui
