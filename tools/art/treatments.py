"""A picture for each treatment, in its path's light.  --variant SLUG"""
import os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from stage import *
import treatments_acne, treatments_healing, treatments_heat, treatments_renewal

scenes = {}
for part in (treatments_acne, treatments_healing, treatments_heat, treatments_renewal):
    scenes.update(part.scenes)
slug = OPT['variant']
if slug not in scenes:
    sys.exit('--variant must be one of: ' + ', '.join(sorted(scenes)))
reset()
cycles = bpy.context.scene.cycles
cycles.adaptive_min_samples = 8        # the plain wall behind needs no more
cycles.adaptive_threshold = .03
world((.5, .66, .74), .10)
render('treatment-' + slug, W, H, **scenes[slug]())
