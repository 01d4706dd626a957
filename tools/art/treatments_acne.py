"""Treatments of the acne path: cream, water and crystals in clear blue light."""
from stage import *

BLUE = WAVE['acne']


def facials():
    """A ceramic bowl of swirled cream, and folded cloth behind it."""
    cove('#8C9A9C', z=-.5, y=3.4)
    cer = ceramic('bowl', '#DDD9D2')
    prof = [(0, 0), (.28, 0), (.34, .03), (.36, .07), (.52, .16), (.68, .32), (.75, .5), (.77, .56), (.745, .575), (.72, .55), (.66, .40), (.5, .24), (.2, .16), (0, .15)]
    revolve('bowl', prof, cer, nv=128, loc=(.42, -.25, -.5))
    cream = simple('cream', '#F3EDE4', .28, .5, sss=.05)
    r = np.linspace(0, .725, 140)
    th = np.linspace(0, 2 * pi, 260, endpoint=False)
    R, T = np.meshgrid(r, th, indexing='ij')
    swirl = np.sin(T * 2 - R * 15) * .050 * smoothstep(0, .15, R) * smoothstep(.72, .5, R)
    Z = .43 + .16 * np.exp(-(R / .15) ** 2) + swirl
    ob = lattice('cream', np.stack([R * np.cos(T), R * np.sin(T), Z], -1), cream, wrap_v=True)
    ob.location = (.42, -.25, -.5)
    cloth, h = towel('cloth', linen('cloth', '#E6DDD0', .16), (-.82, .95, -.5), .27, .21, 5, .017, 3, 16)
    cloth.scale = (6,) * 3
    north(470)
    area((2.5, -4.5, 1.5), (.3, 0, -.2), 2.5, 40, BOUNCE)
    wave(BLUE, 20, (2.6, 1.8, 1.0), (.5, -.1, -.1), 1.6, 1.2, spread=85)
    camera((.0, -5.2, 2.9), (.06, 0, -.10), focus=(.4, -.4, 0), **LENS)
    return look(ev=.85, sat=1.3, wb=(1.04, 1.0, .95))


def jetpeel():
    """One fine jet of water comes down, breaks into drops and bursts on a smooth curve."""
    cove('#5A6C75', z=-1.6)
    sk = skin('s', '#A8714E', 1.2, sss=.1, spec=.5, rough=.36, mottle=.4, pores=.5)
    ob = loft('form', [(-4.0, .4, -2.1, 1.3, 1.4), (-2.4, .2, -1.75, 1.4, 1.5), (-.6, 0, -1.5, 1.5, 1.6), (1.0, 0, -1.42, 1.5, 1.6), (2.6, .1, -1.6, 1.4, 1.5), (4.0, .3, -2.0, 1.3, 1.4)],
              sk, 320, 200)
    dew = dew_mat()
    rng = np.random.default_rng(5)
    a, hit = np.array((-1.2, -.5, 2.3)), np.array((.52, -.55, .05))
    at = lambda t: a + (hit - a) * t
    bright = Mat('jet')
    g, e, a2 = bright.node('BsdfGlass', IOR=1.34, Roughness=0.0), bright.node('Emission', Color=lin('#CFE6FF'), Strength=.02), bright.node('AddShader')
    bright.link(g, 'BSDF', a2, 0)
    bright.link(e, 'Emission', a2, 1)
    bright.link(a2, 'Shader', bright.out, 'Surface')
    strand('jet', [at(-.1), at(.25), at(.58)], (.020, .011), bright.m)
    P, S = [], []
    for t in np.linspace(.585, .99, 40):                      # beads that let go of each other
        k = (t - .57) / .43
        P.append(at(t + rng.normal(0, .004)) + rng.normal(0, .030, 3) * k ** 1.5)
        S.append(.030 * rng.uniform(.6, 1.3))
    for _ in range(190):                                     # the mist around them
        t = rng.uniform(.6, 1.0)
        P.append(at(t) + rng.normal(0, .11, 3) * ((t - .5) / .5) ** 1.3)
        S.append(rng.uniform(.004, .013))
    for _ in range(170):                                     # the burst
        phi, el = rng.uniform(0, 2 * pi), rng.uniform(.08, 1.0) ** 1.3
        d = np.array((cos(phi) * cos(el), sin(phi) * cos(el) * .6, sin(el)))
        q = rng.gamma(2.0, .16)
        P.append(hit + d * q + np.array((.12 * q, 0, -.55 * q * q)))
        S.append(rng.uniform(.006, .032) * (1.15 - min(q, .8)))
    strew('drops', ball(3), P, [(0, 0, 1)] * len(P), S, dew)
    co, no = skin_of(ob)
    ok = np.where((no[:, 2] > .5) & (np.linalg.norm(co - hit, axis=1) < 1.25))[0]
    pick = ok[rng.integers(0, len(ok), 170)]
    flat = ball(3)[0] * (1, 1, .6), ball(3)[1]
    strew('beads', flat, co[pick], no[pick], rng.gamma(2.0, .011, 170) + .006, dew)
    north(600)
    wave(BLUE, 95, (2.2, 3.1, 1.9), (.5, 0, .2), 2.6, 1.4, spread=80)
    wave(lin('#BFE0FF'), 150, (-2.2, 3.0, 2.2), (-.1, 0, 1.0), 1.2, 2.4, spread=80)
    camera((.1, -5.2, 1.15), (.08, 0, .50), focus=(.4, -.55, .4), **LENS)
    return look(ev=.8, sat=1.32)


def microdermabrasion():
    """Fine crystals over a smooth surface, with one clear path drawn through them."""
    cove('#7E8E92', z=-2.2, y=4.2)
    form = lambda X, Y: .55 * np.exp(-((X - .5) / 2.4) ** 2 - ((Y - .6) / 1.5) ** 2) - .05 * (Y - .2) ** 2 + .04 * np.sin(X * 1.1)
    sk = skin('s', '#D2A284', 1.2, sss=.1, spec=.45, rough=.4, mottle=.4, pores=.6)
    heightfield('form', -4, 4.2, -3.6, 3.0, 500, form, sk, 400)
    rng = np.random.default_rng(8)
    n = 70000
    X, Y = rng.uniform(-3.2, 3.4, n), rng.uniform(-2.9, 1.9, n)
    mid = -.25 + .55 * np.sin(X * .85 - .4) - .12 * X
    off = np.abs(Y - mid)
    half = .34
    end = smoothstep(1.15, 1.5, X)                           # the path is still being drawn: it ends at the right
    keep = (off > half * (1 - end)) & (rng.random(n) < .55 + .45 * np.exp(-((off - half - .06) / .09) ** 2))
    keep |= rng.random(n) < .0016
    X, Y, off = X[keep], Y[keep], off[keep]
    size = rng.gamma(4, .0032, len(X)) + .006
    heap = np.exp(-((off - half - .06) / .09) ** 2) * rng.random(len(X)) * .07
    P = np.stack([X, Y, form(X, Y) + size * .45 + heap], -1)
    octa = np.array([(1, 0, 0), (-1, 0, 0), (0, .8, 0), (0, -.8, 0), (.1, 0, .9), (0, .1, -.9)], float)
    tri = np.array([(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)])
    strew('crystals', (octa, tri), P, rng.normal(0, 1, (len(P), 3)) + (0, 0, .6), size, simple('crystal', '#F2F6F8', .14, .9), smooth=False)
    north(520)
    wave(BLUE, 130, (1.6, 3.6, 1.8), (.5, .4, .3), 2.8, 1.0, spread=85)
    camera((.1, -6.2, 2.6), (.1, -.1, .10), lens=78, fstop=.24, focus=(.3, -.15, .3))
    return look(ev=.72, sat=1.3, sharpen=-.8)      # so fine that a phone would pay for it


scenes = {'facials': facials, 'jetpeel': jetpeel, 'microdermabrasion': microdermabrasion}
