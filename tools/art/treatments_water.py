"""Treatments told by water and by a field: a jet that bursts on skin, bubbles that rise from it, a ring in the curves of its field."""
from stage import *


def pemf_therapy():
    """A copper ring stands in pale plaster, which lies in the wide, quiet curves of its field, from one foot to the other."""
    room('blind', patch=None, spill=(-1.15, 1.1, 0), spill_pane=(1.9, 1.0, 1, 1), wall=6.0)
    R, mid = .62, np.array((.12, .02))
    a, b = np.linspace(0, 2 * pi, 220, endpoint=False), np.linspace(0, 2 * pi, 32, endpoint=False)
    copper = simple('ring', '#D58C7A', .30, .5, metallic=1.0)
    yaw = radians(-28)
    ax = np.array((cos(yaw), sin(yaw)))
    lattice('ring', np.array([[(*(mid + ax * (R + .055 * cos(v)) * cos(u) + .055 * sin(v) * np.array((-ax[1], ax[0]))), (R + .055 * cos(v)) * sin(u)) for v in b] for u in a]), copper, wrap_u=True, wrap_v=True)
    feet = mid + ax * R, mid - ax * R

    def ground(X, Y):
        near_, far = (np.hypot(X - x, Y - y) for x, y in feet)
        line = np.log(np.maximum(near_, .1) / np.maximum(far, .1)) * 13
        least = np.minimum(near_, far)
        step = 13 * 2 * R / np.maximum(near_ * far, .02)               # how close its lines are
        deep = np.clip(1.5 / step, 0, .05) * smoothstep(.24, .46, least) * smoothstep(2.0, .9, np.hypot(X - mid[0], Y - mid[1]))
        return deep * np.cos(line) + .004 * vnoise(X * 3, Y * 3, 3, 3)
    field('ground', spaced(-5, 5, -2.2, 2.2, .009), spaced(-5, 6, -1.8, 2.0, .009), ground, plaster('ground', '#E9E2D6', .5, 3.0))
    shoot('table', (.08, .05, .12), 6.4, focus=(.1, -.1, .1))
    return daylight(ev=1.42)


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
    """Wet skin that fizzes: a few clear bubbles gather on a curve and rise from it before the late window."""
    room('late', patch=(.62, .98), pane=(1.3, 1.5, 2, 3), spill=(-.1, .5, .3), spill_pane=(3.6, .5, 2, 1), wall=2.6)
    bpy.context.scene.cycles.transparent_max_bounces = 80    # a ray may pass many bubbles
    def wet(m):
        m.p.inputs['Clearcoat'].default_value, m.p.inputs['Clearcoat Roughness'].default_value = .14, .25
    form = lambda X, Y: .34 * np.exp(-((X + .35) / 1.5) ** 2 - ((Y - .45) / 1.0) ** 2) - .07 * (Y - .2) ** 2 - .05 * X
    ob = heightfield('form', -4.2, 4.4, -3.2, 2.6, 520, form, bare('s', '#87532F', 1.2, relief=.8, flush=.2, freckles=.1, extra=wet), 420)
    rng = np.random.default_rng(6)
    at, out = sow(ob, 260, lambda c, o: np.exp(-((c[:, 0] - .12) / .42) ** 2 - ((c[:, 1] - .30) / .16) ** 2), 6)
    P, S = [], []
    for p, z, r in zip(at, out, rng.gamma(2.2, .026, len(at)) + .024):     # they touch, and do not run into each other
        q = p + z * r * .82
        if not P or (np.linalg.norm(np.array(P) - q, axis=1) > .86 * (np.array(S) + r)).all():
            P.append(q)
            S.append(r)
    for _ in range(26):                                      # those that have let go
        z = rng.gamma(1.7, .20)
        P.append(np.array((.14 + rng.normal(0, .26) + .12 * z, .1 + rng.normal(0, .16), .46 + z)))
        S.append((rng.gamma(2.0, .012) + .016) * (1 + .4 * z))
    strew('bubbles', ball(4), P, [(0, 0, 1)] * len(P), S, bubble_mat())
    shoot('macro', (.08, 0, .50), 5.6, focus=(.1, .0, .4), fstop=.6)
    return daylight()


scenes = {'pemf-therapy': pemf_therapy, 'jetpeel': jetpeel, 'geneox': geneox}
