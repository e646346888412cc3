// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/profiles/surfaces_view.h"

#include "models/engine/operators/bus_bandwidth.h"
#include "models/engine/serve/measured_operators.h"
#include "models/items/operator_picture_text.h"
#include "models/items/operator_words.h"
#include "models/items/words.h"
#include "ui/choice_keys.h"
#include "ui/plots/profiles/axis_sliders.h"
#include "ui/plots/profiles/surfaces_paint.h"
#include "ui/plots/profiles/surfaces_question.h"

#include <QAction>
#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QToolBar>

#include <algorithm>

namespace moe::ui {
namespace {

QString utf8(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// A box's entries, replaced only where they are others, so that an open list stays open.
class Entries {
public:
    void add(const QString& key, const QString& text) {
        m_keys << key;
        m_texts << text;
    }
    void fill(QComboBox& box, const QString& chosen) const {
        const QSignalBlocker quiet(&box);
        bool same = box.count() == m_keys.size();
        for (int i = 0; same && i < box.count(); ++i)
            same = box.itemData(i).toString() == m_keys[i] && box.itemText(i) == m_texts[i];
        if (!same) {
            box.clear();
            for (qsizetype i = 0; i < m_keys.size(); ++i) addEntry(box, m_keys[i], m_texts[i], m_keys[i]);
        }
        box.setCurrentIndex(box.findData(chosen));
    }

private:
    QStringList m_keys, m_texts;
};

const QString kOwnLayer = QStringLiteral("own");

QString layerKey(const OperatorLayer& layer) {
    QStringList parts;
    for (const double value : layer.key) parts << QString::number(value, 'f', 0);
    return parts.join(QLatin1Char('-'));
}

constexpr std::array<const char*, 4> kLayerOptions{"hidden", "expert-ffn", "top-k", "experts"};

} // namespace

SurfacesView::SurfacesView(QWidget* parent)
    : AskingPicture(items::Words::tr("Measured times of GPU operators"), parent) {
    makeChoices();
    m_sliders = new AxisSliders;
    m_sliders->hide();
    connect(m_sliders, &AxisSliders::moved, this, [this](const QString& option, double value) {
        hold(option.toStdString(), value);
        ask();
    });
    static_cast<QBoxLayout*>(layout())->insertWidget(2, m_sliders);
    tableAction()->setText(items::Words::tr("Table"));
    tableAction()->setToolTip(items::Words::tr("Show data as table"));
    refresh();
}

QComboBox* SurfacesView::newChoice(const char* key, const QString& name, const QString& toolTip, int width,
                                   std::string OperatorPictureRequest::*member) {
    auto* box = new QComboBox;
    box->setObjectName(QLatin1String(key));
    box->setAccessibleName(name);
    box->setToolTip(toolTip);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->setMaximumWidth(width);
    connect(box, &QComboBox::activated, this, [this, box, member] {
        if (!member) return;
        m_request.*member = box->currentData().toString().toStdString();
        ask();
    });
    return box;
}

void SurfacesView::makeChoices() {
    using Request = OperatorPictureRequest;
    m_gpu = newChoice("device", items::Words::tr("GPU"),
                      items::Words::tr("GPU; one without tables gets the surface of its nearest kin"), 150,
                      &Request::gpu);
    m_op = newChoice("op", items::Words::tr("Operator"), items::Words::tr("Operator"), 172, &Request::op);
    m_dtype = newChoice("dtype", items::Words::tr("Data type"),
                        items::Words::tr("Data type; of attention with that of the KV cache"), 104,
                        &Request::dtype);
    m_load = newChoice("load", items::Words::tr("Load"), items::Words::tr("How tokens fall on the experts"),
                       132, &Request::load);
    m_backend =
        newChoice("backend", items::Words::tr("Kernels"),
                  items::Words::tr("Whose kernels were measured, and their version"), 184, &Request::backend);
    for (QComboBox* box : {m_gpu, m_op, m_dtype, m_backend}) tools()->insertWidget(tableAction(), box);
    auto* axes = new QToolBar;
    const auto labelled = [&](const QString& label, QComboBox* box) {
        auto* text = new QLabel(label);
        text->setBuddy(box);
        text->setContentsMargins(4, 0, 4, 0);
        axes->addWidget(text);
        axes->addWidget(box);
    };
    m_x = newChoice("x", items::Words::tr("Along"), items::Words::tr("What runs along the lower axis"), 130,
                    &Request::x);
    m_y = newChoice("y", items::Words::tr("Lines"),
                    items::Words::tr("What differs from line to line, or runs upwards in a map"), 130,
                    &Request::series);
    labelled(items::Words::tr("Along"), m_x);
    labelled(items::Words::tr("Lines"), m_y);
    m_map = axes->addAction(items::Words::tr("Map"));
    m_map->setObjectName(QStringLiteral("map"));
    m_map->setCheckable(true);
    m_map->setToolTip(items::Words::tr("Time as colour over both axes"));
    connect(m_map, &QAction::triggered, this, [this](bool on) {
        m_request.map = on;
        ask();
    });
    m_bandwidth = axes->addAction(items::Words::tr("Bus bandwidth"));
    m_bandwidth->setObjectName(QStringLiteral("bandwidth"));
    m_bandwidth->setCheckable(true);
    m_bandwidth->setVisible(false);
    m_bandwidth->setToolTip(items::Words::tr("In place of times, as nccl-tests print it"));
    connect(m_bandwidth, &QAction::toggled, this, [this] { refresh(); });
    m_layer =
        newChoice("layer", items::Words::tr("Layer"),
                  items::Words::tr("Expert layers that were measured; the sliders set others"), 168, nullptr);
    m_layerAction = axes->addWidget(m_layer);
    m_loadAction = axes->addWidget(m_load);
    m_loadAction->setVisible(false);
    m_layerAction->setVisible(false);
    connect(m_layer, &QComboBox::activated, this, [this] {
        const QStringList values = m_layer->currentData().toString().split(QLatin1Char('-'));
        if (values.size() != qsizetype(kLayerOptions.size())) return;
        for (std::size_t i = 0; i < kLayerOptions.size(); ++i)
            hold(kLayerOptions[i], values[qsizetype(i)].toDouble());
        ask();
    });
    static_cast<QBoxLayout*>(layout())->insertWidget(1, axes);
}

void SurfacesView::hold(const std::string& option, double value) {
    for (auto& [known, held] : m_request.held)
        if (known == option) {
            held = value;
            return;
        }
    m_request.held.emplace_back(option, value);
}

void SurfacesView::ask() {
    m_chosen = true;
    AskingPicture::ask();
}

void SurfacesView::setCatalog(const CatalogPtr& catalog) {
    m_catalog = catalog;
}

void SurfacesView::followScenario() {
    if (m_chosen || !report()) return;
    const Scenario& scenario = report()->scenario;
    OperatorPictureRequest wanted;
    if (!m_own.empty()) {
        wanted = pictureOf(m_own, scenario.gpu.preset);
        if (surfaceArguments(wanted) == m_followed) return;
        m_bandwidth->setChecked(isCollective(wanted.op));
        m_followed = surfaceArguments(wanted);
        m_request = std::move(wanted);
        return;
    }
    wanted.gpu = scenario.gpu.preset;
    wanted.op = scenario.moe ? "moe" : "gemm";
    if (const GpuSpec* gpu = m_catalog ? m_catalog->gpu(wanted.gpu) : nullptr)
        wanted.dtype = computedType(scenario, scenario.moe ? OperatorOp::Moe : OperatorOp::Gemm, *gpu);
    if (scenario.moe)
        wanted.held = {{"hidden", double(scenario.model.hidden)},
                       {"expert-ffn", double(scenario.moe->expertFfn)},
                       {"top-k", double(scenario.moe->topK)},
                       {"experts", double(scenario.moe->experts)}};
    if (surfaceArguments(wanted) == m_followed) return; // what the answer settled stays
    m_followed = surfaceArguments(wanted);
    m_request = std::move(wanted);
}

void SurfacesView::setOwn(const OwnShown& own) {
    m_own = own.operators;
    followScenario();
    AskingPicture::ask();
    refresh();
}

void SurfacesView::reportChanged() {
    followScenario();
    AskingPicture::ask();
}

Question SurfacesView::question() const {
    if (!m_catalog || m_request.gpu.empty()) return {};
    return {QStringLiteral("surfaces"), surfaceArguments(m_request), nullptr, m_catalog};
}

void SurfacesView::choose(const QStringList& arguments) {
    OperatorPictureRequest wanted = surfaceRequest(arguments);
    const auto isEmpty = [](const QString& one) { return one.isEmpty(); };
    if (std::all_of(arguments.begin(), arguments.end(), isEmpty)) return;
    if (wanted.gpu.empty()) wanted.gpu = m_request.gpu;
    m_chosen = true;
    m_request = std::move(wanted);
}

QString SurfacesView::range() const {
    if (!m_chosen) return {};
    QStringList words;
    const QStringList arguments = surfaceArguments(m_request);
    for (qsizetype i = 0; i < arguments.size(); ++i)
        if (!arguments[i].isEmpty())
            words << QLatin1String(surfaceOptions()[std::size_t(i)]) + QLatin1Char('=') + arguments[i];
    return words.join(QLatin1Char(' '));
}

void SurfacesView::setRange(const QString& text) {
    QStringList arguments;
    for (const char* option : surfaceOptions()) {
        QString value;
        for (const QString& word : text.split(QLatin1Char(' ')))
            if (word.section(QLatin1Char('='), 0, 0) == QLatin1String(option))
                value = word.section(QLatin1Char('='), 1);
        arguments << value;
    }
    if (text.isEmpty()) return;
    choose(arguments);
    AskingPicture::ask();
}

void SurfacesView::answered(bool ofNow) {
    m_picture = answerAs<OperatorPicture>();
    if (m_picture && ofNow) {
        m_request.op = m_picture->ops.empty() ? m_request.op : std::string(operatorRow(m_picture->op).name);
        m_request.dtype = m_picture->dtype;
        m_request.load = m_picture->load;
        m_request.backend = m_picture->backend;
        m_request.map = m_picture->map;
        if (!m_picture->axes.empty()) {
            const bool alone = m_picture->series == m_picture->x;
            m_request.x = m_picture->axes[m_picture->x].column->option;
            m_request.series = alone ? kNoSeries : m_picture->axes[m_picture->series].column->option;
        }
        m_bandwidth->setVisible(isCollective(m_request.op) && !m_request.map);
        fillBoxes();
        fillSliders();
    }
    AskingPicture::answered(ofNow);
}

void SurfacesView::fillBoxes() {
    Entries gpus, ops, types, loads, kernels, xs, ys, layers;
    for (const MeasuredGpu& gpu : measuredGpus())
        gpus.add(utf8(gpu.key), items::operatorGpuLabel(gpu.key, *m_catalog));
    for (const GpuSpec& gpu : m_catalog->gpus)
        if (std::none_of(measuredGpus().begin(), measuredGpus().end(),
                         [&](const MeasuredGpu& one) { return one.key == gpu.key; }))
            gpus.add(utf8(gpu.key), items::tableText(gpu.label));
    gpus.fill(*m_gpu, utf8(m_request.gpu));
    for (const OperatorOp op : m_picture->ops) ops.add(utf8(operatorRow(op).name), items::operatorLabel(op));
    ops.fill(*m_op, utf8(m_request.op));
    for (const std::string& type : m_picture->dtypes) types.add(utf8(type), utf8(type));
    types.fill(*m_dtype, utf8(m_request.dtype));
    for (const std::string& load : m_picture->loads) loads.add(utf8(load), items::loadLabel(load));
    loads.fill(*m_load, utf8(m_request.load));
    m_loadAction->setVisible(m_picture->loads.size() > 1);
    for (const auto& [backend, version] : m_picture->kernels)
        kernels.add(utf8(backend), items::kernelLabel(backend, version));
    kernels.fill(*m_backend, utf8(m_request.backend));
    for (const OperatorAxis& axis : m_picture->axes) {
        const QString key = utf8(axis.column->option), name = items::shapeLabel(axis.column->option).name;
        if (axis.runs()) xs.add(key, name);
        if (axis.values.size() > 1) ys.add(key, name);
    }
    ys.add(utf8(kNoSeries), items::Words::tr("one line"));
    xs.fill(*m_x, utf8(m_request.x));
    ys.fill(*m_y, utf8(m_request.series));
    m_map->setChecked(m_picture->map);
    m_map->setEnabled(m_picture->series != m_picture->x);
    for (const OperatorLayer& layer : m_picture->layers) layers.add(layerKey(layer), items::layerText(layer));
    if (m_picture->layer < 0) layers.add(kOwnLayer, items::Words::tr("another shape"));
    layers.fill(*m_layer, m_picture->layer < 0 ? kOwnLayer
                                               : layerKey(m_picture->layers[std::size_t(m_picture->layer)]));
    m_layerAction->setVisible(!m_picture->layers.empty());
}

void SurfacesView::fillSliders() {
    std::vector<AxisSliders::Column> columns;
    for (std::size_t i = 0; i < m_picture->axes.size(); ++i) {
        const OperatorAxis& axis = m_picture->axes[i];
        if (i == m_picture->x || i == m_picture->series || axis.values.size() < 2) continue;
        columns.push_back(
            {utf8(axis.column->option), items::shapeLabel(axis.column->option).name, axis.values, axis.value,
             [option = axis.column->option](double value) { return items::shapeValue(option, value); }});
    }
    m_sliders->setColumns(std::move(columns));
}

QString SurfacesView::reason() const {
    if (!report() && !m_picture) return items::Words::tr("Nothing has been computed yet.");
    if (!m_picture) return answer().why.isEmpty() ? items::Words::tr("Looking operators up…") : answer().why;
    if (m_picture->lines.empty())
        return items::Words::tr("No measured operator is known that this GPU could run.");
    return {};
}

QString SurfacesView::summary() const {
    const QString why = reason();
    return why.isEmpty() ? items::operatorPictureSummary(*m_picture, *m_catalog) : why;
}

Sheet SurfacesView::sheet() const {
    const items::OperatorSheet told = items::operatorSheet(*m_picture);
    Sheet sheet{told.header, {}};
    for (const QVector<QVariant>& cells : told.rows) sheet.rows.push_back({QString(), cells});
    return sheet;
}

Hits SurfacesView::paint(QPainter& painter, const QSizeF& size, const Look& look) const {
    return paintSurfaces(painter, size, *m_picture, {m_own, m_bandwidth->isChecked()}, *m_catalog, look);
}

} // namespace moe::ui
