import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Frame } from "../frame.ts";
import styles from "./bottom-bar.module.css";
import { BookButton, buttonClass } from "./button.tsx";

type BottomBarProps = Frame["bottomBar"] & { hidden: boolean; about?: string | undefined };

/** Book and Call within reach of a thumb. */
export function BottomBar({ book, call, phoneHref, hidden, about }: BottomBarProps) {
  return (
    <nav className={styles.bar} data-bottom-bar hidden={hidden} aria-label={`${book} / ${call}`}>
      <BookButton about={about}>{book}</BookButton>
      <a className={buttonClass("line")} data-button href={phoneHref}>
        <Icon shape={icons.phone} />
        {call}
      </a>
    </nav>
  );
}
