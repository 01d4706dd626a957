"""Treatments of the skin's surface: the row of dimples, leaf gold, the edge of the down, the path through crystals."""
from stage import *

AMBER = WAVE['age']


def microneedling():
    """One fine row of dimples in fair skin; from left to right they heal into a smooth curve."""
    room(patch=(-.45, .95), spill=(-.95, .05, .35), spill_pane=(.6, .7, 1, 1))
    n = 18
    k = np.linspace(0, 1, n)
    px, py = -.72 + 1.9 * k, -.66 + .30 * k + .05 * np.sin(k * 3)
    depth = .026 * (1 - k) ** .7
    curve = lambda X, Y: .48 * np.exp(-((X - .7) / 2.1) ** 2 - ((Y - .6) / 1.3) ** 2) - .08 * (Y - .1) ** 2 + .04 * np.sin(X * 1.1 + .5)

    def form(X, Y):
        Z = curve(X, Y)
        for x, y, d in zip(px, py, depth):
            r = np.hypot(X - x, Y - y)
            Z = Z - d * np.exp(-(r / .034) ** 2) + .12 * d * np.exp(-((r - .056) / .020) ** 2)
        return Z
    ob, X, Y = field('form', spaced(-4.2, 4.4, -1.3, 1.4, .006), spaced(-3.2, 2.6, -.85, .0, .006), form)
    paint(ob, 'blush', np.max([(1 - q) ** .8 * np.exp(-(np.hypot(X - x, Y - y) / .055) ** 2) for x, y, q in zip(px, py, k)], 0))
    ob.data.materials.append(bare('s', '#D59A74', 1.5, freckles=.5, extra=lambda m: recolor(m, m.mix(m.math('MULTIPLY', painted(m, 'blush'), .42), m.col, lin('#CF7F70')))))
    at, out = sow(ob, 5000, lambda c, o: (np.abs(c[:, 0]) < 2.2) * (c[:, 1] > -1.6) * (c[:, 1] < 1.0), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#F0DCC2'), .0009, (.6, -.1, -.2), seed=2)
    wave(AMBER, 6, (2.6, 1.2, 1.0), (1.1, .4, .5), .8, .8, spread=40)
    camera((.10, -5.7, 1.85), (.10, 0, .22), focus=(.0, -.5, .3), **SKIN_LENS)
    return daylight()


def gold_leaf():
    """Beaten gold: a creased mirror, so thin at its torn edge that light comes through."""
    m = Mat('gold')
    co = m.node('TexCoord')
    sp = m.node('SeparateXYZ')
    m.link(co, 'UV', sp, 0)
    n = m.node('TexNoise', Scale=7.0, Detail=6, Roughness=.62)
    m.link(co, 'UV', n, 'Vector')
    side = m.math('MINIMUM', sp.outputs[1], m.math('SUBTRACT', 1.0, sp.outputs[1]))
    end = m.math('MINIMUM', m.math('SUBTRACT', 1.0, sp.outputs[0]), sp.outputs[0])
    edge = m.math('MINIMUM', side, end)
    torn = m.math('GREATER_THAN', edge, m.math('MULTIPLY', m.ramp(n.outputs['Fac'], [(.34, 0.0), (.74, 1.0)]), .13))
    thin = m.math('MULTIPLY', m.ramp(m.math('SUBTRACT', edge, m.math('MULTIPLY', n.outputs['Fac'], .10)), [(.0, .55), (.06, .03)]), m.ramp(sp.outputs[0], [(.4, .1), (.6, 1.0)]))
    v = m.node('TexVoronoi', {'feature': 'DISTANCE_TO_EDGE'}, Scale=6.0)
    mp = m.node('VectorMath', {'operation': 'MULTIPLY_ADD'})
    m.link(n, 'Color', mp, 0)
    mp.inputs[1].default_value = (.12,) * 3
    m.link(co, 'UV', mp, 2)
    m.link(mp, 'Vector', v, 'Vector')
    b = m.node('Bump', Strength=.55, Distance=.010)
    m.t.links.new(m.math('ADD', m.math('MULTIPLY', m.ramp(v.outputs['Distance'], [(.0, 0.0), (.30, 1.0)]), .35), m.math('MULTIPLY', n.outputs['Fac'], 1.6)), b.inputs['Height'])
    p = m.node('BsdfPrincipled', Metallic=1.0, Roughness=.27, Base_Color=lin('#FFC478'))
    m.link(b, 'Normal', p, 'Normal')
    tr, t, a, c = m.node('BsdfTranslucent', Color=lin('#F2B866')), m.node('BsdfTransparent'), m.node('MixShader'), m.node('MixShader')
    m.t.links.new(thin, a.inputs[0])
    m.link(p, 'BSDF', a, 1)
    m.link(tr, 'BSDF', a, 2)
    m.t.links.new(torn, c.inputs[0])
    m.link(t, 'BSDF', c, 1)
    m.link(a, 'Shader', c, 2)
    m.link(c, 'Shader', m.out, 'Surface')
    return m.m


def mesogold():
    """One wrinkled leaf of gold half laid on a deep-brown curve, light coming through its torn edge."""
    room(patch=(-.6, .95), spill=(-.15, -.5, .4), spill_pane=(.8, .8, 1, 2))
    form = lambda X, Y: .60 * np.exp(-((X - .2) / 1.9) ** 2 - ((Y - .35) / 1.2) ** 2) - .07 * (Y - .1) ** 2
    ob = heightfield('form', -4.2, 4.4, -3.4, 2.6, 520, form, bare('s', '#432719', 1.3, flush=.4, freckles=.1, rough=.42), 420)
    n = 320
    u, v = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 1, n), indexing='ij')
    s, flat, bow = u * 1.65, .78, .40                          # along the leaf: it lies flat at first, then rises and turns its face to us
    phi = np.clip((s - flat) / bow, 0, 3)
    loose = smoothstep(.6, 1.1, s)
    ridge = lambda f, seed: 1 - np.abs(vnoise(u * f * 1.5 + seed, v * f + seed, seed, 3))
    crease = .022 * ridge(3.0, 3) + .008 * ridge(8.0, 7)
    big = vnoise(u * 2.2 + 3, v * 2.4, 12, 2)
    go, across = (.47, .88), (.88, -.47)
    q, w = np.minimum(s, flat), (v - .5) * 1.15
    at = lambda q: (.12 + go[0] * q + across[0] * w, -.92 + go[1] * q + across[1] * w)
    X, Y = at(q + bow * np.sin(phi) + loose * .10 * big - crease * loose)
    Z = form(*at(q)) + bow * (1 - np.cos(phi)) + .004 + crease * (1 - .5 * loose) + loose * .05 * big
    lattice('leaf', np.stack([X, Y, Z], -1), gold_leaf(), uv=np.stack([u, v], -1))
    area((2.4, 1.6, 1.9), (.7, -.2, .7), 1.0, 26, lin('#FFE0B0'), spread=50, glossy=False)
    at, out = sow(ob, 4000, lambda c, o: (np.abs(c[:, 0]) < 2.2) * (c[:, 1] > -1.6) * (c[:, 1] < 1.0), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#54382A', .4), .0010, (.6, -.1, -.2), seed=2)
    camera((.1, -6.6, 2.0), (.1, 0, .42), focus=(.3, -.5, .5), **SKIN_LENS)
    return daylight()


def dermaplaning():
    """The edge between soft, lit down and bare skin, drawn as one fine line of light over a curve."""
    n, p0 = Vector((.95, .10, .22)).normalized(), Vector((-.22, 0, .5))
    room(patch=(-.85, .75), spill=(.35, -.75, .0), spill_pane=(1.9, 1.7, 1, 1))
    edge = lambda m: (lambda q: glow(m, (bell(m, q, .005, .9), lin('#FFDFA8')), (bell(m, q, .04, .14), AMBER)))(m.math('POWER', along(m, p0, n), 2.0))
    rows = [(-4.2, .2, -1.75, 1.2, 1.3), (-2.4, .1, -1.3, 1.3, 1.4), (-.6, 0, -.97, 1.35, 1.45), (1.0, 0, -.87, 1.35, 1.45), (2.6, .1, -1.1, 1.3, 1.4), (4.2, .2, -1.55, 1.2, 1.3)]
    ob = loft('form', rows, bare('s', '#A8734E', 1.3, extra=edge), 520, 320)
    side = lambda c: (c - np.array(p0)) @ np.array(n)
    rng = np.random.default_rng(3)
    at, out = sow(ob, 9000, lambda c, o: (side(c) > .02 + .05 * rng.random(len(c)) ** 2) * (o[:, 1] < .6) * (c[:, 2] > -.9) * (c[:, 0] < 2.3), 1)
    hairs('down', at, out, (.05, .11), hair_mat('down', '#EBD2AE', .6), .0015, (.62, -.12, -.25), lift=.55, seed=2)
    wave(AMBER, 20, (2.6, 1.2, 1.2), (.9, 0, .5), .8, .8, spread=45)
    camera((.1, -6.2, 1.5), (.12, 0, .38), focus=(.5, -.75, .35), **SKIN_LENS)
    return daylight()


def microdermabrasion():
    """A cleared path of brown skin leads in through fine white crystals."""
    room(patch=(-.5, 1.15))
    form = lambda X, Y: .58 * np.exp(-((X - .5) / 2.4) ** 2 - ((Y - .7) / 1.4) ** 2) - .05 * (Y - .2) ** 2 + .04 * np.sin(X * 1.1)
    ob = heightfield('form', -4, 4.2, -3.6, 2.6, 520, form, bare('s', 'chestnut', 1.3), 420)
    rng = np.random.default_rng(8)
    n = 330000
    X, Y = rng.uniform(-2.4, 2.6, n), rng.uniform(-2.2, 1.7, n)
    mid = lambda y: -.30 + .42 * np.sin(1.9 * y + 2.4) + .30 * (y + 1.6)
    half = .34 - .05 * (Y + 1.6)
    off = np.abs(X - mid(Y)) * .93
    end = smoothstep(.22, .48, Y)                            # the path is still being drawn: it ends on the crest
    keep = (off > half * np.sqrt(1 - end ** 2)) & (rng.random(n) < .62 + .38 * np.exp(-((off - half - .05) / .07) ** 2))
    keep |= rng.random(n) < .0010
    X, Y, off, half, end = X[keep], Y[keep], off[keep], half[keep], end[keep]
    size = rng.gamma(4, .0016, len(X)) + .003
    heap = np.exp(-((off - half - .05) / .07) ** 2) * (1 - end) * rng.random(len(X)) * .075
    P = np.stack([X, Y, form(X, Y) + size * .45 + heap], -1)
    octa = np.array([(1, 0, 0), (-1, 0, 0), (0, .8, 0), (0, -.8, 0), (.1, 0, .9), (0, .1, -.9)], float)
    tri = np.array([(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)])
    strew('crystals', (octa, tri), P, rng.normal(0, 1, (len(P), 3)) + (0, 0, .6), size, simple('crystal', '#F2F6F8', .16, .8), smooth=False)
    wave(WAVE['acne'], 60, (2.2, 1.9, 1.7), (.8, .5, .5), 1.6, .8, spread=80)
    camera((.1, -6.2, 2.6), (.1, -.1, .22), lens=85, fstop=.6, focus=(.2, -.5, .25))
    return daylight()


scenes = {'microneedling': microneedling, 'mesogold': mesogold, 'dermaplaning': dermaplaning, 'microdermabrasion': microdermabrasion}
