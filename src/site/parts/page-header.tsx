import type { ReactNode } from "react";
import layout from "./layout.module.css";
import styles from "./page-header.module.css";
import light from "./window-light.module.css";

interface PageHeaderProps {
  heading: string;
  /** What qualifies the heading itself. */
  headingNote?: ReactNode;
  lede: ReactNode;
  tight?: boolean;
  /** No light falls on it. */
  plain?: boolean;
  className?: string | undefined;
}

export function PageHeader({ heading, headingNote, lede, tight, plain, className = "" }: PageHeaderProps) {
  const look = [tight && styles.tight, !heading.includes(" ") && styles.beside, !plain && light.windowLight];
  return (
    <section className={`${className} ${styles.header} ${look.filter(Boolean).join(" ")} ${layout.frame}`}>
      <div className={styles.title}>
        <h1>{heading}</h1>
        {headingNote}
      </div>
      <p className={layout.lede}>{lede}</p>
    </section>
  );
}
