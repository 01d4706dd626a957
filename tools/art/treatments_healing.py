"""Treatments of the healing path: calm forms, water and linen in rose light. Also the diode laser's ember."""
from stage import *


def diode_laser():
    """Squares of ember light, set side by side along a deep-brown curve, the last ones fading."""
    cove('#6E8184', z=-2.6)
    c = WAVE['hair']

    def squares(m):
        s = along(m, (0, 0, 0), (1, -.06, .12))
        h = along(m, (0, 0, .45), (-.12, -.35, 1))
        side = lambda v, half, soft: m.math('SUBTRACT', 1.0, m.ramp(m.math('ABSOLUTE', v), [(half, 0.0), (half + soft, 1.0)]))
        lights = []
        for at, k in ((.95, 1.0), (.37, .34), (-.21, .13), (-.79, .05)):
            x = m.math('SUBTRACT', s, at)
            lights.append((m.math('MULTIPLY', m.math('MULTIPLY', side(x, .19, .07), side(h, .20, .08)), .95 * k), lin('#FF3A18')))
            r = m.math('ADD', m.math('POWER', x, 2.0), m.math('POWER', h, 2.0))
            lights.append((bell(m, r, .5, .22 * k), c))
        glow(m, *lights)
    sk = skin('s', '#6A412B', .8, sss=.2, spec=.55, rough=.40, extra=squares, mottle=.5)
    loft('limb', [(-4.2, .3, -.9, 1.0, 1.0), (-2.6, .2, -.55, 1.02, 1.0), (-1.0, .1, -.2, .98, .96), (.6, 0, .02, .9, .9), (2.2, -.1, .2, .86, .88),
                  (4.0, -.2, .34, .9, .92)], sk, 300, 160)
    north(560)
    area((-1.6, -2.2, 4.4), (-.3, 0, .3), 5.0, 150, NORTH, size_y=.7)
    wave(c, 60, (3.0, 3.0, 2.8), (.9, 0, .6), 1.4, 1.0, spread=60)
    camera((.2, -7.6, 2.0), (.15, 0, .36), focus=(.6, -.8, .4), **LENS)
    return look()


def led_therapy():
    """A ribbed vault, lit red from within, over a long curve of skin that reaches out into the daylight."""
    cove('#6C8087', z=-.02, y=7.5)
    pale = plaster('rib', '#DAD3CC', .3, 1.2)
    ring = np.linspace(0, pi, 160)
    edge = np.linspace(0, 2 * pi, 24, endpoint=False)
    for i in range(7):
        y = .62 * i
        round_ = [(1.50 + .085 * cos(e), y + .075 * sin(e)) for e in edge]
        lattice('rib', np.array([[(r * cos(a), q, r * sin(a)) for r, q in round_] for a in ring]), pale, wrap_v=True)
        P = np.array([[(r * cos(a), y + .31, r * sin(a)) for r in (1.475, 1.535)] for a in ring[14:-14]])
        lattice('lamp', P, emission('lamp', lin('#FF3A2C'), 5.0))
    for r in (1.56, 1.70):
        lattice('shell', np.array([[(r * cos(a), y, r * sin(a)) for y in (-.02, 4.1)] for a in ring]), plaster('shell', '#D3CBC4', .3, 1.0))
    lattice('lip', np.array([[(r * cos(a), -.02, r * sin(a)) for r in (1.56, 1.70)] for a in ring]), pale)
    sk = skin('s', '#B07F5E', 1.0, sss=.2, spec=.4, rough=.42, mottle=.5)
    rows = [(-6, .5, -.34, 1.30, .46), (-3.4, .3, -.26, 1.34, .56), (-1.6, .1, -.30, 1.30, .50), (.4, -.1, -.20, 1.28, .60), (2.2, 0, -.30, 1.30, .46), (4.6, .1, -.2, 1.28, .6)]
    ob = loft('form', rows, sk, 300, 160)
    ob.rotation_euler = (0, 0, radians(90))
    north(300, tgt=(-.2, -1.4, .3))
    area((-2.4, -4.6, 2.4), (0, -1.0, .3), 2.0, 40, NORTH)
    camera((-1.15, -3.9, 1.02), (.22, .9, .74), lens=42, fstop=4.0, focus=(.2, .2, .5))
    return look(ev=.7, sat=1.2)


def bioflex_laser():
    """A soft pad set with small red points, laid over a knee-like bend."""
    cove('#71858A', z=-1.9)
    sk = skin('s', '#B87C57', 1.1, sss=.18, spec=.4, rough=.42, mottle=.6)
    rows = [(-4.4, .1, -1.3, .95, .95), (-2.8, .05, -.62, .92, .90), (-1.2, 0, .02, .84, .82), (-.1, -.05, .36, .76, .72), (.75, -.1, .36, .70, .70),
            (1.5, -.05, -.12, .62, .64), (2.3, 0, -.9, .58, .60), (3.2, .1, -1.8, .56, .58)]
    ob = loft('knee', rows, sk, 320, 180)
    co, no = skin_of(ob)
    P, N = co.reshape(320, 180, 3), no.reshape(320, 180, 3)
    us = np.arange(134, 206)
    vs = np.arange(-8, 66) % 180
    m = Mat('pad')
    p = m.node('BsdfPrincipled', Roughness=.5, Specular=.35, Base_Color=lin('#55666A'), Sheen=.4)
    m.link(p, 'BSDF', m.out, 'Surface')
    pad = lattice('pad', P[us][:, vs] + .05 * N[us][:, vs], m.m)
    s = pad.modifiers.new('t', 'SOLIDIFY')
    s.thickness, s.offset = .075, 0
    r = pad.modifiers.new('s', 'SUBSURF')
    r.levels = r.render_levels = 1
    at = [(P[u, v] + .085 * N[u, v], N[u, v]) for u in range(140, 202, 7) for v in (np.arange(-3, 63, 6) % 180)]
    strew('points', ball(2), [a for a, _ in at], [n for _, n in at], [.021] * len(at), emission('red', lin('#FF1C12'), 3.2))
    north(520)
    wave(ROSE, 90, (3.4, 3.0, 2.6), (.5, 0, .4), 2.0, 2.0, spread=80)
    area((-1.5, -5, -1.0), (0, 0, .2), 3.5, 30, NORTH)
    camera((.1, -8.0, 1.75), (.1, 0, .16), focus=(.3, -.7, .5), **LENS)
    return look(ev=.7)


def pemf_therapy():
    """Three pale rings standing in still water, each with its mirror image, small waves going out from them."""
    plane('wall', (60, 30), (0, 9, 8), (90, 0, 0), plaster('wall', '#6F858E', .4, .5))
    cer = simple('ring', '#D8D2CB', .42, .4, bump=.05, bscale=14, sss=.03)
    for r, x, y in ((1.05, .42, .0), (.72, .14, -.75), (.42, -.08, -1.35)):
        a = np.linspace(0, 2 * pi, 200, endpoint=False)
        b = np.linspace(0, 2 * pi, 40, endpoint=False)
        t = .034 + .012 * r
        P = np.array([[((r + t * cos(v)) * cos(u), t * sin(v), (r + t * cos(v)) * sin(u)) for v in b] for u in a])
        ob = lattice('ring', P, cer, wrap_u=True, wrap_v=True)
        ob.location = (x, y, .02)
        ob.rotation_euler = (0, 0, radians(24))
    feet = [(.42 - .96, -.43), (.42 + .96, .43), (.14 - .66, -1.04), (.14 + .66, -.46)]
    plane('water', (200, 60), (0, 10, 0), mat=water([(x, y, .16, .16, .085, .075) for x, y in feet] + [(-.08, -1.35, .72, .3, .12, .06)], deep='#3C5058'))
    area((-5.4, -2.2, 3.6), (.2, 0, .4), 3.2, 1050, NORTH, size_y=4.0)
    wave(ROSE, 210, (4.2, 2.6, 2.4), (.2, -.4, .4), 2.2, 2.6, spread=90, glossy=False)
    wave(ROSE, 22, (2.5, 6.5, .8), (2.0, 9, 1.2), 3.0, 2.0, spread=120, glossy=False)
    camera((-.15, -8.4, 1.35), (.12, 0, .18), lens=74, fstop=2.4, focus=(.1, -.6, .4))
    return look(ev=.95, sat=1.3)


def compression_therapy():
    """A limb-like form held in soft, air-filled rings, one of them fuller than the rest."""
    cove('#71858A', z=-2.2)
    rows = [(-4.4, .3, -1.5, .62, .62), (-3.0, .2, -.95, .64, .64), (-1.6, .1, -.42, .66, .66), (-.2, 0, .08, .72, .70), (1.2, -.05, .52, .80, .78), (2.6, -.1, .9, .86, .84),
            (4.2, -.1, 1.25, .9, .88)]
    R = smooth_path(rows, 600)
    loft('limb', R[::3], skin('s', '#A9714C', 1.0, sss=.18, spec=.42, rough=.42, mottle=.5), 260, 140)
    m = Mat('cuff')
    co = m.node('TexCoord')
    n = m.node('TexNoise', Scale=3.2, Detail=3)
    m.link(co, 'Object', n, 'Vector')
    p = m.node('BsdfPrincipled', Roughness=.7, Specular=.2, Base_Color=lin('#D9CFC6'), Sheen=.6)
    b = m.node('Bump', Strength=.22, Distance=.06)
    m.link(n, 'Fac', b, 'Height')
    m.link(b, 'Normal', p, 'Normal')
    m.link(p, 'BSDF', m.out, 'Surface')
    edges = np.linspace(215, 465, 6).astype(int)
    for i, (a, z) in enumerate(zip(edges, edges[1:])):
        t = np.linspace(0, 1, 60)
        seg = np.stack([np.interp(np.linspace(a, z, 60), np.arange(600), R[:, k]) for k in range(5)], -1)
        full = (.12, .15, .25, .17, .13)[i]
        puff = .012 + full * np.sqrt(np.clip(1 - (2 * t - 1) ** 2, 0, 1)) ** .8
        seg[:, 3] += puff
        seg[:, 4] += puff
        loft('cuff', seg, m.m, 120, 160,
                 shape=lambda u, th: 1 + .006 * np.sin(th * 7 + 2 * i) * np.sin(pi * u))
    north(520)
    wave(ROSE, 120, (3.0, 3.2, 2.8), (.4, 0, .5), 2.0, 2.0, spread=80)
    area((-1.5, -5, -1.4), (0, 0, .2), 3.5, 40, NORTH)
    camera((.1, -8.2, 1.5), (.05, 0, .18), focus=(.2, -.8, .3), **LENS)
    return look(ev=.68)


def body_wraps():
    """Folded linen on a stone slab, and warm vapour rising behind it."""
    cove('#73868A', z=-.55, y=3.0)
    cloth, grey = linen('linen', '#E7DFD3', .16), linen('grey', '#A9B4B4', .16)
    top = -.55
    for mat, w, d, layers, rot, x, seed in ((cloth, .36, .26, 4, 8, .35, 2), (grey, .33, .24, 3, -5, .42, 5), (cloth, .27, .20, 3, 14, .34, 9)):
        ob, h = towel('towel', mat, (x, 0, top), w, d, layers, .017, seed, rot)
        ob.scale = (6.6,) * 3
        top += h * 6.6
    m = Mat('vapour')
    co = m.node('TexCoord')
    sp = m.node('SeparateXYZ')
    m.link(co, 'Object', sp, 0)
    n1 = m.node('TexNoise', Scale=1.5, Detail=3, Roughness=.5, Distortion=.5)
    mp = m.node('Mapping')
    mp.inputs['Scale'].default_value = (1.5, .55, 1)
    mp.inputs['Rotation'].default_value = (0, 0, .18)
    m.link(co, 'Object', mp, 'Vector')
    m.link(mp, 'Vector', n1, 'Vector')
    x = m.math('SUBTRACT', sp.outputs[0], m.math('MULTIPLY', sp.outputs[1], .16))
    form = m.math('EXPONENT', m.math('MULTIPLY', m.math('POWER', x, 2.0), -1 / .72 ** 2))
    tall = m.math('MULTIPLY', m.ramp(m.math('ADD', sp.outputs[1], 1.3), [(.05, 0.0), (.6, 1.0)]), m.ramp(m.math('MULTIPLY', m.math('ADD', sp.outputs[1], 1.3), .36), [(.3, 1.0), (1.0, 0.0)]))
    k = m.math('MULTIPLY', m.math('MULTIPLY', form, tall), m.ramp(n1.outputs['Fac'], [(.34, 0.0), (.86, 1.0)]))
    e, t, a = m.node('Emission', Color=lin('#FFD9C8')), m.node('BsdfTransparent'), m.node('AddShader')
    m.t.links.new(m.math('MULTIPLY', k, .62), e.inputs['Strength'])
    m.link(e, 'Emission', a, 0)
    m.link(t, 'BSDF', a, 1)
    m.link(a, 'Shader', m.out, 'Surface')
    card = plane('vapour', (5, 5), (.45, .55, 1.35), (90, 0, 0), m.m)
    card.visible_shadow = card.visible_diffuse = card.visible_glossy = False
    north(430)
    wave(ROSE, 70, (3.4, 2.4, 1.8), (.5, 0, .2), 2.0, 2.0, spread=85)
    area((1.6, 1.2, -.3), (1.0, 3.4, .9), 2.0, 16, lin('#FFB08C'), glossy=False)
    camera((.0, -8.0, 1.5), (.12, 0, .48), focus=(.3, -.9, .2), **LENS)
    return look(ev=.72)


scenes = {'diode-laser': diode_laser, 'led-therapy': led_therapy, 'bioflex-laser': bioflex_laser, 'pemf-therapy': pemf_therapy,
          'compression-therapy': compression_therapy, 'body-wraps': body_wraps}
