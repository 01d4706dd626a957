"""Treatments by warmth: amber light within skin, on it and just above it, and the layers beneath it."""
from stage import *


def rf_microneedling():
    """A curved ridge of brown skin, lit from within: amber comes through along its edge, where it is thin, as through a hand held before a lamp."""
    room('late', patch=None, spill=(-1.2, 3.2, -.3), spill_pane=(1.4, .42, 1, 1), wall=6.0)
    crest = lambda X: -.02 + .42 * X + .20 * np.sin(1.7 * X + .4)

    def form(X, Y):
        d = (Y - crest(X)) / np.sqrt(1 + (.42 + .34 * np.cos(1.7 * X + .4)) ** 2)
        side = np.sqrt(d ** 2 + .055 ** 2) - .055
        dune = .78 - np.where(d < 0, .55, .70) * side
        low = -.30 + .05 * np.sin(X * .8 + Y)
        return low + np.logaddexp(0, (dune - low) * 6) / 6 + .012 * vnoise(X, Y, 3, 2)
    ob, X, Y = field('form', np.arange(-4, 4.2, .016), spaced(-4, 6, -1.6, 1.4, .008), form)
    d = .85 * (Y - crest(X))
    where = np.exp(-((X - .35) / .95) ** 2)
    paint(ob, 'deep', where * np.exp(-(d / np.where(d < 0, .42, .25)) ** 2))
    paint(ob, 'edge', where * np.exp(-(d / np.where(d < 0, .13, .10)) ** 2))

    def warm(m):
        own = m.mix(1.0, m.col, (6.0, 9.0, 12.0), 'MULTIPLY')      # pores and freckles stay dark before the light
        own = m.mix(1.0, own, m.ramp(m.fine, [(.30, .35), (.62, 1.0)]), 'MULTIPLY')
        tint = lambda c: m.mix(1.0, own, lin(c), 'MULTIPLY')
        glow(m, (m.math('MULTIPLY', painted(m, 'deep'), .17), tint('#F08A2C')), (m.math('MULTIPLY', painted(m, 'edge'), .62), tint('#FFC070')))
    ob.data.materials.append(bare('s', '#8A5636', 2.0, relief=1.2, under=0, extra=warm))
    at, out = sow(ob, 6000, lambda c, o: (np.abs(c[:, 0]) < 2.0) * (c[:, 1] > -1.8) * (c[:, 1] < 1.6), 1)
    hairs('down', at, out, (.05, .09), hair_mat('down', '#DDB080'), .0008, (.6, -.1, -.2), lift=.9, seed=2)
    bpy.context.scene.cycles.diffuse_bounces = 1
    shoot('table', (.15, .05, .40), 6.0, focus=(.2, .13, .76), rise=28, fstop=.17)
    return daylight()


def morpheus_8():
    """A block of six soft layers, cut clean, its corner towards us: one warm light deep in the fourth shines into those around it."""
    z0 = -.62
    room('late', patch=(-1.15, 1.35), pane=(.9, 1.3, 2, 3), spill=(.1, .5, .3), spill_pane=(2.4, 1.6, 2, 2), floor=z0, wall=3.2)
    layers = (('#EBCDB9', .07, .06), ('#DDAF98', .17, .12), ('#CE9785', .21, .34), ('#BD8179', .27, 1.0), ('#A77173', .24, .42), ('#8C636D', .26, .12))
    th = np.linspace(0, 2 * pi, 720, endpoint=False)
    c, s = np.cos(th), np.sin(th)
    k = 1 / (np.abs(c) ** 24 + np.abs(s) ** 24) ** (1 / 24)          # a square with rounded corners
    turn = radians(38)
    ring = np.stack([k * c * .98, k * s * .72], 1) @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]) + (.18, .1)
    mid = ring.mean(0)
    corner = ring[np.argmin(ring[:, 1])]
    p = (*(corner + .10 * (mid - corner)), z0 + .26 + .24 + .14)
    top = z0 + sum(t for _, t, _ in layers)
    for i, (tone, thick, share) in enumerate(layers):
        def lit(m):
            far = near(m, p)
            own = lambda c: m.mix(1.0, m.mix(1.0, m.col, (1.6, 2.0, 2.2), 'MULTIPLY'), lin(c), 'MULTIPLY')
            glow(m, (bell(m, far, .50, .9 * share), own('#FF7A2C')), (bell(m, far, .20, 2.6 * share), own('#FFB060')))
        sk = bare('l%d' % i, tone, 1.0, relief=1.0 if i == 0 else .5, freckles=.2, scatter=3.0, extra=lit)
        wave_ = lambda P, i: (.022 * np.sin(3.1 * P[..., 0] + 1.7 * i) + .018 * np.sin(4.0 * P[..., 1] + 2.3 * i + 1)) * (0 < i < 6)
        r = .016
        rim = [(1 - r + r * sin(a), r - r * cos(a)) for a in np.linspace(0, pi / 2, 6)]
        prof = [(q, 0, 0) for q in np.linspace(0, 1 - 1.6 * r, 40)] + [(q, -d, 0) for q, d in rim] + [(q, d, 1) for q, d in rim[::-1]] + [(q, 0, 1) for q in np.linspace(1 - 1.6 * r, 0, 40)]
        out = []
        for q, d, low in prof:
            P = mid + (ring - mid) * q * (1 + .012 * np.sin(2.0 * th + 2.1 * i))[:, None]
            z = (top - thick if low else top) + wave_(P, i + low) + d
            out.append(np.c_[P, z])
        lattice('layer', np.array(out), sk, wrap_v=True)
        top -= thick
    shoot('table', (.02, .1, -.04), 7.6, focus=(*corner, .1), rise=24, fstop=.8)
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
    """One fine thread vein on fair skin, from straight above, and one small ember of warm light where it is sealed."""
    room('late', patch=None, spill=(.35, -.15, .1), spill_pane=(1.3, .62, 1, 1), wall=3.6)
    form = lambda X, Y: .12 * np.exp(-((X - .4) / 1.6) ** 2 - ((Y + .2) / 1.1) ** 2) + .02 * np.sin(1.7 * X + 1.1 * Y)
    ob, X, Y = field('form', spaced(-3, 3, -1.7, 1.7, .006), spaced(-3, 3, -.9, .9, .006), form)
    p = np.array((.12, .02, float(form(np.array(.12), np.array(.02)))))
    veins = [([(2.2, .62), (1.55, .48), (1.12, .22), (.78, .20), (.42, .02), (.12, .02), (-.25, -.14), (-.62, -.16), (-1.1, -.40), (-1.8, -.52)], .0085, 1.0),
             ([(1.12, .22), (.96, -.05), (1.02, -.30), (.90, -.52)], .006, .75), ([(1.55, .48), (1.44, .70), (1.52, .92)], .005, .6)]
    v = np.max([k * thread(pts, X, Y, w) for pts, w, k in veins], 0) * (1 - .92 * smoothstep(.30, -.30, X))    # sealed from the ember on
    paint(ob, 'vein', v)
    paint(ob, 'blush', np.max([k * thread(pts, X, Y, .05) for pts, _, k in veins], 0) * smoothstep(.0, .7, X))

    def ember(m):
        col = m.mix(m.math('MULTIPLY', painted(m, 'blush'), .14), m.col, lin('#D9827C'))
        recolor(m, m.mix(m.math('MULTIPLY', painted(m, 'vein'), .75), col, lin('#A2323C')))
        glow(m, (bell(m, near(m, p), .012, 10.0), lin('#FFE0B0')), (bell(m, near(m, p), .036, 1.5), lin('#FF9A3A')), (bell(m, near(m, p), .13, .22), lin('#FF7A26')))
    ob.data.materials.append(bare('s', '#E7AC88', 1.6, flush=.6, freckles=.5, extra=ember))
    at, out = sow(ob, 6000, lambda c, o: (np.abs(c[:, 0]) < 1.8) * (np.abs(c[:, 1]) < 1.3), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#F3E3CE'), .0009, (.6, -.3, .1), seed=2)
    shoot('down', (.0, .0, .1), 5.2, focus=tuple(p), fstop=.5)
    return daylight(ev=1.3, power=1.26, sat=1.1, quiet=(0, 0, .001, 6))


def plasma_pen():
    """One point of white light, a hair's width above deep-brown skin: it rakes over the pores and throws the down's shadows away from itself."""
    room('late', patch=(.92, .98), pane=(.8, 1.0, 2, 3), spill=(-.9, .6, .4), spill_pane=(1.5, .7, 2, 1))
    form = lambda X, Y: .50 * np.exp(-((X + .15) / 1.5) ** 2 - ((Y - .55) / 1.1) ** 2) - .07 * (Y - .2) ** 2 - .07 * X
    x, y = .16, -.42
    p = np.array((x, y, float(form(np.array(x), np.array(y)))))
    lit = lambda m: glow(m, (bell(m, near(m, p), .05, .25), lin('#FFC890')), (bell(m, near(m, p), .24, .03), lin('#FF9A4A')))
    ob = heightfield('form', -4.2, 4.4, -3.2, 2.8, 520, form, bare('s', '#57331F', 1.2, flush=.7, under=0, freckles=.15, rough=.62, spec=.22, extra=lit), 420)
    star = p + np.array((.0, -.01, .075))
    halo = Mat('halo')                                        # the point, as a lens draws it: small, and soft outwards
    halo.co = halo.node('TexCoord')
    far, e, t, add = near(halo, (0, 0, 0)), halo.node('Emission', Color=lin('#FFF2E4')), halo.node('BsdfTransparent'), halo.node('AddShader')
    halo.t.links.new(halo.math('ADD', bell(halo, far, .0045, 60), halo.math('ADD', bell(halo, far, .014, 2.5), bell(halo, far, .05, .16))), e.inputs['Strength'])
    halo.link(e, 'Emission', add, 0)
    halo.link(t, 'BSDF', add, 1)
    halo.link(add, 'Shader', halo.out, 'Surface')
    card = plane('halo', (.3, .3), tuple(star), (77, 0, 0), halo.m)
    card.visible_shadow = card.visible_diffuse = card.visible_glossy = False
    light = bpy.data.lights.new('spark', 'POINT')
    light.energy, light.color, light.shadow_soft_size = 1.5, lin('#FFD2A4'), .012
    lamp = bpy.data.objects.new('spark', light)
    lamp.location = star
    bpy.context.collection.objects.link(lamp)
    at, out = sow(ob, 5000, lambda c, o: (np.abs(c[:, 0]) < 1.6) * (c[:, 1] > -1.6) * (c[:, 1] < 1.0), 1)
    hairs('down', at, out, (.04, .08), hair_mat('down', '#7A5238', .4), .0011, (.6, -.1, -.2), seed=2)
    shoot('macro', (.14, 0, .34), 4.4, focus=tuple(p), fstop=.38)
    return daylight(halation=.08, quiet=(0, 0, .001, .7))


scenes = {'rf-microneedling': rf_microneedling, 'morpheus-8': morpheus_8, 'thermocoagulation': thermocoagulation, 'plasma-pen': plasma_pen}
