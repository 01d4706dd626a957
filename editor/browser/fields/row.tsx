import { type KeyboardEvent, type PointerEvent, useState } from "react";
import type { Field } from "../../shapes.ts";
import { Icon } from "../icon.tsx";
import { within } from "../saving.ts";
import { type Spot, useEditor, useValue } from "../state.ts";
import { AnyField, inside } from "./any.tsx";
import { Spoken, useProblems } from "./frame.tsx";
import { nameOf } from "./row-name.ts";

interface Rowed {
  spot: Spot;
  item: Field;
  /** "Step 1" */
  name: string;
  one: string;
  at: number;
  count: number;
  dragged: boolean;
  grab: (event: PointerEvent) => void;
  move: (step: 1 | -1) => void;
  take: () => void;
}

const short = new Set(["text", "prose", "fact", "phone", "email", "link"]);
/** Small enough to stand beside each other: days, and from when to when. */
const small = new Set(["choice", "time", "date", "number", "yes-no"]);

export function Row(row: Rowed) {
  const { spot, item, name, at, dragged, grab, move, take } = row;
  const keys = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || !step) return;
    event.preventDefault();
    event.stopPropagation();
    move(step);
  };
  const fields = item.fields ?? [];
  const pair = fields.length === 2 && fields.every(({ kind }) => short.has(kind));
  return (
    <li className={dragged ? "dragging" : ""} onKeyDown={keys}>
      <button
        className="grip"
        type="button"
        aria-label={`Drag ${name.toLowerCase()}, or use Alt and the arrow keys`}
        onPointerDown={grab}
        onKeyDown={(event) => {
          if (event.key === "Delete") take();
        }}
      >
        <Icon name="grip" />
      </button>
      {fields.length > 0 && fields.length < 4 && fields.every(({ kind }) => small.has(kind)) ? (
        <div className="wide small-fields">
          <Spoken value={name}>
            {fields.map((inner) => (
              <AnyField key={inner.key} spot={inside(spot, inner.key)} field={inner} />
            ))}
          </Spoken>
          <Acts {...row} />
        </div>
      ) : item.kind === "group" && !pair ? (
        <Folded row={row} />
      ) : (
        <div className="wide">
          <div className="name">
            <Spoken value={name}>
              <AnyField
                spot={pair ? inside(spot, fields[0]?.key ?? "") : spot}
                field={pair && fields[0] ? fields[0] : { ...item, key: "" }}
              />
            </Spoken>
            <Acts {...row} />
          </div>
          {pair && fields[1] && (
            <Spoken value={name}>
              <AnyField spot={inside(spot, fields[1].key)} field={fields[1]} />
            </Spoken>
          )}
        </div>
      )}
      <span className="vh">{at + 1}</span>
    </li>
  );
}

/** An entry of many fields shows its name, and the rest when she opens it or is led there. */
function Folded({ row }: { row: Rowed }) {
  const { spot, item, name, count } = row;
  const value = useValue(spot);
  const led = useEditor(({ target }) => target?.file === spot.file && within(spot.path, target.path));
  const mending = useProblems(spot).length > 0;
  const [open, setOpen] = useState(count <= 3 && (item.fields?.length ?? 0) <= 4);
  if (led && !open) setOpen(true);
  return (
    <div className="wide">
      <div className="name">
        <button className="fold" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name="turn" className="turn" />
          <span>{nameOf(value) || name}</span>
          {mending && (
            <span className="n">
              <Icon name="mend" />
              <span className="vh">has something to mend</span>
            </span>
          )}
        </button>
        <Acts {...row} />
      </div>
      {open && (
        <div className="folded">
          <Spoken value={null}>
            {item.fields?.map((inner) => (
              <AnyField key={inner.key || inner.label} spot={inside(spot, inner.key)} field={inner} />
            ))}
          </Spoken>
        </div>
      )}
    </div>
  );
}

const Acts = ({ name, at, count, move, take }: Rowed) => (
  <div className="acts acts--3">
    <button
      className="icon-button"
      type="button"
      aria-label={`Move ${name.toLowerCase()} up`}
      aria-disabled={at === 0 || undefined}
      onClick={() => move(-1)}
    >
      <Icon name="up" />
    </button>
    <button
      className="icon-button"
      type="button"
      aria-label={`Move ${name.toLowerCase()} down`}
      aria-disabled={at === count - 1 || undefined}
      onClick={() => move(1)}
    >
      <Icon name="down" />
    </button>
    <button className="icon-button" type="button" aria-label={`Take ${name.toLowerCase()} out`} onClick={take}>
      <Icon name="out" />
    </button>
  </div>
);
