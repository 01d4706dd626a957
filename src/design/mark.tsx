/**
 * How the content draws the studio's mark: lines, perhaps with a shape of light, one filled outline, or the address of its
 * own logo, which may follow the colour of the words.
 */
export type MarkShape =
  | { strokes: string; light?: string | undefined }
  | { outline: string }
  | { logo: string; width: number; height: number; viewBox?: string };

const gradientId = "mark-light";

/** A page that shows the mark also holds one MarkGradient. */
export function Mark({ mark }: { mark: MarkShape }) {
  if ("logo" in mark) {
    const { logo, ...size } = mark;
    if (!size.viewBox) return <img src={logo} width={size.width} height={size.height} alt="" />;
    return (
      <svg {...size} aria-hidden="true">
        <use href={logo} />
      </svg>
    );
  }
  return (
    <svg viewBox="0 0 28 28" fill="none" aria-hidden="true">
      {"outline" in mark ? (
        <path d={mark.outline} fill="currentColor" />
      ) : (
        <>
          {mark.light && <path d={mark.light} fill={`url(#${gradientId})`} />}
          <path d={mark.strokes} stroke="currentColor" strokeWidth="1.4" strokeLinejoin="bevel" />
        </>
      )}
    </svg>
  );
}

/** The light in the mark, defined once for every place of a page where the mark is drawn. */
export function MarkGradient() {
  return (
    <svg className="mark-gradient" width="0" height="0" aria-hidden="true">
      <linearGradient id={gradientId} x1="0" x2="1">
        <stop stopOpacity=".95" />
        <stop offset="1" stopOpacity="0" />
      </linearGradient>
    </svg>
  );
}
