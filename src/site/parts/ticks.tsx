import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import { Prose, type ProseText } from "./prose.tsx";
import styles from "./ticks.module.css";

export function Ticks({ items, className = "" }: { items: ProseText[]; className?: string | undefined }) {
  return (
    <ul className={`${styles.ticks} ${className}`} role="list">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: points never change places
        <li key={index}>
          <Icon shape={icons.tick} />
          <span>
            <Prose {...item} />
          </span>
        </li>
      ))}
    </ul>
  );
}
