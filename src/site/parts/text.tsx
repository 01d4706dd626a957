import styles from "./layout.module.css";

/** Matches a number range such as 15-60 or 630-660nm with the days it is about, but no part of a phone number or a date. */
const range = /(?<![\d-])((?:(?<!\S)[A-Z][a-z]{2}-[A-Z][a-z]{2} )?\d+-\d+(?:nm|mm)?)(?![\d-])/;

/** Prose in which number ranges stay on one line; the font draws their hyphen as an en dash. */
export function Text({ children }: { children: string }) {
  return children.split(range).map((part, index) =>
    index % 2 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={index} className={styles.nb}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
