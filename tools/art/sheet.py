#!/usr/bin/env python3
"""Two sheets, to judge the pictures side by side: docs/pictures-sheet.webp shows all paths and treatments, and
docs/thumbnails-sheet.webp the treatments as the list shows them, 96 by 72 pixels each."""
import glob, os, re
import cv2
import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
find = lambda kind: sorted(glob.glob(os.path.join(ROOT, 'content/images/%s-*.webp' % kind)))


def details():
    """The detail that each picture's entry names, as images.yaml has it."""
    name, found = '', {}
    for line in open(os.path.join(ROOT, 'content/images/images.yaml')):
        if re.match(r'\S+:', line):
            name = line.split(':')[0]
        elif line.strip().startswith('thumbnail:'):
            found[name] = [float(v) for v in re.findall(r'[\d.]+', line)]
    return found


def cut(picture, detail):
    """As detailBox in src/content/pictures/pictures.ts."""
    H, W = picture.shape[:2]
    x, y, percent = detail
    w = round(min(W * percent / 100, H * 4 / 3))
    h = min(H, round(w * 3 / 4))
    left, top = (round(min(whole - size, max(0, whole * at / 100 - size / 2))) for at, size, whole in ((x, w, W), (y, h, H)))
    return picture[top:top + h, left:left + w]


def sheet(file, pictures, w, h, gap, columns):
    rows = -(-len(pictures) // columns)
    page = np.full((rows * (h + gap) + gap, columns * (w + gap) + gap, 3), (245, 246, 244), np.uint8)
    for i, picture in enumerate(pictures):
        y, x = gap + i // columns * (h + gap), gap + i % columns * (w + gap)
        page[y:y + h, x:x + w] = cv2.resize(picture, (w, h), interpolation=cv2.INTER_AREA)
    cv2.imwrite(os.path.join(ROOT, file), page, [cv2.IMWRITE_WEBP_QUALITY, 90 if w < 100 else 82])
    print(len(pictures), 'pictures on', file)


treatments, crops = find('treatment'), details()
sheet('docs/pictures-sheet.webp', [cv2.imread(f) for f in find('path') + treatments], 336, 252, 8, 4)
sheet('docs/thumbnails-sheet.webp', [cut(cv2.imread(f), crops.get(os.path.basename(f)[:-5], (50, 50, 100))) for f in treatments], 96, 72, 8, 5)
