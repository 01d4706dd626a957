"""Treatments by a beam of light: the diode laser's red band, BioFlex's red pad, IPL's amber pane."""
from stage import *

RED = lin('#FF160A')


def diode_laser():
    """A band of red light lies over a forearm: the hairs take it up, brightest at their roots, and its cooled edges are misted with frost."""
    room('morning', patch=(-.85, .95), pane=(.9, 1.3, 2, 3), spill=(-.62, -.35, .1), spill_pane=(.5, .9, 1, 1))
    rows = [(-4.4, .2, -2.10, .90, .90), (-2.4, .1, -1.30, .88, .86), (-.5, 0, -.58, .84, .80), (1.2, -.05, -.14, .78, .72), (2.8, -.1, .18, .70, .64), (4.4, -.1, .40, .66, .60)]
    ob = loft('arm', rows, None, 900, 460)
    p, _ = touch(ob, (.26, -.50, .20))
    half = .155
    across = np.array((.98, .10, .17))                        # the band runs round the arm, a little askew
    off = lambda co: (co - p) @ across
    inside = lambda co: smoothstep(half + .03, half - .06, np.abs(off(co)))
    seen = lambda co, no: (no[:, 1] < .35) * (np.abs(co[:, 0] - .1) < 1.25) * (no[:, 2] > -.5)
    at, out = apart(*sow(ob, 4000, seen, 1), .064)
    co, _ = skin_of(ob)
    paint(ob, 'band', inside(co))
    cold = np.exp(-((np.abs(off(co)) - half - .025) / .032) ** 2) * (np.abs(off(co)) > half - .015)
    patchy = smoothstep(-1.2, .6, vnoise(co[:, 0] * 9, co[:, 2] * 9 + co[:, 1] * 5, 2, 4))
    paint(ob, 'mist', cold * patchy)

    def shine(m):
        lit = m.mix(painted(m, 'band'), m.col, m.mix(1.0, m.col, (1.08, .50, .44), 'MULTIPLY'))      # red light, and the skin's own relief in it
        recolor(m, m.mix(m.math('MULTIPLY', painted(m, 'mist'), .34), lit, (.84, .89, .94)))
        glow(m, (m.math('MULTIPLY', painted(m, 'band'), .035), RED))
    ob.data.materials.append(bare('s', '#B8845F', 1.5, freckles=.4, extra=shine))

    hairs('hair', at, out, (.08, .17), lit_hair('hair', '#4A3222', RED, lin('#FF9A5A')), .0021, (.85, -.05, .25), lift=.8, stray=.22, seed=3, lit=inside(at) * 1.5)
    at, out = sow(ob, 3500, seen, 7)
    hairs('down', at, out, (.03, .06), hair_mat('down', '#C79A72', .5), .0008, (.7, -.1, -.1), seed=2)
    frosty = lambda co, no: np.exp(-((np.abs(off(co)) - half - .02) / .022) ** 2) * (np.abs(off(co)) > half) * seen(co, no) * smoothstep(-.8, .7, vnoise(co[:, 0] * 9, co[:, 2] * 9 + co[:, 1] * 5, 2, 4))
    at, out = sow(ob, 5200, frosty, 5)
    rng = np.random.default_rng(6)
    strew('frost', CRYSTAL, at, out + rng.normal(0, .5, at.shape), rng.gamma(3, .0004, len(at)) + .0005, simple('frost', '#F6FBFF', .2, .8), smooth=False)
    shoot('macro', (.10, -.3, .40), 4.6, focus=tuple(p), rise=10, fstop=.55)
    return daylight(quiet=(.55, .50, .34, 9))


def bioflex_laser():
    """A quilted pad lies on linen, seen from above, its end folded back: a few soft red lamps shine on the side that goes to the skin."""
    room('blind', patch=None, spill=(-1.15, -.2, .2), spill_pane=(1.3, 1.25, 1, 1), wall=4.4)
    couch(0, 4.4, creases=((-1.6, -1.2, .3), (1.6, 1.1, -.4)), weave=.16, lift=.5)
    n, k, flat, bow, whole = 420, 200, 2.05, .085, 3.1
    s, w = np.meshgrid(np.linspace(0, whole, n), np.linspace(-.62, .62, k), indexing='ij')
    phi = np.clip((s - flat) / bow, 0, radians(177))
    rest = np.maximum(s - flat - bow * radians(177), 0)
    x = np.minimum(s, flat) + bow * np.sin(phi) + rest * np.cos(phi)
    z = .06 + bow * (1 - np.cos(phi)) + rest * np.sin(phi)
    N = np.stack([-np.sin(phi), np.zeros_like(s), np.cos(phi)], -1)
    edge = np.minimum(np.minimum(s, whole - s), .62 - np.abs(w))
    round_ = np.clip(edge / .07, 0, 1) ** .5
    yaw = np.array(Matrix.Rotation(radians(24), 3, 'Z'))
    put = lambda v: v @ yaw.T + (-1.12, -.50, .0)
    P = np.stack([x, w, z], -1)
    puff = lambda a: np.abs(np.sin(a * pi / .62)) ** .6
    quilt = .075 * puff(s + w) * puff(s - w) + .006 * vnoise(s * 3, w * 3, 2, 2)
    uv = np.stack([s, w], -1)
    lattice('pad', put(P + N * ((.04 + quilt) * round_)[..., None]), cloth('pad', '#77888B', .12, .003), uv=uv)
    face = lattice('face', put(P - N * ((.04 + .01 * vnoise(s * 2, w * 2, 6, 2)) * round_)[..., None]), None, flip=True)
    at = [(flat + .44 + .25 * i, -.39 + .26 * j) for i in range(3) for j in range(4)]
    spread = lambda q: sum(np.exp(-((s - a) ** 2 + (w - b) ** 2) / q ** 2) for a, b in at)
    paint(face, 'lamp', spread(.044))
    paint(face, 'red', spread(.13))
    m = Mat('face')
    p = m.node('BsdfPrincipled', Roughness=.75, Specular=.2, Base_Color=lin('#8B7E7C'), Sheen=.4)
    m.link(p, 'BSDF', m.out, 'Surface')
    glow(m, (m.math('MULTIPLY', painted(m, 'lamp'), 2.6), lin('#FF5A3A')), (m.math('MULTIPLY', painted(m, 'red'), .42), RED))
    face.data.materials.append(m.m)
    shoot('down', (.02, -.02, .0), 7.4, focus=(.2, .1, .25), fstop=.5)
    return daylight(quiet=(0, 0, .001, 3))


def ipl_therapy():
    """A pane of amber glass stands in the window's light and lays a broad patch of amber on a fair curve."""
    pane, lit = Vector((-.52, -1.10, .86)), Vector((.26, -.31, .35))
    room(patch=(-.75, .6), spill=tuple(lit), spill_pane=(1.05, 1.15, 1, 1))
    rows = [(-4.2, .5, -1.95, 1.2, 1.3), (-2.4, .4, -1.65, 1.3, 1.4), (-.6, .3, -1.3, 1.4, 1.5), (1.1, .2, -1.03, 1.42, 1.5), (2.8, .2, -1.2, 1.4, 1.45), (4.2, .3, -1.65, 1.3, 1.4)]
    ob = loft('form', rows, bare('s', '#E0A27C', 1.3, freckles=.6), 420, 260)
    m = Mat('amber')
    lw, lp = m.node('LayerWeight', Blend=.15), m.node('LightPath')
    t, g, mx = m.node('BsdfTransparent', Color=lin('#FFC05A')), m.node('BsdfGlossy', Color=(1, .95, .9), Roughness=.03), m.node('MixShader')
    m.t.links.new(m.math('MULTIPLY', lw.outputs['Fresnel'], m.math('SUBTRACT', 1.0, lp.outputs['Is Shadow Ray'])), mx.inputs[0])
    m.link(t, 'BSDF', mx, 1)
    m.link(g, 'BSDF', mx, 2)
    m.link(mx, 'Shader', m.out, 'Surface')
    box('amber', (.95, .03, 1.0), tuple(pane), m.m, .014, rot=(0, -5, -34))
    at, out = sow(ob, 6000, lambda c, o: (o[:, 1] < .6) * (np.abs(c[:, 0]) < 2.2) * (c[:, 2] > -.8), 1)
    hairs('down', at, out, (.03, .07), hair_mat('down', '#F0DCC2'), .0009, (.6, -.1, -.3), seed=2)
    camera((.05, -7.2, 1.55), (.05, 0, .50), focus=(.2, -.55, .4), **SKIN_LENS)
    return daylight()


scenes = {'diode-laser': diode_laser, 'bioflex-laser': bioflex_laser, 'ipl-therapy': ipl_therapy}
