"""Treatments told by things on the linen of the couch: a lit vault, folded boots, a tube, a bowl of cream, warm cloths."""
from stage import *

STRAW = lin('#F4C95D')


def cloth(name, color, weave=.10, depth=.006):
    """Linen as large as these scenes: one unit is ten centimetres. Threads to the unit are 620 times `weave`."""
    m = linen(name, color, weave)
    for node in m.node_tree.nodes:
        if node.type == 'BUMP':
            node.inputs['Distance'].default_value, node.inputs['Strength'].default_value = depth, .6
    return m


def couch(z=0.0, wall=2.2, color='#E8E3DA', creases=((-1.6, .5, -.35), (1.3, .9, .3)), weave=.10, near=-7.0, lift=1.0, seed=3):
    """The couch's linen, up to the wall. Each crease is (x, y, slope): where it passes, and how it runs. Returns its height."""
    def form(X, Y):
        out = .020 * vnoise(X * .8 + seed, Y * 1.1, seed, 2)
        for k, (x, y, slope) in enumerate(creases):
            wander = .10 * vnoise(X * .9, Y * .9 + 5 * k, seed + k, 2)
            off = ((Y - y) - slope * (X - x)) / np.hypot(1, slope) + wander
            out = out + .05 * np.exp(-(off / (.07 + .03 * np.abs(wander))) ** 2) * np.exp(-(((X - x) ** 2 + (Y - y) ** 2) / 2.4) ** 1.5)
        return z + lift * out
    heightfield('couch', -6, 6, near, wall, 560, form, cloth('couch', color, weave), 430, uv=True)
    return form


def steam(at, size, strength=.5, seed=0.0, spread=.30, color='#FFFFFF', lean=.12):
    """Vapour on a card behind a thing: ridged noise makes thin veils, which widen and vanish as they rise. `at` is its foot."""
    m = Mat('steam')
    co, sp = m.node('TexCoord'), m.node('SeparateXYZ')
    m.link(co, 'Object', sp, 0)
    w, h = size
    up = m.math('DIVIDE', m.math('ADD', sp.outputs[1], h / 2), h)                       # 0 at the foot, 1 at the top
    x = m.math('SUBTRACT', m.math('DIVIDE', sp.outputs[0], w), m.math('MULTIPLY', up, lean))
    wide = m.math('ADD', m.math('MULTIPLY', up, spread * .75), spread * .45)
    form = m.math('EXPONENT', m.math('MULTIPLY', m.math('POWER', m.math('DIVIDE', x, wide), 2.0), -1.0))
    tall = m.math('MULTIPLY', m.ramp(up, [(.0, 0.0), (.16, 1.0)]), m.ramp(up, [(.25, 1.0), (.95, 0.0)]))
    veils = None
    for k, (scale, rise) in enumerate(((1.5, .50), (2.7, .42))):
        mp = m.node('Mapping')
        mp.inputs['Scale'].default_value = (scale * 2.4 / w, scale * rise * 2.4 / w, 1)
        mp.inputs['Location'].default_value = (seed + 3.7 * k, seed * .7, 2.0 * k + seed)
        m.link(co, 'Object', mp, 'Vector')
        n = m.node('TexNoise', Scale=1.0, Detail=3, Roughness=.5, Distortion=.9)
        m.link(mp, 'Vector', n, 'Vector')
        ridge = m.math('SUBTRACT', 1.0, m.math('MULTIPLY', m.math('ABSOLUTE', m.math('SUBTRACT', n.outputs['Fac'], .5)), 8.0), True)
        one = m.math('MULTIPLY', m.math('POWER', ridge, 1.5), (.75, .45)[k])
        veils = one if veils is None else m.math('ADD', veils, one)
    k = m.math('MULTIPLY', m.math('MULTIPLY', form, tall), m.math('ADD', veils, .04))
    e, t, a = m.node('Emission', Color=lin(color)), m.node('BsdfTransparent'), m.node('AddShader')
    m.t.links.new(m.math('MULTIPLY', k, strength), e.inputs['Strength'])
    m.link(e, 'Emission', a, 0)
    m.link(t, 'BSDF', a, 1)
    m.link(a, 'Shader', m.out, 'Surface')
    card = plane('steam', size, (at[0], at[1], at[2] + h / 2), (90, 0, 0), m.m)
    card.visible_shadow = card.visible_diffuse = card.visible_glossy = False
    return card


def led_therapy():
    """Inside a pale, ribbed vault: lines of red light follow its curve, daylight comes in over the linen and stands at its end."""
    room(patch=(.35, .85), pane=(.8, 1.0, 2, 3), spill=(.35, .5, .15), spill_pane=(1.5, 1.4, 2, 3), wall=7.6, leaves=False)
    pale = plaster('rib', '#E9E7E3', .25, 1.2)
    lamp = Mat('lamp')                                        # bright to the eye, faint on what is around it: the day is brighter
    e, lp, lw = lamp.node('Emission', Color=lin('#FF2418')), lamp.node('LightPath'), lamp.node('LayerWeight', Blend=.5)
    core = lamp.ramp(lw.outputs['Facing'], [(.0, 2.0), (.35, .9), (.95, .25)])
    lamp.t.links.new(lamp.math('ADD', lamp.math('MULTIPLY', lp.outputs['Is Camera Ray'], core), .40), e.inputs['Strength'])
    lamp.link(e, 'Emission', lamp.out, 'Surface')
    arc = np.linspace(-.02, pi + .02, 160)
    round_ = np.linspace(0, 2 * pi, 20, endpoint=False)
    last = 5.4

    def hoop(name, r, y, thick, mat):
        lattice(name, np.array([[((r + thick * cos(e)) * cos(a), y + thick * sin(e), (r + thick * cos(e)) * sin(a)) for e in round_] for a in arc]), mat, wrap_v=True)
    for i in range(8):
        hoop('rib', 1.535, .76 * i, .055, pale)
        if i < 7:
            hoop('lamp', 1.508, .76 * i + .38, .019, lamp.m)
    for r in (1.57, 1.66):
        lattice('shell', np.array([[(r * cos(a), y, r * sin(a)) for y in (-.05, last)] for a in arc]), plaster('shell', '#E4E1DC', .25, 1.0))
    lattice('lip', np.array([[(r * cos(a), -.06, r * sin(a)) for r in (1.52, 1.95)] for a in arc]), pale)
    form = couch(0, 7.6, creases=((-.5, .2, .5), (.55, .5, -.4), (.1, 1.7, .2)), near=.12)
    area((-3.4, 4.6, 4.2), (.2, 7.6, .9), 2.6, 190, NORTH)    # the sky on the wall at the end, and a little of it inside
    area((-1.6, -3.2, 2.2), (.3, 2.0, .6), 2.0, 150, NORTH)
    folded, _ = towel('folded', cloth('folded', '#E6DCCD', .42), (.62, .95, .02), .20, .17, 4, .016, 6, -24)
    folded.scale = (4.2,) * 3
    # the sheet's edge hangs over the end of the couch
    X, V = np.meshgrid(np.linspace(-2.4, 2.4, 260), np.linspace(0, 1, 60), indexing='ij')
    drop = form(X, np.full_like(X, .12))
    ripple = .035 * np.sin(X * 7 + 1.5 * np.sin(X * 2.1)) * V
    a = np.clip(V / .25, 0, 1) * pi / 2
    Y = .12 - .10 * np.sin(a) - ripple - .05 * V
    Z = drop - .10 * (1 - np.cos(a)) - np.maximum(V - .25, 0) * 1.0
    lattice('hem', np.stack([X, Y, Z], -1), cloth('hem', '#E8E3DA'), uv=np.stack([X, V], -1))
    camera((.30, -4.4, .90), (-.02, 2, .52), focus=(.2, 1.0, .6), lens=78, fstop=1.2)
    return daylight(ev=1.15, halation=.09)


def quilted(name, spine, width, thick, seams, mat, side=(0, 1, 0), n=420, m=60, seed=0):
    """A flat, air-filled sleeve along a path: a pillow between each two seams. `width` and `thick` are given at the path's points."""
    rows = smooth_path(np.c_[np.asarray(spine, float), width, thick], n)
    C = rows[:, :3]
    T = np.gradient(C, axis=0)
    T /= np.linalg.norm(T, axis=1, keepdims=True)
    N = np.zeros_like(C)
    N[0] = side
    for i in range(n):
        p = N[i - 1] if i else N[0]
        N[i] = p - T[i] * p.dot(T[i])
        N[i] /= np.linalg.norm(N[i])
    U = np.cross(T, N)
    s = np.linspace(0, 1, n)
    edges = np.array([0, *seams, 1])
    k = np.clip(np.searchsorted(edges, s, side='right') - 1, 0, len(edges) - 2)
    f = (s - edges[k]) / (edges[k + 1] - edges[k])
    full = np.clip(1 - (2 * f - 1) ** 2, 0, 1) ** .42
    th = np.linspace(0, 2 * pi, 2 * m, endpoint=False)
    across = np.cos(th)
    belly = np.sign(np.sin(th)) * np.clip(1 - np.abs(across) ** 2.6, 0, 1) ** .62
    S, A = np.meshgrid(s, across, indexing='ij')
    near = (1 - full)[:, None]
    pucker = 1 + .30 * near * vnoise(A * 7 + seed, S * 9, seed, 2) + .05 * vnoise(A * 4 + seed, S * 30, seed + 1, 2)
    w = rows[:, 3] * (.955 + .045 * full)
    t = rows[:, 4] * (.16 + .84 * full)
    P = C[:, None] + N[:, None] * (w[:, None] * A)[..., None] + U[:, None] * (t[:, None] * belly[None] * pucker)[..., None]
    lattice(name, P, mat, wrap_v=True)
    return C, N, U, w, t


def compression_therapy():
    """Two folded boots with air chambers and their hose on the couch's linen."""
    room(patch=(-.9, .9), pane=(1.5, 1.9, 2, 3), spill=(.1, -.1, .2), spill_pane=(2.3, 2.0, 2, 3), wall=2.6)
    couch(0, 2.6, creases=((-1.2, -1.5, .25), (1.5, 1.3, -.4)))
    m = Mat('nylon')
    co = m.node('TexCoord')
    n = m.node('TexNoise', Scale=5.5, Detail=4, Roughness=.55)
    m.link(co, 'Object', n, 'Vector')
    p = m.node('BsdfPrincipled', Roughness=.50, Specular=.32, Base_Color=lin('#7F9498'), Sheen=.35)
    b = m.node('Bump', Strength=.30, Distance=.05)
    m.link(n, 'Fac', b, 'Height')
    m.link(b, 'Normal', p, 'Normal')
    m.link(p, 'BSDF', m.out, 'Surface')
    edge = simple('edge', '#C9747C', .6, .25)
    hose = simple('hose', '#EDEBE6', .32, .45, sss=.03)
    #         toe                                  ankle                         shaft, folded back over itself
    spine = [(-1.02, -1.20, .10), (-1.03, -1.02, .14), (-.98, -.52, .20), (-.78, -.16, .23), (-.36, -.02, .24), (.2, 0, .24), (.8, 0, .22), (1.25, 0, .20),
             (1.52, 0, .30), (1.52, 0, .56), (1.2, 0, .66), (.75, .0, .64), (.30, .02, .62)]
    width = [.02, .32, .36, .37, .40, .45, .49, .51, .52, .52, .52, .52, .51]
    thick = [.03, .15, .19, .20, .20, .20, .18, .15, .10, .10, .15, .17, .15]
    seams = (.155, .27, .365, .46, .555, .64, .735, .83, .92)
    for k, (x, y, z, turn) in enumerate(((-.34, .86, .0, 15), (.02, -.36, .0, -5))):
        M = np.array(Matrix.Rotation(radians(turn), 3, 'Z'))
        path = np.asarray(spine) @ M.T + (x, y, z)
        side = M @ np.array((1.0, 0, 0))
        C, N, U, w, t = quilted('boot', path, width, thick, seams, m.m, tuple(side), seed=k + 2)
        for s in (-1, 1):
            strand('piping', (C + N * (w * s)[:, None])[:-2:6], (.017, .017), edge, n=260, nv=10)
        end = C[-6] + U[-6] * -.0
        bends = ((-.02, 0, .12), (-.10, -.10, .26), (-.55, -.42, -.10), (-.75, -.75, -.52), (-.35, -1.30, -.56), (.7, -1.5, -.56), (2.2, -1.25, -.56)) if k else \
                ((-.02, 0, .12), (.0, .12, .26), (.25, .50, .0), (.8, .85, -.50), (1.6, .75, -.56), (2.6, .9, -.56))
        out = [tuple(end + np.array(d)) for d in bends]
        strand('hose', out, (.042, .042), hose, n=220, nv=18)
        revolve('collar', [(0, -.03), (.075, -.03), (.08, 0), (.075, .07), (.055, .10), (0, .10)], hose, nv=40, loc=tuple(end + np.array((0, 0, .10))), smooth=False)
    camera((.0, -8.2, 5.6), (.06, -.02, .16), focus=(.1, -.5, .3), **NEAR_LENS)
    return daylight()


def prp_therapy():
    """A stoppered tube lies on linen: straw-coloured plasma, a thin dark layer at its end, and the light it gathers on the cloth."""
    room(patch=(-.8, .75), pane=(1.3, 1.6, 2, 3), spill=(.2, .05, .0), spill_pane=(1.7, 1.25, 2, 2), wall=2.4)
    form = couch(0, 2.4, creases=((-.9, .75, -.25), (1.1, -.65, .35)), weave=.13)
    R, L, yaw = .165, 2.0, -47
    ax = np.array((cos(radians(yaw)), sin(radians(yaw)), 0))
    tip = np.array((-.02, -.02, .02 + R)) + ax * L * .5

    def lay(name, profile, mat):
        """A turned form whose axis runs from the tube's round end to its stopper."""
        ob = revolve(name, profile, mat, nv=128, loc=tuple(tip), smooth=False)
        ob.rotation_euler = (0, radians(-90), radians(yaw))
        return ob
    q = np.linspace(0, pi / 2, 12)
    wall_ = .024
    r = R - wall_
    c = .075                                                 # the foot's rounding
    outer = [(0, 0), *((R - c + c * sin(a), c - c * cos(a)) for a in q), *((R, z) for z in np.linspace(c + .05, L, 12))]
    inner = [*((r, z) for z in np.linspace(L, .14, 12)), *((r - .05 + .05 * sin(a), .115 - .05 * cos(a)) for a in q[::-1]), (0, .065)]
    lay('tube', outer + inner, glass('tube', '#FFFFFF', 1.46, clear_shadow=.93))
    e = r + .004                                             # the liquid reaches a hair into the glass, so that no air is between them

    def fill(name, z0, z1, mat):
        low = [(0, .063), *((e - .05 + .05 * sin(a), .113 - .05 * cos(a)) for a in q)] if z0 < .1 else [(0, z0), (e, z0)]
        lay(name, low + [(e, z) for z in np.linspace(max(z0, .12), z1, 6)] + [(0, z1)], mat)
    fill('cells', 0, .170, simple('cells', '#3A0F12', .25, .5))
    fill('gel', .172, .205, simple('gel', '#EAD9BE', .4, .4, sss=.05))
    m = Mat('straw')
    gl = m.node('BsdfGlass', IOR=1.345, Roughness=.0, Color=lin('#FCE7B2'))
    lw, lp, mx = m.node('LayerWeight', Blend=.5), m.node('LightPath'), m.node('MixShader')
    tr = m.node('BsdfTransparent')
    caustic = m.ramp(lw.outputs['Facing'], [(.0, (2.1, 1.70, .72)), (.10, (1.35, 1.04, .42)), (.30, (.84, .62, .24)), (.75, (.62, .45, .19))], 'LINEAR')
    m.t.links.new(caustic, tr.inputs['Color'])
    m.t.links.new(m.math('MAXIMUM', lp.outputs['Is Shadow Ray'], lp.outputs['Is Diffuse Ray']), mx.inputs[0])
    m.link(gl, 'BSDF', mx, 1)
    m.link(tr, 'BSDF', mx, 2)
    m.link(mx, 'Shader', m.out, 'Surface')
    fill('straw', .207, L - .34, m.m)
    cap = simple('stopper', '#AEBBB4', .55, .3, sss=.02)
    ridge = [(R + .035 + .008 * (i % 2), z) for i, z in enumerate(np.linspace(L + .02, L + .30, 29))]
    lay('stopper', [(0, L - .16), (r - .004, L - .16), (r - .004, L - .01), (R + .03, L), *ridge, (R + .02, L + .325), (.09, L + .325), (.08, L + .30), (0, L + .30)], cap)
    camera((.0, -5.0, 3.9), (.14, .08, .05), focus=(.25, -.3, .15), **NEAR_LENS)
    return daylight()


def facials():
    """A glazed bowl of thick cream, a smear of it on the rim, steam from a warm cloth behind."""
    room(patch=(.6, .7), pane=(1.4, 1.7, 2, 3), spill=(-.15, -.55, .0), spill_pane=(1.0, 1.0, 2, 2), wall=2.3)
    couch(-.5, 2.3, creases=((-1.3, -.8, .3), (1.6, .4, -.5)))
    m = Mat('glaze')
    co = m.node('TexCoord')
    a = tex(m, 'plaster.png', co, 2.0, .3)
    col = m.mix(m.ramp(a[1], [(.3, 0.0), (.75, 1.0)]), lin('#8FA9B4'), lin('#B4C6CB'))
    p = m.node('BsdfPrincipled', Roughness=.30, Specular=.45)
    m.t.links.new(col, p.inputs['Base Color'])
    b = m.node('Bump', Strength=.12, Distance=.01)
    m.t.links.new(a[0], b.inputs['Height'])
    m.link(b, 'Normal', p, 'Normal')
    m.link(p, 'BSDF', m.out, 'Surface')
    at = np.array((.34, -.30, -.49))
    prof = [(0, 0), (.28, 0), (.34, .03), (.36, .07), (.52, .16), (.68, .32), (.75, .5), (.77, .56), (.752, .577), (.725, .56), (.66, .40), (.5, .24), (.2, .16), (0, .15)]
    revolve('bowl', prof, m.m, nv=160, loc=tuple(at))
    cream = Mat('cream')
    cc = cream.node('TexCoord')
    n = cream.node('TexNoise', Scale=16, Detail=4)
    cream.link(cc, 'Object', n, 'Vector')
    p = cream.node('BsdfPrincipled', Roughness=.44, Specular=.30, Base_Color=lin('#EFE6D8'), Subsurface=1.0)
    p.subsurface_method = 'RANDOM_WALK'
    p.inputs['Subsurface Color'].default_value = (*lin('#F2E8DA'), 1)
    p.inputs['Subsurface Radius'].default_value = (.050, .040, .028)
    b = cream.node('Bump', Strength=.22, Distance=.012)
    cream.link(n, 'Fac', b, 'Height')
    cream.link(b, 'Normal', p, 'Normal')
    cream.link(p, 'BSDF', cream.out, 'Surface')
    r = np.linspace(0, .735, 170)
    th = np.linspace(0, 2 * pi, 300, endpoint=False)
    R, T = np.meshgrid(r, th, indexing='ij')
    turn = T - R * 9.5 + .5                                   # one spatula's turn, drawn in from the rim to a soft peak
    ridge = (.5 + .5 * np.sin(turn)) ** 1.7
    amp = .165 * smoothstep(0, .12, R) * smoothstep(.74, .52, R)
    X, Y = R * np.cos(T), R * np.sin(T)
    Z = .44 + amp * ridge + .13 * np.exp(-((X + .02) ** 2 + Y ** 2) / .11 ** 2) + .018 * vnoise(X * 6, Y * 6, 4, 3)
    tip_ = np.exp(-(X ** 2 + Y ** 2) / .06 ** 2)
    ob = lattice('cream', np.stack([X + .05 * tip_, Y - .02 * tip_, Z], -1), cream.m, wrap_v=True)
    ob.location = tuple(at)
    out = np.array((cos(radians(-118)), sin(radians(-118)), 0))
    rz = [(.58, .50), (.67, .545), (.735, .590), (.785, .592), (.806, .545), (.795, .48), (.772, .425), (.752, .385)]
    sides = [.05, .08, .10, .10, .09, .07, .05, .02]
    rows = [(*(at + out * a + (0, 0, z)), s, h) for (a, z), s, h in zip(rz, sides, (.025, .030, .030, .030, .028, .026, .024, .016))]
    up = out * cos(radians(55)) + np.array((0, 0, sin(radians(55))))
    loft('smear', rows, cream.m, 90, 60, up=tuple(up), shape=lambda u, t: 1 + .10 * np.sin(3 * t + 9 * u) + .06 * np.sin(7 * t - 14 * u))
    warm, _ = towel('warm', cloth('warm', '#D3C3B0', .6), (-.80, .95, -.49), .26, .19, 3, .016, 3, 14)
    warm.scale = (6,) * 3
    steam((-.75, 1.0, -.25), (2.4, 2.2), 1.9, seed=2.3)
    camera((.0, -6.6, 2.75), (.08, 0, .02), focus=(.34, -.55, .1), **NEAR_LENS)
    return daylight()


def body_wraps():
    """Folded linen, stacked warm, its steam in the window's light."""
    room(patch=(-1.45, 1.05), pane=(1.4, 1.9, 2, 3), spill=(.1, -.7, .1), spill_pane=(1.0, 1.3, 1, 2), wall=2.4)
    couch(-.55, 2.4, creases=((-1.5, -.6, .2), (1.7, -.4, -.5)))
    top = -.54
    for k, (color, w, d, layers, rot, x, seed) in enumerate((('#E9E2D6', .34, .25, 4, 7, .32, 2), ('#BFC9C8', .325, .24, 3, -4, .36, 5), ('#D3A39A', .31, .23, 3, 10, .30, 7),
                                                             ('#EAE4DA', .27, .20, 3, -3, .34, 9))):
        ob, h = towel('towel', cloth('cloth%d' % k, color, .56), (x, 0, top), w, d, layers, .0165, seed, rot)
        ob.scale = (5.6,) * 3
        top += h * 5.6 - .01
    steam((.38, .55, top - .35), (3.0, 2.1), 2.6, seed=5.1, spread=.26)
    steam((.28, -.2, top - .12), (2.2, 1.6), 1.3, seed=8.4, spread=.22)
    camera((.0, -8.6, 1.85), (.10, 0, .36), focus=(.3, -.8, .2), **NEAR_LENS)
    return daylight()


scenes = {'led-therapy': led_therapy, 'compression-therapy': compression_therapy, 'prp-therapy': prp_therapy, 'facials': facials, 'body-wraps': body_wraps}
