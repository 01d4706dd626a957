#!/usr/bin/env python3
"""All path and treatment pictures on one sheet, to look at side by side: docs/pictures-sheet.webp"""
import glob, os
import cv2
import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
files = [f for kind in ('path', 'treatment') for f in sorted(glob.glob(os.path.join(ROOT, 'content/images/%s-*.webp' % kind)))]
w, h, gap, columns = 336, 252, 8, 4
rows = -(-len(files) // columns)
sheet = np.full((rows * (h + gap) + gap, columns * (w + gap) + gap, 3), (245, 246, 244), np.uint8)
for i, f in enumerate(files):
    y, x = gap + i // columns * (h + gap), gap + i % columns * (w + gap)
    sheet[y:y + h, x:x + w] = cv2.resize(cv2.imread(f), (w, h), interpolation=cv2.INTER_AREA)
cv2.imwrite(os.path.join(ROOT, 'docs/pictures-sheet.webp'), sheet, [cv2.IMWRITE_WEBP_QUALITY, 82])
print(len(files), 'pictures')
