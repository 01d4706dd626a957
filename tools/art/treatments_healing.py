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


scenes = {'diode-laser': diode_laser, 'bioflex-laser': bioflex_laser}
