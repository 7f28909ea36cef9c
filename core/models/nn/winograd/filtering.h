// Winograd's minimal filtering F(m, 2): m neighbours in a row of a 2-tap filter's results by m + 1 products in place of 2 m.
// One dimension, element by element of vectors; two dimensions nest it. Y = A' [(G g) . (B' d)], and for the filter's gradient
// G' [sum of (B' d) . (A y)].
// Winograd, "Arithmetic Complexity of Computations", 1980; Lavin, Gray, "Fast Algorithms for Convolutional Neural Networks", 2016
// (arXiv:1509.09308), section 4.
#pragma once

namespace headroom::nn::winograd {
namespace {

template <int m> struct Filtering;

/// Points 0, 1 and infinity.
template <> struct Filtering<2> {
    template <class V> static void b(const V* d, V* out, int apart) {
        out[0] = d[0] - d[1];
        out[apart] = d[1];
        out[2 * apart] = d[2] - d[1];
    }
    template <class V> static void g(V g0, V g1, V* out, int apart) {
        out[0] = g0;
        out[apart] = g0 + g1;
        out[2 * apart] = g1;
    }
    template <class V> static void g_adjoint(const V* u, V* out, int apart) {
        out[0] = u[0] + u[1];
        out[apart] = u[1] + u[2];
    }
    template <class V> static void a(const V* p, V* out, int apart) {
        out[0] = p[0] + p[1];
        out[apart] = p[1] + p[2];
    }
    template <class V> static void a_adjoint(const V* y, V* out, int apart) {
        out[0] = y[0];
        out[apart] = y[0] + y[1];
        out[2 * apart] = y[1];
    }
};

/// Points 0, 1, -1 and infinity.
template <> struct Filtering<3> {
    template <class V> static void b(const V* d, V* out, int apart) {
        out[0] = d[0] - d[2];
        out[apart] = d[1] + d[2];
        out[2 * apart] = d[2] - d[1];
        out[3 * apart] = d[3] - d[1];
    }
    template <class V> static void g(V g0, V g1, V* out, int apart) {
        out[0] = g0;
        out[apart] = (g0 + g1) * 0.5F;
        out[2 * apart] = (g0 - g1) * 0.5F;
        out[3 * apart] = g1;
    }
    template <class V> static void g_adjoint(const V* u, V* out, int apart) {
        out[0] = u[0] + (u[1] + u[2]) * 0.5F;
        out[apart] = u[3] + (u[1] - u[2]) * 0.5F;
    }
    template <class V> static void a(const V* p, V* out, int apart) {
        const V sum = p[1] + p[2];
        out[0] = p[0] + sum;
        out[apart] = p[1] - p[2];
        out[2 * apart] = sum + p[3];
    }
    template <class V> static void a_adjoint(const V* y, V* out, int apart) {
        const V ends = y[0] + y[2];
        out[0] = y[0];
        out[apart] = ends + y[1];
        out[2 * apart] = ends - y[1];
        out[3 * apart] = y[2];
    }
};

/// Points 1/2, -1/2, 3/2, -3/2 and infinity: of those that fp32 represents they round least (a third of the error of 0, 1, -1, 2).
template <> struct Filtering<4> {
    template <class V> static void b(const V* d, V* out, int apart) {
        const V odd = d[3] - 2.25F * d[1], even = 0.5F * d[2] - 1.125F * d[0];
        const V odd_far = d[3] - 0.25F * d[1], even_far = 1.5F * d[2] - 0.375F * d[0];
        out[0] = odd + even;
        out[apart] = odd - even;
        out[2 * apart] = odd_far + even_far;
        out[3 * apart] = odd_far - even_far;
        out[4 * apart] = d[4] - 2.5F * d[2] + 0.5625F * d[0];
    }
    template <class V> static void g(V g0, V g1, V* out, int apart) {
        constexpr float kSixth = 1.0F / 6;
        const V near = g0 * 0.5F, far = g0 * kSixth;
        out[0] = g1 * -0.25F - near;
        out[apart] = g1 * -0.25F + near;
        out[2 * apart] = g1 * 0.25F + far;
        out[3 * apart] = g1 * 0.25F - far;
        out[4 * apart] = g1;
    }
    template <class V> static void g_adjoint(const V* u, V* out, int apart) {
        constexpr float kSixth = 1.0F / 6;
        out[0] = (u[1] - u[0]) * 0.5F + (u[2] - u[3]) * kSixth;
        out[apart] = (u[2] + u[3] - u[0] - u[1]) * 0.25F + u[4];
    }
    template <class V> static void a(const V* p, V* out, int apart) {
        const V near = p[0] + p[1], far = p[2] + p[3], slope = p[0] - p[1], steep = p[2] - p[3];
        out[0] = near + far;
        out[apart] = 0.5F * slope + 1.5F * steep;
        out[2 * apart] = 0.25F * near + 2.25F * far;
        out[3 * apart] = 0.125F * slope + 3.375F * steep + p[4];
    }
    template <class V> static void a_adjoint(const V* y, V* out, int apart) {
        const V even = y[0] + 0.25F * y[2], odd = 0.5F * y[1] + 0.125F * y[3];
        const V even_far = y[0] + 2.25F * y[2], odd_far = 1.5F * y[1] + 3.375F * y[3];
        out[0] = even + odd;
        out[apart] = even - odd;
        out[2 * apart] = even_far + odd_far;
        out[3 * apart] = even_far - odd_far;
        out[4 * apart] = y[3];
    }
};

}  // namespace
}  // namespace headroom::nn::winograd
