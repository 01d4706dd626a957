"""Treatments told by things on the linen of the couch: a lit vault, a boot, a tube, a bowl of cream, warm cloths."""
from stage import *


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


def compression_therapy():
    """One boot of air chambers stands upright on the floor beside the couch, its zip in rose, its hose beside it."""
    room('blind', patch=(.9, 1.5), pane=(1.9, 2.2, 1, 1), spill=(.2, -.3, .8), spill_pane=(1.5, 2.0, 1, 1), wall=2.6, floor=-.9)
    m = Mat('nylon')
    co = m.node('TexCoord')
    n = m.node('TexNoise', Scale=5.5, Detail=4, Roughness=.55)
    m.link(co, 'Object', n, 'Vector')
    p = m.node('BsdfPrincipled', Roughness=.46, Specular=.36, Base_Color=lin('#6F868B'), Sheen=.35)
    b = m.node('Bump', Strength=.30, Distance=.05)
    m.link(n, 'Fac', b, 'Height')
    m.link(b, 'Normal', p, 'Normal')
    m.link(p, 'BSDF', m.out, 'Surface')
    #        x     y    z     side  front: down the shaft, round the heel, out to the toe
    rows = [(.30, 0, 1.62, .50, .47), (.30, 0, 1.25, .50, .47), (.28, 0, .70, .47, .44), (.27, 0, .15, .41, .38), (.24, 0, -.30, .36, .34),
            (.08, 0, -.56, .32, .33), (-.28, 0, -.66, .24, .32), (-.66, 0, -.71, .19, .30), (-.92, 0, -.76, .13, .24), (-1.02, 0, -.80, .04, .10), (-1.03, 0, -.80, .0, .0)]
    nu, nv = 760, 260
    seams = np.array((0, .13, .26, .39, .51, .62, .72, .81, .90, 1.0))

    def chambers(u, th):
        k = np.clip(np.searchsorted(seams, u, side='right') - 1, 0, len(seams) - 2)
        f = (u - seams[k]) / (seams[k + 1] - seams[k])
        full = np.clip(1 - (2 * f - 1) ** 2, 0, 1) ** .42
        u, th = np.broadcast_arrays(u, th)
        return .87 + .13 * full + (1 - full) * .045 * vnoise(th * 5 + 3, u * 40, 2, 2) + .012 * vnoise(th * 2, u * 14, 5, 2)
    boot = loft('boot', rows, m.m, nu, nv, up=(0, 1, 0), shape=chambers)
    boot.rotation_euler = (0, 0, radians(58))
    P, N = (v.reshape(nu, nv, 3) for v in skin_of(boot))
    turn = np.array(Matrix.Rotation(radians(58), 3, 'Z'))
    front = np.argmin((P[300] @ turn.T) @ (-.5, 1, 0))
    zip_ = (P[6:600:6, front] + N[6:600:6, front] * .004) @ turn.T
    strand('zip', zip_, (.020, .020), simple('zip', '#C66E76', .5, .3), n=500, nv=10)
    rim = P[3] @ turn.T
    strand('rim', np.r_[rim[::8], rim[:1]], (.030, .030), m.m, n=240, nv=12)
    lining = simple('lining', '#E2DDD3', .9, .1)
    lattice('lining', np.stack([(P[4] - (.30, 0, 0)) * (.84, .84, 1) + (.30, 0, -d) for d in (0, .9)], 0) @ turn.T, lining, wrap_v=True)
    hose = simple('hose', '#EDEBE6', .32, .45, sss=.03)
    start = (P[70, front] + N[70, front] * .02) @ turn.T
    strand('hose', [tuple(start + np.array(d)) for d in ((.16, .02, 0), (.34, -.06, .04), (.62, -.10, -.30), (.80, -.10, -1.1), (.92, -.2, -2.0), (1.3, -.5, -2.18), (2.6, -.3, -2.18))], (.045, .045), hose, n=240, nv=18)
    # the couch's edge, with its sheet hanging over it
    Y, V = np.meshgrid(np.linspace(-6, 2.4, 380), np.linspace(0, 1, 150), indexing='ij')
    fall = np.clip((V - .5) / .5, 0, 1)
    a = np.clip((V - .44) / .10, 0, 1) * pi / 2
    ripple = .06 * np.sin(Y * 5 + 1.5 * np.sin(Y * 1.7)) * smoothstep(.52, 1, V)
    X = -4.5 + np.minimum(V, .44) / .44 * 3.30 + .12 * np.sin(a) + ripple
    Z = .46 - .12 * (1 - np.cos(a)) - np.maximum(V - .54, 0) / .46 * .95 + .012 * vnoise(X * 1.5, Y * 1.5, 3, 2)
    lattice('sheet', np.stack([X, Y, Z], -1), cloth('sheet', '#E8E3DA'), uv=np.stack([Y, V * 4.6], -1))
    shoot('table', (.02, 0, .33), 9.6, focus=(.1, -.4, .4), rise=14, fstop=.4)
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


def glazed(name, color, at, size):
    """A small glazed bowl."""
    m = Mat(name)
    co = m.node('TexCoord')
    a = tex(m, 'plaster.png', co, 2.0, .3)
    base = lin(color)
    p = m.node('BsdfPrincipled', Roughness=.30, Specular=.45)
    m.t.links.new(m.mix(m.ramp(a[1], [(.3, 0.0), (.75, 1.0)]), base, tuple(min(1, c * 1.35) for c in base)), p.inputs['Base Color'])
    m.link(p, 'BSDF', m.out, 'Surface')
    prof = [(0, 0), (.28, 0), (.34, .03), (.36, .07), (.52, .16), (.68, .32), (.75, .5), (.77, .56), (.752, .577), (.725, .56), (.66, .40), (.5, .24), (.2, .16), (0, .15)]
    revolve(name, [(r * size, z * size) for r, z in prof], m.m, nv=160, loc=tuple(at))


def cream(name, color, at, size, form, rough=.44, deep=.03):
    """What fills a bowl: its height is form(X, Y) for a bowl of size 1."""
    m = Mat(name)
    co = m.node('TexCoord')
    n = m.node('TexNoise', Scale=10, Detail=2)
    m.link(co, 'Object', n, 'Vector')
    p = m.node('BsdfPrincipled', Roughness=rough, Specular=.30, Base_Color=lin(color), Subsurface=1.0)
    p.subsurface_method = 'RANDOM_WALK'
    p.inputs['Subsurface Color'].default_value = (*lin(color), 1)
    p.inputs['Subsurface Radius'].default_value = (deep, deep * .8, deep * .6)
    b = m.node('Bump', Strength=.22, Distance=.010)
    m.link(n, 'Fac', b, 'Height')
    m.link(b, 'Normal', p, 'Normal')
    m.link(p, 'BSDF', m.out, 'Surface')
    R, T = np.meshgrid(np.linspace(0, .735, 220), np.linspace(0, 2 * pi, 360, endpoint=False), indexing='ij')
    X, Y = R * np.cos(T), R * np.sin(T)
    lattice(name, size * np.stack([X, Y, form(X, Y)], -1), m.m, wrap_v=True).location = tuple(at)


def facials():
    """Mixed for one skin: a bowl of cream with one stroke of a spatula in it, beside two small ones of rose and green clay, from above at noon."""
    room('noon', patch=None, spill=(.05, .0, .0), spill_pane=(2.0, 1.5, 2, 2), wall=3.4)
    couch(-.5, 3.4, creases=((-1.1, -.9, .5), (1.5, .7, -.7)), weave=.12, lift=.6)

    def stroke(X, Y):
        """A broad groove along an arc, its lips raised, and a heap where the spatula left it."""
        r, a = np.hypot(X + .02, Y + .04), np.mod(np.arctan2(Y + .04, X + .02) - radians(160), 2 * pi)
        on = smoothstep(.0, .5, a) * smoothstep(4.4, 4.1, a)
        off = r - .36 - .03 * a + .06
        groove = -.075 * smoothstep(.17, .10, np.abs(off)) + .050 * np.exp(-((off - .185) / .035) ** 2) + .030 * np.exp(-((off + .175) / .035) ** 2)
        heap = .085 * np.exp(-((a - 4.38) / .10) ** 2) * smoothstep(.20, .10, np.abs(off))
        return .43 + on * groove + heap + .008 * vnoise(X * 5, Y * 5, 4, 3) + .006 * np.sin(46 * off) * on * smoothstep(.16, .10, np.abs(off))
    heap = lambda X, Y: .40 + .10 * np.exp(-(X ** 2 + Y ** 2) / .10) + .020 * vnoise(X * 3, Y * 3, 7, 2)
    at = np.array((.44, -.20, -.49))
    glazed('bowl', '#8FA9B4', at, 1.0)
    cream('cream', '#F0E7DA', at, 1.0, stroke, deep=.05)
    for name, glaze, clay, x, y in (('rose', '#B9B2A8', '#C88E80', -.82, .42), ('green', '#A9B0AE', '#9AA48A', -.92, -.66)):
        glazed(name, glaze, (x, y, -.49), .56)
        cream(name + ' clay', clay, (x, y, -.49), .56, heap, .8, .03)
    shoot('down', (.04, -.12, .0), 7.4, focus=(.34, -.30, .0))
    return daylight(ev=1.08, power=1.2, sat=1.1, quiet=(0, 0, .001, 9))


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
