import styles from "./suitability.module.css";

export const verdicts = ["Yes", "Ask first", "Not here"] as const;
export type Verdict = (typeof verdicts)[number];

/** The class that gives a verdict its mark. The marks differ in shape, so that nobody has to tell them apart by colour. */
export const verdictMark: Record<Verdict, string | undefined> = {
  Yes: styles.yes,
  "Ask first": styles.ask,
  "Not here": styles.no,
};

export const VerdictWord = ({ verdict }: { verdict: Verdict }) => (
  <span className={verdictMark[verdict]}>{verdict}</span>
);
