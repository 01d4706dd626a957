"""The set that the paths and their treatments share: the cove, the north window, one coloured light, water, dew."""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from northlight import *

W, H = 1400, 1050
ROSE = lin('#FF4E6C')
LENS = dict(lens=78, fstop=1.8)


def look(**more):
    return {**dict(ev=.6, power=1.28, sat=1.25, shadow_amt=.10), **more}


def cove(color='#56696A', z=-.9, y=3.4, mat=None):
    """Floor that rolls up into a wall."""
    t = np.linspace(0, 1, 90)
    prof = []
    for q in t:
        if q < .45:
            prof.append((-9 + (y - 1.5 + 9) * q / .45, z))
        elif q < .6:
            a = (q - .45) / .15 * pi / 2
            prof.append((y - 1.5 + 1.5 * sin(a), z + 1.5 * (1 - cos(a))))
        else:
            prof.append((y, z + 1.5 + (q - .6) / .4 * 9))
    xs = np.linspace(-14, 14, 12)
    P = np.array([[(x, p[0], p[1]) for p in prof] for x in xs])
    return lattice('cove', P, mat or plaster('cove', color, .7, .7))


def north(power=420, tgt=(.2, 0, .4)):
    area((-5.2, -2.6, 3.6), tgt, 3.2, power, NORTH, size_y=4.2)


def wave(color, power, loc=(4.2, 2.4, 1.6), tgt=(.4, 0, .4), size=1.6, size_y=2.6, spread=75, glossy=True):
    return area(loc, tgt, size, power, color, spread=spread, size_y=size_y, glossy=glossy)


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
    """Light that comes from within a surface: (strength, colour) pairs are added to it."""
    last = m.out.inputs['Surface'].links[0].from_socket
    for strength, color in lights:
        e, a = m.node('Emission', Color=color), m.node('AddShader')
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


def water(rings, deep='#42545B', air=.007):
    """Still water with rings on it: (x, y, radius, width, wavelength, slope)."""
    m = Mat('water')
    g = m.node('NewGeometry')
    sp = m.node('SeparateXYZ')
    m.link(g, 'Position', sp, 0)
    slope = []
    for k in (0, 1):                                       # a breath of air on the surface
        mp = m.node('Mapping')
        mp.inputs['Scale'].default_value = (.55, .5, 1)
        mp.inputs['Location'].default_value = (3.1 * k, 7.7 * k, 0)
        m.link(g, 'Position', mp, 'Vector')
        n = m.node('TexNoise', Scale=1.0, Detail=2)
        m.link(mp, 'Vector', n, 'Vector')
        slope.append(m.math('MULTIPLY', m.math('SUBTRACT', n.outputs['Fac'], .5), air))
    for x, y, radius, width, length, steep in rings:
        dx, dy = m.math('SUBTRACT', sp.outputs[0], x), m.math('SUBTRACT', sp.outputs[1], y)
        r = m.math('MAXIMUM', m.math('SQRT', m.math('ADD', m.math('POWER', dx, 2.0), m.math('POWER', dy, 2.0))), .001)
        q = m.math('SUBTRACT', r, radius)
        env = m.math('EXPONENT', m.math('MULTIPLY', m.math('POWER', q, 2.0), -1 / width ** 2))
        sl = m.math('MULTIPLY', m.math('MULTIPLY', m.math('SINE', m.math('MULTIPLY', q, 2 * pi / length)), env), steep)
        slope = [m.math('ADD', s, m.math('DIVIDE', m.math('MULTIPLY', sl, d), r)) for s, d in zip(slope, (dx, dy))]
    cb = m.node('CombineXYZ')
    for k in (0, 1):
        m.t.links.new(m.math('MULTIPLY', slope[k], -1.0), cb.inputs[k])
    cb.inputs[2].default_value = 1.0
    nn = m.node('VectorMath', {'operation': 'NORMALIZE'})
    m.link(cb, 'Vector', nn, 0)
    dt = m.node('VectorMath', {'operation': 'DOT_PRODUCT'})
    m.link(nn, 'Vector', dt, 0)
    m.link(g, 'Incoming', dt, 1)
    f = m.math('POWER', m.math('SUBTRACT', 1.0, dt.outputs['Value'], True), 3.2)
    f = m.math('MINIMUM', m.math('ADD', m.math('MULTIPLY', f, .85), .10), .74)
    below = m.node('Emission', Color=lin(deep), Strength=.10)
    gl = m.node('BsdfGlossy', Color=(.84, .93, .98))
    mp = m.node('Mapping')
    mp.inputs['Scale'].default_value = (.16, .75, 1)
    m.link(g, 'Position', mp, 'Vector')
    n = m.node('TexNoise', Scale=1.0, Detail=2)
    m.link(mp, 'Vector', n, 'Vector')
    m.t.links.new(m.math('ADD', m.math('MULTIPLY', m.ramp(n.outputs['Fac'], [(.42, 0.0), (.68, 1.0)]), .035), .020), gl.inputs['Roughness'])
    m.link(nn, 'Vector', gl, 'Normal')
    mx = m.node('MixShader')
    m.t.links.new(f, mx.inputs[0])
    m.link(below, 'Emission', mx, 1)
    m.link(gl, 'BSDF', mx, 2)
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
    return co, -no if (no * (co - co.mean(0))).sum(1).mean() < 0 else no


def ball(cuts=3):
    bm = bmesh.new()
    bmesh.ops.create_icosphere(bm, subdivisions=cuts, radius=1)
    v = np.array([x.co[:] for x in bm.verts])
    f = np.array([[x.index for x in p.verts] for p in bm.faces])
    bm.free()
    return v, f


def strew(name, shape, at, facing, sizes, mat, seed=0, spin=True, smooth=True):
    """One small shape, laid many times: its z along `facing`, turned at random."""
    rng = np.random.default_rng(seed)
    v, f = shape
    V, F = [], []
    for k, (p, n, s) in enumerate(zip(at, facing, sizes)):
        z = Vector(n).normalized()
        x = z.orthogonal().normalized()
        if spin:
            x = Matrix.Rotation(rng.uniform(0, 2 * pi), 3, z) @ x
        V.append(v * s @ np.array([x, z.cross(x), z]) + p)
        F.append(f + k * len(v))
    return mesh(name, np.vstack(V), np.vstack(F), mat, smooth=smooth)


def strand(name, path, radius, mat, n=60, nv=14):
    """A thin line of round section along control points; `radius` runs from its start to its end."""
    C = smooth_path(path, n)
    r = np.linspace(*radius, n)
    return loft(name, np.c_[C, r, r], mat, n, nv, up=(.31, .95, .03))
