import type { ReactNode } from "react";

/** A sheet takes page and form together: one heading that says how things stand, and one decision. */
export function Sheet({
  title,
  lede,
  calm = false,
  children,
}: {
  title: ReactNode;
  lede: ReactNode;
  calm?: boolean;
  children: ReactNode;
}) {
  return (
    <main className={calm ? "sheet cast" : "sheet"} id="words" tabIndex={-1}>
      <div className="sheet__in">
        <h1>{title}</h1>
        <div className="lede">{lede}</div>
        {children}
      </div>
    </main>
  );
}

/** What became what. Words that say it better come first. */
export function Became({
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
  const stood = before && before !== "nothing";
  const stands = after && after !== "nothing";
  return (
    <p>
      {stood && <del>{before}</del>} {stood && stands ? verb : stood ? "is taken out" : ""}{" "}
      {stands && <ins>{after}</ins>}
    </p>
  );
}
