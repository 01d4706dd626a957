import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { Prose, type ProseText } from "./prose.tsx";
import styles from "./ticks.module.css";

interface TicksProps {
  items: ProseText[];
  /** What does not happen has a cross. */
  crossed?: boolean | undefined;
  className?: string | undefined;
}

export function Ticks({ items, crossed = false, className = "" }: TicksProps) {
  return (
    <ul className={`${styles.ticks} ${className}`} role="list">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: points never change places
        <li key={index}>
          <Icon shape={crossed ? icons.close : icons.tick} />
          <span>
            <Prose {...item} />
          </span>
        </li>
      ))}
    </ul>
  );
}
