import { type ReactNode, useEffect, useRef } from "react";
import type { Change } from "../../api/api-types.ts";
import { focusIfLost } from "../focus-target.ts";
import { goToField } from "../navigation.ts";
import { Button, ErrorMessage } from "../parts.tsx";
import { type FieldAddress, useEditorState } from "../state.ts";

interface SheetProps {
  title: ReactNode;
  lede: ReactNode;
  /** Set where the lede says what has just happened. */
  role?: "status" | "alert";
  positive?: boolean;
  /** The box beside the content, and where the two begin. */
  aside?: ReactNode;
  split?: string;
  children?: ReactNode;
}

/** A view that replaces preview and form, with one heading for the situation and one decision. */
export function Sheet({ title, lede, role, positive = false, aside, split = "split", children }: SheetProps) {
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
      className={positive ? "sheet room window-light" : "sheet room"}
      id="words"
      tabIndex={-1}
      aria-labelledby="situation"
    >
      <div className="sheet__in">
        <h1 id="situation">{title}</h1>
        <p className="lede" role={role}>
          {lede}
        </p>
        {errorMessage && <ErrorMessage role="alert" message={errorMessage} />}
        {aside ? (
          <div className={split}>
            <div>{children}</div>
            {aside}
          </div>
        ) : (
          children
        )}
      </div>
    </main>
  );
}

/** Shows the old and the new value, or the change's own sentence when it has one. */
export function ChangeText({ change: { before, after, words }, verb }: { change: Change; verb: string }) {
  if (words) return <p>{words}</p>;
  const [hasBefore, hasAfter] = [hasText(before), hasText(after)];
  return (
    <p>
      {hasBefore && <del>{before}</del>} {hasBefore && hasAfter ? verb : hasBefore ? "is removed" : ""}{" "}
      {hasAfter && <ins>{after}</ins>}
    </p>
  );
}

export const hasText = (words: string) => words !== "" && words !== "nothing";

/** The box beside a list, with the decision. */
export const Aside = ({ title, above, children }: { title: ReactNode; above?: ReactNode; children: ReactNode }) => (
  <aside className="aside" aria-labelledby="decision">
    {above}
    <h2 id="decision">{title}</h2>
    {children}
  </aside>
);

interface PlaceLineProps {
  place: FieldAddress & { title: string; label: string };
  action: string;
  children: ReactNode;
}

/** A line of a list with the place it is about, and a button that goes there. */
export function PlaceLine({ place, action, children }: PlaceLineProps) {
  const { title, label } = place;
  return (
    <li>
      <div>
        <p>
          <b>{title}</b>, {label}
        </p>
        {children}
      </div>
      <Button look="text" about={`${title}, ${label}`} onClick={() => goToField(place)}>
        {action}
      </Button>
    </li>
  );
}
