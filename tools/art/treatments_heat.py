"""Treatments by warmth: soft points and one spark of amber light on skin, and the layers beneath it."""
from stage import *

AMBER = WAVE['age']


def rf_microneedling():
    """A few soft points of amber light within a brown curve, near ones clear, far ones out of focus."""
    room(patch=(-.5, .95), spill=(-1.15, -.2, .25), spill_pane=(.6, .8, 1, 2))
    form = lambda X, Y: .46 * np.exp(-((X - .7) / 2.0) ** 2 - ((Y - .55) / 1.35) ** 2) - .08 * (Y - .1) ** 2 + .05 * np.sin(X * .9 + .6)
    ob, X, Y = field('form', spaced(-4, 4.2, -1.6, 2.0, .008), spaced(-3.4, 2.4, -1.3, 1.5, .008), form)
    points = [(.62, -.72), (.06, -.50), (1.16, -.46), (.56, -.16), (-.02, .10), (1.12, .14), (.52, .46), (1.66, .40), (-.05, .78), (1.05, .80)]
    d = np.min([np.hypot(X - x, Y - y) for x, y in points], 0)
    paint(ob, 'core', np.exp(-(d / .045) ** 2))
    paint(ob, 'halo', np.exp(-(d / .13) ** 2))
    ob.data.materials.append(bare('s', '#8A5636', 1.4, extra=lambda m: glow(
        m, (m.math('MULTIPLY', painted(m, 'core'), 3.0), lin('#FFC46A')), (m.math('MULTIPLY', painted(m, 'halo'), .55), lin('#FF7A1C')))))
    at, out = sow(ob, 5000, lambda c, o: (np.abs(c[:, 0]) < 2.2) * (c[:, 1] > -1.6) * (c[:, 1] < 1.2), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#A87B55'), .0010, (.6, -.1, -.2), seed=2)
    camera((.1, -6.6, 2.05), (.1, 0, .30), lens=85, fstop=.5, focus=(.5, -.75, .2))
    return daylight()


def morpheus_8():
    """A cut through many thin, cool layers, with a row of amber lights glowing deep between them."""
    room(patch=(-.5, 1.15))
    tones = ('#F0D9CC', '#E9CBC0', '#DDBBB6', '#CEABAD', '#BD9DA0', '#A88C92', '#917C84', '#796A74')
    heights = (.74, .66, .53, .40, .25, .08, -.14, -.42, -1.6)
    X = np.linspace(-4.2, 4.2, 420)
    wave_ = lambda i: .05 * np.sin(X * 1.05 + .35 * i) + .022 * np.sin(X * 2.3 + .8 * i) + .04 * X * (1 - i / 8)
    row = 4

    def lit(i):
        def add(m):
            x, z = along(m, (0, 0, 0), (1, 0, 0)), along(m, (0, 0, .155), (-.02, 0, 1))
            cell = m.math('SUBTRACT', m.math('MODULO', m.math('ADD', x, 12.0), .36), .18)
            d = m.math('ADD', m.math('POWER', cell, 2.0), m.math('POWER', z, 2.0))
            far = bell(m, m.math('POWER', m.math('SUBTRACT', x, .5), 2.0), 1.0, 1.0)
            if i == row:
                glow(m, (m.math('MULTIPLY', bell(m, d, .034, 5.0), far), lin('#FFD08A')), (m.math('MULTIPLY', bell(m, d, .11, .9), far), lin('#FF8420')))
            glow(m, (m.math('MULTIPLY', bell(m, m.math('POWER', z, 2.0), .22, .16), far), lin('#FF7A1C')))
        return add
    for i, tone in enumerate(tones):
        sk = bare('l%d' % i, tone, 1.3, relief=1.0 if i == 0 else .45, freckles=.2, scatter=2.0, extra=lit(i) if i > 2 else None)
        y0, r = .30 - .13 * i, .028
        prof = [(3.0, None, 0), (y0 + .5, None, 0)] + [(y0 + r - r * sin(a), None, -(r - r * cos(a))) for a in np.linspace(0, pi / 2, 8)] + [(y0, 1, 0)]
        zt, zb = heights[i] + wave_(i), heights[i + 1] + wave_(i + 1) - .08
        wob = .025 * np.sin(X * 1.7 + i * 2) + .012 * np.sin(X * 4.1 + i)
        lattice('layer', np.array([[(x, y + w, (t + dz) if k is None else b) for y, k, dz in prof] for x, t, b, w in zip(X, zt, zb, wob)]), sk)
    camera((.1, -7.2, 1.5), (.1, 0, .22), focus=(.5, -.2, .2), **SKIN_LENS)
    return daylight()


def thread(points, X, Y, width):
    """Closeness to a fine line through the points, over the ground plan."""
    C = smooth_path(points, 160)
    d = np.full(X.shape, 9.0)
    for a, b in zip(C, C[1:]):
        t = np.clip(((X - a[0]) * (b[0] - a[0]) + (Y - a[1]) * (b[1] - a[1])) / (((b - a) ** 2).sum() + 1e-12), 0, 1)
        d = np.minimum(d, np.hypot(X - a[0] - t * (b[0] - a[0]), Y - a[1] - t * (b[1] - a[1])))
    return np.exp(-(d / width) ** 2)


def thermocoagulation():
    """One fine thread vein on porcelain skin, and one small ember of warm light where it is sealed."""
    room(patch=(-.6, .85), spill=(-.95, -.2, .35), spill_pane=(.65, .8, 1, 2))
    form = lambda X, Y: .50 * np.exp(-((X - .2) / 1.9) ** 2 - ((Y - .5) / 1.2) ** 2) - .07 * (Y - .1) ** 2
    ob, X, Y = field('form', spaced(-4.2, 4.4, -.9, 1.9, .006), spaced(-3.2, 2.4, -1.1, .5, .006), form)
    p = np.array((.55, -.38, float(form(np.array(.55), np.array(-.38)))))
    veins = [([(1.75, .18), (1.35, -.06), (1.0, -.14), (.8, -.30), (.55, -.38), (.32, -.52), (.06, -.50), (-.2, -.66)], .011, 1.0),
             ([(1.0, -.14), (.92, .06), (1.02, .24), (.95, .42)], .008, .8), ([(.8, -.30), (.88, -.48), (1.1, -.58), (1.2, -.78)], .008, .8),
             ([(1.35, -.06), (1.5, -.24), (1.46, -.42)], .007, .7), ([(.32, -.52), (.26, -.70), (.34, -.90)], .007, .6)]
    v = np.max([k * thread(pts, X, Y, w) for pts, w, k in veins], 0) * (1 - .9 * smoothstep(.75, .0, X))    # sealed from the ember on
    paint(ob, 'vein', v)
    paint(ob, 'blush', np.max([k * thread(pts, X, Y, .05) for pts, _, k in veins], 0) * smoothstep(.2, .9, X))

    def ember(m):
        col = m.mix(m.math('MULTIPLY', painted(m, 'blush'), .16), m.col, lin('#D9827C'))
        recolor(m, m.mix(m.math('MULTIPLY', painted(m, 'vein'), .75), col, lin('#A2323C')))
        glow(m, (bell(m, near(m, p), .022, 12.0), lin('#FFE0B0')), (bell(m, near(m, p), .075, 1.6), lin('#FF8A2A')), (bell(m, near(m, p), .26, .30), lin('#FF6A1C')))
    ob.data.materials.append(bare('s', '#E7AC88', 1.6, flush=.6, freckles=.5, extra=ember))
    at, out = sow(ob, 4000, lambda c, o: (np.abs(c[:, 0]) < 2.2) * (c[:, 1] > -1.6) * (c[:, 1] < .9), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#F3E3CE'), .0009, (.6, -.1, -.2), seed=2)
    camera((.1, -6.6, 1.9), (.1, 0, .34), focus=tuple(p), **SKIN_LENS)
    return daylight()


def plasma_pen():
    """One short, bright spark stands on a deep-brown curve and lights the skin around its foot."""
    room(patch=(-.55, 1.05), spill=(-1.15, -.3, .2), spill_pane=(.6, .8, 1, 2))
    form = lambda X, Y: .55 * np.exp(-((X - .9) / 2.2) ** 2 - ((Y - .8) / 1.3) ** 2) - .07 * (Y - .2) ** 2
    x, y = .48, -.42
    p = np.array((x, y, float(form(np.array(x), np.array(y)))))
    lit = lambda m: glow(m, (bell(m, near(m, p), .020, 14.0), lin('#FFF3E2')), (bell(m, near(m, p), .085, 1.3), lin('#FFC074')), (bell(m, near(m, p), .34, .20), lin('#FF9A3C')))
    ob = heightfield('form', -4.2, 4.4, -3.2, 2.8, 520, form, bare('s', '#57331F', 1.5, flush=.7, freckles=.15, rough=.44, extra=lit), 420)
    rng = np.random.default_rng(4)
    end = p + np.array((.04, 0, .27))
    t = np.linspace(0, 1, 12)
    pts = end[None] + (p - end)[None] * t[:, None] + rng.normal(0, .011, (12, 3)) * np.sin(pi * t)[:, None] ** .5 * (1, .5, .2)
    strand('arc', pts, (.0006, .0060), emission('arc', lin('#FFF1E0'), 34), 200, 10)
    light = bpy.data.lights.new('spark', 'POINT')
    light.energy, light.color, light.shadow_soft_size = 4, lin('#FFD9B0'), .03
    lamp = bpy.data.objects.new('spark', light)
    lamp.location = p + np.array((0, -.04, .16))
    bpy.context.collection.objects.link(lamp)
    at, out = sow(ob, 4000, lambda c, o: (np.abs(c[:, 0]) < 2.2) * (c[:, 1] > -1.6) * (c[:, 1] < 1.0), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#6A4630', .4), .0010, (.6, -.1, -.2), seed=2)
    camera((.1, -6.4, 2.1), (.1, 0, .34), focus=tuple(p), **SKIN_LENS)
    return daylight(halation=.16)


scenes = {'rf-microneedling': rf_microneedling, 'morpheus-8': morpheus_8, 'thermocoagulation': thermocoagulation, 'plasma-pen': plasma_pen}
