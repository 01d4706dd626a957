import { useContext, useEffect, useRef, useState } from "react";
import { Icon } from "../icon.tsx";
import { make } from "../saving.ts";
import { change, now, useValue } from "../state.ts";
import { inWords, lower } from "../words.ts";
import { inside, type Placed } from "./any.tsx";
import { useDragging } from "./dragging.ts";
import { controlName, Headed, Mistakes, Spoken, useProblems } from "./frame.tsx";
import { Row } from "./row.tsx";
import { nameOf } from "./row-name.ts";

/** Rows with a grip, up, down and take out; every move is spoken, and focus stays with what was moved. */
export function ListField({ spot, field }: Placed) {
  const value = useValue(spot);
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const spoken = useContext(Spoken);
  const headed = useContext(Headed) === spot.path;
  const problems = useProblems(spot, true);
  const list = useRef<HTMLOListElement>(null);
  const [order, setOrder] = useState<number[] | null>(null);
  const one = lower(field.one ?? "line");
  const { item, max, min = 0 } = field;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn ahead is dropped when the words arrive
  useEffect(() => setOrder(null), [value]);

  const move = async (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    const name = nameOf(items[from]) || `${one} ${from + 1}`;
    const place = placeIn(list.current?.children[from]);
    await make(spot.file, [{ do: "move", path: spot.path, from, to }], `${field.label}: ${name} moved`, spot);
    focusIn(list.current?.children[to], place);
    change({ spoken: `${name}, now ${one} ${to + 1} of ${items.length}` });
  };
  const take = async (at: number) => {
    if (items.length <= min) return say(`${inWords(min)} is the least this place can show.`);
    const name = nameOf(items[at]) || `${one} ${at + 1}`;
    const place = placeIn(list.current?.children[at]);
    await make(spot.file, [{ do: "take", path: spot.path, at }], `${field.label}: ${name} taken out`, spot);
    focusIn(list.current?.children[at] ?? list.current?.children[at - 1], place);
    change({ spoken: `${name} was taken out. Undo brings it back.` });
  };
  const add = async () => {
    if (full) return say(`${inWords(max ?? 0)} is the most the page can show.`);
    const at = items.length;
    const spotOfNew = inside(spot, at);
    await make(
      spot.file,
      [{ do: "add", path: spot.path, at, value: field.fresh ?? "" }],
      `${field.label}: ${one} added`,
      spotOfNew,
    );
    change({ target: spotOfNew, spoken: `A new ${one}, ${at + 1} of ${at + 1}` });
  };
  const full = max !== undefined && items.length >= max;
  const dragging = useDragging(list, setOrder, move);
  const shown = order ?? items.map((_, at) => at);
  if (!item) return null;

  return (
    <div className={spoken ? "field field--row" : "field field--list"} data-path={controlName(spot)}>
      {!headed && !spoken && (
        <div className="field__top">
          <span className="label">{field.label}</span>
          {field.optional && <span className="opt">(optional)</span>}
        </div>
      )}
      {!headed && field.note && <p className="note">{field.note}</p>}
      <ol className="rows" ref={list} aria-label={field.label}>
        {shown.map((at, place) => (
          <Row
            key={at}
            spot={inside(spot, at)}
            item={item}
            name={`${one.charAt(0).toUpperCase()}${one.slice(1)} ${place + 1}`}
            one={one}
            at={place}
            count={items.length}
            dragged={dragging.from === at}
            grab={(event) => dragging.grab(event, at, items.length)}
            move={(step) => move(at, at + step)}
            take={() => take(at)}
          />
        ))}
      </ol>
      <div className="add line">
        <button
          className="button button--line button--small"
          type="button"
          aria-disabled={full || undefined}
          onClick={add}
        >
          <Icon name="add" />
          Add {/^[aeiou]/.test(one) ? "an" : "a"} {one}
        </button>
        {full && <span className="small soft">{inWords(max ?? 0)} is the most the page can show.</span>}
      </div>
      <Mistakes id={`${controlName(spot)}-bad`} problems={problems} alert />
    </div>
  );
}

const say = (words: string) => change({ refused: words, spoken: words, lit: now().lit });

const focusable = "button, input, select, textarea, [contenteditable=true]";

function placeIn(row: Element | undefined): number {
  return row ? [...row.querySelectorAll(focusable)].indexOf(document.activeElement as Element) : -1;
}

/** The same control of the row that is now there. */
function focusIn(row: Element | undefined, place: number) {
  const found = row?.querySelectorAll<HTMLElement>(focusable);
  (found?.[Math.max(0, place)] ?? found?.[0])?.focus();
}
