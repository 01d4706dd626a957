import type { ReactNode } from "react";

/** A sheet takes page and form together: one heading that says how things stand, and one decision. */
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
  return (
    <main className={positive ? "sheet cast" : "sheet"} id="words" tabIndex={-1}>
      <div className="sheet__in">
        <h1>{title}</h1>
        <div className="lede">{lede}</div>
        {children}
      </div>
    </main>
  );
}

/** What became what. Words that say it better come first. */
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
      {hasBefore && <del>{before}</del>} {hasBefore && hasAfter ? verb : hasBefore ? "is taken out" : ""}{" "}
      {hasAfter && <ins>{after}</ins>}
    </p>
  );
}
