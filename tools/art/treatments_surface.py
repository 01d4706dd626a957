"""Treatments of the skin's surface: the comb of light, leaf gold, the edge of the down, a sweep of crystals."""
from stage import *

AMBER = WAVE['age']


def microneedling():
    """Eleven fine lines of late light, the teeth of a comb, run down over fair skin and fade into it."""
    room('late', patch=None, spill=(-1.05, .45, .3), spill_pane=(1.1, .6, 1, 1), wall=5.0)
    form = lambda X, Y: (.50 * np.exp(-((X - .75) / .85) ** 2 - ((Y - .3) / .9) ** 2) + .34 * np.exp(-((X + 1.15) / .9) ** 2 - ((Y - .7) / 1.0) ** 2)
                         - .05 * (Y - .1) ** 2 - .03 * X)
    gap, teeth = .135, 11
    ob, X, Y = field('form', spaced(-4.2, 4.4, -.9, 1.7, .005), spaced(-3.2, 4.6, -1.2, .8, .010), form)
    x = X - .42 + .10 * (Y + .2)
    tooth = np.clip(np.round(x / gap), -(teeth // 2), teeth // 2)
    off = x - tooth * gap
    top = .42 - .10 * np.abs(tooth / 5) ** 2 + .03 * np.sin(tooth * 2.2)
    low = top - .95 - .10 * np.sin(tooth * 1.7 + 1)
    fade = smoothstep(top + .02, top - .10, Y) * smoothstep(low, low + .75, Y)
    soft = 1 + 1.6 * smoothstep(low + .75, low, Y)              # a line widens where it ends
    paint(ob, 'core', np.exp(-(off / (.0065 * soft)) ** 2) * fade ** 1.5)
    paint(ob, 'halo', np.exp(-(off / (.030 * soft)) ** 2) * fade)

    def comb(m):
        own = m.mix(1.0, m.col, (1.5, 2.2, 3.0), 'MULTIPLY')
        tint = lambda c: m.mix(1.0, own, lin(c), 'MULTIPLY')
        glow(m, (m.math('MULTIPLY', painted(m, 'core'), .75), tint('#FFE2AE')), (m.math('MULTIPLY', painted(m, 'halo'), .09), tint('#FFA048')))
    ob.data.materials.append(bare('s', '#DDA078', 1.5, relief=.75, under=0, freckles=.4, extra=comb))
    at, out = sow(ob, 7000, lambda c, o: (np.abs(c[:, 0]) < 2.2) * (c[:, 1] > -1.6) * (c[:, 1] < 1.4), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#F0DCC2'), .0009, (.6, -.1, -.2), seed=2)
    bpy.context.scene.cycles.diffuse_bounces = 1
    shoot('table', (.20, -.05, .26), 5.4, focus=(.4, .06, .5), rise=36, fstop=.105)
    return daylight(ev=1.12, power=1.24, sat=1.1)


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
    """A fine, curved line of light parts bare skin from soft down, which glows in late light from behind."""
    room('late', patch=(-.95, 1.45), pane=(.9, 1.2, 2, 3), spill=(.0, -.35, .4), spill_pane=(3.2, 1.6, 2, 2))
    form = lambda X, Y: .46 * np.exp(-((X - .35) / 1.7) ** 2 - ((Y - .45) / 1.1) ** 2) - .07 * (Y - .1) ** 2
    bend, lean = .11, -.34                                    # the line, from above: x = bend * sin(2.3 y + .3) + lean * y + .02

    def line(m):
        x, y = along(m, (.02, 0, 0), (1, 0, 0)), along(m, (0, 0, 0), (0, 1, 0))
        curve = m.math('ADD', m.math('MULTIPLY', m.math('SINE', m.math('ADD', m.math('MULTIPLY', y, 2.3), .3)), bend), m.math('MULTIPLY', y, lean))
        q = m.math('POWER', m.math('SUBTRACT', x, curve), 2.0)
        here = m.math('LESS_THAN', y, .6)                     # not on the far side, where it would shine over the crest
        glow(m, (m.math('MULTIPLY', bell(m, q, .0045, .75), here), lin('#FFDFA8')), (m.math('MULTIPLY', bell(m, q, .035, .16), here), AMBER))
    ob = heightfield('form', -4.2, 4.4, -3.4, 2.6, 560, form, bare('s', '#95613F', 1.3, under=0, extra=line), 460)
    rng = np.random.default_rng(3)

    def weight(co, no):
        x, y = co[:, 0], co[:, 1]
        beyond = x - .02 - bend * np.sin(2.3 * y + .3) - lean * y
        thick = np.clip(.65 + .5 * vnoise(x * 2.2, y * 2.2, 4, 3), .2, 1)
        return (beyond > .012 + .05 * rng.random(len(co)) ** 3) * (np.abs(x) < 2.6) * (y > -1.7) * (y < 1.3) * thick
    at, out = sow(ob, 26000, weight, 1)
    swirl = .9 * vnoise(at[:, 0] * .9 + 3, at[:, 1] * .9, 9, 2)
    grain = np.stack([.62 * np.cos(swirl), -.1 + .62 * np.sin(swirl), np.full(len(at), -.25)], 1)
    part = rng.random(len(at)) < .2                            # longer hairs among the short ones
    for name, mine, length in (('down', ~part, (.03, .07)), ('long', part, (.08, .13))):
        hairs(name, at[mine], out[mine], length, hair_mat(name, '#F6EAD8', .65), .0008, grain[mine], lift=.6, stray=.24, seed=2)
    shoot('table', (.12, .05, .22), 5.0, focus=(.1, -.3, .37), rise=28, fstop=.21)
    return daylight(quiet=(0, 0, .001, 1.2))


def microdermabrasion():
    """One sweep of fine white crystals over brown skin, seen from above at noon: dense where it begins, single grains where it ends."""
    room('noon', patch=None, spill=(.1, .1, .3), spill_pane=(2.0, 1.5, 2, 2))
    form = lambda X, Y: .42 - .16 * (Y - .15 - .12 * X) ** 2 + .05 * np.sin(X * 1.3 + .4)
    ob = heightfield('form', -3, 3, -3, 3, 520, form, bare('s', '#9A6644', 1.3, freckles=.4), 520)
    rng = np.random.default_rng(8)
    n = 60000
    s, w = rng.random(n) ** 1.25, rng.normal(0, 1, n)
    wide = .15 + .07 * np.sin(2.2 * s + .3)
    streak = vnoise(w * 3.2, s * 2.2, 4, 3)                   # as a dry brush leaves it
    keep = (np.abs(w) < 1.9) & (streak > -1.0 + 1.5 * s + .45 * np.abs(w)) & (rng.random(n) < .75 - .55 * s) | (rng.random(n) < .010)
    s, w, wide = s[keep], w[keep], wide[keep]
    turn = radians(196) - (s + .05 * rng.normal(0, 1, len(s)) * (s < .12)) * radians(150)      # an arc, drawn from the left over the top
    R = .66 + wide * w
    X, Y = .14 + 1.15 * R * np.cos(turn), -.30 + R * np.sin(turn)
    size = rng.gamma(3.0, .0024, len(X)) + .003
    heap = np.exp(-w ** 2) * (1 - s) * rng.random(len(X)) * .03
    strew('crystals', CRYSTAL, np.stack([X, Y, form(X, Y) + size * .5 + heap], -1), rng.normal(0, 1, (len(X), 3)) + (0, 0, .6), size,
          simple('crystal', '#F2F6F8', .16, .8), smooth=False)
    at, out = sow(ob, 9000, lambda c, o: (np.abs(c[:, 0]) < 1.5) * (np.abs(c[:, 1]) < 1.2), 1)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#D0A27A', .5), .0009, (.6, -.3, .1), seed=2)
    shoot('down', (.05, .0, .4), 5.2, focus=(.05, .2, .42), fstop=.5)
    return daylight(quiet=(.45, .40, .52))


scenes = {'microneedling': microneedling, 'mesogold': mesogold, 'dermaplaning': dermaplaning, 'microdermabrasion': microdermabrasion}
