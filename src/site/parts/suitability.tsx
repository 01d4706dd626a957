import type { verdicts } from "../../content/schemas/treatment-schema.ts";
import styles from "./suitability.module.css";

export type Verdict = (typeof verdicts)[number];

/** The class that gives a verdict its mark. The marks differ in shape, so that nobody has to tell them apart by colour. */
export const verdictMark: Record<Verdict, string | undefined> = {
  Yes: styles.yes,
  "Ask first": styles.ask,
  "Not here": styles.no,
};

/** The class for another place that draws such a mark. */
export const { marked } = styles;
