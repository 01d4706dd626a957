import { Icon } from "./icon.tsx";
import { Text } from "./text.tsx";
import styles from "./ticks.module.css";

export function Ticks({ items, className = "" }: { items: string[]; className?: string | undefined }) {
  return (
    <ul className={`${styles.ticks} ${className}`} role="list">
      {items.map((item) => (
        <li key={item}>
          <Icon name="tick" />
          <span>
            <Text>{item}</Text>
          </span>
        </li>
      ))}
    </ul>
  );
}
