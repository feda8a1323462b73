/* Part of THButterfly.c, of one width: the Fourier transforms of 2 to 16 numbers, in place; each is
   a vector. */

/* d = a - b, and a += b */
INLINE void W(cross)(VEC *a, VEC *b)
{
  const VEC sum = *a + *b;
  *b = *a - *b;
  *a = sum;
}

INLINE void W(dft2)(VEC *r, VEC *i)
{
  W(cross)(&r[0], &r[1]);
  W(cross)(&i[0], &i[1]);
}

/* r[a] - i * s and r[b] + i * s, of a middle m and a side s */
#define SIDES(a, b, mr, mi, sr, si) \
  r[a] = (mr) + (si), i[a] = (mi) - (sr), r[b] = (mr) - (si), i[b] = (mi) + (sr)

INLINE void W(dft3)(VEC *r, VEC *i)
{
  const real half = (real)0.5, sine = (real)0.866025403784438646763723170752936183L;
  const VEC tr = r[1] + r[2], ti = i[1] + i[2];
  const VEC sr = sine * (r[1] - r[2]), si = sine * (i[1] - i[2]);
  const VEC mr = r[0] - half * tr, mi = i[0] - half * ti;
  r[0] += tr, i[0] += ti;
  SIDES(1, 2, mr, mi, sr, si);
}

INLINE void W(dft4)(VEC *r, VEC *i)
{
  const VEC ar = r[0] + r[2], ai = i[0] + i[2], br = r[0] - r[2], bi = i[0] - i[2];
  const VEC cr = r[1] + r[3], ci = i[1] + i[3], dr = r[1] - r[3], di = i[1] - i[3];
  r[0] = ar + cr, i[0] = ai + ci, r[2] = ar - cr, i[2] = ai - ci;
  SIDES(1, 3, br, bi, dr, di);
}

INLINE void W(dft5)(VEC *r, VEC *i)
{
  const real c1 = (real)0.309016994374947424102293417182819059L;
  const real c2 = (real)-0.809016994374947424102293417182819059L;
  const real s1 = (real)0.951056516295153572116439333379382143L;
  const real s2 = (real)0.587785252292473129168705954639072769L;
  const VEC ar = r[1] + r[4], ai = i[1] + i[4], br = r[2] + r[3], bi = i[2] + i[3];
  const VEC cr = r[1] - r[4], ci = i[1] - i[4], dr = r[2] - r[3], di = i[2] - i[3];
  const VEC mr = r[0] + c1 * ar + c2 * br, mi = i[0] + c1 * ai + c2 * bi;
  const VEC nr = r[0] + c2 * ar + c1 * br, ni = i[0] + c2 * ai + c1 * bi;
  r[0] += ar + br, i[0] += ai + bi;
  SIDES(1, 4, mr, mi, s1 * cr + s2 * dr, s1 * ci + s2 * di);
  SIDES(2, 3, nr, ni, s2 * cr - s1 * dr, s2 * ci - s1 * di);
}

INLINE void W(dft7)(VEC *r, VEC *i)
{
  const real c1 = (real)0.623489801858733530525004884004239811L;
  const real c2 = (real)-0.222520933956314404288902564496794759L;
  const real c3 = (real)-0.900968867902419126236102319507445051L;
  const real s1 = (real)0.781831482468029808708444526674057750L;
  const real s2 = (real)0.974927912181823607018131682993931217L;
  const real s3 = (real)0.433883739117558120475768332848358755L;
  const VEC ar = r[1] + r[6], ai = i[1] + i[6], br = r[2] + r[5], bi = i[2] + i[5];
  const VEC cr = r[3] + r[4], ci = i[3] + i[4], dr = r[1] - r[6], di = i[1] - i[6];
  const VEC er = r[2] - r[5], ei = i[2] - i[5], fr = r[3] - r[4], fi = i[3] - i[4];
  const VEC m1r = r[0] + c1 * ar + c2 * br + c3 * cr, m1i = i[0] + c1 * ai + c2 * bi + c3 * ci;
  const VEC m2r = r[0] + c2 * ar + c3 * br + c1 * cr, m2i = i[0] + c2 * ai + c3 * bi + c1 * ci;
  const VEC m3r = r[0] + c3 * ar + c1 * br + c2 * cr, m3i = i[0] + c3 * ai + c1 * bi + c2 * ci;
  r[0] += ar + br + cr, i[0] += ai + bi + ci;
  SIDES(1, 6, m1r, m1i, s1 * dr + s2 * er + s3 * fr, s1 * di + s2 * ei + s3 * fi);
  SIDES(2, 5, m2r, m2i, s2 * dr - s3 * er - s1 * fr, s2 * di - s3 * ei - s1 * fi);
  SIDES(3, 4, m3r, m3i, s3 * dr - s1 * er + s2 * fr, s3 * di - s1 * ei + s2 * fi);
}

INLINE void W(dft8)(VEC *r, VEC *i)
{
  const real root = (real)0.707106781186547524400844362104849039L;
  VEC er[4] = {r[0], r[2], r[4], r[6]}, ei[4] = {i[0], i[2], i[4], i[6]};
  VEC or[4] = {r[1], r[3], r[5], r[7]}, oi[4] = {i[1], i[3], i[5], i[7]};
  W(dft4)(er, ei);
  W(dft4)(or, oi);
  const VEC ar = root * (or[1] + oi[1]), ai = root * (oi[1] - or[1]);
  const VEC br = root * (oi[3] - or[3]), bi = root * (oi[3] + or[3]);
  r[0] = er[0] + or[0], i[0] = ei[0] + oi[0], r[4] = er[0] - or[0], i[4] = ei[0] - oi[0];
  r[1] = er[1] + ar, i[1] = ei[1] + ai, r[5] = er[1] - ar, i[5] = ei[1] - ai;
  r[2] = er[2] + oi[2], i[2] = ei[2] - or[2], r[6] = er[2] - oi[2], i[6] = ei[2] + or[2];
  r[3] = er[3] + br, i[3] = ei[3] - bi, r[7] = er[3] - br, i[7] = ei[3] + bi;
}

/* As a matrix of 4 by 4. */
INLINE void W(dft16)(VEC *r, VEC *i)
{
  static const real c = (real)0.923879532511286756128183189396788287L;
  static const real s = (real)0.382683432365089771728459984030398866L;
  static const real h = (real)0.707106781186547524400844362104849039L;
  const real wr[3][3] = {{c, h, s}, {h, 0, -h}, {s, -h, -c}};
  const real wi[3][3] = {{-s, -h, -c}, {-h, -1, -h}, {-c, -h, s}};
  VEC u[16], v[16];
  EACH(j, 0, 4) {
    VEC a[4] = {r[j], r[j + 4], r[j + 8], r[j + 12]}, b[4] = {i[j], i[j + 4], i[j + 8], i[j + 12]};
    W(dft4)(a, b);
    EACH(k, 0, 4) {
      if (j * k == 0) u[4 * k + j] = a[k], v[4 * k + j] = b[k];
      else if (j * k == 4) u[4 * k + j] = b[k], v[4 * k + j] = -a[k];
      else {
        u[4 * k + j] = a[k] * wr[j - 1][k - 1] - b[k] * wi[j - 1][k - 1];
        v[4 * k + j] = a[k] * wi[j - 1][k - 1] + b[k] * wr[j - 1][k - 1];
      }
    }
  }
  EACH(k, 0, 4) {
    W(dft4)(u + 4 * k, v + 4 * k);
    EACH(j, 0, 4) r[k + 4 * j] = u[4 * k + j], i[k + 4 * j] = v[4 * k + j];
  }
}

INLINE void W(dft)(const int radix, VEC *r, VEC *i)
{
  switch (radix) {
    case 2: W(dft2)(r, i); break;
    case 3: W(dft3)(r, i); break;
    case 4: W(dft4)(r, i); break;
    case 5: W(dft5)(r, i); break;
    case 7: W(dft7)(r, i); break;
    case 8: W(dft8)(r, i); break;
    default: W(dft16)(r, i);
  }
}

#undef SIDES
