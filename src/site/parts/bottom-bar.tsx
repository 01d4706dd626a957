import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Frame } from "../frame.ts";
import styles from "./bottom-bar.module.css";
import { ButtonLink, buttonClass } from "./button.tsx";

/** Book and Call within reach of a thumb. */
export function BottomBar({ book, call, phoneHref, hidden }: Frame["bottomBar"] & { hidden: boolean }) {
  return (
    <nav className={styles.bar} data-bottom-bar hidden={hidden} aria-label={`${book} / ${call}`}>
      <ButtonLink to="/contact">{book}</ButtonLink>
      <a className={buttonClass("line")} data-button href={phoneHref}>
        <Icon shape={icons.phone} />
        {call}
      </a>
    </nav>
  );
}
