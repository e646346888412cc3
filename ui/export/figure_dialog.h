// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a figure is to look, with the figure itself at its true size beside the choices. It writes nothing:
// what it is asked for leaves as signals.

#include "ui/export/figure_command.h"

#include <QDialog>
#include <QPointer>
#include <QTimer>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFontComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace moe::ui {

/// What the dialog remembers from one time to the next.
struct FigureChoices {
    FigureFormat format = FigureFormat::Pdf;
    FigureStyle style;
    double dpi = 300;
    bool embed = true; ///< the scenario travels inside the figure
    bool csv = false;  ///< the numbers are written beside it
    bool operator==(const FigureChoices& other) const;
};

/// The picture that is exported.
struct FigureSource {
    QPointer<ReportView> view; ///< null on a tab without a picture
    FigureOrigin origin;
    QString title;
    QByteArray scenario; ///< YAML
    bool whole = true;   ///< the command is known; until then none is shown
};

class FigureDialog : public QDialog {
    Q_OBJECT
public:
    explicit FigureDialog(const FigureChoices& choices, QWidget* parent = nullptr);

    void setSource(const FigureSource& source);
    const FigureSource& source() const { return m_source; }
    FigureChoices choices() const;
    /// Ready for writeFigure().
    FigureFile file() const;
    /// Name of the output file in the command: the one last written, else the view's.
    void setOutput(const QString& path);
    QString command() const;
    /// At the screen's resolution; null while there is no picture.
    QImage preview() const { return m_image; }
    /// Something was or could not be written; stays until the next change.
    void say(const QString& text);

signals:
    /// The user came back to the dialog: the picture may have been changed meanwhile.
    void activated();
    void choicesChanged();
    void saveRequested();
    void copyFigureRequested();
    void copyDataRequested();
    void commandCopied();

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build(const FigureChoices& choices);
    QWidget* newSizeRows();
    void chooseSize(int index);
    void changed();
    void showCommand();
    void drawPreview();
    void copyCommand();
    void copyCaption();

    FigureSource m_source;
    QString m_output; ///< written last
    QImage m_image;
    QTimer m_idle; ///< drawing waits until typing rests
    QComboBox *m_size = nullptr, *m_format = nullptr, *m_palette = nullptr, *m_theme = nullptr;
    QDoubleSpinBox *m_width = nullptr, *m_height = nullptr, *m_font = nullptr;
    QSpinBox* m_dpi = nullptr;
    QFontComboBox* m_family = nullptr;
    QCheckBox *m_headline = nullptr, *m_legend = nullptr, *m_hatching = nullptr, *m_embed = nullptr,
              *m_csv = nullptr;
    QLabel *m_preview = nullptr, *m_scale = nullptr, *m_said = nullptr, *m_note = nullptr;
    QPlainTextEdit* m_command = nullptr;
    QPushButton* m_copyCommand = nullptr;
    QList<QWidget*> m_needPicture;
};

/// Pixels per millimetre-true inch of the screen a widget is on; a display that does not know its size counts
/// as 96.
double screenDpi(const QWidget& widget);

} // namespace moe::ui
