import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { focusIfLost } from "../focus-target.ts";
import { goToField } from "../navigation.ts";
import { type Spot, useEditorState } from "../state.ts";

/** A view that replaces preview and form, with one heading for the situation and one decision. */
export function Sheet({
  title,
  lede,
  positive = false,
  children,
}: {
  title: ReactNode;
  lede: ReactNode;
  positive?: boolean;
  children: ReactNode;
}) {
  const sheet = useRef<HTMLElement>(null);
  const errorMessage = useEditorState((state) => state.errorMessage);
  const situation = typeof title === "string" ? title : "";
  // A phone shows the new heading only when it scrolls up to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls whenever the heading says something new
  useEffect(() => {
    sheet.current?.scrollTo(0, 0);
    scrollTo(0, 0);
    focusIfLost();
  }, [situation]);
  return (
    <main
      ref={sheet}
      className={positive ? "sheet window-light" : "sheet"}
      id="words"
      tabIndex={-1}
      aria-labelledby="situation"
    >
      <div className="sheet__in">
        <h1 id="situation">{title}</h1>
        <div className="lede">{lede}</div>
        {errorMessage && (
          <div className="bad" role="alert">
            <Icon shape={icons.warning} />
            <p>{errorMessage}</p>
          </div>
        )}
        {children}
      </div>
    </main>
  );
}

/** Shows the old and the new value, or the change's own sentence when it has one. */
export function ChangeText({
  before,
  after,
  words,
  verb,
}: {
  before: string;
  after: string;
  words?: string | undefined;
  verb: string;
}) {
  if (words) return <p>{words}</p>;
  const hasBefore = before && before !== "nothing";
  const hasAfter = after && after !== "nothing";
  return (
    <p>
      {hasBefore && <del>{before}</del>} {hasBefore && hasAfter ? verb : hasBefore ? "is removed" : ""}{" "}
      {hasAfter && <ins>{after}</ins>}
    </p>
  );
}

export const Meter = ({ value, max, label }: { value: number; max: number; label: string }) => (
  <div
    className="meter"
    role="progressbar"
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={max}
    aria-label={label}
  >
    <i style={{ width: `${max ? (100 * value) / max : 100}%` }} />
  </div>
);

/** A line of a list with the place it is about, and a button that goes there. */
export function PlaceLine({
  place,
  action,
  children,
}: {
  place: Spot & { title: string; label: string };
  action: string;
  children: ReactNode;
}) {
  const { title, label } = place;
  return (
    <li>
      <div>
        <p>
          <b>{title}</b>, {label}
        </p>
        {children}
      </div>
      <button className="text-button" type="button" onClick={() => goToField(place)}>
        {action}
        <span className="sr-only">
          : {title}, {label}
        </span>
      </button>
    </li>
  );
}
