"""Treatments of the acne path: cream, water and crystals in clear blue light."""
from stage import *

BLUE = WAVE['acne']


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


scenes = {'microdermabrasion': microdermabrasion}
