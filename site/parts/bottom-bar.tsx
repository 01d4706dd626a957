import styles from "./bottom-bar.module.css";
import { ButtonLink, buttonClass } from "./button.tsx";
import { Icon } from "./icon.tsx";

interface BottomBarProps {
  book: string;
  call: string;
  phoneHref: string;
  hidden: boolean;
}

/** Book and Call within reach of a thumb. */
export function BottomBar({ book, call, phoneHref, hidden }: BottomBarProps) {
  return (
    <nav className={styles.bar} data-bottom-bar hidden={hidden} aria-label={`${book} / ${call}`}>
      <ButtonLink to="/contact">{book}</ButtonLink>
      <a className={buttonClass("line")} data-button href={phoneHref}>
        <Icon name="phone" />
        {call}
      </a>
    </nav>
  );
}
