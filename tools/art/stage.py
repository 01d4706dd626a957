"""What the pictures share: the room at each hour, the three cameras, bare skin and hair, the couch's linen, light from within."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from props import *

W, H = 1400, 1050


# ------------------------------------------------------------------ the hero's room, for every treatment
# One unit is about ten centimetres, a hand's width, so a real lens at f/5 has fstop .5 here.
NEAR_LENS = dict(lens=85, fstop=.5)
SKIN_LENS = dict(lens=85, fstop=1.0)                       # deep enough for the pores of a whole curve

# Where the sun stands, its colour and strength, and how bright the sky is. `day` is the hero's; each path has an hour of its own.
HOURS = {
    'day': dict(sun=(-6.0, -6.2, 4.6), color=(1.0, .955, .89), strength=4.6, sky=1.0),
    'morning': dict(sun=(-8.0, -3.6, 2.1), color=(1.0, .84, .64), strength=4.8, sky=.75, air=(1.0, .92, .83)),              # hair: low, from the left
    'blind': dict(sun=(-6.0, -6.2, 5.4), color=(1.0, .95, .88), strength=4.6, sky=.8, slats=.13),       # healing: bands
    'noon': dict(sun=(-2.6, -3.4, 7.0), color=(1.0, .985, .96), strength=4.6, sky=1.1),                 # acne: high
    'late': dict(sun=(4.6, 7.0, 3.2), color=(1.0, .80, .56), strength=5.0, sky=.7, air=(1.0, .80, .62), behind=True),     # anti-aging: warm, from behind
}

# Three cameras: how steeply each looks down in degrees, and its lens.
CAMERAS = {
    'macro': dict(rise=13, lens=100, fstop=.8),
    'table': dict(rise=45, lens=85, fstop=.6),
    'down': dict(rise=89.9, lens=85, fstop=.6),
}


def shoot(kind, target, away, focus=None, **more):
    """One of the three cameras, looking at `target` from so far `away`."""
    c = {**CAMERAS[kind], **more}
    a = radians(c.pop('rise'))
    camera(Vector(target) + away * Vector((0, -cos(a), sin(a))), target, focus=focus, **c)


def daylight(**more):
    """The hero's development."""
    return {**dict(ev=1.22, power=1.34, sat=1.25), **more}


def cove(z, y, mat, roll=1.5):
    """Floor that rolls up into a wall."""
    t = np.linspace(0, 1, 90)
    prof = []
    for q in t:
        if q < .45:
            prof.append((-9 + (y - roll + 9) * q / .45, z))
        elif q < .6:
            a = (q - .45) / .15 * pi / 2
            prof.append((y - roll + roll * sin(a), z + roll * (1 - cos(a))))
        else:
            prof.append((y, z + roll + (q - .6) / .4 * 9))
    xs = np.linspace(-14, 14, 12)
    P = np.array([[(x, p[0], p[1]) for p in prof] for x in xs])
    return lattice('cove', P, mat)


def room(hour='day', patch=(-.45, .55), pane=(1.5, 1.9, 2, 3), spill=None, spill_pane=(.8, 1.1, 1, 2), floor=None, wall=2.2, leaves=True):
    """A pale plaster wall, cool sky from the left, and the sun through a window with mullions.

    hour    one of HOURS
    patch   x and z on the wall on which the middle of the window's light falls, or of the window itself where that is behind; None if neither is seen
    spill   a point on the subject on which a second pane's light falls, if wanted
    pane    width, height, columns and rows; on the wall its light is 1.4 times as wide and sinks to the right
    floor   the height of a pale floor, if one is seen
    """
    h = HOURS[hour]
    towards = Vector(h['sun']).normalized()
    sky, air = h['sky'], h.get('air', NORTH)
    world(tuple(v * w for v, w in zip(air, (.74, .80, .88))), .16)
    pale = plaster('wall', '#ECEFEE', 1.0, .8)
    back = plane('wall', (30, 20), (0, wall, 3), (90, 0, 0), pale) if floor is None else cove(z=floor, y=wall, mat=pale, roll=.3)
    back.visible_shadow = not h.get('behind')                # the late sun comes through where the wall has its window
    area((-4.6, -3.6, 3.1), (.5, .4, .4), 2.9, 300 * sky, air, size_y=3.0)
    area((-3.2, -1.4, 5.0), (-1.2, wall, 1.4), 3.0, 60 * sky, air)     # sky on the wall, so that its quiet side stays pale
    area((6.5, -5, 1.5), (1, 0, .4), 5, 60, BOUNCE)
    sun(tuple(towards * 10), h['strength'], .5, h['color'])
    on_wall = patch and not h.get('behind')
    at = Vector((patch[0], wall, patch[1])) if on_wall else Vector(spill)
    right = Vector((0, 0, 1)).cross(towards).normalized()
    up = towards.cross(right)
    openings = [(0, 0, *pane)] if on_wall else [(0, 0, *spill_pane)]
    if on_wall and spill:
        d = Vector(spill) - at
        openings.append((d.dot(right), d.dot(up), *spill_pane))
    if 'slats' in h:                                         # a blind: each opening is cut into bands
        step = h['slats']
        openings = [(x, y + step * (i - (n - 1) / 2), w, step * .45, 1, 1) for x, y, w, tall, *_ in openings for n in [int(tall / step)] for i in range(n)]
    window_gobo(at + towards * 10, at, bar=.07, frame=9, openings=openings)
    if h.get('behind') and patch:                            # then the window itself is seen, far brighter than the room
        w, tall, columns, rows = pane
        plane('window', (w, tall), (patch[0], wall - .01, patch[1]), (90, 0, 0), emission('window', (1.0, .80, .56), 1.7)).visible_shadow = False
        frame = simple('frame', '#D9D6CF', .6)
        for i in range(columns + 1):
            box('bar', (.06, .05, tall), (patch[0] + w * (i / columns - .5), wall - .04, patch[1]), frame, 0)
        for i in range(rows + 1):
            box('bar', (w, .05, .06), (patch[0], wall - .04, patch[1] + tall * (i / rows - .5)), frame, 0)
    if leaves and on_wall and 'slats' not in h:
        a, b = pane[0] / 2.9, pane[1] / 3.0
        gobo_branch('leaf', at + towards * 9.4, towards, [(-2.0 * a, 1.62 * b), (-1.35 * a, 1.18 * b), (-.85 * a, .62 * b), (-.55 * a, 0), (-.5 * a, -.5 * b)],
                    16, .37 * a, .27 * a, 4)


def beam(at, towards, size, power, color, spread=1.0, size_y=None):
    """Light that keeps together: it lays a rectangle with clear edges on what it meets."""
    return area(at, towards, size, power, color, spread=spread, size_y=size_y, glossy=False)


def wave(color, power, loc=(4.2, 2.4, 1.6), tgt=(.4, 0, .4), size=1.6, size_y=2.6, spread=75, glossy=True):
    return area(loc, tgt, size, power, color, spread=spread, size_y=size_y, glossy=glossy)


def bare(name, tone, size=1.0, relief=1.0, flush=.5, freckles=.3, rough=.47, spec=.42, scatter=1.0, under=1.0, extra=None):
    """Skin seen near: furrows and pores, blood and freckles, light scattered 1 to 2 mm deep. `size` is a hand's width in units.

    `under` is the share of the light that goes below the surface. It blurs pores, and is what a render is noisy from.
    """
    m = Mat(name)
    base = lin(tone)
    times = lambda r, g, b: tuple(min(1, c * f) for c, f in zip(base, (r, g, b)))
    m.co = m.node('TexCoord')
    fine, broad = tex(m, 'pores.png', m.co, 2.6 / size), tex(m, 'pores.png', m.co, .43 / size)
    col = m.mix(m.ramp(broad[1], [(.3, 0.0), (.7, 1.0)]), times(1 - .03 * flush, 1 + .01 * flush, 1 + .02 * flush), times(1 + .04 * flush, 1 - .08 * flush, 1 - .09 * flush))
    col = m.mix(m.math('MULTIPLY', m.ramp(fine[1], [(.4, 0.0), (.8, 1.0)]), .30), col, times(.90, .84, .82))
    col = m.mix(m.math('MULTIPLY', broad[2], freckles), col, times(.66, .50, .42))
    col = m.mix(m.math('MULTIPLY', m.ramp(fine[0], [(.05, 1.0), (.45, 0.0)]), .40 * relief), col, times(.74, .62, .56))   # furrows hold less light
    p = m.node('BsdfPrincipled', Specular=spec, Sheen=.18, Subsurface=under, Clearcoat=.06, Clearcoat_Roughness=.3)
    p.subsurface_method = 'RANDOM_WALK'
    m.t.links.new(col, p.inputs['Base Color'])
    m.t.links.new(col, p.inputs['Subsurface Color'])
    k = .020 * size * scatter
    p.inputs['Subsurface Radius'].default_value = (k, .42 * k, .26 * k)
    p.inputs['Sheen Tint'].default_value = .6
    b1 = m.node('Bump', Strength=.15 * relief, Distance=.010 * size)
    m.t.links.new(broad[0], b1.inputs['Height'])
    b2 = m.node('Bump', Strength=.85 * relief, Distance=.0055 * size)
    m.t.links.new(fine[0], b2.inputs['Height'])
    m.link(b1, 'Normal', b2, 'Normal')
    m.link(b2, 'Normal', p, 'Normal')
    m.t.links.new(m.math('ADD', m.math('MULTIPLY', fine[1], .20), rough - .10), p.inputs['Roughness'])
    m.link(p, 'BSDF', m.out, 'Surface')
    m.p, m.col, m.fine = p, col, fine[0]
    if extra:
        extra(m)
    return m.m


def hair_mat(name='down', color='#E9D2B8', through=.55):
    m = Mat(name)
    p = m.node('BsdfPrincipled', Roughness=.38, Specular=.45, Base_Color=lin(color))
    tr, mx = m.node('BsdfTranslucent', Color=lin(color)), m.node('MixShader', Fac=through)
    m.link(p, 'BSDF', mx, 1)
    m.link(tr, 'BSDF', mx, 2)
    m.link(mx, 'Shader', m.out, 'Surface')
    return m.m


def hairs(name, at, out, length, mat, radius=.0011, grain=(.6, -.1, -.25), lift=.6, stray=.22, seed=0, lit=None):
    """Fine hairs: each leaves the skin along `out`, bends with the grain and thins to its tip. `length` is (least, most).

    With `lit`, a value for each hair, its material can read that and how far `along` the hair a point is.
    """
    rng = np.random.default_rng(seed)
    at, z = np.asarray(at), np.asarray(out)
    k = 6 if lit is None else 12
    n, t = len(at), np.linspace(0, 1, k)
    lean = np.asarray(grain) + rng.normal(0, stray, (n, 3))
    lean -= z * (lean * z).sum(1, keepdims=True)
    w = np.cross(z, lean)
    w /= np.linalg.norm(w, axis=1, keepdims=True) + 1e-9
    u = np.cross(w, z)
    L = rng.uniform(*length, (n, 1, 1))
    C = at[:, None] + L * (t[None, :, None] * (z * lift + lean * .25)[:, None] + (t ** 2)[None, :, None] * lean[:, None] * .65)
    R = (radius * (1 - t ** 1.5) + .0002)[None, :, None]
    a, b = w[:, None], u[:, None]
    V = np.stack([C + R * a, C + R * (-.5 * a + .87 * b), C + R * (-.5 * a - .87 * b)], 2)
    F = grid_faces(k, 3, wrap_v=True)[None] + 3 * k * np.arange(n)[:, None, None]
    ob = mesh(name, V.reshape(-1, 3), F.reshape(-1, 4), mat)
    if lit is not None:
        paint(ob, 'lit', np.repeat(lit, 3 * k))
        paint(ob, 'along', np.tile(np.repeat(t, 3), n))
    return ob


def lit_hair(name, color, light, root):
    """Hair that carries `light` where its value `lit` says so, brightest at the root."""
    m = Mat(name)
    p = m.node('BsdfPrincipled', Roughness=.36, Specular=.5, Base_Color=lin(color))
    m.link(p, 'BSDF', m.out, 'Surface')
    lit, along_ = painted(m, 'lit'), painted(m, 'along')
    glow(m, (m.math('MULTIPLY', lit, m.ramp(along_, [(.0, 1.5), (.6, .9), (1.0, .35)])), light),
         (m.math('MULTIPLY', lit, m.ramp(along_, [(.0, 1.3), (.45, .0)])), root))
    return m.m


def sow(ob, count, weight, seed=0):
    """Random places on a form, more of them where weight(co, no) is larger: points and the ways they face."""
    rng = np.random.default_rng(seed)
    co, no = skin_of(ob)
    me = ob.data
    area_of, corner = np.zeros(len(me.polygons)), np.zeros(len(me.loops), np.int32)
    me.polygons.foreach_get('area', area_of)
    me.loops.foreach_get('vertex_index', corner)
    k = len(corner) // len(area_of)
    share = np.bincount(corner, np.repeat(area_of / k, k), len(co))      # the piece of surface that belongs to each point
    w = np.clip(weight(co, no).astype(float), 0, None) * share
    i = rng.choice(len(co), count, p=w / w.sum())
    slide = rng.uniform(-.6, .6, (count, 3)) * np.sqrt(share[i])[:, None]
    slide -= no[i] * (slide * no[i]).sum(1, keepdims=True)
    return co[i] + slide, no[i]


def apart(at, out, least):
    """Of these places, as many as keep that distance from each other."""
    kept = []
    for i, p in enumerate(at):
        if not kept or np.min(((at[kept] - p) ** 2).sum(1)) > least ** 2:
            kept.append(i)
    return at[kept], out[kept]


def touch(ob, point):
    """The place on a form nearest to a point, and the way it faces there."""
    co, no = skin_of(ob)
    i = np.argmin(np.linalg.norm(co - np.asarray(point), axis=1))
    return co[i], no[i]


def spaced(lo, hi, fine_lo, fine_hi, step, coarse=.05):
    """Grid lines from lo to hi, close together only where the detail is."""
    return np.r_[np.arange(lo, fine_lo, coarse), np.arange(fine_lo, fine_hi, step), np.arange(fine_hi, hi + coarse, coarse)]


def field(name, xs, ys, fn, mat=None):
    """z = fn(X, Y) on uneven grid lines. The form, and X and Y of its points for paint()."""
    X, Y = np.meshgrid(xs, ys, indexing='ij')
    return lattice(name, np.stack([X, Y, fn(X, Y)], -1), mat), X, Y


def paint(ob, name, values):
    """A value for each point of a form; painted(m, name) reads it in a material."""
    ob.data.attributes.new(name, 'FLOAT', 'POINT').data.foreach_set('value', np.asarray(values, np.float32).ravel())


def painted(m, name):
    return m.node('Attribute', {'attribute_name': name}).outputs['Fac']


def recolor(m, col):
    """Gives a bare() skin another colour than its own m.col."""
    for k in ('Base Color', 'Subsurface Color'):
        m.t.links.new(col, m.p.inputs[k])


# ------------------------------------------------------------------ the couch's linen
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


# ------------------------------------------------------------------ shaders
def along(m, origin, axis):
    """How far a point lies from `origin` along `axis`."""
    d = m.node('VectorMath', {'operation': 'SUBTRACT'})
    m.link(m.co, 'Object', d, 0)
    d.inputs[1].default_value = origin
    dt = m.node('VectorMath', {'operation': 'DOT_PRODUCT'})
    m.link(d, 'Vector', dt, 0)
    dt.inputs[1].default_value = Vector(axis).normalized()
    return dt.outputs['Value']


def bell(m, square, width, height):
    """A soft peak over a squared distance."""
    return m.math('MULTIPLY', m.math('EXPONENT', m.math('MULTIPLY', square, -1 / width ** 2)), height)


def near(m, point):
    """The squared distance from a point."""
    v = m.node('VectorMath', {'operation': 'DISTANCE'})
    m.link(m.co, 'Object', v, 0)
    v.inputs[1].default_value = point
    return m.math('POWER', v.outputs['Value'], 2.0)


def glow(m, *lights):
    """Light that comes from within a surface: (strength, colour) pairs are added to it; a colour may come from another node."""
    last = m.out.inputs['Surface'].links[0].from_socket
    for strength, color in lights:
        e, a = m.node('Emission'), m.node('AddShader')
        if isinstance(color, tuple):
            e.inputs['Color'].default_value = (*color, 1)
        else:
            m.t.links.new(color, e.inputs['Color'])
        m.t.links.new(strength, e.inputs['Strength'])
        m.t.links.new(last, a.inputs[0])
        m.link(e, 'Emission', a, 1)
        last = a.outputs[0]
    m.t.links.new(last, m.out.inputs['Surface'])


def dew_mat():
    """Water drop with a stand-in for its caustic: bright under the lens, a soft shadow behind it."""
    m = Mat('dew')
    g = m.node('BsdfGlass', IOR=1.34, Roughness=0.0, Color=(1, 1, 1))
    geo, lp, mx = m.node('NewGeometry'), m.node('LightPath'), m.node('MixShader')
    t = m.node('BsdfTransparent')
    m.t.links.new(m.mix(geo.outputs['Backfacing'], (.42, .44, .48), (1.45, 1.42, 1.4)), t.inputs['Color'])
    m.t.links.new(lp.outputs['Is Shadow Ray'], mx.inputs[0])
    m.link(g, 'BSDF', mx, 1)
    m.link(t, 'BSDF', mx, 2)
    m.link(mx, 'Shader', m.out, 'Surface')
    return m.m


# ------------------------------------------------------------------ forms
def skin_of(ob):
    """Where a form's surface is, and which way it faces: two arrays."""
    n = len(ob.data.vertices)
    co, no = np.zeros(n * 3), np.zeros(n * 3)
    ob.data.vertices.foreach_get('co', co)
    ob.data.vertices.foreach_get('normal', no)
    co, no = co.reshape(-1, 3), no.reshape(-1, 3)
    if no[:, 2].min() > 0:                                  # an open field, which faces up
        return co, no
    return co, -no if (no * (co - co.mean(0))).sum(1).mean() < 0 else no


def ball(cuts=3):
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=cuts, radius=1)
    v = np.array([x.co[:] for x in bm.verts])
    f = np.array([[x.index for x in p.verts] for p in bm.faces])
    bm.free()
    return v, f


# A grain of ice or salt: six points, eight faces.
CRYSTAL = (np.array([(1, 0, 0), (-1, 0, 0), (0, .8, 0), (0, -.8, 0), (.1, 0, .9), (0, .1, -.9)], float),
           np.array([(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]))


def strew(name, shape, at, facing, sizes, mat, seed=0, smooth=True):
    """One small shape, laid many times: its z along `facing`, turned at random."""
    rng = np.random.default_rng(seed)
    v, f = shape
    at, z, sizes = np.asarray(at, float), np.asarray(facing, float), np.asarray(sizes, float)
    n = len(at)
    z = z / np.linalg.norm(z, axis=1, keepdims=True)
    x = rng.normal(0, 1, (n, 3))
    x = x - z * (x * z).sum(1, keepdims=True)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    axes = np.stack([x, np.cross(z, x), z], 1)
    V = np.einsum('ij,njk->nik', v, axes) * sizes[:, None, None] + at[:, None]
    F = f[None] + len(v) * np.arange(n)[:, None, None]
    return mesh(name, V.reshape(-1, 3), F.reshape(-1, f.shape[1]), mat, smooth=smooth)


def strand(name, path, radius, mat, n=60, nv=14):
    """A thin line of round section along control points; `radius` runs from its start to its end."""
    C = smooth_path(path, n)
    r = np.linspace(*radius, n)
    return loft(name, np.c_[C, r, r], mat, n, nv, up=(.31, .95, .03))
