import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { Picture } from "../../api/api-types.ts";
import { Button, followPointer } from "../parts.tsx";

interface FocalPointPickerProps {
  source: string;
  /** Width divided by height, of the picture and of the space on the page (`slotRatio`). */
  ratio: number;
  slotRatio: number;
  focus: [number, number];
  onChange: (focus: [number, number]) => void;
}

const phoneRatio = 1 / 1.04;

/** The picture with the crop of each screen, and a ring to move the focal point. */
export function FocalPointPicker({ source, ratio, slotRatio, focus: [x, y], onChange }: FocalPointPickerProps) {
  const photo = useRef<HTMLDivElement>(null);
  const set = (across: number, down: number) => onChange([clamp(across), clamp(down)]);
  const drag = (event: PointerEvent) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    followPointer(({ clientX, clientY }) => {
      const box = photo.current?.getBoundingClientRect();
      if (box) set((100 * (clientX - box.left)) / box.width, (100 * (clientY - box.top)) / box.height);
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1;
    const across = { ArrowLeft: -step, ArrowRight: step }[event.key] ?? 0;
    const down = { ArrowUp: -step, ArrowDown: step }[event.key] ?? 0;
    if (!across && !down) return;
    event.preventDefault();
    set(x + across, y + down);
  };
  const crops = [
    { name: "Computer", shape: slotRatio, className: "crop-outline" },
    { name: "Phone", shape: phoneRatio, className: "crop-outline crop-outline--phone" },
  ];
  return (
    <div className="picture-crops">
      <div
        className="photo"
        ref={photo}
        style={{ aspectRatio: ratio, width: `min(100%, calc(var(--photo-height) * ${ratio}))` }}
      >
        <img src={source} alt="All of it, uncropped" />
        {crops.map(({ name, shape, className }) => (
          <div key={name} className={className} style={cropBox(ratio, shape, x, y)}>
            <span>{name}</span>
          </div>
        ))}
        <button
          className="focal-point"
          type="button"
          style={{ left: `${x}%`, top: `${y}%` }}
          aria-label={`Focal point: ${x} across, ${y} down. Arrow keys move it, Shift for larger steps.`}
          onPointerDown={drag}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className="note">
        Drag the ring<span className="with-mouse">, or move it with the arrow keys</span>. Each outline is what that
        screen shows, and the ring stays in sight in every shape. {x}&nbsp;across, {y}&nbsp;down.
      </p>
      <Button look="text" onClick={() => onChange([50, 50])}>
        Put the ring in the middle
      </Button>
    </div>
  );
}

const clamp = (value: number) => Math.round(Math.min(100, Math.max(0, value)));

/** The part of the picture that `object-fit: cover` shows with this focal point. */
function cropBox(ratio: number, shape: number, x: number, y: number) {
  const width = shape < ratio ? (100 * shape) / ratio : 100;
  const height = shape < ratio ? 100 : (100 * ratio) / shape;
  return {
    left: `${((100 - width) * x) / 100}%`,
    top: `${((100 - height) * y) / 100}%`,
    width: `${width}%`,
    height: `${height}%`,
  };
}

interface ThumbnailPickerProps {
  source: string;
  /** Width divided by height, of the picture. */
  ratio: number;
  /** The centre and the width of what it shows, in percent. */
  detail: NonNullable<Picture["thumbnail"]>;
  ring: [number, number];
  onChange: (detail: NonNullable<Picture["thumbnail"]>) => void;
}

/** The small picture in the list of treatments, at its own size: how much it shows, and around which point. */
export function ThumbnailPicker({ source, ratio, detail, ring, onChange }: ThumbnailPickerProps) {
  const [x, y, chosen] = detail;
  const width = Math.min(chosen, 400 / 3 / ratio);
  const height = (width * ratio * 3) / 4;
  const start = (centre: number, size: number) => Math.min(100 - size, Math.max(0, centre - size / 2));
  const box = {
    width: `${10_000 / width}%`,
    left: `${(-100 * start(x, width)) / width}%`,
    top: `${(-100 * start(y, height)) / height}%`,
  };
  return (
    <section className="group" aria-label="In the list">
      <h2>Small, in the list</h2>
      <div className="field picture-line">
        <div className="thumbnail">
          <img src={source} alt="" style={box} />
        </div>
        <div>
          <label className="label" htmlFor="detail">
            How much of it: {chosen} %
          </label>
          <input
            id="detail"
            type="range"
            min={10}
            max={100}
            step={5}
            value={chosen}
            onChange={(event) => onChange([x, y, Number(event.target.value)])}
          />
          <Button look="text" onClick={() => onChange([...ring, chosen])}>
            Centre it on the ring
          </Button>
        </div>
      </div>
    </section>
  );
}
