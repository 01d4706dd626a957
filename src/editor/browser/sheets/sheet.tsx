import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Change } from "../../api/api-types.ts";
import { formatTime } from "../format.ts";
import { focusIfLost } from "../navigation.ts";
import { Notice } from "../parts.tsx";
import { useEditorState } from "../state.ts";

interface SheetProps {
  title: string;
  lede: string;
  /** Set where the lede says what has just happened. */
  role?: "status" | "alert";
  positive?: boolean;
  /** The box beside the content. */
  aside?: ReactNode;
  children?: ReactNode;
}

/** A view that replaces preview and form, with one heading for the situation and one decision. */
export function Sheet({ title, lede, role, positive = false, aside, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null);
  const { errorMessage } = useEditorState();
  // A phone shows the new heading only when it scrolls up to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it scrolls whenever the heading says something new
  useEffect(() => {
    sheet.current?.scrollTo(0, 0);
    scrollTo(0, 0);
    focusIfLost();
  }, [title]);
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
        {errorMessage && <Notice role="alert" message={errorMessage} />}
        {aside ? (
          <div className="split">
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

/** What the server answers, asked again whenever the key is another. */
export function useAnswer<T>(read: () => Promise<T>, key: unknown) {
  const [answer, setAnswer] = useState<T | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when the answer is another
  useEffect(() => {
    read().then(setAnswer);
  }, [key]);
  return answer;
}

/** When and where something changed, with the old and the new value, or the change's own sentence when it has one. */
export function ChangeText({ change, verb }: { change: Change; verb: string }) {
  const { at, title, label, elsewhere, before, after, words } = change;
  const [hasBefore, hasAfter] = [hasText(before), hasText(after)];
  return (
    <>
      <time dateTime={at}>{formatTime(at)}</time>
      <div>
        <p>
          <b>{title}:</b> {label}
          {elsewhere && <span className="soft"> (outside this window)</span>}
        </p>
        {words ? (
          <p>{words}</p>
        ) : (
          <p>
            {hasBefore && <del>{before}</del>} {hasBefore && hasAfter ? verb : hasBefore ? "is removed" : ""}{" "}
            {hasAfter && <ins>{after}</ins>}
          </p>
        )}
      </div>
    </>
  );
}

const hasText = (words: string) => words !== "" && words !== "nothing";

/** The box beside a list, with the decision. */
export const Aside = ({ title, children }: { title: string; children: ReactNode }) => (
  <aside className="aside" aria-labelledby="decision">
    <h2 id="decision">{title}</h2>
    {children}
  </aside>
);
