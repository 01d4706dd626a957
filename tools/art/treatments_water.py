"""Treatments told by water: ripples over rings, a jet that bursts on skin, bubbles that rise from it."""
from stage import *


def pemf_therapy():
    """Ripples spread over a basin of clear water; three rings lie below the surface, and the window's light plays over them."""
    room(patch=(.1, 1.0), pane=(1.5, 1.9, 2, 3), spill=(.35, .15, -.3), spill_pane=(1.7, 1.2, 2, 2), wall=2.7)
    deep, mid = -.42, np.array((.22, -.12))
    pale = plaster('basin', '#E9E8E4', .4, 1.0, .55)
    revolve('basin', [(0, deep), (1.7, deep), (1.86, deep + .03), (1.98, deep + .12), (2.05, -.05), (2.09, .07), (2.14, .10), (2.22, .08), (2.26, .0), (2.26, -.6)], pale, nv=200,
            loc=(mid[0] - .1, mid[1] + .1, 0), n=240)
    revolve('bed', [(0, deep + .004), (1.7, deep + .004), (1.82, deep + .03)], plaster('bed', '#8FA3A7', .6, 1.0, .6), nv=160, loc=(mid[0] - .1, mid[1] + .1, 0), smooth=False)
    plane('table', (30, 20), (0, 0, -.6), mat=plaster('table', '#DDE0DE', .5, .8))
    rose = simple('ring', '#CC908A', .42, .35, bump=.06, bscale=12)
    a, b = np.linspace(0, 2 * pi, 200, endpoint=False), np.linspace(0, 2 * pi, 24, endpoint=False)
    for r, dx, dy, t in ((1.10, .0, .0, .030), (.74, .0, .0, .030), (.38, .0, .0, .030)):
        P = np.array([[((r + t * cos(v)) * cos(u), (r + t * cos(v)) * sin(u), t * sin(v)) for v in b] for u in a])
        lattice('ring', P, rose, wrap_u=True, wrap_v=True).location = (mid[0] + dx, mid[1] + dy, deep + t)

    def ripple(X, Y, second=0):
        """Height of the water, or its curvature, which gathers and thins the light below."""
        out = 0
        for x, y, size, length, reach, start in ((mid[0], mid[1], .0125, .27, 1.35, .0), (mid[0] - 1.5, mid[1] + 1.0, .0025, .20, .8, .4)):
            r = np.hypot(X - x, Y - y)
            k = 2 * pi / length
            env = size * np.exp(-(r / reach) ** 2) * (1 - .85 * np.exp(-(r / .12) ** 2))
            out = out + env * np.cos(k * r + start) * (-k * k if second else 1)
        return out
    n = 760
    water_ = Mat('water')
    # A mirror twice as strong as water's own, so that the ripples are seen in a pale room.
    rf, gs, fr, g = water_.node('BsdfRefraction', IOR=1.333, Roughness=0.0, Color=(.93, .975, .98)), water_.node('BsdfGlossy', Roughness=.0), water_.node('Fresnel', IOR=1.333), water_.node('MixShader')
    water_.t.links.new(water_.math('MULTIPLY', fr.outputs['Fac'], 2.2, True), g.inputs[0])
    water_.link(rf, 'BSDF', g, 1)
    water_.link(gs, 'BSDF', g, 2)
    at = water_.node('Attribute', {'attribute_name': 'focus'})
    lp, mx, tr, mx2, tr2 = water_.node('LightPath'), water_.node('MixShader'), water_.node('BsdfTransparent'), water_.node('MixShader'), water_.node('BsdfTransparent', Color=(.95, .98, .98))
    water_.t.links.new(water_.mix(1.0, (.97, 1.0, 1.0), at.outputs['Color'], 'MULTIPLY'), tr.inputs['Color'])
    water_.t.links.new(lp.outputs['Is Shadow Ray'], mx.inputs[0])
    water_.t.links.new(lp.outputs['Is Diffuse Ray'], mx2.inputs[0])
    water_.link(g, 'Shader', mx2, 1)
    water_.link(tr2, 'BSDF', mx2, 2)
    water_.link(mx2, 'Shader', mx, 1)
    water_.link(tr, 'BSDF', mx, 2)
    water_.link(mx, 'Shader', water_.out, 'Surface')
    ob = heightfield('water', mid[0] - 2.15, mid[0] + 1.95, mid[1] - 1.95, mid[1] + 2.15, n, lambda X, Y: ripple(X, Y) - .03, water_.m)
    co = np.zeros(len(ob.data.vertices) * 3)
    ob.data.vertices.foreach_get('co', co)
    co = co.reshape(-1, 3)
    focus = np.clip(1 / (1 + .25 * abs(deep) * ripple(co[:, 0], co[:, 1], 1)), .45, 3.2)
    layer = ob.data.attributes.new('focus', 'FLOAT', 'POINT')
    layer.data.foreach_set('value', focus.astype(np.float32))
    camera((.1, -7.4, 3.3), (.14, .0, -.02), focus=(.2, -.4, -.1), **NEAR_LENS)
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
