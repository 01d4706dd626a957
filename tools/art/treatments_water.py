"""Treatments told by water and by a field: a jet that bursts on skin, bubbles that rise from it, iron dust round a ring."""
from stage import *


def pemf_therapy():
    """A rose-coloured ring stands in pale paper, and iron dust lies around its two feet in the curves of its field."""
    room('blind', patch=None, spill=(-.1, .15, 0), spill_pane=(2.6, 2.2, 1, 1), wall=3.4)
    plane('paper', (30, 20), (0, 0, 0), mat=plaster('paper', '#E7E5DF', .25, 2.2))
    R, mid = .58, np.array((.10, .0))
    a, b = np.linspace(0, 2 * pi, 220, endpoint=False), np.linspace(0, 2 * pi, 32, endpoint=False)
    copper = simple('ring', '#D58C7A', .30, .5, metallic=1.0)
    yaw = radians(16)
    ax = np.array((cos(yaw), sin(yaw)))
    lattice('ring', np.array([[(*(mid + ax * (R + .045 * cos(v)) * cos(u) + .045 * sin(v) * np.array((-ax[1], ax[0]))), (R + .045 * cos(v)) * sin(u)) for v in b] for u in a]), copper, wrap_u=True, wrap_v=True)
    rng = np.random.default_rng(4)
    n = 50000
    feet = mid + ax * R, mid - ax * R
    P = np.concatenate([f + rng.normal(0, 1, (n, 2)) * rng.choice((.15, .28, .48), n)[:, None] for f in feet])
    d = [P - f for f in feet]
    r = [np.hypot(*v.T) for v in d]
    B = sum(s * np.c_[-v[:, 1], v[:, 0]] / (q ** 2)[:, None] for s, v, q in zip((1, -1), d, r))
    strong = np.hypot(*B.T)
    line = .5 + .5 * np.cos(np.log(r[0] / r[1]) * 13)            # iron gathers in lines
    keep = (np.minimum(*r) > .06) & (rng.random(len(P)) < (.06 + .94 * line ** 2) * np.clip(strong * .16, 0, .75))
    P, B, strong = P[keep], B[keep] / strong[keep, None], strong[keep]
    grain = CRYSTAL[0] * (.10, .10, 1), CRYSTAL[1]
    size = rng.uniform(.010, .024, len(P))
    lean = rng.normal(0, .16, (len(P), 3)) + np.c_[np.zeros((len(P), 2)), np.clip(strong * .02, 0, .5)]
    strew('iron', grain, np.c_[P, .003 + rng.random(len(P)) * .006], np.c_[B, np.zeros(len(P))] + lean, size, simple('iron', '#33383B', .5, .5, metallic=.6), smooth=False)
    shoot('table', (.12, .0, .14), focus=(.1, -.1, .1), rise=42, away=5.6, fstop=.36)
    return daylight()


def jetpeel():
    """One fine jet of water comes down, breaks into drops and bursts on brown skin."""
    room(patch=(.1, .9), pane=(1.6, 1.9, 2, 3), spill=(.1, -.9, .0), spill_pane=(1.1, 1.1, 1, 2), wall=2.6)
    cycles = bpy.context.scene.cycles
    cycles.max_bounces = cycles.transmission_bounces = 24    # light has to find its way out of the drops
    sk = bare('s', '#7C5842', 1.1, relief=.9, rough=.36, spec=.45)
    ob = loft('form', [(-4.0, .4, -2.3, 1.3, 1.4), (-2.4, .2, -1.9, 1.4, 1.5), (-.6, 0, -1.58, 1.5, 1.6), (1.0, 0, -1.46, 1.5, 1.6), (2.6, .1, -1.6, 1.4, 1.5), (4.0, .3, -2.0, 1.3, 1.4)],
              sk, 320, 200)
    dew = dew_mat()
    rng = np.random.default_rng(5)
    a, hit = np.array((-1.25, -.5, 2.25)), np.array((.48, -.55, .03))
    at = lambda t: a + (hit - a) * t
    strand('jet', [at(-.1), at(.2), at(.46)], (.013, .008), dew)
    P, S = [], []
    for t in np.linspace(.455, .97, 46):                      # beads that let go of each other
        k = max(0, (t - .45) / .55)
        P.append(at(t + rng.normal(0, .004)) + rng.normal(0, .034, 3) * k ** 1.3)
        S.append((.010 + .024 * k) * rng.uniform(.6, 1.25))
    for _ in range(110):                                     # the mist around them
        t = rng.uniform(.62, 1.0)
        P.append(at(t) + rng.normal(0, .10, 3) * ((t - .5) / .5) ** 1.3)
        S.append(rng.uniform(.005, .014))
    for _ in range(260):                                     # the burst
        phi, el = rng.uniform(0, 2 * pi), rng.uniform(.10, 1.25)
        d = np.array((cos(phi) * cos(el), sin(phi) * cos(el) * .6, sin(el)))
        q = .10 + rng.gamma(2.0, .19)
        P.append(hit + d * q + np.array((.12 * q, 0, -.50 * q * q)))
        S.append(rng.uniform(.008, .046) * (1.15 - min(q, .8)))
    strew('drops', ball(3), P, [(0, 0, 1)] * len(P), S, dew)
    where, facing = sow(ob, 130, lambda co, no: (no[:, 2] > .4) * np.exp(-(np.linalg.norm(co - hit, axis=1) / .85) ** 2), 8)
    flat = ball(3)[0] * (1, 1, .55), ball(3)[1]
    strew('beads', flat, where, facing, rng.gamma(2.0, .008, len(where)) + .006, dew)
    camera((.1, -7.0, 1.35), (.06, 0, .62), focus=(.4, -.55, .4), **NEAR_LENS)
    return daylight()


def bubble_mat():
    """A bubble's skin: clear in the middle; towards its edge a mirror, and a little darker than what is behind it."""
    m = Mat('bubble')
    lw, lp = m.node('LayerWeight', Blend=.5), m.node('LightPath')
    t, clear = m.node('BsdfTransparent'), m.node('BsdfTransparent', Color=(.985, .985, .985))
    m.t.links.new(m.ramp(lw.outputs['Facing'], [(.62, (1, 1, 1)), (.90, (.52, .54, .56))]), t.inputs['Color'])
    g, e, ad = m.node('BsdfGlossy', Color=(1, 1, 1), Roughness=.03), m.node('Emission', Color=lin('#FFF6EA'), Strength=.22), m.node('AddShader')
    m.link(g, 'BSDF', ad, 0)
    m.link(e, 'Emission', ad, 1)
    mx, last = m.node('MixShader'), m.node('MixShader')
    m.t.links.new(m.ramp(lw.outputs['Facing'], [(.30, .05), (.94, .62)]), mx.inputs[0])
    m.link(t, 'BSDF', mx, 1)
    m.link(ad, 'Shader', mx, 2)
    m.t.links.new(m.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray']), last.inputs[0])
    m.link(mx, 'Shader', last, 1)
    m.link(clear, 'BSDF', last, 2)
    m.link(last, 'Shader', m.out, 'Surface')
    return m.m


def geneox():
    """A wet crest of skin that fizzes: fine bubbles crowd along it and rise into the window's light."""
    room(patch=(-.62, 1.0), pane=(1.5, 1.9, 2, 3), spill=(.4, -.8, .0), spill_pane=(1.1, 1.1, 1, 2), wall=2.6)
    bpy.context.scene.cycles.transparent_max_bounces = 80    # a ray may pass many bubbles
    sk = bare('s', '#93613F', 1.1, relief=.8, rough=.30, spec=.55)
    ob = loft('form', [(-4.0, .4, -2.3, 1.3, 1.4), (-2.4, .2, -1.85, 1.4, 1.5), (-.6, 0, -1.48, 1.5, 1.6), (1.0, 0, -1.34, 1.5, 1.6), (2.6, .1, -1.5, 1.4, 1.5), (4.0, .3, -1.95, 1.3, 1.4)],
              sk, 420, 260)
    rng = np.random.default_rng(6)
    where, facing = sow(ob, 1500, lambda co, no: np.exp(-((co[:, 0] - .60) / .80) ** 2) * (no[:, 2] > .30) * np.exp(-((co[:, 1] + .35) / .70) ** 2), 6)
    size = rng.gamma(1.7, .015, len(where)) + .008
    P = list(where + facing * (size * .8)[:, None])
    S = list(size)
    for _ in range(120):                                     # those that have let go
        x, z = .62 + rng.normal(0, .50), rng.gamma(1.5, .26)
        P.append(np.array((x + .10 * z, -.45 + rng.normal(0, .22), .22 - .1 * (x - .65) ** 2 + z)))
        S.append((rng.gamma(1.8, .014) + .012) * (1 + .35 * z))
    strew('bubbles', ball(3), P, [(0, 0, 1)] * len(P), S, bubble_mat())
    area((2.2, 2.2, 1.6), (.6, 0, .3), 1.2, 12, WAVE['age'], spread=90)    # a breath of amber from behind the crest
    camera((.12, -7.0, 1.35), (.12, 0, .62), focus=(.6, -.35, .35), **NEAR_LENS)
    return daylight()


scenes = {'pemf-therapy': pemf_therapy, 'jetpeel': jetpeel, 'geneox': geneox}
