// The ray marcher. Rays are tested against the solid's bounding sphere before they are marched: most miss it, which makes a
// picture about ten times cheaper.
#include "core/data/shapes/renderer.h"

#include "core/data/shapes/sdf.h"

namespace headroom::shapes {
namespace {

constexpr Vec3 kEye{0, 1.75f, -4.3f};
constexpr int kSamples = 2;  // a side of a pixel
// The shadow's soft edge lies outside the solid, so its bounding sphere is wider.
constexpr float kShadowBound = 1.75f;

struct Span { float enter, leave; };

float smoothstep(float t) { return t * t * (3.0f - 2.0f * t); }

template <class Sdf>
class Renderer {
public:
    Renderer(const Scene& scene, Sdf sdf)
        : scene_(scene), sdf_(sdf), cos_yaw_(std::cos(scene.yaw)), sin_yaw_(std::sin(scene.yaw)), cos_pitch_(std::cos(scene.pitch)),
          sin_pitch_(std::sin(scene.pitch)), focus_(scene.close_camera ? 3.35f : 2.55f) {
        const Vec3 target{0, scene.close_camera ? .80f : .66f, 0};
        forward_ = normalised(target - kEye);
        right_ = normalised(cross({0, 1, 0}, forward_));
        up_ = cross(forward_, right_);
    }

    void render(int size, std::uint8_t* rgb) const {
        const float step = 2.0f / static_cast<float>(size * kSamples);
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x, rgb += 3) {
                Vec3 sum;
                for (int s = 0; s < kSamples * kSamples; ++s) {
                    const float u = (static_cast<float>(x * kSamples + s % kSamples) + .5f) * step - 1.0f;
                    const float w = 1.0f - (static_cast<float>(y * kSamples + s / kSamples) + .5f) * step;
                    sum += colour_at(u, w);
                }
                store(sum * (1.0f / (kSamples * kSamples)), rgb);
            }
        }
    }

private:
    static void store(Vec3 colour, std::uint8_t* rgb) {
        const auto byte = [](float c) {
            c = std::clamp(c, 0.0f, 1.0f);
            return static_cast<std::uint8_t>(255.0f * (.35f * std::sqrt(c) + .65f * c) + .5f);
        };
        rgb[0] = byte(colour.x);
        rgb[1] = byte(colour.y);
        rgb[2] = byte(colour.z);
    }

    Vec3 colour_at(float u, float w) const {
        const Vec3 direction = normalised(right_ * u + up_ * w + forward_ * focus_);
        const Vec3 background = scene_.background_rgb * (.80f + .25f * w);
        Span span{};
        if (crosses_ball(kEye, direction, sdf_.bound(), span)) {
            const float t = march(kEye, direction, span);
            if (t >= 0) return solid_colour(kEye + direction * t, direction);
        }
        if (direction.y >= 0) return background;
        const Vec3 point = kEye + direction * (-kEye.y / direction.y);
        return floor_colour(point, background);
    }

    /// Where the ray is inside the ball of `radius` about the solid; false when it is not, or only behind its origin.
    bool crosses_ball(Vec3 origin, Vec3 direction, float radius, Span& span) const {
        const Vec3 offset = origin - scene_.centre;
        const float b = dot(offset, direction);
        const float discriminant = b * b - dot(offset, offset) + radius * radius;
        if (discriminant <= 0) return false;
        const float root = std::sqrt(discriminant);
        span = {std::max(-b - root, 0.0f), -b + root};
        return span.leave > 0;
    }

    float distance(Vec3 p) const {
        const Vec3 q = p - scene_.centre;
        const Vec3 turned{cos_yaw_ * q.x - sin_yaw_ * q.z, q.y, sin_yaw_ * q.x + cos_yaw_ * q.z};
        return sdf_({turned.x, cos_pitch_ * turned.y + sin_pitch_ * turned.z, -sin_pitch_ * turned.y + cos_pitch_ * turned.z});
    }

    /// Distance along the ray to the solid; negative when it passes by.
    float march(Vec3 origin, Vec3 direction, Span span) const {
        float t = span.enter;
        for (int i = 0; i < 64 && t < span.leave; ++i) {
            const float d = distance(origin + direction * t);
            if (d < .0015f) return t;
            t += d;
        }
        return -1;
    }

    Vec3 normal_at(Vec3 p) const {
        constexpr float e = .002f;
        const float a = distance(p + Vec3{e, -e, -e}), b = distance(p + Vec3{-e, -e, e});
        const float c = distance(p + Vec3{-e, e, -e}), d = distance(p + Vec3{e, e, e});
        return normalised({a - b - c + d, -a - b + c + d, -a + b - c + d});
    }

    Vec3 solid_colour(Vec3 point, Vec3 direction) const {
        const Vec3 n = normal_at(point);
        const Vec3 half = normalised(scene_.light - direction);
        const float diffuse = .30f + .12f * n.y + .72f * std::max(0.0f, dot(n, scene_.light));
        const float bounce = .10f * std::max(0.0f, .3f - n.y);
        const float shine = std::max(0.0f, dot(n, half));
        const float p8 = shine * shine * shine * shine * shine * shine * shine * shine;
        const float highlight = .35f * p8 * p8 * p8 * p8 * p8;
        return scene_.colour_rgb * diffuse + scene_.floor_rgb * bounce + Vec3{highlight, highlight, highlight};
    }

    Vec3 floor_colour(Vec3 point, Vec3 background) const {
        if (point.z >= 7.0f) return background;
        const float lit = .32f + .68f * shadow_at(point) * (.35f + .65f * scene_.light.y);
        const Vec3 floor = scene_.floor_rgb * lit;
        if (point.z <= 5.0f) return floor;
        return mix(floor, background, smoothstep((point.z - 5.0f) * .5f));
    }

    /// 1 in full light, 0 in full shadow.
    float shadow_at(Vec3 point) const {
        Span span{};
        if (!crosses_ball(point, scene_.light, kShadowBound * scene_.radius, span)) return 1.0f;
        float lit = 1.0f;
        float t = std::max(span.enter, .02f);
        for (int i = 0; i < 32 && t < span.leave; ++i) {
            const float d = distance(point + scene_.light * t);
            if (d < .001f) return 0.0f;
            lit = std::min(lit, 9.0f * d / t);
            t += std::max(d, .01f);
        }
        return smoothstep(std::clamp(lit, 0.0f, 1.0f));
    }

    const Scene& scene_;
    Sdf sdf_;
    float cos_yaw_, sin_yaw_, cos_pitch_, sin_pitch_, focus_;
    Vec3 forward_, right_, up_;
};

}  // namespace

void render_scene(const Scene& scene, int size, std::uint8_t* rgb) {
    with_sdf(scene, [&](auto sdf) { Renderer(scene, sdf).render(size, rgb); });
}

}  // namespace headroom::shapes
