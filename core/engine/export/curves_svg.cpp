// Draws a run's curves as SVG without a drawing library: three stacked plots over images, thinned to the picture's width.
#include "core/engine/export/curves_svg.h"

#include "core/base/utf8.h"
#include "core/families/registry.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace headroom {
namespace {

constexpr double kWidth = 960, kLeft = 70, kRight = 20, kTop = 40, kPlotHeight = 180, kGap = 46;
constexpr double kCharacter = 6;  // about as wide as a character of the legend is
constexpr int kBuckets = 800;     // more points than pixels add nothing but bytes

using Curve = CurvePlot::Curve;
using Plot = CurvePlot;

std::string text(const char* format, double a, double b = 0, double c = 0, double d = 0) {
    char out[200];
    std::snprintf(out, sizeof out, format, a, b, c, d);
    return out;
}

std::string escaped(const std::string& s) {
    std::string out;
    for (const char c : s) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else if (c == '>')
            out += "&gt;";
        else if (static_cast<unsigned char>(c) >= 0x20)
            out += c;
    }
    return out;
}

std::string tick(double v) { return text("%.4g", v); }

/// 1, 2 or 5 times a power of ten that gives about `count` ticks over `span`.
double tick_step(double span, int count) {
    const double rough = span / count;
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double m : {1.0, 2.0, 5.0}) {
        if (m * power >= rough) return m * power;
    }
    return 10.0 * power;
}

struct Frame {
    double x0, x1, y0, y1, top;
    double x(double v) const { return kLeft + (v - x0) / (x1 - x0) * (kWidth - kLeft - kRight); }
    double y(double v) const { return top + kPlotHeight - (v - y0) / (y1 - y0) * kPlotHeight; }
};

/// Mean of each bucket of steps, so that a long run stays a small file. Where a curve has nothing it is interrupted.
std::string polyline(const std::vector<StepDone>& steps, const Curve& curve, const Frame& f) {
    const std::string begin =
        "<polyline fill=\"none\" stroke=\"" + std::string(curve.colour) + "\" stroke-width=\"1.4\" points=\"";
    std::string out, points;
    const auto end_line = [&] {
        if (!points.empty()) out += begin + points + "\"/>\n";
        points.clear();
    };
    const std::size_t per = std::max<std::size_t>(1, (steps.size() + kBuckets - 1) / kBuckets);
    for (std::size_t i = 0; i < steps.size(); i += per) {
        double sum = 0, at = 0;
        int n = 0;
        for (std::size_t j = i; j < std::min(i + per, steps.size()); ++j) {
            const double v = curve.value(steps[j]);
            if (!std::isfinite(v)) continue;
            sum += v;
            at += static_cast<double>(steps[j].images);
            ++n;
        }
        if (n > 0)
            points += text("%.1f,%.1f ", f.x(at / n), f.y(sum / n));
        else
            end_line();
    }
    end_line();
    return out;
}

Frame frame_of(const RunHistory& run, const Plot& plot, double top) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    Frame f{inf, -inf, inf, -inf, top};
    for (const StepDone& s : run.steps) {
        f.x0 = std::min(f.x0, static_cast<double>(s.images));
        f.x1 = std::max(f.x1, static_cast<double>(s.images));
        for (const Curve& c : plot.curves) {
            const double v = c.value(s);
            if (!std::isfinite(v)) continue;
            f.y0 = std::min(f.y0, v);
            f.y1 = std::max(f.y1, v);
        }
    }
    if (!(f.x0 <= f.x1)) f.x0 = 0, f.x1 = 1;
    if (!(f.y0 <= f.y1)) f.y0 = 0, f.y1 = 1;
    if (f.x0 == f.x1) f.x1 = f.x0 + 1;
    f.y0 = std::min(f.y0, 0.0);
    if (f.y0 == f.y1) f.y1 = f.y0 + 1;
    return f;
}

/// Multiples of `step` from `from` to `to`: at most 40, more than tick_step() asks for, also of numbers so large that a step does not change them.
std::vector<double> ticks(double from, double to, double step) {
    std::vector<double> out;
    for (double v = std::ceil(from / step) * step; v <= to + step * 1e-6 && out.size() < 40; v += step)
        out.push_back(v);
    return out;
}

std::string axes(const Frame& f, bool with_x) {
    std::string out;
    const double dy = tick_step(f.y1 - f.y0, 4), dx = tick_step(f.x1 - f.x0, 8);
    for (const double v : ticks(f.y0, f.y1, dy)) {
        out += text("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#e4e4e4\"/>\n", kLeft, f.y(v),
                    kWidth - kRight, f.y(v));
        out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">", kLeft - 6, f.y(v) + 4) +
               tick(std::abs(v) < dy * 1e-6 ? 0 : v) + "</text>\n";
    }
    for (const double v : with_x ? ticks(f.x0, f.x1, dx) : std::vector<double>()) {
        out += text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", f.x(v), f.top + kPlotHeight + 16) +
               text("%.0f", v) + "</text>\n";
    }
    return out + text("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#888\"/>\n",
                      kLeft, f.top, kWidth - kLeft - kRight, kPlotHeight);
}

std::string marks(const RunHistory& run, const Frame& f) {
    std::string out;
    for (const HistoryMark& m : run.marks) {
        const double at = static_cast<double>(m.images);
        if (m.kind.rfind("checkpoint", 0) == 0 || at < f.x0 || at > f.x1) continue;
        out +=
            "<g>" +
            text("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#b05a00\" stroke-dasharray=\"3 3\"/>",
                 f.x(at), f.top, f.x(at), f.top + kPlotHeight) +
            "<title>" + escaped(m.text) + "</title></g>\n";
    }
    return out;
}

/// `name` of at most `most` characters, so that the legend stays within the picture.
std::string shortened(const std::string& name, std::size_t most) {
    std::string out;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < name.size(); ++characters) {
        if (characters == most) return out + "...";
        const std::size_t length = std::max<std::size_t>(1, utf8_length(std::string_view(name).substr(i)));
        out.append(name, i, length);
        i += length;
    }
    return name;
}

/// The names of a plot's curves in their colours, beside its title.
std::string legend(const Plot& plot, double top) {
    std::string out;
    double x = kLeft + 110;
    const double each =
        std::min(180.0, (kWidth - kRight - x) / static_cast<double>(std::max<std::size_t>(1, plot.curves.size())));
    for (const Curve& c : plot.curves) {
        const std::string name = shortened(c.name, static_cast<std::size_t>(std::max(1.0, each / kCharacter - 4)));
        out += text("<text x=\"%.1f\" y=\"%.1f\" fill=\"", x, top - 6) + std::string(c.colour) + "\">" + escaped(name) +
               "<title>" + escaped(c.name) + "</title></text>\n";
        x += std::min(each, std::max(90.0, (static_cast<double>(name.size()) + 3) * kCharacter));
    }
    return out;
}

std::vector<Plot> plots_of(const RunHistory& run) {
    std::vector<Plot> plots = family_of(run.config).plots(run.steps);
    plots.push_back({"Memory (GiB)",
                     {{"peak", "#8c564b", [](const StepDone& s) { return s.peak.gib(); }},
                      {"live", "#17becf", [](const StepDone& s) { return s.live.gib(); }}}});
    return plots;
}

}  // namespace

std::string curves_svg(const RunHistory& run) {
    const std::vector<Plot> plots = plots_of(run);
    const double height = kTop + static_cast<double>(plots.size()) * (kPlotHeight + kGap);
    std::string out =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
        text("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\"",
             kWidth, height, kWidth, height) +
        " font-family=\"sans-serif\" font-size=\"11\" fill=\"#333\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    out += text("<text x=\"%.0f\" y=\"18\" font-size=\"14\">", kLeft) + escaped(run.info.name) + "</text>\n";
    double top = kTop;
    for (const Plot& plot : plots) {
        const Frame f = frame_of(run, plot, top);
        out += axes(f, &plot == &plots.back()) + marks(run, f);
        out += text("<text x=\"%.1f\" y=\"%.1f\" font-weight=\"bold\">", kLeft, top - 6) + plot.title + "</text>\n";
        out += legend(plot, top);
        for (const Curve& c : plot.curves) out += polyline(run.steps, c, f);
        top += kPlotHeight + kGap;
    }
    return out + text("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">", kWidth / 2, height - 8) +
           std::string(family_of(run.config).facts().x_axis) + "</text>\n</svg>\n";
}

}  // namespace headroom
