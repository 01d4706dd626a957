"""A picture for each treatment, in the hero's room.  --variant SLUG"""
import glob, importlib, os, sys
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
from stage import *

scenes = {}
for part in sorted(glob.glob(os.path.join(here, 'treatments_*.py'))):
    scenes.update(importlib.import_module(os.path.basename(part)[:-3]).scenes)
slug = OPT['variant']
if slug not in scenes:
    sys.exit('--variant must be one of: ' + ', '.join(sorted(scenes)))
reset()
cycles = bpy.context.scene.cycles
cycles.adaptive_min_samples = 8        # the plain wall behind needs no more
cycles.adaptive_threshold = .03
world((.5, .66, .74), .10)
render('treatment-' + slug, W, H, **scenes[slug]())
