"""Treatments by a beam of light: the diode laser's red square, BioFlex's red pad, IPL's amber pane."""
from stage import *

RED = lin('#FF160A')
AMBER = WAVE['age']


def diode_laser():
    """One crisp square of red light on a forearm with its down, frost along the cooled edge, the hairs lit at their roots."""
    room(patch=(-.55, .62), spill=(-.95, -.35, .45), spill_pane=(.7, .9, 1, 2))
    rows = [(-4.4, .2, -.78, 1.00, .96), (-2.4, .1, -.50, .96, .90), (-.5, 0, -.26, .90, .84), (1.2, -.05, -.08, .82, .76), (2.8, -.1, .06, .75, .70), (4.4, -.1, .16, .72, .68)]
    ob = loft('arm', rows, None, 520, 300)
    p, n = touch(ob, (.52, -.62, .28))
    lamp = beam(tuple(p + n * 1.5), tuple(p), .30, .85, RED)
    x, y = (np.array(lamp.rotation_euler.to_matrix().col[k]) for k in (0, 1))
    half = .155

    def cooled(m):
        far = m.math('MAXIMUM', m.math('ABSOLUTE', along(m, p, x)), m.math('ABSOLUTE', along(m, p, y)))
        white = m.math('MULTIPLY', m.ramp(far, [(half, 0.0), (half + .012, .8), (half + .075, 0.0)]), .28)
        lit = m.ramp(far, [(half - .012, .6), (half, 0.0)])
        recolor(m, m.mix(lit, m.mix(white, m.col, (.86, .90, .94)), lin('#C4200E')))
        glow(m, (bell(m, near(m, p), .30, .16), RED))          # what the skin carries past the edge
    ob.data.materials.append(bare('s', '#B27D58', 2.0, extra=cooled))
    edge = lambda co: np.maximum(np.abs((co - p) @ x), np.abs((co - p) @ y)) - half
    seen = lambda co, no: (no[:, 1] < .45) * (np.abs(co[:, 0]) < 2.4)
    frosty = lambda co, no: np.where(edge(co) > 0, np.exp(-(edge(co) / .032) ** 2), 0) * (np.linalg.norm(co - p, axis=1) < .5) * (.25 + smoothstep(.1, -.2, (co - p) @ x)) * (.4 + (vnoise(co[:, 0] * 14, co[:, 2] * 14, 2) > 0))
    octa = np.array([(1, 0, 0), (-1, 0, 0), (0, .5, 0), (0, -.5, 0), (.1, 0, 1.3), (0, .1, -.9)], float)
    tri = np.array([(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)])
    at, out = sow(ob, 4600, frosty, 5)
    rng = np.random.default_rng(6)
    strew('frost', (octa, tri), at, out + rng.normal(0, .5, at.shape), rng.gamma(3, .0009, len(at)) + .0012, simple('frost', '#F6FBFF', .2, .8), smooth=False)
    at, out = sow(ob, 8000, lambda co, no: seen(co, no) * (edge(co) > .02), 1)
    hairs('down', at, out, (.05, .13), hair_mat('down', '#8A6648', .45), .0012, (.85, -.1, -.35), seed=2)
    grid = [(i + .12 * j, j) for i in (-1.4, -.5, .5, 1.4) for j in (-1.3, -.45, .45, 1.3)]
    at, out = (np.array(v) for v in zip(*(touch(ob, p + x * (.078 * a + rng.normal(0, .014)) + y * (.078 * b + rng.normal(0, .014))) for a, b in grid)))
    hairs('stubble', at, out, (.05, .08), hair_mat('stubble', '#2B1A12', .1), .0034, (.8, -.1, -.3), seed=3)
    strew('roots', ball(2), at, out, [.0055] * len(at), emission('root', lin('#FF6A40'), 4))
    camera((.1, -7.0, 1.35), (.1, 0, .42), focus=tuple(p), **SKIN_LENS)
    return daylight()


def bioflex_laser():
    """A soft pad lies over a bent knee, seen from the side; its red light spills from under the edge into the skin."""
    room(patch=(-.75, .75), spill=(-1.05, -.3, .2), spill_pane=(.7, .8, 1, 2))
    rows = [(-4.4, .1, -1.3, .95, .95), (-2.8, .05, -.66, .92, .90), (-1.2, 0, -.06, .84, .82), (-.1, -.05, .24, .76, .72), (.75, -.1, .22, .70, .70),
            (1.5, -.05, -.26, .62, .64), (2.3, 0, -1.02, .58, .60), (3.2, .1, -1.9, .56, .58)]
    n, k = 420, 240
    ob = loft('knee', rows, bare('s', 'honey', 1.0, scatter=1.6), n, k)
    co, no = skin_of(ob)
    P, N = co.reshape(n, k, 3), no.reshape(n, k, 3)
    us, vs = np.arange(182, 262), np.arange(26, 110)           # over the top, its near edge a little below the crest
    u, v = np.linspace(-1, 1, len(us))[:, None], np.linspace(-1, 1, len(vs))[None]
    quilt = .030 * np.abs(np.sin(u * 7.85)) ** .6 * (1 - u ** 8) * (1 - v ** 8)
    lift = .085 + .025 * np.abs(u) ** 3 + .02 * np.abs(v) ** 4 + quilt
    m = Mat('pad')
    p = m.node('BsdfPrincipled', Roughness=.55, Specular=.3, Base_Color=lin('#7C8789'), Sheen=.3)
    m.link(p, 'BSDF', m.out, 'Surface')
    pad = lattice('pad', P[us][:, vs] + lift[..., None] * N[us][:, vs], m.m)
    s = pad.modifiers.new('t', 'SOLIDIFY')
    s.thickness, s.offset = .045, 0
    r = pad.modifiers.new('s', 'SUBSURF')
    r.levels = r.render_levels = 1
    lattice('lit', (P[us][:, vs] + (lift[..., None] - .045) * N[us][:, vs])[2:-2, 2:-2], emission('lit', RED, 5))
    for i, j in [(i, vs[0] + 2) for i in us[4::9]] + [(us[1], j) for j in vs[2:40:10]] + [(us[-2], j) for j in vs[2:40:10]]:
        light = bpy.data.lights.new('red', 'POINT')
        light.energy, light.color, light.shadow_soft_size = 1.0, RED, .02
        lamp = bpy.data.objects.new('red', light)
        lamp.location = P[i, j] + .045 * N[i, j]
        lamp.visible_camera = lamp.visible_glossy = False
        bpy.context.collection.objects.link(lamp)
    at, out = sow(ob, 5000, lambda c, o: (o[:, 1] < .5) * (np.abs(c[:, 0]) < 2.4), 1)
    hairs('down', at, out, (.03, .07), hair_mat('down', '#D8B48E'), .0009, (.6, -.1, -.5), seed=2)
    camera((.1, -7.6, 1.2), (.1, 0, .30), focus=(.3, -.7, .5), **SKIN_LENS)
    return daylight()


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
