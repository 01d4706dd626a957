"""Treatments of the anti-aging path that work with edge, point, leaf and fluid, in amber light."""
from stage import *

AMBER = WAVE['age']


def dermaplaning():
    """An edge of light glides over a curve: fine down before it, smooth skin behind it."""
    cove('#66777B', z=-2.0, y=3.8)
    n, p0 = Vector((.95, .10, .22)).normalized(), Vector((-.28, 0, .5))
    edge = lambda m: (lambda q: glow(m, (bell(m, q, .010, 1.5), lin('#FFE3B4')), (bell(m, q, .06, .16), AMBER)))(
        m.math('POWER', along(m, p0, n), 2.0))
    sk = skin('s', '#CB9775', 1.2, sss=.16, spec=.45, rough=.4, mottle=.4, pores=.6, extra=edge)
    ob = loft('form', [(-4.2, .2, -1.7, 1.2, 1.3), (-2.4, .1, -1.25, 1.3, 1.4), (-.6, 0, -.92, 1.35, 1.45), (1.0, 0, -.82, 1.35, 1.45), (2.6, .1, -1.05, 1.3, 1.4), (4.2, .2, -1.5, 1.2, 1.3)],
              sk, 420, 260)
    co, no = skin_of(ob)
    rng = np.random.default_rng(3)
    side = (co - np.array(p0)) @ np.array(n)
    ok = np.where((side > .03 + .10 * rng.random(len(side)) ** 2) & (no[:, 1] < .55) & (co[:, 2] > -.9) & (co[:, 0] < 2.6))[0]
    pick = ok[rng.integers(0, len(ok), 6800)]
    V, F = [], []
    t = np.linspace(0, 1, 5)
    for k, i in enumerate(pick):                             # each hair: a thin three-sided blade that leans with the grain
        z = no[i]
        lean = np.array((.62, -.12, -.25)) + rng.normal(0, .22, 3)
        lean -= z * lean.dot(z)
        w = np.cross(z, lean)
        w /= np.linalg.norm(w)
        L, r = rng.uniform(.05, .115), .0015
        C = co[i] + rng.normal(0, .006, 3) + L * (t[:, None] * z * .8 + (t ** 2)[:, None] * lean * .75)
        R = (r * (1 - t ** 1.5) + .0002)[:, None]
        u = np.cross(w, z)
        V.append(np.stack([C + R * w, C + R * (-.5 * w + .87 * u), C + R * (-.5 * w - .87 * u)], 1).reshape(-1, 3))
        F.append(grid_faces(5, 3, wrap_v=True) + k * 15)
    m = Mat('down')
    p = m.node('BsdfPrincipled', Roughness=.35, Specular=.5, Base_Color=lin('#E9D2B8'))
    tr = m.node('BsdfTranslucent', Color=lin('#FFE6C4'))
    mx = m.node('MixShader', Fac=.6)
    m.link(p, 'BSDF', mx, 1)
    m.link(tr, 'BSDF', mx, 2)
    m.link(mx, 'Shader', m.out, 'Surface')
    mesh('down', np.vstack(V), np.vstack(F), m.m)
    north(420)
    wave(AMBER, 150, (2.6, 3.0, 2.0), (.6, 0, .4), 2.6, 1.2, spread=85)
    area((-.5, 3.6, 2.2), (.4, 0, .5), 2.0, 60, lin('#FFD9A0'), spread=90)
    camera((.1, -5.4, 1.35), (.12, 0, .42), focus=(.5, -.75, .35), **LENS)
    return look(ev=.62, sat=1.25)


def microneedling():
    """A field of fine points on a pale plain, each with a long shadow in low light."""
    cove('#3F5058', z=-2.2, y=4.6)
    form = lambda X, Y: .12 * np.sin(X * .55 + .9) + .05 * np.sin(Y * .9 + X * .35) - .05 * np.maximum(Y - .6, 0) ** 2
    sk = skin('s', '#EBD2C2', 1.2, sss=.1, spec=.4, rough=.45, mottle=.2, pores=.5)
    heightfield('plain', -5, 5, -3.6, 4.2, 420, form, sk, 360)
    step = .235
    ij = [(i, j) for i in range(-30, 31) for j in range(-22, 22)]
    X = np.array([(i + .5 * (j % 2)) * step for i, j in ij])
    Y = np.array([j * step * .87 for _, j in ij])
    P = np.stack([X, Y, form(X, Y) + .015], -1)
    strew('points', ball(3), P, [(0, 0, 1)] * len(P), [.021] * len(P), simple('pearl', '#F6E9DE', .3, .5))
    sun((-6, -1.5, 1.15), 6.5, .6, (1, .80, .56))
    north(70)
    wave(AMBER, 60, (3.0, 3.8, 1.6), (.6, .4, .1), 2.4, 1.0, spread=85)
    camera((.1, -5.4, 2.0), (.1, .0, .12), focus=(.2, -.6, .1), **LENS)
    return look(ev=.35, sat=1.25, sharpen=-.9)


def mesogold():
    """Leaf gold, thin and creased, lies along a pale curve; a few flakes have drifted off."""
    cove('#76847F', z=-2.0, y=4.2)
    form = lambda X, Y: .62 * np.exp(-((X - .6) / 2.0) ** 2 - ((Y - .4) / 1.25) ** 2) - .07 * (Y - .1) ** 2 + .05 * np.sin(X * 1.1)
    sk = skin('s', '#EACBB8', 1.2, sss=.16, spec=.42, rough=.4, mottle=.25, pores=.6)
    heightfield('form', -4.2, 4.4, -3.4, 2.8, 420, form, sk, 340)
    gold = simple('gold', '#F7BC58', .25, .6, metallic=1)
    rng = np.random.default_rng(11)

    def leaf(x, y, size, seed, lift):
        """A torn sheet: its outline wanders, its creases stand a little off the skin."""
        n = 160 if size > .3 else 16
        r, a = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 2 * pi, n * 2, endpoint=False), indexing='ij')
        out = size * (1 / np.maximum(np.abs(np.cos(a + seed)), np.abs(np.sin(a + seed)))) * (.86 + .07 * vnoise(2.6 * np.cos(a) + seed, 2.6 * np.sin(a), seed, 5))
        X, Y = x + r * out * np.cos(a), y + r * out * np.sin(a) * .85
        crease = np.abs(vnoise(X * 3.2 + seed, Y * 2.6, seed, 3)) * .016 + np.abs(vnoise(X * 13, Y * 11, seed + 3, 2)) * .0022
        Z = form(X, Y) + .006 + lift * r ** 3 * (1 + vnoise(3 * np.cos(a), 3 * np.sin(a), seed + 5, 2)) + crease * min(1, size * 2.2)
        lattice('leaf', np.stack([X, Y, Z], -1), gold, wrap_v=True)
    leaf(.62, -.55, .60, 3, .006)
    leaf(1.62, -.22, .34, 7, .006)
    leaf(-.40, -.98, .24, 12, .010)
    for k in range(46):
        leaf(.5 + rng.normal(0, 1.0), -.8 + rng.normal(0, .55), .016 + .05 * rng.random() ** 2.5, 20 + k, .003)
    north(520)
    wave(AMBER, 120, (2.6, 3.4, 1.8), (.6, .2, .3), 2.6, 1.2, spread=85)
    area((-1.4, 1.8, 4.6), (.4, -.5, .3), 3.4, 150, (1, .95, .88))
    area((.5, -7.5, 4.0), (.4, -.4, .3), 3.5, 60, BOUNCE)
    camera((.1, -6.4, 2.5), (.12, -.1, .16), focus=(.6, -.4, .4), **LENS)
    return look(ev=.72, sat=1.25)


scenes = {'dermaplaning': dermaplaning, 'microneedling': microneedling, 'mesogold': mesogold}
