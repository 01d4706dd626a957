import { ButtonLink, buttonClass } from "./button.tsx";
import styles from "./dock.module.css";
import { Icon } from "./icon.tsx";

/** Book and Call within reach of a thumb. */
export function Dock({ book, call, phoneHref }: { book: string; call: string; phoneHref: string }) {
  return (
    <nav className={styles.dock} data-dock aria-label={`${book} / ${call}`}>
      <ButtonLink to="/contact">{book}</ButtonLink>
      <a className={buttonClass("line")} data-button href={phoneHref}>
        <Icon name="phone" />
        {call}
      </a>
    </nav>
  );
}
