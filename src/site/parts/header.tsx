import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Frame } from "../frame.ts";
import { ariaCurrent } from "./aria-current.ts";
import { BookButton, buttonClass } from "./button.tsx";
import divider from "./divider.module.css";
import styles from "./header.module.css";
import layout from "./layout.module.css";
import { Logo } from "./logo.tsx";

type HeaderProps = Frame["header"] & { path: string; about?: string | undefined };

export function Header({ path, about, ...frame }: HeaderProps) {
  const { links, paths, results, menu, phone } = frame;
  return (
    <>
      <a className="skip" href="#main">
        {frame.skip}
      </a>
      <header className={`${styles.header} ${layout.frame} room`}>
        <div className={`${styles.bar} ${layout.spread}`}>
          <Logo {...frame} />
          {/* There is no aria-expanded here: without script it would be wrong, and the browser knows the popover's state. */}
          <button className={`${styles.toggle} ${layout.tap}`} type="button" popoverTarget="nav" aria-controls="nav">
            <i />
            <span className={styles.whenClosed}>{menu.open}</span>
            <span className={styles.whenOpen}>{menu.close}</span>
          </button>
          <nav className={`${styles.nav} room`} id="nav" popover="auto" aria-label="Main">
            <ul className={styles.main} role="list">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <a href={to} aria-current={ariaCurrent(path, to)}>
                    {label}
                  </a>
                  {to === "/testimonials" && results && (
                    <a className={styles.beside} href={results.to} aria-current={ariaCurrent(path, results.to)}>
                      {results.label}
                    </a>
                  )}
                  {to === "/treatments" && (
                    <ul className={styles.paths} role="list">
                      {paths.map(({ id, title }) => (
                        <li key={id} data-path={id}>
                          <a className={divider.divider} href={`/treatments#${id}`}>
                            {title}
                          </a>
                        </li>
                      ))}
                    </ul>
                  )}
                </li>
              ))}
            </ul>
            <div className={styles.actions}>
              <BookButton about={about} kind="small">
                {frame.book}
              </BookButton>
              <a className={buttonClass("line", styles.call)} data-button href={phone.href}>
                <Icon shape={icons.phone} />
                {frame.call}
              </a>
            </div>
            <div className={`${styles.navFoot} ${layout.spread}`}>
              <p>{frame.visits}</p>
              <p>{phone.text}</p>
            </div>
          </nav>
        </div>
      </header>
    </>
  );
}
