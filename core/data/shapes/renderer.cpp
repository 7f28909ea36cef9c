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

struct Span {
    float enter, leave;
};

float smoothstep(float t) { return t * t * (3.0f - 2.0f * t); }

/// All geometry is in the solid's own space (its centre the origin, its axes turned with it), so that a step of a ray costs one
/// distance and no rotation.
template <class Sdf> class Renderer {
public:
    Renderer(const Scene& scene, Sdf sdf)
        : scene_(scene),
          sdf_(sdf),
          cos_yaw_(std::cos(scene.yaw)),
          sin_yaw_(std::sin(scene.yaw)),
          cos_pitch_(std::cos(scene.pitch)),
          sin_pitch_(std::sin(scene.pitch)) {
        const Vec3 target{0, scene.close_camera ? .80f : .66f, 0};
        const Vec3 forward = normalised(target - kEye), right = normalised(cross({0, 1, 0}, forward));
        forward_ = turned(forward * (scene.close_camera ? 3.35f : 2.55f));
        right_ = turned(right);
        up_ = turned(cross(forward, right));
        y_axis_ = turned({0, 1, 0});
        z_axis_ = turned({0, 0, 1});
        eye_ = turned(kEye - scene.centre);
        light_ = turned(scene.light);
    }

    void render(int size, std::uint8_t* rgb) const {
        const float step = 2.0f / static_cast<float>(size * kSamples);
        for (int y = 0; y < size; ++y) {
            for (int x = 0; x < size; ++x, rgb += 3) {
                Vec3 sum;
                float shadow = -1;  // soft, so that one look per pixel is enough
                for (int s = 0; s < kSamples * kSamples; ++s) {
                    const float u = (static_cast<float>(x * kSamples + s % kSamples) + .5f) * step - 1.0f;
                    const float w = 1.0f - (static_cast<float>(y * kSamples + s / kSamples) + .5f) * step;
                    sum += colour_at(u, w, shadow);
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

    /// A direction of the world in the solid's space.
    Vec3 turned(Vec3 v) const {
        const Vec3 q{cos_yaw_ * v.x - sin_yaw_ * v.z, v.y, sin_yaw_ * v.x + cos_yaw_ * v.z};
        return {q.x, cos_pitch_ * q.y + sin_pitch_ * q.z, -sin_pitch_ * q.y + cos_pitch_ * q.z};
    }

    /// `shadow`: of the floor in this pixel, found by its first sample that needs it.
    Vec3 colour_at(float u, float w, float& shadow) const {
        const Vec3 direction = normalised(right_ * u + up_ * w + forward_);
        const Vec3 background = scene_.background_rgb * (.80f + .25f * w);
        Span span{};
        if (crosses_ball(eye_, direction, sdf_.bound(), span)) {
            const float t = march(eye_, direction, span);
            if (t >= 0) return solid_colour(eye_ + direction * t, direction);
        }
        const float descent = dot(direction, y_axis_);
        if (descent >= 0) return background;
        const float t = -kEye.y / descent;
        const float depth = kEye.z + t * dot(direction, z_axis_);
        if (depth >= 7.0f) return background;
        if (shadow < 0) shadow = shadow_at(eye_ + direction * t);
        return floor_colour(shadow, depth, background);
    }

    /// Where the ray is inside the ball of `radius` about the solid; false when it is not, or only behind its origin.
    static bool crosses_ball(Vec3 origin, Vec3 direction, float radius, Span& span) {
        const float b = dot(origin, direction);
        const float discriminant = b * b - dot(origin, origin) + radius * radius;
        if (discriminant <= 0) return false;
        const float root = std::sqrt(discriminant);
        span = {std::max(-b - root, 0.0f), -b + root};
        return span.leave > 0;
    }

    /// Distance along the ray to the solid; negative when it passes by.
    float march(Vec3 origin, Vec3 direction, Span span) const {
        float t = span.enter;
        for (int i = 0; i < 64 && t < span.leave; ++i) {
            const float d = sdf_(origin + direction * t);
            if (d < .0015f) return t;
            t += d;
        }
        return -1;
    }

    Vec3 normal_at(Vec3 p) const {
        constexpr float e = .002f;
        const float a = sdf_(p + Vec3{e, -e, -e}), b = sdf_(p + Vec3{-e, -e, e});
        const float c = sdf_(p + Vec3{-e, e, -e}), d = sdf_(p + Vec3{e, e, e});
        return normalised({a - b - c + d, -a - b + c + d, -a + b - c + d});
    }

    Vec3 solid_colour(Vec3 point, Vec3 direction) const {
        const Vec3 n = normal_at(point);
        const Vec3 half = normalised(light_ - direction);
        const float upward = dot(n, y_axis_);
        const float diffuse = .30f + .12f * upward + .72f * std::max(0.0f, dot(n, light_));
        const float bounce = .10f * std::max(0.0f, .3f - upward);
        const float shine = std::max(0.0f, dot(n, half));
        const float p2 = shine * shine, p4 = p2 * p2, p8 = p4 * p4;
        const float highlight = .35f * p8 * p8 * p8 * p8 * p8;
        return scene_.colour_rgb * diffuse + scene_.floor_rgb * bounce + Vec3{highlight, highlight, highlight};
    }

    Vec3 floor_colour(float shadow, float depth, Vec3 background) const {
        const float lit = .32f + .68f * shadow * (.35f + .65f * scene_.light.y);
        const Vec3 floor = scene_.floor_rgb * lit;
        if (depth <= 5.0f) return floor;
        return mix(floor, background, smoothstep((depth - 5.0f) * .5f));
    }

    /// 1 in full light, 0 in full shadow.
    float shadow_at(Vec3 point) const {
        Span span{};
        if (!crosses_ball(point, light_, kShadowBound * scene_.radius, span)) return 1.0f;
        float lit = 1.0f;
        float t = std::max(span.enter, .02f);
        for (int i = 0; i < 32 && t < span.leave; ++i) {
            const float d = sdf_(point + light_ * t);
            if (d < .001f) return 0.0f;
            lit = std::min(lit, 9.0f * d / t);
            t += std::max(d, .01f);
        }
        return smoothstep(std::clamp(lit, 0.0f, 1.0f));
    }

    const Scene& scene_;
    Sdf sdf_;
    float cos_yaw_, sin_yaw_, cos_pitch_, sin_pitch_;
    Vec3 forward_, right_, up_, y_axis_, z_axis_, eye_, light_;  ///< forward_ has the length of the focus
};

}  // namespace

void render_scene(const Scene& scene, int size, std::uint8_t* rgb) {
    with_sdf(scene, [&](auto sdf) { Renderer(scene, sdf).render(size, rgb); });
}

}  // namespace headroom::shapes
