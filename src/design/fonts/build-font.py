# Builds the one web font: Commissioner (OFL), Latin, weight 200-650, flare 0-100,
# plus a stylistic set (ss01) that shows a hyphen as an en dash.
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer
from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
import os, sys
# Run from the project's root: python3 src/design/fonts/build-font.py ARIAL-LIKE.ttf SOURCE.woff2 (Debian: python3-fonttools, python3-brotli)
# SOURCE is files/commissioner-latin-flar-normal.woff2 of the npm package @fontsource-variable/commissioner 5.3.0.
# The TTF holds the same font unpacked, for the drawings of the build.
out='src/design/fonts/font.woff2'
src=sys.argv[2]
f=TTFont(src)
gsub=f['GSUB'].table
print('features',sorted({r.FeatureTag for r in gsub.FeatureList.FeatureRecord}))
f=instancer.instantiateVariableFont(f,{'wght':(200,400,650)})
cmap=f.getBestCmap()
chars=[c for c in range(0x20,0x7f)]+[0xa0,0xa9,0xae,0xb0,0xb7,0xbd,0xd7]+[ord(c) for c in 'ÀÂÄÅÇÈÉÊËÎÏÔÖÙÛÜàâäåçèéêëîïôöùûüÿñø–—‘’“”•…→←↓↑™−']
print('missing',[chr(c) for c in chars if c not in cmap])
o=subset.Options(); o.layout_features=['kern','liga','calt','ccmp','locl','mark','mkmk','tnum','case','lnum']; o.flavor='woff2'; o.hinting=False; o.desubroutinize=True; o.notdef_outline=True; o.name_IDs=[0,1,2,3,4,5,6,13,14,16,17]
s=subset.Subsetter(o); s.populate(unicodes=[c for c in chars if c in cmap]); s.subset(f)
go=f.getGlyphOrder(); cm=f.getBestCmap()
dig=' '.join(cm[ord(d)] for d in '0123456789')
print('gsub after',[r.FeatureTag for r in f['GSUB'].table.FeatureList.FeatureRecord] if 'GSUB' in f else None)
# append ss01 by hand through a fresh feature file merged into existing GSUB
from fontTools.ttLib.tables import otTables as ot
import copy
base=f['GSUB'] if 'GSUB' in f else None
g2=TTFont(); 
tmp=copy.deepcopy(f)
addOpenTypeFeaturesFromString(tmp, f"languagesystem DFLT dflt; languagesystem latn dflt; feature ss01 {{ sub {cm[0x2d]} by {cm[0x2013]}; }} ss01;",tables=['GSUB'])
if base is None:
    f['GSUB']=tmp['GSUB']
else:
    new=tmp['GSUB'].table; old=base.table; off=len(old.LookupList.Lookup)
    for l in new.LookupList.Lookup:
        for st in l.SubTable:
            for rec in getattr(st,'SubstLookupRecord',[]) or []: rec.LookupListIndex+=off
            for attr in ('ChainSubRuleSet','ChainSubClassSet'):
                for rs in getattr(st,attr,[]) or []:
                    if rs is None: continue
                    for r in getattr(rs,'ChainSubRule',None) or getattr(rs,'ChainSubClassRule',None) or []:
                        for rec in r.SubstLookupRecord: rec.LookupListIndex+=off
        old.LookupList.Lookup.append(l)
    old.LookupList.LookupCount=len(old.LookupList.Lookup)
    fr=[r for r in new.FeatureList.FeatureRecord if r.FeatureTag=='ss01'][0]
    fr.Feature.LookupListIndex=[i+off for i in fr.Feature.LookupListIndex]
    old.FeatureList.FeatureRecord.append(fr); idx=len(old.FeatureList.FeatureRecord)-1
    old.FeatureList.FeatureCount=idx+1
    for sr in old.ScriptList.ScriptRecord:
        for ls in [sr.Script.DefaultLangSys]+[l.LangSys for l in sr.Script.LangSysRecord]:
            if ls: ls.FeatureIndex.append(idx); ls.FeatureCount=len(ls.FeatureIndex)
# Draw the arrows the upstream font lacks (static outlines, text weight).
from fontTools.pens.ttGlyphPen import TTGlyphPen
def arrow(flip):
    W=2000; t=80; y=500; pen=TTGlyphPen(None)
    def poly(pts):
        if flip: pts=[(W-x,yy) for x,yy in pts][::-1]
        pen.moveTo(pts[0]); [pen.lineTo(p) for p in pts[1:]]; pen.closePath()
    poly([(170,y-t),(170,y+t),(1720,y+t),(1720,y-t)])
    d=500; k=int(t*1.4142)
    tip=1830
    poly([(tip,y),(tip-d,y+d),(tip-d-k,y+d-k),(tip-2*k,y),(tip-d-k,y-d+k),(tip-d,y-d)][::-1])
    return pen.glyph(),W
order=f.getGlyphOrder()
for name,cp,flip in (('arrowright',0x2192,False),('arrowleft',0x2190,True)):
    g,W=arrow(flip); f['glyf'][name]=g; f['hmtx'][name]=(W,170); f['gvar'].variations[name]=[]
    for t in f['cmap'].tables:
        if t.isUnicode(): t.cmap[cp]=name
if 'HVAR' in f: del f['HVAR']
f.flavor='woff2'
f.save(out)
f.flavor=None
f.save(out.replace('.woff2','.ttf'))
print('size',os.path.getsize(out), len(f.getGlyphOrder()), [(a.axisTag,a.minValue,a.defaultValue,a.maxValue) for a in f['fvar'].axes])
# fallback metrics against Arial (Liberation Sans has the same widths)
freq=dict(zip('etaoinshrdlcumwfgypbvk ', [12.7,9.1,8.2,7.5,7,6.7,6.3,6.1,6,4.3,4,2.8,2.8,2.4,2.4,2.2,2,2,1.9,1.5,1,.8,19]))
def avg(t):
    c=t.getBestCmap(); return sum(t['hmtx'][c[ord(k)]][0]*v for k,v in freq.items())/sum(freq.values())/t['head'].unitsPerEm
ar=TTFont(sys.argv[1])  # a font with Arial's widths, to print fallback metrics
full=TTFont(out)
h=full['hhea'];u=full['head'].unitsPerEm
print('upm',u,'asc',h.ascent/u,'desc',h.descent/u,'gap',h.lineGap/u, 'xh',full['OS/2'].sxHeight/u,'cap',full['OS/2'].sCapHeight/u)
for nm,loc in {'text':{'wght':400,'FLAR':0},'display':{'wght':250,'FLAR':100}}.items():
    i=instancer.instantiateVariableFont(TTFont(out),loc)
    r=avg(i)/avg(ar); print(nm,'size-adjust %.2f%%'%(r*100),'asc %.2f%% desc %.2f%%'%(h.ascent/u/r*100,-h.descent/u/r*100))
