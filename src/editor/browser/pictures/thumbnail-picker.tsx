import type { Picture } from "../../api/api-types.ts";
import { Button } from "../parts.tsx";

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
