// Signed distances to the six solids, each about its own centre, as small functors that the renderer is compiled for.
// A distance is negative inside. `bound` is the radius of a sphere that holds the solid.
#pragma once

#include "core/data/shapes/scene.h"

#include <algorithm>
#include <cmath>

namespace headroom::shapes {

struct SphereSdf {
    float r;
    float bound() const { return 1.02f * r; }
    float operator()(Vec3 p) const { return length(p) - r; }
};

struct CubeSdf {
    float r;
    float bound() const { return 1.40f * r; }
    float operator()(Vec3 p) const {
        const float corner = .06f * r, half = .80f * r - corner;
        const Vec3 q{std::fabs(p.x) - half, std::fabs(p.y) - half, std::fabs(p.z) - half};
        const Vec3 outside{std::max(q.x, 0.0f), std::max(q.y, 0.0f), std::max(q.z, 0.0f)};
        return length(outside) + std::min(std::max(q.x, std::max(q.y, q.z)), 0.0f) - corner;
    }
};

struct CylinderSdf {
    float r;
    float bound() const { return 1.20f * r; }
    float operator()(Vec3 p) const {
        const float corner = .04f * r;
        const float dx = std::sqrt(p.x * p.x + p.z * p.z) - (.68f * r - corner);
        const float dy = std::fabs(p.y) - (.95f * r - corner);
        const float ox = std::max(dx, 0.0f), oy = std::max(dy, 0.0f);
        return std::sqrt(ox * ox + oy * oy) + std::min(std::max(dx, dy), 0.0f) - corner;
    }
};

struct ConeSdf {
    float r;
    float bound() const { return 1.35f * r; }
    float operator()(Vec3 p) const {
        // Slope of a cone of base radius .92 r and height 1.9 r, as the unit normal of its side.
        constexpr float across = 1.9f / 2.11102f, along = .92f / 2.11102f;
        const float y = p.y + .95f * r;
        const float q = std::sqrt(p.x * p.x + p.z * p.z);
        return std::max(q * across + (y - 1.9f * r) * along, -y);
    }
};

struct TorusSdf {
    float r;
    float bound() const { return 1.02f * r; }
    float operator()(Vec3 p) const {
        const float ring = std::sqrt(p.x * p.x + p.z * p.z) - .70f * r;
        return std::sqrt(ring * ring + p.y * p.y) - .29f * r;
    }
};

struct OctahedronSdf {
    float r;
    float reach;  ///< half width in units of r
    float bound() const { return 1.2f * r; }
    float operator()(Vec3 p) const {
        return (std::fabs(p.x) + .92f * std::fabs(p.y) + std::fabs(p.z) - reach * r) * .5774f;
    }
};

/// Calls `visit(sdf)` with the functor of the scene's solid.
template <class Visitor> void with_sdf(const Scene& scene, Visitor&& visit) {
    switch (scene.solid) {
        case Solid::Sphere: visit(SphereSdf{scene.radius}); break;
        case Solid::Cube: visit(CubeSdf{scene.radius}); break;
        case Solid::Cylinder: visit(CylinderSdf{scene.radius}); break;
        case Solid::Cone: visit(ConeSdf{scene.radius}); break;
        case Solid::Torus: visit(TorusSdf{scene.radius}); break;
        case Solid::Octahedron: visit(OctahedronSdf{scene.radius, scene.close_camera ? 1.0f : 1.08f}); break;
    }
}

}  // namespace headroom::shapes
