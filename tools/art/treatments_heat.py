"""Treatments of the anti-aging path that work with light and warmth, in amber."""
from stage import *

AMBER = WAVE['age']


def ipl_therapy():
    """A pane of amber glass, and the broad, warm light that falls through it onto a fair curve."""
    cove('#75858A', z=-1.5, y=3.8)
    sk = skin('s', '#E6BFA6', 1.2, sss=.14, spec=.42, rough=.42, mottle=.4, pores=.6)
    loft('form', [(-4.2, .6, -1.9, 1.2, 1.3), (-2.4, .5, -1.6, 1.3, 1.4), (-.6, .4, -1.25, 1.4, 1.5), (1.1, .3, -.98, 1.42, 1.5), (2.8, .3, -1.15, 1.4, 1.45), (4.2, .4, -1.6, 1.3, 1.4)],
         sk, 300, 180)
    m = Mat('filter')
    lp, lw = m.node('LightPath'), m.node('LayerWeight', Blend=.35)
    t = m.node('BsdfTransparent', Color=lin('#FFDF9E'))
    g = m.node('BsdfGlossy', Color=(1, .95, .9), Roughness=.03)
    mx = m.node('MixShader')
    m.t.links.new(m.math('MULTIPLY', lw.outputs['Fresnel'], m.math('SUBTRACT', 1.0, lp.outputs['Is Shadow Ray'])), mx.inputs[0])
    m.link(t, 'BSDF', mx, 1)
    m.link(g, 'BSDF', mx, 2)
    m.link(mx, 'Shader', m.out, 'Surface')
    m.co = m.node('TexCoord')
    glow(m, (bell(m, near(m, (.1, 0, .1)), .75, .16), lin('#FF9A24')))
    box('filter', (1.05, .06, 1.25), (-.55, -.75, 1.02), m.m, .015, rot=(0, -7, 32))
    flash = bpy.data.lights.new('flash', 'AREA')             # a broad lamp whose light keeps together
    flash.shape, flash.size, flash.size_y = 'RECTANGLE', 1.0, .9
    flash.energy, flash.color, flash.spread = 74, lin('#FFA02E'), radians(5)
    ob = bpy.data.objects.new('flash', flash)
    ob.location = (-2.6, -2.5, 2.7)
    aim(ob, (.78, .0, .35))
    bpy.context.collection.objects.link(ob)
    ob.visible_camera = ob.visible_glossy = False
    area((-1.9, 1.6, 1.6), (-.5, -.7, 1.0), .9, 26, lin('#FFE7C2'), spread=60)
    north(330)
    wave(AMBER, 40, (3.0, 3.2, 1.8), (.8, 0, .4), 2.2, 1.2, spread=80)
    camera((.05, -7.8, 1.75), (.05, 0, .52), focus=(.2, -.6, .6), **LENS)
    return look(ev=.72, sat=1.28)


def dots(m, step, width, height, centre, reach):
    """Peaks of light on a staggered grid over the ground plan, dying away from `centre`."""
    x, y = along(m, (0, 0, 0), (1, 0, 0)), along(m, (0, 0, 0), (0, 1, 0))
    row = m.math('FLOOR', m.math('DIVIDE', y, step))
    shift = m.math('MULTIPLY', m.math('MODULO', m.math('ABSOLUTE', row), 2.0), step / 2)
    cell = lambda v: m.math('SUBTRACT', m.math('MODULO', m.math('ADD', v, 40 * step), step), step / 2)
    d = m.math('ADD', m.math('POWER', cell(m.math('ADD', x, shift)), 2.0), m.math('POWER', cell(y), 2.0))
    far = m.math('ADD', m.math('POWER', m.math('SUBTRACT', x, centre[0]), 2.0), m.math('POWER', m.math('SUBTRACT', y, centre[1]), 2.0))
    return m.math('MULTIPLY', bell(m, d, width, height), bell(m, far, reach, 1.0)), bell(m, far, reach, 1.0)


def rf_microneedling():
    """A grid of fine points in a honey-brown surface, with warmth glowing from below each of them."""
    cove('#5D6A6C', z=-2.2, y=4.4)
    step = .235

    def warm(m):
        core, _ = dots(m, step, .020, 2.6, (.75, -.25), 1.25)
        halo, rest = dots(m, step, .075, .42, (.75, -.25), 1.25)
        glow(m, (core, lin('#FFC062')), (halo, lin('#FF7A1C')), (m.math('MULTIPLY', rest, .075), lin('#FF6A1A')))
    sk = skin('s', '#B07F5C', 1.2, sss=.14, spec=.45, rough=.4, mottle=.4, pores=.6, extra=warm)

    def form(X, Y):
        row = np.floor(Y / step)
        sh = (np.abs(row) % 2) * step / 2
        cx, cy = np.mod(X + sh + 40 * step, step) - step / 2, np.mod(Y + 40 * step, step) - step / 2
        pit = .022 * np.exp(-(cx ** 2 + cy ** 2) / .026 ** 2)
        return .42 * np.exp(-((X - .9) / 2.2) ** 2 - ((Y - .5) / 1.6) ** 2) - .06 * (Y - .1) ** 2 + .08 * np.sin(X * .9 + .6) - pit
    heightfield('form', -4, 4.2, -3.4, 2.6, 1300, form, sk, 1000)
    north(330)
    wave(AMBER, 100, (2.6, 3.6, 1.6), (.8, .2, .2), 2.4, 1.0, spread=85)
    camera((.1, -7.2, 2.5), (.1, -.1, .1), focus=(.5, -.5, .3), **LENS)
    return look(ev=.78, sat=1.3)


def morpheus_8():
    """A step cut through soft layers, pale above and deep below, with a row of amber lights far down."""
    cove('#6B797B', z=-1.9, y=4.2)
    top = lambda i, X: (.92, .78, .42, -.12, -.95)[i] + .05 * np.sin(X * (1.1 + .13 * i) + i * 1.7) + .03 * np.sin(X * 2.3 + i)
    tones = ('#F1D6C6', '#E2B595', '#C98A62', '#8C5638')
    X = np.linspace(-4.2, 4.2, 260)
    for i, tone in enumerate(tones):
        y0 = .25 - .30 * i

        def deep(m, i=i):
            if i != 2:
                return
            x, z = along(m, (0, 0, 0), (1, 0, 0)), along(m, (0, 0, .10), (0, 0, 1))
            cell = m.math('SUBTRACT', m.math('MODULO', m.math('ADD', x, 12.0), .3), .15)
            d = m.math('ADD', m.math('POWER', cell, 2.0), m.math('POWER', z, 2.0))
            far = bell(m, m.math('POWER', m.math('SUBTRACT', x, .55), 2.0), 1.15, 1.0)
            glow(m, (m.math('MULTIPLY', bell(m, d, .030, 3.2), far), lin('#FFC873')),
                 (m.math('MULTIPLY', bell(m, d, .10, .60), far), lin('#FF8420')),
                 (m.math('MULTIPLY', bell(m, m.math('POWER', z, 2.0), .26, .10), far), lin('#FF7014')))
        sk = skin('l%d' % i, tone, 1.2, sss=.2, spec=.4, rough=.44, mottle=.5, pores=.7, extra=deep)
        e = np.linspace(0, pi / 2, 12)
        r = (.035, .07, .09, .09)[i]
        prof = [(3.0, None, 0)] + [(y0 + .9, None, 0)] + [(y0 + r - r * sin(a), None, -(r - r * cos(a))) for a in e] + [(y0, 1, 0)]
        P = []
        for x in X:
            zt, zb = top(i, x), top(i + 1, x) - .12
            wob = .03 * sin(x * 1.7 + i * 2)
            P.append([(x, y + wob, (zt + dz) if k is None else zb) for y, k, dz in prof])
        lattice('layer', np.array(P), sk)
    north(430)
    wave(AMBER, 70, (2.8, 3.2, 2.8), (.6, 0, .7), 2.2, 1.0, spread=80)
    camera((.1, -7.4, 1.75), (.1, 0, .22), focus=(.4, -.5, .2), **LENS)
    return look(ev=.72, sat=1.28)


def tip(name, point, away, length=3.2, thin=.006, thick=.10):
    """One slender, polished point, and nothing behind it: it leaves the picture before it becomes a tool."""
    d = Vector(away).normalized()
    p = Vector(point)
    path = [p + d * length * t for t in (0, .12, .3, .6, 1)]
    C = smooth_path([tuple(v) for v in path], 120)
    t = np.linspace(0, 1, 120)
    r = thin + (thick - thin) * smoothstep(0, .55, t) ** 1.3
    steel = simple('steel', '#C9CDCE', .22, .5, metallic=1)
    return loft(name, np.c_[C, r, r], steel, 120, 40, up=(.1, .9, .2))


def thermocoagulation():
    """One fine tip touches a deep-brown curve, and one spark of warmth glows where they meet."""
    cove('#5F7073', z=-1.8)
    rows = [(-4.2, .1, -1.6, 1.2, 1.3), (-2.4, 0, -1.15, 1.25, 1.35), (-.6, 0, -.8, 1.3, 1.4), (1.0, 0, -.72, 1.3, 1.4), (2.6, .1, -.95, 1.25, 1.35), (4.2, .2, -1.4, 1.2, 1.3)]
    ob = loft('form', rows, None, 300, 180)
    co, no = skin_of(ob)
    i = np.argmin(np.linalg.norm(co - np.array((.42, -.85, .40)), axis=1))
    p, n = co[i], no[i]
    ember = lambda m: glow(m, (bell(m, near(m, p), .020, 9.0), lin('#FFD08A')), (bell(m, near(m, p), .080, 1.0), lin('#FF7A1E')),
                           (bell(m, near(m, p), .34, .15), lin('#FF5A14')))
    ob.data.materials.append(skin('s', '#7A4C33', 1.0, sss=.2, spec=.5, rough=.4, mottle=.5, extra=ember))
    tip('tip', p + n * .012, (.62, -.1, .80), thick=.062)
    north(520)
    area((-1.6, -2.2, 4.4), (-.3, 0, .3), 5.0, 120, NORTH, size_y=.7)
    wave(AMBER, 46, (3.2, 2.6, 2.4), (.6, 0, .5), 1.6, 1.2, spread=70)
    camera((.1, -6.6, 1.5), (.12, 0, .55), focus=tuple(p), **LENS)
    return look(ev=.72, sat=1.28)


def plasma_pen():
    """A small, bright arc stands in the gap between a fine tip and a pale surface."""
    cove('#4F5D61', z=-2.2, y=4.4)
    form = lambda X, Y: .30 * np.exp(-((X - .4) / 2.0) ** 2 - ((Y - .3) / 1.3) ** 2) - .07 * Y ** 2 + .05 * np.sin(X * 1.1)
    x, y = .45, -.35
    p = np.array((x, y, float(form(np.array(x), np.array(y)))))
    lit = lambda m: glow(m, (bell(m, near(m, p), .016, 8.0), lin('#FFF0DC')), (bell(m, near(m, p), .12, .9), lin('#FFB35A')),
                         (bell(m, near(m, p), .5, .22), lin('#FF9A3C')))
    sk = skin('s', '#EBCBB7', 1.2, sss=.16, spec=.45, rough=.38, mottle=.25, pores=.6, extra=lit)
    heightfield('form', -4.2, 4.4, -3.2, 2.6, 420, form, sk, 340)
    end = p + np.array((.06, 0, .46))
    tip('tip', end, (.34, -.02, 1.0), 2.6, .007, .075)
    rng = np.random.default_rng(4)
    core, veil = emission('arc', lin('#FFE3C4'), 14), emission('veil', lin('#E6C9FF'), 3)
    for k, (spread, r, mat) in enumerate(((.020, (.0065, .0045), core), (.034, (.0024, .0016), veil))):
        t = np.linspace(0, 1, 8)
        pts = end[None] + (p - end)[None] * t[:, None]
        pts[1:-1] += rng.normal(0, spread, (6, 3)) * np.sin(pi * t[1:-1])[:, None] * (1, .5, .3)
        strand('arc', pts, r, mat, 140, 10)
    spark = bpy.data.lights.new('spark', 'POINT')
    spark.energy, spark.color, spark.shadow_soft_size = 9, lin('#FFC98C'), .05
    ob = bpy.data.objects.new('spark', spark)
    ob.location = p + np.array((0, -.05, .22))
    bpy.context.collection.objects.link(ob)
    north(240)
    wave(AMBER, 60, (3.0, 3.4, 1.4), (.6, .2, .1), 2.4, 1.0, spread=85)
    camera((.1, -6.4, 1.55), (.12, 0, .48), focus=tuple(p), **LENS)
    return look(ev=.72, sat=1.25)


scenes = {'ipl-therapy': ipl_therapy, 'rf-microneedling': rf_microneedling, 'morpheus-8': morpheus_8,
          'thermocoagulation': thermocoagulation, 'plasma-pen': plasma_pen}
