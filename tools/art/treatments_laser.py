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
    shoot('macro', (.10, -.3, .40), focus=tuple(p), away=4.6, rise=10, fstop=.55)
    return daylight(quiet=(.55, .50, .34, 9))


def bioflex_laser():
    """A soft pad lies on linen, its end turned back: rows of small red lamps shine on the side that goes to the skin."""
    room('blind', patch=None, spill=(-.1, .5, .2), spill_pane=(1.7, 1.5, 1, 1), wall=3.4)
    couch(0, 3.4, creases=((-1.2, -.7, .25), (1.2, .9, -.4)))
    n, k, flat, bow = 300, 160, 1.25, .30
    s, w = np.meshgrid(np.linspace(0, 2.35, n), np.linspace(-.5, .5, k), indexing='ij')
    phi = np.clip((s - flat) / bow, 0, radians(196))
    rest = np.maximum(s - flat - bow * radians(196), 0)
    x = np.minimum(s, flat) + bow * np.sin(phi) + rest * np.cos(phi)
    z = .06 + bow * (1 - np.cos(phi)) + rest * np.sin(phi) + .02 * np.cos(w * 5)
    N = np.stack([-np.sin(phi), np.zeros_like(s), np.cos(phi)], -1)
    edge = np.minimum(np.minimum(s, 2.35 - s), .5 - np.abs(w))
    round_ = np.clip(edge / .05, 0, 1) ** .5
    yaw = np.array(Matrix.Rotation(radians(-20), 3, 'Z'))
    put = lambda v: v @ yaw.T + (-1.02, .32, .0)
    P = np.stack([x, w, z], -1)
    quilt = np.abs(np.sin(s * 2 * pi / .36)) ** .5 * .028
    m = Mat('pad')
    p = m.node('BsdfPrincipled', Roughness=.6, Specular=.3, Base_Color=lin('#6F7C80'), Sheen=.4)
    m.link(p, 'BSDF', m.out, 'Surface')
    dark = simple('face', '#3A3F42', .45, .4)
    lattice('pad', put(P + N * ((.03 + quilt) * round_)[..., None]), m.m)
    lattice('face', put(P - N * (.03 * round_)[..., None]), dark, flip=True)
    at = [(i, j) for i in range(20, n - 8, 13) for j in range(14, k - 8, 22)]
    at = np.array([put(P[i, j] - N[i, j] * .036) for i, j in at]), np.array([-N[i, j] @ yaw.T for i, j in at])
    strew('lamps', (ball(2)[0] * (1, 1, .5), ball(2)[1]), *at, [.021] * len(at[0]), emission('lamp', lin('#FF2412'), 5))
    for i in range(150, n, 24):
        light = bpy.data.lights.new('red', 'POINT')
        light.energy, light.color, light.shadow_soft_size = .9, RED, .05
        lamp = bpy.data.objects.new('red', light)
        lamp.location = put(P[i, k // 2] - N[i, k // 2] * .12)
        lamp.visible_camera = lamp.visible_glossy = False
        bpy.context.collection.objects.link(lamp)
    shoot('table', (.10, .05, .22), focus=(.3, -.1, .5), rise=38, away=5.7)
    return daylight(quiet=(.52, .38, .26, 9, .85))


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
